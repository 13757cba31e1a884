// The table of the six round games. It shows what a referee answers, asks what a person does, and lets the bots play at their pace.
// It holds no rule and no secret: what is legal is the list that came with the state, and what nobody may see does not come.

import { finished, kept } from "./memory.js";
import { wakePage } from "./referees.js";
import { nameOf, signed } from "./round_draw.js";
import { PACES, RoundPanels } from "./round_panels.js";
import { RoundReplay } from "./round_replay.js";
import { RoundTable } from "./round_table.js";
import { Screen } from "./screen.js";
import { sound } from "./sound.js";
import { calm, h, plural, provideCards } from "./words.js";

const BATCH = 100;        // actions at one message when all is to be played at once
const BRISK = 4;          // times as fast as else bots answer an offer, and play on when the person has passed
const GAP = 8;            // pixels between the table and the edge of the window
const ANY_DEAL = 1e6;     // how many deals a new one is chosen from

/** @typedef {import("../messages").RoundOpening} RoundOpening */

/** What makes a deal of that number the same one. @param {RoundOpening | null} opening */
const tableOf = opening => JSON.stringify([opening?.round.options, opening?.round.players, opening?.seats]);

let sheets = 0;      // score sheets so far: each needs a name of its own in the page

/** What was said, with all that decline one after another in one line. @param {string[]} said */
function refusals(said) {
  const who = one => /^(.+) declines\.$/.exec(one)?.[1];
  /** @type {any[]} */
  const lines = [];
  for (const [i, one] of said.entries()) {
    const name = who(one), before = i ? who(said[i - 1]) : undefined;
    if (name === undefined || before === undefined) lines.push(name === undefined ? one : [name]);
    else lines.at(-1).push(name);
  }
  return lines.map(one => (typeof one === "string" ? one
    : one.length === 1 ? `${one[0]} declines.` : `${one.slice(0, -1).join(", ")} and ${one.at(-1)} decline.`));
}

class RoundBoard extends Screen {
  constructor(model, el) {
    super();
    this.table = new RoundTable(this);
    this.panels = new RoundPanels(this);
    /** The game on the table, as it was kept last, or as the table was laid. @type {RoundOpening | null} */
    this.stands = model.get("replay")?.start ?? null;
    this.build();
    provideCards(model.get("joker_svg"), "cadogan-joker");
    this.open(model, el, RoundReplay);
  }

  begin(first) {
    this.resting = !first.persons.length;      // whoever watches bots says when they begin
    this.panels.introduce(first);
    this.draw(first);
    this.panels.recallOptions();
  }

  close() {
    super.close();
    clearTimeout(this.ticking);
  }

  build() {
    const open = name => () => this.panels.toggle(name);
    this.prepare({
      undo: this.undoButton(() => this.send({ kind: "undo" })), redo: this.redoButton(),
      hint: this.press("Hint", "H", () => this.send({ kind: "hint" })),
      deal: this.press("New deal", "", () => this.send({ kind: "new", deal: Math.floor(Math.random() * ANY_DEAL) })),
      how: this.press("How to play", "I", () => this.panels.toggleHow()),
      all: this.press("All actions", "M", open("all")), rest: this.press("Pause bots", "S", () => this.rest()),
      more: this.press("More", "N", open("more")),
    });
    this.banner = h("p", { class: "banner", hidden: "" });
    this.sheetId = `sheet-${++sheets}`;
    this.settled = h("div", { class: "settled", role: "group", "aria-label": "The score sheet", hidden: "" });
    this.ended = h("div", { class: "ended", hidden: "" });      // stays in sight as long as the table does
    this.furnish("cadogan round", this.banner, this.table.felt, this.ended, this.controls, this.settled, this.table.acts, this.says,
      this.notice,
      this.panels.each.how, this.panels.over);
    this.resized = () => this.table.keepHeight(this.state);
    this.table.felt.addEventListener("pointerdown", () => { if (this.replay) wakePage(); });
  }

  // -- what arrives

  takes() {
    return { state: this.takeState, refused: this.takeRefusal, error: this.takeError, trouble: this.takeTrouble,
      hint: this.takeHint, how: ({ sections }) => this.panels.tellHow(sections),
      options: one => this.panels.fillForm(one), saved: reply => this.panels.saved(reply),
      kept: this.takeRecord };
  }

