// The log of what is played, for those who ask for it: kept on this machine, seen, exported and deleted here, and sent nowhere.
// A line is one sitting at one deal: it is written anew with each move, and ends with the deal or with another one.

const STORE = "cadogan-log", MOST_LINES = 5000;
/** The parts of a line, in the order of the exported table; `cadogan/course/log.py` reads them. */
const PARTS = ["begun", "game", "deal", "moves", "seconds", "outcome", "hints", "undone", "shown"];
const OUTCOMES = ["won", "stuck", "left"];

/** @typedef {{ begun: string, game: string, deal: number, moves: number, seconds: number, outcome: string, hints: number,
 *    undone: number, shown: number }} Line */

const count = value => Number.isSafeInteger(value) && value >= 0;

/** Whether something kept is a line. @param {any} one */
const soundLine = one => typeof one === "object" && one !== null && typeof one.begun === "string" && typeof one.game === "string"
  && OUTCOMES.includes(one.outcome) && ["deal", "moves", "seconds", "hints", "undone", "shown"].every(part => count(one[part]));

/** What is kept, as it stands: what cannot be read is passed over here, and kept. @returns {unknown[]} */
function storedLines() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found : [found];
  } catch { return []; }
}

export const log = {
  /** @returns {Line[]} */
  lines() { return /** @type {Line[]} */ (storedLines().filter(soundLine)); },

  /** Put a line in the place of the one of the same sitting, or behind all others. Says whether it could be kept.
   *  @param {Line} line */
  put(line) {
    const others = storedLines().filter(one => !(soundLine(one) && /** @type {Line} */ (one).begun === line.begun));
    try { localStorage.setItem(STORE, JSON.stringify([...others, line].slice(-MOST_LINES))); return true; } catch { return false; }
  },

  forget() { try { localStorage.removeItem(STORE); } catch { /* nothing is kept here */ } },

  /** As a table: a line each, the names of the parts above. */
  csv() {
    const cell = value => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
    return [PARTS, ...log.lines().map(one => PARTS.map(part => one[part]))].map(row => row.map(cell).join(",")).join("\n") + "\n";
  },

  /** The same as JSON, an entry to each line of the file, so that one can be named. */
  json() {
    const entries = log.lines().map(one => JSON.stringify(Object.fromEntries(PARTS.map(part => [part, one[part]]))));
    return `{"format": 1, "played": [\n${entries.join(",\n")}\n]}\n`;
  },
};

/** One sitting at one deal: what is counted until the deal ends or another one begins. */
export class Sitting {
  /** @param {() => Date} now */
  constructor(now = () => new Date()) {
    this.now = now;
    this.begin("");
  }

  /** A message is sent: a hint asked for, a move taken back, the deal begun again. @param {string} kind */
  asked(kind) {
    if (kind === "hint") this.hints += 1;
    if (kind === "undo") this.undone += 1;
    if (kind === "restart") this.begin("");
  }

  /** @param {string} key the game and the deal */
  begin(key) {
    this.key = key;
    /** @type {string | null} */
    this.begun = null;
    this.hints = this.undone = this.shown = 0;
  }

  /** A state has come. Writes a line where somebody plays, and the log is wanted.
   *  @param {{ kept_as?: string, deal: number, moved: number, won?: boolean, over?: boolean, shown?: number }} state
   *  @param {{ on: boolean, played: boolean, again: boolean, seconds: number }} how `played`: by a person; `again`: another deal */
  note({ kept_as: game, deal, moved, won, over, shown = 0 }, { on, played, again, seconds }) {
    const key = `${game} ${deal}`;
    if (key !== this.key || again) this.begin(key);
    this.shown += shown;
    if (!on || !game || !(played || this.begun)) return;
    this.begun ??= this.now().toISOString();
    log.put({ begun: this.begun, game, deal, moves: moved, seconds, outcome: won ? "won" : over ? "stuck" : "left",
      hints: this.hints, undone: this.undone, shown: this.shown });
  }
}
