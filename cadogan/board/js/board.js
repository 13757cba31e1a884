// One board for every game. It shows what a referee answers and asks what a person tries. It holds no rule:
// what is legal is the list of moves that came with the state.

import { Account } from "./account.js";
import { Dealing } from "./dealing.js";
import { Ending } from "./ending.js";
import { Hands } from "./hands.js";
import { Laying } from "./laying.js";
import { Sitting } from "./log.js";
import { days, played } from "./memory.js";
import { Outlook } from "./outlook.js";
import { Panels } from "./panels.js";
import { wakePage } from "./referees.js";
import { Replay } from "./replay.js";
import { Screen } from "./screen.js";
import { button } from "./shelf.js";
import { Show } from "./show.js";
import { Sizes } from "./sizes.js";
import { sound } from "./sound.js";
import { Stopwatch } from "./stopwatch.js";
import { Table } from "./table.js";
import { ARROWS, calm, clockTime, dealName, dealOfDay, h, plural, sentence } from "./words.js";

const PLAYING = new Set(["move", "try", "home"]);      // messages by which a person plays
const GIVEN = new Set(["show", "load", "new", "undo", "redo", "restart", "go"]);      // those by which the table is changed otherwise
const STEPS = new Set(["undo", "redo"]);
const BY_ITSELF = new Set(["turn", "deal", "fill"]);   // single moves that autoplay makes
const MOST_BY_ITSELF = 200;
const FEWEST_LEFT = 3, FLYING = 140;      // cards that a button sends home, and the milliseconds between two of them

/** The changed rules of a record, if any. */
const rulesOf = record => `${record?.rules ?? ""} ${record?.variant ?? ""}`;

class Board extends Screen {
  constructor(model, el) {
    super();
    this.table = new Table();
    this.waiting = false;
    this.rows = [];              // of the table of odds
    this.hints = 0;              // that were asked for in this deal
    this.account = new Account(this);
    this.show = new Show(this);
    this.dealing = new Dealing(this);
    this.sitting = new Sitting();
    this.hands = new Hands(this);
    this.stopwatch = new Stopwatch(() => this.tick());
    this.outlook = new Outlook(this);
    this.laying = new Laying(this);
    this.panels = new Panels(this);
    this.ending = new Ending(this);
    this.build();
    this.open(model, el, Replay);
    this.onRule = event => this.heedRule(event.detail?.rule ?? null);
    document.addEventListener("cadogan:rule", this.onRule);
  }

  close() {
    super.close();
    document.removeEventListener("cadogan:rule", this.onRule);
    this.sizes.close();
    this.show.stop();
    this.dealing.stop();
    this.stopwatch.close();
  }

  build() {
    this.prepare({
      undo: this.undoButton(() => this.undo()), redo: this.redoButton(),
      hint: this.press("Hint", "H", () => this.outlook.askHint()),
      verdict: this.press("Can it be won?", "C", () => this.outlook.askVerdict()),
      deal: this.press("New deal", "W", () => this.newDeal()),
      how: this.press("How to play", "I", () => this.panels.toggle("how")), more: this.press("More", "N", () => this.panels.toggle("more")),
      larger: this.press("Larger", "Z", () => this.sizes.zoom()),
    });
    this.odds = h("p", { class: "odds", hidden: "" });
    this.kindBar = h("span", { class: "kinds" });
    this.kindButtons = new Map();
    this.buttons.deal.before(this.kindBar);
    this.furnish("cadogan", h("div", { class: "cloth" }, this.table.svg), this.says, this.controls, this.show.bar, this.notice,
      this.ending.node, this.outlook.node, this.panels.each.lay, this.panels.each.how, this.odds, this.panels.over);
    this.sizes = new Sizes(this);
    this.resized = () => this.sizes.take();
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
    this.show.players(state.strategies ?? []);
    this.panels.grades(state.grades ?? []);
    this.table.setPlaces(state.places);
    this.panels.tellHow(state.how ?? []);
    this.draw(state);
    this.panels.recallOptions();
    this.panels.warn();
    this.panels.introduce();
    if (state.odds) this.showOdds(state.odds);
  }

  // -- what arrives

  takes() {
    return { state: this.takeState, refused: this.takeRefusal, hint: this.takeHint, error: this.takeError,
      searching: reply => this.outlook.takeSearching(reply),
      saved: reply => this.panels.saved(reply), odds: this.showOdds, concerns: this.takeConcerns,
      chance: reply => this.outlook.takeChance(reply), verdict: reply => this.outlook.takeVerdict(reply),
      lost_at: reply => this.outlook.takeWhere(reply), laid: reply => this.laying.take(reply) };
  }

