// The rules of a page, changed and played in the page: one editor that opens in the place of any rules cell, and below it what follows
// from the change: the board, the prose, the plate, a quick simulation. The texts themselves are page-text.mjs's.
// Everything that is read or played goes to Python in the page's worker; here text is only shown, and always as text.

// @ts-ignore: it lies there in the built page alone
import { ask } from "./vendor/pyodide/python.mjs";
// @ts-ignore: as above
import { linkTo } from "./vendor/pyodide/links.mjs";
import { putHtml } from "./clean-html.mjs";
import { CodeEditor } from "./code-editor.mjs";
import { give, h, press } from "./elements.mjs";
import { layBoard } from "./lay-board.mjs";
import { pageText } from "./page-text.mjs";
import { beginning, joined, partAt, parted, scan, sent, wrongWord } from "./rules-text.mjs";
import { bySubject, sheet, told } from "./sheets.mjs";

const DEALS = 10_000;
const page = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "");
/** A share in hundredths; of one below a thousandth two figures, for 0.00 says nothing. */
const percent = share => `${share && share < 0.001 ? (100 * share).toPrecision(2) : (100 * share).toFixed(2)} %`;

/** The deal that the page's own board shows first, so that a change is seen on the same cards. */
function dealOfPage() {
  const shown = document.querySelector(".cadogan .title")?.textContent.match(/deal (\d+)$/);
  return shown ? Number(shown[1]) : 1;
}

export const some = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

// ---- a rules cell of the page ------------------------------------------------------------------------

/** Where the rules cells of the page stand, with what change-rule.js has put below each. */
const places = () => [...document.querySelectorAll(":is(.cell.tag_rules, .cell.tag_template)")].map(node => ({
  cell: node.querySelector(".cell_input"), tools: node.querySelector(".rule-tools"), button: node.querySelector(".change-rule") }));

/** A rules cell in its place, with a mark where it is not the book's. */
class RulesCell {
  constructor({ cell, button, tools }, mine, number, editor) {
    this.cell = cell;
    this.button = button;
    this.tools = tools;
    this.mine = mine;
    this.number = number;
    this.page = editor.page;
    this.last = null;      // what was written last that is not the book's
    this.pre = cell.querySelector("pre");
    this.book = [...this.pre.childNodes];       // coloured, and tied to the old text
    this.rules = [...new Set([...this.pre.querySelectorAll("[data-rules]")].flatMap(line => line.dataset.rules.split("|")))];
    this.mark = h("strong", { class: "rule-mark" });
    this.back = press("Back to the original", () => editor.restore(this),
      { "aria-label": button.getAttribute("aria-label").replace("Change this rule", "Back to the original") });
    this.draw();
  }

  get text() { return this.page.shown(this.mine); }

  get original() { return this.mine.printed; }

  get changed() { return this.page.changed(this.mine); }

  /** Say what the cell now says. The lines of a changed one light up together: which of them carries out what, the page cannot know. */
  draw() {
    const lines = this.text.split("\n").map((line, i) =>
      h("span", { class: "rules-line", id: `rules-${this.number + 1}-${i + 1}`, "data-rules": this.rules.join("|") }, `${line}\n`));
    this.pre.replaceChildren(...(this.changed ? lines : this.book));
    this.mark.textContent = this.text.trim() ? "changed" : "left out";
    if (this.changed) this.last = this.text;
    this.tools.replaceChildren(...(this.changed ? [this.mark, this.back] : []), this.button);
  }

  hide(hidden) {
    this.cell.hidden = this.tools.hidden = hidden;
    this.cell.closest(".voices")?.classList.toggle("changing", hidden);
    if (!hidden) this.draw();
  }
}

// ---- the editor ------------------------------------------------------------------------------------

let editor = null;

/** The one editor of the page, with each of its rules cells as it now is; nothing of them is played.
 *  @returns {Promise<Editor>} */
export function showRules() { return editor ??= pageText().then(page => new Editor(page)); }

/** The rules of the page as they are shown, as one text. */
export async function rulesNow() { return joined((await showRules()).page.shownRules); }

