// Fetches Python ahead of the first move, and keeps the book in this browser, so that it opens and plays without a network: when the
// page is idle, a service worker fetches the edition whole (offline-worker.js, written when the book is built). Not for who saves
// data, and not where the book lies on this machine anyway. It stands in the head: while a page is laid out nothing else can ask.

(() => {
  const PARTS = [];      // the packs of the first move in their order, named when the book is built (tools/book_offline.py)
  const root = document.documentElement.dataset.content_root;
  const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  /** @type {any} */
  const { connection } = navigator;
  if (root === undefined || here || connection?.saveData || /2g/.test(connection?.effectiveType) || location.protocol === "file:") return;
  /** What the first move wants comes as soon as the page has been read, a pack after another. */
  const ahead = async () => {
    const fetched = name => fetch(new URL(`${root}_static/vendor/pyodide/${name}`, document.baseURI), { priority: "low" });
    const programs = Promise.all(["cadogan.json", "pyodide.mjs", "zstddec.mjs", "pyodide.asm.mjs"].map(fetched));
    const packs = (async () => { for (const name of PARTS) await (await fetched(name)).blob(); })();
    for (const program of (await Promise.all([programs, packs]))[0]) await program.blob();
  };
  const register = () => navigator.serviceWorker?.register(new URL(`${root}offline-worker.js`, document.baseURI)).catch(() => {});
  const SLOW = 300;      // bytes a ms, 2.4 Mbit/s
  const LATER = 5000;      // ms, for who begins to play at once needs the processor
  const idle = () => (globalThis.requestIdleCallback ? globalThis.requestIdleCallback(register) : setTimeout(register, 2000));
  const event = (target, name) => new Promise(done => target.addEventListener(name, done, { once: true }));
  const read = event(document, "readystatechange"), whole = event(globalThis, "load");
  const kept = Boolean(navigator.serviceWorker?.controller);
  /** Whether the page came fast; on a slow line what it shows goes first. */
  const quick = () => {
    const [{ encodedBodySize, responseStart, responseEnd }] = /** @type {any} */ (performance.getEntriesByType("navigation"));
    return !(encodedBodySize / (responseEnd - responseStart) < SLOW);
  };
  const fetchedAhead = kept || read.then(() => quick() || whole).then(ahead).catch(() => {});
  Promise.all([whole, fetchedAhead]).then(() => setTimeout(idle, kept ? 0 : LATER));
})();
