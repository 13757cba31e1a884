"""Cooncan: hold combinations while nobody is near the end, keep what has cards to come, throw out
what is odd and dear (COONCAN 10.2, 15.1, 17.2, 19.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain

from cadogan.echo import counted
from cadogan.round_games import Action, Actions, View
from cadogan.round_games.cards import JOKER, Card, Cards
from cadogan.round_games.cooncan import points
from cadogan.round_games.melds import (
    ACE_AT_EITHER_END,
    Meld,
    completing,
    runs_in,
    sets_in,
    together,
)

#: The pips that a card with something to come is worth keeping for, for each card that may come.
WORTH = 1.5
#: Combinations are held while every other hand has more cards than this (digest: the holder).
NEAR = 5
#: The turn of a deal, all players' counted together, from which holding costs more than it brings.
#: Of 8, 16, 24 and 32, tried in 400 deals each, 16 did best: 3.1 counters a game and seat more than
#: holding on (1.1 to 5.1).
LATE = 16
#: What a hint says there.
LATE_SAYS = f"After {LATE} turns of a deal, what is held costs more than it brings: in trials, 3.1 counters a game."
#: A search is too dear here: a playout takes the time of a hundred choices, and thousands would be
#: wanted for a choice, so great is luck.
SEARCHED = False
#: Combinations looked through in a hand, the dearest first.
MOST = 40


def advise(view: View, actions: Actions, near: int = NEAR) -> Action:
    """Take what completes or fits; lay out everything that goes if that ends the deal or another
    hand has ``near`` cards or fewer; discard the card that leaves the best hand."""
    choice = {a.text: a for a in actions}
    hand, laid = tuple(view.hand), view.laid
    if view.phase == "draw":
        return choice["take" if is_useful(hand, view.stock[-1], laid) else "draw"]
    if view.phase == "discard":
        unseen = Counter(view.unseen)
        return max(actions, key=lambda a: points(a.args) - kept_for(a.args[0], view, unseen))
    if not ends(hand, laid) and min(len(view.hands[s]) for s in view.others(view.seat)) > near:
        return choice["done"]
    goes = [m.text for m in best(hand)]
    return next(
        (a for a in actions if a.verb == "lay" and a.text[4:] in goes), max(actions, key=rid_of)
    )


def because(view: View, action: Action) -> str:
    """What a hint says beside the advice: whether a card fits, when to lay out, what a discard
    costs and could still bring.
    """
    if view.phase == "draw":
        card = view.stock[-1] if view.stock else None
        if action.verb == "take":
            return (
                "It fits a combination on the table."
                if fits(view.stock[-1], view.laid)
                else "It makes a combination with your cards."
            )
        return (
            f"{card.symbol} neither fits anything on the table nor completes a combination of yours."
            if card
            else ""
        )
    if view.phase == "discard":
        card = action.args[0]
        if (live := waits(card, view, Counter(view.unseen))) is None:
            return "All your cards are of use; it costs most if it stays."
        return f"It costs {points([card])} if it stays, and {counted(live, 'unseen card')} would make a combination with it."
    if action.verb != "done":
        if advise(view, tuple(view.game.legal(view.table))).verb == "done":
            return LATE_SAYS
        return "It is time to lay out: you can end the hand, or another is near its end."
    if not any(a.verb != "done" for a in view.game.legal(view.table)):
        return "You can lay nothing."
    return (
        f"While every other hand has more than {NEAR} cards, combinations are held: nobody can add to them there. "
        "If one of them goes out, you pay for them."
    )


def better(view: View, actions: Actions) -> Action:
    """The advice, but nobody goes on holding for ever: from the `LATE`-th turn of the deal all that
    goes is laid out.
    """
    return advise(view, actions, len(view.hands) * 100 if view.turns >= LATE else NEAR)


#: A hint is for whoever wants to win.
hint = better


def ends(hand: Cards, laid: Iterable[Meld]) -> bool:
    """Whether the whole hand goes down, or all of it but one card."""
    odd = Counter(hand) - Counter(c for m in best(hand) for c in m.cards)
    return sum(not fits(c, laid) for c in odd.elements()) <= 1


def rid_of(action: Action) -> tuple[int, int]:
    """How many cards an addition, or a joker's move, gets rid of; a joker is added last."""
    if action.verb == "move":
        return (2 if action.args[2] == "both" else 1, 0)
    if action.verb == "add":
        return (1, -(action.args[0] is JOKER))
    return (0 if action.verb == "done" else -1, 0)


def fits(card: Card, laid: Iterable[Meld]) -> bool:
    """Whether a card can be added to something on the table."""
    return any(card in meld.fits for meld in laid)


def is_useful(hand: Cards, card: Card, laid: Iterable[Meld]) -> bool:
    """Whether a card goes down at once, or makes a combination that the hand had not."""
    return (
        fits(card, laid) or card is JOKER or covered(tuple(sorted((*hand, card)))) > covered(hand)
    )


def covered(hand: Cards) -> int:
    """The points of a hand that lie in its best combinations."""
    return points(c for m in best(hand) for c in m.cards)


@lru_cache(maxsize=4096)
def best(hand: Cards) -> tuple[Meld, ...]:
    """The combinations that can be laid together and take most points out of the hand."""
    every = sorted(
        chain(runs_in(hand, ACE_AT_EITHER_END, longest=6), sets_in(hand)),
        key=lambda m: -points(m.cards),
    )[:MOST]
    return together(hand, every, lambda meld: points(meld.cards))


def kept_for(card: Card, view: View, unseen: Mapping[Card, int]) -> float:
    """What speaks for keeping a card: it is of use as it is, or makes a combination with another of
    the hand and a card unseen."""
    live = waits(card, view, unseen)
    return 100.0 if live is None else WORTH * live


def waits(card: Card, view: View, unseen: Mapping[Card, int]) -> int | None:
    """The cards unseen that would make a combination with this one and another of the hand; None
    for a joker, and for a card that lies in a combination or fits one on the table.
    """
    if card is JOKER or fits(card, view.laid) or any(card in m.cards for m in best(view.hand)):
        return None
    others = list(view.hand)
    others.remove(card)
    return sum(unseen[c] for c in completing(card, others, ACE_AT_EITHER_END))
