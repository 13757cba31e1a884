"""What a screen shows of a patience, as JSON: places, piles, how a game ended, the table of odds; and
a finished game as a replay.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from cadogan.echo import counted, having

from .. import words as terms
from ..patience.game import Game
from ..patience.position import Position
from ..patience.record import Record
from ..players.strategies import STRATEGIES
from . import offers
from .messages import Reply, changes
from .played import find, portable
from .told import told


def home_places(game: Game) -> set[str]:
    """The places where cards are home: the foundations, whatever the game calls them."""
    groups = {clause.name for clause in game.clauses_of(terms.foundations)}
    return {place.id for place in game.places if place.group in groups}


def places(game: Game) -> list[Reply]:
    """The places of a game as JSON. Where the whole pack is laid out, the hand is no place of the
    table but while cards are in it, in a re-deal that stops for a card.
    """
    home = home_places(game)
    shown = {name for name, pile in game.deal(1).cards.items() if pile}
    turns = game.clauses_of(terms.turn)
    return [
        {
            **asdict(place),
            "home": place.id in home,
            "while_held": place.group == "hand" and not turns and place.id not in shown,
        }
        for place in game.places
    ]


def piles(position: Position) -> dict[str, list[str | None]]:
    """What is seen of each place, bottom first; None is a card whose face is not seen."""
    return {
        name: [card.text if card else None for card in pile] for name, pile in position.seen.items()
    }


def result(position: Position) -> str:
    """How a game ended, and what remains, as a sentence."""
    counters = position.counts.get("counters")
    paid = (
        ""
        if counters is None
        else f" Counters {'won' if counters >= 0 else 'lost'}: {abs(counters)}."
    )
    if position.is_won:
        return f"The patience has succeeded.{paid}"
    left = position.goal - position.home
    if not position.goal:
        return "No move is left, and the patience has not succeeded."
    home, at = home_places(position.game), position.game.place_at
    where = Counter(
        at[id].group for id, pile in position.cards.items() if id not in home for _ in pile
    )
    lie = ", ".join(f"{n} in the {group}" for group, n in where.items())
    lie = f" ({lie})" if where.total() == left and lie else ""
    return f"No move is left, and the patience has not succeeded: {counted(left, 'card')} of {position.goal} not home{lie}.{paid}"


def odds(game: Game) -> Reply:
    """How often each player wins, from the committed table; no rows where the rules have been
    changed.
    """
    from cadogan.players.table import row

    rows: list[dict[str, Any]] = [
        {
            "player": STRATEGIES[one.strategy].who,
            "n": one.n,
            "wins": one.wins,
            "share": one.rate,
            "low": one.interval[0],
            "high": one.interval[1],
            "seed": one.seed,
        }
        for one in row(game)
    ]
    says = (
        offers.chances(rows)
        if rows
        else "The table of odds has no row for this game: its rules are not those of the book."
    )
    return {"kind": "odds", "rows": rows, "says": says}


def replay(record: Record) -> Reply:
    """A finished game that a page can step through without Python.

    Frame 0 has every pile; each later frame has its move's sentence and the piles that changed.
    """
    having(record, "positions", "a record is replayed, such as cadogan.Record(game, 7, moves)")
    position, *later = record.positions()
    shown = piles(position)
    frames: list[Reply] = [{"says": f"{record.game.title}, deal {record.deal}", "changed": shown}]
    for text, after in zip(record.moves, later, strict=True):
        says = told(position, find(position, text), after)
        position, now = after, piles(after)
        frames.append({"says": says, "changed": changes(shown, now)})
        shown = now
    left = counted(len(position.moves()), "move")
    return {
        "title": record.game.title,
        "slug": record.game.slug,
        "deal": record.deal,
        "won": position.is_won,
        "over": position.is_over,
        "result": result(position)
        if position.is_over
        else f"The player stopped here, and the game was cut short: {left} could be made.",
        "places": places(record.game),
        "frames": frames,
        "record": portable(record),
    }
