// A card carried with mouse, pen or finger. To drop it on something is to have chosen it and to touch that; what this can mean, the table
// knows.

import { sameCards } from "./round_draw.js";
import { FAR, h } from "./words.js";

const NEAR = 22;      // pixels by which a finger may miss

export class Drag {
  constructor(table) {
    this.table = table;
    const { felt } = table, on = { pointerdown: this.down, pointermove: this.moved, pointerup: this.up, pointercancel: this.putDown };
    for (const [name, act] of Object.entries(on)) felt.addEventListener(name, event => act.call(this, event));
    // What a finger carries is no scrolling that goes on when it is lifted: the next tap would only stop it.
    felt.addEventListener("touchmove", event => { if (this.held) event.preventDefault(); }, { passive: false });
  }

  down(event) {
    const { board, state } = this.table, node = event.target.closest(".pc");
    if (!node || event.button || this.held || !board.live || state.acting === null) return;
    const { key, card } = node.dataset;
    this.held = { node, key, card: card || null, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  moved(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.picture && (Math.hypot(dx, dy) < FAR || !this.lift(event))) return;
    held.picture.style.transform = `translate(${dx}px, ${dy}px)`;
    const over = this.under(event);
    for (const [name, node] of this.places()) node.classList.toggle("over", name === over);
  }

  /** Take the card up, with all that were chosen before, and show where it can go. */
  lift(event) {
    const { held, table } = this, { felt } = table;
    held.before = table.chosen;
    const added = held.card !== null && !table.chosen.some(one => one.key === held.key);
    if (added) table.chosen = [...table.chosen, { key: held.key, card: held.card }];
    const keys = held.card === null ? [held.key] : table.chosen.map(one => one.key), goals = this.goals(held.card);
    const nodes = keys.map(key => felt.querySelector(`[data-key="${key}"]`));
    const frame = felt.getBoundingClientRect(), box = held.node.getBoundingClientRect();
    held.picture = h("span", { class: "carried", "aria-hidden": "true" }, ...nodes.map(node => node.querySelector(".pic").cloneNode(true)));
    const left = box.left - frame.left - felt.clientLeft, top = box.top - frame.top - felt.clientTop;
    Object.assign(held.picture.style, { left: `${left}px`, top: `${top}px` });
    felt.append(held.picture);
    felt.setPointerCapture(event.pointerId);
    for (const node of nodes) node.classList.add("lifted");
    for (const [name, node] of this.places()) node.classList.toggle("goal", goals.has(name));
    return true;
  }

  /** Everything a card can be dropped on, with its node: piles, combinations, open cards, and the middle round about them. */
  places() {
    const { felt } = this.table, all = [...felt.querySelectorAll(".centre [data-key], .melds [data-key]")];
    const named = all.filter(node => !node.classList.contains("lifted")).map(node => [node.dataset.key, node]);
    return [...named, ...[...felt.querySelectorAll(".centre, .melds")].map(node => ["middle", node])];
  }

  /** What lies under the pointer; a finger may miss a pile by a little. */
  under({ clientX: x, clientY: y }) {
    const away = node => {
      const box = node.getBoundingClientRect();
      return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    };
    const all = this.places().map(([name, node]) => [name, away(node)]);
    const named = all.filter(([name, far]) => name !== "middle" && far < NEAR).sort((a, b) => a[1] - b[1]);
    return named[0]?.[0] ?? (all.some(([name, far]) => name === "middle" && far === 0) ? "middle" : null);
  }

  up(event) {
    const { held, table } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.picture) { this.held = null; return; }      // a click
    const target = this.under(event), { chosen } = table;
    this.putDown();
    if (target === null) return table.board.say("It goes back to your hand.");
    if (held.card === null) return table.pickCard(held.key, null);
    table.chosen = chosen;
    this.dropped(target, held.before);
  }

  /** The card goes back to where it was; says whether one was carried. */
  putDown() {
    const { held, table } = this;
    this.held = null;
    if (!held?.picture) return false;
    held.picture.remove();
    table.chosen = held.before;
    for (const node of table.felt.querySelectorAll(".lifted, .goal, .over")) node.classList.remove("lifted", "goal", "over");
    return true;
  }

  // -- what it means

  /** Actions with just the chosen cards that name neither a pile nor a combination: the middle of the table means them. */
  plainly() { return this.table.matching().exact.filter(one => one.pile === null && one.meld === null); }

  /** Actions made of the chosen cards and one that lies open. */
  pairing(card) { return this.table.state.actions.filter(one =>
    sameCards(one.pick, [...this.table.chosen.map(other => other.card), card])); }

  /** Where the chosen cards can go; the uppermost card of a hidden row (null) can only be turned. */
  goals(card) {
    const { felt, state } = this.table, { exact } = this.table.matching();
    const named = card === null ? [] : exact.flatMap(one => [`pile ${one.pile}`, `meld ${one.meld}`]);
    const pairs = node => card !== null && this.pairing(node.dataset.card).length;
    const opened = [...felt.querySelectorAll(".centre .pc")].filter(pairs).map(node => node.dataset.key);
    const middle = card === null ? state.actions.some(one => one.pile === "hand") : this.plainly().length;
    return new Set([...named, ...opened, ...(middle ? ["middle"] : [])]);
  }

  /** Do what touching the target does with what is chosen; where that is nothing legal, the cards go back and the referee says why. */
  dropped(target, before) {
    const { table } = this, { board, state } = table, [kind, ...rest] = target.split(" "), name = rest.join(" ");
    const { exact, open } = table.matching(), meld = kind === "meld" ? Number(name) : null;
    const onto = table.felt.querySelector(`.centre .pc[data-key="${target}"]`)?.dataset.card;
    const found = onto ? this.pairing(onto) : meld !== null ? exact.filter(one => one.meld === meld)
      : kind === "pile" ? exact.filter(one => one.pile === name) : this.plainly();
    if (found.length === 1) return table.play(found[0]);
    const more = meld !== null ? open.filter(one => one.meld === meld) : kind === "middle" ? open : [];
    if (onto) table.chosen.push({ key: target, card: onto });
    const cards = table.chosen.map(one => one.card), stay = found.length || more.length;      // a button decides, or more cards are wanted
    if (stay) table.meld = meld ?? table.meld;
    else table.chosen = before;
    table.draw(state);
    if (stay) return table.tell(found, more);
    const placed = Object.values(state.drops), elsewhere = state.tries.find(verb => !placed.includes(verb)) ?? state.tries[0];
    const verb = meld !== null ? table.adding() : kind === "pile" && !onto ? state.drops[name] : elsewhere;
    if (verb) board.act({ kind: "try", verb, cards, meld });
    else board.say(`No card can be put ${kind === "pile" ? `on the ${state.parts[target]?.name ?? name}` : "there"} now.`, "refused");
  }
}
