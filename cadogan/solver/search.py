"""A search for a won line: the program that searches, its memory, its slices and its stages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from cadogan.compiler.program import Program
from cadogan.compiler.run import BACKENDS, Machine, has_webassembly, in_browser
from cadogan.echo import having, is_whole
from cadogan.engine.moves import kind_of
from cadogan.patience.game import Game, compiled
from cadogan.patience.position import Position
from cadogan.solver import own, searching
from cadogan.solver.beam import Beam
from cadogan.solver.finder import Finder
from cadogan.solver.plan import (
    HOME_AT_ONCE,
    RELEASING,
    SCRATCH,
    SUITS_ALIKE,
    WHOLE,
    Plan,
    Room,
    steady,
)
from cadogan.solver.verdict import LOST, UNKNOWN, WON, Verdict

MEGABYTE = 1 << 20
#: Megabytes that a search has unless it is told otherwise (a page has less), and the bounds.
MEMORY, LEAST, MOST = 64 if in_browser() else 256, 4, 3500
#: Bytes of an integer: as Python has it (the pointer and the object), and in WebAssembly.
IN_PYTHON, IN_MEMORY = 44, 8
#: At most this many moves deep, where a whole state is saved for each.
DEEPEST = 2000


@dataclass(frozen=True)
class Stage:
    """A part of a search: how it is restricted (`cadogan.solver.plan`), the lot that decides among
    moves of about equal worth (0 for none), how many positions it may search, and how deep it may
    go."""

    mode: int = 0
    lot: int = 0
    states: int = 10**18
    deep: int = 10**9


def tries(how_many: int, states: int, deep: int = 10**9) -> tuple[Stage, ...]:
    """Restricted searches, each by another lot, every second of them restricted more."""
    modes = (HOME_AT_ONCE | SUITS_ALIKE, HOME_AT_ONCE | SUITS_ALIKE | RELEASING)
    return tuple(
        Stage(modes[i % 2], (i + 1) * 0x5851F42D4C957F2D & WHOLE, states, deep)
        for i in range(how_many)
    )


#: What goes before the whole search: a short whole one, which decides what is easy; then restricted
#: ones, and among them a longer whole one, which decides what is lost. What the restricted ones win
#: is won; that they win nothing says nothing. A search that goes wrong early seldom comes back, and
#: another lot goes another way.
FIRST = (Stage(states=20_000), *tries(16, 15_000), Stage(states=600_000), *tries(8, 120_000))
#: The restricted searches have no more than this part of the positions allowed.
SHARE = 0.2
#: A line of more moves than this for each card is tried to be made shorter, by restricted searches
#: of lines of that length.
LONG, SHORTER = 3, 6
#: After this many positions the finders (`cadogan.solver.finder`, `cadogan.solver.beam`) take turns
#: with the search, slice by slice: they make this many moves to a position searched, in games in which
#: moves are taken back, and in those in which the whole state is put back. Where the search ends
#: undecided, the finders go on for this many moves in all.
ALONE, TAKEN_BACK, PUT_BACK, FURTHER = 20_000, 1, 10, 1_000_000
#: Positions to a slice, after which the clock is read.
SLICE = {"wasm": 50_000, "python": 200, "interpreted": 50}


def room_of(game: Game, memory: int, each: int) -> Room:
    """How the memory is shared out: three quarters for the positions met, the rest for the way to
    where the search stands.
    """
    slots = 1 << 10
    while 4 * slots * each <= memory * 3 // 4:
        slots *= 2
    line = max(4 * game.rules.room, memory // 8 // each)
    if steady(game.rules):
        return Room(slots, line, max(1000, memory // 8 // (3 * each)))
    saved = sum(
        field.entries * field.width for field in game.rules.layout if field.name not in SCRATCH
    )
    return Room(slots, line, max(100, min(DEEPEST, memory // 8 // (saved * each // IN_MEMORY))))


@lru_cache(maxsize=16)
def program_of(game: Game, room: Room) -> tuple[Program, Plan]:
    """The game's program for searching."""
    rules = game.rules
    plan = Plan(rules, room)
    functions = (
        searching.start,
        searching.search,
        searching.root,
        searching.lay,
        searching.trace,
        searching.farther,
    )
    layout = (*rules.layout, *plan.layout)
    return compiled(game, functions, layout, ", the solver", plan=plan), plan


