"""The ladder: bots against each other over many deals, the same deals for all, each bot in every
seat.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cadogan.echo import check_whole, game_in
from cadogan.players.intervals import Z
from cadogan.players.odds import HIGHEST_SEED, _progress
from cadogan.round_games import Game, games
from cadogan.round_games.bots import Bot, BotError, bot_name, find_bot, play_out

#: The committed ladders of the six games: the rule bot against random, and the searcher against the
#: rule bot (`tools/ladders.py`).
COMMITTED = Path(__file__).with_name("ladders.json")


@dataclass(frozen=True)
class Standing:
    """How one bot did.

    Attributes:
        name: the bot.
        deals: the numbers of deals played, each in every rotation of the seats.
        led: the deals in which it won most counters of all bots, its rotations together (a tie is
        shared).
        mean: its mean gain a game and seat, in counters.
        spread: the standard deviation of that gain from deal to deal.
    """

    name: str
    deals: int
    led: float
    mean: float
    spread: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean gain (normal; the deals are the sample, so rotations are no
        extra ones).
        """
        half = Z * self.spread / math.sqrt(self.deals) if self.deals > 1 else math.inf
        return self.mean - half, self.mean + half


@dataclass(frozen=True)
class Standings:
    """The result of a ladder.

    Attributes:
        game: the game.
        players: the seats.
        seed: deal i of the ladder is ``seed * 2**32 + i``.
        goal: the deals asked for; more than were played when it was stopped.
        gains: for each bot, its mean gain a game and seat in each deal.
    """

    game: Game
    players: int
    seed: int
    goal: int
    gains: Mapping[str, tuple[float, ...]]

    @property
    def n(self) -> int:
        """The deals played."""
        return min(map(len, self.gains.values()))

    def __getitem__(self, bot: str) -> Standing:
        """A bot's standing by its name."""
        mine = self.gains[bot][: self.n]
        mean = sum(mine) / self.n if self.n else 0.0
        spread = math.sqrt(sum((g - mean) ** 2 for g in mine) / (self.n - 1)) if self.n > 1 else 0.0
        every = zip(mine, zip(*self.gains.values()))
        led = sum(1 / row.count(own) for own, row in every if own == max(row))
        return Standing(bot, self.n, led, mean, spread)

    def ahead(self, bot: str, other: str) -> tuple[float, float, float]:
        """How much more a bot gained than another in the same deals: the mean a game and seat, and
        its 95 % interval.
        """
        more = tuple(a - b for a, b in zip(self.gains[bot], self.gains[other]))
        standing = replace(self, gains={bot: more})[bot]
        return standing.mean, *standing.interval

    @property
    def rows(self) -> tuple[Standing, ...]:
        """Every bot, the best first."""
        return tuple(sorted((self[name] for name in self.gains), key=lambda s: -s.mean))

    def __str__(self) -> str:
        width = max(map(len, self.gains))
        lines = [f"{'':{width}}  {'gain a game':>11}  {'95 % interval':>18}  {'deals led':>9}"]
        for s in self.rows:
            low, high = s.interval
            lines.append(
                f"{s.name:{width}}  {s.mean:+11.3f}  {low:+8.3f} to {high:+7.3f}  {100 * s.led / max(1, s.deals):7.1f} %"
            )
        caption = f"{self.game!r}: {self.n:,} deals in every rotation of {self.players} seats, seed {self.seed}"
        return "\n".join(
            [
                *lines,
                caption
                + (f"; stopped, {self.goal:,} were asked for" if self.goal > self.n else ""),
            ]
        )

    __repr__ = __str__


