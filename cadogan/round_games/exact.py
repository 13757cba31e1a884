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

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from operator import itemgetter, mul
from typing import Any, NamedTuple

from cadogan.round_games import Actions, Game, State, View
from cadogan.round_games.cards import Card, cards as read
from cadogan.round_games.piles import ALL, Hand

#: A deal and how often it comes, of all the deals together.
World = tuple[int, State]


def small(
    game: Game, pack: str | Iterable[Card | str], players: range = range(2, 3), **facts: Any
) -> Game:
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
    kind: type[Game] = type(f"Small{type(game).__name__}", (type(game),), body)
    return kind(**game.options_set)


# --- every deal ---


def deals(game: Game, players: int | None = None, matter: int | None = None) -> list[World]:
    """Every deal, each as likely as its weight. Hands dealt without an order are counted once.

    Args:
        game: a game of few cards.
        players: the seats; by default the usual number.
        matter: how many cards of the pack can come into play; the others stay as they lie. By
            default all.
    """
    players = game.usual if players is None else players
    whole = game.cards(players)
    matter = len(whole) if matter is None else matter
    worlds: dict[Any, list[Any]] = {}
    for order in orders(game, players, whole, matter):
        state = game.deal(0, players, cards=order)
        worlds.setdefault(state._table.key(("first",)), [0, state])[0] += 1
    return [(weight, state) for weight, state in worlds.values()]


def orders(game: Game, players: int, whole: Sequence[Card], matter: int) -> Iterator[list[Card]]:
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
        left: tuple[Card, ...], to_do: list[list[int]], filled: dict[int, Card]
    ) -> Iterator[list[Card]]:
        if to_do:
            for cards in combinations(left, len(to_do[0])):
                rest = tuple(c for c in left if c not in cards)
                yield from fill(rest, to_do[1:], {**filled, **dict(zip(sorted(to_do[0]), cards))})
        else:
            for cards in permutations(left, len(single)):
                placed = {**filled, **dict(zip(single, cards))}
                yield [placed[i] for i in range(matter)]

    yield from fill(tuple(whole), groups, {})


# --- backwards from the end ---

#: What is left out of a state where the counters won so far do not matter.
PAST = ("log", "counters")


def public(state: State) -> Any:
    """What a bystander sees, without the history and, if purses have no bottom, without the
    counters won so far.
    """
    private = any(card.seen not in (0, ALL) for _, pile in state._table.piles() for card in pile)
    if private and state.to_act is not None:
        raise ValueError(f"{state!r}: a seat knows a card that not all know; solve() is for that")
    return state.view(None)._table.key(PAST if state.game.purse is None else PAST[:1])


def backward(
    worlds: Sequence[World], seen: Callable[[State], Any] = public
) -> tuple[Fraction, ...]:
    """What each seat wins, if each always takes what is best for itself, in a game without private
    knowledge.

    At every public state the seat to act looks at all the deals that look the same, and at what
    each of its actions brings on average; of equally good ones it takes the first. Any number of
    seats.

    Args:
        worlds: the deals, each with its weight.
        seen: what the seat to act knows of a state; by default what a bystander sees.

    Raises:
        ValueError: a seat knows more than a bystander; such a game is not solved in this way.
    """
    memo: dict[Any, tuple[int, list[Fraction]]] = {}

    def mean(cases: Sequence[World], before: Sequence[State]) -> list[Fraction]:
        """The counters that come, on average, after these states."""
        total: list[Fraction | int] = [0] * cases[0][1].players
        groups: dict[Any, list[World]] = {}
        for (weight, state), old in zip(cases, before):
            groups.setdefault(seen(state), []).append((weight, state))
            for seat, (new, had) in enumerate(zip(state.payoffs, old.payoffs)):
                total[seat] += weight * (new - had)
        for key, group in groups.items():
            weight = sum(w for w, _ in group)
            for seat, later in enumerate(gains(key, group)):
                total[seat] += weight * later
        whole = sum(w for w, _ in cases)
        return [Fraction(t) / whole for t in total]

    def gains(key: Any, group: Sequence[World]) -> list[Fraction]:
        state = group[0][1]
        if state.to_act is None:
            return [Fraction(0)] * state.players
        if key in memo:
            count, means = memo[key]
            if count != len(group):
                raise ValueError(f"{state!r}: what is seen does not tell which deals are possible")
            return means
        before = [s for _, s in group]
        came = (mean([(w, s.play(a.text)) for w, s in group], before) for a in state.actions())
        memo[key] = len(group), max(came, key=itemgetter(state.to_act))
        return memo[key][1]

    started = [s for _, s in worlds]
    weight = sum(w for w, _ in worlds)
    staked = [sum(w * s.payoffs[seat] for w, s in worlds) for seat in range(started[0].players)]
    return tuple(a + Fraction(b, weight) for a, b in zip(mean(worlds, started), staked))


