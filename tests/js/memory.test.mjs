// What a machine remembers: games left in the middle, games played, times; and that what is spoilt does no harm.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const store = new Map();
globalThis.localStorage = { getItem: name => store.get(name) ?? null, setItem: (name, text) => store.set(name, text),
  get length() { return store.size; }, key: i => [...store.keys()][i] };
const { days, finished, kept, options, played, times } = await import("../../cadogan/board/js/memory.js");
const { Account } = await import("../../cadogan/board/js/account.js");
const { exported, takeIn } = await import("../../cadogan/board/js/elsewhere.js");

const record = moves => ({ format: 1, game: "fortress", deal: 1, moves });
beforeEach(() => store.clear());

test("a game left in the middle is kept once for its deal, the latest first", () => {
  kept.put("fortress", { deal: 1, moved: 1, record: record(["a"]), spent: 10 });
  kept.put("fortress", { deal: 2, moved: 1, record: record(["a"]), spent: 10 });
  kept.put("fortress", { deal: 1, moved: 2, record: record(["a", "b"]), spent: 20 });
  assert.deepEqual(kept.of("fortress").map(one => [one.deal, one.moved]), [[1, 2], [2, 1]]);
  assert.deepEqual(kept.of("nestor"), []);
});

test("a move writes its own game alone, and what an older edition had in one entry is there still", () => {
  const one = deal => ({ deal, moved: 1, record: record(["a"]), spent: 10 }), deals = game => kept.of(game).map(({ deal }) => deal);
  store.set("cadogan-kept", JSON.stringify({ fortress: [one(1)], nestor: [one(2)] }));
  const before = new Map(store);
  kept.put("fortress", one(3));
  assert.deepEqual([...store.keys()].filter(name => store.get(name) !== before.get(name)), ["cadogan-kept:fortress"]);
  assert.deepEqual([deals("fortress"), deals("nestor"), deals("constructor")], [[3, 1], [2], []]);
  assert.deepEqual(Object.keys(kept.all()).sort(), ["fortress", "nestor"]);
});

test("a longer game of the same deal is not replaced by another line of play", () => {
  const put = (...moves) => kept.put("fortress", { deal: 1, moved: moves.length, record: record(moves), spent: 0 });
  const lines = () => kept.of("fortress").map(one => one.record.moves.join(""));
  put("a", "b", "c");
  put("x");
  assert.deepEqual(lines(), ["x", "abc"]);
  put("x", "y");
  assert.deepEqual(lines(), ["xy", "abc"]);
  put("x", "y", "z");
  assert.deepEqual(lines(), ["xyz"]);
});

test("the hints of a game that is left are counted when it is gone on with, and not in another", () => {
  const board = hints => ({ hints, live: true, sameDeal: ({ deal }) => deal === 1, stopwatch: { spent: 0, reset() {}, run() {} } });
  const state = { kept_as: "fortress", deal: 1, moved: 1, record: record(["a"]) }, opened = { kind: "", other: true, first: true };
  const before = board(3), after = board(1), again = board(0);
  new Account(before).keep(state);
  new Account(after).heed(state, {}, opened);
  assert.equal(after.hints, 4);      // one was asked for before the game was there
  new Account(after).heed({ ...state, kept_as: "nestor", moved: 0 }, state, { ...opened, first: false });
  assert.equal(after.hints, 0);
  new Account(before).keep({ ...state, won: true });
  new Account(again).heed(state, {}, opened);
  assert.equal(again.hints, 0);
});

