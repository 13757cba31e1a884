// The table: places, piles, marks, and the cards under the pointer. It draws what it is given.

import { Arrangements } from "./arranging.js";
import { CARD, Layout, drawnOf } from "./layout.js";
import { calm, pileName, s } from "./words.js";

const FLIGHT = 200;      // milliseconds that a card takes from place to place
export const ROOMY = 80, GAIN = 1.08;      // a card so wide, in pixels, lies as on the plate; what another arrangement must gain
const MOST_FLIGHTS = 40;      // more cards than these are not followed by an eye

/** Milliseconds in which a card is turned over. */
const TURN = 260;

/** Where a card lies, as a transform of CSS. */
const path = ({ x, y, angle }) =>
  `translate(${x + CARD.w / 2}px, ${y + CARD.h / 2}px) rotate(${angle}deg) translate(${-CARD.w / 2}px, ${-CARD.h / 2}px)`;

/** The cards that are elsewhere than before, each with where it was and where it is; without `to` it has gone.
 *  A card is told by its face; one of two that are alike, and one that nobody sees, by the order of the places.
 *  @param {Record<string, (string | null)[]>} before @param {Record<string, (string | null)[]>} after */
export function flights(before, after) {
  const left = [], come = [];
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = before[id] ?? [], is = after[id] ?? [];
    let same = 0;
    while (same < was.length && same < is.length && was[same] === is[same]) same++;
    for (let i = same; i < was.length; i++) left.push({ card: was[i], at: { id, i } });
    for (let i = same; i < is.length; i++) come.push({ card: is[i], to: { id, i } });
  }
  if (left.length > MOST_FLIGHTS || come.length > MOST_FLIGHTS) return [];
  const take = (card, id) => {
    const fits = [one => one.card === card, one => one.card === null || card === null];      // turned on its way
    for (const fit of fits) {
      const n = left.findIndex(one => fit(one) && one.at.id !== id);
      if (n >= 0) return left.splice(n, 1)[0];
    }
    return null;
  };
  const found = come.map(({ card, to }) => ({ card, to, at: take(card, to.id)?.at })).filter(one => one.at);
  const turned = new Set(come.map(one => one.to.id));      // a card turned over where it lies has not gone
  return [...found, ...left.filter(one => one.card && !turned.has(one.at.id)).map(one => ({ ...one, to: null }))];
}

/** The cards that were turned face up where they lie.
 *  @param {Record<string, (string | null)[]>} before @param {Record<string, (string | null)[]>} after
 *  @returns {{ id: string, i: number }[]} */
export function turnedUp(before, after) {
  return Object.entries(after).flatMap(([id, is]) => is.flatMap((card, i) => (card && before[id]?.[i] === null ? [{ id, i }] : [])));
}

/** Let a card be seen to turn, from its back to its face. @param {SVGGElement} node @param {number} [delay] milliseconds */
function turn(node, delay = 0) {
  const face = /** @type {SVGUseElement} */ (node.firstElementChild), back = /** @type {SVGUseElement} */ (face.cloneNode());
  const edge = { transform: "scaleX(0)", offset: 0.5 }, timing = { duration: TURN, delay };
  back.setAttribute("href", "#cb-card-back");
  node.append(back);
  for (const side of [face, back]) Object.assign(side.style, { transformBox: "fill-box", transformOrigin: "center" });
  face.animate([{ transform: "scaleX(0)" }, edge, { transform: "none" }], { ...timing, fill: "backwards" });
  back.animate([{ transform: "none" }, edge, { transform: "scaleX(0)" }], { ...timing, fill: "both" })
    .finished.catch(() => {}).then(() => back.remove());
}

/** How many tables have been made: each has names of its own. */
let tables = 0;

export class Table {
  constructor() {
    this.layers = { places: s("g"), marks: s("g", { "aria-hidden": "true" }),
      flight: s("g", { "aria-hidden": "true", class: "lift" }), lift: s("g", { "aria-hidden": "true", class: "lift" }),
      rain: s("g", { "aria-hidden": "true", class: "rain" }) };
    this.values = s("defs");
    this.prefix = `at-right-${++tables}`;
    this.svg = s("svg", { role: "application", "aria-roledescription": "card table" }, this.values, ...Object.values(this.layers));
    this.nodes = new Map();
    this.piles = {};
  }

