// The rules cells of a page as texts: one text for Python and for links, taken apart again; and what the editor asks of a line.

/** The line between two cells where they come as one text, as cadogan.edition.chapters has it. */
const NEXT_CELL = "# %%";

/** Which cells are sent: all; or the only one that says anything, which is a whole game and answers to no place of the old text. */
export function sent(texts) {
  const all = [...texts.keys()], said = all.filter(i => texts[i].trim());
  return said.length === 1 ? said : all;
}

/** The texts of the cells as one. A line of a cell that would part it is kept as an empty comment. */
export function joined(texts) {
  return sent(texts).map(i => texts[i].replace(/^# %%$/gm, "#")).join(`\n${NEXT_CELL}\n`);
}

/** Such a text for the `n` cells of a page. Where it has another number of cells (an old link), all of it goes into the last. */
export function parted(rules, n) {
  const texts = rules.replace(/\r\n?/g, "\n").split(`\n${NEXT_CELL}\n`);
  return texts.length === n ? texts : [...Array(n - 1).fill(""), texts.join("\n\n")];
}

/** The beginning of a word at the end of a line that is being written; empty within a text in quotes. */
export function beginning(before) {
  if ((before.match(/"/g) ?? []).length % 2 || before.includes("#")) return "";
  return before.match(/[A-Za-z_]\w*$/)?.[0] ?? "";
}

/** Where in a line the word stands that a refusal quotes: from and to; the whole line where it quotes none that stands there. */
export function wrongWord(message, line) {
  for (const [, word] of message.matchAll(/'([^']+)'/g)) {
    const at = line.search(new RegExp(`(?<!\\w)${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\w)`));
    if (at >= 0) return [at, at + word.length];
  }
  return [0, line.length];
}
