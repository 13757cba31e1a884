"""The index that the book's search asks (`book/_static/search.js`): games, terms and rules by name,
and every paragraph of the text.

A block is its kind, the number of its page, the place in it, a heading and a text: ``["rule", 9,
"text-rule-ii", "Rule II", "…"]``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from docutils import nodes

import cadogan
from cadogan.round_games import games as round_games

#: The opening of a sentence of the old text, as `cadogan_sphinx` makes it.
SENTENCE = re.compile(r'<span class="sentence (\w*)" id="([^"]+)" data-rule="([^"]+)">')
#: The page whose sections define the author's terms.
TERMS = "terms"
#: How the places of the package's names begin (`cadogan.edition.reference.anchor`).
REFERENCE = "api-"


class Block(NamedTuple):
    """Something that can be found; `kind` is game, page, term, name (of the package), rule or text."""

    kind: str
    page: int
    place: str
    head: str
    text: str


def script(env: Any) -> str:
    """The index of all pages of a Sphinx environment, as a script that a page can load."""
    listed = [
        name for name in env.toctree_includes.get(env.config.root_doc, []) if name in env.found_docs
    ]
    names = list(dict.fromkeys([env.config.root_doc, *listed, *sorted(env.found_docs)]))
    pages = [[name, env.titles[name].astext()] for name in names]
    blocks = [
        block
        for number, (name, title) in enumerate(pages)
        for block in of_page(number, name, title, env.get_doctree(name))
    ]
    data = json.dumps({"pages": pages, "blocks": blocks}, ensure_ascii=False, separators=(",", ":"))
    return f"window.bookIndex = {data};\n"


def of_page(number: int, name: str, title: str, doctree: Any) -> Iterator[Block]:
    """The blocks of one page: first the page itself."""
    if name in list(cadogan.games):
        variants = ", ".join(game.title for game in cadogan.games[name].variants.values())
        also = f" Also: {variants}." if variants else ""
        yield Block(
            "game",
            number,
            "",
            f"{title} {variants}",
            f"{str(cadogan.summary(name)).rstrip('.')}.{also}",
        )
    elif name in round_games:
        yield Block("game", number, "", title, round_games[name].aim)
    else:
        yield Block("page", number, "", title, "")
    for paragraph in doctree.findall(nodes.paragraph):
        section = _section(paragraph)
        head = section.next_node(nodes.title).astext() if section is not None else title
        place = section["ids"][0] if section is not None and section["ids"] else ""
        if entry := _definition(paragraph):
            if not paragraph.astext().endswith(":"):  # the head of a list
                yield Block("name", number, entry[1], entry[0], _clean(paragraph.astext()))
        else:
            yield from _of_paragraph(number, name, place, head, paragraph)


def _definition(paragraph: Any) -> tuple[str, str] | None:
    """The name that a paragraph defines and its place, where it stands in a definition of the
    package's reference.
    """
    if not isinstance(paragraph.parent, nodes.definition):
        return None
    for code in paragraph.parent.parent.findall(nodes.literal):
        place = next((anchor for anchor in code["ids"] if anchor.startswith(REFERENCE)), "")
        return (re.split(r"[( ]", code.astext())[0], place) if place else None
    return None


def _section(node: Any) -> Any:
    while node is not None and not isinstance(node, nodes.section):
        node = node.parent
    return node


def _of_paragraph(number: int, name: str, place: str, head: str, paragraph: Any) -> Iterator[Block]:
    """The rules of the old text one by one, any other paragraph as a whole."""
    rest, rule, rule_text = "", None, ""
    for child in paragraph.children:
        if isinstance(child, nodes.raw):
            opened = SENTENCE.match(child.astext())
            if opened and opened[1] == "rule":
                rule, rule_text = opened, ""
            elif rule is not None and child.astext().startswith("</span>"):
                yield Block("rule", number, rule[2], rule[3], _clean(rule_text))
                rule = None
            elif 'class="cadogan-deal"' in child.astext():
                rest += re.sub("<[^>]+>", "", child.astext())
        elif rule is not None:
            rule_text += child.astext()
        else:
            rest += child.astext()
    if len(_clean(rest)) > 3:
        kind = (
            "term" if name == TERMS and isinstance(paragraph.parent, nodes.block_quote) else "text"
        )
        yield Block(kind, number, place, head, _clean(rest))


def _clean(text: str) -> str:
    """One line; the number before a restated rule is in its heading already."""
    return re.sub(r"^[IVXL]+\. ?", "", " ".join(text.split()))
