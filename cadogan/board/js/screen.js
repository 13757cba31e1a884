// What the board of the patiences and the table of the round games have in common: a screen that shows what a referee answers and
// asks what a person tries.

import { onKey } from "./keys.js";
import { liveReferee } from "./referees.js";
import { h, provideCards, sentence } from "./words.js";

const PATIENCE = 400;      // milliseconds in which a live kernel answers

export class Screen {
  /** Show the first state and ask the live kernel; where nobody answers, a finished game (`Story`) is shown, which anyone can step through. */
  open(model, el, Story) {
    el.append(this.root);
    provideCards(model.get("cards_svg"));
    this.begin(model.get("first"));
    this.referee = liveReferee(model, reply => this.receive(reply));
    this.referee.send({ kind: "hello" });
    this.timer = setTimeout(() => { if (!this.live) this.replay = new Story(this, model.get("replay")); }, PATIENCE);
  }

  close() {
    clearTimeout(this.timer);
    this.replay?.stop();
    this.referee.close();
  }

  /** A button with its key, if it has one. It stays in reach of the focus when it can do nothing. */
  press(label, key, act, name = "") {
    const onclick = event => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") act(); };
    return h("button", { type: "button", class: name, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null, onclick }, label);
  }

  able(button, yes) { button.setAttribute("aria-disabled", String(!yes)); }

  /** The head, the announcement and the controls; `furnish` puts them and the rest into the screen. */
  prepare(buttons) {
    this.buttons = buttons;
    this.title = h("span", { class: "title" });
    this.result = h("strong", { class: "result" });
    this.counts = h("span", { class: "counts" });
    this.head = h("div", { class: "head" }, this.title, this.result, this.counts);
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite", "aria-atomic": "true" });
    this.controls = h("div", { class: "controls", role: "group", "aria-label": "Controls", hidden: "" }, ...Object.values(buttons));
  }

  furnish(name, ...children) {
    this.root = h("div", { class: name, role: "group", "data-lm-suppress-shortcuts": "true", onkeydown: event => onKey(this, event) }, this.head, ...children);
  }

  // -- what arrives

  /** A reply goes to the method of its kind, as `takes` names them. */
  receive(reply) {
    if (reply && typeof reply === "object") this.takes()[reply.kind]?.call(this, reply);
  }

  /** Say why something was refused; the page lights the rules up in the text. */
  refuse({ rule, sentence: why }, rules = [rule ?? null]) {
    this.say(`${rule ? `${rule}: ` : ""}${sentence(why)}`, "refused");
    for (const one of rules) document.dispatchEvent(new CustomEvent("cadogan:refused", { detail: { rule: one } }));
  }

  /** From now on a referee answers: the replay goes. Gives whether the focus was on its buttons; null if it was so already. */
  goLive() {
    if (this.live) return null;
    this.live = true;
    const held = Boolean(this.replay?.bar?.contains(document.activeElement));
    this.replay?.close();
    this.replay = null;
    this.controls.hidden = false;
    return held;
  }

  // -- what is shown and asked

  /** The title and the counts, changed only where they have changed: a screen reader is told of nothing else. */
  write(title, counts, result) {
    for (const [node, text] of [[this.title, title], [this.counts, counts], [this.result, result]]) if (node.textContent !== text) node.textContent = text;
  }

  say(text, manner = "") {
    this.says.className = `says ${manner}`;
    // The same sentence twice is two announcements: a no-break space makes it a new text.
    this.says.textContent = this.says.textContent === text ? `${text}\u00a0` : text;
  }

  send(message) { if (this.live) this.referee.send(message); }
}
