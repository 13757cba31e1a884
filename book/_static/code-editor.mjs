// Code, changed where it stands: the one editor of rules and of cells. A field with the numbers of its lines; Enter keeps the indentation;
// Tab leaves it, as it leaves any field. What is written goes to `typed`, what is pressed to `key` first.

import { h } from "./elements.mjs";

export class CodeEditor {
  /** @param {{ label: string, describedBy: string, typed: () => void, key: (event: KeyboardEvent) => boolean }} about */
  constructor({ label, describedBy, typed, key }) {
    this.typed = typed;
    this.numbers = h("pre", { class: "numbers", "aria-hidden": "true" });
    this.text = h("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": label,
      "aria-describedby": describedBy, oninput: () => this.changed(), onkeydown: event => this.key(event, key),
      onscroll: () => { this.numbers.style.transform = `translateY(${-this.text.scrollTop}px)`; } });
    this.node = h("div", { class: "writing" }, h("div", { class: "gutter" }, this.numbers), this.text);
  }

  get value() { return this.text.value; }

  write(text) {
    this.text.value = text;
    this.changed();
  }

  changed() {
    const lines = this.value.split("\n").length;
    this.text.rows = Math.max(3, Math.min(30, lines + 1));
    this.number(lines, 0);
    this.text.removeAttribute("aria-invalid");
    this.typed();
  }

  key(event, own) {
    const enter = event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.isComposing;
    if (own(event)) { /* done */ } else if (enter) this.newLine();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A new line, set in as far as this one; further where a block begins. */
  newLine() {
    const line = this.value.slice(0, this.text.selectionStart).split("\n").pop();
    const indent = line.match(/^ */)[0] + (/:\s*(#.*)?$/.test(line) ? "    " : "");
    // The one way to write into a field that can be undone by the reader's own keys.
    if (!document.execCommand?.("insertText", false, `\n${indent}`)) {
      this.text.setRangeText(`\n${indent}`, this.text.selectionStart, this.text.selectionEnd, "end");
      this.changed();
    }
  }

  /** The numbers of the lines; the wrong one has a sign. */
  number(lines, wrong) {
    this.numbers.replaceChildren(...Array.from({ length: lines }, (_, i) => h("span", { class: i + 1 === wrong ? "wrong" : null },
      `${i + 1 === wrong ? "▶" : ""}${i + 1}\n`)));
  }

  /** Mark a line, and in it some characters. */
  wrong(line, from = 0, to = Infinity) {
    const lines = this.value.split("\n"), text = lines[line - 1] ?? "";
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.number(lines.length, line);
    this.text.setAttribute("aria-invalid", "true");
    this.text.focus();
    this.text.setSelectionRange(start + from, start + Math.min(to, text.length));
  }
}
