// The landing page's own: the games to continue, and a calendar of the days' deals. All of it is read from what the boards keep on
// this machine; nothing leaves it but the line that the reader copies.

import { give, h, press } from "./elements.mjs";
// @ts-ignore: it lies there in the built page alone
import { days, kept, played } from "./vendor/pyodide/board/memory.js";

const MOST = 3, WEEKS = 4, DAY = 86_400_000;

const titles = Object.fromEntries([.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game-cards [data-game]"))]
  .map(card => [card.dataset.game, card.querySelector("strong").textContent]));

/** A day as its number, such as 20261124. @param {Date} date */
export const numberOf = date => date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();

/** The game of a day: they take turns. @param {Date} date @param {string[]} daily */
export const gameOf = (date, daily) =>
  daily[Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY) % daily.length];

/** How many days in a row, back from the last, have been played; today need not have been yet.
 *  @param {(null | { won: number })[]} found the days, today last */
export function streak(found) {
  const before = found.at(-1) ? found : found.slice(0, -1), gap = before.findLastIndex(one => !one);
  return before.length - 1 - gap;
}

/** What came of a day's deal: null if it has not been played, else the moves it was won in, or 0.
 *  @param {Date} date @param {string} game */
function outcome(date, game) {
  const deal = days.of(numberOf(date))[game], entry = deal === undefined ? null : played.of(game).find(one => one[0] === deal);
  return entry ? { won: entry[1] } : null;
}

function showContinue() {
  const place = document.querySelector(".continue"), list = place?.querySelector("ul");
  const left = Object.keys(titles).flatMap(game => (kept.of(game)[0]?.ended === undefined && kept.of(game)[0]
    ? [{ game, ...kept.of(game)[0] }] : [])).sort((a, b) => (b.when ?? 0) - (a.when ?? 0)).slice(0, MOST);
  if (!list || !left.length) return;
  list.replaceChildren(...left.map(({ game, deal, moved, record }) =>
    h("li", {}, h("a", { href: `${game}.html` }, titles[game]),
      ` ${record.cards ? "from real cards" : `deal ${deal}`}, ${record.round ? "action" : "move"} ${moved}`)));
  place.removeAttribute("hidden");
}

function showDays() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector(".days"));
  if (!place) return;
  const daily = place.dataset.daily.split(" "), today = new Date(), first = (today.getDay() + 6) % 7;      // a week begins with Monday
  const dates = Array.from({ length: 7 * (WEEKS - 1) + first + 1 }, (_, i, all = 7 * (WEEKS - 1) + first) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - all + i));
  const said = date => date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const found = dates.map(date => outcome(date, gameOf(date, daily))), game = gameOf(today, daily), now = found.at(-1);
  const cells = dates.map((date, i) => {
    const name = titles[gameOf(date, daily)], came = found[i] ? (found[i].won ? "won" : "played") : "";
    return h("li", { class: came || null, "aria-current": date === dates.at(-1) ? "date" : null },
      h("a", { href: `${gameOf(date, daily)}.html#day=${numberOf(date)}`, title: name,
        "aria-label": `${said(date)}: ${name}${came && `, ${came}`}` }, String(date.getDate())));
  });
  const row = streak(found), told = row ? ` You have played ${row === 1 ? "one day" : `${row} days in a row`}, ${
    found.slice(now ? -row : -row - 1).filter(one => one?.won).length} won.` : "";
  const came = now ? (now.won ? `won in ${now.won} moves` : "played, not won yet") : "not played yet";
  const line = `Lady Cadogan’s Patience, ${said(today)}: ${titles[game]}, ${came}.${row > 1 ? ` ${row} days in a row.` : ""}`;
  const says = h("span", { role: "status" });
  place.replaceChildren(
    h("p", {}, "Today: ", h("a", { href: `${game}.html#day=${numberOf(today)}` }, titles[game]),
      `, ${came}. The deal is the same for everybody.${told}`),
    h("ol", { "aria-label": `The last ${dates.length} days` }, ...cells),
    h("p", {}, press("Share today’s line", () => give(line, says, "line"), { disabled: !now }), " ", says));
}

showContinue();
showDays();
