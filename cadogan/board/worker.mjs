// Python for the boards of one page: Pyodide, the package, and the referee in it. Text in, text out.
// It lies beside Pyodide's files and cadogan.json, which names the wheel and the stored start.
//
// Most of Python's start is always the same work. Its outcome, the memory of a Python that has read every
// chapter, is stored when the book is built (tools/stored_start.mjs); here it is only copied back. Where that cannot be
// done, Python starts in full, from the wheel. A memory holds no files: chapters and tables are laid beside the package
// when a call may read them.

const CALLS = new Set(["open_game", "handle", "close_game", "change", "describe", "simulate", "go_on", "cards",
  "check", "studio", "notebook"]);
/** Calls that may read files of the package. */
const READING = new Set(["notebook", "check"]);
/** Calls of who plays: what they want of the standard library lies in the stored memory. The others wait until it is there. */
const PLAYING = new Set(["open_game", "handle", "close_game"]);
const LIBRARY = "python_stdlib.zip", AFTER = 5000;      // ms from Python's start until its library is fetched anyway
const here = name => new URL(`./${name}`, import.meta.url);
const TELLING = 150;      // ms between two messages of how much has come
let stored = false, without = false, library = null, python = null, about = null, files = null, loaded = 0, told = 0;
const tell = progress => postMessage({ progress, loaded, total: about?.bytes ?? 0 });

/** So many bytes more have come. */
function come(bytes) {
  loaded += bytes;
  if (performance.now() - told < TELLING || python) return;
  told = performance.now();
  tell("");
}

// Whatever Python's start fetches is counted, and a page that some network lays in its place is not taken for it.
const fetching = self.fetch;
self.fetch = async (...given) => {
  // The unpacker has its program in itself as data, which the policy lets nobody fetch.
  const data = /^data:application\/wasm;base64,(.+)$/.exec(String(given[0]));
  if (data) return new Response(Uint8Array.from(atob(data[1]), letter => letter.charCodeAt(0)));
  if (without && String(/** @type {any} */ (given[0]).url ?? given[0]).endsWith(LIBRARY)) return new Response(new Uint8Array());
  const found = await fetching(...given), type = found.headers.get("Content-Type") ?? "";
  if (found.ok && /^text\/html/.test(type)) {
    throw new Error("another page came instead of a part of Python: perhaps this network wants you to sign in");
  }
  // A browser keeps compiled only what it has fetched itself.
  if (!found.ok || !found.body || python || /^application\/wasm/.test(type)) return found;
  const count = new TransformStream({ transform(chunk, on) { come(chunk.byteLength); on.enqueue(chunk); } });
  return new Response(found.body.pipeThrough(count), { status: found.status, headers: found.headers });
};

/** Where WebAssembly cannot be had, Pyodide says so to the console and waits without end. Rejects instead; and takes it from a server
 *  that does not know its type. */
const refused = new Promise((_, reject) => {
  const { instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const found = await source;
      if (!found.ok) throw new Error(`a part of Python is missing beside this page: ${found.url.split("/").pop()}`);
      const known = (found.headers.get("Content-Type") ?? "").startsWith("application/wasm");
      const made = known ? await instantiateStreaming.call(WebAssembly, found, imports)
        : await instantiate.call(WebAssembly, await found.arrayBuffer(), imports);
      come(about?.wasm ?? 0);
      return made;
    } catch (error) {
      reject(error);
      throw error;
    }
  };
});
refused.catch(() => {});      // told where it is awaited

async function fetched(name) {
  const found = await fetch(here(name));
  if (!found.ok) throw new Error(`a part of Python is missing beside this page: ${name}`);
  return found;
}

