"""What the page's studio asks of Python: the switches of a game, and measures that are played a
moment at a time.

A question is an object with ``ask``; the answer is one that the page shows as it stands, every text
in words. The game may be a stranger's: it is read by the one reader of rules, and each of its deals
has no more fuel than the page allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cadogan
from cadogan.board.round_shown import opening
from cadogan.board.seats import seated
from cadogan.course import company, studio
from cadogan.course.losing import CLOSER, Losses
from cadogan.course.measuring import (
    COLUMNS,
    PLAYERS,
    Measured,
    Tally,
    cells,
    check,
    percent,
    points,
    share_won,
)
from cadogan.edition.chapters import cells_of
from cadogan.edition.notebook import joined, parted
from cadogan.patience.game import Game
from cadogan.players.comparison import counted, of_counts
from cadogan.round_games import games as round_games
from cadogan.round_games.records import Record

from .messages import Reply
from .openings import OWN
from .work import Work, begin, go_on

#: The most deals of a question, and how many are looked at for the point of loss.
MOST_DEALS, LOOKED_AT = 5_000, 12
#: How many measured games are kept, so that the game as it stands is not played again with every
#: switch.
MOST_KEPT = 60
#: How many of those looked at for the point of loss are kept; each holds a solver.
MOST_CLOSE = 4


@dataclass
class Bench:
    """A game on the bench: the game as it stands, what is chosen, and where its rules come from."""

    slug: str
    rules: str
    game: Game
    choices: Mapping[str, str]
    fuel: int

    @property
    def chapter(self) -> str:
        """The page that the game belongs to."""
        if self.rules:
            return OWN
        return next(
            slug
            for slug in cadogan.games
            if slug == self.slug or self.slug in cadogan.games[slug].variants
        )

    def changed(self) -> Game:
        """The game with the chosen options."""
        return studio.changed(self.game, self.choices)

    def games(self) -> dict[str, Game]:
        """The game as it stands, and the changed one where it is another."""
        changed = self.changed()
        return {"as it stands": self.game} | ({"changed": changed} if changed != self.game else {})

    def opening(self, text: str) -> Reply:
        """All that is needed to open the changed game elsewhere, as a link holds it."""
        chapter = self.chapter
        bare = {"format": 1, "game": chapter, "deal": 1, "moves": [], "readings": {}}
        if not self.rules and not studio.chosen(self.game, self.choices):
            return {**bare, "game": self.slug}
        texts = parted(self.rules) if self.rules else [cell.text for cell in cells_of(text)]
        rules = joined(studio.with_choices(texts, self.game, self.choices))
        return {
            **bare,
            "rules": rules,
            "variant": "" if self.rules or self.slug == chapter else self.slug,
        }


@lru_cache(MOST_KEPT)
def _tally(game: Game, slug: str, player: str, seed: int, fuel: int) -> Tally:
    """The tally of a game's deals that is kept, or a new one."""
    return Tally(game, player, seed, fuel)


@lru_cache(MOST_CLOSE)
def _losses(game: Game, slug: str, seed: int, fuel: int) -> Losses:
    """The losses of a game's deals that are kept, or new ones."""
    return Losses(game, seed, fuel=fuel)


def answer(
    question: Mapping[str, Any],
    read: Callable[[str, str], Game],
    text_of: Callable[[str], str],
    fuel: int,
) -> Reply:
    """Answer a question of the studio.

    Args:
        question: ``ask`` is game, measure, tune, lost or go_on.
        read: gives the game of a slug, or of rules that are one's own.
        text_of: gives the chapter of a slug, or the part of it that holds its rules.
        fuel: the rounds of loops that a deal may take on average.

    Raises:
        ValueError: what is asked cannot be done; the sentence says why.
    """
    task = question.get("ask")
    if task == "go_on":
        return go_on(question.get("id"))
    slug, rules, choices = (
        question.get("game", ""),
        question.get("rules", ""),
        question.get("chosen", {}),
    )
    if (
        not isinstance(slug, str)
        or not isinstance(choices, dict)
        or not all(isinstance(choice, str) for choice in choices.values())
    ):
        raise ValueError(
            "a game is named by its short name, and what is chosen by names of switches and options"
        )
    if slug in round_games and not rules:
        return _round(slug, choices, question)
    bench = Bench(slug, rules, read(OWN if rules else slug, rules), choices, fuel)
    if task == "game":
        return _game(bench, text_of)
    begun = {"measure": _measure, "tune": _tune, "lost": _lost}.get(
        task if isinstance(task, str) else ""
    )
    if begun is None:
        raise ValueError(
            f"the studio is asked for a game, to measure, to tune or where it is lost, not {task!r:.80}"
        )
    return begin(begun(bench, question))