def root_of(position: Position) -> Position:
    """A position, to be searched. Raises TypeError for anything else, such as a game."""
    root: Position = having(position, "state", "a position is solved, such as game.deal(7)")
    return root


class Solver:
    """A searcher for one game, which can be used for one position after another. It belongs to one
    thread at a time.

    Args:
        game: the game.
        memory: megabytes that it may use, 4 to 3,500.
        backend: what runs it (`cadogan.compiler.run.Machine`).
        shuffles: whether the shuffles of re-deals are known, too, so that wins after them count;
            otherwise a shuffle is chance, and ends the search.

    Raises:
        TypeError: no game, but its name, say.
        ValueError: a number out of range, or no such backend.
        RuntimeError: a backend that cannot run here.
    """

    def __init__(
        self, game: Game, memory: int = MEMORY, backend: str = "auto", shuffles: bool = False
    ) -> None:
        if not is_whole(memory, LEAST, MOST):
            raise ValueError(
                f"memory is a whole number of megabytes from {LEAST} to {MOST:,}, not {memory!r}"
            )
        if backend not in BACKENDS:
            raise ValueError(f"backend is one of {', '.join(BACKENDS)}, not {backend!r}")
        self.game = having(game, "rules", "a game is searched, such as cadogan.games['fortress']")
        self.memory, self.shuffles = memory * MEGABYTE, shuffles
        in_memory = backend == "wasm" or (backend == "auto" and has_webassembly())
        program, self.plan = program_of(
            game, room_of(game, self.memory, IN_MEMORY if in_memory else IN_PYTHON)
        )
        self.machine = Machine(program, backend)
        if in_memory and self.machine.backend == "python":  # WebAssembly did not start
            program, self.plan = program_of(game, room_of(game, self.memory, IN_PYTHON))
            self.machine = Machine(program, "python")
        #: The search that the machine is at.
        self.search: Search | None = None

    @classmethod
    def of(cls, position: Position, memory: int, backend: str) -> Solver:
        """A solver for the game of a position. Raises TypeError for anything else."""
        return cls(root_of(position).game, memory, backend)

    @property
    def plays(self) -> int:
        """How many moves the finder makes for each position searched."""
        return TAKEN_BACK if self.plan.steady else PUT_BACK

    @cached_property
    def _finders(self) -> tuple[Finder, ...]:
        """The finders, which look for wins alone; made when a search first lasts so long. A beam
        would take shuffles for known.
        """
        playouts = Finder(self.game, self.shuffles, self.machine.backend)
        if self.plan.shuffles:
            return (playouts,)
        return playouts, Beam(self.game, self.machine.backend)

    def solve(
        self,
        position: Position,
        states: int | None = None,
        seconds: float | None = None,
        progress: Any = None,
    ) -> Verdict:
        """See `cadogan.solver.solve`."""
        search = Search(self, position, states)
        return search.run(seconds, progress)


