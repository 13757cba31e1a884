"""Rules cited: the places of the old text that a clause carries out, and the error of a rules cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cadogan.echo import is_whole
from cadogan.usage import RuleError as RuleError

from .meanings import Explained

if TYPE_CHECKING:
    from .clause import Clause


#: The numbers of rules, by their values.
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@dataclass(frozen=True, slots=True)
class Rule(Explained):
    """A place in the old text: ``Rule("I")``; ``Rule("PLAY", 3)`` for the third paragraph of PLAY,
    ``Rule("PLAY", 3, 2)`` for its second sentence."""

    number: str
    paragraph: int = 0
    sentence: int = 0

    def __str__(self) -> str:
        if not self.paragraph:
            return f"Rule {self.number}"
        return f"{self.number} {self.paragraph}" + (f".{self.sentence}" if self.sentence else "")

    __repr__ = __str__

    def covers(self, other: Rule) -> bool:
        """Whether the other place is this one or a part of it.

        >>> PLAY[3].covers(PLAY[3, 2]), PLAY[3, 2].covers(PLAY[3]), RULE[1].covers(RULE[1])
        (True, False, True)
        """
        return (self.number, self.paragraph) == (
            other.number,
            other.paragraph,
        ) and self.sentence in (0, other.sentence)


class _Play(Explained):
    def __getitem__(self, place: int | tuple[int, int]) -> Rule:
        numbers = place if isinstance(place, tuple) else (place,)
        if not 1 <= len(numbers) <= 2 or any(not is_whole(n, 1) for n in numbers):
            raise RuleError(
                "PLAY[n] is the n-th paragraph of PLAY, counted from 1, and PLAY[n, m] its m-th sentence; "
                f"not PLAY[{', '.join(map(repr, numbers))}]"
            )
        return Rule("PLAY", *numbers)

    def __repr__(self) -> str:
        return "PLAY"


PLAY = _Play()
"""A place of the old text: PLAY[3] is the third paragraph under PLAY, PLAY[3, 2] its second sentence.
After @ it says that a clause carries that place out."""


class _Numbered(Explained):
    def __getitem__(self, number: int) -> Rule:
        if not is_whole(number, 1) or number >= len(ROMAN):
            raise RuleError(
                f"RULE[n] is the n-th of the numbered rules, RULE[3] for Rule III; n is 1 to {len(ROMAN) - 1}, not {number!r}"
            )
        return Rule(ROMAN[number])

    def __repr__(self) -> str:
        return "RULE"


RULE = _Numbered()
"""A numbered rule of the old text: RULE[3] is Rule III. After @ it says that a clause carries it out."""

#: The book's own definitions: what a marriage is, and which cards are available.
TERMS = "Explanation of Terms"
#: Stands before the places of the old text that a clause of a changed game departs from.
IN_PLACE_OF = "in place of"
#: What is cited where neither the game nor the definitions say anything.
EDITION = "this edition's default"


def no_text(slug: str) -> Mapping[Any, Any]:
    """The old text where no chapter is at hand: nothing."""
    return {}


class OldText:
    """What the chapters hold, by slug; their reader puts its own functions here.

    Attributes:
        read: the sentences of the old text by their places.
        clauses: the clauses of a chapter's games by their keys, with what they cite.
        parts: the parts of its game, by the names that the chapter gives them.
    """

    read: Callable[[str], Mapping[Rule, str]] = staticmethod(no_text)
    clauses: Callable[[str], Mapping[tuple[object, ...], Sequence[Clause]]] = staticmethod(no_text)
    parts: Callable[[str], Mapping[str, tuple[Clause, ...]]] = staticmethod(no_text)


#: The words by which a place of the old text speaks of suits, or of values.
OF_SUIT = re.compile(r"\bsuits?\b|colou?r|\bred\b|\bblack\b", re.IGNORECASE)
OF_VALUE = re.compile(
    r"sequence|ascend|descend|upward|downward|\bvalues?\b|finish|higher or lower", re.IGNORECASE
)


def cited(*clauses: Clause) -> str:
    """The rules that clauses cite, each once: ``PLAY 2.1, PLAY 2.2``, or ``in place of PLAY 3.1``."""
    rules: tuple[dict[str, None], ...] = {}, {}
    for clause in clauses:
        rules[clause.replaces].update(dict.fromkeys(map(str, clause.rules)))
    carried_out, replaced = (", ".join(each) for each in rules)
    return ", ".join(filter(None, (carried_out, replaced and f"{IN_PLACE_OF} {replaced}")))


def rule_about(topic: re.Pattern[str], slug: str, *clauses: Clause | None) -> str:
    """The place among those that the clauses cite whose sentence speaks of the topic, a numbered
    rule first; empty where none does.
    """
    text = OldText.read(slug)
    rules = [(rule, c.replaces) for c in clauses if c is not None for rule in c.rules]
    for rule, replaces in sorted(rules, key=lambda each: each[0].paragraph > 0):
        for place, sentence in text.items():
            if rule.covers(place) and topic.search(sentence):
                return f"{IN_PLACE_OF} {place}" if replaces else str(place)
    return ""


def rule_of(*clauses: Clause | None, otherwise: str = EDITION) -> str:
    """The numbered rules that the first of the clauses to cite any cites, or its first sentence;
    where none does, the line on which the first of them stands in a game of one's own;
    ``otherwise`` if none stands anywhere.
    """
    for clause in clauses:
        if clause is not None and clause.rules:
            numbered = tuple(rule for rule in clause.rules if not rule.paragraph)
            return cited(clause.citing(numbered or clause.rules[:1]))
    for clause in clauses:
        if clause is not None and clause.stands_on:
            return f"line {clause.stands_on}"
    return otherwise
