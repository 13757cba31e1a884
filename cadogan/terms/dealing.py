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
    return Step("each", (group,), f"{many} cards together to each of the {group}", n, (("under", tuple(under)),))


def rows(group: Groups, n: int = 1, down: Sequence[int] = (), unlike: bool = False) -> Step:
    """So many rounds of one card to each place in turn; ``down`` lists the rows (from 1) laid face down."""
    said = f"{n} row{'s' if n > 1 else ''} of one card to each of {listed(groups(group))}"
    said += f", rows {', '.join(map(str, down))} face down" if down else ""
    said += ", no value twice in a column: such a card goes under the pack" if unlike else ""
    return Step("rows", groups(group), said, n, (("down", tuple(down)), ("unlike", unlike)))


def staircase(group: str) -> Step:
    """One column more in each row, the last card of each column face up and the others face down."""
    return Step("staircase", (group,), f"one to each of the {group} from one to the last, the lowest of each face up")


def rounds(group: Groups, n: int = 1, pause: bool = False, across: int = 0) -> Step:
    """Rounds of ``n`` cards to each place until the pack is out, with or without a pause for play.

    With ``across``, each round is a new row of so many places beneath the last.
    """
    said = f"rows of {across} beneath one another" if across else f"rounds of {n} to each of {listed(groups(group))}"
    said += " until the pack is out" + (", with a pause for play after each" if pause else "")
    return Step("rounds", groups(group), said, n, (("pause", pause), ("across", across)))


def choose_base(n: int, group: str, to: str) -> Step:
    """So many cards are turned to a group, and the player chooses which of them opens the foundations."""
    return Step("choose", (group, to), f"{n} cards to the {group}, of which you choose one to open the {to} as their base", n)


def complete(group: str) -> Step:
    """One card to each place of a group that is still empty."""
    return Step("complete", (group,), f"a card to each empty place of the {group}")


def pause() -> Step:
    """A pause for play."""
    return Step("pause", (), "a pause for play")


def lift(source: str, to: str) -> Step:
    """The uppermost card of each place of one group is lifted to another."""
    return Step("lift", (source, to), f"the uppermost card of each of the {source} is lifted to the {to}")


def slip(group: str, rank: int) -> Step:
    """Cards of a value that lie uppermost are slipped underneath their packets."""
    return Step("slip", (group,), f"each {rank_name(rank)} uppermost on the {group} is slipped underneath its packet", rank)


def pay_key(group: str, n: int) -> Step:
    """While the uppermost card is a queen, so many cards go from the packet to the bottom of the pack."""
    return Step("key", (group,), f"while the {group} shows a queen, {n} cards from its top go under the pack", n)


def by_colour(red: str, black: str) -> Step:
    """Red cards to one group and black to another until both are full, the surplus to their talons."""
    return Step("colours", (red, black), f"red cards to the {red}, black to the {black}, the surplus of each to its talon")


def base(group: str) -> Step:
    """The next card is the base, and opens the first foundation."""
    return Step("base", (group,), f"the next card opens the {group} and is their base")


def heap(group: str, rank: int) -> Step:
    """Cards are heaped on the last packet until a card of the value begins the next."""
    return Step("heap", (group,), f"the cards are heaped on the last of the {group}; each {rank_name(rank)} begins the next", rank)


def scatter(group: str, n: int) -> Step:
    """Rounds of so many cards on whichever places the player likes, with a pause after each."""
    return Step("scatter", (group,), f"rounds of {n} cards on whichever of the {group} you like, with a pause after each", n)


@dataclass(frozen=True, init=False)
class deal(Clause):
    """The deal, step by step; what is left stays in hand.

    >>> deal(rows("lanes", 4)).tell()
    'Deal 4 rows of one card to each of the lanes.'
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
        return f"Deal {'; then '.join(s.words for s in self.steps)}."
