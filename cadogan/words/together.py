"""together: cards of two divisions are played in pairs."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import home_for, homes_for
from cadogan.engine.moves import encoded, part, several
from cadogan.engine.numbers import FACE
from cadogan.engine.permits import Special
from cadogan.engine.piles import pop, push
from cadogan.engine.rules import PLAY, Group, Rules, State
from cadogan.usage import Name

from .citing import EDITION, RuleError, rule_of
from .clause import TABLEAU, Clause, Making, Reasons, Said
from .foundations import foundations
from .values import in_suit


def no_pair(why: Reasons, ids: list[str]) -> Said:
    """Why two cards are not played at one moment."""
    clause = why.clause(together)
    if clause is None:
        return "Cards are not played in pairs in this game.", EDITION
    if wrong := why.misplaced(clause, ids) or why.unfinished():
        return wrong
    places = [why.game.places[why.number[name]] for name in ids]
    for place in places:
        if why.maker(place.group) is None:
            return why.not_yet(place.name, clause)
    one_of_each = len(ids) == 1 or sorted(p.group for p in places) == sorted(clause.names())
    cards = why.p.cards[ids[0]] if len(ids) == 1 else [why.p.cards[i][-1] for i in ids]
    homes = [p for p in why.rules.places if p.group.foundation]
    for card in cards if one_of_each else ():
        if not any(why.s.want[p.number] >> card.index & 1 for p in homes):
            like = (p for p in homes if any(c.suit == card.suit for c in why.p.cards[p.label]))
            home = next(like, homes[0]).group.clause
            assert home is not None
            return f"No foundation wants {card.symbol} next: {why.says(home)}", rule_of(home)
    return f"This is not allowed now: {why.says(clause)}", rule_of(clause)


TOGETHER = several(
    "together",
    lambda names: f"play {' and '.join(names)} together",
    no_pair,
    past="played {cards} together",
)


@dataclass(frozen=True)
class together(Clause):
    """Cards of two groups are played in pairs, one of each, at the same moment.

    Args:
        red: the group of red cards.
        black: the group of black cards.
        paired: True where the two must lie on each other first.

    >>> together("army", "navy").tell()
    'A card of the army and one of the navy are played to their foundations at the same moment, never one alone.'
    """

    red: Name
    black: Name
    paired: bool = False

    speaks_of = {"red": TABLEAU, "black": TABLEAU}

    def tell(self) -> str:
        """The clause as a sentence."""
        both = f"A card of the {self.red} and one of the {self.black}{' that lie paired' if self.paired else ''}"
        return f"{both} are played to their foundations at the same moment, never one alone."

    def in_vain(self) -> str:
        """The two divisions must differ."""
        return "it is said of two divisions, and names one twice" if self.red == self.black else ""

    def idle(self, making: Making) -> str:
        """There must be foundations, and the two cards must not want the same one."""
        if any(c.suit != in_suit for c in making.of(foundations)):
            raise RuleError(
                "two cards played together go to two foundations, and those that follow no suit might want both",
                self,
            )
        return "" if making.of(foundations) else "there are no foundations"

    def enter(self, making: Making) -> None:
        """Add the moves that play two cards at the same moment."""
        making.special(Together(self, making), 10)


class Together(Special):
    """Two cards of two divisions go to their foundations at the same moment."""

    kind = TOGETHER
    worth = 8
    plays = True

    def __init__(self, clause: together, making: Making) -> None:
        self.clause, self.paired = clause, clause.paired
        self.red: Group = making.group(clause.red, clause)
        self.black: Group = making.group(clause.black, clause)

    def most(self) -> int:
        """How many moves there can be at most."""
        return self.red.count * self.black.count + self.red.count + self.black.count

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write every two that lie paired; and every two that do not, where they need not."""
        if phase < PLAY:
            return n
        faces = 0
        for group in rules.foundations:
            faces |= s.wanted[group.number]
        for division in (self.red, self.black):
            for a in range(division.first, division.end):
                if s.height[a] == 2:
                    card = s.top[a]
                    if (
                        faces >> (card & FACE) & 1
                        and faces >> (s.under[card] & FACE) & 1
                        and apart(rules, s, card, s.under[card])
                    ):
                        s.moves[n] = encoded(TOGETHER.number, a, a, 0, 0)
                        n += 1
        if not self.paired:
            for a in range(self.red.first, self.red.end):
                if s.height[a] == 1 and faces >> (s.top[a] & FACE) & 1:
                    for b in range(self.black.first, self.black.end):
                        if (
                            s.height[b] == 1
                            and faces >> (s.top[b] & FACE) & 1
                            and apart(rules, s, s.top[a], s.top[b])
                        ):
                            s.moves[n] = encoded(TOGETHER.number, a, b, 0, 0)
                            n += 1
        return n

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Play first the one card, then the other."""
        self.play_home(rules, s, part(move, 0))
        self.play_home(rules, s, part(move, 1))

    def play_home(self, rules: Rules, s: State, p: int) -> None:
        """The uppermost card of a place goes to the first foundation that wants it."""
        home = home_for(rules, s, s.top[p])
        push(rules, s, home, pop(rules, s, p))


def apart(rules: Rules, s: State, first: int, second: int) -> int:
    """Whether two cards go to two foundations: of two that are alike both might want the same.
    Divisions of two colours hold none alike.
    """
    if rules.colours is not None or first & FACE != second & FACE or homes_for(rules, s, first) > 1:
        return True
    home = home_for(rules, s, first)
    return (
        s.top[home] < 0 and not rules.places[home].group.one_of_each
    )  # of two first cards each opens a foundation