  takeState(state) {
    const first = !this.live, kernel = first && !this.replay?.starting;
    if (!first || kernel) this.waiting = false;      // else it is what the game begins with, and no answer
    this.goLive();
    this.foreseen = false;
    const before = this.table.piles, last = this.state, same = state.kept_as === last.kept_as;
    const other = !same || !this.sameDeal(state), byPerson = this.playing, stepped = STEPS.has(this.asked);
    if (other && !first && this.laying.on) this.panels.toggle("lay", false);
    this.hands.settle(state, first && !kernel);
    if (this.day && !first) { days.note(this.day, state.kept_as, state.deal); this.day = null; }
    if (state.places && JSON.stringify(state.places) !== this.table.key) this.begin(state);
    else this.draw(state);
    if (!same) this.send({ kind: "odds" });      // other readings, other odds
    this.account.heed(state, last, { kind: this.asked, other: first || other, first });
    this.asked = "";
    const own = byPerson && this.account.own(state), ends = Boolean(state.over) && !last.over;
    const counted = { ...state, kept_as: this.account.countsAs(state) };
    // How a game ended is said once, below this line.
    if (state.note) this.say(state.note + (state.result && !(ends && !first) ? ` ${state.result}` : ""));
    this.heeded(!first);
    this.ending.show(counted, { fresh: ends && !first, own, seconds: Math.round(this.stopwatch.spent / 1000) });
    this.account.count(state, last, byPerson);
    if (!this.following) this.account.keep(state);      // on the way to where it stands, it is no game of anybody
    this.playing = false;
    this.sitting.note(counted, { on: this.root.classList.contains("logged"), played: byPerson, again: first || other,
      seconds: Math.round(this.stopwatch.spent / 1000) });
    this.outlook.after(this.state, first || other);
    this.move(state, before, { dealt: other && !first && !state.moved, won: state.won && !last.won && !first });
    if (!(byPerson && this.goesOn(state))) this.byItself = 0;
    if ("shown" in state) this.show.answered(state);
    else this.goHome(state, byPerson || stepped);
    if (kernel) this.takeUp();
    if (!first || kernel) this.hands.goOn();
  }

  /** When what is left goes home by itself one button sends it, and card after card flies. */
  goHome({ finish, over }, offered) {
    if (over || !finish) { this.finishing = false; return; }
    const next = () => { if (this.finishing) this.send({ kind: "home", most: 1 }); };
    if (this.finishing) setTimeout(next, this.root.classList.contains("still") || calm() ? 0 : FLYING);
    else if (offered && finish >= FEWEST_LEFT) {
      this.offer("What is left goes home by itself.", button(`Send the last ${finish} home`, () => { this.finishing = true; next(); }));
    }
  }

  /** What is seen and heard of a change: cards fly, are dealt, come down after a win. */
  move(state, before, { dealt, won }) {
    if (this.root.classList.contains("sounds")) {
      if (won) sound("won");
      else if (state.over && this.playedOn) sound("lost");
      else if (state.moved) sound("card");
    }
    if (this.root.classList.contains("still")) return;
    if (won) this.table.cascade();
    else if (dealt) this.table.deal();
    else {
      this.table.fly(before);
      this.table.turnUp(before);
    }
  }

  takeRefusal(refusal) {
    const { from, to, sentence: why } = refusal, meant = new Set([...this.hands.chosen, from, to, ...this.named(why)]);
    this.show.stop();
    this.waiting = false;
    this.hands.release();
    this.hinted = [...meant].filter(id => this.table.places.has(id));
    this.marks();
    this.refuse(refusal);
    this.panels.linkRefusal(refusal.rule);
    if (this.root.classList.contains("sounds")) sound("refused");
  }

  takeHint({ places, says }) {
    this.outlook.searched();
    this.hinted = [...new Set([...places ?? [], ...this.named(says)])];
    this.marks();
    this.say(says);
  }

  /** The places that a sentence names by number: no number stands on the table, so that they are marked there.
   *  @param {string} said */
  named(said) {
    const name = id => this.table.places.get(id).name.toLowerCase(), behind = id => said.toLowerCase().split(name(id)).slice(1);
    return this.table.ids.filter(id => /\d$/.test(name(id)) && behind(id).some(rest => !/^\d/.test(rest)));      // not lane 1 in "lane 12"
  }

  takeError({ sentence: why }) {
    this.panels.copying = this.waiting = false;
    this.day = null;
    this.laying.asked = 0;
    this.show.stop();
    this.hands.release();
    this.say(why, "refused");
  }

  takeConcerns({ rule, places, now }) {
    if (rule !== this.rule) return;
    this.concerned = { places: places.filter(id => !now.includes(id)), now };
    this.marks();
  }

  showOdds({ says, rows = [] }) {
    this.rows = rows;
    this.odds.hidden = false;
    this.odds.textContent = says;
  }

