"""Games of a few cards, each a small likeness of games of the book: every position of theirs can be
reached, so that the solver's verdict can be held against a search of all of them (`tools/solve.py
--check`, `tests/test_solver.py`)."""

# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

from __future__ import annotations

from cadogan import Game
from cadogan.words import *


def pack_of(ranks: int, suits: str, packs_: int = 1) -> str:
    """So many ranks of some suits, as text."""
    return " ".join(
        f"{'A' if r == 1 else r}{s}"
        for _ in range(packs_)
        for s in suits
        for r in range(1, ranks + 1)
    )


def small(
    title: str, ranks: int, suits: str, *clauses: object, packs_: int = 1, homes: object = None
) -> Game:
    """A game of so many ranks of some suits, with an ascending foundation for each suit of each
    pack.
    """
    held = packs(1, tuple(range(1, ranks + 1)), held=pack_of(ranks, suits, packs_))
    return Game(
        title, held, homes or foundations(packs_ * len(suits), ascending(A, ranks)), *clauses
    )


def packets(name: str, *counts: int) -> tuple[object, ...]:
    """Packets of so many cards, dealt one after another."""
    return places(name, len(counts)), deal(each(name, counts))


def lanes(n: int, deep: int) -> tuple[object, ...]:
    """Lanes dealt in rounds, and the rest of the pack to be turned."""
    return places("lanes", n), deal(rows("lanes", deep)), turn()


