// Shows the boards that were saved with a page. They are widgets in one file each (anywidget), and to show such a one takes the few
// lines below. Only a page with widgets of another kind, a slider of one's own, fetches Jupyter's manager of them all, 3.6 MB of it.

const views = [...document.querySelectorAll('script[type="application/vnd.jupyter.widget-view+json"]')];
const saved = [...document.querySelectorAll('script[type="application/vnd.jupyter.widget-state+json"]')];
const models = Object.assign({}, ...saved.map(one => JSON.parse(one.textContent).state));
const wanted = views.map(place => ({ place, model: models[JSON.parse(place.textContent).model_id] }));

const modules = new Map(), styles = new Set();

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
    script.src = new URL(`./vendor/${name}`, import.meta.url).href;
    await new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; document.head.append(script); });
  }
}

if (wanted.every(({ model }) => model?.model_module === "anywidget")) wanted.forEach(show);
else manager();
