// How large the cards of a table are: it is arranged for the room it has, with its buttons below it or beside it.

import { GAIN, ROOMY } from "./table.js";

const SMALL = 44, NARROW = 28;      // widths of a card on the screen, in pixels
const ABREAST = 600;                // of a board that has room for its buttons beside the table

export class Sizes {
  constructor(board) {
    this.board = board;
    this.take = this.take.bind(this);
    new ResizeObserver(this.take).observe(board.table.svg.parentElement);
    window.addEventListener("resize", this.take);
  }

  close() { window.removeEventListener("resize", this.take); }

  /** How much room the table has, in pixels, with what is said and the buttons below it or beside it. */
  room(beside) {
    const { root, full, table: { svg } } = this.board, cloth = svg.parentElement;
    root.classList.toggle("beside", beside);
    return { wide: cloth.clientWidth, high: full ? cloth.clientHeight : parseFloat(getComputedStyle(svg).maxHeight) || Infinity };
  }

  arrange() {
    const { root, table } = this.board, beside = root.clientWidth < ABREAST ? null : this.room(true), below = this.room(false);
    const width = table.largest(below), gain = width < SMALL ? 1 : GAIN;      // of small cards every pixel counts
    const gains = beside && width < ROOMY && table.largest(beside) > width * gain;
    table.fit(gains ? this.room(true) : below);
  }

  /** Small cards get the large index, very small ones a button that makes them larger. */
  take() {
    const { root, larger, table, buttons } = this.board;
    if (!larger && table.svg.isConnected) this.arrange();
    const width = table.cardWidth();
    if (!width) return;
    root.classList.toggle("small-cards", width < SMALL);
    table.indexed(root.matches(".small-cards, .large-index") ? "large" : "small");
    buttons.larger.hidden = width >= NARROW && !larger;
  }

  zoom() {
    const { board } = this, { root, table } = board;
    board.larger = root.classList.toggle("larger");
    board.buttons.larger.setAttribute("aria-pressed", String(board.larger));
    board.say(board.larger ? "Larger cards: a finger scrolls the table, taps play." : "The whole table.");
    table.nodes.get(table.current)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
