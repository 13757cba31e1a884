"""The form of a chapter, laid on its page when the book is built; the notebook stays as it is.

*The rules, a sentence at a time*: each rules cell with the quotation above it, and what it says in
plain words (`cadogan.edition.plain_words`), is a row of three voices, which
``book/_static/chapter.css`` sets side by side where there is room. Words that no other game uses
stand below it with their own lines, folded. Imports, plate, the old page and what puts the game
together are one folded drawer at the end of the part. *The notebook of the game* and the exercises
are folded. Of the readings those stay that have a switch; the others are in the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from house import BOOK

import cadogan
from cadogan.course.exercises import answers
from cadogan.edition.concordance import DEFAULTS
from cadogan.edition.old_text import HEADING, marks
from cadogan.edition.plain_words import PlainClause, own_words, plain_words, repeats

DRAWER = "Notebook cells"
NOTEBOOK, EXERCISES = "The notebook of the game", "Exercises"
#: What opens an exercise.
GRADE = re.compile(r"(?:\d\. )?(By hand|To compute|To design)\.")
#: Words of a passage beside which clause and plain words stand below one another.
LONG = 70
#: How a table begins that says what the text leaves open, and a cell of it for what has no switch.
READINGS, NO_SWITCH = "what the text leaves open", "none"


def shape(app: Any, doctree: Any) -> None:
    """Lay the form on one page, if it is a chapter."""
    path = Path(app.env.doc2path(app.env.docname))
    for section in list(doctree.findall(nodes.section)):  # parts are moved meanwhile
        title = section.next_node(nodes.title).astext()
        if title == HEADING.removeprefix("## ") and path.stem in list(cadogan.games):
            _voices(section, path.read_text(encoding="utf-8"), path.stem)
        elif title == NOTEBOOK:
            _fold(section)
        elif title == EXERCISES and path.parent == BOOK:
            _fold_exercises(section)
    if path.stem in list(cadogan.games):
        _key(doctree, cadogan.games[path.stem])
    _readings(doctree, path.stem if path.stem in list(cadogan.games) else "")


def _key(doctree: Any, game: Any) -> None:
    """Below the first move of a page that is written with the short names of places, these places by
    their names.
    """
    for paragraph in doctree.findall(nodes.paragraph):
        for code in paragraph.findall(nodes.literal):
            move = code.astext().split(" ")[0]
            places = [game.place_at.get(name) for name in move.split("-")]
            if len(places) == 2 and all(places):
                source, target = (place.name for place in places)
                key = nodes.paragraph("", "", classes=["move-key"])
                key += [
                    nodes.literal("", move),
                    nodes.Text(f" is a move from {source} to {target}."),
                ]
                paragraph.parent.insert(paragraph.parent.index(paragraph) + 1, key)
                return


# --- the three voices ---------------------------------------------------------------------------------


def _voices(section: Any, text: str, slug: str) -> None:
    cell_clauses = iter(plain_words(text, slug))
    defaults = {str(mark.place): DEFAULTS.get(mark.default, "") for mark in marks(text)}
    cells = [child for child in section.children if _is_rules(child)]
    clauses_of = {id(cell): clauses for cell, clauses in zip(cells, cell_clauses, strict=True)}
    last = max(n for n, cell in enumerate(cells) if clauses_of[id(cell)])
    trailing = {id(cell) for cell in cells[last + 1 :]}
    rows: list[Any] = []
    quoted: list[Any] = []
    drawer = _before(section)

    def flush() -> None:
        if quoted:
            rows.append(_row(quoted, None, [], defaults))
            quoted.clear()

    for child in section.children[1:]:
        if id(child) in trailing:
            drawer.append(child)
        elif _is_rules(child):
            if clauses_of[id(child)]:
                rows += [_row(quoted, child, clauses_of[id(child)], defaults), *_own(child)]
                quoted.clear()
            else:
                flush()
                rows.append(_folded("How this is put together", [child]))
        elif _is_cell(child):
            if _belongs_in_drawer(child):
                drawer.append(child)
            else:
                flush()
                rows.append(child)
        elif isinstance(child, nodes.comment | nodes.target):
            rows.append(child)
        else:
            quoted.append(child)
    # what stands last and is ours: whose text it is
    credit = quoted.pop() if quoted and isinstance(quoted[-1], nodes.paragraph) else None
    flush()
    rows += [credit] if credit is not None else []
    section.children = [section.children[0]]
    section.extend([*rows, _folded(DRAWER, drawer, "drawer")])


def _row(quoted: list[Any], cell: Any, clauses: list[PlainClause], defaults: dict[str, str]) -> Any:
    """One row: author, clause, plain words; those that only repeat the author are left out."""
    left = _box("voice-author", quoted)
    row = _box("voices", [left])
    if len(left.astext().split()) > LONG:
        row["classes"].append("long")
    if cell is None:
        row["classes"].append("author-alone")
    else:
        row.append(_box("voice-clause", [cell]))
    sentences = [
        sentence
        for raw in left.findall(nodes.raw)
        for place, sentence in defaults.items()
        if sentence and f'data-rule="{place}"' in raw.astext()
    ]
    lines = [_clause_html(clause) for clause in clauses if not repeats(clause, left.astext())]
    lines += [f'<p class="default">{escape(sentence)}</p>' for sentence in dict.fromkeys(sentences)]
    if lines:
        row.append(_box("voice-says", [html("".join(lines))]))
    return row


def _own(cell: Any) -> list[Any]:
    """The words of a rules cell that only this game uses, with their own lines, folded."""
    return [
        _folded(
            f"{name}: a word that only this game uses, and its own lines",
            [nodes.literal_block(source, source, language="python")],
            "own-word",
        )
        for name, source in own_words(cell.next_node(nodes.literal_block).astext())
    ]


def _clause_html(clause: PlainClause) -> str:
    """A clause in plain words, what it leaves to the book's defaults in grey."""
    html, apart = escape(clause.text), []
    for phrase in clause.defaults:
        marked = f'<em class="default">{escape(phrase)}</em>'
        if phrase in clause.text:
            html = html.replace(escape(phrase), marked, 1)
        else:
            apart.append(marked)
    if clause.otherwise:
        names = "; ".join(f"“{escape(name)}”" for name in clause.otherwise)
        apart.append(f'<span class="otherwise">Or: {names}.</span>')
    return f"<p>{' '.join([html, *apart])}</p>"


