"""Deals worth playing: those that have been won, and how hard they are."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from cadogan.patience.game import Game
from cadogan.patience.position import Position
from cadogan.players.table import kept

#: Deals that have been won, by game; written by tools/deals.py.
KEPT = Path(__file__).with_name("deals.json")
#: How many deals there are to choose from; how many are looked at to find one that is not dead, and
#: how many moves of each.
MOST_DEALS, TRIES, FEW = 1_000_000, 30, 4
#: A list of fewer deals than this would deal the same ones again and again: it is not used.
ENOUGH = 8
#: How many deals of each hardness, the lowest, serve as deals of the day: a longer list changes none.
OF_DAYS = 20
#: How hard a deal is, by who wins it, the simplest player first: a word, and what it means.
HARDNESS = {
    "greedy": ("easy", "The greedy player wins this deal."),
    "careful": ("fair", "The careful player wins this deal, and the greedy one does not."),
    "solver": (
        "hard",
        "This deal can be won, though neither of them wins it: the solver, which sees every card, has found how.",
    ),
}


def stored() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """The lists of deals that have been won, by game and by the simplest player who wins them;
    empty where there is none.
    """
    won: Mapping[str, Mapping[str, Sequence[int]]] = kept(KEPT).get("won", {})
    return won


def deals_worth_playing(game: Game) -> Mapping[int, str]:
    """Numbers of deals that can be won, each with how hard it is (a word of `HARDNESS`); none for a
    game that the list does not hold.

    The list is for the rules of the book alone: a changed game has none.
    """
    from cadogan import games

    own = games.is_chapter(game.slug) and game == games[game.slug]
    known = (
        {
            deal: HARDNESS[name][0]
            for name, deals in stored().get(game.slug, {}).items()
            for deal in deals
        }
        if own
        else {}
    )
    return known if len(known) >= ENOUGH else {}


def hardness(game: Game, deal: int) -> dict[str, str] | None:
    """How hard a deal is: the word, and what it means; None where nobody knows."""
    word = deals_worth_playing(game).get(deal)
    return {"word": word, "says": dict(HARDNESS.values())[word]} if word else None


def grades(game: Game) -> list[str]:
    """The words for how hard the deals of a game are that can be asked for, the easiest first."""
    known = set(deals_worth_playing(game).values())
    return [word for word, _ in HARDNESS.values() if word in known]


def any_deal(game: Game, other_than: Collection[int], grade: str = "") -> int:
    """The number of a deal worth playing, none of those that have been played: one that can be won;
    where all of these have been played, any that is not dead after a few moves.

    With ``grade`` one of that hardness, if there is one.
    """
    words = deals_worth_playing(game)
    graded = [deal for deal, word in words.items() if word == grade] or list(words)
    if left := [deal for deal in graded if deal not in other_than]:
        return random.choice(left)
    for _ in range(TRIES):
        deal = random.randrange(MOST_DEALS)
        if deal not in other_than and not _is_dead(game.deal(deal)):
            return deal
    return random.randrange(MOST_DEALS)


def deal_of_the_day(game: Game, day: int) -> int:
    """The number of the deal of a day, the same for everybody; ``day`` is its date as a number, such as 19140805."""
    known = deals_worth_playing(game)
    words = {word: [deal for deal in known if known[deal] == word] for word in known.values()}
    won = sorted(deal for row in words.values() for deal in sorted(row)[:OF_DAYS])
    return won[day * 7919 % len(won)] if won else day


def _is_dead(position: Position, moves: int = FEW) -> bool:
    """Whether every line of play ends, unwon, within this many moves."""
    if position.is_won or not moves:
        return False
    return all(_is_dead(position.play(move), moves - 1) for move in position.moves())
