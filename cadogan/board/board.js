// One board for every game. It draws places and piles, gathers what a person tries, and shows what a
// referee answers. It holds no rule: what is legal is the list of moves that came with the state.
//
//   words     names of cards and places, spoken and short
//   Table     the drawing: places, piles, marks, the cards under the pointer
//   referees  who answers: the live kernel, Python in this page, or nobody (then a finished game is replayed)
//   Board     the person's side: selection, drag, keys, buttons, panels, announcements
//   Replay    a finished game, step by step

const CARD = { w: 50, h: 70 };
const SVG = "http://www.w3.org/2000/svg";

// ---- words and elements --------------------------------------------------------------------------

const RANK = { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", 10: "ten", J: "knave", Q: "queen", K: "king" };
const SUIT = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SIGN = { C: "♣\uFE0E", D: "♦\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E" };
const cardName = card => card ? `${RANK[card.slice(0, -1)]} of ${SUIT[card.slice(-1)]}` : "unseen card";
const cardSign = card => card ? card.slice(0, -1) + SIGN[card.slice(-1)] : "▒▒";
const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = text => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

/** Whether two rows of places pair the same ones, as cards change places. */
const samePairs = (a, b) => {
  const pairs = row => row.map((_, i) => (i % 2 ? "" : [row[i], row[i + 1]].sort().join())).filter(Boolean).sort().join(";");
  return pairs(a) === pairs(b);
};

function pileName(place, pile) {
  if (!pile.length) return `${place.name}, empty`;
  const top = pile.at(-1), under = pile.slice(0, -1).reverse();
  if (top === null) return `${place.name}, ${plural(pile.length, "card")} face down`;
  const spread = place.spread[0] || place.spread[1];
  if (!spread || !under.length) return `${place.name}, ${cardName(top)}` + (under.length ? `, on ${plural(under.length, "card")}` : "");
  const seen = under.filter(card => card).map(cardName), unseen = under.length - seen.length;
  if (unseen) seen.push(`${unseen} face down`);
  return `${place.name}, ${cardName(top)}, on ${seen.join(", ")}`;
}

function element(make, tag, attributes, children) {
  const node = make(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}
const h = (tag, attributes = {}, ...children) => element(t => document.createElement(t), tag, attributes, children);
const s = (tag, attributes = {}, ...children) => element(t => document.createElementNS(SVG, t), tag, attributes, children);

/** The card drawings, once per page; every board refers to them. */
function provideCards(text) {
  if (!text || document.getElementById("cadogan-cards")) return;
  const holder = h("div", { id: "cadogan-cards", "aria-hidden": "true" });
  holder.innerHTML = `<svg xmlns="${SVG}" width="0" height="0">${text}</svg>`;
  document.body.append(holder);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// ---- the table -----------------------------------------------------------------------------------

class Table {
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

// ---- referees ------------------------------------------------------------------------------------

/** The live kernel answers over the widget's own messages. */
function liveReferee(model, receive) {
  model.on("msg:custom", receive);
  return { send: message => model.send(message), close: () => model.off("msg:custom", receive) };
}

let worker = null, asked = 0;
const waiting = new Map();

/** Ask the page's one Python worker, which is started by the first question. */
function askPage(call, ...args) {
  return new Promise((resolve, reject) => {
    if (!worker) {
      const root = document.documentElement.dataset.content_root;
      if (root === undefined || location.protocol === "file:") throw new Error("this page was opened without its server");
      worker = new Worker(new URL(`${root}_static/vendor/pyodide/worker.mjs`, document.baseURI), { type: "module" });
      worker.onmessage = ({ data }) => {
        const { resolve, reject } = waiting.get(data.id);
        waiting.delete(data.id);
        data.error === undefined ? resolve(JSON.parse(data.text)) : reject(new Error(data.error));
      };
      worker.onerror = event => {
        event.preventDefault();
        for (const { reject } of waiting.values()) reject(new Error("Python could not be started in this page"));
        waiting.clear();
        worker = null;
      };
    }
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ id: asked, call, args });
  });
}

/** Python in this page answers, from the position that is shown. */
async function pageReferee(opening, receive) {
  const { id, replies } = await askPage("open_session", JSON.stringify(opening));
  if (id === null) throw new Error(replies[0].sentence);
  replies.forEach(receive);
  const send = message => askPage("handle", id, JSON.stringify(message)).then(
    answers => answers.forEach(receive), error => receive({ kind: "error", sentence: String(error.message) }));
  return { send, close: () => {} };
}

// ---- the board -----------------------------------------------------------------------------------

const PLAIN = new Set(["play", "take", "swap", "together"]);   // kinds that are made by choosing places
const KIND_KEYS = { t: "turn", d: "deal", f: "fill", a: "again" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HELP = [
  ["Click, or Enter", "pick up the uppermost card of a place; again on another place: put it there"],
  ["Second click, or Enter twice", "send the card to its foundation, where there is only one"],
  ["Drag", "carry a card with mouse, pen or finger"],
  ["Arrows", "go from place to place (in a replay: step)"], ["Escape", "put the card back"],
  ["T, D, F, A", "turn, deal, fill, deal again, where the game has them"], ["M", "all moves, as a list"],
  ["U, R", "undo, redo (also Ctrl+Z, Ctrl+Y)"], ["H", "a hint"], ["O", "send home all that can go"],
  ["S", "show me: let the greedy player go on; any key stops it"],
  ["L", "look through the place you are on"], ["N", "new deal"], ["X", "the table as text"], ["?", "this help"],
];
const memory = {
  get() { try { return JSON.parse(localStorage.getItem("cadogan-options")) ?? {}; } catch { return {}; } },
  set(options) { try { localStorage.setItem("cadogan-options", JSON.stringify(options)); } catch { /* not kept */ } },
};

class Board {
  constructor(model, el) {
    this.model = model;
    this.chosen = [];
    this.count = null;
    this.state = null;
    this.table = new Table();
    this.build();
    el.append(this.root);
    provideCards(model.get("cards_svg"));
    const first = model.get("first");
    this.table.setPlaces(first.places);
    this.show(first);
    this.referee = liveReferee(model, reply => this.receive(reply));
    this.referee.send({ kind: "hello" });
    // Without a kernel nobody answers: then a finished game is shown, which anyone can step through.
    this.timer = setTimeout(() => { if (!this.live) this.replay = new Replay(this, model.get("replay")); }, 400);
  }

  close() {
    clearTimeout(this.timer);
    this.stopShow();
    this.replay?.stop();
    this.referee.close();
  }

  // -- the page around the table

  /** A button with its key, if it has one. It stays in reach of the focus when it can do nothing. */
  press(label, key, act, name = "") {
    const onclick = event => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") act(); };
    const title = key ? `${label} (${key})` : null;
    return h("button", { type: "button", class: name, title, "aria-keyshortcuts": key || null, onclick }, label);
  }

  option(name, label) {
    const options = memory.get(), box = h("input", { type: "checkbox" });
    const apply = () => this.root.classList.toggle(name, box.checked);
    box.checked = Boolean(options[name]);
    box.addEventListener("change", () => { apply(); memory.set({ ...memory.get(), [name]: box.checked }); });
    this.applyOptions.push(apply);
    return h("label", {}, box, label);
  }

  build() {
    const press = (...parts) => this.press(...parts), send = kind => () => this.send({ kind }), open = name => () => this.toggle(name);
    const deal = number => this.send({ kind: "new", deal: number });
    this.applyOptions = [];
    this.buttons = {
      undo: press("Undo", "U", send("undo")), redo: press("Redo", "R", send("redo")), hint: press("Hint", "H", send("hint")),
      home: press("Home", "O", send("home")), moves: press("Moves", "M", open("moves")), more: press("More", "N", open("more")),
      help: press("Help", "?", open("help")),
    };
    this.number = h("input", { type: "number", min: "0", max: String(Number.MAX_SAFE_INTEGER), step: "1" });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: "", onchange: () => this.load() });
    this.panels = {
      moves: h("ul", { class: "moves", "aria-label": "All moves" }),
      more: h("div", { role: "group", "aria-label": "Deals and options" },
        h("label", {}, "Deal ", this.number), press("Deal it", "", () => deal(Math.trunc(Number(this.number.value)) || 0)),
        press("Next deal", "", () => deal(this.state.deal + 1)), press("Any deal", "", () => deal(Math.floor(Math.random() * 1e6))),
        press("Start again", "", send("restart")), press("Show me", "S", () => this.startShow()),
        press("Save", "", send("save")), press("Load", "", () => this.file.click()), this.file, press("As text", "X", open("text")),
        this.option("large-index", "Large index"), this.option("four-colour", "Four colours"), this.option("still", "No animation")),
      help: h("dl", {}, ...HELP.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])),
      text: h("pre", { tabindex: "0", role: "region", "aria-label": "The table as text" }),
      look: h("div", { role: "group", "aria-label": "Looking through a place" }),
    };
    for (const panel of Object.values(this.panels)) { panel.hidden = true; panel.classList.add("panel"); }
    this.title = h("span", { class: "title" });
    this.result = h("strong", { class: "result" });
    this.counts = h("span", { class: "counts" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.kindBar = h("span", { class: "kinds" });
    this.kindButtons = new Map();
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Controls", hidden: "" },
      this.kindBar, ...Object.values(this.buttons));
    this.root = h("div", { class: "cadogan", role: "group", "data-lm-suppress-shortcuts": "true", onkeydown: event => this.key(event) },
      h("div", { class: "head" }, this.title, this.result, this.counts), h("div", { class: "table" }, this.table.svg),
      this.says, this.controls, ...Object.values(this.panels));
    for (const apply of this.applyOptions) apply();
    const svg = this.table.svg;
    this.byKey = true;      // the focus is drawn for those who move it by key
    this.root.addEventListener("pointerdown", () => { this.byKey = false; }, true);
    this.root.addEventListener("keydown", () => { this.byKey = true; }, true);
    svg.addEventListener("pointerdown", event => this.down(event));
    svg.addEventListener("pointermove", event => this.moved(event));
    svg.addEventListener("pointerup", event => this.up(event));
    svg.addEventListener("pointercancel", () => this.cancelDrag());
    // A finger on a card carries it; anywhere else it scrolls the page.
    svg.addEventListener("touchstart", event => { if (this.table.under(event.touches[0], 0)) event.preventDefault(); }, { passive: false });
    // Not on the drawing itself: a browser lets an SVG with such a listener take the focus.
    this.root.addEventListener("focusin", event => this.focused(event.target.closest("[data-place]")));
    this.root.addEventListener("focusout", () => this.marks());
  }

  toggle(name, open = this.panels[name].hidden) {
    for (const [other, panel] of Object.entries(this.panels)) panel.hidden = other !== name || !open;
    for (const other of ["moves", "more", "help"]) this.buttons[other].setAttribute("aria-expanded", String(other === name && open));
    if (name === "moves" && open) this.listMoves(this.state.moves);
    if (open) this.panels[name].querySelector("button, input")?.focus();
    else this.table.focusOn(this.table.current);
  }

  // -- what arrives

  receive(reply) {
    if (!reply || typeof reply !== "object") return;
    if (reply.kind === "state") {
      this.goLive();
      const before = this.table.piles, dragged = this.dropping;
      this.release();
      if (reply.places && JSON.stringify(reply.places) !== this.table.key) this.table.setPlaces(reply.places);
      this.show(reply);
      if (reply.note) this.say(reply.note + (reply.result ? ` ${reply.result}` : ""));
      const set = reply.last && !reply.last.from && reply.last.text.includes(" ");      // its cards come from many places
      if (!dragged && !set && !this.root.classList.contains("still")) this.table.slide(before);
      if (this.showing) this.showTimer = setTimeout(() => this.send({ kind: "hint" }), calm() ? 1200 : 700);
    } else if (reply.kind === "refused") {
      this.release();
      this.say(`${reply.rule ? `${reply.rule}: ` : ""}${sentence(reply.sentence)}`, "refused");
    } else if (reply.kind === "hint") {
      const move = this.state.moves.find(one => one.text === reply.move);
      if (this.showing && move) return this.send({ kind: "move", text: move.text });
      this.stopShow();
      this.hinted = move?.places ?? [];
      this.marks();
      this.say(reply.says);
    } else if (reply.kind === "saved") {
      const file = URL.createObjectURL(new Blob([reply.record], { type: "application/json" }));
      const link = h("a", { href: file, download: `${this.state.slug}-${this.state.deal}.json` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      this.say("The game has been saved as a file.");
    } else if (reply.kind === "error") {
      this.stopShow();
      this.release();
      this.say(reply.sentence, "refused");
    }
  }

  goLive() {
    if (this.live) return;
    this.live = true;
    if (this.replay?.bar?.contains(document.activeElement)) this.table.focusOn(this.table.current);      // its buttons go
    this.replay?.close();
    this.replay = null;
    this.controls.hidden = false;
  }

  /** Bring the page into line with a state, changing only what has changed. */
  show(state) {
    this.state = { ...state, moves: state.moves ?? [] };
    const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    this.root.setAttribute("aria-label", `${state.title}, deal ${state.deal}`);
    this.table.svg.setAttribute("aria-label", `The table of ${state.title}`);
    put(this.title, `${state.title} · deal ${state.deal}`);
    put(this.counts, [plural(state.moved, "move"), ...(state.counts ?? []).map(({ name, value }) => `${name} ${value}`)].join(" · "));
    put(this.result, state.won ? "Won" : state.over ? "No move left" : "");
    put(this.panels.text, state.text ?? "");
    if (document.activeElement !== this.number) this.number.value = state.deal;
    this.root.classList.toggle("won", Boolean(state.won));
    this.root.classList.toggle("lost", Boolean(state.over && !state.won));
    const able = (button, yes) => button.setAttribute("aria-disabled", String(!yes));
    able(this.buttons.undo, state.can_undo); able(this.buttons.redo, state.can_redo);
    able(this.buttons.hint, this.state.moves.length); able(this.buttons.home, this.state.moves.length);
    this.kinds = new Map();
    for (const move of this.state.moves) if (!PLAIN.has(move.kind)) this.kinds.set(move.kind, [...(this.kinds.get(move.kind) ?? []), move]);
    for (const kind of this.kinds.keys()) {
      if (this.kindButtons.has(kind)) continue;
      const key = Object.keys(KIND_KEYS).find(one => KIND_KEYS[one] === kind);
      const button = this.press(capital(kind), key?.toUpperCase() ?? "", () => this.playKind(kind), "kind");
      this.kindButtons.set(kind, button);
      this.kindBar.append(button);
    }
    for (const [kind, button] of this.kindButtons) able(button, this.kinds.has(kind));
    this.hinted = [];
    this.table.draw(state.piles);
    if (!this.panels.moves.hidden) this.listMoves(this.state.moves);
    this.marks();
  }

  say(text, manner = "") {
    this.says.className = `says ${manner}`;
    // The same sentence twice is two announcements: a no-break space makes it a new text.
    this.says.textContent = this.says.textContent === text ? `${text}\u00a0` : text;
  }

  send(message) { if (this.live || message.kind === "hello") this.referee.send(message); }

  // -- choosing and playing

  /** Legal moves by places that begin with the chosen ones: from one to another, or a set in any order. */
  open(chosen) {
    return this.state.moves.filter(move => (move.from
      ? chosen.every((id, i) => id === move.places[i]) : move.places.length && chosen.every(id => move.places.includes(id))));
  }

  targets() {
    if (!this.chosen.length) return new Set();
    return new Set(this.open(this.chosen).flatMap(move => move.places).filter(id => !this.chosen.includes(id)));
  }

  marks() {
    const targets = this.targets(), focus = this.byKey ? this.table.svg.querySelector("[data-place]:focus")?.dataset.place : null;
    this.table.name(this.chosen, targets);
    this.table.mark({ target: targets, hint: this.hinted ?? [], chosen: this.chosen, focus: focus ? [focus] : [] });
  }

  release() {
    this.chosen = [];
    this.count = null;
    this.cancelDrag();
    this.marks();
  }

  /** A click or Enter on a place. */
  async pick(id, count = null) {
    if (!this.live) return this.replay?.takeOver(() => this.pick(id, count));
    if (this.chosen.includes(id)) return this.again(id);
    if (!this.chosen.length) {
      const open = this.open([id]), direct = this.direct(id);
      if (!open.length && direct) return this.playMove(direct);
      if (open.length === 1 && open[0].places.length === 1) return this.playMove(open[0]);
      this.chosen = [id];
      this.count = count;
      const pile = this.table.piles[id] ?? [], name = one => this.table.places.get(one)?.name;
      const targets = [...this.targets()].map(name), what = pile.length ? cardName(pile.at(-1)) : "no card";
      this.say(`${sentence(`${what} of ${name(id)}`)} ${targets.length ? `Can go to ${targets.join("; ")}.` : "It has no place to go."}`);
      return this.marks();
    }
    const chosen = [...this.chosen, id], open = this.open(chosen);
    const exact = open.filter(move => move.places.length === chosen.length);
    const pairs = exact.filter(move => samePairs(move.places, chosen));
    if (exact.length && exact.length === open.length) return this.playOne(pairs.length ? pairs : exact);
    if (open.length || (this.state.more && chosen.length < 4)) {
      this.chosen = chosen;
      this.say(`${plural(chosen.length, "place")} chosen.` + (exact.length ? " Press Enter or click again to play them." : ""));
      return this.marks();
    }
    this.dropping = true;
    this.send(chosen.length === 2 ? { kind: "try", from: chosen[0], to: id, count: this.count } : { kind: "try", places: chosen });
  }

  /** A second click on a chosen place: play the set, send the card home, or put it back. */
  again(id) {
    const exact = this.open(this.chosen).filter(move => move.places.length === this.chosen.length);
    const home = this.chosen.length > 1 ? [] : this.open([id]).filter(move => move.from && this.table.places.get(move.to).home);
    const move = exact.length === 1 ? exact[0] : home.length === 1 ? home[0] : this.direct(id);
    if (move) return this.playMove(move);
    if (this.state.more && this.chosen.length > 1) return this.send({ kind: "try", places: this.chosen });
    this.release();
    this.say(home.length > 1 ? "It can go to more than one foundation: choose one." : "Put back.");
  }

  /** The move that a click on the hand means: turn, deal, whatever is the only one. */
  direct(id) {
    if (this.table.places.get(id).group !== "hand") return null;
    const moves = this.state.moves.filter(move => !PLAIN.has(move.kind)), first = moves.filter(move => move.kind === "turn");
    return moves.length === 1 ? moves[0] : first.length === 1 ? first[0] : null;
  }

  playMove(move) { this.send({ kind: "move", text: move.text }); }

  /** Of several moves between the same places, the one of the cards lifted; else ask. */
  playOne(moves) {
    const sized = moves.filter(move => move.count === this.count);
    if (moves.length === 1 || sized.length === 1) return this.playMove(sized[0] ?? moves[0]);
    this.release();
    this.toggle("moves", true);
    this.listMoves(moves);
    this.say("There is more than one way: choose one from the list.");
    this.panels.moves.querySelector("button")?.focus();
  }

  playKind(kind) {
    const moves = this.kinds.get(kind) ?? [];
    if (moves.length) this.playOne(moves);
    else this.say(`There is nothing to ${kind} now.`);
  }

  listMoves(moves) {
    const button = move => h("button", { type: "button", onclick: () => this.playMove(move) }, sentence(move.says), h("code", {}, move.text));
    this.panels.moves.replaceChildren(...moves.map(move => h("li", {}, button(move))));
    if (!moves.length) this.panels.moves.append(h("li", {}, "There is no move."));
    if (this.state.more) this.panels.moves.append(h("li", {}, `… and ${this.state.more} more: choose their places on the table.`));
  }

  /** What is seen of a place, all of it, uppermost first. */
  look(id) {
    const pile = [...(this.table.piles[id] ?? [])].reverse(), seen = pile.filter(Boolean), { name } = this.table.places.get(id);
    const rest = pile.length > seen.length ? `, and ${pile.length - seen.length} unseen` : "";
    this.toggle("look", true);
    this.panels.look.replaceChildren(h("p", {}, `${sentence(name)} Uppermost first: ${seen.map(cardSign).join(" ") || "nothing to be seen"}${rest}.`));
    this.say(`${name}: ${seen.map(cardName).join(", ") || "nothing to be seen"}${rest}.`);
    this.table.focusOn(id);
  }

  startShow() { this.stopShow(); this.showing = true; this.toggle("more", false); this.send({ kind: "hint" }); }
  stopShow() { this.showing = false; clearTimeout(this.showTimer); }

  async load() {
    const file = this.file.files[0];
    this.file.value = "";
    if (!file) return;
    if (file.size > 200000) return this.say("This file is too large to be a saved game.", "refused");
    this.send({ kind: "load", record: await file.text() });
  }

  // -- pointer: mouse, pen and touch alike

  down(event) {
    if (event.button || this.drag) return;
    if (this.showing) return this.stopShow();
    const id = this.table.under(event);
    if (!id) return this.chosen.length ? this.release() : undefined;
    event.preventDefault();
    const i = event.target.closest?.(".card[data-i]")?.dataset.i, n = (this.table.piles[id] ?? []).length;
    const count = i === undefined ? 1 : n - Number(i);
    this.drag = { id, count, pointer: event.pointerId, start: this.table.point(event), x: event.clientX, y: event.clientY };
    this.table.svg.setPointerCapture(event.pointerId);
    this.table.focusOn(id);
  }

  moved(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer || drag.dropped) return;
    if (!drag.lifted) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6 || !this.live || !this.table.piles[drag.id]?.length) return;
      drag.lifted = true;
      const sizes = this.open([drag.id]).map(move => move.count);
      this.chosen = [drag.id];
      this.count = sizes.includes(drag.count) ? drag.count : 1;
      this.table.lift(drag.id, this.count);
      this.marks();
    }
    const [x, y] = this.table.point(event);
    this.table.carry(x - drag.start[0], y - drag.start[1]);
  }

  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.lifted) {
      this.drag = null;
      const sized = this.live && this.open([drag.id]).some(move => move.count === drag.count);
      return this.pick(drag.id, sized ? drag.count : null);
    }
    const target = this.table.under(event);
    drag.dropped = true;
    if (!target || target === drag.id) { this.release(); return this.say("Put back."); }
    this.dropping = true;
    this.pick(target);
    if (this.drag && this.chosen.length > 1) this.cancelDrag();
  }

  cancelDrag() {
    this.drag = null;
    this.dropping = false;
    this.table.drop();
  }

  // -- keys

  focused(node) {
    if (node) this.table.focusOn(node.dataset.place, false);
    this.marks();
  }

  key(event) {
    const { key } = event, typing = event.target.matches("input, textarea, select"), onTable = event.target.closest("[data-place]");
    if (this.showing) this.stopShow();
    if (event.altKey || event.metaKey && !/^[zy]$/i.test(key)) return;
    const done = () => { event.preventDefault(); event.stopPropagation(); };
    if (key === "Escape") {
      done();
      const open = Object.keys(this.panels).find(name => !this.panels[name].hidden);
      if (open) return this.toggle(open, false);
      if (!this.chosen.length) return;
      this.release();
      return this.say("Put back.");
    }
    if (typing) return event.stopPropagation();
    if (event.ctrlKey || event.metaKey) {
      if (/^[zy]$/i.test(key)) { done(); this.send({ kind: /y/i.test(key) || event.shiftKey ? "redo" : "undo" }); }
      return;
    }
    if (this.replay?.key(event)) return done();
    if (onTable && ARROWS[key]) {
      done();
      return this.table.focusOn(this.table.towards(onTable.dataset.place, ...ARROWS[key]));
    }
    if (onTable && (key === "Enter" || key === " ")) { done(); return this.pick(onTable.dataset.place); }
    const letter = key.length === 1 ? key.toLowerCase() : "";
    const simple = { u: "undo", r: "redo", h: "hint", o: "home" };
    if (letter === "?" || letter === "x") { done(); return this.toggle(letter === "x" ? "text" : "help"); }
    if (letter === "l") { done(); return this.look(onTable?.dataset.place ?? this.table.current); }
    if (!this.live || !letter.trim()) return;
    if (simple[letter]) { done(); this.send({ kind: simple[letter] }); }
    else if (KIND_KEYS[letter]) { done(); this.playKind(KIND_KEYS[letter]); }
    else if (letter === "m") { done(); this.toggle("moves"); }
    else if (letter === "n") { done(); this.toggle("more"); }
    else if (letter === "s") { done(); this.startShow(); }
  }
}

