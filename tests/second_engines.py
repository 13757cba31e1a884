"""Games written a second time, as dumbly as possible, from the old text and the restated rules alone:
what they have in common, and the Congress, the Zodiac, the Labyrinth, the Blockade and Sly.

A table here is a dictionary of lists of cards (value, suit), the uppermost last; what may be done is
found by trying every card on every place. Nothing is shared with the engine but the order of the
pack and the names of the places."""

from itertools import product
from typing import ClassVar

from cadogan.cards import Card
from cadogan.engine.chance import SHUFFLE, seed, shuffle
from cadogan.engine.numbers import COPY, FACE

#: The suits in the order of the foundations.
SUITS = "DCHS"


def pack_of(game, number):
    """The pack of a deal, the card dealt first last: its number, value and suit."""
    chance, pack = [0] * 4, list(game.rules.pack)
    seed(chance, number, SHUFFLE)
    shuffle(chance, pack, 0, len(pack))
    return [(c >> COPY, Card(c & FACE).rank, Card(c & FACE).suit) for c in reversed(pack)]


class Table:
    """What they have in common.

    Attributes:
        lies: by place its cards; hand: the pack, the next card last.
        homes: by foundation its suit (or none yet), the first value, and the step from card to card.
    """

    homes: ClassVar[dict] = {}

    def __init__(self, pack):
        self.lies = {home: [] for home in self.homes}
        self.hand = [(value, suit) for _, value, suit in pack]
        self.begin()

    def places(self, letter, n):
        """So many empty places."""
        names = [f"{letter}{i}" for i in range(1, n + 1)]
        self.lies |= {name: [] for name in names}
        return names

    def begin_homes(self):
        """The first card of each foundation lies there from the beginning."""
        for home, (suit, first, _) in self.homes.items():
            self.lies[home] = [(first, suit)]

    def top(self, place):
        return self.lies[place][-1] if self.lies[place] else None

    def goes_to(self, card):
        """The foundations that take a card; of several empty ones without a suit the first."""
        found, empty = [], False
        for home, (own, first, step) in self.homes.items():
            pile = self.lies[home]
            if not pile:
                if card[0] == first and own in (None, card[1]) and not empty:
                    found.append(home)
                    empty = own is None
            elif len(pile) < 13 and card == (pile[-1][0] + step, pile[-1][1]):
                found.append(home)
        return found

    def plays(self, places):
        """The moves that take the uppermost cards of some places home."""
        return {f"{p}-{home}" for p in places if self.lies[p] for home in self.goes_to(self.top(p))}

    def carry(self, move):
        """Carry one card."""
        source, target = move.split("-")
        pile = self.hand if source == "hand" else self.lies[source]
        self.lies[target].append(pile.pop())

    def marriages(self, sources, targets, either=False):
        """The moves that lay a card on the next higher of its suit (or the next lower)."""
        steps = (1, -1) if either else (1,)
        return {
            f"{a}-{b}"
            for a, b in product(sources, targets)
            if a != b and self.lies[a] and self.lies[b]
            if self.top(a)[1] == self.top(b)[1] and self.top(b)[0] - self.top(a)[0] in steps
        }

    def sequences(self, sources, targets):
        """The moves that lay a card on the next higher of the other colour."""
        return {
            f"{a}-{b}"
            for a, b in product(sources, targets)
            if a != b and self.lies[a] and self.lies[b]
            if self.top(b)[0] == self.top(a)[0] + 1
            if (self.top(a)[1] in "DH") != (self.top(b)[1] in "DH")
        }

    def opens(self):
        """Put the next card of the pack up while it opens a foundation by itself."""
        while self.hand and any(not self.lies[h] for h in self.goes_to(self.hand[-1])):
            home = next(h for h in self.goes_to(self.hand[-1]) if not self.lies[h])
            self.lies[home].append(self.hand.pop())


def homes_of(name, suits, first=1, by=1):
    """Foundations of a name, by their suits, all begun by a rank and in one direction."""
    return {f"{name}{i}": (suit, first, by) for i, suit in enumerate(suits, 1)}


ACES_UP = homes_of("a", SUITS)
ACES_AND_KINGS = ACES_UP | homes_of("k", SUITS, 13, -1)


class Rows(Table):
    """Rows dealt beneath one another, with a pause after each."""

    width = 0

    def column(self, place):
        """The places of a card's column, from above."""
        i = self.rows.index(place)
        return self.rows[i % self.width :: self.width]

    def dealt(self):
        """The places of the rows that have been dealt."""
        return self.rows[: self.row * self.width]

    def deal_row(self, opens=False):
        """The next row, from left to right; the pack may give out in it."""
        self.row += 1
        for place in self.dealt()[-self.width :]:
            if opens:
                self.opens()
            if self.hand:
                self.lies[place].append(self.hand.pop())

    def lowest(self):
        """The places with no card beneath."""
        return [
            p for p in self.rows
            if self.lies[p]
            and not any(self.lies[q] for q in self.column(p)[self.column(p).index(p) + 1 :])
        ]  # fmt: skip


