// Fetches Python ahead of the first move, and keeps the book in this browser, so that it opens and plays without a network: when the
// page is idle, a service worker fetches the edition whole (offline-worker.js, written when the book is built). Not for who saves
// data, and not where the book lies on this machine anyway.

(() => {
  const root = document.documentElement.dataset.content_root;
  const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  /** @type {any} */
  const { connection } = navigator;
  if (root === undefined || here || connection?.saveData || /2g/.test(connection?.effectiveType) || location.protocol === "file:") return;
  /** What the first move wants comes as soon as the page itself has come, a part after another. */
  const ahead = async () => {
    const fetched = name => fetch(new URL(`${root}_static/vendor/pyodide/${name}`, document.baseURI), { priority: "low" });
    const [about, ...programs] = await Promise.all(["cadogan.json", "pyodide.mjs", "zstddec.mjs", "pyodide.asm.mjs"].map(fetched));
    const { packs } = await about.json();
    for (const program of programs) await program.blob();
    for (const [file] of Object.values(packs).slice(0, 3)) await (await fetched(file)).blob();      // interpreter, library, play
  };
  const register = () => navigator.serviceWorker?.register(new URL(`${root}offline-worker.js`, document.baseURI)).catch(() => {});
  const LATER = 5000;      // ms, for who begins to play at once needs the processor
  const idle = () => (globalThis.requestIdleCallback ? globalThis.requestIdleCallback(register) : setTimeout(register, 2000));
  const begin = () => (navigator.serviceWorker?.controller ? idle() : ahead().catch(() => {}).then(() => setTimeout(idle, LATER)));
  if (document.readyState === "complete") begin();
  else globalThis.addEventListener("load", begin);
})();
