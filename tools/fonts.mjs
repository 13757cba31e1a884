// Cuts fonts down to what the book sets, as WOFF2: `node fonts.mjs [--text=CHARACTERS] FROM TO.woff2 …`. The packages of fonts for
// the web leave out old-style figures and small capitals, so the author's face is cut here from its whole files.
import { readFile, writeFile } from "node:fs/promises";
import subset from "subset-font";

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
const TEXT = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ‘’‚“”„–—…†‡•‹›⁄−≤≥≠→←↑↓⅓⅔❦☙`;
const FEATURES = ["kern", "liga", "onum", "lnum", "pnum", "tnum", "smcp", "c2sc", "case", "frac", "locl", "ccmp", "mark"];

const names = process.argv.slice(2);
const text = names[0].startsWith("--text=") ? names.shift().slice("--text=".length) : TEXT;
for (let i = 0; i < names.length; i += 2) {
  const cut = await subset(await readFile(names[i]), text, { targetFormat: "woff2", keepFeatures: FEATURES, noHinting: true });
  await writeFile(names[i + 1], cut);
}
