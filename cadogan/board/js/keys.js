// The keys of a screen, and the list that tells them.

import { h } from "./words.js";

export const helpList = rows => h("dl", { tabindex: "-1" }, ...rows.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]));

const FIELDS = "input, textarea, select";
/** Keys that with Ctrl or Meta edit a field. */
const EDITING = /^([acvxyz]|Arrow\w+|Home|End|Backspace|Delete)$/i;

/** The letter of a key: by the place of the key where the alphabet is no Latin one.
 *  @param {{ key: string, code?: string }} event */
export function letterOf({ key, code = "" }) {
  const letter = key.length === 1 ? key.toLowerCase() : "";
  return /^\p{L}$/u.test(letter) && !/^\p{Script=Latin}$/u.test(letter) ? /^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? "" : letter;
}

/** Whether a key belongs to what the screen stands in, a notebook or a browser: all with Ctrl, Meta or Alt but undo and redo, and Enter
 *  with Shift, which runs a cell. A field keeps those that edit it.
 *  @param {KeyboardEvent} event @param {boolean} inField */
function belongsElsewhere(event, inField) {
  const { altKey, ctrlKey, metaKey, shiftKey } = event, key = letterOf(event) || event.key;
  if (key === "Enter" && (shiftKey || ctrlKey || metaKey || altKey)) return true;
  if (!ctrlKey && !metaKey) return altKey;
  return !(inField && !(shiftKey && /^c$/i.test(key)) ? EDITING : /^[zy]$/i).test(key);
}

/** What a key does; true when it has done something. */
function pressed(screen, event) {
  const { key } = event, again = screen.escaped;
  screen.escaped = false;
  if (key === "Escape") return screen.escape() || (screen.full && (screen.window(false), true)) || leave(screen, again);
  if (event.ctrlKey || event.metaKey) {
    screen.send({ kind: letterOf(event) === "y" || event.shiftKey ? "redo" : "undo" });
    return true;
  }
  if (screen.replay?.key(event) || screen.keyOnTable?.(event)) return true;
  const letter = letterOf(event), { anywhere, playing } = screen.keys(event);
  const act = anywhere[letter] ?? (screen.plays ? playing[letter] : null);
  act?.();
  return Boolean(act);
}

/** Back to the cell of a notebook, at the second Escape: its keys change the notebook, and M is no list of moves there. A page is left
 *  by Tab. */
function leave(screen, again) {
  const cell = screen.root.closest(".jp-Cell");
  if (cell && again) cell.focus();
  else if (cell) screen.say("Escape once more leaves the board for its cell.");
  screen.escaped = Boolean(cell) && !again;
  return Boolean(cell);
}

/** The mark with which a node keeps the commands of Jupyter off, as far as the node itself has it. */
const MARK = "data-lm-suppress-shortcuts";

/** Have the keys of a screen reach it alone, and all others what it stands in. JupyterLab asks for its commands after the screen,
 *  Notebook before it, and then finds the mark. Gives what ends it. */
export function keepKeys(screen) {
  const mark = event => {
    const { target } = event;
    if (screen.root.contains(target)) target.toggleAttribute(MARK, !belongsElsewhere(event, target.matches(FIELDS)));
  };
  window.addEventListener("keydown", mark, true);
  return () => window.removeEventListener("keydown", mark, true);
}

export function onKey(screen, event) {
  const inField = event.target.matches(FIELDS);
  if (belongsElsewhere(event, inField)) return;
  if (screen.root.closest("[data-jp-theme-light]")) event.stopPropagation();
  if (event.key !== "Escape" && inField) return event.stopPropagation();
  if (pressed(screen, event)) { event.preventDefault(); event.stopPropagation(); }
}
