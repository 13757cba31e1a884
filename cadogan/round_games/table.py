"""The table: seats, hands, piles, counters, pools, and who has seen which card.

Everything that lies on a table is public except the faces of cards. A card lies in a `Pile`, and with it lies the
set of seats that have seen its face; so what a seat sees is one rule for all games, and what it cannot see can be
dealt anew. A game keeps its other facts as plain values in attributes of its own kind of table: these are public,
always. What must stay secret must be a card in a pile.
"""

from __future__ import annotations

import random
from bisect import insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from types import NoneType
from typing import Any, NamedTuple, Self

from cadogan import kernels
from cadogan.round_games.cards import HIDDEN, Card, CardError
from cadogan.round_games.melds import Meld

#: Seen by everybody, bystanders too.
ALL = -1
HIGHEST_DEAL = 2**62 - 1


def seats(*some: int) -> int:
    """The set of these seats, as bits."""
    bits = 0
    for seat in some:
        bits |= 1 << seat
    return bits


class Held(NamedTuple):
    """A card as it lies: its face, and the seats that have seen it (bits; `ALL` for everybody)."""

    card: Card
    seen: int


@lru_cache(maxsize=4096)
def back(seen: int) -> Held:
    """The back of a card, and who has seen its face."""
    return Held(HIDDEN, seen)


class Pile(list[Held]):
    """Cards in order, the uppermost last."""

    __slots__ = ()

    @property
    def cards(self) -> list[Card]:
        """The faces, the uppermost last."""
        return [card for card, _ in self]

    def add(self, some: Card, seen: int = 0) -> None:
        """Lay a card on top."""
        self.append(Held(some, seen))

    def under(self, some: Card, seen: int = 0) -> None:
        """Put a card under all the others."""
        self.insert(0, Held(some, seen))

    def take(self, some: Card) -> Held:
        """Take out a card with this face; of two alike, the one that more have seen.

        Raises:
            ValueError: no such card lies here.
        """
        alike = [held for held in self if held.card is some]
        if not alike:
            raise ValueError(f"{some} does not lie here")
        found = alike[0] if len(alike) == 1 else max(alike, key=lambda h: (h.seen == ALL, h.seen.bit_count()))
        self.remove(found)
        return found

    def show(self, to: int = ALL) -> None:
        """Let these seats see every card."""
        self[:] = [Held(h.card, h.seen | to) for h in self]

    def forget(self, keep: int) -> None:
        """Only these seats still know where these cards lie: somebody has moved one of them unseen."""
        self[:] = [Held(h.card, h.seen & keep) for h in self]

    def copy(self) -> Self:
        """The same cards in another pile."""
        return self.__class__(self)


