// A page where nobody referees yet: the game stands ready and can be begun, resumed, or watched as somebody finished it. Python takes
// over as soon as a person plays.

import { inBook, pageReferee, wakePage } from "./referees.js";
import { h } from "./words.js";

export const TO_PLAY = "To play, run this cell in a notebook";

export class Story {
  /** `unit` is what a step is called, `pause` the milliseconds between two; `offers` are names of buttons and what they do, those with
   *  `watching` only while the finished game is watched. */
  constructor(board, story, { unit, pause, offers }) {
    this.board = board;
    this.story = story;
    this.unit = unit;
    this.pause = pause;
    this.watching = this.starting = false;
    this.waiting = [];      // messages for which Python is being started
    const frames = story?.frames?.length ?? 0;
    if (!frames) return;
    this.at = 0;
    this.last = frames - 1;
    const step = (label, name, act) => h("button", { type: "button", "aria-label": name, title: name, onclick: act }, label);
    this.playButton = step("Play", "Play the replay (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: "0", max: String(this.last), value: "0", "aria-label": `${unit} of the replay`,
      oninput: () => this.go(Number(this.slider.value)) });
    const offer = ({ label, act, manner, still }) => h("button", { type: "button", class: manner, onclick: act,
      onpointerdown: still ? () => {} : wakePage }, label);
    this.steps = h("span", { class: "steps", hidden: "" },
      step("|◀", "First (Home)", () => this.go(0)), step("◀", "Back (left arrow)", () => this.go(this.at - 1)), this.playButton,
      step("▶", "Forward (right arrow)", () => this.go(this.at + 1)), step("▶|", "Last (End)", () => this.go(this.last)), this.slider);
    // Those that are `still` want no Python.
    this.watchButton = h("button", { type: "button", onclick: () => this.watch() }, "Watch a finished game");
    const buttons = offers.filter(one => one.still || inBook()).map(one => ({ ...one, node: offer(one) }));
    this.later = buttons.filter(one => one.watching).map(one => one.node);
    this.sooner = buttons.filter(one => one.before).map(one => one.node);
    for (const node of this.later) node.hidden = true;
    this.bar = h("div", { class: "controls replay", role: "group", "aria-label": "Begin, or watch" }, ...buttons.map(one => one.node),
      this.watchButton, this.steps);
    board.controls.before(this.bar);
  }

  /** Draw a step, a frame of the story, and give what is to be said of it.
   *  @param {any} frame @param {number} before @returns {string} */
  show(frame, before) { throw new Error(`each story has its own: ${frame} ${before}`); }

  /** What the game that stands ready is opened by; null where it cannot be.
   *  @returns {object | null} */
  opening() { return null; }

  /** What is said when a finished game begins to be watched. */
  introduction() { return ""; }

  /** The game that was left stands on the table, as far as it was played.
   *  @param {import("../messages").Kept} left */
  showLeft(left) {
    if (!this.bar || this.watching || this.starting) return;
    const { board } = this, { state } = board;
    this.left = left;
    try {
      if (left.view) board.drawKept(left.view, left);
    } catch {      // what was kept is spoilt, or of another edition: Python will say whether the game can be opened
      board.draw(state);
    }
    if (inBook()) this.bar.querySelector("button").textContent = board.resumeLabel(left);
    board.say(`You left this game at ${board.unit} ${left.moved}: ${inBook() ? "touch a card" : "run the cell above"} to go on.`);
  }

  /** From now on the finished game is stepped through. */
  watch() {
    this.watching = true;
    const held = this.bar.contains(document.activeElement);
    this.steps.hidden = false;
    this.watchButton.hidden = true;
    for (const node of this.later) node.hidden = false;
    for (const node of this.sooner) node.hidden = true;
    this.bar.setAttribute("aria-label", "Replay");
    this.go(0);
    this.board.say(this.introduction());
    if (held) this.playButton.focus();
  }

  /** Show a step; `show(frame, before)` is the board's own part of it, and gives what is to be said. */
  go(to) {
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, to));
    const says = this.show(this.story.frames[this.at], before);
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `${this.unit.toLowerCase()} ${this.at} of ${this.last}`);
    if (says) this.board.say((this.at ? `${this.at}. ` : "") + says);
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.at === this.last) this.go(0);
    this.running = setInterval(() => (this.at < this.last ? this.go(this.at + 1) : this.stop()), this.pause);
    this.playButton.textContent = "Pause";
  }

  stop() {
    clearInterval(this.running);
    this.running = null;
    if (this.playButton) this.playButton.textContent = "Play";
  }

  key(event) {
    if (!this.watching || event.target === this.slider) return false;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    if (event.key in steps) this.go(steps[event.key]);
    else if (event.key === " " && !event.target.matches("button")) this.toggle();
    else return false;
    return true;
  }

  /** A person plays: Python becomes the referee of the game that stands ready, and then gets what the person wanted. */
  begin(message) {
    if (message.kind === "odds" || message.kind === "concerns" || this.watching) return;
    if (this.starting) this.waiting.push(message);
    else this.handOver(this.opening(), message);
  }

  /** Python in this page becomes the referee of a game, given as it is opened; says whether it does. */
  async handOver(opening, message = null) {
    const { board } = this;
    if (this.starting) return false;
    if (!inBook()) {
      board.say(`${TO_PLAY}: this page cannot say what is allowed.`, "refused");
      return false;
    }
    this.stop();
    this.starting = true;
    board.say("The table is being set …");
    try {
      if (!opening) throw new Error("the game was changed, and only its own notebook knows how");
      const referee = await pageReferee(opening, reply => board.receive(reply));
      board.referee.close();
      board.referee = referee;
      for (const one of [...(message ? [message] : []), ...this.waiting]) board.send(one);
      return true;
    } catch (error) {
      this.starting = board.waiting = false;
      this.waiting = [];
      board.hands?.release();
      board.takeBackForeseen?.();
      if (this.left && opening === this.left.record && error.error) return this.leave(error.message);
      board.say(`This page cannot referee a game (${error.message.replace(/\.$/, "")}); the replay still works.`, "refused");
      const { watching } = this;
      document.addEventListener("cadogan-python", () => {
        if (board.live || this.starting) return;
        if (this.watching === watching) this.startAgain(opening, message);
        else board.say("Python is here now, and can referee a game.");
      }, { once: true });
      return false;
    }
  }

  /** Python has come after all: what was wanted of it is done.
   *  @param {object | null} opening @param {object | null} message */
  async startAgain(opening, message) {
    if (await Story.prototype.handOver.call(this, opening, message)) this.board.say("The table is set: you can play.");
  }

  /** The game that was left cannot be opened, by this edition or at all: the deal that stood ready lies there again. */
  leave(why) {
    const { board } = this;
    this.left = null;
    board.draw(board.first);
    this.bar.querySelector("button").textContent = "Play it yourself";
    for (const node of this.sooner) if (node.textContent === "Start again") node.hidden = true;
    board.say(`Your game cannot be opened (${why}). Deal ${board.first.deal} is ready instead.`, "refused");
    return false;
  }

  close() { this.stop(); this.bar?.remove(); }
}
