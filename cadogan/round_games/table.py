"""The table: seats, hands, piles, counters, pools, and who has seen which card.

Everything that lies on a table is public except the faces of cards. A card lies in a `Pile`, and
with it lies the set of seats that have seen its face; so what a seat sees is one rule for all
games, and what it cannot see can be dealt anew. A game keeps its other facts as plain values in
attributes of its own kind of table: these are public, always. What must stay secret must be a card
in a pile."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Self

from cadogan.engine.chance import seed, shuffle
from cadogan.round_games.cards import HIDDEN, Card, CardError, Cards
from cadogan.round_games.log import Event, Log, new
from cadogan.round_games.melds import Meld
from cadogan.round_games.piles import ALL, Hand, Pile, lying


class Table:
    """What lies on a table; a game adds its own piles and facts in ``bare``.

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
        settled: the same when the last hand was settled, before the stakes of the next.
        pools: the counters in the pool, and in each other compartment of a board.
    """

    __slots__ = (
        "__dict__",
        "silent",
    )  # silent is no fact of the table: nobody will read what happens (`State.run`)

    def __init__(self, seats: int, number: int, first: Cards = ()) -> None:
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
        self.settled = (0,) * seats
        self.pools = {"pool": 0}
        self.log = Log()
        self.silent = False
        self.bare()

    def bare(self) -> None:
        """The game's own piles, empty, and its own facts, as they are at the beginning of a deal."""

    # --- seats ---

    @property
    def acting(self) -> int:
        """The seat that is to act, where one is."""
        assert self.to_act is not None
        return self.to_act

    @property
    def hand(self) -> Pile:
        """The hand of the seat that is to act."""
        return self.hands[self.acting]

    def ask(self, seat: int | None, phase: str) -> None:
        """Let this seat act, in this phase."""
        self.to_act, self.phase = seat, phase

    def left(self, seat: int, steps: int = 1) -> int:
        """The seat that many places to the left."""
        return (seat + steps) % self.seats

    def turn(self, seat: int) -> list[int]:
        """Every seat, beginning with this one and going to the left."""
        return [*range(seat, self.seats), *range(seat)]

    def others(self, seat: int) -> list[int]:
        """Every other seat, from this one's left."""
        return self.turn(seat)[1:]

    def holder(self, card: Card) -> int | None:
        """Who holds a card; None where nobody does."""
        return next((seat for seat, hand in enumerate(self.hands) if hand.has(card)), None)

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
        """A seat takes counters out of a pool (all, unless told how many); the number taken."""
        taken = self.pools[pool] if counters is None else min(counters, self.pools[pool])
        self.pools[pool] -= taken
        self.counters[seat] += taken
        return taken

    # --- chance ---

    def shuffled(self, cards: Iterable[Card]) -> Pile:
        """These cards face down in an order fixed by the deal's number and the number of this
        shuffle.

        The first shuffle begins with the cards named at the deal, if any were.
        """
        order = [c.index for c in cards]
        chance = [0, 0, 0, 0]
        seed(chance, self.number, self.shuffles)
        shuffle(chance, order, 0, len(order))
        if self.shuffles == 0 and self.first:
            first = [c.index for c in self.first]
            for i in first:
                order.remove(i)
            order = first + order
        self.shuffles += 1
        unseen = lying(0)
        return Pile([unseen[i] for i in reversed(order)])

    def draw(self) -> Card:
        """Take the top card of the pack."""
        return self.pack.pop().card

    def deal_out(
        self, each: int, seats: Iterable[int] | None = None, packet: int = 1, look: bool = True
    ) -> None:
        """Deal a number of cards to each seat (by default to all, from the dealer's left), a few at
        a time.
        """
        dealt: dict[int, list[Card]] = {
            seat: [] for seat in seats or self.turn(self.left(self.dealer))
        }
        for start in range(0, each, packet):
            for cards in dealt.values():
                cards += [self.draw() for _ in range(min(packet, each - start))]
        for seat, cards in dealt.items():
            self.hands[seat].take_in(cards, 1 << seat if look else 0)

    def gather_and_shuffle(self, cards: Iterable[Card]) -> None:
        """Take up every pile, for another deal, and shuffle these cards for its pack."""
        if self.shuffles:
            for hand in self.hands:
                hand.clear()
            self.bare()
        self.pack = self.shuffled(cards)

    # --- what happened ---

    def say(
        self,
        seat: int | None,
        pattern: str,
        *values: Any,
        secret: tuple[Any, ...] = (),
        to: int = 0,
    ) -> None:
        """Log what happened, as patterns that are put into words when somebody reads them
        (`telling`).

        Args:
            seat: who did it; None for the table.
            pattern: what all hear.
            values: what its numbers stand for.
            secret: what some hear instead, and what its further numbers stand for, after those of
                ``values``.
            to: who hears it, as bits.
        """
        if not self.silent:
            for value in values:
                if value.__class__ is list:
                    values = tuple([tuple(v) if v.__class__ is list else v for v in values])
                    break
            self.log.add(new(Event, (seat, pattern, values, self.deals, secret, to)))

    # --- as a value ---

    def piles(self) -> Iterator[tuple[str, Pile]]:
        """Every pile with its name: ``pack``, ``hands 0`` …"""
        for name, value in self.__dict__.items():
            if isinstance(value, Pile):
                yield name, value
            elif isinstance(value, list) and value and isinstance(value[0], Pile):
                yield from ((f"{name} {i}", p) for i, p in enumerate(value))

    def melds(self) -> Iterator[Meld]:
        """Every combination on the table: each lies in a list of such."""
        for value in self.__dict__.values():
            if isinstance(value, list) and value and isinstance(value[0], Meld):
                yield from value

    def everything(self) -> list[Card]:
        """Every card on the table, wherever it lies."""
        return [entry[0] for _, p in self.piles() for entry in p] + [
            c for m in self.melds() for c in m.cards
        ]

    def copy(self) -> Self:
        """A copy of the table, to be changed."""
        other = object.__new__(type(self))
        other.__dict__.update(_copied(self.__dict__))
        other.silent = False
        return other

    def masked(self, seat: int | None) -> Self:
        """The table as a seat sees it: backs for the unseen cards, no number, no one else's
        secrets.
        """
        other = self.copy()
        mine = 0 if seat is None else 1 << seat
        for _, pile in other.piles():
            pile[:] = [
                h if h.seen == ALL or h.seen & mine else lying(h.seen)[HIDDEN.index] for h in pile
            ]
            if isinstance(pile, Hand):
                pile.sort()
        other.log = self.log.known(mine)
        other.number, other.first = 0, ()
        return other

    def refill(
        self,
        cards: list[Card],
        barred: Mapping[str, Collection[Card]],
        seed: int,
    ) -> None:
        """Lay these cards at random where a back lies, none where it is barred, and take another
        deal's number.
        """
        rng = random.Random(seed)
        self.number, self.first = rng.getrandbits(61), ()
        piles = list(self.piles())
        places = [
            (pile, i, barred.get(name, ()))
            for name, pile in piles
            for i, h in enumerate(pile)
            if h.card is HIDDEN
        ]
        if len(places) != len(cards):
            raise ValueError(f"{len(cards)} cards are unseen, but {len(places)} lie face down")
        rng.shuffle(cards)
        for (pile, i, _), c in zip(places, allowed(cards, [bars for _, _, bars in places])):
            pile[i] = lying(pile[i].seen)[c.index]
        for _, pile in piles:
            if isinstance(pile, Hand):
                pile.sort()

    def key(self, without: Collection[str] = ()) -> Any:
        """The table as nested tuples, to be hashed: the whole, or without some of its facts."""
        facts = self.__dict__.items()
        return tuple((name, frozen(value)) for name, value in facts if name not in without)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    __hash__ = None  # type: ignore[assignment]


