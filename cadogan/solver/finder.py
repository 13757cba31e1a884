"""A finder of wins where there is too much to search: nested playouts by the careful player.

After each move that is not to and fro the careful player plays on to the end; then the first move of
the best game so far is made, and so on to its end (nested Monte-Carlo search with the best line
kept: T. Cazenave, *Nested Monte-Carlo Search*, IJCAI 2009). Games of two kinds take turns. One
begins at the root, with one move in ten at random. The other begins at a position drawn by lot along
the best game yet, and takes its place where it is as good (iterated local search: Lourenço, Martin
and Stützle, 2003); each of the careful player's scores is raised by a lot, and one move in twenty is
at random. So on, by other lots, until a game is won or somebody stops it. A game is the better the
more cards are home. All cards are known: the playouts go by the deal as it is. A win is a witness;
that there is none says nothing.

Scores raised by lots go to what the careful player likes nearly as well, a move at random mostly to
what it does not like. Of thirty deals of The Shah that a million positions had left undecided, games
of the second kind alone won 20 in 0.4 seconds each, those of the first 9; in The Terrace it was the
other way round. Of 180 deals of fifteen games, two million positions each, the first alone won 96,
the second 91, both in turn 95. Restarts without nesting, and nested rollout policy adaptation
(Rosin, IJCAI 2011), found fewer wins in the same time in most games and are not here."""

from __future__ import annotations

from functools import lru_cache

from cadogan.compiler.layout import Field
from cadogan.compiler.program import Program
from cadogan.compiler.run import Machine
from cadogan.engine.chance import below, seed
from cadogan.engine.moves import KIND
from cadogan.engine.numbers import NOTHING
from cadogan.engine.play import apply, is_won, legal
from cadogan.engine.rules import Rules
from cadogan.patience.game import Game, compiled
from cadogan.patience.position import Position
from cadogan.players import careful
from cadogan.players.careful import (
    LEAST,
    Careful,
    find_needs,
    have_changed,
    may,
    note,
    owed,
)
from cadogan.players.mind import Remembering
from cadogan.players.rollout import bring_back, copy, keep, saved
from cadogan.players.weights import weights_of
from cadogan.words.again import AGAIN, TakeUp

#: The stream of lots by which the playouts differ.
LOTS = 1 << 28
#: One move in this many is any that is not to and fro: often in games from the root, seldom in those
#: along the best one, in which for the other moves each score is raised by a lot below `RAISED`.
OFTEN, SELDOM, RAISED = 10, 20, 40
#: After this many games in a row that are no better than the best, one begins at the root.
IN_VAIN = 64
#: A game has no more moves than this.
LONGEST = 1000


class Finding(Remembering):
    """The state of a game with what playouts keep: the moves of the game being played, of the best
    one and of the record, and those to be tried here.
    """

    __slots__ = ()
    line: list[int]
    best_line: list[int]
    record_line: list[int]
    tried: list[int]


class Playouts:
    """How the playouts are played: by the careful player, with its weights; and whether a shuffled
    re-deal may be made, of which the deal's number decides what it brings.
    """

    def __init__(self, player: Careful, shuffles: bool) -> None:
        self.player, self.shuffles = player, shuffles

    def memory(self, rules: Rules) -> tuple[Field, ...]:
        """What the careful player keeps in mind; the root and the position of the moment to come
        back to; the game being played, the best one of those that begin where it does, the best
        since one began at the root, and the moves tried.
        """
        size = sum(field.entries for field in saved(rules))
        single = ("made", "depth", "played", "walked", "first_lot", "in_vain", "by_lots")
        games = ("best_made", "best_home", "record_made", "record_home")
        return (
            *careful.memory(rules),
            *(Field(name) for name in (*single, *games)),
            *(Field(name, size) for name in ("kept", "here")),
            *(Field(name, LONGEST) for name in ("line", "best_line", "record_line")),
            *(Field(name) for name in ("options", "option")),
            Field("tried", rules.room),
        )


def start(rules: Rules, s: Finding, f: Playouts, lot: int) -> None:
    """Begin from the position that lies in the state; this lot is that of the first playout."""
    f.player.begin(rules, s)
    keep(rules, s)
    s.first_lot = lot
    s.played = 0
    s.walked = 0
    s.best_home = NOTHING
    s.best_made = 0
    s.by_lots = 1
    forget_record(s)
    begin_again(rules, s, f)


def forget_record(s: Finding) -> None:
    """No game is the best yet, so that the next begins at the root."""
    s.in_vain = 0
    s.record_home = NOTHING
    s.record_made = 0


def begin_again(rules: Rules, s: Finding, f: Playouts) -> None:
    """Begin a game: at the root and somewhere along the best one yet by turns."""
    if s.best_home > s.record_home:
        s.in_vain = 0
    if s.best_home >= s.record_home:
        s.record_home = s.best_home
        s.record_made = s.best_made
        copy(s.best_line, 0, s.record_line, 0, s.best_made)
    s.in_vain += 1
    if s.in_vain > IN_VAIN:
        forget_record(s)
    bring_back(rules, s)
    s.by_lots = 1 - s.by_lots
    until = below(s.lots, s.record_made) if s.by_lots and s.record_made > 0 else 0
    s.made = 0
    while s.made < until:
        make(rules, s, s.record_line[s.made])
    s.depth = s.made
    s.best_home = NOTHING
    s.best_made = 0
    find_options(rules, s, f)


