// Words and elements: the names of cards and places, spoken and short, and how nodes are made.

const SVG = "http://www.w3.org/2000/svg";

const RANK = { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight",
  9: "nine", 10: "ten", J: "knave", Q: "queen", K: "king" };
const SUIT = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SIGN = { C: "♣\uFE0E", D: "♦\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E" };
export const cardName = card => card ? `${RANK[card.slice(0, -1)]} of ${SUIT[card.slice(-1)]}` : "unseen card";
export const cardSign = card => card ? card.slice(0, -1) + SIGN[card.slice(-1)] : "▒▒";
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/** A small number in words: "three others". */
export const few = (n, noun, many = `${noun}s`) => `${NUMBERS[n] ?? n} ${n === 1 ? noun : many}`;
/** A deal as it is called: by its number, or that it comes from real cards.
 *  @param {{ deal: number, real?: boolean, record?: any }} game */
export const dealName = ({ deal, real, record }) => (real || record?.cards ? "deal from real cards" : `deal ${deal}`);
/** A day by its number, such as 20261124, as the deal of that day is called. @param {number} day */
export const dealOfDay = (day, now = new Date()) => {
  const date = new Date(Math.floor(day / 10000), Math.floor(day / 100) % 100 - 1, day % 100);
  if (date.toDateString() === now.toDateString()) return "deal of the day";
  const year = date.getFullYear() === now.getFullYear() ? {} : { year: /** @type {const} */ ("numeric") };
  return `deal of ${date.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...year })}`;
};
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
/** Seconds as a clock tells them. */
export const clockTime = seconds => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = n => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};
export const sentence = text => capital(text) + (/[.!?]$/.test(text) ? "" : ".");

/** Whether two rows of places pair the same ones, as cards change places. */
export const samePairs = (a, b) => {
  const pairs = row => row.map((_, i) => (i % 2 ? "" : [row[i], row[i + 1]].sort().join())).filter(Boolean).sort().join(";");
  return pairs(a) === pairs(b);
};

export function pileName(place, pile) {
  if (!pile.length) return `${place.name}, empty`;
  const top = pile.at(-1), under = pile.slice(0, -1).reverse();
  if (top === null) return `${place.name}, ${plural(pile.length, "card")} face down`;
  const spread = place.spread[0] || place.spread[1];
  if (!spread || !under.length) return `${place.name}, ${cardName(top)}` + (under.length ? `, on ${plural(under.length, "card")}` : "");
  const seen = under.filter(card => card).map(cardName), unseen = under.length - seen.length;
  if (unseen) seen.push(`${unseen} face down`);
  return `${place.name}, ${cardName(top)}, on ${seen.join(", ")}`;
}

function element(make, tag, attributes, children) {
  const node = make(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}
export const h = (tag, attributes = {}, ...children) => element(t => document.createElement(t), tag, attributes, children);
export const s = (tag, attributes = {}, ...children) => element(t => document.createElementNS(SVG, t), tag, attributes, children);

/** The card drawings, once per page; every board refers to them. */
export function provideCards(text, id = "cadogan-cards") {
  if (!text || document.getElementById(id)) return;
  const holder = h("div", { id, class: "cadogan-cards", "aria-hidden": "true" });
  holder.innerHTML = `<svg xmlns="${SVG}" width="0" height="0">${text}</svg>`;
  document.body.append(holder);
}

const NUMBERED = /^(.+) (\d+)$/;
const RUN = 4;      // places from which on "1 to 4" is said

/** One of several places, as one would say it: "foundation 1, lane 2, 3 or 7 to 12".
 *  @param {string[]} names */
export function oneOf(names) {
  const parts = names.map(name => { const [, of = name, n = 0] = NUMBERED.exec(name) ?? []; return { of, n: Number(n) }; });
  /** @type {{ of: string, numbers: number[] }[]} */
  const runs = [];
  for (const { of, n } of parts) {
    const last = runs.at(-1);
    if (n && last?.of === of && last.numbers.at(-1) === n - 1) last.numbers.push(n);
    else runs.push({ of, numbers: [n] });
  }
  const short = runs.flatMap(({ of, numbers }, i) => {
    const said = numbers.length < RUN ? numbers : [`${numbers[0]} to ${numbers.at(-1)}`], named = runs[i - 1]?.of !== of;
    return said.map((n, k) => [(named && !k) || !n ? of : "", n || ""].filter(Boolean).join(" "));
  });
  return [short.slice(0, -1).join(", "), short.at(-1)].filter(Boolean).join(" or ");
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const FAR = 6;      // pixels that make a drag of a click
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
