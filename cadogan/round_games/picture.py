"""The text picture of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cadogan.round_games.cards import HIDDEN, symbols
from cadogan.round_games.piles import Hand
from cadogan.round_games.table import Table
from cadogan.round_games.telling import player

if TYPE_CHECKING:
    from cadogan.round_games.game import Game


def whose_view(seat: int | None) -> str:
    """Whose view a picture shows; None for a bystander's."""
    return "a bystander's view" if seat is None else f"{player(seat)}'s view"


def picture(game: Game, t: Table, whose: str) -> str:
    """The text picture: a line for each seat, each pile, and the pools."""
    hands = t.deals + (t.to_act is not None)
    if t.to_act is None:
        hand = f"{hands} hands, " if hands > 1 else ""
        turn = "the hand is settled" if t.phase == "settled" else "the game is over"
    else:
        hand = f"{f'hand {hands}, ' if hands > 1 else ''}{player(t.dealer)} deals; "
        turn = f"{player(t.to_act)} to act ({t.phase.replace('_', ' ')})"
    lines = [f"{game.title}, {whose}: {hand}{turn}"]
    for seat in range(t.seats):
        mark = ">" if seat == t.to_act else " "
        lines.append(
            f"{mark} {player(seat)} {t.counters[seat]:+5d}  {symbols(t.hands[seat].cards)}".rstrip()
        )
    for name, pile in t.piles():
        if pile and not name.startswith("hands "):
            name, *owner = name.split(" ")
            name += f", {player(int(owner[0]))}" if owner else ""
            down = all(c is HIDDEN for c in pile.cards) or name == "pack"
            contents = f"{len(pile)} card{'s' * (len(pile) != 1)}" if down else symbols(pile.cards)
            lines.append(
                f"  {name.replace('_', ' ')}: {contents}{' (any order)' if isinstance(pile, Hand) and down else ''}"
            )
    for i, meld in enumerate(t.melds()):
        lines.append(
            f"  meld {i}: {meld.symbols}"
            + (f" ({player(meld.owner)})" if meld.owner is not None else "")
        )
    lines.append("  " + ", ".join(f"{name}: {n}" for name, n in t.pools.items()))
    facts = game.facts(t) | {
        name: ", ".join(map(player, t.__dict__[name])) for name in game.marks if t.__dict__[name]
    }
    facts |= {
        name: " ".join(map(str, t.__dict__[name])) for name in game.counted if any(t.__dict__[name])
    }
    lines += [f"  {name}: {value}" for name, value in facts.items()]
    return "\n".join(lines)
