// The studio: a game on the bench, its switches, what three players make of it, and the gallery of the reader's own games.
// Everything is read, changed and played by the page's own Python (cadogan/board/workshop.py), which starts when it is first wanted;
// here it is asked, and its texts are shown as text.

import { putHtml } from "./clean-html.mjs";
import { give, h, press } from "./elements.mjs";
import * as gallery from "./gallery.mjs";
import * as versions from "./versions.mjs";

const OWN = "";      // the value of the game that stands in the page's own cell
const ALONE = "alone" in document.documentElement.dataset;  // the course without the chapters

const BENCH = "cadogan-bench";      // what lies on the bench of this tab: Back and a reload find it there

/** @returns {{ game: string, chosen: Record<string, string> } | null} */
function benchBefore() {
  try { return JSON.parse(sessionStorage.getItem(BENCH) ?? "null"); } catch { return null; }
}

/** "29.8 % (22.3 to 37.2), 3 stopped": the value, and the interval behind it, which may stand on a line of its own. */
function valueAndInterval(text) {
  const at = text.indexOf(" (");
  return at < 0 ? [text] : [h("span", {}, text.slice(0, at)), " ", h("small", {}, text.slice(at + 1))];
}

class Studio {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {any} */
    this.form = node.querySelector("form");
    this.chosen = {};
    this.asked = 0;
    this.line = "";
    const find = name => /** @type {any} */ (node.querySelector(`.${name}`));
    this.switches = find("studio-switches");
    this.changes = find("studio-changes");
    this.says = find("studio-says");
    this.bar = find("studio-bar");
    this.result = find("studio-result");
    this.list = find("studio-gallery");
    this.row = find("studio-versions");
    this.stopButton = press("Stop", () => this.stop(), { hidden: true });
    this.progress = h("progress", { max: 1, value: 0, "aria-label": "Deals played", hidden: true });
    this.bar.append(this.progress, " ", this.stopButton);
    const act = (name, doing) => this.form.querySelector(`[name=${name}]`).addEventListener("click", doing);
    act("load", () => this.load());
    act("measure", () => this.measure());
    act("tune", () => this.tune());
    act("lost", () => this.lost());
    act("play", () => this.play());
    act("copy", () => this.copy());
    act("keep", () => this.keep());
    this.form.addEventListener("submit", event => event.preventDefault());
    this.field("game").addEventListener("change", () => this.load());
    this.able();
    this.showGallery();
    const before = benchBefore();
    if (before) this.field("game").value = before.game;
    this.showVersions();
    if (this.field("game").value === before?.game) {
      this.chosen = before.chosen;
      this.show();
    }
  }

  field(name) { return this.form.elements.namedItem(name); }

  /** Buttons that need a game, or a patience, do nothing without one, and it is said why. */
  able() {
    for (const part of this.form.querySelectorAll("fieldset")) {
      const why = new Set();
      for (const button of part.querySelectorAll("[data-needs]")) {
        const missing = !this.found ? "Put a game on the bench first."
          : this.found.round && button.dataset.needs === "patience"
            ? `${button.textContent} is for patiences; a round game is measured.`
            : ALONE && this.found.page !== "studio" && ["play", "copy", "keep"].includes(button.name)
              ? "It is played, and kept, on the page of its game, which is in the whole book." : "";
        button.disabled = Boolean(missing);
        if (missing) why.add(missing);
      }
      part.querySelector(".studio-why")?.replaceChildren([...why].join(" "));
    }
  }

  /** @param {string} words @param {boolean} [refused] */
  say(words, refused = false) {
    this.says.textContent = words;
    this.says.classList.toggle("refused", refused);
  }

  async ask(question) {
    if (location.protocol === "file:") {
      throw new Error("Python cannot be started here: this page was opened as a file. Start the book with “make read”, or open it on "
        + "its website.");
    }
    let python;
    try {
      // @ts-ignore: it lies there in the built page alone
      python = await import("./vendor/pyodide/python.mjs");
    } catch {
      throw new Error("Python cannot be fetched, perhaps for want of a connection, so nothing can be measured.");
    }
    return python.ask("studio", JSON.stringify(question));
  }

  /** The game that is meant: a game of the book by its short name, or the rules of the page's own cell. */
  async subject() {
    const game = this.field("game").value;
    if (game !== OWN) return { game };
    const { rulesNow } = await import("./rule-editor.mjs");
    return { game: "", rules: await rulesNow() };
  }

  // -- the game on the bench

  /** Another game: its switches as they stand. */
  load() {
    this.chosen = {};
    this.stop();
    this.measured = false;
    this.line = "";
    this.result.replaceChildren();
    return this.show();
  }

  /** Ask for the game with what is chosen. Says whether there is one. */
  async show() {
    const mine = ++this.asked;
    this.say("The rules are being read …");
    try {
      const subject = await this.subject(), found = await this.ask({ ask: "game", ...subject, chosen: this.chosen });
      if (mine !== this.asked) return false;
      this.subjectNow = subject;
      this.found = found;
      this.drawSwitches(found.switches);
      this.changes.replaceChildren(
        ...(found.difference.length ? [h("ul", {}, ...found.difference.map(line => h("li", {}, line)))] : []),
        h("p", {}, "In a notebook: ", h("code", {}, found.code)));
      this.able();
      this.showVersions();
      try {
        sessionStorage.setItem(BENCH, JSON.stringify({ game: this.field("game").value, chosen: this.chosen }));
      } catch { /* it works without */ }
      if (!this.field("name").value || this.named) this.named = this.field("name").value = found.title + (found.changed ? ", changed" : "");
      this.say(found.switches.length ? `${found.title} is on the bench.` : `${found.title} is on the bench; it has no switches.`);
      return true;
    } catch (error) {
      if (mine === this.asked) this.say(this.refusal(error), true);
      return false;
    }
  }

  refusal({ message, line }) { return line ? `Line ${line}: ${message}` : message; }

  drawSwitches(all) {
    const focused = document.activeElement?.id;
    this.switches.replaceChildren(...all.map(({ name, kind, options, taken }, i) => {
      const id = `studio-switch-${i}`, select = h("select", { id, "data-switch": name, onchange: () => this.turn(name, select.value) },
        ...options.map(one => h("option", { value: one, selected: one === taken }, one)));
      return h("p", { class: taken === options[0] ? null : "turned" }, h("label", { for: id }, name), " ", h("small", {}, kind), select);
    }));
    if (focused?.startsWith("studio-switch-")) document.getElementById(focused)?.focus();
  }

  /** A switch is set: the rules follow, and the figures, if there were any. What does not go together is taken back. */
  async turn(name, option) {
    const before = { ...this.chosen };
    this.stop();
    this.chosen = { ...this.chosen, [name]: option };
    if (await this.show()) {
      this.line = "";
      if (this.measured) await this.measure();
    } else if (this.chosen[name] === option) {
      this.chosen = before;
      this.drawSwitches(this.found.switches);
    }
  }

  // -- what is played

  question(ask, more = {}) {
    const [n, seed] = ["n", "seed"].map(name => this.field(name).valueAsNumber);
    return { ask, ...this.subjectNow, chosen: this.chosen, n, seed, ...more };
  }

  /** Whether these numbers can be taken, and the rules as they stand: those of one's own cell may have been changed. */
  async current(...numbers) {
    const wrong = ["n", "seed", ...numbers].map(name => this.field(name)).find(one => !one.validity.valid);
    if (wrong) {
      wrong.focus();
      this.say(`${wrong.labels[0].textContent.trim()}: a whole number from ${wrong.min} to ${wrong.max}.`, true);
    }
    return !wrong && (this.field("game").value !== OWN || this.show());
  }

  async measure() {
    if (!await this.current()) return;
    this.measured = true;
    const before = versions.of(this.subjectNow.game).at(-1);
    await this.run(this.question("measure", before ? { before } : {}), found => {
      this.line = found.line;
      if (found.done && found.version) this.version(found.version);
    });
  }

  async tune() {
    if (!await this.current("target")) return;
    this.measured = false;
    const target = this.field("target").valueAsNumber / 100, player = this.field("player").value;
    await this.run(this.question("tune", { target, player }));
  }

  async lost() {
    if (!await this.current()) return;
    this.measured = false;
    await this.run(this.question("lost"));
  }

  /** Have something played to its end, a moment at a time, unless it is stopped. */
  async run(question, heed = _found => {}) {
    const mine = this.running = Symbol("a run");
    this.stopButton.hidden = this.progress.hidden = false;
    this.progress.value = 0;
    this.say("It is being played …");
    try {
      const { id } = await this.ask(question);
      let found = null;
      while (this.running === mine && !found?.done) {
        found = await this.ask({ ask: "go_on", id });
        if (this.running !== mine) return;
        this.progress.value = found.played / found.wanted;
        this.drawResult(found);
        heed(found);
      }
      if (this.running === mine) this.say("Done.");
    } catch (error) {
      if (this.running === mine) this.say(this.refusal(error), true);
    }
    if (this.running === mine) this.ended();
  }

  ended() {
    this.running = null;
    this.stopButton.hidden = this.progress.hidden = true;
  }

  stop() {
    if (!this.running) return;
    this.ended();
    this.say("Stopped; what stands below was played before.");
  }

  drawResult({ heads = [], rows = [], told, note = "", figures = [] }) {
    const sentences = h("ul", {}, ...told.map(one => h("li", {}, one)));
    const drawn = h("div");
    if (figures.length) putHtml(drawn, figures.join("")).catch(({ message }) => { drawn.textContent = message; });
    this.result.replaceChildren(...(rows.length ? [this.table(heads, rows, note)] : []), drawn, ...(told.length ? [sentences] : []));
  }

  /** A table whose first column names its rows. */
  table(heads, rows, note = "") {
    return h("table", {}, h("caption", {}, note), h("thead", {}, h("tr", {}, ...heads.map(one => h("th", { scope: "col" }, one)))),
      h("tbody", {}, ...rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), ...cells.map((one, i) =>
        h("td", { "data-head": heads[i + 1] }, ...(typeof one === "string" ? valueAndInterval(one) : [one])))))));
  }

  // -- versions in a row

  /** A measured game takes its place behind those measured before. */
  version({ heads, cells, n, seed, won }) {
    const { game } = this.subjectNow, { code } = this.found, name = this.field("name").value.trim() || this.found.title;
    versions.add({ game, name, code, chosen: this.chosen, heads, cells, n, seed, won });
    this.showVersions();
  }

  showVersions() {
    const game = this.field("game").value, all = versions.of(game);
    const none = "None yet. Each game that you measure takes its place here.";
    if (!all.length) return this.row.replaceChildren(h("p", { class: "empty" }, none));
    const { heads } = all.at(-1);
    const rows = all.map(one => [one.name, ...one.cells, `${one.n} deals, seed ${one.seed}`,
      press("Back", () => this.back(one.chosen), { "aria-label": `Back to ${one.name}` })]);
    const table = this.table(["version", ...heads, "measured on", "switches"], rows);
    for (const [i, row] of [...table.tBodies[0].rows].entries()) row.cells[0].append(h("br"), h("code", {}, all[i].code));
    this.row.replaceChildren(table, press("Clear this row", () => { versions.clear(game); this.showVersions(); }));
  }

  /** The switches as they stood in a version. */
  async back(chosen) {
    this.stop();
    this.chosen = chosen;
    if (await this.show() && this.measured) await this.measure();
  }

  // -- links

  /** The link to the game with what is chosen, as it is kept: the name of a page, and what stands behind it. */
  async link() {
    if (!await this.current()) return null;
    // @ts-ignore: it lies there in the built page alone
    const { linkTo } = await import("./vendor/pyodide/links.mjs");
    return (await linkTo(this.found.opening, new URL(`${this.found.page}.html`, location.href).href)).split("/").pop();
  }

  async play() {
    const link = await this.link();
    if (link) location.href = new URL(link, location.href).href;
  }

  async copy() {
    const link = await this.link();
    if (link) await give(new URL(link, location.href).href, this.says);
  }

  // -- the gallery

  async keep() {
    const link = await this.link(), name = this.field("name").value.trim();
    if (!link) return;
    const now = new Date(), two = n => String(n).padStart(2, "0");
    try {
      gallery.add({ name, link, line: this.line, date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}` });
      this.say(`“${name}” is in your gallery, on this machine.`);
    } catch (error) {
      this.say(error.message, true);
    }
    this.showGallery();
  }

  showGallery() {
    const all = gallery.entries();
    this.list.replaceChildren(...(all.length ? [h("ol", {}, ...all.map((one, at) => this.galleryEntry(one, at)))]
      : [h("p", { class: "empty" }, "Your gallery is empty. Put a game on the bench, change it, measure it, and keep it here.")]));
  }

  /** @param {import("./gallery.mjs").Kept} kept @param {number} at */
  galleryEntry({ entry, broken, raw }, at) {
    const gone = press("Remove", () => {
      gallery.remove(at);
      this.showGallery();
      this.list.querySelector("button, a")?.focus();
    }, { "aria-label": `Remove ${entry ? entry.name : `entry ${at + 1}`}` });
    if (!entry) {
      const held = (typeof raw === "string" ? raw : JSON.stringify(raw)).slice(0, 200);
      const told = `Entry ${at + 1} cannot be read: ${broken}. It is kept as it is: `;
      return h("li", { class: "broken" }, told, h("code", {}, held), " ", gone);
    }
    const says = h("span", { role: "status" }), copy = press("Copy link", () => give(new URL(entry.link, location.href).href, says));
    return h("li", {}, h("a", { href: entry.link }, entry.name), h("small", {}, ` ${entry.date}`), h("br"),
      entry.line || "not measured", h("br"), copy, " ", gone, " ", says);
  }
}

const place = document.querySelector(".cadogan-studio");
if (place) new Studio(/** @type {HTMLElement} */ (place));
