// Makes Python's stored start for the built book: the memory of a Pyodide that has imported the package and read every
// chapter. Called by tools/assets.py, which packs it:   node stored_start.mjs FOLDER WHEEL TARGET
//
// Pyodide calls this experimental, and it holds only for the very files it was made with. Where it cannot be made, or cannot be
// used in a browser, Python starts in full (cadogan/board/worker.mjs).

import nodeCrypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheel, target] = process.argv.slice(2);

// What differs from one run to the next stands still, so that the book is the same to the last byte whenever and wherever it is
// built: the clock, chance, the seed of Python's hashes, and when JavaScript lets go of Python's objects.
globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length ? given : [0])); }
  static now() { return 0; }
};
performance.now = () => 0;
nodeCrypto.randomFillSync = globalThis.crypto.getRandomValues = bytes => bytes.fill(0);
globalThis.FinalizationRegistry = class { register() {} unregister() {} };
const env = { PYTHONHASHSEED: "0" };

process.argv.length = 1;      // Pyodide would keep the words of this command in the memory
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true, env });
python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${wheel}`)).buffer, "wheel");
python.runPython("import cadogan.board.page, gc; cadogan.board.page.prepare(); gc.collect()");
writeFileSync(`${folder}/${target}`, python.makeMemorySnapshot());
console.log(python._module.HEAP8.length);      // the worker makes as much room before it copies the memory back
process.exit(0);
