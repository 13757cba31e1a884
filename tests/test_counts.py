"""Counts as contracts: from named deals, how many sequences of moves there are to each depth.

`counts.toml` holds them, a table for each game and a line for each deal. A number changes only with
the rules or with the meaning of a word. After a change that is meant:

    python -m pytest tests/test_counts.py --regenerate

and look at the diff. Moves are what `Position.moves()` lists; a game that is over ends a sequence.
"""

import functools
import tomllib
from pathlib import Path

import pytest

import cadogan

from .conftest import named_games, text_of

PATH = Path(__file__).with_name("counts.toml")
DEALS = (1, 2, 1914)
#: Counting goes so deep that the last count is the first above this, but at most so deep.
ENOUGH, DEEPEST = 300, 6
HEAD = """\
# Numbers of move sequences to depth 1, 2, 3 … from named deals, for every game of the book.
# Made by: python -m pytest tests/test_counts.py --regenerate
"""


def sequences(position, depth):
    """How many sequences of so many moves there are; like positions are looked at once."""
    known = {}

    def count(here, left):
        if left <= 1:
            return len(here.moves()) if left else 1
        if (here, left) not in known:
            known[here, left] = sum(count(here.play(move), left - 1) for move in here.moves())
        return known[here, left]

    return count(position, depth)


def counts(game, deal):
    """The counts of a deal, depth by depth."""
    found = []
    while len(found) < DEEPEST and (not found or 0 < found[-1] < ENOUGH):
        found.append(sequences(game.deal(deal), len(found) + 1))
    return found


def written():
    return tomllib.loads(text_of(PATH)) if PATH.exists() else {}


committed = functools.cache(written)


def write(slug, rows):
    """Put a game's counts into the file, which stays in the order of the slugs."""
    table = {**written(), slug: rows}
    parts = [
        f"[{name}]\n" + "".join(f"{deal} = {row}\n" for deal, row in table[name].items())
        for name in sorted(table)
    ]
    PATH.write_text("\n".join([HEAD, *parts]), encoding="utf-8")


def test_counts_of_move_sequences(game, regenerate):
    found = {str(deal): counts(game, deal) for deal in DEALS}
    if regenerate:
        write(game.slug, found)
        return
    assert game.slug in committed(), f"{PATH.name} has no counts for {game.slug}; {__doc__}"
    assert found == committed()[game.slug]


def test_no_counts_of_games_that_are_gone():
    assert committed().keys() <= named_games().keys()


@pytest.mark.parametrize("deal", [1, 1914])
def test_counting_like_positions_once_counts_the_same(deal):
    """The short cut of `sequences` against a plain walk through every sequence."""

    def walk(here, left):
        return sum(walk(here.play(move), left - 1) for move in here.moves()) if left else 1

    position = cadogan.games["fortress"].deal(deal)
    assert [walk(position, d) for d in (1, 2, 3)] == [sequences(position, d) for d in (1, 2, 3)]
