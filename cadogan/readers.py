"""Reading what people bring: text pictures and records. Nothing is trusted; the first fault is named."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from cadogan import kernels as k
from cadogan.cards import Card, CardError
from cadogan.position import (
    FORMAT,
    HIGHEST_DEAL,
    KEPT,
    IllegalMove,
    Position,
    Record,
    RecordError,
    _finished_header,
    pack_order,
)  # fmt: skip
from cadogan.terms import RuleError

if TYPE_CHECKING:
    from cadogan.game import Game

PLACE = re.compile(r"([A-Za-z]+(?:-[a-z])?\d*)\[([^\]]*)\]")
LONGEST_RECORD = 2_000_000
MOST_MOVES = 100_000


def find_title(title: str) -> Game:
    """The game (or variant) of this title."""
    import cadogan

    for game in cadogan.games.values():
        for one in (game, *game.variants.values()):
            if one.title.lower() == title.lower():
                return one
    raise RecordError(f"line 1: there is no game called {title!r}; give the game as second argument")


def parse_position(text: str, game: Game | None = None) -> Position:
    """See `Position.parse`."""
    lines = text.strip("\n").split("\n")
    match = re.fullmatch(r"\s*(.*?)(?:,\s*deal\s+(\d+))?\s*", lines[0])
    assert match is not None
    game = game or find_title(match[1])
    number = int(match[2] or 0)
    program = game.program
    index = {p.id: i for i, p in enumerate(program.places)}
    piles: dict[int, list[tuple[Card, bool]]] = {}
    header = _finished_header(program)
    marks: dict[int, int] = {}
    for n, text_line in enumerate(lines[1:], 2):
        rest = text_line
        for found in PLACE.finditer(text_line):
            rest = rest.replace(found[0], " ", 1)
            name, held = found[1], found[2]
            if name not in index:
                raise RecordError(f"line {n}: {game.title} has no place {name!r}; its places are {known_places(game)}")
            if index[name] in piles:
                raise RecordError(f"line {n}: the place {name} stands here a second time")
            piles[index[name]] = [read_card(part, n, name) for part in held.split()]
        for word in rest.split():
            key, sign, value = word.partition("=")
            if key == "marks" and sign:
                for mark in value.split(","):
                    place, _, height = mark.partition(":")
                    if place not in index or not re.fullmatch(r"-?\d{1,3}", height):
                        raise RecordError(f"line {n}: {mark!r} is no mark; a mark is a place and a height, such as t1:2")
                    marks[index[place]] = int(height)
            elif key in KEPT and re.fullmatch(r"-?\d{1,18}", value):
                header[key] = int(value)
            else:
                raise RecordError(f"line {n}: {word!r} is neither a place with its cards, such as t1[7H KS], nor one of {', '.join(KEPT)}")
    return build(game, number, piles, header, marks)


def known_places(game: Game) -> str:
    """The places' ids, shortened to runs."""
    runs: dict[str, list[str]] = {}
    for p in game.places:
        runs.setdefault(p.group, []).append(p.id)
    return ", ".join(ids[0] if len(ids) == 1 else f"{ids[0]} … {ids[-1]}" for ids in runs.values())


def read_card(part: str, n: int, place: str) -> tuple[Card, bool]:
    """A card of a text picture and whether it lies face down; dashes say only that it lies crossways."""
    part = part.strip("-")
    down = part.startswith("(") and part.endswith(")")
    try:
        return Card(part[1:-1] if down else part), down
    except CardError as error:
        raise RecordError(f"line {n}, place {place}: {error}") from None


