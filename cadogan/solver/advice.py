"""What a player may ask the solver: a move that wins, the move that lost the game, and whether two
positions differ in anything but the names of places."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import cached_property

from cadogan.echo import having
from cadogan.engine.numbers import FACE, FACES
from cadogan.patience.game import Game
from cadogan.patience.position import Move, Position
from cadogan.patience.record import Record
from cadogan.solver.alike import interchangeable, settles
from cadogan.solver.plan import registers
from cadogan.solver.search import MEMORY, Solver
from cadogan.solver.verdict import LOST, UNKNOWN, WON, Verdict

#: How many times as long the beginning of a game is searched as other positions of it, before a
#: later move is said to have lost it.
BEGINNING = 5


@dataclass(frozen=True)
class Hint:
    """A move of a line that wins.

    Attributes:
        move: the move.
        line: the line that wins, this move first.
        only: whether every other move is known to lose.
    """

    move: Move
    line: tuple[str, ...]
    only: bool

    @property
    def says(self) -> str:
        """The move and the reason, as a sentence."""
        left = len(self.line) - 1
        then = (
            "it wins the game"
            if left == 0
            else f"the game can be won in {left} more move{'s' if left > 1 else ''}"
        )
        why = f"then {then}" if left else then
        return f"{self.move.says}: {why}{'; every other move loses' if self.only else ''}."

    def __str__(self) -> str:
        return self.says


def hint(
    position: Position,
    seconds: float | None = 2.0,
    states: int | None = None,
    memory: int = MEMORY,
    backend: str = "auto",
) -> Hint | None:
    """A move that wins, all cards known; None where the position is won or lost, or nothing was found
    within the limits (as for `solve`).

    Whether it is the only one is looked at for at most half as much time again.

    >>> import cadogan
    >>> print(cadogan.solver.hint(cadogan.games["fortress"].deal(1933), states=100_000))
    ace of diamonds from lane 9 to foundation 1: then the game can be won in 106 more moves.
    """
    solver = Solver.of(position, memory, backend)
    verdict = solver.solve(position, states, seconds)
    if verdict.verdict != WON or not verdict.line:
        return None
    move = position.find(verdict.line[0])
    assert move is not None
    others = [other for other in position.moves() if other.code != move.code]
    each = seconds and seconds / 2 / max(1, len(others))
    only = all(
        solver.solve(position.after(other.code), states, each).verdict == LOST for other in others
    )
    return Hint(move, verdict.line, only)


@dataclass(frozen=True)
class TurningPoint:
    """The first move of a game after which it is proved lost.

    Attributes:
        number: which move of the record it is, from 1.
        move: its text.
        before: the position before it.
        instead: what the solver found out about that position: the line that would have won, or
            that it is unknown; then it is not known either whether this move lost the game.
    """

    number: int
    move: str
    before: Position = field(repr=False)
    instead: Verdict = field(repr=False)

    @property
    def proved(self) -> bool:
        """Whether the game was still won before it, so that this move lost it."""
        return self.instead.verdict == WON

    @property
    def says(self) -> str:
        """The move, and what would have won."""
        move = f"ove {self.number}, {self._as_words(self.move)},"
        if self.proved:
            line = self.instead.line
            return f"M{move} lost the game: before it, {self._as_words(line[0])} would have been the first of {len(line)} moves that win."
        return f"After m{move} no line wins; whether one did before it is not known, so that no move is proved to have lost the game."

    def _as_words(self, text: str) -> str:
        """A move of the position before, in words."""
        move = self.before.find(text)
        assert move is not None
        return f"“{move.says}”"

    def __str__(self) -> str:
        return self.says


def turning_point(
    record: Record,
    seconds: float = 2.0,
    states: int | None = None,
    memory: int = MEMORY,
    backend: str = "auto",
) -> TurningPoint | None:
    """The first move of a game after which it is proved lost, all cards known; None where it never
    is, or is from the beginning. Where the position before it is proved won, that move lost the
    game.

    A lost position stays lost, so the record is bisected: some seven positions of a hundred are
    solved. The limits are those of `solve`, for each of them; where one is met, the position counts
    as not lost.

    >>> import cadogan
    >>> eager = "l9-f1 l7-f1 l7-f2 l9-l1 l8-l2 l8-f2 l9-l7 l9-l3".split()
    >>> print(cadogan.solver.turning_point(cadogan.Record(cadogan.games["fortress"], 1933, eager), states=100_000))
    Move 7, “six of diamonds from lane 9 to lane 7”, lost the game: before it, “seven of diamonds from lane 7 to lane 9” would have been \
