// One board for every game. It shows what a referee answers and asks what a person tries. It holds no rule:
// what is legal is the list of moves that came with the state.

import { Hands, PLAIN } from "./hands.js";
import { KIND_KEYS, onKey } from "./keys.js";
import { played } from "./memory.js";
import { Panels } from "./panels.js";
import { liveReferee, wakePage } from "./referees.js";
import { Replay } from "./replay.js";
import { Show } from "./show.js";
import { Table } from "./table.js";
import { capital, h, plural, provideCards, sentence } from "./words.js";

const PATIENCE = 400;                                  // milliseconds in which a live kernel answers
const SMALL = 44, NARROW = 28;                         // widths of a card on the screen, in pixels
const PLAYING = new Set(["move", "try", "home"]);      // messages by which a person plays
const GIVEN = new Set(["show", "load", "new", "undo", "redo", "restart"]);      // those by which the table is changed otherwise

class Board {
  constructor(model, el) {
    this.table = new Table();
    this.shown = new Set();      // deals in which the board has played: they are nobody's
    this.show = new Show(this);
    this.hands = new Hands(this);
    this.panels = new Panels(this);
    this.build();
    el.append(this.root);
    provideCards(model.get("cards_svg"));
    this.begin(model.get("first"));
    this.referee = liveReferee(model, reply => this.receive(reply));
    this.referee.send({ kind: "hello" });
    // Without a kernel nobody answers: then a finished game is shown, which anyone can step through.
    this.timer = setTimeout(() => { if (!this.live) this.replay = new Replay(this, model.get("replay")); }, PATIENCE);
    this.onRule = event => this.heedRule(event.detail?.rule ?? null);
    document.addEventListener("cadogan:rule", this.onRule);
  }

  close() {
    clearTimeout(this.timer);
    document.removeEventListener("cadogan:rule", this.onRule);
    this.show.stop();
    this.replay?.stop();
    this.referee.close();
  }

  /** A button with its key, if it has one. It stays in reach of the focus when it can do nothing. */
  press(label, key, act, name = "") {
    const onclick = event => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") act(); };
    return h("button", { type: "button", class: name, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null, onclick }, label);
  }

  build() {
    const send = kind => () => this.send({ kind }), open = name => () => this.panels.toggle(name);
    this.buttons = {
      undo: this.press("Undo", "U", send("undo")), redo: this.press("Redo", "R", send("redo")), hint: this.press("Hint", "H", send("hint")),
      home: this.press("Home", "O", send("home")), moves: this.press("Moves", "M", open("moves")),
      larger: this.press("Larger", "Z", () => this.zoom(), "narrow"), more: this.press("More", "N", open("more")), help: this.press("Help", "?", open("help")),
    };
    this.title = h("span", { class: "title" });
    this.result = h("strong", { class: "result" });
    this.counts = h("span", { class: "counts" });
    this.odds = h("p", { class: "odds", hidden: "" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.kindBar = h("span", { class: "kinds" });
    this.kindButtons = new Map();
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Controls", hidden: "" },
      this.kindBar, ...Object.values(this.buttons));
    this.root = h("div", { class: "cadogan", role: "group", "data-lm-suppress-shortcuts": "true", onkeydown: event => onKey(this, event) },
      h("div", { class: "head" }, this.title, this.result, this.counts), h("div", { class: "table" }, this.table.svg),
      this.says, this.show.bar, this.controls, ...Object.values(this.panels.each), this.odds);
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

  receive(reply) {
    if (!reply || typeof reply !== "object") return;
    const take = { state: this.takeState, refused: this.takeRefusal, hint: this.takeHint, error: this.takeError,
      saved: ({ record }) => this.panels.saved(record), odds: this.showOdds, concerns: this.takeConcerns }[reply.kind];
    take?.call(this, reply);
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

  takeRefusal({ rule, sentence: why }) {
    this.show.stop();
    this.hands.release();
    this.say(`${rule ? `${rule}: ` : ""}${sentence(why)}`, "refused");
    document.dispatchEvent(new CustomEvent("cadogan:refused", { detail: { rule: rule ?? null } }));      // the page lights it up in the text
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
    if (this.live) return;
    this.live = true;
    if (this.replay?.bar?.contains(document.activeElement)) this.table.focusOn(this.table.current);      // its buttons go
    if (this.replay) this.say("");      // what was said of the replay is over
    this.replay?.close();
    this.replay = null;
    this.controls.hidden = false;
    if (this.odds.hidden) this.send({ kind: "odds" });
  }

  // -- what is shown

  /** Bring the page into line with a state, changing only what has changed. */
  draw(state) {
    this.state = { ...state, moves: state.moves ?? [] };
    const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    const changed = state.kept_as?.endsWith("(changed)") ? " · rules changed" : "";
    this.root.setAttribute("aria-label", `${state.title}, deal ${state.deal}`);
    this.table.svg.setAttribute("aria-label", `The table of ${state.title}`);
    put(this.title, `${state.title}${changed} · deal ${state.deal}`);
    put(this.counts, [plural(state.moved, "move"), ...(state.counts ?? []).map(({ name, value }) => `${name} ${value}`)].join(" · "));
    put(this.result, state.won ? "Won" : state.over ? "No move left" : "");
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
    const { state } = this, able = (button, yes) => button.setAttribute("aria-disabled", String(!yes));
    able(this.buttons.undo, state.can_undo); able(this.buttons.redo, state.can_redo);
    able(this.buttons.hint, state.moves.length); able(this.buttons.home, state.moves.length);
    const kinds = new Set(state.moves.map(move => move.kind).filter(kind => !PLAIN.has(kind)));
    for (const kind of kinds) {
      if (this.kindButtons.has(kind)) continue;
      const key = Object.keys(KIND_KEYS).find(one => KIND_KEYS[one] === kind);
      const button = this.press(capital(kind), key?.toUpperCase() ?? "", () => this.hands.playKind(kind), "kind");
      this.kindButtons.set(kind, button);
      this.kindBar.append(button);
    }
    for (const [kind, button] of this.kindButtons) able(button, kinds.has(kind));
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

  say(text, manner = "") {
    this.says.className = `says ${manner}`;
    // The same sentence twice is two announcements: a no-break space makes it a new text.
    this.says.textContent = this.says.textContent === text ? `${text}\u00a0` : text;
  }

  // -- what is asked

  send(message) {
    if (!this.live && message.kind !== "hello") return;
    if (PLAYING.has(message.kind)) this.playing = true;
    else if (GIVEN.has(message.kind)) this.playing = false;
    this.referee.send(message);
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

  unfinished() { return !this.state.over && this.state.moved > 0; }
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.close();
  },
};
