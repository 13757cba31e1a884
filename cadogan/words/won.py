"""won: when the game is won, where that is not when every card is home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cadogan.engine.numbers import FACE, OF_RANK, RANK
from cadogan.engine.rules import Rules, State
from cadogan.layout import Place
from cadogan.usage import Number, RankOrNone

from .citing import RuleError
from .clause import HAND, TABLEAU, TALON, Aim, Making
from .english import Groups, groups, hand, is_plural, listed, rank_names, talon
from .series import Series
from .values import K, rows_of


@dataclass(frozen=True)
class won(Aim):
    """How the game is won, where that is not when every card is home: some places must be empty,
    the lines of a square make a sum, or rows have come into an order.

    Args:
        group: the group or groups that must be empty, hand and talon among them; or the square.
        but: the value of which cards may be left there.
        lines: the sum that each row, column and diagonal of the square must make; or an order in which
            each row must lie, in suit.
        diagonals: False where the diagonals do not count.

    >>> from cadogan.words import A, hand
    >>> won("columns").tell()
    'Won when the columns are empty.'
    >>> won((hand, "columns"), but=A).tell()
    'Won when nothing but aces is left in the pack in hand and the columns.'
    >>> won("square", lines=15).tell()
    'Won when every row, column and diagonal of the square makes 15.'
    """

    group: Groups
    but: RankOrNone = 0
    lines: Number | Series = 0
    diagonals: bool = True

    takes_from = ("group",)

    @property
    def speaks_of(self) -> Mapping[str, Groups | None]:  # type: ignore[override]
        """Lines are of the table; what is emptied may be the pack."""
        return {"group": TABLEAU if self.lines else (TABLEAU, TALON, HAND)}

    def gives(self) -> tuple[str, ...]:
        """What is to be emptied; a square is not."""
        return () if self.lines else super().gives()

    def in_vain(self) -> str:
        """A square stays full."""
        if isinstance(self.lines, Series) and not self.lines.is_plain:
            return "an order in which rows lie names its values, as ascending(2, K) does"
        if self.lines and not isinstance(self.lines, Series) and len(groups(self.group)) > 1:
            return "the lines of one square make a sum: name one group"
        if self.lines and self.but:
            return (
                "but says what may be left where places are emptied, and lines speaks of full ones"
            )
        return (
            "" if self.lines or self.diagonals else "diagonals is a matter of lines that make a sum"
        )

    def tell(self) -> str:
        """The clause as a sentence."""
        names = groups(self.group)
        if isinstance(self.lines, Series):
            verb, _, rest = self.lines.tell().partition(" ")
            return f"Won when every row {verb}s {rest}, in suit."
        if self.lines:
            lines = "row, column and diagonal" if self.diagonals else "row and column"
            return f"Won when every {lines} of the {names[0]} makes {self.lines}."
        places = listed(
            tuple("the pack in hand" if name == hand else name for name in names), "and"
        )
        places = places.replace("the the ", "the ")
        if self.but:
            return f"Won when nothing but {rank_names(self.but)} is left in {places}."
        are = "are" if len(names) > 1 or is_plural(names[0]) else "is"
        return f"Won when {places} {are} empty."

    def idle(self, making: Making) -> str:
        """What is to be emptied must be left by its cards."""
        if self.lines:
            return ""
        if not {*groups(self.group)} - {talon} and making.has("turn"):
            return "the talon is empty before the first card is turned: say won((hand, talon))"
        left = {name for c in making.clauses if c is not self for name in c.gives()}
        left |= {name for c in making.default_play() for name in c.gives()}
        if hand in groups(self.group) and making.has("turn"):
            left.add(hand)
        stay = [name for name in groups(self.group) if name not in left]
        if stay and not (hand in stay and making.deal.runs_out):
            return f"no clause lets a card leave {listed(tuple(stay), 'or')}"
        return ""

    def shape_read(self, making: Making) -> Iterator[str]:
        """The square."""
        return iter(groups(self.group) if self.lines else ())

    def enter(self, making: Making) -> None:
        """Set the goal of the game."""
        if making.rules.goal is not None:
            raise RuleError("won: a game has one aim, and this one has two", self)
        inside = making.inside(self.group, self)
        if isinstance(self.lines, Series):
            making.rules.goal = InOrder(self, self.lines, rows_of(making.lying, inside))
            return
        if self.lines:
            making.rules.goal = Lines(self, square_lines(making.lying, inside, self))
            return
        making.rules.goal = Emptied(tuple(inside), self.but)


class Emptied:
    """Some places are empty, but for cards of one value."""

    def __init__(self, places: tuple[int, ...], but: int) -> None:
        self.places, self.count, self.but = places, len(places), but

    def of_place(self, p: int) -> object:
        """Whether the place must be empty."""
        return p in self.places

    def reached(self, rules: Rules, s: State) -> int:
        """Whether all of them are empty."""
        for i in range(self.count):
            p = self.places[i]
            card = s.top[p]
            if self.but:
                while card >= 0:
                    if RANK[card & FACE] != self.but:
                        return False
                    card = s.under[card]
            elif card >= 0:
                return False
        return True


class Lines:
    """Every line of places makes the same sum."""

    def __init__(self, clause: won, lines: list[list[int]]) -> None:
        assert isinstance(clause.lines, int)
        self.clause, self.total, self.length = clause, clause.lines, len(lines[0])
        self.items = tuple(p for line in lines for p in line)
        self.count = len(lines)

    def of_place(self, p: int) -> object:
        """The number of a place of the square, from 1; 0 for any other."""
        return p + 1 if p in self.items else 0

    def reached(self, rules: Rules, s: State) -> int:
        """Whether all lines make it."""
        for i in range(self.count):
            total = 0
            for j in range(self.length):
                p = self.items[i * self.length + j]
                if s.top[p] < 0:
                    return False
                total += RANK[s.top[p] & FACE]
            if total != self.total:
                return False
        return True


class InOrder:
    """Every row of places lies in an order, in suit and from the left."""

    def __init__(self, clause: won, order: Series, rows: list[list[int]]) -> None:
        self.clause, self.length = clause, len(order.values)
        if short := next((row for row in rows if len(row) < self.length), None):
            raise RuleError(
                f"won: a row of {len(short)} places has no room for an order of {self.length} values",
                clause,
            )
        self.begins, self.follows = OF_RANK[order.values[0]], order.following()
        self.items = tuple(p for row in rows for p in row[: self.length])
        self.count = len(rows)

    of_place = Lines.of_place

    def reached(self, rules: Rules, s: State) -> int:
        """Whether all rows do."""
        for i in range(self.count):
            wanted = self.begins
            for j in range(self.length):
                card = s.top[self.items[i * self.length + j]]
                if card < 0 or not wanted >> (card & FACE) & 1:
                    return False
                wanted = self.follows[card & FACE]
        return True


def square_lines(places: Sequence[Place], inside: Sequence[int], clause: won) -> list[list[int]]:
    """The rows, columns and diagonals of a square of places, as a clause asks for them."""
    side = round(len(inside) ** 0.5)
    if side * side != len(inside):
        raise RuleError(f"{len(inside)} places are no square", clause)
    assert isinstance(clause.lines, int)
    if not side <= clause.lines <= side * K:
        raise RuleError(
            f"won: a line of {side} cards makes {side} to {side * K}, not {clause.lines}",
            clause,
        )
    ordered = sorted(inside, key=lambda i: (places[i].y, places[i].x))
    rows = [ordered[r : r + side] for r in range(0, len(ordered), side)]
    columns = [ordered[c::side] for c in range(side)]
    diagonals = [ordered[:: side + 1], [ordered[k * (side - 1)] for k in range(1, side + 1)]]
    return [*rows, *columns, *(diagonals if clause.diagonals else ())]
