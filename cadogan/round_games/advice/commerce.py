"""Commerce: stand at even money; otherwise throw out what leaves the best prospect (digest:
even_money_standing_hand).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from cadogan.round_games import Action, Actions, View
from cadogan.round_games.cards import Card
from cadogan.round_games.commerce import Commerce
from cadogan.round_games.commerce_hands import ranked
from cadogan.round_games.commerce_old import Trading

#: The chance of the best hand with which the author stands; and, in shares of an even one, that
#: from which it is better not to wait: tried with 3, 5 and 7 players, 500 to 1,200 deals each,
#: between a half and five shares of four.
EVEN_MONEY, SHARE = 0.5, 0.75


def advise(view: View, actions: Actions, enough: float = EVEN_MONEY) -> Action:
    """Stand on a hand that is the best with the chance of ``enough``. Otherwise throw out the card
    that leaves the best prospect, and buy for it if the chance gained is worth the stake."""
    game = view.game
    assert isinstance(game, Commerce)
    choice = {a.text: a for a in actions}
    if view.phase == "horse":
        return choice[
            "horse" if view.pool > game.horse_price * (1 + sum(map(bool, view.lives))) else "refuse"
        ]
    hand, rivals = view.hand, sum(bool(h) for h in view.hands) - 1
    now = chance(game, hand, rivals)
    if now >= enough and "stand" in choice:
        return choice["stand"]
    exchanges = [
        (chance(game, [a.args[1] if c == a.args[0] else c for c in hand], rivals), a)
        for a in actions
        if a.verb == "exchange"
    ]
    if exchanges:
        best, action = max(exchanges, key=lambda e: e[0])
        return action if best > now else choice.get("stand") or choice["decline"]
    if "on" in choice:
        return actions[0]
    after = {c: prospect(view, game, [h for h in hand if h != c], rivals) for c in hand}
    worst = max(hand, key=lambda c: after[c])
    gain = (view.pool + 1) * (after[worst] - now)
    # What the neighbour gives is worse than what the pack gives; by half the gain, as a rule of
    # thumb.
    if f"buy {worst}" in choice and (
        view.seat == view.dealer or gain / 2 > 1 or f"barter {worst}" not in choice
    ):
        return choice[f"buy {worst}"]
    return (
        choice.get(f"barter {worst}")
        or choice.get(f"give {worst}")
        or choice.get("allow")
        or actions[0]
    )


def because(view: View, action: Action) -> str:
    """What a hint says beside the advice: how often the hand is the best, and how often it would
    be.
    """
    game = view.game
    assert isinstance(game, Commerce)
    rivals = sum(bool(h) for h in view.hands) - 1
    if view.phase == "horse":
        return f"{view.pool} lie in the pool, and {1 + sum(map(bool, view.lives))} would play for them."
    if not view.hand or action.verb in ("allow", "pick"):
        return ""
    now = 100 * chance(game, view.hand, rivals)
    sentence = f"As it is, your hand is the best in {now:.0f} of 100 deals"
    if action.verb in ("buy", "barter", "give"):
        left = [c for c in view.hand if c != action.args[0]]
        return f"{sentence}; with another card for this one in {100 * prospect(view, game, left, rivals):.0f}, on average."
    if action.verb == "exchange":
        after = [action.args[1] if c == action.args[0] else c for c in view.hand]
        return f"{sentence}; after this exchange in {100 * chance(game, after, rivals):.0f}."
    return f"{sentence}; {'that is enough' if now >= 100 * EVEN_MONEY else 'one stands'} at {100 * EVEN_MONEY:.0f}."


def better(view: View, actions: Actions) -> Action:
    """The advice, but where the first who stands ends the game nobody waits for even money: the
    others would stand before him.
    """
    game = view.game
    assert isinstance(game, Commerce)
    return advise(
        view,
        actions,
        SHARE / sum(map(bool, view.hands)) if game.mode == "modern" else EVEN_MONEY,
    )


def likely(view: View, t: Trading) -> float:
    """How likely these hands are: who has had his turn and has not stood has hardly a hand that is
    the best at even money, and who has stood has hardly another."""
    game = view.game
    assert isinstance(game, Commerce)
    seats = game.playing(t)
    acted = [
        s
        for s in seats
        if s not in (view.seat, t.asker, *t.passed) and (t.rounds or s not in t.waiting)
    ]
    likelihood = 1.0
    for seat in acted:
        good = chance(game, t.hands[seat].cards, len(seats) - 1) >= 0.5
        if good != (seat in t.stood):
            likelihood *= 0.15
    return likelihood


def chance(game: Commerce, hand: Iterable[Card], rivals: int) -> float:
    """The chance that a hand is the best against this many others as they are dealt, taken as
    independent.
    """
    every = ranked(game.pack, game.hands, game.flush_tie)
    mine = game.strength(hand)
    return float(
        ((bisect_left(every, mine) + bisect_right(every, mine)) / 2 / len(every)) ** rivals
    )


def prospect(view: View, game: Commerce, cards: list[Card], rivals: int) -> float:
    """The mean chance that two cards and one of those unseen are the best hand."""
    unseen = view.unseen
    return sum(chance(game, (*cards, c), rivals) for c in unseen) / max(1, len(unseen))
