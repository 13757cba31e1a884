// The table of the six round games. It shows what a referee answers, asks what a person does, and lets the bots play at their pace.
// It holds no rule and no secret: what is legal is the list that came with the state, and what nobody may see does not come.

import { finished } from "./memory.js";
import { wakePage } from "./referees.js";
import { PACES, RoundPanels } from "./round_panels.js";
import { RoundReplay } from "./round_replay.js";
import { RoundTable } from "./round_table.js";
import { Screen } from "./screen.js";
import { calm, h, plural, provideCards } from "./words.js";

const BATCH = 50;         // actions at one message when all is to be played at once

class RoundBoard extends Screen {
  constructor(model, el) {
    super();
    this.table = new RoundTable(this);
    this.panels = new RoundPanels(this);
    this.build();
    provideCards(model.get("joker_svg"), "cadogan-joker");
    this.open(model, el, RoundReplay);
  }

  begin(first) {
    this.resting = !first.persons.length;      // whoever watches bots says when they begin
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
      undo: this.press("Undo", "U", () => this.send({ kind: "undo" })), redo: this.press("Redo", "R", () => this.send({ kind: "redo" })), hint: this.press("Hint", "H", () => this.send({ kind: "hint" })),
      all: this.press("All actions", "M", open("all")), rest: this.press("Pause bots", "S", () => this.rest()), log: this.press("Said", "W", open("log")),
      more: this.press("More", "N", open("more")), help: this.press("Help", "?", open("help")),
    });
    this.banner = h("p", { class: "banner", hidden: "" });
    this.settled = h("div", { class: "settled", role: "group", "aria-label": "The deal is settled", hidden: "" });
    this.furnish("cadogan round", this.banner, this.table.felt, this.says, this.settled, this.table.acts, this.controls, ...Object.values(this.panels.each));
    this.table.felt.addEventListener("pointerdown", () => { if (this.replay) wakePage(); });
  }

  // -- what arrives

  takes() {
    return { state: this.takeState, refused: this.takeRefusal, error: this.takeError, trouble: this.takeTrouble, hint: ({ says }) => this.say(says),
      options: one => this.panels.fillForm(one), saved: reply => this.panels.saved(reply) };
  }

  takeState(state) {
    const before = this.state, first = !this.live;
    this.goLive(state);
    this.draw(state);
    this.announce(before, state, first);
    if (state.over && state.counted && !first && state.at > before.at) this.count(state);
    this.clock();
  }

  /** Say what has happened since, and whose turn it is if it is one's own. */
  announce(before, state, first) {
    const heard = before.said_before + before.said.length, on = !first && state.deal === before.deal && state.at > before.at && !state.note;
    const news = on ? state.said.slice(Math.max(0, heard - state.said_before)).map(one => one.says) : [];
    const told = news.length > 6 && state.at > before.at + 1 ? [`${plural(news.length - 5, "thing")} before, and:`, ...news.slice(-5)] : news;
    const turn = state.curtain !== null ? `Pass to seat ${state.curtain}.` : state.over ? this.end(state) : state.acting !== null ? state.says_turn : "";
    const text = [state.note, ...told, turn].filter(Boolean).join(" ");
    if (text) this.say(text);
  }

  /** The statistics: a game that the only person has played to its end. */
  count(state) { finished.note(state.kept_as, state.deal, this.table.seats(state).length, state.parts[`seat ${state.seat}`].counters); }

  end(state) {
    const seats = this.table.seats(state).map(name => [name, state.parts[name].counters]).map(([name, n]) => `${name} ${n > 0 ? "+" : ""}${n}`);
    return `The game is over. Counters: ${seats.join(", ")}.`;
  }

  takeRefusal(refusal) { this.refuse(refusal, (refusal.rule ?? "").split(/[,;] /).filter(Boolean).reverse()); }

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
    this.refocus = super.goLive();
  }

  focusTable() { this.table.focusOn(); }

  // -- what is shown

  draw(state) {
    this.state = state;
    const { turn } = state.parts, review = state.at < state.length && this.live;
    this.root.setAttribute("aria-label", `${state.title}, deal ${state.deal}`);
    Object.assign(this.root.dataset, { deal: state.deal, at: state.at, turn: turn.to_act ?? "over" });
    this.write(`${state.title}${state.varied ? " · options changed" : ""} · deal ${state.deal}`,
      [turn.deal > 1 ? `${turn.deal}. deal of the game` : "", turn.to_act === null ? "" : `seat ${turn.to_act}: ${turn.phase}`, plural(state.at, "action")].filter(Boolean).join(" · "), state.over ? "Over" : "");
    const banner = [state.lifted ? "The curtain is lifted: everybody's cards are shown." : "", review ? `An earlier state: action ${state.at} of ${state.length}.` : ""].filter(Boolean).join(" ");
    this.banner.hidden = !banner;
    if (this.banner.textContent !== banner) this.banner.textContent = banner;
    this.root.classList.toggle("lifted", Boolean(state.lifted));
    this.table.draw(state);
    this.showSettled(state);
    this.panels.refresh(state);
    this.able(this.buttons.undo, state.can_undo); this.able(this.buttons.redo, state.at < state.length); this.able(this.buttons.hint, state.acting !== null);
    this.showRest();
    if (this.refocus) { this.refocus = false; this.table.focusOn(); }
  }

  /** At the end of a deal what was settled stays on the screen, while the next is already dealt. */
  showSettled({ settled, over, parts }) {
    const counters = settled?.counters ?? (over ? this.table.seats({ parts }).map(name => parts[name].counters) : null);
    this.settled.hidden = !counters;
    if (!counters) return;
    const best = Math.max(...counters), cell = (n, i) => h("li", { class: n === best ? "best" : "" }, `${this.table.label(i)}: `, h("b", {}, `${n > 0 ? "+" : ""}${n}`.replace("-", "−")), n === best ? " ★" : "");
    this.settled.replaceChildren(h("p", {}, h("strong", {}, over ? "The game is over." : `Deal ${settled.deal} is settled.`), ` ${(settled?.said ?? []).join(" ")}`),
      h("ul", {}, ...counters.map(cell)), ...(over ? [h("button", { type: "button", onclick: () => this.send({ kind: "new", deal: this.state.deal + 1 }) }, "Next deal")] : []));
  }

  // -- what is asked

  act(message) {
    clearTimeout(this.ticking);
    this.send(message);
  }

  step(by) { this.send({ kind: "go", to: Math.max(0, Math.min(this.state.length, this.state.at + by)) }); }

  lift() { this.send({ kind: "lift", on: !this.state.lifted }); }

  // -- the bots: one action after another, at the pace that is chosen

  clock() {
    clearTimeout(this.ticking);
    const { state } = this;
    if (!this.live || !state.bot || this.resting) return;
    const pace = this.panels.pace.value, wait = (calm() ? Math.max(PACES[pace], 600 * (PACES[pace] > 0)) : PACES[pace]) * (state.settled ? 3 : 1);
    this.ticking = setTimeout(() => this.send({ kind: "bot", at: state.at, ...(pace === "at once" ? { actions: BATCH } : {}) }), wait);
  }

  rest() {
    if (!this.live) return;
    this.resting = !this.resting;
    this.showRest();
    this.say(this.resting ? "The bots rest." : "The bots go on.");
    this.clock();
  }

  showRest() { this.buttons.rest.textContent = this.resting ? "Bots go on" : "Pause bots"; }

  // -- keys

  escape() {
    const { panels, table } = this;
    if (table.drag.putDown() || panels.close()) return true;
    if (table.chosen.length || table.meld !== null) table.putBack();
    else if (this.state.bot && !this.resting && this.live) this.rest();
    else return false;
    return true;
  }

  keys() {
    const send = kind => () => this.send({ kind }), open = name => () => this.panels.toggle(name);
    return {
      anywhere: { "?": open("help"), x: open("text"), w: open("log"), g: open("games"), t: () => this.say(this.state.says_turn) },
      playing: { u: send("undo"), r: send("redo"), h: send("hint"), b: send("restart"), m: open("all"), n: open("more"), s: () => this.rest(), c: () => this.lift(),
        ",": () => this.step(-1), ".": () => this.step(1), "<": () => this.step(-Infinity), ">": () => this.step(Infinity) },
    };
  }
}

export default {
  render({ model, el }) {
    const board = new RoundBoard(model, el);
    return () => board.close();
  },
};
