// The panels below the board of a patience: what *More* holds, moves, games played, help, the table as text, a look through a place.

import { helpList } from "./keys.js";
import { log } from "./log.js";
import { kept, options, played, times } from "./memory.js";
import { Shelf, button, choice, group, row } from "./shelf.js";
import { cardName, cardSign, clockTime, h, plural, sentence } from "./words.js";

const HELP = [
  ["Click, or Enter", "pick up the uppermost card of a place; again on another place: put it there"],
  ["Second click, or Enter twice", "send the card to its foundation, if only one will take it"],
  ["Drag", "carry a card with mouse, pen or finger"],
  ["Arrows", "move between places as they lie on the table (in a replay: step)"],
  ["Page Up, Page Down", "go through all the places in order; Home and End go to the first and last"],
  ["Escape", "put the card back, close a panel, stop Show me, leave the full window; twice in JupyterLab, leave the board for its cell"],
  ["T, D, F, A", "turn, deal, fill or re-deal, if the game has these moves"],
  ["W", "a new deal"], ["B", "begin this deal again"],
  ["M", "all moves, as a list"], ["E", "is there a move at all?"], ["C", "can it still be won?"], ["H", "a hint, with its reason"],
  ["I", "how to play: each sentence shows the places it speaks of"],
  ["O", "send home every card that can go"], ["U, R", "undo, redo (also Ctrl+Z, Ctrl+Y)"],
  ["S", "show me: a strategy plays on; again: pause and go on"],
  ["L", "look through the place you are on, as far as the rules allow"],
  ["N", "more: deals, play, sharing, looks"], ["G", "games played on this machine"],
  ["V", "the table in the full window; again: back to the page"],
  ["Z", "cards larger, with scrolling; again: the whole table"], ["X", "the table as text"], ["?", "this help"],
];

export class Panels extends Shelf {
  constructor(board) {
    super(board);
    this.switches.push(this.option("timed", "Show the time", ""));
    this.auto = this.option("autoplay", "Autoplay: cards go home, single moves are made");
    this.touch = this.option("one-touch", "One touch plays a card that has one place to go", "");
    this.switches.push(this.auto, this.touch);
    this.looksAhead = [this.option("chances", "Draw the chance of winning, move by move"),
      this.option("signs", "Say whether it can still be won (knows the hidden cards)")];
    this.switches.push(...this.looksAhead);
    this.logged = this.option("logged", "Keep a log of what I play", "");
    this.switches.push(this.logged);
    this.hold({ lay: board.laying.node, moves: h("ul", { class: "moves", "aria-label": "All moves" }), more: this.more(),
      help: helpList(HELP),
      look: h("div", { role: "group", "aria-label": "Looking through a place" }),
      how: h("div", { class: "how-to-play", role: "group", "aria-label": "How to play" }) });
    this.fill = { moves: ({ moves }) => this.fillMoves(moves),
      games: () => this.fillGames(), lay: () => board.laying.begin(), more: () => this.fillMore() };
  }

  more() {
    const { board } = this, open = name => () => this.toggle(name), today = () => {
      const now = new Date();
      board.send({ kind: "new", day: now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate() });
    };
    this.caution = h("span", { class: "beware", hidden: "" }, "This game goes by red and black: four colours hide which is which.");
    this.resume = button("", () => board.resumeLeft());
    this.home = board.press("Send home", "O", () => board.send({ kind: "home" }));
    const deals = this.dealRow(), elsewhere = [this.auto, this.touch, this.logged, ...this.looksAhead];
    const looks = this.switches.filter(one => !elsewhere.includes(one));
    deals.append(button("Deal of the day", today), button("Deal from real cards", open("lay")), this.resume);
    this.grade = choice("How hard new deals are", []);
    this.grade.addEventListener("change", () => options.set("", "grade", this.grade.value));
    this.graded = h("label", { hidden: "" }, "New deals ", this.grade);
    deals.append(this.graded);
    return h("div", { class: "more", role: "group", tabindex: "-1", "aria-label": "More" },
      group("Deals", deals),
      group("Play", row(this.home, button("Moves", open("moves"), "M"), button("Any move?", () => board.hands.anyMove(), "E"),
        button("Help", open("help"), "?")),
      row(button("Show me", () => board.show.start(), "S"), board.show.strategy, board.show.speed),
      row(this.auto.label, this.touch.label, ...this.looksAhead.map(one => one.label))),
      group("Share", row(...this.keepButtons()), row(this.logged.label), this.logRow()),
      group("Look", row(button("Larger cards", () => board.sizes.zoom(), "Z"),
        ...this.looks.map(one => one.label)), row(...looks.map(one => one.label), this.caution)));
  }

  /** How this game is played, from the clauses that are played; a sentence that is pointed at lights up its places.
   *  @param {{ part: string, says: string, rules: string[], places: string[] }[]} how */
  tellHow(how) {
    const { board } = this;
    this.sentences = how.map(({ says, rules, places }) => {
      const there = places.filter(id => board.table.places.has(id)), on = () => board.light(there), off = () => board.light([]);
      const node = h("li", { tabindex: "0", onpointerenter: on, onfocus: on, onpointerleave: off, onblur: off }, says);
      return { rules, node, says, there };
    });
    const parts = [...new Set(how.map(one => one.part))];
    this.each.how.replaceChildren(...parts.map(part => {
      const own = this.sentences.filter((_, i) => how[i].part === part);
      return h("section", {}, h("p", { class: "part-name" }, part), h("ul", {}, ...own.map(one => one.node)),
        ...part === "The deal" ? board.dealing.set(own) : []);
    }));
    if (!how.length) this.each.how.append(h("p", {}, "The rules of this game are in its chapter."));
  }

