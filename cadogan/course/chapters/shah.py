"""The Shah."""

from __future__ import annotations

from cadogan.cards import Card
from cadogan.course.kinds import Choice
from cadogan.course.old import Exercise
from cadogan.course.played import Moves, at, effect, these
from cadogan.patience.position import Position

#: Deal 1994 up to the grace.
TO_THE_GRACE = """i4-f1 i2-f4 deal deal o1-f3 fill o7-o1 fill turn talon-o5 turn turn talon-f7 turn turn turn turn turn turn turn turn
talon-f2 o1-f2 o1-f2 fill turn turn talon-f3 o5-f3 o5-f3 fill talon-f3 o7-o5 fill turn turn turn turn turn talon-f4 o4-f4 m4-f4 i4-f7"""
TWO_CIRCLES = """pair_of = circles[:2]
small = Game("Two circles", two_packs, alone, thrown_aside, foundation_cards, turning,
    places(circles[0], 8, at=first, letter="i"), places(circles[1], 8, at=second, letter="m"),
    deal(rows(circles[0]), pause(), rows(circles[1])), free(circles[0], outermost), free(circles[1]),
    fill(pair_of, hand, phase=between_rounds, across=8, newest=True), marry(down, circles[1], (circles[1], talon), when=after_deal),
    fill(pair_of, talon, before_dealing_on, or_else=hand, phase=after_deal),
    fill(circles[0], circles[1], lane=True, where=same_ray, phase=pack_in_hand))"""


def rays() -> list[Card]:
    """Ray 4 from the inside, and the outermost card of ray 8, when the eight of ray 8 takes the grace."""
    cards = at("shah", 1994, f"{TO_THE_GRACE} o8-i4").cards
    return [*cards["i4"], *cards["m4"], *cards["o4"], *cards["o8"]]


def home(position: Position) -> int:
    """The cards played home: the eight aces lie there from the beginning."""
    return position.home - 8


EXERCISES = (
    Exercise("shah/1", 1, "Ray 4 from the inside, and then the outermost card of ray 8.", these("four cards", rays)),
    Exercise("shah/2", 2, "Seven can be reached: by what moves?", Moves(
        lambda: at("shah", 1914), lambda p: home(p) >= 7,
        "deal deal o8-f3 o5-f4 o1-o4 fill o5-f2 o6-o1 m6-f2 fill o6-f3 o4-f3 o4-f3",
        lambda p: f"Every move can be made; but {home(p)} cards have gone home.", barred=("turn",))),
    Exercise("shah/3", 3, "", Choice(("easier", "harder", "neither"), lambda: effect("shah", TWO_CIRCLES, "greedy", 150), {
        "harder": "The same eight places are outermost. How many cards lie behind each?",
        "neither": "Play a few hundred common deals: does the interval of the cards home hold 0?"})),
)  # fmt: skip
