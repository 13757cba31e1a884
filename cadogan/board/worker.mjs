// Python for the boards of one page: Pyodide, the package, and the referee in it. Text in, text out.
// It lies beside Pyodide's files and cadogan.json, which names the packs (tools/python_packs.py): Python's interpreter and library,
// and the package, compiled. What a game needs comes before its first move; the rest of the package, and of the library, behind it.

/** What the worker is asked, by the module of cadogan/board that answers. */
const CALLS = {
  page: new Set(["open_game", "handle", "close_game"]),
  laboratory: new Set(["change", "describe", "simulate", "go_on", "cards", "check", "studio", "notebook"]),
};
/** What a table asks that needs no more than the pack `play`: messages of cadogan/board/messages.d.ts. */
const PLAYING = new Set(["hello", "move", "try", "home", "undo", "redo", "go", "restart", "new", "save", "load"]);
/** The packs before the first move; the others are fetched so many ms behind it, for the first moves go first. */
const FIRST = ["interpreter", "library", "play"], AFTER = 2000;
const LONGEST = 10_000;      // ms that a table waits for a pack
const LIBRARY = "python_stdlib.zip", INTERPRETER = "pyodide.asm.wasm";      // as Pyodide asks for them
const here = name => new URL(`./${name}`, import.meta.url);
const TELLING = 150;      // ms between two messages of how much has come
let python = null, begun = false, packs = null, later = [], total = 0, loaded = 0, told = 0;
const tell = progress => postMessage({ progress, loaded, total });

/** So many bytes more have come. */
function come(bytes) {
  loaded += bytes;
  if (performance.now() - told < TELLING || begun) return;
  told = performance.now();
  tell("");
}

// The packs are counted as they come, and a page that some network lays in a part's place is not taken for it.
const fetching = self.fetch;
self.fetch = async (...given) => {
  // The unpacker has its program in itself as data, which the policy lets nobody fetch.
  const data = /^data:application\/wasm;base64,(.+)$/.exec(String(given[0]));
  if (data) return new Response(Uint8Array.from(atob(data[1]), letter => letter.charCodeAt(0)));
  const name = String(/** @type {any} */ (given[0]).url ?? given[0]).split("/").pop();
  if (name === LIBRARY) return new Response(await pack("library"));
  if (name === INTERPRETER) return new Response(await pack("interpreter"), { headers: { "Content-Type": "application/wasm" } });
  const found = await fetching(...given).catch(() => { throw new Error("a part of Python could not be fetched over the network"); });
  const type = found.headers.get("Content-Type") ?? "";
  if (found.ok && /^text\/html/.test(type)) {
    throw new Error("another page came instead of a part of Python: perhaps this network wants you to sign in");
  }
  if (!found.ok || !found.body || begun || !name.endsWith(".bin")) return found;
  const count = new TransformStream({ transform(chunk, on) { come(chunk.byteLength); on.enqueue(chunk); } });
  return new Response(found.body.pipeThrough(count), { status: found.status, headers: found.headers });
};

/** Where WebAssembly cannot be had, Pyodide says so to the console and waits without end. Rejects instead. */
const refused = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (source, imports) => {
    const made = instantiateStreaming.call(WebAssembly, source, imports);
    made.catch(reject);
    return made;
  };
});
refused.catch(() => {});      // told where it is awaited

async function fetched(name) {
  const found = await fetch(here(name));
  if (!found.ok) throw new Error(`a part of Python is missing beside this page: ${name}`);
  return found;
}

// @ts-ignore: it lies beside this file in the built page alone
const unpacker = import("./zstddec.mjs").then(async ({ ZSTDDecoder }) => {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return decoder;
});
unpacker.catch(() => {});      // told where it is awaited

/** The packs that are being fetched, and those that are laid into Python's files. What does not come, the next who wants it asks again. */
const coming = {}, laid = new Set();
let line = Promise.resolve();

function unpacked(name, packed, decoder) {
  const [file, , size] = packs[name], content = decoder.decode(new Uint8Array(packed), size);
  if (content.length !== size) throw new Error(`a part of Python is spoilt: ${file}`);
  return content;
}

/** They come one after another, so that Python begins with the first while the next is on its way. */
function pack(name) {
  const asked = async () => {
    const body = line.then(async () => (await fetched(packs[name][0])).arrayBuffer());
    line = body.then(() => {}, () => {});
    const [packed, decoder] = await Promise.all([body, unpacker]);
    return unpacked(name, packed, decoder);
  };
  return coming[name] ??= asked().catch(error => { delete coming[name]; throw error; });
}

/** The files of a pack: a zip in which nothing is packed, for it is packed as a whole. */
function* files(content) {
  const view = new DataView(content.buffer, content.byteOffset), text = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === FILE;) {
    const name = at + 30, start = name + view.getUint16(at + 26, true), end = start + view.getUint32(at + 18, true);
    yield [text.decode(content.subarray(name, start)), content.subarray(start, end)];
    at = end;
  }
}
const FILE = 0x04034b50;      // begins a file in a zip

