// A finished round game, step by step, for a page where nobody referees yet.

import { rowName, seatName } from "./round_draw.js";
import { pageReferee, wakePage } from "./referees.js";
import { h } from "./words.js";

export class RoundReplay {
  constructor(board, story) {
    this.board = board;
    this.story = story;
    if (!story?.frames?.length) return;
    this.tables = [];
    for (const frame of story.frames) {
      const parts = { ...this.tables.at(-1)?.parts, ...frame.changed };
      for (const [name, part] of Object.entries(parts)) if (part === null) delete parts[name];
      this.tables.push({ parts, said: [...(this.tables.at(-1)?.said ?? []), ...frame.said] });
    }
    this.at = 0;
    this.last = story.frames.length - 1;
    const step = (label, name, act) => h("button", { type: "button", "aria-label": name, title: name, onclick: act }, label);
    this.playButton = step("Play", "Play the replay (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: "0", max: String(this.last), value: "0", "aria-label": "Action of the replay", oninput: () => this.go(Number(this.slider.value)) });
    this.bar = h("div", { class: "controls replay", role: "group", "aria-label": "Replay" },
      step("|◀", "First (Home)", () => this.go(0)), step("◀", "Back (left arrow)", () => this.go(this.at - 1)), this.playButton,
      step("▶", "Forward (right arrow)", () => this.go(this.at + 1)), step("▶|", "Last (End)", () => this.go(this.last)), this.slider,
      h("button", { type: "button", class: "kind", onpointerdown: wakePage, onclick: () => this.takeOver(true) }, "Play it yourself"),
      h("button", { type: "button", onpointerdown: wakePage, onclick: () => this.takeOver() }, "Play on from here"));
    board.controls.before(this.bar);
    this.go(0);
    board.say(`A finished game of ${this.last} actions, played by bots: step through it with the buttons or the arrow keys, or play it yourself.`);
  }

  go(to) {
    const { story, board } = this, before = this.at;
    this.at = Math.max(0, Math.min(this.last, to));
    const { parts, said } = this.tables[this.at], end = this.at === this.last, { turn } = parts;
    const says = turn.to_act === null ? "The game is over." : `Seat ${turn.to_act} is to act (${turn.phase}).`;
    board.draw({ ...story, parts, said: said.slice(-120), said_before: Math.max(0, said.length - 120), at: this.at, length: this.last, actions: [], tries: [], persons: [], acting: null,
      curtain: null, lifted: false, over: end && story.over, bot: false, says_turn: says, text: asText(parts, story.seat) });
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", `action ${this.at} of ${this.last}`);
    const news = story.frames[this.at].said.map(one => one.says).join(" ");
    if (this.at !== before) board.say(`${this.at}. ${news || says}`);
  }

  toggle() {
    if (this.running) return this.stop();
    if (this.at === this.last) this.go(0);
    this.running = setInterval(() => (this.at < this.last ? this.go(this.at + 1) : this.stop()), 1100);
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

  /** Python in this page becomes the referee: of a fresh deal at which the reader sits, or from the state that is shown. */
  async takeOver(fresh = false) {
    const { board, story } = this;
    if (this.starting || !this.bar) return;
    this.stop();
    this.starting = true;
    board.say("Python is being started in this page …");
    const shown = { ...story.opening, round: { ...story.opening.round, actions: story.opening.round.actions.slice(0, this.at) } };
    try {
      const referee = await pageReferee(fresh ? story.start : shown, reply => board.receive(reply));
      board.referee.close();
      board.referee = referee;
    } catch (error) {
      this.starting = false;
      board.say(`This page cannot referee a game (${error.message}); the replay still works.`, "refused");
    }
  }

  close() { this.stop(); this.bar?.remove(); }
}

/** The table in words, where no Python has written it. */
function asText(parts, mine) {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (name.startsWith("seat ")) return [`${seatName(Number(name.slice(5)), mine)} (${part.who}, ${part.counters}): ${rowName(part.hand.cards)}`, ...part.piles.map(pile => `  ${pile.name}: ${rowName(pile.cards)}`)];
    if (name.startsWith("pile ")) return [`${part.name}: ${rowName(part.cards)}`];
    if (name.startsWith("meld ")) return [`combination ${name.slice(5)}: ${part.symbols}`];
    return name === "pools" ? [Object.entries(part).map(one => one.join(" ")).join(", ")] : name === "facts" ? part.map(fact => `${fact.name}: ${fact.value}`) : [];
  }).join("\n");
}
