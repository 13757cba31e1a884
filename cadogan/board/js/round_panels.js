// The panels below the table of a round game: all actions, deals and seats, the named switches of the game, steps, text, help.

import { options } from "./memory.js";
import { h, sentence } from "./words.js";

const LARGEST = Number.MAX_SAFE_INTEGER, LONGEST = 200000;
export const PACES = { slow: 2400, normal: 1100, fast: 250, "at once": 0 };
const HELP = [
  ["Click, or Enter, on a card", "play it, where it can mean one thing; otherwise choose it, and more with it"],
  ["… on a combination or a pile", "add what is chosen to it, draw or take from it, or be told what lies there"],
  ["Tab, and arrows", "from one group to the next: piles, combinations, your hand, what you can do; arrows go on within and between them"],
  ["Escape", "put back what is chosen, close a panel, let the bots rest"],
  ["M", "all actions, as a list"], ["T", "whose turn it is, and for what"], ["H", "a hint: what the rule bot would do in your place"],
  ["U, R", "take back to your last decision, play again (also Ctrl+Z, Ctrl+Y)"], ["S", "the bots rest; again: they go on"],
  [", and .", "a step back, a step on, to look at what was; < and >: to the beginning, to the end"],
  ["W", "what was said"], ["N", "deals, seats, options, saving"], ["B", "begin this deal again"],
  ["C", "lift the curtain: everybody's cards are shown; again: lower it"], ["X", "the table as text"], ["?", "this help"],
];
const button = (label, onclick, key = "") => h("button", { type: "button", onclick, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null }, label);
const line = (...parts) => h("div", { class: "row" }, ...parts);
const word = value => (value === null ? "none" : value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));
const choice = (label, values) => h("select", { "aria-label": label }, ...values.map(([value, name]) => h("option", { value }, name)));

