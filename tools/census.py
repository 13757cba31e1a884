"""The table of the games: `python tools/census.py [--deals 10000]`.

For each game the lines of its rules cells, its clauses and readings, the words of the vocabulary
that no other chapter uses, the moves that the engine makes in a second of random play, and the
share of deals won at random and eagerly, each computed here. At the end the median and the longest
cell, and the words that serve one game alone, with the reason in their own docstring."""

from __future__ import annotations

import argparse
import ast
import statistics

import cadogan
from cadogan import words as terms
from cadogan.edition.chapters import cells_of
from cadogan.players import odds


def rules(slug: str) -> list[str]:
    """The lines of a game's rules cells."""
    return [line for cell in cells_of(cadogan.games.text(slug)) for line in cell.text.split("\n")]


def words(lines: list[str]) -> set[str]:
    """The words of the vocabulary that the rules of a game use, with the names of their keywords:
    ``again(special)``.
    """
    found = set()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.Name) and node.id in terms.__all__:
            found.add(node.id)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in terms.__all__
        ):
            found |= {f"{node.func.id}({keyword.arg}=)" for keyword in node.keywords}
    return found


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000, help="deals for each player")
    given = parser.parse_args()
    used = {slug: words(rules(slug)) for slug in cadogan.games}
    alone = {
        slug: sorted(word for word in found if sum(word in other for other in used.values()) == 1)
        for slug, found in used.items()
    }
    print(
        f"{'game':<24}{'lines':>6}{'clauses':>8}{'readings':>9}{'moves/s':>12}{'random':>9}{'eager':>9}  words of its own"
    )
    lengths = []
    for slug, game in cadogan.games.items():
        lengths.append(len(rules(slug)))
        random, eager = (
            odds.simulate(game, strategy, given.deals, 1, progress=False)
            for strategy in ("random", "greedy")
        )
        shares = "".join(f"{100 * r.rate:>8.2f}%" for r in (random, eager))
        print(
            f"{slug:<24}{lengths[-1]:>6}{len(game.clauses):>8}{len(game.readings):>9}{random.moves / random.seconds:>12,.0f}{shares}"
            f"  {', '.join(alone[slug])}",
            flush=True,
        )
    print(f"lines of rules: median {statistics.median(lengths):g}, longest {max(lengths)}")


if __name__ == "__main__":
    main()
