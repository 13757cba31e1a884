// What is counted of a patience, and what is kept: only what a person plays counts.

import { kept, played } from "./memory.js";

/** What tells a deal from all others. */
const keyOf = ({ kept_as: game, deal, record }) => `${game} ${deal} ${record?.cards ?? ""}`;

export class Account {
  /** @param {any} board */
  constructor(board) {
    this.board = board;
    this.shown = new Set();      // deals in which the board has played: they are nobody's
  }

  /** Whether a game is played by a person alone. */
  own(state) { return !state.shown && !this.shown.has(keyOf(state)); }

  /** The name under which a deal counts; none for one from real cards, which whoever lays them may choose. */
  countsAs({ kept_as: game, real }) { return real ? "" : game; }

  /** A state has come, by a person's move or not. */
  count(state, byPerson) {
    const { deal, moved, won, shown } = state, game = this.countsAs(state);
    if (shown) this.shown.add(keyOf(state));
    if (byPerson && game && moved && this.own(state)) played.note(game, deal, won ? moved : 0);
  }

  /** A game is kept on this machine after each move: what is left in the middle is come back to, the last ones can be opened. */
  keep({ kept_as: game, deal, moved, over, won, record, piles, moves, buttons, counts, text, hardness }) {
    const { board } = this;
    if (!game || !record || !board.live || !moved) return;
    const ended = won ? "won" : over ? "lost" : undefined, view = { piles, moves, buttons, counts, text, hardness };
    kept.put(game, { deal, moved, record, spent: board.stopwatch.spent, ...(ended ? { ended } : { view }) });
  }
}
