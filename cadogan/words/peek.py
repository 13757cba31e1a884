"""peek: how deep a squared packet may be looked into."""

from __future__ import annotations

from dataclasses import dataclass

from .clause import Clause


@dataclass(frozen=True)
class peek(Clause):
    """How deep a squared packet may be looked into: as many cards as there are vacancies in another group.

    >>> peek("line", "flanks").tell()
    'In the line you may look at as many cards below the uppermost as there are vacancies in the flanks.'
    """

    group: str
    vacancies: str
    counting_top: bool = False

    speaks_of = ("group", "vacancies")

    def tell(self) -> str:
        """The clause as a sentence."""
        top = "counting the uppermost" if self.counting_top else "below the uppermost"
        return f"In the {self.group} you may look at as many cards {top} as there are vacancies in the {self.vacancies}."
