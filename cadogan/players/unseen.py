"""What a player has not seen, drawn anew: one of the worlds that it cannot tell from the one it is
in.

Seen is what `Position.seen` shows: every card that lies face up, but for those deep in a packet
that may be looked into only so far (`cadogan.words.places`); of the pack in hand only the card in
dealing, once it is turned up. What is hidden is shuffled among the places where it is hidden, each
order being as likely as any other, for nobody has looked there; a talon taken up is forgotten with
its order. The chance of re-deals to come is drawn anew, too."""

from __future__ import annotations

from cadogan.compiler.layout import Field
from cadogan.engine.chance import draw, seed, shuffle
from cadogan.engine.numbers import FACES, NOTHING
from cadogan.engine.rules import DEALING, Group, Rules
from cadogan.patience.position import Position
from cadogan.players.mind import Remembering

#: The stream of lots by which worlds are drawn.
WORLDS = 1 << 29


def memory(rules: Rules) -> tuple[Field, ...]:
    """Room to work in: the hidden cards, whether each card is one of them, and on which it lay."""
    numbers = FACES * rules.copies
    return (
        Field("hidden", len(rules.pack), 2),
        Field("is_hidden", numbers, 1),
        Field("lay_on", numbers, 2),
    )


def redraw(rules: Rules, s: Remembering, lots: list[int]) -> None:
    """Draw anew what is not seen, with a generator of four words."""
    for card in range(FACES * rules.copies):
        s.is_hidden[card] = 0
    for group in rules.groups:
        if may_hide(rules, group):
            for p in range(group.first, group.end):
                find_hidden(rules, s, group, p)
    n = 0
    for i in range(
        len(rules.pack)
    ):  # in the order of the pack, so that how they lie now does not tell
        if s.is_hidden[rules.pack[i]]:
            s.hidden[n] = rules.pack[i]
            n += 1
    shuffle(lots, s.hidden, 0, n)
    n = 0
    for group in rules.groups:
        if may_hide(rules, group):
            for p in range(group.first, group.end):
                n = lay_anew(rules, s, p, n)
    s.number = (draw(lots) << 30) ^ draw(lots)


def may_hide(rules: Rules, group: Group) -> int:
    """Whether any card of a group of places is ever hidden."""
    return (
        group is rules.hand
        or group.squared is not None
        or (rules.face_down and not group.foundation)
    )


def find_hidden(rules: Rules, s: Remembering, group: Group, p: int) -> None:
    """Mark the hidden cards of a place: 1 where it lies face up, 2 where it lies face down; and
    note on which card each lies.
    """
    seen = s.height[p]
    if group is rules.hand:
        seen = 1 if s.phase == DEALING else 0
    elif group.squared is not None:
        seen = group.squared.seen(rules, s)
    card = s.top[p]
    for i in range(s.height[p]):
        s.lay_on[card] = s.under[card]
        if rules.face_down and group is not rules.hand and s.down[card]:
            s.is_hidden[card] = 2
        elif i >= seen:
            s.is_hidden[card] = 1
        card = s.under[card]


def lay_anew(rules: Rules, s: Remembering, p: int, n: int) -> int:
    """Lay the cards of `s.hidden` from n on where a place has hidden ones; how many are laid then."""
    old = s.top[p]
    above = NOTHING
    for _ in range(s.height[p]):
        card = old
        if s.is_hidden[old]:
            card = s.hidden[n]
            n += 1
            if rules.face_down:
                s.down[card] = s.is_hidden[old] == 2
        if above < 0:
            s.top[p] = card
        else:
            s.under[above] = card
        above = card
        old = s.lay_on[old]
    if above >= 0:
        s.under[above] = NOTHING
    return n


def world(position: Position, number: int) -> Position:
    """A position that its player cannot tell from this one: what is hidden drawn anew; number 0 to
    2**62 - 1 says how.

    >>> import cadogan
    >>> position = cadogan.games["canfield-or-klondike"].deal(1)
    >>> other = world(position, 7)
    >>> other.seen == position.seen, other.cards == position.cards
    (True, False)
    """
    rules = position.game.rules
    state = Remembering((*rules.layout, *memory(rules)))
    state.take(position.state)
    lots = [0, 0, 0, 0]
    seed(lots, number, WORLDS)
    redraw(rules, state, lots)
    drawn = position.game.referee.new_state()
    drawn.load(state.dump()[: sum(field.entries for field in rules.layout)])
    return Position(position.game, drawn)