/** Open the editor in the place of a rules cell, counted from 0. */
export async function edit(number) {
  const one = await showRules();
  one.open(number);
  return one;
}

class Editor {
  /** @param {import("./page-text.mjs").PageText} page */
  constructor(page) {
    const { rules } = page, nodes = places();
    if (rules.length !== nodes.length) throw new Error("the notebook beside this page is of another edition");
    this.page = page;
    this.asSent = null;      // the rules of a link, and with which deal, moves and readings they are played first
    this.cells = nodes.map((place, number) => new RulesCell(place, rules[number], number, this));
    page.show(change => this.follow(change));
    this.here = null;
    this.deal = dealOfPage();
    this.asked = this.suggested = this.looked = 0;
    this.notice = h("p", { class: "notice", hidden: true }, "These rules came with a link and may be anybody's. Each rule that is not the "
      + "book's is marked in its place. Read them; when you press “Play it”, they are played, and from then on "
      + "are yours, and kept.");
    this.code = new CodeEditor({ label: "The rule, to be changed", describedBy: "rule-editor-help rule-editor-error",
      typed: () => this.typed(), key: event => this.key(event) });
    this.text = this.code.text;
    for (const kind of ["keyup", "click", "focus", "select"]) this.text.addEventListener(kind, () => this.look());
    this.error = h("div", { class: "wrong", id: "rule-editor-error", role: "alert" });
    this.help = h("p", { class: "help", id: "rule-editor-help" },
      "Change a word or a number, then play it: Ctrl+Enter. Alt+↓ goes to what could stand at the cursor. "
        + "Escape leaves; what you wrote is kept.");
    this.completions = h("p", { class: "completions", role: "group", "aria-label": "Words that begin so" });
    this.warning = h("div", { class: "warned", role: "status" });
    this.cursor = h("section", { class: "at-cursor rule-sheet-text", "aria-label": "At the cursor",
      onkeydown: event => this.leaveMenu(event) });
    this.list = h("details", { class: "vocabulary rule-sheet-text", ontoggle: () => this.listWords() },
      h("summary", {}, "The words of the vocabulary"));
    this.back = press("Back to the original", () => this.turn());
    this.allBack = press("Everything back to the original", () => this.restore(...this.cells));
    this.elsewhere = h("p", { class: "elsewhere", role: "status" });
    this.says = h("p", { class: "editor-says", role: "status" });
    this.outcome = h("div", { class: "outcome", hidden: true });
    this.node = h("section", { class: "rule-editor", "aria-label": "Change the rules" }, this.notice,
      h("div", { class: "editor-code" }, this.code.node, this.error, this.completions, this.help,
        h("div", { class: "buttons" }, press("Play it", () => this.play(), { class: "play", "aria-keyshortcuts": "Control+Enter" }),
          this.back, this.allBack,
          press("Copy link", () => this.copy()), press("Close", () => this.close())), this.elsewhere, this.says, this.warning),
      h("div", { class: "editor-side" }, this.cursor, this.list), this.outcome);
  }

  /** All rules of the page as they are shown. */
  get texts() { return this.page.shownRules; }

  /** Cells say something else now. @param {import("./page-text.mjs").Change} change */
  follow({ cells, by, elsewhere = new Map() }) {
    this.notice.hidden = !this.page.offering;
    for (const one of this.cells.filter(({ mine }) => cells.includes(mine))) {
      if (one !== this.here) one.draw();
      else if (by !== this) this.write(one.text);
    }
    const theirs = this.here && elsewhere.get(this.here.mine);
    if (theirs !== null && theirs !== undefined) {
      this.says.replaceChildren("This rule was changed in another tab, too. ", press("Take that text", () => this.write(theirs)));
    }
    if (this.here) this.tellElsewhere();
  }

  /** Stand in the place of a cell, with its text; the cell that was open is shown as it now is. */
  open(number) {
    const one = this.cells[number], folded = one.cell.closest("details");
    if (folded) folded.open = true;
    if (this.here !== one) {
      this.leave();
      this.here = one;
      this.page.open.add(one.mine);
      one.hide(true);
      one.tools.after(this.node);
      this.write(one.text);
      this.text.setSelectionRange(0, 0);
      const stale = !this.outcome.hidden && this.played.rules !== this.opening().rules;
      this.says.textContent = stale ? "What stands below is still the game as it was played last." : "";
    }
    this.text.focus();
  }

