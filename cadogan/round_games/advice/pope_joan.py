"""Pope Joan: first the stops, then pope, then the lowest of the longest suit, above all an ace (the
Hoyle tradition).
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.round_games import Action, Actions, View
from cadogan.round_games.cards import Card
from cadogan.round_games.pope_joan import POPE, Stops, above

#: What it is worth, in cards got rid of, to lead a card that none but its holder can bring out; and
#: what each card costs that the lead brings out of another hand. Tried in 2,000 deals each: of 0.5,
#: 1, 2, 4 and 8 nothing did better than 4, of 0.1 to 0.6 nothing better than 0.2.
STRANDED, FOLLOWED = 4.0, 0.2


def advise(view: View, actions: Actions) -> Action:
    """Lead what comes back: the longest run of one's own that ends in a known stop; then pope; then
    from the longest suit.
    """
    if view.phase == "stop":
        return actions[-1]  # pope for a stop, if he is in the hand
    leads = {a.args[0]: a for a in actions}
    safe = {card: run for card in leads if (run := own_run(view, card))}
    if safe:
        return leads[max(safe, key=lambda card: safe[card])]
    if POPE in leads:
        return leads[POPE]
    suits = [c.suit for c in view.hand]
    return leads[max(leads, key=lambda card: (card.rank == 1, suits.count(card.suit), -card.rank))]


def because(view: View, action: Action) -> str:
    """What a hint says beside the advice: whether the lead comes back, or why this suit."""
    if view.phase == "stop":
        return "Pope can be got rid of without a lead." if action.verb == "pope" else ""
    card = action.args[0]
    if run := own_run(view, card):
        stop = (
            "nobody can follow it"
            if run == 1
            else f"the {run} cards up to the next stop are all yours"
        )
        return f"A sure stop: {stop}, and you lead again."
    if card == POPE:
        return f"No stop is sure, and pope brings what lies for it, {view.pools['pope']}, and the lead."
    if card.rank == 1:
        return "No stop is sure, and nobody can play up to an ace: it must be led."
    return "No stop is sure: it is the lowest of your longest suit, which brings out most cards."


def better(view: View, actions: Actions) -> Action:
    """Lead what none but its holder can bring out, and keep the stops: they go when another plays
    up to them, and then bring the lead.
    """
    if view.phase == "stop":
        return actions[-1]
    out = set(view.missing)
    gone = out.union(view.turned, *view.played)
    buried = max(0, len(view.spare) - len(out)) / max(
        1, len(view.unseen) - len(out)
    )  # the chance that a card unseen is in no hand
    return max(
        actions,
        key=lambda a: (
            STRANDED * stranded(view, a.args[0], gone, buried)
            + brings_out(view, a.args[0], gone, buried)
        ),
    )


def stranded(view: View, card: Card, gone: Collection[Card], buried: float) -> float:
    """The chance that nobody can play up to a card: it is an ace, or pope, or the card below it is
    out of play.
    """
    below = None if card.rank == 1 or card == POPE else Card(card.index - 1)
    if below is None or below in gone:
        return 1.0
    return 0.0 if below in view.hand else buried


def brings_out(view: View, card: Card, gone: Collection[Card], buried: float) -> float:
    """How many of one's own cards a lead should bring out, less `FOLLOWED` for each other card."""
    comes, expected = 1.0, 1.0  # the chance that the run comes so far
    while comes and (following := above(card)) is not None and following not in gone:
        card = following
        if card in view.hand:
            expected += comes
        else:
            expected -= FOLLOWED * comes
            comes *= 1 - buried
    return expected


def likely(view: View, t: Stops) -> float:
    """How likely these hands are: who led a card that another had to follow has hardly kept pope,
    or an ace.
    """
    likelihood = 1.0
    for i, (seat, led) in enumerate(view.leads):
        led_again = (
            i + 1 < len(view.leads) and view.leads[i + 1][0] == seat
        )  # the lead came back: it was a good one in any case
        if seat == view.seat or led_again or led == POPE:
            continue
        hand = t.hands[seat].cards
        if POPE in hand:
            likelihood *= 0.2
        if led.rank != 1 and any(c.rank == 1 for c in hand):
            likelihood *= 0.3
    return likelihood


def own_run(view: View, card: Card) -> int:
    """How many cards a lead takes out of one's own hand if all of them and a known stop are in it;
    otherwise 0.
    """
    gone = set(view.missing).union(view.turned, view.spare, *view.played)
    length = 1
    while (following := above(card)) is not None and following not in gone:
        if following not in view.hand:
            return 0
        card, length = following, length + 1
    return length