  goLive() {
    if (this.replay) this.say("");      // what was said of the replay is over
    const held = this.endReplay();
    if (held) this.focusTable();
    if (held !== null && this.odds.hidden) this.send({ kind: "odds" });
  }

  focusTable() { this.table.focusOn(this.table.current); }

  stopPlaying() {
    this.show.stop();
    this.dealing.stop();
    this.outlook.stop();
    this.hands.release();
    this.stopwatch.run(false);
  }

  // -- what is shown

  /** Bring the page into line with a state, changing only what has changed. */
  draw(state) {
    this.state = { ...state, moves: state.moves ?? [], buttons: state.buttons ?? [] };
    const changed = !state.own && state.kept_as?.endsWith("(changed)") ? " · rules changed" : "";
    const day = days.dayOf(state.kept_as ?? "", state.deal);
    this.root.setAttribute("aria-label", `${state.title}, ${dealName(state)}`);
    this.table.svg.setAttribute("aria-label", `The table of ${state.title}`);
    const dealt = dealName(state) + (day && !state.real ? `, ${dealOfDay(day)}` : "");
    this.headline = `${state.title}${changed} · ${dealt}${state.hardness ? ` · ${state.hardness.word}` : ""}`;
    this.title.title = state.hardness?.says ?? "";
    this.outcome = state.won ? "Won" : state.cut ? "Cut short" : state.over ? "No move left" : "";
    this.tick();
    this.root.classList.toggle("won", Boolean(state.won));
    this.root.classList.toggle("lost", Boolean(state.over && !state.won));
    this.enable();
    this.hinted = [];
    this.concerned = null;
    this.dealing.stop();
    this.table.draw(state.piles);
    this.panels.refresh(this.state);
    this.marks();
  }

  /** The line above the table: what is played, the counts, and the time for those who want it. */
  tick() {
    const { state } = this;
    if (!state) return;
    const counts = [plural(state.moved, "move"), ...(state.counts ?? []).map(({ name, value }) => `${name} ${value}`.replace(" -", " −"))];
    const sign = this.outlook.sign();
    if (sign) counts.push(sign);
    if (this.root.classList.contains("timed")) counts.push(clockTime(this.stopwatch.spent / 1000));
    this.write(this.headline, counts.join(" · "), this.outcome);
  }

  /** Buttons by what can be done; those of the game itself are named by the referee. */
  enable() {
    const { state } = this;
    this.able(this.buttons.undo, state.can_undo); this.able(this.buttons.redo, state.can_redo);
    this.able(this.buttons.hint, state.moves.length); this.able(this.panels.home, state.moves.length);
    for (const { kind, label, key, can } of state.buttons) {
      let button = this.kindButtons.get(kind);
      if (!button) {
        button = this.press(label, key, () => this.hands.playKind(kind));
        this.kindButtons.set(kind, button);
        this.kindBar.append(button);
      }
      if (button.textContent !== label) button.textContent = label;
      this.able(button, can);
    }
    for (const [kind, button] of this.kindButtons) button.hidden = !state.buttons.some(one => one.kind === kind);
  }

  marks() {
    const targets = this.hands.targets();
    const focus = this.byKey ? this.table.svg.querySelector("[data-place]:focus")?.dataset.place : null;
    this.table.name(this.hands.chosen, targets);
    const { last } = this.state, made = last && !this.laying.on ? (last.to ? [last.to] : last.places) : [];
    this.table.mark({ last: made.filter(id => this.table.piles[id]?.length),
      concern: this.concerned?.places ?? [], now: this.concerned?.now ?? [], target: targets, hinted: this.hinted ?? [],
      chosen: this.hands.chosen, focus: focus ? [focus] : [] });
  }

  focused(node) {
    if (node) this.table.focusOn(node.dataset.place, false);
    this.marks();
  }

  // -- what is asked

  send(message) {
    if ("day" in message) this.day = message.day;
    if (!message.most && (PLAYING.has(message.kind) || GIVEN.has(message.kind))) this.finishing = false;
    if (PLAYING.has(message.kind)) {
      this.playing = this.playedOn = true;
      if (!this.byItself) this.from = this.state.moved;      // whatever goes on by itself is taken back with it
    } else if (GIVEN.has(message.kind)) this.playing = false;
    if (PLAYING.has(message.kind) || GIVEN.has(message.kind)) {      // the state that answers is waited for
      this.waiting = true;
      this.asked = message.kind;
    }
    this.sitting.asked(message.kind);
    this.foresee(message);
    super.send(message);
  }

