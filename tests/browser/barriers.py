"""What bars readers' way on a page: what axe finds, and text that is too faint, in both colour
schemes.
"""

from . import contrast
from .conftest import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

#: A link has to stand out by more than its colour: axe would measure the colours, too, which takes
#: as long as all its other rules.
SETTINGS = (
    "axe.configure({ rules: [{ id: 'link-in-text-block', any: ['link-in-text-block-style'] }] })"
)
#: axe's own look at contrast takes most of its time and sees one scheme; `contrast` sees both. No
#: rule wants the style sheets loaded again. What a picture is drawn with says nothing to it, and is
#: taken out.
RUN = """async ([parts, without]) => {
  for (const node of document.querySelectorAll("svg[role=img] > :not(title, desc)")) node.remove();
  const where = parts.filter(part => document.querySelector(part)).map(part => [part]);
  const rules = Object.fromEntries(without.map(rule => [rule, { enabled: false }]));
  const options = { resultTypes: ["violations"], preload: { assets: ["media"] }, rules };
  const { violations } = await axe.run(parts.length ? { include: where } : document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, target }) =>
    [id, html.slice(0, 200), Boolean(document.querySelector(target[0])?.closest("article"))]));
}"""


def violations(page, *parts, without=()):
    """What axe finds on an opened page, or in those of its parts that are there, without some of
    its rules: rule, element, and whether that is in the article."""
    assert AXE.is_file(), "node_modules/axe-core is missing; make assets"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
        page.evaluate(SETTINGS)
    return [tuple(one) for one in page.evaluate(RUN, [list(parts), ["color-contrast", *without]])]


def too_faint(page, *parts):
    """Text of a page, or of its parts, that is hard to read, in the light or in the dark. Leaves
    the page dark, with nothing folded.
    """
    found = contrast.measure(page, ", ".join(parts) or "body")
    return [
        f"{scheme}: {seen}"
        for scheme, every in found.items()
        for seen in every
        if seen.ratio < seen.wanted
    ]


def barriers(page, *parts):
    """All of it: what axe finds and what is too faint."""
    return [*violations(page, *parts), *too_faint(page, *parts)]
