"""play: which cards may go to the foundations, where not all available ones may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from cadogan.engine.numbers import FACES
from cadogan.engine.permits import Part, ToFoundation
from cadogan.engine.piles import on_offer
from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import Such

from .clause import FOUNDATIONS, OFFERING, Clause, Making
from .english import Groups, cards_of, groups, listed
from .values import Moving, Phase, Relation, once_dealt, single, whole_sequence

#: What moves home together.
SINGLE_OR_WHOLE = Such((single, whole_sequence).__contains__, "single or whole_sequence")


@dataclass(frozen=True)
class play(Clause):
    """Which cards may go to the foundations, where not every available card may. Only what the
    play(…) clauses say is then allowed.

    Args:
        frm: the group or groups whose cards may go.
        to: the foundations to which they may go; without it, all.
        when: when they may; without it, whenever you may play.
        where: how card and foundation must lie to each other, such as same("row").
        in_preference_to: a group whose cards wait while one of frm would go to the same
            foundation.
        moving: whole_sequence where cards go home only all together, as a complete sequence.

    >>> play("Privy Council").tell()
    'Cards of the Privy Council may be played to the foundations.'
    """

    frm: Groups
    to: Groups | None = None
    when: Phase = once_dealt
    where: Relation | None = None
    in_preference_to: Groups | None = None
    moving: Annotated[Moving, SINGLE_OR_WHOLE] = single

    speaks_of = {"frm": OFFERING, "to": FOUNDATIONS, "in_preference_to": OFFERING}
    takes_from = ("frm", "in_preference_to")
    keyed_by = ("frm", "to", "when")  # one such clause for each source, aim and time

    def tell(self) -> str:
        """The clause as a sentence."""
        sentence = f"{cards_of(self.frm)} may be played to "
        if self.moving == whole_sequence:
            sentence = f"A complete sequence in {listed(groups(self.frm), 'or')} may be played to "
        sentence += listed(groups(self.to)) if self.to else "the foundations"
        sentence += f" {self.where.words}" if self.where else ""
        sentence += f" {self.when.words}" if self.when.words else ""
        if self.in_preference_to:
            others, first = (
                listed(groups(self.in_preference_to), "and"),
                listed(groups(self.frm), "or"),
            )
            sentence += f"; those of {others} only where no available card of {first} would go"
        return sentence + "."

    rank = 20

    def in_vain(self) -> str:
        """A group cannot be preferred to itself."""
        if self.moving == whole_sequence and (self.in_preference_to or self.when.rest_home):
            return "a complete sequence goes home when it is complete; nothing is preferred to it"
        if set(groups(self.in_preference_to)) & set(groups(self.frm)):
            return "a card played in_preference_to its own group would wait for itself"
        return ""

    def enter(self, making: Making) -> None:
        """Add a permit for each group of foundations."""
        first, waiting = making.sources(self.frm, self), making.sources(self.in_preference_to, self)
        for to in making.aims(self.to, self):
            if self.moving == whole_sequence:
                relation = making.relation(self.where)
                making.permit(PlaySequence(self, first, to, self.when.bits, relation))
                continue
            making.permit(Play(self, first, to, self.when.bits, making.relation(self.where)))
            if waiting:
                making.permit(
                    Play(
                        self,
                        waiting,
                        to,
                        self.when.bits,
                        making.relation(self.where),
                        yields_to=first,
                    )
                )


class Play(ToFoundation):
    """A card goes to a foundation, where none of the groups it yields to has one for it."""

    def __init__(self, clause: play, *what: Any, yields_to: tuple[Group, ...] = ()) -> None:
        super().__init__(clause, *what)
        self.alone, self.yields_to = clause.when.rest_home, yields_to
        self.exacting = self.alone or bool(yields_to)

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """What the foundation wants, unless another card comes first."""
        faces = super().wanted(rules, s, d)
        if self.yields_to:
            for group in self.yields_to:
                for copy in range(rules.copies):
                    if on_offer(rules, s, group, copy) & faces:
                        faces = 0
        return faces

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the relation holds and, where that is asked, all other cards are home."""
        goes = super().allowed(rules, s, card, a, d)
        return goes and (not self.alone or rest_home(rules, s, self.sources))


class PlaySequence(Part, ToFoundation):
    """All the cards of a foundation's series go there together."""

    def __init__(self, clause: play, columns: tuple[Group, ...], to: Group, *what: Any) -> None:
        super().__init__(clause, columns, to, *what)
        faces = to.places[0].faces
        links = [0] * FACES
        for value, following in zip(faces, faces[1:]):
            for face in range(FACES):
                if value >> face & 1:
                    links[face] |= following & to.follows[face]
        self.linked = tuple(links)

    def moves_with(self, rules: Rules, s: State, card: int, a: int, count: int, n: int) -> int:
        """The first foundation that has no card yet takes the sequence, if it is complete."""
        if count != self.to.places[0].length:
            return n
        return super().moves_with(rules, s, card, a, count, n)

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """What an empty foundation wants."""
        return 0 if s.top[d] >= 0 else super().wanted(rules, s, d)

    def worth_of_part(self, rules: Rules, s: State, a: int, lowest: int) -> int:
        """What it is worth to the greedy player: nothing is worth more."""
        return 9


def rest_home(rules: Rules, s: State, alone: tuple[Group, ...]) -> int:
    """Whether every card is home, but for those of some groups and those that never move."""
    for group in rules.groups:
        if not group.foundation and group not in alone:
            for p in range(group.first, group.end):
                if s.height[p] > group.keep:
                    return False
    return True
