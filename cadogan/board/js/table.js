// The table: places, piles, marks, and the cards under the pointer. It draws what it is given.

import { calm, pileName, s } from "./words.js";

const CARD = { w: 50, h: 70 };

export class Table {
  constructor() {
    this.layers = { places: s("g"), marks: s("g", { "aria-hidden": "true" }), lift: s("g", { "aria-hidden": "true", class: "lift" }) };
    this.svg = s("svg", { role: "application", "aria-roledescription": "card table" }, ...Object.values(this.layers));
    this.nodes = new Map();
    this.piles = {};
  }

  setPlaces(places) {
    this.places = new Map(places.map(place => [place.id, place]));
    this.nodes = new Map();
    this.drawn = {};
    this.size = null;
    this.key = JSON.stringify(places);
    for (const place of places) {
      const node = s("g", { class: "place", role: "button", tabindex: "-1", "data-place": place.id });
      node.append(s("g", { "aria-hidden": "true" }));
      this.nodes.set(place.id, node);
    }
    this.layers.places.replaceChildren(...this.nodes.values());
    this.focusOn(places[0]?.id, false);
  }

  /** Where card i of n lies, in drawing units, with fans drawn together when they would run into something. */
  spot(place, i, n) {
    const [dx, dy] = place.spread, k = this.squeeze(place, n);
    return { x: place.x * CARD.w + dx * CARD.w * k * i, y: place.y * CARD.h + dy * CARD.h * k * i, angle: place.angle };
  }

  squeeze(place, n) {
    const [dx, dy] = place.spread;
    if (n < 2 || (!dx && !dy)) return 1;
    if (!this.rooms.has(place.id)) this.rooms.set(place.id, this.room(place));
    const wanted = (n - 1) * (Math.abs(dy) >= Math.abs(dx) ? Math.abs(dy) : Math.abs(dx));
    return Math.min(1, this.rooms.get(place.id) / wanted);
  }

  /** How far a fan may reach beyond its first card, in widths or heights, before it meets a neighbour. */
  room(place) {
    const [dx, dy] = place.spread, down = Math.abs(dy) >= Math.abs(dx), sign = Math.sign(down ? dy : dx);
    const along = p => sign * (down ? p.y : p.x), across = p => (down ? p.x : p.y);
    const longest = Math.max(...[...this.places.values()].filter(p => p.group === place.group).map(p => this.piles[p.id]?.length ?? 0));
    let most = Math.max(down ? 3.5 : 3, (longest - 1 + 3) * Math.abs(down ? dy : dx));
    for (const other of this.places.values()) {
      const gap = along(other) - along(place);
      if (other !== place && gap > 0.9 && Math.abs(across(other) - across(place)) < 0.95) most = Math.min(most, gap - 1.04);
    }
    return Math.max(most, 0.12);
  }

  /** The four corners of a card at a spot, turned. */
  corners({ x, y, angle }) {
    const a = angle * Math.PI / 180, cx = x + CARD.w / 2, cy = y + CARD.h / 2;
    const across = (Math.abs(Math.cos(a)) * CARD.w + Math.abs(Math.sin(a)) * CARD.h) / 2;
    const down = (Math.abs(Math.sin(a)) * CARD.w + Math.abs(Math.cos(a)) * CARD.h) / 2;
    return [cx - across, cy - down, cx + across, cy + down];
  }

  box(place) {
    const n = Math.max(1, this.piles[place.id]?.length ?? 1);
    const a = this.corners(this.spot(place, 0, n)), b = this.corners(this.spot(place, n - 1, n));
    return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
  }

  /** The drawing only ever grows within a game, so that nothing jumps. */
  fit() {
    const edges = this.size ?? [Infinity, Infinity, -Infinity, -Infinity];
    for (const place of this.places.values()) {
      const [x0, y0, x1, y1] = this.box(place);
      edges[0] = Math.min(edges[0], x0); edges[1] = Math.min(edges[1], y0);
      edges[2] = Math.max(edges[2], x1); edges[3] = Math.max(edges[3], y1);
    }
    this.size = edges;
    const pad = 5, width = edges[2] - edges[0] + 2 * pad, height = edges[3] - edges[1] + 2 * pad;
    this.svg.setAttribute("viewBox", `${edges[0] - pad} ${edges[1] - pad} ${width} ${height}`);
    this.svg.style.maxWidth = `${Math.round(width * 2.1)}px`;
  }

  draw(piles) {
    this.piles = piles;
    if (!this.size) this.rooms = new Map();
    this.fit();
    for (const place of this.places.values()) {
      const pile = piles[place.id] ?? [], key = JSON.stringify(pile);
      if (this.drawn[place.id] === key) continue;
      this.drawn[place.id] = key;
      this.nodes.get(place.id).firstChild.replaceChildren(...this.drawPile(place, pile));
    }
    this.name();
  }