class Congress(Rows):
    homes: ClassVar[dict] = {f"f{i}": (SUITS[(i - 1) // 2], 1, 1) for i in range(1, 9)}
    width = 8

    def begin(self):
        self.hand = [card for card in self.hand if card[0] > 1]
        for home, (suit, *_) in self.homes.items():
            self.lies[home] = [(1, suit)]
        self.helps, self.rows, self.row = self.places("h", 8), self.places("r", 96), 0
        for place in self.helps[:4]:
            self.carry(f"hand-{place}")
        self.deal_row()

    def moves(self):
        plays = self.plays([*self.lowest(), *self.helps])
        found = plays | self.marriages([*self.lowest(), *self.helps], self.helps)
        if self.hand and not plays:
            found.add("deal")
        if not self.hand:
            empty = [h for h in self.helps if not self.lies[h]]
            found |= {f"{a}-{b}" for a, b in product(self.lowest(), empty)}
        return found

    def play(self, move):
        if move == "deal":
            self.deal_row()
        else:
            self.carry(move)
        for place in [*self.dealt(), *self.helps[:4]]:
            if self.hand and not self.lies[place]:
                self.carry(f"hand-{place}")


class Zodiac(Table):
    homes: ClassVar[dict] = ACES_AND_KINGS

    def begin(self):
        self.equator, self.zodiac = self.places("e", 8), self.places("z", 24)
        self.places("talon", 0)
        self.lies["talon"] = []
        for place in [*self.equator, *self.zodiac]:
            self.carry(f"hand-{place}")
        self.placed = False

    def moves(self):
        if not self.hand and not self.lies["talon"]:
            return self.plays([*self.zodiac, *self.equator])
        found = self.marriages([*self.equator, "talon"], self.zodiac, either=True)
        source = "talon" if self.lies["talon"] else "hand"
        found |= {f"{source}-{e}" for e in self.equator if not self.lies[e]}
        if self.hand:
            found.add("turn")
        elif self.placed:
            found.add("again")
        return found

    def play(self, move):
        if move == "turn":
            self.lies["talon"].append(self.hand.pop())
        elif move == "again":
            self.hand, self.lies["talon"], self.placed = self.lies["talon"][::-1], [], False
        else:
            self.placed |= move.startswith(("talon", "hand"))
            self.carry(move)


class Labyrinth(Rows):
    homes: ClassVar[dict] = ACES_AND_KINGS
    width = 10

    def __init__(self, pack):
        super().__init__([c for c in pack if c[0] or c[1] not in (1, 13)])

    def begin(self):
        self.begin_homes()
        self.rows, self.row, self.graces = self.places("t", 100), 0, 1
        self.lies["aside"] = []
        self.deal_row()

    def ends(self):
        """The uppermost and the lowest card of each column."""
        columns = [[p for p in self.rows[i :: self.width] if self.lies[p]] for i in range(10)]
        return [p for column in columns if column for p in {column[0], column[-1]}]

    def moves(self):
        found = self.plays([*self.ends(), "aside"])
        if self.hand:
            newest = self.dealt()[-self.width :]
            found.add("fill" if any(not self.lies[p] for p in newest) else "deal")
        elif self.graces and not found and any(self.lies[p] for p in self.rows):
            found = {f"lift {p}-aside" for p in self.rows if self.lies[p]}
        return found

    def play(self, move):
        if move == "deal":
            self.deal_row()
        elif move == "fill":
            for place in self.dealt()[-self.width :]:
                if self.hand and not self.lies[place]:
                    self.carry(f"hand-{place}")
        elif move.startswith("lift"):
            self.graces = 0
            self.carry(move.removeprefix("lift "))
        else:
            self.carry(move)


class Blockade(Rows):
    homes: ClassVar[dict] = {f"f{i}": (None, 1, 1) for i in range(1, 9)}
    width = 12

    def begin(self):
        self.rows, self.row = self.places("p", 108), 0
        self.deal_row(opens=True)

    def married(self, place):
        """Whether the uppermost card lies on the next higher of its suit."""
        *_, below, card = [None, None, *self.lies[place]]
        return below == (card[0] + 1, card[1])

    def moves(self):
        plays = self.plays(self.lowest())
        marriages = self.marriages(self.lowest(), self.lowest())
        found = plays | marriages
        if self.hand:
            if any(not self.lies[p] for p in self.dealt()):
                found.add("fill")
            elif not plays and all(self.married(m.split("-")[0]) for m in marriages):
                found.add("deal")
        return found

    def play(self, move):
        if move == "deal":
            self.deal_row(opens=True)
        elif move == "fill":
            for place in self.dealt():
                if not self.lies[place]:
                    self.opens()
                    if self.hand:
                        self.carry(f"hand-{place}")
        else:
            self.carry(move)


class Sly(Table):
    homes: ClassVar[dict] = ACES_AND_KINGS

    def begin(self):
        self.promenade = self.places("p", 20)
        self.to_lay, self.round = 20, 1
        self.go_on()

    def go_on(self):
        """Deal as far as nothing is to be decided."""
        while self.to_lay:
            self.opens()
            if not self.hand:
                self.to_lay = 0
            elif self.round > 1 or self.goes_to(self.hand[-1]):
                return
            else:
                self.lay(self.promenade[20 - self.to_lay])

    def lay(self, place):
        self.carry(f"hand-{place}")
        self.to_lay -= 1

    def moves(self):
        if self.to_lay:
            first = self.promenade[20 - self.to_lay]
            there = self.promenade if self.round > 1 else [first]
            return {f"hand-{p}" for p in [*self.goes_to(self.hand[-1]), *there]}
        found = self.plays(self.promenade)
        if self.hand:
            if any(not self.lies[p] for p in self.promenade):
                found.add("fill")
            elif not found:
                found.add("deal")
        return found

    def play(self, move):
        if move == "deal":
            self.to_lay, self.round = 20, self.round + 1
        elif move == "fill":
            for place in self.promenade:
                if not self.lies[place]:
                    self.opens()
                    if self.hand:
                        self.carry(f"hand-{place}")
        elif move.startswith("hand-p"):
            self.lay(move.removeprefix("hand-"))
        else:
            self.carry(move)
        self.go_on()
