// The panels below the board of a patience: moves, deals and options, games played, help, the table as text, a look through a place.

import { helpList } from "./keys.js";
import { played } from "./memory.js";
import { Shelf, button, row } from "./shelf.js";
import { cardName, cardSign, h, sentence } from "./words.js";

const HELP = [
  ["Click, or Enter", "pick up the uppermost card of a place; again on another place: put it there"],
  ["Second click, or Enter twice", "send the card to its foundation, where there is only one"],
  ["Drag", "carry a card with mouse, pen or finger"],
  ["Arrows", "go from place to place in the shape of the table (in a replay: step)"],
  ["Page Up, Page Down", "go through all the places one after another; Home, End: the first, the last"],
  ["Escape", "put the card back, close a panel, stop the showing; in JupyterLab then: leave the board for its cell"],
  ["T, D, F, A", "turn, deal, fill, deal again, where the game has them"],
  ["M", "all moves, as a list"], ["E", "is there a move at all?"], ["H", "a hint, and why"],
  ["O", "send home all that can go"], ["U, R", "undo, redo (also Ctrl+Z, Ctrl+Y)"],
  ["S", "show me: a strategy plays on; again: pause and go on"],
  ["L", "look through the place you are on, as far as the rules allow"],
  ["N", "deals, showing, saving, options"], ["B", "begin this deal again"], ["G", "games played on this machine"],
  ["Z", "cards larger, with scrolling; again: the whole table"], ["X", "the table as text"], ["?", "this help"],
];

export class Panels extends Shelf {
  constructor(board) {
    super(board);
    this.hold({ moves: h("ul", { class: "moves", "aria-label": "All moves" }), more: this.more(), help: helpList(HELP),
      look: h("div", { role: "group", "aria-label": "Looking through a place" }) });
    this.fill = { moves: ({ moves }) => this.fillMoves(moves), games: () => this.fillGames() };
  }

  more() {
    const { board } = this;
    this.warning = h("span", { class: "warning", hidden: "" }, "This game goes by red and black: four colours hide which is which.");
    return h("div", { role: "group", "aria-label": "Deals and options" }, this.dealRow(),
      row(button("Show me", () => board.show.start(), "S"), board.show.strategy, board.show.speed, button("Any move?", () => board.anyMove(), "E")),
      row(...this.keepButtons(), button("Larger cards", () => board.zoom(), "Z")), row(...this.switches.map(one => one.label), this.warning));
  }

  switched(name, on) {
    if (name === "large-index") this.board.size();
    if (name === "four-colour") this.warning.hidden = !(on && this.board.alternate);
  }

  listMoves(moves) {
    this.toggle("moves", true);
    this.fillMoves(moves);
    this.each.moves.querySelector("button")?.focus();
  }

  fillMoves(moves) {
    const { board } = this, { more } = board.state;
    this.list(this.each.moves, moves, move => board.hands.play(move), "There is no move.");
    if (more) this.each.moves.append(h("li", {}, `… and ${more} more: choose their places on the table.`));
  }

  /** What is seen of a place, all of it, uppermost first. */
  look(id) {
    const { table } = this.board, pile = [...(table.piles[id] ?? [])].reverse(), seen = pile.filter(Boolean), { name } = table.places.get(id);
    const rest = pile.length > seen.length ? `, and ${pile.length - seen.length} unseen` : "";
    this.toggle("look", true);
    this.each.look.replaceChildren(h("p", {}, `${sentence(name)} Uppermost first: ${seen.map(cardSign).join(" ") || "nothing to be seen"}${rest}.`));
    this.board.say(`${name}: ${seen.map(cardName).join(", ") || "nothing to be seen"}${rest}.`);
    table.focusOn(id);
  }

  fillGames() {
    const { board } = this, game = board.state.kept_as;
    const { begun, won, notWon, fewest, streak, longest } = played.summary(game, board.unfinished() ? board.state.deal : null);
    const share = begun ? ` (${Math.round(100 * won / begun)} %)` : "";
    this.tellGames(played, game, "A deal counts once, from the first move; what the board has shown does not count.", begun,
      [["Begun", begun], ["Won", `${won}${share}`], ["Lost or left", notWon], ["Fewest moves of a win", fewest ?? "–"],
        ["Wins in a row, now", streak], ["Wins in a row, at most", longest]]);
  }
}
