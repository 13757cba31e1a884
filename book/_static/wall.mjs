// What this machine remembers of the games on a wall: what has been won and what has been played, on each card, and a tally of the
// patiences where all of them hang. Nothing leaves the machine.

import { h } from "./elements.mjs";
// @ts-ignore: it lies there in the built page alone
import { finished, kept, played } from "./vendor/pyodide/board/memory.js";

/** What is said of a patience on its card; nothing where it was never played.
 *  @param {{ begun: number, won: number }} summary @param {boolean} left whether a game of it was left in the middle */
export function told({ begun, won }, left) {
  const said = won ? `won ${won} of ${begun}` : begun ? `played ${begun === 1 ? "once" : begun === 2 ? "twice" : `${begun} times`}` : "";
  return [said, left ? "one in the middle" : ""].filter(Boolean).join(", ");
}

/** The tally of all patiences of the book; nothing where none was played.
 *  @param {{ begun: number, won: number }[]} summaries */
export function tally(summaries) {
  const begun = summaries.filter(one => one.begun).length, won = summaries.filter(one => one.won).length;
  if (!begun) return "";
  const all = summaries.length, missing = all - won;
  const rest = !missing ? ` All ${all} are won.` : won && missing < 6 ? ` ${missing} more, and all are won.` : "";
  return `Of the ${all} patiences you have played ${begun} and won ${won || "none"}.${rest}`;
}

/** Bring the marks of every wall of the page up to date. */
export function mark() {
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game-cards [data-game]"))) {
    const { game } = card.dataset, round = card.closest(".round-games"), of = round ? finished.of(game).length : 0;
    const summary = round ? { begun: of, won: finished.summary(game).gained } : played.summary(game);
    const says = told(summary, kept.left(game).length > 0);
    card.querySelector(".own")?.remove();
    card.classList.toggle("won", summary.won > 0);
    if (says) card.append(h("p", { class: "own" }, `${summary.won ? "★ " : ""}${says}`));
  }
  for (const wall of document.querySelectorAll(".game-cards:not(.round-games)")) {
    const games = [.../** @type {NodeListOf<HTMLElement>} */ (wall.querySelectorAll("[data-game]"))].map(one => one.dataset.game);
    if (games.length < 40) continue;      // a few to begin with
    const says = tally(games.map(game => played.summary(game)));
    if (wall.previousElementSibling?.matches(".tally")) wall.previousElementSibling.remove();
    if (says) wall.before(h("p", { class: "tally" }, says));
  }
}

/** Have something told at once, and whenever it may have changed: another tab has played, one comes back to this page, or a day has begun.
 *  @param {() => void} tell */
export function keepUp(tell) {
  tell();
  window.addEventListener("pageshow", event => { if (event.persisted) tell(); });
  window.addEventListener("storage", tell);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tell(); });
  const midnight = () => {
    const now = new Date(), next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    setTimeout(() => { tell(); midnight(); }, next.getTime() - now.getTime() + 1000);
  };
  midnight();
}

keepUp(mark);
