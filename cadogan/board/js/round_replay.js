// A finished round game, step by step.

import { rowName, seatName } from "./round_draw.js";
import { Story } from "./story.js";

export class RoundReplay extends Story {
  constructor(board, story) {
    super(board, story, { unit: "Action", pause: 1100, offers: [["Play it yourself", () => this.takeOver(true), "kind"], ["Play on from here", () => this.takeOver()]] });
    if (!this.bar) return;
    this.tables = [];
    for (const frame of story.frames) {
      const parts = { ...this.tables.at(-1)?.parts, ...frame.changed };
      for (const [name, part] of Object.entries(parts)) if (part === null) delete parts[name];
      this.tables.push({ parts, said: [...(this.tables.at(-1)?.said ?? []), ...frame.said] });
    }
    this.go(0);
    board.say(`A finished game of ${this.last} actions, played by bots: step through it with the buttons or the arrow keys, or play it yourself.`);
  }

  show(frame, before) {
    const { story, board } = this, { parts, said } = this.tables[this.at], end = this.at === this.last, { turn } = parts;
    const says = turn.to_act === null ? "The game is over." : `Seat ${turn.to_act} is to act (${turn.phase}).`;
    board.draw({ ...story, parts, said: said.slice(-120), said_before: Math.max(0, said.length - 120), at: this.at, length: this.last, actions: [], tries: [], drops: {}, persons: [], acting: null,
      curtain: null, lifted: false, over: end && story.over, bot: false, says_turn: says, text: asText(parts, story.seat) });
    return this.at === before ? "" : frame.said.map(one => one.says).join(" ") || says;
  }

  /** Python in this page becomes the referee: of a fresh deal at which the reader sits, or from the state that is shown. */
  takeOver(fresh = false) {
    const { start, opening } = this.story ?? {};
    return this.handOver(fresh ? start : { ...opening, round: { ...opening.round, actions: opening.round.actions.slice(0, this.at) } });
  }
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
