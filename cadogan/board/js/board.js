// One board for every game. It shows what a referee answers and asks what a person tries. It holds no rule:
// what is legal is the list of moves that came with the state.

import { Hands, PLAIN } from "./hands.js";
import { played } from "./memory.js";
import { Panels } from "./panels.js";
import { wakePage } from "./referees.js";
import { Replay } from "./replay.js";
import { Screen } from "./screen.js";
import { Show } from "./show.js";
import { Table } from "./table.js";
import { ARROWS, capital, h, plural } from "./words.js";

const KIND_KEYS = { t: "turn", d: "deal", f: "fill", a: "again" };
const SMALL = 44, NARROW = 28;                         // widths of a card on the screen, in pixels
const PLAYING = new Set(["move", "try", "home"]);      // messages by which a person plays
const GIVEN = new Set(["show", "load", "new", "undo", "redo", "restart"]);      // those by which the table is changed otherwise

class Board extends Screen {
  constructor(model, el) {
    super();
    this.table = new Table();
    this.shown = new Set();      // deals in which the board has played: they are nobody's
    this.show = new Show(this);
    this.hands = new Hands(this);
    this.panels = new Panels(this);
    this.build();
    this.open(model, el, Replay);
    this.onRule = event => this.heedRule(event.detail?.rule ?? null);
    document.addEventListener("cadogan:rule", this.onRule);
  }

  close() {
    super.close();
    document.removeEventListener("cadogan:rule", this.onRule);
    this.show.stop();
  }

  build() {
    const send = kind => () => this.send({ kind }), open = name => () => this.panels.toggle(name);
    this.prepare({
      undo: this.press("Undo", "U", send("undo")), redo: this.press("Redo", "R", send("redo")), hint: this.press("Hint", "H", send("hint")),
      home: this.press("Home", "O", send("home")), moves: this.press("Moves", "M", open("moves")),
      larger: this.press("Larger", "Z", () => this.zoom(), "narrow"), more: this.press("More", "N", open("more")), help: this.press("Help", "?", open("help")),
    });
    this.odds = h("p", { class: "odds", hidden: "" });
    this.kindBar = h("span", { class: "kinds" });
    this.kindButtons = new Map();
    this.controls.prepend(this.kindBar);
    this.furnish("cadogan", h("div", { class: "table" }, this.table.svg), this.says, this.show.bar, this.controls, ...Object.values(this.panels.each), this.odds);
    new ResizeObserver(() => this.size()).observe(this.table.svg);
    this.byKey = true;      // the focus is drawn for those who move it by key
    this.root.addEventListener("pointerdown", () => { this.byKey = false; }, true);
    this.root.addEventListener("keydown", () => { this.byKey = true; }, true);
    // A card that is touched will be played: Python starts while the finger is still down.
    this.table.svg.addEventListener("pointerdown", () => { if (this.replay) wakePage(); });
    // Not on the drawing itself: a browser lets an SVG with such a listener take the focus.
    this.root.addEventListener("focusin", event => this.focused(event.target.closest("[data-place]")));
    this.root.addEventListener("focusout", () => this.marks());
  }

  /** The places of a game, and what goes with them. */
  begin(state) {
    this.alternate = state.alternate;
    this.table.setPlaces(state.places);
    this.draw(state);
    this.panels.recallOptions();
    if (state.odds) this.showOdds(state.odds);
  }

  // -- what arrives

  takes() {
    return { state: this.takeState, refused: this.takeRefusal, hint: this.takeHint, error: this.takeError,
      saved: reply => this.panels.saved(reply), odds: this.showOdds, concerns: this.takeConcerns };
  }

  takeState(state) {
    this.goLive();
    const before = this.table.piles, dragged = this.hands.dropping, same = state.kept_as === this.state.kept_as;
    this.hands.release();
    if (state.places && JSON.stringify(state.places) !== this.table.key) this.begin(state);
    else this.draw(state);
    if (!same) this.send({ kind: "odds" });      // other readings, other odds
    this.count(state);
    if (state.note) this.say(state.note + (state.result ? ` ${state.result}` : ""));
    const set = state.last && !state.last.from && state.last.text.includes(" ");      // its cards come from many places
    if (!dragged && !set && !this.root.classList.contains("still")) this.table.slide(before);
    if ("shown" in state) this.show.answered(state);
  }

  takeRefusal(refusal) {
    this.show.stop();
    this.hands.release();
    this.refuse(refusal);
  }

  takeHint({ places, says }) {
    this.hinted = places ?? [];
    this.marks();
    this.say(says);
  }

  takeError({ sentence: why }) {
    this.panels.copying = false;
    this.show.stop();
    this.hands.release();
    this.say(why, "refused");
  }

  takeConcerns({ rule, places, now }) {
    if (rule !== this.rule) return;
    this.concerned = { places: places.filter(id => !now.includes(id)), now };
    this.marks();
  }

  showOdds({ says }) {
    this.odds.hidden = false;
    this.odds.textContent = says;
  }

  goLive() {
    if (this.replay) this.say("");      // what was said of the replay is over
    const held = super.goLive();
    if (held) this.focusTable();
    if (held !== null && this.odds.hidden) this.send({ kind: "odds" });
  }

  focusTable() { this.table.focusOn(this.table.current); }

  // -- what is shown