  /** Other places, or the same drawn anew: who had the focus here keeps it. */
  setPlaces(places) {
    const held = this.svg.contains(document.activeElement), { current } = this;
    this.plate = this.layout = new Layout(places);
    this.places = this.layout.places;
    this.shape = null;      // as on the plate
    this.nodes = new Map();
    this.drawn = {};
    this.key = JSON.stringify(places);
    for (const place of places) {
      const node = s("g", { class: "place", role: "button", tabindex: "-1", "data-place": place.id });
      node.append(s("g", { "aria-hidden": "true" }));
      this.nodes.set(place.id, node);
    }
    this.layers.places.replaceChildren(...this.nodes.values());
    this.focusOn(this.nodes.has(current) ? current : places[0]?.id, held);
  }

  /** The places that are on the table now. */
  get ids() { return [...this.places.values()].filter(place => this.layout.there(place, this.piles)).map(place => place.id); }

  spot(place, i, n) { return this.layout.spot(place, i, n); }

  /** How the places that are there can be arranged. */
  arranged() {
    const { plate } = this, there = [...plate.places.values()].filter(place => plate.there(place, this.piles));
    const key = there.map(place => place.id).join();
    if (this.arrangements?.key !== key || this.arrangements.plate !== plate) {
      plate.measure(this.piles);
      this.arrangements = { key, plate, of: new Arrangements(there, plate) };
      this.shape = null;
    }
    return this.arrangements.of;
  }

  /** How wide a card can be in so much room, in pixels. */
  largest(room) {
    const of = this.arranged();
    return of.scale(of.fit(room), room) * CARD.w;
  }

  /** Arrange the places as they show the largest cards in so much room, in pixels: as on the plate where that is large enough. */
  fit(room = this.room) {
    const { plate, arrangements: before, shape: drawn } = this;
    this.room = room;
    if (!room?.wide || !room.high || [...plate.places.values()].some(place => place.dealt === undefined)) return;
    const of = this.arranged(), scale = shape => of.scale(shape ?? of.plate, room), best = of.fit(room);
    this.shape = scale(null) * CARD.w >= ROOMY ? null : scale(best) > scale(this.shape) * GAIN ? best : this.shape;
    if (this.shape === drawn && (before === this.arrangements || !this.shape)) return;
    const { index } = this.layout, spots = this.shape && of.moved(this.shape), away = { x: -1000, y: -1000 };
    const moved = place => ({ ...place, ...(spots.get(place.id) ?? away) });
    this.layout = spots ? new Layout([...plate.places.values()].map(moved)) : plate;
    this.layout.index = index;
    this.places = this.layout.places;
    this.drawn = {};
    this.draw(this.piles);
  }

  draw(piles) {
    this.piles = piles;
    for (const layout of new Set([this.plate, this.layout])) layout.see(piles);
    this.layout.measure(piles);
    this.fit();
    const [x, y, width, height] = this.layout.frame(piles);
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.svg.style.setProperty("--cards-across", width / CARD.w);
    this.svg.style.setProperty("--shape", width / height);
    this.svg.style.maxWidth = `${Math.round(width * 2.1)}px`;
    for (const place of this.places.values()) {
      const pile = piles[place.id] ?? [], key = JSON.stringify(pile);
      this.nodes.get(place.id).toggleAttribute("hidden", !this.layout.there(place, piles));
      if (this.drawn[place.id] === key) continue;
      this.drawn[place.id] = key;
      const node = this.nodes.get(place.id);
      node.firstChild.replaceChildren(...this.drawPile(place, pile));
    }
    if (!this.ids.includes(this.current)) this.focusOn(this.ids[0], this.nodes.get(this.current)?.contains(document.activeElement));
    this.name();
  }

  /** Redraw for another size of index, which shows more of covered cards, or less. */
  indexed(index) {
    if (!this.layout || this.layout.index === index) return;
    this.layout.index = index;
    this.drawn = {};
    this.draw(this.piles);
  }

