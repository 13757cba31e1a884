// How the board says what is on it.

import assert from "node:assert/strict";
import { test } from "node:test";

const { dealName, dealOfDay, oneOf } = await import("../../cadogan/board/js/words.js");

test("places of a kind are named once, with their numbers", () => {
  assert.equal(oneOf(["lane 2"]), "lane 2");
  assert.equal(oneOf(["foundation 1", "lane 2", "lane 3", "lane 7"]), "foundation 1, lane 2, 3 or 7");
  assert.equal(oneOf(["lane 1", "lane 2", "lane 3", "lane 4", "lane 7", "the talon"]), "lane 1 to 4, 7 or the talon");
  assert.equal(oneOf(["the talon", "the ace of hearts foundation"]), "the talon or the ace of hearts foundation");
});

test("a deal is called by its number, its day, or that it comes from real cards", () => {
  const now = new Date(2026, 10, 28);
  assert.deepEqual([20261128, 20261124, 20250301].map(day => dealOfDay(day, now)),
    ["deal of the day", "deal of 24 November", "deal of 1 March 2025"]);
  assert.equal(dealName({ deal: 5 }), "deal 5");
  assert.equal(dealName({ deal: 0, real: true }), "deal from real cards");
  assert.equal(dealName({ deal: 0, record: { cards: "5H" } }), "deal from real cards");
});
