"""The Salic Law."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Moves, effect
from cadogan.patience.position import Position

#: Where the worked example leaves deal 1926.
LEFT = """The Salic Law, deal 1926
q1[QD] q2[QH] q3[QS] q4[QH] q5[QC] q6[QD] q7[QS] q8[QC]
f1[AC 2D 3C 4D 5D 6D 7D 8D 9D 10H JS]
f2[AH 2C 3S 4C 5D 6H 7H 8C 9S 10S JD]
f3[AC 2C 3D 4S 5S 6D 7C 8S 9C 10D JC]
f4[AS 2S 3H 4H 5S 6S 7C 8D 9H 10D JS]
f5[AD 2S 3D 4D 5H 6S 7H 8C 9D 10C JH]
f6[AS 2H 3H 4C 5C 6C 7D 8H 9S 10H JH]
f7[AD 2H 3S 4S 5C 6H 7S 8S 9C 10C JC]
f8[AH 2D]
p1[KH 6C] p2[KD] p3[KC] p4[KC] p5[KH] p6[KS 8H 10S 7S] p7[KD 9H] p8[KS 3C 4H JD 5H]"""
REPEALED = """salic_law.vary(foundations(8, ascending(A, Q), any_suit, at=line(8, 0, 1.15, 1.25), letter="f", as_they_appear=True),
    without=["every foundations"])"""


def left() -> Position:
    """Where the worked example leaves it."""
    return Position.parse(LEFT, cadogan.games["salic-law"])


EXERCISES = (
    Exercise("salic-law/1", 1, "", Moves(left, lambda p: p.is_won,
        "p6-p2 p8-p3 p8-p4 p8-p5 p8-f8 p5-f8 p3-f8 p1-f8 p2-f8 p6-p1 p6-f8 p7-f8 p1-f8 p4-f8",
        lambda p: f"Every move can be made; but {p.goal - p.home} cards are not home yet.")),
    Exercise("salic-law/2", 2, "", Number(lambda: Fraction(comb(66, 7), comb(87, 7)), near={
        "That is the chance that it gets twenty cards or more.": lambda: Fraction(comb(67, 7), comb(87, 7)),
        "The first king is laid out before the deal: seven kings are among the cards.": lambda: Fraction(comb(66, 8), comb(87, 8))})),
    Exercise("salic-law/3", 3, "", Choice(("harder", "easier", "neither"), lambda: effect("salic-law", REPEALED, "greedy", 100), {
        "easier": "How many more cards lie about, and what is taken up at once no longer?",
        "neither": "How many more cards lie about, and what is taken up at once no longer?"})),
)  # fmt: skip