  takeState(state) {
    const before = this.state, first = !this.live, kernel = first && !this.replay?.starting;
    this.goLive(state);
    this.draw(state);
    this.announce(before, state, first);
    const ends = (state.between || state.over) && !(before.between || before.over) && state.deal === before.deal;
    const moving = !first && !calm() && !this.root.classList.contains("still"), beat = PACES[this.panels.pace.value] / 3;
    if (ends && moving) this.table.pay(before, state);
    this.run = moving && state.at > before.at ? beat * (this.table.follow(before, state, beat) - 1) : 0;
    if (state.over && state.counted && !first && state.at > before.at) this.count(state);
    if (this.root.classList.contains("sounds") && state.at !== before.at) sound(state.between || state.over ? "won" : "card");
    const acted = (before.acting !== null && state.at > before.at) || (state.passing && !before.passing);
    this.heeded(!first && (acted || state.deal !== before.deal || state.at < before.at));
    this.keep(state, acted);
    if (kernel) this.takeUp();
    this.clock();
  }

  /** Where a person is to act, or has just acted, and where a deal is settled, the game so far is kept on this machine. */
  keep({ persons, over, between, acting }, acted) {
    if (persons.length && (over || between || acting !== null || acted)) this.send({ kind: "keep" });
  }

  /** What is to be drawn of it goes with it, where nobody else sits at the screen who might see it. */
  takeRecord({ round, seats, at: place, fair, passing }) {
    const record = { round, seats, at: place, fair, passing }, { state } = this;
    const { deal, at, length, over, persons, lifted, said, said_before: before } = state;
    if (round.seed !== deal || place !== at) return;      // the game has gone on since
    this.stands = record;
    if (!at) return;
    const ended = over && at === length ? "over" : undefined, alone = persons.length === 1 && !lifted;
    const view = alone && !ended ? { ...state, note: "", said: [], said_before: before + said.length } : undefined;
    kept.put(this.keptAs, { deal, moved: at, record, spent: 0, ended, view });
  }

  get unit() { return "action"; }

  get keptAs() { return this.state?.slug ?? ""; }

  get played() { return { moved: this.state.at, line: this.stands?.round.actions ?? [] }; }

  fits(record) { return Boolean(record.round && this.stands?.seats.includes("you")); }

  sameDeal({ deal, record }) { return deal === this.state.deal && tableOf(record) === tableOf(this.stands); }

  /** @param {any} one */
  openKept({ record: { round, ...where } }) {
    this.following += 1;
    this.send({ kind: "load", record: JSON.stringify(round), ...where });
  }

  drawKept(view) { this.draw({ ...this.state, ...view }); }

  /** Say what has happened since, and whose turn it is if it is one's own. */
  announce(before, state, first) {
    const heard = before.said_before + before.said.length;
    const on = !first && state.deal === before.deal && state.at > before.at && !state.note;
    const ends = state.between || state.over;      // then all that happened stands on the score sheet
    const news = on && !ends ? refusals(state.said.slice(Math.max(0, heard - state.said_before)).map(one => one.says)) : [];
    const many = news.length > 6 && state.at > before.at + 1;
    const told = many ? [`${plural(news.length - 5, "thing")} before, and:`, ...news.slice(-5)] : news;
    const text = [state.note, ...told, this.turn(state)].filter(Boolean).join(" ");
    if (text) this.say(text);
  }

  /** Whose turn it is, if that is to be said. */
  turn(state) {
    if (state.over) return this.end(state);
    if (state.between) return `${this.totals(state)} Next deal?`;
    if (state.curtain !== null && state.curtain !== undefined) return `Pass to ${this.table.label(state.curtain)}.`;
    return state.acting !== null ? state.says_turn : "";
  }

  /** The statistics: a game that the only person has played to its end. */
  count(state) {
    finished.note(state.kept_as, state.deal, this.table.seats(state).length, state.parts[`seat ${state.seat}`].counters);
  }

  end(state) { return `The game is over. ${this.winner(state)}${this.left(state)}${this.totals(state)}`; }

  /** Who has won a game that is over, as a sentence; nothing where nobody is ahead. */
  winner(state) {
    const counters = this.countersOf(state), best = Math.max(...counters);
    const ahead = counters.flatMap((n, seat) => (n === best ? [seat] : []));
    if (ahead.length === counters.length) return "";
    const names = ahead.map(seat => nameOf(state.players, seat)), alone = names.length === 1 && names[0] !== "You";
    return `${names.join(" and ")} ${alone ? "wins" : "win"}. `;
  }

  /** The counters that a game which is over leaves on the table, as a sentence; nothing where there are none. */
  left({ parts }) {
    const left = Object.values(parts.pools).reduce((sum, n) => sum + n, 0);
    return left ? `${plural(left, "counter")} ${left > 1 ? "stay" : "stays"} on the table, and ${left > 1 ? "are" : "is"} nobody's. ` : "";
  }

