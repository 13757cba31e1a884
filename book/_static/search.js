// The search: games, terms and rules by name, forgiving a slip of the pen, then sentences of the text. The index of the book
// (tools/book_index.py makes it) is fetched when somebody begins to search. It is a script, so that a book opened from the disk
// can be searched, too.

(() => {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src, root = new URL("../", here);
  const MOST = { game: 6, page: 4, term: 6, rule: 8, name: 6, text: 24 };
  const NAMES = { game: "Games", page: "Pages", term: "Terms", rule: "Rules", name: "In the package", text: "In the text" };
  const SMALL = new Set("a an and are as at be by for from has in is it may of on or that the this to what which with you".split(" "));
  let asked = null;

  /** The index, prepared: blocks with their words, and for each word the blocks that have it. */
  function index() {
    asked ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL("book-index.js", here).href;
      script.onload = () => resolve(prepare(/** @type {any} */ (window).bookIndex));
      script.onerror = () => { asked = null; reject(new Error("the index of the book cannot be loaded")); };
      document.head.append(script);
    });
    return asked;
  }

  const plain = text => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/æ/gi, "ae").replace(/œ/gi, "oe")
    .replace(/['’]/g, "").toLowerCase();
  const wordsOf = text => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

  function prepare({ pages, blocks }) {
    const having = new Map();
    blocks.forEach(([, , , head, text], i) => {
      for (const word of new Set([...wordsOf(head), ...wordsOf(text)])) {
        if (!having.has(word)) having.set(word, []);
        having.get(word).push(i);
      }
    });
    return { pages, blocks, having };
  }

  /** The fewest letters to change, leave out, put in or exchange with the next to come from one word to another;
   *  `most` is enough to know. */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], row = [...Array(b.length + 1).keys()];
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[b.length];
  }

  /** How well a word of the book answers a word that was typed: 1 the same, less if only the beginning is, or a letter is
   *  wrong; 0 not at all. */
  function likeness(typed, word) {
    if (word === typed) return 1;
    if (typed.length >= 2 && word.startsWith(typed)) return 0.8;
    if (word.length >= 3 && typed.startsWith(word) && typed.length - word.length <= 2) return 0.7;   // "aces" finds an ace
    const most = typed[0] !== word[0] ? 0 : typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
    const wrong = most ? Math.min(distance(typed, word, most), distance(typed, word.slice(0, typed.length), most) + 0.5) : 9;
    return wrong <= most + 0.5 ? 0.6 - 0.15 * wrong : 0;
  }

  /** The blocks that answer, best first: those that have all the words typed, or else as many as any block has; in a heading
   *  a word counts double. */
  function find({ blocks, having }, query) {
    const scores = new Map(), typed = [...new Set(wordsOf(query))], telling = typed.filter(word => !SMALL.has(word));
    for (const one of telling.length ? telling : typed) {
      const found = new Map(), alike = [];
      for (const word of having.keys()) { const how = likeness(one, word); if (how) alike.push([word, how]); }
      const meant = alike.some(([, how]) => how > 0.6);        // then a slip of the pen is looked for in names only
      for (const [word, how] of alike) {
        for (const i of having.get(word)) {
          if (meant && how < 0.6 && !["game", "term"].includes(blocks[i][0])) continue;
          const heading = wordsOf(blocks[i][3]).includes(word) ? 2 : 1;
          found.set(i, Math.max(found.get(i) ?? 0, how * heading));
        }
      }
      for (const [i, score] of found) scores.set(i, { words: (scores.get(i)?.words ?? 0) + 1, score: (scores.get(i)?.score ?? 0) + score });
    }
    const most = Math.max(0, ...[...scores.values()].map(one => one.words));
    const best = [...scores].filter(([, one]) => one.words === most).sort((a, b) => b[1].score - a[1].score || a[0] - b[0]);
    return best.map(([i]) => blocks[i]);
  }

  /** The sentence of a text that has most of the words typed, with these marked; what a game or a term is, is told as a whole. */
  function excerpt(kind, text, typed) {
    const sentences = ["game", "term"].includes(kind) ? [text] : text.match(/.+?(?:[.!?][”"’)]*(?=\s|$)|$)\s*/gu) ?? [text];
    const hits = sentence => wordsOf(sentence).reduce((sum, word) => sum + Math.max(0, ...typed.map(one => likeness(one, word))), 0);
    const best = sentences.reduce((a, b) => hits(b) > hits(a) ? b : a).trim();
    const said = document.createElement("p");
    for (const piece of best.split(/([\p{L}\p{N}'’]+)/u)) {
      const hit = typed.some(one => wordsOf(piece).some(word => likeness(one, word) > 0.3));
      said.append(hit ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece);
    }
    return said;
  }

  async function show(query, out) {
    const typed = wordsOf(query);
    if (!typed.length) return out.replaceChildren();
    let book;
    try { book = await index(); } catch (error) { return out.replaceChildren(`The search does not work here: ${error.message}.`); }
    const found = find(book, query), parts = [];
    for (const [kind, most] of Object.entries(MOST)) {
      const these = found.filter(block => block[0] === kind);
      if (!these.length) continue;
      const list = document.createElement("ul");
      for (const [, page, anchor, head, text] of these.slice(0, most)) {
        const item = document.createElement("li"), link = document.createElement("a");
        const [name, title] = book.pages[page];
        link.href = new URL(`${name}.html${anchor && `#${anchor}`}`, root).href;
        link.textContent = kind === "game" || kind === "page" ? title : `${head} · ${title}`;
        item.append(link);
        if (text) item.append(excerpt(kind, text, typed));
        list.append(item);
      }
      const title = Object.assign(document.createElement("h2"), { textContent: NAMES[kind] });
      if (these.length > most) {
        title.append(Object.assign(document.createElement("small"), { textContent: ` the best ${most} of ${these.length}` }));
      }
      parts.push(title, list);
    }
    const nothing = `Nothing in the book has “${query}”. The names of games may be spelled roughly; other words should be the book's.`;
    out.replaceChildren(...(parts.length ? parts : [nothing]));
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const form of document.querySelectorAll("form.bd-search")) {
      const field = /** @type {HTMLInputElement} */ (form.querySelector("input[name=q]")), own = document.getElementById("search-results");
      const made = Object.assign(document.createElement("div"), { id: "search-results", className: "bd-search-container" });
      const out = own ?? form.parentElement.appendChild(made);
      let wait = 0;
      field.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(() => show(field.value, out), 150); });
      const onPage = own && form.closest("article");
      form.addEventListener("submit", event => {      // which the book's policy does not let a browser do
        event.preventDefault();
        const query = `?q=${encodeURIComponent(field.value)}`;
        if (!onPage) return location.assign(new URL(`search.html${query}`, root));
        history.replaceState(null, "", query);
        show(field.value, out);
      });
      if (onPage) {
        field.value = new URLSearchParams(location.search).get("q") ?? "";
        field.focus();
        show(field.value, out);
      }
    }
  });
})();
