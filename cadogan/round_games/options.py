"""Options: the named switches of a game, each with its default, its values and its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from cadogan.echo import nearest, shown

V = TypeVar("V")


class OptionError(ValueError):
    """An option that a game does not have, or a value that it cannot take; the message says what
    would be right.
    """


@dataclass(frozen=True)
class Whole:
    """Whole numbers in a range, and further values such as None or ``"round"``."""

    low: int
    high: int = 10**6
    also: tuple[Any, ...] = ()

    def __contains__(self, value: object) -> bool:
        return _among(value, self.also) or (type(value) is int and self.low <= value <= self.high)

    def __iter__(self) -> Iterator[Any]:
        """The further values."""
        return iter(self.also)

    def __str__(self) -> str:
        return " or ".join(
            [f"a whole number from {self.low} to {self.high}", *map(repr, self.also)]
        )


@dataclass(eq=False, repr=False)
class Option(Generic[V]):
    """One switch, declared in the body of a game's class: ``pack = Option(52, (52, 32),
    "SPECULATION 2.1")``.

    In the game it is read as an attribute: ``self.pack`` is the value in force.

    Args:
        default: the value where no other is chosen.
        values: the values allowed, or a range of whole numbers (`Whole`).
        source: where it comes from: a place of the text, or ``digest: recovered`` or ``digest:
            inferred``.
        says: what it means, in a sentence.
        reading: the question that it answers, where the text is ambiguous.
    """

    default: V
    values: tuple[V, ...] | Whole
    source: str
    says: str = ""
    reading: str = ""
    name: str = field(default="", init=False)

    @staticmethod
    def switch(default: bool, source: str, says: str = "", reading: str = "") -> Option[bool]:
        """An option that is on or off."""
        return Option(default, (default, not default), source, says, reading)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Any, owner: type) -> V:
        """Of a game its value; of the class itself the option, whatever the type says."""
        return self if game is None else game.options[self.name]  # type: ignore[return-value]

    def allows(self, value: object) -> bool:
        """Whether this is one of its values."""
        return (
            value in self.values if isinstance(self.values, Whole) else _among(value, self.values)
        )

    def choices(self) -> str:
        """The values allowed, in words."""
        return (
            str(self.values)
            if isinstance(self.values, Whole)
            else "one of " + ", ".join(map(repr, self.values))
        )

    def check(self, value: object) -> None:
        """Refuse a value that is not allowed.

        Raises:
            OptionError: with the values that are allowed.
        """
        if not self.allows(value):
            names = (
                [v for v in self.values if isinstance(v, str)]
                if isinstance(self.values, tuple)
                else []
            )
            raise OptionError(
                f"{self.name} is {self.choices()}, not {shown(value)}{nearest(value, names, alike=0.5)}"
            )


def _among(value: object, values: Iterable[Any]) -> bool:
    """Whether a value is one of these, True and 1 apart."""
    return any(type(v) is type(value) and v == value for v in values)


def in_words(value: object) -> str:
    """A value of an option, as people write it.

    >>> in_words(True), in_words(None), in_words("high_cards"), in_words(32)
    ('yes', 'none', 'high cards', '32')
    """
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value).replace("_", " ")
