// A finished round game, step by step.

import { nameOf, rowName } from "./round_draw.js";
import { inBook } from "./referees.js";
import { Story, TO_PLAY } from "./story.js";

export class RoundReplay extends Story {
  constructor(board, story) {
    const left = board.leftInTheMiddle();
    super(board, story, { unit: "Action", pause: 1100, offers: [
      { label: left ? board.resumeLabel(left) : "Play it yourself", act: () => this.takeOver(true), manner: "kind" },
      ...(left ? [{ label: "Start again", act: () => this.begin({ kind: "restart" }), before: true }] : []),
      { label: "How to play", act: () => board.panels.toggleHow(), still: true, manner: "to-how" },
      { label: "Play on from here", act: () => this.takeOver(), watching: true }] });
    if (!this.bar) return;
    this.tables = [];
    for (const frame of story.frames) {
      const parts = { ...this.tables.at(-1)?.parts, ...frame.changed };
      for (const [name, part] of Object.entries(parts)) if (part === null) delete parts[name];
      this.tables.push({ parts, said: [...(this.tables.at(-1)?.said ?? []), ...frame.said] });
    }
    if (left) this.showLeft(left);
    else if (story.start) board.say(`${inBook() ? "Touch a card to play" : TO_PLAY}, or watch a finished game.`);
    else this.watch();
  }

  introduction() {
    const how = "step through it with the buttons or the arrow keys, or play it yourself";
    return `A finished game of ${this.last} actions, played by bots: ${how}.`;
  }

  /** What the game that stands ready is opened by. */
  opening() { return this.left?.record ?? this.story?.start ?? null; }

  show(frame, before) {
    const { story, board } = this, { parts, said } = this.tables[this.at], end = this.at === this.last, { turn } = parts,
      { players } = story;
    const says = turn.to_act === null ? "The game is over." : `${nameOf(players, turn.to_act)}: ${turn.phase}.`;
    board.draw({ ...story, parts, said: said.slice(-120), said_before: Math.max(0, said.length - 120), at: this.at, length: this.last,
      actions: [], tries: [], drops: {}, persons: [], acting: null, curtain: null, lifted: false, over: end && story.over, between: false,
      bot: false, says_turn: says, text: asText(parts, players) });
    return this.at === before ? "" : frame.said.map(one => one.says).join(" ") || says;
  }

  /** Python in this page becomes the referee: of the deal that stands ready for the reader, or from the state that is shown. */
  takeOver(ready = false) {
    const { opening } = this.story ?? {};
    const { round } = opening ?? {};
    return this.handOver(ready ? this.opening() : { ...opening, round: { ...round, actions: round.actions.slice(0, this.at) } });
  }
}

/** The table in words, where no Python has written it. */
function asText(parts, players) {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (name.startsWith("seat ")) {
      const first = `${nameOf(players, Number(name.slice(5)))} (${part.counters}): ${rowName(part.hand.cards)}`;
      return [first, ...part.piles.map(pile => `  ${pile.name}: ${rowName(pile.cards)}`)];
    }
    if (name.startsWith("pile ")) return [`${part.name}: ${rowName(part.cards)}`];
    if (name.startsWith("meld ")) return [`combination ${name.slice(5)}: ${part.symbols}`];
    if (name === "pools") return [Object.entries(part).map(one => one.join(" ")).join(", ")];
    return name === "facts" ? part.map(fact => `${fact.name}: ${fact.value}`) : [];
  }).join("\n");
}
