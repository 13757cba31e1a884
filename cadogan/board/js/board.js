// One board for every game. It gathers what a person tries, by pointer, keys and buttons, and shows what a
// referee answers. It holds no rule: what is legal is the list of moves that came with the state.

import { liveReferee } from "./referees.js";
import { Replay } from "./replay.js";
import { Table } from "./table.js";
import { ARROWS, calm, capital, cardName, cardSign, h, plural, provideCards, samePairs, sentence } from "./words.js";

const PLAIN = new Set(["play", "take", "swap", "together"]);   // kinds that are made by choosing places
const KIND_KEYS = { t: "turn", d: "deal", f: "fill", a: "again" };
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

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.close();
  },
};
