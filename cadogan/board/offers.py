"""What a screen offers beside the cards: the buttons of a game, who can play on by itself, the game
to be kept.

Every text and key of a button stands here once; the screen has none of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ..engine.moves import KINDS
from ..patience.game import Game
from ..patience.position import Move, Position
from ..players.result import wilson
from ..tables.summary import rounded
from .told import REDEALS

#: The most used buttons first.
ORDER = ("turn", "deal", "fill", "again")


class Button(NamedTuple):
    """A kind of move that is made by a button: its label and its key."""

    label: str
    key: str


#: The kinds of move that have a button, in the order in which the buttons stand.
BUTTONS = {
    kind.name: Button(kind.button, kind.key)
    for kind in sorted(
        KINDS.values(),
        key=lambda kind: ORDER.index(kind.name) if kind.name in ORDER else len(ORDER),
    )
    if kind.button
}
#: Kinds that have their button from the first, where the game has a clause of that name; the others
#: when they are first met.
FROM_THE_FIRST = ("turn", "again")
#: The words of a refusal that tell that an equal foundation is to be begun first.
ELSEWHERE = "its first card goes to another"
#: Deals that have been won, by game; written by tools/deals.py.
KEPT = Path(__file__).with_name("deals.json")
#: How many deals there are to choose from; how many are looked at to find one that is not dead, and
#: how many moves of each.
MOST_DEALS, TRIES, FEW = 1_000_000, 30, 4
#: A list of fewer deals than this would deal the same ones again and again: it is not used.
ENOUGH = 8


def buttons(position: Position, moves: Collection[Move], met: set[str]) -> list[dict[str, Any]]:
    """The buttons of a game in their order; ``met`` holds the kinds that have been met, and is
    brought up to date.
    """
    can = {move.kind for move in moves}
    words = {type(clause).__name__ for clause in position.game.active}
    met |= can | {kind for kind in FROM_THE_FIRST if kind in words}
    return [
        {
            "kind": kind,
            "label": _label(kind, button, position),
            "key": button.key,
            "can": kind in can,
        }
        for kind, button in BUTTONS.items()
        if kind in met
    ]


def _label(kind: str, button: Button, position: Position) -> str:
    left = position.counts.get(REDEALS)
    return f"{button.label} ({left} left)" if kind == "again" and left is not None else button.label


def strategies() -> list[dict[str, str]]:
    """Who can play by itself: the name, and what a person calls it. The last is the one that is
    offered at first.
    """
    from ..players.strategies import STRATEGIES

    return [
        {"name": one.name, "says": f"the {one.who} player" + (" (slow)" if one.compiled else "")}
        for one in sorted(STRATEGIES.values(), key=lambda one: not one.compiled)
    ]


def equal_foundation(
    position: Position, source: str, target: str, home: Collection[str]
) -> Move | None:
    """The legal move that is meant by a card laid on an empty foundation which is as good as
    another.

    Empty foundations that any first card may begin are the same place, and the game lists one of
    them alone. Nothing is found where the foundation that was meant waits for a card of its own.
    """
    groups = {place.id: place.group for place in position.game.places}
    if target not in home or position.cards.get(target):
        return None
    for move in position.moves():
        if (
            move.kind == "play"
            and move.source == source
            and groups[move.target] == groups[target]
            and not position.cards[move.target]
        ):
            refused = position.why_not(f"{source}-{target}")
            return move if refused and ELSEWHERE in str(refused) else None
    return None


# Deals
# -------------------------------------------------------------------------------------------------


#: How hard a deal is, by who wins it, the simplest player first: a word, and what it means.
HARDNESS = {
    "greedy": ("easy", "The greedy player wins this deal."),
    "careful": ("fair", "The careful player wins this deal, and the greedy one does not."),
    "solver": (
        "hard",
        "This deal can be won, though neither of them wins it: the solver, which sees every card, has found how.",
    ),
}


@lru_cache(maxsize=1)
def stored() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """The lists of deals that have been won, by game and by the simplest player who wins them;
    empty where there is none.
    """
    return json.loads(KEPT.read_text(encoding="utf-8"))["won"] if KEPT.is_file() else {}


def deals_worth_playing(game: Game) -> Mapping[int, str]:
    """Numbers of deals that can be won, each with how hard it is (a word of `HARDNESS`); none for a
    game that the list does not hold.

    The list is for the rules of the book alone: a changed game has none.
    """
    from .. import games

    own = game.slug in tuple(games) and game == games[game.slug]
    kept = (
        {
            deal: HARDNESS[name][0]
            for name, deals in stored().get(game.slug, {}).items()
            for deal in deals
        }
        if own
        else {}
    )
    return kept if len(kept) >= ENOUGH else {}


def hardness(game: Game, deal: int) -> dict[str, str] | None:
    """How hard a deal is: the word, and what it means; None where nobody knows."""
    word = deals_worth_playing(game).get(deal)
    return next(
        ({"word": one, "says": says} for one, says in HARDNESS.values() if one == word), None
    )


def grades(game: Game) -> list[str]:
    """The words for how hard the deals of a game are that can be asked for, the easiest first."""
    known = set(deals_worth_playing(game).values())
    return [word for word, _ in HARDNESS.values() if word in known]


def any_deal(game: Game, other_than: int, grade: str = "") -> int:
    """The number of a deal worth playing: one that can be won, or at least one that is not dead
    after a few moves.

    With ``grade`` one that is so hard, where there is one.
    """
    kept = {deal: word for deal, word in deals_worth_playing(game).items() if deal != other_than}
    graded = [deal for deal, word in kept.items() if word == grade] or list(kept)
    if graded:
        return random.choice(graded)
    for _ in range(TRIES):
        deal = random.randrange(MOST_DEALS)
        if deal != other_than and not _is_dead(game.deal(deal)):
            return deal
    return random.randrange(MOST_DEALS)


def deal_of_the_day(game: Game, day: int) -> int:
    """The same deal for everybody on one day; ``day`` is its date as a number, such as 19140805."""
    kept = sorted(deals_worth_playing(game))
    return kept[day * 7919 % len(kept)] if kept else day


def _is_dead(position: Position, moves: int = FEW) -> bool:
    """Whether every line of play ends, unwon, within this many moves."""
    if position.is_won or not moves:
        return False
    return all(_is_dead(position.play(move), moves - 1) for move in position.moves())


# Odds
# --------------------------------------------------------------------------------------------------


def chances(rows: Sequence[Mapping[str, Any]]) -> str:
    """The rows of the table of odds as what a player can use: one win in N deals, never a bare
    zero. Of several players the one whose interval's lower end is highest is named: a few lucky
    deals do not make a better player.

    >>> chances([{"player": "greedy", "n": 1000, "wins": 40, "share": 0.04}])
    'The greedy player won 40 of 1,000 deals, 1 in 25. Nobody knows how many a careful player would win.'
    >>> chances([{"player": "careful", "n": 1000, "wins": 998, "share": 0.998}])
    'The careful player won 998 of 1,000 deals, all but 1 in 500.'
    """
    best = max(rows, key=lambda one: (wilson(one["wins"], one["n"])[0], one["player"] == "greedy"))
    unknown = (
        ""
        if any(one["player"] == "careful" for one in rows)
        else " Nobody knows how many a careful player would win."
    )
    if not best["wins"]:
        few = f"fewer than 1 in {best['n'] // 3:,} can be expected"
        return (
            f"The {best['player']} player won none of {best['n']:,} deals, so that {few}.{unknown}"
        )
    if best["wins"] == best["n"]:
        return f"The {best['player']} player won all of {best['n']:,} deals."
    lost = 1 - best["share"]
    often = (
        f"all but 1 in {rounded(1 / lost):,}"
        if lost < 0.005
        else f"{100 * best['share']:.0f} in 100"
    )
    often = f"1 in {rounded(1 / best['share']):,}" if best["share"] < 0.2 else often
    beyond = unknown if best["share"] < 0.9 else ""
    return (
        f"The {best['player']} player won {best['wins']:,} of {best['n']:,} deals, {often}.{beyond}"
    )