  drawPile(place, pile) {
    const n = pile.length, spread = place.spread[0] || place.spread[1];
    const parts = [this.card("slot", this.spot(place, 0, 1))];
    const below = { ...this.spot(place, 0, 1), y: place.y * CARD.h + Math.min(3, n / 8) };
    for (const i of drawnOf(place, n)) {
      const under = !spread && i < n - 1, face = pile[i] ?? "back";
      parts.push(under ? this.card(face, below, "under") : this.card(face, this.spot(place, i, n), "", i));
      // Of a card that lies under its left neighbour the right edge is seen, where its value stands upside down.
      if (place.spread[0] < 0 && i < n - 1 && pile[i]) parts.at(-1).append(this.atRight(pile[i]));
    }
    if (!spread && n > 1 && pile[n - 1] === null) {
      const at = this.spot(place, 0, 1);
      parts.push(s("text", { class: "tally", x: at.x + CARD.w / 2, y: at.y + CARD.h / 2 + 6 }));
      parts.at(-1).textContent = n;
    }
    return parts;
  }

  /** One card, the back, or the outline of an empty place. */
  card(face, at, name = "", i = null) {
    const turn = `translate(${at.x} ${at.y})` + (at.angle ? ` rotate(${at.angle} ${CARD.w / 2} ${CARD.h / 2})` : "");
    const node = s("g", { class: `playing-card ${name}`, transform: turn, "data-i": i });
    node.append(s("use", { href: `#cb-card-${face}`, width: CARD.w, height: CARD.h }));
    return node;
  }

  /** The value of a card, upright at its right edge: drawn as the card is, no text beside the place's name. @param {string} card */
  atRight(card) {
    const said = card.slice(0, -1), id = `${this.prefix}-${said}`;
    if (![...this.values.children].some(one => one.id === id)) {
      const value = s("text", { id, x: CARD.w - 7.5, y: CARD.h / 2 + 5 });
      value.textContent = said;
      this.values.append(value);
    }
    return s("use", { href: `#${id}`, class: `at-right ${/[DH]$/.test(card) ? "red" : "black"}` });
  }

  /** Say what each place holds, to those who listen. */
  name(selected = [], targets = new Set()) {
    for (const [id, node] of this.nodes) {
      const label = pileName(this.places.get(id), this.piles[id] ?? []) + (targets.has(id) ? ", can be played to" : "");
      if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
      node.setAttribute("aria-pressed", String(selected.includes(id)));
    }
  }

  /** Outlines over the top cards: chosen, may receive, hint, what a rule concerns, focus. Each differs in shape, not in colour alone. */
  mark(marks) {
    const nodes = [];
    for (const [kind, ids] of Object.entries(marks)) {
      for (const id of ids) {
        const place = this.places.get(id);
        if (!place || !this.layout.there(place, this.piles)) continue;
        const n = Math.max(1, this.piles[id]?.length ?? 1), at = this.spot(place, n - 1, n);
        const turn = `translate(${at.x} ${at.y}) rotate(${at.angle} ${CARD.w / 2} ${CARD.h / 2})`;
        const out = kind === "focus" ? 3 : 1;
        const frame = { x: -out, y: -out, width: CARD.w + 2 * out, height: CARD.h + 2 * out, rx: 4 + out };
        const mark = s("g", { class: `ring ${kind}`, transform: turn }, s("rect", frame));
        if (kind === "focus") mark.append(s("rect", frame));      // light on dark: seen on any card
        if (kind === "last") mark.append(s("path", { d: `M${CARD.w / 2 - 11} ${CARD.h + 3} h22` }));      // a stroke under it
        if (kind === "now") mark.append(s("path", { d: "M4 2 h14 l-14 14 z" }));      // a folded corner
        if (kind === "target") mark.append(s("path", { d: "M25 79 l-7 9 h14 z", transform: "translate(0 -24)" }));
        nodes.push(mark);
      }
    }
    this.layers.marks.replaceChildren(...nodes);
  }

  focusOn(id, really = true) {
    if (!this.nodes.has(id)) return;
    for (const [other, node] of this.nodes) node.setAttribute("tabindex", other === id ? "0" : "-1");
    this.current = id;
    if (really) this.nodes.get(id).focus();
  }

