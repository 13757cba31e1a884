"""fill, at will: the player lays a card on an empty place, or leaves it empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cadogan.engine.numbers import EVERY_FACE, FACE, FACES, OF_RANK
from cadogan.engine.permits import FromHand, OnEmpty, Part, Permit
from cadogan.engine.rules import Group, Rules, State

from .build import is_well_laid
from .series import Series

if TYPE_CHECKING:
    from .fill import fill


class AtWill(OnEmpty):
    """A card is laid on an empty place when the player likes."""

    def __init__(self, clause: fill, *what: Any) -> None:
        super().__init__(clause, *what)
        only = clause.only
        self.faces = EVERY_FACE if isinstance(only, Series) or not only else OF_RANK[only]

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: where it releases a card and parts none that lie
        well.
        """
        for talon_ in rules.talons:
            if a == talon_.first:
                return 6

        if is_well_laid(rules, s, s.top[a]):
            return 0

        return 6 if s.height[a] > rules.places[a].group.keep + 1 else 0


class NextInRow(AtWill):
    """A card is laid on an empty place if it follows the one on its left in an order, in suit; on the
    first place of a row, if it begins the order.
    """

    @property
    def tells_places(self) -> bool:
        """What lies on the left is asked for."""
        return True

    def __init__(self, clause: fill, *what: Any, left: dict[int, int]) -> None:
        super().__init__(clause, *what)
        assert isinstance(clause.only, Series)
        self.left = tuple(left[p] for p in range(self.to.first, self.to.end))
        self.follows, self.begins = clause.only.following(), OF_RANK[clause.only.values[0]]

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """The faces that place d takes while it is empty, by the card on its left."""
        if not super().wanted(rules, s, d):
            return 0
        left = self.left[d - self.to.first]
        return self.begins if left < 0 else self.follows[s.top[left] & FACE]


class Once(AtWill):
    """A place takes such a card once in the game."""

    has_effect = True

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the place has had no such card."""
        return super().allowed(rules, s, card, a, d) and not s.had[d]

    def done(self, rules: Rules, s: State, a: int, b: int) -> None:
        """Note that the place has had one."""
        s.had[b] = 1


class RunAtWill(AtWill):
    """A whole face-up run is laid on an empty place."""

    run = True

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: where it turns a card up."""
        return 7 if s.under[s.head[a]] >= 0 else 0


class PartAtWill(Part, AtWill):
    """A card is laid on an empty place with all that lie on it."""

    def worth_of_part(self, rules: Rules, s: State, a: int, lowest: int) -> int:
        """How much the greedy player likes it: where it releases a card and parts none that lie
        well.
        """
        if is_well_laid(rules, s, lowest):
            return 0

        return 6 if s.under[lowest] >= 0 else 0


def links_of(permits: Iterable[Permit], sources: Iterable[Group]) -> tuple[int, ...]:
    """By the face of a card, those that may lie on it within what moves from these groups."""
    links = [0] * FACES
    for permit in permits:
        if isinstance(permit, Part) and not {*permit.columns}.isdisjoint(sources):
            links = [a | b for a, b in zip(links, permit.linked)]
    return tuple(links)


class NextOfPack(FromHand, AtWill):
    """The next card of the pack is laid on an empty place."""

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Any card of the pack may be laid there."""
        return True

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it."""
        return 6


class NextOfPackWithoutTalon(NextOfPack):
    """The next card of the pack is laid on an empty place, failing a talon."""

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether no talon stands."""
        return s.top[rules.talons[0].first] < 0
