"""What can still become of a game: the careful player's chance from here, whether it can be won at
all, and the move that lost it.

The chance tells nothing that a player could not know; the other two know the hidden cards, and a
person asks for them."""

from __future__ import annotations

import time
from functools import cached_property

from cadogan.echo import counted

from ..compiler.run import OutOfTime
from ..patience.game import Game
from ..patience.position import Position
from ..patience.record import Record
from ..players.foresight import Chance, Foresight
from ..solver import Search, Solver
from ..solver.advice import found_lost
from ..solver.verdict import LOST, UNKNOWN, WON, Verdict
from .messages import BadMessage, Message, Reply

#: The seconds that may go by for the chance after a move, for the sign after a move, and for each
#: position of a game that is searched from its end for the move that lost it.
CHANCE, SIGN, EACH = 0.08, 0.05, 2.0
#: Where a person has asked and waits: the seconds in all, and those after which the others have a
#: word, and the search can be stopped.
ASKED, AT_ONCE = 10.0, 0.25
#: Playouts at first, and at most; the rounds of loops that one may take on average, for games of
#: unknown origin.
FEW, MANY, FUEL = 20, 2000, 20_000_000
#: Megabytes for the solver: there may be several boards in a page.
MEMORY = 32


class Outlook:
    """The outlook of one game; what it needs is made when it is first asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search: Search | None = None
        self._since = 0.0
        #: A line that wins: its moves, and the positions along it as far as they were wanted.
        self._line: tuple[str, ...] = ()
        self._along: list[Position] = []

    @cached_property
    def foresight(self) -> Foresight:
        """What plays positions out."""
        return Foresight(self.game, fuel=FUEL)

    @cached_property
    def solver(self) -> Solver:
        """What searches."""
        return Solver(self.game, MEMORY)

    def chance(self, position: Position, at: int) -> Reply:
        """The careful player's chance from here, in as many playouts as the time allows."""
        until, more, found = time.monotonic() + CHANCE, FEW, Chance(0, 0)
        try:
            while found.n < MANY:
                once = self.foresight.chance(position, min(more, MANY - found.n), found.n + 1)
                found = Chance(found.wins + once.wins, found.n + once.n)
                more *= 2
                if time.monotonic() > until:
                    break
        except OutOfTime:
            raise BadMessage(
                "This game takes too long to be played out; its chance is not told."
            ) from None
        low, high = found.interval
        share = (
            "none" if not found.wins else "all" if found.wins == found.n else percent(found.share)
        )
        says = f"From here the careful player wins {share} of {found.n:,} playouts ({percent(low)} to {percent(high)})."
        return {
            "kind": "chance",
            "at": at,
            "share": found.share,
            "low": low,
            "high": high,
            "n": found.n,
            "says": says,
        }

    def held(self, position: Position) -> Verdict | None:
        """What is known without a search: the rest of the line that wins, if the position lies on
        it.
        """
        for i, move in enumerate(self._line):
            if self._along[i] == position:
                return Verdict(position, WON, self._line[i:])
            if len(self._along) == i + 1:
                self._along.append(self._along[i].play(move))
        return None

    def find(self, position: Position, seconds: float) -> Verdict:
        """What is known after searching on for so many seconds; a line that wins is held from now
        on.
        """
        known = self.held(position)
        if known is not None:
            return known
        if self._search is None or self._search.position != position:
            self._search, self._since = Search(self.solver, position), 0.0
        found = self._search.run(seconds)
        if found.verdict == WON and found.line:
            self._line, self._along = found.line, [position]
        return found

    def search(self, position: Position, message: Message) -> Verdict | None:
        """A search that a person waits for, for a moment: what is known where it has ended, its
        time is over or it is stopped; else None.

        The message says with ``on`` that this goes on with a search, with ``stop`` that it is to
        end. One who asks again gets as much time again."""
        if message.get("stop") is True or self.held(position):
            return self.find(position, 0.0)
        if message.get("on") is not True and self._search is not None:
            self._since = self._search.seconds  # a new search begins at 0
        found = self.find(position, AT_ONCE)
        assert self._search is not None
        over = (
            found.verdict != UNKNOWN
            or found.limit != "seconds"
            or self._search.seconds - self._since >= ASKED
        )
        return found if over else None

    def progress(self, of: str) -> Reply:
        """How far the search has come that was asked for by this kind of message."""
        assert self._search is not None
        return {
            "kind": "searching",
            "of": of,
            "states": self._search.searched,
            "seconds": round(self._search.seconds - self._since, 1),
        }

    def verdict(self, position: Position, at: int, seconds: float) -> Reply:
        """Whether it can still be won, all cards known, as far as it is found in this many seconds."""
        found = self.find(position, seconds)
        return {"kind": "verdict", "at": at, "verdict": found.verdict, "says": said(found)}

    def lost_at(self, record: Record) -> Reply:
        """The move that lost a game."""
        self._search = None  # the solver searches one position at a time
        found = found_lost(self.solver, record, seconds=EACH)
        if isinstance(found, Verdict):
            if found.verdict == LOST:
                says = "This deal could not be won from the beginning, whatever was played."
            else:
                says = "No move is proved to have lost this deal: in the time allowed no end of it was found to be beyond winning."
            return {"kind": "lost_at", "at": None, "says": says}
        return {"kind": "lost_at", "at": found.number if found.proved else None, "says": found.says}


def said(found: Verdict) -> str:
    """A verdict as a sentence for a player."""
    if found.verdict == WON:
        return (
            f"This can still be won, in {counted(len(found.line), 'move')} from here."
            if found.line
            else "This is won."
        )
    if found.verdict == LOST:
        return "This cannot be won, whatever is played."
    return beyond(found)


def beyond(found: Verdict) -> str:
    """A verdict that is none, as a sentence for a player."""
    if found.limit == "re-deal":
        return "Nothing wins before the re-deal, and what a shuffle brings is chance."
    searched = (
        f"{found.states:,} {'position was' if found.states == 1 else 'positions were'} searched"
    )
    return f"Not known: {searched}, and neither a win nor the end was found."


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(0), percent(0.0123), percent(0.42), percent(0.998), percent(1)
    ('0 %', '1.2 %', '42 %', '99.8 %', '100 %')
    """
    value = 100 * share
    return f"{value:.0f} %" if value == 0 or 10 <= value < 99 or value > 99.95 else f"{value:.1f} %"
