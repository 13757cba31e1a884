"""The deal: a script of steps, with pauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .things import *
from .values import *


@dataclass(frozen=True)
class Step:
    """A step of the deal: an operation, the groups or places it concerns, and numbers."""

    op: str
    to: tuple[str, ...]
    words: str
    n: Any = 1
    options: tuple[tuple[str, Any], ...] = ()

    def option(self, name: str, default: Any = None) -> Any:
        """An option of the step."""
        return dict(self.options).get(name, default)


def each(group: str, n: int | tuple[int, ...], under: Sequence[int] = ()) -> Step:
    """So many cards together to each place in turn; ``under`` lists the places (from 1) laid inward."""
    many = n if isinstance(n, int) else f"{min(n)} or {max(n)}" if min(n) != max(n) else n[0]
    return Step("each", (group,), f"deal {many} cards together to {each_of(group)}", n, (("under", tuple(under)),))


def rows(group: Groups, n: int = 1, down: Sequence[int] = (), unlike: bool = False, in_spite: bool = False) -> Step:
    """So many rounds of one card to each place in turn; ``down`` lists the rows (from 1) laid face down.

    With ``unlike`` no value comes twice in a place: such a card goes under the pack. When no card left will do, all are
    shuffled and dealt afresh, or with ``in_spite`` the next one is laid after all.
    """
    said = f"deal {'a card' if n == 1 else f'{n} rows of one card'} to {each_of(group)}"
    said += f", row{'s' if len(down) > 1 else ''} {joined(list(map(str, down)))} face down" if down else ""
    said += ", no value twice in a place: such a card goes under the pack, and when no card left will do, " if unlike else ""
    said += ("" if not unlike else "the next is laid after all" if in_spite else "all are shuffled and dealt afresh")
    if in_spite and not unlike:
        raise RuleError("in_spite says what is done when no unlike card is left; it goes with unlike=True")
    return Step("rows", groups(group), said, n, (("down", tuple(down)), ("unlike", unlike), ("in_spite", in_spite)))


def staircase(group: str) -> Step:
    """One column more in each row, the last card of each column face up and the others face down."""
    return Step("staircase", (group,), f"deal one card to the first of the {group}, two to the second and so on, the last of each face up")


def rounds(group: Groups, n: int = 1, pause: bool = False, across: int = 0) -> Step:
    """Rounds of ``n`` cards to each place until the pack is out, with or without a pause for play.

    With ``across``, each round is a new row of so many places beneath the last.
    """
    many = "one card" if n == 1 else f"{counted(n)} cards together"
    said = f"deal rows of {across} beneath one another" if across else f"deal {many} to {each_of(group)}, round after round,"
    said += " until the pack is out" + (", with a pause for play after each" if pause else "")
    return Step("rounds", groups(group), said, n, (("pause", pause), ("across", across)))


def choose_base(n: int, group: str, to: str) -> Step:
    """So many cards are turned to a group, and the player chooses which of them opens the foundations."""
    return Step("choose", (group, to), f"deal {n} cards to the {group}, of which you choose one to open the {to} as their base", n)


def complete(group: str) -> Step:
    """One card to each place of a group that is still empty."""
    return Step("complete", (group,), f"deal a card to each empty place of the {group}")


def pause() -> Step:
    """A pause for play."""
    return Step("pause", (), "pause for play")


def lift(source: str, to: str) -> Step:
    """The uppermost card of each place of one group is lifted to another."""
    return Step("lift", (source, to), f"lift the uppermost card of {each_of(source)} to the {to}")


def slip(group: str, rank: int) -> Step:
    """Cards of a value that lie uppermost are slipped underneath their packets."""
    return Step("slip", (group,), f"slip each {rank_name(rank)} uppermost on the {group} underneath its packet", rank)


def pay_key(group: str, n: int) -> Step:
    """While the uppermost card is a queen, so many cards go from the packet to the bottom of the pack."""
    return Step("key", (group,), f"while the {group} shows a queen, put {n} cards from its top under the pack", n)


def by_colour(red: str, black: str) -> Step:
    """Red cards to one group and black to another until both are full, the surplus to their talons."""
    return Step("colours", (red, black), f"deal red cards to the {red}, black to the {black}, the surplus of each to its talon")


def base(group: Groups) -> Step:
    """The next card is the base, and opens the first foundation of the group; of two groups the player chooses one."""
    choice = "as you choose " if len(groups(group)) > 1 else ""
    return Step("base", groups(group), f"play the next card as the base, to open {choice}{listed(groups(group), 'or')}")


def heap(group: str, rank: int) -> Step:
    """Cards are heaped on the last packet until a card of the value begins the next."""
    return Step("heap", (group,), f"heap the cards on the last of the {group}, each {rank_name(rank)} beginning the next", rank)


def scatter(group: str, n: int) -> Step:
    """Rounds of so many cards on whichever places the player likes, with a pause after each."""
    where = f"whichever {'of' if is_plural(group) else 'places of'} the {group} you like"
    return Step("scatter", (group,), f"deal rounds of {n} cards on {where}, with a pause after each", n)


@dataclass(frozen=True, init=False)
class deal(Clause):
    """The deal, step by step; what is left stays in hand.

    >>> deal(rows("lanes", 4), rows("bouquet")).tell()
    'Deal 4 rows of one card to each of the lanes; then a card to each place of the bouquet.'
    """

    steps: tuple[Step, ...]

    def __init__(self, *steps: Step, rules: tuple[Rule, ...] = ()) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "rules", rules)

    def __matmul__(self, rule: Rule) -> deal:
        return deal(*self.steps, rules=(*self.rules, rule))

    def names(self) -> Iterator[str]:
        """Every group dealt to."""
        for step in self.steps:
            yield from step.to

    def tell(self) -> str:
        """The clause as a sentence."""
        said = [s.words for s in self.steps]
        # the verb is said once where it does not change
        follow = [w.removeprefix("deal ") if before.startswith("deal ") else w for before, w in zip(said, said[1:])]
        return upper_first("; then ".join([*said[:1], *follow])) + "."
