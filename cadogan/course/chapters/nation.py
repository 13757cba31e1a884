"""The exercises of The Nation."""

from __future__ import annotations

from collections import Counter
from functools import cache

import cadogan
from cadogan.cards import cards
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change
from cadogan.patience.position import Position
from cadogan.words import packs


def dealt(deal: int) -> Position:
    """A deal up to the first play of one's own; of two foundations the first is taken."""
    position = cadogan.games["nation"].deal(deal)
    while position.phase == "dealing":
        position = position.play(position.moves()[0])
    return position


@cache
def in_two_columns() -> int:
    """How many cards the first two columns hold when one of the first sixteen goes home: the deuce of clubs, of a stacked pack."""
    withdrawn = cards("AC AD AH AS KC KD KH KS")
    first = cards("8C 9D 5S 2C 7H 9S JH 10C 8H 9C 5D 4H 7S 9H JS 10D")
    rest = Counter(packs(2).cards()) - Counter(first) - Counter(withdrawn)
    dealt = cadogan.games["nation"].deal(cards=[*withdrawn, *first, *rest.elements()])
    assert dealt.cards["a2"][:2] == cards("AC 2C")
    return sum(len(dealt.cards[column]) for column in ("c1", "c2"))


@cache
def home_at_once() -> float:
    """The cards that go home in the deal itself, on average of the deals 1 to 200."""
    return sum(dealt(deal).home - 8 for deal in range(1, 201)) / 200


EXERCISES = (
    Exercise("nation/1", 1, "", Number(in_two_columns, unit="cards", near={
        "A number is used up whether its card stays or not.": lambda: in_two_columns() + 1})),
    Exercise("nation/2", 2, "On average.", Number(home_at_once, within=1, near={
        "The eight foundation cards were home before.": lambda: home_at_once() + 8})),
    Exercise("nation/3", 3, "The part that changes.",
        Change("nation", "marry(down, 'columns', when=after_deal)", near={
            "That forbids the other direction.": "marry(up, 'columns', when=after_deal)",
            "There the suit is disregarded as well.": "build(down, any_suit, 'columns', 'columns', when=after_deal)"})),
)  # fmt: skip
