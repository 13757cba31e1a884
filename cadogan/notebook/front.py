"""What a page's cells show, in a notebook: links lead to the notebooks, a map is a drawing, and what
needs the scripts of the built page is left out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cadogan.course.field import PAGE

#: A link to a page of the book, with what comes before it in its tag, and its place in the page.
LINK = re.compile(r'(<a\b[^>]*?\bhref=")([\w./-]+)\.html((?:#[^"]*)?")')
#: The same in Markdown, which names the source of the page.
MARKDOWN_LINK = re.compile(r"(\]\()([\w./-]+)\.md((?:#[^)]*)?\))")
DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
ANCHOR = re.compile(r"</?a\b[^>]*>")
#: A script of the built page, and what only it brings to life.
SCRIPT = re.compile(r'<script\b[^>]*\bsrc="_static/[^"]*"[^>]*></script>')
NEEDS_SCRIPT = re.compile(
    r'<(form)\b.*?</form>|<(section) class="cadogan-studio".*?</section>|<(div) class="days".*?</div>',
    re.DOTALL,
)
#: Rows of games side by side, as the built page's style sheet has them.
ROWS = re.compile(r'<(?:ul|ol|div) class="(?:game-cards|cadogan-gallery)\b')
STYLE = (
    "<style>:is(.game-cards, .cadogan-gallery) {display: grid; padding: 0; gap: 1.2em; "
    "grid-template-columns: repeat(auto-fill, minmax(15em, 1fr))} :is(.game-cards, .cadogan-gallery) "
    ":is(svg, img) {max-width: 100%; max-height: 9em; height: auto; display: block} "
    ":is(.game-cards, .cadogan-gallery) li {list-style: none} .cadogan-gallery figure {margin: 0}</style>"
)
ELSEWHERE = "<p><em>In the built page (<code>make read</code>) a form stands here, which needs its script.</em></p>"


def in_notebook(html: str, folder: Path) -> str:
    """What a cell shows as HTML, for a notebook in that folder.

    Jupyter cannot take a link in a drawing, and shows an error instead of it; the pages that have one
    have the same links in a list.
    """
    if SCRIPT.search(html):
        html = SCRIPT.sub("", NEEDS_SCRIPT.sub(ELSEWHERE, html))
    if ROWS.search(html):
        html = STYLE + html
    if ".html" not in html:
        return html
    html = DRAWING.sub(lambda match: ANCHOR.sub("", match[0]), html)
    return LINK.sub(lambda match: _to_notebook(match, folder), html)


def markdown_in_notebook(text: str, folder: Path) -> str:
    """Markdown that a cell shows, for a notebook in that folder."""
    return MARKDOWN_LINK.sub(lambda match: _to_notebook(match, folder), text)


def _to_notebook(match: re.Match[str], folder: Path) -> str:
    """A link to the notebook of a page, where that lies beside; else as it is."""
    for kind in (".md", ".ipynb"):
        if (folder / f"{match[2]}{kind}").is_file():
            return f"{match[1]}{match[2]}{kind}{match[3]}"
    return match[0]


#: What is done to what a cell shows, by its kind.
FITTED = {"text/html": in_notebook, "text/markdown": markdown_in_notebook}


def formatting(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap IPython's formatter so that its HTML and Markdown suit a notebook (`FITTED`), unless the
    book is being built.
    """

    def format_value(*args: Any, **options: Any) -> Any:
        data, about = plain(*args, **options)
        if not os.environ.get(PAGE):
            for kind, fitted in FITTED.items():
                if isinstance(text := data.get(kind), str):
                    data[kind] = fitted(text, Path.cwd())
        return data, about

    return format_value
