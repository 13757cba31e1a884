// Keeps the book in this browser, so that it opens and plays without a network: when the page is idle, a service worker fetches the
// edition whole (offline-worker.js, written when the book is built). Not for who saves data, and not where the book lies on this
// machine anyway.

(() => {
  const root = document.documentElement.dataset.content_root;
  const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  /** @type {any} */
  const { connection } = navigator;
  if (root === undefined || here || connection?.saveData || /2g/.test(connection?.effectiveType) || location.protocol === "file:") return;
  const register = () => navigator.serviceWorker.register(new URL(`${root}offline-worker.js`, document.baseURI)).catch(() => {});
  /** Where a browser keeps no edition, as over plain HTTP, what the first move wants is fetched ahead. */
  const ahead = async () => {
    const beside = name => new URL(`${root}_static/vendor/pyodide/${name}`, document.baseURI).href;
    const { packs } = await (await fetch(beside("cadogan.json"))).json();
    const [interpreter, library, play] = Object.values(packs).map(([file]) => file);
    for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "zstddec.mjs", interpreter, library, play]) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: beside(name) }));
    }
  };
  const keep = () => ("serviceWorker" in navigator ? register() : ahead().catch(() => {}));
  const idle = () => (globalThis.requestIdleCallback ? globalThis.requestIdleCallback(keep) : setTimeout(keep, 2000));
  if (document.readyState === "complete") idle();
  else globalThis.addEventListener("load", idle);
})();
