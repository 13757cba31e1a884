// The table of a round game, drawn: cards in rows, seats, piles, combinations, pools, Pope Joan's board, an auction.
// It draws what it is given, and knows no rule. Whatever can be touched is a button with a `data-key`.

import { cardName, cardSign, h, plural, s } from "./words.js";

export const faceName = card => (card === "JK" ? "joker" : card === null ? "card face down" : cardName(card));
export const faceSign = card => (card === "JK" ? "JK" : cardSign(card));
/** What the player at a seat is called; seats are counted from none, players from one. */
export const nameOf = (players, seat) => players?.[seat]?.name ?? `Player ${seat + 1}`;
/** A number of counters with its sign. */
export const signed = n => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/** Several cards in words: the seen by name, the others by number. */
export function rowName(cards) {
  const seen = cards.filter(card => card !== null).map(faceName), hidden = cards.length - seen.length;
  if (hidden) seen.push(`${plural(hidden, "card")} face down`);
  return seen.join(", ") || "no card";
}

const count = cards => cards.reduce((all, card) => all.set(card, (all.get(card) ?? 0) + 1), new Map());
/** Whether some cards are among others, in any order, and as often. */
export const within = (some, whole) => {
  const all = count(whole);
  return [...count(some)].every(([card, n]) => (all.get(card) ?? 0) >= n);
};
export const sameCards = (some, others) => some.length === others.length && within(some, others);

/** One card; a joker that stands for a card says for which, one that was moved lies crossways. */
export function cardNode(card, { named = null, crossed = false } = {}) {
  const svg = s("svg", { class: `pic${crossed ? " crossed" : ""}`, viewBox: "0 0 50 70", "aria-hidden": "true" },
    s("use", { href: `#cb-card-${card ?? "back"}`, width: 50, height: 70 }));
  if (named) {
    const label = s("text", { x: 3, y: 65, class: "named" });      // in the part that stays uncovered
    label.textContent = named;
    svg.append(label);
  }
  return svg;
}

/** Cards side by side, each covering a part of the one before; read as one. */
export function rowOf(cards, name, size = "") {
  const items = cards.map(one => {
    const card = one === null || typeof one === "string" ? { card: one } : one;
    return h("span", { class: card.card === null ? "item back" : "item" }, cardNode(card.card, card));
  });
  return h("span", { class: `cards ${size}`, role: "img", "aria-label": name }, ...items);
}

const coins = n => h("span", { class: "coins" }, h("span", { class: "coin", "aria-hidden": "true" }), signed(n));

/** A seat with its counters, its marks, its hand (unless it is shown below as one's own), and what lies before it. */
export function seatNode(seat, part, { players, own = false, auction = null }) {
  const { counters, dealer, to_act: turn, hand, piles, marks } = part, { did = "", tally = "", won = false, gained = null } = part;
  const answer = auction?.answers.find(one => one.seat === seat);
  const name = nameOf(players, seat), { level = "", character = "" } = players?.[seat] ?? {};
  const badges = [...(turn ? ["▶ to act"] : []), ...(dealer ? ["dealer"] : []), ...marks.map(mark => mark.replace("_", " "))];
  if (auction?.seller === seat) badges.push("offers");
  if (answer) badges.push(answer.said);
  if (won) badges.push("★ winner");
  if (gained !== null) badges.push(`${signed(gained)} in this hand`);
  if (tally) badges.push(tally);
  const about = [level, character].filter(Boolean).join(": ");
  const head = h("div", { class: "who" }, h("strong", {}, name), ...(level ? [h("span", { title: about }, level)] : []), coins(counters),
    ...badges.map(badge => h("span", { class: /^[▶★]/.test(badge) ? "plaque turn" : "plaque" }, badge)));
  const said = [name, ...(about ? [about] : []), plural(counters, "counter").replace("-", "minus ")].join(", ");
  const node = h("div", {
    class: `seat${turn ? " turn" : ""}${won ? " won" : ""}`, role: "group", "aria-label": said, "data-seat": seat },
  head);
  if (!own) {
    const cards = hand.cards.length ? rowOf(hand.cards, `Hand: ${rowName(hand.cards)}`, "tiny")
      : h("span", { class: "none" }, "no card in hand");
    const many = hand.cards.length > 1 ? [h("span", { class: "count", "aria-hidden": "true" }, `× ${hand.cards.length}`)] : [];
    node.append(h("div", { class: "held" }, cards, ...many, ...(gained === null ? [h("p", { class: "did" }, did)] : [])));
  }
  for (const pile of piles) node.append(h("div", { class: "before" }, h("span", { class: "called" }, pile.name), pileCards(pile, "tiny")));
  return node;
}

