"""Messages between a screen and its referee: JSON in, JSON out. What is the same for a patience and
for a round game.

Whatever arrives is taken as untrusted: a message that cannot be understood gets a sentence in reply
and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from cadogan.echo import is_whole

#: The longest text of a move or an action, and the longest saved game, in characters.
LONGEST_TEXT, LONGEST_RECORD = 400, 200_000
#: The largest number of a deal: what a browser's numbers hold exactly.
LARGEST_DEAL = 2**53 - 1

#: The errors that a value of the wrong type or size causes deep inside a game.
MISTAKES = (ValueError, TypeError, KeyError, OverflowError, RecursionError)

Message = Mapping[str, Any]
Reply = dict[str, Any]
#: The answer to a message.
Answer = Reply | list[Reply]


class BadMessage(ValueError):
    """A message that cannot be understood; its text is the sentence to show."""


class Referee:
    """A session of a game, which answers messages by their kind: ``undo`` by its method `_do_undo`."""

    def _refused(self, error: Exception, message: Message) -> Answer | None:
        """The answer to an error that is the game's own, such as an illegal move; None for any
        other.
        """
        raise NotImplementedError  # each session has its own

    def handle(self, message: object) -> list[Reply]:
        """Answer one message from the screen. Never raises; an error leaves everything as it was."""
        if not isinstance(message, Mapping):
            return [error_reply("A message is an object with a kind.")]
        kind, replies = message.get("kind"), None
        try:
            answer = getattr(self, f"_do_{kind}", None) if isinstance(kind, str) else None
            if answer is None:
                raise BadMessage("The board does not know this kind of message.")
            replies = answer(message)
        except BadMessage as error:
            replies = error_reply(str(error))
        except Exception as error:
            replies = self._refused(error, message)
            if replies is None and not isinstance(error, MISTAKES):
                raise
            replies = replies or error_reply(f"That could not be done: {reason(error)}")
        return replies if isinstance(replies, list) else [replies]


def changes(before: Reply, now: Reply) -> Reply:
    """The parts, by name, that have changed; None for one that is gone."""
    gone = dict.fromkeys(name for name in before if name not in now)
    return {name: part for name, part in now.items() if part != before.get(name)} | gone


def error_reply(sentence: str) -> Reply:
    """A reply that only says what was wrong."""
    return {"kind": "error", "sentence": sentence}


def text_of(message: Message, name: str, longest: int = LONGEST_TEXT) -> str:
    """The text of that name in a message. Raises BadMessage if there is none, or a longer one."""
    value = message.get(name)
    if not isinstance(value, str):
        raise BadMessage(f"The message needs a text named {name}.")
    if len(value) > longest:
        raise BadMessage(f"The text named {name} is longer than {longest:,} characters.")
    return value


def record_in(
    message: Message,
    game: Any,
    read: Callable[[str], Any],
    unreadable: tuple[type[Exception], ...],
    longest: int = LONGEST_RECORD,
) -> Any:
    """The saved game in a message, which ``read`` reads from its text. Raises BadMessage where it
    cannot be read, or is of another game than this.
    """
    text = text_of(message, "record", longest)
    if not _is_saved(text):
        raise BadMessage(
            f"This file is not a saved game. Choose one that Save has written at a table of {game.title}."
        )
    try:
        record = read(text)
    except unreadable as error:
        raise BadMessage(f"This saved game cannot be read: {error}") from None
    if record.game.slug != game.slug or type(record.game) is not type(game):
        raise BadMessage(f"This saved game is of {record.game.title}, not of {game.title}.")
    return record


def _is_saved(text: str) -> bool:
    """Whether a text has what every saved game has; what is wrong with it otherwise its reader says."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "format" in data


def whole_of(message: Message, name: str, low: int, high: int) -> int:
    """The whole number of that name in a message. Raises BadMessage if it is none from ``low`` to
    ``high``.
    """
    value = message.get(name)
    if not is_whole(value, low, high):
        raise BadMessage(f"{name} is a whole number from {low} to {high}.")
    return value


def reason(error: BaseException) -> str:
    """What an error says, at a length that a screen can show."""
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return (text or type(error).__name__)[:500]
