// The panels below a board, one open at a time: what is the same for the patiences and for the round games.

import { EXPORT, LARGEST_EXPORT, exported, takeIn } from "./elsewhere.js";
import { kept, options } from "./memory.js";
import { linkTo } from "./referees.js";
import { capital, dealName, h, plural, sentence } from "./words.js";

const LARGEST = Number.MAX_SAFE_INTEGER, LONGEST = 200000;
const DECKS = ["plain", "1914", "bold"], FELTS = ["green", "blue", "claret", "slate", "walnut"], BACKS = ["blue", "red", "green", "black"];
export const button = (label, onclick, key = "") =>
  h("button", { type: "button", onclick, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null }, label);
export const row = (...parts) => h("div", { class: "strip" }, ...parts);
export const choice = (label, values) => h("select", { "aria-label": label },
  ...values.map(([value, name]) => h("option", { value }, name)));
/** A part of *More*, with its name. */
export const group = (name, ...parts) =>
  h("section", { class: "part", role: "group", "aria-label": name }, h("p", { class: "part-name", "aria-hidden": "true" }, name), ...parts);

export class Shelf {
  constructor(board) {
    this.board = board;
    this.switches = [this.option("large-index", "Large index"), this.option("four-colour", "Four colours"),
      this.option("still", "No animation", ""), this.option("sounds", "Sound", "")];
    this.looks = [this.look("deck", "Cards", DECKS), this.look("felt", "Cloth", FELTS), this.look("back", "Backs", BACKS)];
    /** Where the focus was when a panel was opened. @type {HTMLElement | null} */
    this.from = null;
    this.fill = {};      // what brings a panel up to date when it is opened, by its name
  }