function pileCards({ name, cards, stacked }, size) {
  if (!stacked) return rowOf(cards, `${name}: ${rowName(cards)}`, size);
  const shown = cards.length ? [cards.at(-1)] : [];
  return h("span", { class: "stack" }, rowOf(shown, `${name}: ${plural(cards.length, "card")}`, size),
    h("span", { class: "count", "aria-hidden": "true" }, `× ${cards.length}`));
}

/** A pile in the middle of the table, to be touched; in a trick each card bears the seat that played it. */
export function pileNode(key, part, { can, players }) {
  const { name, cards, stacked, by } = part, top = cards.at(-1);
  const label = stacked ? `${name} × ${cards.length}` : name;
  const told = !cards.length ? "empty" : stacked ? (top === null ? "face down" : `${faceName(top)} on top`)
    : by ? cards.map((card, i) => `${faceName(card)} by ${nameOf(players, by[i])}`).join(", ") : rowName(cards);
  const shown = stacked ? cards.slice(-1) : cards;
  const one = (card, i) => h("span", { class: "item", "data-by": by ? nameOf(players, by[i]) : null }, cardNode(card));
  const pictures = shown.length ? shown.map(one) : [h("span", { class: "item" }, cardNode("slot"))];
  const manner = `pile${can ? " can" : ""}${stacked ? " stacked" : ""}`;
  return h("button", { type: "button", class: manner, "data-key": key, "aria-label": `${label}: ${told}` },
    h("span", { class: `cards${by ? " apart" : ""}`, "aria-hidden": "true" }, ...pictures),
    h("span", { class: "called", "aria-hidden": "true" }, label));
}

/** A combination on the table, to be touched. */
export function meldNode(key, number, part, { chosen, can, mine, players }) {
  const { owner, symbols, cards } = part;
  const label = `${number + 1}${owner === null ? "" : owner === mine ? " · yours" : ` · ${nameOf(players, owner)}`}`;
  const telling = ({ card, named, crossed }) => faceName(card) + (named ? ` for ${named}` : "") + (crossed ? " crossways" : "");
  const picture = one => h("span", { class: `item${one.crossed ? " crossways" : ""}` }, cardNode(one.card, one));
  return h("button", { type: "button", class: `meld${can ? " can" : ""}`, "data-key": key, "aria-pressed": String(chosen), title: symbols,
    "aria-label": `Combination ${label}: ${cards.map(telling).join(", ")}` },
  h("span", { class: "cards lesser", "aria-hidden": "true" }, ...cards.map(picture)),
  h("span", { class: "called", "aria-hidden": "true" }, label));
}

// -- counters

/** Counters heaped: up to a dozen are seen one by one. */
function heap(n, x, y, r = 4.2, most = 12) {
  const nodes = [], shown = Math.min(n, most), across = shown > 6 ? 4 : 3;
  for (let i = 0; i < shown; i++) {
    const line = Math.floor(i / across), inLine = Math.min(across, shown - line * across);
    nodes.push(s("circle", { cx: x + (i % across - (inLine - 1) / 2) * r * 2.1, cy: y + line * r * 1.7, r, class: "counter" }));
  }
  return nodes;
}

