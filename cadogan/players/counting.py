"""Strategies that count, deal by deal: the moves made, the moves there were to choose from, the
forced ones, the re-deals.

The table's rows (`cadogan.tables.rows`) add the counts up; the studio (`cadogan.course.measuring`)
keeps them, for their intervals."""

from __future__ import annotations

from dataclasses import replace

from cadogan.compiler.layout import Field
from cadogan.engine.moves import KIND
from cadogan.engine.rules import Rules
from cadogan.players.mind import Choosing
from cadogan.players.playing import BATCH
from cadogan.players.strategies import Strategy
from cadogan.words.again import AGAIN

#: The rows in which is counted, an entry for each deal of a batch, with the bytes of an entry.
COUNTS = {"moves_of": 4, "choices_of": 4, "forced_of": 4, "redeals_of": 4, "ceased_of": 1}


class Counting:
    """A strategy that counts, deal by deal."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def begin(self, rules: Rules, s: Choosing) -> None:
        """Set the counts of the next deal to nothing."""
        self.strategy.begin(rules, s)
        s.counted += 1
        for name in COUNTS:
            getattr(s, name)[s.counted] = 0

    def choose(self, rules: Rules, s: Choosing, n: int) -> int:
        """Choose as the strategy does, and count."""
        i = self.strategy.choose(rules, s, n)
        if i >= 0:
            s.moves_of[s.counted] += 1
            s.choices_of[s.counted] += n
            if n == 1:
                s.forced_of[s.counted] += 1
            if s.moves[i] & KIND == AGAIN.number:
                s.redeals_of[s.counted] += 1
        else:
            s.ceased_of[s.counted] = 1
        return i

    def memory(self, rules: Rules) -> tuple[Field, ...]:
        """What the strategy keeps in mind, and the counts of each deal of a batch."""
        counts = (Field(name, BATCH, width) for name, width in COUNTS.items())
        return (*self.strategy.memory(rules), Field("counted"), *counts)


def counting(strategy: Strategy) -> Strategy:
    """A strategy that plays as another does, and counts."""
    counter = Counting(strategy)
    return replace(
        strategy,
        name=f"{strategy.name}, counted",
        choose=counter.choose,
        begin=counter.begin,
        memory=counter.memory,
        weighing=None,
    )