def allowed(cards: list[Card], bars: list[Collection[Card]]) -> list[Card]:
    """The cards, one for each place, moved as little as need be so that none lies where it is
    barred.

    Raises:
        ValueError: there is no such order.
    """
    if not any(bars):
        return cards
    place_of = {
        i: i for i in range(len(cards)) if cards[i] not in bars[i]
    }  # place -> card, both by number

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
    """A copy of what changes: piles, lists and dicts, one within another."""
    kind = value.__class__
    if kind in _PLAIN:
        return value
    if kind is list:
        return [_copied(v) for v in value]
    if kind is dict:
        return {k: _copied(v) for k, v in value.items()}
    return value.copy() if isinstance(value, (Pile, Log)) else value


#: What needs no copy.
_PLAIN = frozenset((int, str, bool, type(None), tuple, Card))


def frozen(value: Any) -> Any:
    """A value with tuples for lists and for dicts."""
    if isinstance(value, dict):
        return tuple((k, frozen(v)) for k, v in value.items())
    return tuple(frozen(v) for v in value) if isinstance(value, (list, Log)) else value


def first_cards(cards: Cards, pack: list[Card]) -> Cards:
    """Check the cards with which a pack is to begin.

    Raises:
        CardError: a card is not in the pack, or not so often.
    """
    left = list(pack)
    for c in cards:
        if c not in left:
            raise CardError(f"{c} is not in this pack" + (" so often" if c in pack else ""))
        left.remove(c)
    return cards
