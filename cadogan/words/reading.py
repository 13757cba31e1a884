"""reading: a point that the text leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cadogan.usage import Open, Title

from .citing import RuleError
from .clause import Clause, SomeClauses, are_clauses


@dataclass(frozen=True)
class reading(Clause):
    """A point that the text leaves open. The first option is the one played; the others can be
    chosen. Where the options are values, such as talon and turned, the reading stands in the
    brackets of other words; clauses that say one reading make one.

    Args:
        name: what the point is called.
        options: the options by name, each with the clauses, or the value, that it stands for.
        chosen: the option taken, where it is not the first.
        changed: True where other clauses have been put into the option taken.

    >>> from cadogan.words import fill, may, talon
    >>> reading("vacancies", {"any card": fill("lanes", "lanes", may), "talon only": fill("lanes", talon, may)}).tell()
    'Reading “vacancies”: any card.'
    """

    name: str
    options: Mapping[Title, SomeClauses]
    chosen: str = ""
    changed: bool = False

    keyed_by = ("name",)  # one such clause for each name

    @classmethod
    def instead(cls, row: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Options that are values make an open value, until a word takes it."""
        arguments = dict(zip(("name", "options"), row)) | keywords
        options = arguments.get("options")
        if (
            isinstance(options, dict)
            and len(options) > 1
            and not any(map(are_clauses, options.values()))
        ):
            if isinstance(name := arguments.get("name"), str) and all(
                isinstance(o, str) for o in options
            ):
                check_name(name)
                return Open(name, options)
        return None

    def __post_init__(self) -> None:
        check_name(self.name)
        if len(self.options) < 2:
            raise RuleError(f"the reading {self.name!r} needs two options at least", self)
        if self.chosen and self.chosen not in self.options:
            raise RuleError(
                f"the reading {self.name!r} has the options {', '.join(map(repr, self.options))}, not {self.chosen!r}"
            )
        if any(isinstance(c, reading) for c in self.clauses_of_all()):
            raise RuleError(
                f"the reading {self.name!r} holds another; two open points are two readings, one after the other"
            )

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options), self.chosen))

    @property
    def taken(self) -> str:
        """The option in force."""
        return self.chosen or next(iter(self.options))

    @property
    def inside(self) -> tuple[Clause, ...]:
        """The clauses of the option in force, as they are written there."""
        return clauses_of(self.options[self.taken])

    def clauses_of_all(self) -> tuple[Clause, ...]:
        """The clauses of all its options."""
        return tuple(c for option in self.options.values() for c in clauses_of(option))

    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the option in force, which carry the reading's rules besides their own."""
        return tuple(c.citing((*c.rules, *self.rules)) for c in self.inside)

    def putting(self, *clauses: Clause) -> reading:
        """The same reading with other clauses in the option in force."""
        return (
            self
            if clauses == self.inside
            else replace(
                self,
                options={**self.options, self.taken: clauses},
                chosen=self.taken,
                changed=True,
            )
        )

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"Reading “{self.name}”: {self.taken}."


def clauses_of(option: Any) -> tuple[Clause, ...]:
    """The clauses of an option, which is one of them or several."""
    return (option,) if isinstance(option, Clause) else tuple(option)


def check_name(name: str) -> None:
    """Refuse a name that could not be given to ``vary``."""
    if not name.replace(" ", "_").isidentifier():
        raise RuleError(
            f"a reading is named in plain words (letters, digits, blanks), for vary(); not {name!r}"
        )


def as_one(clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses, those of one reading in the place of the first of them: what several words say of
    it with open values (`cadogan.usage.Open`) is one point.
    """
    readings: dict[object, list[reading]] = {}
    rows: list[Clause] = []
    for clause in clauses:
        if isinstance(clause, reading):
            parts = readings.setdefault((clause.name, tuple(clause.options), clause.chosen), [])
            parts.append(clause)
            if len(parts) > 1:
                continue
        rows.append(clause)
    several = {id(parts[0]): parts for parts in readings.values() if len(parts) > 1}
    return [joined_with(several[id(c)]) if id(c) in several else c for c in rows]


def joined_with(readings: Iterable[reading]) -> reading:
    """Readings of one point as one, each clause with the rules of its own."""
    first, *_ = readings = list(readings)
    options = {
        option: tuple(
            c.citing((*c.rules, *part.rules))
            for part in readings
            for c in clauses_of(part.options[option])
        )
        for option in first.options
    }
    return replace(first, options=options, rules=())
