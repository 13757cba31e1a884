"""A quick proof that a position is lost: some card can never go home, even if all that is ever
achieved stayed so.

The games meant are those of `cadogan.solver.plan.safe`, up to a shuffled re-deal. In a relaxed game
a card that may go home or be laid elsewhere once counts as gone from where it lies for ever, and
yet as lying wherever it may: whatever a card could be laid on stays there to be laid on, and a
place once empty stays empty. What can be reached so is worked out step by step, until nothing is
added.

*If a card cannot go home in the relaxed game, it cannot in the real one.* Take the moves of any real line in their order. By induction,
each card that has left its place is gone in the relaxed game too, so that the card beneath is
reached there; each card at home is home there; each card that something was laid on, and each place
found empty, is known there. So the next move is there as well: a card that goes home was reached,
and those below it in its foundation are home; a card laid on another was reached, and that other is
known; a run that is moved as a whole goes by its head, and all of it is gone with it. (A card that
lies on another of its run goes with it or goes home; it is never the head.) What lies in hand is
turned one after another, and counts as reached."""

from __future__ import annotations

from cadogan.engine.numbers import FACE, NOTHING
from cadogan.engine.rules import Rules
from cadogan.solver.plan import Plan, Searching


def hopeless(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether some card can never go home."""
    home, empty, reached = 0, 0, 0
    for group in rules.foundations:
        for p in range(group.first, group.end):
            if s.top[p] >= 0:
                home |= plan.sent[s.top[p] & FACE]
    for p in range(len(rules.places)):
        s.uncovered[p] = s.top[p]
        if plan.filled[p] and s.top[p] < 0:
            empty = plan.fill
    card = s.top[rules.hand.first]
    while card >= 0:
        reached |= 1 << (card & FACE)
        card = s.under[card]
    known = 0  # the cards on which something may be laid
    loose = 0  # the cards that may be laid elsewhere, if they or their run is reached
    before = -1
    while before != home + known + reached + loose + empty:
        before = home + known + reached + loose + empty  # each of them only grows
        for p in range(len(rules.places)):
            if p != rules.hand.first and not rules.places[p].group.foundation:
                card = s.uncovered[p]
                while card >= 0:
                    reached |= 1 << (card & FACE)
                    if plan.laid_on[p]:
                        known |= 1 << (card & FACE)
                    if may_leave(rules, s, plan, p, card, home, loose):
                        card = s.under[card]
                        s.uncovered[p] = card
                        if card < 0 and plan.filled[p]:
                            empty = plan.fill
                    else:
                        card = NOTHING
        home |= (shifted(plan.upward, home) | plan.lowest) & reached
        loose = shifted(plan.downward, known) | empty
        known |= loose & reached
    return home != plan.all_faces


def may_leave(
    rules: Rules, s: Searching, plan: Plan, p: int, card: int, home: int, loose: int
) -> int:
    """Whether a card that is reached may leave its place: it goes home, or is laid elsewhere alone
    or with a whole run.
    """
    bit = 1 << (card & FACE)
    if home & bit:
        return True
    if plan.singly[p]:
        return loose >> (card & FACE) & 1
    if not rules.runs or not plan.as_runs[p]:
        return False
    if rules.face_down and s.down[card]:
        return loose >> (card & FACE) & 1  # turned up, it is the head of its run
    return loose >> (s.head[p] & FACE) & 1


def shifted(steps: tuple[tuple[int, int], ...], faces: int) -> int:
    """The faces that are this many steps from any of these."""
    found = 0
    for distance, those in steps:
        if distance > 0:
            found |= (faces << distance) & those
        else:
            found |= (faces >> -distance) & those
    return found