  /** The panels by their names, with those that every board has. */
  hold(each) {
    this.each = { ...each, games: h("div", { role: "group", "aria-label": "Games played on this machine" }),
      text: h("pre", { tabindex: "0", role: "region", "aria-label": "The table as text" }),
      record: h("div", { role: "group", "aria-label": "This game, to be copied" }) };
    for (const panel of Object.values(this.each)) { panel.hidden = true; panel.classList.add("panel"); }
    // How to play, and a pack that is being laid, stand below the table; the others lie over the page.
    this.over = h("div", { class: "overlay", popover: "manual", hidden: "" },
      h("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Escape)", onclick: () => this.close() }, "✕"),
      ...Object.values(this.each).filter(panel => panel !== this.each.how && panel !== this.each.lay));
  }

  /** Show what lies over the page, or let it go. */
  lay(open) {
    if (open === !this.over.hidden) return;
    this.over.hidden = !open;
    if (open) this.over.showPopover?.();
    else this.over.hidePopover?.();
  }

  dealRow() {
    const { board } = this, begin = message => {
      if (matchMedia("(max-width: 600px)").matches) this.close();      // there it covers the table
      board.send(message);
    };
    const deal = number => { if (this.isDeal(number)) begin({ kind: "new", deal: number }); };
    this.number = h("input", { type: "number", min: "0", max: String(LARGEST), step: "1", inputmode: "numeric",
      onkeydown: event => { if (event.key === "Enter") deal(this.number.valueAsNumber); } });
    return row(h("label", {}, "Deal ", this.number), button("Deal it", () => deal(this.number.valueAsNumber)),
      button("Next deal", () => deal(board.state.deal + 1)), button("Start again", () => begin({ kind: "restart" }), "B"));
  }

  /** What keeps a game elsewhere, and shows it otherwise. */
  keepButtons() {
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: "", onchange: () => this.load() });
    return [button("Copy link", () => this.copy()), button("Save", () => this.board.send({ kind: "save" })),
      button("Load", () => this.file.click()), this.file, button("Games played", () => this.toggle("games"), "G"),
      button("As text", () => this.toggle("text"), "X")];
  }

  /** What changes how the table looks. */
  lookRow() {
    return row(...this.switches.map(one => one.label), ...this.looks.map(one => one.label));
  }

  /** A switch that is remembered: for this game, or for all. */
  option(name, label, shared = null) {
    const box = h("input", { type: "checkbox" }), game = () => shared ?? this.board.state.slug;
    const apply = () => {
      this.board.root.classList.toggle(name, box.checked);
      this.switched(name);
    };
    box.addEventListener("change", () => { options.set(game(), name, box.checked); apply(); });
    const recall = () => {
      const before = box.checked;
      box.checked = options.get(game(), name);
      if (box.checked !== before) apply();      // a table is measured anew by some, which takes its time
    };
    return { label: h("label", {}, box, label), recall };
  }

  /** A choice that is remembered for all games. */
  look(name, label, among) {
    const select = choice(label, among.map(one => [one, one])), apply = () => { this.board.root.dataset[name] = select.value; };
    select.addEventListener("change", () => { options.set("", name, select.value); apply(); });
    return { label: h("label", {}, `${label} `, select), recall: () => { select.value = options.choice("", name, among); apply(); } };
  }

  /** A switch was set, or recalled.
   *  @param {string} _name */
  switched(_name) { /* what is more than a class, each board does itself */ }

  /** What is to be told of a link that is shared. */
  shared() { return ""; }

  recallOptions() { for (const one of [...this.switches, ...this.looks]) one.recall(); }

  isDeal(number) {
    if (Number.isSafeInteger(number) && number >= 0) return true;
    this.number.setAttribute("aria-invalid", "true");
    this.board.say(`A deal is a whole number from 0 to ${LARGEST}.`, "refused");
    this.number.focus();
    return false;
  }

  // -- opening and closing

  /** The panel that was opened; *How to play* that stands open unasked is part of the screen. */
  open() { return Object.keys(this.each).find(name => !this.each[name].hidden && !this.each[name].matches(".unasked")); }

  /** Whether a panel is closed, or stands open unasked and out of sight. */
  unseen(name) {
    const panel = this.each[name], { top, bottom } = panel.getBoundingClientRect();
    return panel.hidden || (panel.matches(".unasked") && (bottom <= 0 || top > innerHeight - 40));
  }

  /** Let *How to play* stand open unasked, or not. */
  standOpen(open) {
    const { how } = this.each;
    how.hidden = !open;
    how.classList.toggle("unasked", Boolean(open));
    this.board.buttons.how.setAttribute("aria-expanded", String(Boolean(open)));
  }

  toggle(name, open = this.unseen(name)) {
    const { board } = this, panel = this.each[name], from = /** @type {HTMLElement} */ (document.activeElement);
    if (open && board.root.contains(from) && !this.open()) this.from = from;
    if (name === "how") panel.classList.remove("unasked");
    for (const [other, one] of Object.entries(this.each)) if (!one.matches(".unasked")) one.hidden = other !== name || !open;
    for (const [other, one] of Object.entries(board.buttons)) {
      if (this.each[other]) one.setAttribute("aria-expanded", String(!this.each[other].hidden));
    }
    this.lay(open && this.over.contains(panel));
    if (!open) return this.goBack();
    this.fill[name]?.(board.state);
    // More takes the focus itself: its first field would open a telephone's keyboard.
    const first = panel.matches("[tabindex]") ? panel : panel.querySelector("button, input, [tabindex]");
    first?.focus({ preventScroll: true });
    if (!this.over.contains(panel)) panel.scrollIntoView({ block: "nearest" });
  }

  /** The focus goes back to the button that a panel was opened with, or to the table. */
  goBack() {
    const { from } = this;
    this.from = null;
    if (from?.matches("button") && from.isConnected && from.checkVisibility?.()) from.focus({ preventScroll: true });
    else this.board.focusTable();
  }

  /** Close whatever is open; says whether anything was. */
  close() {
    const open = this.open();
    if (open) this.toggle(open, false);
    return Boolean(open);
  }

  /** Bring what is open into line with a new state. */
  refresh(state) {
    if (this.each.text.textContent !== state.text) this.each.text.textContent = state.text ?? "";
    if (document.activeElement !== this.number) this.number.value = state.deal;
    this.number.removeAttribute("aria-invalid");
    const open = this.open();
    if (open !== "more") this.fill[open]?.(state);
    if (this.each.how.matches(".unasked:not([hidden])")) this.fill.how?.(state);
  }

  // -- what they hold

  /** A list of what can be done, as buttons with their short texts. */
  list(node, actions, act, none) {
    const inside = node.contains(document.activeElement);
    const one = action => h("button", { type: "button", onclick: () => act(action) }, sentence(action.says), h("code", {}, action.text));
    node.replaceChildren(...actions.map(action => h("li", {}, one(action))));
    if (!actions.length) node.append(h("li", { tabindex: "-1" }, none));
    if (inside) (node.querySelector("button") ?? node.firstChild).focus();
  }

  /** What this machine has kept of a game: the facts, and how to be rid of them or to take them along. */
  tellGames(store, game, told, n, facts) {
    const { board } = this, { games } = this.each, { title } = board.state, inside = games.contains(document.activeElement);
    const again = () => this.fill.games(board.state);
    const forget = button("Reset", () => {
      const yes = button("Forget them", () => { store.forget(game); again(); board.say(`The games of ${title} are forgotten.`); });
      forget.replaceWith(row(h("span", {}, `Forget ${plural(n, "game")} of ${title}?`), yes, button("Keep them", again)));
      yes.focus();
    });
    games.replaceChildren(h("p", {}, `${title}, on this machine only. ${told}`),
      h("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))])),
      row(button("Export all games", () => this.download(EXPORT, exported())), ...this.importing(again), ...(n ? [forget] : [])));
    if (inside) games.querySelector("button").focus();
  }

  /** The button that takes in what was exported elsewhere. */
  importing(again) {
    const take = async () => {
      const [file] = field.files;
      if (!file) return;
      try {
        if (file.size > LARGEST_EXPORT) throw new Error("This file is too large to be an export of games.");
        this.board.say(takeIn(await file.text()));
        this.board.takeKept("on another machine");
      } catch (error) { this.board.say(error.message, "refused"); }
      again();
    };
    const field = h("input", { type: "file", accept: ".json,application/json", hidden: "", "aria-label": "Import games", onchange: take });
    return [button("Import games", () => field.click()), field];
  }

  /** The last games, to be opened as they stand. */
  tellKept() {
    const { board } = this, others = kept.of(board.keptAs).filter(one => !(board.sameDeal(one) && one.moved === board.played.moved));
    const how = one => (one.ended ? (one.ended === "won" ? "won in" : "ended at") : "left at");
    const entry = one => button(`${capital(dealName(one))}, ${how(one)} ${board.unit} ${one.moved}`,
      () => { board.openKept(one); this.toggle("games", false); });
    if (others.length) this.each.games.append(h("p", {}, "Your last games, as you left them:"), row(...others.map(entry)));
  }

  // -- games kept elsewhere

  download(name, text, type = "application/json") {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  saved(reply) {
    if (this.copying) return this.copied(reply);
    this.download(`${this.board.state.slug}-${this.board.state.deal}.json`, reply.record);
    this.board.say("The game has been saved as a file.");
  }

  copy() {
    this.copying = true;
    this.board.send({ kind: "save" });
  }

  /** What a saved game is opened by. */
  opening({ record }) { return JSON.parse(record); }

  /** Put a link to the game as it stands on the clipboard; where that cannot be, show it to be copied by hand. */
  async copied(reply) {
    this.copying = false;
    let text = reply.record, what = "record of the game";
    try { text = await linkTo(this.opening(reply)); what = "link"; } catch { /* no page to link to: the record itself */ }
    const shows = this.shared();
    try {
      await navigator.clipboard.writeText(text);
      this.board.say(`The ${what} has been copied.${shows}`);
    } catch {
      const field = h("textarea", { readonly: "", rows: "3", "aria-label": `The ${what}` });
      field.value = text;
      this.each.record.replaceChildren(h("p", {}, `Copy this ${what}:${shows}`), field);
      this.toggle("record", true);
      field.focus();
      field.select();
      this.board.say(`The ${what} is shown, to be copied.${shows}`);
    }
  }

  async load() {
    const file = this.file.files[0];
    this.file.value = "";
    if (!file) return;
    if (file.size > LONGEST) return this.board.say("This file is too large to be a saved game.", "refused");
    this.board.send({ kind: "load", record: await file.text() });
  }
}