class Hand(Pile):
    """Cards without an order: they are kept sorted, so that their places tell nothing."""

    __slots__ = ()

    def add(self, some: Card, seen: int = 0) -> None:
        """Take a card into the hand."""
        insort(self, Held(some, seen))


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        seat: who did it; None for the table.
        says: the sentence that everybody hears.
        secret: the sentence that only some know; empty for the others.
        knows: these seats, as bits.
        deal: the deal in which it happened, from 0.
    """

    seat: int | None
    says: str
    secret: str
    knows: int
    deal: int

    def __str__(self) -> str:
        return self.secret or self.says


class Table:
    """What lies on a table; a game adds its own piles and facts in ``__init__``.

    Attributes:
        seats: the number of seats; the left neighbour of seat i is seat i + 1.
        number: the deal's number, the whole of the chance (hidden from every view).
        phase: the name of the phase; ``over`` at the end.
        to_act: the seat that is to act; None at the end.
        dealer: the dealer's seat.
        deals: deals settled so far.
        hands: the hand of each seat.
        pack: the cards still face down, the next to be drawn last.
        counters: what each seat has won (lost, if negative) so far.
        pools: the counters in the pool, and in each other compartment of a board.
    """

    __slots__ = ("__dict__", "silent")  # silent is no fact of the table: nobody will read what happens (`State.run`)

    def __init__(self, seats: int, number: int, first: tuple[Card, ...] = ()) -> None:
        self.seats = seats
        self.number = number
        self.first = first
        self.shuffles = 0
        self.phase = ""
        self.to_act: int | None = None
        self.dealer = 0
        self.deals = 0
        self.dealers = 0
        self.hands: list[Pile] = [Hand() for _ in range(seats)]
        self.pack = Pile()
        self.counters = [0] * seats
        self.pools = {"pool": 0}
        self.log: list[Event] = []
        self.silent = False

    # --- seats ---

    def ask(self, seat: int | None, phase: str) -> None:
        """Now this seat is to act, in this phase."""
        self.to_act, self.phase = seat, phase

    def left(self, seat: int, steps: int = 1) -> int:
        """The seat so many places to the left."""
        return (seat + steps) % self.seats

    def turn(self, seat: int) -> list[int]:
        """Every seat, beginning with this one and going to the left."""
        return [(seat + i) % self.seats for i in range(self.seats)]

    def others(self, seat: int) -> list[int]:
        """Every other seat, from this one's left."""
        return self.turn(self.left(seat))[:-1]

    # --- counters ---

    @property
    def pool(self) -> int:
        """The counters in the pool."""
        return self.pools["pool"]

    def pay(self, seat: int, to: int | str, counters: int) -> None:
        """A seat pays another seat, or a pool by its name."""
        self.counters[seat] -= counters
        if isinstance(to, str):
            self.pools[to] += counters
        else:
            self.counters[to] += counters

    def win(self, seat: int, counters: int | None = None, pool: str = "pool") -> int:
        """A seat takes so many counters out of a pool (all, unless told); how many."""
        taken = self.pools[pool] if counters is None else min(counters, self.pools[pool])
        self.pools[pool] -= taken
        self.counters[seat] += taken
        return taken

    # --- chance ---

    def shuffled(self, cards: Iterable[Card]) -> Pile:
        """These cards face down in an order fixed by the deal's number and the number of this shuffle.

        The first shuffle begins with the cards named at the deal, if any were.
        """
        order = list(cards)
        generator = [0, 0, 0, 0]
        kernels.seed(generator, self.number, self.shuffles)
        kernels.shuffle(generator, order, len(order))
        if self.shuffles == 0:
            for c in self.first:
                order.remove(c)
            order = [*self.first, *order]
        self.shuffles += 1
        return Pile(Held(c, 0) for c in reversed(order))

    def draw(self) -> Card:
        """The top card of the pack."""
        return self.pack.pop().card

    def deal_out(self, each: int, seats: Iterable[int] | None = None, packet: int = 1, look: bool = True) -> None:
        """Deal so many cards to each seat (all seats, from the dealer's left, unless told), so many at a time."""
        order = list(self.turn(self.left(self.dealer)) if seats is None else seats)
        for start in range(0, each, packet):
            for seat in order:
                for _ in range(min(packet, each - start)):
                    self.hands[seat].add(self.draw(), 1 << seat if look else 0)

    # --- what happened ---

    def say(self, seat: int | None, says: str, secret: str = "", to: int = 0) -> None:
        """Keep what happened: the sentence for all, and the fuller one for the seats that know more."""
        if not self.silent:
            self.log.append(Event(seat, says, secret, to, self.deals))

    # --- as a value ---

    def piles(self) -> Iterator[tuple[str, Pile]]:
        """Every pile with its name: ``pack``, ``hands 0`` …"""
        for name, value in self.__dict__.items():
            if isinstance(value, Pile):
                yield name, value
            elif isinstance(value, list) and value and isinstance(value[0], Pile):
                yield from ((f"{name} {i}", p) for i, p in enumerate(value))
            elif isinstance(value, dict):
                yield from ((f"{name} {i}", p) for i, p in value.items() if isinstance(p, Pile))

    def lying(self) -> Iterator[Pile]:
        """Every pile, without its name: most who look through a table need none."""
        for value in self.__dict__.values():
            kind = value.__class__
            if kind is Pile or kind is Hand:
                yield value
            elif kind is list and value and isinstance(value[0], Pile):
                yield from value
            elif kind is dict:
                yield from (p for p in value.values() if isinstance(p, Pile))

    def melds(self) -> Iterator[Meld]:
        """Every combination on the table."""
        for value in self.__dict__.values():
            for one in value if isinstance(value, list) and value and isinstance(value[0], (Meld, list)) else ():
                if isinstance(one, Meld):
                    yield one
                elif type(one) is list:
                    yield from (m for m in one if isinstance(m, Meld))

    def everything(self) -> list[Card]:
        """Every card on the table, wherever it lies."""
        return [card for p in self.lying() for card, _ in p] + [c for m in self.melds() for c in m.cards]

    def copy(self) -> Self:
        """The same table, to be changed."""
        other = object.__new__(type(self))
        other.__dict__.update({n: v if v.__class__ in _PLAIN else _copied(v) for n, v in self.__dict__.items()})
        other.silent = False
        return other

    def masked(self, seat: int | None) -> Self:
        """The table as a seat sees it: backs for the cards it has not seen, no number, no one else's secrets."""
        other = self.copy()
        mine = 0 if seat is None else 1 << seat
        for pile in other.lying():
            pile[:] = [h if h.seen == ALL or h.seen & mine else back(h.seen) for h in pile]
            if isinstance(pile, Hand):
                pile.sort()
        other.log = [e if not e.secret or e.knows & mine else e._replace(secret="") for e in self.log]
        other.number, other.first = 0, ()
        return other

    def refill(self, hidden: Callable[[Held], bool], cards: list[Card], barred: Mapping[str, Collection[Card]], seed: int) -> None:
        """Lay these cards at random on the places told, none where it is barred, and take another deal's number."""
        rng = random.Random(seed)
        self.number, self.first = rng.getrandbits(61), ()
        piles = list(self.piles())
        places = [(pile, i, barred.get(name, ())) for name, pile in piles for i, h in enumerate(pile) if hidden(h)]
        if len(places) != len(cards):
            raise ValueError(f"{len(cards)} cards are unseen, but {len(places)} lie face down")
        rng.shuffle(cards)
        for (pile, i, _), c in zip(places, allowed(cards, [bars for _, _, bars in places])):
            pile[i] = Held(c, pile[i].seen)
        for _, pile in piles:
            if isinstance(pile, Hand):
                pile.sort()

    def key(self) -> Any:
        """The whole table as nested tuples, to be hashed."""
        return tuple((name, frozen(value)) for name, value in self.__dict__.items())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]


