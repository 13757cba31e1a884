// The panels below the table of a round game: all actions, deals and seats, the named switches of the game, steps, text, help.

import { helpList } from "./keys.js";
import { finished, options } from "./memory.js";
import { signed } from "./round_draw.js";
import { Shelf, button, choice, group, row } from "./shelf.js";
import { h } from "./words.js";

export const PACES = { slow: 2400, normal: 1100, fast: 250, "at once": 0 };
const HELP = [
  ["Click, or Enter, on a card", "play it, if there is only one way; otherwise choose it, and others with it"],
  ["… on a combination or a pile", "add what is chosen to it, draw or take from it, or be told what lies there"],
  ["Drag", "carry a card, or all that are chosen, to a combination, a pile or the middle: as if you had chosen them and touched it"],
  ["Tab, and arrows", "move between groups: piles, combinations, your hand, your actions; arrows also move within them"],
  ["Escape", "put back what is chosen, close a panel, let the bots rest, leave the full window; twice in JupyterLab, leave the board"],
  ["M", "all actions, as a list"], ["T", "whose turn it is, and for what"], ["H", "a hint: what the author advises"],
  ["U, R", "undo to your last decision, redo (also Ctrl+Z, Ctrl+Y)"], ["S", "the bots rest; again: they go on"],
  ["F, or a touch on the table", "while others play, the next one plays at once"],
    ["V", "the table in the full window; again: back to the page"],
  [", and .", "go back a step, or on; < and > go to the beginning and the end"],
  ["W", "what was said"], ["I", "how to play"], ["N", "deals, seats, options, saving, a link"], ["G", "games played on this machine"],
    ["B", "begin this deal again"],
  ["C", "lift the curtain: everybody's cards are shown; again: lower it"], ["X", "the table as text"], ["?", "this help"],
];
/** Under what it is remembered that a game has been met on this machine: then *How to play* does not open by itself. */
const KNOWN = "met";
let made = 0;      // fields of options so far: each needs a name of its own in the page
const word = value => (value === null ? "none" : value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));

export class RoundPanels extends Shelf {
  constructor(board) {
    super(board);
    this.form = h("form", { "aria-label": "Players and options", onsubmit: event => { event.preventDefault(); this.change(); } });
    this.hold({ all: h("ul", { class: "moves", "aria-label": "All actions" }), more: this.more(),
      how: h("div", { class: "how-to-play", tabindex: "0", role: "region", "aria-label": "How to play" }),
      log: h("ol", { class: "log", tabindex: "0", "aria-label": "What was said" }), help: helpList(HELP) });
    this.fill = { all: state => this.fillAll(state), log: state => this.fillLog(state), how: state => this.markPhase(state),
      games: state => this.fillGames(state),
      more: () => this.fillMore() };
  }

