"""The Salic Law: a proof of loss, that no king will ever be bare.

Cards change packets only onto a bare king. Until there is one, each goes straight home; so let them
go home as early as they ever could: a card that is dealt, at once if the one below it might be
home as often as to take it, and from the packets whatever so becomes free. If even then no packet
comes down to its king, nothing wins, for in the end all would have to."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.patience.position import Position

KNAVE, QUEEN, KING = 11, 12, 13
#: The cards of a value.
COPIES = 8


class Hopeful:
    """How many cards of each value might be home, by what has come within reach.

    Args:
        home: how many are home, by value, from 0 (of which all are).
        packets: the values upon each king, the uppermost last.
    """

    def __init__(self, home: Sequence[int], packets: Sequence[Sequence[int]]) -> None:
        self.now, self.within, self.might = home, [*home], [*home]
        self.packets = [[*packet] for packet in packets]
        self.release()

    def fits(self, value: int) -> bool:
        """Whether a card of a value might go home."""
        return self.might[value - 1] > self.now[value]

    def take(self, value: int) -> None:
        """A card comes within reach."""
        self.within[value] += 1
        for higher in range(value, KNAVE + 1):
            self.might[higher] = min(self.might[higher - 1], self.within[higher])

    def release(self) -> None:
        """Take what lies uppermost and might go home, until nothing does."""
        while free := [packet for packet in self.packets if packet and self.fits(packet[-1])]:
            for packet in free:
                self.take(packet.pop())

    def deal(self, value: int) -> None:
        """Deal a card."""
        if value == KING:
            self.packets.append([])
        elif value != QUEEN and self.fits(value):
            self.take(value)
            self.release()
        elif value != QUEEN:
            self.packets[-1].append(value)


def is_lost(position: Position) -> bool:
    """Whether a position of The Salic Law is proved lost."""
    cards = position.cards
    packets = [
        [card.rank for card in pile[1:]] for name, pile in cards.items() if name[0] == "p" and pile
    ]
    home = [COPIES] + [0] * KING
    for name, pile in cards.items():
        if name[0] == "f":
            for card in pile:
                home[card.rank] += 1
    hopeful = Hopeful(home, packets)
    for card in reversed(cards["hand"]):
        hopeful.deal(card.rank)
    return all(hopeful.packets)