class Search:
    """A search of one position, which can be stopped and gone on with.

    Args:
        solver: who searches; when another search of it has begun, this one cannot be gone on with.
        position: the root.
        states: positions to be searched at most; None for no limit.

    Raises:
        ValueError: the position is one of another game, or the states are no whole number.
        RuntimeError: it is gone on with after another search of the solver has begun.
    """

    def __init__(self, solver: Solver, position: Position, states: int | None = None) -> None:
        if root_of(position).game != solver.game:
            raise ValueError(f"this solver searches {solver.game.title}, not {position.game.title}")
        if states is not None and not is_whole(states, 0):
            raise ValueError(f"states is a whole number, or None for no limit, not {states!r}")
        self.solver, self.position, self.states = solver, position, states
        self.searched, self.walked, self.seconds = 0, 0, 0.0
        self.verdict: Verdict | None = None
        #: Why the search ended undecided; empty while it can go on.
        self.ended = ""
        share = 10**18 if states is None else int(SHARE * states)
        self.stages: list[Stage] = []
        for stage in FIRST:
            if stage.states <= share:
                share -= stage.states
                self.stages.append(stage)
        self.stages.append(Stage())
        self.begun = False

    def as_verdict(self, verdict: str, limit: str = "", line: tuple[str, ...] = ()) -> Verdict:
        """A verdict with the figures of this search."""
        return Verdict(
            self.position, verdict, line, limit, self.met, self.seconds, self.solver.memory
        )

    @property
    def met(self) -> int:
        """The positions searched and played through."""
        return self.searched + self.walked

    def run(
        self, seconds: float | None = None, progress: Callable[[int, float], Any] | None = None
    ) -> Verdict:
        """Search on for this many seconds at most; the verdict, unknown where more could be
        searched.

        ``progress`` is called after every slice with the positions searched and the seconds;
        where it gives False, or Ctrl-C is pressed, the search stops, and can go on."""
        if self.begun and self.verdict is None and self.solver.search is not self:
            raise RuntimeError("another search of this solver has begun since: begin this one anew")
        if seconds is not None and not (isinstance(seconds, (int, float)) and seconds >= 0):
            raise ValueError(
                f"seconds is a number from 0 on, or None for no limit, not {seconds!r}"
            )
        began, before = time.perf_counter(), self.seconds
        try:
            while self.verdict is None:
                self.slice()
                self.seconds = before + time.perf_counter() - began
                if self.verdict is None:
                    if self.states is not None and self.met >= self.states:
                        return self.as_verdict(UNKNOWN, "states")
                    if seconds is not None and self.seconds - before >= seconds:
                        return self.as_verdict(UNKNOWN, "seconds")
                    if progress is not None and progress(self.met, self.seconds) is False:
                        return self.as_verdict(UNKNOWN, "stopped")
        except KeyboardInterrupt:
            self.seconds = before + time.perf_counter() - began
            return self.as_verdict(UNKNOWN, "stopped")
        return replace(self.verdict, seconds=self.seconds)

    def slice(self) -> None:
        """Search or play one slice; sets `verdict` where it ends with it."""
        if not self.begun:
            won = self.position.is_won
            verdict, line = (WON, ()) if won else own.verdict(self.position)
            if verdict != UNKNOWN:
                self.verdict = self.as_verdict(verdict, line=line)
                return
            self.start(self.stages[0])
        plays, searched = self.solver.plays, self.searched
        if self.ended or (searched >= ALONE // plays and self.walked < plays * searched):
            self.play()
        else:
            self.search()

    def left(self, size: int) -> int:
        """How many positions a slice of this size may have."""
        return size if self.states is None else max(0, min(size, self.states - self.met))

    def play(self) -> None:
        """Look for a win alone for a slice, by the finder that has walked less."""
        finders = self.solver._finders
        if not self.walked:
            for finder in finders:
                finder.start(self.position)
        finder = min(finders, key=lambda finder: finder.walked)
        codes = finder.find(self.left(SLICE[self.solver.machine.backend]))
        self.walked = sum(finder.walked for finder in finders)
        if codes:
            self.verdict = self.as_verdict(WON, line=played(self.position, self._straight(codes)))
        elif self.ended and self.walked >= max(FURTHER, self.solver.plays * self.searched):
            self.verdict = self.as_verdict(UNKNOWN, self.ended)

    def search(self) -> None:
        """Search for one slice."""
        machine = self.solver.machine
        stage = self.stages[0]
        before = machine.number("states")
        size = self.left(SLICE[machine.backend] // self.solver.plays)
        outcome = machine.call("search", max(0, min(size, stage.states - before)))
        now = machine.number("states")
        self.searched += now - before
        if outcome == searching.WON:
            self.verdict = self.as_verdict(WON, line=self.line())
        elif stage.mode == 0 and outcome == searching.DONE:
            self.close()
        elif len(self.stages) > 1 and (outcome != searching.GOES_ON or now >= stage.states):
            useless = (
                stage.mode if outcome == searching.DONE else -1
            )  # by another lot it would search the same
            self.stages = [s for s in self.stages[1:] if s.mode != useless]
            self.start(self.stages[0])
        elif outcome == searching.NO_ROOM:
            self.ended = "memory"

    def start(self, stage: Stage) -> None:
        """Begin a stage from the root."""
        self.begun, self.solver.search = True, self
        self.solver.machine.take(self.position.state)
        self.solver.machine.call("start", stage.mode, stage.lot, stage.deep)

    def close(self) -> None:
        """Set the verdict when everything has been searched."""
        if self.solver.machine.number("cut"):
            self.ended = "depth"
        elif self.solver.machine.number("shuffles_met"):
            if self.solver.shuffles:
                self.ended = "re-deal"
            else:
                self.verdict = self.as_verdict(UNKNOWN, "re-deal")
        else:
            self.verdict = self.as_verdict(LOST)

    # --- the line that wins ---

    def line(self) -> tuple[str, ...]:
        """The won line where the search stands, made shorter, and played by the referee.

        Raises:
            RuntimeError: the referee refuses it, which would be a fault of the solver.
        """
        machine = self.solver.machine
        best = self.shorter(machine.number("depth") + 1)
        most = LONG * len(self.position.game.rules.pack)
        for stage in tries(SHORTER, 15_000, most):
            if len(best) > most:
                self.start(stage)
                if machine.call("search", stage.states) == searching.WON:
                    best = min(best, self.shorter(machine.number("depth") + 1), key=len)
        return played(self.position, best)

    def _straight(self, codes: list[int]) -> list[int]:
        """The finder's line, made shorter as the search's is; as it stands where the search has no
        room for it, or where a shuffle lies on it, which the search does not pass.
        """
        plan = self.solver.plan
        if plan.shuffles or len(codes) > plan.levels:
            return codes
        for d, code in enumerate(codes):
            self.solver.machine.call("lay", d, code)
        return self.shorter(len(codes))

    def shorter(self, length: int) -> list[int]:
        """The line where the search stands, straight on wherever a move leads farther along it than
        the next.
        """
        machine = self.solver.machine
        self.root()
        machine.call("trace", length)
        self.root()
        codes: list[int] = []
        step = 0
        while step < length:
            reached = machine.call("farther", step, length)
            if reached is None or reached <= step:
                raise RuntimeError(
                    f"the solver's line of {self.position.game.title} cannot be followed from move {len(codes) + 1}"
                )
            step = reached
            codes.append(machine.number("chosen"))
        return codes

    def root(self) -> None:
        """Put the root into the machine again."""
        self.solver.machine.take(self.position.state)
        self.solver.machine.call("root")


def played(position: Position, codes: list[int]) -> tuple[str, ...]:
    """A line of moves as texts, each of which the referee has played, and which wins; what leads
    back to a position that it had before is left out.

    Raises:
        RuntimeError: it does not, which would be a fault of the solver.
    """
    texts: list[str] = []
    passed = {position: 0}
    along = [position]
    for code in codes:
        last = along[-1]
        if code not in last.game.referee.legal(last.state):
            raise RuntimeError(
                f"the solver's move {len(texts) + 1} of {last.game.title} is not legal"
            )
        texts.append(kind_of(code).read(last, code).text)
        following = last.after(code)
        before = passed.get(following)
        if before is None:
            passed[following] = len(texts)
            along.append(following)
        else:
            for dropped in along[before + 1 :]:
                del passed[dropped]
            del along[before + 1 :], texts[before:]
    if not along[-1].is_won:
        raise RuntimeError(f"the solver's line of {position.game.title} does not win")
    return tuple(texts)
