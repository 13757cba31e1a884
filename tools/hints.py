"""What each thing that the careful player looks at is worth: `python tools/hints.py SLUG [--deals N]`.

The careful player plays the same deals again, each time without one of its weights
(`cadogan.players.careful.Weights`). What it then loses, in games of a hundred and in cards home, is
what a player gains by looking at that thing: the hints of a chapter are taken from this list. The
interval (95 %) is of the difference of two shares of as many games, as if the deals were not the
same; the true one is narrower."""

from __future__ import annotations

import argparse
import math
import re
from dataclasses import astuple

from fit_careful import LIMIT, machine

from cadogan.players import odds, playing
from cadogan.players.careful import NAMES, Weights, weights_of


def said(name: str) -> str:
    """What a weight looks at, as its docstring has it."""
    found = re.search(rf"^ +{name}: (.+?)\.$", Weights.__doc__ or "", re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found else name


def played(slug: str, weights: tuple[int, ...], deals: int) -> tuple[float, float]:
    """The share of games won with these weights, and the mean of cards home."""
    one = machine(slug)
    one.write("weights", list(weights))
    tally = odds.run(one, odds.first_deal(1), deals, LIMIT)
    home = sum(h * c for h, c in enumerate(tally[playing.BY_HOME :])) / deals
    return tally[playing.WON] / deals, home


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slug")
    parser.add_argument("--deals", type=int, default=5000)
    given = parser.parse_args()
    weights = astuple(weights_of(given.slug))
    won, home = played(given.slug, weights, given.deals)
    print(f"careful: {won:.2%} of {given.deals:,} deals, {home:.2f} home; without …")
    rows = []
    for i, name in enumerate(NAMES):
        if weights[i]:
            without = (*weights[:i], 0, *weights[i + 1 :])
            rows.append((name, *played(given.slug, without, given.deals)))
    for name, share, cards in sorted(rows, key=lambda row: (row[1], row[2])):
        wide = 1.96 * math.sqrt((won * (1 - won) + share * (1 - share)) / given.deals)
        print(
            f"{name:10} {share:6.2%}  {100 * (share - won):+6.2f} ± {100 * wide:.2f} points"
            f" {cards - home:+6.2f} home   {said(name)}"
        )


if __name__ == "__main__":
    main()
