// The cells of a page, changed and run where they stand, by the page's own Python (cadogan/live/running.py). What a cell needs from above
// is run with it; what depends on a change is marked as older until it is run; "As printed" brings the book's own back.
// The text itself is page-text.mjs's. What was changed runs only when the reader says so, and can be saved as a notebook.

// @ts-ignore: it lies there in the built page alone
import { ask, deliver, hear, stop, wake } from "./vendor/pyodide/python.mjs";
import { draw } from "./cell-outputs.mjs";
import { putHtml } from "./clean-html.mjs";
import { CodeEditor } from "./code-editor.mjs";
import { h, press } from "./elements.mjs";
import { pageText } from "./page-text.mjs";
import { showRules } from "./rule-editor.mjs";
import { joined } from "./rules-text.mjs";
import { notebookOf } from "./saved-notebook.mjs";

const FAILED = "failed";
const ANSWERING = 400;      // ms after the last key until the marks are brought up to date

/** A text in the colours of code: words of the language, texts, numbers, remarks. */
const TOKEN = /(#.*)|("""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|\b(\d[\w.]*)\b|\b(False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b/g;      // eslint-disable-line max-len
function coloured(text) {
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(TOKEN)) {
    nodes.push(text.slice(at, found.index), h("span", { class: ["c1", "s2", "mi", "k"][found.slice(1).findIndex(Boolean)] }, found[0]));
    at = found.index + found[0].length;
  }
  return [...nodes, text.slice(at)];
}

let all = null;

/** The cells of this page; they are read once. @param {string} [name] what the page is called where its changes are kept */
export async function begin(name) {
  const text = await pageText(name);
  await showRules();
  return all ??= new Cells(text);
}

class Cells {
  constructor(text) {
    this.text = text;
    /** @type {Cell | null} the cell that is being changed, and the one that is being run */
    this.open = null;
    this.busy = null;
    this.timer = null;
    this.signed = false;
    this.cells = text.cells.map(mine => new Cell(this, mine, document.getElementById(`cell-${mine.at}`)));
    for (const one of this.cells) if (one.changed) one.draw();
    text.show(change => this.follow(change));
    this.showAside();
  }

  of(node) { return this.cells.find(one => one.node === node); }

  edit(node) { this.of(node).edit(); }

  /** Cells say something else now. */
  follow({ cells, by, elsewhere = new Map() }) {
    for (const { n } of cells) if (by !== this.cells[n]) this.cells[n].follow();
    for (const [{ n, rules }, text] of elsewhere) if (!rules) this.cells[n].offer(text);
    if (this.text.aside.length) this.showAside();
    this.later();
  }

  /** Say that something is put aside, and give it away as a file. */
  showAside() {
    const texts = this.text.aside, title = document.querySelector("article h1");
    if (!texts.length || !title || document.querySelector(".put-aside")) return;
    const node = h("aside", { class: "put-aside", "aria-label": "Put aside" });
    const save = () => give(texts.map(({ n, text }) => `# cell ${n ?? "?"}\n${text}\n`).join("\n"), "put-aside.txt", "text/plain");
    const forget = () => { this.text.forgetAside(); node.remove(); };
    node.append(h("p", {}, "Your changes to this page cannot stay in place: the page has changed, or rules from a link have "
      + "replaced them. They are put aside, and do not run. ",
    press("Save it as a file", save), " ", press("Delete it", forget)));
    title.after(node);
  }

  // ---- running ----------------------------------------------------------------------------------------

  /** Ask Python, one question at a time. */
  async ask(more, tell = _ => {}) {
    const asked = { ...this.text.question, ...(this.signed ? {} : { printed: this.cells.map(one => one.printed) }), ...more };
    const answer = await hear(tell, "notebook", JSON.stringify(asked));
    if (answer.printed) {
      this.signed = true;
      this.cells.forEach((one, n) => { one.shows ??= answer.printed[n]; });
    }
    deliver(answer.boards);
    return answer;
  }

  /** Run the cell of a node. */
  run(node) { return this.runOne(this.of(node)); }

