// Shows the boards that were saved with a page. They are widgets in one file each (anywidget), and to show such a one takes the few
// lines below. Only a page with widgets of another kind, a slider of one's own, fetches Jupyter's manager of them all, 3.6 MB of it.
// It is no module: a browser refuses to load one for a page that was opened from the disk.

(() => {
  const vendor = new URL("./vendor/", document.currentScript.src), modules = new Map(), styles = new Set();

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

  /** Jupyter's own manager; its parts must come one after the other. */
  async function manager() {
    for (const [name, more] of [["require.js"], ["require-config.js"], ["embed-amd.js", { "data-jupyter-widgets-cdn": "vendor-missing/" }]]) {
      const script = document.createElement("script");
      for (const [key, value] of Object.entries(more ?? {})) script.setAttribute(key, value);
      script.src = new URL(name, vendor).href;
      await new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; document.head.append(script); });
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const saved = kind => [...document.querySelectorAll(`script[type="application/vnd.jupyter.widget-${kind}+json"]`)];
    const models = Object.assign({}, ...saved("state").map(one => JSON.parse(one.textContent).state));
    const wanted = saved("view").map(place => ({ place, model: models[JSON.parse(place.textContent).model_id] }));
    if (wanted.every(({ model }) => model?.model_module === "anywidget")) wanted.forEach(show);
    else manager();
  });
})();
