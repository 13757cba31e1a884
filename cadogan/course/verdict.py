"""The verdict on an answer, and what every kind of answer must provide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer.

    Attributes:
        mark: right, nearly, wrong, unread (not understood), open (no answer yet), or written (the
            reader's own argument, which is not marked).
        comment: sentences about the answer; may be empty.
    """

    mark: str
    comment: str

    @property
    def share(self) -> float:
        """The share of the points that the answer gets: 1 if right, 0.5 if nearly right, else 0."""
        return {"right": 1.0, "nearly": 0.5}.get(self.mark, 0.0)

    def __str__(self) -> str:
        return f"{OPENINGS[self.mark]} {self.comment}".strip()

    __repr__ = __str__


RIGHT = Verdict("right", "")


class Unreadable(ValueError):
    """An answer that cannot be read; the message says why, or is empty, and then the comment says
    what to write.
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
    """A value itself, or what it returns if it is a function without arguments."""
    return value() if callable(value) else value


class Kind:
    """A kind of answer, which knows the right one."""

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase: "Write …"."""
        raise NotImplementedError  # each kind has its own

    def judge(self, answer: Any) -> Verdict:
        """The verdict on an answer; may raise `Unreadable`, or any error of a reader's code."""
        raise NotImplementedError  # each kind has its own

    def mark(self, answer: object) -> Verdict:
        """Mark an answer; one that raises any error when it is judged is unread."""
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
        """The right answer as text; empty if there are many."""
        return ""

    def hint(self) -> str:
        """The hint after a second wrong answer: a fact about the right one that does not give it
        away; empty if there is none.
        """
        return ""
