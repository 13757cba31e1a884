"""What each thing that the careful player looks at is worth: `python tools/hints.py [SLUG …]
[--deals N]`.

The careful player plays the same deals again, each time without one of its weights, and the results
go into `cadogan/players/hints.json` (`cadogan.players.worth`). Games whose rules have not changed
since are left out unless they are named."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import astuple

from fit_careful import LIMIT, machine

import cadogan
from cadogan.players import odds, playing, worth
from cadogan.players.table import fingerprint
from cadogan.players.weights import NAMES, weights_of


def played(slug: str, weights: tuple[int, ...], deals: int) -> tuple[float, float]:
    """The share of games won with these weights, and the mean of cards home."""
    one = machine(slug)
    one.write("weights", list(weights))
    tally = odds.run(one, odds.first_deal(1), deals, LIMIT)
    home = sum(h * c for h, c in enumerate(tally[playing.BY_HOME :])) / deals
    return tally[playing.WON] / deals, round(home, 3)


def tried(slug: str, deals: int) -> dict[str, object]:
    """The row of a game: what the careful player does, and without each weight that matters."""
    weights = astuple(weights_of(slug))
    won, home = played(slug, weights, deals)
    without = {
        name: played(slug, (*weights[:i], 0, *weights[i + 1 :]), deals)
        for i, name in enumerate(NAMES)
        if weights[i]
    }
    return {
        "rules": fingerprint(cadogan.games[slug]),
        "deals": deals,
        "won": won,
        "home": home,
        "without": {name: one for name, one in without.items() if one != (won, home)},
    }


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--deals", type=int, default=10_000)
    given = parser.parse_args()
    for slug in given.slugs or list(cadogan.games):
        worth.stored.cache_clear()
        old = worth.stored().get(slug)
        if not given.slugs and old and old["rules"] == fingerprint(cadogan.games[slug]):
            continue
        row = tried(slug, given.deals)
        worth.stored.cache_clear()  # another run may have written other rows meanwhile
        rows = {**worth.stored(), slug: row}
        order = [name for name in cadogan.games if name in rows]
        lines = [f"{json.dumps(name)}: {json.dumps(rows[name])}" for name in order]
        worth.PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        print(slug, row["won"], file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
