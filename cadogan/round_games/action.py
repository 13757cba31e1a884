"""Actions: what a seat may do, and the refusal of what it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from cadogan.echo import Refused
from cadogan.round_games.telling import NUMBERED, Names, tell


class IllegalAction(Refused):
    """An action that the rules refuse. ``str()`` is the sentence; ``rule`` its source in the text,
    or what else it rests on.
    """


class Action:
    """One legal action of a state: a verb and what it is done with.

    Attributes:
        verb: such as ``bid``.
        args: cards, seats or numbers; their texts have no blanks.
    """

    __slots__ = ("_of", "_says", "_text", "args", "verb")

    def __init__(self, verb: str, says: str = "", *args: Any, **of: Any) -> None:
        """``says`` has in braces what it is done with by its number, and what is in ``of`` by name:
        the sentence is put together only when somebody reads it (`telling`).
        """
        self.verb, self.args, self._says, self._of, self._text = verb, args, says, of, ""

    @staticmethod
    def each(verb: str, says: str, things: Iterable[Any], **of: Any) -> Iterator[Action]:
        """The action of doing this with one of these cards or numbers, for each of them."""
        return map(_kind(verb, says, **of), things)

    @property
    def text(self) -> str:
        """The short text, unique in its state: ``bid 3``."""
        if not self._text:
            self._text = " ".join([self.verb, *map(str, self.args)])
        return self._text

    @property
    def says(self) -> str:
        """The action as a sentence."""
        return self.told()

    def told(self, names: Names = NUMBERED) -> str:
        """The action as a sentence, with the players called by these names."""
        return (
            tell(self._says, None, self.args, names, **self._of)
            if "{" in self._says
            else self._says
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}: {self.says}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


#: What may be chosen from, and what a phase offers, one after the other.
Actions = Sequence[Action]
Choices = Iterator[Action]


@cache
def _kind(verb: str, says: str, **of: Any) -> Callable[[Any], Action]:
    """What makes such an action, each once: it does not change, and is offered often."""
    return cache(lambda one: Action(verb, says, one, **of))
