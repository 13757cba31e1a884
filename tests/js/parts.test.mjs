// The pure parts of the front end: where places lie and arrows lead, words, times, bounces, the stopwatch, a score's signs.

import assert from "node:assert/strict";
import { test } from "node:test";

const js = name => import(`../../cadogan/board/js/${name}.js`);
const { Layout, waysOf } = await js("layout");
const { cardName, clockTime, pileName, samePairs, sentence } = await js("words");
const { bounces, flights, turnedUp } = await js("table");
const { Stopwatch } = await js("stopwatch");
const { letterOf } = await js("keys");
const { toldWin, worthOf } = await js("ending");
const { nameOf, sameCards, signed, within } = await js("round_draw");

const place = (id, x, y, spread = [0, 0]) => ({ id, name: id, group: "lanes", x, y, angle: 0, spread, face_down: false, home: false });

test("arrows lead to the nearest place that way, and from every place to every other", () => {
  const ways = waysOf([place("a", 0, 0), place("b", 1.2, 0), place("c", 0, 1.3), place("d", 9, 9)]);
  assert.equal(ways.get("a").ArrowRight, "b");
  assert.equal(ways.get("a").ArrowDown, "c");
  const seen = new Set(["a"]);
  for (const id of seen) Object.values(ways.get(id)).forEach(to => seen.add(to));
  assert.equal(seen.size, 4);
});

test("a fan is drawn together before a neighbour, and never more than its values can be read where it is free", () => {
  const tight = [place("a", 0, 0, [0.3, 0]), place("b", 2, 0)], layout = new Layout(tight), piles = { a: Array(12).fill("AS"), b: ["KS"] };
  layout.measure(piles);
  assert.ok(layout.spot(tight[0], 11, 12).x <= 50, "it ends before the neighbour");
  const spots = piles.a.map((_, i) => layout.spot(tight[0], i, 12)), rows = new Set(spots.map(one => one.y));
  assert.ok(rows.size > 1, "it lies in rows");
  assert.ok(spots.every((one, i) => !i || one.y !== spots[i - 1].y || one.x - spots[i - 1].x > 11.4), "each is read");
  const free = [place("a", 0, 0, [0.3, 0])], alone = new Layout(free);
  alone.measure({ a: Array(30).fill("10S") });
  assert.ok(alone.spot(free[0], 1, 30).x >= 0.23 * 50, "a ten can be read");
});

test("cards and piles are named", () => {
  assert.equal(cardName("10H"), "ten of hearts");
  assert.equal(cardName(null), "unseen card");
  assert.equal(pileName(place("lane 1", 0, 0), []), "lane 1, empty");
  assert.equal(pileName(place("talon", 0, 0), [null, "7H"]), "talon, seven of hearts, on 1 card");
  assert.equal(sentence("put back"), "Put back.");
});

test("the same pairs in any order", () => {
  assert.ok(samePairs(["a", "b", "c", "d"], ["d", "c", "b", "a"]));
  assert.ok(!samePairs(["a", "b", "c", "d"], ["a", "c", "b", "d"]));
});

test("a time as a clock tells it", () => {
  assert.deepEqual([0, 59.9, 61, 3661].map(clockTime), ["0:00", "0:59", "1:01", "1:01:01"]);
});

test("a falling card stays above the floor and fades at the end", () => {
  const frames = bounces(200, 2, 600), heights = frames.map(one => Number(one.transform.match(/, ([-\d.]+)px\)/)[1]));
  assert.ok(Math.max(...heights) <= 200 && frames.at(-1).opacity === 0 && heights.includes(200));
});

test("cards that are elsewhere fly: a run, a pair, a card turned on its way; what was turned over where it lies does not", () => {
  const ends = (before, after) => flights(before, after).map(({ card, at, to }) => `${card} ${at.id}${at.i}-${to ? to.id + to.i : ""}`);
  assert.deepEqual(ends({ a: ["KS", "5H", "4S"], b: ["6C"] }, { a: ["KS"], b: ["6C", "5H", "4S"] }), ["5H a1-b1", "4S a2-b2"]);
  assert.deepEqual(ends({ a: ["KS"], b: ["KH"], c: [] }, { a: [], b: [], c: ["KS", "KH"] }), ["KS a0-c0", "KH b0-c1"]);
  assert.deepEqual(ends({ hand: [null, null], talon: ["2C"] }, { hand: [null], talon: ["2C", "9D"] }), ["9D hand1-talon1"]);
  assert.deepEqual(ends({ a: [null, "KS"], f: [] }, { a: ["3D"], f: ["KS"] }), ["KS a1-f0"]);
  assert.deepEqual(ends({ a: ["KS"], b: ["KH"] }, { a: [], b: [] }), ["KS a0-", "KH b0-"]);
});

