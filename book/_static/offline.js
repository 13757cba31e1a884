// Keeps the book in this browser, so that it opens and plays without a network: when the page is idle, a service worker fetches the
// edition whole (offline-worker.js, written when the book is built). Not for who saves data, and not where the book lies on this
// machine anyway.

(() => {
  const root = document.documentElement.dataset.content_root;
  const here = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname);
  /** @type {any} */
  const { connection } = navigator;
  if (root === undefined || here || connection?.saveData || /2g/.test(connection?.effectiveType) || !("serviceWorker" in navigator)) return;
  const keep = () => navigator.serviceWorker.register(new URL(`${root}offline-worker.js`, document.baseURI)).catch(() => {});
  const idle = () => (globalThis.requestIdleCallback ? globalThis.requestIdleCallback(keep) : setTimeout(keep, 2000));
  if (document.readyState === "complete") idle();
  else globalThis.addEventListener("load", idle);
})();
