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
const size = python._module.HEAP8.length;
python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${wheel}`)).buffer, "wheel");
python.runPython("import cadogan.board.page, gc; cadogan.board.page.prepare(); gc.collect()");
const memory = python.makeMemorySnapshot();
if (python._module.HEAP8.length !== size) throw new Error("the memory has grown: it could not be copied back");
writeFileSync(`${folder}/${target}`, gzipSync(memory, { level: 9 }));
process.exit(0);
