"""The contrast of all text on a page, in both colour schemes: ratio of luminance of text and ground
(WCAG 2.2, 1.4.3: at least 4.5, or 3 for large text).

Folded parts are opened first. What lies behind a text is taken from the elements that hold it;
drawings (SVG) and controls that cannot be used are left out."""

from typing import NamedTuple

SCHEMES = ("light", "dark")

#: Both schemes in one go, and without the drawings, of which a page of the book has thousands of
#: parts that would be coloured anew.
MEASURE = """async ([schemes, parts]) => {
  const still = "* { transition: none !important; animation: none !important }";
  if (!document.getElementById("at-once")) document.head.insertAdjacentHTML("beforeend", `<style id=at-once>${still}</style>`);
  document.head.insertAdjacentHTML("beforeend", "<style id=undrawn>svg { display: none !important }</style>");
  document.querySelectorAll("article details").forEach(one => { one.open = true; });
  await new Promise(done => setTimeout(done));                // some of it is written only when it is opened
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }), known = new Map();
  const colour = said => {
    if (!known.has(said)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = said;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      known.set(said, [r, g, b, a / 255]);
    }
    return known.get(said);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const luminance = rgb => {
    const [r, g, b] = rgb.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const drawn = node => node.tagName === "svg" ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT, texts = [];
  for (const part of document.querySelectorAll(parts)) {
    const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, drawn);
    while (nodes.nextNode()) if (nodes.currentNode.nodeType === Node.TEXT_NODE) texts.push(nodes.currentNode);
  }
  const seen = scheme => {
    document.documentElement.dataset.theme = scheme;
    const found = new Map(), grounds = new Map();
    const ground = node => {                                  // the colour behind a node's text, and how opaque the node is
      if (!node) return [scheme === "dark" ? [18, 18, 18] : [255, 255, 255], 1];
      if (!grounds.has(node)) {
        const [below, opacity] = ground(node.parentElement), style = getComputedStyle(node);
        grounds.set(node, [over(colour(style.backgroundColor), below), opacity * style.opacity]);
      }
      return grounds.get(node);
    };
    for (const text of texts) {
      const node = text.parentElement;
      if (!text.data.trim() || node.closest("script, style, noscript, option, :disabled, [aria-disabled=true]")) continue;
      if (!node.checkVisibility({ checkVisibilityCSS: true })) continue;
      if (node.closest("summary") !== node && !node.getClientRects().length) continue;
      const style = getComputedStyle(node), [behind, opacity] = ground(node), [r, g, b, a] = colour(style.color);
      const [low, high] = [luminance(over([r, g, b, a * opacity], behind)), luminance(behind)].sort((x, y) => x - y);
      const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
      if (size < 2) continue;                                  // room that is drawn narrower is no text
      const ratio = (high + 0.05) / (low + 0.05), wanted = large ? 3 : 4.5;
      const key = [style.color, opacity, behind, wanted].join();
      const where = [node.tagName.toLowerCase(), ...node.classList].join(".");
      if (!found.has(key)) found.set(key, { ratio, wanted, words: text.data.trim().slice(0, 40), where });
    }
    return [...found.values()].sort((a, b) => a.ratio / a.wanted - b.ratio / b.wanted);
  };
  const all = schemes.map(seen);
  document.getElementById("undrawn").remove();
  return all;
}"""


class Seen(NamedTuple):
    """A kind of text on a page: its ratio, the least that is wanted, the first words in it, the
    element they stand in.
    """

    ratio: float
    wanted: float
    words: str
    where: str

    def __str__(self):
        return f"{self.ratio:.2f} ({self.wanted:g} wanted) {self.where} “{self.words}”"


def measure(page, parts="body"):
    """For each scheme every pair of colours that has text on an opened page, or in the parts of it
    that this selector names, the worst first.

    Leaves the page in the last scheme, with nothing folded.
    """
    found = page.evaluate(MEASURE, [SCHEMES, parts])
    return {
        scheme: [Seen(one["ratio"], one["wanted"], one["words"], one["where"]) for one in seen]
        for scheme, seen in zip(SCHEMES, found)
    }
