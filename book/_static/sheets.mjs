// The sheet of each word in a rules cell: what it means, what stands in its brackets, an example, where else in the book it is used, and
// what could stand in its place. By hover, tap, or the keyboard: one stop for each cell, the arrow keys from word to word, Escape to close.
// What is told comes from one file for the whole book, made from the docstrings of the words, and fetched at the first touch.

import { h, press } from "./elements.mjs";
import { groupsIn, scan } from "./rules-text.mjs";

const page = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "");
const root = () => document.documentElement.dataset.content_root ?? "./";
/** How many chapters are named that use a word, and how long a pointer rests before a sheet opens or closes, in milliseconds. */
const NAMED = 4, REST = 160, LEAVE = 300;

let fetched = null;
/** The words that have a sheet: at first those of the page, later all, for the reader may write others. */
const known = {};

/** All that is told of words: games, subjects, words. Empty where it cannot be had. */
export function told() {
  fetched ??= fetch(new URL("sheets.json", import.meta.url)).then(answer => answer.json()).then(all => {
    Object.assign(known, all.words);
    return all;
  }).catch(() => {
    fetched = null;
    return { games: [], subjects: {}, words: {} };
  });
  return fetched;
}

// ---- what a sheet says -------------------------------------------------------------------------------

const code = text => h("code", {}, text);

/** Where else a word is used: some chapters by name. */
function usedIn(games, used, what) {
  const others = (used ?? []).map(i => games[i]).filter(([slug]) => slug !== page);
  if (!others.length) return h("p", { class: "used" }, `No other chapter uses ${what}.`);
  const alone = "alone" in document.documentElement.dataset;  // no chapter is at hand
  const link = ([slug, title]) => alone ? title : h("a", { href: `${root()}${slug}.html` }, title);
  const links = others.slice(0, NAMED).flatMap((one, i) => [i ? ", " : "", link(one)]);
  const more = others.length - NAMED;
  return h("p", { class: "used" }, "Also in ", ...links, more > 0 ? ` and ${more} more` : "", ".");
}

const shownExample = example => (example ? [h("p", { class: "example" }, code(example[0]), h("br"), `says: ${example[1]}`)] : []);

/** What could stand where something stands: values, or the groups of the page. */
export function couldStand(about, whole) {
  return about?.groups ? [...groupsIn(whole), "talon", "hand"] : about?.choices ?? [];
}

/** What could stand here, each a button that puts it there. */
function choices(about, whole, now, put) {
  const others = couldStand(about, whole).filter(one => one !== now);
  if (!others.length || !put) return [];
  const buttons = others.flatMap(one => [press(one, () => put(one), { "aria-label": `Try it: ${one}` }), " "]);
  return [h("p", { class: "choices" }, "Try instead: ", ...buttons)];
}

/** The sheet of a part of the rules.
 *  @param {import("./rules-text.mjs").Part & { call?: import("./rules-text.mjs").Call }} part
 *  @param {{ games: any[], words: Record<string, any> }} all
 *  @param {{ text: string, whole: string, parts: any[], put?: (from: number, to: number, value: string) => void }} where its cell, all
 *    cells of the page, what the cell is made of, and what puts something else there */
export function sheet(part, { games, words }, { text, whole, parts, put }) {
  const { kind, of } = part, standing = of && words[of.call.word]?.args?.[of.arg];
  const replace = one => put && (value => put(one.from, one.to, value));
  if (kind === "arg") {
    const value = parts[parts.indexOf(part) + 1], plain = value && value.of?.arg === of.arg && !value.call && text[value.to] !== ".";
    return [h("h2", {}, code(`${part.text}=`), " in ", code(`${of.call.word}(…)`)), h("p", {}, standing?.says ?? "", kindOf(standing)),
      ...shownExample(standing?.example ?? words[of.call.word]?.example),
      ...(plain ? choices(standing, whole, value.text, replace(value)) : []),
      usedIn(games, standing?.used ?? words[of.call.word]?.used, "it")];
  }
  const word = words[part.text];
  const here = standing && !part.call ? [h("p", { class: "here" }, "Here, ", code(of.arg), `: ${standing.says}`)] : [];
  const instead = standing && !part.call && text[part.to] !== "." ? choices(standing, whole, part.text, replace(part)) : [];
  const example = standing?.example?.[0].includes(part.text) ? standing.example : word?.example;
  if (kind === "literal" || !word) return standing ? [h("h2", {}, code(part.text)), ...here, ...instead] : [];
  return [h("h2", {}, code(part.call || word.placed ? `${part.text}(${brackets(word)})` : part.text)), h("p", {}, word.says), ...here,
    ...argumentsOf(part, word, { put, text, whole }), ...shownExample(example), ...instead, usedIn(games, word.used, "this word")];
}