def build(game: Game, number: int, piles: dict[int, list[tuple[Card, bool]]], header: dict[str, int], marks: dict[int, int]) -> Position:
    """A position from piles, with all that is derived worked out; checked against the game's pack."""
    program = game.program
    tables = program.tables
    state = [0] * k.state_size(tables)
    for start, end in ((k.a_live(tables), k.a_want(tables)), (k.a_run(tables), k.a_down(tables)), (k.a_top(tables), k.a_height(tables))):
        for i in range(start, end):
            state[i] = -1
    wanted = Counter(c % 52 for c in program.pack)
    used: Counter[int] = Counter()
    for p, pile in piles.items():
        for card, down in pile:
            if used[card.index] == wanted[card.index]:
                where = program.places[p].id
                raise RecordError(f"place {where}: {card} stands here once more than {game.title} has it ({wanted[card.index]})")
            number_of = 52 * used[card.index] + card.index
            used[card.index] += 1
            h = state[k.a_height(tables) + p]
            state[k.a_under(tables) + number_of] = state[k.a_top(tables) + p] if h else -1
            state[k.a_top(tables) + p] = number_of
            state[k.a_down(tables) + number_of] = int(down or program.places[p].face_down)
            state[k.a_height(tables) + p] = h + 1
            if tables[tables[k.T_PLACE] + k.P_WIDTH * p + k.P_FLAGS] & k.HOME:
                state[k.S_HOME] += 1
    missing = [Card(f) for f in sorted(wanted) if used[f] < wanted[f]]
    if missing:
        count = sum(wanted.values()) - sum(used.values())
        raise RecordError(f"{count} cards of the pack stand nowhere, the first of them {missing[0]}; every card needs a place")
    for name, value in header.items():
        state[KEPT[name]] = value
    check_header(game, header)
    for p, height in marks.items():
        state[k.a_mark(tables) + p] = height
    state[k.S_NUMBER] = number
    k.refresh(tables, state)
    check_decision(game, state)
    return Position(game, state)


def check_header(game: Game, header: dict[str, int]) -> None:
    """The counters lie in their ranges."""
    tables = game.program.tables
    places = len(game.places)
    steps = _finished_header(game.program)["step"]
    again = tables[tables[k.T_AGAIN]] if tables[k.T_AGAIN] >= 0 else 0
    limits = {
        "phase": (1, 4), "step": (0, steps), "count": (0, 512 * 512), "fresh": (0, 1), "re-deals": (0, again if again >= 0 else 10**6),
        "base": (0, 13), "target": (-1, places - 1), "round": (0, 999), "stage": (0, 1), "licence": (0, 999),
        "second-licence": (0, 9), "slip-licence": (0, 9), "repeats": (0, 10**6),
        "gap": (-1, 1024 * tables[k.T_NFILLS]),
    }  # fmt: skip
    for name, (low, high) in limits.items():
        if not low <= header[name] <= high or (name == "phase" and header[name] not in (1, 2, 4)):
            raise RecordError(f"{name}={header[name]} is out of range; it lies between {low} and {high}")
    if header["gap"] >= 0 and header["gap"] % 1024 >= places:
        raise RecordError(f"gap={header['gap']} names no place")


