// Shows the boards that were saved with a page. They are widgets in one file each (anywidget), and to show such a one takes the few
// lines below. Only a page with widgets of another kind, a slider of one's own, fetches Jupyter's manager of them all, 3.6 MB of it.
// It is no module: a browser refuses to load one for a page that was opened from the disk.
//
// What stands below a board is shown when the board is there, a moment later, so that nothing moves under the reader's eyes. And the
// buttons in the text that name a deal ask the boards to deal it: the first board that plays the game takes the deal and says so in
// the event's detail.
//
// The first board follows the reader: where it is out of sight a button brings it, with its game, in the full window, and leaving
// that leads back to the line that was read.

(() => {
  const toCome = document.documentElement.classList;   // (it waits since early.js)
  const vendor = new URL("./vendor/", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const modules = new Map(), styles = new Set();
  const DAWN = 600;        // ms until a board knows that no kernel answers
  const PATIENCE = 2000;   // ms that what is below a board waits for it at most

  /** The boards saved with the page, each whole: what one has alike with the first of its kind was saved with that alone, and what is
   *  long in that lies in a file of its own. */
  function savedBoards(scripts) {
    const models = Object.assign({}, ...scripts.map(one => JSON.parse(one.textContent).state)), first = {};
    for (const model of Object.values(models)) {
      const { _anywidget_id: kind, apart } = model.state, common = /** @type {any} */ (globalThis).cadoganBoards?.[apart];
      if (kind) model.state = { ...(first[kind] ??= { ...common, ...model.state }), ...model.state };
    }
    return models;
  }

  /** The script of a board; boards alike share it. */
  function scriptOf(text) {
    if (!modules.has(text)) modules.set(text, import(URL.createObjectURL(new Blob([text], { type: "text/javascript" }))));
    return modules.get(text);
  }

  function style(text) {
    if (!text || styles.has(text)) return;
    styles.add(text);
    document.head.append(Object.assign(document.createElement("style"), { textContent: text }));
  }

  /** A model without a kernel: what was saved can be read, and nobody answers. */
  const silent = traits => ({ get: name => traits[name], set() {}, save_changes() {}, on() {}, off() {}, send() {} });

  async function show({ place, model: { state } }) {
    const el = document.createElement("div");
    el.className = "saved-widget";
    place.after(el);
    style(state._css);
    try {
      const { default: widget } = await scriptOf(state._esm);
      await widget.render({ model: silent(state), el });
    } catch (error) {
      el.textContent = `The board of this place cannot be shown in this browser (${error.message}); the rest of the page is as it was.`;
    }
  }

  /** One board after another: between two of them the page answers its reader. */
  async function showAll(wanted) {
    for (const one of wanted) {
      await show(one);
      await new Promise(resolve => setTimeout(resolve));
    }
  }

  /** Jupyter's own manager; its parts must come one after the other. */
  async function manager() {
    for (const name of ["require.js", "require-config.js", "embed-amd.js"]) {
      const script = document.createElement("script");
      if (name === "embed-amd.js") script.setAttribute("data-jupyter-widgets-cdn", "vendor-missing/");
      script.src = new URL(name, vendor).href;
      await new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; document.head.append(script); });
    }
  }

  /** Have a deal dealt by the board of the page that plays the game. */
  async function deal(button, shown) {
    const detail = { game: button.dataset.game, deal: Number(button.dataset.deal), taken: false };
    const ask = () => { document.dispatchEvent(new CustomEvent("cadogan-deal", { detail })); return detail.taken; };
    button.parentElement.querySelector(".no-deal")?.remove();
    if (ask()) return;
    await shown.catch(() => {});
    if (ask()) return;
    const said = Object.assign(document.createElement("span"), { className: "no-deal", textContent: " (no board on this page deals it)" });
    said.setAttribute("role", "status");
    button.after(said);
  }

  /** The button that brings the first board to wherever one reads; and while a board is in sight the theme's own button, which leads to
   *  the top, does not lie over it. */
  function follow() {
    const boards = document.querySelectorAll(".saved-widget .cadogan"), seen = new Set();
    if (!boards.length) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "cadogan-follow", textContent: "Board",
      title: "The board of this page, in the full window; V or Escape leads back here", hidden: true });
    button.addEventListener("click", () => boards[0].dispatchEvent(new CustomEvent("cadogan-follow")));
    boards[0].addEventListener("cadogan-left", () => { button.hidden = false; button.focus({ preventScroll: true }); });
    const watch = new IntersectionObserver(changes => {
      for (const { target, isIntersecting } of changes) { if (isIntersecting) seen.add(target); else seen.delete(target); }
      button.hidden = seen.size > 0;
      document.documentElement.classList.toggle("board-in-sight", seen.size > 0);
    });
    for (const board of boards) watch.observe(board);
    document.querySelector("article").append(button);
  }

  /** An address may name a day, as the calendar's do: its deal is dealt, unless it stands there already, as far as it was played. Or it
   *  names a deal; a full stop behind it belongs to the sentence that it stood in. */
  async function day(shown) {
    const [, what, named] = /^#(day|deal)=(\d{1,16})\.?$/.exec(location.hash) ?? [];
    const game = location.pathname.split("/").pop().replace(".html", ""), number = Number(named);
    if (!named || (what === "day" && named.length !== 8)) return;
    await shown.catch(() => {});
    const of = name => { try { return JSON.parse(localStorage.getItem(name)) ?? {}; } catch { return {}; } };
    const left = of(`cadogan-kept:${game}`)[0] ?? of("cadogan-kept")[game]?.[0];
    if (left && !left.ended && !left.record?.cards && left.deal === (what === "day" ? of("cadogan-days")[named]?.[game] : number)) return;
    setTimeout(() => document.dispatchEvent(new CustomEvent("cadogan-deal", { detail: { game, [what]: number, taken: false } })), DAWN);
  }

  document.addEventListener("DOMContentLoaded", () => {
    const saved = kind => [...document.querySelectorAll(`script[type="application/vnd.jupyter.widget-${kind}+json"]`)];
    const models = savedBoards(saved("state"));
    const wanted = saved("view").map(place => ({ place, model: models[JSON.parse(place.textContent).model_id] }));
    const shown = wanted.every(({ model }) => model?.model_module === "anywidget") ? showAll(wanted) : manager();
    const there = Promise.race([shown, new Promise(resolve => setTimeout(resolve, PATIENCE))]);
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));   // a board fits itself to its place when it is there
    there.then(frame).then(frame).finally(() => toCome.remove("boards-to-come"));
    shown.then(follow, () => {});
    day(shown);
    window.addEventListener("hashchange", () => day(shown));
    document.addEventListener("click", event => {
      const button = /** @type {Element} */ (event.target).closest?.("button.cadogan-deal");
      if (button) deal(button, shown);
    });
  });
})();
