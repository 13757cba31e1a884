"""What each thing that the careful player looks at is worth, from a committed table.

``tools/hints.py`` plays every game again without one of its weights at a time
(`cadogan.players.weights.Weights`) and writes `PATH`. What the careful player then loses is what a
player gains by looking at that thing: a chapter's hints are taken from here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from cadogan.players.fingerprint import fingerprint
from cadogan.players.intervals import MINUS, Z, measured
from cadogan.players.table import kept
from cadogan.players.weights import Weights
from cadogan.words.meanings import explained

PATH = Path(__file__).with_name("hints.json")


def stored() -> dict[str, Any]:
    """The whole table; empty where it was never made."""
    return kept(PATH)


def looks_at(name: str) -> str:
    """What a weight looks at, as its docstring has it.

    >>> looks_at("wanted")
    'the move releases a card that a foundation wants'
    """
    return explained(Weights).args[name].removesuffix(".")


@dataclass(frozen=True)
class Worth:
    """What the careful player loses without one of its looks, look by look; those that matter most
    come first.

    Attributes:
        title: the game.
        deals: how many deals were played, the same for all.
        won, home: the share of games that it wins, and its mean of cards home.
        without: for each look the share and the mean without it.
    """

    title: str
    deals: int
    won: float
    home: float
    without: dict[str, tuple[float, float]]

    def rows(self) -> list[tuple[str, tuple[float, float, float], float]]:
        """What is lost without each look: percentage points with their 95 % interval, as if the
        deals had not been the same (the true one is narrower), and cards home.
        """
        rows = []
        for name, (share, home) in self.without.items():
            error = sum(rate * (1 - rate) for rate in (self.won, share)) / self.deals
            half, lost = 100 * Z * math.sqrt(error), 100 * (self.won - share)
            rows.append((name, (lost, lost - half, lost + half), self.home - home))
        return sorted(rows, key=lambda row: (-row[1][0], -row[2]))

    @property
    def note(self) -> str:
        """How the figures were found."""
        return (
            f"simulated: the careful player on the same {self.deals:,} deals, seed 1, without one of its looks; "
            "in brackets 95 % intervals as if the deals had not been the same"
        )

    def __str__(self) -> str:
        lines = [
            f"{measured(*lost, signed=True)} points, {home:+.2f} cards home: {looks_at(name)}"
            for name, lost, home in self.rows()
        ]
        return "\n".join([*lines, self.note])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row'>{escape(looks_at(name))}</th><td>{measured(*lost, signed=True)}</td>"
            f"<td>{f'{home:+.2f}'.replace('-', MINUS)}</td></tr>"
            for name, lost, home in self.rows()
        )
        return (
            "<details class='worth'><summary>What each is worth</summary>"
            f"<table class='cadogan-odds'><caption>{escape(self.note)}</caption><thead><tr><th>it looks whether, or how far</th>"
            f"<th>games of a hundred</th><th>cards home</th></tr></thead><tbody>{rows}</tbody></table></details>"
        )


def worth(slug: str, *looks: str) -> Worth:
    """What the careful player loses in a game of the book without one of its looks.

    Args:
        slug: the game.
        looks: the names of weights, such as ``"wanted"``; without any, all that were tried.

    Raises:
        KeyError: the game is not in the table, or its rules have changed since; or it has no such
            look.
    """
    import cadogan

    game, entry = cadogan.games[slug], stored().get(slug)
    if entry is None or entry["rules"] != fingerprint(game):
        raise KeyError(f"no hints for {slug!r} as it now stands; tools/hints.py {slug} makes them")
    without = {name: (share, home) for name, (share, home) in entry["without"].items()}
    if unknown := [name for name in looks if name not in without]:
        raise KeyError(
            f"the careful player has no look {unknown[0]!r} in {slug}; it has {', '.join(without)}"
        )
    chosen = {name: without[name] for name in looks or without}
    return Worth(game.title, entry["deals"], entry["won"], entry["home"], chosen)
