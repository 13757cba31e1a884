"""What a screen offers beside the cards: the buttons of a game, the strategies that can play on,
the odds in words.

The texts and keys of buttons are those of their kinds of move; the screen has none of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..engine.moves import KINDS
from ..patience.position import Move, Position
from ..players.intervals import rounded
from ..players.result import wilson
from .told import REDEALS

#: The most used buttons first.
ORDER = ("turn", "deal", "fill", "again")


#: The kinds of move that have a button, in the order in which the buttons stand.
BUTTONS = {name: KINDS[name] for name in (*ORDER, *KINDS) if KINDS[name].button}
#: Kinds that have their button from the first, where the game has a clause of that name; the others
#: have it once such a move has been possible.
FROM_THE_FIRST = ("turn", "again")
#: The words of a refusal that say that an equal foundation is to be begun first.
ELSEWHERE = "the next first card goes to"


def buttons(position: Position, moves: Collection[Move], known: set[str]) -> list[dict[str, Any]]:
    """The buttons of a game in their order; ``known`` holds the kinds of move that have been
    possible so far, and is brought up to date.
    """
    can = {move.kind for move in moves}
    words = {type(clause).__name__ for clause in position.game.active}
    known |= can | {kind for kind in FROM_THE_FIRST if kind in words}
    left = position.counts.get(REDEALS)
    many = {"again": "" if left is None else f" ({left} left)"}
    return [
        {
            "kind": kind.name,
            "label": kind.button + many.get(kind.name, ""),
            "key": kind.key,
            "can": kind.name in can,
        }
        for kind in BUTTONS.values()
        if kind.name in known
    ]


def strategies() -> list[dict[str, str]]:
    """The strategies that can play on, each by name and in words. The last is offered at first."""
    from ..players.strategies import STRATEGIES

    return [
        {"name": kind.name, "says": f"the {kind.who} player" + (" (slow)" if kind.compiled else "")}
        for kind in sorted(STRATEGIES.values(), key=lambda kind: not kind.compiled)
    ]


def equal_foundation(
    position: Position, source: str, target: str, home: Collection[str]
) -> Move | None:
    """The legal move that is meant where a card is laid on another, equal foundation.

    Empty foundations that any first card may begin are the same place, and the game lists one of
    them alone. None where the chosen foundation waits for a card of its own.
    """
    place_at = position.game.place_at
    if target not in home or position.cards.get(target):
        return None
    for move in position.moves():
        if (
            move.kind == "play"
            and move.source == source
            and place_at[move.target].group == place_at[target].group
            and not position.cards[move.target]
        ):
            refused = position.why_not(f"{source}-{target}")
            return move if refused and ELSEWHERE in str(refused) else None
    return None


# Odds
# --------------------------------------------------------------------------------------------------


def chances(rows: Sequence[Mapping[str, Any]]) -> str:
    """The table of odds in a sentence for a player: one win in N deals, never a bare zero. Of
    several players it names the one whose interval has the highest lower end: a few lucky deals do
    not make a better player.

    >>> chances([{"player": "greedy", "n": 1000, "wins": 40, "share": 0.04}])
    'The greedy player won 40 of 1,000 deals, 1 in 25. Nobody knows how many a careful player would win.'
    >>> chances([{"player": "careful", "n": 1000, "wins": 998, "share": 0.998}])
    'The careful player won 998 of 1,000 deals, all but 1 in 500.'
    """
    best = max(rows, key=lambda row: (wilson(row["wins"], row["n"])[0], row["player"] == "greedy"))
    unknown = (
        ""
        if any(row["player"] == "careful" for row in rows)
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
