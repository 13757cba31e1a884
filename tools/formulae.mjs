// Sets the formulae of built pages, so that no page needs MathJax for them: `node formulae.mjs PAGE.html …`. Each becomes a drawing,
// and MathML for those who have it read to them; the drawings of a page share its glyphs. A page that has been set is left alone.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

const FORMULA = /(<(span|div) class="math notranslate nohighlight">)\s*\\([([])([^]*?)\\[)\]]\s*(<\/\2>)([.,;:?!)’”]*)/g;
const SIGNS = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", "#x27": "'" };

const MathJax = await createRequire(import.meta.url)("mathjax/es5/node-main.js").init({
  loader: { load: ["input/tex", "output/svg", "adaptors/liteDOM", "a11y/assistive-mml"], versionWarnings: false },
  svg: { fontCache: "global" },
});
const { adaptor, output: { fontCache } } = MathJax.startup;

for (const name of process.argv.slice(2)) {
  const html = await readFile(name, "utf8"), set = [];
  fontCache.clearCache();
  for (const [whole, , , bracket, tex] of html.matchAll(FORMULA)) {
    const plain = tex.replace(/&([#\w]+);/g, (_, sign) => SIGNS[sign]);
    const drawn = adaptor.outerHTML(await MathJax.tex2svgPromise(plain, { display: bracket === "[" }));
    if (drawn.includes('data-mml-node="merror"')) throw new Error(`${name}: this is no formula: ${whole}`);
    set.push(drawn);
  }
  if (!set.length) continue;
  const glyphs = `<svg style="display: none" aria-hidden="true">${adaptor.outerHTML(fontCache.getCache())}</svg>`;
  const style = `<style>${adaptor.textContent(MathJax.svgStylesheet())}</style>`;
  // No line ends between a formula and the stop behind it.
  const placed = (_, opening, tag, bracket, tex, closing, stop) => (stop ? '<span style="white-space: nowrap">' : "")
    + opening + set.shift() + closing + stop + (stop ? "</span>" : "");
  await writeFile(name, html.replace(FORMULA, placed)
    .replace("</head>", () => `${style}</head>`).replace(/(?=<\/body>)/, () => glyphs));
}