test("what is drawn is kept of the latest alone, and only where it is short", () => {
  const view = text => ({ piles: { l1: ["10H", null] }, moves: [], buttons: [], counts: [], text });
  const put = (deal, one) => kept.put("fortress", { deal, moved: 1, record: record(["a"]), spent: 0, view: one });
  for (const spoilt of [7, {}, { ...view(""), piles: { l1: ["<b>"] } }, { ...view(""), moves: [{}] }, { ...view(""), piles: {} }]) {
    put(1, spoilt);
    assert.equal(kept.of("fortress")[0].view, undefined);
  }
  put(1, view("one"));
  put(2, view("two"));
  assert.deepEqual(kept.of("fortress").map(one => one.view?.text), ["two", undefined]);
  put(3, view("x".repeat(50000)));
  assert.equal(kept.of("fortress")[0].view, undefined);
  kept.put("fortress", { deal: 4, moved: 1, record: record(["a"]), spent: 0, ended: "won" });
  assert.deepEqual(kept.left("fortress").map(one => one.deal), [3, 2, 1]);
});

test("a table is drawn only where it has the shape of one", () => {
  const table = varied => ({ players: [0], persons: [], actions: [], parts: { turn: {}, "seat 0": {} }, varied });
  for (const [varied, sound] of [[undefined, true], [["a"], true], [7, false]]) {
    kept.put("cooncan", { deal: 4, moved: 1, record: { round: { actions: ["a"] } }, spent: 0, view: table(varied) });
    assert.equal(kept.of("cooncan")[0].view !== undefined, sound);
  }
});

test("only so many are kept, and none that is too long", () => {
  for (let deal = 1; deal < 20; deal++) kept.put("fortress", { deal, moved: 1, record: record(["a"]), spent: 0 });
  assert.equal(kept.of("fortress").length, 10);
  assert.equal(kept.put("fortress", { deal: 99, moved: 1, record: record(["x".repeat(100000)]), spent: 0 }), false);
  assert.equal(kept.of("fortress")[0].deal, 19);
});

test("what is spoilt is passed over", () => {
  for (const spoilt of ["{", "null", "7", "[]", '{"fortress": 3}',
    '{"fortress": [null, {"deal": "1"}, {"deal": 1, "moved": 0, "record": {}}]}']) {
    for (const name of ["cadogan-kept", "cadogan-kept:fortress"]) {
      store.set(name, spoilt);
      assert.deepEqual(kept.of("fortress"), []);
    }
  }
  for (const spoilt of ["{", "null", "7", '"x"', "[]", '{"fortress": 3, "<b>": [[1, -1], ["x", 2], 9, [5, 1e99]]}']) {
    for (const name of ["cadogan-games", "cadogan-options"]) store.set(name, spoilt);
    played.note("fortress", 5);
    options.set("fortress", "large-index", true);
    assert.deepEqual([played.of("fortress"), options.get("fortress", "large-index")], [[[5, 0]], true]);
  }
  for (const spoilt of ["[]", "{", '{"cooncan": [[3, 4, "<b>"], 7, [1, 2], [-1, 4, 2]]}', '"x"']) {
    store.set("cadogan-round-games", spoilt);
    assert.deepEqual(finished.of("cooncan"), []);
  }
  store.set("cadogan-options", '{"": {"felt": "<b>"}}');
  assert.equal(options.choice("", "felt", ["green", "blue"]), "green");
});

test("a deal in play or kept is not lost; the fewest moves of a win are kept", () => {
  played.note("fortress", 1);
  played.note("fortress", 2, { won: 40 });
  played.note("fortress", 2, { won: 30 });
  played.note("fortress", 2, { won: 35 });
  played.note("fortress", 2);
  played.note("fortress", 3);
  const { begun, won, notWon, open, fewest } = played.summary("fortress", [3]);
  assert.deepEqual([begun, won, notWon, open, fewest], [3, 1, 1, 1, 30]);
});

test("the shortest time is kept", () => {
  assert.equal(times.best("fortress"), null);
  times.note("fortress", 90);
  times.note("fortress", 120);
  times.note("fortress", 0);
  assert.equal(times.best("fortress"), 90);
});

