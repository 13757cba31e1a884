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

from house import asked

from cadogan.round_games import Game, games
from cadogan.round_games.bots import Bot, beginner_bot, random_bot, rule_bot
from cadogan.round_games.ladder import ladder, load, save
from cadogan.round_games.search import Searcher


def main() -> int:
    """Print the ladders asked for."""
    given = asked(
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
    end = time.monotonic() + 60 * given.minutes
    searcher = Searcher(given.budget, likely=not given.at_random)
    pairs: list[tuple[dict[str, Bot], int]] = [
        ({"rule": rule_bot, "random": random_bot}, given.against_random),
        ({"rule": rule_bot, "beginner": beginner_bot}, given.against_beginner),
        ({searcher.name: searcher, "rule": rule_bot}, given.deals),
        (
            {searcher.name: searcher, "rule": rule_bot, "beginner": beginner_bot},
            given.with_beginner,
        ),
    ]
    for slug in given.names:
        game = games[slug].vary(deals=1)
        players = given.players or game.seats
        for bots, deals in pairs if players in game.players else ():
            if len(bots) <= players and deals:
                if not match(game, bots, deals, players, given.seed, end, given.file):
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
    kept = load(file) if file is not None else []
    same = [
        s
        for s in kept
        if (s.game, s.players, s.seed, list(s.gains)) == (game, players, seed, list(bots))
    ]
    found = same[0] if same else None
    while found is None or (found.n < deals and time.monotonic() < end):
        step = min(deals, (found.n if found else 0) + 1)
        found = ladder(game, bots, step, seed, players=players, resume=found)
        if found.n < step:
            break
    if file is not None:
        save([found if s in same else s for s in kept] if same else [*kept, found], file)
    first, second, *_ = bots
    if found.n:
        mean, low, high = found.ahead(first, second)
        print(f"{found}\n{first} - {second}: {mean:+.3f} ({low:+.3f} to {high:+.3f})\n", flush=True)
    return found.n >= deals


if __name__ == "__main__":
    raise SystemExit(main())
