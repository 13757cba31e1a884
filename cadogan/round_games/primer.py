"""*How to play*, for a table: a game's aim, what its cards count, its turns and its settlement.

Nothing is told twice: each sentence is the docstring of the method that carries the rule out, with
its source, or is made from the values by which the game is decided (`Game.ranking`). A game says
only which of its methods tell it, under which heading (`Game.taught`)."""

from __future__ import annotations

import inspect
from typing import Any

from cadogan.round_games import Game
from cadogan.round_games.telling import SOURCES, cited

Section = dict[str, Any]


def primer(game: Game) -> list[Section]:
    """How a game is played, with the options in force, in sections.

    Returns:
        For each section its heading (``name``) and what is told under it (``told``): sentences
        (``says``), the source of each (``rule``), the numbers in the texts that it has (``cites``),
        and the phase in which it is asked for (``phase``); all but the sentence may be empty.
    """
    first, *cards = [
        {"says": sentence, "rule": "", "cites": "", "phase": ""}
        for sentence in (game.aim, *game.ranking())
    ]
    sections = [("The aim", [first]), ("The cards", cards)]
    sections += [
        (name, [rule_of(game, m) for m in methods]) for name, methods in game.taught.items()
    ]
    return [{"name": name, "told": lines} for name, lines in sections if lines]


def rule_of(game: Game, method: str) -> Section:
    """A method's rule, its source, and its phase if it is one in which a player is asked."""
    sentence = " ".join((inspect.getdoc(getattr(game, method)) or "").split())
    phase = method.removeprefix("at_").replace("_", " ") if method.startswith("at_") else ""
    source = game.source(method)
    numbers = "; ".join(part for part in source.split("; ") if part not in SOURCES)
    return {"says": sentence, "rule": cited(source), "cites": numbers, "phase": phase}
