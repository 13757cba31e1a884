"""What is said of an answer, and what every kind of answer must provide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer: ``mark`` is right, nearly, wrong, unread where the answer could
    not be understood, open where there is none yet, or written where it is the reader's own
    argument, which nothing marks.
    """

    mark: str
    comment: str

    @property
    def share(self) -> float:
        """The share of the points of an answer: all where it is right, half where it nearly is."""
        return {"right": 1.0, "nearly": 0.5}.get(self.mark, 0.0)

    def __str__(self) -> str:
        return f"{OPENINGS[self.mark]} {self.comment}".strip()

    __repr__ = __str__


RIGHT = Verdict("right", "")


class Unreadable(ValueError):
    """An answer of which nothing can be made; the sentence says what would be one, and where there
    is none what is wanted is said.
    """


OPENINGS = {
    "right": "Right.",
    "nearly": "Nearly.",
    "wrong": "Not yet.",
    "unread": "Not understood.",
    "open": "Not answered yet.",
    "written": "Written down.",
}


def computed(value: Any) -> Any:
    """A value, or what a function without arguments gives."""
    return value() if callable(value) else value


class Kind:
    """A kind of answer, with what is right."""

    @property
    def form(self) -> str:
        """What is to be written, as a phrase."""
        raise NotImplementedError  # each kind has its own

    def judge(self, answer: Any) -> Verdict:
        """What is to be said of an answer; it may raise, `Unreadable` or anything else."""
        raise NotImplementedError  # each kind has its own

    def mark(self, answer: object) -> Verdict:
        """Mark an answer. One of which nothing can be made, whatever it does when it is looked at, is
        unread.
        """
        try:
            return self.judge(answer)
        except Unreadable as error:
            return Verdict("unread", str(error) or f"Write {self.form}.")
        except (Exception, SystemExit) as error:
            return Verdict(
                "unread",
                f"Nothing can be made of this ({type(error).__name__}). Write {self.form}.",
            )

    def solution(self) -> str:
        """The right answer as text; empty where there are many."""
        return ""

    def hint(self) -> str:
        """What is told after a second wrong answer: something true of the right one, which does not
        give it away; empty where nothing is.
        """
        return ""
