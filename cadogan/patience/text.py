"""Text pictures of positions, in the shape of the plate, and the way back from them.

Nothing that is read is trusted: the first fault is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cadogan.cards import Card, CardError
from cadogan.echo import HIGHEST_DEAL, having, kind
from cadogan.engine.numbers import FACE, FACES, NOTHING, card_number
from cadogan.engine.piles import refresh
from cadogan.engine.play import go_on_dealing
from cadogan.engine.rules import DEALING, PAUSE, PHASES, PLAY, State
from cadogan.patience.game import Game
from cadogan.patience.position import Position
from cadogan.words.english import a_rank
from cadogan.words.values import rows_of


class RecordError(ValueError):
    """A record or a position's text that cannot be read; the message names the first thing wrong."""


# --- the numbers of a state besides the piles ---------------------------------------------------------


@dataclass(frozen=True)
class Written:
    """A number (or a row of them, one for each place) of the state as it stands in the last line of
    a text picture.

    Attributes:
        name: its name in the text.
        field: its name in the state.
        usual: its value in an ordinary position in play; then it is left out.
        say, read: the value as text, and back (None for what cannot be read).
        expected: what would be right, in words.
    """

    name: str
    field: str
    usual: Any
    say: Callable[[Any], str]
    read: Callable[[str], Any]
    expected: str

    def value(self, state: State) -> Any:
        """Its value in a state, as something that can be compared."""
        value = getattr(state, self.field)
        return tuple(value) if isinstance(value, list) else value


def commas(moves: str) -> list[str]:
    """Moves in one text, with commas between them.

    >>> commas("l8-l7, take l1 l2")
    ['l8-l7', 'take l1 l2']
    """
    return [move.strip() for move in moves.split(",") if move.strip()]


@lru_cache(maxsize=64)
def registers(game: Game) -> tuple[Written, ...]:
    """The numbers that belong to a position of a game besides its piles."""
    rules = game.rules
    places = {p.label: p.number for p in rules.places}
    names = {n: label for label, n in places.items()} | {NOTHING: "none"}
    numbers = {label: n for n, label in names.items()}
    phases = {word: bit for bit, word in PHASES.items() if bit in (DEALING, PAUSE, PLAY)}

    def number(name: str, field: str, high: int, usual: int = 0, low: int = 0) -> Written:
        def read(text: str) -> int | None:
            whole = re.fullmatch(r"\d{1,18}", text)
            return int(text) if whole and low <= int(text) <= high else None

        return Written(name, field, usual, str, read, f"a whole number from {low} to {high}")

    def place(name: str) -> Written:
        expected = "a place, or none"
        return Written(name, name, NOTHING, names.__getitem__, numbers.get, expected)

    def row(name: str, field: str) -> Written:
        return Written(
            name,
            field,
            (0,) * len(places),
            lambda row: ",".join(f"{names[i]}:{n}" for i, n in enumerate(row) if n),
            lambda text: read_row(text, places),
            "places with a height, such as t1:2,t4:1",
        )

    written = [
        Written("phase", "phase", PLAY, lambda bit: PHASES[bit], phases.get, " or ".join(phases)),
        number("step", "step", len(rules.script) - 1, len(rules.script) - 1),
        number(
            "re-deals",
            "redeals",
            rules.redeal.limit if rules.redeal and rules.redeal.limit >= 0 else 10**6,
        ),
        place("target"),
        place("gap"),
        number("filling", "filling", max(0, len(rules.gaps.fillings) - 1) if rules.gaps else 0),
        number("round", "round", 999),
    ]
    written += [
        number(r.name.replace("_", "-"), r.name, r.high, r.usual, r.low) for r in rules.registers
    ]
    written += [row("newest-from", "before")] if rules.newest else []
    written += [row(name, name) for name in rules.rows]
    return tuple(written)


def read_row(text: str, places: dict[str, int]) -> list[int] | None:
    """A number for each place; 0 for those that are not named."""
    row = [0] * len(places)
    for part in text.split(","):
        place, _, height = part.partition(":")
        if place not in places or not re.fullmatch(r"\d{1,5}", height) or int(height) >= 1 << 15:
            return None
        row[places[place]] = int(height)
    return row


# --- writing ------------------------------------------------------------------------------------------

#: A pile of more letters stands on a line of its own; a band of more is written place by place.
LONG, WIDE = 44, 110