def face_up(state: State) -> tuple[int, ...]:
    """What each seat wins from here, if everybody saw every card and took what is best for himself.

    Of equally good actions the first is taken. Any number of seats; as a guide to a game with
    secrets it is too sure of itself, for nobody there knows so much."""
    if state.game.purse is not None:
        raise ValueError("purses have no bottom here; vary(purse=None)")
    return tuple(map(int, backward([(1, state)], lambda state: state._table.key(PAST))))


# --- two players with secrets: an equilibrium, the views of the seats as information sets ---


class Node(NamedTuple):
    """A node of a tree.

    Attributes:
        player: the seat that acts there; -1 at the end.
        place: the number of its information set; -1 at the end.
        branches: the nodes that its actions lead to.
        worth: what the first player has won at the end; a counter left in the pool counts half to
        each.
    """

    player: int = -1
    place: int = -1
    branches: tuple[int, ...] = ()
    worth: float = 0.0


@dataclass
class Tree:
    """Every way in which the deals can be played; a node's branches come after it.

    Attributes:
        roots: the first node of each deal, with its chance.
        nodes: every node of it.
        sets: the information sets: the seat and the texts of its actions.
        numbers: the number of the information set of each view.
    """

    roots: list[tuple[float, int]] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    sets: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    numbers: dict[View, int] = field(default_factory=dict)

    @cached_property
    def inner(self) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """The nodes that have branches, when all are there: each with its player, its place and its
        branches.
        """
        return [(i, *node[:3]) for i, node in enumerate(self.nodes) if node.branches]

    def grow(self, state: State) -> int:
        """Add a state and all that can follow it; the number of its node."""
        number, seat = len(self.nodes), state.to_act
        actions = tuple(a.text for a in state.actions())
        if len(actions) == 1:  # nothing to choose
            return self.grow(state.play(actions[0]))
        self.nodes.append(Node())
        if seat is None:
            first, second = state.payoffs
            self.nodes[number] = Node(worth=(first - second) / 2)
            return number
        place = self.numbers.setdefault(state.view(seat), len(self.sets))
        if place == len(self.sets):
            self.sets.append((seat, actions))
        below = tuple([self.grow(state.play(a)) for a in actions])
        self.nodes[number] = Node(seat, place, below)
        return number


def tree(worlds: Sequence[World]) -> Tree:
    """The whole tree of a two-handed game.

    Raises:
        ValueError: there are more than two seats.
    """
    if worlds[0][1].players != 2:
        raise ValueError("an equilibrium is found for two players only")
    game_tree, weight = Tree(), sum(w for w, _ in worlds)
    for w, state in worlds:
        game_tree.roots.append((w / weight, game_tree.grow(state)))
    return game_tree


