"""What a program holds of a round game's table: the line of states and the place in it, who sits
where, and who is looking.

A table knows who sits where: persons, who are asked, and bots, who play when the screen says so.
`cadogan.board.round_session` answers a screen's messages from it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from cadogan.board import round_screen as screen
from cadogan.board.line import Line, Table
from cadogan.board.messages import BadMessage, Reply
from cadogan.board.seats import CAST, PERSON, Seat, seated
from cadogan.echo import game_in
from cadogan.round_games.action import Action
from cadogan.round_games.bots import bot_name, find_bot, step
from cadogan.round_games.catalogue import games
from cadogan.round_games.game import Game
from cadogan.round_games.records import MOST_ACTIONS, Record
from cadogan.round_games.state import State
from cadogan.round_games.telling import Names, player


class Laid(NamedTuple):
    """A round game on the table, as it stands."""

    line: Line[State, str]
    seats: list[Seat]
    #: The score sheet's rows of the games before this one.
    rows: list[Reply]
    #: The place at which the last hand was begun: where none was, its score sheet is on the screen.
    begun_at: int | None
    #: Nobody has gone back, looked at other hands or taken another seat since the deal.
    fair: bool


class Played(Table[Laid]):
    """One round game at one table: a line of states and the place in it, who sits where, and who is
    looking.

    Args:
        game: a game, or the slug of one.
        seed: the number of the deal.
        players: the number of seats; as many as ``seats`` names, or the usual number.
        seats: who sits where, ``"you"`` for a person, ``"beginner"``, ``"steady"`` or ``"sharp"``
            for an opponent of that level (or ``"rule"``, ``"random"``, ``"searcher"``), or a bot of
            one's own; one name serves for all. By default a person at seat 0 and steady opponents.
        options: as for `Game.vary`.

    Raises:
        KeyError: an unknown slug.
        OptionError: an option is refused.
        ValueError: the number of players, the deal or the seats are wrong.
    """

    _line: Line[State, str]

    def __init__(
        self,
        /,
        game: Game | str,
        seed: int = 1,
        players: int | None = None,
        seats: str | Sequence[Seat] | None = None,
        **options: Any,
    ) -> None:
        played: Game = game_in(games, game, Game).vary(**options)
        if players is None and isinstance(seats, Sequence) and not isinstance(seats, str):
            players = len(seats)
        first = played.deal(seed, players)
        self.seats = seated(seats, first.players)
        self.forced = True  # whether a person's only action is done without asking
        super().__init__()
        self._begin(first)

    def _begin(self, first: State, before: list[Reply] | None = None) -> None:
        """Lay a deal on the table, from which nothing has been played."""
        self._lay(Laid(Line([first], [], 0), self.seats, before or [], None, True))

    def _lay(self, laid: Laid) -> None:
        """Put a game on the table, where it stands, with whoever sits there."""
        self._line, self.seats, self._rows_before, self._begun_at, self._fair = laid
        self._passing: tuple[int, int] | None = (
            None  # a person who passes for the rest of a hand, and that hand
        )
        self.lifted = False
        self._looking: int | None = None  # of several persons, the one who has said to be ready

    @property
    def _laid(self) -> Laid:
        return Laid(
            self._line.copy(),
            [*self.seats],
            self._rows_before,
            self._begun_at,
            self._fair,
        )

    # What a program holds ------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.state.game

    @property
    def deal(self) -> int:
        """The number of the deal with which the game has begun."""
        return self._first.number

    @property
    def _first(self) -> State:
        return self._line.states[0]

    @property
    def state(self) -> State:
        """The state on the table."""
        return self._line.now

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return self.state.record()

    @property
    def persons(self) -> list[int]:
        """The seats at which persons sit."""
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]

    @property
    def seen_from(self) -> int | None:
        """The seat whose view is shown; None for a bystander's."""
        persons = self.persons
        if len(persons) == 1:
            return persons[0]
        if self._looking is None or not self.at_end:
            return None
        turn = self.state.to_act
        return self._looking if turn == self._looking or turn not in persons else None

    @property
    def kept_as(self) -> str:
        """The name under which a reader's statistics of this game are kept: its slug, marked where
        its options are not the book's.
        """
        return f"{self.game.slug} (changed)" if self.varied else self.game.slug

    @property
    def varied(self) -> list[str]:
        """The options that are not the book's, each with its value; who deals first does not count."""
        return [
            screen.varied(name.replace("_", " "), value)
            for name, value in self.game.options_set.items()
            if name != "dealer"
        ]

    @property
    def names(self) -> Names:
        """What the players are called on the screen: ``you`` for whoever looks, bots by their
        names, other persons by their numbers.
        """
        persons = self.persons
        you = persons[0] if len(persons) == 1 else None
        called = [
            player(seat).capitalize() if seat in persons else self._character(seat)[0]
            for seat in range(len(self.seats))
        ]
        return Names(called, you)

    def _character(self, seat: int) -> tuple[str, str]:
        """The name of the bot at a seat, and what is said of it; a bot of one's own has its own
        name.
        """
        who = self.seats[seat]
        if not isinstance(who, str):
            return bot_name(who)[:40], "a bot of your own"
        first = min(self.persons, default=-1)
        return CAST[(seat - first - 1) % len(self.seats) % len(CAST)]

    @property
    def counted(self) -> bool:
        """Whether this game counts in a reader's statistics: one person among bots, who has taken
        nothing back and seen no other hand.
        """
        return self._fair and len(self.persons) == 1 and not self._first._table.first

    @property
    def at_end(self) -> bool:
        """Whether the table stands where the play has come to."""
        return self._line.at_end

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action, for ``seat`` if that is to be checked. Raises IllegalAction, and then
        nothing has changed.
        """
        self._put(self.state.play(action, seat))

    def _put(self, after: State) -> None:
        """Add the state after an action; what had been taken back is forgotten."""
        if self._line.place >= MOST_ACTIONS:
            raise BadMessage(
                f"A game has {MOST_ACTIONS:,} actions at most, so that it can be saved; deal anew."
            )
        self._later.clear()
        self._line.add(after._played[-1].text, after)
        if self._settles(self._line.place):
            self._passing = None

    def _settles(self, place: int) -> bool:
        """Whether the action that leads to a place settles a hand."""
        states = self._line.states
        return place > 0 and states[place].deals != states[place - 1].deals

    def bots(self, most: int = 10_000, deal: bool = False) -> int:
        """Let the bots act until a person is to act, the game is over, or a number of actions is
        reached; return how many acted.

        Args:
            deal: stop when a deal has been settled.

        Raises:
            BotError: a bot failed; what was played before it stands.
        """
        acted = 0
        while acted < most and (seat := self.state.to_act) is not None and seat not in self.persons:
            before, who = self.state, self.seats[seat]
            bot = find_bot("sharp" if who == "searcher" else who)
            # The same bot at the same place of the same deal does the same, whatever was taken back
            # before.
            chance = random.Random(f"{before.number} {seat} {self._line.place}")
            actions = before.actions()
            if self.persons:
                actions = tuple(a for a in actions if not self.game.tiresome(before._table, a))
            self._put(step(before, bot, chance, actions))
            acted += 1
            if deal and self.state.deals != before.deals:
                break
        return acted

    def load(
        self,
        record: Record,
        seats: Sequence[Seat] | None = None,
        place: int | None = None,
        fair: bool = False,
        passing: bool = False,
    ) -> None:
        """Go on where a record of this game ends; undo brings back the game that is on the table.

        Args:
            seats: who sits there, by default those at the table; at seats beyond them, steady
                opponents.
            place: the place in it, by default the end; what comes after can be played again.
            fair: whether it counts in a reader's statistics.
            passing: whether the only person passes for the rest of the hand.

        Raises:
            IllegalAction: an action is refused; nothing has changed.
            ValueError: the record is of another game.
        """
        if record.game.slug != self.game.slug:
            raise ValueError(f"This record is of {record.game.title}, not of {self.game.title}.")
        states = [*record.played()]
        so_far = len(self._line.steps)
        if states[so_far : so_far + 1] != [self._line.states[-1]]:  # it does not go on from here
            self._put_by()
        sit = [*(seats or self.seats), *["steady"] * record.players][: record.players]
        line = Line(states, list(record.actions), len(record.actions) if place is None else place)
        self._lay(Laid(line, sit, [], None, fair or not record.actions))
        if passing and self.game.passive and len(self.persons) == 1:
            self._passing = (self.persons[0], self.state.deals)

    @property
    def between(self) -> bool:
        """Whether the score sheet of a hand is on the screen, and the next hand has not begun."""
        place = self._line.place
        return self._settles(place) and self._begun_at != place and not self.state.is_over