  more() {
    const { board } = this;
    this.pace = choice("How fast the bots play", Object.keys(PACES).map(name => [name, name]));
    this.pace.value = "normal";
    this.pace.addEventListener("change", () => board.clock());
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step of the game",
      oninput: () => board.send({ kind: "go", to: Number(this.slider.value) }) });
    this.lift = button("Lift the curtain", () => board.lift(), "C");
    this.forced = h("input", { type: "checkbox", onchange: () => board.send({ kind: "forced", on: this.forced.checked }) });
    this.everyone = h("select", { "aria-label": "All opponents" });
    this.everyone.addEventListener("change", () => this.levelOfAll());
    this.resume = button("", () => board.resumeLeft());
    const deals = this.dealRow();
    deals.append(this.resume);
    return h("div", { class: "more", role: "group", tabindex: "-1", "aria-label": "More" },
      group("Deals", deals),
      group("Play", row(h("label", {}, "Bots play ", this.pace), h("label", {}, "All opponents ", this.everyone)),
        row(this.lift, button("What was said", () => this.toggle("log"), "W"), button("Help", () => this.toggle("help"), "?")),
        row(h("label", {}, this.forced, "My only possible action is done for me")),
        row(h("span", {}, "Steps"), button("|◀", () => board.step(-Infinity), "<"), button("◀", () => board.step(-1), ","), this.slider,
          button("▶", () => board.step(1), "."), button("▶|", () => board.step(Infinity), ">"),
          button("Go on from here", () => board.send({ kind: "cut" })))),
      group("Share", row(...this.keepButtons()), h("p", { class: "remark" },
        "A link or a file holds the deal, the seats, the options and every action: whoever has it can look into all the hands.")),
      group("Look", this.lookRow()), this.form);
  }

  /** What the cards count stands below the table at the first visit; aim and play stand at the head of the chapter, and all of it is
   *  a touch away. */
  introduce({ slug, how }) {
    this.tellHow(how ?? []);
    const first = Boolean(how) && !options.get(slug, KNOWN);
    this.standOpen(first);
    if (first) options.set(slug, KNOWN, true);
  }

  /** Open the whole of *How to play*, or close it. */
  toggleHow() { this.toggle("how", this.each.how.matches("[hidden], .unasked")); }

  tellHow(sections) {
    const line = ({ says, rule, cites, phase }) => h("li", { "data-rule": rule, "data-phase": phase }, says,
      ...(cites ? [" ", h("small", {}, cites)] : []));
    const restored = sections.some(({ told }) => told.some(one => one.rule !== one.cites));
    this.each.how.replaceChildren(...sections.map(({ name, told }) =>
      h("section", { "data-part": name }, h("p", { class: "part-name" }, name), h("ul", {}, ...told.map(line)))),
    ...(restored ? [h("p", { class: "remark" }, "The numbers are those of the book's rules. A rule without one is lost from the book, ",
      "and is restored from other books, or is our reading.")] : []),
    h("p", { class: "whole-of-it" }, button("All of How to play", () => this.toggleHow())));
    if (this.board.state) this.markPhase(this.board.state);
  }

  /** The sentence that says what is to be done now is marked; with other options the sentences are others. */
  markPhase({ acting, parts, varied, slug }) {
    const now = acting === null ? null : parts.turn.phase, told = `${slug} ${(varied ?? []).join()}`;
    for (const node of this.each.how.querySelectorAll("li")) {
      if (node.dataset.phase && node.dataset.phase === now) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    }
    if (this.board.live && told !== this.toldHow) {
      this.toldHow = told;
      this.board.send({ kind: "how" });
    }
  }

  /** A refusal leads to the sentence of *How to play* from which it comes, if it comes from one. */
  offerRule(rule) {
    const line = rule ? [...this.each.how.querySelectorAll("li")].find(node => node.dataset.rule === rule) : null;
    if (line) this.board.table.told.append(" ", button("Show the rule", () => this.showRule(line)));
  }

  showRule(line) {
    this.each.how.classList.remove("unasked");
    this.toggle("how", true);
    for (const node of this.each.how.querySelectorAll(".shown")) node.classList.remove("shown");
    line.classList.add("shown");
    line.scrollIntoView({ block: "nearest" });
  }

  /** Every seat where no person sits gets the same level. */
  levelOfAll() {
    const who = this.everyone.value;
    if (!who) return;
    this.seats.forEach((label, seat) => {
      const select = label.querySelector("select");
      if (select.value !== "you" && select.value !== who) this.board.send({ kind: "sit", seat, who });
    });
    this.board.send({ kind: "options" });
  }

  refresh(state) {
    super.refresh(state);
    this.slider.max = String(state.length);
    this.slider.value = String(state.at);
    this.slider.setAttribute("aria-valuetext", `action ${state.at} of ${state.length}`);
    this.lift.textContent = state.lifted ? "Lower the curtain" : "Lift the curtain";
    this.forced.checked = state.forced !== false;
  }

  fillMore() {
    const { board } = this, left = board.leftInTheMiddle();
    this.resume.hidden = !left;
    if (left) this.resume.textContent = board.resumeLabel(left);
    board.send({ kind: "options" });
  }

  fillAll(state) {
    const none = `There is nothing that you can do now. ${state.says_turn}`;
    this.list(this.each.all, state.actions, action => this.board.table.play(action), none);
  }

  fillLog({ said, said_before: before }) {
    const { log } = this.each;
    log.start = before + 1;
    log.replaceChildren(...said.map(({ says }) => h("li", {}, says)));
    log.scrollTop = log.scrollHeight;
  }

  fillGames({ kept_as: game }) {
    const { finished: n, gained, lost, won, paid, best, worst } = finished.summary(game), sign = one => (one === null ? "–" : signed(one));
    const told = "A game counts when you alone sit among bots and play it to its end, taking nothing back and leaving the curtain down; "
      + "the same deal counts once.";
    this.tellGames(finished, game, told, n, [["Finished", n], ["Ended with counters won", gained], ["Ended with counters lost", lost],
      ["Counters won in all", won], ["Counters lost in all", paid], ["Best game", sign(best)], ["Worst game", sign(worst)]]);
    this.tellKept();
  }

  // -- players, seats and the switches of the game

  fillForm({ players, now, seats, who, levels, names, options: switches }) {
    const inside = this.form.contains(document.activeElement), at = document.activeElement?.getAttribute("name");
    this.players = h("input", { type: "number", name: "players", min: players[0], max: players[1], value: now, step: "1" });
    const ranks = levels ?? [];
    this.everyone.replaceChildren(h("option", { value: "" }, "as they are"),
      ...ranks.map(({ name, says }) => h("option", { value: name, title: says }, name)));
    this.everyone.title = ranks.map(({ name, says }) => `${name}: ${says}`).join("; ");
    this.everyone.parentElement.hidden = !ranks.length;
    this.seats = seats.map((one, i) => {
      const called = `Player ${i + 1}`, select = choice(called, Object.entries(who));
      select.name = `seat ${i}`;
      if (one) select.value = one;
      else { select.append(h("option", { value: "" }, "a bot of your own")); select.value = ""; }
      select.addEventListener("change", () => { if (select.value) this.board.send({ kind: "sit", seat: i, who: select.value }); });
      return h("label", {}, `${names?.[i] && names[i] !== called ? `${called}, ${names[i]}` : called} `, select);
    });
    this.fields = switches.map(one => this.field(one));
    const [least, most] = players, deal = h("button", { type: "submit", class: "kind" }, "Deal with these");
    this.form.replaceChildren(h("fieldset", {}, h("legend", {}, "Who sits where (at once)"), row(...this.seats)),
      h("fieldset", {}, h("legend", {}, "Options of the game (with a new deal)"),
        row(h("label", {}, `Players, ${least} to ${most} `, this.players)),
        ...this.fields.map(one => one.node), row(deal, button("As the book has them", () => this.reset()))));
    if (inside) (this.form.elements[at] ?? this.form.querySelector("select"))?.focus();
  }

  /** One named switch: its values, or a number of its range, with what it means. */
  field({ name, value, values, words, low, high, also, default: usual, says, source, reading }) {
    const id = `option-${name}-${++made}`, title = name.replaceAll("_", " ");
    const some = values ?? also, select = h("select", { name, "aria-describedby": id, "aria-label": title },
      ...some.map((one, i) => h("option", { value: i }, words?.[i] ?? word(one))));
    const whole = values ? null : h("input", { type: "number", name: some.length ? `${name} number` : name, min: low, max: high, step: "1",
      "aria-label": some.length ? `${title}, the number` : title, "aria-describedby": id });
    if (whole && some.length) select.append(h("option", { value: "number" }, "a number:"));
    const put = to => {
      const i = some.findIndex(one => one === to);
      select.value = i >= 0 ? String(i) : "number";
      if (whole) { whole.value = i >= 0 ? "" : to; whole.hidden = i >= 0; }
    };
    select.addEventListener("change", () => { if (whole) whole.hidden = select.value !== "number"; });
    put(value);
    if (whole && !some.length) { whole.hidden = false; whole.value = value; }
    const read = () => (whole && (select.value === "number" || !some.length) ? whole.valueAsNumber : some[Number(select.value)]);
    const note = `${says}${reading ? ` A reading: ${reading}?` : ""} (${source})`;
    const node = h("div", { class: "switch" }, h("b", {}, title), ...(some.length ? [select] : []), ...(whole ? [whole] : []),
      h("span", { id, class: "remark" }, note));
    return { name, node, read, reset: () => { put(usual); if (whole && !some.length) whole.value = usual; }, value };
  }

  reset() { for (const one of this.fields) one.reset(); this.board.say("The options are the book's again; deal to play with them."); }

  change() {
    const given = Object.fromEntries(this.fields.map(one => [one.name, one.read()]).filter(([, value]) => !Number.isNaN(value)));
    const deal = this.number.valueAsNumber;
    if (!this.isDeal(deal)) return;
    this.board.send({ kind: "change", options: given, players: this.players.valueAsNumber, deal });
  }

  // -- games kept elsewhere

  opening({ record, seats }) { return { round: JSON.parse(record), seats }; }

  shared() { return " It tells the deal and every action: whoever opens it can look into all the hands."; }
}
