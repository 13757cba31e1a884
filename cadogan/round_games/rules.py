"""The rules of a round game: how a method carries one, and all of them as prose."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from cadogan.round_games.telling import cited

if TYPE_CHECKING:
    from cadogan.round_games.game import Game

F = TypeVar("F", bound=Callable[..., Any])


def rule(source: str) -> Callable[[F], F]:
    """Mark a method as carrying out a rule: its docstring is the rule, ``source`` the place it
    comes from.

    A source is a place of the seed text, heading, paragraph and sentence (``SPECULATION 5.2``), or
    ``digest: recovered`` or ``digest: inferred`` as the digest marks it.
    """

    def mark(method: F) -> F:
        method.source = source  # type: ignore[attr-defined]
        return method

    return mark


def prose(game: Game) -> str:
    """The rules as prose, each with its source, the options in force, and the open questions."""
    lines = [
        f"{game.title}, for {game.company} players ({game.author}).",
        f"Players. {inspect.getdoc(type(game).players)}",
    ]
    sources: dict[str, str] = {}  # of each rule, though a house rule may say no source of its own
    for c in reversed(type(game).__mro__):
        for name, method in vars(c).items():
            source = getattr(method, "source", "" if name not in sources else "house rule")
            if callable(method) and source:  # an option has one too
                sources[name] = source
    for name, source in sources.items():
        label = name.removeprefix("at_").removeprefix("do_").replace("_", " ").capitalize()
        says = " ".join((getattr(type(game), name).__doc__ or "").split())
        lines.append(f"{label}. {says} ({cited(source)})")
    for name, o in game.declared.items():
        meaning = f" {o.says}" if o.says else ""
        lines.append(
            f"Option {name}: {game.options[name]!r} ({o.choices()}).{meaning} ({cited(o.source)})"
        )
    lines += [
        f"Open: {question}? {reading} (confidence {confidence})"
        for confidence, questions in game.rulings.items()
        for question, reading in questions.items()
    ]
    return "\n".join(lines)
