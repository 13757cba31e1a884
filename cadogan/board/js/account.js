// What is counted of a patience, and what is kept: only what a person plays counts.

import { goesOnFrom, kept, lineOf, played } from "./memory.js";

/** What tells a deal from all others. */
const keyOf = ({ kept_as: game, deal, record }) => `${game} ${deal} ${record?.cards ?? ""}`;

export class Account {
  /** @param {any} board */
  constructor(board) {
    this.board = board;
    this.shown = new Set();      // deals in which the board has played: they are nobody's
    this.theirs = false;         // whether the moves so far came from elsewhere: by a link, from a file, of a game that was watched
    this.left = 0;               // milliseconds spent on the game that was begun again
  }

  /** Whether a game is played by a person alone, here. */
  own(state) { return !this.theirs && !state.shown && !this.shown.has(keyOf(state)); }

  /** A state has come after a message of that kind, of another deal or not: whose moves it has, how many hints helped it, and since when
   *  its time runs. */
  heed(state, last, { kind, other, first }) {
    const { board } = this, same = kept.of(state.kept_as ?? "").find(one => board.sameDeal(one));
    if (!state.moved) this.theirs = false;
    else if (other || kind === "load") this.theirs = !same || Boolean(same.theirs) || !goesOnFrom(lineOf(same), state.record?.moves ?? []);
    const left = same && !same.ended ? same : null;
    if (other) board.hints = (left?.hints ?? 0) + (first ? board.hints : 0);      // the first may be asked for before the game is there
    if (other) board.stopwatch.reset(left?.spent ?? 0);
    else if (kind === "restart") {
      this.left = board.stopwatch.spent;
      board.stopwatch.reset();
    } else if (kind === "undo" && !last.moved && state.moved) board.stopwatch.reset(this.left);      // what was left comes back
    board.stopwatch.run(Boolean(state.moved && !state.over && !state.won));
  }

  /** The name under which a deal counts; none for one from real cards, which whoever lays them may choose. */
  countsAs({ kept_as: game, real }) { return real ? "" : game; }

  /** A state has come, by a person's move or not: a deal is begun, won or lost. A loss that is taken back is none. */
  count(state, last, byPerson) {
    const { deal, moved, won, over, shown } = state, game = this.countsAs(state);
    const lost = one => Boolean(one.over && !one.won);
    if (shown) this.shown.add(keyOf(state));
    if (!game || !moved || !this.own(state)) return;
    const takenBack = this.board.sameDeal(last) && lost(last) && !over && moved < last.moved;
    if (byPerson) played.note(game, deal, { won: won ? moved : 0, lost: lost(state) ? 1 : 0 });
    else if (takenBack) played.note(game, deal, { lost: -1 });
  }

  /** A game is kept on this machine after each move: what is left in the middle is come back to, the last ones can be opened. */
  keep({ kept_as: game, deal, moved, over, won, record, piles, moves, buttons, counts, text, hardness }) {
    const { board } = this;
    if (!game || !record || !board.live || !moved) return;
    const ended = won ? "won" : over ? "lost" : undefined, view = { piles, moves, buttons, counts, text, hardness };
    const whose = this.theirs ? { theirs: true } : {}, helped = board.hints ? { hints: board.hints } : {};
    kept.put(game, { deal, moved, record, spent: board.stopwatch.spent, ...whose, ...helped, ...(ended ? { ended } : { view }) });
  }
}