  /** What each seat has won in this game; and, on the score sheet, in all games since the first. */
  countersOf(state) { return this.table.seats(state).map(name => state.parts[name].counters); }

  totalsOf(state) { return state.settled?.totals ?? this.countersOf(state); }

  totals(state) {
    const totals = this.totalsOf(state), before = totals.join() !== this.countersOf(state).join();
    const each = totals.map((n, seat) => `${nameOf(state.players, seat)} ${signed(n)}`).join(", ");
    return `Counters${before ? " in all games" : ""}: ${each}.`;
  }

  takeRefusal(refusal) {
    const rules = (refusal.rule ?? "").split(/[,;] /).filter(Boolean).reverse();
    this.refuse(refusal, rules);
    this.panels.offerRule(refusal.rule);
    if (this.root.classList.contains("sounds")) sound("refused");
  }

  /** A telephone's table reaches below the window, and what is advised stands below it. */
  takeHint({ says }) {
    this.say(says);
    if (!this.full) this.says.scrollIntoView({ block: "nearest" });
  }

  takeError({ sentence: why }) {
    this.panels.copying = false;
    this.say(why, "refused");
  }

  takeTrouble({ sentence: why }) {
    this.resting = true;
    this.showRest();
    this.say(why, "refused");
  }

  goLive(state) {
    if (this.replay) this.resting = !state.persons.length;
    const held = this.endReplay();
    if (held !== null) this.refocus = held;
  }

  focusTable() { this.table.focusOn(); }

  stopPlaying() {
    clearTimeout(this.ticking);
    this.table.drag.putDown();
    this.table.putBack();
  }

  // -- what is shown

  draw(state) {
    this.state = state;
    const { turn } = state.parts, review = state.at < state.length && this.live, hand = turn.hand ?? turn.deal;
    this.root.setAttribute("aria-label", `${state.title}, deal ${state.deal}`);
    Object.assign(this.root.dataset, { game: state.slug, deal: state.deal, at: state.at,
      turn: state.between ? "between" : turn.to_act ?? "over" });
    const whose = turn.to_act === null ? "" : `${nameOf(state.players, turn.to_act)} to act`;
    this.write([state.title, ...(state.varied ?? []), `deal ${state.deal}`].join(" · "),
      [hand > 1 ? `hand ${hand} of the game` : "", state.between ? "" : whose, plural(state.at, "action")].filter(Boolean).join(" · "),
      state.over ? "Over" : "");
    const banner = [state.lifted ? "The curtain is lifted: everybody's cards are shown." : "",
      review ? `An earlier state: action ${state.at} of ${state.length}.` : ""].filter(Boolean).join(" ");
    this.banner.hidden = !banner;
    if (this.banner.textContent !== banner) this.banner.textContent = banner;
    this.root.classList.toggle("lifted", Boolean(state.lifted));
    const waited = this.settled.hidden && this.root.contains(document.activeElement);
    this.table.draw(state);
    this.showSettled(state, waited);
    this.panels.refresh(state);
    this.able(this.buttons.undo, state.can_undo); this.able(this.buttons.redo, state.can_redo);
    this.able(this.buttons.hint, state.acting !== null);
    this.showRest();
    if (this.refocus) { this.refocus = false; this.table.focusOn(); this.inSight(this.table.acts); }
  }

  /** When a deal has been settled the table stops, and the score sheet stands there until the next deal is wanted. */
  showSettled({ settled, over, between, players, parts }, focus) {
    const shown = Boolean(between || over), was = !this.settled.hidden;
    this.settled.hidden = this.ended.hidden = !shown;
    this.root.classList.toggle("counting", shown);
    if (!shown) return;
    const seats = this.table.seats({ parts }), totals = settled?.totals ?? seats.map(name => parts[name].counters),
      best = Math.max(...totals), ahead = totals.some(n => n < best);
    const rows = settled?.rows ?? [], cell = n => h("td", {}, signed(n));
    const name = (_, i) => h("th", { scope: "col" }, nameOf(players, i));
    const line = ({ deal, hand, gained }) =>
      h("tr", {}, h("th", { scope: "row" }, `Deal ${deal}${hand > 1 ? `, hand ${hand}` : ""}`), ...gained.map(cell));
    const total = totals.map(n => h("td", {}, signed(n), ahead && n === best ? h("span", { class: "ahead" }, " ★") : ""));
    const ended = over ? `The game is over. ${this.winner(this.state)}${this.left(this.state)}`.trim() : "The deal is settled.";
    const next = h("button", { type: "button", class: "kind", "data-key": "next", onclick: () => this.next() }, "Next deal");
    next.setAttribute("aria-describedby", this.sheetId);
    this.settled.replaceChildren(
      h("p", { id: this.sheetId }, h("strong", {}, ended),
        ` ${(settled?.said ?? []).join(" ")}`),
      h("div", { class: "sheet" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Counters"), ...seats.map(name))),
        h("tbody", {}, ...rows.map(line), h("tr", { class: "total" }, h("th", { scope: "row" }, "In all"), ...total)))));
    this.ended.replaceChildren(next, h("span", {}, this.totals(this.state)));
    if (focus) next.focus({ preventScroll: true });
    const { top, bottom } = this.root.getBoundingClientRect();
    if (!was && bottom > 0 && top < innerHeight) this.inSight(this.settled);
  }