  /** A move from place to place is legal by the list that stands in the page: it is seen at once, and confirmed when the referee comes. */
  foresee({ kind, text }) {
    const move = kind === "move" && !this.live ? this.state.moves.find(one => one.text === text) : null;
    if (move?.kind !== "play" || !move.count) return;
    const before = this.table.piles, from = before[move.from] ?? [], cards = from.slice(-move.count);
    if (cards.length < move.count || cards.includes(null)) return;
    this.foreseen = true;
    this.hands.release(false);
    this.say(`${sentence(move.says)} The table is being set …`);
    this.table.draw({ ...before, [move.from]: from.slice(0, -move.count), [move.to]: [...(before[move.to] ?? []), ...cards] });
    if (!this.root.classList.contains("still")) this.table.fly(before);
    this.marks();
  }

  /** Nobody has come to confirm it: the table lies as it did. */
  takeBackForeseen() {
    if (this.foreseen) this.table.draw(this.state.piles);
    this.foreseen = false;
  }

  /** Take back the last move, with all that autoplay has added to it. */
  undo() {
    const to = this.from ?? null;
    this.from = null;
    this.send(this.auto() && to !== null && to < this.state.moved ? { kind: "undo", to } : { kind: "undo" });
  }

  /** Any deal worth playing that has not been played here, as hard as is wanted; whoever has not won this patience yet gets an easy one. */
  newDeal() {
    const { grade } = this.panels, game = this.state.kept_as ?? "", { won } = played.summary(game);
    this.send({ kind: "new", any: true, grade: grade.value || (won ? "" : grade.options[1]?.value ?? ""),
      played: played.of(game).map(([deal]) => deal) });
  }

  auto() { return this.root.classList.contains("autoplay"); }

  /** Autoplay, for those who want it: cards go home, and the only move there is is made. Says whether anything was asked. */
  goesOn(state) {
    const { moves, over } = state, home = id => this.table.places.get(id)?.home;
    if (!this.auto() || over || this.show.on || (this.byItself ?? 0) >= MOST_BY_ITSELF) return false;
    const goes = moves.some(move => move.kind === "play" && home(move.to) && !home(move.from));
    const single = moves.length === 1 && BY_ITSELF.has(moves[0].kind) ? moves[0] : null;
    if (!goes && !single) return false;
    this.byItself = (this.byItself ?? 0) + 1;
    this.send(goes ? { kind: "home" } : { kind: "move", text: single.text });
    return true;
  }

  /** Light up places that a sentence names; none to end it.
   *  @param {string[]} places */
  light(places) {
    this.concerned = places.length ? { places, now: [] } : null;
    this.marks();
  }

  /** A rule is pointed at in the text, or no longer. */
  heedRule(rule) {
    this.rule = rule;
    this.concerned = null;
    if (rule && this.live) this.send({ kind: "concerns", rule });
    else this.marks();
  }

  // -- what is kept

  /** Nothing is played while a pack is laid. */
  get plays() { return !this.laying.on && super.plays; }

  get played() { return { moved: this.state.moved, line: this.state.record?.moves ?? [] }; }

  fits(record) { return rulesOf(record) === rulesOf(this.state.record ?? this.model.get("replay")?.record); }

  openKept({ record, moved }) {
    const back = moved < record.moves.length;
    this.following += back ? 2 : 1;
    this.send({ kind: "load", record: JSON.stringify(record) });
    if (back) this.send({ kind: "go", to: moved });
  }

  drawKept(view, { deal, moved, record }) {
    this.draw({ ...this.state, ...view, deal, moved, record, can_undo: true, over: false, won: false });
  }

  // -- keys

  escape() {
    if (this.finishing) { this.finishing = false; return true; }
    if (this.show.stop() || this.dealing.stop() || this.outlook.stop() || this.panels.close()) return true;
    if (!this.hands.chosen.length) return false;
    this.hands.putBack();
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
    const here = () => target.closest("[data-place]")?.dataset.place ?? table.current;
    const anywhere = { "?": open("help"), x: open("text"), i: open("how"), g: open("games"), n: open("more"),
      z: () => this.sizes.zoom(), v: () => this.window(),
      l: () => panels.lookAt(here()) };
    const playing = { u: () => this.undo(), r: send("redo"), h: () => this.outlook.askHint(), o: send("home"), b: send("restart"),
      m: open("moves"), e: () => this.hands.anyMove(), c: () => this.outlook.askVerdict(), w: () => this.newDeal() };
    for (const { kind, key } of this.state.buttons) if (key) playing[key.toLowerCase()] = () => this.hands.playKind(kind);
    const alone = Object.entries(playing).map(([key, act]) => [key, () => { show.stop(); act(); }]);      // whoever plays ends the showing
    return { anywhere, playing: { ...Object.fromEntries(alone), s: () => (show.on ? show.pause() : show.start()) } };
  }
}

export default {
  render({ model, el }) {
    const board = new Board(model, el);
    return () => board.close();
  },
};
