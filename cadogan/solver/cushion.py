"""The Wheel: a proof of loss from the first round and the rows to come, by value alone.

Of the eight threes that make eighteen six are the rows and columns of a square, and two, its
diagonals, no won game takes; there is a number such that a won game takes each row of the square so
often at most, and each column as often as is left of eight (the chapter's lesson on invariants
counts them). Every packet has one card of each of seven kinds: a court card, and of the six threes
that take a value from each row and column one each.

While the first cushion lasts, spaces are refilled from the pack; after it the pack is dealt in rows
of twelve, each of which covers every place. So when the first round has ended after some packets,
all later rows are known. The deal is lost if, however the first round is played, of these rows

- one offers threes, but only diagonals, for then dealing on is forbidden; or the last one offers
  nothing;
- those that must still give a packet ask for more than the square allows;
- the last ones, which offer nothing before the last is dealt and so lie untouched, bury the cards of
  a kind too deep: the first packets that are taken from them want one card of it each, and a card at
  some depth goes no earlier than the packet of that number.

The first round is tried without regard to where a card lies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from cadogan.patience.position import Position

Three = tuple[int, int, int]
#: A court card as a value; all of them serve alike.
COURT = 11
SQUARE: tuple[Three, ...] = ((3, 8, 7), (10, 6, 2), (5, 4, 9))
COLUMNS: tuple[Three, ...] = ((3, 10, 5), (8, 6, 4), (7, 2, 9))
LINES, DIAGONALS = SQUARE + COLUMNS, ((3, 6, 9), (7, 6, 5))
#: Of each of these every packet has one card.
KINDS = (
    frozenset({COURT}),
    *(frozenset(SQUARE[i][order[i]] for i in range(3)) for order in permutations(range(3))),
)
#: Cards of a row, of a packet, and of a value in two packs.
ROW, PACKET, COPIES = 12, 4, 8


def offered(cards: Sequence[int], lines: Sequence[Three]) -> list[int]:
    """Which of the lines can be taken from available cards."""
    return [n for n, line in enumerate(lines) if COURT in cards and all(v in cards for v in line)]


def within(taken: tuple[int, ...], needed: Sequence[Sequence[int]] = ()) -> bool:
    """Whether a won game may have taken the lines so often, and take one more of each of some."""
    for most in range(COPIES + 1):
        room = [(most if n < 3 else COPIES - most) - many for n, many in enumerate(taken)]
        if min(room) >= 0 and all(any(room[n] > 0 for n in options) for options in needed):
            return True
    return False


def buried(rows: Sequence[Sequence[int]]) -> bool:
    """Whether the uppermost cards after the last deal hold too few of a kind for the first
    packets.
    """
    first = len(rows) - 1
    while first > 0 and not offered(rows[first - 1], LINES + DIAGONALS):
        first -= 1
    columns = [[row[n] for row in rows[first:][::-1] if n < len(row)] for n in range(ROW)]
    return any(
        sum(value in kind for column in columns for value in column[:depth]) < depth
        for depth in range(1, min(map(len, columns)) + 1)
        for kind in KINDS
    )


def rows_may_win(rest: Sequence[int], taken: tuple[int, ...]) -> bool:
    """Whether the rows that are dealt after the first round may be those of a won game."""
    rows = [rest[n : n + ROW] for n in range(0, len(rest), ROW)]
    needed = []
    for n, row in enumerate(rows):
        if len(row) == ROW:
            options = offered(row, LINES)
            if not options and (n == len(rows) - 1 or offered(row, DIAGONALS)):
                return False
            needed += [options] * bool(options)
    return within(taken, needed) and not (rows and buried(rows))


def lost(pack: Sequence[int]) -> bool:
    """Whether a deal is lost: its 96 values in the order in which they are dealt."""

    @lru_cache(maxsize=None)
    def may_win(packets: int, tops: tuple[int, ...], taken: tuple[int, ...]) -> bool:
        if not within(taken):
            return False
        dealt = ROW + PACKET * packets
        for n in offered(tops, LINES):
            if dealt >= len(pack):
                return True
            after = [*tops, *pack[dealt : dealt + PACKET]]
            for value in (*LINES[n], COURT):
                after.remove(value)
            now = (*taken[:n], taken[n] + 1, *taken[n + 1 :])
            if may_win(packets + 1, tuple(sorted(after)), now):
                return True
        return not offered(tops, LINES + DIAGONALS) and (
            dealt >= len(pack) or rows_may_win(pack[dealt:], taken)
        )

    return not may_win(0, tuple(sorted(pack[:ROW])), (0,) * len(LINES))


def is_lost(position: Position) -> bool:
    """Whether a deal of The Wheel is proved lost; not where cards have been played."""
    first, hand = [position.cards[f"c{n}"] for n in range(1, ROW + 1)], position.cards["hand"]
    if len(hand) != 96 - ROW or any(len(pile) != 1 for pile in first):
        return False
    pack = [*(pile[0] for pile in first), *reversed(hand)]
    return lost([min(card.rank, COURT) for card in pack])
