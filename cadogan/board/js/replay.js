// A finished game, step by step, for a page where nobody referees yet.

import { pageReferee, wakePage } from "./referees.js";
import { ARROWS, cardSign, h, sentence } from "./words.js";

export class Replay {
  constructor(board, story) {
    this.board = board;
    this.story = story;
    if (!story?.frames?.length) return;
    this.piles = [];
    for (const frame of story.frames) this.piles.push({ ...this.piles.at(-1), ...frame.changed });
    this.at = 0;
    const step = (label, name, act) => h("button", { type: "button", "aria-label": name, title: name, onclick: act }, label);
    this.playButton = step("Play", "Play the replay (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: "0", max: String(story.frames.length - 1), value: "0",
      "aria-label": "Move of the replay", oninput: () => this.go(Number(this.slider.value)) });
    this.yourself = h("button", { type: "button", onpointerdown: wakePage, onclick: () => this.takeOver() }, "Play it yourself");
    this.bar = h("div", { class: "controls replay", role: "group", "aria-label": "Replay" },
      step("|◀", "First (Home)", () => this.go(0)), step("◀", "Back (left arrow)", () => this.go(this.at - 1)), this.playButton,
      step("▶", "Forward (right arrow)", () => this.go(this.at + 1)), step("▶|", "Last (End)", () => this.go(story.frames.length - 1)),
      this.slider, this.yourself);
    board.controls.before(this.bar);
    this.go(0);
    board.says.textContent = `A finished game of ${story.frames.length - 1} moves: step through it with the buttons or the arrow keys.`;
  }

  go(to) {
    const { story, board } = this;
    this.at = Math.max(0, Math.min(story.frames.length - 1, to));
    const frame = story.frames[this.at], end = this.at === story.frames.length - 1, piles = this.piles[this.at];
    const line = place => `${place.name}: ${(piles[place.id] ?? []).map(cardSign).join(" ") || "–"}`;
    const text = [...board.table.places.values()].map(line).join("\n"), before = board.table.piles;
    board.draw({ ...story, piles, moved: this.at, text, won: end && story.won, over: end && Boolean(story.result), moves: [] });
    if (!board.root.classList.contains("still")) board.table.slide(before);
    board.hinted = this.at ? Object.keys(frame.changed) : [];
    board.marks();
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `move ${this.at} of ${story.frames.length - 1}`);
    board.say((this.at ? `${this.at}. ` : "") + sentence(frame.says) + (end && story.result ? ` ${story.result}` : ""));
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.at === this.story.frames.length - 1) this.go(0);
    this.running = setInterval(() => (this.at < this.story.frames.length - 1 ? this.go(this.at + 1) : this.stop()), 900);
    this.playButton.textContent = "Pause";
  }

  stop() {
    clearInterval(this.running);
    this.running = null;
    if (this.playButton) this.playButton.textContent = "Play";
  }

  key(event) {
    if (!this.bar || event.target === this.slider) return false;
    const onButton = event.target.matches("button"), last = this.story.frames.length - 1;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last };
    if (event.key in steps) this.go(steps[event.key]);
    else if (event.key === " " && !onButton) this.toggle();
    else if (event.key === "Enter" && event.target.closest("[data-place]")) this.takeOver();
    else if (ARROWS[event.key]) this.walk(ARROWS[event.key][1]);
    else return false;
    return true;
  }

  walk(by) {
    const ids = [...this.board.table.places.keys()], table = this.board.table;
    table.focusOn(ids[(ids.indexOf(table.current) + by + ids.length) % ids.length]);
  }

  /** Play on from here, with Python in this page for a referee. */
  async takeOver(then = () => {}) {
    const { board, story } = this;
    if (this.starting || !this.bar) return;
    this.stop();
    this.starting = true;
    board.say("Python is being started in this page …");
    try {
      if (!story.record) throw new Error("the game was changed, and only its own notebook knows how");
      const referee = await pageReferee({ ...story.record, moves: story.record.moves.slice(0, this.at) }, reply => board.receive(reply));
      board.referee.close();
      board.referee = referee;
      board.say(`You play on from move ${this.at} of deal ${story.deal}.`);
      then();
    } catch (error) {
      this.starting = false;
      board.say(`This page cannot referee a game (${error.message}); the replay still works.`, "refused");
    }
  }

  close() { this.stop(); this.bar?.remove(); }
}
