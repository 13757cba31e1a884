"""A quick proof that a position is lost: some card can never go home, even if all that is ever
achieved stayed so.

The games meant are those of `cadogan.solver.plan.only_laid`, up to a shuffled re-deal, whose
foundations take the whole pack in one order, each in one suit (`cadogan.solver.plan.sent_home`). In
a relaxed game a card that may go home or be laid elsewhere once counts as gone from where it lies
for ever, and yet as lying wherever it may: whatever a card could be laid on stays there to be laid
on, and a place once empty stays empty. What can be reached so is worked out step by step, until
nothing is added.

*If a card cannot leave its place in the relaxed game, it cannot go home in the real one.* Take the
moves of any real line in their order, with what follows from them by itself. By induction, each
card that has left its place is gone in the relaxed game too, so that the card beneath is reached
there, and the places that blocked it are empty; of each face as many cards are home there; each
card that something was laid on, and each place found empty, is known there. So the next move is
there as well: a card that goes home was reached, and one more of the face below it is home than of
its own (see below); a card laid on another was reached, and that other is known; a run that is
moved as a whole goes by its head, and what lies below that is reached. (A card that lies on another
of its run goes with it or goes home; it is never the head. So where only whole runs are moved, the
other is reached when all that lie on it can go home.) What lies in hand, what a re-deal takes up,
and what gaps are filled from, counts as gone from the beginning; where it may come to lie otherwise
than by being laid on a card that it fits, or on a place found empty, also as lying where something
may be laid on it. Whatever else the rules ask of a move only forbids some.

*Where the uppermost card of the talon cannot leave it while nothing is turned, the next card is
turned* (`s.stays`). What lies in hand is left out at first, to see that. No move before the next
card is turned takes a card from the talon, then, and none asks what is in hand: all of them can as
well be made after it.

*Cards of one face are counted.* Each card home lies on one of its own suit, the next below, no two
on the same. So of no face are more home than of the face below, and before a card goes home, more
are home of the face below than of its own: more than were home of its own in the position, for none
comes back. And of a face no more are ever home than are home in the position or have left their
places. (That there are more than k of a face is said of sets of faces, one for each k, and each is
worked out by itself: for more than k to be home of a face, more than k must be home of the face
below, and more than k of its own be at home or gone.)
"""

from __future__ import annotations

from cadogan.engine.numbers import FACE, NOTHING
from cadogan.engine.rules import Group, Rules
from cadogan.solver.plan import Plan, Searching


def hopeless(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether some card can never go home."""
    begin(rules, s, plan)
    s.stays = 0
    in_hand = int(plan.talon >= 0 and s.top[rules.hand.first] >= 0)
    left, before, now = 1, NOTHING, 0
    while left and before != now:
        before = now
        home = next_home(rules, s, plan)
        loose = shifted(plan.downward, s.known) | s.empty
        s.known |= loose & s.gone
        left = in_hand
        for group in rules.groups:
            for i in range(group.count):  # from the last: the lower rows block those above
                if not in_hand or group is not rules.hand:
                    left |= uncover(rules, s, plan, group, group.end - 1 - i, home, loose)
        now = s.known + s.empty + s.lifted  # each of them only grows
        if plan.talon >= 0 and in_hand and before == now:
            s.stays = s.top[plan.talon] == s.uncovered[plan.talon]
            in_hand, before = 0, NOTHING
    for p in range(len(rules.places)):
        s.top[p] = s.uncovered[p]
    return left


def begin(rules: Rules, s: Searching, plan: Plan) -> None:
    """Count what is home. The relaxed game is played with the piles themselves, which are put back
    afterwards.
    """
    s.known, s.gone, s.empty, s.lifted = 0, 0, 0, 0
    for i in range(2 * rules.copies):
        s.counts[i] = 0
    for group in rules.groups:
        for p in range(group.first, group.end):
            s.uncovered[p] = s.top[p]
            if rules.runs and plan.whole[p]:
                s.run[p] = s.top[p]
                s.top[p] = s.head[p]
            if group.foundation and s.top[p] >= 0:
                for first in (0, rules.copies):
                    count(rules, s, first, plan.sent[s.top[p] & FACE])
                s.top[p] = NOTHING


def count(rules: Rules, s: Searching, first: int, faces: int) -> None:
    """Count one more of each of these faces."""
    for k in range(rules.copies):
        more = s.counts[first + k] & faces
        s.counts[first + k] |= faces
        faces = more


def next_home(rules: Rules, s: Searching, plan: Plan) -> int:
    """The faces of which one more than are home in the position may go home."""
    faces = 0
    for k in range(rules.copies):
        home = at_first = s.counts[rules.copies + k]
        next_faces, before = 0, NOTHING
        while before != home:
            before = home
            next_faces = shifted(plan.upward, home) | plan.lowest
            home |= next_faces & s.counts[k]
        faces |= next_faces & ~at_first
    return faces


def uncover(
    rules: Rules, s: Searching, plan: Plan, group: Group, p: int, home: int, loose: int
) -> int:
    """Take what may leave a place, one card after another; whether any is left."""
    going, head = 1, NOTHING
    for reason in group.withheld:
        if reason.withholds(rules, s, p, s.top[p]):
            going = 0
    if rules.runs and plan.whole[p]:
        head = s.head[p]
        unload(rules, s, p, home)
    while going and s.top[p] >= 0:
        card = s.top[p]
        face = card & FACE
        if card == head:
            going = s.run[p] < 0 or loose >> face & 1
        else:
            if plan.laid_on[p]:
                s.known |= 1 << face
            going = (
                plan.at_will[p] or home >> face & 1 or may_be_laid(rules, s, plan, p, card, loose)
            )
            if going:
                take(rules, s, card)
        if going:
            s.top[p] = s.under[card]
            s.lifted += 1
    if plan.filled[p] and s.top[p] < 0:
        s.empty = plan.fill
    return s.top[p] >= 0 or (head >= 0 and s.run[p] >= 0)


def unload(rules: Rules, s: Searching, p: int, home: int) -> None:
    """Take the cards of a run that go home, the uppermost first; the last also where it is moved."""
    while s.run[p] >= 0:
        card = s.run[p]
        s.known |= 1 << (card & FACE)
        if not (home >> (card & FACE) & 1 or s.top[p] != s.head[p] == card):
            return
        take(rules, s, card)
        s.lifted += 1
        s.run[p] = s.under[card]
        if card == s.head[p]:
            s.run[p] = NOTHING


def take(rules: Rules, s: Searching, card: int) -> None:
    """Note that a card has left its place."""
    count(rules, s, 0, 1 << (card & FACE))
    s.gone |= 1 << (card & FACE)


def may_be_laid(rules: Rules, s: Searching, plan: Plan, p: int, card: int, loose: int) -> int:
    """Whether a card that is reached may be laid elsewhere, or lies on another of its run, with
    which it goes.
    """
    return (plan.singly[p] or plan.as_runs[p]) and (
        loose >> (card & FACE) & 1 or in_run(rules, s, plan, p, s.under[card])
    )


def in_run(rules: Rules, s: Searching, plan: Plan, p: int, below: int) -> int:
    """Whether what lies on this card of a place is of one run with it, when it lies face up."""
    return rules.runs and plan.as_runs[p] and below >= 0 and not (rules.face_down and s.down[below])


def shifted(steps: tuple[tuple[int, int], ...], faces: int) -> int:
    """The faces that are this many steps from any of these."""
    reached = 0
    for distance, allowed in steps:
        if distance > 0:
            reached |= (faces << distance) & allowed
        else:
            reached |= (faces >> -distance) & allowed
    return reached
