"""The script of a deal in the making: its steps, one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cadogan import words
from cadogan.engine.rules import Group
from cadogan.words import RuleError, groups
from cadogan.words.dealing.lay import Lay
from cadogan.words.dealing.step import Doing
from cadogan.words.turn import Colours

if TYPE_CHECKING:
    from cadogan.patience.making import Making

#: The most steps of a deal.
MOST_STEPS = 5_000


@dataclass(eq=False)
class Entry:
    """An entry of the script: what is done, and the place it is done to."""

    kind: Doing
    place: int


class Script:
    """The script of a deal in the making."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.entries: list[tuple[Doing, int]] = []
        self.doings: dict[Doing, Doing] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def spots(self, names: words.Groups) -> tuple[int, ...]:
        """The places of some groups."""
        return tuple(
            i for name in groups(names) for i in self.making.members(name, self.making.deal)
        )

    def group(self, name: str) -> Group:
        """A group."""
        return self.making.group(name, self.making.deal)

    def register(self, name: str, low: int, high: int) -> None:
        """A number that the state must hold for this step."""
        self.making.register(name, low, high)

    def clear_with(self, doing: Any) -> None:
        """What must be cleared before a deal."""
        self.making.clearing.append(doing)

    def by_colour(self, step: words.by_colour) -> None:
        """The two divisions that are filled each by its colour."""
        if not any(c.by_colour for c in self.making.of(words.turn)):
            raise RuleError(
                "by_colour lays the surplus on a talon of its colour; turn(by_colour=True) makes them",
                self.making.deal,
            )
        self.making.rules.colours = Colours(self.group(step.red), self.group(step.black))

    def opens_with_base(self, names: tuple[str, ...]) -> None:
        """Foundations that a card found at play is to open must begin with it."""
        for name in names:
            clause = next((c for c in self.making.of(words.foundations) if c.name == name), None)
            if clause is None or not clause.begins_with_base:
                raise RuleError(
                    f"the base opens foundations that begin with it, and those called {name} do not",
                    self.making.deal,
                )

    def add(self, doing: Doing, place: int = 0) -> None:
        """An entry."""
        if len(self.entries) >= MOST_STEPS:
            raise RuleError(f"the deal has more than {MOST_STEPS:,} steps", self.making.deal)
        # the same thing done at several places is said once
        self.entries.append((self.doings.setdefault(doing, doing), place))

    def lay(self, place: int, **how: bool) -> None:
        """A card laid on a place."""
        making = self.making
        if place in making.completed:
            how["if_empty"] = True
        if place in making.examined or making.examines_all:
            how["examine"] = True
        how.update(making.examined.get(place, {}))
        told = {name for name, value in how.items() if value}
        flat = not told - {"down", "as_it_lies", "under"} and (
            not making.rules.puts_up or "as_it_lies" in told
        )
        self.add(Lay(**dict.fromkeys(told, True), flat=flat), place)
