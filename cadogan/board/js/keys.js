// The keys of a screen, and the list that tells them.

import { h } from "./words.js";

export const helpList = rows => h("dl", {}, ...rows.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]));

const FIELDS = "input, textarea, select";
/** Keys that with Ctrl or Meta edit a field. */
const EDITING = /^([acvxyz]|Arrow\w+|Home|End|Backspace|Delete)$/i;

/** Whether a key belongs to what the screen stands in, a notebook or a browser: all with Ctrl, Meta or Alt but undo and redo, and Enter
 *  with Shift, which runs a cell. A field keeps those that edit it.
 *  @param {KeyboardEvent} event @param {boolean} inField */
function belongsElsewhere({ key, altKey, ctrlKey, metaKey, shiftKey }, inField) {
  if (key === "Enter" && (shiftKey || ctrlKey || metaKey || altKey)) return true;
  if (!ctrlKey && !metaKey) return altKey;
  return !(inField && !(shiftKey && /^c$/i.test(key)) ? EDITING : /^[zy]$/i).test(key);
}

/** What a key does; true when it has done something. */
function pressed(screen, event) {
  const { key } = event;
  if (key === "Escape") return screen.escape() || (screen.full && (screen.window(false), true)) || leave(screen);
  if (event.ctrlKey || event.metaKey) {
    screen.send({ kind: /y/i.test(key) || event.shiftKey ? "redo" : "undo" });
    return true;
  }
  if (screen.replay?.key(event) || screen.keyOnTable?.(event)) return true;
  const letter = key.length === 1 ? key.toLowerCase() : "", { anywhere, playing } = screen.keys(event);
  const act = anywhere[letter] ?? (screen.plays ? playing[letter] : null);
  act?.();
  return Boolean(act);
}

/** Back to the cell of a notebook, which has keys of its own; a page is left by Tab. */
function leave(screen) {
  const cell = screen.root.closest(".jp-Cell");
  cell?.focus();
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
