// The versions of the games that were measured in the studio, oldest first: kept on this machine only.

/** @typedef {{ game: string, name: string, code: string, chosen: Record<string, string>, heads: string[], cells: string[], n: number,
 *              seed: number, won: string }} Version */

const STORE = "cadogan-versions", MOST = 60;
const texts = list => Array.isArray(list) && list.every(one => typeof one === "string");

/** What is kept may be spoilt, or another edition's: what is no version is passed over. @param {any} one */
function whole(one) {
  return typeof one === "object" && one !== null && ["game", "name", "code", "won"].every(part => typeof one[part] === "string")
    && typeof one.chosen === "object" && one.chosen !== null && texts(Object.values(one.chosen)) && texts(one.heads) && texts(one.cells)
    && Number.isInteger(one.n) && Number.isInteger(one.seed);
}

/** @returns {Version[]} */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(kept) ? kept.filter(whole) : [];
  } catch { return []; }
}

function keep(list) {
  try {
    localStorage.setItem(STORE, JSON.stringify(list.slice(-MOST)));
  } catch { /* this browser keeps nothing: the row ends with the page */ }
}

/** The versions of a game. @param {string} game */
export const of = game => all().filter(one => one.game === game);

/** Add a version, unless it is the last one measured once more. @param {Version} one */
export function add(one) {
  const last = of(one.game).at(-1), same = ["code", "name", "n", "seed", "won"].every(part => last?.[part] === one[part]);
  if (!same) keep([...all(), one]);
}

/** Forget the versions of a game. @param {string} game */
export const clear = game => keep(all().filter(one => one.game !== game));
