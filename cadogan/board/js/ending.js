// The end of a deal: how it ended, in how many moves and how long, and what comes next.

import { options, played, times } from "./memory.js";
import { button, row } from "./shelf.js";
import { sound } from "./sound.js";
import { clockTime, few, h, plural } from "./words.js";

/** How a game ended that was not won: why, after how many moves, and in how many seconds (0: not told).
 *  @param {{ result?: string, moved: number, seconds: number }} game */
export const toldEnd = ({ result, moved, seconds }) =>
  `${result ?? "The game is over."} ${plural(moved, "move")}${seconds ? ` in ${clockTime(seconds)}` : ""}.`;

/** The moves and the time of a win, beside one's best before it, and the wins in a row with this one; times in whole seconds.
 *  A deal that was lost before is told to be won at a later try.
 *  @param {{ moved: number, seconds: number, fewest: number | null, shortest: number | null, streak?: number, losses?: number }} game */
export function toldWin({ moved, seconds, fewest, shortest, streak = 1, losses = 0 }) {
  const tried = losses ? `, after ${few(losses, "loss", "losses")}` : "", best = [];
  const told = `Won in ${plural(moved, "move")}${seconds ? ` and ${clockTime(seconds)}` : ""}${tried}.`;
  if (fewest !== null) best.push(moved < fewest ? `your fewest moves yet (before: ${fewest})` : `your best is ${plural(fewest, "move")}`);
  if (shortest !== null && seconds < shortest) best.push(`your shortest time yet (before: ${clockTime(shortest)})`);
  else if (shortest !== null) best.push(`your shortest time is ${clockTime(shortest)}`);
  if (streak > 1) best.push(`${streak} wins in a row`);
  if (!best.length) return told;
  const line = best.join(", ");
  return `${told} ${line[0].toUpperCase()}${line.slice(1)}.`;
}

/** What a win was worth: how often the best player of the table of odds wins this patience, how many hints were asked for, how many
 *  wins of it there are with this one.
 *  @param {{ rows: { player: string, share: number }[], hints: number, wins: number }} game */
export function worthOf({ rows, hints, wins }) {
  const best = rows.reduce((a, b) => (b.share > (a?.share ?? 0) ? b : a), null), told = [];
  if (best && best.share < 0.9) told.push(`The ${best.player} player wins one deal in ${Math.round(1 / best.share).toLocaleString("en")}.`);
  told.push(wins > 1 ? `You have won this patience in ${plural(wins, "deal")}` : "Your first win of this patience");
  return `${told.join(" ")}, ${hints ? `this one with ${plural(hints, "hint")}` : "this one without a hint"}.`;
}

export class Ending {
  constructor(board) {
    this.board = board;
    this.told = h("p", { role: "status" });
    this.node = h("div", { class: "ending", role: "group", "aria-label": "The deal has ended", hidden: "" }, this.told,
      row(button("New deal", () => board.newDeal()),
        button("Same deal again", () => { board.send({ kind: "restart" }); board.focusTable(); }),
        button("Share", () => board.panels.copy()), board.outlook.where, board.outlook.before));
  }

  /** Sound is off until somebody wants it, and is offered once. */
  offerSound() {
    const { board } = this, on = () => {
      options.set("", "sounds", true);
      board.panels.recallOptions();
      board.offer("You will hear the cards now; More can silence them.");
      sound("won");
    };
    if (options.get("", "sounds") || options.get("", "sound-offered")) return;
    if (options.set("", "sound-offered", true)) board.offer("The cards can be heard, too.", button("Sound on", on));
  }

  /** Show a state's end, or nothing: `fresh` when it has just come about, `own` when a person has played it without the board's help. */
  show({ kept_as: game, deal, won, over, moved, result }, { fresh, own, seconds }) {
    const { node } = this, ended = Boolean(won || over);
    if (!ended) node.hidden = true;
    if (!ended || !fresh) return;
    const { fewest, streak, won: wins } = played.summary(game, [deal]), losses = played.losses(game, deal);
    const again = played.of(game).some(one => one[0] === deal && one[1]);
    node.hidden = false;
    const best = { moved, seconds, fewest, shortest: times.best(game), streak: losses ? 0 : streak + (again ? 0 : 1), losses };
    const worth = game ? ` ${worthOf({ rows: this.board.rows, hints: this.board.hints, wins: wins + (again ? 0 : 1) })}` : "";
    this.told.textContent = won && own ? toldWin(best) + worth : toldEnd({ result, moved, seconds: own ? seconds : 0 });
    this.board.outlook.where.hidden = Boolean(won);
    if (won && own && game) times.note(game, seconds);
    this.offerSound();
    node.scrollIntoView({ block: "nearest" });
  }
}
