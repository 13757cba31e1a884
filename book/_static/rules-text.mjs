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

/** What a line of code is made of: texts in quotes, comments, names, numbers, other signs. */
const PARTS = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#.*|[A-Za-z_]\w*|-?\d+(?:\.\d+)?|\S/g;

/** @typedef {{ from: number, to: number, text: string, kind: "word" | "arg" | "value" | "literal", of: Of | null }} Part
 *  @typedef {{ word: string, at: number, end: number, arg: string | null, taken: string[] }} Call a word with its brackets
 *  @typedef {{ call: Call, arg: string }} Of the argument in which something stands */

/** The words, arguments and values in a text of rules, each with the argument in which it stands. Which argument a thing without a
 *  name is, the words say (`placed`). A method has a dot before its name.
 *  @param {string} text @param {Record<string, { placed?: string[] }>} words @returns {Part[]} */
export function scan(text, words) {
  const parts = [], frames = [], found = [...text.matchAll(PARTS)];
  const inside = () => frames.findLast(one => one.call);
  const argument = () => {
    const frame = inside();
    if (!frame) return null;
    const { placed = [] } = words[frame.call.word] ?? {};
    return { call: frame.call, arg: frame.named ?? placed[Math.min(frame.index, placed.length - 1)] ?? "" };
  };
  const take = of => { if (of && !of.call.taken.includes(of.arg)) of.call.taken.push(of.arg); };
  found.forEach(({ 0: sign, index: from }, i) => {
    const before = found[i - 1]?.[0], after = found[i + 1]?.[0], part = { from, to: from + sign.length, text: sign };
    if (/^[A-Za-z_]/.test(sign)) {
      const frame = frames.at(-1), name = before === "." ? `.${sign}` : sign, of = argument();
      if (after === "=" && found[i + 2]?.[0] !== "=" && frame?.call) {
        frame.named = sign;
        parts.push({ ...part, kind: "arg", of: argument() });
      } else {
        const literal = sign === "True" || sign === "False" || sign === "None";
        parts.push({ ...part, text: name, kind: literal ? "literal" : after === "(" ? "word" : "value", of });
      }
      take(argument());
    } else if (/^["'\d-]/.test(sign) && sign !== "-") {
      const of = argument();
      parts.push({ ...part, kind: "literal", of });
      take(of);
    } else if ("([{".includes(sign)) {
      const called = sign === "(" && parts.at(-1)?.kind === "word" && parts.at(-1).to === from;
      const call = called ? { word: parts.at(-1).text, at: parts.at(-1).from, end: text.length, arg: null, taken: [] } : null;
      if (call) parts.at(-1).call = call;
      frames.push({ call, index: 0, named: null });
    } else if (")]}".includes(sign)) {
      const frame = frames.pop();
      if (frame?.call) frame.call.end = from;
    } else if (sign === "," && frames.at(-1)?.call) {
      frames.at(-1).index += 1;
      frames.at(-1).named = null;
    }
  });
  return parts;
}

/** The part at a place of the text: the one in which it lies, or that ends there. */
export const partAt = (parts, at) => parts.find(({ from, to }) => from <= at && at < to) ?? parts.find(({ to }) => to === at);

/** The names of the groups of places that the rules set out, in quotes, and the packs and talons that always are there. */
export function groupsIn(text) {
  const named = text.matchAll(/\b(?:places|ornaments)\(\s*("[^"\n]*")|\bname\s*=\s*("[^"\n]*")/g);
  return [...new Set([...named].map(([, one, other]) => one ?? other))];
}
