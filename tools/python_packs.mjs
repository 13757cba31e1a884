// Compiles Python's standard library and the package for the built page, by the Python that will run them there. Called by
// tools/assets.py:   node python_packs.mjs FOLDER WHEEL TARGET   What lies in which pack, python_packs.py says.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheel, target] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  // The seed stands still, so that the book is the same to the last byte whenever and wherever it is built. Of each instruction the
  // line is kept, and not the columns, by which a traceback would underline the library's or the package's own: a fifth of the packs.
  const python = await loadPyodide({ indexURL: `${folder}/`, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
  python.FS.writeFile("/tmp/package.zip", readFileSync(wheel));
  python.FS.writeFile("/tmp/library.zip", readFileSync(`${folder}/python_stdlib.zip`));
  python.runPython(readFileSync(new URL("python_packs.py", import.meta.url), "utf8"));
  for (const name of python.FS.readdir("/tmp/packs").filter(name => !name.startsWith("."))) {
    writeFileSync(`${target}/${name}`, python.FS.readFile(`/tmp/packs/${name}`));
  }
} catch (error) {      // without its place, for Node would show the whole program, which is one line
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
