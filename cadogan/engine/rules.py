"""What is known of a game before play: its places, its groups of places, and what its words permit;
and what play changes.

A `Rules` value is made once for a game (`cadogan.patience.making`) and never changes. The engine
reads it by name; the specialiser takes all of it away. What is left is the `State`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cadogan.compiler.layout import Field, State as Kept

from .numbers import EVERY_FACE, FACES, NOTHING

if TYPE_CHECKING:
    from cadogan.compiler.program import OutOfBounds
    from cadogan.patience.script import Entry
    from cadogan.words.again import Redeal
    from cadogan.words.clause import Clause
    from cadogan.words.deal import Pausing
    from cadogan.words.fill_gaps import Filling, Gaps
    from cadogan.words.free import Reason
    from cadogan.words.places import Depth
    from cadogan.words.series import Series
    from cadogan.words.turn import Colours, Turning

    from .joints import (
        ActsAfter,
        ActsBefore,
        Claims,
        Does,
        Hook,
        Notes,
        Restrains,
        Settles,
        Watches,
        Wins,
    )
    from .permits import Permit, Special

#: The phases of a game, as bits: the deal goes on and a card waits; a pause between two rounds of
#: it; play. Play is `OUT` once the pack in hand is spent, and `END` once the talon is, too.
DEALING, PAUSE, PLAY, END, OUT = 1, 2, 4, 8, 16
PHASES = {DEALING: "dealing", PAUSE: "pause", PLAY: "play", OUT: "out", END: "end"}
IN_PLAY = PLAY | OUT | END


class Rows:
    """Rows of numbers of any length: row i is ``items[start[i]:start[i + 1]]``."""

    def __init__(self, rows: Iterable[Sequence[int]]) -> None:
        tuples = [tuple(row) for row in rows]
        self.items: tuple[int, ...] = tuple(n for row in tuples for n in row)
        ends = [0]
        for row in tuples:
            ends.append(ends[-1] + len(row))
        self.start: tuple[int, ...] = tuple(ends)

    def __bool__(self) -> bool:
        return bool(self.items)


class Relation:
    """A relation between places: ``holds[a * places + b]``."""

    def __init__(self, label: str, places: int, holds: Iterable[bool]) -> None:
        self.label, self.places = label, places
        self.holds: tuple[int, ...] = tuple(map(int, holds))

    def between(self, a: int, b: int) -> int:
        """Whether it holds between two places (the engine's)."""
        return self.holds[a * self.places + b]


class State(Kept):
    """The state of a game in play: how the cards lie, what follows from that, and some numbers.

    Every game has the fields from `phase` to `tally`; those after them a game has whose rules ask
    for it (`cadogan.patience.finishing.layout`). The last are rows that words bring (`Making.row`);
    they are declared here. The numbers that words bring (`Making.register`) are not: any other name
    is one of these. A strategy or a search that keeps more than numbers declares it in a class made
    from this one.

    Attributes:
        phase, step, round: the phase as a bit, the step of the deal, the rounds dealt.
        number: the deal's number.
        home, redeals: the cards home, the re-deals made.
        target: the place on which a card in dealing falls, or none.
        gap, filling: the place held open until the player has filled it, or none, and by what.
        doing, rounds: the move being carried out, and what followed it (`cadogan.engine.bounds`).
        chance, lots: the words of two generators, one for shuffles, one for who plays.
        pack, moves, tally: room for cards in a row, the legal moves, the counts of many games.
        top, height, live: by place its uppermost card, how many lie there, its available card.
        under, where: by card the one beneath it, and the place where it is available.
        free, want, wanted: the faces that a group offers, a foundation wants, its group wants.
        head, before: by place the head of its face-up run, and how many lay there before a deal.
        down: by card whether it lies face down.
        had, alike, given: by place what `fill` and `exchange` note of it.
    """

    __slots__ = ()
    phase: int
    step: int
    number: int
    home: int
    target: int
    gap: int
    filling: int
    redeals: int
    round: int
    doing: int
    rounds: int
    chance: list[int]
    lots: list[int]
    pack: list[int]
    moves: list[int]
    top: list[int]
    height: list[int]
    live: list[int]
    under: list[int]
    where: list[int]
    free: list[int]
    want: list[int]
    wanted: list[int]
    tally: list[int]
    head: list[int]
    down: list[int]
    before: list[int]
    had: list[int]
    alike: list[int]
    given: list[int]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...
        def __setattr__(self, name: str, value: int) -> None: ...


P = TypeVar("P", bound="Permit")


@dataclass(frozen=True)
class Register:
    """A number of the state besides the piles, with its bounds and what it is before the deal, and
    in an ordinary position.
    """

    name: str
    low: int
    high: int
    usual: int = 0


@dataclass(eq=False)
class PlaceRules:
    """What is known of a place.

    Attributes:
        number: its index among all places.
        label: its short name, such as ``t3``.
        group: its group.
        base: the faces that may open it (a foundation).
        faces: the faces that its series takes at each height, and 0 at the end (a foundation of a
        plain series).
        steps, length: the values of its series as they are written, and how many they are.
        link: the place whose card sets its series, or -1.
    """

    number: int
    label: str
    group: Group
    base: int = EVERY_FACE
    faces: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    length: int = 0
    link: int = NOTHING


@dataclass(eq=False)
class Group:
    """A group of places: what all of them have in common.

    Attributes:
        name, label: its name, and the same as an identifier.
        number: its index; the bit sets of available faces have a word for each group and copy.
        first, end: the places from ``first`` to before ``end``.
        clause: the clause that makes it; None for hand and talon.
        keep: the cards at the bottom of each place that never move.
        offers: whether its cards are ever available.
        home: whether a card that lies there is home.
        heap: whether its cards are out of play and it does not matter which of them lies where: no
            word speaks of it but the one that lays them there.
        foundation: whether it is a group of foundations.
        series: how a foundation's series is read (`cadogan.words.foundations`); None for others.
        follows: by the uppermost face of a foundation, the faces of the suits that may follow.
        in_suit: whether a foundation holds one suit only.
        one_of_each: whether no two foundations of the group may have one suit.
        puts_up: whether its first cards go up at once in dealing.
        single: whether a card on or under another can no longer be played alone.
        aside: whether cards of the deal may be laid aside here (`cadogan.words.as_dealt`).
        newest: whether only the cards laid since the last round of the deal are available.
        withheld: what can make an uppermost card unavailable (`cadogan.words.free`).
        leads: foundations whose series depend on the cards of this group.
        watched: the words that must know when a card is taken from here.
        heads: the extra group of the heads of its face-up runs, or None.
        just_turned: 1 of the group of the card just turned, 0 of the talon beside it: whether a
            card must have been turned last where it offers any; None for all others.
        squared: how deep its packets may be looked into (`cadogan.words.places`); None where all
        their cards are seen.
    """

    name: str
    label: str
    number: int
    first: int
    end: int
    clause: Clause | None = None
    keep: int = 0
    offers: bool = True
    home: bool = False
    heap: bool = False
    foundation: bool = False
    series: type[Series] = None  # type: ignore[assignment]
    follows: tuple[int, ...] = (0,) * FACES
    in_suit: bool = True
    one_of_each: bool = False
    puts_up: bool = False
    single: bool = False
    aside: bool = False
    newest: bool = False
    just_turned: int | None = None
    withheld: tuple[Reason, ...] = ()
    leads: tuple[Group, ...] = ()
    watched: tuple[Watches, ...] = ()
    heads: Group | None = None
    squared: Depth | None = None
    places: tuple[PlaceRules, ...] = ()

    def __repr__(self) -> str:
        return f"<Group {self.name}>"

    @property
    def count(self) -> int:
        """The number of places."""
        return self.end - self.first


@dataclass(eq=False)
class Rules:
    """All that is known of a game before play.

    Attributes:
        title: the game's.
        places, groups: every place and every group of places, by number; by_name: the groups by
            name; foundations: those of foundations.
        copies: how many copies of a face the pack has at most.
        pack: the numbers of its cards in the order of the packs.
        single: how many cards are dealt from a single pack before the others are shuffled in; 0 for
        all together.
        withdrawn: faces taken from the pack before the deal, each with its place.
        hand, talons, turned: the pack in hand, the talons (none, one, or red and black), the group
        of the card just turned.
        sets: how many groups have bit sets: all groups, and those of the heads of runs.
        runs, parts: whether a whole face-up part moves, and whether part of one does.
        script: the deal, step by step (`cadogan.words.dealing`); flat_until has for each step the
            end of the run of steps whose cards are of no concern as they fall.
        opening, opening_steps: where the deal begins with such a run, the places with the cards (by
            their place in the pack, and whether face down) that it lays there, and its length.
        pausing: the move that goes on with the deal after a pause (`cadogan.words.deal`);
            turning, redeal: those that turn the pack (`cadogan.words.turn`) and deal again
            (`cadogan.words.again`); None where there is none.
        permits: what lets one card move (`cadogan.engine.permits`).
        choosing: what asks which of several equal cards goes up by itself, or None.
        gaps: what fills gaps without being asked (`cadogan.words.fill_gaps`), or None; colours: the
        two divisions filled by colour.
        specials: words with moves of their own, in the order in which those are listed.
        restraints: words that keep a card from a foundation that wants it.
        before, after: words that have something to do before and after every move; finally_: those
            that have once all that follows from a move is done; claimants: those that can ask for a
            move before anything else may be done; noted: what keeps account of what goes home.
        goal: what decides that the game is won, where that is not when all cards are home;
            goal_cards: how many cards that is.
        blocked: by place, the places whose cards it can make available or not by what lies on it.
        flips: whether the deal lays cards face down; face_down: whether a card can lie so at all,
            for the cards of a run are told by it, too.
        puts_up: whether the first cards of some foundations go up at once as they are dealt;
            puts_up_anywhere: whether they do from wherever they lie.
        doers: the words that carry out the moves of each kind, in pairs with the kind's number.
        phases: the phases (as bits) that a position in which something is decided can have.
        any_phase: the same, and the phases in which gaps are looked for besides.
        tells_end: whether something is allowed only when the pack is out, or at the end.
        newest: whether the state keeps how many cards each place had before the last round.
        deals_on: whether the deal can go on after a move: after a pause, a decision, a re-deal.
        registers: what the state holds besides the piles, with its bounds; rows: the names of what
            words keep there by place; layout: all fields of the state; room: the most moves that a
            position may have.
        bounded: whether the rules are not the book's own, so that every step is checked
            (`cadogan.engine.bounds`); dealing: the clause of the deal; most_rounds: the rounds that
            may follow one move by themselves.
    """

    title: str
    places: tuple[PlaceRules, ...] = ()
    groups: tuple[Group, ...] = ()
    by_name: dict[str, Group] = field(default_factory=dict)
    copies: int = 1
    pack: tuple[int, ...] = ()
    single: int = 0
    withdrawn: tuple[tuple[int, int], ...] = ()
    hand: Group = None  # type: ignore[assignment]
    talons: tuple[Group, ...] = ()
    turned: Group | None = None
    sets: int = 0
    runs: bool = False
    parts: bool = False
    foundations: tuple[Group, ...] = ()
    script: tuple[Entry, ...] = ()
    flat_until: tuple[int, ...] = ()
    permits: tuple[Permit, ...] = ()
    specials: tuple[Special, ...] = ()
    restraints: tuple[Restrains, ...] = ()
    after: tuple[ActsAfter, ...] = ()
    doers: tuple[tuple[int, Does], ...] = ()
    before: tuple[ActsBefore, ...] = ()
    finally_: tuple[Settles, ...] = ()
    claimants: tuple[Claims, ...] = ()
    gaps: Gaps | None = None
    colours: Colours | None = None
    pausing: Pausing | None = None
    noted: Notes | None = None
    opening: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    opening_steps: int = 0
    turning: Turning | None = None
    redeal: Redeal | None = None
    goal: Wins | None = None
    goal_cards: int = 0
    blocked: Rows = field(default_factory=lambda: Rows(()))
    face_down: bool = False
    flips: bool = False
    puts_up: bool = False
    puts_up_anywhere: bool = False
    choosing: Claims | None = None
    phases: int = IN_PLAY
    deals_on: bool = False
    any_phase: int = IN_PLAY
    tells_end: bool = False
    newest: bool = False
    registers: tuple[Register, ...] = ()
    rows: tuple[str, ...] = ()
    layout: tuple[Field, ...] = ()
    room: int = 0
    bounded: bool = False
    dealing: Clause | None = None
    most_rounds: int = 0

    @property
    def out_of_bounds(self) -> OutOfBounds | None:
        """What makes the error of a move that cannot be carried out; None for the book's own rules,
        which need no bounds (`cadogan.compiler.run` asks).
        """
        if not self.bounded:
            return None
        from .bounds import unplayable

        return partial(unplayable, self)

    @property
    def hooks(self) -> tuple[Hook, ...]:
        """The words that are asked in play for more than their own moves."""
        return (
            *self.before,
            *self.after,
            *self.finally_,
            *self.claimants,
            *self.restraints,
        )

    @property
    def fillings(self) -> tuple[Filling, ...]:
        """What fills vacancies; none where nothing does."""
        return self.gaps.fillings if self.gaps is not None else ()

    def permits_of(self, kind: type[P]) -> list[P]:
        """The permits of a kind."""
        return [permit for permit in self.permits if isinstance(permit, kind)]
