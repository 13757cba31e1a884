"""The script of a deal in the making: its steps, one after another."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan import words
from cadogan.engine.rules import (
    DEALING,
    PAUSE,
    Group,
)
from cadogan.words import RuleError, groups
from cadogan.words.base import Base, Choose
from cadogan.words.clause import Making
from cadogan.words.deal import DEAL, Doing, Finish, Pausing, Step
from cadogan.words.rounds import Scatter
from cadogan.words.rows import Lay

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
        self.entries: list[Entry] = []
        self.doings: dict[Doing, Doing] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def spots(self, names: words.Groups) -> tuple[int, ...]:
        """The numbers of the places of some groups."""
        return tuple(
            i for name in groups(names) for i in self.making.members(name, self.making.deal)
        )

    def group(self, name: str) -> Group:
        """The group of a name."""
        return self.making.group(name, self.making.deal)

    def opens_with_base(self, names: tuple[str, ...]) -> None:
        """Refuse foundations that the base is to open, but that do not begin with it."""
        for name in names:
            homes = self.making.of(words.foundations)
            if not any(c.name == name and c.begins_with_base for c in homes):
                raise RuleError(
                    f"the base opens foundations that begin with it, and those called {name} do not",
                    self.making.deal,
                )

    def add(self, doing: Doing, place: int = 0) -> None:
        """Add an entry."""
        if len(self.entries) >= MOST_STEPS:
            raise RuleError(f"the deal has more than {MOST_STEPS:,} steps", self.making.deal)
        # the same thing done at several places is said once
        self.entries.append(Entry(self.doings.setdefault(doing, doing), place))

    def lay(self, place: int, **flags: bool) -> None:
        """Add the laying of a card on a place."""
        making = self.making
        if place in making.completed:
            flags["if_empty"] = True
        if place in making.examined or making.examines_all:
            flags["examine"] = True
        flags.update(making.examined.get(place, {}))
        raised = {name for name, value in flags.items() if value}
        flat = not raised - {"down", "as_it_lies", "under"} and (
            not making.rules.puts_up or bool(raised & {"as_it_lies", "down"})
        )
        self.add(Lay(**dict.fromkeys(raised, True), flat=flat), place)


def write_script(making: Making) -> None:
    """Write the deal, step by step, where a re-deal begins again, and which cards are of no concern
    as they fall."""
    rules = making.rules
    script = Script(making)
    for step in making.deal.steps:
        check_foundations(making, step)
        step.write(script)
    never_turned_up(making, script)
    go_up(making, script)
    script.add(Finish())
    rules.script = tuple(script.entries)
    flat, end = [], len(script)
    for i in reversed(range(len(script))):
        if not rules.script[i].kind.flat:
            end = i
        flat.append(end)
    rules.flat_until = tuple(reversed(flat))
    kinds = {entry.kind for entry in rules.script}
    if any(isinstance(kind, words.pause) for kind in kinds):
        scattering = any(isinstance(kind, Scatter) for kind in kinds)
        rules.pausing = Pausing(making.deal, scattering, making.deal.after)
        making.doer(DEAL, rules.pausing)
        rules.phases |= PAUSE
    if any(kind.decides for kind in kinds):
        rules.phases |= DEALING
    if rules.redeal is not None:
        restart(making)
    steps = rules.flat_until[0]
    if not rules.withdrawn and 0 < steps <= len(rules.pack):
        dealt: dict[int, list[tuple[int, int]]] = {}
        for i, entry in enumerate(rules.script[:steps]):
            pile = dealt.setdefault(entry.place, [])
            pile.insert(0 if entry.kind.under else len(pile), (i, int(entry.kind.down)))
        rules.opening = tuple((p, tuple(cards)) for p, cards in dealt.items())
        rules.opening_steps = steps


def never_turned_up(making: Making, script: Script) -> None:
    """Refuse places whose uppermost card lies face down when all is dealt: a card is turned up when
    one is taken from above it, which steps may do that do more than lay cards.
    """
    if not {entry.kind.label for entry in script.entries} <= {"base", "card", "loop", "pause"}:
        return
    laid = (entry for entry in script.entries if entry.kind.label == "card")
    down = {entry.place: entry.kind.down for entry in laid if not entry.kind.under}
    reached = {p for filling in making.fillings for p in filling.places}
    reached.update(making.rules.redeal.places if making.rules.redeal else ())
    for p in down:
        if down[p] and p not in reached:
            raise RuleError(
                f"the uppermost card of {making.places[p].name} is dealt face down, and nothing turns it "
                "up: leave the last face up, as down=covered does",
                making.deal,
            )


def go_up(making: Making, script: Script) -> None:
    """Refuse first cards that go up as they are dealt where none is dealt so that it could."""
    rules = making.rules
    if not rules.puts_up or rules.puts_up_anywhere or making.has("turn"):
        return
    if all(
        isinstance(entry.kind, Lay) and (entry.kind.as_it_lies or entry.kind.down)
        for entry in script.entries
    ):
        raise RuleError(
            'no card can go up as it is dealt, for each(…) deals those of a place together: say by_row=True there, or begun="at once"',
            making.deal,
        )


def check_foundations(making: Making, step: Step) -> None:
    """Refuse a step that deals to a foundation, or opens what is none."""
    for name in step.to:
        for p in making.members(name, making.deal):
            place, opens = making.rules.places[p], name in step.opens
            if place.group.foundation and not opens:
                raise RuleError(
                    f"{place.label} is a foundation: it takes what its series says, and the deal lays nothing there",
                    making.deal,
                )
            if not place.group.foundation and not isinstance(place.group.clause, words.places):
                raise RuleError(
                    f"the deal lays cards on places of the tableau, and {place.label} is none",
                    making.deal,
                )
            if opens and not place.group.foundation:
                raise RuleError(
                    f"the base opens a foundation, and {place.label} is none", making.deal
                )


def restart(making: Making) -> None:
    """Let the deal begin again with the first step that deals to the places taken up, or to be
    completed first.
    """
    script, redeal = making.rules.script, making.rules.redeal
    assert redeal is not None
    clause = redeal.clause
    if groups(clause.what) == (words.talon,) or clause.partly:
        return
    first = {*redeal.places, *making.completed}
    for i, entry in enumerate(script):
        if isinstance(entry.kind, Lay) and entry.place in first:
            redeal.restart = i
            if any(isinstance(later.kind, (Base, Choose)) for later in script[i:]):
                raise RuleError(
                    "the deal would begin again before the base is found, and the foundations have theirs already",
                    clause,
                )
            return
    heaped = {name for step in making.deal.steps if step.runs_out for name in step.to}
    if heaped & {*groups(clause.what)}:
        raise RuleError(
            f"the cards of {words.listed(groups(clause.what), 'or')} are dealt with until=, and such a deal is not made again",
            clause,
        )
    raise RuleError(
        f"the deal never brings a card to {words.listed(groups(clause.what), 'or')}, so none can be dealt there again",
        clause,
    )
