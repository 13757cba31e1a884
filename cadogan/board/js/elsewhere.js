// What this machine remembers, as one file to be taken to another, and taken in there: games played, games left in the middle, days,
// times, answers of the lessons. What is there already stays; what comes is looked at entry by entry.

import { days, finished, keep, kept, lineOf, played, recall, sameDeal, times } from "./memory.js";
import { plural } from "./words.js";

export const EXPORT = "cadogan-games.json", LARGEST_EXPORT = 20_000_000;
const FORMAT = 2, COURSE = "cadogan-course", FOREIGN = "This file holds no games of this book.";

const object = value => (value && typeof value === "object" && !Array.isArray(value) ? value : {});

/** All of it as text. */
export function exported() {
  const games = { ...played.told(), ...finished.told() };
  const rest = { kept: kept.all(), days: days.all(), times: times.all(), answers: recall(COURSE) };
  return JSON.stringify({ format: FORMAT, games, ...rest }, null, 1);
}

/** Take in what was exported elsewhere; a sentence of what has come. Throws an Error with a sentence where it is no such file.
 *  @param {string} text */
export function takeIn(text) {
  let file;
  try { file = object(JSON.parse(text)); } catch { throw new Error(FOREIGN); }
  if (![1, FORMAT].includes(file.format) || (!file.games && !file.kept)) throw new Error(FOREIGN);
  const came = { deals: 0, kept: 0, days: 0 };
  for (const [game, told] of Object.entries(object(file.games))) {
    const list = Array.isArray(told?.deals) ? told.deals : [];
    came.deals += played.take(game, list) + finished.take(game, list);
  }
  for (const [game, list] of Object.entries(object(file.kept))) came.kept += takeKept(game, Array.isArray(list) ? list : []);
  for (const [day, dealt] of Object.entries(object(file.days))) {
    if (!/^\d{8}$/.test(day)) continue;
    for (const [game, deal] of Object.entries(object(dealt))) {
      if (!Number.isSafeInteger(deal) || deal < 0 || days.of(Number(day))[game] !== undefined) continue;
      days.note(Number(day), game, deal);
      came.days++;
    }
  }
  for (const [game, seconds] of Object.entries(object(file.times))) if (Number.isSafeInteger(seconds)) times.note(game, seconds);
  const own = recall(COURSE), answers = Object.entries(object(file.answers)).filter(([name]) => own[name] === undefined);
  if (answers.length) keep(COURSE, { ...own, ...Object.fromEntries(answers) });
  const counts = [[came.deals, "deal"], [came.kept, "kept game"], [came.days, "day"], [answers.length, "answer"]];
  const parts = counts.filter(([n]) => n).map(([n, what]) => plural(n, what)), last = parts.pop();
  return last ? `New from this file: ${[parts.join(", "), last].filter(Boolean).join(" and ")}.` : "Nothing in this file is new.";
}

/** Of the same deal the longer game stays, whichever machine it was played on; how many have come. */
function takeKept(game, list) {
  let came = 0;
  for (const one of kept.sound(list).reverse()) {
    const same = kept.of(game).find(other => sameDeal(other, one));
    if (same && lineOf(same).length >= lineOf(one).length) continue;
    if (kept.put(game, one, one.when)) came++;
  }
  return came;
}
