"""peek: how deep a squared packet may be looked into."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import Name

from .above import Making
from .clause import TABLEAU, Clause


@dataclass(frozen=True)
class peek(Clause):
    """How far you may look into a squared packet: as many cards as another group has vacancies.

    Args:
        group: the packets that may be looked into.
        vacancies: the group whose vacancies are counted.
        counting_top: True where the uppermost card is one of those cards.

    >>> peek("line", "flanks").tell()
    'In the line you may look at as many cards below the uppermost as there are vacancies in the flanks.'
    """

    group: Name
    vacancies: Name
    counting_top: bool = False

    speaks_of = {"group": TABLEAU, "vacancies": TABLEAU}

    def tell(self) -> str:
        """The clause as a sentence."""
        top = "counting the uppermost" if self.counting_top else "below the uppermost"
        return f"In the {self.group} you may look at as many cards {top} as there are vacancies in the {self.vacancies}."

    def enter(self, making: Making) -> None:
        """Set how deep the packets of the group may be looked into."""
        making.group(self.group, self).squared = Depth(
            making.group(self.vacancies, self), 0 if self.counting_top else 1
        )


class Depth:
    """How many cards of a packet are seen from the top: as many as there are vacancies, and
    ``more``.
    """

    def __init__(self, vacancies: Group, more: int) -> None:
        self.vacancies, self.more = vacancies, more

    def seen(self, rules: Rules, s: State) -> int:
        """How many cards are seen, at least one."""
        vacant = self.more
        for p in range(self.vacancies.first, self.vacancies.end):
            if s.top[p] < 0:
                vacant += 1
        return max(1, vacant)