export class RoundPanels {
  constructor(board) {
    this.board = board;
    this.form = h("form", { "aria-label": "Players and options", onsubmit: event => { event.preventDefault(); this.change(); } });
    this.each = {
      all: h("ul", { class: "moves", "aria-label": "All actions" }), more: this.more(),
      log: h("ol", { class: "log", tabindex: "0", "aria-label": "What was said" }),
      text: h("pre", { tabindex: "0", role: "region", "aria-label": "The table as text" }),
      help: h("dl", {}, ...HELP.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])),
    };
    for (const panel of Object.values(this.each)) { panel.hidden = true; panel.classList.add("panel"); }
  }

  more() {
    const { board } = this, deal = number => { if (this.isDeal(number)) board.send({ kind: "new", deal: number }); };
    this.number = h("input", { type: "number", min: "0", max: String(LARGEST), step: "1", inputmode: "numeric",
      onkeydown: event => { if (event.key === "Enter") deal(this.number.valueAsNumber); } });
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: "", onchange: () => this.load() });
    this.pace = choice("How fast the bots play", Object.keys(PACES).map(name => [name, name]));
    this.pace.value = "normal";
    this.pace.addEventListener("change", () => board.clock());
    this.switches = [this.option("large-index", "Large index"), this.option("four-colour", "Four colours"), this.option("still", "No animation")];
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step of the game", oninput: () => board.send({ kind: "go", to: Number(this.slider.value) }) });
    this.lift = button("Lift the curtain", () => board.lift(), "C");
    return h("div", { role: "group", "aria-label": "Deals, seats and options" },
      line(h("label", {}, "Deal ", this.number), button("Deal it", () => deal(this.number.valueAsNumber)), button("Next deal", () => deal(board.state.deal + 1)),
        button("Any deal", () => deal(Math.floor(Math.random() * 1e6))), button("Start again", () => board.send({ kind: "restart" }), "B")),
      line(h("label", {}, "Bots play ", this.pace), this.lift, button("Save", () => board.send({ kind: "save" })), button("Load", () => this.file.click()), this.file,
        button("What was said", () => this.toggle("log"), "W"), button("As text", () => this.toggle("text"), "X")),
      line(h("span", {}, "Steps"), button("|◀", () => board.step(-Infinity), "<"), button("◀", () => board.step(-1), ","), this.slider, button("▶", () => board.step(1), "."),
        button("▶|", () => board.step(Infinity), ">"), button("Go on from here", () => board.send({ kind: "cut" }))),
      line(...this.switches.map(one => one.label)), this.form);
  }

  option(name, label) {
    const box = h("input", { type: "checkbox" }), game = () => (name === "still" ? "" : this.board.state.slug);
    const apply = () => this.board.root.classList.toggle(name, box.checked);
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
    if (name === "all" && open) this.fillAll(board.state);
    if (name === "more" && open && board.live) board.send({ kind: "options" });
    if (!open) return board.table.focusOn();
    if (name === "log") panel.scrollTop = panel.scrollHeight;
    (panel.querySelector("button, input") ?? (panel.matches("[tabindex]") ? panel : null))?.focus();
  }

  close() {
    const open = this.open();
    if (open) this.toggle(open, false);
    return Boolean(open);
  }

  /** Bring what is open into line with a state. */
  refresh(state) {
    this.each.text.textContent = state.text ?? "";
    if (document.activeElement !== this.number) this.number.value = state.deal;
    this.number.removeAttribute("aria-invalid");
    this.slider.max = String(state.length);
    this.slider.value = String(state.at);
    this.slider.setAttribute("aria-valuetext", `action ${state.at} of ${state.length}`);
    this.lift.textContent = state.lifted ? "Lower the curtain" : "Lift the curtain";
    if (!this.each.all.hidden) this.fillAll(state);
    this.each.log.start = state.said_before + 1;
    this.each.log.replaceChildren(...state.said.map(({ says }) => h("li", {}, says)));
    this.each.log.scrollTop = this.each.log.scrollHeight;
  }

  fillAll(state) {
    const { all } = this.each, inside = all.contains(document.activeElement);
    const one = action => h("button", { type: "button", onclick: () => this.board.table.play(action) }, sentence(action.says), h("code", {}, action.text));
    all.replaceChildren(...state.actions.map(action => h("li", {}, one(action))));
    if (!state.actions.length) all.append(h("li", { tabindex: "-1" }, `There is nothing that you can do now. ${state.says_turn}`));
    if (inside) (all.querySelector("button") ?? all.firstChild).focus();
  }

  // -- players, seats and the switches of the game

  fillForm({ players, now, seats, who, options: switches }) {
    const inside = this.form.contains(document.activeElement), at = document.activeElement?.name;
    this.players = h("input", { type: "number", name: "players", min: players[0], max: players[1], value: now, step: "1" });
    this.seats = seats.map((one, i) => {
      const select = choice(`Seat ${i}`, Object.entries(who));
      select.name = `seat ${i}`;
      if (one) select.value = one;
      else { select.append(h("option", { value: "" }, "a bot of your own")); select.value = ""; }
      select.addEventListener("change", () => { if (select.value) this.board.send({ kind: "sit", seat: i, who: select.value }); });
      return h("label", {}, `Seat ${i} `, select);
    });
    this.fields = switches.map(one => this.field(one));
    this.form.replaceChildren(h("fieldset", {}, h("legend", {}, "Who sits where (at once)"), line(...this.seats)),
      h("fieldset", {}, h("legend", {}, "Options of the game (with a new deal)"), line(h("label", {}, `Players, ${players[0]} to ${players[1]} `, this.players)),
        ...this.fields.map(one => one.node), line(h("button", { type: "submit", class: "kind" }, "Deal with these"), button("As the book has them", () => this.reset()))));
    if (inside) (this.form.elements[at] ?? this.form.querySelector("select"))?.focus();
  }

  /** One named switch: its values, or a number of its range, with what it means. */
  field({ name, value, values, low, high, also, default: usual, says, source, reading }) {
    const id = `option-${name}-${(RoundPanels.made = (RoundPanels.made ?? 0) + 1)}`, title = name.replaceAll("_", " ");
    const some = values ?? also, select = h("select", { name, "aria-describedby": id, "aria-label": title }, ...some.map((one, i) => h("option", { value: i }, word(one))));
    const whole = values ? null : h("input", { type: "number", name: some.length ? `${name} number` : name, min: low, max: high, step: "1", "aria-label": some.length ? `${title}, the number` : title, "aria-describedby": id });
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
    const node = h("div", { class: "switch" }, h("b", {}, title), ...(some.length ? [select] : []), ...(whole ? [whole] : []), h("span", { id, class: "note" }, note));
    return { name, node, read, reset: () => { put(usual); if (whole && !some.length) whole.value = usual; }, value };
  }

  reset() { for (const one of this.fields) one.reset(); this.board.say("The options stand as the book has them; deal to play so."); }

  change() {
    const given = Object.fromEntries(this.fields.map(one => [one.name, one.read()]).filter(([, value]) => !Number.isNaN(value)));
    const deal = this.number.valueAsNumber;
    if (!this.isDeal(deal)) return;
    this.board.send({ kind: "change", options: given, players: this.players.valueAsNumber, deal });
  }

  // -- games kept elsewhere

  saved(record) {
    const { slug, deal } = this.board.state, link = h("a", { href: URL.createObjectURL(new Blob([record], { type: "application/json" })), download: `${slug}-${deal}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    this.board.say("The game has been saved as a file.");
  }

  async load() {
    const file = this.file.files[0];
    this.file.value = "";
    if (!file) return;
    if (file.size > LONGEST) return this.board.say("This file is too large to be a saved game.", "refused");
    this.board.send({ kind: "load", record: await file.text() });
  }
}
