"""What somebody has sent, repeated in a message to them: no longer than can be read, and in the
words of JSON.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeGuard, TypeVar

Game = TypeVar("Game")


class Refused(ValueError):
    """A refusal by the rules. ``str()`` is the sentence with its rule."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sentence, self.rule)


class Unknown(KeyError):
    """Nothing has the name that was asked for; ``str()`` is the sentence."""

    def __str__(self) -> str:
        return str(self.args[0])


class Lasting:
    """A value that never changes, so that it is its own copy."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def game_in(games: Mapping[str, Game], game: Game | str, kind: type[Game]) -> Game:
    """The game of that slug, or a game of this kind as it is.

    Raises:
        KeyError: no game has that slug.
        TypeError: it is neither; a patience is no round game.
    """
    if isinstance(game, str):
        return games[game]
    if not isinstance(game, kind):
        raise TypeError(
            f"give a game or its short name, such as {next(iter(games))!r}, not {shown(game)}"
        )
    return game


def having(value: Any, attribute: str, requirement: str) -> Any:
    """The value itself, if it has an attribute; a TypeError that says what is required, if not.

    >>> having("fortress", "rules", "a game is played")
    Traceback (most recent call last):
    TypeError: a game is played, not 'fortress'
    """
    if not hasattr(value, attribute):
        raise TypeError(f"{requirement}, not {shown(value)}")
    return value


LONGEST = 40
HIGHEST_DEAL = 2**62 - 1
#: How many characters of a word are compared with others.
LONGEST_WORD = 80


def is_whole(value: object, low: int, high: float = math.inf) -> TypeGuard[int]:
    """Whether a value is a whole number within bounds; True and False are none.

    >>> is_whole(3, 1), is_whole(3, 4), is_whole(True, 0), is_whole("3", 0)
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_texts(value: object) -> TypeGuard[list[str]]:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def deal_number(number: object) -> int:
    """The number of a deal, when it is one.

    >>> deal_number(-1)
    Traceback (most recent call last):
    ValueError: a deal is a whole number from 0 to 4611686018427387903, not -1
    """
    if not is_whole(number, 0, HIGHEST_DEAL):
        raise ValueError(f"a deal is a whole number from 0 to {HIGHEST_DEAL}, not {shown(number)}")
    return number


def check_whole(*numbers: tuple[str, object, int, int]) -> None:
    """Refuse the first number that is not whole, or out of its bounds, by its name."""
    for name, value, low, high in numbers:
        if not is_whole(value, low, high):
            raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r}")


def cut(text: str, most: int = LONGEST) -> str:
    """A text at a length that can be repeated, with a sign where it was cut.

    >>> cut("abcdefgh", 4), cut("abcd", 4)
    ('abc…', 'abcd')
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def counted(n: int, noun: str) -> str:
    """So many of a thing: ``1 move``, ``3 moves``."""
    return f"{n} {noun}{'s' * (n != 1)}"


def nearest(
    word: object, words: Iterable[str], otherwise: str = "", most: int = 1, alike: float = 0.6
) -> str:
    """A hint at the words that were perhaps meant, such as ``; did you mean 'lanes'?``; where none is
    near, what is said otherwise.

    >>> nearest("lane", ["lanes", "fans"]), nearest("x", ["lanes"], "there are lanes"), nearest(3, [])
    ("; did you mean 'lanes'?", '; there are lanes', '')
    """
    text = word if isinstance(word, str) else shown(word)
    near = difflib.get_close_matches(text[:LONGEST_WORD], list(words), most, alike)
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else otherwise
    return f"; {hint}" if hint else ""


def kind(value: object) -> str:
    """The kind of a value that was sent as JSON, in words.

    >>> [kind(x) for x in (None, True, 3, "x", [1], {})]
    ['nothing', 'true or false', 'a number', 'a text', 'a list', 'an object']
    """
    if value is None:
        return "nothing"
    kinds = (
        (bool, "true or false"),
        ((int, float), "a number"),
        (str, "a text"),
        ((list, tuple), "a list"),
        (dict, "an object"),
    )
    return next((words for types, words in kinds if isinstance(value, types)), "something else")


def shown(value: object, most: int = 60) -> str:
    """Any value as a message repeats it: cut, and never an error of its own.

    >>> shown("a" * 100, 5), shown(10**5000)
    ("'aaa…", 'a number of thousands of digits')
    """
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of more than 4,300 digits
        text = "a number of thousands of digits"
    return cut(text, most)