def allowed(cards: list[Card], bars: list[Collection[Card]]) -> list[Card]:
    """The cards, one for each place, moved as little as need be so that none lies where it is barred.

    Raises:
        ValueError: there is no such order.
    """
    if not any(bars):
        return cards
    place_of = {i: i for i in range(len(cards)) if cards[i] not in bars[i]}  # place -> card, both by number

    def settle(card: int, tried: set[int]) -> bool:
        for place in range(card, card - len(cards), -1):  # an augmenting path, its own place first
            place %= len(cards)
            if place not in tried and cards[card] not in bars[place]:
                tried.add(place)
                if place not in place_of or settle(place_of[place], tried):
                    place_of[place] = card
                    return True
        return False

    for i in range(len(cards)):
        if i not in place_of.values() and not settle(i, set()):
            raise ValueError(f"{cards[i]} has no place left where it may lie")
    return [cards[place_of[i]] for i in range(len(cards))]


def _copied(value: Any) -> Any:
    """A copy of what changes: piles, lists and dicts, one within another; a list's elements are of one kind."""
    kind = value.__class__
    if kind is list:
        return [_copied(v) for v in value] if value and value[0].__class__ in _NESTED else value[:]
    if kind is dict:
        return {k: _copied(v) for k, v in value.items()} if value and next(iter(value.values())).__class__ in _NESTED else value.copy()
    return value.copy() if kind is Pile or kind is Hand else value


_NESTED = (Pile, Hand, list, dict)
_PLAIN = {int, bool, str, tuple, NoneType}  # nothing to copy


def frozen(value: Any) -> Any:
    """A value with tuples for lists and for dicts."""
    if isinstance(value, dict):
        return tuple((k, frozen(v)) for k, v in value.items())
    return tuple(frozen(v) for v in value) if isinstance(value, (list, Held)) else value


def first_cards(named: tuple[Card, ...], pack: list[Card]) -> tuple[Card, ...]:
    """Check the cards with which a pack is to begin.

    Raises:
        CardError: a card is not in the pack, or not so often.
    """
    left = list(pack)
    for c in named:
        if c not in left:
            raise CardError(f"{c} is not in this pack" + (" so often" if c in pack else ""))
        left.remove(c)
    return named
