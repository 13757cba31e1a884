"""What a clause is: the base of every word that says something of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from .citing import Rule, RuleError
from .english import groups, its_own

if TYPE_CHECKING:
    from cadogan.patience.making import Making

C = TypeVar("C", bound="Clause")

#: What a group can be, as the fields of clauses want it.
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
class Clause:
    """One clause of a game. ``@`` adds the rule of the old text that it carries out."""

    #: The fields that name groups of places.
    speaks_of: ClassVar[tuple[str, ...]] = ()
    #: What kinds of groups a field may name, where not any: the kinds above.
    wants: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = ()
    #: Where its moves stand among all legal moves: those of a smaller number come first.
    rank: ClassVar[int] = 50
    rules: tuple[Rule, ...] = field(default=(), compare=False)

    def __matmul__(self: C, rule: Rule) -> C:
        if not isinstance(rule, Rule):
            raise RuleError(f"after @ stands a rule, such as @ II or @ PLAY[3], not {rule!r}")
        return self.citing((*self.rules, rule))

    def citing(self: C, rules: tuple[Rule, ...]) -> C:
        """The same clause with other rules cited."""
        return replace(self, rules=rules)

    @property
    def key(self) -> tuple[object, ...]:
        """What a changed copy replaces: two clauses with one key say the same kind of thing."""
        return (type(self).__name__,)

    def names(self) -> Iterator[str]:
        """The groups of places that the clause speaks of."""
        for field_name in self.speaks_of:
            yield from (
                name for name in groups(getattr(self, field_name) or None) if name != its_own
            )

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
        return ()

    def gives(self) -> Iterable[str]:
        """The groups whose cards it moves, or waits for."""
        return ()

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


class Clauses(tuple[Clause, ...]):
    """Several clauses said with one word; ``@`` adds a rule to each."""

    def __matmul__(self, rule: Rule) -> Clauses:
        return Clauses(clause @ rule for clause in self)
