"""Conquian: use what brings eleven nearer, force what was declined, give away nothing that puts the
adversary out (FORCING 1.1, SUGGESTIONS 1.1 and 1.3)."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.echo import counted
from cadogan.round_games import Action, Actions, View
from cadogan.round_games.cards import Card
from cadogan.round_games.conquian_down import ORDERS, DownTable, fitted
from cadogan.round_games.melds import Meld, Order, completing, melds_in

#: What a card is worth that lies down, that lies in a combination of the hand, that fits what is
#: down, and for each card unseen that would make it part of a combination.
DOWN, READY, FITS, LIVE = 10.0, 9.0, 8.0, 1.2
#: And what a hand is worth for each card unseen that would put it out at once.
OUT = 6.0


def advise(view: View, actions: Actions) -> Action:
    """The action after which the hand stands best; a card that the adversary declined is forced on
    him.
    """
    if view.phase == "discard":
        return discard(view, actions)
    stay, *others = actions
    forces = [a for a in others if a.verb == "force"]
    others = [a for a in others if a.verb != "force"]
    standing = {a.text: after(view, a) for a in others}
    chosen = max(others, key=lambda a: standing[a.text], default=stay)
    if others and standing[chosen.text] > after(view, stay):
        return chosen
    t = seen(view)
    if forces and t.lying(t.adversary) + 1 < view.game.options["target"]:
        return forces[0]  # he declined it, so he does not want it
    return stay


def because(view: View, action: Action) -> str:
    """What a hint says beside the advice: how near eleven it leads, or who wants the card."""
    if action.verb in ("use", "place", "lay", "add"):
        t = seen(view)
        seat, deals = t.acting, t.deals
        view.game.perform(t, action)
        return (
            f"You have {view.game.tally(t, seat)} then." if t.deals == deals else "With it you win."
        )
    if action.verb == "force":
        return "Your adversary can only discard for it, and wanted no such card."
    if action.verb == "discard":
        waits = len(live(view, action.args[0], view.hand, set(view.unseen)))
        return f"You miss it least: {counted(waits, 'unseen card')} would make a combination with it and another of yours."
    if action.verb == "done":
        return "What else you can lay leaves you a worse hand."
    return "Nothing that can be done with it leaves you a better hand."


def seen(view: View) -> DownTable:
    """The table as the seat that is to act sees it."""
    t = view.table
    assert isinstance(t, DownTable)
    return t


def after(view: View, action: Action) -> float:
    """How the hand stands after an action, the worst card discarded if one must be."""
    t = seen(view)
    seat, deals, unseen = t.acting, t.deals, set(view.unseen)
    if action.verb in ("use", "place", "lay", "add"):
        view.game.perform(t, action)
    if t.deals > deals:
        return 1000.0
    hand = t.hands[seat].cards
    standing = worth(view, t, seat, hand, unseen)
    if action.verb in ("decline", "pass"):
        return standing
    return max(worth(view, t, seat, [c for c in hand if c != gone], unseen) for gone in hand)


def worth(view: View, t: DownTable, seat: int, hand: Sequence[Card], unseen: set[Card]) -> float:
    """How near eleven a hand with what is down stands."""
    own = [m for _, m in t.of(seat)]
    total = DOWN * t.lying(seat)
    ready = {c for m in melds_in(hand, ranks(view)) for c in m.cards}
    for card in hand:
        if card in ready:
            total += READY
        elif any(fitted(m, card) for m in own):
            total += FITS
        else:
            total += min(FITS, LIVE * len(live(view, card, hand, unseen)))
    if len(hand) <= 4:
        total += OUT * sum(goes(view, [*hand, c], own) for c in unseen if near(c, hand, own))
    return total


def near(card: Card, hand: Sequence[Card], own: Sequence[Meld]) -> bool:
    """Whether a card can go down at all, with two of the hand or on what is down: a quick look
    before a long one.
    """
    if any(m.suit == card.suit if m.is_run else m.rank == card.rank for m in own):
        return True
    return sum(c.rank == card.rank for c in hand) > 1 or sum(c.suit == card.suit for c in hand) > 1


def goes(view: View, cards: Sequence[Card], own: Sequence[Meld]) -> bool:
    """Whether these cards can all go down beside what is down, without borrowing."""
    if not cards:
        return True
    for card in cards:
        for i, meld in enumerate(own):
            if (grown := fitted(meld, card)) is not None and goes(
                view, [c for c in cards if c != card], [*own[:i], grown, *own[i + 1 :]]
            ):
                return True
    return any(
        goes(view, [c for c in cards if c not in m.cards], [*own, m])
        for m in melds_in(cards, ranks(view))
    )


def likely(view: View, t: DownTable) -> float:
    """How likely this hand of the adversary is: cards only leave a hand, so with whatever he holds
    now he has let the cards go by that have been turned down. A card that he could have laid with
    two of his hand he has hardly refused."""
    order = ranks(view)
    likelihood = 1.0
    for seat, pile in enumerate(t.hands):
        if seat == view.seat:
            continue
        holding = {(c.suit, order.index(c.rank)) for c in pile.cards}
        denominations = [c.rank for c in pile.cards]
        for card in view.passed:
            suit, place = card.suit, order.index(card.rank)
            if denominations.count(card.rank) >= 2 or any(
                {(suit, place + i), (suit, place + j)} <= holding
                for i, j in ((-2, -1), (-1, 1), (1, 2))
            ):
                likelihood *= 0.4
    return likelihood


def live(view: View, card: Card, hand: Sequence[Card], unseen: set[Card]) -> set[Card]:
    """The cards unseen that make a combination with this one and another of the hand."""
    others = (c for c in hand if c != card)
    return completing(card, others, ranks(view)) & unseen


def ranks(view: View) -> Order:
    """The ranks of the pack, the lowest first."""
    return ORDERS[view.game.options["pack"]]


def discard(view: View, actions: Actions) -> Action:
    """Discard the card that is worth least to oneself and to the adversary."""
    t = seen(view)
    seat, rival, unseen = t.acting, t.adversary, set(view.unseen)
    theirs = [m for _, m in t.of(rival)]
    near = t.lying(rival) >= view.game.options["target"] - 3

    def leaves(action: Action) -> float:
        card = action.args[0]
        left = worth(view, t, seat, [c for c in view.hand if c != card], unseen)
        gives = len(live(view, card, [*unseen], unseen)) * 0.1 + (
            3.0 if any(fitted(m, card) for m in theirs) else 0.0
        )
        return left - gives * (3 if near else 1)

    return max((a for a in actions if a.verb == "discard"), key=leaves)
