"""Calabrasella: play alone with high cards and a long suit; cash what cannot be beaten, duck what
can, give aces to a partner (digest: bots; the author's own suggestions are lost)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add

from cadogan.echo import counted
from cadogan.round_games import Action, Actions, View
from cadogan.round_games.calabrasella import LAST_TRICK, ORDER, TrickTable, points, winner
from cadogan.round_games.cards import HIDDEN, SUITS, Card

#: What threes, twos, aces and kings are worth to one who thinks of playing alone, and each card of
#: his longest suit.
STRENGTH = {3: 4, 2: 4, 1: 2, 13: 1}
LENGTH = 4
#: With so much he plays. Fitted to 600 deals that the eldest hand was made to play: there it gains
#: or loses nothing.
ENOUGH = 32
#: A card of less use than this is laid away for one of the stock.
USEFUL = 2.0
#: What a card kept is worth in later tricks, in points, in the order of the ranks; and the lead,
#: for each card to follow.
KEPT = (0, 0.05, 0.1, 0.15, 0.3, 0.35, 0.5, 0.6, 1.0, 1.3)
TO_FOLLOW = 0.4
#: What the last trick is worth: three points, and the points that one expects in the stock.
LAST = LAST_TRICK + 3


def advise(view: View, actions: Actions) -> Action:
    """Play alone if the hand is good enough; ask for, keep and take what is of most use; play what
    the trick is worth.
    """
    if view.phase == "announce":
        return actions[0 if strength(view.hand) >= ENOUGH else 1]
    value = {"ask": total_use, "give_back": spared, "discard": spared, "take": total_use}.get(
        view.phase, trick
    )
    return max(actions, key=lambda a: value(view, *a.args))


def because(view: View, action: Action) -> str:
    """What a hint says beside the advice: what the hand or the trick is worth."""
    if view.phase == "announce":
        have = strength(view.hand)
        return f"Threes, twos, aces, kings and the longest suit make your hand {have}; playing alone wants {ENOUGH}."
    if view.phase == "trick":
        lies = points([*view.trick, *action.args])
        ours = takes(view, action.args[0]) > 0.5
        whose = "your side should win" if ours else "the other side should win"
        return f"With it {whose} the trick, in which {counted(lies, 'point')} lie{'s' * (lies == 1)} so far."
    if view.phase in ("give_back", "discard"):
        if not action.args:
            return "Every card left is of more use than what the stock may bring."
        return "It is of least use to you: its suit is short or its rank low."
    return (
        "It is of most use to you: a high card, and its suit is long."
        if action.args
        else "No card of the others is of use to you."
    )


def strength(hand: Sequence[Card]) -> int:
    """How good a hand is to play alone."""
    longest = max(sum(c.suit == suit for c in hand) for suit in SUITS)
    return sum(STRENGTH.get(c.rank, 0) for c in hand) + LENGTH * longest


def likely(view: View, t: TrickTable) -> float:
    """How likely these hands are: who has passed has hardly a hand to play alone with, and who
    plays alone has one.

    Judged only while most of a hand is still held.
    """
    order = view.turn(view.left(view.dealer))
    speaks = view.to_act if view.phase == "announce" else view.alone
    if speaks is None:
        return 1.0
    passed = order[: order.index(speaks)]
    likelihood = 1.0
    for seat, hand in enumerate(t.hands):
        if seat != view.seat and len(hand) >= 9 and (seat in passed or seat == view.alone):
            strong = strength(hand.cards) * 12 >= ENOUGH * len(hand)
            if strong != (seat == view.alone):
                likelihood *= 0.15 if seat in passed else 0.4
    return likelihood


def use(view: View, card: Card) -> float:
    """How useful a card is: for its rank, and the more the longer and higher its suit."""
    suit = [c for c in view.hand if c.suit == card.suit and c != card]
    # Not sum(): since Python 3.12 it rounds floats otherwise, and another card would break a tie.
    more = reduce(add, (0.3 + 0.2 * STRENGTH.get(c.rank, 0) for c in suit), 0.0)
    return STRENGTH.get(card.rank, 0) + more


def total_use(view: View, *cards: Card) -> float:
    """How useful these cards are together."""
    return reduce(add, (use(view, card) for card in cards), 0.0)


def spared(view: View, *cards: Card) -> float:
    """How well a card can be spared; to spare none is as good as a card of some use."""
    return -use(view, *cards) if cards else -USEFUL


def trick(view: View, card: Card) -> float:
    """What playing a card brings: the points of the trick by the chance to win it, less what the
    card is worth if kept.
    """
    on_table = [*view.trick, card]
    worth = (
        points(on_table) + TO_FOLLOW * (3 - len(on_table)) + (LAST if len(view.hand) == 1 else 0)
    )
    return (2 * takes(view, card) - 1) * worth - KEPT[ORDER.index(card.rank)]


def takes(view: View, card: Card) -> float:
    """The chance that one's own side wins the trick if this card is played to it."""
    seats = [s for s in view.turn(view.led) if len(view.hands) == 3 or s != view.dealer]
    on_table = [*view.trick, card]
    suit = on_table[0].suit
    first = winner(on_table, ORDER)
    ours = ally(view, seats[first])
    higher = sum(
        c.suit == suit and ORDER.index(c.rank) > ORDER.index(on_table[first].rank)
        for c in view.unseen
    )
    holds = 1.0  # the chance that the card that wins now is not beaten by the other side
    for seat in seats[len(on_table) :]:
        if ally(view, seat) != ours and suit not in view.voids[seat]:
            holds *= (1 - view.hands[seat].count(HIDDEN) / max(1, len(view.unseen))) ** higher
    return holds if ours else 1 - holds


def ally(view: View, seat: int) -> bool:
    """Whether a seat is on one's own side."""
    return bool((seat == view.alone) == (view.seat == view.alone))
