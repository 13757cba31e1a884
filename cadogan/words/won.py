"""won: when the game is won, where that is not when every card is home."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.rules import Rules, State
from cadogan.usage import RankOrNone

from .above import Making
from .citing import RuleError
from .clause import HAND, TABLEAU, TALON, Aim
from .english import Groups, groups, hand, is_plural, listed, rank_names


@dataclass(frozen=True)
class won(Aim):
    """How the game is won, where that is not when every card is home: some places must be empty.

    Args:
        empty: the group or groups that must be empty; hand and talon may be among them.
        but: the value of which cards may be left there.

    >>> from cadogan.words import A, hand
    >>> won("columns").tell()
    'Won when the columns are empty.'
    >>> won((hand, "columns"), but=A).tell()
    'Won when nothing but aces is left in the pack in hand and the columns.'
    """

    empty: Groups
    but: RankOrNone = 0

    speaks_of = {"empty": (TABLEAU, TALON, HAND)}
    takes_from = ("empty",)

    def tell(self) -> str:
        """The clause as a sentence."""
        names = groups(self.empty)
        where = listed(tuple("the pack in hand" if name == hand else name for name in names), "and")
        where = where.replace("the the ", "the ")
        if self.but:
            return f"Won when nothing but {rank_names(self.but)} is left in {where}."
        are = "are" if len(names) > 1 or is_plural(names[0]) else "is"
        return f"Won when {where} {are} empty."

    def idle(self, making: Making) -> str:
        """What is to be emptied must be left by its cards."""
        left = {name for c in making.clauses if c is not self for name in c.gives()}
        left |= {name for c in making.default_play() for name in c.gives()}
        if hand in groups(self.empty) and making.has("turn"):
            left.add(hand)
        stay = [name for name in groups(self.empty) if name not in left]
        if stay and not (hand in stay and making.deal.runs_out):
            return f"no clause lets a card leave {listed(tuple(stay), 'or')}"
        return ""

    def enter(self, making: Making) -> None:
        """Set the goal of the game."""
        if making.rules.goal is not None:
            raise RuleError("won: a game has one aim, and this one has two", self)
        places = [p for name in groups(self.empty) for p in making.members(name, self)]
        making.rules.goal = Emptied(tuple(places), self.but)


class Emptied:
    """Some places are empty, but for cards of one value."""

    def __init__(self, places: tuple[int, ...], but: int) -> None:
        self.places, self.count, self.but = places, len(places), but

    def of_place(self, p: int) -> object:
        """Whether the place must be empty."""
        return p in self.places

    def reached(self, rules: Rules, s: State) -> int:
        """Whether they are."""
        for i in range(self.count):
            p = self.places[i]
            card = s.top[p]
            if self.but:
                while card >= 0:
                    if RANK[card & FACE] != self.but:
                        return False
                    card = s.under[card]
            elif card >= 0:
                return False
        return True