  /** *How to play* stands open where the game has not been played on this machine. */
  introduce() {
    const { slug, kept_as: game } = this.board.state;
    if (this.introduced === slug || !this.sentences.length) return;
    this.introduced = slug;
    this.standOpen(!played.of(game ?? slug).length && !kept.of(game ?? slug).length);
  }

  /** What is said of a refusal leads to the sentence of its rule, where there is one.
   *  @param {string | null} rule */
  linkRefusal(rule) {
    const wanted = (rule ?? "").replace("in place of ", "").split(", ").filter(Boolean);
    const within = (one, other) => one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
    const found = this.sentences?.find(({ rules }) => rules.some(one => wanted.some(other => within(one, other))));
    if (!found) return;
    const { says } = this.board, lead = () => { this.toggle("how", true); found.node.focus(); };
    says.replaceChildren(h("button", { type: "button", class: "to-sentence", title: "To its sentence in How to play", onclick: lead },
      says.textContent));
  }

  /** How hard new deals can be asked to be, in this game: any, or one of these. */
  grades(words) {
    this.grade.replaceChildren(...[["", "any"], ...words.map(word => [word, word])].map(([value, name]) => h("option", { value }, name)));
    this.grade.value = options.choice("", "grade", ["", ...words]);
    this.graded.hidden = words.length < 2;
  }

  /** What is kept of the log, and how to take it along or be rid of it. */
  logRow() {
    this.logSays = h("p", {});
    this.exports = [button("Export the log as CSV", () => this.download("cadogan-log.csv", log.csv(), "text/csv")),
      button("As JSON", () => this.download("cadogan-log.json", log.json())),
      button("Delete the log", () => {
        log.forget();
        this.fillLog();
        this.board.say("The log is deleted.");
        this.each.more.querySelector("button")?.focus();
      })];
    return row(this.logSays, ...this.exports);
  }

  fillLog() {
    const n = log.lines().length;
    this.logSays.textContent = n ? `${plural(n, "line")}, kept in this browser on this machine, and sent nowhere.`
      : "Empty. It is kept in this browser on this machine, and sent nowhere.";
    for (const one of this.exports) one.hidden = !n;
  }

  fillMore() {
    this.fillLog();
    const left = this.board.leftInTheMiddle();
    this.resume.hidden = !left;
    if (left) this.resume.textContent = this.board.resumeLabel(left);
  }

  /** Where cards alternate in colour, four colours mislead. */
  warn() { this.caution.hidden = !(this.board.alternate && this.board.root.classList.contains("four-colour")); }

  switched(name) {
    if (name === "large-index") this.board.sizes.take();
    if (name === "four-colour") this.warn();
    if (name === "timed") this.board.tick();
    if (name === "chances" || name === "signs") this.board.outlook.switched();
  }

  toggle(name, open) {
    super.toggle(name, open);
    if (this.each.lay.hidden) this.board.laying.end();
  }

  /** Have one of several moves chosen; a list that was opened for that is closed by the choice. */
  listMoves(moves) {
    const closes = this.each.moves.hidden;
    this.toggle("moves", true);
    this.fillMoves(moves, closes);
    this.each.moves.querySelector("button")?.focus();
  }

  fillMoves(moves, closes = false) {
    this.list(this.each.moves, moves, move => {
      if (closes) this.toggle("moves", false);
      this.board.hands.play(move);
    }, "There is no move.");
  }

  /** What is seen of a place, all of it, uppermost first. */
  lookAt(id) {
    const { table } = this.board, pile = [...(table.piles[id] ?? [])].reverse(), seen = pile.filter(Boolean),
      { name } = table.places.get(id);
    const rest = pile.length > seen.length ? `, and ${pile.length - seen.length} unseen` : "";
    const signs = seen.map(cardSign).join(" ") || "nothing to be seen";
    this.toggle("look", true);
    this.each.look.replaceChildren(h("p", {}, `${sentence(name)} Uppermost first: ${signs}${rest}.`));
    this.board.say(`${name}: ${seen.map(cardName).join(", ") || "nothing to be seen"}${rest}.`);
    table.focusOn(id);
  }

  fillGames() {
    const { board } = this, game = board.state.kept_as, playing = kept.left(game).filter(one => !one.record.cards).map(one => one.deal);
    if (board.unfinished() && !board.state.real) playing.push(board.state.deal);
    const { begun, won, later, notWon, open, fewest, streak, longest } = played.summary(game, playing), best = times.best(game);
    const share = (begun ? ` (${Math.round(100 * won / begun)} %)` : "") + (later ? `, ${later} of them after a loss` : "");
    this.tellGames(played, game, "A deal counts once, from the first move; what the board has shown, or a link or a file has played, "
      + "does not count. A win after losing the same deal adds nothing to wins in a row.", begun,
      [["Begun", begun], ["Won", `${won}${share}`], ["Lost or given up", notWon], ["Left in the middle", open],
        ["Fewest moves of a win", fewest ?? "–"], ["Shortest time of a win", best === null ? "–" : clockTime(best)],
        ["Wins in a row, now", streak], ["Wins in a row, at most", longest]]);
    this.tellKept();
  }
}
