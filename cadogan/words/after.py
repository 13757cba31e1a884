"""all_played, no_set_left: what must be done before a card is turned, a
round dealt or a re-deal made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cadogan.engine.moves import KIND, part
from cadogan.engine.permits import PLAYING
from cadogan.engine.rules import Rules, State

from .citing import rule_of
from .clause import Reasons, Said
from .meanings import Explained

if TYPE_CHECKING:
    from .clause import Clause


@dataclass(frozen=True, repr=False)
class After(Explained):
    """What must no longer be possible before the deal goes on.

    To play is to place on the foundations (Explanation of Terms); from one foundation to another is
    no play. A card that lies on one that it fits is married already: to lay it on another that it
    fits does not count, or marriages to and fro would keep the player from a re-deal for ever.

    Attributes:
        name: the word, as a rules cell writes it.
        words: the condition as the end of a sentence.
        marriages: whether it asks for marriages, too; sets: whether it asks for sets and nothing else.
        first: whether it holds for the first card that is turned only.
    """

    name: str
    words: str
    marriages: bool = False
    sets: bool = False
    first: bool = False

    def __repr__(self) -> str:
        return self.said

    @property
    def said(self) -> str:
        """The condition as a rules cell writes it."""
        return f"{self.name}{'.or_married' * self.marriages}{'.at_first' * self.first}"

    @property
    def or_married(self) -> After:
        """The same, and no unmarried card that could be married, either.

        >>> all_played.or_married.said_of("each")
        'each only when no available card can be played and no unmarried one married'
        """
        return replace(self, words=f"{self.words} and no unmarried one married", marriages=True)

    @property
    def at_first(self) -> After:
        """The same, but for the first card that is turned only; afterwards nothing is asked.

        >>> all_played.at_first.said_of("each")
        'the first only when no available card can be played'
        """
        return replace(self, first=True)

    def said_of(self, what: str) -> str:
        """The condition as a phrase about what is turned, dealt or taken up."""
        return f"{'the first' if self.first else what} only when {self.words}"

    def stands(self, rules: Rules, s: State, n: int) -> int:
        """Whether one of the first n moves found must be made first."""
        if self.is_over(s):
            return False
        for i in range(n):
            if self.asks_for(rules, s, s.moves[i]):
                return True
        return False

    def is_over(self, s: State) -> int:
        """Whether it asks nothing any more, since the first card has been turned."""
        if self.first:
            return s.begun
        return False

    def asks_for(self, rules: Rules, s: State, move: int) -> int:
        """Whether a move is one that must be made first."""
        kind = move & KIND
        for word in rules.specials:
            if (word.takes_sets if self.sets else word.plays) and kind == word.kind.number:
                return True
        if self.sets or kind != PLAYING:
            return False
        a = part(move, 0)
        if rules.places[part(move, 1)].group.foundation:
            return not rules.places[a].group.foundation
        if self.marriages:
            for permit in rules.permits:
                if permit.marries and part(move, 3) == permit.number:
                    return permit.joins(rules, s, a)
        return False

    def refused(self, why: Reasons, clause: Clause) -> Said | None:
        """Why the deal does not go on; None where nothing that is asked for is left."""
        for move in () if self.is_over(why.s) else why.p.moves():
            if self.asks_for(why.rules, why.s, move.code):
                sentence = f"Another move comes first ({move.says}): {why.says(clause)}"
                return sentence, rule_of(clause)
        return None


all_played = After("all_played", "no available card can be played")
"""Only when no available card can go to the foundations; all_played.or_married asks for marriages, too,
and all_played.at_first only before the first card is turned."""
no_set_left = After("no_set_left", "no set is left to take", sets=True)
"""Only when no set is left to take."""
