// What a cell shows, drawn as the book draws it: text, tables, drawings, boards, and an error as a line and a sentence.
// The forms are a notebook's own (cadogan/live/running.py). What is text is shown as text; HTML is shown as far as nothing in it acts.

import { putHtml } from "./clean-html.mjs";
import { h } from "./elements.mjs";
import { layBoard } from "./lay-board.mjs";

const BOARD = "application/vnd.cadogan.board+json";

/** @returns {Promise<any>} the library that reads Markdown as the book does; fetched when a cell first shows some */
async function markdown() {
  // @ts-ignore: it lies there in the built page alone
  const { default: reader } = await import("./vendor/markdown-it.mjs");
  return reader({ html: true });
}

let setting = null;
/** What the book's own formulae were set with, when it was built; fetched when a cell first shows one.
 *  @returns {Promise<any>} */
function mathjax() {
  return setting ??= new Promise((resolve, reject) => {
    const own = /** @type {any} */ (window);
    own.MathJax = { ...own.MathJax, startup: { typeset: false } };
    document.head.append(h("script", { src: new URL("./vendor/mathjax/tex-mml-svg.js", import.meta.url).href,
      onload: () => resolve(own.MathJax), onerror: () => reject(new Error("MathJax is missing beside this page.")) }));
  });
}

const printed = (kind, text) => h("div", { class: `output ${kind} highlight-myst-ansi notranslate` },
  h("div", { class: "highlight" }, h("pre", {}, text)));

async function made(kind, html) {
  const node = h("div", { class: `output ${kind}` });
  await putHtml(node, html);
  return node;
}

/** The nodes of one output; `closing` collects what is to be done when they go. */
async function node(output, closing) {
  if (output.output_type === "stream") return printed(output.name === "stderr" ? "stream stderr" : "stream", output.text);
  if (output.output_type === "error") return null;
  const { data } = output;
  if (data[BOARD]) {
    const el = h("div", { class: "saved-widget" });
    const board = await layBoard(el, data[BOARD]);
    closing.push(board.close);
    return el;
  }
  if (data["text/html"] !== undefined) return made("text_html", data["text/html"]);
  if (data["text/markdown"] !== undefined) return made("text_html", (await markdown()).render(data["text/markdown"]));
  if (data["image/svg+xml"] !== undefined) return made("image_svg", data["image/svg+xml"]);
  if (data["image/png"] !== undefined) return h("img", { src: `data:image/png;base64,${data["image/png"]}`, alt: data["text/plain"] });
  return printed("text_plain", data["text/plain"]);
}

/** Links between chapters are written as in the sources of the book. */
function relink(place) {
  for (const link of place.querySelectorAll('a[href*=".md"]')) {
    link.setAttribute("href", link.getAttribute("href").replace(/^(?!\w+:)([^#]*)\.md(?=#|$)/, "$1.html"));
  }
}

/** Draw the outputs of a cell into its place. Gives what ends them: boards are closed with it. */
export async function draw(place, outputs) {
  const closing = [], nodes = [];
  for (const output of outputs) {
    const one = await node(output, closing).catch(error => printed("stream stderr", error.message));
    if (one) nodes.push(one);
  }
  place.replaceChildren(...nodes);
  relink(place);
  document.dispatchEvent(new CustomEvent("cadogan:shown", { detail: { place } }));
  if (/\\\(|\\\[|\$\$/.test(place.textContent)) mathjax().then(set => set.typesetPromise([place])).catch(() => { setting = null; });
  return () => closing.forEach(close => close());
}