  drawPile(place, pile) {
    const n = pile.length, spread = place.spread[0] || place.spread[1];
    const parts = [this.card("slot", this.spot(place, 0, 1))];
    if (!spread && n > 1) parts.push(this.card("back", { ...this.spot(place, 0, 1), y: place.y * CARD.h + Math.min(3, n / 8) }, "under"));
    pile.forEach((card, i) => {
      if (spread || i === n - 1) parts.push(this.card(card ?? "back", this.spot(place, i, n), "", i));
    });
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
    const node = s("g", { class: `card ${name}`, transform: turn, "data-i": i });
    node.append(s("use", { href: `#cb-card-${face}`, width: CARD.w, height: CARD.h }));
    return node;
  }

  /** Say what each place holds, to those who listen. */
  name(selected = [], targets = new Set()) {
    for (const [id, node] of this.nodes) {
      const label = pileName(this.places.get(id), this.piles[id] ?? []) + (targets.has(id) ? ", can be played to" : "");
      if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
      node.setAttribute("aria-pressed", String(selected.includes(id)));
    }
  }

  /** Outlines over the top cards: chosen, may receive, hint, focus. Each differs in shape, not in colour alone. */
  mark(marks) {
    const nodes = [];
    for (const [kind, ids] of Object.entries(marks)) {
      for (const id of ids) {
        const place = this.places.get(id);
        if (!place) continue;
        const n = Math.max(1, this.piles[id]?.length ?? 1), at = this.spot(place, n - 1, n);
        const turn = `translate(${at.x} ${at.y}) rotate(${at.angle} ${CARD.w / 2} ${CARD.h / 2})`;
        const out = kind === "focus" ? 3 : 1;
        const frame = { x: -out, y: -out, width: CARD.w + 2 * out, height: CARD.h + 2 * out, rx: 4 + out };
        const mark = s("g", { class: `mark ${kind}`, transform: turn }, s("rect", frame));
        if (kind === "focus") mark.append(s("rect", frame));      // light on dark: seen on any card
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

  /** The nearest place in a direction, in the shape of the plate. */
  towards(id, dx, dy) {
    const here = this.places.get(id), centre = p => [p.x * CARD.w, p.y * CARD.h], [x, y] = centre(here);
    let best = null, least = Infinity;
    for (const place of this.places.values()) {
      const [px, py] = centre(place), along = (px - x) * dx + (py - y) * dy;
      const across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx), cost = along + 2.5 * across;
      if (along > 4 && across < 4 * along && cost < least) { best = place.id; least = cost; }
    }
    return best;
  }

  point(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [p.x, p.y];
  }

  /** The place under a point of the screen; a finger may miss by a little. */
  under(event, slack = 22) {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-place]");
    if (hit && this.svg.contains(hit)) return hit.dataset.place;
    const [x, y] = this.point(event), reach = slack / (this.svg.getScreenCTM().a || 1);
    let best = null, least = reach;
    for (const place of this.places.values()) {
      const [x0, y0, x1, y1] = this.box(place);
      const away = Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
      if (away < least) { best = place.id; least = away; }
    }
    return best;
  }

  /** Take the uppermost `count` cards of a place under the pointer. */
  lift(id, count) {
    const place = this.places.get(id), pile = this.piles[id], n = pile.length, first = n - count;
    const cards = pile.slice(first).map((card, i) => this.card(card ?? "back", this.spot(place, first + i, n)));
    this.layers.lift.replaceChildren(...cards);
    for (const node of this.nodes.get(id).querySelectorAll(".card[data-i]")) node.classList.toggle("lifted", node.dataset.i >= first);
  }

  carry(dx, dy) { this.layers.lift.setAttribute("transform", `translate(${dx} ${dy})`); }

  drop() {
    this.layers.lift.replaceChildren();
    this.layers.lift.removeAttribute("transform");
    this.svg.querySelectorAll(".lifted").forEach(node => node.classList.remove("lifted"));
  }

  /** Let cards that have just come be seen to come from where they were: from one place, if one alone has fewer. */
  slide(before) {
    const length = (piles, id) => piles[id]?.length ?? 0, ids = [...this.places.keys()];
    const lost = ids.filter(id => length(this.piles, id) < length(before, id));
    if (lost.length !== 1 || calm()) return;
    const m = length(this.piles, lost[0]), p = this.spot(this.places.get(lost[0]), m, m + 1);
    for (const id of ids.filter(one => length(this.piles, one) > length(before, one))) {
      const n = length(this.piles, id), q = this.spot(this.places.get(id), n - 1, n);
      const turn = -q.angle * Math.PI / 180, dx = p.x - q.x, dy = p.y - q.y;      // in the card's own axes
      const start = `translate(${dx * Math.cos(turn) - dy * Math.sin(turn)}px, ${dx * Math.sin(turn) + dy * Math.cos(turn)}px)`;
      const card = this.nodes.get(id).querySelector(`.card[data-i="${n - 1}"] use`);
      card?.animate([{ transform: start }, { transform: "none" }], { duration: 140, easing: "ease-out" });
    }
  }
}
