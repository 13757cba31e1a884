"""Positions, moves and records: what people hold, print, compare and save."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cadogan import kernels as k
from cadogan.cards import Card, CardError, cards
from cadogan.machine import Program, face_card

if TYPE_CHECKING:
    from cadogan.game import Game

KINDS = ("play", "turn", "deal", "fill", "again", "take", "swap", "together", "lift", "slip", "pass")
#: What of a state's header belongs to the position, with the name it has in the text form.
KEPT = {
    "phase": k.S_PHASE, "step": k.S_STEP, "count": k.S_COUNT, "fresh": k.S_FRESH, "re-deals": k.S_AGAINS,
    "base": k.S_BASE, "target": k.S_TARGET, "gap": k.S_HOLD, "round": k.S_ROUND, "stage": k.S_STAGE,
    "licence": k.S_GRACES, "second-licence": k.S_GRACES + 1, "slip-licence": k.S_GRACES + 3, "repeats": k.S_REPEATS,
}  # fmt: skip
HIGHEST_DEAL = 2**62 - 1
#: Room for the legal moves and for the kernels' own work.
ROOM = 1 << 16
FORMAT = 1


class IllegalMove(ValueError):
    """A move that the rules refuse. ``str()`` is the sentence; ``rule`` the rule of the old text."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule


class RecordError(ValueError):
    """A record or a position's text that cannot be read; the message names the first thing wrong."""


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move of a position.

    Attributes:
        text: its short text, unique within its position, such as ``t3-f1`` or ``turn``.
        kind: one of ``play``, ``turn``, ``deal``, ``fill``, ``again``, ``take``, ``swap``, ``together`` …
        source: the id of the place a card leaves; empty where there is no one place.
        target: the id of the place it goes to.
        count: the number of cards that move; 0 where that is not the point.
        cards: the cards that move, as far as the player sees them.
        says: the move as a sentence.
        places: every place concerned.
        code: the move as the machine's integer.
    """

    text: str
    kind: str
    source: str
    target: str
    count: int
    cards: tuple[Card, ...]
    says: str
    places: tuple[str, ...]
    code: int

    def __str__(self) -> str:
        return self.text


class Position:
    """One position of a game: immutable, hashable, printable; undo is holding the earlier one."""

    __slots__ = ("__dict__", "game", "state")
    game: Game
    state: tuple[int, ...]

    def __init__(self, game: Game, state: Sequence[int]) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "state", tuple(state))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position does not change; play() gives a new one")

    # --- making one ---

    @classmethod
    def deal(cls, game: Game, number: int | None = None, order: Any = None) -> Position:
        """See `Game.deal`."""
        program = game.program
        if order is not None:
            pack = pack_order(game, order)
            number = 0 if number is None else number
        else:
            number = 1 if number is None else number
            pack = list(program.pack)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= HIGHEST_DEAL:
            raise ValueError(f"a deal is a whole number from 0 to {HIGHEST_DEAL}, not {number!r}")
        if order is None:
            chance = [0, 0, 0, 0]
            k.seed(chance, number, 0)
            k.shuffle_packs(program.tables, chance, pack, len(pack))
        state = [0] * k.state_size(program.tables)
        k.begin(program.tables, state, pack, len(pack), number, [0] * ROOM)
        return cls(game, state)

    # --- what lies where ---

    @property
    def number(self) -> int:
        """The deal's number (0 for a pack in an explicit order)."""
        return self.state[k.S_NUMBER]

    def _pile(self, p: int) -> list[int]:
        tables, state = self.game.program.tables, self.state
        pile = []
        card = state[k.a_top(tables) + p] if state[k.a_height(tables) + p] else -1
        while card >= 0:
            pile.append(card)
            card = state[k.a_under(tables) + card]
        return pile[::-1]

    def _down(self, card: int) -> bool:
        return bool(self.state[k.a_down(self.game.program.tables) + card])

    @cached_property
    def cards(self) -> dict[str, tuple[Card, ...]]:
        """Every card of every place, face down too, the uppermost last."""
        return {p.id: tuple(face_card(c) for c in self._pile(i)) for i, p in enumerate(self.game.places)}

    @cached_property
    def seen(self) -> dict[str, tuple[Card | None, ...]]:
        """The same as the player may see it: None for a card whose face is hidden."""
        found: dict[str, tuple[Card | None, ...]] = {}
        tables = self.game.program.tables
        for i, p in enumerate(self.game.places):
            pile = self._pile(i)
            row: list[Card | None] = [None if self._down(c) else face_card(c) for c in pile]
            depth = self._depth(p.group)
            if depth is not None:
                row[: max(0, len(row) - depth)] = [None] * max(0, len(row) - depth)
            if i == tables[k.T_HAND] and pile and self.state[k.S_PHASE] == k.DEALING:
                row[-1] = face_card(pile[-1])  # the card in dealing is turned up
            found[p.id] = tuple(row)
        return found

    def _depth(self, group: str) -> int | None:
        """How many cards of a packet of this group may be seen from the top; None for all."""
        from cadogan.terms import peek

        for c in self.game.active:
            if isinstance(c, peek) and c.group == group:
                vacant = sum(1 for p in self.game.places if p.group == c.vacancies and not self.cards[p.id])
                return max(1, vacant + (0 if c.counting_top else 1))
        return None

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The places whose uppermost card is available, foundations left out."""
        tables = self.game.program.tables
        return tuple(
            p.id
            for i, p in enumerate(self.game.places)
            if self.state[k.a_live(tables) + i] >= 0 and tables[tables[k.T_PLACE] + k.P_WIDTH * i + k.P_SERIES] < 0
        )

    @property
    def phase(self) -> str:
        """``dealing``, ``pause``, ``play``, ``out`` (the pack is spent) or ``end`` (the talon too)."""
        bit = k.phase_bit(self.game.program.tables, self.state)
        return {k.DEALING: "dealing", k.PAUSE: "pause", k.PLAY: "play", k.OUT: "out", k.END: "end"}[bit]

    @property
    def home(self) -> int:
        """The cards home: on the foundations, or taken up in sets."""
        return self.state[k.S_HOME]

    @property
    def goal(self) -> int:
        """The cards that must be home."""
        return self.game.program.tables[k.T_GOAL]

    @property
    def counts(self) -> dict[str, int]:
        """What a player counts: cards in hand, cards home, re-deals and licences left, counters won."""
        tables = self.game.program.tables
        found = {"cards home": self.home} if self.goal else {}
        hand = self.state[k.a_height(tables) + tables[k.T_HAND]]
        if hand or tables[k.T_TURNS]:
            found["cards in hand"] = hand
        if tables[k.T_AGAIN] >= 0 and tables[tables[k.T_AGAIN]] >= 0:
            found["re-deals left"] = tables[tables[k.T_AGAIN]] - self.state[k.S_AGAINS]
        if tables[k.T_AGAIN] >= 0 and tables[tables[k.T_AGAIN] + 1] & k.PAY_QUEENS:
            found["queens to be paid for"] = k.queens_to_pay(tables, self.state)
        if self.game.program.graces:
            found["licences left"] = sum(self.state[k.S_GRACES : k.S_GRACES + 4])
        price, each = self.game.capital
        if price:
            found["counters"] = each * self.home - price
        return found

    @cached_property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return bool(k.is_won(self.game.program.tables, self.state))

    @property
    def is_over(self) -> bool:
        """Whether no move is left, or the game is won."""
        return self.is_won or not self.moves()

    # --- moves ---

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.is_won:
            return ()
        room = [0] * ROOM
        n = k.legal(self.game.program.tables, self.state, room)
        # In the order of rule, aim and source: which of two like cards lies where must not show in it.
        codes = sorted(room[:n], key=lambda code: code if code & 31 == k.M_PLAY else 1 << 62)
        return tuple(self._move(code) for code in codes)

    def moves(self) -> tuple[Move, ...]:
        """Every legal move, in a fixed order; none when the game is won."""
        return self._moves

    def _move(self, code: int) -> Move:
        kind = KINDS[code & 31]
        places = self.game.places
        numbers = [(code >> (5 + k.BITS * i)) & k.LOW for i in range(4)]
        if kind == "play":
            a, b = places[numbers[0]], places[numbers[1]]
            pile = self.seen[a.id]
            count = 1
            if numbers[2]:
                head = self.state[k.a_run(self.game.program.tables) + numbers[0]]
                count = len(pile) - self._pile(numbers[0]).index(head)
            moving = tuple(c for c in pile[-count:] if c is not None)
            what = moving[0].name if moving else "the next card of the pack"
            if count > 1:
                what = f"{what} to {moving[-1].name} ({count} cards)"
            says = f"{what} from {a.name} to {b.name}"
            return Move(f"{a.id}-{b.id}", kind, a.id, b.id, count, moving, says, (a.id, b.id), code)
        if kind in ("take", "swap", "together"):
            involved = [numbers[i] for i in range(4) if numbers[i] != k.LOW]
            if kind == "together":
                involved = involved[:1] if numbers[0] == numbers[1] else involved[:2]
            ids = tuple(places[i].id for i in involved)
            shown = tuple(c for i in ids for c in self.seen[i][-1:] if c is not None)
            if kind == "together" and len(ids) == 1:
                shown = tuple(c for c in self.seen[ids[0]] if c is not None)
            named = [f"{c.name} ({i})" for c, i in zip(shown, ids * 2)]
            if kind == "swap":
                says = " and ".join(f"{x} changes places with {y}" for x, y in zip(named[::2], named[1::2]))
            elif kind == "take":
                says = f"take up {' and '.join(named)}"
            else:
                says = f"play {' and '.join(named)} together"
            return Move(f"{kind} {' '.join(ids)}", kind, "", "", 0, shown, says, ids, code)
        if kind in ("lift", "slip"):
            a = places[numbers[0]]
            index = numbers[2] if kind == "lift" else numbers[1]
            card = self.cards[a.id][index]
            if kind == "lift":
                b = places[numbers[1]]
                return Move(
                    f"lift {a.id}-{b.id}",
                    kind,
                    a.id,
                    b.id,
                    1,
                    (card,),
                    f"lift the {card.name} out of {a.name} to {b.name}",
                    (a.id, b.id),
                    code,
                )
            text = f"slip {a.id}.{index + 1}"
            return Move(text, kind, a.id, a.id, 1, (card,), f"slip the {card.name} underneath {a.name}", (a.id,), code)
        says = {
            "pass": "leave the lane, and fill it", "turn": "turn the next card", "deal": "deal the next round",
            "fill": "fill every gap", "again": "deal again",
        }[kind]  # fmt: skip
        return Move(kind, kind, "", "", 0, (), says, (), code)

    def find(self, move: Move | str) -> Move | None:
        """The legal move with this text, or None."""
        text = " ".join(str(move).split())
        if text.startswith("take "):  # a set has no order
            wanted = sorted(text.split()[1:])
            return next((m for m in self.moves() if m.kind == "take" and sorted(m.places) == wanted), None)
        return next((m for m in self.moves() if m.text == text), None)

    def play(self, move: Move | str) -> Position:
        """The position after a move.

        Raises:
            IllegalMove: the rules refuse it; the message says why, with the rule.
        """
        found = self.find(move)
        if found is None:
            from cadogan.refusals import refusal

            raise refusal(self, str(move))
        return self._after(found)

    def _after(self, move: Move) -> Position:
        state = list(self.state)
        k.apply(self.game.program.tables, state, move.code, [0] * ROOM)
        return Position(self.game, state)

    def why_not(self, move: Move | str) -> str | None:
        """Why a move is refused, as a sentence with its rule; None when it is legal."""
        if self.find(move) is not None:
            return None
        from cadogan.refusals import refusal

        return str(refusal(self, str(move)))

    # --- as text ---

    def picture(self, hidden: bool = False) -> str:
        """The text picture, in the shape of the plate; with ``hidden``, only what the player may see."""
        head = f"{self.game.title}, deal {self.number}"
        lines = [head]
        for band in bands(self.game.program):
            parts = []
            for i in band:
                p = self.game.places[i]
                row = self.seen[p.id] if hidden else self.cards[p.id]
                pile = self._pile(i)
                if p.face_down and not pile:
                    continue  # a pack that is out is not spoken of
                if hidden and p.face_down:
                    parts.append(f"{p.id}[{len(pile)} cards]" if pile else f"{p.id}[]")
                    continue
                marks = [
                    "??" if c is None else f"({c})" if not hidden and self._down(x) and not p.face_down else str(c)
                    for c, x in zip(row, pile)
                ]
                if p.angle % 180 == 90:  # a card that lies crossways
                    marks = [f"-{mark}-" for mark in marks]
                parts.append(f"{p.id}[{' '.join(marks)}]")
            lines += [part for part in parts if len(part) > 44]  # a long pile would push the others out of their places
            parts = [part for part in parts if len(part) <= 44]
            if not parts:
                continue
            if max((len(part) for part in parts), default=0) * len(parts) > 110:
                lines += parts
            else:
                width = max(len(part) for part in parts) + 1
                lines.append("".join(part.ljust(width) for part in parts).rstrip())
        said = self._header_text()
        return "\n".join(lines + ([said] if said else []))

    def _header_text(self) -> str:
        start = _finished_header(self.game.program)
        words = [f"{name}={self.state[i]}" for name, i in KEPT.items() if self.state[i] != start[name]]
        at = k.a_mark(self.game.program.tables)
        marks = [f"{self.game.places[i].id}:{self.state[at + i]}" for i in sorted(self.game.program.marked) if self.state[at + i]]
        words += [f"marks={','.join(marks)}"] if marks else []
        return " ".join(words)

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        far = f": {self.home} of {self.goal} cards home" if self.goal else ""
        return f"<Position of {self.game.title}, deal {self.number}{far}>"

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Position:
        """The position of a text picture: the inverse of ``str``.

        Places left out are empty; what is left out of the last line has the value it has after the deal. The
        game is found by the title in the first line unless it is given.

        Raises:
            RecordError: the first line that cannot be read, and why.
        """
        from cadogan.readers import parse_position

        return parse_position(text, game)

    # --- as a value ---

    @cached_property
    def key(self) -> tuple[object, ...]:
        """All that makes two positions the same, whichever copy of a card lies where."""
        piles = tuple(tuple((c % 52) + (64 if self._down(c) else 0) for c in self._pile(i)) for i in range(len(self.game.places)))
        at = k.a_mark(self.game.program.tables)
        marks = tuple(self.state[at + i] for i in sorted(self.game.program.marked))
        return piles, tuple(self.state[i] for i in KEPT.values()), self.number, marks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.game == self.game and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.state)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from cadogan.plates import plate

        return plate(self)._repr_mimebundle_()


def bands(program: Program) -> list[list[int]]:
    """The places in rows, as they lie on the table from the top, each row from the left."""
    rows: list[list[int]] = []
    order = sorted(range(len(program.places)), key=lambda i: (program.places[i].y, program.places[i].x))
    for i in order:
        if rows and abs(program.places[rows[-1][0]].y - program.places[i].y) < 0.35:
            rows[-1].append(i)
        else:
            rows.append([i])
    return [sorted(row, key=lambda i: program.places[i].x) for row in rows]


def _finished_header(program: Program) -> dict[str, int]:
    """The header of an ordinary position in play."""
    start = dict.fromkeys(KEPT, 0)
    steps = 0
    while program.tables[program.tables[k.T_SCRIPT] + k.STEP * steps] != k.OP_END:
        steps += 1
    licence = program.tables[k.T_LICENCE]
    start.update({"phase": k.PLAY, "step": steps, "gap": -1, "target": -1})
    start.update(dict(zip(("licence", "second-licence", "", "slip-licence"), program.tables[licence : licence + 4])))
    del start[""]
    return start


def pack_order(game: Game, order: Any) -> list[int]:
    """A pack in an explicit order, as the machine's card numbers.

    Raises:
        ValueError: a card too many or missing, named.
    """
    try:
        faces = cards(order)
    except (CardError, TypeError, AttributeError) as error:
        raise ValueError(f"{game.title}: {error}") from None
    wanted = Counter(c % 52 for c in game.program.pack)
    given: Counter[int] = Counter()
    found = []
    for place, card in enumerate(faces, 1):
        if given[card.index] == wanted[card.index]:
            times = {0: "is not in this game's pack", 1: "is in the pack once, and stands here twice"}.get(
                wanted[card.index], f"is in the pack {wanted[card.index]} times, and stands here once more"
            )
            raise ValueError(f"{game.title}: card {place} of the order, {card}, {times}")
        found.append(52 * given[card.index] + card.index)
        given[card.index] += 1
    missing = [Card(f) for f in sorted(wanted) for _ in range(wanted[f] - given[f])]
    if missing:
        said = " ".join(map(str, missing[:5])) + (" …" if len(missing) > 5 else "")
        raise ValueError(f"{game.title}: the order has {len(faces)} cards of {len(game.program.pack)}; missing are {said}")
    return found


@dataclass(frozen=True)
class Record:
    """A game as it was played: which game, which deal, which moves.

    >>> import cadogan
    >>> record = cadogan.Record(cadogan.games["fortress"], 1914, ())
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: Game
    deal: int
    moves: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()

    def __init__(self, game: Game, deal: int = 1, moves: Iterable[Move | str] = (), cards: Iterable[Card | str] | str = ()) -> None:
        from cadogan.cards import cards as read

        object.__setattr__(self, "game", game)
        object.__setattr__(self, "deal", deal)
        object.__setattr__(self, "moves", tuple(str(m) for m in moves))
        object.__setattr__(self, "cards", read(cards))

    def positions(self) -> list[Position]:
        """Every position from the deal to the end.

        Raises:
            IllegalMove: a move is refused; the message says which and why.
        """
        found = [Position.deal(self.game, self.deal, self.cards or None)]
        for i, move in enumerate(self.moves, 1):
            try:
                found.append(found[-1].play(move))
            except IllegalMove as error:
                raise IllegalMove(f"move {i}, {move!r}: {error.sentence}", error.rule) from None
        return found

    @property
    def last(self) -> Position:
        """The last position."""
        return self.positions()[-1]

    def to_json(self) -> str:
        """The record as JSON: format version, game, readings, deal, moves."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.slug,
            "readings": {name: options[0] for name, options in self.game.readings.items()},
            "deal": self.deal,
            "moves": list(self.moves),
        }
        if self.cards:
            data["cards"] = " ".join(map(str, self.cards))
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from JSON, which may come from anybody: every part is checked and every move played.

        Raises:
            RecordError: the first thing wrong with it.
        """
        from cadogan.readers import read_record

        return read_record(text)
