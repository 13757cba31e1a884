"""A round game on the studio's bench: its switches, how long it lasts, and how much of what a seat
gains is luck.

Two tables are played on the same deals, by the bots of `cadogan.round_games.bots`. At the first
all seats are steady, that is, follow the author's advice: the spread of a seat's gain is luck. At
the second one steady player sits among beginners, a seat further in each game: what that player
gains more than a beginner is skill.

>>> print(switches("conquian")[0])
pack (option): A234567JQK | A23456789T | full52
>>> changed("conquian", {"target": "9"})
(<Conquian target=9>, 2)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cadogan.course.measuring import Measure, check, number, ratio, steps
from cadogan.course.studio import chosen_from
from cadogan.course.switches import NoSuchSwitch, Option, Switch
from cadogan.players.odds import first_deal
from cadogan.round_games import games as games
from cadogan.round_games.bots import beginner_bot, play_out, rule_bot
from cadogan.round_games.game import Game
from cadogan.round_games.options import in_words

#: What stands in the columns of a table of measures.
COLUMNS = (
    "players",
    "actions a game",
    "luck: a seat's gain",
    "skill: gained more",
    "until skill shows",
)
#: Options that change no rule of a deal.
APART = ("deals", "dealer", "purse")
#: After so many actions a game is broken off.
LIMIT = 20_000


def switches(slug: str) -> tuple[Switch, ...]:
    """The seats and the options of a round game, as switches; of each the first is how it stands."""
    game = games[slug]
    every: list[tuple[str, str, Any, Iterable[Any]]] = [
        ("players", "seats", game.seats, game.players)
    ]
    every += [
        (name.replace("_", " "), "option", option.default, option.values)
        for name, option in game.declared.items()
        if name not in APART and isinstance(option.values, tuple)
    ]
    found = []
    for name, kind, stands, values in every:
        options = {in_words(value): value for value in (stands, *values)}
        if len(options) > 1:
            told = tuple(Option(says, value=value) for says, value in options.items())
            found.append(Switch(name, kind, told))
    return tuple(found)


def settings(slug: str, choices: Mapping[str, str]) -> dict[str, Any]:
    """What is chosen, by the names of the game's options, and ``players``."""
    taken = chosen_from(switches(slug), choices, games[slug].title)
    return {switch.name.replace(" ", "_"): option.value for switch, option in taken}


def changed(slug: str, choices: Mapping[str, str]) -> tuple[Game, int]:
    """The round game with some switches set, and its seats.

    Raises:
        NoSuchSwitch: there is no such switch, no such option, or not for so many players.
        OptionError: what is chosen does not go together.
    """
    options = settings(slug, choices)
    wanted = options.pop("players", None)
    game: Game = games[slug].vary(**options)
    if wanted is not None and wanted not in game.players:
        raise NoSuchSwitch(f"with these options {game.title} is for {game.company} players")
    return game, wanted or game.seats


def code(slug: str, choices: Mapping[str, str]) -> str:
    """The same as code."""
    options = settings(slug, choices)
    players = options.pop("players", None)
    kept = ", ".join(f"{name}={value!r}" for name, value in options.items())
    name = f'cadogan.round_games["{slug}"]' + (f".vary({kept})" if kept else "")
    return f"{name}.deal(players={players})" if players else name


