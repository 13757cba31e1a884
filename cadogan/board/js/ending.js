// The end of a deal: how it ended, in how many moves and how long, and what comes next.

import { played, times } from "./memory.js";
import { button, row } from "./shelf.js";
import { clockTime, h, plural } from "./words.js";

/** The moves and the time of a win, beside one's best before it; times in whole seconds.
 *  @param {{ moved: number, seconds: number, fewest: number | null, shortest: number | null }} game */
export function toldWin({ moved, seconds, fewest, shortest }) {
  const told = `Won in ${plural(moved, "move")}${seconds ? ` and ${clockTime(seconds)}` : ""}.`, best = [];
  if (fewest !== null) best.push(moved < fewest ? `your fewest moves yet (before: ${fewest})` : `your best is ${plural(fewest, "move")}`);
  if (shortest !== null && seconds < shortest) best.push(`your shortest time yet (before: ${clockTime(shortest)})`);
  else if (shortest !== null) best.push(`your shortest time is ${clockTime(shortest)}`);
  if (!best.length) return told;
  const line = best.join(", ");
  return `${told} ${line[0].toUpperCase()}${line.slice(1)}.`;
}

export class Ending {
  constructor(board) {
    this.board = board;
    this.told = h("p", {});
    this.node = h("div", { class: "ending", role: "group", "aria-label": "The deal has ended", hidden: "" }, this.told,
      row(button("New deal", () => board.newDeal()),
        button("Same deal again", () => board.send({ kind: "restart" })),
        button("Share", () => board.panels.copy()), board.outlook.where, board.outlook.before));
  }

  /** Show a state's end, or nothing: `fresh` when it has just come about, `own` when a person has played it without the board's help. */
  show({ kept_as: game, won, over, moved, result }, { fresh, own, seconds }) {
    const { node } = this, ended = Boolean(won || over);
    if (!ended) node.hidden = true;
    if (!ended || !fresh) return;
    const { fewest } = played.summary(game);
    this.told.textContent = won && own ? toldWin({ moved, seconds, fewest, shortest: times.best(game) }) : result ?? "";
    node.hidden = false;
    this.board.outlook.where.hidden = Boolean(won);
    if (won && own && game) times.note(game, seconds);
    node.scrollIntoView({ block: "nearest" });
  }
}
