"""What can still become of a game: the careful player's chance from here, whether it can be won at
all, and the move that lost it.

The chance tells nothing that a player could not know; the other two know the hidden cards, and a
person asks for them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property

from cadogan.echo import counted

from ..compiler.run import OutOfTime
from ..patience.game import Game
from ..patience.position import Move, Position
from ..patience.record import Record
from ..players.foresight import Chance, Foresight
from ..players.strategies import PLAYOUTS as PLAYOUTS, ROLLOUT, Player
from ..solver import Search, Solver
from ..solver.advice import Likeness, TurningPoint, finding_lost
from ..solver.verdict import LOST as LOST, UNKNOWN, WON as WON, Verdict
from .messages import BadMessage, Message, Reply

#: The seconds that may go by for the chance after a move, for the sign after a move, and for each
#: position of a game that is searched from its end for the move that lost it.
CHANCE, SIGN, EACH = 0.08, 0.05, 2.0
#: Where a person has asked and waits: the seconds in all, and those after which other messages are
#: answered, and the search can be stopped.
ASKED, AT_ONCE = 10.0, 0.25
#: Playouts at first, and at most; the rounds of loops that one may take on average, for games of
#: unknown origin.
FEW, MANY, FUEL = 20, 2000, 20_000_000
#: The steps in vain, at most, behind which a hint looks for one that gains.
MOST_STEPS = 10
#: Megabytes for the solver: there may be several boards in a page.
MEMORY = 32


class Outlook:
    """The outlook of one game; its player and its solver are made when first needed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._search: Search | None = None
        self._since = 0.0
        self._blame: Blame | None = None
        #: A line that wins: its moves, and the positions along it as far as they were needed.
        self._line: tuple[str, ...] = ()
        self._along: list[Position] = []
        #: The line that a hint began while every card lay in sight, and goes on with when a re-deal
        #: has turned them face down: no shuffle lies on it, so a person could still know them all.
        self._promised: tuple[str, ...] = ()

    @cached_property
    def foresight(self) -> Foresight:
        """The player that plays positions out."""
        return Foresight(self.game, fuel=FUEL)

    @cached_property
    def solver(self) -> Solver:
        """The solver that searches from positions."""
        return Solver(self.game, MEMORY)

    def adviser(self, lots: list[int]) -> Adviser:
        """An adviser for one line of play, who draws these lots."""
        return Adviser(self.game, lots)

    def player(self, strategy: str, lots: list[int]) -> Player:
        """A player of that strategy, who draws these lots."""
        return Player(strategy, lots)

    def chance(self, position: Position, place: int) -> Reply:
        """The careful player's chance from here, in as many playouts as the time allows."""
        until, more, odds = time.monotonic() + CHANCE, FEW, Chance(0, 0)
        try:
            while odds.n < MANY:
                once = self.foresight.chance(position, min(more, MANY - odds.n), odds.n + 1)
                odds = Chance(odds.wins + once.wins, odds.n + once.n)
                more *= 2
                if time.monotonic() > until:
                    break
        except OutOfTime:
            raise BadMessage(
                "This game takes too long to play out, so its chance is not shown."
            ) from None
        low, high = odds.interval
        share = "none" if not odds.wins else "all" if odds.wins == odds.n else percent(odds.share)
        sentence = f"From here the careful player wins {share} of {odds.n:,} playouts ({percent(low)} to {percent(high)})."
        return {
            "kind": "chance",
            "at": place,
            "share": odds.share,
            "low": low,
            "high": high,
            "n": odds.n,
            "says": sentence,
        }

    def known_win(self, position: Position) -> Verdict | None:
        """The rest of the known line that wins, if the position lies on it; nothing is searched."""
        for i, move in enumerate(self._line):
            if self._along[i] == position:
                return Verdict(position, WON, self._line[i:])
            if len(self._along) == i + 1:
                self._along.append(self._along[i].play(move))
        return None

    def promise(self) -> None:
        """Stand by the line that wins, as a hint has told of it."""
        self._promised = self._line

    def promised(self, position: Position) -> Verdict | None:
        """The rest of the line that a hint told of, if the position lies on it."""
        return self.known_win(position) if self._promised == self._line else None

    def find(self, position: Position, seconds: float) -> Verdict:
        """Search on for so many seconds and give what is known then; a line that wins is kept."""
        known = self.known_win(position)
        if known is not None:
            return known
        if self._search is None or self._search.position != position:
            self._search, self._since = Search(self.solver, position), 0.0
            self._blame = None  # the solver searches one position at a time
        verdict = self._search.run(seconds)
        if verdict.verdict == WON and verdict.line:
            self._line, self._along = verdict.line, [position]
        return verdict

    def search(self, position: Position, message: Message) -> Verdict | None:
        """Search for a moment while a person waits: what is known if the search has ended, its time
        is over or it is stopped; else None.

        A message with ``on`` goes on with a search, one with ``stop`` ends it. Whoever asks again
        gets as much time again."""
        if message.get("stop") is True or self.known_win(position):
            return self.find(position, 0.0)
        if message.get("on") is not True and self._search is not None:
            self._since = self._search.seconds  # a new search begins at 0
        verdict = self.find(position, AT_ONCE)
        assert self._search is not None
        over = (
            verdict.verdict != UNKNOWN
            or verdict.limit != "seconds"
            or self._search.seconds - self._since >= ASKED
        )
        return verdict if over else None

    def progress(self, purpose: str) -> Reply:
        """How far the search has come that a message of the kind ``purpose`` asked for."""
        assert self._search is not None
        return searching(purpose, self._search.searched, self._search.seconds - self._since)

    def verdict(self, position: Position, place: int, seconds: float = SIGN) -> Reply:
        """Whether a position can still be won, all cards known, as far as so many seconds tell."""
        known = self.find(position, seconds)
        return {"kind": "verdict", "at": place, "verdict": known.verdict, "says": in_words(known)}

    def lost_at(self, record: Record, message: Message) -> Reply:
        """The move that lost a game, searched for as in `search`: what is known, or how far it has
        come."""
        if message.get("on") is not True or self._blame is None or self._blame.record != record:
            self._blame = Blame(record)
        blame, self._search = self._blame, None
        if message.get("stop") is True:
            self._blame = None
            return {
                "kind": "lost_at",
                "at": None,
                "says": "The search for the move that lost this deal was stopped.",
            }
        if (loss := blame.run(self.solver, AT_ONCE)) is None:
            return searching("lost_at", blame.states, blame.seconds)
        self._blame = None
        if isinstance(loss, Verdict):
            if loss.verdict == LOST:
                sentence = "This deal could not be won from the beginning, whatever was played."
            else:
                sentence = "No move is proved to have lost this deal: in the time allowed, none of its positions was proved lost."
            return {"kind": "lost_at", "at": None, "says": sentence}
        return {"kind": "lost_at", "at": loss.number if loss.proved else None, "says": loss.says}


