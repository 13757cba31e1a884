// What a reader's own machine remembers: options and games played. Nothing leaves it, and anything may be missing or spoilt.

function recall(name) {
  try {
    const found = JSON.parse(localStorage.getItem(name));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch { return {}; }
}

function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); return true; } catch { return false; }
}

/** Options, for each game and (under "") for all: named switches. */
export const options = {
  get(game, name) { return recall("cadogan-options")[game]?.[name] === true; },
  set(game, name, on) {
    const all = recall("cadogan-options");
    keep("cadogan-options", { ...all, [game]: { ...all[game], [name]: on } });
  },
};

const MOST_DEALS = 5000;      // deals kept for one game
const whole = (value, least = 0) => Number.isSafeInteger(value) && value >= least;
const sound = entry => Array.isArray(entry) && entry.length === 2 && whole(entry[0]) && whole(entry[1]);

/** The games played: for each game a list of [deal, moves it was won in, or 0], in the order in which they were begun.
 *  Everything else is worked out from that list, so nothing can be counted twice. */
export const played = {
  all() {
    const found = recall("cadogan-games");
    return Object.fromEntries(Object.entries(found).filter(([, list]) => Array.isArray(list)).map(([game, list]) => [game, list.filter(sound)]));
  },

  /** A deal has been begun, or (with its number of moves) won. A deal counts once, and its first win is kept. */
  note(game, deal, won = 0) {
    const all = this.all(), list = all[game] ?? [], entry = list.find(one => one[0] === deal);
    if (entry) entry[1] ||= won;
    else list.push([deal, won]);
    return keep("cadogan-games", { ...all, [game]: list.slice(-MOST_DEALS) });
  },

  /** Begun, won, not won, the fewest moves of a win, the streak that goes on and the longest. The deal in play is not lost yet. */
  summary(game, playing = null) {
    const list = (this.all()[game] ?? []), won = list.filter(([, moves]) => moves);
    const ended = list.filter(([deal, moves]) => moves || deal !== playing);
    let streak = 0, longest = 0;
    for (const [, moves] of ended) { streak = moves ? streak + 1 : 0; longest = Math.max(longest, streak); }
    const fewest = won.length ? Math.min(...won.map(([, moves]) => moves)) : null;
    return { begun: list.length, won: won.length, notWon: ended.length - won.length, fewest, streak, longest };
  },

  forget(game) {
    const all = this.all();
    delete all[game];
    keep("cadogan-games", all);
  },

  /** All of it as text, to be kept elsewhere. */
  export() {
    const games = Object.entries(this.all()).map(([game, deals]) => [game, { ...this.summary(game), deals }]);
    return JSON.stringify({ format: 1, games: Object.fromEntries(games) }, null, 1);
  },
};