const text = (x, y, words, name) => { const node = s("text", { x, y, class: name }); node.textContent = words; return node; };

/** A dish with the counters of the pool. */
function dish(name, n) {
  const svg = s("svg", { viewBox: "0 0 90 64", class: "dish", role: "img", "aria-label": `${name}: ${plural(n, "counter")}` },
    s("ellipse", { cx: 45, cy: 36, rx: 43, ry: 26, class: "rim" }),
    s("ellipse", { cx: 45, cy: 35, rx: 36, ry: 20, class: "well" }),
    ...heap(n, 45, 27), text(45, 12, `${name} ${n}`, "compartment"));
  return svg;
}

/** Pope Joan's board: a round tray; the compartments lie about the game, which is in the middle. */
function popeBoard(pools, board) {
  const names = board.filter(name => name !== "game"), n = names.length, middle = 120, [outer, inner] = [116, 42];
  const at = (angle, r) => [middle + r * Math.sin(angle), middle - r * Math.cos(angle)];
  const parts = names.flatMap((name, i) => {
    const from = 2 * Math.PI * (i - 0.5) / n, to = 2 * Math.PI * (i + 0.5) / n, [x, y] = at((from + to) / 2, 84);
    const [a, b, c, d] = [at(from, outer), at(to, outer), at(to, inner), at(from, inner)];
    const shape = `M${a} A${outer} ${outer} 0 0 1 ${b} L${c} A${inner} ${inner} 0 0 0 ${d} Z`;
    return [s("path", { d: shape, class: pools[name] ? "tray" : "tray bare" }), text(x, y - 13, name, "compartment"),
      text(x, y + 2, pools[name], "amount"), ...heap(pools[name], x, y + 12, 3.6)];
  });
  const told = board.map(name => `${name} ${pools[name]}`).join(", ");
  return s("svg", { viewBox: "0 0 240 240", class: "pope", role: "img", "aria-label": `Pope Joan's board, counters: ${told}` },
    s("circle", { cx: middle, cy: middle, r: 119, class: "rim" }), ...parts,
    s("circle", { cx: middle, cy: middle, r: inner, class: pools.game ? "tray" : "tray bare" }),
    ...("game" in pools ? [text(middle, middle - 13, "game", "compartment"), text(middle, middle + 2, pools.game, "amount"),
      ...heap(pools.game, middle, middle + 12, 3.6)] : []));
}

/** The pools: compartments of a board, in their order on it, or a dish; nothing where there is an empty pool alone. */
export function poolsNode(pools, board) {
  const names = Object.keys(pools);
  if (board.length) return popeBoard(pools, board);
  return pools.pool || names[0] !== "pool" ? dish(names[0], pools[names[0]]) : null;
}

/** What is for sale: the card, who offers it, what the others answer, and the price. */
export function auctionNode({ ware, seller, price, card, answers, best }, players) {
  const marks = { waits: "…", "is asked": "▶", declines: "–" }, most = ({ bid }) => bid !== null && bid === best;
  const line = one => h("li", { class: most(one) ? "best" : one.said === "is asked" ? "now" : "" },
    h("span", { class: "sign", "aria-hidden": "true" }, marks[one.said] ?? (most(one) ? "★" : "●")),
      `${nameOf(players, one.seat)}: ${one.said}`);
  const by = nameOf(players, seller), offer = `For sale by ${by === "You" ? "you" : by}: ${ware}${card ? `, ${faceSign(card)}` : ""}`;
  return h("section", { class: "auction", "aria-label": "For sale" },
    h("span", { class: "cards mid", "aria-hidden": "true" }, h("span", { class: "item" }, cardNode(card))),
    h("div", {}, h("p", {}, h("strong", {}, offer), price ? ` for ${plural(price, "counter")}.` : ". Who bids?"),
      h("ul", {}, ...answers.map(line))));
}
