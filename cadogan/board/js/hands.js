// What a person does to cards: choose places one after another, by click or key, or carry a card by pointer.

import { FAR, cardName, cardSign, few, oneOf, plural, samePairs, sentence } from "./words.js";

const FINGER = 12;      // pixels by which a finger misses a card

export const PLAIN = new Set(["play", "take", "swap", "together"]);   // kinds that are made by choosing places

export class Hands {
  constructor(board) {
    this.board = board;
    this.table = board.table;
    this.chosen = [];
    this.count = null;
    this.later = [];      // what was picked while an answer was still on its way
    const { svg } = this.table;
    svg.addEventListener("pointerdown", event => this.down(event));
    svg.addEventListener("pointermove", event => this.moved(event));
    svg.addEventListener("pointerup", event => this.up(event));
    // A gesture that the system ends, for a call or a rotation, leaves nothing chosen that it began with.
    svg.addEventListener("pointercancel", () => (this.drag?.lifted ? this.release() : this.putDown()));
    // A finger on a card that can move carries it; anywhere else it scrolls the page, and a table of larger cards everywhere; two enlarge.
    const carries = ({ touches }) => touches.length === 1 && !this.board.larger && this.movable(this.table.under(touches[0], 0));
    svg.addEventListener("touchstart", event => { if (carries(event)) event.preventDefault(); }, { passive: false });
  }

  /** Whether a card of this place can be carried anywhere. @param {string | null} id */
  movable(id) { return Boolean(id) && this.board.plays && this.open([id]).length > 0; }

  // -- choosing and playing

  /** Legal moves by places that begin with the chosen ones: from one to another, or a set in any order. */
  open(chosen) {
    const inOrder = move => chosen.every((id, i) => id === move.places[i]);
    const inAnyOrder = move => move.places.length && chosen.every(id => move.places.includes(id));
    return this.board.state.moves.filter(move => (move.from ? inOrder(move) : inAnyOrder(move)));
  }

  targets() {
    if (!this.chosen.length) return new Set();
    return new Set(this.open(this.chosen).flatMap(move => move.places).filter(id => !this.chosen.includes(id)));
  }

  /** A state has come: what was chosen goes, but not a card that is being carried from a place that is as it was; nor, where a referee
   *  `arrives`, any that lies as it did. */
  settle({ piles }, arrives) {
    const { drag } = this, same = id => JSON.stringify(piles[id]) === JSON.stringify(this.table.piles[id]);
    if (drag ? !drag.dropped && same(drag.id) : arrives && this.chosen.length && this.chosen.every(same)) return;
    this.table.drop();
    this.release(false);
  }

  /** Do what was picked meanwhile. */
  goOn() { while (this.later.length && !this.board.waiting) this.later.shift()(); }

  release(all = true) {
    if (all) this.later = [];
    this.chosen = [];
    this.count = null;
    this.putDown();
    this.board.marks();
  }

  /** A click or Enter on a place. */
  pick(id, count = null) {
    const { board } = this;
    const { starting, left, watching } = board.replay ?? {};
    if (board.waiting || (starting && (left || watching))) {
      const { chosen, drag, count: carried } = this, from = drag?.dropped ? chosen : [];
      return this.later.push(() => {
        if (from.length) { this.chosen = from; this.count = carried; }
        this.pick(id, count);
      });
    }
    if (!board.plays) return board.replay?.takeOver(() => this.pick(id, count));
    if (board.replay?.left && !this.chosen.length) return this.resume(id, count);
    if (this.chosen.includes(id)) return this.again(id);
    if (!this.chosen.length) return this.choose(id, count);
    const chosen = [...this.chosen, id], open = this.open(chosen), direct = this.direct(id);
    if (direct && !this.drag?.dropped && !this.targets().size) {      // the pack, after a card that goes nowhere
      this.release();
      return this.play(direct);
    }
    const exact = open.filter(move => move.places.length === chosen.length);
    const pairs = exact.filter(move => samePairs(move.places, chosen));
    if (exact.length && exact.length === open.length) return this.playOne(pairs.length ? pairs : exact);
    if (open.length) {
      this.chosen = chosen;
      const card = this.table.piles[id]?.at(-1);
      const more = exact.length ? " Press Enter or click again to play them." : "";
      board.say(`${card ? `${sentence(cardName(card))} ` : ""}${plural(chosen.length, "place")} chosen.${more}`);
      return board.marks();
    }
    const [from] = chosen;
    board.send(chosen.length === 2 ? { kind: "try", from, to: id, count: this.count } : { kind: "try", places: chosen });
  }

