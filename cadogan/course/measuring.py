"""Measures any game: how three players do on common deals, in the measures of game design, with
their intervals.

The players are those of the book. A counting copy of each (`cadogan.players.counting`) counts, deal
by deal, the moves made, the moves it could choose from, the moves that were forced, and whether it
stopped of its own accord; so every mean has an interval, and every difference is paired by deals.
The notebook and the page (`cadogan.board.page`) use the same functions; the page runs them step by
step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from cadogan.echo import is_whole
from cadogan.patience.game import Game
from cadogan.players.comparison import Difference
from cadogan.players.intervals import table_of
from cadogan.players.result import rule_of_three
from cadogan.players.strategies import AT_SIGHT, LIMIT, STRATEGIES
from cadogan.tables.tally import Measure as Measure, Tally as Tally, ratio as ratio

#: The players that measure a game, the least careful first.
PLAYERS = AT_SIGHT
#: The most deals on which a game is measured.
MOST_DEALS = 100_000


# In words
# -----------------------------------------------------------------------------------------------------------------------

#: The heads of the columns in a table of measures.
COLUMNS = ("player", "won", "moves", "choices a move", "forced", "dead ends")


def percent(estimate: Measure) -> str:
    """A share with its interval, in per cent, to one decimal: no studio plays enough deals for two.

    >>> percent((0.3, 0.25, 0.355))
    '30.0 % (25.0 to 35.5)'
    """
    share, low, high = (100 * part for part in estimate)
    return f"{share:.1f} % ({low:.1f} to {high:.1f})"


def points(estimate: Measure) -> str:
    """A difference of shares with its interval, in percentage points.

    >>> points((0.1, -0.005, 0.2))
    '+10.0 points (-0.5 to +20.0)'
    """
    share, low, high = (100 * part for part in estimate)
    return f"{share:+z.1f} points ({low:+.1f} to {high:+.1f})"


def number(estimate: Measure) -> str:
    """A mean with its interval, if that is finite."""
    mean, low, high = estimate
    return f"{mean:.1f} ({low:.1f} to {high:.1f})" if math.isfinite(low) else f"{mean:.1f}"


def share_won(tally: Tally) -> str:
    """The share of deals won; if none was won, the bound by the rule of three."""
    return (
        percent(tally.won)
        if tally.wins
        else f"0 of {tally.n} (under {100 * rule_of_three(tally.n):.2f} %)"
    )


def cells(tally: Tally) -> tuple[str, ...]:
    """The cells of a player's row in the table, below `COLUMNS`."""
    long = f", {tally.stopped} stopped at {LIMIT:,}" if tally.stopped else ""
    forced = percent(tally.forced_share) if tally.n > 1 else ""
    return (
        STRATEGIES[tally.player].who,
        share_won(tally),
        number(tally.length) + long,
        number(tally.choice),
        forced,
        percent(tally.dead),
    )


@dataclass(frozen=True)
class Measured:
    """Games measured on the same deals.

    Attributes:
        tallies: each player's tally of each game, by the game's label; the game with which the
            others are compared first.
    """

    tallies: dict[str, dict[str, Tally]]

    @property
    def changes(self) -> list[tuple[str, str, Difference]]:
        """How much more each player wins in every other game than in the first: the game's label,
        the player, the difference.
        """
        (_, first), *others = self.tallies.items()
        return [
            (label, player, gain)
            for label, rows in others
            for player, tally in rows.items()
            if player in first and (gain := tally.against(first[player]))
        ]

    def rows(self) -> Iterator[tuple[str, ...]]:
        """The rows of the table, below "game" and `COLUMNS`."""
        for label, tallies in self.tallies.items():
            yield from ((label, *cells(tally)) for tally in tallies.values())

    @property
    def differences(self) -> list[str]:
        """Sentences: how much more the careful player wins than the greedy one, and each player in
        every other game than in the first.
        """
        comparisons = [
            (f"{label}, the careful player against the greedy one", gain)
            for label, rows in self.tallies.items()
            if {"greedy", "careful"} <= rows.keys()
            and (gain := rows["careful"].against(rows["greedy"]))
        ]
        first = next(iter(self.tallies))
        comparisons += [
            (f"{label} against {first}, the {STRATEGIES[player].who} player", gain)
            for label, player, gain in self.changes
        ]
        return [
            f"{what}: {points(gain.rate)}, on {gain.n:,} common deals."
            for what, gain in comparisons
        ]

    @property
    def note(self) -> str:
        """How the measures were found."""
        tallies = [tally for rows in self.tallies.values() for tally in rows.values()]
        counts = sorted({tally.n for tally in tallies})
        many = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
        return f"simulated: {many} deals, the same for all, seed {tallies[0].seed}, at most {LIMIT:,} moves; 95 % intervals in brackets"

    def __str__(self) -> str:
        lines = []
        for label, rows in self.tallies.items():
            lines.append(label)
            lines += [
                f"  {COLUMNS[0]} {row[0]}: "
                + ", ".join(f"{head} {cell}" for head, cell in zip(COLUMNS[1:], row[1:]))
                for row in map(cells, rows.values())
            ]
        return "\n".join([*lines, *self.differences, self.note])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(line)}</li>" for line in self.differences)
        return f"{table_of(('game', *COLUMNS), self.rows(), self.note)}<ul>{items}</ul>"


