// Keeps one edition of the book in this browser, whole: offline it opens and plays from there. EDITION and FILES are written in front
// of this when the book is built (tools/book_offline.py): FILES names each file with the beginning of the SHA-256 of its content, Python
// first, for whoever begins to play meanwhile.
//
// An edition is fetched when this worker is installed; what the one before has of it, is taken from there. A file that is another than
// was named spoils the installation, and the next visit goes on where it stopped. While there is a network each page asks which edition
// lies there: where it is another, page and all come from there, and never half of it from here.

/* global EDITION, FILES, clients */
const base = new URL("./", self.location.href), PATIENCE = 2000;
/** Editions of the book in this folder; another folder of the host may have its own. */
const OURS = `cadogan ${base.pathname} `, NAME = OURS + EDITION;
/** By page, and by worker of one, whether its files come from what is kept. */
const pages = new Map();
let latest = true;

const address = name => new URL(name, base).href;

async function hashOf(body) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...sum].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** One file of this edition, from another edition that is kept here, or from the network. */
async function fetched(name, hash, others) {
  for (const cache of [...others, null]) {
    const found = cache ? await cache.match(address(name)) : await fetch(address(name), { cache: "no-cache" });
    if (!found?.ok) continue;
    const body = await found.arrayBuffer();
    if ((await hashOf(body)).startsWith(hash)) return new Response(body, { headers: { "Content-Type": found.headers.get("Content-Type") ?? "" } });
  }
  throw new Error(`${name} is not of this edition`);
}

async function install() {
  const names = (await caches.keys()).filter(name => name.startsWith(OURS) && name !== NAME);
  const cache = await caches.open(NAME), others = await Promise.all(names.map(name => caches.open(name)));
  for (const [name, hash] of FILES) {
    if (!await cache.match(address(name))) await cache.put(address(name), await fetched(name, hash, others));
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  await clients.claim();
}

/** Whether the edition that is kept here lies on the network, too, or nobody can say. */
async function current() {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const found = await fetch(address("edition.json"), { cache: "no-store", signal });
    return !found.ok || (await found.json()).edition === EDITION;
  } catch { return true; }
}

/** Settle where a page has its files from. It is written down, too: a service worker that is idle is ended, and begun anew for the next
 *  request of a page that is still open. */
async function settle(id, here) {
  pages.set(id, here);
  const cache = await caches.open(NAME);
  await cache.put(address(`?page=${id}`), new Response(here ? "here" : "")).catch(() => {});      // where there is no room it is not
}

async function settled(id) {
  if (!pages.has(id)) {
    const found = await (await caches.open(NAME)).match(address(`?page=${id}`));
    pages.set(id, found ? Boolean(await found.text()) : latest);
  }
  return pages.get(id);
}

async function kept(request) {
  const url = new URL(request.url);
  if (url.href.startsWith(base.href) && url.pathname.endsWith("/")) url.pathname += "index.html";
  const cache = await caches.open(NAME), found = await cache.match(url.origin + url.pathname);
  return found ?? fetch(request);      // what no edition keeps, or the browser has cleared away
}

async function answer(event) {
  const { request, clientId, resultingClientId } = event, opens = request.mode === "navigate";
  if (opens) latest = await current();
  const here = opens ? latest : await settled(clientId);
  if (resultingClientId) event.waitUntil(settle(resultingClientId, here));      // of a page, or of a worker that a page begins
  return here ? kept(request) : fetch(request, { cache: "no-cache" });      // else a browser may take from its own cache what is older
}

self.addEventListener("install", event => event.waitUntil(install()));
self.addEventListener("activate", event => event.waitUntil(activate()));
self.addEventListener("fetch", event => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(base.href) && !url.endsWith("/edition.json")) event.respondWith(answer(event));
});
