"""A round game on the studio's bench: its switches, how long it lasts, how much of what a seat gains
is luck, whether the leader half-way wins, and how often the lead changes.

Two tables are played on the same deals, by the bots of `cadogan.round_games.bots`. At the first
all seats are steady, that is, follow the author's advice: the spread of a seat's gain is luck. At
the second, one steady player sits among beginners, a seat further on in each game: what that
player gains beyond a beginner is skill.

>>> print(switches("conquian")[0])
pack (option): A234567JQK | A23456789T | full52
>>> changed("conquian", {"target": "9"})
(<Conquian target=9>, 2)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cadogan.course.measuring import Measure, check, number, percent, ratio, steps
from cadogan.course.studio import chosen_from
from cadogan.course.switches import NoSuchSwitch, Option, Switch
from cadogan.players.intervals import table_of
from cadogan.players.odds import first_deal
from cadogan.round_games import games as games
from cadogan.round_games.bots import beginner_bot, play_out, rule_bot
from cadogan.round_games.game import Game
from cadogan.round_games.options import in_words

#: The heads of the columns in a table of measures.
COLUMNS = (
    "players",
    "actions a game",
    "luck: a seat's gain",
    "skill: gained more",
    "until skill shows",
    "half-way leader wins",
    "lead changes",
)
#: Options that change no rule of a deal.
APART = ("deals", "dealer", "purse")
#: After so many actions a game is broken off.
LIMIT = 20_000


def switches(slug: str) -> tuple[Switch, ...]:
    """The seats and the options of a round game, as switches; each begins with its present option."""
    game = games[slug]
    every: list[tuple[str, str, Any, Iterable[Any]]] = [
        ("players", "seats", game.seats, game.players)
    ]
    every += [
        (name.replace("_", " "), "option", option.default, option.values)
        for name, option in game.declared.items()
        if name not in APART and isinstance(option.values, tuple)
    ]
    settable = []
    for name, kind, stands, values in every:
        options = {in_words(value): value for value in (stands, *values)}
        if len(options) > 1:
            choices = tuple(Option(words, value=value) for words, value in options.items())
            settable.append(Switch(name, kind, choices))
    return tuple(settable)


def settings(slug: str, choices: Mapping[str, str]) -> dict[str, Any]:
    """The values chosen, by the names of the game's options, and ``players``."""
    taken = chosen_from(switches(slug), choices, games[slug].title)
    return {switch.name.replace(" ", "_"): option.value for switch, option in taken}


def changed(slug: str, choices: Mapping[str, str]) -> tuple[Game, int]:
    """The round game with some switches set, and its seats.

    Raises:
        NoSuchSwitch: there is no such switch or option, or the game is for other numbers of players.
        OptionError: the choices do not go together.
    """
    options = settings(slug, choices)
    players = options.pop("players", None)
    game: Game = games[slug].vary(**options)
    if players is not None and players not in game.players:
        raise NoSuchSwitch(f"with these options {game.title} is for {game.company} players")
    return game, players or game.seats


def code(slug: str, choices: Mapping[str, str]) -> str:
    """The code for the round game with these choices."""
    options = settings(slug, choices)
    players = options.pop("players", None)
    arguments = ", ".join(f"{name}={value!r}" for name, value in options.items())
    name = f'cadogan.round_games["{slug}"]' + (f".vary({arguments})" if arguments else "")
    return f"{name}.deal(players={players})" if players else name


@dataclass(frozen=True)
class Course:
    """How the lead went in one game.

    Attributes:
        leaders: the seats that led half-way; none where all were equal.
        winners: the seats that gained most in the end; none where all were equal.
        changes: how often the lead went to seats of which none led before.
        behind: the share of the game, from the first lead on, in which no winner led.
        seats: how many seats there were.
    """

    leaders: frozenset[int]
    winners: frozenset[int]
    changes: int
    behind: float
    seats: int

    @property
    def winning_share(self) -> float:
        """The share of the half-way leaders who won."""
        return len(self.leaders & self.winners) / len(self.leaders)

    @property
    def by_lot(self) -> float:
        """The chance that one of the seats, drawn by lot, would have won."""
        return len(self.winners) / self.seats


def first_of(standing: Sequence[float]) -> frozenset[int]:
    """The seats that lead; none where all are equal."""
    most = max(standing)
    if min(standing) == most:
        return frozenset()
    return frozenset(seat for seat, score in enumerate(standing) if score == most)


