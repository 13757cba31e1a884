// The table and what a person does at it: cards, combinations and piles are touched; what that can mean stands in buttons.

import { auctionNode, cardNode, faceName, meldNode, nameOf, pileNode, poolsNode, rowName, sameCards, seatNode,
  within } from "./round_draw.js";
import { Drag } from "./round_drag.js";
import { ARROWS, capital, h, plural } from "./words.js";

const MOST_COINS = 8;     // counters that are seen to move to one player at the end of a hand
const LISTED = 12;        // actions shown as buttons, at most; the rest are in the list of all
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Sentences as one: "Draw, or take …." @param {string[]} sentences */
const either = sentences => sentences.slice(0, 4).map((one, i) => {
  const said = one.replace(/\.$/, "");
  return i ? said[0].toLowerCase() + said.slice(1) : said;
}).join(", or ") + ".";

export class RoundTable {
  constructor(board) {
    this.board = board;
    this.chosen = [];      // what is chosen: { key, card }
    this.meld = null;
    this.at = {};          // in each group, what has the focus or had it last
    this.felt = h("div", { class: "felt", onclick: event => this.touched(event), onkeydown: event => this.arrows(event) });
    // In the full window the hand stays in sight where not all of the table has room.
    new ResizeObserver(() => { if (board.full) this.felt.scrollTop = this.felt.scrollHeight; }).observe(this.felt);
    this.drag = new Drag(this);
    this.acts = h("div", { class: "acts", role: "group", "aria-label": "What you can do" });
  }

  // -- drawing

  draw(state) {
    const changed = this.place !== `${state.at} ${state.seat} ${state.lifted} ${state.deal} ${state.length}`;
    this.place = `${state.at} ${state.seat} ${state.lifted} ${state.deal} ${state.length}`;
    if (changed) { this.drag.putDown(); this.chosen = []; this.meld = null; }
    this.state = state;
    const key = this.focusKey();
    const { parts, players } = state, mine = state.acting ?? state.seat, names = Object.keys(parts),
      seats = this.seats(state).map((_, i) => i);
    const order = mine === null ? seats : seats.map((_, i) => (mine + i) % seats.length);
    const auction = parts.auction ?? null, others = order.filter(seat => seat !== mine);
    const can = pile => state.actions.some(one => one.pile === pile);
    const piles = names.filter(name => name.startsWith("pile ")).map(name =>
      pileNode(name, parts[name], { can: can(name.slice(5)), players }));
    const melds = names.filter(name => name.startsWith("meld "));
    const fields = new Set(state.actions.map(one => one.meld).filter(one => one !== null));
    const pools = poolsNode(parts.pools, parts.board);
    const facts = parts.facts.map(({ name, value }) => h("span", { class: "fact" }, `${name}: `, h("b", {}, value)));
    const middle = h("div", { class: "middle", role: "toolbar", "aria-label": "Piles", "data-group": "piles" }, ...piles);
    this.spreadOut(parts, middle);
    const heart = h("div", { class: "heart" }, ...(facts.length ? [h("div", { class: "facts" }, ...facts)] : []),
      ...(piles.length ? [middle] : []), ...(auction ? [auctionNode(auction, players)] : []));
    const centre = h("div", { class: "centre" }, ...(pools ? [pools] : []), heart);
    const laid = h("div", { class: "melds", role: "toolbar", "aria-label": "Combinations on the table", "data-group": "melds" },
      ...melds.map(name => {
      const number = Number(name.slice(5));
      return meldNode(name, number, parts[name], { chosen: this.meld === number, can: fields.has(number), mine, players });
    }));
    const curtain = state.curtain ?? null;
    const own = curtain !== null ? [this.curtain(curtain)] : mine === null ? [] : [this.ownSeat(mine, parts[`seat ${mine}`], auction)];
    this.felt.replaceChildren(
      h("div", { class: "seats" }, ...others.map(seat => seatNode(seat, parts[`seat ${seat}`], { players, auction }))), centre,
      ...(melds.length ? [laid] : []), ...own);
    this.keepHeight(state);
    this.showActions();
    this.rove();
    this.focusBack(key);
  }

