// A finished patience, step by step; and the deal that stands ready to be played.

import { present } from "./layout.js";
import { inBook } from "./referees.js";
import { Story, TO_PLAY } from "./story.js";
import { ARROWS, cardSign, dealName, sentence } from "./words.js";

export class Replay extends Story {
  constructor(board, story) {
    const left = board.leftInTheMiddle();
    super(board, story, { unit: "Move", pause: 900, offers: [
      { label: left ? board.resumeLabel(left) : "Play it yourself", act: () => this.takeOver(), manner: "kind" },
      ...(left ? [{ label: "Start again", act: () => this.begin({ kind: "restart" }), before: true }] : []),
      { label: "New deal", act: () => this.begin({ kind: "new", any: true }), before: true },
      { label: "Deal from real cards", act: () => board.panels.toggle("lay", true), before: true },
      { label: "How to play", act: () => board.panels.toggle("how"), still: true }] });
    if (!this.bar) return;
    this.piles = [];
    for (const frame of story.frames) this.piles.push({ ...this.piles.at(-1), ...frame.changed });
    if (left) this.showLeft(left);
    else board.say(`${inBook() ? "Touch a card to play" : TO_PLAY}, or watch a finished game.`);
  }

  introduction() {
    return `A finished game of ${this.last} moves: step through it with the buttons or the arrow keys.`;
  }

  show(frame) {
    const { story, board } = this, end = this.at === this.last, piles = this.piles[this.at];
    const line = place => `${place.name}: ${(piles[place.id] ?? []).map(cardSign).join(" ") || "–"}`;
    const there = [...board.table.places.values()].filter(place => present(place, piles));
    const text = there.map(line).join("\n"), before = board.table.piles;
    board.draw({ ...story, piles, moved: this.at, text, won: end && story.won, over: end && story.over, cut: end && !story.over
      && !story.won,
      moves: [], buttons: [] });
    if (!board.root.classList.contains("still")) board.table.fly(before);
    board.hinted = this.at ? Object.keys(frame.changed) : [];
    board.marks();
    return sentence(frame.says) + (end && story.result ? ` ${story.result}` : "");
  }

  key(event) {
    if (super.key(event)) return true;
    if (!this.watching || event.target === this.slider) return false;
    if (event.key === "Enter" && event.target.closest("[data-place]")) this.takeOver();
    else if (ARROWS[event.key]) this.walk(ARROWS[event.key][1]);
    else return false;
    return true;
  }

  walk(by) {
    const { table } = this.board, { ids } = table;
    table.focusOn(ids[(ids.indexOf(table.current) + by + ids.length) % ids.length]);
  }

  /** What the game that stands ready is opened by. */
  opening() {
    if (this.left && !this.watching) return this.left.record;
    const { state } = this.board, { record } = this.story ?? {};
    return state.record ?? (record && record.deal === state.deal ? { ...record, moves: [] } : null);
  }

  /** Play on from here, with Python in this page for a referee. */
  async takeOver(then = () => {}) {
    const { at, board, story } = this, { record } = story ?? {};
    if (!this.watching) {
      if (!await this.handOver(this.opening())) return;
      const { moved } = board.state, name = dealName(board.state);
      board.say(moved ? `You go on with ${name} at move ${moved}.` : `You play ${name}.`);
    } else {
      if (!await this.handOver(record && { ...record, moves: record.moves.slice(0, at) })) return;
      board.say(`You play on from move ${at} of deal ${story.deal}.`);
    }
    then();
    board.hands.goOn();      // what was picked meanwhile
  }

  /** A game that was left before moves that had been taken back is opened with them, and stands where it stood. */
  async handOver(opening, message = null) {
    const { left } = this, back = left && opening === left.record && left.moved < left.record.moves.length;
    if (back && !this.starting) this.waiting.unshift(...(message ? [message] : []));
    return super.handOver(opening, back ? { kind: "go", to: left.moved } : message);
  }
}
