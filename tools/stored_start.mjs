// Makes Python's stored start for the built book: the memory of a Pyodide that has imported the package and read every
// chapter, gzipped. Called by tools/assets.py:   node stored_start.mjs FOLDER WHEEL TARGET
//
// Pyodide calls this experimental, and it holds only for the very files it was made with. Where it cannot be made, or cannot be
// used in a browser, Python starts in full (cadogan/board/worker.mjs).

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, wheel, target] = process.argv.slice(2);
process.argv.length = 1;      // Pyodide would keep the words of this command in the memory
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${wheel}`)).buffer, "wheel");
python.runPython("import cadogan.board.page, gc; cadogan.board.page.prepare(); gc.collect()");
const memory = python.makeMemorySnapshot();
writeFileSync(`${folder}/${target}`, gzipSync(memory, { level: 9 }));
console.log(python._module.HEAP8.length);      // the worker makes as much room before it copies the memory back
process.exit(0);
