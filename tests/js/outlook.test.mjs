// The line of chances: what is drawn of it, and what is forgotten when another move is played.

import assert from "node:assert/strict";
import { test } from "node:test";

const { points, stillKnown } = await import("../../cadogan/board/js/outlook.js");

test("the line goes from the first move to the last, upward with the chance; what is not known is left out", () => {
  assert.equal(points([0, 1], 1), "0.0,54.0 300.0,0.0");
  assert.equal(points([0.5, undefined, 0.25], 4), "0.0,27.0 150.0,40.5");
  assert.equal(points([0.5], 0), "0.0,27.0");
  assert.equal(points([], 0), "");
});

test("a new move drops what lay ahead, a step back drops nothing, another deal drops all", () => {
  const known = [0.1, 0.2, 0.3];
  assert.deepEqual(stillKnown(known, { moved: 1, can_redo: false }, false), [0.1, 0.2]);
  assert.deepEqual(stillKnown(known, { moved: 1, can_redo: true }, false), known);
  assert.deepEqual(stillKnown(known, { moved: 0, can_redo: false }, true), []);
});
