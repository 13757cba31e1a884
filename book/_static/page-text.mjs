// The text of a page: its cells as the book prints them, as the reader has them, and as a link would have its rules. One owner: the
// editor of rules, the runner of cells, their marks, links, the saved notebook and what this browser keeps are views of it.
//
// A cell has its `own` text, which runs, is kept and is saved: the book's, or what the reader has made of it. The rules of a link are
// `offered` beside it: they are shown in the cells' places, and are the reader's own when *Play it* has accepted them, not before.

const KEPT = "cadogan-cells:", ASIDE = "cadogan-aside:";
/** The most characters of a cell that is kept, and of all that is kept. */
const LONGEST = 20_000, MOST = 400_000;
/** What a page is called where something of it is kept: the last two parts of its address. */
const NAME = decodeURIComponent(location.pathname).replace(/\.html$/, "").split("/").slice(-2).join("/");

/** Where a cell's own text comes from: the book, the reader's hand, or a link whose rules were accepted. What was kept by an older
 *  edition, which did not say, may have come with a link.
 *  @typedef {"book" | "reader" | "link"} Origin
 *  @typedef {{ n: number, at: number, rules: boolean, printed: string, own: string, origin: Origin, offered: string | null }} Cell
 *  n counts the code cells, at all cells of the notebook, both from 0.
 *  @typedef {{ cells: Cell[], by?: object, elsewhere?: Map<Cell, string> }} Change cells that say something else now, and which view has
 *  made them; or what another tab has made of cells that are open here */

let owner = null;

/** The text of this page, read once. Rejects where the page has no notebook beside it.
 *  @returns {Promise<PageText>} */
export function pageText(name = NAME) {
  return owner ??= read(name).catch(error => { owner = null; throw error; });
}

async function read(name) {
  const place = location.pathname.replace(/\.html$/, "").split("/").pop();
  const answer = await fetch(new URL(`${decodeURIComponent(place)}.ipynb`, location.href));
  if (!answer.ok) throw new Error("the notebook of this page is missing beside it");
  return new PageText(name, await answer.json());
}

const joinedLines = source => (Array.isArray(source) ? source.join("") : source);
const isRules = ({ metadata }) => ["rules", "template"].some(tag => metadata?.tags?.includes(tag));

export class PageText {
  /** @param {string} name @param {any} notebook as Jupyter has it */
  constructor(name, notebook) {
    this.name = name;
    this.notebook = notebook;
    /** @type {Cell[]} */
    this.cells = notebook.cells.map((cell, at) => ({ cell, at })).filter(({ cell }) => cell.cell_type === "code")
      .map(({ cell, at }, n) => {
        const printed = joinedLines(cell.metadata?.printed ?? cell.source);      // a notebook may open with another text than the page
        return { n, at, rules: isRules(cell), printed, own: printed, origin: "book", offered: null };
      });
    /** @type {Set<Cell>} those in which somebody is writing here */
    this.open = new Set();
    /** @type {Set<(change: Change) => void>} */
    this.views = new Set();
    this.unkept = "";      // what is said where a change could not be kept
    this.takeKept();
    window.addEventListener("storage", event => { if (event.key === KEPT + name) this.takeKept(); });
  }

  /** The rules cells, in order. */
  get rules() { return this.cells.filter(cell => cell.rules); }

  /** Whether the rules of a link wait to be accepted. */
  get offering() { return this.cells.some(cell => cell.offered !== null); }

  shown(cell) { return cell.offered ?? cell.own; }

  changed(cell) { return this.shown(cell) !== cell.printed; }

  /** The rules as they are shown, cell by cell. */
  get shownRules() { return this.rules.map(cell => this.shown(cell)); }

  /** What Python is asked with: what runs, and what is read and never run. */
  get question() { return { cells: this.cells.map(cell => cell.own), rules: this.rules.map(cell => cell.n) }; }

  /** @param {(change: Change) => void} view hears of each change */
  show(view) { this.views.add(view); }

  /** @param {Change} change */
  tell(change) { if (change.cells.length || change.elsewhere?.size) for (const view of this.views) view(change); }

  // ---- what is written --------------------------------------------------------------------------------

  /** What the reader writes into a cell: into what a link offers, while it is offered; else it is the cell's own. */
  write(cell, text, by) {
    if (cell.offered !== null) {
      cell.offered = text;
      this.#settle();
    } else {
      this.#own(cell, text, cell.origin === "link" ? "link" : "reader");
      this.keep(cell);
    }
    this.tell({ cells: [cell], by });
  }

