"""What a rules cell says, in plain words: the sentence of each of its clauses, and what the clause
leaves to the book's defaults.

The third voice of a chapter's rules, beside the author's sentence and the clause. It is made from
the clause (`Game.say`), so that it can say nothing but what is played; the chapter is
read, not run.

>>> import cadogan
>>> cells = plain_words(cadogan.games.text("fortress"), "fortress")
>>> [clause.text for clause in cells[4]]
['Cards of the lanes may be married on one another, in suit and in ascending or descending line.']
>>> cells[4][0].defaults
('in suit', 'One card at a time.')
>>> cells[2][0].otherwise
('descend',)
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from typing import Any

from cadogan import words
from cadogan.edition.chapters import cells_of, read_rules
from cadogan.edition.concordance import citing
from cadogan.patience.game import Game
from cadogan.patience.prose import table
from cadogan.words import Clause, reading

#: Said of a place that nothing fills once its cards are gone.
STAYS_EMPTY = "A place once empty stays empty."


@dataclass(frozen=True)
class PlainClause:
    """A clause in plain words.

    Attributes:
        text: its sentence.
        defaults: what holds because the clause does not say otherwise: phrases of the sentence, or
            sentences of their own.
        otherwise: the options of a reading that are not taken.
    """

    text: str
    defaults: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()


def plain_words(text: str, slug: str) -> list[list[PlainClause]]:
    """The clauses of a chapter in plain words, cell by cell; none for a cell that only puts together
    the clauses of others.

    Args:
        text: the chapter.
        slug: the slug of its game.

    Raises:
        RulesError: there is no rules cell, or one is refused.
    """
    game = read_rules(text).games[0].game
    cells: list[list[PlainClause]] = [[] for _ in cells_of(text)]
    for citation in citing(text, slug=slug):
        cells[citation.cell - 1].append(_plain(game, citation.clause))
    return cells


def _plain(game: Game, clause: Clause) -> PlainClause:
    if isinstance(clause, reading):
        inside = [_plain(game, c) for c in clause.inside]
        return PlainClause(
            " ".join(plain.text for plain in inside)
            or f"{words.upper_first(clause.name)}: {clause.taken}.",
            tuple(dict.fromkeys(phrase for plain in inside for phrase in plain.defaults)),
            tuple(name for name in clause.options if name != clause.taken),
        )
    if isinstance(clause, words.places):
        room = table(game, [clause.citing(())]).removeprefix("There is room for ")
        left_empty = (STAYS_EMPTY,) if stays_empty(game, clause) else ()
        return PlainClause(words.upper_first(room), left_empty)
    return PlainClause(game.say(clause), tuple(clause.unsaid()))


def stays_empty(game: Game, group: words.places) -> bool:
    """Whether cards are dealt to a group of places, and nothing fills one of them that has been
    emptied in play.
    """
    dealt = game.clauses_of(words.deal)
    redealt = any(c.runs_out for c in dealt) or game.clauses_of(words.again)
    others = (c for c in game.active if not isinstance(c, words.deal | words.build))
    filled = {name for c in others for name in c.receives()}
    return (
        bool(game.clauses_of(words.foundations))
        and any(group.name in c.receives() for c in dealt)
        and not redealt
        and not group.first_stays
        and group.name not in filled
    )


#: Words that say nothing by themselves, and the endings by which forms of one word differ.
_LITTLE = frozenset(
    "a all an and any are at be by can card each for from in is it may must of on one only or other so "
    "that the their them there these this those to when which with".split()
)
_ENDINGS = re.compile(r"(?<=...)(?:ing|ies|es|ed|s)$")


def repeats(plain: PlainClause, author: str) -> bool:
    """Whether a clause in plain words only repeats the author: all its words stand in the passage,
    and it rests on no default and no reading. (How many cards a number of packs has is no news.)

    >>> repeats(PlainClause("One entire pack, 52 cards."), "One Entire Pack of Cards.")
    True
    >>> repeats(PlainClause("Ten lanes."), "Lay the cards in rows.")
    False
    """
    text = re.sub(r"packs?\b.*, \d+ cards", "packs", plain.text)
    new = _content(text) - _content(author)
    return not (plain.defaults or plain.otherwise or new or re.search(r"\d", text))


def _content(text: str) -> set[str]:
    """The words that tell something, without their endings."""
    stems = (_ENDINGS.sub("", word) for word in re.findall(r"[a-z]+", text.lower()))
    return {word for word in stems if word not in _LITTLE}


# --- words that one game alone uses -------------------------------------------------------------------


@cache
def _users() -> Counter[str]:
    """The number of chapters whose rules cells use each word."""
    import cadogan

    chapters = (cells_of(cadogan.games.text(slug)) for slug in cadogan.games)
    return Counter(
        name for cells in chapters for name in cell_names("\n".join(cell.text for cell in cells))
    )


def cell_names(code: str) -> list[str]:
    """The words of the vocabulary that stand in a rules cell, in order, each once.

    >>> cell_names("marriages = marry(either, 'lanes')")
    ['marry', 'either']
    """
    import io
    import tokenize

    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    names = (token.string for token in tokens if token.type == tokenize.NAME)
    return list(dict.fromkeys(name for name in names if name in words.VOCABULARY))


def own_words(code: str) -> Iterator[tuple[str, str]]:
    """The words of a rules cell that no other chapter uses, each with its own lines; a word that is
    only a name for a value has none.
    """
    for name in cell_names(code):
        word = getattr(words, name)
        if _users()[name] == 1 and _has_lines(word):
            yield name, lines_of(word)


def _has_lines(word: Any) -> bool:
    return inspect.isclass(word) or inspect.isfunction(word)


def lines_of(word: Any) -> str:
    """The source of a word: its module without its imports, where that is about this word
    alone; else its class or function.
    """
    module = sys.modules[word.__module__]
    every = (getattr(words, name) for name in words.VOCABULARY)
    others = (other for other in every if other is not word and _has_lines(other))
    if any(other.__module__ == module.__name__ for other in others):
        return dedent(inspect.getsource(word)).rstrip()
    import ast

    source = inspect.getsource(module)
    body = ast.parse(source).body
    heads = (ast.Import, ast.ImportFrom, ast.If)
    first = next(n for n, node in enumerate(body) if n and not isinstance(node, heads))
    lines = source.splitlines()
    start = body[first - 1].end_lineno or 0
    return "\n".join(lines[start:]).strip("\n").rstrip()