the first of 101 moves that win.
    """
    having(record, "positions", "a record is searched, such as cadogan.Record(game, 7, moves)")
    outcome = found_lost(Solver(record.game, memory, backend), record, seconds, states)
    return outcome if isinstance(outcome, TurningPoint) else None


def found_lost(
    solver: Solver, record: Record, seconds: float | None, states: int | None = None
) -> TurningPoint | Verdict:
    """The turning point by a given solver; where no move lost the game, the verdict on its
    beginning, if that was lost, or on its end. Of a limit in seconds the beginning gets more than
    other positions, where nothing else is proved: no move is to blame in a deal that was lost from
    the start."""
    steps, verdict = finding_lost(record), None
    while True:
        try:
            position, times = next(steps) if verdict is None else steps.send(verdict)
        except StopIteration as end:
            outcome: TurningPoint | Verdict = end.value
            return outcome
        if times > 1 and seconds is None:
            verdict = Verdict(position, UNKNOWN)  # as many positions again would tell the same
        else:
            verdict = solver.solve(position, states, seconds and times * seconds)


def finding_lost(
    record: Record,
) -> Generator[tuple[Position, float], Verdict, TurningPoint | Verdict]:
    """What `found_lost` gives, step by step: asks for the verdict of one position after another, and
    says how many times the usual time it may take."""
    positions = record.positions()
    verdicts: dict[int, Verdict] = {}

    def lost(i: int) -> Generator[tuple[Position, float], Verdict, bool]:
        if i not in verdicts:
            verdicts[i] = yield positions[i], 1
        return verdicts[i].verdict == LOST

    fine, gone = 0, len(positions) - 1
    if not (yield from lost(gone)):
        return verdicts[gone]
    if (yield from lost(fine)):
        return verdicts[fine]
    while gone - fine > 1:
        middle = (fine + gone) // 2
        if (yield from lost(middle)):
            gone = middle
        else:
            fine = middle
    point = TurningPoint(gone, record.moves[gone - 1], positions[fine], verdicts[fine])
    if not point.proved:
        start = yield positions[0], BEGINNING
        if start.verdict == LOST:
            return start
    return point


class Likeness:
    """What tells the positions of a game apart, the names of interchangeable places left out.

    >>> import cadogan
    >>> klondike = cadogan.games["canfield-or-klondike"]
    >>> like = Likeness(klondike)
    >>> like.of(klondike.deal(1)) == like.of(klondike.deal(1)) != like.of(klondike.deal(2))
    True
    """

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.names = [field.name for field in registers(game.rules) if field.name != "gap"]

    @cached_property
    def groups(self) -> tuple[list[list[int]], list[list[int]]]:
        """The places that are interchangeable, together: while cards are dealt, and after that."""
        by_stage = []
        for settled in (False, True):
            first = interchangeable(self.rules, settled)
            by_stage.append([[p for p, head in enumerate(first) if head == i] for i in {*first}])
        return by_stage[0], by_stage[1]

    def of(self, position: Position) -> object:
        """A value that is equal for two positions exactly where they differ in such names alone."""
        s = position.state
        piles = [
            tuple([(c & FACE) + FACES * position.is_down(c) for c in pile])
            for pile in position.piles
        ]
        groups = self.groups[bool(settles(self.rules, s))]
        values = [getattr(s, name) for name in self.names]
        # A gap that is held open is of a group, and which of its places is a name.
        values.append(next((n for n, group in enumerate(groups) if s.gap in group), None))
        return (
            tuple([tuple(sorted([piles[p] for p in group])) for group in groups]),
            tuple([tuple(value) if isinstance(value, list) else value for value in values]),
        )