  async runOne(one, again = true) {
    if (this.busy) return one.say("Another cell is being run: stop it first.");
    this.busy = one;
    const begun = performance.now();
    one.begin();
    let ran = null;
    const tell = ({ cell, printed }) => {
      if (cell !== undefined) ran = cell;
      one.hear(ran !== null && ran !== one.n ? "A cell above that this one needs is being run …" : "", ran === one.n ? printed : "");
    };
    let right = false, words = "";
    try {
      const { shown, signatures } = await this.ask({ run: one.n, again }, tell);
      right = true;
      for (const [n, outputs] of Object.entries(shown)) {
        const cell = this.cells[n], failed = outputs.find(output => output.output_type === "error");
        if (failed) right = false;
        if (cell === one || failed || cell.live || cell.shows !== signatures[n]) await cell.show(outputs, failed ? null : signatures[n]);
        if (failed) words = this.tellError(one, cell, failed);
      }
      const taken = (performance.now() - begun) / 1000;
      const before = this.text.offering ? " The link's rules count once you have played them; this was run by the earlier rules." : "";
      one.failedBy = right ? undefined : signatures[one.n];
      one.end(right ? `Run${taken >= 0.1 ? ` in ${taken.toFixed(1)} s` : ""}.${before}` : words);
      performance.mark("cadogan-cell", { detail: { n: one.n } });
      this.mark(signatures);
    } catch (error) {
      one.end(error.lost ? `${error.message} The cells are as they were; Run starts Python again.` : error.message);
    }
    this.busy = null;
    return right;
  }

  /** Compute what a slider shows at a value that is not among its states. */
  async slide(node, field) {
    const box = field.closest(".cadogan-slide"), says = box.querySelector(".cadogan-between [role=status]");
    says.textContent = "It is being computed …";
    try {
      const { state } = await this.ask({ slide: { cell: this.of(node).n, value: field.value } });
      let own = box.querySelector(".cadogan-own");
      if (!own) box.querySelector(".cadogan-between").before(own = h("div", { class: "cadogan-own" }));
      for (const one of box.querySelectorAll(".cadogan-state")) one.hidden = true;
      await putHtml(own, state);
      own.hidden = false;
      box.querySelector("output").textContent = field.value;
      says.textContent = "";
    } catch (error) {
      says.textContent = error.message;
    }
  }

  /** Run every cell down to one; what has been run as it stands is not run again. */
  async runTo(one) {
    for (const cell of this.cells.slice(0, one.n + 1)) {
      if (cell.node && (cell.input || cell.older) && !await this.runOne(cell, cell === one)) return;
    }
  }

  /** Say what is wrong where it is wrong; gives what is said of it in the cell that was to be run. */
  tellError(one, cell, { evalue, ename, line, cell: at }) {
    const where = this.cells[at] ?? cell;
    where.wrong(line, evalue, ename);
    return where === one ? "" : `A cell above has failed: ${where.first}`;
  }

  /** Mark what is older than what stands above it. */
  mark(signatures) {
    this.cells.forEach((one, n) => one.mark(![undefined, FAILED, signatures[n]].includes(one.shows), signatures[n]));
  }

  /** Bring the marks up to date when nothing has been written for a moment. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.busy) return this.later();
      this.ask({}).then(({ signatures }) => this.mark(signatures), () => {});
    }, ANSWERING);
  }

  // ---- the whole page ---------------------------------------------------------------------------------

  asPrinted() {
    this.text.asPrinted(...this.text.cells);
    for (const one of this.cells) one.asPrinted();
  }

  /** Save the page as a notebook, with what was changed in it. Changed rules are read first: a kernel runs whatever stands in a cell. */
  async save(one) {
    const cells = this.text.cells.map(cell => ({ ...cell })), rules = cells.filter(cell => cell.rules);
    let refusal = "";
    if (rules.some(cell => cell.own !== cell.printed)) {
      one.say("The changed rules are being read …");
      const game = this.text.name.split("/").pop();
      await ask("change", JSON.stringify({ game, rules: joined(rules.map(cell => cell.own)) }))
        .catch(({ message }) => { refusal = message; });
      one.say(refusal ? `The changed rules are saved as text, because they make no game: ${refusal}` : "");
    }
    const notebook = notebookOf(this.text.notebook, cells, refusal);
    give(JSON.stringify(notebook, null, 1), `${this.text.name.split("/").pop()}.ipynb`, "application/x-ipynb+json");
  }
}

