"""What the tests of the round games do at a table."""

import random
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from cadogan.round_games import IllegalAction, games
from cadogan.round_games.calabrasella import LAST_TRICK, points
from cadogan.round_games.cards import JOKER, cards as read
from cadogan.round_games.exact import deals, small
from cadogan.round_games.melds import SHORTEST

#: Actions after which a game of random play must have ended.
MOST = 20_000


def play(state, *lines):
    """Plays a line of actions, with semicolons between them."""
    for action in "; ".join(lines).split("; "):
        state = state.play(action)
    return state


def texts(state, *verbs):
    return [a.text for a in state.actions() if not verbs or a.verb in verbs]


def refused(state, action, match):
    """That an action is refused in such a sentence."""
    with pytest.raises(IllegalAction, match=match):
        state.play(action)


def sight(state):
    """What the seat that is to act sees, and what it may do."""
    return state.view(state.to_act), state.actions()


def advised(state):
    """What the author advises, with the same lot each time."""
    return str(state.game.advice(*sight(state)))


def settled(session):
    """A table of bots, when the next hand has been settled."""
    while not session.between and not session.state.is_over:
        session.handle({"kind": "bot", "actions": 100})
    return session


def at_random(rng):
    """What `random_bot` does, for `State.run`."""
    return lambda table, actions: actions[int(rng.random() * len(actions))]


def random_playout(game, seed, limit=1_000_000):
    """One game by random play without looking: the end and the number of actions."""
    return game.deal(seed).run(at_random(random.Random(seed)), limit)


def walk(played, seed, players=None, most=MOST):
    """The states of a game of random play."""
    rng = random.Random(seed)
    states = [played.deal(seed, players)]
    while not states[-1].is_over and len(states) <= most:
        states.append(states[-1].play(rng.choice(states[-1].actions())))
    return states


def lies(meld, order):
    """Whether a combination is one, reckoned from its cards alone, with the ranks in this order."""
    naturals, size = [c for c in meld.cards if c is not JOKER], len(meld.cards)
    if size < SHORTEST or not naturals:
        return False
    if not meld.is_run:
        return {c.rank for c in naturals} == {meld.rank}
    line = order[meld.low : meld.low + size]
    return len(line) == size and all(
        c is JOKER or (c.rank, c.suit) == (rank, meld.suit) for c, rank in zip(meld.cards, line)
    )


class Mini(NamedTuple):
    """A small game, what it is worth to the first dealer, and how many cards of its pack matter."""

    game: Any
    worth: Fraction
    matter: int | None = None

    def worlds(self):
        return deals(self.game, matter=self.matter)


SEVEN = read("3H 2H AH KH 3S AS KS")
#: A small version of each of the six; those of the chapters are solved there as well.
MINIS = {
    "speculation": Mini(
        small(
            games["speculation"].vary(court_turn_up_passes=False, highest_bid=1),
            "2H 3H 4H 2S 3S 4S",
            each=1,
        ),
        Fraction(9, 20),
        3,
    ),
    "commerce": Mini(
        small(games["commerce"].vary(round_cap=1), "AH KH QH AS KS QS"), Fraction(-4, 5)
    ),
    "pope-joan": Mini(small(games["pope-joan"], "JH QH KH AH JS QS KS"), Fraction(-59, 12)),
    "conquian": Mini(small(games["conquian"], "AH 2H 3H 4H AS 2S 3S 4S", target=4), Fraction(0)),
    "cooncan": Mini(
        small(games["cooncan"].vary(turn_limit=2, deals=1), "AH 2H 3H 2S 2D JK", each=2),
        Fraction(-547, 90),
    ),
    "calabrasella": Mini(
        small(
            games["calabrasella"],
            SEVEN,
            range(3, 4),
            each=2,
            all_points=points(SEVEN) + LAST_TRICK,
        ),
        Fraction(-572, 21),
    ),
}
