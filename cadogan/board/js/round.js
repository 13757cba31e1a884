// The table of the six round games. It shows what a referee answers, asks what a person does, and lets the bots play at their pace.
// It holds no rule and no secret: what is legal is the list that came with the state, and what nobody may see does not come.

import { liveReferee, wakePage } from "./referees.js";
import { PACES, RoundPanels } from "./round_panels.js";
import { RoundReplay } from "./round_replay.js";
import { RoundTable } from "./round_table.js";
import { calm, h, plural, provideCards, sentence } from "./words.js";

const WAIT = 400;         // milliseconds in which a live kernel answers
const BATCH = 50;         // actions at one message when all is to be played at once

class RoundBoard {
  constructor(model, el) {
    this.table = new RoundTable(this);
    this.panels = new RoundPanels(this);
    this.build();
    el.append(this.root);
    provideCards(model.get("cards_svg"));
    provideCards(model.get("joker_svg"), "cadogan-joker");
    const first = model.get("first");
    this.resting = !first.persons.length;      // whoever watches bots says when they begin
    this.draw(first);
    this.panels.recallOptions();
    this.referee = liveReferee(model, reply => this.receive(reply));
    this.referee.send({ kind: "hello" });
    this.timer = setTimeout(() => { if (!this.live) this.replay = new RoundReplay(this, model.get("replay")); }, WAIT);
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.ticking);
    this.replay?.stop();
    this.referee.close();
  }

  press(label, key, act, name = "") {
    const onclick = event => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") act(); };
    return h("button", { type: "button", class: name, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null, onclick }, label);
  }

  build() {
    const open = name => () => this.panels.toggle(name);
    this.buttons = {
      undo: this.press("Undo", "U", () => this.send({ kind: "undo" })), redo: this.press("Redo", "R", () => this.send({ kind: "redo" })), hint: this.press("Hint", "H", () => this.send({ kind: "hint" })),
      all: this.press("All actions", "M", open("all")), rest: this.press("Pause bots", "S", () => this.rest()), log: this.press("Said", "W", open("log")),
      more: this.press("More", "N", open("more")), help: this.press("Help", "?", open("help")),
    };
    this.title = h("span", { class: "title" });
    this.result = h("strong", { class: "result" });
    this.counts = h("span", { class: "counts" });
    this.banner = h("p", { class: "banner", hidden: "" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.settled = h("div", { class: "settled", role: "group", "aria-label": "The deal is settled", hidden: "" });
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Controls", hidden: "" }, ...Object.values(this.buttons));
    this.root = h("div", { class: "cadogan round", role: "group", "data-lm-suppress-shortcuts": "true", onkeydown: event => this.onKey(event) },
      h("div", { class: "head" }, this.title, this.result, this.counts), this.banner, this.table.felt, this.says, this.settled, this.table.acts, this.controls, ...Object.values(this.panels.each));
    this.table.felt.addEventListener("pointerdown", () => { if (this.replay) wakePage(); });
  }

  // -- what arrives

  receive(reply) {
    if (!reply || typeof reply !== "object") return;
    const take = { state: this.takeState, refused: this.takeRefusal, error: this.takeError, trouble: this.takeTrouble, hint: ({ says }) => this.say(says),
      options: one => this.panels.fillForm(one), saved: ({ record }) => this.panels.saved(record) }[reply.kind];
    take?.call(this, reply);
  }

  takeState(state) {
    const before = this.state, first = !this.live;
    this.goLive(state);
    this.draw(state);
    this.announce(before, state, first);
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

  end(state) {
    const seats = Object.entries(state.parts).filter(([name]) => name.startsWith("seat ")).map(([name, part]) => `${name} ${part.counters > 0 ? "+" : ""}${part.counters}`);
    return `The game is over. Counters: ${seats.join(", ")}.`;
  }

  takeRefusal({ rule, sentence: why }) {
    this.say(`${rule ? `${rule}: ` : ""}${sentence(why)}`, "refused");
    for (const one of (rule ?? "").split(/[,;] /).filter(Boolean).reverse()) document.dispatchEvent(new CustomEvent("cadogan:refused", { detail: { rule: one } }));
  }

  takeError({ sentence: why }) { this.say(why, "refused"); }

  takeTrouble({ sentence: why }) {
    this.resting = true;
    this.showRest();
    this.say(why, "refused");
  }

  goLive(state) {
    if (this.live) return;
    this.live = true;
    const held = this.replay?.bar?.contains(document.activeElement);
    if (this.replay) { this.replay.close(); this.replay = null; this.resting = !state.persons.length; this.refocus = held; }
    this.controls.hidden = false;
  }

  // -- what is shown

  draw(state) {
    const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    this.state = state;
    const { turn } = state.parts, review = state.at < state.length && this.live;
    this.root.setAttribute("aria-label", `${state.title}, deal ${state.deal}`);
    Object.assign(this.root.dataset, { deal: state.deal, at: state.at, turn: turn.to_act ?? "over" });
    put(this.title, `${state.title}${state.varied ? " · options changed" : ""} · deal ${state.deal}`);
    put(this.counts, [turn.deal > 1 ? `${turn.deal}. deal of the game` : "", turn.to_act === null ? "" : `seat ${turn.to_act}: ${turn.phase}`, plural(state.at, "action")].filter(Boolean).join(" · "));
    put(this.result, state.over ? "Over" : "");
    const banner = [state.lifted ? "The curtain is lifted: everybody's cards are shown." : "", review ? `An earlier state: action ${state.at} of ${state.length}.` : ""].filter(Boolean).join(" ");
    this.banner.hidden = !banner;
    put(this.banner, banner);
    this.root.classList.toggle("lifted", Boolean(state.lifted));
    this.table.draw(state);
    this.showSettled(state);
    this.panels.refresh(state);
    const able = (button, yes) => button.setAttribute("aria-disabled", String(!yes));
    able(this.buttons.undo, state.can_undo); able(this.buttons.redo, state.at < state.length); able(this.buttons.hint, state.acting !== null);
    this.showRest();
    if (this.refocus) { this.refocus = false; this.table.focusOn(); }
  }

  /** At the end of a deal what was settled stays on the screen, while the next is already dealt. */
  showSettled({ settled, over, parts }) {
    const end = over ? Object.entries(parts).filter(([name]) => name.startsWith("seat ")).map(([, part]) => part.counters) : null;
    const counters = settled?.counters ?? end;
    this.settled.hidden = !counters;
    if (!counters) return;
    const best = Math.max(...counters), cell = (n, i) => h("li", { class: n === best ? "best" : "" }, `${this.table.label(i)}: `, h("b", {}, `${n > 0 ? "+" : ""}${n}`.replace("-", "−")), n === best ? " ★" : "");
    this.settled.replaceChildren(h("p", {}, h("strong", {}, over ? "The game is over." : `Deal ${settled.deal} is settled.`), ` ${(settled?.said ?? []).join(" ")}`),
      h("ul", {}, ...counters.map(cell)), ...(over ? [h("button", { type: "button", onclick: () => this.send({ kind: "new", deal: this.state.deal + 1 }) }, "Next deal")] : []));
  }

  say(text, manner = "") {
    this.says.className = `says ${manner}`;
    // The same sentence twice is two announcements: a no-break space makes it a new text.
    this.says.textContent = this.says.textContent === text ? `${text}\u00a0` : text;
  }

  // -- what is asked

  send(message) {
    if (!this.live && message.kind !== "hello") return;
    this.referee.send(message);
  }

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

  onKey(event) {
    if (event.altKey || (event.metaKey && !/^[zy]$/i.test(event.key))) return;
    if (event.key !== "Escape" && event.target.matches("input, textarea, select")) return event.stopPropagation();
    if (this.did(event)) { event.preventDefault(); event.stopPropagation(); }
  }

  did(event) {
    const { key } = event, { panels, table } = this;
    if (key === "Escape") {
      if (panels.close()) return true;
      if (table.chosen.length || table.meld !== null) { table.putBack(); return true; }
      if (this.state.bot && !this.resting && this.live) { this.rest(); return true; }
      return false;
    }
    if (event.ctrlKey || event.metaKey) {
      if (!/^[zy]$/i.test(key)) return false;
      this.send({ kind: /y/i.test(key) || event.shiftKey ? "redo" : "undo" });
      return true;
    }
    if (this.replay?.key(event)) return true;
    const send = kind => () => this.send({ kind }), open = name => () => panels.toggle(name);
    const anywhere = { "?": open("help"), x: open("text"), w: open("log"), t: () => this.say(this.state.says_turn) };
    const playing = { u: send("undo"), r: send("redo"), h: send("hint"), b: send("restart"), m: open("all"), n: open("more"), s: () => this.rest(), c: () => this.lift(),
      ",": () => this.step(-1), ".": () => this.step(1), "<": () => this.step(-Infinity), ">": () => this.step(Infinity) };
    const letter = key.length === 1 ? key.toLowerCase() : "", act = anywhere[letter] ?? (this.live ? playing[letter] : null);
    if (!act) return false;
    act();
    return true;
  }
}

export default {
  render({ model, el }) {
    const board = new RoundBoard(model, el);
    return () => board.close();
  },
};
