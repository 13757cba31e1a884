// The cells of a page, changed and run where they stand, by the page's own Python (cadogan/live/running.py). What a cell needs from above
// is run with it; what depends on a change is marked as older until it is run; "As printed" brings the book's own back.
// What was changed is kept in this browser, page by page, and runs only when the reader says so. It can be saved as a notebook.

// @ts-ignore: it lies there in the built page alone
import { deliver, hear, stop, wake } from "./vendor/pyodide/python.mjs";
import { CodeEditor } from "./code-editor.mjs";
import { draw } from "./cell-outputs.mjs";
import { h, press } from "./elements.mjs";
import { leave, ruleTexts } from "./rule-editor.mjs";

const KEPT = "cadogan-cells:";
/** The most characters of a cell that is kept, and of all that is kept. */
const LONGEST = 20_000, MOST = 400_000;
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

/** The cells of this page; they are read once. */
export async function begin(page) {
  all ??= read(page);
  return all;
}

async function read(page) {
  const place = location.pathname.replace(/\.html$/, "").split("/").pop();
  const found = await fetch(new URL(`${decodeURIComponent(place)}.ipynb`, location.href));
  if (!found.ok) throw new Error("the notebook of this page is missing beside it");
  const notebook = await found.json();
  for (const cell of notebook.cells) {     // what is run is the cell as printed; it opens with another text
    cell.opens = cell.source;
    cell.source = cell.metadata.printed ?? cell.source;
    delete cell.metadata.printed;
  }
  return new Cells(page, notebook);
}

class Cells {
  constructor(page, notebook) {
    this.page = page;
    this.notebook = notebook;
    /** @type {Cell | null} the cell that is being changed, and the one that is being run */
    this.open = null;
    this.busy = null;
    this.timer = null;
    this.signed = false;
    this.unkept = "";      // what is said where a change could not be kept
    const rules = [...document.querySelectorAll(":is(.cell.tag_rules, .cell.tag_template) .cell_input")];
    this.cells = notebook.cells.map((cell, at) => ({ cell, at })).filter(({ cell }) => cell.cell_type === "code")
      .map(({ cell, at }, n) => new Cell(this, n, cell, document.getElementById(`cell-${at}`), rules));
    this.takeKept(this.kept());
    document.addEventListener("cadogan:rules", () => this.changedRules());
    window.addEventListener("storage", event => {
      if (event.key === KEPT + this.page) this.takeKept(this.kept());
    });
  }

  of(node) { return this.cells.find(one => one.node === node); }

  get texts() { return this.cells.map(one => one.text); }

  edit(node) { this.of(node).edit(); }

  // ---- what is kept -----------------------------------------------------------------------------------

  /** The changed cells of this page by their numbers, each with the text of the book that it stands for. */
  kept() {
    try {
      const found = JSON.parse(localStorage.getItem(KEPT + this.page));
      return found?.cells && typeof found.cells === "object" ? found.cells : {};
    } catch { return {}; }
  }

  /** Keep one cell. What another tab has kept meanwhile stays; where there is no more room, the page that was left longest ago goes. */
  keep(one) {
    const cells = this.kept();
    delete cells[one.n];
    if (one.changed && one.text.length <= LONGEST) cells[one.n] = { printed: one.printed, text: one.text };
    this.unkept = "";
    try {
      if (!Object.keys(cells).length) return localStorage.removeItem(KEPT + this.page);
      const text = JSON.stringify({ cells, at: Date.now() });
      const others = Object.keys(localStorage).filter(key => key.startsWith(KEPT) && key !== KEPT + this.page)
        .map(key => ({ key, size: localStorage[key].length, at: JSON.parse(localStorage[key]).at ?? 0 })).sort((a, b) => a.at - b.at);
      let size = text.length + others.reduce((sum, other) => sum + other.size, 0);
      for (const other of others) {
        if (size <= MOST) break;
        localStorage.removeItem(other.key);
        size -= other.size;
      }
      localStorage.setItem(KEPT + this.page, text);
    } catch (error) {
      const full = error.name === "QuotaExceededError";
      this.unkept = `${full ? "This browser has no more room to keep" : "This browser does not keep"} your change: save it as a notebook.`;
      one.say(this.unkept);
    }
  }

