"""The ladders of the round games: `python tools/ladders.py [SLUG …] [--players 3 4] [--deals 50]
[--against-random 2000] [--with-beginner 0] [--budget 60] [--at-random]`.

For each game three matches over common deals, each deal in every rotation of the seats, the usual
number of players (`--players` names others; those that a game does not allow are left out) and the
default options, but one deal to a game: the rule bot against random, the rule bot against the
beginner, and the searcher against the rule bot; with `--at-random` a searcher that imagines hidden
hands at random. A match of 0 deals is left out. With `--with-beginner` a fourth, for three or more:
the searcher and the rule bot at one table with the beginner, where it is seen who gains more from
one that does not reckon. Prints the ladders (gains, 95 % intervals, deals led), how much more the
first of two gained in the same deals, and what an action with a choice costs each bot of the
processor's time.

Ctrl-C, or `--minutes` over, stops with what was done; with `--file` the matches are kept there, and
the next run goes on with them."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cadogan.round_games import Game, games
from cadogan.round_games.action import Action
from cadogan.round_games.bots import Bot, beginner_bot, random_bot, rule_bot
from cadogan.round_games.ladder import ladder, load, save
from cadogan.round_games.search import Searcher
from cadogan.round_games.view import View


class Timed:
    """A bot, and what its choices cost."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.choices, self.seconds = bot, 0, 0.0

    def __call__(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action | str:
        """What the bot chooses."""
        began = time.process_time()
        chosen = self.bot(view, actions, rng)
        if len(actions) > 1:
            self.choices += 1
            self.seconds += time.process_time() - began
        return chosen


def main() -> int:
    """Print the ladders asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="games; all unless told")
    parser.add_argument(
        "--deals", type=int, default=50, help="deals of the searcher against the rule bot"
    )
    parser.add_argument(
        "--against-random", type=int, default=2000, help="deals of the rule bot against random"
    )
    parser.add_argument(
        "--against-beginner",
        type=int,
        default=200,
        help="deals of the rule bot against the beginner",
    )
    parser.add_argument(
        "--with-beginner",
        type=int,
        default=0,
        help="deals of the searcher and the rule bot at a table with the beginner",
    )
    parser.add_argument(
        "--at-random", action="store_true", help="the searcher imagines hidden hands at random"
    )
    parser.add_argument(
        "--budget", type=int, default=60, help="the searcher's iterations for an action"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--players", type=int, nargs="+", help="numbers of players, not the usual one"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--file", type=Path, help="keeps the matches, and has those to go on with")
    asked = parser.parse_args()
    if unknown := [slug for slug in asked.slugs if slug not in games]:
        parser.error(f"no game {', '.join(unknown)}; there are {', '.join(games)}")
    end = time.monotonic() + 60 * asked.minutes
    for slug in asked.slugs or games:
        game = games[slug].vary(deals=1)
        searcher = Searcher(asked.budget, likely=not asked.at_random)
        pairs: list[tuple[dict[str, Bot], int]] = [
            ({"rule": rule_bot, "random": random_bot}, asked.against_random),
            ({"rule": rule_bot, "beginner": beginner_bot}, asked.against_beginner),
            ({searcher.name: searcher, "rule": rule_bot}, asked.deals),
            (
                {searcher.name: searcher, "rule": rule_bot, "beginner": beginner_bot},
                asked.with_beginner,
            ),
        ]
        for players in asked.players or [game.seats]:
            for bots, deals in pairs if players in game.players else ():
                if len(bots) <= players and deals:
                    if not match(game, bots, deals, players, asked.seed, end, asked.file):
                        return 1
    return 0


def match(
    game: Game[Any],
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
    timed = {name: Timed(bot) for name, bot in bots.items()}
    while found is None or (found.n < deals and time.monotonic() < end):
        step = min(deals, (found.n if found else 0) + 1)
        found = ladder(game, timed, step, seed, players=players, resume=found)
        if found.n < step:
            break
    if file is not None:
        save([found if s in same else s for s in kept] if same else [*kept, found], file)
    first, second, *_ = bots
    if found.n:
        mean, low, high = found.ahead(first, second)
        costs = ", ".join(
            f"{name} {1e3 * t.seconds / t.choices:.2f} ms" for name, t in timed.items() if t.choices
        )
        print(
            f"{found}\n{first} - {second}: {mean:+.3f} ({low:+.3f} to {high:+.3f}); a choice: {costs or 'all kept'}\n",
            flush=True,
        )
    return found.n >= deals


if __name__ == "__main__":
    raise SystemExit(main())
