"""Two players with secrets: an equilibrium of a small game, by counterfactual regret minimisation,
the views of the seats as information sets; and how far from perfect it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import mul
from typing import Any

from cadogan.round_games import Action, State, View

#: A deal and how often it comes, of all the deals together.
World = tuple[int, State]


@dataclass
class Tree:
    """Every way in which the deals can be played; a node's branches come after it.

    Attributes:
        roots: the first node of each deal, with its chance.
        player: whose node it is; -1 at the end.
        place: the number of its information set; -1 at the end.
        branches: the nodes that its actions lead to.
        worth: what the first player has won at the end; a counter left in the pool counts half to
        each.
        sets: the information sets: the seat and the texts of its actions.
        numbers: the number of the information set of each view.
    """

    roots: list[tuple[float, int]] = field(default_factory=list)
    player: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    branches: list[tuple[int, ...]] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    sets: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    numbers: dict[Any, int] = field(default_factory=dict)

    @cached_property
    def inner(self) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """The nodes that have branches, when all are there: each with its player, its place and its
        branches.
        """
        return [
            (node, self.player[node], self.place[node], below)
            for node, below in enumerate(self.branches)
            if below
        ]

    def grow(self, state: State) -> int:
        """Add a state and all that can come of it; its number."""
        node = len(self.player)
        seat = state.to_act
        if seat is None:
            one, other = state.payoffs
            self._add(-1, -1, (one - other) / 2)
            return node
        actions = tuple(a.text for a in state.actions())
        if len(actions) == 1:  # nothing to choose
            return self.grow(state.play(actions[0]))
        key = _known(state.view(seat))
        place = self.numbers.setdefault(key, len(self.sets))
        if place == len(self.sets):
            self.sets.append((seat, actions))
        self._add(seat, place, 0.0)
        self.branches[node] = tuple([self.grow(state.play(a)) for a in actions])
        return node

    def _add(self, player: int, place: int, worth: float) -> None:
        self.player.append(player)
        self.place.append(place)
        self.branches.append(())
        self.worth.append(worth)


def tree(worlds: Sequence[World]) -> Tree:
    """The whole tree of a two-handed game.

    Raises:
        ValueError: there are more than two seats.
    """
    if worlds[0][1].players != 2:
        raise ValueError("an equilibrium is found for two players only")
    made, weight = Tree(), sum(w for w, _ in worlds)
    for w, state in worlds:
        made.roots.append((w / weight, made.grow(state)))
    return made


def _known(view: View) -> Any:
    return view.seat, view._table.key()


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
        place = self.tree.numbers[_known(view)]
        return dict(zip(self.tree.sets[place][1], self.strategies[place]))

    def __call__(self, view: View, actions: Sequence[Action], rng: random.Random) -> str:
        """An action by these chances."""
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
    for i in range(rounds):
        for seat in (0, 1):
            _learn(tree, seat, now, regrets, sums, i + 1)
            for place, (owner, _) in enumerate(tree.sets):
                if owner == seat:
                    regrets[place] = [r if r > 0 else 0.0 for r in regrets[place]]
                    now[place] = _even(regrets[place])
    return Solution(tree, [_even(s) for s in sums])


def _even(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total > 0 else [1 / len(weights)] * len(weights)


def _learn(
    tree: Tree,
    seat: int,
    now: list[list[float]],
    regrets: list[list[float]],
    sums: list[list[float]],
    weight: int,
) -> None:
    """One round for one seat: the chances of coming to each node forwards, what it is worth
    backwards.
    """
    mine, others = [0.0] * len(tree.player), [0.0] * len(tree.player)
    for chance, node in tree.roots:
        mine[node], others[node] = 1.0, chance
    for node, player, place, branches in tree.inner:
        own, reach = mine[node], others[node]
        if player == seat:
            for chance, below in zip(now[place], branches):
                mine[below], others[below] = own * chance, reach
        else:
            for chance, below in zip(now[place], branches):
                mine[below], others[below] = own, reach * chance
    sign = 1 if seat == 0 else -1
    worth = [sign * w for w in tree.worth]
    for node, player, place, branches in reversed(tree.inner):
        chances = now[place]
        came = [worth[b] for b in branches]
        whole = worth[node] = sum(map(mul, chances, came))
        own, reach = mine[node], others[node]
        if player == seat and (own or reach):
            own *= weight
            regrets[place] = [r + reach * (v - whole) for r, v in zip(regrets[place], came)]
            sums[place] = [s + own * c for s, c in zip(sums[place], chances)]


def best_answer(tree: Tree, strategies: list[list[float]], seat: int | None) -> float:
    """What a seat wins by the best answer to the other's strategy, each of its information sets
    taken as a whole; without a seat, what the first wins where both play so.
    """
    reach = [0.0] * len(tree.player)
    for chance, node in tree.roots:
        reach[node] = chance
    nodes_of: list[list[int]] = [[] for _ in tree.sets]
    for node, branches in enumerate(tree.branches):
        if branches:
            nodes_of[tree.place[node]].append(node)
            mine = tree.player[node] == seat
            for chance, below in zip(strategies[tree.place[node]], branches):
                reach[below] = reach[node] * (1 if mine else chance)
    sign = -1 if seat == 1 else 1
    worth: dict[int, float] = {}
    choice: dict[int, int] = {}

    def value(node: int) -> float:
        if node not in worth:
            branches, place = tree.branches[node], tree.place[node]
            if not branches:
                worth[node] = sign * tree.worth[node]
            elif tree.player[node] == seat:
                worth[node] = value(branches[chosen(place)])
            else:
                worth[node] = sum(c * value(b) for c, b in zip(strategies[place], branches))
        return worth[node]

    def chosen(place: int) -> int:
        if place not in choice:
            gain = [
                sum(reach[n] * value(tree.branches[n][k]) for n in nodes_of[place])
                for k in range(len(strategies[place]))
            ]
            choice[place] = gain.index(max(gain))
        return choice[place]

    return sum(chance * value(node) for chance, node in tree.roots)
