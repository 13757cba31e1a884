"""The benchmark: what the engine does in a second, as ratios measured in one run wherever there is
something to compare with.

`make bench`, or in the environment `python tools/bench.py [--pairs 5] [--games fortress,carpet]
[--keep] [row …]`. Both sides of a ratio alternate, results are compared before anything is timed,
and every figure stands as min / median / max. `--keep` writes the rows measured into
`book/benchmarks.json` and from it the table of `book/benchmarks.md`; the other rows stay as they
are. OpenSpiel stands beside Klondike where it is installed (it is in no lock)."""

from __future__ import annotations

import datetime
import importlib.metadata
import importlib.util
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from house import ROOT, command_line

import cadogan
from cadogan.compiler.layout import Field, State
from cadogan.compiler.program import Entry, Program
from cadogan.compiler.run import Machine
from cadogan.compiler.specialise import specialise
from cadogan.engine.chance import seed, shuffle
from cadogan.engine.play import legal
from cadogan.patience.game import Game
from cadogan.players import batches, odds
from cadogan.players.strategies import LIMIT, RANDOM, Strategy
from cadogan.solver import Solver
from cadogan.words import K, RuleError, fill, may, reading

SEED = 7
#: The file of the measurements, and the page of the book that shows them between two marks.
KEPT, PAGE = ROOT / "book" / "benchmarks.json", ROOT / "book" / "benchmarks.md"
BEGIN, END = (
    "<!-- what follows is written by make bench -->",
    "<!-- what was written by make bench ends here -->",
)
#: A game of at most this many moves is measured by the deal, too.
SHORT = 12
#: Games of so many moves that two cores have something to do.
LONG = ("canfield-or-klondike", "la-belle-lucie", "sultan")
#: Instructions are counted in this many games, at most this many of them in all.
GAMES, FUEL = 200, 10**15
#: This many deals give a rate to a point either way, at worst.
TO_A_POINT = 9604


def no_move(rules: Any, s: Any, n: int) -> int:
    """Stop at once."""
    return -1


def look_twice(rules: Any, s: Any, n: int) -> int:
    """Find the legal moves once more, and choose any."""
    return RANDOM.choose(rules, s, legal(rules, s))


AT_ONCE = Strategy("none", "no move", no_move)
LOOKING_TWICE = Strategy("twice", "any legal move, all found once more", look_twice)


@dataclass(frozen=True)
class Figure:
    """A measurement: smallest, median and largest value, with the goal as text and a remark."""

    what: str
    low: float
    median: float
    high: float
    unit: str
    goal: str = ""
    note: str = ""

    def __str__(self) -> str:
        goal = f"   (goal: {self.goal})" if self.goal else ""
        return f"{self.what}: {spread((self.low, self.median, self.high), self.unit)}{goal}{f'; {self.note}' if self.note else ''}"


def figure(what: str, values: Iterable[float], unit: str, goal: str = "", note: str = "") -> Figure:
    """A figure of several measurements."""
    ordered = sorted(values)
    return Figure(what, ordered[0], statistics.median(ordered), ordered[-1], unit, goal, note)


def short(value: float) -> str:
    """A number with three figures that count."""
    return (
        f"{value:,.0f}"
        if value >= 100 or value == 0
        else f"{value:.{1 if value >= 10 else 2 if value >= 1 else 3}f}"
    )


def spread(values: Iterable[float], unit: str = "", digits: int | None = None) -> str:
    """The values as min / median / max."""
    ordered = sorted(values)
    form = short if digits is None else lambda v: f"{v:,.{digits}f}"
    return " / ".join(form(v) for v in (ordered[0], statistics.median(ordered), ordered[-1])) + (
        f" {unit.strip()}" if unit else ""
    )


