"""Combinations laid on the table: runs and sets, with jokers named.

A run's ranks follow an *order*, a tuple of ranks in which each place has one: two packs with the
ace at both ends are ``(1, 2, … 13, 1)``, a forty-card pack is ``(1, … 7, 11, 12, 13)``. A joker in
a run is named by its place; in a set only the denomination matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, product
from operator import itemgetter

from cadogan.round_games.cards import JOKER, SUITS, Card, Cards

Order = tuple[int, ...]
#: From a low ace to a high ace, king-ace-deuce never.
ACE_AT_EITHER_END: Order = (*range(1, 14), 1)
SHORTEST = 3


@dataclass(frozen=True)
class Meld:
    """A run or a set as it lies.

    Attributes:
        cards: the cards in their places, a run's lowest first.
        rank: the denomination of a set; 0 for a run.
        suit: the suit of a run; empty for a set.
        low: the place of a run's first card in its order, from 0.
        order: the order of a run's ranks.
        crossed: the places (from 0, in ``cards``) of jokers that have been moved and lie crossways.
        owner: the seat that laid it; None where it does not matter.
    """

    cards: Cards
    rank: int = 0
    suit: str = ""
    low: int = 0
    order: Order = ()
    crossed: frozenset[int] = frozenset()
    owner: int | None = None

    @property
    def is_run(self) -> bool:
        """Whether it is a run, not a set."""
        return bool(self.suit)

    @property
    def faces(self) -> Cards:
        """The cards as they count: in a run, the card that each joker stands for."""
        if not self.is_run:
            return self.cards
        return tuple(FACE[self.order[self.low + i], self.suit] for i in range(len(self.cards)))

    @property
    def text(self) -> str:
        """A text without blanks, ``7H+8H+JK(9H)``, ``4C+4D+JK(4)``: the id of the meld among those
        of a hand.
        """
        return "+".join(
            c.text if c is not JOKER else f"JK({n if self.is_run else RANK_TEXT[self.rank]})"
            for c, n in zip(self.cards, self.faces)
        )

    @property
    def called(self) -> list[str]:
        """What each card counts as: in a run a card, in a set the denomination."""
        if self.is_run:
            return [n.symbol for n in self.faces]
        return [RANK_TEXT[self.rank]] * len(self.cards)

    @property
    def symbols(self) -> str:
        """The text with the cards' signs, ``7♥ 8♥ JK(9♥)``; a joker that has been moved ``JK(6♥,
        crossways)``.
        """
        crossways = [", crossways" if i in self.crossed else "" for i in range(len(self.cards))]
        return " ".join(
            c.symbol if c is not JOKER else f"JK({n}{x})"
            for c, n, x in zip(self.cards, self.called, crossways)
        )

    def __str__(self) -> str:
        return self.text

    def ends(self) -> dict[str, Card]:
        """The natural cards that would lengthen a run: ``low`` and ``high``, where there is a
        place.
        """
        return {end: card for card, end in self.takes if end and card is not JOKER}

    @cached_property
    def takes(self) -> tuple[tuple[Card, str], ...]:
        """What can be added: each card, a joker last, and the end of a run at which it goes (empty
        for a set).
        """
        return _takes(self.rank, self.suit, self.low, len(self.cards), self.order)

    @cached_property
    def fits(self) -> frozenset[Card]:
        """The cards that can be added."""
        return frozenset(card for card, _ in self.takes)

    @cached_property
    def loose(self) -> tuple[str, ...]:
        """The ends of a run to which a joker can move from the other end: it has never been moved,
        and there is a place.
        """
        return tuple(
            to
            for to in self.ends()
            if self.cards[old := self.across(to)] is JOKER and old not in self.crossed
        )

    def across(self, to: str) -> int:
        """The place of the card at the opposite end of a run."""
        return len(self.cards) - 1 if to == "low" else 0

    def adding(self, card: Card, end: str = "") -> Meld | None:
        """The meld with a card added, at the ``low`` or ``high`` end of a run; None where it does
        not fit.

        A joker fits wherever there is a place; a set takes any card of its denomination.
        """
        if (card, end if self.is_run else "") not in self.takes:
            return None
        below = self.is_run and end == "low"
        cards = (card, *self.cards) if below else (*self.cards, card)
        crossed = frozenset(i + below for i in self.crossed)
        return Meld(cards, self.rank, self.suit, self.low - below, self.order, crossed, self.owner)


Melds = tuple[Meld, ...]
RANK_TEXT = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


#: The card of a rank and a suit.
FACE = {
    (rank, suit): Card(13 * i + rank - 1) for i, suit in enumerate(SUITS) for rank in range(1, 14)
}


@cache
def _takes(
    rank: int, suit: str, low: int, length: int, order: Order
) -> tuple[tuple[Card, str], ...]:
    if not suit:
        return (*((FACE[rank, letter], "") for letter in SUITS), (JOKER, ""))
    ends = {"low": low - 1, "high": low + length}
    return tuple(
        (card, end)
        for end, i in ends.items()
        if 0 <= i < len(order)
        for card in (FACE[order[i], suit], JOKER)
    )


@cache
def lines(order: Order) -> list[tuple[str, Cards, itemgetter[tuple[int, ...]]]]:
    """Each suit, its cards in an order, and what picks their numbers out of a list by index."""
    cards = [tuple(FACE[rank, suit] for rank in order) for suit in SUITS]
    return [
        (suit, line, itemgetter(*(card.index for card in line))) for suit, line in zip(SUITS, cards)
    ]


def runs_in(
    hand: Iterable[Card], order: Order, min_naturals: int = 1, longest: int | None = None
) -> Iterator[Meld]:
    """Every run that can be laid from a hand, jokers in every place; in order of suit, lowest card
    and length.
    """
    counts = [0] * 54
    for card in hand:
        counts[card.index] += 1
    jokers = counts[JOKER.index]
    for suit, line, count in lines(order):
        have = count(counts)
        if len(have) - have.count(0) + jokers < SHORTEST:
            continue
        for low in range(len(order) - SHORTEST + 1):
            if have[low : low + SHORTEST].count(0) > jokers:
                continue
            lying: list[Cards] = [()]
            for place in range(low, min(len(order), low + (longest or len(order)))):
                card = line[place]
                grown: list[Cards] = []
                for cards in lying:
                    if have[place] > cards.count(card):  # both aces of a run are one face
                        grown.append((*cards, card))
                    if jokers > cards.count(JOKER):
                        grown.append((*cards, JOKER))
                lying = grown
                if not lying:
                    break
                if place - low + 1 >= SHORTEST:
                    for cards in lying:
                        if len(cards) - cards.count(JOKER) >= max(1, min_naturals):
                            yield Meld(cards, suit=suit, low=low, order=order)


def sets_in(hand: Iterable[Card], min_naturals: int = 1) -> Iterator[Meld]:
    """Every set that can be laid from a hand, in order of denomination and size; cards alike are
    one choice.
    """
    by_rank: dict[int, list[Card]] = {}
    for c in hand:
        by_rank.setdefault(c.rank, []).append(c)
    jokers = len(by_rank.pop(JOKER.rank, ()))
    for rank in sorted(by_rank):
        if len(by_rank[rank]) + jokers < SHORTEST:
            continue
        naturals = sorted(by_rank[rank])
        for size in range(SHORTEST, len(naturals) + jokers + 1):
            for wild in range(min(jokers, size - max(1, min_naturals)) + 1):
                for cards in dict.fromkeys(combinations(naturals, size - wild)):
                    yield Meld((*cards, *[JOKER] * wild), rank=rank)


def melds_in(hand: Iterable[Card], order: Order, min_naturals: int = 1) -> Iterator[Meld]:
    """Every run, then every set that can be laid from a hand."""
    cards = list(hand)
    return chain(runs_in(cards, order, min_naturals), sets_in(cards, min_naturals))


def laid_as(cards: Sequence[Card], order: Order) -> Meld | None:
    """The combination that cards make as they lie, otherwise in another order; None if in none."""
    every = [m for m in melds_in(cards, order) if len(m.cards) == len(cards)]
    return min(every, key=lambda meld: meld.is_run and meld.cards != cards, default=None)


def completing(card: Card, others: Iterable[Card], order: Order) -> set[Card]:
    """The cards that make a combination with this one and another: a third of its kind, the ends or
    the middle of a run.
    """
    cards = set()
    for other in others:
        if other.rank == card.rank:
            cards |= {FACE[card.rank, suit] for suit in SUITS}
        elif other.suit == card.suit:
            for both in product(places(card.rank, order), places(other.rank, order)):
                low, high = sorted(both)
                third = {1: (low - 1, high + 1), 2: (low + 1,)}.get(high - low, ())
                cards |= {FACE[order[i], card.suit] for i in third if 0 <= i < len(order)}
    return cards


@cache
def places(rank: int, order: Order) -> list[int]:
    """Where a rank stands in an order; the ace perhaps at either end."""
    return [i for i, other in enumerate(order) if other == rank]


def together(hand: Iterable[Card], every: Iterable[Meld], worth: Callable[[Meld], int]) -> Melds:
    """Of these combinations those that a hand can lay one after the other, and that are worth most;
    of equals the first found.
    """
    most = 0
    chosen: Melds = ()

    def look(choices: list[tuple[Meld, int, int]], holding: int, gained: int, melds: Melds) -> None:
        """Look through every choice that the hand can lay one after the other."""
        nonlocal most, chosen
        if gained > most:
            most, chosen = gained, melds
        for i, (meld, need, gain) in enumerate(choices):
            left = holding - need
            look(
                [choice for choice in choices[i + 1 :] if covers(left, choice[1])],
                left,
                gained + gain,
                (*melds, meld),
            )

    look([(m, packed(m.cards), worth(m)) for m in every], packed(hand), 0, ())
    return chosen


def packed(cards: Iterable[Card]) -> int:
    """How often each face is there, four bits to a face: whether a hand holds them all is then one
    subtraction.
    """
    return sum(1 << 4 * c.index for c in cards)


def covers(holding: int, need: int) -> bool:
    """Whether a hand holds all these cards; no face is there more than seven times."""
    return ((holding | EIGHTS) - need) & EIGHTS == EIGHTS


#: The highest bit of every face: it is borrowed from where a card is missing.
EIGHTS = sum(8 << 4 * i for i in range(54))


def in_melds(hand: Iterable[Card], melds: Iterable[Meld]) -> list[list[Card]]:
    """A hand in groups: each of these combinations, and what is left, in order."""
    groups = [list(meld.cards) for meld in melds]
    left = sorted((Counter(hand) - Counter(card for group in groups for card in group)).elements())
    return [*groups, left] if left else groups