def _before(section: Any) -> list[Any]:
    """The cells between the first screen and this part, taken out of their place."""
    parent = section.parent
    index = parent.index(section)
    first = next(
        (
            n + 1
            for n in range(index - 1, -1, -1)
            if "first-screen" in parent.children[n].get("classes", ())
        ),
        index,
    )
    cells = [child for child in parent.children[first:index] if _is_cell(child)]
    for cell in cells:
        parent.remove(cell)
    return cells


def _belongs_in_drawer(cell: Any) -> bool:
    """Whether a cell tells the whole game rather than what stands above it."""
    text = cell.astext()
    return any(sign in text for sign in ("cadogan.concordance.", "cadogan-old-page", ".tell()"))


# --- what is folded ----------------------------------------------------------------------------------


def _fold(section: Any) -> None:
    """Fold a part under a line that says what is in it."""
    inside = [
        part.next_node(nodes.title).astext()
        for part in section.children
        if isinstance(part, nodes.section)
    ]
    box = _folded(_listed(inside) or "Open it", section.children[1:], "laboratory")
    section.children = [section.children[0]]
    section.append(box)


def _fold_exercises(section: Any) -> None:
    """Fold a chapter's exercises under a line that names them; they stand open where the answers
    are no longer the reader's to open.
    """
    grades = [
        match[1]
        for paragraph in section.findall(nodes.paragraph)
        if (match := GRADE.match(paragraph.astext()))
    ]
    if not grades:
        return
    box = _folded(_listed(grades), section.children[1:], "exercises", answers() != "folded")
    section.children = [section.children[0]]
    section.append(box)


def _listed(names: Sequence[str]) -> str:
    """The title of a fold: its contents in one line."""
    rest = [name[:1].lower() + name[1:] for name in names[1:]]
    return " · ".join([*names[:1], *rest])


def _folded(summary: str, children: Iterable[Any], name: str = "", unfolded: bool = False) -> Any:
    attributes = f'class="{name or "folded"}"{" open" if unfolded else ""}'
    opening = f"<details {attributes}><summary>{escape(summary)}</summary>"
    return _box(f"{name or 'folded'}-box", [html(opening), *children, html("</details>")])


def _readings(doctree: Any, slug: str) -> None:
    """Leave the readings that have a switch; of the others the ledger tells, which has the
    patiences.
    """
    for table in list(doctree.findall(nodes.table)):
        head = table.next_node(nodes.entry)
        if head is None or head.astext() != READINGS:
            continue
        table["classes"].append("readings")
        if not slug:
            continue
        body = table.next_node(nodes.tbody)
        silent = [row for row in body.children if row.children[-1].astext().startswith(NO_SWITCH)]
        for row in silent:
            body.remove(row)
        if silent:
            n = len(silent)
            points = "One point more" if n == 1 else f"{n} points more"
            note = html(
                f'<p class="more-readings">{points}, which no switch changes: see the '
                f'<a href="ledger.html#ledger-{slug}">ledger</a>.</p>'
            )
            table.parent.insert(table.parent.index(table) + 1, note)
        if not body.children:
            table.parent.remove(table)


# --- nodes -------------------------------------------------------------------------------------------


def _is_cell(node: Any) -> bool:
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def _is_rules(node: Any) -> bool:
    return _is_cell(node) and "tag_rules" in node["classes"]


def _box(name: str, children: Iterable[Any]) -> Any:
    return nodes.container("", *children, classes=[name])


def html(text: str) -> Any:
    """HTML as it is to stand in a page."""
    return nodes.raw("", text, format="html")
