"""The Zodiac, planned from its end: suit by suit.

No card goes home before all are placed, packets hold one suit each, and the talon comes round as
often as it is needed. So the suits have nothing to do with one another but for the eight places of
the Equator, where a card may stay to the end on which none lies and which lies on none. In the end
the two foundations of a suit take its twenty-six cards in some order; each card comes from above
the next of its packet, which is its neighbour in value, or from the Equator. `suit_plan` tries the
orders backwards, from what has gone home, and finds the fewest cards of the suit that must stay in
the Equator. Where four suits want more than eight places together, nothing wins (a proof of loss);
otherwise `plan` plays the cards to where they belong, and they go home in that order.

Two cards of one value are alike. A card that goes home may always come from beneath a packet's last
one where it fits there: were it another that took it, the two could change places, and nothing that
follows would differ. So none is left waiting that could be taken."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cadogan.cards import RANKS, SUITS, Card
from cadogan.patience.position import Position
from cadogan.solver.verdict import LOST, UNKNOWN, WON

ASCENDING, DESCENDING = "ak"
#: The places of the Equator, and more than that.
EQUATOR, TOO_MANY = 8, 99
#: The suits in the order of their foundations.
HOMES = "DCHS"

Packet = tuple[int, ...]


class Step(NamedTuple):
    """A card that goes home.

    Attributes:
        foundation: ``a`` for the ascending one, ``k`` for the descending.
        rank: the card's value.
        over: the value of the card that lay upon it, which is laid there before; None for none that
            is not there already.
        packet: the packet whose uppermost card it is now, from that card down, if it is one.
        stays: whether it comes from the Equator.
        begun: whether it lies in a packet, further down.
    """

    foundation: str
    rank: int
    over: int | None = None
    packet: Packet = ()
    stays: bool = False
    begun: bool = False


class Going(NamedTuple):
    """How far a suit has gone home.

    Attributes:
        up: the uppermost value of the ascending foundation, 0 to 13.
        down: that of the descending one, 14 to 1.
        free: by value, the cards to come that lie in no packet today.
        waiting: by value, the cards gone from packets of which the next card is not known yet.
        packets: those of today of which no card has gone, each from its uppermost card down.
        begun: what is left of the others.
    """

    up: int
    down: int
    free: Packet
    waiting: Packet
    packets: tuple[Packet, ...]
    begun: tuple[Packet, ...]

    @property
    def possible(self) -> bool:
        """Whether each card that waits for the next of its packet may find one, and a packet."""
        if sum(self.waiting) > len(self.packets):
            return False
        takers = [*self.free]
        for packet in self.packets:
            takers[packet[0]] += 1
        return all(
            not many or many <= takers[rank - 1] + takers[rank + 1]
            for rank, many in enumerate(self.waiting)
        )

    def after(self) -> Iterator[tuple[Step, Going]]:
        """Every card that may go next, and what follows."""
        for foundation, rank in ((ASCENDING, self.up + 1), (DESCENDING, self.down - 1)):
            if not 1 <= rank < len(self.free) - 1:
                continue
            gone = self._replace(
                up=self.up + (foundation == ASCENDING), down=self.down - (foundation == DESCENDING)
            )
            for left in {p for p in self.begun if p[0] == rank}:
                yield (
                    Step(foundation, rank, begun=True),
                    gone._replace(begun=put(less(self.begun, left), left[1:])),
                )
            free = changed(self.free, rank, -1) if self.free[rank] else None
            above: Sequence[int | None] = [r for r in (rank - 1, rank + 1) if self.waiting[r]] or [
                None
            ]
            for over in above:
                waiting = self.waiting if over is None else changed(self.waiting, over, -1)
                for packet in {p for p in self.packets if p[0] == rank}:
                    yield (
                        Step(foundation, rank, over, packet),
                        gone._replace(
                            waiting=waiting,
                            packets=less(self.packets, packet),
                            begun=put(self.begun, packet[1:]),
                        ),
                    )
                if free:
                    yield (
                        Step(foundation, rank, over),
                        gone._replace(free=free, waiting=changed(waiting, rank, 1)),
                    )
            if free and above == [None]:
                yield Step(foundation, rank, stays=True), gone._replace(free=free)


def changed(many: Packet, rank: int, step: int) -> Packet:
    """The numbers with that of one value changed by a step."""
    return (*many[:rank], many[rank] + step, *many[rank + 1 :])


def less(packets: tuple[Packet, ...], packet: Packet) -> tuple[Packet, ...]:
    """The packets without one."""
    index = packets.index(packet)
    return packets[:index] + packets[index + 1 :]


def put(packets: tuple[Packet, ...], packet: Packet) -> tuple[Packet, ...]:
    """The packets with another, in order; an empty one is none."""
    return tuple(sorted((*packets, packet))) if packet else packets


@lru_cache(maxsize=1024)
def suit_plan(packets: tuple[Packet, ...], highest: int = 13) -> tuple[int, tuple[Step, ...]]:
    """The fewest cards of a suit that stay in the Equator, and an order in which it goes home.

    Args:
        packets: the suit's packets in the Zodiac, each from its uppermost card down, in order.
        highest: the value of the highest card; there are two of each.

    Returns:
        `TOO_MANY` and nothing where more than eight must stay.

    >>> suit_plan(((2,), (6,), (7,)))[0], suit_plan(())[0] == TOO_MANY
    (2, True)
    """
    in_packets = Counter(rank for packet in packets for rank in packet)
    free = (0, *(2 - in_packets[rank] for rank in range(1, highest + 1)), 0)
    start = Going(0, highest + 1, free, (0,) * len(free), packets, ())
    came: dict[Going, tuple[int, Going, Step | None]] = {start: (0, start, None)}
    waiting, done = deque([(0, start)]), set()
    while waiting:
        stay, going = waiting.popleft()
        if going in done:
            continue
        done.add(going)
        if (going.up, going.down) == (highest, 1):
            return stay, way(came, going)
        for step, further in going.after():
            now = stay + step.stays
            if (
                now <= EQUATOR
                and (further not in came or now < came[further][0])
                and further.possible
            ):
                came[further] = now, going, step
                (waiting.append if step.stays else waiting.appendleft)((now, further))
    return TOO_MANY, ()


def way(came: dict[Going, tuple[int, Going, Step | None]], going: Going) -> tuple[Step, ...]:
    """The steps by which a suit has gone so far."""
    steps = []
    while (step := came[going][2]) is not None:
        steps.append(step)
        going = came[going][1]
    return tuple(reversed(steps))


class Wanted:
    """Which cards a plan wants at which places.

    Attributes:
        laid: for each place of the Zodiac the cards that are laid there, the next one last.
        stay: how many cards of each face stay in the Equator.
        home: the order in which the cards go home: foundation and place, or the face of a card
            that stays.
    """

    def __init__(self, position: Position, plans: dict[str, tuple[Step, ...]]) -> None:
        self.laid: dict[str, list[str]] = {}
        self.stay: Counter[str] = Counter()
        self.home: list[tuple[str, list[str]]] = []
        places_of = defaultdict(list)
        for place, pile in lying(position, "z").items():
            places_of[pile[-1].suit, tuple(card.rank for card in reversed(pile))].append(place)
        for suit, steps in plans.items():
            self._of_suit(suit, steps, places_of)

    def _of_suit(
        self, suit: str, steps: tuple[Step, ...], places_of: dict[tuple[str, Packet], list[str]]
    ) -> None:
        """Add the cards of a suit: a row holds the cards of a packet that are laid there, and then
        its place."""
        over: dict[int, list[list[str]]] = defaultdict(list)
        begun: list[tuple[Packet, list[str]]] = []
        for step in steps:
            foundation = f"{step.foundation}{HOMES.index(suit) + 1}"
            face = f"{RANKS[step.rank - 1]}{suit}"
            if step.stays:
                self.stay[face] += 1
                self.home.append((foundation, [face]))
                continue
            if step.begun:
                n = next(n for n, (left, _) in enumerate(begun) if left[0] == step.rank)
                left, row = begun.pop(n)
                rest = left[1:]
            else:
                row = [] if step.over is None else over[step.over].pop()
                rest = step.packet[1:]
                if step.packet:
                    place = places_of[suit, step.packet].pop()
                    self.laid[place] = row[:]
                    row[:] = [place]
                else:
                    row.append(face)
                    over[step.rank].append(row)
            if rest:
                begun.append((rest, row))
            self.home.append((foundation, row))

    def line(self, position: Position, last_face: str) -> tuple[str, ...]:
        """The moves that win if a card of this face (or, where it is empty, none) is kept to the
        last; none where they do not.

        The first half ends with the last card of pack and talon, and what is then in the Equator
        stays there.
        """
        laid = {place: row[:] for place, row in self.laid.items()}
        texts: list[str] = []
        while position.cards["hand"] or position.cards["talon"]:
            text = self._next(position, laid, last_face)
            if text == "again" and text not in map(str, position.moves()):
                return ()  # nothing was placed in this pass
            target = text.partition("-")[2]
            if target in laid:
                laid[target].pop()
            texts.append(text)
            position = position.play(text)
        if any(laid.values()):
            return ()
        for foundation, row in self.home:
            stayed = (p for p, pile in lying(position, "e").items() if pile[-1].text == row[0])
            source = row[0] if row[0] in laid else next(stayed)
            texts.append(f"{source}-{foundation}")
            position = position.play(texts[-1])
        return tuple(texts)

    def _next(self, position: Position, laid: dict[str, list[str]], last_face: str) -> str:
        """The next move of the first half: what can be placed where it belongs, or the next card."""
        cards = position.cards
        targets = {row[-1]: place for place, row in laid.items() if row}
        equator = {place: pile[-1].text for place, pile in lying(position, "e").items()}
        for place, face in equator.items():
            if face in targets:
                return f"{place}-{targets[face]}"
        staying = Counter(equator.values())
        if cards["talon"]:
            face = cards["talon"][-1].text
            out = [card.text for card in (*cards["hand"], *cards["talon"])]
            last = len(out) == 1 or (face == last_face and out.count(face) == 1)
            if not last or (len(out) == 1 and not staying - self.stay):
                if face in targets:
                    return f"talon-{targets[face]}"
                if staying[face] < self.stay[face] and len(equator) < EQUATOR:
                    return f"talon-{next(e for e in cards if e[0] == 'e' and e not in equator)}"
        return "turn" if cards["hand"] else "again"


def plans(position: Position) -> dict[str, tuple[int, tuple[Step, ...]]]:
    """For each suit how many of its cards must stay in the Equator, and the order in which it goes
    home (`suit_plan`).
    """
    packets: dict[str, list[Packet]] = {suit: [] for suit in SUITS}
    for pile in lying(position, "z").values():
        packets[pile[-1].suit].append(tuple(card.rank for card in reversed(pile)))
    return {suit: suit_plan(tuple(sorted(suit_packets))) for suit, suit_packets in packets.items()}


def plan(position: Position) -> tuple[str, tuple[str, ...]]:
    """The verdict on a position of The Zodiac, and a line that wins, which has been played;
    `UNKNOWN` where all cards are placed, and where the plan comes to nothing.
    """
    if not position.cards["hand"] and not position.cards["talon"]:
        return UNKNOWN, ()
    by_suit = plans(position)
    if sum(stay for stay, _ in by_suit.values()) > EQUATOR:
        return LOST, ()
    aims = Wanted(position, {suit: steps for suit, (_, steps) in by_suit.items()})
    ends = {row[0] for row in aims.laid.values() if row} | {*aims.stay}
    for last_face in ("", *sorted(ends)):
        if line := aims.line(position, last_face):
            return WON, line
    return UNKNOWN, ()


def lying(position: Position, letter: str) -> dict[str, tuple[Card, ...]]:
    """The piles of the places of a letter, empty ones left out: ``z`` the Zodiac, ``e`` the Equator."""
    return {p: pile for p, pile in position.cards.items() if p[0] == letter and pile}
