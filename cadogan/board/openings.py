"""The openings of games in the page: reading their text, which may come from anybody, and the
session that can be opened again from one.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import cadogan
from cadogan import Record
from cadogan.edition.chapters import UnknownGame, read_changed, rules_section
from cadogan.patience.game import Game, slugify
from cadogan.patience.record import read_record
from cadogan.patience.text import RecordError

from .messages import BadMessage
from .session import Session

#: The most moves of a game that is opened, and the longest opening in characters.
MOST_MOVES, LONGEST_OPENING = 5_000, 200_000
#: The short name under which a game of one's own is read, and the page that it belongs to.
OWN = "studio"
Opening = dict[str, Any]


class PageSession(Session):
    """A game in the page, which knows the changed rules it is played by."""

    def __init__(self, record: Record, chapter: str, rules: str = "", variant: str = "") -> None:
        self.chapter, self.rules, self.variant = chapter, rules, variant
        super().__init__(record.game, record.deal, record.moves, record.cards)

    @property
    def kept_as(self) -> str:
        """A game of one's own is kept under its title, that of a chapter as that says."""
        own = slugify(self.game.title)
        if self.chapter != OWN or own in cadogan.games:
            return super().kept_as
        return f"{own} (changed)"

    @property
    def opening(self) -> Opening:
        """All that is needed to open this game again where it stands."""
        record = json.loads(self.record.to_json())
        return (
            {**record, "game": self.chapter, "rules": self.rules, "variant": self.variant}
            if self.rules
            else record
        )

    @property
    def keeps(self) -> Opening:
        """The whole line of play, with its changed rules, for the page to keep."""
        return {**self.opening, "moves": [move.text for move in self._line.steps]}

    def _written(self) -> str:
        return json.dumps(self.opening, ensure_ascii=False)

    def _read(self, text: str) -> Record:
        opening = read_opening(text)
        if (opening.get("rules", ""), opening.get("variant", "")) != (self.rules, self.variant):
            raise BadMessage("This saved game is played by other rules than those of this board.")
        return record_of(opening)


def read_opening(text: str) -> Opening:
    """Read the text of an opening as an object. Raises RecordError if it is none, or too long."""
    if not isinstance(text, str) or len(text) > LONGEST_OPENING:
        raise RecordError(f"a game is a text of at most {LONGEST_OPENING:,} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("this is not a saved game: it is not JSON") from None
    if not isinstance(data, dict):
        raise RecordError("a game is an object with format, game, deal and moves")
    for name in ("rules", "variant"):
        if not isinstance(data.get(name, ""), str):
            raise RecordError(f"{name}: must be a text")
    moves = data.get("moves", [])
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise RecordError(
            f"moves: {len(moves):,} moves; a page opens a game of at most {MOST_MOVES:,}"
        )
    return data


@lru_cache(maxsize=8)
def _changed(slug: str, cell: str) -> Game:
    return read_changed("" if slug == OWN else rules_section(slug), slug, cell)


def game_of(slug: object, rules: str, variant: str = "") -> Game:
    """The game of that slug, by these rules if there are any. Raises RecordError, UnknownGame, RulesError."""
    if not isinstance(slug, str):
        raise RecordError("game: must be a game's short name")
    if not rules:
        return cadogan.games[slug]
    if slug not in (OWN, *cadogan.games):
        raise UnknownGame(f"there is no chapter {slug[:80]!r}")
    game = _changed(slug, rules)
    if not variant:
        return game
    if variant not in game.variants:
        raise RecordError(
            f"the changed rules make no game {variant[:80]!r}; they make {', '.join([game.slug, *game.variants])}"
        )
    return game.variants[variant]


def record_of(opening: Opening) -> Record:
    """The record of an opening. Raises RecordError, UnknownGame, RulesError."""
    data = dict(opening)
    rules, variant = data.pop("rules", ""), data.pop("variant", "")
    game = game_of(data.get("game"), rules, variant) if rules else None
    return read_record(json.dumps(data), game)
