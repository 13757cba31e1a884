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
from .work import Work, begin, go_on

#: The short name under which a game of one's own is read, and the page that it belongs to.
OWN = "studio"
#: The most deals of a question, and how many are looked at for the point of loss.
MOST_DEALS, LOOKED_AT = 5_000, 12
#: So many measured games are kept, so that the game as it stands is not played again with every
#: switch.
MOST_KEPT = 60
#: As many that were looked at closely; each holds a solver.
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
        """The game with what is chosen."""
        return studio.changed(self.game, self.choices)

    def games(self) -> dict[str, Game]:
        """The game as it stands, and the changed one where it is another."""
        made = self.changed()
        return {"as it stands": self.game} | ({"changed": made} if made != self.game else {})

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
    """What is kept of a game's deals, or a new row of them."""
    return Tally(game, player, seed, fuel)


@lru_cache(MOST_CLOSE)
def _looked(game: Game, slug: str, seed: int, fuel: int) -> Losses:
    """What is kept of the deals of a game that were looked at, or a new row of them."""
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
        fuel: what each deal may take.

    Raises:
        ValueError: what is asked cannot be done; the sentence says why.
    """
    asked = question.get("ask")
    if asked == "go_on":
        return go_on(question.get("id"))
    slug, rules, choices = (
        question.get("game", ""),
        question.get("rules", ""),
        question.get("chosen", {}),
    )
    if (
        not isinstance(slug, str)
        or not isinstance(choices, dict)
        or not all(isinstance(one, str) for one in choices.values())
    ):
        raise ValueError(
            "a game is named by its short name, and what is chosen by names of switches and options"
        )
    if slug in round_games and not rules:
        return _round(slug, choices, question)
    bench = Bench(slug, rules, read(OWN if rules else slug, rules), choices, fuel)
    if asked == "game":
        return _game(bench, text_of)
    begun = {"measure": _measure, "tune": _tune, "lost": _lost}.get(
        asked if isinstance(asked, str) else ""
    )
    if begun is None:
        raise ValueError(
            f"the studio is asked for a game, to measure, to tune or where it is lost, not {asked!r:.80}"
        )
    return begin(begun(bench, question))


def _table(
    heads: Iterable[str],
    rows: Iterable[Iterable[str]],
    note: str,
    told: Iterable[str] = (),
    **more: Any,
) -> Reply:
    """A table with what is said below it; of one without rows nothing."""
    found = [list(row) for row in rows]
    note = note if found else ""
    return {"heads": list(heads), "rows": found, "told": list(told), "note": note, **more}


def _shown(switches: Iterable[studio.Switch], choices: Mapping[str, str]) -> list[Reply]:
    return [
        {
            "name": one.name,
            "kind": one.kind,
            "options": [option.says for option in one.options],
            "taken": choices.get(one.name, one.options[0].says),
        }
        for one in switches
    ]


def _round(slug: str, choices: Mapping[str, str], question: Mapping[str, Any]) -> Reply:
    """What is asked of a round game."""
    asked, (made, players) = question.get("ask"), company.changed(slug, choices)
    if asked == "game":
        options = company.settings(slug, choices)
        return {
            "title": made.title,
            "page": slug,
            "round": True,
            "switches": _shown(company.switches(slug), choices),
            "code": company.code(slug, choices),
            "changed": bool(options),
            "difference": [],
            "opening": opening(Record(made, players, 1), seated(None, players)),
        }
    if asked != "measure":
        raise ValueError("The studio measures a round game, and does no more with it.")
    n, seed = _numbers_of(question, PLAYERS)
    stands = company.changed(slug, {})
    rows = {"as it stands": stands} | ({"changed": (made, players)} if choices else {})
    games = {label: company.Company(*one, seed) for label, one in rows.items()}
    order = list(reversed(games.values()))

    def told() -> Reply:
        return _table(
            ("game", *company.COLUMNS),
            [(label, *one.cells()) for label, one in games.items() if one.n > 1],
            order[0].note,
            line=order[0].line if order[0].n > 1 else "",
            version=order[0].version,
        )

    return begin(Work(order, n, told))


def _game(bench: Bench, text_of: Callable[[str], str]) -> Reply:
    """The game on the bench: its switches, and what is chosen as code and as a link's opening."""
    made, switches = bench.changed(), studio.switches(bench.game)
    name = "mine" if bench.rules else f'cadogan.games["{bench.slug}"]'
    return {
        "title": made.title,
        "page": bench.chapter,
        "round": False,
        "switches": _shown(switches, bench.choices),
        "code": studio.code(bench.game, bench.choices, name),
        "changed": bool(studio.chosen(bench.game, bench.choices)),
        "difference": bench.game.difference(made).splitlines(),
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

    def told() -> Reply:
        there = {
            label: {player: one for player, one in rows.items() if one.n > 1}
            for label, rows in tallies.items()
        }
        some = Measured({label: rows for label, rows in there.items() if rows})
        return _table(
            ("game", *COLUMNS),
            some.rows(),
            some.note if some.tallies else "",
            some.told if "as it stands" in some.tallies else (),
            line=_line(last["careful"]),
            version=_version(last["careful"], question.get("before")),
        )

    return Work(order, n, told)


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
    kept = {"n": tally.n, "seed": tally.seed, "won": f"{int(''.join(map(str, won)), 2):x}"}
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
                found = of_counts(counted(bits[:both], won[:both]), rates, tally.seed, tally.player)
                against = points(found.rate)
    return {**kept, "heads": list(VERSION), "cells": [*cells(tally)[1:], against]}


def _tune(bench: Bench, question: Mapping[str, Any]) -> Work:
    player, target = question.get("player", "careful"), question.get("target", 0.3)
    n, seed = _numbers_of(question, (player,))
    studio.check_target(target)
    games = [("", bench.changed()), *studio.settings(bench.game, bench.choices)]
    played = [(name, _tally(game, game.slug, player, seed, bench.fuel)) for name, game in games]
    start, tried = played[0][1], played[1:]

    def told() -> Reply:
        there = tuple((name, one) for name, one in tried if one.n >= n)
        tuned = studio.Tuned(target, start, there)
        return _table(studio.TUNED, tuned.rows() if start.n >= n else (), tuned.note)

    return Work([one for _, one in played], n, told)


def _lost(bench: Bench, question: Mapping[str, Any]) -> Work:
    _, seed = _numbers_of({**question, "n": LOOKED_AT}, PLAYERS)
    found = {
        label: _looked(game, game.slug, seed, bench.fuel) for label, game in bench.games().items()
    }
    order = list(reversed(found.values()))

    def told() -> Reply:
        there = {label: one for label, one in found.items() if one.n}
        return _table(
            ("game", *CLOSER),
            [(label, *one.cells()) for label, one in there.items()],
            order[0].note,
            [f"{label}: {one}" for label, one in there.items()],
            figures=[one.figure(label)._repr_html_() for label, one in there.items()],
        )

    return Work(order, LOOKED_AT, told)
