"""Strategies: who chooses among the legal moves.

A strategy is a value: a name, a sentence, and how it chooses. Those of the book are written in the
engine's own part of Python, so that they are specialised with it and play in WebAssembly; a
strategy of one's own is any Python function of what a player may see (`Own`). The list here is the
only one: the board, the page, the command line and the table of odds take it from here."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cadogan.cards import Card
from cadogan.compiler.layout import Field
from cadogan.compiler.program import Program
from cadogan.compiler.run import Machine
from cadogan.echo import nearest, shown
from cadogan.engine.chance import CHOICES, below, seed
from cadogan.engine.moves import FILLING, KIND, PLAY, kind_of, part
from cadogan.engine.numbers import NOTHING, WHOLE
from cadogan.engine.piles import lowest_of
from cadogan.engine.rules import Rules, State
from cadogan.patience.game import Game, entries_of
from cadogan.patience.position import Move, Position
from cadogan.patience.record import Record
from cadogan.players import careful
from cadogan.players.mind import Choosing
from cadogan.players.playing import BATCH, MOST_BARRED, begin, choose_move
from cadogan.players.rollout import Rollout
from cadogan.players.weights import Weights, weights_of

#: What a strategy of one's own gets: what is seen of each place, and the legal moves; it gives one
#: of them, or None to stop.
Own = Callable[[Mapping[str, tuple[Card | None, ...]], Sequence["Move"]], "Move | None"]
#: A game is stopped after this many moves: some can be shuffled to and fro for ever.
LIMIT = 1000


@functools.cache
def _suited(strategy: Strategy, slug: str) -> Strategy:
    assert strategy.weighing is not None
    chooser = strategy.weighing(weights_of(slug))
    return replace(strategy, choose=chooser.choose, begin=chooser.begin)


def no_memory(rules: Rules) -> tuple[Field, ...]:
    """The memory of a strategy that keeps nothing in mind."""
    return ()


def nothing(rules: Rules, s: Choosing) -> None:
    """Do nothing before the first move."""


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy of the book.

    Attributes:
        name: its name.
        says: what it does, as a phrase.
        choose: of a position with n legal moves in `s.moves`: the index of the one chosen, or -1 to
            stop. It is written in the engine's own part of Python.
        ends: when it stops, as a phrase.
        limit: the moves after which a game is stopped, unless another limit is given.
        memory: what it keeps in mind through a game, as fields of the state.
        begin: sets them before the first move.
        who: what the book calls its player: greedy, say, for the greedy player.
        deals: how many deals of each game it plays for the table of odds, at most.
        compiled: whether it takes so long that single moves, too, are chosen by a game's program
        and not by the engine as it stands.
        weighing: makes, of weights, what chooses: for those strategies that have weights of their
        own for some games.
    """

    name: str
    says: str
    choose: Callable[[Rules, Choosing, int], int]
    ends: str = "it stops when it sees nothing worth doing"
    limit: int = LIMIT
    memory: Callable[[Rules], tuple[Field, ...]] = no_memory
    begin: Callable[[Rules, Choosing], None] = nothing
    who: str = ""
    deals: int = 960_400
    compiled: bool = False
    weighing: Callable[[Weights], careful.Careful | Rollout] | None = None

    @property
    def quick(self) -> int:
        """How many deals it plays where no number is given."""
        return 20 if self.compiled else 1000

    def __str__(self) -> str:
        return f"{self.name}: {self.says}; {self.ends}, after {self.limit:,} moves at the latest"

    def suited(self, slug: str) -> Strategy:
        """The strategy with the weights that it has for a game."""
        if self.weighing is None or weights_of(slug) == Weights():
            return self
        return _suited(self, slug)

    def layout(self, rules: Rules) -> tuple[Field, ...]:
        """The fields of a state of a game that it plays."""
        barred = Field("barred", MOST_BARRED), Field("bars")
        return (*rules.layout, *self.memory(rules), Field("ends", BATCH, 2), *barred)

    @property
    def label(self) -> str:
        """Its name in a compiled program."""
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return named, (self.name,)


def any_move(rules: Rules, s: Choosing, n: int) -> int:
    """Any legal move, each equally likely."""
    return below(s.lots, n) if n > 1 else 0


def most_worth(rules: Rules, s: Choosing, n: int) -> int:
    """The first of the moves that are worth most; where none is worth anything, one without which the
    deal does not go on, or none.
    """
    best = 0
    chosen = NOTHING
    for i in range(n):
        worth = worth_of(rules, s, s.moves[i])
        if worth > best:
            best = worth
            chosen = i
    if chosen < 0:
        return careful.owed(rules, s, n)
    return chosen


#: What moves are worth to the greedy player, besides what the words of a game say of their own.
HOME, GAP = 9, 5


def worth_of(rules: Rules, s: State, move: int) -> int:
    """What a move is worth to the greedy player: 9 to a foundation, 8 a set, 7 a marriage that
    breaks no sequence, 6 a filling at will that releases something, 5 and 4 to fill, turn and deal
    on, 1 a re-deal."""
    kind = move & KIND
    if kind == PLAY.number:
        permit_number = part(move, 3)
        if permit_number < FILLING:
            for permit in rules.permits:
                if permit_number == permit.number:
                    a, count = part(move, 0), part(move, 2)
                    if permit.parts and count > WHOLE:
                        return permit.worth_of_part(rules, s, a, lowest_of(rules, s, a, count))
                    return permit.worth(rules, s, a, part(move, 1))
        if rules.places[part(move, 1)].group.foundation:
            return HOME
        return GAP
    for number, word in rules.doers:
        if number != PLAY.number and kind == number:
            return word.worth
    return 0


