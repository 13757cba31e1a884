"""What a clause is: the base of every word that says something of a game."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Self, TypeVar

from cadogan.echo import shown

from .above import Making
from .citing import Rule, RuleError
from .english import Groups, groups, its_own

C = TypeVar("C", bound="Clause")

#: What a group can be, as the fields of clauses want it.
TABLEAU, TALON, TURNED, HAND, FOUNDATIONS = (
    "places of the tableau",
    "the talon",
    "the card just turned",
    "the pack",
    "foundations",
)
#: A longer text or a larger number stands for nothing in any game.
LONGEST, LARGEST = 5_000, 10**9
#: Whatever offers its uppermost card.
OFFERING = (TABLEAU, TALON, TURNED)


@dataclass(frozen=True, kw_only=True)
class Clause:
    """One clause of a game. ``@`` adds the rule of the old text that it carries out."""

    #: The fields that name groups of places, each with the kinds of groups (above) that it may
    #: name; None for any.
    speaks_of: ClassVar[Mapping[str, Groups | None]] = {}
    #: Of these, those to which it brings cards, and those whose cards it moves, or waits for.
    brings_to: ClassVar[tuple[str, ...]] = ()
    takes_from: ClassVar[tuple[str, ...]] = ()
    #: What tells it from others of its word in one game: by default there is only one.
    keyed_by: ClassVar[tuple[str, ...]] = ()
    #: Where its moves stand among all legal moves: those of a smaller number come first.
    rank: ClassVar[int] = 50
    rules: tuple[Rule, ...] = field(default=(), compare=False)

    def __new__(cls, *said: Any, **named: Any) -> Self:
        """What can stand for nothing is refused, for all words alike."""
        try:
            given = _signature(cls.__init__).bind_partial(None, *said, **named)
        except TypeError:
            return super().__new__(cls)  # Python says itself which argument is one too many
        for name, value in given.arguments.items():
            wanted = str(given.signature.parameters[name].annotation)
            kind, what = _KINDS.get(wanted.removesuffix(" | None"), ("object", ""))
            several = wanted.startswith(("Groups", "tuple[")) and isinstance(value, tuple)
            if not (value is None and wanted.endswith("None")) and not all(
                kind in [base.__name__ for base in type(one).__mro__]
                and (kind, type(one)) != ("int", bool)
                for one in (value if several else (value,))
            ):
                group = given.arguments.get("name")
                of = f"{cls.__name__} {group!r}" if isinstance(group, str) else cls.__name__
                raise RuleError(f"{of}: {name}= is {what}, not {shown(value)}")
            if not _sayable(value):
                raise RuleError(
                    f"{cls.__name__} is said with names, numbers and words of the vocabulary, "
                    f"not with {shown(value)}"
                )
        return super().__new__(cls)

    def __matmul__(self: C, rule: Rule) -> C:
        if not isinstance(rule, Rule):
            raise RuleError(f"after @ stands a rule, such as @ II or @ PLAY[3], not {shown(rule)}")
        return self.citing((*self.rules, rule))

    def citing(self: C, rules: tuple[Rule, ...]) -> C:
        """The same clause with other rules cited."""
        return replace(self, rules=rules)

    @property
    def key(self) -> tuple[object, ...]:
        """What a changed copy replaces: two clauses with one key say the same kind of thing."""
        return (type(self).__name__, *(attrgetter(name)(self) for name in self.keyed_by))

    def named(self, *fields: str) -> tuple[str, ...]:
        """The groups that some fields name."""
        return tuple(name for f in fields for name in groups(getattr(self, f) or None))

    def names(self) -> Iterator[str]:
        """The groups of places that the clause speaks of."""
        return (name for name in self.named(*self.speaks_of) if name != its_own)

    def tell(self) -> str:
        """The clause as a sentence."""
        raise NotImplementedError  # every word of the vocabulary says itself; a test sees to it

    def unsaid(self) -> Iterable[str]:
        """What holds because the clause does not say otherwise: phrases of its sentence, or
        sentences of their own.
        """
        return ()

    @property
    def cited(self) -> str:
        """The rules in brackets, such as ``(Rule I, PLAY 3)``; empty where none is cited."""
        return f"({', '.join(map(str, self.rules))})" if self.rules else ""

    # --- what the making of a game asks of it ---

    def receives(self) -> Iterable[str]:
        """The groups (or places) to which it brings cards."""
        return self.named(*self.brings_to)

    def gives(self) -> tuple[str, ...]:
        """The groups whose cards it moves, or waits for."""
        return self.named(*self.takes_from)

    def in_vain(self) -> str:
        """What it asks for that nothing in the clause provides; empty where there is no such thing."""
        return ""

    def idle(self, making: Making) -> str:
        """Why it can never apply in this game; empty where it can."""
        return ""

    def set_out(self, making: Making) -> None:
        """Add its groups of places to the table."""

    def set_out_late(self, making: Making) -> None:
        """Add groups that come after those of all other clauses."""

    def enter(self, making: Making) -> None:
        """Add to the rules what it permits and does."""


#: By the type of an argument: the class of its values, and what is said of them.
_KINDS = {
    "bool": ("bool", "True or False"),
    "int": ("int", "a whole number"),
    "str": ("str", "a text"),
    "tuple[Spot, ...]": ("Spot", "a row of spots"),
    "Groups": ("str", "the name of a group, or several names in round brackets"),
    "tuple[Rule, ...]": ("Rule", "some rules in round brackets, such as (II, PLAY[3])"),
    "Line": ("Line", "down, up, either …"),
    "Suits": ("Suits", "in_suit, any_suit …"),
    "Phase": ("Phase", "after_deal, at_the_end …"),
    "Relation": ("Relation", "same_row, beside …"),
    "Near": ("Relation", "same_row, beside …"),
    "Free": ("Free", "top, below, either_end …"),
    "After": ("After", "all_played, all_played_or_married or no_set_left"),
}


@cache
def _signature(made: Callable[..., None]) -> inspect.Signature:
    """What a clause takes."""
    return inspect.signature(made)


def _sayable(value: Any) -> bool:
    """Whether a clause may be said with this at all."""
    if isinstance(value, str):
        return len(value) <= LONGEST
    if isinstance(value, int):
        return -LARGEST <= value <= LARGEST
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):  # the options of a reading
        return all(map(_sayable, (*value, *value.values())))
    if isinstance(value, (tuple, list)):
        return all(map(_sayable, value))
    return value is None or isinstance(value, range) or type(value).__module__.startswith("cadogan")


class Setting(Clause):
    """A clause that sets out a group of places, known by its name; cards may lie there before the
    deal.
    """

    name: str
    cards: str

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name, whatever word makes them."""
        return ("group", self.name)


class Clauses(tuple[Clause, ...]):
    """Several clauses said with one word; ``@`` adds a rule to each."""

    def __matmul__(self, rule: Rule) -> Clauses:
        return Clauses(clause @ rule for clause in self)