  /** Within a hand the table only grows, so that nothing below it jumps. */
  keepHeight({ deal, parts }) {
    const { felt } = this, of = `${deal} ${parts.turn.hand ?? ""} ${felt.clientWidth} ${Boolean(this.board.full)}`;
    if (of !== this.heightOf) { this.heightOf = of; this.tall = 0; felt.style.minHeight = ""; }
    if (this.board.full) return;      // there the table fills what the window leaves
    this.tall = Math.max(this.tall, felt.offsetHeight);
    felt.style.minHeight = `${this.tall}px`;
  }

  /** Open cards in the middle that can be chosen one by one. */
  spreadOut(parts, middle) {
    const wanted = new Set(this.state.actions.flatMap(one => one.pick)), mine = this.state.acting;
    if (mine === null) return;
    const hand = new Set(parts[`seat ${mine}`].hand.cards);
    for (const [name, part] of Object.entries(parts)) {
      if (!name.startsWith("pile ") || part.row || !part.cards.some(card => wanted.has(card) && !hand.has(card))) continue;
      const cards = part.cards.map((card, i) => this.cardButton(`${name} ${i}`, card, card !== null && wanted.has(card)));
      middle.querySelector(`[data-key="${name}"]`).replaceWith(
        h("span", { class: "open" }, h("span", { class: "called" }, part.name), h("span", { class: "hand" }, ...cards)));
    }
  }

  cardButton(key, card, able, parted = false) {
    const chosen = this.chosen.some(one => one.key === key);
    return h("button", { type: "button", class: `pc${able ? " able" : ""}${parted ? " parted" : ""}`, "data-key": key,
      "data-card": card ?? "",
      "aria-pressed": String(chosen),
      "aria-label": faceName(card) + (able ? "" : this.state.actions.length ? ", of no use now" : "") }, cardNode(card));
  }

  ownSeat(seat, part, auction) {
    const { actions, players } = this.state, wanted = new Set(actions.flatMap(one => one.pick)),
      row = actions.some(one => one.pile === "hand");
    const { cards, groups = [] } = part.hand, first = new Set();      // the first card of each group but the first
    groups.slice(0, -1).reduce((n, many) => { first.add(n + many); return n + many; }, 0);
    const top = part.hand.row ? cards.length - 1 : -1;      // of a row of hidden cards only the uppermost is to be touched
    const hand = h("div", { class: `hand own${wanted.size || row ? " choosing" : ""}`, role: "toolbar", "data-group": "hand",
      "aria-label": `Your hand: ${rowName(cards)}` },
    ...cards.map((card, i) => this.cardButton(`hand ${i}`, card, (card !== null && wanted.has(card)) || (row && i === top),
      first.has(i))));
    if (!cards.length) hand.append(h("span", { class: "none" }, "no card in hand"));
    const node = seatNode(seat, part, { players, own: true, auction });
    node.classList.add("mine");
    node.append(hand);
    return node;
  }

  /** At the end of a hand counters go from the pool, and from those who pay, to those who gain. */
  pay(before, { parts }) {
    const pools = state => Object.values(state.parts.pools).reduce((sum, n) => sum + n, 0);
    const gains = this.seats({ parts }).map(name => parts[name].counters - (before.parts[name]?.counters ?? 0));
    const seat = i => this.felt.querySelector(`[data-seat="${i}"] .coin`), all = gains.map((_, i) => i);
    const from = all.filter(i => gains[i] < 0).map(seat);
    if (pools({ parts }) < pools(before)) from.push(this.felt.querySelector(".dish, .pope"));
    const places = from.filter(Boolean).map(node => this.middleOf(node));
    if (!places.length) return;
    for (const i of all.filter(one => gains[one] > 0)) {
      for (let n = 0; n < Math.min(gains[i], MOST_COINS); n++) this.fly(places[n % places.length], this.middleOf(seat(i)), n);
    }
  }

  /** Cards that one action has brought before the seats, as a run does, come one after another, the lowest first. Gives how many. */
  follow(before, { parts }, beat) {
    const coming = this.seats({ parts }).flatMap((name, seat) => parts[name].piles.flatMap((pile, i) => {
      const had = before.parts[name]?.piles.find(one => one.name === pile.name)?.cards.length ?? 0;
      const items = this.felt.querySelectorAll(`[data-seat="${seat}"] .before`)[i].querySelectorAll(".item");
      return pile.stacked ? []
        : pile.cards.slice(had).map((card, n) => ({ rank: RANKS.indexOf(card?.slice(0, -1)), item: items[had + n] }));
    })).sort((a, b) => a.rank - b.rank);
    coming.forEach(({ item }, i) => item.animate({ opacity: [0, 1] }, { duration: 200, delay: i * beat, fill: "backwards" }));
    return coming.length;
  }