test("a card that is turned face up where it lies is seen to turn", () => {
  const turned = (before, after) => turnedUp(before, after).map(({ id, i }) => id + i);
  assert.deepEqual(turned({ a: [null, null, "5H"], b: ["6C"] }, { a: [null, "KS"], b: ["6C", "5H"] }), ["a1"]);
  assert.deepEqual(turned({ a: [null, "5H"], b: ["6C"] }, { a: [null], b: ["6C", "5H"] }), []);
  assert.deepEqual(turned({ hand: [null, null] }, { hand: [null], talon: ["9D"] }), []);
});

test("the stopwatch runs while it is wanted", () => {
  let now = 0, told = 0;
  const watch = new Stopwatch(() => { told++; }, () => now);
  now = 500;
  assert.equal(watch.spent, 0);
  watch.run(true);
  now = 1700;
  assert.equal(watch.spent, 1200);
  watch.run(false);
  now = 9000;
  assert.equal(watch.spent, 1200);
  watch.reset(300);
  assert.equal(watch.spent, 300);
  assert.equal(told, 1);
  watch.close();
});

test("a win is told beside one's best", () => {
  assert.equal(toldWin({ moved: 50, seconds: 65, fewest: null, shortest: null }), "Won in 50 moves and 1:05.");
  assert.equal(toldWin({ moved: 50, seconds: 65, fewest: 60, shortest: 60 }),
    "Won in 50 moves and 1:05. Your fewest moves yet (before: 60), your shortest time is 1:00.");
  assert.equal(toldWin({ moved: 50, seconds: 65, fewest: null, shortest: null, streak: 0, losses: 1 }),
    "Won in 50 moves and 1:05, after one loss.");
});

test("counters bear their sign, players their names", () => {
  assert.deepEqual([3, 0, -2].map(signed), ["+3", "0", "−2"]);
  assert.equal(nameOf([{ name: "You" }], 0), "You");
  assert.equal(nameOf(undefined, 1), "Player 2");
  assert.ok(within(["AS"], ["KS", "AS"]) && !within(["AS", "AS"], ["AS"]) && sameCards(["AS", "KS"], ["KS", "AS"]));
});

test("a key is its letter, and its place where the alphabet is no Latin one", () => {
  const letter = (key, code) => letterOf({ key, code });
  assert.deepEqual([letter("h", "KeyH"), letter("U", "KeyU"), letter("z", "KeyY"), letter("é", "Digit2")], ["h", "u", "z", "é"]);
  assert.deepEqual([letter("р", "KeyH"), letter("Η", "KeyH"), letter("י", "KeyH"), letter("ا", "KeyH")], ["h", "h", "h", "h"]);
  assert.deepEqual([letter("?", "Slash"), letter("Enter", "Enter"), letter("ж", "Semicolon")], ["?", "", ""]);
});

test("a win says what it was worth", () => {
  const rows = [{ player: "greedy", share: 0.0002 }, { player: "careful", share: 0.0008 }], first = "Your first win of this patience";
  assert.equal(worthOf({ rows, hints: 61, wins: 3 }),
    "The careful player wins one deal in 1,250. You have won this patience in 3 deals, this one with 61 hints.");
  assert.equal(worthOf({ rows: [{ player: "careful", share: 0.99 }], hints: 0, wins: 1 }), `${first}, this one without a hint.`);
  assert.equal(worthOf({ rows: [], hints: 1, wins: 1 }), `${first}, this one with 1 hint.`);
  assert.equal(worthOf({ rows: [{ player: "careful", share: 0 }], hints: 0, wins: 1 }), `${first}, this one without a hint.`);
});
