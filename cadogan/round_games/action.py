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

    __slots__ = ("_pattern", "_text", "_values", "args", "verb")

    def __init__(self, verb: str, pattern: str = "", *args: Any, **values: Any) -> None:
        """``pattern`` is the sentence, with arguments by number and ``values`` by name in braces;
        it is put together only when somebody reads it (`telling`).
        """
        self.verb, self.args, self._text = verb, args, ""
        self._pattern, self._values = pattern, values

    @staticmethod
    def each(verb: str, pattern: str, things: Iterable[Any], **values: Any) -> Iterator[Action]:
        """An action of this verb for each of these cards or numbers."""
        return map(_kind(verb, pattern, **values), things)

    @property
    def text(self) -> str:
        """The short text, unique in its state: ``bid 3``."""
        if not self._text:
            self._text = " ".join([self.verb, *map(str, self.args)])
        return self._text

    @property
    def says(self) -> str:
        """The action as a sentence."""
        return self.sentence()

    def sentence(self, names: Names = NUMBERED) -> str:
        """The action as a sentence, with the players called by these names."""
        return (
            tell(self._pattern, None, self.args, names, **self._values)
            if "{" in self._pattern
            else self._pattern
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}: {self.says}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


#: The actions to choose from, and those that a phase offers, one after the other.
Actions = Sequence[Action]
Choices = Iterator[Action]


@cache
def _kind(verb: str, pattern: str, **values: Any) -> Callable[[Any], Action]:
    """A maker of actions of this verb and pattern from an argument; it makes each only once."""
    return cache(lambda argument: Action(verb, pattern, argument, **values))