def course(standings: Sequence[Sequence[float]], payoffs: Sequence[float]) -> Course:
    """How the lead went, from the standing after each action and the gains.

    >>> course([(0, 0), (0, 2), (3, 2), (3, 4)], (1, -1))
    Course(leaders=frozenset({1}), winners=frozenset({0}), changes=2, behind=0.6666666666666666, seats=2)
    """
    winners, led = first_of(payoffs), [*map(first_of, standings)]
    leads = [lead for lead in led if lead]
    changes = sum(not after & before for before, after in zip(leads, leads[1:]))
    behind = sum(not lead & winners for lead in leads) / len(leads) if leads and winners else 0.0
    half_way = led[(len(led) - 1) // 2] if led else frozenset()
    return Course(half_way, winners, changes, behind, len(payoffs))


@dataclass(repr=False)
class Company:
    """The first deals of a round game, as played at the two tables.

    Attributes:
        game, players, seed: the game, its seats, and the seed: deal i is ``seed * 2**32 + i``.
        lengths: the number of actions in each game of steady players.
        gains: what each seat gained in each of these games, in counters.
        more: how much more the one steady player gained than the mean of the beginners.
        courses: how the lead went in each game of steady players.
    """

    game: Game
    players: int
    seed: int = 1
    lengths: list[int] = field(default_factory=list)
    gains: list[tuple[float, ...]] = field(default_factory=list)
    more: list[float] = field(default_factory=list)
    courses: list[Course] = field(default_factory=list)

    @property
    def n(self) -> int:
        """The number of deals played at both tables."""
        return len(self.more)

    def go_on(self, n: int) -> Iterator[None]:
        """Play the next deal at both tables."""
        deal, seat = first_deal(self.seed) + self.n, self.n % self.players
        standings: list[tuple[float, ...]] = []
        equals = play_out(
            self.game.deal(deal, self.players),
            [rule_bot],
            deal,
            LIMIT,
            lambda state: standings.append(state.standing),
        )
        bots = [rule_bot if i == seat else beginner_bot for i in range(self.players)]
        mixed = play_out(self.game.deal(deal, self.players), bots, deal, LIMIT).payoffs
        others = (sum(mixed) - mixed[seat]) / (self.players - 1)
        self.lengths.append(len(equals.record().actions))
        self.gains.append(tuple(equals.payoffs))
        # the standing after the last action is the settlement, not one on the way
        self.courses.append(course(standings[:-1], equals.payoffs))
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

    @property
    def snowball(self) -> tuple[Measure, float] | None:
        """The share of half-way leaders who win, and the share if the winner were drawn by lot;
        None where hardly anybody led.
        """
        led = [game for game in self.courses if game.leaders and game.winners]
        if len(led) < 2:
            return None
        by_lot = sum(game.by_lot for game in led) / len(led)
        return ratio([game.winning_share for game in led], [1] * len(led)), by_lot

    @property
    def changes(self) -> Measure:
        """How often the lead changes in a game."""
        return ratio([game.changes for game in self.courses], [1] * self.n)

    @property
    def behind(self) -> float:
        """The mean share of a game somebody wins, from the first lead on, in which no winner leads."""
        won = [game.behind for game in self.courses if game.winners]
        return sum(won) / len(won) if won else 0.0

    def cells(self) -> tuple[str, ...]:
        """A row of the table, below `COLUMNS`."""
        needed = self.games_to_tell
        until_skill = f"not seen in {self.n}"
        if needed is not None:
            until_skill = f"about {math.ceil(needed):,} game{'s' * (needed > 1)}"
        lead = "nobody leads before the end"
        if (ball := self.snowball) is not None:
            lead = f"{percent(ball[0])}, by lot {100 * ball[1]:.0f} %"
        changes = f"{number(self.changes)}, winner behind {100 * self.behind:.0f} %"
        measures = map(number, (self.length, self.luck, self.skill))
        return str(self.players), *measures, until_skill, lead, changes

    def __str__(self) -> str:
        return f"{self.line}. {self.note}" if self.n > 1 else "Fewer than two deals were played."

    __repr__ = __str__

    def _repr_html_(self) -> str | None:
        if self.n < 2:
            return None
        return table_of(("game", *COLUMNS), [(self.game.title, *self.cells())], self.note)

    @property
    def line(self) -> str:
        """The game in one line, for the gallery."""
        row = ", ".join(f"{head} {cell}" for head, cell in zip(COLUMNS, self.cells()))
        return f"{row}; {self.n:,} deals, seed {self.seed}"

    @property
    def version(self) -> dict[str, Any] | None:
        """A row among the versions of the game; None while there are too few deals."""
        row = {"heads": list(COLUMNS), "cells": list(self.cells())} if self.n > 1 else None
        return row and {**row, "n": self.n, "seed": self.seed, "won": ""}

    @property
    def note(self) -> str:
        """How the measures were made, and what they mean."""
        judged = " ".join((self.game.standing.__doc__ or "").partition("\n\n")[0].split())
        return (
            f"simulated: {self.n:,} deals at each of two tables, seed {self.seed}; 95 % intervals in brackets. Luck: the standard "
            "deviation of a seat's gain, in counters, where all follow the author's advice. Skill: what one such player gains more a game "
            "than beginners, who follow it two times in three. Skill shows when the mean lead is larger than its 95 % margin. "
            f"Who leads is judged by this: {judged[0].lower()}{judged[1:]} Behind is a winner while others lead."
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
    company = Company(game, players, seed)
    for _ in steps([company], n):
        pass
    return company