# Played step by step
# ------------------------------------------------------------------------------------------------------


class Measuring(Protocol):
    """A measurement that plays the first deals of a game, one after the other."""

    @property
    def n(self) -> int:
        """The number of deals played."""

    def go_on(self, n: int) -> Iterator[None]:
        """Play on step by step, until n deals in all are played at most."""


def steps(order: Iterable[Measuring], n: int) -> Iterator[Measuring]:
    """Play each measurement on to n deals, one after the other, step by step; after each step the
    measurement that played it is yielded.
    """
    for measuring in order:
        while measuring.n < n:
            for _ in measuring.go_on(n):
                yield measuring


def measure(
    *games: Game,
    n: int = 500,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
    progress: Callable[[int, int], None] | None = None,
) -> Measured:
    """Measure games on the same deals.

    Args:
        games: one or more; the others are compared with the first.
        n: deals, 2 to 100,000.
        seed: deal i is ``seed * 2**32 + i``.
        players: some of random, greedy, careful.
        progress: a function that is called with (deals played, deals asked for).

    Raises:
        ValueError: no game, a number out of range, or a player of another name.

    >>> import cadogan
    >>> print(measure(cadogan.games["anna"], n=50, players=["careful"]))  # doctest: +ELLIPSIS
    Anna
      player careful: won ... % (... to ...), moves ...
    simulated: 50 deals, the same for all, seed 1, at most 1,000 moves; 95 % intervals in brackets
    """
    check(n, seed, players)
    if not games:
        raise ValueError("name a game to be measured: measure(cadogan.games['fortress'])")
    measured = Measured(
        {
            label: {player: Tally(game, player, seed) for player in players}
            for label, game in labelled(games)
        }
    )
    tallies = [tally for rows in measured.tallies.values() for tally in rows.values()]
    for _ in steps(tallies, n):
        if progress:
            progress(sum(tally.n for tally in tallies), n * len(tallies))
    return measured


def labelled(games: Sequence[Game]) -> Iterator[tuple[str, Game]]:
    """Games with their titles; a title that several have is numbered."""
    titles = [game.title for game in games]
    for i, game in enumerate(games):
        yield (
            f"{game.title} ({titles[:i].count(game.title) + 1})"
            if titles.count(game.title) > 1
            else game.title,
            game,
        )


def check(n: int, seed: int, players: Sequence[str]) -> None:
    """Refuse a measurement that cannot be made.

    Raises:
        ValueError: a number is out of range, or a player has another name.
    """
    if not is_whole(n, 2, MOST_DEALS):
        raise ValueError(f"n is a whole number of deals from 2 to {MOST_DEALS:,}, not {n!r}")
    if not is_whole(seed, 0, 2**30 - 1):
        raise ValueError(f"seed is a whole number from 0 to {2**30 - 1:,}, not {seed!r}")
    if isinstance(players, str) or not players or not set(players) <= set(PLAYERS):
        raise ValueError(f"players are some of {', '.join(PLAYERS)}, not {players!r}")