def ladder(
    game: Game | str,
    bots: Sequence[str | Bot] | Mapping[str, Bot],
    n: int = 100,
    seed: int = 1,
    *,
    players: int | None = None,
    progress: bool | Callable[[int, int], None] = False,
    resume: Standings | None = None,
) -> Standings:
    """Let bots play the same deals in every rotation of the seats.

    The bots sit in turn, over and over if there are more seats than bots; in each rotation every
    bot moves up one seat, so that over a deal's rotations each has held each seat equally often.

    Args:
        game: a round game, or its slug.
        bots: names (``random``, ``rule``, ``searcher``) or functions, at most as many as there are
            seats; a mapping names functions.
        n: deals, 1 or more.
        seed: 0 to 2**30 - 1.
        players: the seats; by default the game's usual number.
        progress: True for a bar, or a function that is called with (deals done, deals asked for).
        resume: standings that were stopped, to go on with.

    Returns:
        The standings; stopped by Ctrl-C or the notebook's stop button, those so far.

    Raises:
        BotError: a bot failed; ``so_far`` has the standings up to that deal, ``state`` the game as
            it was.
        ValueError: a number is out of range.
    """
    game = game_in(games, game, Game)
    table = dict(bots) if isinstance(bots, Mapping) else {bot_name(b): b for b in bots}
    seats = game.seats if players is None else players
    if len(table) != len(bots) or not 2 <= len(table) <= seats:
        raise ValueError(
            f"a ladder wants 2 to {seats} bots with names of their own, not {', '.join(table) or 'none'}"
        )
    check_whole(("n", n, 1, 2**32), ("seed", seed, 0, HIGHEST_SEED))
    if resume is not None and (resume.game, resume.players, resume.seed, set(resume.gains)) != (
        game,
        seats,
        seed,
        set(table),
    ):
        raise ValueError("resume: these standings belong to another game, seed or other bots")
    players_of = {name: find_bot(bot) for name, bot in table.items()}
    gains: dict[str, list[float]] = {
        name: list(resume.gains[name][: resume.n]) if resume else [] for name in table
    }
    done = resume.n if resume else 0

    def standings() -> Standings:
        return Standings(game, seats, seed, n, {k: tuple(v) for k, v in gains.items()})

    with _progress(progress, n, done) as show:
        try:
            for i in range(done, n):
                for name, gain in one_deal(game, players_of, (seed << 32) + i, seats).items():
                    gains[name].append(gain)
                show(i + 1, n)
        except KeyboardInterrupt:
            pass  # the standings so far are the result; resume= goes on
        except BotError as error:
            error.so_far = standings()
            raise
    return standings()


def one_deal(game: Game, bots: Mapping[str, Bot], number: int, seats: int) -> dict[str, float]:
    """The mean gain a game and seat of each bot, over every rotation of one deal."""
    names = list(bots)
    total, games = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0)
    for rotation in range(len(names)):
        sitting = [names[(seat + rotation) % len(names)] for seat in range(seats)]
        end = play_out(
            game.deal(number, seats), [bots[name] for name in sitting], seed=16 * number + rotation
        )
        for seat, name in enumerate(sitting):
            total[name] += end.payoffs[seat]
            games[name] += 1
    return {name: total[name] / games[name] for name in names}


def load(path: Path = COMMITTED) -> list[Standings]:
    """The standings kept in a file, in its order; none where there is no file.

    Raises:
        ValueError: it is no such file; the message names the first match that cannot be read.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    except ValueError as error:
        raise ValueError(f"{path.name}: not JSON: {error}") from None
    standings = []
    for i, row in enumerate(rows, start=1):
        try:
            game = games[row["game"]].vary(**row["options"])
            gains = {name: tuple(map(float, each)) for name, each in row["gains"].items()}
            standings.append(
                Standings(game, row["players"], row["seed"], min(map(len, gains.values())), gains)
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(
                f"{path.name}: match {i} cannot be read: {type(error).__name__}: {error}"
            ) from None
    return standings


def save(standings: Sequence[Standings], path: Path) -> None:
    """Keep standings in a file, a line for each match, gains to a millionth."""
    rows = [
        {
            "game": s.game.slug,
            "options": dict(s.game.options_set),
            "players": s.players,
            "seed": s.seed,
            "gains": {name: [round(gain, 6) for gain in each] for name, each in s.gains.items()},
        }
        for s in standings
    ]
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