function put(name, content) {
  if (laid.has(name)) return;
  const folders = new Set();
  for (const [path, file] of files(content)) {
    if (path.startsWith("library/")) continue;
    const whole = `/home/pyodide/${path}`, folder = whole.slice(0, whole.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(whole, file);
  }
  python.FS.writeFile("/tmp/pack.zip", content);
  python.runPython(LAY, { globals: python.toPy({}) });
  laid.add(name);
}
const LAY = `
import linecache, os, sys, zipfile
shelf = next(path for path in sys.path if path.endswith(".zip"))      # where Python has the rest of its library
with zipfile.ZipFile("/tmp/pack.zip") as pack, zipfile.ZipFile(shelf, "a") as library:
    for name in pack.namelist():
        if name.startswith("library/"):
            library.writestr(name.removeprefix("library/"), pack.read(name))
os.remove("/tmp/pack.zip")
for finder in filter(None, sys.path_importer_cache.values()):
    finder.invalidate_caches()
linecache.checkcache()      # a module that came compiled has its text now`;

async function lay(name) {
  if (!laid.has(name)) put(name, await pack(name));
  delete coming[name];      // Python has it
}

/** Whoever imports what lies in a pack that has not come waits for it: records of long ago, or a cell that wants more of the library. */
async function waitForPacks() {
  const decoder = await unpacker;
  const fetchNow = name => {
    if (laid.has(name)) return;
    const request = new XMLHttpRequest();
    request.open("GET", here(packs[name][0]).href, false);
    request.responseType = "arraybuffer";
    request.send();
    if (request.status !== 200) throw new Error(`a part of Python is missing beside this page: ${packs[name][0]}`);
    put(name, unpacked(name, request.response, decoder));
  };
  python.runPython(WAIT, { globals: python.toPy({ fetch_now: fetchNow, later }) });
}
const WAIT = `
import sys
from importlib.machinery import PathFinder
later = {*later}
class Packs:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        pack = "rest" if first == "cadogan" else "library-rest" if first in later else ""
        if not pack:
            return None
        try:
            fetch_now(pack)
        except Exception as error:
            raise ImportError("a part of Python has not come; try again when there is a network") from error
        return PathFinder.find_spec(name, path, target)
sys.meta_path.append(Packs())`;

/** What `dataclasses` has compiled for each class takes half the time of an import, and lies in the pack. */
const COMPILED = `
import dataclasses, marshal
with open("/home/pyodide/dataclasses.marshal", "rb") as file:
    compiled = marshal.load(file)
dataclasses.exec = lambda text, *spaces: exec(compiled.get(text, text), *spaces)`;

async function start() {
  // @ts-ignore: they lie beside this file in the built page alone
  const runtime = import("./pyodide.mjs"), program = import("./pyodide.asm.mjs");      // Pyodide itself asks for its program last
  for (const part of [runtime, program]) part.catch(() => {});      // told where it is awaited
  ({ packs, later } = await (await fetched("cadogan.json")).json());
  for (const name of FIRST) {
    pack(name).catch(() => {});      // told below
    total += packs[name][1];
  }
  tell("The table is being set");
  const { loadPyodide } = await runtime;
  const failing = FIRST.map(name => pack(name).then(() => new Promise(() => {})));      // says why better than Pyodide does
  python = await Promise.race([loadPyodide({ indexURL: here("").href }), refused, ...failing]);
  await lay("play");
  python.runPython(COMPILED, { globals: python.toPy({}) });
  await waitForPacks();
  begun = true;
  for (const name of FIRST) delete coming[name];      // Python has them
  setTimeout(() => lay("rest").then(() => lay("library-rest")).catch(() => {}), AFTER);      // told where it is wanted
}

/** Wait for what a question needs beyond the first packs. */
async function needed(call, text) {
  const laboratory = CALLS.laboratory.has(call);
  let asked = {};
  try { asked = JSON.parse(text) ?? {}; } catch { /* Python says what is wrong with it */ }
  const plays = call === "open_game" ? !asked.round && !asked.rules : call === "close_game" || PLAYING.has(asked.kind);
  const wanted = plays && !laboratory ? [] : ["rest"];
  if (laboratory && "library-rest" in coming) wanted.push("library-rest");      // else a cell that imports of it asks for it twice at once
  for (const name of wanted) {
    if (!laid.has(name)) postMessage({ progress: "More of Python is being fetched", loaded: 0, total: 0 });
    await Promise.race([lay(name), ...(laboratory ? [] : [late()])]);
  }
}

/** A table does not stand still for long: it is played on, and asked again. */
const late = () => new Promise((_, reject) => setTimeout(reject, LONGEST, new Error("it is still on its way")));

/** What an error says at its end; one of Python's begins with its place. */
const said = error => String(error.message ?? error).trim().split("\n").pop();

const ready = start();
ready.then(() => postMessage({ ready: true }), error => postMessage({ failed: said(error) }));

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    await ready;
  } catch {
    return;      // the page has been told
  }
  const module = Object.keys(CALLS).find(name => CALLS[name].has(call));
  try {
    await needed(call, args.at(-1));
  } catch (error) {      // nothing of Python's is lost
    const sentence = `What this needs of Python has not come yet (${said(error)}). Try again in a moment.`;
    return postMessage({ id, text: JSON.stringify({ error: sentence }) });
  }
  try {
    if (!module) throw new Error(`no such call: ${call}`);
    const told = call === "notebook" ? [part => postMessage({ id, part })] : [];      // cells tell meanwhile what they do
    postMessage({ id, text: python.pyimport(`cadogan.board.${module}`)[call](...args, ...told) });
  } catch (error) {      // the package answers every error with a sentence: this is the end of Python itself
    const says = said(error);
    postMessage({ failed: /call stack|too much recursion/.test(says) ? "a function calls itself too often, perhaps without end" : says });
  }
};
