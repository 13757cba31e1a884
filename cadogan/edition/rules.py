"""What the rules cells of a chapter say: each name, each clause where it is written, each game that
they put together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cadogan import words as terms
from cadogan.patience.game import Game


@dataclass(frozen=True)
class Definition:
    """A name that a cell gives, and its value.

    Attributes:
        name: the name.
        value: what it stands for.
        cell: the number of the cell, from 1.
        first, last: the lines of the chapter on which its statement begins and ends, from 1.
    """

    name: str
    value: Any
    cell: int
    first: int
    last: int


@dataclass(frozen=True)
class Written:
    """A clause where it is written.

    Attributes:
        clause: the clause, with the rules that it cites.
        word: the word of the vocabulary with which it begins: ``marry`` of ``marry(down, "fans") @
        RULE[1]``.
        name: the name that a statement gives it; empty where it stands in the brackets of the game
        itself.
        cell: the number of the cell, from 1.
        first, last: its lines in the chapter, from 1.
    """

    clause: terms.Clause
    word: str
    name: str
    cell: int
    first: int
    last: int


@dataclass(frozen=True)
class WrittenGame:
    """A game that the cells put together, with ``Game(…)`` or as a changed copy.

    Attributes:
        game: the game.
        clauses: the clauses between its brackets, in order; of a changed copy those that change it.
        parts: what stands between its brackets by a name, under that name:
        ``fortress.vary(marriages=…)`` changes such a part.
    """

    game: Game
    clauses: tuple[Written, ...]
    parts: Mapping[str, Definition]


@dataclass(frozen=True)
class Rules:
    """The contents of the rules cells of a chapter.

    Attributes:
        statements: the definitions, in order.
        games: the games in the order in which they are put together, the chapter's own first.
        calls: every clause that a word made, with its line, in order.
    """

    statements: tuple[Definition, ...]
    games: tuple[WrittenGame, ...]
    calls: tuple[tuple[Any, int], ...]

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """The last definition of each name."""
        return {definition.name: definition for definition in self.statements}

    @property
    def values(self) -> dict[str, Any]:
        """The names, in order, with their values."""
        return {name: definition.value for name, definition in self.definitions.items()}


def line_of(clause: terms.Clause | None, calls: Sequence[tuple[Any, int]]) -> int:
    """The line of the last call that made a clause, alone or among several said with one word; 0
    where none did.
    """
    lines = (
        line
        for value, line in reversed(calls)
        if value == clause or (isinstance(value, terms.Clauses) and clause in value)
    )
    return next(lines, 0)


def placed(value: Any, cites: tuple[terms.Rule, ...]) -> Any:
    """A value whose clauses cite the rules above their cell.

    A clause that cites a sentence itself is an exception, and cites that alone; one that cites a
    numbered rule cites those above besides."""
    if not cites or isinstance(value, terms.drawn):
        return value
    if isinstance(value, terms.Clause):
        exception = any(rule.paragraph for rule in value.rules)
        return value if exception else value.citing(tuple(dict.fromkeys((*value.rules, *cites))))
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(part, (terms.Clause, tuple)) for part in value)
    ):
        parts = tuple(placed(part, cites) for part in value)
        return terms.Clauses(parts) if isinstance(value, terms.Clauses) else parts
    return value