@dataclass(repr=False)
class Company:
    """What the two tables made of the first deals of a round game.

    Attributes:
        game, players, seed: deal i is ``seed * 2**32 + i``.
        lengths: the actions of each game of steady players.
        gains: in each of them, what each seat gained, in counters.
        more: how much more the one steady player gained than the mean of the beginners.
    """

    game: Game
    players: int
    seed: int = 1
    lengths: list[int] = field(default_factory=list)
    gains: list[tuple[float, ...]] = field(default_factory=list)
    more: list[float] = field(default_factory=list)

    @property
    def n(self) -> int:
        """The deals played at both tables."""
        return len(self.more)

    def go_on(self, n: int) -> Iterator[None]:
        """Play the next deal at both tables."""
        deal, seat = first_deal(self.seed) + self.n, self.n % self.players
        equals = play_out(self.game.deal(deal, self.players), [rule_bot], deal, LIMIT)
        bots = [rule_bot if i == seat else beginner_bot for i in range(self.players)]
        mixed = play_out(self.game.deal(deal, self.players), bots, deal, LIMIT).payoffs
        others = (sum(mixed) - mixed[seat]) / (self.players - 1)
        self.lengths.append(len(equals.record().actions))
        self.gains.append(tuple(equals.payoffs))
        self.more.append(mixed[seat] - others)
        yield

    @property
    def length(self) -> Measure:
        """The mean number of actions of a game."""
        return ratio(self.lengths, [1] * self.n)

    @property
    def luck(self) -> Measure:
        """The standard deviation of what a seat gains among equals, in counters."""
        means = [sum(seat) / self.n for seat in zip(*self.gains, strict=True)]
        squares = [sum((g - m) ** 2 for g, m in zip(row, means)) for row in self.gains]
        middle, low, high = ratio(squares, [self.players] * self.n)
        return math.sqrt(middle), math.sqrt(max(0.0, low)), math.sqrt(high)

    @property
    def skill(self) -> Measure:
        """How much more a steady player gains than beginners at the same table, in counters a game."""
        return ratio(self.more, [1] * self.n)

    @property
    def games_to_tell(self) -> float | None:
        """After how many games the steady player's mean lead would be as large as its 95 % margin;
        None where no lead was seen.
        """
        mean, low, _ = self.skill
        return None if low <= 0 or self.n < 2 else self.n * ((mean - low) / mean) ** 2

    def cells(self) -> tuple[str, ...]:
        """A row of the table, below `COLUMNS`."""
        wanted = self.games_to_tell
        told = f"not seen in {self.n}"
        if wanted is not None:
            told = f"about {math.ceil(wanted):,} game{'s' * (wanted > 1)}"
        return str(self.players), number(self.length), number(self.luck), number(self.skill), told

    def __str__(self) -> str:
        return f"{self.line}. {self.note}" if self.n > 1 else "Fewer than two deals were played."

    __repr__ = __str__

    @property
    def line(self) -> str:
        """The game in one line, for the gallery."""
        row = ", ".join(f"{head} {cell}" for head, cell in zip(COLUMNS, self.cells()))
        return f"{row}; {self.n:,} deals, seed {self.seed}"

    @property
    def version(self) -> dict[str, Any] | None:
        """A row among the versions of the game; none while there are too few deals."""
        row = {"heads": list(COLUMNS), "cells": list(self.cells())} if self.n > 1 else None
        return row and {**row, "n": self.n, "seed": self.seed, "won": ""}

    @property
    def note(self) -> str:
        """How it was found."""
        return (
            f"simulated: {self.n:,} deals at each of two tables, seed {self.seed}; 95 % intervals in brackets. Luck: the standard "
            "deviation of a seat's gain, in counters, where all follow the author's advice. Skill: what one such player gains more a game "
            "than beginners, who follow it two times in three. Skill shows when the mean lead is larger than its 95 % margin."
        )


def measure(
    slug: str, choices: Mapping[str, str] | None = None, n: int = 100, seed: int = 1
) -> Company:
    """Measure a round game with some switches set.

    Args:
        slug: the round game.
        choices: for each switch that is set the name of its option, as `switches` shows them.
        n: deals, 2 to 100,000.
        seed: deal i is ``seed * 2**32 + i``.

    Raises:
        ValueError: no such switch or option, or a number out of range.
    """
    check(n, seed, ("careful",))
    game, players = changed(slug, choices or {})
    found = Company(game, players, seed)
    for _ in steps([found], n):
        pass
    return found
