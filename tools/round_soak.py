"""Random play of the round games at length: `python tools/round_soak.py [SLUG …] [-n 1000] [--seed
1]`.

Plays every game in every option set that the tests know (the defaults, each other choice by itself,
some sets drawn at random) and in the variants of the books that change several options at once, `n`
games of each; with `--named` only in the defaults and in the variants that the books name. With the
fewest, the usual and the most players in turn. In every state the counters and the pools sum to
zero, no pool is below zero and there is an action; at the end of every game, and in one state of it
taken at random, every card of the pack is there once; in that state everything hidden from one seat
is dealt anew, and its view and its actions must be the same. A game that is not over after
`--limit` actions is a fault. Games are played upon one table (`State.run`); the tests compare that
with `play`.

Prints a line for each option set. Ctrl-C stops with what was done; `--seed` goes on elsewhere.
Exit status 1 at a fault, which is named with the game, its options, players and deal.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cadogan.round_games import Game, State, games
from cadogan.round_games.action import Action
from cadogan.round_games.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.round_games.test_table import possible, sizes

#: The variants that the books name.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "calabrasella": [{"four_handed": True}],
    "commerce": [
        {"mode": "old"},
        {"mode": "pool"},
        {"mode": "pool", "horse": "third"},
        {"mode": "extended"},
        {"hands": "no_pair"},
        {"hands": "tricon_sequence_point"},
        {"continuous_dealing": True, "deals": 3},
        {"dealer_penalty": "all"},
        {"pack": 32},
    ],
    "conquian": [{"pack": "A23456789T", "first_card": "turn_up"}],
    "cooncan": [{"splash_bonus": 25}],
    "pope-joan": [
        {"board": "five"},
        {"dressing": "dealer"},
        {"stops": "remainder"},
        {"pope_turned_wins_game": True},
        {"pope_for_stop": True},
        {"deals": "round"},
    ],
    "speculation": [
        {"pack": 32},
        {"court_turn_up_passes": False},
        {"turn_up_to_pool": True},
        {"spare_hand": True},
        {"knave_five_penalty": 1},
        {"out_of_turn_penalty": 1},
    ],
}


def option_sets(slug: str, named: bool) -> list[Game[Any]]:
    """The defaults and the variants, and unless only these are wanted the option sets of the tests."""
    game = games[slug]
    variants = [game.vary(**options) for options in VARIANTS[slug]]
    return list(dict.fromkeys([game, *variants] if named else [*possible(game), *variants]))


def missing(t: Table, whole: Counter[Any]) -> str:
    """Cards lost or found twice; empty when every card is there."""
    found = Counter(t.everything())
    return (
        ""
        if found == whole
        else f"cards lost: {dict(whole - found)}, too many: {dict(found - whole)}"
    )


def unpaid(t: Table) -> str:
    """Counters that are nobody's, and pools that owe some; empty when all is right."""
    pools = t.pools.values()
    if total := sum(t.counters) + sum(pools):
        return f"the counters sum to {total}"
    return f"a pool is below zero: {t.pools}" if min(pools) < 0 else ""


def leak(state: State, seat: int | None, seed: int) -> str:
    """What a seat could see of what is hidden from it; empty when it sees nothing."""
    again = state.redraw(seat, seed)
    if again.view(seat) != state.view(seat):
        return f"seat {seat} sees what is hidden: its view changes when that is dealt anew"
    if seat is not None and seat == state.to_act and again.actions() != state.actions():
        return f"seat {seat} has other actions when what is hidden from it is dealt anew"
    return ""


class Player:
    """Any action, each equally likely, after a look at the table (`State.run`).

    Attributes:
        kept: a state taken at random, each equally likely.
        made: the actions so far.
        fault: what is wrong, in words.
    """

    def __init__(self, game: Game[Any], rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.kept: State | None = None
        self.made = 0
        self.fault = ""

    def __call__(self, t: Table, actions: Sequence[Action]) -> Action | None:
        """None at a fault."""
        self.fault = unpaid(t) or ("" if actions else f"nothing to do for seat {t.to_act}")
        if self.fault:
            return None
        self.made += 1
        if self.rng.random() * self.made < 1:
            self.kept = State(self.game, t.copy())
        return actions[int(self.rng.random() * len(actions))]


def one_game(game: Game[Any], number: int, players: int, limit: int) -> tuple[int, str]:
    """A game of random play; its actions and the first fault."""
    rng, whole = random.Random(number), Counter(game.cards(players))
    player = Player(game, rng)
    begun = game.deal(number, players)
    end, made = begun.run(player, limit, silent=True)
    if player.fault:
        return made, f"action {made}: {player.fault}"
    if not end.is_over:
        return made, f"not over after {limit} actions"
    kept, seat = player.kept or begun, rng.choice([*range(players), None])
    return made, unpaid(end._table) or missing(end._table, whole) or missing(
        kept._table, whole
    ) or leak(kept, seat, number)


def soak(game: Game[Any], n: int, seed: int, limit: int) -> tuple[int, int, str]:
    """So many games in one option set: the games and the actions played, and the first fault."""
    actions, seats = 0, sizes(game)
    for i in range(n):
        number, players = (seed << 32) + i, seats[i % len(seats)]
        try:
            made, fault = one_game(game, number, players, limit)
        except KeyboardInterrupt:
            return i, actions, ""  # what was done is reported
        except Exception as error:  # a fault like another, and wants its deal named
            made, fault = 0, f"{type(error).__name__}: {error}"
        actions += made
        if fault:
            return i + 1, actions, f"deal {number}, {players} players: {fault}"
    return n, actions, ""


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*", help="games; all unless told")
    parser.add_argument("-n", type=int, default=1000, help="games in each option set (%(default)s)")
    parser.add_argument(
        "--named",
        action="store_true",
        help="only the defaults and the variants that the books name",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="deal i is seed * 2**32 + i (%(default)s)"
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=50_000,
        help="actions after which a game must have ended (%(default)s)",
    )
    given = parser.parse_args()
    played = made = 0
    began = time.perf_counter()
    for game in [g for slug in given.slugs or games for g in option_sets(slug, given.named)]:
        done, actions, fault = soak(game, given.n, given.seed, given.limit)
        print(f"{game!r}: {fault or f'{done:,} games, {actions:,} actions'}", flush=True)
        played, made = played + done, made + actions
        if fault:
            return 1
        if done < given.n:
            print("stopped")
            break
    took = time.perf_counter() - began
    print(
        f"{played:,} games, {made:,} actions in {took:.0f} s: counters sum to zero, no card lost, "
        f"every game ended, {played:,} views looked through without a leak"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
