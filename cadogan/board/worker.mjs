// Python for the boards of one page: Pyodide, the package's own wheel, and the referee in it.
// It lies beside Pyodide's files and cadogan.json, which names the wheel. Text in, text out.

const here = name => new URL(`./${name}`, import.meta.url);

async function start() {
  const wheel = fetch(here("cadogan.json")).then(found => {
    if (!found.ok) throw new Error("the package is missing beside this page");
    return found.json();
  }).then(about => fetch(here(about.wheel))).then(found => found.arrayBuffer());
  const { loadPyodide } = await import("./pyodide.mjs");
  const python = await loadPyodide({ indexURL: here("").href });
  python.unpackArchive(await wheel, "wheel");
  return python.pyimport("cadogan.board.session");
}

const ready = start();
ready.catch(() => {});      // told to whoever asks

onmessage = async ({ data: { id, call, args } }) => {
  try {
    const referee = await ready;
    if (call !== "open_session" && call !== "handle") throw new Error(`no such call: ${call}`);
    postMessage({ id, text: referee[call](...args) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error).trim().split("\n").pop() });
  }
};
