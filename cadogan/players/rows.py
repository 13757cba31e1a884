"""The rows of the table of odds: each game as it stands, the other options of its readings, its variants, its licences left out.

All rows of a game are played on the same deals, so that the price of a reading is a difference deal by deal; and besides wins and cards
home it is counted how many moves there were to choose from, how many were forced, and how often was dealt again. Where all cards are
known (the thoughtful player), the solver says how many deals can be won.

``cadogan table --make`` writes ``rows.json`` beside this file; a row carries a fingerprint of the rules that it was made with.
"""

from __future__ import annotations

import functools
import json
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cadogan.engine.layout import Field
from cadogan.engine.moves import KIND
from cadogan.engine.rules import Rules
from cadogan.engine.run import Machine
from cadogan.patience.game import Game
from cadogan.players.comparison import counted
from cadogan.players.odds import first_deal, run
from cadogan.players.playing import BATCH, BY_HOME, MOVES, STOPPED, WON
from cadogan.players.strategies import LIMIT, STRATEGIES, Strategy
from cadogan.players.table import SEED, fingerprint, version
from cadogan.words import RuleError, again
from cadogan.words.again import AGAIN

PATH = Path(__file__).with_name("rows.json")
#: Who plays the rows, and how many deals.
PLAYERS = ("greedy", "careful")
DEALS = 10_000
#: The solver is given so many deals at least, and more until it has taken so many seconds of a processor, but not more than so many.
SOLVED, SECONDS, MOST_SOLVED = 25, 5.0, 10_000
#: The positions that it may search for each, and its megabytes.
POSITIONS, MEGABYTES = 100_000, 64
#: The words that permit something besides play: what a game is without them, a row says.
LICENCES = ("again", "lift_blocked", "slip_king", "swap", "exchange", "peek")
#: Of the first deals of a row it is kept what each player made of them, so that a test can play them again.
FIRST = 20


@dataclass(frozen=True)
class Row:
    """One row of a game.

    Attributes:
        label: what it changes; empty for the game as it stands.
        kind: game, reading, variant or licence.
        game: the game that is played.
        than: the label of the row that it is compared with.
    """

    label: str
    kind: str
    game: Game
    than: str = ""


def rows_of(game: Game) -> list[Row]:
    """Every row of a game of the book, itself first.

    >>> import cadogan
    >>> [row.label for row in rows_of(cadogan.games["olga"])]
    ['', 'vacancies: talon too', 'redeals: one']
    """
    found = [Row("", "game", game), *_readings(game, "")]
    for variant in game.variants.values():
        found += [Row(variant.title, "variant", variant), *_readings(variant, variant.title)]
    return found + list(_licences(game))


def _readings(game: Game, than: str) -> Iterator[Row]:
    for name, options in game.readings.items():
        for option in options[1:]:
            label = f"{name}: {option}"
            yield Row(f"{than}, {label}" if than else label, "reading", game.vary(**{name.replace(" ", "_"): option}), than)


def _licences(game: Game) -> Iterator[Row]:
    """The game without a licence; one that other rules speak of cannot be left out alone."""
    for word in LICENCES:
        if any(type(c).__name__ == word for c in game.active):
            try:
                without = game.vary(without=[f"every {word}"])
                without.rules  # noqa: B018 - it is made here, and refused here
            except RuleError:
                continue
            yield Row(f"without {said(word, game)}", "licence", without)


def said(word: str, game: Game) -> str:
    """A licence in words."""
    once = any(isinstance(c, again) and c.n == 1 for c in game.active)
    return {
        "again": "the re-deal" if once else "the re-deals", "lift_blocked": "lifting a blocked card",
        "slip_king": "slipping a king", "swap": "changing places", "exchange": "the exchange", "peek": "looking",
    }[word]  # fmt: skip


# --- playing ---