  /** Have the cells say what they were left with; nothing of it runs. What belongs to another text of the book is left alone. */
  takeKept(kept) {
    for (const one of this.cells) {
      const left = kept[one.n]?.printed === one.printed && typeof kept[one.n].text === "string" ? kept[one.n].text : one.printed;
      if (one.rule !== null || left === one.text) continue;
      if (this.open === one) one.offer(left);
      else one.take(left);
    }
    const rules = this.rules, left = rules.map(one => (kept[one.n]?.printed === one.printed ? kept[one.n].text : one.printed));
    if (left.some((text, i) => text !== rules[i].text)) leave(places(), left);
  }

  get rules() { return this.cells.filter(one => one.rule !== null).sort((a, b) => a.rule - b.rule); }

  changedRules() {
    for (const one of this.rules) {
      const text = ruleTexts()[one.rule] ?? one.printed;
      if (text === one.text) continue;
      one.text = text;
      this.keep(one);
    }
    this.later();
  }

  // ---- running ----------------------------------------------------------------------------------------

  /** Ask Python, one question at a time. */
  async ask(more, tell = _ => {}) {
    const asked = { cells: this.texts, ...(this.signed ? {} : { printed: this.cells.map(one => one.printed) }), ...more };
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
    let right = false;
    try {
      const { shown, signatures } = await this.ask({ run: one.n, again }, tell);
      right = true;
      for (const [n, outputs] of Object.entries(shown)) {
        const cell = this.cells[n], failed = outputs.find(output => output.output_type === "error");
        if (failed) right = false;
        if (cell === one || failed || cell.live || cell.shows !== signatures[n]) await cell.show(outputs, failed ? null : signatures[n]);
        if (failed) this.tellError(one, cell, failed);
      }
      const taken = (performance.now() - begun) / 1000;
      one.end(right ? `Run${taken >= 0.1 ? ` in ${taken.toFixed(1)} s` : ""}.` : "");
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
      own.innerHTML = state;
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

  tellError(one, cell, { evalue, ename, line, cell: at }) {
    const where = this.cells[at] ?? cell;
    where.wrong(line, evalue, ename);
    if (where !== one) one.end(`A cell above has failed: ${where.first}`);
  }

  /** Mark what is older than what stands above it. */
  mark(signatures) {
    this.cells.forEach((one, n) => one.mark(![undefined, FAILED, signatures[n]].includes(one.shows)));
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
    const rules = this.rules;
    if (rules.some(one => one.changed)) leave(places(), rules.map(one => one.printed));
    for (const one of this.cells) one.asPrinted();
    this.later();
  }

  /** The page as a notebook, with what was changed in it. */
  save() {
    const texts = this.cells[Symbol.iterator]();
    const cells = this.notebook.cells.map(({ opens, ...cell }) => {
      const text = cell.cell_type === "code" ? texts.next().value.text : cell.source;
      return { ...cell, source: text === cell.source ? opens : text };
    });
    const file = new Blob([JSON.stringify({ ...this.notebook, cells }, null, 1)], { type: "application/x-ipynb+json" });
    const link = h("a", { href: URL.createObjectURL(file), download: `${this.page.split("/").pop()}.ipynb` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

/** The rules cells as the editor of rules wants them. */
function places() {
  return [...document.querySelectorAll(":is(.cell.tag_rules, .cell.tag_template)")].map(cell => {
    const input = cell.querySelector(".cell_input"), tools = cell.nextElementSibling;
    return { cell: input, tools, button: tools.querySelector("button.change-rule"),
      original: input.querySelector("pre").textContent.replace(/\n$/, "") };
  });
}

class Cell {
  constructor(page, n, { source }, node, rules) {
    this.page = page;
    this.n = n;
    this.node = node;
    this.live = this.older = this.writing = false;      // whether it shows its own; whether that is older than what stands above
    this.shows = this.printedShows = undefined;         // the signature of what it shows, and of what the book shows
    this.ends = this.book = this.code = this.editor = this.printedCode = this.coming = this.stopTimer = null;
    this.printed = this.text = Array.isArray(source) ? source.join("") : source;
    this.input = node?.querySelector(".cell_input") ?? null;
    const rule = rules.indexOf(this.input);
    this.rule = this.input && rule >= 0 ? rule : null;
    this.first = this.printed.trim().split("\n")[0];
    this.says = h("span", { class: "cell-says", role: "status" });
    this.stopping = press("Stop", () => stop(), { class: "cell-stop" });
    this.back = press("As printed", () => this.asPrinted(true), { "aria-label": `As printed: ${this.first}` });
    this.error = h("div", { class: "wrong", role: "alert", id: `cell-error-${n}` });
  }

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
    if (this.changed || this.live) this.tools.prepend(this.back);
    else this.back.remove();
    this.node.classList.toggle("changed", this.changed && this.rule === null);
  }

  // ---- changing -----------------------------------------------------------------------------------------

  edit() {
    if (this.page.open === this) return;
    this.page.open?.close();
    this.page.open = this;
    wake();
    const id = `cell-help-${this.n}`;
    const code = this.code = new CodeEditor({ label: "The code of this cell", describedBy: `${id} ${this.error.id}`,
      typed: () => this.typed(), key: event => this.key(event) });
    this.editor = h("div", { class: "cell-editor" }, code.node,
      h("p", { class: "help", id }, "Shift+Enter runs it. Escape leaves; what you wrote is kept in this browser."),
      h("div", { class: "cell-more" }, press("Run to here", () => this.page.runTo(this)),
        press("Everything as printed", () => this.page.asPrinted()), press("Save as a notebook", () => this.page.save()),
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
    this.text = this.code.value;
    this.error.replaceChildren();
    this.page.keep(this);
    this.row();
    this.page.later();
  }

  close(focus = false) {
    if (this.page.open !== this) return;
    this.page.open = null;
    this.editor.remove();
    this.input.hidden = this.node.querySelector(".cell-change").hidden = false;
    this.draw();
    if (focus) this.node.querySelector(".cell-change")?.focus({ preventScroll: true });
  }

  /** Show what the cell now says in the place of its printed code. */
  draw() {
    const pre = this.input?.querySelector("pre");
    if (pre && this.rule === null) {
      this.printedCode ??= [...pre.childNodes];
      const lines = this.text.split("\n").map(line => h("span", { class: "code-line" }, ...coloured(line), "\n"));
      pre.replaceChildren(...(this.changed ? lines : this.printedCode));
    }
    if (this.node) this.row();
  }

  /** Take a text that was written elsewhere, or before. */
  take(text) {
    this.text = text;
    if (this.page.open === this) {
      this.writing = true;
      this.code.write(text);
      this.writing = false;
    } else this.draw();
  }

  /** Another tab has changed the cell that is being changed here. */
  offer(text) {
    this.say("This cell was changed in another tab, too. ");
    this.says.append(press("Take that text", () => { this.take(text); this.says.textContent = ""; this.row(); }));
  }

  asPrinted(focus = false) {
    if (this.rule === null && this.changed) {
      this.take(this.printed);
      this.page.keep(this);
    }
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
    this.say(this.changed ? `${words} ${this.page.unkept}`.trim() : words);
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

  /** Whether what it shows is older than what stands above. */
  mark(older) {
    this.older = older;
    if (!this.node) return;
    const seen = this.node.classList.contains("older");
    this.node.classList.toggle("older", older);
    if (older && !this.changed && this.page.busy !== this && !this.error.childNodes.length) {
      this.say("Older than what was changed above.");
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