def _table(
    heads: Iterable[str],
    rows: Iterable[Iterable[str]],
    note: str,
    remarks: Iterable[str] = (),
    **more: Any,
) -> Reply:
    """A table with the remarks and the note below it; without rows, no note."""
    table_rows = [list(row) for row in rows]
    note = note if table_rows else ""
    return {"heads": list(heads), "rows": table_rows, "told": list(remarks), "note": note, **more}


def _switch_rows(switches: Iterable[studio.Switch], choices: Mapping[str, str]) -> list[Reply]:
    return [
        {
            "name": switch.name,
            "kind": switch.kind,
            "options": [option.name for option in switch.options],
            "taken": choices.get(switch.name, switch.options[0].name),
        }
        for switch in switches
    ]


def _round(slug: str, choices: Mapping[str, str], question: Mapping[str, Any]) -> Reply:
    """Answer a question about a round game."""
    task, (game, players) = question.get("ask"), company.changed(slug, choices)
    if task == "game":
        options = company.settings(slug, choices)
        return {
            "title": game.title,
            "page": slug,
            "round": True,
            "switches": _switch_rows(company.switches(slug), choices),
            "code": company.code(slug, choices),
            "changed": bool(options),
            "difference": [],
            "opening": opening(Record(game, players, 1), seated(None, players)),
        }
    if task != "measure":
        raise ValueError("The studio can only measure a round game.")
    n, seed = _numbers_of(question, PLAYERS)
    stands = company.changed(slug, {})
    rows = {"as it stands": stands} | ({"changed": (game, players)} if choices else {})
    games = {label: company.Company(*setup, seed) for label, setup in rows.items()}
    order = list(reversed(games.values()))

    def report() -> Reply:
        return _table(
            ("game", *company.COLUMNS),
            [(label, *group.cells()) for label, group in games.items() if group.n > 1],
            order[0].note,
            line=order[0].line if order[0].n > 1 else "",
            version=order[0].version,
        )

    return begin(Work(order, n, report))


def _game(bench: Bench, text_of: Callable[[str], str]) -> Reply:
    """The game on the bench: its switches, and what is chosen as code and as a link's opening."""
    changed, switches = bench.changed(), studio.switches(bench.game)
    name = "mine" if bench.rules else f'cadogan.games["{bench.slug}"]'
    return {
        "title": changed.title,
        "page": bench.chapter,
        "round": False,
        "switches": _switch_rows(switches, bench.choices),
        "code": studio.code(bench.game, bench.choices, name),
        "changed": bool(studio.chosen(bench.game, bench.choices)),
        "difference": bench.game.difference(changed).splitlines(),
        "opening": bench.opening("" if bench.rules else text_of(bench.chapter)),
    }


def _numbers_of(question: Mapping[str, Any], players: tuple[str, ...]) -> tuple[int, int]:
    n, seed = question.get("n", 300), question.get("seed", 1)
    check(n, seed, players)
    if n > MOST_DEALS:
        raise ValueError(
            f"the studio in the page plays 2 to {MOST_DEALS:,} deals; a notebook plays more"
        )
    return n, seed