class Counting:
    """A strategy that counts, too: the moves it could choose from, the moves that were forced, the re-deals."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def choose(self, rules: Rules, s: Any, n: int) -> int:
        """What the strategy chooses; counted where it chooses something."""
        i = self.strategy.choose(rules, s, n)
        if i >= 0:
            s.choices += n
            if n == 1:
                s.forced += 1
            if s.moves[i] & KIND == AGAIN.number:
                s.redealt += 1
        return i

    def memory(self, rules: Rules) -> tuple[Field, ...]:
        """What the strategy keeps in mind, and the counts."""
        return (*self.strategy.memory(rules), Field("choices"), Field("forced"), Field("redealt"))


def counting(strategy: Strategy) -> Strategy:
    """A strategy that plays as another does, and counts."""
    how = Counting(strategy)
    return Strategy(f"{strategy.name}, counted", strategy.says, how.choose, strategy.ends, memory=how.memory, begin=strategy.begin)


def machine_for(game: Game, name: str) -> Machine:
    """What plays a game by a strategy of the book, and counts."""
    return Machine(game.program_for(counting(STRATEGIES[name].suited(game.slug))))


def measure(machine: Machine, n: int) -> tuple[dict[str, Any], array[int]]:
    """Play n deals: the counts of the row, and what came of each deal (`cadogan.players.odds.Odds.ends`)."""
    sums, ends = [0, 0, 0], array("h")
    for start in range(0, n, BATCH):
        size = min(BATCH, n - start)
        counts = run(machine, first_deal(SEED) + start, size, LIMIT)
        assert sum(counts[BY_HOME:]) == size
        sums = [a + counts[b] for a, b in zip(sums, (WON, MOVES, STOPPED), strict=True)]
        outcomes = machine.read("ends")
        assert isinstance(outcomes, list)
        ends.extend(outcomes[:size])
    home = [end // 2 for end in ends]
    return {
        "wins": sums[0], "moves": sums[1], "stopped": sums[2], "home": sum(home), "squares": sum(h * h for h in home),
        "choices": machine.read("choices"), "forced": machine.read("forced"), "redeals": machine.read("redealt"),
        "first": [sum(end & 1 for end in ends[:FIRST]), sum(home[:FIRST])],
    }, ends  # fmt: skip


def solve(game: Game, states: int = POSITIONS, seconds: float = SECONDS) -> dict[str, Any]:
    """How many deals can be won, all cards known, each with so many positions to be searched at most.

    Where re-deals are shuffled, "re-deal" counts the deals that are not won before one: what it brings is chance.
    """
    from cadogan.solver.search import Solver
    from cadogan.solver.verdict import LOST, WON

    found = {"n": 0, "won": 0, "lost": 0, "re-deal": 0, "open": 0, "seed": SEED, "states": states}
    solver, began = Solver(game, MEGABYTES), time.process_time()
    while found["n"] < SOLVED or (found["n"] < MOST_SOLVED and time.process_time() - began < seconds):
        verdict = solver.solve(game.deal(first_deal(SEED) + found["n"]), states)
        found["n"] += 1
        found[verdict.verdict if verdict.verdict in (WON, LOST) else "re-deal" if verdict.limit == "re-deal" else "open"] += 1
    return found | {"seconds": round(time.process_time() - began, 1)}


# --- the file ---


@functools.lru_cache(maxsize=1)
def stored() -> dict[str, Any]:
    """All rows as they are committed, by game and label; empty where they were never made."""
    return json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}


def write(found: dict[str, Any]) -> None:
    """Write the file, a line to each row, so that a change can be read."""
    import cadogan

    games = [
        f" {json.dumps(slug)}: {{\n"
        + ",\n".join(f"  {json.dumps(label)}: {json.dumps(row)}" for label, row in found[slug].items())
        + "\n }"
        for slug in cadogan.games
        if slug in found
    ]
    half = PATH.with_name(PATH.name + ".part")
    half.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")
    half.replace(PATH)
    stored.cache_clear()


def make(slugs: Sequence[str], n: int = DEALS, workers: int = 2) -> None:
    """Make the rows of games that are not there by the rules as they stand, and solve deals; the file is written after each game, so
    that a run that was ended goes on where it stood."""
    import cadogan

    for slug in slugs:
        rows, found = rows_of(cadogan.games[slug]), stored().get(slug, {})
        if {row.label: (fingerprint(row.game), n) for row in rows} != {label: (row["rules"], row["n"]) for label, row in found.items()}:
            found = play(rows, n, workers)
        if "solved" not in found[""]:
            found[""]["solved"] = solve(rows[0].game)
        print(f"{slug}: {len(found)} rows in {sum(row['seconds'] for row in found.values()):.0f} s", file=sys.stderr, flush=True)
        write({**stored(), slug: found})


def play(rows: Sequence[Row], n: int, workers: int = 1) -> dict[str, Any]:
    """Play all rows of a game on the same deals; what is stored of each."""
    found: dict[str, Any] = {}
    ends: dict[tuple[str, str], array[int]] = {}
    with ThreadPoolExecutor(workers) as pool:
        for row in rows:
            began = time.perf_counter()
            entry: dict[str, Any] = {
                "kind": row.kind,
                "rules": fingerprint(row.game),
                "n": n,
                "seed": SEED,
                "limit": LIMIT,
                "version": version(),
            }
            machines = [machine_for(row.game, name) for name in PLAYERS]
            for name, (counts, outcomes) in zip(PLAYERS, pool.map(functools.partial(measure, n=n), machines), strict=True):
                entry[name], ends[row.label, name] = counts, outcomes
                if row.label:
                    entry[name]["than"] = asdict(counted(ends[row.than, name], outcomes))
            if not row.label:
                entry["gap"] = asdict(counted(*(ends["", name] for name in PLAYERS)))
            found[row.label] = entry | {"seconds": round(time.perf_counter() - began, 1)}
    return found