  /** The cell that was open is shown as it now is. */
  leave() {
    const { here } = this;
    this.here = null;
    if (here) this.page.open.delete(here.mine);
    here?.hide(false);
    return here;
  }

  close() {
    const here = this.leave();
    this.stopCounting();
    this.node.remove();
    here.button.focus();
  }

  key(event) {
    if (event.key === "Escape") this.close();
    else if (event.key === " " && event.ctrlKey) this.complete();
    else if (event.key === "ArrowDown" && event.altKey) this.cursor.querySelector(":is(button, a, summary)")?.focus();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) this.play();
    else return false;
    return true;
  }

  /** Put a text into the editor. */
  write(text) { this.code.write(text); }

  typed() {
    const { here } = this;
    if (this.text.value !== here.text) this.page.write(here.mine, this.text.value, this);
    if (here.changed) here.last = here.text;
    if (this.page.unkept) this.says.textContent = this.page.unkept;
    this.error.replaceChildren();
    this.back.textContent = !here.changed && here.last !== null ? "Back to my change" : "Back to the original";
    this.back.disabled = !here.changed && here.last === null;
    this.warning.replaceChildren();
    this.tellElsewhere();
    this.suggest();
    this.look();
  }

  /** What is changed in cells that are not open goes into the game, too. */
  tellElsewhere() {
    const n = this.cells.filter(one => one !== this.here && one.changed).length;
    this.elsewhere.textContent = n ? `${some(n, "other rule")} of this page ${n === 1 ? "is" : "are"} changed, too.` : "";
    this.elsewhere.hidden = this.allBack.hidden = !n;
  }

  // -- the vocabulary: what stands at the cursor and could stand there; all words by subject; completed where they are written

  /** Show the sheet of what stands at the cursor, with what could stand there. */
  async look() {
    const mine = ++this.looked, all = await told();
    if (mine !== this.looked || !this.here) return;
    const text = this.text.value, parts = scan(text, all.words), part = partAt(parts, this.text.selectionStart);
    const shown = part ? sheet(part, all, { text, whole: this.texts.join("\n"), parts, put: (...what) => this.replace(...what) }) : [];
    const none = "Put the cursor on a word to see what it means, and what else could stand there.";
    this.cursor.replaceChildren(...(shown.length ? shown : [h("p", { class: "help" }, none)]));
  }

  /** Put something in the place of a piece of the text, so that the reader's own keys can take it back. */
  replace(from, to, value) {
    this.text.focus();
    this.text.setSelectionRange(from, to);
    if (!document.execCommand?.("insertText", false, value)) {
      this.text.setRangeText(value, from, to, "end");
      this.code.changed();
    }
    this.text.setSelectionRange(from, from + value.length);
    this.look();
  }

  /** Escape goes back from what could stand at the cursor to the text. */
  leaveMenu(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.text.focus();
  }

  async listWords() {
    if (!this.list.open || this.list.querySelector("dl")) return;
    const all = await told(), subjects = bySubject(all, name => this.insert(name, ""));
    this.list.append(...(subjects.length ? subjects : [h("p", {}, "The list of words cannot be shown here.")]));
  }

  /** The beginning of a word that stands before the caret, outside a text in quotes. */
  begun() {
    const before = this.text.value.slice(0, this.text.selectionStart).split("\n").pop();
    return beginning(before);
  }

  async suggest() {
    const begun = this.begun(), mine = ++this.suggested;
    const { words } = begun.length > 1 ? await told() : { words: {} };
    const found = Object.keys(words).filter(name => name.startsWith(begun) && name !== begun).slice(0, 8);
    if (mine !== this.suggested) return;
    this.completions.replaceChildren(...found.map(name => press(name, () => this.insert(name, begun), { title: words[name].says })));
    if (found.length) this.completions.append(" Ctrl+Space takes the first.");
  }

  complete() { this.completions.querySelector("button")?.click(); }

  /** Put a word at the caret, in the place of its beginning. */
  insert(name, begun) {
    const at = this.text.selectionStart;
    this.text.setRangeText(name, at - begun.length, at, "end");
    this.text.focus();
    this.code.changed();
  }

  /** One click to the original of the open cell, and one back. */
  turn() {
    this.write(this.here.changed ? this.here.original : this.here.last);
    if (!this.outcome.hidden) this.play();
  }

  /** Cells as the book has them; what is played follows, where the editor is open. */
  restore(...cells) {
    for (const { mine } of cells) this.page.write(mine, mine.printed);
    if (cells.length === 1) cells[0].button.focus();
    if (!this.here) return;
    if (cells.length > 1) this.text.focus();
    if (!this.outcome.hidden) this.play();
  }

  /** Show rules that came with a link in the cells, and open the first that they change; the last where that holds all of them. Gives
   *  the number of that cell.
   *  @param {string} rules @param {{ deal: number, [name: string]: any }} more */
  offer(rules, more) {
    const texts = parted(rules, this.cells.length), [first] = this.cells.filter(({ original }, i) => texts[i] !== original);
    this.page.offer(texts);
    this.asSent = { rules: joined(texts), more };
    this.deal = more.deal;
    const at = sent(texts).length === 1 || !first ? this.cells.length - 1 : first.number;
    this.open(at);
    return at;
  }

  /** Say why the rules are refused, in the cell and at the line concerned. */
  refuse({ message, line, cell, sentence }) {
    const at = line ? sent(this.texts)[cell - 1] : undefined;
    if (at !== undefined && this.cells[at] !== this.here) this.open(at);
    this.error.replaceChildren(h("p", {}, line ? h("strong", {}, `Line ${line}: `) : "", message));
    if (sentence) this.error.append(h("p", {}, `The old text nearest to it: “${sentence}”`));
    this.says.textContent = this.outcome.hidden ? "" : "What stands below is still the game as it was played last.";
    if (!line) return;
    this.code.wrong(line, ...wrongWord(message, this.text.value.split("\n")[line - 1] ?? ""));
  }

  opening(more = {}) {
    const rules = this.cells.some(one => one.changed) ? { rules: joined(this.texts), variant: "" } : {};
    return { format: 1, game: page, readings: {}, deal: this.deal, moves: [], ...rules, ...more };
  }

  /** Read the cells, and if they are a game, let everything follow it; rules of a link are the reader's own from here on. */
  async play() {
    const mine = ++this.asked, { texts, asSent } = this, rules = joined(texts);
    this.error.replaceChildren();
    this.says.textContent = "The rules are being read …";
    try {
      const { games } = await ask("change", JSON.stringify({ game: page, rules }));
      if (mine !== this.asked) return;
      this.page.accept(texts);
      this.asSent = null;
      this.games = games;
      const warned = games.flatMap(({ title, warnings = [] }) => warnings.map(one => (games.length > 1 ? `${title}: ${one}` : one)));
      this.warning.replaceChildren(...warned.map(one => h("p", {}, one)));
      await this.show(this.opening(asSent?.rules === rules ? asSent.more : {}), mine);
    } catch (error) {
      if (mine === this.asked) this.refuse(error);
    }
  }

  async show(opening, mine = ++this.asked) {
    if (opening.rules === undefined && opening.variant) opening = { ...opening, game: opening.variant };      // a variant of the book's own
    const described = await ask("describe", JSON.stringify({ ...opening, moves: [] }));
    const place = h("div", { class: "board-here" });
    const board = await layBoard(place, opening);
    if (mine !== this.asked) return board.close();
    this.stopCounting();
    this.board?.close();
    this.board = board;
    this.played = opening;
    this.counting = new Counting(opening, described.original);
    const told = h("ul", { class: "told" }, ...described.tell.map(line => h("li", {}, line)));
    const plate = h("figure", { class: "plate" });
    await putHtml(plate, described.plate);
    this.outcome.replaceChildren(this.choices(opening), place, h("h3", {}, "The rules as they now are"), told, h("h3", {}, "The plate"),
      plate,
      h("h3", {}, "What are the odds now?"), this.counting.node);
    this.outcome.hidden = false;
    place.scrollIntoView({ block: "nearest" });
    const idle = ", as in the book: what you wrote changes nothing in it. A new name counts only when a line of the game uses it";
    const how = this.games[0].changed ? ", by the changed rules" : this.cells.some(one => one.changed) ? idle : "";
    this.says.textContent = `${described.title} is played below${how}.`;
    this.counting.run();
  }

  /** Which of the cell's games, and which of its readings. */
  choices(opening) {
    const variant = this.games.find(one => one.variant === (opening.variant ?? "")) ?? this.games[0];
    const row = h("div", { class: "choices" });
    const again = more => this.show({ ...this.played, moves: [], game: page, ...more }).catch(error => this.refuse(error));
    const select = (label, options, taken, act) => {
      const id = `rule-editor-choice-${row.children.length}`;
      row.append(h("span", {}, h("label", { for: id }, label), " ", h("select", { id, onchange: event => act(event.target.value) },
        ...options.map(([value, words]) => h("option", { value, selected: value === taken }, words)))));
    };
    if (this.games.length > 1) {
      select("Game", this.games.map(one => [one.variant, one.title]), variant.variant, value => again({ variant: value, readings: {} }));
    }
    for (const [name, options] of Object.entries(variant.readings)) {
      const taken = opening.readings[name] ?? options[0];
      select(name, options.map(option => [option, option]), taken, value => again({ readings: { ...opening.readings, [name]: value } }));
    }
    return row;
  }

  stopCounting() { this.counting?.stop(); }

  async copy() {
    try {
      const played = this.board && this.played.rules === this.opening().rules;
      await give(await linkTo(played ? this.board.opening() : this.opening()), this.says);
    } catch (error) {
      this.says.textContent = `No link can be made: ${error.message}`;
    }
  }
}

