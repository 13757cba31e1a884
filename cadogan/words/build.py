"""build, marry, pair: cards laid on one another in the tableau."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cadogan.cards import SUITS, Card
from cadogan.engine.numbers import FACE, OF_RANK, OF_SUIT, RANK, SUIT, by_face
from cadogan.engine.permits import OnCard, Part, as_shifts
from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import RankOrNone, checked

from .clause import OFFERING, TABLEAU, TALON, Clause, Making
from .english import (
    Groups,
    a_rank,
    card_from,
    cards_of,
    groups,
    its_own,
    listed,
    upper_first,
)
from .values import (
    Line,
    Moving,
    Phase,
    Relation,
    Suits,
    in_suit,
    once_dealt,
    single,
    whole_sequence,
)


@dataclass(frozen=True)
class build(Clause):
    """Which cards may be laid on which in the tableau. marry(…) says the same of cards of one
    suit.

    Args:
        line: which value may lie on a card: down, up or either.
        suit: which suit may: in_suit, alternate (red on black, black on red), in_colour or
            any_suit.
        onto: the group whose cards are laid on.
        frm: where the cards come from; without it, from the group itself.
        when: when it is allowed; without it, whenever you may play.
        where: how the two places must lie to each other, such as same("row").
        moving: what moves together: single, whole (the whole face-up part of a place), part (any
            part of a sequence) or with_all_on_it (any face-up card with all that lie on it). A card
            that does not come from where cards are built on one another moves alone.
        never_on: a value on which nothing may be laid, such as A. It may still be laid itself;
            with the line that leaves it out (see up) it keeps out of marriages altogether.
        on_blocked: True where a blocked card, too, may be laid on.

    >>> from cadogan.words import alternate, down, talon
    >>> build(down, alternate, "lanes", talon).tell()
    'A card from the talon may be placed on the lanes, in alternate colours and in descending line.'
    """

    line: Line
    suit: Suits
    onto: Groups
    frm: Groups | None = None
    when: Phase = once_dealt
    where: Relation | None = None
    moving: Moving = single
    never_on: RankOrNone = 0
    on_blocked: bool = False

    speaks_of = {"onto": (TABLEAU, TALON), "frm": OFFERING}
    takes_from = ("frm",)
    brings_to = ("onto",)
    keyed_by = ("onto", "frm", "moving.code")

    @property
    def key(self) -> tuple[object, ...]:
        """Where cards come from is where they go, unless it is said."""
        kind, onto, frm, *others = super().key
        return kind, onto, frm or onto, *others

    @property
    def word(self) -> str:
        """The book's verb."""
        return "married" if self.suit is in_suit else "placed"

    def tell(self) -> str:
        """The clause as a sentence."""
        frm, onto = groups(self.frm) or groups(self.onto), groups(self.onto)
        among = frm == onto  # laid on one another
        if self.moving != single and (together := self.together(frm)):
            alone = tuple(name for name in frm if name not in together)
            who = self.moving.who(listed(together, "or"))
            who = f"{who.rstrip(',')}, or {card_from(alone)}," if alone else who
            sentence = f"{who} may be {self.word} on {'another' if among else listed(onto, 'or')}"
        elif among:
            sentence = f"{cards_of(onto)} may be {self.word} on one another"
        else:
            sentence = f"{upper_first(card_from(frm))} may be {self.word} on {listed(onto, 'or')}"
        sentence += f" {self.where.words}" if self.where else ""
        sentence += f", {self.suit.tell()} and {self.line.tell()}"
        if self.moving.code == "part" and len(self.line.steps) > 1:
            sentence += "; a sequence may turn from one to the other"
        sentence += f", but never on {a_rank(self.never_on)}" if self.never_on else ""
        sentence += ", on a blocked card as well" if self.on_blocked else ""
        return sentence + (f", {self.when.words}" if self.when.words else "") + "."

    def unsaid(self) -> Iterable[str]:
        """A marriage is in suit; one card moves at a time."""
        if self.suit is in_suit:
            yield "in suit"
        if self.moving == single:
            yield "One card at a time."

    rank = 30

    def in_vain(self) -> str:
        """Cards move together where they are built on one another; a complete sequence goes home."""
        if self.moving == whole_sequence:
            return "a complete sequence goes to a foundation: play(…, moving=whole_sequence)"
        frm = groups(self.frm) or groups(self.onto)
        if self.moving != single and not self.together(frm):
            return f"with moving={self.moving.code} cards move together that are built on one another, and those of {listed(frm)} are not"
        return ""

    def idle(self, making: Making) -> str:
        """Only blocked cards can be built on although they are blocked."""
        if self.on_blocked and not making.has_blocked & {
            making.group_of(g) for g in groups(self.onto)
        }:
            return f"no card of {listed(groups(self.onto), 'or')} is ever blocked by another"
        return ""

    def sources(self, to: str) -> tuple[str, ...]:
        """The groups whose cards may be laid on one of its groups."""
        return tuple(
            to if name == its_own else name for name in groups(self.frm) or groups(self.onto)
        )

    def together(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Of the groups that cards come from, those whose cards may move together: cards are built
        on one another there.
        """
        return tuple(name for name in names if name in groups(self.onto) or name == its_own)

    def fits(
        self, ranks: tuple[int, ...], colour: str = "", suit: Suits | None = None
    ) -> tuple[int, ...]:
        """By the face of a card: the faces that may lie on it. Where one ``colour`` is at home,
        nothing lies on the other. ``suit`` stands for the clause's own rule of suits.
        """
        suits = suit or self.suit

        def on(top: int) -> int:
            stray = colour != "" and (SUITS[SUIT[top]] in "DH") != (colour == "red")
            if RANK[top] not in ranks or RANK[top] == self.never_on or stray:
                return 0
            fitting = [rank for rank in ranks if self.line.fits(RANK[top], rank, ranks)]
            alike = [of for of, suit in zip(OF_SUIT, SUITS) if suits.fits(SUITS[SUIT[top]], suit)]
            return sum(OF_RANK[rank] for rank in fitting) & sum(alike)

        return by_face(on)

    def refused(self, card: Card, on: Card) -> str:
        """Why a card may not lie on another."""
        if on.rank == self.never_on:
            return f"Nothing may be laid on {on.symbol}: {a_rank(on.rank)} stays single."
        if not self.suit.fits(on.suit, card.suit):
            return f"{card.symbol} may not {'marry' if self.suit is in_suit else 'lie on'} {on.symbol}: {self.suit.words} only."
        return f"{card.symbol} may not lie on {on.symbol}: {self.line.tell()} only."

    def enter(self, making: Making) -> None:
        """Add a permit for each group built on."""
        for name in groups(self.onto):
            to = making.group(name, self)
            names = self.sources(name)
            together = self.together(names) if self.moving != single else ()
            alone = tuple(name for name in names if name not in together)
            fits = making.shared(self.fits(making.one_packs.ranks, making.colour_of(to)))
            for kind, givers in ((CARRYING.get(self.moving.code, Build), together), (Build, alone)):
                if givers:
                    making.permit(kind(self, making.sources(givers, self), to, fits, making))


#: A relation of more distances is looked for place by place.
MOST_SHIFTS = 8


class Build(OnCard):
    """A card is laid on one that it fits."""

    marries = True

    def __init__(
        self,
        clause: build,
        columns: tuple[Group, ...],
        to: Group,
        fits: tuple[int, ...],
        making: Making,
    ) -> None:
        super().__init__(clause, columns, to, clause.when.bits, making.relation(clause.where))
        self.fits, self.on_blocked = fits, clause.on_blocked
        self.shifts = () if clause.on_blocked else as_shifts(fits, MOST_SHIFTS)
        #: Whether it lays cards on a talon: whatever leaves the tableau for it releases something.
        self.on_talon = to in making.rules.talons
        #: Whether a permit of its own lays single cards there.
        self.several = any(
            (b.onto, b.frm) == (clause.onto, clause.frm) and b.moving == single
            for b in making.of(build)
        )

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: not where it only parts two cards that fit each
        other.
        """
        if self.on_talon:
            return 6
        if lies_well(rules, s, s.top[a], self.fits):
            return 0
        return 7

    def joins(self, rules: Rules, s: State, a: int) -> int:
        """Whether the card of a place is not married yet: it comes from a talon, or lies on none
        that it fits.
        """
        for talon_ in rules.talons:
            if a == talon_.first:
                return True
        return not lies_well(rules, s, s.top[a], self.fits)


class Run(Build):
    """The whole face-up part of a place is laid on a card that its head fits.

    Where single cards have a permit of their own, only if it has more than one card.
    """

    run = True

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Besides the relation: not one card alone, where single cards have a permit of their own."""
        if a == d or not self.related(a, d):
            return False
        return not self.several or card != s.top[a]

    def joins(self, rules: Rules, s: State, a: int) -> int:
        """A whole packet always joins another."""
        return True

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: it turns a card up or empties a place, and joins two
        packets that fit.
        """
        return 7


class BuildPart(Part, Build):
    """A card is laid with all that lie on it on one that it fits."""

    def __init__(self, clause: build, *what: Any) -> None:
        super().__init__(clause, *what)
        making = what[-1]
        if clause.moving.code == "part":
            links = clause.fits(making.one_packs.ranks, suit=clause.moving.suit)
            self.linked = making.shared(links)

    def worth_of_part(self, rules: Rules, s: State, a: int, lowest: int) -> int:
        """How much the greedy player likes it: not where it only parts two cards that fit."""
        return 0 if lies_well(rules, s, lowest, self.fits) else 7


#: The permits that move several cards, by the code of what moves.
CARRYING: Mapping[str, type[Build]] = {
    "whole": Run,
    "part": BuildPart,
    "all on it": BuildPart,
}


def lies_well(rules: Rules, s: State, card: int, fits: tuple[int, ...]) -> int:
    """Whether a card already lies on a card that it fits, as far as that one is seen."""
    below = s.under[card]
    if below < 0 or (rules.face_down and s.down[below]):
        return False
    return fits[below & FACE] >> (card & FACE) & 1


def is_well_laid(rules: Rules, s: State, card: int) -> int:
    """Whether a card lies on one that some permit would lay it on."""
    for permit in rules.permits:
        if isinstance(permit, OnCard) and lies_well(rules, s, card, permit.fits):
            return True
    return False


@checked
def marry(line: Line, onto: Groups, frm: Groups | None = None, **other: Any) -> build:
    """Which cards may be laid on another of the same suit: a card makes a marriage with the next
    one above or below it in value. It takes what build(…) takes, but no suit.

    Args:
        line: which value may lie on a card: down, up or either.
        onto: the group whose cards are married on.
        frm: where the cards come from; without it, from the group itself.

    >>> from cadogan.words import either
    >>> marry(either, "lanes").tell()
    'Cards of the lanes may be married on one another, in suit and in ascending or descending line.'
    """
    return build(line, in_suit, onto, frm, **other).renamed("marry")
