"""What the built page asks of Python to play: text in, text out, nothing but the standard library.

The worker in the page (`worker.mjs`) calls these functions, and those of the laboratory
(`cadogan.board.laboratory`), and no others. Whatever arrives is taken as untrusted: a game may come
by a link from anybody, with changed rules cells. They are read and never executed
(`cadogan.edition.cells`), and every answer is JSON: a result, or a sentence that says what is
wrong.

A game is opened by an *opening*: a record (`cadogan.Record.to_json`) and, where a rule was changed,
``rules``, the texts of its rules cells as one, and ``variant``, which of their games is meant.

What is imported here comes to a page before its first move."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import TYPE_CHECKING, ParamSpec

from cadogan.edition.chapters import RulesError

from .messages import Reply, reason
from .openings import Opening, PageSession, read_opening, record_of

if TYPE_CHECKING:
    from .round_session import Session as RoundSession
    from .session import Session

#: The sessions of the games that are open, by number.
sessions: dict[int, Session | RoundSession] = {}
_numbers = count(1)
P = ParamSpec("P")


def answering(act: Callable[P, Reply]) -> Callable[P, str]:
    """Have a function return its reply as JSON; an error becomes a sentence, and changes nothing."""

    @wraps(act)
    def answer(*args: P.args, **keywords: P.kwargs) -> str:
        try:
            reply = act(*args, **keywords)
        except RulesError as error:
            reply = {
                "error": error.reason,
                "cell": error.cell,
                "line": error.line,
                "sentence": error.sentence,
            }
        except Exception as error:  # a rule that nobody thought of must not stop the page
            reply = {"error": reason(error)}
        return json.dumps(reply, ensure_ascii=False)

    return answer


@answering
def open_game(text: str) -> Reply:
    """Open a game: ``{"id", "opening", "replies"}``, or ``{"error"}`` with the sentence that says
    why it cannot be.
    """
    data = read_opening(text)
    number = data.get("session")
    if number is None:
        number = next(_numbers)
        sessions[number] = _session(data)
    return {"id": number, **_answered(number, {"kind": "hello"})}


@answering
def handle(number: int, text: str) -> Reply:
    """Answer a board's message in a game that is open: ``{"opening", "replies"}``."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    return _answered(number, message)


def _answered(number: int, message: object) -> Reply:
    session = sessions.get(number)
    if session is None:
        return {"error": "This game is not open."}
    return {"replies": session.handle(message), "opening": session.opening}


def _session(data: Opening) -> Session | RoundSession:
    if "round" in data:
        from .round_replay import reopen  # late: a patience needs no round game

        return reopen(data)
    return PageSession(
        record_of(data), data["game"], data.get("rules", ""), data.get("variant", "")
    )


@answering
def close_game(number: int) -> Reply:
    """Forget a game."""
    sessions.pop(number, None)
    return {}
