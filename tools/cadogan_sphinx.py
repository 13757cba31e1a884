"""The book's own Sphinx extension.

It ties the old text to the rules cell: each sentence of a chapter's old text gets its place and its quiet mark from
`cadogan.concordance`, and the page gets the lines of the rules cell that carry it out (`book/_static/concordance.js` lights them up).

And it takes what the book does not use out of the pages. The theme loads thebe (live code by a server elsewhere), declares its
address twice, which is an error in every page's console, and so names another host in each page. The book runs its code
in the page or in JupyterLab and needs none of it. Nor does it need a second name for each folded cell, or a second field to
search in, in a bar above the page: the one in the side bar is enough.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes

import cadogan
from cadogan import concordance

#: The quiet mark behind a sentence, and what it says.
MARKS = {"rule": "§", "advice": "†", "description": "°", "example": "‡"}


def _tie(app: Any, doctree: Any) -> None:
    """Wrap each sentence of the old text, and leave the lines of the rules cell for the page's script."""
    path = Path(app.env.doc2path(app.env.docname))
    if path.stem not in list(cadogan.games):
        return
    text = path.read_text(encoding="utf-8")
    found = concordance.read(text, path.stem)
    quoted = iter([s for s in found if not s.restated])
    restated = {s.where.number: s for s in found if s.restated}
    for section in doctree.findall(nodes.section):
        if section.next_node(nodes.title).astext() != "The old text":
            continue
        for paragraph in section.findall(nodes.paragraph):
            paragraph.children = [child for child in paragraph.children if child.astext()]  # the parser leaves empty ones
            head = paragraph.children[0]
            if isinstance(paragraph.parent, nodes.block_quote):
                if not (isinstance(head, nodes.strong) and len(paragraph.children) == 1):
                    _wrap(paragraph, quoted)
            elif isinstance(head, nodes.strong) and (rule := restated.get(head.astext().rstrip("."))):
                paragraph.insert(0, _raw(_opening(rule)))
                paragraph.append(_raw("</span>" + _mark(rule)))
    lines: dict[int, list[str]] = {}
    for one in concordance.citing(text, slug=path.stem):
        for n in range(one.first, one.last + 1):
            lines.setdefault(n, []).extend(str(s.where) for s in found if one in s.by and str(s.where) not in lines[n])
    doctree.append(_raw(f'<script type="application/json" id="concordance">{json.dumps(lines)}</script>'))


def _wrap(paragraph: Any, quoted: Any) -> None:
    """The sentences of one quoted paragraph, each in its span. Words and spaces stay as they are."""
    if any(not isinstance(child, nodes.Text) for child in paragraph.children):
        raise ValueError(f"the old text is plain text, with no markup inside: {paragraph.astext()[:60]}")
    children: list[Any] = []
    for n, words in enumerate(concordance.sentences(paragraph.astext())):
        sentence = next(quoted)
        children += [nodes.Text(" ")] if n else []
        children += [_raw(_opening(sentence)), nodes.Text(words), _raw("</span>" + _mark(sentence))]
    paragraph.children = []
    paragraph.extend(children)


def _raw(html: str) -> Any:
    return nodes.raw("", html, format="html")


def _anchor(where: Any) -> str:
    return "text-" + str(where).lower().replace(" ", "-").replace(".", "-")


def _opening(s: Any) -> str:
    return f'<span class="sentence {s.kind}" id="{_anchor(s.where)}" data-rule="{escape(str(s.where))}">'


def _mark(s: Any) -> str:
    """The mark behind a sentence; that of a rule leads to its line in the rules cell."""
    if s.by:
        line, says = s.by[0].first, f"{s.where}: {concordance.Concordance.carried(s)}"
        return f'<a class="mark" href="#rules-line-{line}" aria-label="{escape(says)}" title="{escape(says)}">{MARKS["rule"]}</a>'
    says = s.kind + (f", {concordance.Concordance.carried(s)}" if s.default else "")
    return f'<span class="mark" title="{escape(says)}">{MARKS[s.kind]}</span>' if s.kind else ""


def _tidy(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    def wanted(script: Any) -> bool:
        name = str(getattr(script, "filename", script) or "")
        body = str(getattr(script, "attributes", {}).get("body", ""))
        return "sphinx-thebe" not in name and "thebe" not in body

    context["script_files"] = [script for script in context.get("script_files", []) if wanted(script)]
    # A folded cell names itself with what it shows ("Show code cell …"), not with another name beside it.
    context["body"] = context.get("body", "").replace('<summary aria-label="Toggle hidden content">', "<summary>")


def _one_search_field(app: Any, config: Any) -> None:
    config.html_theme_options.setdefault("navbar_persistent", [])


def _lighten(app: Any, exception: Exception | None) -> None:
    """Empty the theme's script that draws its icons anew, 1.5 MB for every page: its style sheet has drawn them with a font."""
    script = Path(app.outdir) / "_static" / "scripts" / "fontawesome.js"
    if exception is None and script.is_file():
        script.write_text("// The icons are drawn with the font of the style sheet.\n", encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx, after the theme (hence the high priority number)."""
    app.connect("config-inited", _one_search_field)
    app.connect("doctree-read", _tie)
    app.connect("html-page-context", _tidy, priority=990)
    app.connect("build-finished", _lighten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
