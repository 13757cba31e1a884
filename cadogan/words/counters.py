"""counters: what is staked, and what a card home earns."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.usage import Count, Number

from .clause import Clause


@dataclass(frozen=True)
class counters(Clause):
    """What the pack costs and what each card home earns, in counters.

    Args:
        price: what the pack costs.
        each: what each card on the foundations earns.

    >>> counters(52, 5).tell()
    'The pack costs 52 counters; every card home earns 5.'
    """

    price: Number
    each: Count

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The pack costs {self.price} counters; every card home earns {self.each}."