def clock(work: Callable[[], object]) -> float:
    """The seconds that a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(n: int, *sides: Callable[[], Any]) -> list[list[Any]]:
    """Measure all sides n times, taking turns, each time in the other order."""
    measured: list[list[Any]] = [[] for _ in sides]
    for i in range(n):
        both = list(zip(measured, sides, strict=True))
        for values, side in both if i % 2 == 0 else reversed(both):
            values.append(side())
    return measured


def ratios(a: list[float], b: list[float]) -> list[float]:
    """The quotient of each pair."""
    return [x / y for x, y in zip(a, b, strict=True)]


def timed(game: Game, n: int, workers: int = 1, number: int = SEED) -> tuple[odds.Odds, float]:
    """Random play of n deals, and the seconds it took."""
    start = time.perf_counter()
    result = odds.simulate(game, "random", n=n, seed=number, workers=workers)
    return result, time.perf_counter() - start


def rate(game: Game, n: int, workers: int = 1, number: int = SEED) -> float:
    """The million moves a second of random play of n deals."""
    result, took = timed(game, n, workers, number)
    return result.moves / took / 1e6


def enough(game: Game, seconds: float) -> int:
    """How many deals take about this many seconds."""
    n = 50
    timed(game, 1)  # what is made for the first time does not count
    while True:
        _, took = timed(game, n)
        if took > seconds / 4:
            return max(1, round(n * seconds / took))
        n *= 4


def openspiel(game: Any, chance: random.Random) -> int:
    """One game of random play with OpenSpiel, from Python; returns the actions, without chance nodes."""
    count, state = 0, game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            count += 1
    return count


def klondike(games: list[Game], n: int) -> list[Figure]:
    """Random Klondike, games and moves a second on one core, against OpenSpiel's loop from Python."""
    game, played = cadogan.games["canfield-or-klondike"], 200
    deals = enough(game, 0.5)

    def ours() -> tuple[float, float]:
        result, took = timed(game, deals)
        return result.n / took, result.moves / took

    def theirs() -> tuple[float, float]:
        import pyspiel

        solitaire, chance = pyspiel.load_game("solitaire(players=1)"), random.Random(SEED)
        start = time.perf_counter()
        actions = sum(openspiel(solitaire, chance) for _ in range(played))
        took = time.perf_counter() - start
        return played / took, actions / took

    sides = {"Klondike at random": ours}
    if importlib.util.find_spec("pyspiel"):
        sides["OpenSpiel's, from Python"] = theirs
    rates = [list(zip(*pairs)) for pairs in in_turn(n, *sides.values())]
    figures = []
    for title, (by_game, by_move) in zip(sides, rates):
        figures += [figure(title, by_game, "games/s"), figure(title, by_move, "moves/s")]
    if len(rates) > 1:
        games_by, moves_by = (ratios(a, b) for a, b in zip(*rates))
        figures += [figure("the one by the other, games", games_by, "times")]
        figures += [figure("the one by the other, moves", moves_by, "times", "100")]
    return figures


def moves_a_second(games: list[Game], n: int) -> list[Figure]:
    """Every game, moves a second on one core."""
    medians = []
    for game in games:
        deals = enough(game, 0.25)
        rates = [rate(game, deals) for _ in range(n)]
        medians.append(statistics.median(rates))
        print(f"   {game.slug:<26} {spread(rates, 'million moves/s', 2)}")
    return [
        figure(
            f"random play of {len(games)} games",
            medians,
            "million moves/s",
            "10",
            "the slowest, median and fastest game",
        )
    ]


def laid_out(games: list[Game], n: int) -> list[Figure]:
    """Whole games a second where a game is short, and deals laid out."""
    laid, through = [], []
    for game in games:
        if timed(game, 200)[0].moves > 200 * SHORT:
            continue
        deals = enough(game, 0.25)
        played = [deals / timed(game, deals)[1] / 1e6 for _ in range(n)]
        with_no_move = Machine(game.program_for(AT_ONCE))
        only = [deals / clock(partial(odds.run, with_no_move, 1, deals, 1)) / 1e6 for _ in range(n)]
        laid.append(statistics.median(only))
        through.append(statistics.median(played))
    if not laid:
        return []
    note = f"the slowest, median and fastest; games: {len(laid)}"
    return [
        figure(
            f"deals laid out, games of at most {SHORT} moves", laid, "million deals/s", "3", note
        ),
        figure("the same played to the end at random", through, "million deals/s", "", note),
    ]


