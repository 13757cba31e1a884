// What a reader's own machine remembers: options, games played, games left in the middle. Nothing leaves it, and anything may be
// missing or spoilt.

/** @typedef {import("../messages").Kept} Kept */

export function recall(name) {
  try {
    const found = JSON.parse(localStorage.getItem(name));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch { return {}; }
}

let warned = false;

/** Keep something under a name; where it cannot be kept, the page is told of it once (`cadogan:unkept`). */
export function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); return true; } catch {
    if (!warned) globalThis.document?.dispatchEvent(new CustomEvent("cadogan:unkept"));
    warned = true;
    return false;
  }
}

/** Options, for each game and (under "") for all: named switches, and choices by their names. */
export const options = {
  /** @param {string} game @param {string} name */
  get(game, name) { return recall("cadogan-options")[game]?.[name] === true; },
  /** The choice of that name, if it is one of those that there are; otherwise the first of them.
   *  @param {string} game @param {string} name @param {string[]} among */
  choice(game, name, among) {
    const found = recall("cadogan-options")[game]?.[name];
    return among.includes(found) ? found : among[0];
  },
  /** Says whether it could be kept.
   *  @param {string} game @param {string} name @param {boolean | string} value */
  set(game, name, value) {
    const all = recall("cadogan-options");
    return keep("cadogan-options", { ...all, [game]: { ...all[game], [name]: value } });
  },
};

/** The fewer moves of two wins, of which either may not be. @param {number} one @param {number} other */
const fewer = (one, other) => (one && other ? Math.min(one, other) : one || other);

const MOST_DEALS = 5000;      // deals kept for one game
const whole = (value, least = 0) => Number.isSafeInteger(value) && value >= least;

/** The games played: for each game a list of entries, in the order in which they were begun.
 *  Everything else is worked out from that list, so nothing can be counted twice. */
class Games {
  constructor(name, sound) {
    this.name = name;
    this.sound = entry => Array.isArray(entry) && sound(entry);
  }

  all() {
    const lists = Object.entries(recall(this.name)).filter(([, list]) => Array.isArray(list));
    return Object.fromEntries(lists.map(([game, list]) => [game, list.filter(this.sound)]));
  }

  /** What can be told of a game's entries.
   *  @param {string} game @returns {Record<string, number | null>} */
  summary(game) { return { begun: this.of(game).length }; }

  of(game) {
    const all = this.all();
    return Object.hasOwn(all, game) ? all[game] : [];
  }

  put(game, list) { return keep(this.name, { ...this.all(), [game]: list.slice(-MOST_DEALS) }); }

  forget(game) {
    const all = this.all();
    delete all[game];
    keep(this.name, all);
  }

  /** All of it, with what can be told of it, to be kept elsewhere. */
  told() { return Object.fromEntries(Object.entries(this.all()).map(([game, deals]) => [game, { ...this.summary(game), deals }])); }

  /** Which entry of a list is of the same deal. */
  same(one, other) { return one[0] === other[0]; }

  /** What of the same deal is kept of two entries: the one that was here. */
  merged(own, _other) { return own; }

  /** Take in entries of another machine, before those made here; how many are new.
   *  @param {string} game @param {any[]} list */
  take(game, list) {
    const own = this.of(game), sound = list.filter(this.sound), before = sound.filter(one => !own.some(mine => this.same(mine, one)));
    const kept = own.map(mine => this.merged(mine, sound.find(one => this.same(mine, one)) ?? mine));
    if (sound.length) this.put(game, [...before, ...kept]);
    return before.length;
  }
}

/** Patiences: an entry is [deal, moves it was won in, or 0], and then how often it was lost before it was won, if it was. */
class Patiences extends Games {
  /** A deal has been begun, or (with its number of moves) won, or lost. A deal counts once, by its win in the fewest moves.
   *  @param {string} game @param {number} deal
   *  @param {{ won?: number, lost?: number }} [how] `lost`: 1, or -1 for one that is taken back */
  note(game, deal, { won = 0, lost = 0 } = {}) {
    const list = this.of(game), entry = list.find(one => one[0] === deal) ?? [deal, 0];
    if (!list.includes(entry)) list.push(entry);
    const losses = entry[1] ? entry[2] ?? 0 : Math.max(0, (entry[2] ?? 0) + lost);
    entry.splice(1, 2, fewer(entry[1], won), ...(losses ? [losses] : []));
    return this.put(game, list);
  }

