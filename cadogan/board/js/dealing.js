// Watch the deal: the sentences of *How to play* that deal are gone through, and each brings its cards.

import { h } from "./words.js";

const REST = 1400;      // milliseconds after the cards of a sentence, to read it

export class Dealing {
  /** @param {any} board */
  constructor(board) {
    this.board = board;
    this.button = h("button", { type: "button", onclick: () => { if (!this.stop()) this.start(); } }, "Watch the deal");
  }

  /** The sentences that deal, each with its places. @param {{ node: HTMLElement, says: string, there: string[] }[]} steps */
  set(steps) {
    this.stop();
    this.steps = steps.filter(one => one.there.length);
    return this.steps.length ? [this.button] : [];
  }

  start() {
    const { board } = this, { piles } = board.table;
    if (board.state.moved) return board.say("The deal can be watched only before the first move: begin it again.");
    this.left = this.steps.filter(({ there }) => there.some(id => piles[id]?.length));
    board.table.undealt(this.left.flatMap(one => one.there));
    this.button.textContent = "Show the whole table";
    board.table.svg.scrollIntoView({ block: "nearest" });
    this.next();
  }

  next() {
    this.now?.node.classList.remove("told");
    this.now = this.left.shift();
    if (!this.now) return this.stop();
    const { board } = this, { node, says, there } = this.now;
    node.classList.add("told");
    board.say(says);
    board.table.undealt(this.left.flatMap(one => one.there).filter(id => !there.includes(id)));
    this.timer = setTimeout(() => this.next(), board.table.deal(there) + REST);
  }

  /** Show the whole table; says whether anything was being dealt. */
  stop() {
    clearTimeout(this.timer);
    if (!this.left) return false;
    this.left = null;
    this.now?.node.classList.remove("told");
    this.now = null;
    this.button.textContent = "Watch the deal";
    this.board.table.undealt([]);
    return true;
  }
}
