"""The exact chance of winning where a re-deal is shuffled: small packs, by Bellman's equation.

Between two re-deals everything is known, and a position is worth as much as the best that can be
reached from it: 1 where that is won, else the mean over all orders in which the cards taken up may
come again (R. Bellman, *Dynamic Programming*, 1957). That mean depends only on the cards still to
be played and on the re-deals left, so that it is worked out once for each. Every order is dealt:
nine cards have 362,880 orders, and more are refused."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from operator import attrgetter

from cadogan.echo import having
from cadogan.engine.moves import KIND
from cadogan.engine.numbers import FACES
from cadogan.engine.piles import refresh, stack_hand, take_up
from cadogan.engine.play import settle
from cadogan.engine.rules import DEALING, State
from cadogan.patience.game import Game
from cadogan.patience.position import Position
from cadogan.solver.alike import interchangeable
from cadogan.solver.plan import plain, registers
from cadogan.solver.search import root_of
from cadogan.words.again import AGAIN, TakeUp

#: Cards that may be shuffled at most: 9! orders are some minutes.
MOST = 9


def exact_value(position: Position) -> Fraction:
    """The chance of winning from a position under the best play, all cards known, as an exact
    fraction.

    The order in which a shuffled re-deal will bring the cards is not known: every order is equally
    likely.

    Args:
        position: a position of a game whose re-deal, if it has one, takes cards up, shuffles them
            and deals them again, and in which nothing happens by itself.

    Raises:
        ValueError: a game of another kind, or more than nine cards that would be shuffled.
    """
    return Values(root_of(position).game).of(position.state)


def exact_chance(game: Game) -> Fraction:
    """The chance of winning before the deal: the mean over all orders of the pack.

    Raises:
        ValueError: as for `exact_value`.

    >>> from cadogan import Game
    >>> from cadogan.words import A, again, ascending, deal, down, each, foundations, marry, packs, places
    >>> clauses = (packs(1, of="AH 2H 3H AS 2S 3S"), foundations(2, ascending(A, 3)), places("fans", 2),
    ...            deal(each("fans", 3)), marry(down, "fans"))
    >>> exact_chance(Game("Two fans", *clauses))
    Fraction(4, 15)
    >>> exact_chance(Game("Two fans, and again", *clauses, again(1, "fans", shuffled=True)))
    Fraction(593, 1080)
    """
    return Values(game).before_the_deal()


class Values:
    """The values of a game's positions, each worked out once."""

    def __init__(self, game: Game) -> None:
        rules = having(game, "rules", "a game is valued, such as cadogan.games['fortress']").rules
        if not plain(rules) or rules.copies > 1:
            raise ValueError(
                f"{game.title}: exact values are worked out of games of one pack in which nothing happens by itself"
            )
        self.rules, self.referee = rules, game.referee
        fields = registers(rules)
        self.numbers = attrgetter(*(f.name for f in fields if not f.size))
        self.arrays = [f.name for f in fields if f.size]
        first = interchangeable(rules)
        #: The places that are interchangeable, together; and the same without those that a re-deal
        #: takes up.
        self.groups = [
            [p for p in range(len(first)) if first[p] == head] for head in sorted(set(first))
        ]
        taken = rules.redeal.stacked if isinstance(rules.redeal, TakeUp) else ()
        self.staying = [[p for p in group if p not in taken] for group in self.groups]
        #: By position: its value. By what stays and what is taken up: the mean over all orders.
        self.known: dict[object, Fraction] = {}
        self.means: dict[object, Fraction] = {}

    def before_the_deal(self) -> Fraction:
        """The mean over all orders of the pack."""
        return self.mean(list(self.rules.pack), lambda order: self.referee.deal(0, order))

    def of(self, state: State) -> Fraction:
        """The value of a position: the best of all that can be reached from it."""
        root = self.key(state)
        if root in self.known:
            return self.known[root]
        best, seen, waiting = Fraction(0), {root}, [state]
        while waiting and best < 1:
            current = waiting.pop()
            if self.referee.is_won(current):
                best = Fraction(1)
            for code in self.referee.legal(current) if best < 1 else ():
                if code & KIND == AGAIN.number:
                    best = max(best, self.shuffled(current))
                    continue
                successor = self.referee.after(current, code)
                key = self.key(successor)
                if key in self.known:
                    best = max(best, self.known[key])
                elif key not in seen:
                    seen.add(key)
                    waiting.append(successor)
        # Where nothing can be won from a position, it cannot from any that it leads to either.
        self.known.update(dict.fromkeys([root] if best else seen, best))
        return best

    def shuffled(self, state: State) -> Fraction:
        """The value of the re-deal from a position."""
        rules, redeal = self.rules, self.rules.redeal
        assert isinstance(redeal, TakeUp)
        key = self.key(state, self.staying)
        if key not in self.means:
            left = state.copy()
            n = 0
            for p in redeal.stacked:
                n = take_up(rules, left, p, n, redeal.backwards)
            left.redeals += 1
            self.means[key] = self.mean(
                sorted(left.pack[:n]), lambda order: self.dealt(left, redeal, order)
            )
        return self.means[key]

    def dealt(self, left: State, redeal: TakeUp, order: Sequence[int]) -> State:
        """The position when what was taken up comes again in an order: `TakeUp.do` without its
        shuffle.
        """
        state = left.copy()
        state.pack[: len(order)] = order
        stack_hand(self.rules, state, 0, len(order))
        if redeal.restart >= 0:
            state.step, state.phase = redeal.restart, DEALING
        refresh(self.rules, state)
        settle(self.rules, state)
        return state

    def mean(self, cards: list[int], deal: Callable[[Sequence[int]], State]) -> Fraction:
        """The mean of the values over all orders of some cards."""
        if len(cards) > MOST:
            raise ValueError(
                f"{len(cards)} cards would be shuffled; exact values are worked out for {MOST} at most"
            )
        return sum(
            (self.of(deal(order)) for order in permutations(cards)), Fraction(0)
        ) / math.factorial(len(cards))

    def key(self, s: State, groups: list[list[int]] | None = None) -> object:
        """A value that is equal for positions that are the same, the order of interchangeable
        places left out."""
        piles = [
            sorted([self.pile(s, p) for p in group])
            for group in (self.groups if groups is None else groups)
        ]
        return (
            tuple(map(tuple, piles)),
            self.numbers(s),
            tuple([tuple(getattr(s, name)) for name in self.arrays]),
        )

    def pile(self, s: State, p: int) -> tuple[int, ...]:
        """The cards of a place from the uppermost down, those that lie face down as other numbers."""
        card, cards = s.top[p], []
        while card >= 0:
            cards.append(card + FACES if self.rules.face_down and s.down[card] else card)
            card = s.under[card]
        return tuple(cards)