  /** How often a deal has been lost before it was won. @param {string} game @param {number} deal */
  losses(game, deal) { return this.of(game).find(one => one[0] === deal)?.[2] ?? 0; }

  /** A deal that was won on either machine is won, in the fewer moves. */
  merged([deal, own, mine = 0], [, other, theirs = 0]) {
    const losses = Math.max(mine, theirs);
    return [deal, fewer(own, other), ...(losses ? [losses] : [])];
  }

  /** Begun, won, of these at a later try, not won, the fewest moves of a win, the streak that goes on and the longest: of deals won
   *  at the first try. A deal in play, or left in the middle and kept, is not lost yet.
   *  @param {string} game @param {number[]} playing */
  summary(game, playing = []) {
    const list = this.of(game), won = list.filter(([, moves]) => moves);
    const ended = list.filter(([deal, moves]) => moves || !playing.includes(deal));
    let streak = 0, longest = 0;
    for (const [, moves, losses] of ended) { streak = moves && !losses ? streak + 1 : 0; longest = Math.max(longest, streak); }
    const fewest = won.length ? Math.min(...won.map(([, moves]) => moves)) : null;
    return { begun: list.length, won: won.length, later: won.filter(([,, losses]) => losses).length,
      notWon: ended.length - won.length, open: list.length - ended.length,
      fewest, streak, longest };
  }
}

/** Round games: an entry is [deal, players, counters won (or lost, below 0)], of a game played to its end. */
class Tables extends Games {
  /** A game has come to its end. The same deal with as many players counts once, by its first end. */
  note(game, deal, players, counters) {
    const list = this.of(game);
    if (!list.some(one => one[0] === deal && one[1] === players)) this.put(game, [...list, [deal, players, counters]]);
  }

  same(one, other) { return one[0] === other[0] && one[1] === other[1]; }

  /** Finished, ended above and below nothing, the counters won and lost in all, the best and the worst game. */
  summary(game) {
    const counters = this.of(game).map(one => one[2]), up = counters.filter(n => n > 0), down = counters.filter(n => n < 0);
    const sum = list => list.reduce((a, b) => a + b, 0);
    return { finished: counters.length, gained: up.length, lost: down.length, won: sum(up), paid: -sum(down),
      best: counters.length ? Math.max(...counters) : null, worst: counters.length ? Math.min(...counters) : null };
  }
}

const MOST_KEPT = 10, LONGEST_KEPT = 60000;      // games that are kept of one game, and the characters of one
const LONGEST_VIEW = 40000;      // characters of what is drawn of the latest

/** What was done in a game that is kept: moves, or actions at a round table.
 *  @param {Kept} one @returns {unknown[]} */
export const lineOf = ({ record }) => record.moves ?? record.round.actions;
const lists = (view, ...names) => names.every(name => Array.isArray(view[name]));
/** Whether what is to be drawn of a round table has the shape of it. @param {any} view */
const drawableTable = view => Boolean(view && typeof view === "object" && view.parts?.turn && lists(view, "players", "persons", "actions")
  && Array.isArray(view.varied ?? []) && view.players.every((_, seat) => view.parts[`seat ${seat}`]));
/** Whether what is to be drawn of a game has the shape of it: cards by their places, and lists. @param {any} view */
const drawable = view => Boolean(view && typeof view === "object" && view.piles && typeof view.piles === "object"
  && Object.keys(view.piles).length && lists(view, "moves", "buttons", "counts")
  && Object.values(view.piles).every(pile => Array.isArray(pile)
    && pile.every(card => card === null || (typeof card === "string" && /^(?:[2-9AJQK]|10)[CDHS]$/.test(card))))
  && view.moves.every(move => move && typeof move.text === "string" && Array.isArray(move.places)));
/** Whether two games are of the same deal: the same number, or the same real cards. @param {Kept} one @param {Kept} other */
export const sameDeal = (one, other) => one.deal === other.deal && one.record.cards === other.record.cards;
/** Whether one line of play begins with another. @param {unknown[]} line @param {unknown[]} other */
export const goesOnFrom = (line, other) => other.every((one, i) => JSON.stringify(one) === JSON.stringify(line[i]));

const KEPT = "cadogan-kept";

/** The last games: for each game the latest, newest first; those that were left in the middle, and those that have ended. Each game's
 *  stand in an entry of their own, so that a move writes no others; older editions had all in one, which is read where a game has none. */
