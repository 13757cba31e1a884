// How the board says what is on it.

import assert from "node:assert/strict";
import { test } from "node:test";

const { oneOf } = await import("../../cadogan/board/js/words.js");

test("places of a kind are named once, with their numbers", () => {
  assert.equal(oneOf(["lane 2"]), "lane 2");
  assert.equal(oneOf(["foundation 1", "lane 2", "lane 3", "lane 7"]), "foundation 1, lane 2, 3 or 7");
  assert.equal(oneOf(["the talon", "the ace of hearts foundation"]), "the talon or the ace of hearts foundation");
});
