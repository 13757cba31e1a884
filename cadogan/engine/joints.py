"""Joints: what a word provides so that the engine asks it.

What a word does in play is done by an object of its own (often not the clause itself), which
`Clause.enter` gives to the `Making`. What it keeps in the state are numbers (`Making.register`) and
rows of them by place (`Making.row`), which begin anew with each deal.

Some of what it can be is a class to be made another of:

- moves of its own: `cadogan.engine.special.Special`;
- lets one card go from a place to a place: `cadogan.engine.permits.Permit`, by way of `OnCard`,
  `OnEmpty` or `ToFoundation`;
- what is done at a step of the deal: `cadogan.words.dealing.step.Doing`;
- the order in which a foundation takes its cards: `cadogan.words.series.Series`;
- makes uppermost cards unavailable: `cadogan.words.free.Reason`;
- takes up the cards again: `cadogan.words.again.Redeal`; fills gaps: `fill_gaps.Filling`.

The rest is what stands here. Those of the first five are `Hook`s: `Making.hook` enters a word
wherever it has the method, a `Special` without being asked. A word names in its head those that it
is, so that none of their methods can be missing; of the others it is enough to have the methods.
All are written in the engine's part of Python, but for `fault`, `claimed` and `refused`. Where an
`int` is a truth, 0 is no."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cadogan.cards import Card
    from cadogan.patience.refusals import Reasons, Said

    from .permits import Permit
    from .rules import Rules, State


class ActsBefore(Protocol):
    """Has something to do before every move."""

    @abstractmethod
    def before(self, rules: Rules, s: State) -> None:
        """Do it; which move is made is not known."""


class ActsAfter(Protocol):
    """Has something to do after every move."""

    @abstractmethod
    def after(self, rules: Rules, s: State, move: int) -> None:
        """Do it, once the move is carried out and before gaps are filled."""


class Settles(Protocol):
    """Has something to do once all that follows from a move, or from the deal, is done."""

    @abstractmethod
    def settled(self, rules: Rules, s: State) -> None:
        """Do it; from the first decision of a game on."""


class Claims(Protocol):
    """Can ask for a move before anything else may be done."""

    @abstractmethod
    def claims(self, rules: Rules, s: State) -> int:
        """Whether it does now."""

    @abstractmethod
    def choices(self, rules: Rules, s: State) -> int:
        """Write the moves that there are then to `s.moves`; how many."""

    @abstractmethod
    def fault(self, rules: Rules, s: State) -> str:
        """What is wrong with such a claim in a position that somebody has written, as a sentence;
        empty where nothing is.
        """

    @abstractmethod
    def claimed(self, why: Reasons, word: str) -> Said | None:
        """Why another move is refused, and the rule; None for a word whose moves are asked for."""


class Restrains(Protocol):
    """Can keep a card from a foundation that wants it."""

    @abstractmethod
    def restrained(self, rules: Rules, s: State, permit: Permit, d: int, faces: int) -> int:
        """Of the faces that foundation d wants, those that may go there by a permit."""

    @abstractmethod
    def refused(self, why: Reasons, permit: Permit, card: Card, b: int) -> Said | None:
        """Why a card is kept from it, and the rule; None where it is not."""


Hook = ActsBefore | ActsAfter | Settles | Claims | Restrains


class Does(Protocol):
    """Carries out the moves of a kind (`Making.doer`). ``worth`` is what one is worth to the greedy
    player.
    """

    worth: int

    @abstractmethod
    def do(self, rules: Rules, s: State, move: int) -> None:
        """Carry one out; what follows by itself comes later."""


class Notes(Protocol):
    """Keeps account of what goes home (`Rules.noted`)."""

    @abstractmethod
    def noted(self, rules: Rules, s: State, a: int, b: int, permit_number: int) -> None:
        """Note that the card of a goes to foundation b by a permit: it lies on a yet."""


class Watches(Protocol):
    """Must know when a card leaves a group (`Group.watched`)."""

    @abstractmethod
    def taken(self, rules: Rules, s: State, p: int) -> None:
        """One has just left place p."""


class Wins(Protocol):
    """Says when the game is won, where that is not when all cards are home (`Rules.goal`)."""

    @abstractmethod
    def reached(self, rules: Rules, s: State) -> int:
        """Whether it is."""

    @abstractmethod
    def of_place(self, p: int) -> object:
        """What it asks of a place: places of which it asks the same it does not tell apart; nothing
        that counts as true of a place of which it asks nothing.
        """