def in_python(games: list[Game], n: int) -> list[Figure]:
    """The specialised program run by plain Python against the engine as it stands."""
    gains = []
    for game in games:
        program = game.program_for(RANDOM)
        specialised, interpreted = Machine(program, "python"), Machine(program, "interpreted")
        if odds.run(specialised, SEED << 32, 3, 300) != odds.run(interpreted, SEED << 32, 3, 300):
            raise SystemExit(
                f"{game.slug}: the program and the engine as it stands count differently"
            )
        a, b = in_turn(
            n,
            partial(clock, partial(odds.run, specialised, 1, 3, 300)),
            partial(clock, partial(odds.run, interpreted, 1, 3, 300)),
        )
        gains.append(statistics.median(ratios(b, a)))
    note = "the slowest, median and fastest game; the engine run as it stands is what it is compared with"
    return [figure(f"the program in plain Python, {len(games)} games", gains, "times", "3", note)]


def decks(games: list[Game], n: int) -> list[Figure]:
    """Packs of 52 shuffled in a second."""
    program = shuffling()
    machine, plain = Machine(program), State(program.layout)
    machine.write("pack", range(52))
    plain.pack[:] = range(52)
    machine.call("shuffles", SEED, 1000)
    shuffles(plain, SEED, 1000)
    if machine.dump() != plain.dump():
        raise SystemExit("the program and the engine as it stands shuffle differently")
    rates = [
        2_000_000 / clock(lambda: machine.call("shuffles", SEED, 2_000_000)) / 1e6 for _ in range(n)
    ]
    return [figure("packs of 52 shuffled", rates, "million/s", "18")]


def shuffling() -> Program:
    """The program that shuffles packs."""
    layout = (Field("chance", 4), Field("pack", 52, 2))
    return specialise({"shuffles": Entry(shuffles, {})}, layout, "shuffles")


def shuffles(s: Any, number: int, n: int) -> None:
    """Shuffle a pack again and again."""
    seed(s.chance, number, 0)
    for _ in range(n):
        shuffle(s.chance, s.pack, 0, 52)


def instructions(games: list[Game], n: int) -> list[Figure]:
    """The instructions of WebAssembly that a random move takes, and what for; those of a shuffle."""
    every, looking, dealing = [], [], []
    for game in games:
        moves = timed(game, GAMES, number=0)[0].moves
        whole, twice, deal = (
            executed(game.program_for(strategy), "simulate", 0, GAMES, LIMIT) / moves
            for strategy in (RANDOM, LOOKING_TWICE, AT_ONCE)
        )
        every.append(whole)
        looking.append(100 * (twice - whole) / whole)
        dealing.append(100 * deal / whole)
    note = "the smallest, median and largest of the games, counted by wasmtime"
    return [
        figure("instructions of WebAssembly to a random move", every, "", "", note),
        figure("of them to find the legal moves", looking, "%", "", note),
        figure("of them to deal", dealing, "%", "", note),
        figure(
            "instructions to shuffle a pack of 52",
            [executed(shuffling(), "shuffles", 1, GAMES) / GAMES],
            "",
        ),
    ]


def executed(program: Program, name: str, *arguments: int) -> int:
    """How many instructions of WebAssembly a call of a program executes."""
    import wasmtime

    config = wasmtime.Config()
    config.consume_fuel = True
    store = wasmtime.Store(wasmtime.Engine(config))
    store.set_fuel(FUEL)
    module = wasmtime.Module(store.engine, program.wasm)
    function = wasmtime.Instance(store, module, []).exports(store)[name]
    assert isinstance(function, wasmtime.Func)
    function(store, *arguments)
    return FUEL - store.get_fuel()


def known() -> dict[str, Game]:
    """The games for the solver, by what they are called: La Belle Lucie's first deal, and one like
    Fan (kings alone to empty places).
    """
    lucie = cadogan.games["la-belle-lucie"]
    return {
        "La Belle Lucie, the first deal": lucie.vary(without=["again"]),
        "La Belle Lucie as Fan": lucie.vary(fill("fans", "fans", may, only=K), without=["again"]),
        "Flower-Garden": cadogan.games["flower-garden"],
        "Klondike, one pass": cadogan.games["canfield-or-klondike"],
        "Fortress": cadogan.games["fortress"],
    }