#: By name: packets built down in suit, either way in suit, whatever the suit, in alternate colours;
#: with empty places filled at will; with a talon; whole runs, in order over face-down cards or as
#: they are dealt; two packs; re-deals with and without a shuffle; gaps filled at once; covered
#: cards; sets; foundations of both directions.
SMALL: dict[str, Game] = {
    game.title: game
    for game in (
        small(
            "Lucie of 8",
            4,
            "HS",
            *packets("fans", 3, 3, 2),
            marry(down, "fans"),
        ),
        small("Lucie of 12", 4, "CDS", *packets("fans", 3, 3, 3, 3), marry(down, "fans")),
        small(
            "Lucie of 8 with a re-deal",
            4,
            "HS",
            *packets("fans", 3, 3, 2),
            marry(down, "fans"),
            again(1, "fans", shuffled=True),
        ),
        small(
            "Fans of two packs",
            3,
            "HS",
            *packets("fans", 3, 3, 3, 3),
            marry(down, "fans"),
            packs_=2,
        ),
        small(
            "Fortress of 8",
            4,
            "HS",
            *packets("lanes", 3, 3, 2),
            marry(either, "lanes"),
            fill("lanes", "lanes", may),
        ),
        small(
            "Fortress of 8, lanes left open",
            4,
            "HS",
            *packets("lanes", 3, 3, 2),
            marry(either, "lanes"),
        ),
        small(
            "Fortress of 10",
            5,
            "CD",
            *packets("lanes", 3, 3, 2, 2),
            marry(either, "lanes"),
        ),
        small(
            "Garden of 8",
            2,
            "CDHS",
            places("garden", 2),
            places("bouquet", 2),
            deal(each("garden", 3), rows("bouquet")),
            build(down, any_suit, "garden", ("garden", "bouquet")),
            fill("garden", ("garden", "bouquet"), may),
        ),
        small(
            "Garden of 9",
            3,
            "CDS",
            places("garden", 2),
            places("bouquet", 1),
            deal(each("garden", 4), rows("bouquet")),
            build(down, any_suit, "garden", ("garden", "bouquet")),
            fill("garden", ("garden", "bouquet"), may),
        ),
        small(
            "Napoleon of 8",
            4,
            "HS",
            *lanes(2, 2),
            marry(down, "lanes", ("lanes", talon)),
            fill("lanes", ("lanes", talon), may),
        ),
        small(
            "Napoleon of two packs",
            3,
            "CS",
            *lanes(3, 3),
            marry(down, "lanes"),
            packs_=2,
        ),
        small(
            "Colours of 12",
            3,
            "CDHS",
            *packets("fans", 3, 3, 3, 3),
            build(down, alternate, "fans"),
        ),
        small(
            "Colours of 12 with a talon",
            3,
            "CDHS",
            *packets("fans", 3, 3, 3),
            turn(),
            build(down, alternate, "fans", ("fans", talon)),
        ),
        small(
            "Home from the fans only",
            3,
            "CDHS",
            *packets("fans", 3, 3, 2),
            turn(),
            play("fans"),
            build(down, alternate, "fans", ("fans", talon)),
            fill("fans", ("fans", talon), may),
        ),
        small(
            "Whatever the suit, home from the fans only",
            3,
            "DHS",
            *packets("fans", 2, 2, 2),
            turn(),
            play("fans"),
            build(down, any_suit, "fans", ("fans", talon)),
        ),
        small(
            "Klondike of 9",
            3,
            "DHS",
            places("lanes", 3),
            deal(staircase("lanes")),
            turn(),
            build(down, alternate, "lanes", "lanes", run=True),
            build(down, alternate, "lanes", talon),
            fill("lanes", ("lanes", talon), may, only=3, run=True),
        ),
        small(
            "Klondike of 12",
            3,
            "CDHS",
            places("lanes", 4),
            deal(staircase("lanes")),
            turn(),
            build(down, alternate, "lanes", "lanes", run=True),
            build(down, alternate, "lanes", talon),
            fill("lanes", ("lanes", talon), may, only=3, run=True),
        ),
        small(
            "Packets of 12, moved as they are dealt",
            3,
            "CDHS",
            places("lanes", 4),
            deal(rows("lanes", 3, down=(1,))),
            build(down, alternate, "lanes", "lanes", run=True),
        ),
        small(
            "Packets of 12 with a talon",
            4,
            "DHS",
            *packets("lanes", 3, 3, 3),
            turn(),
            build(down, alternate, "lanes", "lanes", run=True),
            build(down, alternate, "lanes", talon),
            fill("lanes", ("lanes", talon), may, only=4, run=True),
        ),
        small(
            "Klondike of 8, the card turned",
            4,
            "DS",
            places("lanes", 3),
            deal(staircase("lanes")),
            turn(),
            build(down, alternate, "lanes", "lanes", run=True),
            play(("lanes", turned)),
            build(down, alternate, "lanes", turned),
            fill("lanes", ("lanes", turned), may, only=4, run=True),
        ),
        small(
            "Round of 12",
            4,
            "CDS",
            *packets("fans", 3, 3, 3, 3),
            marry(down.round, "fans"),
        ),
        small(
            "On anything",
            3,
            "DS",
            *packets("fans", 3, 2, 1),
            build(anything, any_suit, "fans"),
        ),
        small(
            "Dealt again as it lies",
            4,
            "HS",
            *packets("fans", 3, 3, 2),
            marry(down, "fans"),
            again(1, "fans"),
        ),
        small(
            "The talon again",
            4,
            "HS",
            *lanes(2, 2),
            marry(down, "lanes"),
            again(1, talon),
        ),
        small(
            "Gaps filled at once",
            4,
            "HS",
            *lanes(2, 2),
            marry(up, "lanes"),
            fill("lanes", talon, or_else=hand),
        ),
        small(
            "A gap the player fills",
            4,
            "HS",
            places("lanes", 2),
            places("store", 2),
            deal(rows("lanes", 2), rows("store")),
            turn(),
            marry(up, "lanes"),
            fill("lanes", ("store", talon)),
        ),
        small(
            "Covered",
            3,
            "DHS",
            places("block", 6, at=block(2, 3)),
            places("rest", 1),
            deal(rows("block"), each("rest", 3)),
            free("block", below),
            marry(either, "block"),
        ),
        Game(
            "Pairs",
            packs(1, (1, 2, 3, 4), held=pack_of(4, "DHS")),
            places("columns", 4),
            deal(rows("columns", 3)),
            pairs(5, "columns"),
        ),
        Game(
            "Nestor of 16",
            packs(1, (1, 2, 3, 4), held=pack_of(4, "CDHS")),
            places("columns", 3),
            places("reserve", 2),
            deal(rows("columns", 4, unlike=True)),
            pairs(0, ("columns", "reserve")),
            turn(to="reserve"),
        ),
        Game(
            "Nestor of 12, turned freely",
            packs(1, (1, 2, 3), held=pack_of(3, "CDHS")),
            places("columns", 3),
            places("reserve", 2),
            deal(rows("columns", 2)),
            pairs(4, ("columns", "reserve")),
            turn(to="reserve", freely=True),
        ),
        Game(
            "Fourteenth of 12",
            packs(1, (1, 2, 3), held=pack_of(3, "CDHS")),
            places("square", 6, at=block(2, 3)),
            deal(rows("square")),
            pairs(4, "square", where=same_line),
            fill("square", hand),
            swap("square", 1),
        ),
        Game(
            "Fourteenth of 16, no exchange",
            packs(1, (1, 2, 3, 4), held=pack_of(4, "CDHS")),
            places("square", 9, at=block(3, 3)),
            deal(rows("square")),
            pairs(5, "square", where=same_line),
            fill("square", hand),
        ),
        Game(
            "Fourteenth of 12, all dealt",
            packs(1, tuple(range(1, 13)), held="AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC"),
            places("square", 12, at=block(3, 4)),
            deal(rows("square")),
            pairs(13, "square", where=same_line),
            swap("square", 1),
        ),
        Game(
            "Wheel of 16",
            packs(
                1, (1, 2, 3, 4, 5, 6, 7, 13), held="AC AD 2C 3C 4C 4D 4H 5C 5D 6C 6D 7C KC KD KH KS"
            ),
            places("cushion", 8),
            places("circle", 4),
            deal(rounds("cushion", pause=True)),
            crowned_triples(12, "cushion", "circle"),
            fill("cushion", hand, rounds=1),
        ),
        small(
            "Two packs, gaps filled at once",
            3,
            "HS",
            *lanes(2, 2),
            marry(up, "lanes"),
            fill("lanes", talon, or_else=hand),
            packs_=2,
        ),
        small(
            "Two packs, aces up and threes down",
            3,
            "HS",
            places("lanes", 2),
            deal(rounds("lanes", pause=True)),
            packs_=2,
            homes=(
                foundations(2, ascending(A, 3), name="aces", one_of_each=True),
                foundations(2, descending(3, A), name="threes", letter="k", one_of_each=True),
            ),
        ),
        small(
            "Up and down",
            3,
            "HS",
            *packets("fans", 4, 4, 4),
            marry(down, "fans"),
            packs_=2,
            homes=(
                foundations(2, ascending(A, 3), name="aces"),
                foundations(2, descending(3, A), name="threes", letter="k"),
            ),
        ),
        small(
            "Light of 16",
            4,
            "CDHS",
            places("auxiliaries", 2),
            places("rivals", 1),
            deal(rows("auxiliaries", 4), rows("rivals")),
            turn(),
            play("auxiliaries"),
            build(down, alternate, "auxiliaries", "rivals"),
            fill("auxiliaries", "rivals"),
            fill("rivals", (talon, hand)),
            homes=foundations(4, ascending(A, 4), alternate),
        ),
        small(
            "Whatever the suit, in heaps",
            7,
            "CHS",
            places("packets", 3, first_stays=True, cards="7H"),
            deal(heap("packets", 7)),
            free("packets"),
            play("packets", when=dealing_too),
            fill("packets", "packets", may, phase=after_deal),
            homes=foundations(3, ascending(A, 6), any_suit, as_they_appear=True),
        ),
        small(
            "Columns begun by sixes",
            6,
            "DHS",
            places("columns", 3, first_stays=True, cards="6H"),
            deal(heap("columns", 6)),
            free("columns"),
            play("columns", when=dealing_too),
            build(down, any_suit, "columns", when=after_deal),
            fill("columns", "columns", may, phase=after_deal),
            homes=foundations(3, ascending(A, 5), as_they_appear=True),
        ),
        small(
            "Mill of 16",
            4,
            "CDHS",
            places("wings", 2),
            deal(rows("wings", 5)),
            free("wings"),
            turn(),
            play("wings"),
            fill("wings", (talon, hand)),
            homes=(
                foundations(2, ascending(A, 4), any_suit, name="aces"),
                foundations(2, descending(4, A), any_suit, name="fours", letter="k"),
                exchange("fours", "aces", both=False, in_turn=True),
            ),
        ),
        small(
            "Square of 8",
            4,
            "HS",
            *packets("packets", 2, 2, 2),
            free("packets"),
            turn(),
            marry(down, "packets", ("packets", talon)),
            fill("packets", (talon, hand), may),
        ),
        small(
            "Packets taken up again",
            4,
            "CHS",
            *packets("garden", 4, 4, 4),
            free("garden"),
            again(1, "garden"),
        ),
        small(
            "Flanks and line",
            5,
            "HS",
            places("flanks", 2),
            places("line", 2),
            deal(rows("flanks"), rounds("line", 4, pause=True)),
            free("line"),
            fill("flanks", "line", may),
            fill("line", hand, by=4),
            packs_=2,
        ),
        Game(
            "Kings slipped",
            packs(1, (1, 2, 13), held=pack_of(2, "HS", 2) + " KH KH KS KS"),
            *packets("packets", 3, 3, 3),
            free("packets"),
            slip_king("packets"),
            turn(),
            marry(down, "packets", ("packets", talon)),
            foundations(4, order("A 2 K")),
        ),
        small(
            "Spaces first, dealt round",
            4,
            "CDS",
            *packets("ground", 4, 4, 4),
            free("ground"),
            spaces_first("foundations"),
            again(2, "ground", dealt_round=True),
            homes=foundations(3, ascending(A, 4), any_suit),
        ),
        small(
            "As long as a pass places something",
            4,
            "HS",
            *lanes(2, 2),
            marry(either, "lanes", talon),
            fill("lanes", talon, may),
            play("lanes"),
            again(-1, talon, placing=True),
        ),
    )
}