  /** The first click on a game that was left goes on with it: the place is marked until Python is there, and then chosen. */
  resume(id, count) {
    this.chosen = [id];
    this.board.marks();
    this.board.replay.takeOver(() => {
      if (this.drag) return;
      this.chosen = [];
      this.pick(id, count);
    });
  }

  /** The first place of a move. */
  choose(id, count) {
    const open = this.open([id]), direct = this.direct(id);
    if (!open.length && direct) return this.play(direct);
    if (open.length === 1 && open[0].places.length === 1) return this.play(open[0]);
    const only = this.board.root.classList.contains("one-touch") && this.theOne(count ? open.filter(move => move.count === count) : open);
    if (only) return this.play(only);
    this.chosen = [id];
    this.count = count;
    const pile = this.table.piles[id] ?? [], name = one => this.table.places.get(one)?.name;
    const targets = this.targets(), what = pile.length ? cardName(pile.at(-1)) : "no card";
    if (!pile.length && !targets.size) {
      this.release();
      return this.board.say(sentence(`${name(id)} is empty: choose a card first`));
    }
    this.board.say(`${sentence(`${what}, ${name(id)}`)} ${this.where()}`);
    this.board.marks();
  }

  /** Where the chosen card can go, as a sentence. */
  where() {
    const targets = this.targets(), places = [...this.table.places.values()].filter(({ id }) => targets.has(id));
    const names = places.map(({ name }) => name);
    const goes = this.open(this.chosen).some(move => move.from) ? "go to" : "be chosen with";      // sets are taken up, not moved
    return names.length ? `It can ${goes} ${oneOf(names)}.` : "It has no place to go.";
  }

  /** What was chosen is put back, and it is said what it was and where else it could go. */
  putBack() {
    const { board, chosen: [id], chosen } = this, where = this.where();
    this.release();
    if (chosen.length > 1) return board.say(`The ${few(chosen.length, "place")} are no longer chosen.`);
    const card = this.table.piles[id]?.at(-1), { name } = this.table.places.get(id);
    board.say(card ? `The ${cardName(card)} stays: ${name}. ${where}` : sentence(`${name} is no longer chosen`));
  }

  /** A second click on a chosen place: play the set, send the card home, or put it back. */
  again(id) {
    const exact = this.open(this.chosen).filter(move => move.places.length === this.chosen.length);
    const home = this.chosen.length > 1 ? [] : this.open([id]).filter(move => move.from && this.table.places.get(move.to).home);
    const move = exact.length === 1 ? exact[0] : this.theOne(home) ?? this.direct(id);
    if (move) return this.play(move);
    if (!home.length) return this.putBack();
    this.release();
    this.board.say("It can go to more than one foundation: choose one.");
  }

  /** The only move, or the first of several that differ only in places that are alike: empty, or with the same cards. */
  theOne(moves) {
    const alike = ({ kind, from, to, count, text }) => (from
      ? JSON.stringify([kind, from, count, this.table.places.get(to)?.group, this.table.piles[to]]) : text);
    return moves.length && moves.every(move => alike(move) === alike(moves[0])) ? moves[0] : null;
  }

  /** The move that a click on the pack in hand means: turn, deal, whatever is the only one. */
  direct(id) {
    if (this.table.places.get(id).group !== "hand") return null;
    const moves = this.board.state.moves.filter(move => !move.places.length);      // a word alone
    const turn = moves.filter(move => move.kind === "turn");
    return moves.length === 1 ? moves[0] : turn.length === 1 ? turn[0] : null;
  }

