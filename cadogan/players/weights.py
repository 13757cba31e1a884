"""What the careful player looks at, and how much each thing weighs: for all games, and for those
that have weights of their own.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True)
class Weights:
    """What the careful player looks at, each with its weight.

    Attributes:
        home: a card goes home.
        level: for each card that lay on that foundation.
        foundation: a card leaves a foundation.
        set: cards are taken up as a set, or together.
        build: a card is laid on another.
        suit: and both are of one suit.
        fill: a card is laid on an empty place.
        last: and no other of its group is empty.
        high: for each step that a card laid there is from being wanted.
        talon: the card comes from the talon or the pack.
        wanted: the move releases a card that a foundation wants.
        dig: it brings such a card nearer: the more, the fewer cards lie on it and the sooner it is
            wanted.
        frees: it releases one that can be laid on another card of the tableau.
        turns: it turns a card up.
        empties: it empties a place.
        short: how high the pile is from which it is taken.
        parts: it parts cards that lie well on each other.
        blocks: it covers a card that is wanted sooner than the one laid.
        itself: and that is of its own suit.
        buries: the sooner the cards are wanted on which it is laid, and the fewer cover them.
        turn: the next card is turned.
        deal: the deal goes on, gaps are filled, a chance is passed by.
        again: a re-deal.
        other: an exchange, a card slipped or lifted, and the like.
    """

    home: int = 117
    level: int = -3
    foundation: int = -63
    set: int = 78
    build: int = 44
    suit: int = 9
    fill: int = -13
    last: int = -13
    high: int = 6
    talon: int = 28
    wanted: int = 37
    dig: int = 8
    frees: int = 29
    turns: int = 54
    empties: int = 20
    short: int = -4  # above zero the lower pile is preferred
    parts: int = -33
    blocks: int = -35
    itself: int = -29
    buries: int = -3
    turn: int = -13
    deal: int = -1
    again: int = -22
    other: int = 6


#: The weights of games in which others than the usual ones win more, or bring more cards home; by
#: slug.
PATH = Path(__file__).with_name("weights.json")


@functools.cache
def stored() -> dict[str, dict[str, int]]:
    """The weights of games that have their own."""
    weights: dict[str, dict[str, int]] = json.loads(PATH.read_text(encoding="utf-8"))
    return weights


@functools.cache
def weights_of(slug: str) -> Weights:
    """The weights for a game: its own where it has any, or the usual ones."""
    return Weights(**stored().get(slug, {}))


#: The names of the weights, in order.
NAMES = tuple(field.name for field in fields(Weights))
