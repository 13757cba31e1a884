// What the board of the patiences and the table of the round games have in common: a screen that shows what a referee answers and
// asks what a person tries.

import { Kernel } from "./kernel.js";
import { keepKeys, onKey } from "./keys.js";
import { goesOnFrom, kept, lineOf } from "./memory.js";
import { inBook, liveReferee } from "./referees.js";
import { button } from "./shelf.js";
import { calm, capital, dealName, h, provideCards, s, sentence } from "./words.js";

const PATIENCE = 400;      // milliseconds in which a live kernel answers
const LONG = 2500;         // and those after which it is said that it does not
/** What takes time, and says so itself. */
const SEARCHES = new Set(["hint", "verdict", "odds", "lost_at", "chance", "show", "bot"]);
const LOST = "The kernel does not answer: run the cell above again; your game is kept.";

/** @typedef {import("../messages").Model} Model */
/** @typedef {import("../messages").Kept} Kept */

export class Screen {
  constructor() {
    this.state = null;      // the last state that came
    this.live = false;      // whether a referee answers
    this.first = null;      // the state that the screen began with
    this.following = 0;     // states that are to come of a game which was opened
    /** The line of play that was left by starting again. @type {unknown[] | null} */
    this.givenUp = null;
    /** What was asked of a kernel that runs another cell. @type {object | null} */
    this.pending = null;
    this.attending = this.isLost = false;
    /** What is said of a kernel that is busy, while it is. */
    this.busy = "";
    /** The name under which a kernel knows this board. */
    this.comm = "";
    /** What the browser's own way back does in the full window. @type {(() => void) | null} */
    this.back = null;
    this.overdue = null;
    /** Escape closes what is open here, though nothing has the focus, as after a touch beside it. */
    const panels = () => /** @type {any} */ (this).panels;
    this.onEscape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && document.activeElement === document.body && panels()?.close()) event.preventDefault();
    };
    /** @type {(() => void) | null} */
    this.resized = null;    // what a screen does when it fills the window, or no longer does
  }

  /** Draw the first state.
   *  @param {any} state */
  begin(state) { throw new Error(`each screen has its own: ${state}`); }

  /** What is done with each kind of reply.
   *  @returns {Record<string, (reply: any) => void>} */
  takes() { return {}; }

  /** What Escape does on this screen, if anything. */
  escape() { return false; }

  /** Show the first state and ask the live kernel; where nobody answers, a finished game (`Story`) is shown, which anyone can step
   * through. */
  /** @param {Model} model @param {HTMLElement} el */
  open(model, el, Story) {
    el.append(this.root);
    provideCards(model.get("cards_svg"));
    this.first = model.get("first");
    this.begin(this.first);
    this.Story = Story;
    this.model = model;
    this.kernel = new Kernel(model, began => began && !this.live || this.lose());
    this.referee = liveReferee(model, reply => this.receive(reply));
    this.onDeal = event => this.takeDeal(event.detail);
    document.addEventListener("cadogan-deal", this.onDeal);
    this.root.addEventListener("cadogan-follow", () => this.window(true, window.scrollY));
    this.referee.send({ kind: "hello" });
    this.timer = setTimeout(() => this.live || this.attend(), PATIENCE);
    this.forget = kept.watch(() => this.takeKept());
    this.onUnkept = () => this.offer("What is played here cannot be kept in this browser: its storage is full, or forbidden.");
    document.addEventListener("cadogan:unkept", this.onUnkept);
    this.letKeysGo = keepKeys(this);
    document.addEventListener("keydown", this.onEscape);
  }

  // -- a kernel that does not answer

  /** Nobody has answered yet: a kernel that runs a cell is waited for, and what is tried is kept; else a finished game is shown. */
  attend() {
    let idle = 0, free = false;
    this.kernel.comms().then(() => { free = true; });
    this.attending = this.waiting = this.kernel.connected;
    const look = () => {
      if (this.live) return;
      if (free) idle += 1;
      if (!this.kernel.connected || idle > 2) return this.lose("");
      if (!free) this.sayBusy("the board works when that is done, and what you click is kept.");
      this.timer = setTimeout(look, PATIENCE);
    };
    if (this.attending) this.timer = setTimeout(look, PATIENCE);
    else this.lose("");
  }

  /** Say once that the kernel is busy, until it answers. */
  sayBusy(until) {
    if (this.busy) return;
    this.busy = `Python runs another cell: ${until}`;
    this.say(this.busy);
  }

  /** The kernel no longer knows of this board: what it shows stays, and a finished game can be watched. */
  lose(why = LOST) {
    clearTimeout(this.timer);
    clearTimeout(this.overdue);
    this.overdue = null;
    if (this.replay) return;
    this.live = this.attending = this.waiting = false;
    this.pending = null;
    this.following = 0;
    this.stopPlaying();
    this.controls.hidden = true;
    this.replay = new this.Story(this, this.model.get("replay"));
    this.isLost = Boolean(why);
    if (!why) return;
    this.offer(why);
    this.say(why, "refused");
  }

  /** Whatever goes on by itself on this screen, or is held in the hand, ends. */
  stopPlaying() {}

  /** A live kernel was asked something: if no answer comes, it is said whether it works or is lost. */
  expect({ kind }) {
    clearTimeout(this.overdue);
    this.overdue = null;
    if (inBook() || SEARCHES.has(kind)) return;
    this.overdue = setTimeout(async () => {
      if (!this.kernel.connection) {
        return this.say("Python has not answered yet. If it was restarted, run the cell above again; your game is kept.");
      }
      if (!this.kernel.connected) return this.lose();
      const timer = this.overdue = setTimeout(() => this.sayBusy("the board goes on when that is done."), PATIENCE);
      const comms = await this.kernel.comms();
      clearTimeout(timer);
      if (this.overdue === timer && !(this.comm in comms)) this.lose();
    }, LONG);
  }

  /** A button in the text names a deal (`cadogan-deal`), or an address a day: the first board that plays its game deals it, and Python
   *  starts if need be. */
  takeDeal(detail) {
    const number = detail?.day ?? detail?.deal;
    if (!detail || detail.taken || detail.game !== this.state?.slug || !Number.isSafeInteger(number)) return;
    detail.taken = true;
    const message = { kind: "new", [detail.day ? "day" : "deal"]: number };
    const deal = () => {
      if (this.live) this.send(message);
      else if (this.replay) this.replay.handOver(this.replay.opening(), message);
      else setTimeout(deal, PATIENCE / 4);      // nobody knows yet whether a kernel answers
    };
    deal();
    this.root.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
    this.focusTable();
  }

  // -- games that are kept on this machine

  /** What one step of a game is called. */
  get unit() { return "move"; }

  /** Under what name the games of this table are kept. */
  get keptAs() { return this.state?.kept_as ?? ""; }

  /** How far the game on the table stands, and what has been done in it.
   *  @returns {{ moved: number, line: unknown[] }} */
  get played() { throw new Error("each screen has its own"); }

  /** Whether a game that is kept can be opened at this table.
   *  @param {Kept["record"]} record @returns {boolean} */
  fits(record) { throw new Error(`each screen has its own: ${record}`); }

  /** Whether a game that is kept is of the deal that lies on the table.
   *  @param {Kept} one */
  sameDeal({ deal, record }) { return deal === this.state.deal && (record?.cards ?? "") === (this.state.record?.cards ?? ""); }

  /** Go on with a game that is kept, where it stands; one that has ended is shown as it ended.
   *  @param {Kept} one */
  openKept(one) { throw new Error(`each screen has its own: ${one}`); }

  /** Draw a game that is kept, before Python is there.
   *  @param {NonNullable<Kept["view"]>} view @param {Kept} one */
  drawKept(view, one) { throw new Error(`each screen has its own: ${view} ${one}`); }

  /** Whether a game is in the middle on the screen. */
  unfinished() { return !this.state.over && this.played.moved > 0; }

  /** The latest game that was left in the middle, other than the one on the table; null if there is none. */
  leftInTheMiddle() {
    const other = one => !(this.played.moved && this.sameDeal(one));
    return kept.left(this.keptAs).find(one => this.fits(one.record) && other(one)) ?? null;
  }

  /** What the button says that goes on with it.
   *  @param {Kept} left */
  resumeLabel(left) { return `Resume ${dealName(left)}, ${this.unit} ${left.moved}`; }

  resumeLeft() {
    const left = this.leftInTheMiddle();
    if (left) this.openKept(left);
  }

  /** A kernel answers for the first time: what was left in the middle is taken up, or what was tried meanwhile is done. */
  takeUp() {
    const message = this.pending;
    this.pending = null;
    this.remind();
    if (message && !this.following) this.send(message);
  }

  /** Where a kernel referees: the same deal opens where it was left; another one is offered. */
  remind() {
    const left = this.leftInTheMiddle();
    if (!left || this.unfinished()) return;
    if (!this.sameDeal(left)) {
      return this.offer("A game was left in the middle.", button(this.resumeLabel(left), () => this.openKept(left)));
    }
    this.openKept(left);
    this.offer(`You left this game at ${this.unit} ${left.moved}.`, button("Start again", () => this.send({ kind: "restart" })));
  }

  /** A line below the table with what can be done about it, until the game goes on; nothing takes it away.
   *  @param {string} text @param {HTMLElement[]} buttons */
  offer(text, ...buttons) {
    this.notice.hidden = !text;
    this.notice.replaceChildren(h("span", {}, text), ...buttons);
  }

  /** A state has come: what was offered is over, where the game has gone `on` by it and not by a game that was opened. */
  heeded(on) {
    if (on && !this.following) this.offer("");
    this.following = Math.max(0, this.following - 1);
  }

  /** Another tab has kept a game, or another machine. The same game is followed; another line of play of the same deal is told of. */
  takeKept(where = "in another tab") {
    const latest = this.state && kept.of(this.keptAs)[0];
    if (!latest || !this.fits(latest.record)) return;
    if (!this.live) return latest.ended ? null : this.replay?.showLeft(latest);
    if (!this.sameDeal(latest)) return;
    const theirs = lineOf(latest), { moved, line: ours } = this.played;
    if (theirs.length === ours.length && goesOnFrom(theirs, ours) && latest.moved === moved) return;
    // Where bots play on there in what was left here, nobody is led back into it.
    const old = this.givenUp && goesOnFrom(theirs, this.givenUp) && !goesOnFrom(ours, this.givenUp);
    if (!old && (goesOnFrom(theirs, ours) || goesOnFrom(ours, theirs))) {
      this.openKept(latest);
      return this.offer(`This game is played ${where}, too: it stands at ${this.unit} ${latest.moved}.`);
    }
    const stands = `it stands at ${this.unit} ${latest.moved} there, and is kept`;
    this.offer(`${capital(dealName(latest))} is played ${where}, too, in another way: ${stands}.`,
      button("Show that one", () => this.openKept(latest)));
  }

  // -- the table

  /** The focus goes to what is played on. */
  focusTable() { this.root.focus(); }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.overdue);
    this.kernel.close();
    this.forget();
    this.letKeysGo();
    document.removeEventListener("keydown", this.onEscape);
    document.removeEventListener("cadogan-deal", this.onDeal);
    document.removeEventListener("cadogan:unkept", this.onUnkept);
    if (this.full) this.window(false);
    this.replay?.stop();
    this.referee.close();
  }

  /** Whether a person can play: somebody referees, or will as soon as anything is played. */
  get plays() { return Boolean(this.live || this.attending || (inBook() && this.replay?.opening() && !this.replay.watching)); }

  /** A button with its key, if it has one. It stays in reach of the focus when it can do nothing. */
  press(label, key, act, name = "") {
    const onclick = event => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") act(); };
    return h("button", { type: "button", class: name, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null, onclick },
      label);
  }

  /** A button that shows a sign instead of its name. */
  sign(label, key, act, drawn, name = "") {
    const button = this.press(label, key, act, `sign ${name}`);
    button.setAttribute("aria-label", label);
    button.replaceChildren(s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
      s("path", { d: drawn, fill: "none", stroke: "currentColor", "stroke-width": 2 })));
    return button;
  }

  undoButton(act) { return this.sign("Undo", "U", act, "M7 3L3 7l4 4M3 7h8a5 5 0 0 1 0 10H6"); }

  redoButton() { return this.sign("Redo", "R", () => this.send({ kind: "redo" }), "M13 3l4 4l-4 4M17 7H9a5 5 0 0 0 0 10h5"); }

  able(button, yes) { button.setAttribute("aria-disabled", String(!yes)); }

  /** The head, the announcement and the controls; `furnish` puts them and the rest into the screen. */
  prepare(buttons) {
    this.buttons = buttons;
    this.title = h("span", { class: "title" });
    this.result = h("strong", { class: "result" });
    this.counts = h("span", { class: "counts" });
    this.wholeButton = this.windowButton();
    this.head = h("div", { class: "head" }, this.title, this.result, this.counts);
    this.notice = h("div", { class: "notice strip", hidden: "" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Controls", hidden: "" }, ...Object.values(buttons));
  }

  furnish(name, ...children) {
    this.root = h("div", { class: name, role: "group", onkeydown: event => onKey(this, event) },
      this.head, ...children);
    this.controls.after(this.wholeButton);
  }

  // -- what arrives

  /** A reply goes to the method of its kind, as `takes` names them. */
  receive(reply) {
    clearTimeout(this.overdue);
    this.overdue = null;
    this.comm = reply?.comm ?? this.comm;
    if (this.busy && this.says.textContent === this.busy) this.say("");
    this.busy = "";
    if (reply?.kind === "error" && this.following) {      // the game cannot be opened
      this.following = 0;
      this.offer("");
    }
    if (reply && typeof reply === "object") this.takes()[reply.kind]?.call(this, reply);
  }

  /** Say why something was refused; the page lights the rules up in the text. */
  refuse({ rule, sentence: why }, rules = [rule ?? null]) {
    this.say(`${rule ? `${rule}: ` : ""}${sentence(why)}`, "refused");
    for (const one of rules) document.dispatchEvent(new CustomEvent("cadogan:refused", { detail: { rule: one } }));
  }

  /** From now on a referee answers: the replay goes. Gives whether the focus was on its buttons; null if it was so already. */
  endReplay() {
    if (this.live) return null;
    this.live = true;
    this.attending = false;
    if (this.isLost) this.offer("");
    this.isLost = false;
    const held = Boolean(this.replay?.bar?.contains(document.activeElement));
    this.replay?.close();
    this.replay = null;
    this.controls.hidden = false;
    return held;
  }

  // -- what is shown and asked

  /** The title and the counts, changed only where they have changed: a screen reader is told of nothing else. */
  write(title, counts, result) {
    for (const [node, text] of [[this.title, title], [this.counts, counts], [this.result, result]]) {
      if (node.textContent !== text) node.textContent = text;
    }
    // A line that the counts once needed is kept, so that the table stays where it is.
    if (this.head.clientHeight) this.head.style.minHeight = `${this.head.clientHeight}px`;
  }

  say(text, manner = "") {
    this.says.className = `says ${manner}`;
    // The same sentence twice is two announcements: a no-break space makes it a new text.
    this.says.textContent = this.says.textContent === text ? `${text}\u00a0` : text;
  }

  send(message) {
    if (message.kind === "restart") {
      const latest = kept.of(this.keptAs)[0];
      this.givenUp = latest && this.sameDeal(latest) ? lineOf(latest) : null;
    }
    if (this.live) {
      this.referee.send(message);
      this.expect(message);
    } else if (this.attending) this.pending = message;
    else this.replay?.begin(message);
  }

  // -- the whole window

  windowButton() {
    return this.sign("Full window", "V", () => this.window(), "M2 7V2h5M13 2h5v5M18 13v5h-5M7 18H2v-5", "whole");
  }

  /** A telephone's own way back leads out of the full window, and not off the page. */
  addStep() {
    if (!inBook()) return;      // what else a page is part of has a history of its own
    history.pushState({ ...history.state, cadogan: "full" }, "");
    this.back = () => {
      this.back = null;
      this.window(false);
    };
    window.addEventListener("popstate", this.back, { once: true });
  }

  /** Out of the full window by another way: the step that it was goes from the history. */
  dropStep() {
    if (!this.back) return;
    window.removeEventListener("popstate", this.back);
    this.back = null;
    history.back();
  }

  /** Fill the window with the table, or go back to the place in the page. In the top layer nothing of the page lies above it or clips it.
   *  Whoever was reading elsewhere, `from` so far down, comes back there. */
  window(on = !this.full, from = null) {
    const { root } = this, active = /** @type {HTMLElement} */ (document.activeElement), held = root.contains(active) ? active : null;
    const back = this.reading ?? null;
    if (on && !this.full) this.addStep(); else if (!on && this.full) this.dropStep();
    this.full = on;
    this.head.style.minHeight = "";
    this.reading = on ? from : null;
    root.classList.toggle("full", on);
    if (root.showPopover) {
      if (on) { root.popover = "manual"; root.showPopover(); } else { root.hidePopover(); root.removeAttribute("popover"); }
    }
    this.resized?.();
    this.wholeButton.setAttribute("aria-pressed", String(on));
    this.wholeButton.title = on ? "Back to the page (V)" : "Full window (V)";
    held?.focus({ preventScroll: true });
    if (from !== null) this.focusTable();
    const by = matchMedia("(pointer: coarse)").matches ? "the same button" : "V or Escape";
    this.say(on ? `The table fills the window; ${by} leads back.` : "Back in the page.");
    if (on) return;
    if (back === null) root.scrollIntoView({ block: "nearest" });
    else {
      active?.blur();
      window.scrollTo({ top: back });
      this.root.dispatchEvent(new CustomEvent("cadogan-left"));
    }
  }
}
