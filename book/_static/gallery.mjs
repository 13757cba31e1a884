// The gallery of the reader's own games: kept on this machine only, each with its link, its date and its measured line.
//
// What is kept is text in the browser's own store, and may be spoilt or another edition's. An entry that cannot be read is shown as
// such, with what it holds; it stays until the reader removes it.

/** @typedef {{ name: string, date: string, link: string, line: string }} Entry */
/** @typedef {{ entry?: Entry, broken?: string, raw: unknown }} Kept */

const STORE = "cadogan-gallery", LONGEST = 400, LONGEST_LINK = 100_000;
/** A link of this book to a game, and nothing else: never an address of another kind. */
const LINK = /^[a-z0-9-]+\.html#play=[zj][A-Za-z0-9_-]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Why an entry cannot be shown; nothing when it can. @param {any} one @returns {string} */
function wrong(one) {
  if (typeof one !== "object" || one === null || Array.isArray(one)) return "it is no entry";
  for (const part of ["name", "line"]) {
    if (typeof one[part] !== "string" || one[part].length > LONGEST) return `its ${part} is not a text of at most ${LONGEST} characters`;
  }
  if (!one.name.trim()) return "it has no name";
  if (typeof one.date !== "string" || !DATE.test(one.date)) return "its date is not a date such as 2026-11-22";
  const known = typeof one.link === "string" && one.link.length <= LONGEST_LINK && LINK.test(one.link);
  if (!known) return "its link leads to no game of this book";
  return "";
}

/** All that is kept, in order, newest last. A store that is no list is one broken entry. @returns {Kept[]} */
export function entries() {
  const text = stored();
  if (text === null) return [];
  let found;
  try { found = JSON.parse(text); } catch { found = text; }
  return (Array.isArray(found) ? found : [found]).map(raw => {
    const broken = wrong(raw);
    return broken ? { broken, raw } : { entry: raw, raw };
  });
}

function stored() {
  try { return localStorage.getItem(STORE); } catch { return null; }
}

/** @param {unknown[]} list @returns {boolean} whether it could be kept */
function keep(list) {
  try { localStorage.setItem(STORE, JSON.stringify(list)); return true; } catch { return false; }
}

/** Add an entry, behind whatever is there. Throws with a sentence where it cannot be.
 *  @param {Entry} entry */
export function add(entry) {
  const why = wrong(entry);
  if (why) throw new Error(`This cannot be kept: ${why}.`);
  if (!keep([...entries().map(one => one.raw), entry])) {
    throw new Error("This browser keeps nothing for this page, or has no room left; copy the link instead.");
  }
}

/** Remove the entry of that number, from 0. @param {number} at */
export function remove(at) { keep(entries().filter((_, i) => i !== at).map(one => one.raw)); }
