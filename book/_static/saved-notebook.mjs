// A page as a notebook, which a reader saves and opens where a kernel runs whatever stands in a cell. So its rules are in it only as far as
// the page has read them as rules: others, and those of a link that nobody has accepted, are text there, and run nowhere. What came with a
// link is marked.

const FROM_LINK = "*The rules in the cell below came with a link. The page has read them as rules, and ran nothing of them.*";
const REFUSED = "The text that replaced the cell above makes no game, and is kept here as text:";
const OFFERED = "These rules came with a link, and were not accepted in the page: they are kept here as text, and nothing has run them.";

/** A cell of another kind than code, which no kernel runs. */
const beside = (kind, id, source) => ({ cell_type: kind, id, metadata: { tags: ["from-page"] }, source });

/** @param {any} notebook of the page, as the book has it
 *  @param {import("./page-text.mjs").Cell[]} cells its code cells as they now are
 *  @param {string} refusal why the changed rules are none; empty where they were read as rules */
export function notebookOf(notebook, cells, refusal) {
  const code = cells[Symbol.iterator](), all = [];
  for (const cell of notebook.cells) {
    const metadata = { ...cell.metadata };
    delete metadata.printed;      // for the page alone
    if (cell.cell_type !== "code") {
      all.push({ ...cell, metadata });
      continue;
    }
    const { n, rules, printed, own, origin, offered } = code.next().value;
    const changed = own !== printed, refused = changed && rules && refusal, fromLink = origin === "link" && !refused;
    if (fromLink) all.push(beside("markdown", `link-${n}`, FROM_LINK));
    const tags = fromLink ? { tags: [...(metadata.tags ?? []), "from-link"] } : {};
    all.push({ ...cell, metadata: { ...metadata, ...tags }, source: changed && !refused ? own : cell.source });
    if (refused) all.push(beside("raw", `refused-${n}`, `${REFUSED} ${refusal}\n\n${own}`));
    if (offered !== null && offered !== own) all.push(beside("raw", `offered-${n}`, `${OFFERED}\n\n${offered}`));
  }
  return { ...notebook, cells: all };
}