class Solution:
    """Strategies for both seats, and how good they are. It is also a bot: it plays what it has
    found.

    Attributes:
        tree: the game.
        strategies: for each information set, the chance of each of its actions.
        worth: what the first seat wins a game if both play so.
        best: what each seat would win by the best answer to the other's strategy.
    """

    name = "solution"

    def __init__(self, tree: Tree, strategies: list[list[float]]) -> None:
        self.tree, self.strategies = tree, strategies
        self.worth = best_answer(tree, strategies, None)
        self.best = best_answer(tree, strategies, 0), best_answer(tree, strategies, 1)

    @property
    def exploitability(self) -> float:
        """The mean of what the two would gain by a best answer; 0 in an equilibrium. The game's
        value lies between ``-best[1]`` and ``best[0]``."""
        return sum(self.best) / 2

    def __getitem__(self, view: View) -> dict[str, float]:
        """The chance of each action.

        Raises:
            KeyError: the small game never comes to this view, or it leaves no choice there.
        """
        place = self.tree.numbers[view]
        return dict(zip(self.tree.sets[place][1], self.strategies[place]))

    def __call__(self, view: View, actions: Actions, rng: random.Random) -> str:
        """An action drawn with these chances."""
        if len(actions) == 1:
            return actions[0].text
        chances = self[view]
        return rng.choices(list(chances), list(chances.values()))[0]


def solve(tree: Tree, rounds: int = 200) -> Solution:
    """An approximate equilibrium by CFR+ (Tammelin, *Solving Large Imperfect Information Games
    Using CFR+*, 2014).

    In turn each seat adds to every action of an information set what it would have won by it,
    beyond what it won; sums below nothing count as nothing; it plays in proportion to them. The
    average of what it played, later rounds weighing more, approaches an equilibrium."""
    regrets = [[0.0] * len(actions) for _, actions in tree.sets]
    sums = [[0.0] * len(actions) for _, actions in tree.sets]
    now = [_even(r) for r in regrets]

    def learn(seat: int, weight: int) -> None:
        """One round for one seat: the chances of coming to each node forwards, what it is worth
        backwards.
        """
        mine, others = [0.0] * len(tree.nodes), [0.0] * len(tree.nodes)
        for chance, node in tree.roots:
            mine[node], others[node] = 1.0, chance
        for node, player, place, branches in tree.inner:
            own, reach = mine[node], others[node]
            for chance, below in zip(now[place], branches):
                mine[below], others[below] = (
                    (own * chance, reach) if player == seat else (own, reach * chance)
                )
        sign = 1 if seat == 0 else -1
        worth = [sign * node.worth for node in tree.nodes]
        for node, player, place, branches in reversed(tree.inner):
            chances = now[place]
            came = [worth[b] for b in branches]
            whole = worth[node] = sum(map(mul, chances, came))
            own, reach = mine[node], others[node]
            if player == seat and (own or reach):
                own *= weight
                regrets[place] = [r + reach * (v - whole) for r, v in zip(regrets[place], came)]
                sums[place] = [s + own * c for s, c in zip(sums[place], chances)]

    for i in range(rounds):
        for seat in (0, 1):
            learn(seat, i + 1)
            for place, (owner, _) in enumerate(tree.sets):
                if owner == seat:
                    regrets[place] = [r if r > 0 else 0.0 for r in regrets[place]]
                    now[place] = _even(regrets[place])
    return Solution(tree, [_even(s) for s in sums])


def _even(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total > 0 else [1 / len(weights)] * len(weights)


def best_answer(tree: Tree, strategies: list[list[float]], seat: int | None) -> float:
    """What a seat wins by the best answer to the other's strategy, each of its information sets
    taken as a whole; without a seat, what the first wins where both play so.
    """
    reach = [0.0] * len(tree.nodes)
    for chance, node in tree.roots:
        reach[node] = chance
    nodes_of: list[list[int]] = [[] for _ in tree.sets]
    for node, player, place, branches in tree.inner:
        nodes_of[place].append(node)
        for chance, below in zip(strategies[place], branches):
            reach[below] = reach[node] * (1 if player == seat else chance)
    sign = -1 if seat == 1 else 1

    @cache
    def value(node: int) -> float:
        player, place, branches, end = tree.nodes[node]
        if not branches:
            return sign * end
        if player == seat:
            return value(branches[chosen(place)])
        return sum(c * value(b) for c, b in zip(strategies[place], branches))

    @cache
    def chosen(place: int) -> int:
        gain = [
            sum(reach[n] * value(tree.nodes[n].branches[k]) for n in nodes_of[place])
            for k in range(len(strategies[place]))
        ]
        return gain.index(max(gain))

    return sum(chance * value(node) for chance, node in tree.roots)