test("a deal that is won after a loss is told as that, and is none of a row at the first try; a loss taken back is none", () => {
  const facts = () => { const { won, later, streak, longest } = played.summary("fortress"); return [won, later, streak, longest]; };
  played.note("fortress", 1, { won: 30 });
  played.note("fortress", 2, { lost: 1 });
  played.note("fortress", 2, { lost: 1 });
  assert.deepEqual([facts(), played.losses("fortress", 2)], [[1, 0, 0, 1], 2]);
  played.note("fortress", 2, { won: 44 });
  played.note("fortress", 3, { lost: 1 });
  played.note("fortress", 3, { lost: -1 });
  played.note("fortress", 3, { won: 50 });
  assert.deepEqual(played.of("fortress"), [[1, 30], [2, 44, 2], [3, 50]]);
  assert.deepEqual(facts(), [3, 1, 1, 1]);
  played.note("fortress", 3, { lost: 1 });
  assert.equal(played.losses("fortress", 3), 0, "lost after it was won");
  assert.deepEqual(played.merged([2, 0, 3], [2, 44, 2]), [2, 44, 3]);
});

test("a round game of one deal counts once for as many players", () => {
  finished.note("cooncan", 5, 3, -4);
  finished.note("cooncan", 5, 3, 9);
  assert.deepEqual(finished.of("cooncan"), [[5, 3, -4]]);
});

test("all that is remembered goes to another machine by one file, and is merged there", () => {
  played.note("fortress", 1, { won: 90 });
  played.note("fortress", 2);
  finished.note("pope-joan", 3, 4, -5);
  kept.put("fortress", { deal: 2, moved: 2, record: record(["a", "b"]), spent: 10 });
  days.note(20261127, "fortress", 2);
  times.note("fortress", 50);
  store.set("cadogan-course", JSON.stringify({ "deal/1": { right: true } }));
  const file = exported();
  store.clear();
  played.note("fortress", 1, { won: 95 });
  played.note("fortress", 7, { won: 60 });
  kept.put("fortress", { deal: 2, moved: 1, record: record(["a"]), spent: 10 });
  times.note("fortress", 40);
  assert.equal(takeIn(file), "New from this file: 2 deals, 1 kept game, 1 day and 1 answer.");
  assert.deepEqual(played.of("fortress"), [[2, 0], [1, 90], [7, 60]]);
  assert.deepEqual(finished.of("pope-joan"), [[3, 4, -5]]);
  assert.deepEqual(kept.of("fortress").map(one => [one.deal, one.moved]), [[2, 2]]);
  assert.equal(times.best("fortress"), 40);
  assert.equal(days.of(20261127).fortress, 2);
  const before = JSON.stringify([...store]);
  assert.equal(takeIn(file), "Nothing in this file is new.");
  assert.deepEqual(JSON.parse(before), [...store], "twice is once");
});

test("a foreign or a spoilt file is refused, or leaves out what is no entry", () => {
  for (const text of ["", "7", "[]", "{}", '{"format":9,"games":{}}', '{"format":1,"moves":["a"]}']) {
    assert.throws(() => takeIn(text), /no games of this book/, text);
  }
  takeIn(JSON.stringify({ format: 2, games: { fortress: { deals: [[-1, 2], ["x"], [4, 0]] }, nestor: 7 }, kept: { fortress: [{ deal: 1 }] },
    days: { x: 1, 20261127: { fortress: "<b>" } }, times: { fortress: "x" } }));
  assert.deepEqual(played.of("fortress"), [[4, 0]]);
  assert.deepEqual([kept.of("fortress"), days.of(20261127), times.best("fortress")], [[], {}, null]);
  const names = ["constructor", "__proto__", "toString"].map(name => `"${name}": {"deals": [[1, 5]]}`).join();
  assert.match(takeIn(`{"format": 2, "games": {${names}}}`), /^New from this file:/, "a game may have any name");
  assert.deepEqual(played.of("fortress"), [[4, 0]]);
});