// ---- a finished game, step by step ----------------------------------------------------------------

class Replay {
  constructor(board, story) {
    this.board = board;
    this.story = story;
    if (!story?.frames?.length) return;
    this.piles = [];
    for (const frame of story.frames) this.piles.push({ ...this.piles.at(-1), ...frame.changed });
    this.at = 0;
    const step = (label, name, act) => h("button", { type: "button", "aria-label": name, title: name, onclick: act }, label);
    this.playButton = step("Play", "Play the replay (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: "0", max: String(story.frames.length - 1), value: "0",
      "aria-label": "Move of the replay", oninput: () => this.go(Number(this.slider.value)) });
    this.yourself = h("button", { type: "button", onclick: () => this.takeOver() }, "Play it yourself");
    this.bar = h("div", { class: "controls replay", role: "group", "aria-label": "Replay" },
      step("|◀", "First (Home)", () => this.go(0)), step("◀", "Back (left arrow)", () => this.go(this.at - 1)), this.playButton,
      step("▶", "Forward (right arrow)", () => this.go(this.at + 1)), step("▶|", "Last (End)", () => this.go(story.frames.length - 1)),
      this.slider, this.yourself);
    board.controls.before(this.bar);
    this.go(0);
    board.says.textContent = `A finished game of ${story.frames.length - 1} moves: step through it with the buttons or the arrow keys.`;
  }

  go(to) {
    const { story, board } = this;
    this.at = Math.max(0, Math.min(story.frames.length - 1, to));
    const frame = story.frames[this.at], end = this.at === story.frames.length - 1, piles = this.piles[this.at];
    const line = place => `${place.name}: ${(piles[place.id] ?? []).map(cardSign).join(" ") || "–"}`;
    const text = [...board.table.places.values()].map(line).join("\n"), before = board.table.piles;
    board.show({ ...story, piles, moved: this.at, text, won: end && story.won, over: end && Boolean(story.result), moves: [] });
    if (!board.root.classList.contains("still")) board.table.slide(before);
    board.hinted = this.at ? Object.keys(frame.changed) : [];
    board.marks();
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `move ${this.at} of ${story.frames.length - 1}`);
    board.say((this.at ? `${this.at}. ` : "") + sentence(frame.says) + (end && story.result ? ` ${story.result}` : ""));
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.at === this.story.frames.length - 1) this.go(0);
    this.running = setInterval(() => (this.at < this.story.frames.length - 1 ? this.go(this.at + 1) : this.stop()), 900);
    this.playButton.textContent = "Pause";
  }

  stop() {
    clearInterval(this.running);
    this.running = null;
    if (this.playButton) this.playButton.textContent = "Play";
  }

  key(event) {
    if (!this.bar || event.target === this.slider) return false;
    const onButton = event.target.matches("button"), last = this.story.frames.length - 1;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last };
    if (event.key in steps) this.go(steps[event.key]);
    else if (event.key === " " && !onButton) this.toggle();
    else if (event.key === "Enter" && event.target.closest("[data-place]")) this.takeOver();
    else if (ARROWS[event.key]) this.walk(ARROWS[event.key][1]);
    else return false;
    return true;
  }

  walk(by) {
    const ids = [...this.board.table.places.keys()], table = this.board.table;
    table.focusOn(ids[(ids.indexOf(table.current) + by + ids.length) % ids.length]);
  }

  /** Play on from here, with Python in this page for a referee. */
  async takeOver(then = () => {}) {
    const { board, story } = this;
    if (this.starting || !this.bar) return;
    this.stop();
    this.starting = true;
    board.say("Python is being started in this page …");
    try {
      if (!story.record) throw new Error("the game was changed, and only its own notebook knows how");
      const referee = await pageReferee({ ...story.record, moves: story.record.moves.slice(0, this.at) }, reply => board.receive(reply));
      board.referee.close();
      board.referee = referee;
      board.say(`You play on from move ${this.at} of deal ${story.deal}.`);
      then();
    } catch (error) {
      this.starting = false;
      board.say(`This page cannot referee a game (${error.message}); the replay still works.`, "refused");
    }
  }

  close() { this.stop(); this.bar?.remove(); }
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.close();
  },
};

export { Table };      // for tests: which place an arrow leads to