  play(move) { this.board.send({ kind: "move", text: move.text }); }

  /** Of several moves between the same places, the one of the cards lifted; else ask: cards that go home together before one that is
   *  laid on the other. */
  playOne(moves) {
    const alike = new Set(moves.map(move => move.kind)).size === 1, sized = alike ? moves.filter(move => move.count === this.count) : [];
    const one = sized.length === 1 ? sized[0] : this.theOne(moves);
    if (one) return this.play(one);
    this.release();
    this.board.panels.listMoves([...moves].sort((a, b) => Number(Boolean(a.from)) - Number(Boolean(b.from))));
    this.board.say("There is more than one way: choose one from the list.");
  }

  /** The move of a button: turn, deal, fill … Where there is none, the referee says why. */
  playKind(kind) {
    const moves = this.board.state.moves.filter(move => move.kind === kind);
    if (moves.length) this.playOne(moves);
    else this.board.send({ kind: "move", text: kind });
  }

  /** Whether there is a move at all, and one of each kind besides those from place to place. */
  anyMove() {
    const { moves, result } = this.board.state, n = moves.length;
    const others = moves.filter(({ kind }, i) => !PLAIN.has(kind) && moves.findIndex(other => other.kind === kind) === i);
    const also = others.length ? `: ${others.map(move => move.says).join("; or ")}` : "";
    this.board.say(n ? `Yes, ${plural(n, "move")}${n > 1 && also ? ", among them" : ""}${also}.` : `No. ${result ?? ""}`);
  }

  // -- pointer: mouse, pen and touch alike

  down(event) {
    if (event.button || this.drag) return;
    if (this.board.show.stop()) return;
    const id = this.table.under(event);
    if (!id) return this.chosen.length ? this.release() : undefined;
    event.preventDefault();
    const i = event.target.closest?.(".playing-card[data-i]")?.dataset.i, n = (this.table.piles[id] ?? []).length;
    const count = i === undefined || this.nearTop(event, id) ? 1 : n - Number(i);
    this.drag = { id, count, pointer: event.pointerId, start: this.table.point(event), x: event.clientX, y: event.clientY };
    this.table.svg.setPointerCapture(event.pointerId);
    this.table.focusOn(id, false);
    this.table.nodes.get(id).focus({ preventScroll: true });      // or the table would move under the finger
  }

  /** Whether a finger that touches a covered card may have meant the uppermost one beside it. */
  nearTop(event, id) {
    return event.pointerType === "touch" && this.table.fromTop(event, id) < FINGER;
  }

  moved(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer || drag.dropped) return;
    if (!drag.lifted) {
      const still = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR;
      const scrolls = event.pointerType === "touch" && this.board.larger;
      if (still || scrolls || !this.board.plays || !this.table.piles[drag.id]?.length) return;
      const sizes = this.open([drag.id]).map(move => move.count);
      if (drag.count > 1 && !sizes.includes(drag.count)) return this.covered(drag);
      drag.lifted = true;
      this.chosen = [drag.id];
      this.count = sizes.includes(drag.count) ? drag.count : 1;
      this.table.lift(drag.id, this.count);
      this.board.marks();
    }
    const [x, y] = this.table.point(event);
    this.table.carry(x - drag.start[0], y - drag.start[1]);
  }

  /** A card that others lie on is not carried. */
  covered({ id, count }) {
    const card = this.table.piles[id].at(-count);
    this.release();
    this.board.say(`${card ? cardSign(card) : "This card"} lies under ${few(count - 1, "other")}.`, "refused");
  }

  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.lifted) {
      this.drag = null;
      const sized = this.board.plays && this.open([drag.id]).some(move => move.count === drag.count);
      return this.pick(drag.id, sized ? drag.count : null);
    }
    const target = this.table.under(event);
    drag.dropped = true;
    if (!target || target === drag.id) return this.putBack();
    this.pick(target);
    if (this.drag && this.chosen.length > 1) this.putDown();
  }

  putDown() {
    this.drag = null;
    this.table.back();
  }
}