def find(rules: Rules, s: Finding, f: Playouts, moves: int) -> int:
    """Go on for about this many moves; whether a game is won: its moves are the first `s.made` of
    `s.line`.
    """
    until = s.walked + moves
    while s.walked < until:
        if s.option < s.options:
            play_out(rules, s, f)
        else:
            go_on(rules, s, f)
        if is_won(rules, s):
            return True
    return False


def play_out(rules: Rules, s: Finding, f: Playouts) -> None:
    """Make the next of the moves tried, and let the careful player go on."""
    bring_back(rules, s, "here")
    seed(s.lots, s.first_lot + s.played, LOTS)
    s.played += 1
    s.made = s.depth
    make(rules, s, s.tried[s.option])
    s.option += 1
    while s.made < LONGEST and not is_won(rules, s):
        n = legal(rules, s)
        i = choose(rules, s, f, n) if n > 0 else NOTHING
        if i < 0 or (not f.shuffles and shuffles_at(rules, s.moves[i])):
            break
        make(rules, s, s.moves[i])
    if s.home > s.best_home or (s.home == s.best_home and below(s.lots, 2) == 0):
        s.best_home = s.home
        s.best_made = s.made
        copy(s.line, 0, s.best_line, 0, s.made)


def choose(rules: Rules, s: Finding, f: Playouts, n: int) -> int:
    """The move with the highest score, each raised by a lot, or now and then any that is not to and
    fro; none if there is no such move.
    """
    if rules.foundations and have_changed(rules, s):
        find_needs(rules, s)
    one_in, raised = OFTEN, 1
    if s.by_lots:
        one_in, raised = SELDOM, RAISED
    any_at_all = below(s.lots, one_in) == 0
    best = LEAST
    chosen = NOTHING
    for i in range(n):
        if may(rules, s, s.moves[i]):
            if any_at_all:
                score = below(s.lots, 1 << 30)
            else:
                score = f.player.score(rules, s, s.moves[i]) + below(s.lots, raised)
            if score > best:
                best = score
                chosen = i
    if chosen < 0:
        return owed(rules, s, n)
    return chosen


def go_on(rules: Rules, s: Finding, f: Playouts) -> None:
    """All moves here have been tried: make the best game's, or begin again at its end."""
    s.walked += 1
    if s.options and s.depth < LONGEST:
        bring_back(rules, s, "here")
        s.made = s.depth
        make(rules, s, s.best_line[s.depth] if s.depth < s.best_made else s.tried[0])
        s.depth = s.made
        find_options(rules, s, f)
    else:
        begin_again(rules, s, f)


def find_options(rules: Rules, s: Finding, f: Playouts) -> None:
    """Write the moves to be tried to `s.tried`; a single one needs no trial."""
    keep(rules, s, "here")
    s.options = 0
    n = 0 if is_won(rules, s) else legal(rules, s)
    for i in range(n):
        move = s.moves[i]
        if may(rules, s, move) and (f.shuffles or not shuffles_at(rules, move)):
            s.tried[s.options] = move
            s.options += 1
    s.option = int(s.options == 1)


def make(rules: Rules, s: Finding, move: int) -> None:
    """Make a move, and write it down."""
    s.line[s.made] = move
    s.made += 1
    s.walked += 1
    note(rules, s, move)
    apply(rules, s, move)


def shuffles_at(rules: Rules, move: int) -> int:
    """Whether a move is a re-deal with a shuffle."""
    return (
        isinstance(rules.redeal, TakeUp) and rules.redeal.shuffled and move & KIND == AGAIN.number
    )


@lru_cache(maxsize=16)
def program_of(game: Game, shuffles: bool) -> Program:
    """The game's program for finding wins."""
    playouts = Playouts(Careful(weights_of(game.played_as)), shuffles)
    layout = (*game.rules.layout, *playouts.memory(game.rules))
    return compiled(game, (start, find), layout, ", the finder", f=playouts)


class Finder:
    """Looks for wins of one game, from one position after another; it belongs to one thread.

    Args:
        game: the game.
        shuffles: whether shuffled re-deals are known, too, and may be made.
        backend: what runs it (`cadogan.compiler.run.Machine`).

    >>> import cadogan
    >>> sultan = cadogan.games["sultan"]
    >>> position, finder = sultan.deal(1), Finder(sultan, shuffles=True)
    >>> finder.start(position)
    >>> for code in finder.find(100_000):
    ...     position = position.after(code)
    >>> position.is_won
    True
    """

    def __init__(self, game: Game, shuffles: bool = False, backend: str = "auto") -> None:
        self.game, self.machine = game, Machine(program_of(game, shuffles), backend)

    def start(self, position: Position, lot: int = 1) -> None:
        """Begin from a position of the game, by these lots (1 to 2**60)."""
        self.machine.take(position.state)
        self.machine.call("start", lot)

    @property
    def walked(self) -> int:
        """The moves made since the start, in all playouts."""
        return self.machine.number("walked")

    def find(self, moves: int) -> list[int]:
        """Go on for about this many moves; the moves of a game that is won, or none."""
        if not self.machine.call("find", moves):
            return []
        return self.machine.row("line")[: self.machine.number("made")]
