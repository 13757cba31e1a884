"""deal: the deal, a script of steps with pauses.

Each step of a deal is a word: what it says, what it writes into the script, and what is done there.
The script is a row of entries, each with what is done (a `Doing`) and the place it is done to; the
engine goes along it until the player must decide. Most steps lay cards and need no more than
`Script.lay`, which writes a `Lay`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from cadogan.engine.moves import LAID, encoded, order
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import next_card, push
from cadogan.engine.play import fill_gaps, set_phase
from cadogan.engine.rules import DEALING, PAUSE, PLAY, Rules, State
from cadogan.usage import Checked

from .after import After
from .citing import Rule, RuleError, rule_of
from .clause import Clause, Making, Reasons, Said, Script
from .english import groups, upper_first


class Step(Checked, ABC):
    """A step of the deal."""

    #: Whether it goes on until the pack is out.
    runs_out: ClassVar[bool] = False
    #: Whether it lays cards face down.
    face_down: ClassVar[bool] = False
    #: Whether the player plays before the deal goes on from it.
    pauses: bool = False
    #: Whether the player lays each card where he likes.
    at_will: bool = False

    #: The fields that name the groups or places that it concerns.
    concerns: ClassVar[tuple[str, ...]] = ("group",)

    @property
    def to(self) -> tuple[str, ...]:
        """The groups or places that it concerns."""
        return tuple(name for field in self.concerns for name in groups(getattr(self, field)))

    @property
    def opens(self) -> tuple[str, ...]:
        """Those of them that are foundations: it opens one with a card, and no other step deals
        anything to one.
        """
        return ()

    @abstractmethod
    def tell(self) -> str:
        """The step as a phrase."""

    def dealt(self, making: Making) -> int:
        """How many cards it deals, where that is known beforehand."""
        return 0

    @abstractmethod
    def write(self, script: Script) -> None:
        """Write the step into the script."""


class Doing(ABC):
    """What is done at an entry of the script; the step itself, where it needs to know nothing else."""

    #: Whether a card dealt here is of no concern as it falls.
    flat = False
    #: Whether the player may have to decide something here.
    decides = False
    #: Whether what the player decides is not where a card in dealing goes.
    chooses = False
    #: Whether a card is laid here beneath the others; whether face down.
    under = down = False
    label = "deal"

    @abstractmethod
    def go(self, rules: Rules, s: State, p: int) -> int:
        """Do it; 0 where the player must decide first."""

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write the places on which the card in dealing may be laid to `s.moves` from n on; how
        many moves stand there then.
        """
        return n

    def falls_on(self, place: int, target: int) -> bool:
        """Whether a card dealt at this step to a place may fall on another."""
        return True

    def fault(self, rules: Rules, s: State) -> str:
        """What is wrong with a position in which this is still to be done, as a sentence; empty
        where nothing is.
        """
        return ""

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """The player has let the card in dealing go from a to b, by a permit or (`LAID`) by the
        deal.
        """
        push(rules, s, b, next_card(rules, s))


def lay_here(s: State, a: int, b: int, n: int) -> int:
    """Write the move that lays the card in dealing."""
    s.moves[n] = encoded(PLAYING, a, b, 0, LAID)
    return n + 1


def no_round(why: Reasons, places: list[str]) -> Said:
    """Why no round is dealt."""
    clause = why.clause(deal)
    waiting = why.waiting()
    if not waiting and why.s.phase == PAUSE and clause is not None and clause.after:
        waiting = clause.after.refused(why, clause)
    return waiting or (
        "The deal is complete; no round is left to deal.",
        rule_of(clause),
    )


DEAL = order("deal", "deal the next round", no_round, "Deal", "D")


@dataclass(frozen=True, init=False)
class deal(Clause):
    """How the cards are dealt, step by step. Those that are left stay in hand.

    Args:
        steps: the steps in order, such as each(…), rows(…) or rounds(…).
        after: what must be done in a pause before the deal goes on, such as all_played.

    >>> from cadogan.words import rows
    >>> deal(rows("lanes", 4), rows("bouquet")).tell()
    'Deal four rows, a card to each of the lanes; then a card to each place of the bouquet.'
    """

    steps: tuple[Step, ...]
    after: After | None = None

    def __init__(
        self, *steps: Step, after: After | None = None, rules: tuple[Rule, ...] = ()
    ) -> None:
        if not steps:
            raise RuleError(
                "deal(…) is made of steps, such as each(…), rows(…) or rounds(…); here is none"
            )
        vars(self).update(steps=steps, after=after, rules=rules)

    def names(self) -> Iterator[str]:
        """Every group dealt to."""
        for step in self.steps:
            yield from step.to

    def receives(self) -> Iterable[str]:
        """Every group dealt to."""
        return self.names()

    @property
    def runs_out(self) -> bool:
        """Whether the deal ends only when the pack is out."""
        return any(step.runs_out for step in self.steps)

    def tell(self) -> str:
        """The clause as a sentence."""
        phrases = [s.tell() for s in self.steps]
        # the verb is said once where it does not change
        follow = [
            w.removeprefix("deal ") if before.startswith("deal ") else w
            for before, w in zip(phrases, phrases[1:])
        ]
        condition = f"; {self.after.said_of('the next round')}" if self.after else ""
        return upper_first("; then ".join([*phrases[:1], *follow])) + f"{condition}."

    def in_vain(self) -> str:
        """There must be a pause to play in, and no first card is turned in it."""
        if self.after is not None and self.after.first:
            return "at_first speaks of the first cards turned; the rounds of a deal come before"
        if self.after is None or any(step.pauses for step in self.steps):
            return ""
        return "after= speaks of the pauses of a deal, and this one has none"


class Finish(Doing):
    """The deal is made; play begins."""

    label = "end"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Begin to play."""
        set_phase(rules, s, PLAY)
        fill_gaps(rules, s)
        return 1


@dataclass(frozen=True)
class pause(Step, Doing):
    """In the deal: you may play before it goes on."""

    concerns = ()
    pauses = True
    label = "pause"

    def tell(self) -> str:
        """The step as a phrase."""
        return "pause for play"

    def write(self, script: Script) -> None:
        """Add the pause to the script."""
        script.add(self)

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Let the player play."""
        assert rules.pausing is not None
        rules.pausing.rounds_over(rules, s)
        if s.top[rules.hand.first] < 0:
            s.step += 1
        else:
            set_phase(rules, s, PAUSE)
            fill_gaps(rules, s)
        return 1


@dataclass(frozen=True)
class Pausing:
    """The move that goes on with the deal after a pause. ``scattering`` where the player lays the
    cards of a round; ``condition`` what must be done first (`cadogan.words.after`).
    """

    clause: deal
    scattering: bool
    condition: After | None = None
    kind = DEAL.number
    worth = 4

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Go on with the deal."""
        s.step += 1
        s.round += 1
        set_phase(rules, s, DEALING)

    def rounds_over(self, rules: Rules, s: State) -> None:
        """The cards of the next round are counted anew."""
        if self.scattering:
            s.scattered = 0
