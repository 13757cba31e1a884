// A finished game, step by step, for a page where nobody referees yet: its bar, its keys, and how Python takes over.

import { pageReferee, wakePage } from "./referees.js";
import { h } from "./words.js";

export class Story {
  /** `unit` is what a step is called, `pause` the milliseconds between two; `offers` are names of buttons and what they do. */
  constructor(board, story, { unit, pause, offers }) {
    Object.assign(this, { board, story, unit, pause });
    if (!story?.frames?.length) return;
    this.at = 0;
    this.last = story.frames.length - 1;
    const step = (label, name, act) => h("button", { type: "button", "aria-label": name, title: name, onclick: act }, label);
    this.playButton = step("Play", "Play the replay (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: "0", max: String(this.last), value: "0", "aria-label": `${unit} of the replay`, oninput: () => this.go(Number(this.slider.value)) });
    const offer = ([label, act, name]) => h("button", { type: "button", class: name, onpointerdown: wakePage, onclick: act }, label);
    this.bar = h("div", { class: "controls replay", role: "group", "aria-label": "Replay" },
      step("|◀", "First (Home)", () => this.go(0)), step("◀", "Back (left arrow)", () => this.go(this.at - 1)), this.playButton,
      step("▶", "Forward (right arrow)", () => this.go(this.at + 1)), step("▶|", "Last (End)", () => this.go(this.last)), this.slider, ...offers.map(offer));
    board.controls.before(this.bar);
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
    if (!this.bar || event.target === this.slider) return false;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    if (event.key in steps) this.go(steps[event.key]);
    else if (event.key === " " && !event.target.matches("button")) this.toggle();
    else return false;
    return true;
  }

  /** Python in this page becomes the referee of a game, given as it is opened; says whether it does. */
  async handOver(opening) {
    const { board } = this;
    if (this.starting || !this.bar) return false;
    this.stop();
    this.starting = true;
    board.say("Python is being started in this page …");
    try {
      if (!opening) throw new Error("the game was changed, and only its own notebook knows how");
      const referee = await pageReferee(opening, reply => board.receive(reply));
      board.referee.close();
      board.referee = referee;
      return true;
    } catch (error) {
      this.starting = false;
      board.say(`This page cannot referee a game (${error.message}); the replay still works.`, "refused");
      return false;
    }
  }

  close() { this.stop(); this.bar?.remove(); }
}
