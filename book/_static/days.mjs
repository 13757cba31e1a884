// The landing page's own: the games to continue, and a calendar of the days' deals. All of it is read from what the boards keep on
// this machine; nothing leaves it but the line that the reader copies.

import { give, h, press } from "./elements.mjs";
import { keepUp } from "./wall.mjs";
// @ts-ignore: it lies there in the built page alone
import { days, kept, played } from "./vendor/pyodide/board/memory.js";

const MOST = 6, WEEKS = 4, DAY = 86_400_000;

const titles = Object.fromEntries([.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game-cards [data-game]"))]
  .map(card => [card.dataset.game, card.querySelector("strong").textContent]));

/** A day as its number, such as 20261124. @param {Date} date */
export const numberOf = date => date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();

/** The game of a day: they take turns. @param {Date} date @param {string[]} daily */
export const gameOf = (date, daily) =>
  daily[Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY) % daily.length];

/** How many days in a row have been played, back from the last, and how many of these were won; today need not have been yet.
 *  @param {(ago: number) => null | { won: number }} found what came of the day so many days ago */
export function streak(found) {
  let ago = found(0) ? 0 : 1, days = 0, won = 0;
  for (let one; (one = found(ago)); ago++) {
    days++;
    if (one.won) won++;
  }
  return { days, won };
}

/** What came of the deals of the days: null for one that has not been played, else the moves it was won in, or 0.
 *  @returns {(date: Date, game: string) => null | { won: number }} */
function outcomes() {
  const dealt = days.all(), games = played.all();
  return (date, game) => {
    const deal = dealt[numberOf(date)]?.[game], entry = Number.isSafeInteger(deal) && games[game]?.find(one => one[0] === deal);
    return entry ? { won: entry[1] } : null;
  };
}

function showContinue() {
  const place = document.querySelector(".continue"), list = place?.querySelector("ul");
  const left = Object.keys(titles).flatMap(game => (kept.of(game)[0]?.ended === undefined && kept.of(game)[0]
    ? [{ game, ...kept.of(game)[0] }] : [])).sort((a, b) => (b.when ?? 0) - (a.when ?? 0)).slice(0, MOST);
  if (!list) return;
  list.replaceChildren(...left.map(({ game, deal, moved, record }) =>
    h("li", {}, h("a", { href: `${game}.html` }, titles[game]),
      ` ${record.cards ? "from real cards" : `deal ${deal}`}, ${record.round ? "action" : "move"} ${moved}`)));
  place.toggleAttribute("hidden", !left.length);
}

function showDays() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector(".days"));
  if (!place) return;
  const daily = place.dataset.daily.split(" "), today = new Date(), first = (today.getDay() + 6) % 7;      // a week begins with Monday
  const before = ago => new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago), last = 7 * (WEEKS - 1) + first;
  const dates = Array.from({ length: last + 1 }, (_, i) => before(last - i)), came = outcomes();
  const said = (date, more = {}) => date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", ...more });
  const game = gameOf(today, daily), now = came(today, game);
  const cells = dates.map((date, i) => {
    const of = gameOf(date, daily), name = titles[of], one = came(date, of), how = one ? (one.won ? "won" : "played") : "";
    const month = !i || date.getDate() === 1 ? date.toLocaleDateString("en-GB", { month: "short" }) : null;
    return h("li", { class: how || null, "aria-current": i === last ? "date" : null },
      h("a", { href: `${of}.html#day=${numberOf(date)}`, title: name, "data-month": month,
        "aria-label": `${said(date, { weekday: "long" })}: ${name}${how && `, ${how}`}` }, String(date.getDate())));
  });
  const weekdays = dates.slice(0, 7).map(date => h("span", {}, date.toLocaleDateString("en-GB", { weekday: "short" })));
  const row = streak(ago => came(before(ago), gameOf(before(ago), daily)));
  const inRow = row.days > 1 ? ` The deals of ${row.days} days in a row are played, ${row.won} of them won.` : "";
  const outcome = now ? (now.won ? `won in ${now.won} moves` : "played, not won yet") : "not played yet";
  const line = `Lady Cadogan’s Patience, ${said(today)}: ${titles[game]}, ${outcome}.${row.days > 1 ? ` ${row.days} days in a row.` : ""}`;
  const says = h("span", { role: "status" });
  place.replaceChildren(
    h("p", {}, "Today: ", h("a", { href: `${game}.html#day=${numberOf(today)}` }, titles[game]),
      `, ${outcome}. The deal is the same for everybody.${inRow}`),
    h("div", { class: "weekdays", "aria-hidden": "true" }, ...weekdays),
    h("ol", { "aria-label": `The last ${dates.length} days` }, ...cells),
    h("p", {}, press("Share today’s line", () => give(line, says, "line"), { disabled: !now }), " ", says));
}

keepUp(() => { showContinue(); showDays(); });
