"""Phrases that stand in many chapters: `python tools/phrases.py [--words 8] [--chapters 5]`, of so
many words in more than so many chapters.

Counted is the chapters' own prose: what is quoted of the old texts, headings, the heads of tables,
code and what it shows are left out, and of a link only what is read. A phrase stands within one
paragraph. Exit status 1 where there is one."""

from __future__ import annotations

import re
import sys
from collections import defaultdict

from house import asked

import cadogan
from cadogan.edition.chapters import book_folder
from cadogan.round_games.catalogue import WRITTEN

#: What is no prose of the chapter: the lines at its head, code, comments, the old text, headings,
#: the head of a table; and aim and play, where a rule that many games share is to be said in the
#: same words.
LEFT_OUT = [
    re.compile(r"\A---\n.*?\n---\n", re.DOTALL),
    re.compile(r"^(`{3,}).*?^\1[ ]*$", re.DOTALL | re.MULTILINE),
    re.compile(r"<!--.*?-->", re.DOTALL),
    re.compile(r"^>.*$", re.MULTILINE),
    re.compile(r"^#+ .*$", re.MULTILINE),
    re.compile(r"^\*\*(Aim|Play)\.\*\* .*$", re.MULTILINE),
    re.compile(r"^\|.*\n(?=\|[-|: ]+$)", re.MULTILINE),
    re.compile(r"(?<=\])\([^)]*\)"),
    re.compile(r"</?\w[^>]*>"),
]
WORD = re.compile(r"[\w’']+")


def chapters() -> dict[str, str]:
    """The text of each chapter of the book that teaches a game, patience or round game."""
    return {
        slug: (book_folder() / f"{slug}.md").read_text(encoding="utf-8")
        for slug in (*cadogan.games, *WRITTEN)
    }


def paragraphs(text: str) -> list[list[str]]:
    """The words of a chapter's own prose, paragraph by paragraph."""
    for pattern in LEFT_OUT:
        text = pattern.sub("\n" if pattern.flags & re.DOTALL else "", text)
    return [WORD.findall(part.lower()) for part in re.split(r"\n\s*\n|\n(?=\|)", text)]


def repeated(texts: dict[str, str], words: int = 8, many: int = 5) -> dict[str, list[str]]:
    """Each phrase of so many words that stands in more than so many of the texts, with their names;
    the commonest first.
    """
    where: dict[str, set[str]] = defaultdict(set)
    for name, text in texts.items():
        for said in paragraphs(text):
            for first in range(len(said) - words + 1):
                where[" ".join(said[first : first + words])].add(name)
    found = {phrase: sorted(names) for phrase, names in where.items() if len(names) > many}
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def main() -> int:
    """Print them; returns 1 where there are any."""
    chosen = asked(__doc__, words=8, chapters=5)
    texts = chapters()
    found = repeated(texts, chosen.words, chosen.chapters)
    for phrase, names in found.items():
        print(f"{len(names):>3}  {phrase}")
    print(
        f"{len(found)} phrases of {chosen.words} words stand in more than {chosen.chapters} of {len(texts)} chapters"
    )
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
