// The keys of a screen, and the list that tells them.

import { h } from "./words.js";

export const helpList = rows => h("dl", {}, ...rows.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]));

/** What a key does; true when it has done something. */
function pressed(screen, event) {
  const { key } = event;
  if (key === "Escape") return screen.escape() || (screen.full && (screen.window(false), true)) || leave(screen);
  if (event.ctrlKey || event.metaKey) {
    if (!/^[zy]$/i.test(key)) return false;
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

export function onKey(screen, event) {
  // JupyterLab has commands for whatever has the focus within a notebook, and a mark on the board does not keep them off.
  if (screen.root.closest("[data-jp-theme-light]")) event.stopPropagation();
  if (event.altKey || (event.metaKey && !/^[zy]$/i.test(event.key))) return;
  if (event.key !== "Escape" && event.target.matches("input, textarea, select")) return event.stopPropagation();
  if (pressed(screen, event)) { event.preventDefault(); event.stopPropagation(); }
}