#: How many playouts the patient player makes for each move, and how many moves each may have.
PLAYOUTS, PLAYOUT_LIMIT = 20, 300


def by_playouts(weights: Weights) -> Rollout:
    """How the patient player chooses, with the careful player's weights."""
    return Rollout(careful.Careful(weights), PLAYOUTS, PLAYOUT_LIMIT)


#: What is kept in mind of the moves made, and not of the position.
MIND = {"moved", "changes", "home_again"}
#: With the same weights in every game.
CAREFULLY, BY_PLAYOUTS = careful.Careful(Weights()), by_playouts(Weights())

RANDOM = Strategy(
    "random",
    "any legal move, each equally likely",
    any_move,
    "it stops when no move is left, and walks to and fro where moves can be undone",
    who="random",
)
GREEDY = Strategy(
    "greedy",
    "the greedy player: to the foundations whenever possible, then marriages that break no sequence, then the next card",
    most_worth,
    who="greedy",
)
CAREFUL = Strategy(
    "careful",
    "the careful player: of all moves the one that releases most and blocks least, by the advice of the old texts",
    CAREFULLY.choose,
    "it moves no card of the tableau twice before something has changed for good, and stops when nothing else is left",
    memory=careful.memory,
    begin=CAREFULLY.begin,
    who="careful",
    weighing=careful.Careful,
)
ROLLOUT = Strategy(
    "rollout",
    f"the patient player: it tries each of the careful player's moves in {PLAYOUTS} playouts of up to {PLAYOUT_LIMIT} moves, "
    "with what it has not seen drawn anew, and leaves its choice only for one that is better by two standard errors",
    BY_PLAYOUTS.choose,
    CAREFUL.ends,
    memory=BY_PLAYOUTS.memory,
    begin=BY_PLAYOUTS.begin,
    who="patient",
    deals=1000,
    compiled=True,
    weighing=by_playouts,
)
STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy for strategy in (RANDOM, GREEDY, CAREFUL, ROLLOUT)
}
#: Those that look no further than the next move, the least careful first.
AT_SIGHT = tuple(name for name, strategy in STRATEGIES.items() if not strategy.compiled)


def named(name: str | Strategy) -> Strategy:
    """The strategy of that name.

    Raises:
        ValueError: there is none; the nearest is named.
    """
    if isinstance(name, Strategy):
        return name
    if not isinstance(name, str) or name not in STRATEGIES:
        raise ValueError(
            f"there is no strategy {shown(name)}; there are {', '.join(STRATEGIES)}, or a function of your own"
            + nearest(name, STRATEGIES)
        )
    return STRATEGIES[name]


class Player:
    """A strategy of the book at play in one game, with what it keeps in mind from move to move.

    It draws lots from ``lots``, a generator's four words (`cadogan.engine.chance`); without them
    from a generator that begins with the number of the first position's deal."""

    def __init__(self, strategy: str | Strategy, lots: list[int] | None = None) -> None:
        self.strategy = named(strategy)
        self.lots = lots
        self.machine: Machine | None = None

    def choose(
        self, position: Position, refuses: Callable[[Move], bool] | None = None
    ) -> Move | None:
        """The move that it makes here, the first of its choice that is not refused; or None where it
        stops."""
        if position.is_won:
            return None
        if self.lots is None:
            self.lots = [0, 0, 0, 0]
            seed(self.lots, position.number, CHOICES)
        if self.machine is None:
            self.machine = self.at_work(position.game)
            self.machine.call("begin")
        machine = self.machine
        names = MIND & {field.name for field in machine.program.layout} if refuses else ()
        mind = {name: machine.read(name) for name in names}
        barred: list[int] = []
        while True:
            machine.take(position.state)
            machine.write("lots", self.lots)
            machine.write("barred", [*barred, *[0] * (MOST_BARRED - len(barred))])
            machine.write("bars", len(barred))
            code = machine.call("choose_move")
            self.lots[:] = machine.row("lots")
            if code is None or code < 0:
                return None
            move = kind_of(code).read(position, code)
            if refuses is None or not refuses(move):
                return move
            barred.append(code)
            for name, value in mind.items():
                machine.write(name, value)
            if len(barred) == MOST_BARRED:
                return None

    def forget(self) -> None:
        """Keep nothing in mind of the moves chosen so far."""
        if self.machine is not None:
            self.machine.call("begin")

    def playout(self, game: Game, deal: int, limit: int = LIMIT) -> Record:
        """A whole game of a deal, of this many moves at most."""
        position = game.deal(deal)
        moves: list[str] = []
        while len(moves) < limit:
            move = self.choose(position)
            if move is None:
                break
            moves.append(move.text)
            position = position.after(move.code)
        return Record(game, deal, moves)

    @property
    def trials(self) -> int | None:
        """How many of the `PLAYOUTS` in which the patient player has just tried its move were won;
        None where there was nothing to try, or another player chose."""
        if self.machine is None or not self.strategy.compiled:
            return None
        tried = self.machine.number("tried")
        return self.machine.row("trials")[tried] if tried >= 0 else None

    def at_work(self, game: Game) -> Machine:
        """What it chooses with: the game's program, which takes a moment to make, where it takes
        its time; otherwise the engine as it stands, ready at once.
        """
        if self.strategy.compiled:
            return Machine(game.program_for(self.strategy))
        suited = self.strategy.suited(game.played_as)
        entries = entries_of(game, (begin, choose_move), strategy=suited)
        return Machine(Program("", suited.layout(game.rules), {}, {}, entries), "interpreted")
