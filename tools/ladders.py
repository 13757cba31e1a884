"""The ladders of the round games: `python tools/ladders.py [SLUG …] [--players 3] [--deals 50]
[--against-random 2000] [--against-beginner 200] [--with-beginner 0] [--budget 60] [--at-random]
[--seed 1] [--minutes 60] [--file FILE]`.

For each game three matches over common deals, each deal in every rotation of the seats, the usual
number of players (`--players` names another; a game that does not allow it is left out) and the
default options, but one deal to a game: the rule bot against random, the rule bot against the
beginner, and the searcher against the rule bot, with `--budget` iterations for an action; with
`--at-random` it imagines hidden hands at random. A match of 0 deals is left out. With
`--with-beginner` a fourth, for three or more: the searcher and the rule bot at one table with the
beginner, where it is seen who gains more from one that does not reckon. Prints the ladders (gains,
95 % intervals, deals led), and how much more the first of two gained in the same deals.

Ctrl-C, or `--minutes` over, stops with what was done; with `--file` the matches are kept there, and
the next run goes on with them."""

from __future__ import annotations

import time
from pathlib import Path

from house import command_line

from cadogan.round_games import Game, games
from cadogan.round_games.bots import Bot, beginner_bot, random_bot, rule_bot
from cadogan.round_games.ladder import ladder, load, save
from cadogan.round_games.search import Searcher


def main() -> int:
    """Print the ladders asked for."""
    arguments = command_line(
        __doc__,
        games,
        deals=50,
        against_random=2000,
        against_beginner=200,
        with_beginner=0,
        budget=60,
        seed=1,
        minutes=float("inf"),
        players=int,
        file=Path,
        at_random=False,
    )
    end = time.monotonic() + 60 * arguments.minutes
    searcher = Searcher(arguments.budget, likely=not arguments.at_random)
    pairs: list[tuple[dict[str, Bot], int]] = [
        ({"rule": rule_bot, "random": random_bot}, arguments.against_random),
        ({"rule": rule_bot, "beginner": beginner_bot}, arguments.against_beginner),
        ({searcher.name: searcher, "rule": rule_bot}, arguments.deals),
        (
            {searcher.name: searcher, "rule": rule_bot, "beginner": beginner_bot},
            arguments.with_beginner,
        ),
    ]
    for slug in arguments.names:
        game = games[slug].vary(deals=1)
        players = arguments.players or game.seats
        for bots, deals in pairs if players in game.players else ():
            if len(bots) <= players and deals:
                if not match(game, bots, deals, players, arguments.seed, end, arguments.file):
                    return 1
    return 0


def match(
    game: Game,
    bots: dict[str, Bot],
    deals: int,
    players: int,
    seed: int,
    end: float,
    file: Path | None,
) -> bool:
    """Play one match to its end, or on from where it was kept, and print it; False if it was
    stopped.
    """
    stored = load(file) if file is not None else []
    old = [
        s
        for s in stored
        if (s.game, s.players, s.seed, list(s.gains)) == (game, players, seed, list(bots))
    ]
    tally = old[0] if old else None
    while tally is None or (tally.n < deals and time.monotonic() < end):
        step = min(deals, (tally.n if tally else 0) + 1)
        tally = ladder(game, bots, step, seed, players=players, resume=tally)
        if tally.n < step:
            break
    if file is not None:
        save([tally if s in old else s for s in stored] if old else [*stored, tally], file)
    first, second, *_ = bots
    if tally.n:
        mean, low, high = tally.ahead(first, second)
        print(f"{tally}\n{first} - {second}: {mean:+.3f} ({low:+.3f} to {high:+.3f})\n", flush=True)
    return tally.n >= deals


if __name__ == "__main__":
    raise SystemExit(main())