def states(games: list[Game], n: int) -> list[Figure]:
    """Positions that the solver searches in a second."""
    figures = []
    for title, deals in (
        ("La Belle Lucie, the first deal", 500),
        ("La Belle Lucie as Fan", 60),
        ("Flower-Garden", 10),
    ):
        solver = Solver(known()[title])
        rates = []
        for _ in range(n):
            verdicts = [solver.solve(solver.game.deal(number), 300_000) for number in range(deals)]
            rates.append(sum(v.states for v in verdicts) / sum(v.seconds for v in verdicts) / 1e6)
        figures.append(
            figure(
                title,
                rates,
                "million positions/s",
                "",
                f"{deals} deals, at most 300,000 positions each; Solvitaire 0.45 to 0.85",
            )
        )
    return figures


#: How many deals are tried, with how many seconds for each, and the goal in per cent decided.
DECIDED = {
    "Klondike, one pass": (150, 1.0, "97"),
    "Flower-Garden": (30, 10.0, "85"),
    "La Belle Lucie, the first deal": (1000, 10.0, "99.9"),
    "La Belle Lucie as Fan": (100, 10.0, ""),
    "Fortress": (1000, 10.0, "99.9"),
}


def decided(games: list[Game], n: int) -> list[Figure]:
    """The share of deals that the solver decides in a time."""
    figures = []
    for title, (deals, seconds, goal) in DECIDED.items():
        solver, first = Solver(known()[title]), odds.first_deal(SEED)
        verdicts = [
            solver.solve(solver.game.deal(first + i), seconds=seconds) for i in range(deals)
        ]
        won, lost = (sum(v.verdict == which for v in verdicts) for which in ("won", "lost"))
        low, high = odds.wilson(won + lost, deals)
        note = f"{won} won, {lost} lost, {deals - won - lost} open of {deals} deals, {seconds:g} s each; with the 95 % interval"
        figures.append(
            Figure(
                title, 100 * low, 100 * (won + lost) / deals, 100 * high, "% decided", goal, note
            )
        )
        print(f"   {figures[-1]}", flush=True)
    return figures


def whole_table(games: list[Game], n: int) -> list[Figure]:
    """The rates of all games to a point, by two threads; the programs are made beforehand."""
    figures = []
    for strategy in ("greedy", "careful"):
        for game in games:
            odds.simulate(game, strategy, 1)

        def all_games(strategy: str = strategy) -> None:
            for game in games:
                odds.simulate(game, strategy, TO_A_POINT, SEED, workers=2)

        note = (
            f"{TO_A_POINT:,} deals of each, two threads; to 0.1 point it is a hundred times as many"
        )
        figures.append(
            figure(
                f"rates of {len(games)} games to 1 point, {strategy}",
                [clock(all_games) for _ in range(min(n, 3))],
                "s",
                "30",
                note,
            )
        )
    return figures


def fresh(code: str) -> float:
    """The seconds that statements take in a new process, by its own clock."""
    script = f"import time\nstart = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def changed(game: Game) -> Game:
    """A game with a changed rule: another option of its first reading, or where it has none another
    title. Nothing is known of it yet.
    """
    for clause in game.clauses:
        if isinstance(clause, reading):
            for option in clause.options:
                if option != clause.taken:
                    try:
                        return game.vary(title="Changed", **{clause.name.replace(" ", "_"): option})
                    except RuleError:
                        pass  # it goes only together with another
    return Game("Changed", *game.clauses)


def start(games: list[Game], n: int) -> list[Figure]:
    """Importing; the first answer; from a changed rule to its first thousand games."""
    answer = (
        f"import cadogan; cadogan.odds.simulate(cadogan.games[{games[0].slug!r}], 'random', n=1000)"
    )

    def first_thousand(game: Game) -> None:
        batches.shared_program.cache_clear()
        odds.simulate(changed(game), "random", n=1000)

    begun = (
        ("import cadogan", "import cadogan", "0.1"),
        ("the same, and the list of the games", "import cadogan; list(cadogan.games)", ""),
        (f"first answer of a new process: {games[0].title}, 1,000 random games", answer, "1"),
    )
    return [
        *(figure(what, [fresh(code) for _ in range(n)], "s", goal) for what, code, goal in begun),
        figure(
            "from a changed rule to its first 1,000 random games",
            [min(clock(partial(first_thousand, game)) for _ in range(2)) for game in games],
            "s",
            "0.5",
            f"the quickest, median and slowest of {len(games)} games",
        ),
    ]