const kindOf = about => (about?.is ? ` It is ${about.is}.` : "");
const brackets = ({ placed = [], args = {} }) => {
  const names = placed.filter(one => args[one]).slice(0, 3);
  return names.join(", ") + (names.length < Object.keys(args).length ? ", …" : "");
};

/** What stands in a word's brackets, those used here first; the others can be added.
 *  @param {{ call?: import("./rules-text.mjs").Call }} part @param {{ args?: Record<string, any> }} word @param {any} where */
function argumentsOf({ call }, { args = {} }, { put, text, whole }) {
  const row = (name, more = []) => [h("dt", {}, code(name)), h("dd", {}, args[name].says, ...more)];
  const add = name => {
    const value = couldStand(args[name], whole)[0] ?? (args[name].is?.startsWith("a whole number") ? "1" : '""');
    const comma = /[(,]\s*$/.test(text.slice(0, call.end)) ? "" : ", ";
    return [" ", press("add", () => put(call.end, call.end, `${comma}${name}=${value}`), { "aria-label": `Add ${name}=${value}` })];
  };
  const names = Object.keys(args), taken = names.filter(one => call?.taken.includes(one)), rest = names.filter(one => !taken.includes(one));
  const list = those => h("dl", {}, ...those), head = taken.length ? "It can also take" : "It can take";
  const others = list(rest.flatMap(one => row(one, put && call ? add(one) : [])));
  return [...(taken.length ? [list(taken.flatMap(one => row(one)))] : []),
    ...(rest.length ? [h("details", { open: !call || (!taken.length && rest.length < 4) }, h("summary", {}, head), others)] : [])];
}

/** The words by subject, each with its sheet.
 *  @param {any} all @param {(name: string) => void} insert puts a word into the rules */
export function bySubject({ games, subjects, words }, insert) {
  return Object.entries(subjects).map(([subject, names]) => h("details", { class: "subject" }, h("summary", {}, subject),
    h("dl", {}, ...names.flatMap(name => [h("dt", {}, press(name, () => insert(name))),
      h("dd", {}, words[name].says, h("details", {}, h("summary", { "aria-label": `More of ${name}` }, "more"),
        ...argumentsOf({}, words[name], {}), ...shownExample(words[name].example), usedIn(games, words[name].used, "this word")))]))));
}

// ---- words in the rules cells of a page ---------------------------------------------------------------

/** The element that holds a piece of a cell's text and nothing else: the highlighter's own, or a new one. Null where a line ends in it. */
function holder(pre, from, to) {
  const texts = document.createTreeWalker(pre, 4);      // text nodes only
  let start = 0;
  for (let node = /** @type {Text} */ (texts.nextNode()); node; node = /** @type {Text} */ (texts.nextNode())) {
    const end = start + node.data.length;
    if (from < end) {
      if (to > end) return null;
      const { parentElement } = node;
      if (parentElement !== pre && parentElement.childNodes.length === 1 && from === start && to === end) return parentElement;
      const range = document.createRange(), one = h("span");
      range.setStart(node, from - start);
      range.setEnd(node, to - start);
      range.surroundContents(one);
      return one;
    }
    start = end;
  }
  return null;
}

/** Mark the words and arguments in a cell; what it says stays as it is. */
function mark(pre) {
  if (pre.querySelector(".rule-word")) return;
  const parts = scan(pre.textContent, {}).filter(({ kind, text, of }) =>
    (kind === "arg" ? of.call.word in known : kind !== "literal" && text in known));
  parts.forEach(({ from, to }, i) => {
    const one = holder(pre, from, to);
    if (!one) return;
    one.classList.add("rule-word");
    const attributes = { "data-word": `${from}`, role: "button", tabindex: i ? "-1" : "0",
      "aria-haspopup": "dialog", "aria-expanded": "false" };
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  });
}

class Sheets {
  constructor(places, change) {
    this.places = places;
    this.change = change;
    this.word = null;
    this.timer = 0;
    this.kept = this.closing = false;
    this.title = "rule-sheet-title";
    this.inside = h("div");
    this.node = h("div", { class: "rule-sheet", role: "dialog", "aria-labelledby": this.title, popover: "manual", hidden: true },
      press("×", () => this.close(true), { class: "close", "aria-label": "Close" }), this.inside);
    this.listen();
  }

  /** The cell of a word, by its number. */
  cellOf(word) { return this.places.findIndex(({ cell }) => cell.contains(word)); }

  listen() {
    const over = event => event.pointerType === "mouse" && event.target.closest?.(".rule-word, .rule-sheet");
    document.addEventListener("pointerover", event => {
      const at = over(event);
      if (!at) return;
      clearTimeout(this.timer);
      if (at !== this.node && at !== this.word) this.timer = setTimeout(() => this.open(at), REST);
    });
    document.addEventListener("pointerout", event => {
      if (!over(event)) return;
      clearTimeout(this.timer);
      if (!this.kept) this.timer = setTimeout(() => this.close(), LEAVE);
    });
    document.addEventListener("click", event => {
      const target = /** @type {Element} */ (event.target), word = target.closest(".rule-word");
      if (word) this.open(word, true);
      else if (!target.closest(".rule-sheet")) this.close();
    });
    document.addEventListener("focusin", event => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (this.closing) return;
      if (target.matches(".rule-word:focus-visible")) this.open(target, true);
      else if (this.kept && !target.closest(".rule-word, .rule-sheet")) this.close();
    });
    document.addEventListener("keydown", event => this.key(event));
    window.addEventListener("scroll", () => this.place(), { passive: true, capture: true });
    window.addEventListener("resize", () => this.place());
  }

  key(event) {
    const target = /** @type {HTMLElement} */ (event.target), word = target.closest?.(".rule-word");
    if (event.key === "Escape" && this.word) this.close(this.node.contains(target));
    else if (!word || event.ctrlKey || event.altKey || event.metaKey) return;
    else if (event.key === "Enter" || event.key === " ") {
      if (this.word === word) this.node.querySelector(".rule-sheet :is(a, button:not(.close), summary), .close")?.focus();
      else this.open(word, true);
    } else if (["ArrowRight", "ArrowLeft", "Home", "End"].includes(event.key)) {
      const all = [...word.closest("pre").querySelectorAll(".rule-word")], at = all.indexOf(word);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (all[to]) this.stop(all[to]).focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The one word of its cell at which Tab stops. */
  stop(word) {
    for (const one of word.closest("pre").querySelectorAll(".rule-word")) one.tabIndex = one === word ? 0 : -1;
    return word;
  }

  /** Open the sheet of a word; `kept` until it is closed, or something else has the focus. */
  async open(word, kept = false) {
    clearTimeout(this.timer);
    this.kept = kept;
    if (word === this.word && !this.node.hidden) return;
    this.close();
    this.word = word;
    this.kept = kept;
    const all = await told();
    if (this.word !== word || !word.isConnected) return;
    const pre = word.closest("pre"), text = pre.textContent, parts = scan(text, all.words), number = this.cellOf(word);
    const part = parts.find(({ from }) => from === Number(word.dataset.word));
    const put = number < 0 ? undefined : (from, to, value) => {
      this.close();
      this.change(number, from, to, value);
    };
    const whole = this.places.map(({ cell }) => cell.querySelector("pre").textContent).join("\n");
    this.inside.replaceChildren(...(part ? sheet(part, all, { text, put, parts, whole }) : []));
    if (!this.inside.firstChild) this.inside.append(h("h2", {}, word.textContent), h("p", {}, "Its sheet cannot be fetched here."));
    this.inside.querySelector("h2").id = this.title;
    word.setAttribute("aria-expanded", "true");
    pre.after(this.node);      // behind the cell, so that Tab comes to it next
    this.node.hidden = false;
    this.node.showPopover?.();
    this.node.scrollTop = 0;
    this.place();
    // At the foot of a telephone's screen it may lie over its word.
    const over = word.getBoundingClientRect().bottom - this.node.getBoundingClientRect().top;
    if (kept && this.node.offsetWidth === window.innerWidth && over > 0) window.scrollBy({ top: over + 40 });
  }

  close(back = false) {
    clearTimeout(this.timer);
    this.kept = false;
    const { word } = this;
    if (!word) return;
    this.word = null;
    word.setAttribute("aria-expanded", "false");
    if (!this.node.hidden) this.node.hidePopover?.();
    this.node.hidden = true;
    this.node.remove();
    if (!back) return;
    this.closing = true;      // the focus that comes back opens nothing
    word.focus();
    this.closing = false;
  }

  /** Below its word, or above it where there is no room; on a telephone the style sheet has it at the foot. */
  place() {
    if (!this.word || this.node.hidden) return;
    const at = this.word.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = this.node;
    const room = document.documentElement.clientWidth, below = at.bottom + 6 + height <= innerHeight || at.top < height + 6;
    this.node.style.left = `${Math.max(8, Math.min(at.left, room - width - 8))}px`;
    this.node.style.top = `${below ? at.bottom + 6 : at.top - height - 6}px`;
  }
}

/** Give the rules cells of a page their sheets.
 *  @param {{ cell: Element }[]} places its cells
 *  @param {Record<string, string[]>} names the words in them
 *  @param {(number: number, from: number, to: number, value: string) => void} change opens the editor with something in its place */
export function begin(places, names, change) {
  Object.assign(known, names);
  new Sheets(places, change);
  for (const { cell } of places) {
    const pre = cell.querySelector("pre"), anew = () => mark(pre);
    new MutationObserver(anew).observe(pre, { childList: true });      // the editor shows a cell anew
    anew();
  }
}
