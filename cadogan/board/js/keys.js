// The keys of a board, and the help that lists them.

import { ARROWS, h } from "./words.js";

export const KIND_KEYS = { t: "turn", d: "deal", f: "fill", a: "again" };
const HELP = [
  ["Click, or Enter", "pick up the uppermost card of a place; again on another place: put it there"],
  ["Second click, or Enter twice", "send the card to its foundation, where there is only one"],
  ["Drag", "carry a card with mouse, pen or finger"],
  ["Arrows", "go from place to place in the shape of the table (in a replay: step)"],
  ["Page Up, Page Down", "go through all the places one after another; Home, End: the first, the last"],
  ["Escape", "put the card back, close a panel, stop the showing"],
  ["T, D, F, A", "turn, deal, fill, deal again, where the game has them"],
  ["M", "all moves, as a list"], ["E", "is there a move at all?"], ["H", "a hint, and why"],
  ["O", "send home all that can go"], ["U, R", "undo, redo (also Ctrl+Z, Ctrl+Y)"],
  ["S", "show me: a strategy plays on; again: pause and go on"],
  ["L", "look through the place you are on, as far as the rules allow"],
  ["N", "deals, showing, saving, options"], ["B", "begin this deal again"], ["G", "games played on this machine"],
  ["Z", "cards larger, with scrolling; again: the whole table"], ["X", "the table as text"], ["?", "this help"],
];

export const helpList = () => h("dl", {}, ...HELP.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]));

/** What a key does; true when it has done something. */
function press(board, event) {
  const { key } = event, onTable = event.target.closest("[data-place]"), { hands, panels, table, show } = board;
  if (key === "Escape") {
    if (show.stop() || panels.close()) return true;
    if (!hands.chosen.length) return false;
    hands.release();
    board.say("Put back.");
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (!/^[zy]$/i.test(key)) return false;
    board.send({ kind: /y/i.test(key) || event.shiftKey ? "redo" : "undo" });
    return true;
  }
  if (board.replay?.key(event)) return true;
  if (onTable) {
    const place = onTable.dataset.place;
    if (ARROWS[key] || /^(Page(Up|Down)|Home|End)$/.test(key)) { table.focusOn(table.towards(place, key)); return true; }
    if (key === "Enter" || key === " ") { hands.pick(place); return true; }
  }
  const letter = key.length === 1 ? key.toLowerCase() : "";
  const anywhere = {
    "?": () => panels.toggle("help"), x: () => panels.toggle("text"), g: () => panels.toggle("games"), z: () => board.zoom(),
    l: () => panels.look(onTable?.dataset.place ?? table.current),
  };
  const playing = {
    u: () => board.send({ kind: "undo" }), r: () => board.send({ kind: "redo" }), h: () => board.send({ kind: "hint" }),
    o: () => board.send({ kind: "home" }), b: () => board.send({ kind: "restart" }), m: () => panels.toggle("moves"),
    n: () => panels.toggle("more"), e: () => board.anyMove(), s: () => (show.on ? show.pause() : show.start()),
  };
  if (KIND_KEYS[letter]) playing[letter] = () => hands.playKind(KIND_KEYS[letter]);
  const act = anywhere[letter] ?? (board.live ? playing[letter] : null);
  if (!act) return false;
  if (show.on && letter !== "s" && playing[letter]) show.stop();
  act();
  return true;
}

export function onKey(board, event) {
  if (event.altKey || (event.metaKey && !/^[zy]$/i.test(event.key))) return;
  if (event.key !== "Escape" && event.target.matches("input, textarea, select")) return event.stopPropagation();
  if (press(board, event)) { event.preventDefault(); event.stopPropagation(); }
}
