"""Sentences about players: kept as patterns, and put into words for whoever reads them.

In a pattern ``{0}`` is what is told (a card, cards, a combination, a number, a word),
``{1:player}`` a player by the number of his seat, ``{who}`` the player whose doing it is, and
``{turns}`` a verb of that player's.

>>> tell("{who} {sells} {0} to {1:player} and {has} {2}.", 0, ("it", 1, 3))
'Player 1 sells it to player 2 and has 3.'
>>> tell("{who} {sells} {0} to {1:player} and {has} {2}.", 0, ("it", 1, 3), Names(["Anne", "Mr. Hale"], you=0))
'You sell it to Mr. Hale and have 3.'
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cadogan.round_games.cards import SUIT_NAMES, SUIT_SYMBOLS, Card, card, symbols
from cadogan.round_games.melds import RANK_TEXT, Meld

#: The second person of verbs that do not merely lose an s.
YOU = {"has": "have", "is": "are", "goes": "go", "does": "do", "passes": "pass"}


class Seat(int):
    """A seat where it is read, as in the text of an action: players are numbered from one."""

    def __str__(self) -> str:
        return str(self + 1)


class Names(NamedTuple):
    """What the players are called by somebody who reads.

    Attributes:
        names: the name of each seat; none: player 1, player 2 …
        you: the seat of whoever reads; None for a bystander.
    """

    names: Sequence[str] = ()
    you: int | None = None

    def __call__(self, seat: int) -> str:
        """What this player is called in the middle of a sentence."""
        return "you" if seat == self.you else self.names[seat] if self.names else player(seat)


NUMBERED = Names()


def player(seat: int) -> str:
    """A seat in words: ``player 1`` sits at seat 0."""
    return f"player {seat + 1}"


def ranks(order: Iterable[int]) -> str:
    """Ranks in a row: ``3 2 A K``."""
    return " ".join(RANK_TEXT[rank] for rank in order)


def tell(
    pattern: str, who: int | None, values: Sequence[Any] = (), names: Names = NUMBERED, **words: Any
) -> str:
    """A pattern put into words.

    Args:
        who: the seat whose doing it is.
        values: what the numbers stand for.
        names: what the players are called.
        words: what other names in braces stand for; any that is not here is a verb.
    """
    sentence = _Teller(who, names).vformat(pattern, values, words)
    return sentence[:1].upper() + sentence[1:]


#: Where a rule comes from when it is in none of the texts, in words.
SOURCES = {
    "digest: recovered": "a rule restored from other books",
    "digest: inferred": "our reading",
    "digest: shared conventions": "a custom of this table",
    "digest: outside the texts": "outside the texts",
}


def cited(source: str) -> str:
    """A source as a reader sees it.

    >>> cited("POPE JOAN 1.4; digest: recovered")
    'POPE JOAN 1.4; a rule restored from other books'
    """
    return "; ".join(SOURCES.get(part, part) for part in source.split("; "))


def noticed(value: Any, kind: str, names: Names) -> str:
    """A fact of a table in words: a card or its text, a player by his seat, a score, a suit by its
    letter, or a number, even zero; empty where there is nothing to tell.
    """
    return "" if value in (None, "", [0, 0]) else _Teller(None, names).format_field(value, kind)


class _Teller(string.Formatter):
    def __init__(self, who: int | None, names: Names) -> None:
        self.who, self.names = who, names

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if isinstance(key, int):
            return args[key]
        if key in kwargs:
            return kwargs[key]
        if key == "who":
            return "" if self.who is None else self.names(self.who)
        return (
            YOU.get(key, key[:-1]) if self.who is not None and self.who == self.names.you else key
        )

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "player":
            return " and ".join(
                self.names(seat) for seat in (value if isinstance(value, tuple) else [value])
            )
        if spec == "card":
            return card(value).symbol
        if spec == "suit":
            return f"{SUIT_SYMBOLS[value]} {SUIT_NAMES[value]}"
        if spec == "score":
            return " to ".join(map(str, value))
        if isinstance(value, (Card, Meld)):
            return value.symbol if isinstance(value, Card) else value.symbols
        if isinstance(value, tuple) and value and isinstance(value[0], tuple):
            return ", ".join(f"{name} {n}" for name, n in value)
        return symbols(value) if isinstance(value, tuple) else str(value)