def check_decision(game: Game, state: list[int]) -> None:
    """The counters agree with one another and with the cards: it is the player's turn to decide something."""
    tables = game.program.tables
    phase, number, held = state[k.S_PHASE], state[k.S_STEP], state[k.S_HOLD]
    step = tables[k.T_SCRIPT] + k.STEP * number
    op, place, target = tables[step], tables[step + 1], state[k.S_TARGET]
    count, swap = state[k.S_COUNT], tables[k.T_SWAP]
    if count and swap >= 0 and tables[swap + 3] == k.EXCHANGE_FOR_SET:  # half an exchange is made: which two cards
        first, last = tables[swap], tables[swap] + tables[swap + 1]
        a, b = divmod(count - 1, 512)
        if not (first <= a < b < last and state[k.a_height(tables) + a] and state[k.a_height(tables) + b]):
            raise RecordError(f"count={count} names no two cards that have changed places")
    if held >= 0:
        f = tables[k.T_FILLS] + k.F_WIDTH * (held // 1024)
        order = tables[tables[f + k.F_ORDER] : tables[f + k.F_ORDER] + tables[f + k.F_NORDER]] if held // 1024 < tables[k.T_NFILLS] else []
        if held % 1024 not in order or not k.gap(tables, state, f, order.index(held % 1024)):
            raise RecordError(f"gap={held} names no gap that is to be filled")
    elif phase == k.DEALING:
        choosing = op == k.OP_CHOOSE or (op == k.OP_BASE and place != tables[step + 2])
        stops = choosing or op in (k.OP_LAY, k.OP_HEAP, k.OP_SCATTER)
        if not stops or not state[k.a_height(tables) + tables[k.T_HAND]]:
            raise RecordError(f"phase=1 step={number}: no card is being dealt at this step")
        if not choosing and (target < 0 or (op == k.OP_LAY and target != place)):
            raise RecordError(f"target={target}: at step {number} the card does not fall there")
    if (phase == k.PAUSE and op != k.OP_PAUSE) or (phase == k.PLAY and op != k.OP_END):
        raise RecordError(f"phase={phase} step={number}: the deal does not stop at this step")


def read_record(text: str, played: Game | None = None) -> Record:
    """See `Record.from_json`. With ``played`` the record is one of that game, whatever game of the book has its name."""
    import cadogan

    if not isinstance(text, str):
        raise RecordError(f"a record is a text in JSON, not {type(text).__name__}")
    if len(text) > LONGEST_RECORD:
        raise RecordError(f"the record has {len(text)} characters; no game needs more than {LONGEST_RECORD}")
    try:
        data: Any = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        where = (
            f"line {error.lineno}, column {error.colno}: {error.msg}"
            if isinstance(error, json.JSONDecodeError)
            else "it is nested too deep"
        )
        raise RecordError(f"the record is no JSON: {where}") from None
    if not isinstance(data, dict):
        raise RecordError(f"a record is an object with format, game, deal and moves, not {type(data).__name__}")
    version = data.get("format")
    if version != FORMAT or isinstance(version, bool):
        raise RecordError(f"the record has the format {version!r}; this edition reads format {FORMAT}")
    unknown = sorted(set(data) - {"format", "game", "readings", "deal", "moves", "cards"})
    if unknown:
        raise RecordError(f"the record has a part {unknown[0]!r} that this edition does not know")
    slug, deal, moves, readings = data.get("game"), data.get("deal"), data.get("moves"), data.get("readings", {})
    if not isinstance(slug, str):
        raise RecordError(f"game: a game's short name is wanted, not {slug!r:.80}")
    try:
        game = played or cadogan.games[slug]
    except KeyError as error:
        raise RecordError(f"game: {error.args[0]}") from None
    if isinstance(deal, bool) or not isinstance(deal, int) or not 0 <= deal <= HIGHEST_DEAL:
        raise RecordError(f"deal: a whole number from 0 to {HIGHEST_DEAL} is wanted, not {deal!r:.80}")
    if not isinstance(moves, list) or not all(isinstance(m, str) for m in moves):
        raise RecordError('moves: a list of texts such as "t3-f1" is wanted')
    if len(moves) > MOST_MOVES:
        raise RecordError(f"moves: {len(moves)} moves; no record has more than {MOST_MOVES}")
    if not isinstance(readings, dict) or not all(isinstance(v, str) for v in readings.values()):
        raise RecordError("readings: an object of names and options is wanted")
    try:
        strange = next((n for n in readings if n not in game.readings), None)
        if strange is not None:
            raise RuleError(f"{game.title} has no reading {strange!r:.80}")
        switched = {n: v for n, v in readings.items() if game.readings[n][0] != v}
        game = game.vary(**switched) if switched else game
    except RuleError as error:
        raise RecordError(f"readings: {error}") from None
    order = data.get("cards", "")
    if not isinstance(order, str):
        raise RecordError(f'cards: a text such as "7H KS …" is wanted, not {order!r:.80}')
    try:
        if order:
            pack_order(game, order)
        record = Record(game, deal, moves, order)
        record.positions()
    except IllegalMove as error:
        raise RecordError(str(error)) from None
    except ValueError as error:
        raise RecordError(f"cards: {error}") from None
    return record