def searching(purpose: str, states: int, seconds: float) -> Reply:
    """How far a search has come that a message of the kind ``purpose`` asked for."""
    return {"kind": "searching", "of": purpose, "states": states, "seconds": round(seconds, 1)}


class Blame:
    """A search for the move that lost a game, which can be stopped and gone on with."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._steps = finding_lost(record)
        self._asked = next(self._steps)
        self._search: Search | None = None
        #: The positions searched and the seconds taken, those of the present search left out.
        self._states, self._seconds = 0, 0.0

    @property
    def states(self) -> int:
        """The positions searched so far."""
        return self._states + (self._search.searched if self._search else 0)

    @property
    def seconds(self) -> float:
        """The seconds taken so far."""
        return self._seconds + (self._search.seconds if self._search else 0.0)

    def run(self, solver: Solver, seconds: float) -> TurningPoint | Verdict | None:
        """Search on for about so many seconds: what was found, None if more is to be searched."""
        until = self.seconds + seconds
        while self.seconds < until:
            position, times = self._asked
            search = self._search = self._search or Search(solver, position)
            verdict = search.run(min(until - self.seconds, times * EACH - search.seconds))
            if (
                verdict.verdict != UNKNOWN
                or verdict.limit != "seconds"
                or search.seconds >= times * EACH
            ):
                self._states, self._seconds, self._search = self.states, self.seconds, None
                try:
                    self._asked = self._steps.send(verdict)
                except StopIteration as end:
                    outcome: TurningPoint | Verdict = end.value
                    return outcome
        return None


#: A position, the move chosen in it, and how many trials were won with that.
Chosen = tuple[Position, Move | None, int | None]


class Adviser:
    """The book's best player who sees no hidden card, and the positions of one line of play.

    Of what the player would do the steps are left out that gain nothing: those that only change the
    names of places, and those that the next one takes back."""

    def __init__(self, game: Game, lots: list[int]) -> None:
        self.player = Player(ROLLOUT, lots)
        self._last: Chosen | None = None
        #: What the player chooses where its advice leads to: alike, but for the names of places.
        self._ahead: Chosen | None = None
        #: Tells positions apart, the names of places left out.
        self._likeness = Likeness(game)
        self._alike: dict[Position, object] = {}

    def advice(
        self, position: Position, before: Sequence[Position]
    ) -> tuple[Move | None, int | None]:
        """See `cadogan.board.played.Played.advice`; ``before`` are the positions that came before."""
        if self._last is None or self._last[0] != position:
            earlier = {self._like(state) for state in before} - {self._like(position)}
            self._last = position, *self._advice(position, earlier)
        return self._last[1:]

    def _advice(self, position: Position, earlier: set[object]) -> tuple[Move | None, int | None]:
        here, chosen = self._like(position), self._ahead
        if (
            chosen is None
            or self._likeness.of(chosen[0]) != here
            or self._leads_to(chosen, earlier)
        ):
            self.player.forget()  # what it has in mind was not done
            chosen = self._choose(position, earlier)
        for _ in range(MOST_STEPS):
            state, move, won = chosen
            if move is None:
                return None, None
            state = state.play(move)
            reached = self._likeness.of(state)
            chosen = self._choose(state, earlier)
            if reached == here or self._leads_to(chosen, {here}):
                continue
            self._ahead = chosen
            for other in sorted(position.moves(), key=lambda one: one.text != move.text):
                if self._leads_to((position, other, None), {reached}):
                    return other, won
            break
        return self._choose(position, earlier | {here})[1:]

    def _choose(self, position: Position, refused: set[object]) -> Chosen:
        """The player's choice, which leads to none of the positions that are refused."""
        move = self.player.choose(
            position, lambda move: self._leads_to((position, move, None), refused)
        )
        return position, move, self.player.trials if move else None

    def _leads_to(self, chosen: Chosen, likes: set[object]) -> bool:
        position, move, _ = chosen
        return move is not None and self._likeness.of(position.play(move)) in likes

    def _like(self, position: Position) -> object:
        if position not in self._alike:
            self._alike[position] = self._likeness.of(position)
        return self._alike[position]


def in_words(verdict: Verdict) -> str:
    """A verdict as a sentence for a player."""
    if verdict.verdict == WON:
        return (
            f"This can still be won, in {counted(len(verdict.line), 'move')} from here."
            if verdict.line
            else "This is won."
        )
    if verdict.verdict == LOST:
        return "This cannot be won, whatever is played."
    return beyond(verdict)


def beyond(verdict: Verdict) -> str:
    """Why there is no verdict, as a sentence for a player."""
    if verdict.limit == "re-deal":
        return "It is not won without the re-deal, and what that will bring is not foreseen."
    searched = (
        f"{verdict.states:,} {'position was' if verdict.states == 1 else 'positions were'} searched"
    )
    return f"Not known: {searched}, with neither a win nor a proof that there is none."


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(0), percent(0.0123), percent(0.42), percent(0.998), percent(1)
    ('0 %', '1.2 %', '42 %', '99.8 %', '100 %')
    """
    value = 100 * share
    return f"{value:.0f} %" if value == 0 or 10 <= value < 99 or value > 99.95 else f"{value:.1f} %"
