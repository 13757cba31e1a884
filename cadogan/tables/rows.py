"""The rows of the table of odds: each game as it stands, the other options of its readings, its
variants, its licences left out.

All rows of a game are played on the same deals, each on as many as it needs, so that the price of a
reading is a difference deal by deal. Counted are wins, cards home, moves to choose from, forced
moves and re-deals. The solver says where the careful player loses deals that could be won. The
patient player, who takes his time, plays fewer: the first of the same deals, of the games as they
stand.

``cadogan table --make`` writes ``rows.json`` beside this file, and the odds of the games themselves,
random play among them, to `cadogan.players.table`; a row carries a fingerprint of the rules that it
was made with, and another of how the game was played (`cadogan.tables.tally.play_of`)."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cadogan.patience.game import Game
from cadogan.players.comparison import counted
from cadogan.players.fingerprint import fingerprint
from cadogan.players.intervals import Z
from cadogan.players.odds import Odds, simulate, wilson
from cadogan.players.playing import BATCH
from cadogan.players.strategies import AT_SIGHT, LIMIT
from cadogan.players.table import (
    SEED,
    keep,
    kept,
    row as results_of,
    version,
    write as write_results,
)
from cadogan.tables.tally import Tally, play_of
from cadogan.tables.thoughtful import patience, turned
from cadogan.words import RuleError, again

PATH = Path(__file__).with_name("rows.json")
#: The player by lot and the players of the rows, and the fewest deals of a row.
BY_LOT, *PLAYERS = AT_SIGHT
DEALS = 100_000
#: A row is played on until half the interval of each rate is so narrow, or this many deals have
#: been played: of a game and a variant those that an even chance needs; of a reading and a licence,
#: whose price is a difference on common deals, fewer.
PRECISION, MOST = (
    0.001,
    {"game": 960_400, "variant": 960_400, "reading": 200_000, "licence": 200_000},
)
#: The words that permit something besides play: a row for each tells what a game is without it.
LICENCES = ("again", "lift_blocked", "slip_king", "swap", "exchange", "peek")


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
    rows = [Row("", "game", game), *_readings(game, "")]
    for variant in game.variants.values():
        rows += [Row(variant.title, "variant", variant), *_readings(variant, variant.title)]
    return rows + list(_licences(game))


def _readings(game: Game, than: str) -> Iterator[Row]:
    for name, options in game.readings.items():
        for option in options[1:]:
            label = f"{name}: {option}"
            yield Row(
                f"{than}, {label}" if than else label,
                "reading",
                game.vary(**{name.replace(" ", "_"): option}),
                than,
            )


def _licences(game: Game) -> Iterator[Row]:
    """The game without a licence; one that other rules speak of cannot be left out alone."""
    for word in LICENCES:
        if any(type(c).__name__ == word for c in game.active):
            try:
                without = game.vary(without=[f"every {word}"])
                without.rules  # noqa: B018 - it is made here, and refused here
            except RuleError:
                continue
            yield Row(f"without {licence_in_words(word, game)}", "licence", without)


def licence_in_words(word: str, game: Game) -> str:
    """A licence in words."""
    once = any(c.n == 1 for c in game.clauses_of(again))
    return {
        "again": "the re-deal" if once else "the re-deals",
        "lift_blocked": "lifting a blocked card",
        "slip_king": "slipping a king",
        "swap": "changing places",
        "exchange": "the exchange",
        "peek": "looking",
    }[word]


# --- playing ---


def deals_needed(wins: int, n: int, kind: str = "game") -> int:
    """How many deals of a row make the interval of a rate as narrow as `PRECISION` says, by what n
    deals have shown; `MOST` at most.

    >>> [deals_needed(wins, 10_000) for wins in (5000, 0, 100)], deals_needed(5000, 10_000, "reading")
    ([960400, 10000, 40000], 200000)
    """
    low, high = wilson(wins, n)
    if high - low <= 2 * PRECISION:
        return n
    share = (wins + 2) / (n + 4)
    return min(
        MOST[kind], 1000 * math.ceil(1.01 * (Z / PRECISION) ** 2 * share * (1 - share) / 1000)
    )


class Played(Tally):
    """A player's results on the first deals of a row."""

    seconds = 0.0

    def play_to(self, n: int) -> None:
        """Play on until this many deals have been played."""
        began = time.thread_time()
        while self.n < n:
            self.play(min(BATCH, n - self.n))
        self.seconds += time.thread_time() - began

    def odds(self) -> Odds:
        """The results as the odds of a strategy."""
        home = [0] * (self.game.rules.goal_cards + 1)
        for end in self.ends:
            home[end // 2] += 1
        return Odds(
            self.game,
            self.player,
            self.n,
            self.wins,
            SEED,
            sum(self.moves),
            self.stopped,
            LIMIT,
            tuple(home),
            self.n,
            self.seconds,
        )

    @property
    def entry(self) -> dict[str, Any]:
        """The sums stored for a row."""
        home = [end // 2 for end in self.ends]
        return {
            "wins": self.wins,
            "moves": sum(self.moves),
            "stopped": self.stopped,
            "choices": sum(self.choices),
            "forced": sum(self.forced),
            "redeals": sum(self.redeals),
            "home": sum(home),
            "squares": sum(h * h for h in home),
        }


# --- the file ---


def stored() -> dict[str, Any]:
    """All rows as they are committed, by game and label; empty where they were never made."""
    return kept(PATH)


def write(games: dict[str, Any]) -> None:
    """Write the file, a line to each row, so that a change can be read."""

    def written(game: dict[str, Any]) -> str:
        lines = [f"  {json.dumps(label)}: {json.dumps(row)}" for label, row in game.items()]
        return "{\n" + ",\n".join(lines) + "\n }"

    keep(PATH, games, written)


def make(slugs: Sequence[str], n: int | None = None, workers: int = 2) -> None:
    """Make the rows of games that are missing, or made by other rules, and solve deals; the file is
    written after each game, so that an interrupted run goes on where it stood.

    Args:
        slugs: the games.
        n: how many deals of each row are played; without it so many that every rate of the game is
            known to a tenth of a point (`PRECISION`). Rows that are there are left alone if they
            have as many.
        workers: threads.
    """
    import cadogan

    for slug in slugs:
        game, entries = cadogan.games[slug], stored().get(slug, {})
        rows = rows_of(game)
        if (
            any(row.label not in entries or not fresh(row, entries[row.label], n) for row in rows)
            or len(rows) < len(entries)
            or not results_of(game)
        ):
            entries, results = play(rows, n, workers)
            by_lot = simulate(game, BY_LOT, n or DEALS, SEED, workers=workers)
            if by_lot.n < by_lot.wanted:
                raise KeyboardInterrupt  # the row would stand for good with the deals so far
            write_results(game, {BY_LOT: by_lot, **results})
        if "turned" not in entries[""]:
            entries[""]["turned"] = turned(game)
        if "patient" not in entries[""]:
            entries[""]["patient"] = patience(game)
        spent = sum(row["seconds"] for row in entries.values())
        print(
            f"{slug}: {len(entries)} rows of {entries['']['n']:,} deals, {spent:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        write({**stored(), slug: entries})


def fresh(row: Row, entry: dict[str, Any], n: int | None) -> bool:
    """Whether a stored row was made by the rules as they stand, what their words mean included, and
    of as many deals as it needs.
    """
    known = (deals_needed(entry[name]["wins"], entry["n"], row.kind) for name in PLAYERS)
    return bool(
        entry["rules"] == fingerprint(row.game)
        and (entry["n"] == n if n else entry["n"] >= max(DEALS, *known))
        and entry.get("play") == play_of(row.game)
    )


def play(
    rows: Sequence[Row], n: int | None = None, workers: int = 1
) -> tuple[dict[str, Any], dict[str, Odds]]:
    """Play the rows of a game, each on as many of the same deals as it needs; returns what is
    stored of each, and the odds of the game itself.
    """
    players = {row.label: [Played(row.game, name, SEED) for name in PLAYERS] for row in rows}
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda row: enough(players[row.label], n, row.kind), rows))
    entries: dict[str, Any] = {}
    for row in rows:
        played, than = players[row.label], players[row.than]
        entry: dict[str, Any] = {
            "kind": row.kind,
            "rules": fingerprint(row.game),
            "play": play_of(row.game),
            "n": played[0].n,
            "seed": SEED,
            "limit": LIMIT,
            "version": version(),
        }
        for tally, compared in zip(played, than, strict=True):
            entry[tally.player] = tally.entry
            if row.label:
                entry[tally.player]["than"] = asdict(counted(compared.ends, tally.ends))
        if not row.label:
            entry["gap"] = asdict(counted(*(tally.ends for tally in played)))
        entries[row.label] = entry | {"seconds": round(sum(tally.seconds for tally in played), 1)}
    return entries, {tally.player: tally.odds() for tally in players[""]}


def enough(players: Sequence[Played], n: int | None, kind: str) -> None:
    """Let the players of a row play this many deals, or until the rate of each is known well
    enough.
    """
    deals = n or DEALS
    while players[0].n < deals:
        for player in players:
            player.play_to(deals)
        if n is None:
            deals = max(deals, *(deals_needed(player.wins, player.n, kind) for player in players))
