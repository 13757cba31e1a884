"""Play: the legal moves of a position in a fixed order, one move with all that follows from it, and
the beginning of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bounds import OutOfBounds, one_more
from .chance import shuffle_pack
from .home import fill_one, put_up_anywhere
from .moves import FILLING, KIND, LAID, encoded, part
from .numbers import FACE, NOTHING
from .piles import expose_place, move_several, phase_of, refresh, stack_hand
from .rules import DEALING, PAUSE, PLAY, Rules, State

if TYPE_CHECKING:
    from cadogan.words.after import After

# --- what may be done ---------------------------------------------------------------------------------


def legal(rules: Rules, s: State) -> int:
    """Write every legal move to `s.moves`, in a fixed order; returns how many there are."""
    for claimant in rules.claimants:
        if claimant.claims(rules, s):
            return claimant.choices(rules, s)
    phase = phase_of(rules, s)
    n = 0
    for permit in rules.permits:
        n = permit.moves(rules, s, phase, n)
    for word in rules.specials:
        before = n
        n = word.moves(rules, s, phase, n)
        if word.compulsory and n > before:
            return only(s, before, n)
    if rules.bounded and n > rules.room - 8:
        raise OutOfBounds
    return orders(rules, s, phase, n)


def only(s: State, first: int, end: int) -> int:
    """Keep only the moves from ``first`` to before ``end``; returns how many they are."""
    for i in range(end - first):
        s.moves[i] = s.moves[first + i]
    return end - first


def orders(rules: Rules, s: State, phase: int, n: int) -> int:
    """Write what a player orders by name: to lay the card in dealing, to fill, to deal on, to turn,
    to deal again; returns how many moves stand there then.
    """
    if rules.phases & DEALING and phase == DEALING:
        step = s.step
        return rules.script[step].kind.choices(rules, s, rules.script[step].place, n)
    if rules.gaps is not None and rules.gaps.short(rules, s, n):
        return order(s, rules.gaps.kind, n)
    if rules.phases & PAUSE and phase == PAUSE:
        assert rules.pausing is not None
        if clear_for(rules, s, rules.pausing.condition, n):
            n = order(s, rules.pausing.kind, n)
        return n
    before = n
    turning, redeal = rules.turning, rules.redeal
    if turning is not None and turning.may(rules, s, n):
        if clear_for(rules, s, turning.condition, before):
            n = order(s, turning.kind, n)
    if redeal is not None and redeal.may(rules, s):
        if clear_for(rules, s, redeal.condition, before):
            n = order(s, redeal.kind, n)
    return n


def clear_for(rules: Rules, s: State, condition: After | None, n: int) -> int:
    """Whether none of the n moves found must be made before the deal goes on
    (`cadogan.words.after`).
    """
    return condition is None or not condition.stands(rules, s, n)


def order(s: State, kind: int, n: int) -> int:
    """Write a move that is a word alone."""
    s.moves[n] = encoded(kind, 0, 0, 0, 0)
    return n + 1


# --- doing it -----------------------------------------------------------------------------------------


def apply(rules: Rules, s: State, move: int) -> None:
    """Carry out a legal move, and what the rules make compulsory after it."""
    gap, filling = s.gap, s.filling
    s.gap = NOTHING
    s.filling = 0
    for early in rules.before:
        early.before(rules, s)
    if rules.bounded:
        s.doing = move
        s.rounds = 0
    kind = move & KIND
    for number, word in rules.doers:
        if kind == number:
            word.do(rules, s, move)
    for late in rules.after:
        late.after(rules, s, move)
    if rules.gaps is not None and rules.gaps.holds and gap >= 0:
        rules.gaps.resume(rules, s, move, gap, filling)
    settle(rules, s)


class Playing:
    """The kind of move that takes one card, or a whole face-up run, from a place to a place."""

    worth = 0

    def do(self, rules: Rules, s: State, move: int) -> None:
        """The card in dealing goes where the step of the deal says; any other as it is permitted."""
        a, b, permit_number = part(move, 0), part(move, 1), part(move, 3)
        if (
            rules.phases & DEALING
            and s.phase == DEALING
            and permit_number != FILLING
            and (a == rules.hand.first or permit_number == LAID)
        ):
            step = s.step
            rules.script[step].kind.laid(rules, s, a, b, permit_number)
        elif (rules.runs or rules.parts) and part(move, 2):
            move_several(rules, s, a, b, part(move, 2))
        else:
            self.one_card(rules, s, a, b, permit_number)

    def one_card(self, rules: Rules, s: State, a: int, b: int, permit_number: int) -> None:
        """One card goes from a to b."""
        if rules.noted is not None and rules.places[b].group.foundation:
            rules.noted.noted(rules, s, a, b, permit_number)
        fill_one(rules, s, b, a)
        for permit in rules.permits:
            if permit.has_effect and permit_number == permit.number:
                permit.done(rules, s, a, b)


def settle(rules: Rules, s: State) -> None:
    """Do what must be done before the player decides again."""
    if rules.puts_up_anywhere:
        put_up_anywhere(rules, s)
    if not must_choose(rules, s):
        fill_gaps(rules, s)
        if rules.puts_up_anywhere and s.gap < 0:
            put_up_anywhere(rules, s)
        if rules.deals_on and s.gap < 0:
            go_on_dealing(rules, s)
    for word in rules.finally_:
        word.settled(rules, s)


def must_choose(rules: Rules, s: State) -> int:
    """Whether the player must first choose which of several equal cards goes up."""
    return rules.choosing is not None and rules.choosing.claims(rules, s)


def fill_gaps(rules: Rules, s: State) -> None:
    """Fill what must be filled at once."""
    if rules.colours is not None:
        if s.phase >= PLAY:
            rules.colours.fill(rules, s)
    elif rules.gaps is not None:
        rules.gaps.at_once(rules, s)


def set_phase(rules: Rules, s: State, phase: int) -> None:
    """Enter a phase; which cards are available can depend on it."""
    before = s.phase
    s.phase = phase
    s.target = NOTHING
    if rules.newest and (before < PLAY) != (phase < PLAY):
        for group in rules.groups:
            if group.newest:
                for p in range(group.first, group.end):
                    expose_place(rules, s, p)


def go_on_dealing(rules: Rules, s: State) -> None:
    """Go on with the deal up to the next decision."""
    end_last_pause(rules, s)
    while s.phase == DEALING:
        one_more(rules, s)
        step = s.step
        if not rules.script[step].kind.go(rules, s, rules.script[step].place):
            return
        end_last_pause(rules, s)


def end_last_pause(rules: Rules, s: State) -> None:
    """A pause in which the last card of the pack has gone is the last: there is no round to come,
    and the deal goes on by itself to its end.
    """
    if rules.phases & PAUSE and s.phase == PAUSE and s.gap < 0 and s.top[rules.hand.first] < 0:
        s.step += 1
        set_phase(rules, s, DEALING)


def deal(rules: Rules, s: State, number: int) -> None:
    """Shuffle the pack and lay out a game by its number, up to the first decision."""
    shuffle_pack(rules, s, number)
    begin(rules, s, number)


def begin(rules: Rules, s: State, number: int) -> None:
    """Lay out a game from the pack as it lies in `s.pack`, the first card dealt first, up to the
    first decision.
    """
    clear(rules, s)
    s.number = number
    s.phase = DEALING
    if rules.bounded:
        s.doing = NOTHING
        s.rounds = 0
    dealt = 0
    if rules.opening:
        dealt = lay_out(rules, s)
    stack_hand(rules, s, dealt, len(rules.pack))
    for face, p in rules.withdrawn:
        withdraw(rules, s, face, p)
    if rules.opening or not rules.script[0].kind.flat:
        refresh(rules, s)
    go_on_dealing(rules, s)
    if rules.puts_up_anywhere:
        settle(rules, s)
    else:
        for word in rules.finally_:
            word.settled(rules, s)


def clear(rules: Rules, s: State) -> None:
    """Clear the table, and set every register as it is before the deal."""
    s.step = 0
    s.home = 0
    s.redeals = 0
    s.round = 0
    s.filling = 0
    s.target = NOTHING
    s.gap = NOTHING
    for p in range(len(rules.places)):
        s.top[p] = NOTHING
        s.height[p] = 0
    for register in rules.registers:
        setattr(s, register.name, register.usual)
    if rules.newest:
        for p in range(len(rules.places)):
            s.before[p] = 0
    for row in rules.rows:
        for p in range(len(rules.places)):
            getattr(s, row)[p] = 0


def lay_out(rules: Rules, s: State) -> int:
    """Lay out, straight from the pack, the first cards of a deal, none of which matters as it
    falls; returns how many they are.
    """
    for p, dealt in rules.opening:
        card = NOTHING
        for i, down in dealt:
            s.under[s.pack[i]] = card
            card = s.pack[i]
            if rules.face_down:
                s.down[card] = down
        s.top[p] = card
        s.height[p] = len(dealt)
        if rules.newest:
            s.before[p] = len(dealt) - 1
    s.step = rules.opening_steps
    return rules.opening_steps


def withdraw(rules: Rules, s: State, face: int, p: int) -> None:
    """Take a card of a face out of the pack and lay it on a place; what is available is worked out
    later.

    It is the lowest copy in the pack's numbering, not the one that comes first in the dealing: that
    one would leave the other copy farther down the pack than chance puts it."""
    hand = rules.hand.first
    above = last = card = NOTHING
    c = s.top[hand]
    while c >= 0:
        if c & FACE == face and (card < 0 or c < card):
            above, card = last, c
        last = c
        c = s.under[c]
    if above < 0:
        s.top[hand] = s.under[card]
    else:
        s.under[above] = s.under[card]
    s.height[hand] -= 1
    s.under[card] = s.top[p]
    s.top[p] = card
    s.height[p] += 1
    if rules.face_down:
        s.down[card] = 0
    if rules.places[p].group.home:
        s.home += 1


def is_won(rules: Rules, s: State) -> int:
    """Whether the goal is reached: every card home, or what a word of the game says instead."""
    if rules.goal is not None:
        return rules.goal.reached(rules, s)
    return s.home >= rules.goal_cards
