"""Arranging: places for groups whose clauses give none, so that a game of one's own looks as it
should.

Groups of single cards (cells, a reserve, the foundations) share lines; below them stand those that
are dealt more than one card to a place, spread so that every card is seen. No two groups overlap,
whatever their order in the game."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from cadogan import words
from cadogan.engine.rules import Group
from cadogan.words import groups
from cadogan.words.values import squared

if TYPE_CHECKING:
    from cadogan.patience.making import Making

#: How many places stand in one line, how far apart, and how far apart groups stand.
IN_LINE, STEP, APART = 10, 1.1, 0.5
LINE = 1.2
#: How far each further card of a spread pile lies below the one before, and how many cards a pile
#: on which cards are laid has room for besides those that are dealt.
LOWER, ROOM = 0.24, 6


def arrange(making: Making) -> None:
    """Lay out the groups whose clauses do not say where they lie."""
    loose = [
        group
        for group in making.groups.values()
        if isinstance(group.clause, words.places | words.foundations)
        and group.name not in making.placed
    ]
    drawn = [p for p in making.places if all(p.group != group.name for group in loose)]
    depth = depths(making)
    spread = [group for group in loose if is_spread(making, group, depth)]
    y = max((place.y for place in drawn), default=-LINE) + LINE
    x = 0.0
    for group in sorted(
        (group for group in loose if group not in spread), key=lambda group: group.foundation
    ):
        if x and x + min(group.count, IN_LINE) * STEP > IN_LINE * STEP + APART:
            x, y = 0.0, y + LINE
        for i in range(group.count):
            put(making, group.first + i, x + STEP * (i % IN_LINE), y + LINE * (i // IN_LINE))
        y += LINE * ((group.count - 1) // IN_LINE)
        x += STEP * min(group.count, IN_LINE) + APART
    y += LINE if x else 0
    built_on = {name for c in making.of(words.build) for name in groups(c.onto)}
    for group in spread:
        cards = depth.get(group.name, 1) + ROOM * (group.name in built_on)
        for i in range(group.count):
            lines = (1 + LOWER * (cards - 1) + LINE - 1) * (i // IN_LINE)
            put(making, group.first + i, STEP * (i % IN_LINE), y + lines, (0.0, LOWER))
        y += (1 + LOWER * (cards - 1) + LINE - 1) * ceil(group.count / IN_LINE)


def is_spread(making: Making, group: Group, depth: dict[str, int]) -> bool:
    """Whether the cards of a place are to be seen one below the other."""
    if not isinstance(group.clause, words.places):
        return False
    drawing = making.drawings.get(group.name)
    spread = (
        group.clause.spread
        if drawing is None
        else drawing.spreads(group.clause.spread, group.count)
    )
    return depth.get(group.name, 0) > 1 if spread is None else spread != squared


def depths(making: Making) -> dict[str, int]:
    """How many cards are dealt to a place of each group at most."""
    most: dict[str, int] = {}
    left = len(making.one_packs.cards()) - len(making.set_out_before)
    for step in making.deal.steps:
        inside = [making.members(name, making.deal) for name in step.to]
        places = {making.places[members[0]].group: len(members) for members in inside}
        dealt = left if step.runs_out else step.dealt(making)
        left -= dealt
        number = getattr(step, "n", 0)
        each_gets = (
            max(number) if isinstance(number, tuple) else ceil(dealt / max(1, sum(places.values())))
        )
        for name in places:
            most[name] = most.get(name, 0) + each_gets
    return most


def put(
    making: Making, p: int, x: float, y: float, spread: tuple[float, float] | None = None
) -> None:
    """Move a place to x, y; with ``spread``, spread its pile so."""
    place = making.places[p]
    spread = place.spread if place.spread != squared or spread is None else spread
    making.places[p] = replace(place, x=round(x, 3), y=round(y, 3), spread=spread)
