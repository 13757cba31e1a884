// The panels below the table: moves, deals and options, games played, help, the table as text, a look through a place.

import { helpList } from "./keys.js";
import { options, played } from "./memory.js";
import { linkTo } from "./referees.js";
import { cardName, cardSign, h, plural, sentence } from "./words.js";

const LARGEST = Number.MAX_SAFE_INTEGER, LONGEST = 200000;
const button = (label, onclick, key = "") =>
  h("button", { type: "button", onclick, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null }, label);
const row = (...parts) => h("div", { class: "row" }, ...parts);

export class Panels {
  constructor(board) {
    this.board = board;
    this.each = {
      moves: h("ul", { class: "moves", "aria-label": "All moves" }), more: this.more(),
      games: h("div", { role: "group", "aria-label": "Games played on this machine" }), help: helpList(),
      text: h("pre", { tabindex: "0", role: "region", "aria-label": "The table as text" }),
      look: h("div", { role: "group", "aria-label": "Looking through a place" }),
      record: h("div", { role: "group", "aria-label": "This game, to be copied" }),
    };
    for (const panel of Object.values(this.each)) { panel.hidden = true; panel.classList.add("panel"); }
  }

  more() {
    const { board } = this, send = kind => () => board.send({ kind });
    const deal = number => { if (this.isDeal(number)) board.send({ kind: "new", deal: number }); };
    this.number = h("input", { type: "number", min: "0", max: String(LARGEST), step: "1", inputmode: "numeric",
      onkeydown: event => { if (event.key === "Enter") deal(this.number.valueAsNumber); } });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: "", onchange: () => this.load() });
    this.switches = [
      this.option("large-index", "Large index"), this.option("four-colour", "Four colours"), this.option("still", "No animation", ""),
    ];
    this.warning = h("span", { class: "warning", hidden: "" }, "This game goes by red and black: four colours hide which is which.");
    return h("div", { role: "group", "aria-label": "Deals and options" },
      row(h("label", {}, "Deal ", this.number), button("Deal it", () => deal(this.number.valueAsNumber)),
        button("Next deal", () => deal(board.state.deal + 1)), button("Any deal", () => deal(Math.floor(Math.random() * 1e6))),
        button("Start again", send("restart"), "B")),
      row(button("Show me", () => board.show.start(), "S"), board.show.strategy, board.show.speed,
        button("Any move?", () => board.anyMove(), "E")),
      row(button("Save", send("save")), button("Load", () => this.file.click()), this.file,
        button("Copy link", () => this.copy()), button("Games played", () => this.toggle("games"), "G"),
        button("As text", () => this.toggle("text"), "X"), button("Larger cards", () => board.zoom(), "Z")),
      row(...this.switches.map(one => one.label), this.warning));
  }

  /** A switch that is remembered: for this game, or for all. */
  option(name, label, shared = null) {
    const box = h("input", { type: "checkbox" }), game = () => shared ?? this.board.state.slug;
    const apply = () => {
      this.board.root.classList.toggle(name, box.checked);
      if (name === "large-index") this.board.size();
      if (name === "four-colour") this.warning.hidden = !(box.checked && this.board.alternate);
    };
    box.addEventListener("change", () => { options.set(game(), name, box.checked); apply(); });
    return { label: h("label", {}, box, label), recall: () => { box.checked = options.get(game(), name); apply(); } };
  }

  recallOptions() { for (const one of this.switches) one.recall(); }

  isDeal(number) {
    if (Number.isSafeInteger(number) && number >= 0) return true;
    this.number.setAttribute("aria-invalid", "true");
    this.board.say(`A deal is a whole number from 0 to ${LARGEST}.`, "refused");
    this.number.focus();
    return false;
  }

  // -- opening and closing

  open() { return Object.keys(this.each).find(name => !this.each[name].hidden); }

  toggle(name, open = this.each[name].hidden) {
    const { board } = this, panel = this.each[name];
    for (const [other, one] of Object.entries(this.each)) one.hidden = other !== name || !open;
    for (const [other, one] of Object.entries(board.buttons)) if (this.each[other]) one.setAttribute("aria-expanded", String(other === name && open));
    if (name === "moves" && open) this.fillMoves(board.state.moves);
    if (name === "games" && open) this.fillGames();
    if (open) (panel.querySelector("button, input") ?? (panel.matches("[tabindex]") ? panel : null))?.focus();
    else board.table.focusOn(board.table.current);
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
    if (!this.each.moves.hidden) this.fillMoves(state.moves);
    if (!this.each.games.hidden) this.fillGames();
  }

  // -- what they hold

  listMoves(moves) {
    this.toggle("moves", true);
    this.fillMoves(moves);
    this.each.moves.querySelector("button")?.focus();
  }

  fillMoves(moves) {
    const { board } = this, inside = this.each.moves.contains(document.activeElement);
    const one = move => h("button", { type: "button", onclick: () => board.hands.play(move) }, sentence(move.says), h("code", {}, move.text));
    this.each.moves.replaceChildren(...moves.map(move => h("li", {}, one(move))));
    if (!moves.length) this.each.moves.append(h("li", {}, "There is no move."));
    if (board.state.more) this.each.moves.append(h("li", {}, `… and ${board.state.more} more: choose their places on the table.`));
    if (inside) (this.each.moves.querySelector("button") ?? board.table.nodes.get(board.table.current))?.focus();
  }

  /** What is seen of a place, all of it, uppermost first. */
  look(id) {
    const { table } = this.board, pile = [...(table.piles[id] ?? [])].reverse(), seen = pile.filter(Boolean), { name } = table.places.get(id);
    const rest = pile.length > seen.length ? `, and ${pile.length - seen.length} unseen` : "";
    this.toggle("look", true);
    this.each.look.replaceChildren(h("p", {}, `${sentence(name)} Uppermost first: ${seen.map(cardSign).join(" ") || "nothing to be seen"}${rest}.`));
    this.board.say(`${name}: ${seen.map(cardName).join(", ") || "nothing to be seen"}${rest}.`);
    table.focusOn(id);
  }

  fillGames() {
    const { board } = this, game = board.state.kept_as, { title } = board.state, inside = this.each.games.contains(document.activeElement);
    const { begun, won, notWon, fewest, streak, longest } = played.summary(game, board.unfinished() ? board.state.deal : null);
    const share = begun ? ` (${Math.round(100 * won / begun)} %)` : "";
    const facts = [["Begun", begun], ["Won", `${won}${share}`], ["Lost or left", notWon], ["Fewest moves of a win", fewest ?? "–"],
      ["Wins in a row, now", streak], ["Wins in a row, at most", longest]];
    const forget = button("Reset", () => {
      const yes = button("Forget them", () => { played.forget(game); this.fillGames(); board.say(`The games of ${title} are forgotten.`); });
      const ask = row(h("span", {}, `Forget ${plural(begun, "game")} of ${title}?`), yes, button("Keep them", () => this.fillGames()));
      forget.replaceWith(ask);
      yes.focus();
    });
    this.each.games.replaceChildren(
      h("p", {}, `${title}, on this machine only. A deal counts once, from the first move; what the board has shown does not count.`),
      h("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))])),
      row(button("Export all games", () => this.save("cadogan-games.json", played.export())), ...(begun ? [forget] : [])));
    if (inside) this.each.games.querySelector("button").focus();
  }

  // -- games kept elsewhere

  save(name, text) {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  saved(record) {
    if (this.copying) return this.copied(record);
    this.save(`${this.board.state.slug}-${this.board.state.deal}.json`, record);
    this.board.say("The game has been saved as a file.");
  }

  copy() {
    this.copying = true;
    this.board.send({ kind: "save" });
  }

  /** Put a link to the game as it stands on the clipboard; where that cannot be, show it to be copied by hand. */
  async copied(record) {
    this.copying = false;
    let text = record, what = "record of the game";
    try { text = await linkTo(JSON.parse(record)); what = "link"; } catch { /* no page to link to: the record itself */ }
    try {
      await navigator.clipboard.writeText(text);
      this.board.say(`The ${what} has been copied.`);
    } catch {
      const field = h("textarea", { readonly: "", rows: "3", "aria-label": `The ${what}` });
      field.value = text;
      this.each.record.replaceChildren(h("p", {}, `Copy this ${what}:`), field);
      this.toggle("record", true);
      field.focus();
      field.select();
      this.board.say(`The ${what} is shown, to be copied.`);
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