def cores(games: list[Game], n: int) -> list[Figure]:
    """Two cores against one, the same counts; and how busy the processor was meanwhile."""
    rows = []
    for slug in LONG:
        game = cadogan.games[slug]
        deals = enough(game, 1.5)
        single, double = timed(game, deals)[0], timed(game, deals, workers=2)[0]
        if single != double:
            raise SystemExit(f"{game.slug}: one worker and two count differently")
        a, b = in_turn(n, partial(rate, game, deals, 2), partial(rate, game, deals))
        note = f"{deals:,} deals, equal counts"
        rows.append(figure(f"two cores by one, {game.title}", ratios(a, b), "times", "1.8", note))
    return rows


#: The rows of the benchmark: a number, and what is measured.
ROWS: dict[str, tuple[int, Callable[[list[Game], int], list[Figure]]]] = {
    "klondike": (1, klondike),
    "moves": (2, moves_a_second),
    "deals": (2, laid_out),
    "python": (3, in_python),
    "decks": (4, decks),
    "states": (5, states),
    "decided": (6, decided),
    "table": (7, whole_table),
    "start": (8, start),
    "cores": (9, cores),
    "instructions": (10, instructions),
}


def machine() -> dict[str, str]:
    """The machine in neutral words."""
    cpuinfo = Path("/proc/cpuinfo")
    name = re.search(r"model name\s*:\s*(.+)", cpuinfo.read_text()) if cpuinfo.exists() else None
    wasmtime = (
        importlib.metadata.version("wasmtime")
        if importlib.util.find_spec("wasmtime")
        else "not installed"
    )
    return {
        "processor": name[1] if name else platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "Python": platform.python_version(),
        "wasmtime": wasmtime,
    }


def keep(row: str, figures: list[Figure]) -> None:
    """Write a row into the file, and the table of the page anew; rows of another machine are left
    out.
    """
    record = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    if record.get("machine") != machine():
        record = {"machine": machine(), "rows": {}}
    record["rows"][row] = {
        "measured": datetime.date.today().isoformat(),
        "figures": [asdict(entry) for entry in figures],
    }
    KEPT.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), record), encoding="utf-8")


def with_table(page: str, record: dict[str, Any]) -> str:
    """The page with its table written anew from the stored measurements."""
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n{table(record)}\n{END}{after}"


def table(record: dict[str, Any]) -> str:
    """The stored measurements as the table of the page."""
    description = "{processor}, {cores} cores, {system}, Python {Python}, wasmtime {wasmtime}"
    dates = sorted({row["measured"] for row in record["rows"].values()})
    days = " to ".join(dict.fromkeys((dates[0], dates[-1])))
    lines = [f"Measured on {days}: {description.format_map(record['machine'])}.", ""]
    lines += ["| row | what | min / median / max | goal | remark |", "|---:|:---|---:|---:|:---|"]
    for name, (number, _) in ROWS.items():
        for values in record["rows"].get(name, {}).get("figures", ()):
            entry = Figure(**values)
            lines.append(
                f"| {number} | {entry.what} | {spread((entry.low, entry.median, entry.high), entry.unit)} | {entry.goal} | {entry.note} |"
            )
    return "\n".join(lines)


def main() -> None:
    """Measure the rows asked for, or all."""
    chosen = command_line(__doc__, ROWS, pairs=5, games=str, keep=False)
    games = [
        game
        for slug, game in cadogan.games.items()
        if not chosen.games or slug in chosen.games.split(",")
    ]
    if chosen.keep and chosen.games:
        raise SystemExit("the page is about all games: leave out --games")
    for row in chosen.names:
        number, measure = ROWS[row]
        print(f"{number}  {row}: {str(measure.__doc__).splitlines()[0]}", flush=True)
        figures = measure(games, chosen.pairs)
        print("\n".join(f"   {entry}" for entry in figures), flush=True)
        if chosen.keep:
            keep(row, figures)


if __name__ == "__main__":
    main()
