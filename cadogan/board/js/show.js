// Show me: a strategy plays on, at a chosen speed, until it is stopped or comes to an end.

import { calm, h, plural } from "./words.js";

const SPEEDS = { slow: 1600, normal: 700, fast: 150, "at once": 0 };
const MOST = 1000;        // as in the simulations: some games can be shuffled to and fro for ever
const BATCH = 50;         // moves at one message when all is to be played at once
const PAUSED = "Paused: “One move” plays the next.";

export class Show {
  constructor(board) {
    this.board = board;
    this.strategy = h("select", { "aria-label": "Who plays" });
    this.speed = h("select", { "aria-label": "How fast" }, ...Object.keys(SPEEDS).map(name => h("option", { value: name }, name)));
    this.speed.value = "normal";
    this.pauseButton = h("button", { type: "button", onclick: () => this.pause() }, "Pause");
    this.stepButton = h("button", { type: "button", onclick: () => this.step() }, "One move");
    this.bar = h("div", { class: "controls playing-on", role: "group", "aria-label": "Show me", hidden: "" },
      h("span", {}, "The board plays."), this.pauseButton, this.stepButton,
      h("button", { type: "button", onclick: () => this.stop() }, "Stop"));
  }

  /** Who can play by itself, as the referee names them; the last is the one that is offered first. */
  players(strategies) {
    this.strategy.replaceChildren(...strategies.map(({ name, says }) => h("option", { value: name }, says)));
    this.strategy.value = strategies.at(-1)?.name;
  }

  /** A strategy plays on: the one that is chosen, or the solver along the way to win that it has found.
   *  @param {string} [who] */
  start(who = this.strategy.value) {
    if (!this.board.live || this.on) return;
    this.on = true;
    this.who = who;
    this.made = 0;
    this.bar.hidden = false;
    this.paused(false);
    this.board.panels.close();
    this.ask();
  }

  ask() {
    const at_once = this.speed.value === "at once";
    this.asked = true;
    this.board.send({ kind: "show", strategy: this.who, moves: at_once ? Math.min(BATCH, MOST - this.made) : 1 });
  }

  /** A state has come in answer: go on after a while. */
  answered({ shown, stopped, note }) {
    if (!this.on || !this.asked) return;
    this.asked = false;
    this.made += shown;
    if (stopped || this.made >= MOST) {
      const { made } = this;
      this.stop();
      if (made >= MOST) this.board.say(`Stopped after ${plural(made, "move")}.`);
      return;
    }
    const wait = SPEEDS[this.speed.value];
    if (this.resting) this.board.say(`${note} ${PAUSED}`);
    else this.timer = setTimeout(() => this.ask(), calm() && wait ? Math.max(wait, 400) : wait);
  }

  paused(yes) {
    this.resting = yes;
    this.pauseButton.textContent = yes ? "Go on" : "Pause";
  }

  /** One move more, and then wait. */
  step() {
    if (!this.on || this.asked) return;
    clearTimeout(this.timer);
    this.paused(true);
    this.ask();
  }

  pause() {
    if (!this.on) return;
    this.paused(!this.resting);
    clearTimeout(this.timer);
    if (!this.resting && !this.asked) this.ask();
    this.board.say(this.resting ? PAUSED : "Going on.");
  }

  /** Stop; says whether anything was going on. */
  stop() {
    clearTimeout(this.timer);
    if (!this.on) return false;
    this.on = this.asked = false;
    if (this.bar.contains(document.activeElement)) this.board.table.focusOn(this.board.table.current);
    this.bar.hidden = true;
    return true;
  }
}