/** Have the browser save a text as a file. */
function give(text, download, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

class Cell {
  /** @param {Cells} page @param {import("./page-text.mjs").Cell} mine @param {any} node */
  constructor(page, mine, node) {
    this.page = page;
    this.mine = mine;
    this.node = node;
    this.live = this.older = this.writing = false;      // whether it shows its own; whether that is older than what stands above
    this.shows = this.printedShows = undefined;         // the signature of what it shows, and of what the book shows
    this.failedBy = undefined;                          // the signature by which it was run last, if that failed
    this.ends = this.book = this.code = this.editor = this.printedCode = this.coming = this.stopTimer = null;
    this.input = node?.querySelector(".cell_input") ?? null;
    this.first = this.printed.trim().split("\n")[0];
    this.says = h("span", { class: "cell-says", role: "status" });
    this.stopping = press("Stop", () => stop(), { class: "cell-stop" });
    this.back = press("As printed", () => this.asPrinted(true), { "aria-label": `As printed: ${this.first}` });
    this.error = h("div", { class: "wrong", role: "alert", id: `cell-error-${this.n}` });
  }

  get n() { return this.mine.n; }

  get printed() { return this.mine.printed; }

  get text() { return this.mine.own; }

  get changed() { return this.text !== this.printed; }

  /** The row below the code; of a cell without code in the page, when there is something to say. */
  get tools() {
    let row = this.node.querySelector(".cell-tools");
    if (!row) {
      row = h("div", { class: "cell-tools" }, press("Run", () => this.page.runOne(this), { class: "cell-run" }));
      this.node.prepend(row);
    }
    return row;
  }

  say(words) {
    this.tools.append(this.says);
    this.says.textContent = words;
  }

  /** What the row has: the button to go back where there is something to go back from. */
  row() {
    if ((this.changed && !this.mine.rules) || this.live) this.tools.prepend(this.back);
    else this.back.remove();
    this.node.classList.toggle("changed", this.changed && !this.mine.rules);
  }

  // ---- changing -----------------------------------------------------------------------------------------

  edit() {
    if (this.page.open === this) return;
    this.page.open?.close();
    this.page.open = this;
    this.page.text.open.add(this.mine);
    wake();
    const id = `cell-help-${this.n}`;
    const code = this.code = new CodeEditor({ label: "The code of this cell", describedBy: `${id} ${this.error.id}`,
      typed: () => this.typed(), key: event => this.key(event) });
    this.editor = h("div", { class: "cell-editor" }, code.node,
      h("p", { class: "help", id }, "Shift+Enter runs it. Escape leaves; what you wrote is kept in this browser."),
      h("div", { class: "cell-more" }, press("Run to here", () => this.page.runTo(this)),
        press("Everything as printed", () => this.page.asPrinted()), press("Save as a notebook", () => this.page.save(this)),
        press("Close", () => this.close(true))));
    this.input.hidden = this.node.querySelector(".cell-change").hidden = true;
    this.input.after(this.editor);
    this.editor.after(this.error);
    this.writing = true;
    code.write(this.text);
    this.writing = false;
    code.text.setSelectionRange(0, 0);
    code.text.focus({ preventScroll: true });
  }

  key(event) {
    if (event.key === "Escape") this.close(true);
    else if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) this.page.runOne(this);
    else return false;
    return true;
  }

  typed() {
    if (this.writing) return;
    this.error.replaceChildren();
    this.page.text.write(this.mine, this.code.value, this);
    if (this.page.text.unkept) this.say(this.page.text.unkept);
    this.row();
  }

  close(focus = false) {
    if (this.page.open !== this) return;
    this.page.open = null;
    this.page.text.open.delete(this.mine);
    this.editor.remove();
    this.input.hidden = this.node.querySelector(".cell-change").hidden = false;
    this.draw();
    if (focus) this.node.querySelector(".cell-change")?.focus({ preventScroll: true });
  }

  /** Show what the cell now says in the place of its printed code. */
  draw() {
    const pre = this.input?.querySelector("pre");
    if (pre && !this.mine.rules) {
      this.printedCode ??= [...pre.childNodes];
      const lines = this.text.split("\n").map(line => h("span", { class: "code-line" }, ...coloured(line), "\n"));
      pre.replaceChildren(...(this.changed ? lines : this.printedCode));
    }
    if (this.node) this.row();
  }

  /** Say what was written elsewhere, or before. */
  follow() {
    if (this.page.open === this) {
      this.writing = true;
      this.code.write(this.text);
      this.writing = false;
    } else this.draw();
  }

  /** Another tab has changed the cell that is being changed here. */
  offer(text) {
    const take = () => { this.page.text.write(this.mine, text); this.says.textContent = ""; this.row(); };
    this.say("This cell was changed in another tab, too. ");
    this.says.append(press("Take that text", take));
  }

  asPrinted(focus = false) {
    if (!this.mine.rules && this.changed) this.page.text.asPrinted(this.mine);
    if (this.live) {
      this.ends?.();
      this.output().replaceChildren(...this.book);
      this.output().hidden = !this.book.length;
      this.live = false;
      this.ends = null;
      this.shows = this.printedShows;
    }
    if (!this.node) return;
    this.error.replaceChildren();
    this.says.textContent = "";
    this.row();
    this.page.later();
    if (focus) this.node.querySelector(".cell-run")?.focus({ preventScroll: true });
  }

  // ---- running ------------------------------------------------------------------------------------------

  begin() {
    this.error.replaceChildren();
    this.say("");
    this.stopTimer = setTimeout(() => this.tools.append(this.stopping), 500);
    this.node.setAttribute("aria-busy", "true");
  }

  hear(words, printed) {
    if (words) this.say(words);
    if (!printed) return;
    this.coming ??= this.output().appendChild(h("pre", { class: "coming" }));
    this.coming.textContent = printed;
  }

  end(words) {
    clearTimeout(this.stopTimer);
    this.stopping.remove();
    this.coming?.remove();
    this.coming = null;
    this.node.removeAttribute("aria-busy");
    this.say(this.changed ? `${words} ${this.page.text.unkept}`.trim() : words);
  }

  /** Where the cell shows what it shows. */
  output() {
    let place = this.node.querySelector(".cell_output");
    if (!place) this.node.append(place = h("div", { class: "cell_output docutils container" }));
    place.hidden = false;
    const folded = place.closest("details");
    if (folded && this.node.contains(folded)) folded.open = true;
    return place;
  }

  async show(outputs, signature) {
    if (!this.node) { this.shows = signature ?? this.shows; return; }
    const place = this.output();
    this.coming?.remove();
    this.coming = null;
    if (!this.live) {
      this.book = [...place.childNodes];
      this.printedShows = this.shows;
      this.live = true;
    }
    this.ends?.();
    place.style.minHeight = `${place.offsetHeight}px`;      // nothing moves under the reader's eyes while it is drawn
    this.ends = await draw(place, outputs);
    place.style.minHeight = "";
    place.hidden = !outputs.some(one => one.output_type !== "error");
    this.shows = signature ?? FAILED;
    this.row();
  }

  /** Whether what it shows is older than what stands above. That it has failed stays said until something above is changed again. */
  mark(older, signature) {
    this.older = older;
    if (!this.node) return;
    const seen = this.node.classList.contains("older");
    this.node.classList.toggle("older", older);
    if (older && !this.changed && this.page.busy !== this && !this.error.childNodes.length && signature !== this.failedBy) {
      this.say("Older than the change above.");
    } else if (seen && !older && this.says.textContent.startsWith("Older")) this.says.textContent = "";
    if (older && !this.input && !this.node.querySelector(".cell_output")) this.node.querySelector(".cell-tools")?.remove();
  }

  /** Say what is wrong, and mark its line. */
  wrong(line, sentence, kind) {
    if (!this.node) return;
    if (!this.error.isConnected) this.tools.before(this.error);
    const end = /[.?!]$/.test(sentence) ? "" : ".";
    this.error.replaceChildren(h("p", {}, line ? h("strong", {}, `Line ${line}: `) : "", `${sentence}${end} `, h("small", {}, kind)));
    if (this.page.open === this && line) this.code.wrong(line);
  }
}
