"""What a screen shows of a patience, as JSON: places, piles, how a game ended, the table of odds; and
a finished game as a replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass
from typing import Any

from cadogan import words as terms
from cadogan.board import offers
from cadogan.board.messages import Reply, changes
from cadogan.board.played import find, portable, written_out
from cadogan.board.told import tell_move
from cadogan.echo import counted, having
from cadogan.patience.game import Game
from cadogan.patience.position import Position
from cadogan.patience.record import Record
from cadogan.players.strategies import STRATEGIES
from cadogan.words.free import Free
from cadogan.words.rounds import rounds
from cadogan.words.values import Relation


def home_places(game: Game) -> set[str]:
    """The places where cards are home: the foundations, whatever the game calls them."""
    groups = {clause.name for clause in game.clauses_of(terms.foundations)}
    return {place.id for place in game.places if place.group in groups}


def ornaments(position: Position) -> dict[str, list[bool]]:
    """The foundations whose single cards go up by themselves, as the queens of the Salic Law, by
    group: whether the card of each lies there.
    """
    game = position.game
    groups = [
        clause.name
        for clause in game.clauses_of(terms.foundations)
        if clause.begun == "as they appear" and clause.longest == 1
    ]
    return {
        group: [bool(position.cards[place.id]) for place in game.places if place.group == group]
        for group in groups
    }


def counts(position: Position) -> dict[str, int]:
    """What a player counts, in the words of the game: without foundations cards are taken up, and
    what goes up by itself is counted by its name.
    """
    beside = {group: sum(lying) for group, lying in ornaments(position).items()}
    where = "home" if home_places(position.game) else "taken up"
    home = {f"cards {where}": position.home - sum(beside.values())} if position.goal else {}
    return home | beside | {n: v for n, v in position.counts.items() if n != "cards home"}


def places(game: Game) -> list[Reply]:
    """The places of a game as JSON. Where the whole pack is laid out, the hand is a place of the
    table only while cards are in it, in a re-deal that stops for a card.

    ``dealt`` says how many cards the deal lays there, ``tied`` that a rule depends on where the
    places of its group lie, ``row`` with which row it is dealt, if its group comes by rows."""
    home, tied = home_places(game), _tied(game)
    dealt = {name: len(pile) for name, pile in game.deal(1).cards.items()}
    turns = game.clauses_of(terms.turn)
    across = {
        group: step.across
        for clause in game.clauses_of(terms.deal)
        for step in clause.steps
        if isinstance(step, rounds)
        for group in _texts(step.group)
    }
    of_group: Counter[str] = Counter()
    rows = {}
    for place in game.places:
        if across.get(place.group):
            rows[place.id] = of_group[place.group] // across[place.group]
        of_group[place.group] += 1
    return [
        {
            **asdict(place),
            "home": place.id in home,
            "while_held": place.group == "hand" and not turns and not dealt[place.id],
            "dealt": dealt[place.id],
            "tied": place.group in tied,
            "row": rows.get(place.id, 0),
        }
        for place in game.places
    ]


def _parts(value: object) -> Iterator[object]:
    """A value and all that it is made of."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from _parts(part)


def _texts(value: object) -> set[str]:
    return {part for part in _parts(value) if isinstance(part, str)}


def _tied(game: Game) -> set[str]:
    """The groups for whose places it matters to a clause where they lie: in which row or column,
    beside or below which other; and those whose shape is a rule.
    """
    many = Counter(place.group for place in game.places)
    groups, tied = {group for group, n in many.items() if n > 1}, set[str]()
    for clause in game.active:
        asks = bool(getattr(clause, "lines", 0)) or any(
            isinstance(part, Relation)
            or (isinstance(part, Free) and part.blocks)
            or getattr(part, "across", 0)
            or getattr(part, "above", "") in groups
            for part in _parts(clause)
        )
        if asks:
            tied |= groups & _texts(clause)
        if isinstance(clause, terms.places) and clause.at:
            tied.add(clause.name)
    return tied


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
    if not position.goal:
        return "No move is left, and the patience has not succeeded."
    lying = [lies for group in ornaments(position).values() for lies in group]
    goal, left = position.goal - len(lying), position.goal - position.home - lying.count(False)
    home, place_at = home_places(position.game), position.game.place_at
    groups = Counter(
        place_at[id].group for id, pile in position.cards.items() if id not in home for _ in pile
    )
    lie = ", ".join(f"{n} in the {group}" for group, n in groups.items())
    lie = f" ({lie})" if groups.total() == left and lie else ""
    are, where = "is" if left == 1 else "are", "home" if home else "taken up"
    return f"No move is left, and the patience has not succeeded: {left} of {goal} cards {are} not {where}{lie}.{paid}"


def odds(game: Game) -> Reply:
    """How often each player wins, from the committed table; no rows where the rules have been
    changed.
    """
    from cadogan.players.table import row

    rows: list[dict[str, Any]] = [
        {
            "player": STRATEGIES[figures.strategy].who,
            "n": figures.n,
            "wins": figures.wins,
            "share": figures.rate,
            "low": figures.interval[0],
            "high": figures.interval[1],
            "seed": figures.seed,
        }
        for figures in row(game)
    ]
    sentence = (
        offers.chances(rows)
        if rows
        else "The table of odds has no row for this game: its rules are not those of the book."
    )
    return {"kind": "odds", "rows": rows, "says": sentence}


def replay(record: Record) -> Reply:
    """A finished game that a page can step through without Python.

    Frame 0 has every pile; each later frame has its move's sentence and the piles that changed.
    """
    having(record, "positions", "a record is replayed, such as cadogan.Record(game, 7, moves)")
    position, *later = record.positions()
    before = piles(position)
    frames: list[Reply] = [{"says": f"{record.game.title}, deal {record.deal}", "changed": before}]
    for text, after in zip(record.moves, later, strict=True):
        sentence = tell_move(position, find(position, text), after)
        position, now = after, piles(after)
        frames.append({"says": sentence, "changed": changes(before, now)})
        before = now
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
        "record": portable(record) or written_out(record),
    }
