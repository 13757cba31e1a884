// The log: off until asked for, a line for each sitting at a deal, and exports that can be read again.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
globalThis.localStorage = { getItem: name => store.get(name) ?? null, setItem: (name, text) => store.set(name, text),
  removeItem: name => store.delete(name) };
const { Sitting, log } = await import("../../cadogan/board/js/log.js");

beforeEach(() => store.clear());
const state = (moved, more = {}) => ({ kept_as: "fortress", deal: 7, moved, ...more });
const how = (more = {}) => ({ on: true, played: true, again: false, seconds: 5, ...more });
let minute = 0;
const sitting = () => new Sitting(() => new Date(Date.UTC(2026, 10, 22, 9, minute++)));

test("nothing is kept unless it is asked for", () => {
  const one = sitting();
  one.note(state(1), how({ on: false }));
  assert.deepEqual(log.lines(), []);
  assert.equal(store.size, 0);
});

test("a sitting is one line, with what was asked and taken back; a deal begun again is another", () => {
  const one = sitting();
  one.note(state(0), how({ played: false, again: true }));
  one.asked("hint");
  one.note(state(1), how());
  one.asked("undo");
  one.note(state(0), how({ played: false }));
  one.note(state(1), how({ seconds: 9 }));
  assert.deepEqual(log.lines().map(({ moves, seconds, outcome, hints, undone }) => [moves, seconds, outcome, hints, undone]),
    [[1, 9, "left", 1, 1]]);
  one.asked("restart");
  one.note(state(0), how({ played: false }));
  one.note(state(1, { over: true }), how());
  assert.deepEqual(log.lines().map(({ outcome, hints }) => [outcome, hints]), [["left", 1], ["stuck", 0]]);
  one.note({ ...state(3, { won: true, over: true }), deal: 8 }, how({ again: true }));
  assert.deepEqual(log.lines().map(({ deal, outcome }) => [deal, outcome]), [[7, "left"], [7, "stuck"], [8, "won"]]);
});

test("a game that is only opened again is no line", () => {
  sitting().note(state(12), how({ played: false, again: true }));
  assert.deepEqual(log.lines(), []);
});

test("the exports say the same", () => {
  sitting().note({ ...state(1), kept_as: 'my "own", changed' }, how());
  const [head, line] = log.csv().trim().split("\n");
  assert.equal(head, "begun,game,deal,moves,seconds,outcome,hints,undone,shown");
  assert.match(line, /^2026-11-22T09:\d\d:00\.000Z,"my ""own"", changed",7,1,5,left,0,0,0$/);
  assert.deepEqual(JSON.parse(log.json()).played, log.lines());
});

test("what is spoilt is passed over, and kept", () => {
  store.set("cadogan-log", '[{"begun": 3}, "x"]');
  assert.deepEqual(log.lines(), []);
  sitting().note(state(1), how());
  assert.equal(JSON.parse(store.get("cadogan-log")).length, 3);
  log.forget();
  assert.equal(store.size, 0);
});
