// Links to a game: the record, and perhaps a changed rules cell, in the part of an address that no server sees.
//
//   fortress.html#play=z<base64url of deflated JSON>     or #play=j<base64url of JSON>, where nothing can deflate
//
// Whoever opens a link may have got it from anybody. What is read here is only looked at: its size, its shape, its
// types. Nothing is played before the reader says so, and then Python judges every move (cadogan/board/page.py).

export const PREFIX = "#play=";
const LONGEST_LINK = 100_000, LONGEST_TEXT = 200_000, MOST_MOVES = 5_000, LONGEST_MOVE = 200, LONGEST_RULES = 20_000;
const KNOWN = new Set(["format", "game", "readings", "deal", "moves", "cards", "rules", "variant"]);
// A round game: its record, and who sits where.
const ROUND = new Set(["round", "seats"]), KNOWN_ROUND = new Set(["format", "game", "players", "options", "seed", "cards", "actions"]);
const MOST_SEATS = 12, MOST_OPTIONS = 60;

const encode = bytes => {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

function decode(text) {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Error("it has signs that no link has");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
}

async function bytesOf(stream, most) {
  const reader = stream.getReader(), parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new RangeError("it unpacks to more than any game needs");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The address of a page with a game. `record` is an object, or JSON text as a board saves it; or, for a round game, { round, seats }. */
export async function linkTo(record, page = location.href) {
  const given = typeof record === "string" ? JSON.parse(record) : record;
  const wanted = Object.fromEntries(Object.entries(given).filter(([name, value]) => (KNOWN.has(name) || ROUND.has(name)) && value !== ""));
  const bytes = new TextEncoder().encode(JSON.stringify(wanted));
  const packed = globalThis.CompressionStream
    ? `z${encode(await bytesOf(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")), LONGEST_TEXT))}`
    : `j${encode(bytes)}`;
  return new URL(PREFIX + packed, page).href;
}

/** The game of a link, looked at but not played. Rejects with a sentence that says what is wrong with it. */
export async function readLink(hash) {
  if (!hash.startsWith(PREFIX)) throw new Error("This is not a link to a game.");
  const refuse = reason => { throw new Error(`This link holds no game that can be opened: ${reason}.`); };
  if (hash.length > LONGEST_LINK) refuse(`it is ${hash.length.toLocaleString("en")} characters long`);
  // What belongs to the sentence that the link stood in. From the end: a pattern would begin anew at each sign of a long row of them.
  while (".,;:)".includes(hash.at(-1))) hash = hash.slice(0, -1);
  const kind = hash[PREFIX.length];
  let data;
  try {
    const bytes = decode(hash.slice(PREFIX.length + 1));
    if (kind === "z" && !globalThis.DecompressionStream) refuse("this browser cannot unpack it");
    const plain = kind === "z" ? await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), LONGEST_TEXT)
      : kind === "j" && bytes.length <= LONGEST_TEXT ? bytes : refuse("it is packed in an unknown way");
    data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
  } catch (error) {
    if (error.message.startsWith("This link")) throw error;
    refuse(error instanceof RangeError || error.message.startsWith("it ") ? error.message : "it is damaged or cut off");
  }
  return looked(data, refuse);
}

const object = value => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value, most) => typeof value === "string" && value.length <= most;

function known(data, names, refuse) {
  if (!object(data)) refuse("it is no object");
  const strange = Object.keys(data).find(name => !names.has(name));
  if (strange !== undefined) refuse(`it has a part “${strange.slice(0, 30)}” that this edition does not know`);
}

/** What a record of either kind has: format, name, number of the deal, and what was done. */
function checked({ format, game, deal, done, what, cards }, refuse) {
  if (format !== 1) refuse("it has a format that this edition cannot read");
  if (!text(game, 60) || !/^[a-z0-9-]+$/.test(game)) refuse("it names no game");
  if (!Number.isSafeInteger(deal) || deal < 0) refuse("its deal is not a whole number from 0 to 9,007,199,254,740,991");
  if (!Array.isArray(done)) refuse(`its ${what} are not a list`);
  if (done.length > MOST_MOVES) refuse(`it has ${done.length.toLocaleString("en")} ${what}, more than ${MOST_MOVES.toLocaleString("en")}`);
  if (!done.every(one => text(one, LONGEST_MOVE))) refuse(`its ${what} are not short texts`);
  if (!text(cards, 2000)) refuse("its cards are not text");
}

/** The types and sizes of a game's parts. */
function looked(data, refuse) {
  if (object(data) && Object.hasOwn(data, "round")) return lookedRound(data, refuse);
  known(data, KNOWN, refuse);
  const { game, deal, moves = [], readings = {}, cards = "", rules = "", variant = "" } = data;
  checked({ format: data.format, game, deal, done: moves, what: "moves", cards }, refuse);
  if (!object(readings) || !Object.entries(readings).flat().every(part => text(part, 100))) refuse("its readings are not short texts");
  if (!text(rules, LONGEST_RULES) || !text(variant, 100)) refuse("its rules are not a text short enough for a rules cell");
  return { format: 1, game, deal, moves, readings, ...(cards && { cards }), ...(rules && { rules, variant }) };
}

function lookedRound(data, refuse) {
  known(data, ROUND, refuse);
  known(data.round, KNOWN_ROUND, refuse);
  const { seats, round } = data, { game, players, options = {}, seed, cards = "", actions = [] } = round;
  checked({ format: round.format, game, deal: seed, done: actions, what: "actions", cards }, refuse);
  if (!Number.isSafeInteger(players) || players < 2 || players > MOST_SEATS)
    refuse(`its players are not a whole number from 2 to ${MOST_SEATS}`);
  if (!Array.isArray(seats) || seats.length !== players || !seats.every(who =>
    text(who, 20))) refuse("it does not say who sits at each seat");
  const plain = value => value === null || typeof value === "boolean" || Number.isSafeInteger(value) || text(value, 100);
  if (!object(options) || Object.keys(options).length > MOST_OPTIONS
    || !Object.entries(options).flat().every(plain)) refuse("its options are not short values");
  return { round: { format: 1, game, players, options, seed, cards, actions }, seats };
}
