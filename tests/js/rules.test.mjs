// The rules cells of a page as texts: joined, parted again, an old link of one cell, and where a refusal points.

import assert from "node:assert/strict";
import { test } from "node:test";

const { beginning, joined, parted, sent, wrongWord } = await import("../../book/_static/rules-text.mjs");

test("cells are joined, and parted again as they were", () => {
  const texts = ["a = 1", "", "b = 2\nc = 3", "d = 4\n"];
  assert.equal(joined(texts), "a = 1\n# %%\n\n# %%\nb = 2\nc = 3\n# %%\nd = 4\n");
  assert.deepEqual(parted(joined(texts), 4), texts);
  assert.deepEqual(parted(joined(texts).replaceAll("\n", "\r\n"), 4), texts);
});

test("an old link of one cell goes into the last, and is sent as it came", () => {
  const old = "game = Game(\n    1)\nother = 2", texts = parted(old, 3);
  assert.deepEqual(texts, ["", "", old]);
  assert.equal(joined(texts), old);
  assert.deepEqual(sent(texts), [2]);
  assert.deepEqual(sent(["a = 1", " ", "b = 2"]), [0, 1, 2]);
  assert.deepEqual(parted("a\n# %%\nb", 3), ["", "", "a\n\nb"], "of an edition with other cells");
  assert.deepEqual(parted(old, 1), [old]);
});

test("a line of the reader's own cannot part a cell", () => {
  const text = joined(["a = 1\n# %%\nb = 2", "c = 3"]);
  assert.deepEqual(parted(text, 2), ["a = 1\n#\nb = 2", "c = 3"], "and every line keeps its number");
});

test("the word that is begun, and the word that is wrong", () => {
  assert.equal(beginning("x = foundat"), "foundat");
  assert.equal(beginning('x = places("fa'), "");
  assert.equal(beginning("x = 1  # mar"), "");
  assert.deepEqual(wrongWord("the vocabulary has no word 'mary'; did you mean 'marry'?", "m = mary(down)"), [4, 8]);
  assert.deepEqual(wrongWord("no word 'mary'", "marys = 1"), [0, 9]);
});
