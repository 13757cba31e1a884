// The text of a page: what the reader writes is its own, what a link offers is not before it is accepted, and what was kept and cannot be
// taken is put aside. And the notebook that is saved from it: what was not read as rules is no code there.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const listeners = [];
globalThis.location = new URL("http://127.0.0.1/book/fortress.html");
globalThis.window = { addEventListener: (kind, listener) => listeners.push(listener) };
function storeOf(most = Infinity) {
  return new Proxy({}, {
    get: (all, name) => ({
      getItem: key => all[key] ?? null,
      removeItem: key => { delete all[key]; },
      setItem: (key, text) => {
        if (text.length > most) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
        all[key] = text;
      },
    }[name] ?? all[name]),
  });
}
beforeEach(() => { globalThis.localStorage = storeOf(); });

const { PageText } = await import("../../book/_static/page-text.mjs");
const { notebookOf } = await import("../../book/_static/saved-notebook.mjs");

const NAME = "book/fortress", KEPT = `cadogan-cells:${NAME}`, ASIDE = `cadogan-aside:${NAME}`;
const code = (source, ...tags) => ({ cell_type: "code", source, metadata: { tags }, outputs: [] });
const NOTEBOOK = { nbformat: 4, cells: [{ cell_type: "markdown", source: "# Fortress", metadata: {} }, code(["import ", "cadogan"]),
  code("pack = packs(1)", "rules"), code("lanes = 1", "rules", "hide-input"), code("print(1)")] };
const page = () => new PageText(NAME, NOTEBOOK);
const kept = () => JSON.parse(localStorage.getItem(KEPT))?.cells;

test("cells are counted, and those tagged rules are known whatever they say", () => {
  const text = page();
  assert.deepEqual(text.question, { cells: ["import cadogan", "pack = packs(1)", "lanes = 1", "print(1)"], rules: [1, 2] });
  text.write(text.cells[1], "import os");
  assert.deepEqual(text.question.rules, [1, 2]);
  assert.equal(text.question.cells[1], "import os");
});

test("what is written is kept, and taken when the page is opened anew", () => {
  const text = page(), heard = [], view = {};
  text.show(change => heard.push([change.cells.map(cell => cell.n), change.by]));
  text.write(text.cells[3], "print(2)", view);
  assert.deepEqual(heard, [[[3], view]]);
  assert.deepEqual(kept(), { 3: { printed: "print(1)", text: "print(2)", from: "reader" } });
  const again = page();
  assert.equal(again.cells[3].own, "print(2)");
  again.asPrinted(again.cells[3]);
  assert.equal(localStorage.getItem(KEPT), null);
});

test("what a link offers is shown and is neither run nor kept, until it is accepted", () => {
  const text = page();
  text.write(text.cells[1], "pack = packs(2)");
  text.offer(["import js", "lanes = 1"]);
  assert.deepEqual(text.shownRules, ["import js", "lanes = 1"]);
  assert.equal(text.question.cells[1], "pack = packs(2)");
  text.write(text.cells[1], "import js  # and more");
  assert.equal(text.question.cells[1], "pack = packs(2)", "what is written into it is not the cell's own either");
  assert.equal(kept()[1].text, "pack = packs(2)");
  text.withdraw();
  assert.deepEqual(text.shownRules, ["pack = packs(2)", "lanes = 1"]);
  text.offer(["pack = packs(3)", "lanes = 1"]);
  text.accept(["another text", "lanes = 1"]);
  assert.ok(text.offering, "it was changed while it was read");
  text.accept(["pack = packs(3)", "lanes = 1"]);
  assert.equal(text.offering, false);
  assert.deepEqual([text.cells[1].own, text.cells[1].origin, text.cells[2].origin], ["pack = packs(3)", "link", "book"]);
  assert.deepEqual(text.aside.map(one => one.text), ["pack = packs(2)"], "the reader's own is not lost");
  text.write(text.cells[1], "pack = packs(3)  # mine");
  assert.equal(page().cells[1].origin, "link", "and it came with a link still");
  text.offer(["pack = packs(3)  # mine", "lanes = 1"]);
  assert.equal(text.offering, false, "it is what stands there");
});