// ---- the quick simulation --------------------------------------------------------------------------

class Counting {
  constructor(opening, original) {
    this.opening = opening;
    this.bar = h("progress", { max: DEALS, value: 0, "aria-label": "Deals played" });
    this.button = press("Stop", () => (this.running ? this.stop() : this.run()));
    this.now = h("td", {}, "…");
    this.then = (original?.results ?? []).map(one => h("tr", {}, h("th", { scope: "row" },
      `${original.title}, as it stands in the book, the ${one.who} player`),
      h("td", {}, this.words(one))));
    this.says = h("p", { role: "status" });
    this.node = h("div", { class: "counting" }, h("p", {}, this.bar, " ", this.button),
      h("table", {}, h("caption", {}, "Simulated"), h("tbody", {},
        h("tr", {}, h("th", { scope: "row" }, "As played here, the careful player"), this.now), ...this.then)), this.says);
  }

  words({ n, wins, rate, low, high, home }) {
    const won = `${wins.toLocaleString("en")} of ${n.toLocaleString("en")} won`;
    const share = wins
      ? `${percent(rate)} (95 % interval ${percent(low)} to ${percent(high)})`
      : `at most ${percent(Math.min(1, 3 / n))}, by the rule of three`;
    return `${won}: ${share}; ${home.toFixed(1)} cards home on average`;
  }

  async run() {
    this.running = true;
    this.button.textContent = "Stop";
    this.says.textContent = "";
    try {
      this.id ??= (await ask("simulate", JSON.stringify({ ...this.opening, moves: [], n: DEALS, strategy: "careful" }))).id;
      while (this.running) {
        const found = await ask("go_on", this.id);
        this.bar.value = found.n;
        this.now.textContent = this.words(found);
        if (!found.done) continue;
        this.button.hidden = true;
        this.running = false;
        this.says.textContent = `${found.n.toLocaleString("en")} deals are played, seed ${found.seed}.`;
      }
    } catch (error) {
      this.running = false;
      this.id = undefined;
      this.button.textContent = "Once more";
      this.says.textContent = error.message;
    }
  }

  stop() {
    if (!this.running) return;
    this.running = false;
    this.button.textContent = "Go on";
    this.says.textContent = `Stopped after ${this.bar.value.toLocaleString("en")} deals.`;
  }
}