class Unfinished {
  all() {
    const names = [];
    try { for (let i = 0; i < localStorage.length; i++) names.push(localStorage.key(i)); } catch { /* nothing is kept */ }
    const games = names.filter(name => name.startsWith(`${KEPT}:`)).map(name => name.slice(KEPT.length + 1));
    return Object.fromEntries([...Object.keys(recall(KEPT)), ...games].map(game => [game, this.of(game)]));
  }

  /** @param {string} game @returns {Kept[]} */
  of(game) {
    let text = null;
    try { text = localStorage.getItem(`${KEPT}:${game}`); } catch { /* nothing is kept */ }
    if (text === null) return this.sound(recall(KEPT)[game]);
    try { return this.sound(JSON.parse(text)); } catch { return []; }
  }

  /** Of a list those that are what they should be.
   *  @param {any} list @returns {Kept[]} */
  sound(list) {
    const sound = one => one && typeof one === "object" && whole(one.deal) && whole(one.moved, 1)
      && whole(one.spent) && whole(one.hints ?? 0)
      && one.record && typeof one.record === "object" && Array.isArray(one.record.moves ?? one.record.round?.actions);
    const drawn = one => (one.record.round ? drawableTable(one.view) : drawable(one.view));
    return Array.isArray(list) ? list.filter(sound).map(one => (drawn(one) ? one : { ...one, view: undefined })) : [];
  }

  /** Those that were left in the middle.
   *  @param {string} game */
  left(game) { return this.of(game).filter(one => !one.ended); }

  /** Keep a game as it stands. What was kept of the same deal goes, unless it is a longer game by another line of play.
   *  @param {string} game @param {Kept} one @param {number} [when] */
  put(game, one, when = Date.now()) {
    if (JSON.stringify(one.record).length > LONGEST_KEPT) return false;
    const line = lineOf(one), view = JSON.stringify(one.view ?? null).length < LONGEST_VIEW ? one.view : undefined;
    const longer = other => lineOf(other).length > line.length && !goesOnFrom(lineOf(other), line);
    const others = this.of(game).filter(other => !sameDeal(other, one) || longer(other)).map(other => ({ ...other, view: undefined }));
    return keep(`${KEPT}:${game}`, [{ ...one, when, view }, ...others].slice(0, MOST_KEPT));
  }

  /** Tell of what another tab keeps; gives what ends the telling.
   *  @param {() => void} told */
  watch(told) {
    const heard = event => { if (event.key?.startsWith(KEPT)) told(); };
    window.addEventListener("storage", heard);
    return () => window.removeEventListener("storage", heard);
  }
}

/** The deals of the days: for each day the number that each game dealt. */
export const days = {
  all() { return recall("cadogan-days"); },
  /** @param {number} day such as 20261124 @returns {Record<string, number>} */
  of(day) {
    const found = recall("cadogan-days")[day];
    return found && typeof found === "object" ? Object.fromEntries(Object.entries(found).filter(([, deal]) => whole(deal))) : {};
  },
  /** The latest day whose deal this is; nothing where it is none that was dealt here.
   *  @param {string} game @param {number} deal @returns {number | undefined} */
  dayOf(game, deal) {
    const dealt = Object.entries(this.all()).filter(([day, deals]) => /^\d{8}$/.test(day) && deals?.[game] === deal);
    return dealt.length ? Math.max(...dealt.map(([day]) => Number(day))) : undefined;
  },
  /** @param {number} day @param {string} game @param {number} deal */
  note(day, game, deal) { keep("cadogan-days", { ...recall("cadogan-days"), [day]: { ...this.of(day), [game]: deal } }); },
};

/** The shortest time of a win, in whole seconds, for each game. */
export const times = {
  all() { return recall("cadogan-times"); },
  /** @param {string} game @returns {number | null} */
  best(game) {
    const found = recall("cadogan-times")[game];
    return whole(found, 1) ? found : null;
  },
  /** @param {string} game @param {number} seconds */
  note(game, seconds) {
    const best = this.best(game);
    if (seconds > 0 && (best === null || seconds < best)) keep("cadogan-times", { ...recall("cadogan-times"), [game]: seconds });
  },
};

export const kept = new Unfinished();
export const played = new Patiences("cadogan-games", entry =>
  [2, 3].includes(entry.length) && entry.every(one => whole(one)));
export const finished = new Tables("cadogan-round-games",
  entry => entry.length === 3 && whole(entry[0]) && whole(entry[1], 2) && Number.isSafeInteger(entry[2]));