def picture(position: Position, hidden: bool = False) -> str:
    """See `Position.picture`."""
    game = position.game
    changed = " (changed)" if game.is_changed else ""
    lines = [f"{game.title}{changed}, deal {position.number}"]
    for band in rows_of(game.places, range(len(game.places))):
        parts = [part for i in band if (part := said_place(position, i, hidden))]
        lines += [
            part for part in parts if len(part) > LONG
        ]  # a long pile would push the others out of their places
        parts = [part for part in parts if len(part) <= LONG]
        if not parts:
            continue
        if max(map(len, parts)) * len(parts) > WIDE:
            lines += parts
        else:
            width = max(map(len, parts)) + 1
            lines.append("".join(part.ljust(width) for part in parts).rstrip())
    last = " ".join(
        f"{r.name}={r.say(value)}"
        for r in registers(game)
        if (value := r.value(position.state)) != r.usual
    )
    return "\n".join([*lines, last] if last else lines)


def said_place(position: Position, i: int, hidden: bool) -> str:
    """A place with its cards; empty for a pack in hand that is spent."""
    p, pile = position.game.places[i], position.piles[i]
    if p.face_down and not pile:
        return ""
    if hidden and p.face_down:
        return f"{p.id}[{len(pile)} cards]"
    row: Sequence[Card | None] = position.seen[p.id] if hidden else position.cards[p.id]
    marks = [
        "??"
        if c is None
        else f"({c})"
        if not hidden and position.is_down(x) and not p.face_down
        else str(c)
        for c, x in zip(row, pile)
    ]
    if p.angle % 180 == 90:  # a card that lies crossways
        marks = [f"-{mark}-" for mark in marks]
    return f"{p.id}[{' '.join(marks)}]"


# --- reading ------------------------------------------------------------------------------------------

#: It begins at no letter within a word, nor goes on to another place: either would take a long line
#: of them many times over.
PLACE = re.compile(r"(?<![A-Za-z])([A-Za-z]+(?:-[a-z])?\d*)\[([^\[\]]*)\]")
#: No position of the book needs a tenth of it.
LONGEST_PICTURE = 50_000


def find_title(title: str) -> Game:
    """The game (or variant) of this title."""
    import cadogan

    for game in cadogan.games.values():
        for candidate in (game, *game.variants.values()):
            if candidate.title.lower() == title.lower():
                return candidate
    raise RecordError(
        f"line 1: there is no game called {title[:80]!r}; give the game as second argument"
    )


def parse_position(text: str, game: Game | None = None) -> Position:
    """See `Position.parse`."""
    if not isinstance(text, str):
        raise RecordError(f"a position is a text, not {kind(text)}")
    if len(text) > LONGEST_PICTURE:
        raise RecordError(
            f"the text has {len(text):,} characters; no position needs more than {LONGEST_PICTURE:,}"
        )
    lines = text.strip("\n").split("\n")
    match = re.fullmatch(r"(.*?)(?:,\s*deal\s+([0-9]{1,19}))?", lines[0].strip())
    assert match is not None
    game = having(
        game or find_title(match[1]), "rules", "a game is read, such as cadogan.games['fortress']"
    )
    number = int(match[2] or 0)
    if number > HIGHEST_DEAL:
        raise RecordError(
            f"line 1: a deal is a whole number from 0 to {HIGHEST_DEAL}, not {number}"
        )
    index = {p.id: i for i, p in enumerate(game.places)}
    piles: dict[int, list[tuple[Card, bool]]] = {}
    known = {r.name: r for r in registers(game)}
    values: dict[str, Any] = {}
    for n, text_line in enumerate(lines[1:], 2):
        for place_match in PLACE.finditer(text_line):
            name, marks = place_match[1], place_match[2]
            if name not in index:
                raise RecordError(
                    f"line {n}: {game.title} has no place {name[:30]!r}; its places are {known_places(game)}"
                )
            if index[name] in piles:
                raise RecordError(f"line {n}: the place {name} stands here a second time")
            piles[index[name]] = [read_card(part, n, name) for part in marks.split()]
        for word in PLACE.sub(" ", text_line).split():
            key, sign, written = word.partition("=")
            if key not in known or not sign:
                raise RecordError(
                    f"line {n}: {word[:60]!r} is neither a place with its cards, such as t1[7H KS], nor one of {', '.join(known)}"
                )
            value = known[key].read(written)
            if value is None:
                raise RecordError(
                    f"line {n}: {word[:60]!r} cannot be; {key} is {known[key].expected}"
                )
            values[known[key].field] = value
    return build(game, number, piles, values)


def known_places(game: Game) -> str:
    """The places' ids, shortened to runs."""
    runs: dict[str, list[str]] = {}
    for p in game.places:
        runs.setdefault(p.group, []).append(p.id)
    return ", ".join(ids[0] if len(ids) == 1 else f"{ids[0]} … {ids[-1]}" for ids in runs.values())