  /** The place an arrow leads to; with PageUp and PageDown one walks through them all in order. */
  towards(id, key) {
    const { ids } = this, at = ids.indexOf(id), jumps = { PageDown: at + 1, PageUp: at - 1, Home: 0, End: -1 };
    return key in jumps ? ids.at(jumps[key] % ids.length) : this.layout.waysOn(this.piles).get(id)[key];
  }

  /** The width of a card on the screen, in pixels. */
  cardWidth() { return CARD.w * (this.svg.getScreenCTM()?.a ?? 0); }

  point(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [p.x, p.y];
  }

  /** The place under a point of the screen; a finger may miss by a little. */
  under(event, slack = 22) {
    const hit = /** @type {SVGElement} */ (document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-place]"));
    if (hit && this.svg.contains(hit)) return hit.dataset.place;
    const [x, y] = this.point(event), reach = slack / (this.svg.getScreenCTM().a || 1);
    let best = null, least = reach;
    for (const id of this.ids) {
      const place = this.places.get(id), [x0, y0, x1, y1] = this.layout.box(place, this.piles);
      const away = Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
      if (away < least) { best = place.id; least = away; }
    }
    return best;
  }

  /** How far from the uppermost card of a place a point of the screen is, in pixels. */
  fromTop(event, id) {
    const place = this.places.get(id), n = this.piles[id].length, [x, y] = this.point(event);
    const [x0, y0, x1, y1] = this.layout.corners(this.spot(place, n - 1, n));
    return Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1)) * (this.svg.getScreenCTM().a || 1);
  }

  /** Take the uppermost `count` cards of a place under the pointer. */
  lift(id, count) {
    this.layers.lift.getAnimations().forEach(one => one.cancel());
    this.carried = { from: id, by: [0, 0] };
    const place = this.places.get(id), pile = this.piles[id], n = pile.length, first = n - count;
    const cards = pile.slice(first).map((card, i) => this.card(card ?? "back", this.spot(place, first + i, n)));
    this.layers.lift.replaceChildren(...cards);
    for (const node of this.nodes.get(id).querySelectorAll(".playing-card[data-i]")) node.classList.toggle("lifted",
      node.dataset.i >= first);
  }

  carry(dx, dy) {
    this.carried.by = [dx, dy];
    this.layers.lift.setAttribute("transform", `translate(${dx} ${dy})`);
  }

  /** The cards under the pointer are let go; where they are played, they fly on from there. */
  drop() {
    this.letGo = this.carried;
    this.carried = null;
    this.layers.lift.replaceChildren();
    this.layers.lift.removeAttribute("transform");
    this.svg.querySelectorAll(".lifted").forEach(node => node.classList.remove("lifted"));
  }

  /** The cards under the pointer fly back to where they came from. */
  back() {
    const { lift } = this.layers, { by } = this.carried ?? {}, cards = [...lift.children];
    this.carried = null;
    if (!by || calm() || this.svg.closest(".still")) return this.drop();
    lift.removeAttribute("transform");
    const way = [{ transform: `translate(${by[0]}px, ${by[1]}px)` }, { transform: "none" }];
    lift.animate(way, { duration: FLIGHT, easing: "ease-out" }).finished
      .then(() => { if (lift.firstChild === cards[0]) this.drop(); }, () => {});
  }

  /** Let cards that have changed places be seen to fly, above all the others: single ones, runs, pairs, those that another move brings
   *  along. A card that was carried flies from where it was let go.
   *  @param {Record<string, (string | null)[]>} before */
  fly(before) {
    this.land();
    const { from = null, by = [0, 0] } = this.letGo ?? {};
    this.letGo = null;
    if (calm()) return;
    for (const { card, at, to } of flights(before, this.piles)) {
      const start = this.spot(this.places.get(at.id), at.i, before[at.id].length);
      const end = to ? this.spot(this.places.get(to.id), to.i, this.piles[to.id].length) : start;
      if (at.id === from) { start.x += by[0]; start.y += by[1]; }
      const node = this.card(card ?? "back", end), hidden = to && this.nodes.get(to.id).querySelector(`.playing-card[data-i="${to.i}"]`);
      hidden?.classList.add("flying");
      this.layers.flight.append(node);
      if (to && card && before[at.id][at.i] === null) turn(node);
      const last = { transform: path(end), opacity: to ? 1 : 0 };
      node.animate([{ transform: path(start) }, last], { duration: FLIGHT, easing: "ease-out", fill: "forwards" })
        .finished.catch(() => {}).then(() => { node.remove(); hidden?.classList.remove("flying"); });
    }
  }

  /** Cards that have been uncovered are turned when the one above them has gone. @param {Record<string, (string | null)[]>} before */
  turnUp(before) {
    for (const { id, i } of calm() ? [] : turnedUp(before, this.piles)) {
      const node = this.nodes.get(id).querySelector(`.playing-card[data-i="${i}"]`);
      if (node) turn(node, FLIGHT / 2);
    }
  }

  /** End whatever is still on its way. */
  land() {
    for (const node of [...this.layers.flight.children]) { node.getAnimations().forEach(one => one.finish()); node.remove(); }
    this.svg.querySelectorAll(".flying").forEach(node => node.classList.remove("flying"));
  }

  /** A new deal: the cards come to their places one after another; those of some places only, if they are given, and then not so fast.
   *  Gives how many milliseconds it takes.
   *  @param {string[]} [ids] */
  deal(ids) {
    const nodes = ids ? ids.map(id => this.nodes.get(id)) : [this.layers.places];
    const cards = nodes.flatMap(node => [...node.querySelectorAll(".playing-card[data-i] use")]);
    if (calm() || !cards.length) return 0;
    const step = Math.min(ids ? 120 : 25, (ids ? 3000 : 700) / cards.length);
    const [x, y, width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number), from = { x: x + width / 2, y: y + height };
    cards.forEach((card, i) => {
      const { e, f } = /** @type {SVGGElement} */ (card.parentNode).transform.baseVal.consolidate().matrix;
      card.animate([{ transform: `translate(${from.x - e}px, ${from.y - f}px)`, opacity: 0 }, { opacity: 1, offset: 0.3 },
        { transform: "none" }],
        { duration: 220, delay: i * step, easing: "ease-out", fill: "backwards" });
    });
    return cards.length * step + 220;
  }

  /** Let the cards of these places not be seen yet; of none to show all. */
  undealt(ids) {
    for (const [id, node] of this.nodes) node.classList.toggle("undealt", ids.includes(id));
  }

  /** The game is won: the cards of the foundations come down in a cascade. Gives when it is over. */
  cascade() {
    const homes = [...this.places.values()].filter(place => place.home && this.piles[place.id]?.length);
    if (calm() || !homes.length) return Promise.resolve();
    const [, y0, width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number), floor = y0 + height - CARD.h, falls = [];
    const depth = Math.max(...homes.map(place => this.piles[place.id].length));
    for (let i = 0; i < depth && falls.length < 52; i++) {
      for (const place of homes) {
        const pile = this.piles[place.id], card = pile[pile.length - 1 - i];
        if (card) falls.push({ card, from: this.spot(place, pile.length - 1, pile.length) });
      }
    }
    const done = falls.slice(0, 52).map(({ card, from }, i) => {
      const node = this.card(card, from), way = bounces(floor - from.y, (i % 2 ? 1 : -1) * (1.2 + (i * 7 % 5) * 0.5), width);
      this.layers.rain.append(node);
      const fall = node.firstElementChild.animate(way, { duration: 1700, delay: i * 45, fill: "backwards" });
      return fall.finished.catch(() => {}).then(() => node.remove());
    });
    return Promise.all(done);
  }
}

/** The way of a card that falls to the floor, so far below it, and bounces off to a side. */
export function bounces(floor, speed, width) {
  const frames = [], steps = 40;
  let x = 0, y = 0, down = -3;
  for (let i = 0; i <= steps; i++) {
    frames.push({ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`, opacity: i > steps * 0.85 ? (steps - i) / (steps * 0.15)
      : 1 });
    x += speed * width / 220;
    down += 1.6;
    y += down;
    if (y > floor) { y = floor; down *= -0.7; }
  }
  return frames;
}
