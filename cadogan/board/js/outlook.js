// What can still become of a game: the chance of winning, move by move, as a line that can be stepped through; whether it can still
// be won; and, when it is lost, the move that lost it. The referee works each of them out; here they are asked for and shown.

import { button } from "./shelf.js";
import { h, s } from "./words.js";

const WIDTH = 300, HEIGHT = 54;
const SIGNS = { won: "can still be won", lost: "cannot be won" };

/** The points of the line, for an SVG of WIDTH and HEIGHT: from left to right the moves, upward the chance. What is not known is left out.
 *  @param {(number | undefined)[]} shares by the number of moves made @param {number} last the last move there is @returns {string} */
export function points(shares, last) {
  const x = at => (last ? WIDTH * at / last : 0).toFixed(1), y = share => (HEIGHT * (1 - share)).toFixed(1);
  return shares.map((share, at) => (share === undefined ? "" : `${x(at)},${y(share)}`)).filter(Boolean).join(" ");
}

/** What is known after a new state: a move played drops what lay ahead; another deal drops all.
 *  @param {(number | undefined)[]} shares @param {{ moved: number, can_redo: boolean }} state @param {boolean} other
 *  @returns {(number | undefined)[]} */
export function stillKnown(shares, { moved, can_redo }, other) {
  if (other) return [];
  return can_redo ? shares : shares.slice(0, moved + 1);
}

export class Outlook {
  constructor(board) {
    this.board = board;
    this.wanted = this.searching = null;      // what is being asked of the solver
    this.shares = [];
    this.said = [];
    this.verdict = null;
    this.line = s("polyline");
    this.here = s("line", { y1: "0", y2: String(HEIGHT) });
    const svg = s("svg", { viewBox: `-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.line, this.here);
    this.slider = h("input", { type: "range", min: "0", value: "0", "aria-label": "Go to a move",
      onchange: () => board.send({ kind: "go", to: Number(this.slider.value) }) });
    this.says = h("p", {});
    this.node = h("div", { class: "outlook", role: "group", "aria-label": "The chance of winning, move by move", hidden: "" },
      svg, this.slider, this.says);
    this.where = button("Where was it lost?", () => this.askWhere());
    this.before = button("", () => board.send({ kind: "go", to: this.lostAt - 1 }));
    this.before.hidden = true;
  }

  on(name) { return this.board.root.classList.contains(name); }

  /** A state has come: ask for what is wanted of it. */
  after(state, other) {
    this.searched();
    this.shares = stillKnown(this.shares, state, other);
    if (other) this.said = [];
    this.last = Math.max(state.moved, state.can_redo ? Number(this.slider.max) : 0);
    this.verdict = null;
    this.before.hidden = true;
    this.ask();
    this.draw();
  }

  ask() {
    const { board } = this, { state } = board;
    if (!board.live) return;
    if (this.on("chances") && this.shares[state.moved] === undefined) board.send({ kind: "chance" });
    if (this.on("signs") && !state.over) board.send({ kind: "verdict" });
  }

  /** A switch was set, or recalled. */
  switched() {
    this.verdict = null;
    if (this.board.state) {
      this.ask();
      this.draw();
      this.board.tick();
    }
  }

  takeChance({ at, share, says }) {
    this.shares[at] = share;
    this.said[at] = says;
    this.draw();
  }

  takeVerdict({ at, verdict, says }) {
    if (this.asked) this.searched();
    if (at !== this.board.state.moved) return;
    this.verdict = verdict;
    if (this.asked) this.board.say(says);
    if (this.asked && verdict === "won" && !this.board.state.over) {
      this.board.offer("You can watch the winning moves, and take them back.",
        button("Show me the win", () => this.board.show.start("solver")));
    }
    this.asked = false;
    this.board.tick();
  }

  /** A person asks, and has time. */
  askVerdict() {
    this.asked = true;
    this.wanted = "verdict";
    this.board.send({ kind: "verdict", asked: true });
  }

  askHint() {
    if (this.searching) return;
    this.wanted = "hint";
    this.board.hints++;
    this.board.send({ kind: "hint" });
  }

  /** The solver is at it: say so once, show how far it is, and let it go on until it is stopped or the game goes on. */
  takeSearching({ of, states, seconds }) {
    const { board } = this, asked = of === "verdict" ? { asked: true } : {};
    if (this.wanted !== of) return;      // the game has gone on meanwhile
    const so_far = `${states.toLocaleString("en")} positions searched, ${Math.round(seconds)} s.`;
    if (this.searching === of && this.stopper?.isConnected) {
      board.notice.firstElementChild.textContent = so_far;      // the button stays: a click on it takes longer than a message
    } else {
      const aim = of === "lost_at" ? "for the move that lost this deal" : "for a way to win";
      board.say(`The solver searches ${aim}; Escape stops it.`);
      board.offer(so_far, this.stopper = button("Stop the search", () => this.stop()));
    }
    this.searching = of;
    board.send(this.stopped ? { kind: of, ...asked, stop: true } : { kind: of, ...asked, on: true });
    this.stopped = false;
  }

  /** Stop a search; says whether there was one. */
  stop() {
    this.stopped = Boolean(this.searching);
    return this.stopped;
  }

  /** The search that was asked for is over. */
  searched() {
    if (this.searching) this.board.offer("");
    this.searching = this.wanted = null;
    this.stopped = false;
  }

  askWhere() {
    if (this.searching) return;
    this.wanted = "lost_at";
    this.board.send({ kind: "lost_at" });
  }

  takeWhere({ at, says }) {
    this.searched();
    this.board.say(says);
    this.lostAt = at;
    this.before.hidden = at === null;
    if (at !== null) this.before.textContent = `Take back move ${at} and what followed`;
  }

  /** The sign above the table, for those who want it; nothing where nothing is known. */
  sign() { return this.on("signs") && this.verdict ? SIGNS[this.verdict] ?? "" : ""; }

  draw() {
    const { state } = this.board;
    this.node.hidden = !(this.on("chances") && this.board.live);
    if (this.node.hidden || !state) return;
    const { last } = this, share = this.shares[state.moved];
    this.line.setAttribute("points", points(this.shares, last));
    const x = String(last ? WIDTH * state.moved / last : 0);
    this.here.setAttribute("x1", x);
    this.here.setAttribute("x2", x);
    this.slider.max = String(last);
    this.slider.value = String(state.moved);
    const percent = share === undefined ? "" : `, ${Math.round(100 * share)} %`;
    this.slider.setAttribute("aria-valuetext", `move ${state.moved} of ${last}${percent}`);
    this.says.textContent = this.said[state.moved] ?? "The game is being played out …";
  }
}