def read_card(part: str, n: int, place: str) -> tuple[Card, bool]:
    """A card of a text picture and whether it lies face down; dashes say only that it lies
    crossways.
    """
    part = part.strip("-")
    down = part.startswith("(") and part.endswith(")")
    try:
        return Card(part[1:-1] if down else part), down
    except CardError as error:
        raise RecordError(f"line {n}, place {place}: {str(error)[:200]}") from None


def build(
    game: Game, number: int, piles: dict[int, list[tuple[Card, bool]]], values: dict[str, Any]
) -> Position:
    """A position from piles, with all that is derived worked out; checked against the game's pack."""
    rules, state = game.rules, game.referee.new_state()
    in_pack = Counter(c & FACE for c in rules.pack)
    used: Counter[int] = Counter()
    for p, pile in piles.items():
        place = rules.places[p]
        if place.group.series is not None and len(pile) > place.length:
            raise RecordError(
                f"place {place.label}: {len(pile)} cards stand here, and the foundation is complete with {place.length}"
            )
        for height, (card, down) in enumerate(pile):
            alike = not place.group.in_suit or card.suit == pile[0][0].suit
            if place.faces and not (alike and place.faces[height] >> card.index & 1):
                ranks = {Card(f).rank for f in range(FACES) if place.faces[height] >> f & 1}
                wanted = " or ".join(a_rank(rank) for rank in sorted(ranks))
                suit = f" of the suit of {pile[0][0]}" if place.group.in_suit and height else ""
                raise RecordError(
                    f"place {place.label}: card {height + 1} of this foundation is {wanted}{suit}, not {card}"
                )
            if used[card.index] == in_pack[card.index]:
                raise RecordError(
                    f"place {place.label}: {card} stands here once more than {game.title} has it ({in_pack[card.index]})"
                )
            number_of = card_number(used[card.index], card.index)
            used[card.index] += 1
            state.under[number_of] = state.top[p]
            state.top[p] = number_of
            state.height[p] += 1
            if down and not rules.face_down:
                raise RecordError(
                    f"place {place.label}: ({card}) would lie face down, and no card does in {game.title}"
                )
            if down:
                state.down[number_of] = 1
            if place.group.home:
                state.home += 1
    missing = [Card(f) for f in sorted(in_pack) if used[f] < in_pack[f]]
    if missing:
        count = sum(in_pack.values()) - sum(used.values())
        raise RecordError(
            f"{count} cards of the pack stand nowhere, the first of them {missing[0]}; every card needs a place"
        )
    for register in registers(game):
        value = values.get(register.field, register.usual)
        setattr(state, register.field, list(value) if isinstance(value, (list, tuple)) else value)
    state.number = number
    refresh(rules, state)
    check_decision(game, state)
    if state.phase == PAUSE and state.gap < 0 and not state.height[rules.hand.first]:
        go_on_dealing(rules, state)  # no round is to come
    return Position(game, state)


def check_decision(game: Game, state: State) -> None:
    """Check that the numbers agree with one another and with the cards, and that the player has
    something to decide.
    """
    rules = game.rules
    entry = rules.script[state.step]
    name = game.places[state.target].id if state.target >= 0 else "none"
    if state.gap >= 0:
        filling = rules.gaps.fillings[state.filling] if rules.gaps else None
        if (
            filling is None
            or state.gap not in filling.places
            or not filling.gap(rules, state, filling.places.index(state.gap))
        ):
            raise RecordError(
                f"gap={game.places[state.gap].id} filling={state.filling} names no gap that is to be filled"
            )
    elif state.phase == DEALING:
        if not entry.kind.decides or not (entry.kind.chooses or state.height[rules.hand.first]):
            raise RecordError(
                f"phase=dealing step={state.step}: no card is being dealt at this step"
            )
        if not entry.kind.chooses and (
            state.target < 0 or not entry.kind.falls_on(entry.place, state.target)
        ):
            raise RecordError(f"target={name}: at step {state.step} the card does not fall there")
        for later in rules.script[state.step :]:
            if fault := later.kind.fault(rules, state):
                raise RecordError(fault)
    if (state.phase == PAUSE and entry.kind.label != "pause") or (
        state.phase == PLAY and entry.kind.label != "end"
    ):
        raise RecordError(
            f"phase={PHASES[state.phase]} step={state.step}: the deal does not stop at this step"
        )
    for word in rules.claimants:
        if fault := word.fault(rules, state):
            raise RecordError(fault)
