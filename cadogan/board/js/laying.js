// A deal from real cards: the pack is laid on the table card by card, as it is dealt, typed or tapped. The referee says what is wrong
// with it, and where each card comes to lie.

import { button, row } from "./shelf.js";
import { cardName, cardSign, h, plural } from "./words.js";

const ANSWERED = 5000;      // milliseconds for an answer

export class Laying {
  /** @param {any} board */
  constructor(board) {
    this.board = board;
    this.on = false;
    this.asked = 0;      // when, while no answer has come
    this.later = null;   // what is to be asked then
    this.cards = h("div", { class: "pack", role: "group", "aria-label": "The cards of the pack" });
    this.text = h("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-label": "The cards in the order in which they are dealt", placeholder: "5H 10S QD … or 5♥ 10♠ Q♦", oninput: () => this.ask() });
    this.says = h("p", { role: "status" });
    this.done = board.press("Deal these cards", "", () => this.deal());
    this.node = h("div", { class: "laying", role: "group", tabindex: "-1", "aria-label": "Deal from real cards" },
      h("p", {}, "Shuffle a real pack, and tap or type its cards in the order in which you deal them: the table shows where each comes "
        + "to lie. Cards that you cannot see, such as the pack in hand, can be left to chance. The deal is kept like any other, "
        + "but not counted."),
      this.says, this.cards, this.text,
      row(this.done, button("Last card back", () => this.takeBack()), button("The rest by chance", () => this.ask({ rest: true })),
        button("Close", () => board.panels.toggle("lay", false))));
  }

  /** The panel is open: the table shows what is laid. */
  begin() {
    if (this.on && this.asked) return;      // a state has come meanwhile: what was asked is answered behind it
    if (!this.on && matchMedia("(pointer: fine)").matches) setTimeout(() => this.text.focus({ preventScroll: true }));
    this.on = true;
    this.asked = 0;
    this.restPlaying();
    this.board.say("");
    this.ask();
  }

  /** What plays, or speaks of the game that lies beneath, rests while a pack is laid. */
  restPlaying() {
    const { buttons, kindBar, notice, outlook } = this.board;
    for (const one of [buttons.undo, buttons.redo, buttons.hint, buttons.verdict, kindBar, notice, outlook.node]) one.inert = this.on;
  }

  /** The panel is closed: the table lies as it did. What is typed stays. */
  end() {
    if (!this.on) return;
    this.on = false;
    this.restPlaying();
    this.board.table.draw(this.board.state.piles);
    this.board.marks();
  }

  /** Ask how far it is laid; whoever types faster than is answered is asked for once, when the answer has come. */
  ask(more = {}) {
    this.later = null;
    this.board.able(this.done, false);
    if (Date.now() - this.asked < ANSWERED) this.later = more;
    else {
      this.asked = Date.now();
      if (!this.board.live) this.says.textContent = "Your cards are read as soon as the table is set.";
      this.board.send({ kind: "lay", cards: this.text.value, ...more });
    }
  }

  /** One card more. @param {string} card */
  lay(card) {
    this.text.value = `${this.text.value.trimEnd()} ${card} `.trimStart();
    this.text.scrollTop = this.text.scrollHeight;
    this.ask();
  }

  takeBack() {
    this.text.value = this.text.value.trimEnd().replace(/[^\s,;.|/]+$/, "");
    this.ask();
  }

  deal() {
    const cards = this.text.value;
    this.board.panels.toggle("lay", false);
    this.text.value = "";
    this.board.send({ kind: "new", cards });
  }

  /** How far the pack is laid. @param {Extract<import("../messages").Reply, { kind: "laid" }>} reply */
  take({ cards, of, wrong, left, piles, next, sure, rest }) {
    this.asked = 0;
    if (!this.on) return;
    if (this.later) this.ask(this.later);
    const { board } = this, { table } = board;
    if (rest) this.text.value = cards.join(" ");
    this.offer(left);
    table.draw(piles);
    table.mark({ target: next ? [next] : [] });
    const where = next ? ` The next one comes to ${table.places.get(next)?.name}${sure ? "" : ", unless its face belongs elsewhere"}.` : "";
    const more = wrong.length - 1, others = more > 0 ? ` ${more === 1 ? "Another word is" : `${more} other words are`} wrong, too.` : "";
    this.says.className = wrong.length ? "wrong" : "";
    this.says.textContent = wrong.length ? wrong[0] + others
      : cards.length === of ? `All ${of} cards are laid.` : `${cards.length} of ${plural(of, "card")} laid.${where}`;
    board.able(this.done, cards.length === of && !wrong.length && !this.asked);
  }

  /** The cards to tap, a row for each suit; those that have all been laid can do nothing. @param {Record<string, number>} left */
  offer(left) {
    const faces = Object.keys(left), key = faces.join();
    if (this.key !== key) {
      this.key = key;
      this.cards.style.setProperty("--ranks", String(new Set(faces.map(face => face.slice(0, -1))).size));
      this.cards.replaceChildren(...faces.map(face => {
        const node = this.board.press(cardSign(face), "", () => this.lay(face), /[HD]$/.test(face) ? "red" : "");
        node.dataset.card = face;
        node.setAttribute("aria-label", cardName(face));
        return node;
      }));
    }
    for (const node of this.cards.children) this.board.able(node, left[node.dataset.card] > 0);
  }
}
