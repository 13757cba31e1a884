"""Speculation: buy below the fair price and sell above it (the elements of skill of SPECULATION
1.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, comb

from cadogan.round_games import Action, Actions, View
from cadogan.round_games.cards import HIDDEN, Card, high
from cadogan.round_games.speculation import COURT

#: Nothing is gained by a search, which supposes that the others reckon: a price that they take
#: gives them the fair one, or more.
SEARCHED = False


def advise(view: View, actions: Actions) -> Action:
    """Bid the fair price in whole counters, take no less, and offer what may be offered."""
    choice = {a.text: a for a in actions}
    if view.phase == "accept":
        buyer = max(view.bids, key=lambda seat: view.bids[seat])
        return choice[
            f"sell {buyer + 1}" if view.bids[buyer] >= fair_price(view, view.ware) else "refuse"
        ]
    if view.phase == "bid":
        value = 0 if view.seat in view.looked else int(fair_price(view, view.ware))
        if value < max(1, view.price):
            return choice["decline"]
        bids = [a for a in actions if a.verb == "buy" or (a.verb == "bid" and a.args[0] <= value)]
        return bids[-1] if bids else choice["decline"]
    for a in actions:
        if a.verb == "offer" and worth_offering(view, *a.args):
            return a
    return actions[0]


def better(view: View, actions: Actions) -> Action:
    """The advice, but where it bids the fair price, and so gains nothing by being taken at its
    word, this bids one counter: who reckons takes neither, and who does not may take either."""
    advised = advise(view, actions)
    return next(a for a in actions if a.verb == "bid") if advised.verb == "bid" else advised


def worth_offering(view: View, ware: str, price: int | None = None) -> bool:
    """Asking for bids costs nothing, as long as one that would be taken can be made; a posted price
    must gain.
    """
    fair = fair_price(view, ware)
    if price is not None:
        return price > fair
    ceiling = view.game.ceiling  # type: ignore[attr-defined]  # a game of Speculation
    return bool(ceil(fair) <= max(ceiling(view, seat) for seat in view.others(view.seller)))


def because(view: View, action: Action) -> str:
    """What a hint says beside the advice: what the ware is worth and, to a seller who asks for
    bids, which of them to take.
    """
    ware = str(action.args[0]) if action.verb == "offer" else view.ware
    if action.verb == "turn":
        return "Nobody has reason to pay what the card is worth to you; so turn it."
    if not ware and view.phase == "presale":
        return f"The card is worth {fair_price(view, 'turn-up'):.2f} counters to you, and more than that nobody has reason to pay."
    if not ware:
        return f"It is worth {fair_price(view, 'lead'):.2f} counters, with {view.pool} in the pool; nobody has reason to pay more."
    fair = fair_price(view, ware)
    worth = f"To you it is worth {fair:.2f} counters, with {view.pool} in the pool"
    return (
        f"{worth}: take {ceil(fair)} or more, and nothing less."
        if action.verb == "offer" and len(action.args) == 1
        else f"{worth}."
    )


def unbeaten(unseen: int, higher: int, face_down: int) -> float:
    """The chance that no higher trump lies among the cards face down, given how many are unseen.

    >>> round(6 * unbeaten(51, 4, 15), 2)
    1.41
    """
    return comb(unseen - higher, face_down) / comb(unseen, face_down)


def fair_price(view: View, ware: str) -> float:
    """What a ware is worth: the pool times the chance that it wins it, as far as the seat knows
    (digest: information).
    """
    unseen = view.unseen
    down = [c for row in (*view.hands, view.spare) for c in row]
    known = [c for c in down if c is not HIDDEN]
    blind = len(down) - len(known)

    def higher(suit: str, than: int, among: Sequence[Card]) -> int:
        return sum(c.suit == suit and high(c) > than for c in among)

    if ware == "turn-up":
        passes = view.game.options["court_turn_up_passes"]
        wins = sum(
            1.0
            if passes and c.rank in COURT
            else unbeaten(len(unseen) - 1, higher(c.suit, high(c), unseen), blind)
            for c in unseen
        )
        return float(view.pool * wins / len(unseen))
    best = high(view.lead[-1])
    safe = (
        0.0
        if higher(view.trumps, best, known)
        else unbeaten(len(unseen), higher(view.trumps, best, unseen), blind)
    )
    if ware == "lead":
        return float(view.pool * safe)
    many = len(view.hands[view.seller]) if ware == "all" else 1
    return float(view.pool * (1 - safe) * many / max(1, len(down)))