  /** An offer that says nothing else than the cells' own texts is none. */
  #settle() {
    if (this.rules.every(cell => cell.offered === null || cell.offered === cell.own)) for (const cell of this.rules) cell.offered = null;
  }

  #own(cell, text, origin) {
    cell.own = text;
    cell.origin = text === cell.printed ? "book" : origin;
  }

  /** Cells as the book prints them; what is offered in them goes, too. */
  asPrinted(...cells) {
    for (const cell of cells) {
      cell.offered = null;
      this.#own(cell, cell.printed, "book");
    }
    this.keep(...cells);
    this.tell({ cells });
  }

  // ---- the rules of a link ------------------------------------------------------------------------------

  /** Show the rules of a link, cell by cell, beside the cells' own. */
  offer(texts) {
    this.rules.forEach((cell, i) => { cell.offered = texts[i]; });
    this.#settle();
    this.tell({ cells: this.rules });
  }

  /** Take an offer back: the cells say again what they said before it. */
  withdraw() {
    const cells = this.rules.filter(cell => cell.offered !== null);
    for (const cell of cells) cell.offered = null;
    this.tell({ cells });
  }

  /** The rules that were offered have been read and are a game: they are the reader's own now. Not so if they were changed meanwhile.
   *  @param {string[]} texts what was read, cell by cell */
  accept(texts) {
    const cells = this.rules;
    if (!this.offering || cells.some((cell, i) => this.shown(cell) !== texts[i])) return;
    const before = cells.filter((cell, i) => cell.origin !== "book" && cell.own !== texts[i]);
    if (before.length) this.putAside(before.map(({ n, printed, own }) => ({ n, printed, text: own })));
    for (const [i, cell] of cells.entries()) {
      if (cell.own !== texts[i]) this.#own(cell, texts[i], "link");
      cell.offered = null;
    }
    this.keep(...cells);
    this.tell({ cells });
  }

  // ---- what is kept in this browser ---------------------------------------------------------------------

  /** What is kept of this page, and what is kept there but is no text of one of its cells. */
  kept() {
    const texts = new Map(), strange = [];
    let raw = null, all = null;
    try { raw = localStorage.getItem(KEPT + this.name); } catch { /* the page works without */ }
    if (raw === null) return { texts, strange };
    try { all = JSON.parse(raw)?.cells; } catch { /* told below */ }
    if (!all || typeof all !== "object") return { texts, strange: [{ text: raw }] };
    for (const [n, one] of Object.entries(all)) {
      const cell = /^\d+$/.test(n) ? this.cells[n] : undefined, text = one?.text;
      if (cell && one?.printed === cell.printed && typeof text === "string" && text.length <= LONGEST) texts.set(cell, one);
      else strange.push({ n, printed: one?.printed, text: typeof text === "string" ? text : JSON.stringify(one) });
    }
    return { texts, strange };
  }

  /** Have the cells say what they were left with; nothing of it runs. What belongs to no cell as it now is, is put aside. */
  takeKept() {
    const { texts, strange } = this.kept(), cells = [], elsewhere = new Map();
    for (const cell of this.cells) {
      const { text = cell.printed, from = "link" } = texts.get(cell) ?? {};
      if (text === cell.own) continue;
      if (this.open.has(cell)) elsewhere.set(cell, text);
      else {
        this.#own(cell, text, from === "reader" ? "reader" : "link");
        cells.push(cell);
      }
    }
    if (strange.length && this.putAside(strange)) this.#store(texts);
    this.tell({ cells, elsewhere });
  }

  /** Keep cells. What another tab has kept of others meanwhile stays. */
  keep(...cells) {
    const { texts } = this.kept();
    this.unkept = "";
    for (const cell of cells) {
      if (cell.own === cell.printed || cell.own.length > LONGEST) texts.delete(cell);
      else texts.set(cell, { printed: cell.printed, text: cell.own, from: cell.origin });
    }
    try {
      this.#store(texts);
    } catch (error) {
      const full = error.name === "QuotaExceededError";
      this.unkept = `${full ? "This browser has no more room to keep" : "This browser does not keep"} your change: save it as a notebook.`;
    }
  }

  /** @param {Map<Cell, object>} texts Where there is no more room, the page that was left longest ago goes. */
  #store(texts) {
    if (!texts.size) return localStorage.removeItem(KEPT + this.name);
    const cells = Object.fromEntries([...texts].map(([{ n }, one]) => [n, one])), text = JSON.stringify({ cells, at: Date.now() });
    const others = Object.keys(localStorage).filter(key => key.startsWith(KEPT) && key !== KEPT + this.name)
      .map(key => ({ key, size: localStorage[key].length, at: leftAt(localStorage[key]) })).sort((a, b) => a.at - b.at);
    let size = text.length + others.reduce((sum, other) => sum + other.size, 0);
    for (const other of others) {
      if (size <= MOST) break;
      localStorage.removeItem(other.key);
      size -= other.size;
    }
    localStorage.setItem(KEPT + this.name, text);
  }

  // ---- what is put aside ----------------------------------------------------------------------------------

  /** Texts that were kept and belong to no cell as it now is, or that a link's took the place of.
   *  @returns {{ n?: string | number, printed?: string, text: string }[]} */
  get aside() {
    try {
      const all = JSON.parse(localStorage.getItem(ASIDE + this.name));
      return Array.isArray(all) ? all.filter(one => typeof one?.text === "string") : [];
    } catch { return []; }
  }

  /** @returns {boolean} whether there was room for them */
  putAside(texts) {
    const all = [...this.aside];
    for (const one of texts) if (!all.some(({ n, text }) => String(n) === String(one.n) && text === one.text)) all.push(one);
    try {
      localStorage.setItem(ASIDE + this.name, JSON.stringify(all));
      return true;
    } catch { return false; }
  }

  forgetAside() { try { localStorage.removeItem(ASIDE + this.name); } catch { /* nothing is kept */ } }
}

/** When a page was left, by what is kept of it; of what nobody can read, long ago. */
function leftAt(text) {
  try { return Number(JSON.parse(text).at) || 0; } catch { return 0; }
}
