"""fill, at will: the player lays a card on an empty place, or leaves it empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cadogan.engine.numbers import EVERY_FACE, FACES, OF_RANK
from cadogan.engine.permits import FromHand, OnCard, OnEmpty, Part, Permit
from cadogan.engine.rules import Group, Rules, State

from .build import lies_well

if TYPE_CHECKING:
    from .fill import fill


class AtWill(OnEmpty):
    """A card is laid on an empty place when the player likes."""

    def __init__(self, clause: fill, *what: Any) -> None:
        super().__init__(clause, *what)
        self.faces = OF_RANK[clause.only] if clause.only else EVERY_FACE

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: where it releases a card and parts none that lie
        well.
        """
        for talon_ in rules.talons:
            if a == talon_.first:
                return 6
        for permit in rules.permits:
            if isinstance(permit, OnCard) and lies_well(rules, s, s.top[a], permit.fits):
                return 0
        return 6 if s.height[a] > rules.places[a].group.keep + 1 else 0


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
        for permit in rules.permits:
            if isinstance(permit, OnCard) and lies_well(rules, s, lowest, permit.fits):
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