  /** Bring the page into line with a state, changing only what has changed. */
  draw(state) {
    this.state = { ...state, moves: state.moves ?? [] };
    const changed = state.kept_as?.endsWith("(changed)") ? " · rules changed" : "";
    this.root.setAttribute("aria-label", `${state.title}, deal ${state.deal}`);
    this.table.svg.setAttribute("aria-label", `The table of ${state.title}`);
    this.write(`${state.title}${changed} · deal ${state.deal}`,
      [plural(state.moved, "move"), ...(state.counts ?? []).map(({ name, value }) => `${name} ${value}`)].join(" · "), state.won ? "Won" : state.over ? "No move left" : "");
    this.root.classList.toggle("won", Boolean(state.won));
    this.root.classList.toggle("lost", Boolean(state.over && !state.won));
    this.enable();
    this.hinted = [];
    this.concerned = null;
    this.table.draw(state.piles);
    this.panels.refresh(this.state);
    this.marks();
  }

  /** Buttons by what can be done; a kind of move gets its button when it is first met. */
  enable() {
    const { state } = this;
    this.able(this.buttons.undo, state.can_undo); this.able(this.buttons.redo, state.can_redo);
    this.able(this.buttons.hint, state.moves.length); this.able(this.buttons.home, state.moves.length);
    const kinds = new Set(state.moves.map(move => move.kind).filter(kind => !PLAIN.has(kind)));
    for (const kind of kinds) {
      if (this.kindButtons.has(kind)) continue;
      const key = Object.keys(KIND_KEYS).find(one => KIND_KEYS[one] === kind);
      const button = this.press(capital(kind), key?.toUpperCase() ?? "", () => this.hands.playKind(kind), "kind");
      this.kindButtons.set(kind, button);
      this.kindBar.append(button);
    }
    for (const [kind, button] of this.kindButtons) this.able(button, kinds.has(kind));
  }

  marks() {
    const targets = this.hands.targets(), focus = this.byKey ? this.table.svg.querySelector("[data-place]:focus")?.dataset.place : null;
    this.table.name(this.hands.chosen, targets);
    this.table.mark({ concern: this.concerned?.places ?? [], now: this.concerned?.now ?? [], target: targets, hint: this.hinted ?? [],
      chosen: this.hands.chosen, focus: focus ? [focus] : [] });
  }

  focused(node) {
    if (node) this.table.focusOn(node.dataset.place, false);
    this.marks();
  }

  /** Small cards get the large index; very small ones a button that makes them larger. */
  size() {
    const width = this.table.cardWidth();
    if (!width) return;
    this.root.classList.toggle("small", width < SMALL);
    this.table.indexed(this.root.matches(".small, .large-index") ? "large" : "small");
    this.buttons.larger.hidden = width >= NARROW && !this.larger;
  }

  zoom() {
    this.larger = this.root.classList.toggle("larger");
    this.buttons.larger.setAttribute("aria-pressed", String(this.larger));
    this.say(this.larger ? "Larger cards: a finger scrolls the table, taps play." : "The whole table.");
    this.table.nodes.get(this.table.current)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // -- what is asked

  send(message) {
    if (PLAYING.has(message.kind)) this.playing = true;
    else if (GIVEN.has(message.kind)) this.playing = false;
    super.send(message);
  }

  anyMove() {
    const { moves, more, result } = this.state, n = moves.length + (more ?? 0);
    const others = [...new Set(moves.map(move => move.kind).filter(kind => !PLAIN.has(kind)))];
    const also = others.length ? ` (among them: ${others.join(", ")})` : "";
    this.say(n ? `Yes: ${plural(n, "move")} can be made${also}.` : `No. ${result ?? ""}`);
  }

  /** A rule is pointed at in the text, or no longer. */
  heedRule(rule) {
    this.rule = rule;
    this.concerned = null;
    if (rule && this.live) this.send({ kind: "concerns", rule });
    else this.marks();
  }

  // -- the statistics: only what a person plays counts

  count({ kept_as: game, deal, moved, won, shown }) {
    const key = `${game} ${deal}`;
    if (shown) this.shown.add(key);
    if (this.playing && game && moved && !this.shown.has(key)) played.note(game, deal, won ? moved : 0);
    this.playing = false;
  }

  // -- keys

  escape() {
    if (this.show.stop() || this.panels.close()) return true;
    if (!this.hands.chosen.length) return false;
    this.hands.release();
    this.say("Put back.");
    return true;
  }

  keyOnTable({ key, target }) {
    const place = target.closest("[data-place]")?.dataset.place, { hands, table } = this;
    if (place === undefined) return false;
    if (ARROWS[key] || /^(Page(Up|Down)|Home|End)$/.test(key)) table.focusOn(table.towards(place, key));
    else if (key === "Enter" || key === " ") hands.pick(place);
    else return false;
    return true;
  }

  keys({ target }) {
    const { panels, show, table } = this, open = name => () => panels.toggle(name), send = kind => () => this.send({ kind });
    const anywhere = { "?": open("help"), x: open("text"), g: open("games"), z: () => this.zoom(), l: () => panels.look(target.closest("[data-place]")?.dataset.place ?? table.current) };
    const playing = { u: send("undo"), r: send("redo"), h: send("hint"), o: send("home"), b: send("restart"), m: open("moves"), n: open("more"), e: () => this.anyMove() };
    for (const [key, kind] of Object.entries(KIND_KEYS)) playing[key] = () => this.hands.playKind(kind);
    const alone = Object.entries(playing).map(([key, act]) => [key, () => { show.stop(); act(); }]);      // whoever plays ends the showing
    return { anywhere, playing: { ...Object.fromEntries(alone), s: () => (show.on ? show.pause() : show.start()) } };
  }

  unfinished() { return !this.state.over && this.state.moved > 0; }
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.close();
  },
};
