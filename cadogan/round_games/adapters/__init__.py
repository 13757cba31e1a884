"""Adapters: the round games as environments of PettingZoo and as games of OpenSpiel.

Both are optional, and neither is imported here: ``from cadogan.round_games.adapters import
pettingzoo`` asks for PettingZoo, ``from cadogan.round_games.adapters import openspiel`` for
OpenSpiel, and says what to install.

**Numbers of actions.** These libraries want a fixed range of numbers, and our actions are texts without bound: bids grow
with the pool, combinations with the hand. So action ``i`` of a state is the ``i``-th of its legal
actions, in the fixed order of `State.actions`; the legal numbers are always ``0 … k - 1``. Equal
views have equal lists, so a number means the same whenever a seat knows the same; across different
views it does not, and ``legal(view)[i]`` says what it means. The range is `MOST` unless told; a
state with more actions is refused in words, never cut short.

**Features.** `features` writes a view as numbers, for learners that want a vector. It leaves out the history (the text
``str(view)`` and ``view.history`` have it). Everything, the mask of legal actions too, is worked
out from the view of the seat, not from the state."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from cadogan.round_games import Action, View
from cadogan.round_games.cards import Card
from cadogan.round_games.melds import Meld
from cadogan.round_games.piles import Hand, Pile
from cadogan.round_games.table import Table

#: The range of action numbers unless told: more than the round games were seen to offer with their
#: default options.
MOST = 512
#: The faces a feature counts: 52 cards, the joker, the back.
FACES = 54
#: Facts that are written in another way, or are nobody's business.
_APART = (
    "seats",
    "number",
    "first",
    "shuffles",
    "log",
    "phase",
    "to_act",
    "dealer",
    "counters",
    "settled",
    "pools",
)


class TooManyActions(ValueError):
    """A state has more legal actions than the range of numbers agreed; the message says how many."""


def legal(view: View, most: int | None = None) -> tuple[Action, ...]:
    """The legal actions of the seat, from nothing but its view; none when another is to act.

    Raises:
        TooManyActions: there are more than ``most``.
    """
    if view.seat is None or view.seat != view.to_act:
        return ()
    found = tuple(view.game.legal(view.table))
    if most is not None and len(found) > most:
        raise TooManyActions(
            f"{view.game.title} has {len(found)} legal actions here, and most={most}; make it with a larger most"
        )
    return found


def features(view: View) -> list[float]:
    """A view as numbers, always as many for the same game and seats.

    In order: the seat, the seat to act, the dealer (one place for each seat); the phase (one for
    each); counters and pools; then every fact of the table by its name. A pile is the number of
    each face, and of a pile with an order the uppermost card besides. Any other single fact is a
    number (None: -1, a card: its index) and eight bits (of a word's checksum); a list is its first
    numbers, as many as there are seats, and the number of each face in it."""
    t = view._table
    made: list[float] = []
    for seat in (view.seat, t.to_act, t.dealer):
        made += [float(seat == s) for s in range(t.seats)]
    made += [float(t.phase == p) for p in (*sorted(view.game.phases), "over")]
    made += map(float, (*t.counters, *t.pools.values()))
    for name, value in sorted(t.__dict__.items()):
        if name not in _APART:
            made += _numbers(value, t)
    return made


def _numbers(value: Any, t: Table) -> Iterator[float]:
    match value:
        case Pile():
            yield from _faces(value.cards)
            if not isinstance(value, Hand):
                yield from _faces(value.cards[-1:])
        case str():
            yield 0.0
            yield from (float(_checksum(value) >> bit & 1) for bit in range(8))
        case None | int() | Card():
            yield float(-1 if value is None else value.index if isinstance(value, Card) else value)
            yield from [0.0] * 8
        case [Pile(), *_]:  # one for each seat
            for pile in value:
                yield from _numbers(pile, t)
        case _:
            leaves = list(_leaves(value))
            whole = [float(v) for v in leaves if not isinstance(v, Card)][: t.seats]
            yield from [*whole, *[-1.0] * (t.seats - len(whole))]
            yield from _faces([v for v in leaves if isinstance(v, Card)])


def _checksum(word: str) -> int:
    return zlib.crc32(word.encode()) & 255


def _leaves(value: Any) -> Iterator[Card | int]:
    """The cards and numbers in a value, whatever holds them; a word is its checksum."""
    match value:
        case Card() | int():
            yield value
        case str():
            yield _checksum(value)
        case Meld():
            yield from value.cards
        case dict():
            for key in sorted(value):
                yield from _leaves(value[key])
        case list() | tuple():
            for one in value:
                yield from _leaves(one)


def _faces(cards: Sequence[Card]) -> list[float]:
    counts = [0.0] * FACES
    for card in cards:
        counts[card.index] += 1
    return counts
