"""The searcher: information-set Monte Carlo tree search, one for all six games.

Single-observer search as Cowling, Powley and Whitehouse describe it (Information Set Monte Carlo Tree Search,
2012): each time round, what the seat does not see is imagined (`Game.imagine`), one tree is descended by those of its
actions that are legal in what was imagined, a node is added, and the deal is played out. The tree never holds a
card that the seat has not seen.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from cadogan.round_games.bots import Bot, random_bot
from cadogan.round_games.state import Action, State, View


class Node:
    """What was seen of one action in the tree.

    Attributes:
        seat: who chose it.
        visits: how often it was chosen.
        available: how often it could have been chosen.
        total: what it brought its seat, summed over the visits.
        below: the answers to it, by the text of the action.
    """

    __slots__ = ("available", "below", "seat", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = self.available = 0
        self.total = 0.0
        self.below: dict[str, Node] = {}


class Searcher:
    """A bot that imagines and plays out.

    Args:
        iterations: how often it imagines, 1 or more.
        seconds: a limit of time for one action besides; None for none.
        bold: the weight of trying what is little tried, in units of the range of results seen.
        plays_out: the bot that plays a deal out below the tree; random unless told (the rule bot is stronger and slower).
        depth: actions after which a playout is stopped and the state valued as it stands.
    """

    def __init__(
        self, iterations: int = 200, seconds: float | None = None, *, bold: float = 0.7, plays_out: Bot = random_bot, depth: int = 400
    ) -> None:
        if iterations < 1 or depth < 1:
            raise ValueError(f"iterations and depth are 1 or more, not {iterations} and {depth}")
        self.iterations, self.seconds, self.bold, self.plays_out, self.depth = iterations, seconds, bold, plays_out, depth
        self.name = f"searcher {iterations}"

    def __call__(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """The action tried most often."""
        if len(actions) == 1:
            return actions[0]
        root = self.search(view, rng)
        return max(actions, key=lambda a: root.below[a.text].visits if a.text in root.below else -1)

    def search(self, view: View, rng: random.Random) -> Node:
        """The tree after so many times round (`Node.below` of its root: the seat's own actions)."""
        assert view.seat is not None, "a bystander has nothing to search"
        root = Node(view.seat)
        span = [math.inf, -math.inf]
        end = None if self.seconds is None else time.monotonic() + self.seconds
        for _ in range(self.iterations):
            if end is not None and root.visits and time.monotonic() > end:
                break
            state = view.game.imagine(view, rng.getrandbits(60))
            path, state = self.descend(root, state, view.deals, span, rng)
            worth = self.rollout(state, view.deals, rng)
            span[:] = min(span[0], *worth), max(span[1], *worth)
            for node in path:
                node.visits += 1
                node.total += worth[node.seat]
        return root

    def descend(self, root: Node, state: State, deal: int, span: list[float], rng: random.Random) -> tuple[list[Node], State]:
        """Down the tree to an action not yet tried; the way there and the state behind it."""
        path, node = [root], root
        while state.to_act is not None and state.deals == deal:
            seat, actions = state.to_act, state.actions()
            fresh = [a for a in actions if a.text not in node.below]
            for a in actions:
                if a.text in node.below:
                    node.below[a.text].available += 1
            if fresh:
                chosen = fresh[int(rng.random() * len(fresh))]
                node.below[chosen.text] = below = Node(seat)
                below.available = 1
            else:
                chosen = max(actions, key=lambda a: self.promise(node.below[a.text], span))
                below = node.below[chosen.text]
            path.append(below)
            state, node = state.play(chosen), below
            if fresh:
                break
        return path, state

    def promise(self, node: Node, span: list[float]) -> float:
        """The upper confidence bound of an action, its results scaled to 0 … 1 (UCB1, with availability)."""
        width = span[1] - span[0] or 1.0
        return (node.total / node.visits - span[0]) / width + self.bold * math.sqrt(math.log(node.available) / node.visits)

    def rollout(self, state: State, deal: int, rng: random.Random) -> Sequence[float]:
        """Play the deal out, and value what comes of it."""
        for _ in range(self.depth):
            if state.to_act is None or state.deals != deal:
                break
            actions = state.actions()
            if self.plays_out is random_bot:  # needs no view
                chosen: Action | str = actions[int(rng.random() * len(actions))]
            else:
                chosen = self.plays_out(state.view(state.to_act), actions, rng)
            state = state.play(chosen)
        return state.game.worth(state)
