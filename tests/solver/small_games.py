"""Games of a few cards, each a small likeness of games of the book: every position of theirs can be
reached, so that the solver's verdict can be held against a search of all of them
(`tests/test_solver.py`). They stand in `tests/cases/small-games.toml`."""

import tomllib
from pathlib import Path

from cadogan import Game
from cadogan.edition.cells import read
from cadogan.words import A, ascending, foundations, packs

PATH = Path(__file__).parents[1] / "cases" / "small-games.toml"


def small(title, ranks, suits, *clauses):
    """A game of so many ranks of these suits, with an ascending foundation for each of them where
    the clauses bring none.
    """
    values = range(1, ranks + 1)
    held = " ".join(f"{'A' if rank == 1 else rank}{suit}" for suit in suits for rank in values)
    known = any(isinstance(clause, foundations) for clause in clauses)
    homes = () if known else (foundations(len(suits), ascending(A, ranks)),)
    return Game(title, packs(1, of=held), *homes, *clauses)


def games():
    """The games of the table, by title."""
    found = {}
    for title, pack, said in tomllib.loads(PATH.read_text(encoding="utf-8"))["games"]:
        clauses = read(f"clauses = ({said},)").values["clauses"]
        ranks, _, suits = pack.partition(" ")
        found[title] = small(title, int(ranks), suits, *clauses) if pack else Game(title, *clauses)
    return found


SMALL = games()