def _measure(bench: Bench, question: Mapping[str, Any]) -> Work:
    n, seed = _numbers_of(question, PLAYERS)
    tallies = {
        label: {player: _tally(game, game.slug, player, seed, bench.fuel) for player in PLAYERS}
        for label, game in bench.games().items()
    }
    order = [rows[player] for rows in reversed(tallies.values()) for player in reversed(PLAYERS)]
    last = next(reversed(tallies.values()))

    def report() -> Reply:
        played = {
            label: {player: tally for player, tally in rows.items() if tally.n > 1}
            for label, rows in tallies.items()
        }
        measured = Measured({label: rows for label, rows in played.items() if rows})
        return _table(
            ("game", *COLUMNS),
            measured.rows(),
            measured.note if measured.tallies else "",
            measured.differences if "as it stands" in measured.tallies else (),
            line=_line(last["careful"]),
            version=_version(last["careful"], question.get("before")),
        )

    return Work(order, n, report)


def _line(tally: Tally) -> str:
    """A game in one line, for the gallery; empty while there are too few deals."""
    if tally.n < 2:
        return ""
    return (
        f"careful player: {share_won(tally)} won, {tally.length[0]:.0f} moves, {tally.choice[0]:.1f} choices a move, "
        f"{percent(tally.forced_share)} forced; {tally.n:,} deals, seed {tally.seed}"
    )


#: What stands in the columns of a row of versions.
VERSION = (*COLUMNS[1:], "against the one before")


def _version(tally: Tally, before: object) -> Reply | None:
    """A measured game as a row among its versions, and which of its deals were won, for the next.

    ``before`` is the row of the version before, as the page has kept it: its deals are compared one
    by one where they are the same."""
    if tally.n < 2:
        return None
    won = [end & 1 for end in tally.ends]
    version = {"n": tally.n, "seed": tally.seed, "won": f"{int(''.join(map(str, won)), 2):x}"}
    against = ""
    if isinstance(before, dict) and before.get("seed") == tally.seed:
        n, text = before.get("n"), before.get("won")
        if type(n) is int and 2 <= n <= MOST_DEALS and isinstance(text, str):
            try:
                bits = [int(bit) for bit in f"{int(text[:MOST_DEALS], 16):0{n}b}"]
            except ValueError:
                bits = []
            if len(bits) == n:
                both = min(n, tally.n)
                rates = sum(bits[:both]) / both, sum(won[:both]) / both
                gain = of_counts(counted(bits[:both], won[:both]), rates, tally.seed, tally.player)
                against = points(gain.rate)
    return {**version, "heads": list(VERSION), "cells": [*cells(tally)[1:], against]}


def _tune(bench: Bench, question: Mapping[str, Any]) -> Work:
    player, target = question.get("player", "careful"), question.get("target", 0.3)
    n, seed = _numbers_of(question, (player,))
    studio.check_target(target)
    games = [("", bench.changed()), *studio.settings(bench.game, bench.choices)]
    played = [(name, _tally(game, game.slug, player, seed, bench.fuel)) for name, game in games]
    played = [
        (name, Tally(tally.game, player, seed, bench.fuel) if tally.n > n else tally)
        for name, tally in played
    ]  # one that has been measured on more deals is not cut
    start, tried = played[0][1], played[1:]

    def report() -> Reply:
        finished = tuple((name, tally) for name, tally in tried if tally.n >= n)
        tuned = studio.Tuned(target, start, finished)
        return _table(studio.TUNED, tuned.rows() if start.n >= n else (), tuned.note)

    return Work([tally for _, tally in played], n, report)


def _lost(bench: Bench, question: Mapping[str, Any]) -> Work:
    _, seed = _numbers_of({**question, "n": LOOKED_AT}, PLAYERS)
    losses_of = {
        label: _losses(game, game.slug, seed, bench.fuel) for label, game in bench.games().items()
    }
    order = list(reversed(losses_of.values()))

    def report() -> Reply:
        examined = {label: losses for label, losses in losses_of.items() if losses.n}
        return _table(
            ("game", *CLOSER),
            [(label, *losses.cells()) for label, losses in examined.items()],
            order[0].note,
            [f"{label}: {losses}" for label, losses in examined.items()],
            figures=[losses.figure(label)._repr_html_() for label, losses in examined.items()],
        )

    return Work(order, LOOKED_AT, report)
