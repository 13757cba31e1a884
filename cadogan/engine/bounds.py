"""Bounds for rules that are not the book's own: every card is laid on a place that exists, and what
follows a move ends.

The book's games need none of this, and nothing of it is left in their programs: `rules.bounded` is
known before play."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .moves import KIND, part
from .numbers import NOTHING
from .rules import DEALING, Rules, State

if TYPE_CHECKING:
    from cadogan.words.clause import Clause


class Unplayable(ValueError):
    """A move, or a deal, that the rules of a changed game cannot carry out. ``str()`` is the
    sentence; ``clause`` the clause at fault.
    """

    def __init__(self, sentence: str, clause: Clause | None = None) -> None:
        super().__init__(sentence)
        self.clause = clause

    def __reduce__(self) -> tuple[Any, ...]:
        return Unplayable, (str(self), self.clause)


class OutOfBounds(Exception):
    """Raised by the engine where it would leave the table; whoever runs it turns it into an
    `Unplayable`.
    """


def one_more(rules: Rules, s: State) -> None:
    """Count one more round of a loop that runs by itself; stop where one move, or one deal, would
    have no end of them.
    """
    if rules.bounded:
        s.rounds += 1
        if s.rounds > rules.most_rounds:
            raise OutOfBounds


def unplayable(rules: Rules, state: Callable[[str], Any]) -> Unplayable:
    """The error of a game that was stopped in a state; it names the clause being carried out, and
    its word.
    """
    clause = at_work(rules, state)
    word = clause.called if clause is not None else "a clause"
    rule = f": {clause.tell()}" if clause is not None else "."
    return Unplayable(
        f"{rules.title}: {word} cannot be carried out here, or would never come to an end{rule}",
        clause,
    )


def at_work(rules: Rules, state: Callable[[str], Any]) -> Clause | None:
    """The clause that was being carried out: that of the deal, or of the last move."""
    doing = state("doing")
    if doing == NOTHING or state("phase") == DEALING:
        return rules.dealing
    permit = part(doing, 3)
    if doing & KIND == 0:
        return rules.permits[permit].clause if permit < len(rules.permits) else None
    return next(
        (
            word.clause
            for number, word in rules.doers
            if number == doing & KIND and hasattr(word, "clause")
        ),
        None,
    )
