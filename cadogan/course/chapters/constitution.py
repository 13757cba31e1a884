"""The Constitution."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import at, effect, these
from cadogan.patience.game import Game
from cadogan.words import alternate, build, deal, down, fill, free, rows

FOUR_DEUCES = """p7-f2 l3-p7 c4-l3 e2-c4 p7-f1 l6-p7 c6-l6 e6-c6 p7-f6 l7-p7 c7-l7 e3-c7 p7-f4 l1-p7 c1-l1 e1-c1"""


def waiting() -> list[Card]:
    """The treys among the Lords for which a foundation waits, when the four deuces are home in deal 1914."""
    cards = at("constitution", 1914, FOUR_DEUCES).cards
    deuces = {pile[-1].suit for place, pile in cards.items() if place[0] == "f" and pile[-1].rank == 2}
    lords = [pile[-1] for place, pile in cards.items() if place[0] == "l" and pile]
    return [card for card in lords if card.rank == 3 and card.suit in deuces]


def one_house() -> Game:
    """The game without the House of Lords."""
    houses = ("Privy Council", "Commons", "People")
    clauses = cadogan.games["constitution"].clauses
    kept = [clause for clause in clauses if not {"Lords", "gaps"} & {*clause.names(), getattr(clause, "name", "")}]
    return Game(
        "One House", *kept, deal(rows(houses[::-1])), free(houses), build(down, alternate, "Privy Council", "Commons"),
        fill("Privy Council", "Commons"), fill("Commons", "People"),
    )  # fmt: skip


EXERCISES = (
    Exercise("constitution/1", 1, "", these("the card", waiting)),
    Exercise("constitution/2", 2, "", Number(lambda: Fraction(comb(72, 8), comb(80, 8)), near={
        "How many cards are dealt from? The aces lie ready, and the kings and queens are elsewhere.":
            lambda: Fraction(comb(96, 8), comb(104, 8)),
        "That would be right if each card were put back.": lambda: Fraction(72, 80) ** 8})),
    Exercise("constitution/3", 3, "", Choice(("easier", "harder", "neither"), lambda: effect("constitution", one_house(), "careful", 100), {
        "easier": "A card has one step less to climb. But where are the eight that stood on that step?",
        "neither": "A card has one step less to climb. But where are the eight that stood on that step?"})),
)  # fmt: skip
