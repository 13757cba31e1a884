"""The policy of a built page: no script runs in it but those of the book's own files.

The theme writes scripts and handlers into each page; what they do is done by
`book/_static/early.js`, and they are taken out. A new one stops the build until somebody has looked
at it: it would not run, and be reported in each reader's browser."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from house import Trouble

from cadogan.serve import POLICY

#: A script that stands in the page itself and would be run; data in a script's clothes is not.
SCRIPT = re.compile(
    r"<script(?P<attributes>(?![^>]*\ssrc=)[^>]*)>(?P<code>.*?)</script>\s*", re.DOTALL
)
#: Those that the page does without, or that `early.js` replaces.
KNOWN = re.compile(
    r"togglebuttonSelector =|toggleHint(Show|Hide) =|toggleOpenOnPrint =|kernelName =|"
    r"DOCUMENTATION_OPTIONS\.(search_as_you_type|pagename) =|document\.documentElement\.dataset\.mode ="
)
#: A handler in an element.
HANDLER = re.compile(r'(?<=[\s"])on[a-z]+="(?P<code>[^"]*)"')
#: The attribute in its place; none for a slider, which `early.js` knows by its class.
HANDLERS = {
    "toggleFullScreen()": 'data-act="full-screen"',
    "window.print()": 'data-act="print"',
    "event.stopPropagation()": "",
}
SLIDER = "const box = this.closest("
#: Stands in each page, before all that the policy speaks of.
META = f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}" />'
HEAD = '<meta charset="utf-8" />'


def under_policy(page: str) -> str:
    """A page without scripts and handlers of its own, and with the policy in its head.

    Raises:
        Trouble: it has some that nobody knows.

    >>> page = under_policy(f"<head>{HEAD}<script>kernelName = 'x'</script></head><b onclick=\\"window.print()\\">")
    >>> page == f'<head>{HEAD}{META}</head><b data-act="print">', under_policy(page) == page
    (True, True)
    """

    def without(match: re.Match[str]) -> str:
        if "json" in match["attributes"]:
            return match[0]
        if "thebe-config" in match["attributes"] or KNOWN.search(match["code"]):
            return ""
        raise Trouble(f"a script stands in a page: {match['code'].strip()[:100]}")

    def elsewhere(match: re.Match[str]) -> str:
        code = match["code"]
        if code.startswith(SLIDER):
            return ""
        if code in HANDLERS:
            return HANDLERS[code]
        raise Trouble(f"a handler stands in a page: {match[0][:100]}")

    page = HANDLER.sub(elsewhere, SCRIPT.sub(without, page))
    if META in page:
        return page
    if HEAD not in page:  # no page but a line that leads to one
        return META + page
    return page.replace(HEAD, HEAD + META, 1)


def lay(site: Path) -> None:
    """Lay the policy into each page of a built book."""
    for path in site.rglob("*.html"):
        if path.relative_to(site).parts[0] in ("_static", "lab"):
            continue
        text = path.read_text(encoding="utf-8")
        if (page := under_policy(text)) != text:
            path.write_text(page, encoding="utf-8")
