"""Small games solved exactly: every deal is played in every way.

A small game is a real round game with fewer cards (`small`), not another program. Every deal of it
stands in `deals`, with its weight. Where nobody knows more than the others, `backward` reasons from
the end (expectimax over what is public). Where hands are secret and two play, `solve` finds an
equilibrium by counterfactual regret minimisation, with the views of the seats as information sets,
and says how far from perfect it is.

>>> from cadogan.round_games import games
>>> tiny = small(games["speculation"].vary(market="none", court_turn_up_passes=False), "2H 3H 4H 2S 3S 4S", each=1)
>>> worlds = deals(tiny, 2, matter=3)
>>> len(worlds), [str(v) for v in backward(worlds)]
(120, ['9/20', '-9/20'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from operator import itemgetter
from typing import Any

from cadogan.round_games import Game, State
from cadogan.round_games.cards import Card
from cadogan.round_games.cards import cards as read
from cadogan.round_games.equilibrium import World as World
from cadogan.round_games.equilibrium import solve as solve
from cadogan.round_games.equilibrium import tree as tree
from cadogan.round_games.piles import ALL, Hand


def small(
    game: Game[Any], pack: str | Iterable[Card | str], players: range = range(2, 3), **facts: Any
) -> Game[Any]:
    """The game with another pack, and with other facts of its class, such as the number of cards
    dealt.

    Args:
        game: the game with its options.
        pack: every card of the small pack.
        players: the numbers of players allowed.
        facts: attributes of the class: ``each=1``.

    Raises:
        ValueError: the game has no such fact.
    """
    whole = read(pack)
    for name in facts:
        if not hasattr(type(game), name):
            raise ValueError(f"{game.title} has no fact {name!r}")
    body = {
        "cards": lambda self, players: list(whole),
        "players": property(lambda self: players),
        "usual": players[0],
        **facts,
    }
    kind: type[Game[Any]] = type(f"Small{type(game).__name__}", (type(game),), body)
    return kind(**game.options_set)


# --- every deal ---


def deals(game: Game[Any], players: int | None = None, matter: int | None = None) -> list[World]:
    """Every deal, each as likely as its weight. Hands dealt without an order are counted once.

    Args:
        game: a game of few cards.
        players: the seats; the usual number unless told.
        matter: how many cards of the pack can come into play; the others stay as they lie. All,
            unless told.
    """
    players = game.usual if players is None else players
    whole = game.cards(players)
    matter = len(whole) if matter is None else matter
    found: dict[Any, list[Any]] = {}
    for order in orders(game, players, whole, matter):
        state = game.deal(0, players, cards=order)
        found.setdefault(state._table.key(("first",)), [0, state])[0] += 1
    return [(weight, state) for weight, state in found.values()]


def orders(
    game: Game[Any], players: int, whole: Sequence[Card], matter: int
) -> Iterator[list[Card]]:
    """Every order of the cards that matter, those of one hand only sorted (where no two cards are
    alike).
    """
    groups: list[list[int]] = []
    if len(set(whole)) == len(whole):
        dealt = game.deal(0, players, cards=whole)._table
        groups = [
            [whole.index(h.card) for h in p] for _, p in dealt.piles() if isinstance(p, Hand) and p
        ]
        groups = [g for g in groups if max(g) < matter]
    single = [i for i in range(matter) if not any(i in g for g in groups)]

    def fill(
        left: tuple[Card, ...], to_do: list[list[int]], made: dict[int, Card]
    ) -> Iterator[list[Card]]:
        if to_do:
            for some in combinations(left, len(to_do[0])):
                rest = tuple(c for c in left if c not in some)
                yield from fill(rest, to_do[1:], {**made, **dict(zip(sorted(to_do[0]), some))})
        else:
            for some in permutations(left, len(single)):
                placed = {**made, **dict(zip(single, some))}
                yield [placed[i] for i in range(matter)]

    yield from fill(tuple(whole), groups, {})


# --- backwards from the end ---

#: What is left out of a state where the counters won so far do not matter.
PAST = ("log", "counters")


def backward(worlds: Sequence[World]) -> tuple[Fraction, ...]:
    """What each seat wins, if each always takes what is best for itself, in a game without private
    knowledge.

    At every public state the seat to act looks at all the deals that look the same, and at what
    each of its actions brings on average; of equally good ones it takes the first. Any number of
    seats.

    Raises:
        ValueError: a seat knows more than a bystander; such a game is not solved in this way.
    """
    return _backward(worlds, _public)


def face_up(state: State) -> tuple[int, ...]:
    """What each seat wins from here, if everybody saw every card and took what is best for himself.

    Of equally good actions the first is taken. Any number of seats; as a guide to a game with
    secrets it is too sure of itself, for nobody there knows so much."""
    if state.game.purse is not None:
        raise ValueError("purses have no bottom here; vary(purse=None)")
    return tuple(map(int, _backward([(1, state)], lambda state: state._table.key(PAST))))


def _backward(worlds: Sequence[World], seen: Callable[[State], Any]) -> tuple[Fraction, ...]:
    """What each seat wins; ``seen`` is what the seat to act knows of a state."""
    memo: dict[Any, tuple[int, list[Fraction]]] = {}

    def mean(some: Sequence[World], before: Sequence[State]) -> list[Fraction]:
        """The counters that come, on average, after these states."""
        total: list[Fraction | int] = [0] * some[0][1].players
        groups: dict[Any, list[World]] = {}
        for (weight, state), old in zip(some, before):
            groups.setdefault(seen(state), []).append((weight, state))
            for seat, (new, had) in enumerate(zip(state.payoffs, old.payoffs)):
                total[seat] += weight * (new - had)
        for key, group in groups.items():
            weight = sum(w for w, _ in group)
            for seat, later in enumerate(gains(key, group)):
                total[seat] += weight * later
        whole = sum(w for w, _ in some)
        return [Fraction(t) / whole for t in total]

    def gains(key: Any, group: Sequence[World]) -> list[Fraction]:
        one = group[0][1]
        if one.to_act is None:
            return [Fraction(0)] * one.players
        if key in memo:
            count, found = memo[key]
            if count != len(group):
                raise ValueError(f"{one!r}: what is seen does not tell which deals are possible")
            return found
        before = [s for _, s in group]
        came = (mean([(w, s.play(a.text)) for w, s in group], before) for a in one.actions())
        memo[key] = len(group), max(came, key=itemgetter(one.to_act))
        return memo[key][1]

    started = [s for _, s in worlds]
    weight = sum(w for w, _ in worlds)
    staked = [sum(w * s.payoffs[seat] for w, s in worlds) for seat in range(started[0].players)]
    return tuple(a + Fraction(b, weight) for a, b in zip(mean(worlds, started), staked))


def _public(state: State) -> Any:
    """What a bystander sees, without the history and, if purses have no bottom, without the
    counters won so far.
    """
    private = any(held.seen not in (0, ALL) for _, pile in state._table.piles() for held in pile)
    if private and state.to_act is not None:
        raise ValueError(f"{state!r}: a seat knows a card that not all know; solve() is for that")
    return state.view(None)._table.key(PAST if state.game.purse is None else PAST[:1])