test("what was kept and cannot be taken is put aside, and costs no page anything", () => {
  localStorage.setItem("cadogan-cells:/evil", "x");
  for (const [raw, n] of [["x", 1], ["null", 1], ['{"cells": 3}', 1], ['{"cells": {"3": 7, "length": {}, "__proto__": {"text": "a"}}}', 2],
    ['{"cells": {"3": {"printed": "print(0)", "text": "print(9)"}, "99": {"printed": "a", "text": "b"}}}', 2]]) {
    localStorage.setItem(KEPT, raw);
    localStorage.removeItem(ASIDE);
    const text = page();
    assert.deepEqual(text.question.cells, page().cells.map(cell => cell.printed), raw);
    assert.ok(text.aside.length >= n, raw);
    assert.equal(localStorage.getItem(KEPT), null, raw);
    text.write(text.cells[3], "print(5)");
    assert.equal(text.unkept, "", raw);
    assert.equal(kept()[3].text, "print(5)");
  }
});

test("where there is no room that is said, and nothing is lost that was kept", () => {
  globalThis.localStorage = storeOf(200);
  const text = page();
  text.write(text.cells[3], "print(2)");
  text.write(text.cells[0], "x".repeat(300));
  assert.match(text.unkept, /no more room to keep your change/);
  assert.equal(page().cells[3].own, "print(2)");
});

test("another tab is followed, but for a cell that is open here", () => {
  const text = page(), told = [];
  text.show(({ cells, elsewhere }) => told.push([cells.map(cell => cell.n), elsewhere && [...elsewhere.values()]]));
  text.open.add(text.cells[3]);
  const other = { 1: { printed: "pack = packs(1)", text: "pack = packs(2)", from: "reader" },
    3: { printed: "print(1)", text: "print(7)", from: "reader" } };
  localStorage.setItem(KEPT, JSON.stringify({ cells: other }));
  listeners.at(-1)({ key: KEPT });
  assert.deepEqual(told, [[[1], ["print(7)"]]]);
  assert.deepEqual([text.cells[1].own, text.cells[3].own], ["pack = packs(2)", "print(1)"]);
});

test("a saved notebook has as code only rules that were read, and marks what came with a link", () => {
  const text = page();
  text.write(text.cells[1], "import os");
  text.write(text.cells[3], "print(2)");
  text.offer(["import js", "lanes = 2"]);
  const refused = notebookOf(NOTEBOOK, text.cells, "a rules cell says rules, no imports").cells;
  assert.deepEqual(refused.filter(cell => cell.cell_type === "code").map(cell => cell.source),
    [["import ", "cadogan"], "pack = packs(1)", "lanes = 1", "print(2)"]);
  const raw = refused.filter(cell => cell.cell_type === "raw").map(cell => cell.source);
  assert.equal(raw.length, 3);
  assert.ok(raw[0].includes("no imports") && raw[0].endsWith("import os") && raw[1].endsWith("import js") && raw[2].endsWith("lanes = 2"));
  text.accept(["import js", "lanes = 2"]);
  const marked = notebookOf(NOTEBOOK, text.cells, "").cells, at = marked.findIndex(cell => cell.source === "lanes = 2");
  assert.deepEqual(marked[at].metadata.tags, ["rules", "hide-input", "from-link"]);
  assert.match(marked[at - 1].source, /came with a link/);
  assert.equal(new Set(marked.map(cell => cell.id).filter(Boolean)).size, marked.filter(cell => cell.id).length);
  assert.deepEqual(NOTEBOOK.cells[3].metadata.tags, ["rules", "hide-input"], "the page's own is as it was");
});
