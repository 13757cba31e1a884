"""Whole games played by a strategy, in the engine's own part of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cadogan.engine.bounds import OutOfBounds
from cadogan.engine.chance import CHOICES, seed
from cadogan.engine.numbers import NOTHING
from cadogan.engine.play import apply, deal, is_won, legal
from cadogan.engine.rules import Rules
from cadogan.players.mind import Choosing

if TYPE_CHECKING:
    from cadogan.players.careful import Careful
    from cadogan.players.strategies import Strategy

#: The first entries of the tally: games won, moves made, games stopped at the limit; then games by
#: cards home.
WON, MOVES, STOPPED, BY_HOME = 0, 1, 2, 3
#: What came of the last games, a batch of them, stands in `s.ends`: twice the cards home, and one
#: more where the game was won.
BATCH = 2000
#: How many moves can be barred in a position, where a player is asked for another.
MOST_BARRED = 64


def playout(rules: Rules, s: Choosing, strategy: Strategy | Careful, limit: int) -> int:
    """Play a game on to its end or this many moves; the moves made."""
    moves = 0
    n = 1
    while n > 0 and moves < limit and not is_won(rules, s):
        n = legal(rules, s)
        if n > 0:
            i = strategy.choose(rules, s, n)
            if i < 0:
                n = 0
            else:
                apply(rules, s, s.moves[i])
                moves += 1
    return moves


def begin(rules: Rules, s: Choosing, strategy: Strategy) -> None:
    """Set what a strategy keeps in mind before its first move."""
    strategy.begin(rules, s)


def choose_move(rules: Rules, s: Choosing, strategy: Strategy) -> int:
    """The move that a strategy makes in a position, of those that are not barred, or -1 where it
    stops."""
    n = unbarred(s, legal(rules, s))
    if n == 0:
        return NOTHING
    i = strategy.choose(rules, s, n)
    return s.moves[i] if i >= 0 else NOTHING


def unbarred(s: Choosing, n: int) -> int:
    """Leave out, of the n moves found, those that are barred; how many are left."""
    left = 0
    for i in range(n):
        barred = 0
        for j in range(s.bars):
            if s.barred[j] == s.moves[i]:
                barred = 1
        if not barred:
            s.moves[left] = s.moves[i]
            left += 1
    return left


def simulate(
    rules: Rules, s: Choosing, strategy: Strategy, number: int, games: int, limit: int
) -> None:
    """Deal and play the games number, number + 1, …; adds to `s.tally`."""
    for i in range(games):
        deal(rules, s, number + i)
        seed(s.lots, number + i, CHOICES)
        strategy.begin(rules, s)
        moves = playout(rules, s, strategy, limit)
        won = int(is_won(rules, s))
        if won:
            s.tally[WON] += 1
        elif moves >= limit:
            s.tally[STOPPED] += 1
        if rules.bounded and not 0 <= s.home <= len(rules.pack):
            raise OutOfBounds  # the tally has an entry for each of these, and no other
        s.ends[i % BATCH] = 2 * s.home + won
        s.tally[MOVES] += moves
        s.tally[BY_HOME + s.home] += 1
