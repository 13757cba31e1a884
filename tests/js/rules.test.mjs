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

const { groupsIn, partAt, scan } = await import("../../book/_static/rules-text.mjs");
const WORDS = { marry: { placed: ["line", "onto", "frm"] }, fill: { placed: ["group", "frm", "when"] }, deal: { placed: ["steps"] },
  each: { placed: ["group", "n"] } };
const told = text => scan(text, WORDS).map(({ text: sign, kind, of }) => [sign, kind, of ? `${of.call.word} ${of.arg}` : ""]);

test("each word, argument and value knows the argument in which it stands", () => {
  assert.deepEqual(told('m = marry(either.round, ("lanes", AREA), never_on=Q) @ PLAY[1]  # marry'), [
    ["m", "value", ""], ["marry", "word", ""], ["either", "value", "marry line"], [".round", "value", "marry line"],
    ['"lanes"', "literal", "marry onto"], ["AREA", "value", "marry onto"], ["never_on", "arg", "marry never_on"],
    ["Q", "value", "marry never_on"], ["PLAY", "value", ""], ["1", "literal", ""]]);
  const numbers = told('deal(each("a b", (5,) * 8), each("c", 2))').filter(([, , of]) => of === "each n");
  assert.deepEqual(numbers.map(([sign]) => sign), ["5", "8", "2"]);
  const inside = scan('deal(each("c", 2))', WORDS);
  assert.deepEqual([inside[0].call.taken, inside[1].call.taken, inside[1].of.arg], [["steps"], ["group", "n"], "steps"]);
});

test("a text that is being written is read as far as it goes", () => {
  assert.deepEqual(told('fill("lanes", '), [["fill", "word", ""], ['"lanes"', "literal", "fill group"]]);
  assert.deepEqual(told('fill("lan'), [["fill", "word", ""], ['"lan', "literal", "fill group"]]);
  assert.deepEqual(told(")) = , ]"), []);
});

test("the part at the cursor is the one in which it stands, or that ends there", () => {
  const parts = scan('fill("lanes", may)', WORDS);
  assert.deepEqual([0, 4, 14, 17].map(at => partAt(parts, at)?.text), ["fill", "fill", "may", "may"]);
  assert.equal(partAt(parts, 13), undefined);
});

test("the groups of the page are named as its rules name them", () => {
  const rules = 'a = places("lanes", 10)\nb = foundations(4, ascending(A, K), name="kings")\nc = places("lanes", 9)';
  assert.deepEqual(groupsIn(rules), ['"lanes"', '"kings"']);
});
