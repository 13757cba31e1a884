"""What a program holds of a patience on a board: the deal, its line of play, the games that were on
the table before. `cadogan.board.session` answers a screen's messages from it.

A line of positions and a place in it, so undo and redo are without limit.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..cards import Card
from ..patience.game import Game
from ..patience.position import Move, Position
from ..patience.record import Record
from .line import Line, Table
from .messages import Reply
from .told import tell_move

if TYPE_CHECKING:
    from ..players.strategies import Player
    from .outlook import Adviser, Outlook

#: How many games are remembered as the book's or not, and as portable or not.
MOST_KNOWN = 64


class Laid(NamedTuple):
    """A game on the table: what it began with, and its line of play."""

    opening: Record
    line: Line[Position, Move]


class Played(Table[Laid]):
    """One game at one table: the deal, the line of play, and where in it we are.

    `game` is a Game, or the slug of one; `deal` the number of its deal, `cards` an explicit order
    of the pack instead; `moves` are played at once.

    Raises KeyError for an unknown slug, ValueError for a deal that is none, IllegalMove for a move
    that is refused.
    """

    _line: Line[Position, Move]

    def __init__(
        self,
        game: Game | str,
        deal: int = 1,
        moves: Iterable[Move | str] = (),
        cards: Iterable[Card | str] | str = (),
    ) -> None:
        self._outlook: Outlook | None = None
        #: The game whose places the screen has, and the kinds of move that have been met in it.
        self._known: Game | None = None
        self._met: defaultdict[Game, set[str]] = defaultdict(set)
        super().__init__()
        self._lots = [random.getrandbits(32) for _ in range(4)]
        #: The strategy that played on last, its player, and the position that it left.
        self._player: tuple[str, Player | None, Position | None] = ("", None, None)
        self._lay(self._played(Record(game, deal, moves, cards)))

    def _played(self, record: Record) -> Laid:
        """The game of a record, its moves played. Raises IllegalMove."""
        positions = record.positions()
        played = [find(before, text) for before, text in zip(positions, record.moves, strict=False)]
        opening = Record(record.game, record.deal, (), record.cards)
        return Laid(opening, Line(positions, played, len(played)))

    def _lay(self, laid: Laid) -> None:
        """Put a game on the table, where it stands."""
        self._opening, self._line = laid
        self._adviser: Adviser | None = None

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
    def dealt(self) -> str:
        """The deal, as it is called in a sentence."""
        return "the deal from real cards" if self._opening.cards else super().dealt

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
        """
        return self.game.slug if in_the_book(self.game) else f"{self.game.slug} (changed)"

    @property
    def keeps(self) -> Reply | None:
        """The whole line of play, with what is taken back, as JSON values for the screen to keep;
        None where another Python could not open it again."""
        begun = portable(self._opening)
        return begun and {**begun, "moves": [move.text for move in self._line.steps]}

    opening = keeps  # the same, for a page

    @property
    def outlook(self) -> Outlook:
        """The outlook of the game: its chance, and whether it can still be won."""
        if self._outlook is None or self._outlook.game != self.game:
            from .outlook import Outlook  # players and solver, when they are first asked

            self._outlook = Outlook(self.game)
        return self._outlook

    @property
    def adviser(self) -> Adviser:
        """The adviser of this line of play."""
        if self._adviser is None:
            self._adviser = self.outlook.adviser(self._lots)
        return self._adviser

    def advice(self) -> tuple[Move | None, int | None]:
        """The move of the book's best player who sees no hidden card, and how many of its trials
        were won. It leads to no position that has been on the table in this game, the names of
        places left out; None where the player sees no such move.
        """
        return self.adviser.advice(self.position, self._line.states[: self._line.place])

    def tell_last_move(self, who: str = "You") -> str:
        """What the last move did, in the past tense."""
        return tell_move(
            self._line.states[self._line.place - 1],
            self._line.steps[self._line.place - 1],
            self.position,
            who,
        )

    def play(self, move: Move | str) -> Move:
        """Play a move and return it; what had been taken back is forgotten, unless it went on with
        this move. Raises IllegalMove.
        """
        legal_move = find(self.position, move)
        if self._line.steps[self._line.place : self._line.place + 1] != [legal_move]:
            self._line.add(legal_move, self.position.play(legal_move))
        else:
            self._line.place += 1
        self._later.clear()
        return legal_move

    def load(self, record: Record) -> None:
        """Go on where a record ends; undo brings back the game that is on the table. Raises
        IllegalMove, and then nothing has changed.
        """
        laid = self._played(record)
        self._put_by()
        self._lay(laid)

    @property
    def _laid(self) -> Laid:
        return Laid(self._opening, self._line.copy())


@lru_cache(MOST_KNOWN)
def in_the_book(game: Game) -> bool:
    """Whether these are a chapter's own rules, or those of a variant in it; no other chapter is
    read to find out.
    """
    from .. import games

    origin = game.origin.slug if game.origin else ""
    chapter = game.slug if games.is_chapter(game.slug) else origin
    return games.is_chapter(chapter) and game in (games[chapter], *games[chapter].variants.values())


def is_own(game: Game) -> bool:
    """Whether a game is a reader's own, not a chapter's with other rules."""
    from .. import games

    return not games.is_chapter(game.slug) and game.origin is None


@lru_cache(MOST_KNOWN)
def portable(record: Record) -> Reply | None:
    """The record as JSON values, or None where another Python could not find the game by its slug."""
    text = record.to_json()
    try:
        findable = Record.from_json(text).game == record.game
    except ValueError:
        findable = False
    return json.loads(text) if findable else None


@lru_cache(MOST_KNOWN)
def written_out(record: Record) -> Reply | None:
    """The record of a game of one's own, with its rules as a page opens them (`cadogan.board.openings`);
    None where they cannot be written as a rules cell.
    """
    from cadogan.course.switches import rules_of
    from cadogan.edition.chapters import RulesError

    from .openings import OWN, game_of

    try:
        rules = rules_of(record.game)
        same = is_own(record.game) and game_of(OWN, rules).clauses == record.game.clauses
    except (RulesError, ValueError):
        return None
    return {**json.loads(record.to_json()), "game": OWN, "rules": rules} if same else None


def find(position: Position, move: Move | str) -> Move:
    """The legal move of that text; raises IllegalMove with the reason when there is none."""
    legal_move = position.find(move)
    if legal_move is None:
        position.play(move)
        raise AssertionError("a move that is not found is refused")
    return legal_move
