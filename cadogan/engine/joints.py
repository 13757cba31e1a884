"""Joints: the methods that a word provides so that the engine calls it.

What a word does in play is done by an object of its own (often not the clause itself), which
`Clause.enter` gives to the `Making`. It may keep numbers in the state (`Making.register`), and rows
of them by place (`Making.row`); both begin anew with each deal.

Some of what it can be is a class to be made another of:

- moves of its own: `cadogan.engine.permits.Special`;
- lets one card go from a place to a place: `cadogan.engine.permits.Permit`, by way of `OnCard`,
  `OnEmpty` or `ToFoundation`;
- what is done at a step of the deal: `cadogan.words.deal.Doing`;
- the order in which a foundation takes its cards: `cadogan.words.series.Series`;
- makes uppermost cards unavailable: `cadogan.words.free.Reason`;
- takes up the cards again: `cadogan.words.again.Redeal`; fills gaps: `fill_gaps.Filling`.

The rest are the protocols below. The first five are `Hook`s: `Making.hook` enters a word wherever
it has the method; a `Special` is entered by itself. A word names the hooks that it is among its
bases, so that none of their methods can be missing; of the others it is enough to have the methods.
All methods are written in the engine's part of Python, but for `fault`, `claimed` and `refused`.
Where an `int` is a truth value, 0 is false."""

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
        """Do what comes before every move; which move it is, is not known."""


class ActsAfter(Protocol):
    """Has something to do after every move."""

    @abstractmethod
    def after(self, rules: Rules, s: State, move: int) -> None:
        """Do what comes after a move, once it is carried out and before gaps are filled."""


class Settles(Protocol):
    """Has something to do once all that follows from a move, or from the deal, is done."""

    @abstractmethod
    def settled(self, rules: Rules, s: State) -> None:
        """Do what comes last; called from the first decision of a game on."""


class Claims(Protocol):
    """Can ask for a move before anything else may be done."""

    @abstractmethod
    def claims(self, rules: Rules, s: State) -> int:
        """Whether it claims a move now."""

    @abstractmethod
    def choices(self, rules: Rules, s: State) -> int:
        """Write the moves that may then be made to `s.moves`; returns how many."""

    def fault(self, rules: Rules, s: State) -> str:
        """What is wrong with such a claim in a position that somebody has written, as a sentence;
        empty where nothing is.
        """
        return ""

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
        """Why a card is kept from foundation b, and the rule; None where it is not."""


Hook = ActsBefore | ActsAfter | Settles | Claims | Restrains


class Does(Protocol):
    """Carries out the moves of a kind (`Making.doer`). ``worth`` is what such a move is worth to
    the greedy player.
    """

    worth: int

    @abstractmethod
    def do(self, rules: Rules, s: State, move: int) -> None:
        """Carry out one such move; what follows by itself comes later."""


class Notes(Protocol):
    """Keeps account of what goes home (`Rules.noted`)."""

    @abstractmethod
    def noted(self, rules: Rules, s: State, a: int, b: int, permit_number: int) -> None:
        """Note that the card of place a goes to foundation b by a permit; it still lies on a."""


class Watches(Protocol):
    """Must know when a card leaves a group (`Group.watched`)."""

    @abstractmethod
    def taken(self, rules: Rules, s: State, p: int) -> None:
        """Note that a card has just left place p."""


class Wins(Protocol):
    """Decides when the game is won, where that is not when all cards are home (`Rules.goal`)."""

    @abstractmethod
    def reached(self, rules: Rules, s: State) -> int:
        """Whether the game is won."""

    @abstractmethod
    def of_place(self, p: int) -> object:
        """What it asks of a place: places of which it asks the same are alike to it. The value
        counts as false for a place of which it asks nothing.
        """
