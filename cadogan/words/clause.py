"""What a clause is: the base of every word that says something of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, TypeVar

from cadogan.echo import shown
from cadogan.layout import Spot
from cadogan.usage import Checked, Name, Such, echo, fits

from .citing import Rule, RuleError, cited
from .english import Groups, groups, its_own

if TYPE_CHECKING:  # classes of higher layers, which words name in annotations alone
    from cadogan.patience.making import Making as Making
    from cadogan.patience.position import Position as Position
    from cadogan.patience.refusals import Reasons as Reasons, Said as Said
    from cadogan.patience.script import Script as Script
else:
    Making = Position = Reasons = Said = Script = Any

C = TypeVar("C", bound="Clause")

#: The kinds of groups that a field of a clause may name.
TABLEAU, TALON, TURNED, HAND, FOUNDATIONS = (
    "places of the tableau",
    "the talon",
    "the card just turned",
    "the pack",
    "foundations",
)
#: Whatever offers its uppermost card.
OFFERING = (TABLEAU, TALON, TURNED)


@dataclass(frozen=True, kw_only=True)
class Clause(Checked):
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
    #: Whether it says otherwise than the rules that it cites: it stands in place of a clause that
    #: carries them out.
    replaces: ClassVar[bool] = False
    #: The line on which it stands in a game of one's own, which has no old text to cite.
    stands_on: ClassVar[int] = 0

    def __new__(cls, *row: Any, rules: tuple[Rule, ...] = (), **keywords: Any) -> Any:
        """Check that what it cites are rules."""
        if (value := cls.instead(row, keywords)) is not None:
            return value
        if not fits(rules, tuple[Rule, ...]):
            raise RuleError(
                f"rules in {cls.__name__}(…) is a row of rules, such as (RULE[1], PLAY[3]), not {echo(rules)}"
            )
        return super().__new__(cls, *row, **keywords)

    @classmethod
    def instead(cls, row: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """What the brackets make instead of a clause; None for nothing."""
        return None

    def __matmul__(self: C, rule: Rule) -> C:
        if not isinstance(rule, Rule):
            raise RuleError(
                f"after @ stands a rule, such as @ RULE[2] or @ PLAY[3], not {shown(rule)}"
            )
        return self.citing((*self.rules, rule))

    def citing(self: C, rules: tuple[Rule, ...]) -> C:
        """The same clause with other rules cited."""
        other = copy(self)
        vars(other).update(rules=rules)  # it is frozen
        return other

    @cached_property
    def called(self) -> str:
        """The word by which it is written: its own, or that of a function that makes it."""
        return type(self).__name__

    def renamed(self, word: str) -> Self:
        """The same clause, called by another word."""
        vars(self).update(called=word)  # it is frozen
        return self

    @property
    def key(self) -> tuple[object, ...]:
        """What a changed copy replaces: two clauses with one key say the same kind of thing."""

        def part(name: str) -> object:
            value = attrgetter(name)(self)
            return groups(value) if name in self.speaks_of else value

        return type(self).__name__, *map(part, self.keyed_by)

    def groups_in(self, *fields: str) -> tuple[str, ...]:
        """The groups that some fields name."""
        return tuple(name for f in fields for name in groups(getattr(self, f)))

    def names(self) -> Iterator[str]:
        """The groups of places that the clause speaks of."""
        return (name for name in self.groups_in(*self.speaks_of) if name != its_own)

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
        return f"({cited(self)})" if self.rules else ""

    def answering_to(self: C, printed: Sequence[Clause]) -> C:
        """The same clause beside those of its kind that its chapter prints: it cites what the first of
        them cites, if it cites nothing; if it is none of them, it stands in place of what both cite.
        """
        if not printed:
            return self
        answering = self if self.rules else self.citing(printed[0].rules)
        if self not in printed and any(answering.rules == c.rules for c in printed):
            answering = answering.citing(answering.rules)
            vars(answering).update(replaces=True)  # it is frozen
        return answering

    # --- what the making of a game asks of it ---

    def receives(self) -> Iterable[str]:
        """The groups (or places) to which it brings cards."""
        return self.groups_in(*self.brings_to)

    def gives(self) -> tuple[str, ...]:
        """The groups whose cards it moves, or waits for."""
        return self.groups_in(*self.takes_from)

    def in_vain(self) -> str:
        """What it asks for that nothing in the clause provides; empty where there is no such thing."""
        return ""

    def idle(self, making: Making) -> str:
        """Why it can never apply in this game; empty where it can."""
        return ""

    def shape_read(self, making: Making) -> Iterator[str]:
        """The groups of which it reads how their places lie: those that must lie to one another in
        some way, the foundations among them where cards go to those that lie near.
        """
        where = getattr(self, "where", None)
        if not getattr(where, "reads_shape", False):
            return
        yield from self.names()
        if getattr(self, "to", "") is None:
            yield from (group.name for group in making.groups.values() if group.foundation)

    def set_out(self, making: Making) -> None:
        """Add its groups of places to the table."""

    def set_out_late(self, making: Making) -> None:
        """Add groups that come after those of all other clauses."""

    def enter(self, making: Making) -> None:
        """Add to the rules what it permits and does."""


class Aim(Clause):
    """A clause that says how the game is won, where that is not when every card is home."""


class Setting(Clause):
    """A clause that sets out a group of places, known by its name; cards may lie there before the
    deal.
    """

    name: Name
    cards: str
    at: tuple[Spot, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name, whatever word makes them."""
        return ("group", self.name)


class Clauses(tuple[Clause, ...]):
    """Several clauses said with one word; ``@`` adds a rule to each."""

    def __matmul__(self, rule: Rule) -> Clauses:
        return Clauses(clause @ rule for clause in self)


def are_clauses(value: Any) -> bool:
    """Whether a value is a clause, or a row of clauses and such rows."""
    return isinstance(value, Clause) or (isinstance(value, tuple) and all(map(are_clauses, value)))


#: A clause, or a row of clauses and such rows.
SomeClauses = Annotated[
    Any,
    Such(are_clauses, "its clauses", "clauses, such as packs(…), places(…), deal(…), marry(…)"),
]
