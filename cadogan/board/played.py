"""What a program holds of a patience on a board: the deal, its line of play, the games that were on
the table before. `cadogan.board.session` answers a screen's messages from it.

A line of positions and a place in it, so undo and redo are without limit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from ..cards import Card
from ..patience.game import Game
from ..patience.position import Move, Position
from ..patience.record import Record
from ..players.strategies import Player
from .line import Line, PutBy
from .messages import Reply
from .outlook import Outlook
from .told import told


class Laid(NamedTuple):
    """A game on the table: what it began with, and its line of play."""

    opening: Record
    line: Line[Position, Move]


class Played:
    """One game at one table: the deal, the line of play, and where in it we are.

    `game` is a Game, or the slug of one; `deal` the number of its deal, `cards` an explicit order
    of the pack instead; `moves` are played at once.

    Raises KeyError for an unknown slug, ValueError for a deal that is none, IllegalMove for a move.
    """

    def __init__(
        self,
        game: Game | str,
        deal: int = 1,
        moves: Iterable[Move | str] = (),
        cards: Iterable[Card | str] | str = (),
    ) -> None:
        self._outlook: Outlook | None = None
        self._others: PutBy[Laid] = PutBy()
        self._lots = [random.getrandbits(32) for _ in range(4)]
        #: Who played on last, with what it has in mind, and the position that it left.
        self._player: tuple[str, Player | None, Position | None] = ("", None, None)
        self._start(Record(game, deal, moves, cards))

    @classmethod
    def of(cls, record: Record) -> Self:
        """A session that goes on where a record ends."""
        return cls(record.game, record.deal, record.moves, record.cards)

    def _start(self, record: Record) -> None:
        """Begin the deal of a record and play its moves; nothing changes if one of them is refused."""
        positions = record.positions()
        played = [find(before, text) for before, text in zip(positions, record.moves, strict=False)]
        opening = Record(record.game, record.deal, (), record.cards)
        self._lay(Laid(opening, Line(positions, played, len(played))))
        self._places_sent = False

    def _lay(self, laid: Laid) -> None:
        """Put a game on the table, where it stands."""
        self._opening, self._line = laid
        #: Whoever advises, and the position and the move of the last advice.
        self._adviser = Player("careful", self._lots)
        self._advised: tuple[Position, Move | None] | None = None
        self._kept_as: str | None = None
        self._portable: bool | None = None
        self._met: set[str] = set()

    # What a program holds ------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._opening.game

    @property
    def deal(self) -> int:
        """The number of the deal."""
        return self._opening.deal

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self._line.now

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, without those taken back."""
        return tuple(self._line.played)

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return Record(self.game, self.deal, self.moves, self._opening.cards)

    @property
    def kept_as(self) -> str:
        """The name under which a reader's statistics of this game are kept: its slug, marked where
        the rules are not the book's.

        Empty for a pack in an explicit order, which is nobody's luck.
        """
        if self._kept_as is None:
            self._kept_as = (
                self.game.slug if in_the_book(self.game) else f"{self.game.slug} (changed)"
            )
        return "" if self._opening.cards else self._kept_as

    @property
    def keeps(self) -> Reply | None:
        """The whole line of play, with what is taken back, as JSON values for the screen to keep;
        None where another Python could not open it again."""
        if self._portable is None:
            self._portable = not self._opening.cards and portable(self._opening) is not None
        return (
            {
                **json.loads(self._opening.to_json()),
                "moves": [move.text for move in self._line.made],
            }
            if self._portable
            else None
        )

    @property
    def opening(self) -> Reply | None:
        """All that is needed to open this game again where it stands."""
        return self.keeps

    @property
    def outlook(self) -> Outlook:
        """What can still become of the game."""
        if self._outlook is None or self._outlook.game != self.game:
            self._outlook = Outlook(self.game)
        return self._outlook

    def told(self, who: str = "You") -> str:
        """What the last move did, in the past tense."""
        return told(
            self._line.states[self._line.at - 1],
            self._line.made[self._line.at - 1],
            self.position,
            who,
        )

    def play(self, move: Move | str) -> Move:
        """Play a move and return it; what had been taken back is forgotten, unless it went on with
        this move. Raises IllegalMove.
        """
        found = find(self.position, move)
        if self._line.made[self._line.at : self._line.at + 1] != [found]:
            self._line.add(found, self.position.play(found))
        else:
            self._line.at += 1
        self._others.later.clear()
        return found

    def load(self, record: Record) -> None:
        """Go on where a record ends; undo brings back the game that is on the table. Raises
        IllegalMove, and then nothing has changed.
        """
        laid, same = self._laid, record.game == self.game
        places_sent, met = self._places_sent and same, self._met if same else set()
        self._start(record)
        self._places_sent, self._met = places_sent, met
        self._others.add(laid, laid.line)

    @property
    def _laid(self) -> Laid:
        return Laid(self._opening, self._line.copy())


def in_the_book(game: Game) -> bool:
    """Whether these are a chapter's own rules, or those of a variant in it; no other chapter is
    read to find out.
    """
    from .. import games

    chapter = game.slug if game.slug in tuple(games) else game.origin.slug if game.origin else ""
    return chapter in tuple(games) and game in (games[chapter], *games[chapter].variants.values())


def portable(record: Record) -> Any:
    """The record as JSON values, or None where another Python could not find the game by its slug."""
    text = record.to_json()
    try:
        same = Record.from_json(text).game == record.game
    except ValueError:
        same = False
    return json.loads(text) if same else None


def find(position: Position, move: Move | str) -> Move:
    """The legal move of that text; raises IllegalMove with the reason when there is none."""
    found = position.find(move)
    if found is None:
        position.play(move)
        raise AssertionError("a move that is not found is refused")
    return found
