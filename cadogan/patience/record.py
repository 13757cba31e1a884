"""Records: games as they were played, and reading them from others."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from cadogan.cards import Card, cards as read_cards
from cadogan.echo import (
    HIGHEST_DEAL,
    counted,
    cut,
    deal_number,
    game_in,
    having,
    is_texts,
    is_whole,
    kind,
)
from cadogan.patience.game import Game
from cadogan.patience.position import IllegalMove, Move, Position, pack_order
from cadogan.patience.text import RecordError, commas
from cadogan.words import RuleError

FORMAT = 1
CHANGED = " (changed)"
LONGEST_RECORD = 200_000
#: How many moves are played through in about a second; the longest game of the book has some
#: hundreds.
MOST_MOVES = 10_000


@dataclass(frozen=True, init=False)
class Record:
    """A game as it was played: which game, which deal, which moves (in one text, with commas
    between them).

    >>> import cadogan
    >>> record = cadogan.Record(cadogan.games["fortress"], 1914, ())
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: Game
    deal: int
    moves: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()

    def __init__(
        self,
        game: Game | str,
        deal: int = 1,
        moves: Iterable[Move | str] | str = (),
        cards: Iterable[Card | str] | str = (),
    ) -> None:
        import cadogan

        expected = "moves are a text, or a row of moves"
        vars(self).update(  # it is frozen
            game=game_in(cadogan.games, game, Game),
            deal=deal_number(deal),
            moves=tuple(
                commas(moves)
                if isinstance(moves, str)
                else map(str, having(moves, "__iter__", expected))
            ),
            cards=read_cards(cards),
        )

    def __len__(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    def __bool__(self) -> bool:
        """True, even for a game in which nothing has been played yet."""
        return True

    def _repr_html_(self) -> str:
        """The game as a notebook shows it: how it ended, its moves as sentences, folded, and the text
        picture of the last position.
        """
        try:
            states = self.positions()
        except IllegalMove as error:
            return f"<p>{escape(f'{self.game.title}, deal {self.deal}: {error}')}</p>"
        sentences = [
            before.find(text).says  # type: ignore[union-attr]
            for before, text in zip(states, self.moves)
        ]
        end = "won" if self.last.is_won else "over" if self.last.is_over else "not over"
        rows = "".join(
            f"<li><code>{escape(text)}</code> {escape(what)}</li>"
            for text, what in zip(self.moves, sentences)
        )
        title = f"{escape(self.game.title)}, deal {self.deal}: {counted(len(self), 'move')}, {end}"
        return (
            f'<div class="cadogan-record"><details><summary>{title}</summary><ol>{rows}</ol></details>'
            f"<pre>{escape(str(self.last))}</pre></div>"
        )

    def positions(self) -> list[Position]:
        """Every position from the deal to the end.

        Raises:
            IllegalMove: a move is refused; the message says which and why.
        """
        return [*self._played()]

    def _played(self) -> Iterator[Position]:
        position = Position.deal(self.game, self.deal, self.cards or None)
        yield position
        for i, move in enumerate(self.moves, 1):
            try:
                position = position.play(move)
            except IllegalMove as error:
                sentence = f"move {i}, {move[:60]!r}: {error.sentence}"
                raise IllegalMove(sentence, error.rule) from None
            yield position

    @cached_property
    def last(self) -> Position:
        """The last position."""
        return deque(self._played(), maxlen=1).pop()

    def to_json(self) -> str:
        """The record as JSON: format version, game, readings, deal, moves."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": name_of(self.game),
            "readings": {name: options[0] for name, options in self.game.readings.items()},
            "deal": self.deal,
            "moves": list(self.moves),
        }
        if self.cards:
            data["cards"] = " ".join(map(str, self.cards))
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str, own: Game | None = None) -> Record:
        """A record from JSON, which may come from anybody: every part is checked and every move
        played.

        Args:
            text: the record.
            own: a game of one's own or with changed rules, which it may be of.

        Raises:
            RecordError: the first thing wrong with it.
        """
        return read_record(text, own=own)


def name_of(game: Game) -> str:
    """A game's slug, marked where the book's game of that slug has other rules."""
    return f"{game.slug}{CHANGED}" if game.is_changed else game.slug


def read_record(text: str, played: Game | None = None, own: Game | None = None) -> Record:
    """See `Record.from_json`. With ``played`` the record is one of that game, whatever game of the
    book has its name.
    """
    import cadogan

    if not isinstance(text, str):
        raise RecordError(f"a record is a text in JSON, not {kind(text)}")
    if len(text) > LONGEST_RECORD:
        raise RecordError(
            f"the record has {len(text)} characters; no game needs more than {LONGEST_RECORD}"
        )
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        fault = (
            "it is nested too deep"
            if isinstance(error, RecursionError)
            else "a number has thousands of digits"
        )
        if isinstance(error, json.JSONDecodeError):
            fault = f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise RecordError(f"the record is not JSON: {fault}") from None
    if not isinstance(data, dict):
        raise RecordError(
            f"a record is an object with format, game, deal and moves, not {kind(data)}"
        )
    version = data.get("format")
    if version != FORMAT or isinstance(version, bool):
        raise RecordError(
            f"the record has the format {cut(repr(version))}; this edition reads format {FORMAT}"
        )
    unknown = sorted(set(data) - {"format", "game", "readings", "deal", "moves", "cards"})
    if unknown:
        raise RecordError(
            f"the record has a part {cut(unknown[0])!r} that this edition does not know"
        )
    slug, deal, moves, readings = (
        data.get("game"),
        data.get("deal"),
        data.get("moves"),
        data.get("readings", {}),
    )
    if not isinstance(slug, str):
        raise RecordError(f"game: must be a game's short name, not {slug!r:.80}")
    try:
        game = played or (own if own is not None and name_of(own) == slug else cadogan.games[slug])
    except KeyError as error:
        why = "it is played by changed rules" if slug.endswith(CHANGED) else error.args[0]
        hint = "" if own else "; a game of your own is given as well: Record.from_json(text, game)"
        raise RecordError(f"game: {why}{hint}") from None
    if not is_whole(deal, 0, HIGHEST_DEAL):
        raise RecordError(
            f"deal: must be a whole number from 0 to {HIGHEST_DEAL}, not {deal!r:.80}"
        )
    if not is_texts(moves):
        raise RecordError('moves: must be a list of texts such as "t3-f1"')
    if len(moves) > MOST_MOVES:
        raise RecordError(f"moves: {len(moves)} moves; no record has more than {MOST_MOVES}")
    if not isinstance(readings, dict) or not all(isinstance(v, str) for v in readings.values()):
        raise RecordError("readings: must be an object of names and options")
    try:
        strange = next((n for n in readings if n not in game.readings), None)
        if strange is not None:
            raise RuleError(f"{game.title} has no reading {strange!r:.80}")
        switched = {n: v for n, v in readings.items() if game.readings[n][0] != v}
        game = game.vary(**switched) if switched else game
    except RuleError as error:
        raise RecordError(f"readings: {error}") from None
    order = data.get("cards", "")
    if not isinstance(order, str):
        raise RecordError(f'cards: must be a text such as "7H KS …", not {order!r:.80}')
    try:
        if order:
            pack_order(game, order)
        record = Record(game, deal, moves, order)
        _ = record.last
    except IllegalMove as error:
        raise RecordError(str(error)) from None
    except ValueError as error:
        raise RecordError(f"cards: {error}") from None
    return record
