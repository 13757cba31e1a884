"""Pope Joan's board, its table, and the order of its cards."""

from __future__ import annotations

from cadogan.round_games.cards import Card
from cadogan.round_games.piles import Pile
from cadogan.round_games.table import Table

POPE = Card("9D")
SEVEN = Card("7D")
#: What dresses the board: the counters of each compartment; all that is over goes to game.
BOARDS = {
    "eight": {
        "pope": 6,
        "matrimony": 2,
        "intrigue": 2,
        "ace": 1,
        "king": 1,
        "queen": 1,
        "knave": 1,
        "game": 1,
    },
    "five": {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "game": 1},
}
HONOURS = {1: "ace", 11: "knave", 12: "queen", 13: "king"}
PAIRS = {"matrimony": (12, 13), "intrigue": (11, 12)}


ABOVE = [None if i % 13 == 12 or Card(i) is SEVEN else Card(i + 1) for i in range(52)]


def above(card: Card) -> Card | None:
    """The card that follows in the suit: none after a king or, for the eight is out, the seven of
    diamonds.
    """
    return ABOVE[card.index]


class Stops(Table):
    """The table: the board is its pools, and what each has played lies before him."""

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.spare = Pile()
        self.turned = Pile()
        self.played = [Pile() for _ in range(self.seats)]  # each seat's cards in order
        self.trumps = ""
        self.last: Card | None = None  # the card played last
        self.leader = 0  # who leads unless pope is played for the stop
        self.wanted: Card | None = (
            None  # the card that nobody had; None after a king or the seven of diamonds
        )
        self.missing: list[Card] = []  # every card that nobody had when it was wanted
        self.leads: list[tuple[int, Card]] = []
        self.asked: list[int] = []  # who may still play pope for a stop

    @property
    def pool(self) -> int:
        """All counters on the board."""
        return sum(self.pools.values())