  /** @returns {[number, number]} */
  middleOf(node) {
    const box = node.getBoundingClientRect(), felt = this.felt.getBoundingClientRect();
    return [box.x + box.width / 2 - felt.x, box.y + box.height / 2 - felt.y];
  }

  fly([x, y], [toX, toY], n) {
    const coin = h("span", { class: "coin flying", "aria-hidden": "true" });
    this.felt.append(coin);
    const flight = coin.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${toX}px, ${toY}px)` }],
      { duration: 600, delay: n * 80, easing: "ease-in-out", fill: "backwards" });
    flight.onfinish = () => coin.remove();
  }

  curtain(seat) {
    const name = nameOf(this.state.players, seat), ready = event => { event.stopPropagation(); this.board.send({ kind: "ready", seat }); };
    return h("div", { class: "curtain" }, h("p", {}, h("strong", {}, `Pass to ${name}.`),
      " Nobody's cards are shown until that player is ready."),
      h("button", { type: "button", class: "kind", "data-key": "ready", onclick: ready }, `${name} is ready`));
  }

  // -- what can be done

  /** Legal actions that go with what is chosen. */
  matching() {
    const cards = this.chosen.map(one => one.card), { actions } = this.state;
    const fits = one => this.meld === null || one.meld === this.meld;
    return { exact: actions.filter(one => fits(one) && sameCards(one.pick, cards)),
      open: actions.filter(one => fits(one) && within(cards, one.pick) && one.pick.length > cards.length) };
  }

  showActions() {
    const { state } = this, { exact, open } = this.matching(), nothing = !this.chosen.length && this.meld === null;
    const groups = new Map();
    for (const one of exact) groups.set(one.of, [...(groups.get(one.of) ?? []), one]);
    const dear = group => group.length > 3 && group[0].price !== null;
    const nodes = [...groups.values()].flatMap(group => (dear(group) ? [this.priced(group)] : group.map(one => this.actionButton(one))));
    const more = nodes.length > LISTED ? nodes.splice(LISTED).length : 0;
    const told = [];
    const waits = state.acting === null || !state.actions.length, curtain = state.over ? null : state.curtain ?? null;
    if (waits) told.push(curtain === null ? state.says_turn : `Pass to ${nameOf(state.players, curtain)}.`);
    else if (nothing && open.length) {
      const verbs = [...new Set(open.map(one => one.verb))];
      const some = open.every(one => one.pick.length === 1) ? "a card" : "cards";
      const first = verbs.slice(0, -1).join(", ");
      told.push(`${nodes.length ? "Or choose" : "Choose"} ${some} to ${first ? `${first} or ` : ""}${verbs.at(-1)}.`);
    } else if (nothing && !nodes.length) told.push("Choose a combination.");
    if (!nothing) {
      const done = new Set(exact.map(one => one.verb));
      const tries = state.tries.filter(verb => !done.has(verb) && this.chosen.length);
      nodes.push(...tries.map(verb => h("button", { type: "button", "data-key": `try ${verb}`, onclick: () => this.attempt(verb) },
        capital(verb))));
      nodes.push(h("button", { type: "button", "data-key": "put back", onclick: () => this.putBack() }, "Put back"));
      if (open.length) told.push(this.wanting(open));
    }
    if (more) told.push(`${more} more in the list of all actions (M).`);
    if (state.can_pass) {
      nodes.push(h("button", { type: "button", "data-key": "pass", onclick: () => this.board.act({ kind: "pass" }) },
        "Pass for the rest of this deal"));
    }
    if (state.passing && !state.between && !state.over) told.push("You pass for the rest of this deal.");
    if (state.bot && this.board.live && !this.board.resting) told.push("Touch the table to hurry.");
    this.told = h("p", { class: "told", tabindex: "-1", "data-key": "told" }, told.join(" "));
    this.acts.replaceChildren(...nodes, this.told);
  }

  actionButton(one) {
    return h("button", { type: "button", class: "kind", "data-key": `act ${one.text}`, onclick: () => this.play(one) }, one.says);
  }

  /** Many actions that differ in their price alone: a number and one button. */
  priced(group) {
    const prices = group.map(one => one.price), [least, most] = [Math.min(...prices), Math.max(...prices)];
    const field = h("input", { type: "number", min: least, max: most, step: "1", inputmode: "numeric",
      "aria-label": `Price, ${least} to ${most}`,
      "data-key": `price ${group[0].of}` });
    field.value = least;
    const says = group[0].says.replace(/ (for )?\d+\.$/, ""), act = () => {
      const found = group.find(one => one.price === field.valueAsNumber);
      if (found) this.play(found);
      else this.board.send({ kind: "act", text: `${group[0].of} ${field.value || "?"}` });
    };
    field.addEventListener("keydown", event => { if (event.key === "Enter") act(); });
    const label = `${says} for`.replace("Bid for", "Bid");
    return h("span", { class: "priced" }, h("button", { type: "button", class: "kind", "data-key": `act ${group[0].of}`, onclick: act },
      label), field);
  }

  play(one) { this.board.act({ kind: "act", text: one.text }); }

  attempt(verb) { this.board.act({ kind: "try", verb, cards: this.chosen.map(one => one.card), meld: this.meld }); }

  putBack() {
    const chosen = this.chosen.map(one => faceName(one.card)).join(", ");
    this.chosen = [];
    this.meld = null;
    this.board.say(`${capital(chosen || "the combination")} put back: nothing is chosen.`);
    this.draw(this.state);
  }

  // -- touching

  touched(event) {
    const node = event.target.closest("[data-key]"), { board, state } = this;
    if (board.live && state.bot) return board.hurry();
    if (!node || node.dataset.key === "ready") return;
    if (!board.plays) return board.replay?.takeOver();
    if (board.replay?.left) return board.replay.takeOver(true).then(open => open && this.touch(node.dataset));      // the click counts, too
    if (!board.live && state.bot) return board.replay?.takeOver(true);
    this.touch(node.dataset);
  }

  /** A card, a combination or a pile is touched. */
  touch({ key, card }) {
    const { board, state } = this;
    if (state.acting === null) return key.startsWith("pile ") ? this.look(key) : board.say(state.says_turn);
    if (card !== undefined) this.pickCard(key, card || null);
    else if (key.startsWith("meld ")) this.pickMeld(Number(key.slice(5)));
    else if (key.startsWith("pile ")) this.pickPile(key);
  }

  pickCard(key, card) {
    const { actions, tries } = this.state, picking = actions.filter(one => one.pick.length);
    // Before the draw no card is of use: what comes first is said, and nothing is chosen.
    if (card !== null && actions.length && !picking.length) return this.board.say(`First: ${either(actions.map(one => one.says))}`);
    if (card === null) {
      const found = actions.filter(one => one.pile === "hand");
      return found.length === 1 ? this.play(found[0]) : this.board.say("This card lies face down: nobody has seen it.");
    }
    // Where each card means one thing, touching it is doing it; and an impossible one is refused with the reason.
    const single = picking.length && picking.every(one => one.pick.length === 1);
    const plain = single && new Set(picking.map(one => one.pick[0])).size === picking.length && tries.length === 1;
    if (plain && !this.chosen.length && this.meld === null) {
      const found = picking.find(one => one.pick[0] === card);
      return found ? this.play(found) : this.board.act({ kind: "try", verb: tries[0], cards: [card], meld: null });
    }
    const at = this.chosen.findIndex(one => one.key === key);
    if (at >= 0) this.chosen.splice(at, 1);
    else this.chosen.push({ key, card });
    const { exact, open } = this.matching(), two = this.chosen.length === 2 && picking.every(one => one.pick.length === 2);
    if (two && exact.length === 1 && !open.length) return this.play(exact[0]);
    this.draw(this.state);
    this.tell(exact, open);
  }

  pickMeld(number) {
    if (this.meld === number) this.meld = null;
    else this.meld = number;
    const { exact, open } = this.matching();
    if (this.meld !== null && this.chosen.length) {
      if (exact.length === 1) return this.play(exact[0]);
      if (!exact.length && !open.length) return this.attempt(this.adding());
    }
    this.draw(this.state);
    this.tell(exact, open);
  }

  pickPile(key) {
    const onto = actions => actions.filter(one => one.pile === key.slice(5)), { exact } = this.matching();
    // A pile that can be drawn from is, whatever is chosen, unless that can be laid there.
    const drawn = onto(this.state.actions.filter(one => !one.pick.length)), found = onto(exact).length ? onto(exact) : drawn;
    if (found.length === 1) this.play(found[0]);
    else this.look(key);
  }

  /** What can be tried with a combination that is there. */
  adding() { return this.state.tries.find(one => one !== "lay" && one !== "discard") ?? "add"; }

  look(key) {
    const { name, cards } = this.state.parts[key], seen = [...cards].reverse();
    this.board.say(`${capital(name)}, uppermost first: ${rowName(seen)}.`);
  }

  tell(exact, open) {
    const chosen = this.chosen.map(one => faceName(one.card)).join(", ");
    const what = [chosen, this.meld === null ? "" : `combination ${this.meld + 1}`].filter(Boolean).join(" and ");
    if (!what) return this.board.say("Nothing is chosen.");
    const can = exact.slice(0, 4).map(one => one.says).join(" Or: ");
    this.board.say(`${capital(what)} chosen. ${can || (open.length ? this.wanting(open) : "Nothing legal goes with that.")}`);
  }

  /** What can be done when more cards are chosen: named, where that is not much. */
  wanting(open) {
    if (open.length > 2) return `${plural(open.length, "action")} with more cards.`;
    return `With more cards: ${open.map(one => one.says).join(" Or: ")}`;
  }

  // -- the focus: one stop for each group, arrows within it

  groups() { return [...this.felt.querySelectorAll("[data-group]")].map(group => [...group.querySelectorAll("[data-key]")]).filter(group =>
    group.length); }

  rove() {
    for (const group of this.groups()) {
      const name = group[0].closest("[data-group]").dataset.group, held = group.findIndex(node => node.dataset.key === this.at[name]);
      group.forEach((node, i) => node.setAttribute("tabindex", i === Math.max(0, held) ? "0" : "-1"));
    }
  }

  arrows(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const node = event.target.closest("[data-group] [data-key]"), groups = this.groups();
    const g = groups.findIndex(group => group.includes(node));
    if (g < 0) return;
    const i = groups[g].indexOf(node), [dx, dy] = ARROWS[event.key] ?? [0, 0], n = groups[g].length;
    let to = null;
    if (dx) to = groups[g][(i + dx + n) % n];
    else if (dy) {
      const next = groups[(g + dy + groups.length) % groups.length];
      to = next[Math.min(Math.round(i * next.length / n), next.length - 1)];
    }
    else if (event.key === "Home") to = groups[g][0];
    else if (event.key === "End") to = groups[g].at(-1);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.at[to.closest("[data-group]").dataset.group] = to.dataset.key;
    this.rove();
    to.focus();
  }

  focusKey() {
    const node = /** @type {HTMLElement} */ (document.activeElement);
    return this.felt.contains(node) || this.acts.contains(node) ? /** @type {HTMLElement} */ (node.closest("[data-key]"))?.dataset.key
      ?? "told" : null;
  }

  /** The focus goes back to where it was, or to the nearest thing of its kind; and from waiting to what can be done. */
  focusBack(key) {
    if (key === null) return;
    const all = [...this.felt.querySelectorAll("[data-key]"), ...this.acts.querySelectorAll("[data-key]")];
    const action = this.acts.querySelector("button[data-key]");
    const waiting = /^(told|put back|ready|pass)$|^(act|try|price) /.test(key);
    const kind = key.split(" ")[0], alike = all.filter(node => node.dataset.key.split(" ")[0] === kind);
    const wanted = all.find(node => node.dataset.key === key && node.dataset.key !== "told")
      ?? this.felt.querySelector('[data-key="ready"]')
      ?? (waiting ? action : alike[Math.min(Number(key.split(" ").at(-1)) || 0, alike.length - 1)]) ?? action
        ?? this.acts.querySelector(".told");
    wanted.focus({ preventScroll: this.felt.contains(wanted) });
  }

  focusOn() {
    (this.felt.querySelector('[data-key="ready"]') ?? this.acts.querySelector("button") ?? this.felt.querySelector('.own [tabindex="0"]')
      ?? this.acts.querySelector(".told")).focus({ preventScroll: true });
  }

  /** The names of the seats, in their order. */
  seats({ parts }) { return Object.keys(parts).filter(name => name.startsWith("seat ")); }

  label(seat) { return nameOf(this.state.players, seat); }
}