  /** Bring the table into sight from the line above it, and what stands below it as far as there is room for both. */
  inSight(below) {
    const { head } = this, from = head.getBoundingClientRect().top, to = below.getBoundingClientRect().bottom;
    const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;      // a page's, which stays
    if (this.full) return;
    if (from < bar) head.scrollIntoView({ block: "start" });
    else if (to > innerHeight) window.scrollBy(0, Math.min(from - bar - GAP, to - innerHeight));
  }

  next() {
    this.send({ kind: "next" });
    this.refocus = true;
  }

  // -- what is asked

  act(message) {
    clearTimeout(this.ticking);
    this.send(message);
  }

  step(by) { this.send({ kind: "go", to: Math.max(0, Math.min(this.state.length, this.state.at + by)) }); }

  lift() { this.send({ kind: "lift", on: !this.state.lifted }); }

  // -- the bots: one action after another, at the pace that is chosen, or as fast as one taps

  clock() {
    clearTimeout(this.ticking);
    const { state } = this;
    if (!this.live || !state.bot || this.resting) return;
    const pace = this.panels.pace.value, slower = calm() && PACES[pace] > 0;
    // Who has drawn is not waited for as long before he lays out or discards.
    const { to_act: seat, phase } = state.parts.turn, goesOn = this.lately?.seat === seat && this.lately.phase === "draw";
    const brisk = state.parts.auction || state.passing || goesOn;
    this.lately = goesOn && phase !== "draw" ? this.lately : { seat, phase };      // all that follows a draw
    const wait = (slower ? Math.max(PACES[pace], 600) : PACES[pace]) / (brisk ? BRISK : 1);
    // All whom an offer still goes to answer at once, up to a person; when the person has passed the deal is played to its end.
    const asked = state.parts.auction?.answers.filter(one => /^(waits|is asked)$/.test(one.said)).length ?? 1;
    const many = pace === "at once" || state.passing ? BATCH : Math.max(1, asked);
    this.ticking = setTimeout(() => this.ask(many), wait + Math.max(0, this.run));
  }

  ask(actions) { this.send({ kind: "bot", at: this.state.at, actions }); }

  /** The next bot acts now. */
  hurry() {
    if (!this.live || !this.state.bot) return;
    clearTimeout(this.ticking);
    this.ask(1);
  }

  rest() {
    if (!this.live) return;
    this.resting = !this.resting;
    this.showRest();
    this.say(this.resting ? "The bots rest." : "The bots go on.");
    this.clock();
  }

  showRest() {
    const label = this.resting ? "Bots go on" : "Pause bots";
    if (this.buttons.rest.textContent !== label) this.buttons.rest.textContent = label;
  }

  // -- keys

  escape() {
    const { panels, table } = this;
    if (table.drag.putDown()) return true;
    if (table.chosen.length || table.meld !== null) table.putBack();
    else if (panels.close()) return true;
    else if (this.state.bot && !this.resting && this.live && !this.full) this.rest();
    else return false;
    return true;
  }

  keys() {
    const send = kind => () => this.send({ kind }), open = name => () => this.panels.toggle(name);
    return {
      anywhere: { "?": open("help"), x: open("text"), w: open("log"), g: open("games"), v: () => this.window(),
        i: () => this.panels.toggleHow(),
        t: () => this.say(this.state.says_turn) },
      playing: { u: send("undo"), r: send("redo"), h: send("hint"), b: send("restart"), m: open("all"), n: open("more"), s: () =>
        this.rest(),
        c: () => this.lift(), f: () => this.hurry(), ",": () => this.step(-1), ".": () => this.step(1), "<": () => this.step(-Infinity),
        ">": () => this.step(Infinity) },
    };
  }
}

export default {
  render({ model, el }) {
    const board = new RoundBoard(model, el);
    return () => board.close();
  },
};