/** The stored memory, of which each part is unpacked when it has come. */
async function storedStart(name, parts) {
  // @ts-ignore: it lies beside this file in the built page alone
  const [{ body }, { ZSTDDecoder }] = await Promise.all([fetched(name), import("./zstddec.mjs")]);
  const decoder = new ZSTDDecoder(), reader = body.getReader(), memory = [];
  await decoder.init();
  let chunk = new Uint8Array();
  for (const [packed, whole] of parts) {
    const part = new Uint8Array(packed);
    for (let filled = 0; filled < packed;) {
      if (!chunk.length) ({ value: chunk } = await reader.read());
      if (!chunk) throw new Error(`the end of ${name} is missing`);
      part.set(chunk.subarray(0, packed - filled), filled);
      [chunk, filled] = [chunk.subarray(packed - filled), Math.min(filled + chunk.length, packed)];
    }
    const unpacked = decoder.decode(part, whole);
    if (unpacked.length !== whole) throw new Error(`${name} is spoilt`);
    memory.push(unpacked);
  }
  return new Blob(memory).arrayBuffer();
}

/** Pyodide with so much memory from the beginning; by itself it would not make room for what is copied back. */
function roomFor(memory) {
  return async settings => {
    // @ts-ignore: it lies beside this file in the built page alone
    const module = await (await import("./pyodide.asm.mjs")).default(settings);
    if (module.HEAP8.length < memory) module._free(module._malloc(memory));
    return module;
  };
}

async function start() {
  // @ts-ignore: they lie beside this file in the built page alone
  const runtime = import("./pyodide.mjs"), program = import("./pyodide.asm.mjs");      // Pyodide itself asks for its program last
  for (const part of [runtime, program]) part.catch(() => {});      // told where it is awaited
  about = await (await fetched("cadogan.json")).json();
  const { loadPyodide } = await runtime, indexURL = here("").href;
  const loading = settings => Promise.race([loadPyodide(settings), refused]);
  if (about.start) {
    try {
      tell("The table is being set");
      without = true;
      const _loadSnapshot = storedStart(about.start, about.parts);
      python = await loading({ indexURL, _loadSnapshot, createPyodideModule: roomFor(about.memory) });
      python.pyimport("random").seed();
      stored = true;
      setTimeout(() => wholeLibrary().catch(() => {}), AFTER);      // told where it is wanted
      return python.pyimport("cadogan.board.page");
    } catch (error) {
      without = false;
      console.warn(`Python's stored start cannot be used (${error}); it starts in full.`);
    }
  }
  tell("The table is being set; this takes some seconds");
  const wheel = fetched(about.wheel).then(found => found.arrayBuffer());
  wheel.catch(() => {});      // told below
  python = await loading({ indexURL });
  python.unpackArchive(await wheel, "wheel");
  return python.pyimport("cadogan.board.page");
}

/** The standard library, at the place where the stored Python looks for it. */
function wholeLibrary() {
  without = false;
  const lay = async () => {
    const library = new Uint8Array(await (await fetched(LIBRARY)).arrayBuffer());
    python.FS.writeFile(`/lib/${python.FS.readdir("/lib").find(name => name.endsWith(".zip"))}`, library);
  };
  return library ??= lay().catch(error => { library = null; throw error; });      // and the next call tries again
}

async function layFiles() {
  if (stored) python.unpackArchive(await (await fetched(about.files)).arrayBuffer(), "zip");
}

const ready = start();
ready.then(() => postMessage({ ready: true, stored }), error => postMessage({ failed: String(error.message ?? error) }));

self.onmessage = async ({ data: { id, call, args } }) => {
  let referee;
  try {
    referee = await ready;
  } catch {
    return;      // the page has been told
  }
  try {
    if (!CALLS.has(call)) throw new Error(`no such call: ${call}`);
    if (stored && !PLAYING.has(call)) await wholeLibrary();
    if (READING.has(call)) await (files ??= layFiles().catch(error => { files = null; throw error; }));   // and the next call tries again
    const told = call === "notebook" ? [part => postMessage({ id, part })] : [];      // cells tell meanwhile what they do
    postMessage({ id, text: referee[call](...args, ...told) });
  } catch (error) {      // the package answers every error with a sentence: this is the end of Python itself
    const says = String(error.message ?? error).trim().split("\n").pop();
    postMessage({ failed: /call stack|too much recursion/.test(says) ? "a function calls itself too often, perhaps without end" : says });
  }
};
