"""The Terrace: a proof of loss from the thirteen cards of the terrace and the base.

The foundations alternate in colour, so that a card of a value and a colour can only go to those
that begin red, or only to those that begin black: it is of one of 26 kinds, of four cards each, and
of no kind can more be home than of the one below it on the same foundations. Copies of a lower kind
that lie deeper in the terrace than a card are not home when that card goes. So when it has gone, no
more of its kind are home than the lower kinds allow at that moment; and those of its kind that lie
above it go before. Both together give for each kind how many at most may be home while a number of
cards of the terrace are left (`most`). Where the deal allows none of some kind, or not the base
itself, it is lost."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.patience.position import Position

#: Whether a card goes to the foundations that begin red, and its value counted from the base.
Kind = tuple[bool, int]
#: The cards of a kind; those of the terrace, and of pack and terrace before the base is chosen.
COPIES, LONG, CHOICES = 4, 13, 3


def lost(terrace: Sequence[Kind], base: Kind) -> bool:
    """Whether a deal is lost with this base; the terrace from its deepest card."""
    home: list[int] = []

    def most(left: int, kind: Kind) -> int:
        """How many of a kind may be home while this many cards of the terrace are left."""
        many, above = COPIES, 0
        for n in range(left - 1, -1, -1):
            if terrace[n] == kind:
                above += 1
                many = min(many, home[n] - above)
        return many

    for n, (red, value) in enumerate(terrace):
        # What is home of its kind when the card has gone, at most.
        lower = [(red, under) for under in range(value)]
        home.append(COPIES)
        home[n] = min(
            [COPIES] + [min(COPIES - list(terrace[:n]).count(k), most(n + 1, k)) for k in lower]
        )
    return any(
        most(len(terrace), (red, value)) < ((red, value) == base)
        for red in (False, True)
        for value in range(13)
    )


def is_lost(position: Position) -> bool:
    """Whether a deal of The Terrace is proved lost, whatever base is chosen; not where it has been
    chosen.
    """
    terrace = position.cards["terrace"]
    choices = [position.cards[f"v{n}"] for n in range(1, CHOICES + 1)]
    if position.home or len(terrace) != LONG or any(len(pile) != 1 for pile in choices):
        return False
    for (base,) in choices:
        kinds = [
            (card.red ^ bool((card.rank - base.rank) % 13 % 2), (card.rank - base.rank) % 13)
            for card in (*terrace, base)
        ]
        if not lost(kinds[:-1], kinds[-1]):
            return False
    return True
