"""What was done, in the past tense and with the card: "You turned the seven of hearts; 35 left."

It looks at two positions and the move between them, as the player sees them, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cadogan.echo import counted

from ..cards import Card
from ..engine.moves import KINDS
from ..patience.position import Move, Position
from ..words.english import as_sentence, listed

#: How a re-deal is counted among a position's counts.
REDEALS = "re-deals left"


def tell_move(before: Position, move: Move, after: Position, who: str = "") -> str:
    """A sentence that tells what was done; ``who`` is its subject, such as ``You``; without one it
    begins with the verb.
    """
    tell, pattern = _TELLERS.get(move.kind), KINDS[move.kind].told
    if tell is None and not pattern:
        return as_sentence(move.says)
    words = (
        tell(before, move, after)
        if tell
        else pattern.format(
            cards=_row(move.cards),
            source=_place_name(before, move.source),
            target=_place_name(before, move.target),
        )
    )
    return as_sentence(f"{who} {words}" if who and move.kind != "swap" else words)


def _play(before: Position, move: Move, after: Position) -> str:
    what = _row(move.cards) or counted(move.count, "card")
    pile, height = after.seen.get(move.target, ()), len(before.seen.get(move.target, ()))
    if not move.cards and len(pile) == height + 1 and pile[-1]:  # nobody saw it before
        what = f"the {pile[-1].name}"
    if move.count > 1 and move.cards:
        others = "the card" if move.count == 2 else f"the {move.count - 1} cards"
        what = f"the {move.cards[0].name} and {others} on it"
    verb = "moved" if move.count > 1 else "played"
    origin = f" from {_place_name(before, move.source)}" if move.source else ""
    up = _turned_up(before, move.source, after)
    return f"{verb} {what}{origin} to {_place_name(before, move.target)}" + (
        f"; that turned up the {up.name}" if up else ""
    )


def _turn(before: Position, move: Move, after: Position) -> str:
    fresh = [
        card for name, pile in after.seen.items() for card in pile[len(before.seen[name]) :] if card
    ]
    what = (
        f"the {fresh[-1].name}"
        if len(fresh) == 1
        else f"{len(fresh)} cards, the {fresh[-1].name} uppermost"
        if fresh
        else "a card"
    )
    return f"turned {what}; {_none(_in_hand(after), 'none')} left"


def _deal(before: Position, move: Move, after: Position) -> str:
    dealt = _in_hand(before) - _in_hand(after)
    return (
        f"dealt {counted(dealt, 'card')}; {_none(_in_hand(after), 'none')} left"
        if dealt
        else "went on with the deal"
    )


def _fill(before: Position, move: Move, after: Position) -> str:
    filled = sum(len(pile) > len(before.cards[name]) for name, pile in after.cards.items())
    return f"filled {counted(filled, 'gap')}; {_none(_in_hand(after), 'none')} left in hand"


def _redeal(before: Position, move: Move, after: Position) -> str:
    left, gained = after.counts.get(REDEALS), _in_hand(after) - _in_hand(before)
    what = (
        f"took up {counted(gained, 'card')} as the pack in hand"
        if gained > 0
        else "gathered the cards and dealt again"
    )
    return (
        what
        if left is None
        else f"{what}; {_none(left)} {'re-deal' if left == 1 else 're-deals'} left"
    )


def _swap(before: Position, move: Move, after: Position) -> str:
    if len(move.cards) == len(move.places):
        return f"{_row(move.cards)} changed places"
    return (
        f"the {move.cards[0].name} changed places with a vacancy"
        if move.cards
        else "two places were exchanged"
    )


#: The kinds of move of which more is told than their cards and places; the others follow the
#: pattern of their kind (`Kind.told`).
_TELLERS: dict[str, Callable[[Position, Move, Position], str]] = {
    "play": _play,
    "turn": _turn,
    "deal": _deal,
    "fill": _fill,
    "again": _redeal,
    "swap": _swap,
}


def _row(cards: Sequence[Card]) -> str:
    """The names of cards as a list: ``the two of clubs, the ace of spades and the king of hearts``;
    empty for none.
    """
    return listed([card.name for card in cards]) if cards else ""


def _none(n: int, nothing: str = "no") -> str:
    return str(n) if n else nothing


def _place_name(position: Position, place: str) -> str:
    """The name of a place as it stands in a sentence: a name without a number takes the article;
    empty for no place.
    """
    if not place:
        return ""
    name = position.game.place_at[place].name
    return name if name[-1:].isdigit() or name.startswith("the ") else f"the {name}"


def _in_hand(position: Position) -> int:
    return len(position.cards.get("hand", ()))


def _turned_up(before: Position, place: str, after: Position) -> Card | None:
    """The card of this place that nobody had seen before and that now lies uppermost."""
    if not place or place == "hand":
        return None
    old, new = before.seen[place], after.seen[place]
    return new[-1] if new and len(new) < len(old) and old[len(new) - 1] is None else None
