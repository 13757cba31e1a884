"""Games written a second time (`second_engines`): those in which the pack is turned card by card."""

from itertools import product
from typing import ClassVar

from .second_engines import ACES_AND_KINGS, Table, homes_of


class Turned(Table):
    """Cards are turned one by one on the talon, which may be dealt again so many times; vacancies
    are refilled at once from the talon or, where there is none, from the pack.
    """

    again = 0

    def begin(self):
        self.lies["talon"] = []
        self.lay_out()
        for place in self.table:
            self.carry(f"hand-{place}")

    def moves(self):
        found = self.plays([*self.table, "talon"])
        if self.hand:
            found.add("turn")
        elif self.again and self.lies["talon"]:
            found.add("again")
        return found

    def play(self, move):
        if move == "turn":
            self.lies["talon"].append(self.hand.pop())
        elif move == "again":
            self.again -= 1
            self.hand, self.lies["talon"] = self.lies["talon"][::-1], []
        else:
            self.carry(move)
        self.settle()

    def choices(self):
        """The moves that fill the first vacancy, from the pack or the talon."""
        gaps = [place for place in self.table if not self.lies[place]]
        piles = {"hand": self.hand, "talon": self.lies["talon"]}
        return {f"{source}-{gaps[0]}" for source in piles if gaps and piles[source]}

    def settle(self):
        """Refill the vacancies."""
        for place in self.table:
            for pile in (self.lies["talon"], self.hand):
                if pile and not self.lies[place]:
                    self.lies[place].append(pile.pop())


class Sultan(Turned):
    homes: ClassVar[dict] = {
        **homes_of("f", "CCDDSHS", 13),
        "ace": ("H", 1, 1),
    }
    again = 2

    def lay_out(self):
        """The kings and one ace of hearts stand in the middle, the Sultan alone."""
        self.begin_homes()
        self.lies["Sultan"] = [(13, "H")]
        self.hand = [card for card in self.hand if card[0] != 13]
        self.table = self.places("d", 8)

    def __init__(self, pack):
        super().__init__([c for c in pack if c != (0, 1, "H")])

    def goes_to(self, card):
        return [
            home
            for home in self.homes
            if card == (self.lies[home][-1][0] % 13 + 1, self.lies[home][-1][1])
        ]


class TwoRings(Turned):
    homes: ClassVar[dict] = homes_of("f", "CDSH" * 2, 7) | homes_of("s", "CDSH" * 2, 6, -1)
    again = 1

    def lay_out(self):
        """The sevens and sixes stand in two rings."""
        self.begin_homes()
        self.hand = [card for card in self.hand if card[0] not in (6, 7)]
        self.table = self.places("b", 8)


class Carpet(Turned):
    homes: ClassVar[dict] = ACES_AND_KINGS
    again = 2

    def __init__(self, pack):
        super().__init__([c for c in pack if c[0] or c[1] not in (1, 13)])

    def lay_out(self):
        """Eight rows of eight, upright and crossways in turn."""
        self.begin_homes()
        self.table, self.begun = self.places("c", 64), False

    def free(self):
        """The places whose card has nothing at one of its narrow ends."""
        found = []
        for i, place in enumerate(self.table):
            row, column = divmod(i, 8)
            down, across = (0, 1) if (row + column) % 2 else (1, 0)
            for way in (1, -1):
                r, c = row + way * down, column + way * across
                if r not in range(8) or c not in range(8) or not self.lies[self.table[8 * r + c]]:
                    found.append(place)
        return [place for place in {*found} if self.lies[place]]

    def moves(self):
        free = self.free()
        found = self.plays(free)
        waits = bool(found) and not self.begun
        found |= self.plays(["talon"]) | self.marriages(free, ["talon"], either=True)
        if self.hand and not waits:
            found.add("turn")
        elif not self.hand and self.again and self.lies["talon"]:
            found.add("again")
        return found

    def settle(self):
        """Nothing is refilled."""
        self.begun = self.begun or bool(self.lies["talon"])


class FishBone(Turned):
    homes: ClassVar[dict] = homes_of("f", [None] * 8, 11, -1)
    again = 1

    def lay_out(self):
        """The gridiron; what must go up goes up while it is dealt."""
        self.courts = {"k": 13, "q": 12}
        for court in self.courts:
            self.places(court, 8)
        self.table = self.places("g", 6)

    def begin(self):
        self.lies["talon"] = []
        self.lay_out()
        for place in self.table:
            self.opens()
            self.carry(f"hand-{place}")
        self.settle()

    def goes_up(self, card):
        """The empty places that a knave opens, or a king or queen beside a knave of its suit."""
        if card[0] == 11:
            return [home for home in self.homes if not self.lies[home]][:1]
        return [
            f"{court}{home[1:]}"
            for court, value in self.courts.items()
            for home, pile in self.lies.items()
            if home in self.homes and pile and card == (value, pile[0][1])
            if not self.lies[f"{court}{home[1:]}"]
        ]

    def opens(self):
        while self.hand and self.goes_up(self.hand[-1]):
            self.lies[self.goes_up(self.hand[-1])[0]].append(self.hand.pop())

    def rivals(self):
        """The moves of equal cards that lie available, more of them than there are places."""
        lying = [p for p in [*self.table, "talon"] if self.lies[p]]
        found = set()
        for place in lying:
            up = self.goes_up(self.top(place))
            if 0 < len(up) < [self.top(p) for p in lying].count(self.top(place)):
                found |= {f"{place}-{court}" for court in up}
        return found

    def settle(self):
        """Put up what must go up, then fill the gaps where there is no choice; and so on."""
        while True:
            lying = [p for p in [*self.table, "talon"] if self.lies[p]]
            rivals = {move.split("-")[0] for move in self.rivals()}
            up = [p for p in lying if p not in rivals and self.goes_up(self.top(p))]
            if up:
                self.carry(f"{up[0]}-{self.goes_up(self.top(up[0]))[0]}")
            elif len(self.choices()) == 1 and not rivals:
                source, gap = self.choices().pop().split("-")
                self.fill(gap, source)
            else:
                return

    def fill(self, gap, source):
        """Fill a gap; what must go up makes way for the next card of the pack."""
        if source == "hand":
            self.opens()
        if source != "hand" or self.hand:
            self.carry(f"{source}-{gap}")

    def moves(self):
        return (
            self.rivals()
            or self.choices()
            or super().moves()
            | {
                f"talon-{place}"
                for place in self.table
                if self.lies[place] and self.lies["talon"]
                if self.top("talon") == (self.top(place)[0] + 1, self.top(place)[1])
            }
        )

    def goes_to(self, card):
        return [
            home
            for home in self.homes
            if self.lies[home] and card == (self.top(home)[0] - 1, self.top(home)[1])
        ]

    def play(self, move):
        source, _, target = move.partition("-")
        if target and not self.lies[target] and target in self.table:
            self.fill(target, source)
            self.settle()
        else:
            super().play(move)


class RedAndBlack(Turned):
    homes: ClassVar[dict] = homes_of("f", "DDCCHHSS")
    again = 1

    def lay_out(self):
        """The aces are the foundations; eight Volunteers."""
        self.begin_homes()
        self.hand = [card for card in self.hand if card[0] > 1]
        self.table = self.places("v", 8)

    def moves(self):
        found = super().moves()
        if any("-f" in move for move in found):
            found -= {"turn"}
        return found | self.sequences([*self.table, "talon"], self.table)

    def settle(self):
        """The pack fills a vacancy; the talon, when it is out."""
        for place in self.table:
            if not self.lies[place] and (pile := self.hand or self.lies["talon"]):
                self.lies[place].append(pile.pop())


class Anna(Turned):
    homes: ClassVar[dict] = homes_of("f", [None] * 8, 11, -1)
    again = 2

    def begin(self):
        self.lies["talon"] = []
        self.table = self.places("h", 8)
        for place in self.table:
            self.fill(f"hand-{place}")

    def goes_to(self, card):
        """Knaves open; under an ace comes the king."""
        if card[0] == 11:
            return [home for home in self.homes if not self.lies[home]][:1]
        return [
            home
            for home in self.homes
            if self.lies[home]
            and card[1] == self.top(home)[1]
            and card[0] == (self.top(home)[0] - 2) % 13 + 1
            and len(self.lies[home]) < 12
        ]

    def moves(self):
        if self.choices():
            return self.choices()
        found = super().moves()
        married = {
            f"{a}-{b}"
            for a in [*self.table, "talon"]
            for b in self.table
            if a != b and self.lies[a] and self.lies[b] and self.top(b)[0] != 12
            if self.top(a) == (self.top(b)[0] + 1, self.top(b)[1])
        }
        if any("-f" in move for move in found) or any(map(self.unmarried, married)):
            found -= {"turn"}
        return found | married

    def unmarried(self, move):
        """Whether the card of a move does not lie on one that it fits."""
        source = move.split("-")[0]
        *_, below, card = [None, None, *self.lies[source]]
        return source == "talon" or below != (card[0] - 1, card[1])

    def fill(self, move):
        """Fill a gap; a knave of the pack makes way for the next card."""
        if move.startswith("hand"):
            self.opens()
        if self.hand or move.startswith("talon"):
            self.carry(move)

    def play(self, move):
        target = move.partition("-")[2]
        if target in self.table and not self.lies[target]:
            self.fill(move)
        else:
            super().play(move)

    def settle(self):
        """A knave that was turned goes up; a gap for which there is one source only is filled."""
        if self.lies["talon"] and self.top("talon")[0] == 11:
            self.carry(f"talon-{self.goes_to(self.top('talon'))[0]}")
        for place in self.table:
            if not self.lies[place] and bool(self.hand) != bool(self.lies["talon"]):
                self.fill(f"{'hand' if self.hand else 'talon'}-{place}")


class Constitution(Turned):
    homes: ClassVar[dict] = homes_of("f", "CHSDCHSD")

    def lay_out(self):
        """Four divisions, the lowest first; kings, queens and aces are no part of the pack."""
        self.begin_homes()
        self.lies["Sovereign"] = [(12, "D")]
        self.lies["x1"] = [(12, suit) for suit in "DHHCCSS"]
        for i, suits in enumerate(("HC", "DS", "HC", "DS"), 1):
            self.lies |= {f"{name}{i}": [(13, s)] for name, s in zip("jb", suits)}
        self.hand = [card for card in self.hand if card[0] not in (1, 12, 13)]
        self.divisions = [self.places(letter, 8) for letter in "eclp"]
        self.table, self.begun = [place for row in self.divisions for place in row], False

    def vacancies(self):
        """The moves that fill a vacancy from the next lower division."""
        for lower, upper in zip(self.divisions, self.divisions[1:]):
            for gap in upper:
                if not self.lies[gap] and any(self.lies[p] for p in lower):
                    return {f"{p}-{gap}" for p in lower if self.lies[p]}
        return set()

    def moves(self):
        if waiting := self.vacancies():
            return waiting
        found = self.plays(self.divisions[-1])
        if self.hand and (self.begun or not found):
            found.add("turn")
        for lower, upper in zip(self.divisions, self.divisions[1:]):
            found |= self.sequences(lower, upper)
        return found

    def settle(self):
        """The People are refilled from the talon or the pack, a division from the one card below."""
        self.begun = self.begun or bool(self.lies["talon"])
        self.refill()
        while len(forced := self.vacancies()) == 1:
            self.carry(*forced)
            self.refill()

    def refill(self):
        """The People's vacancies."""
        for place in self.divisions[0]:
            if not self.lies[place] and (pile := self.lies["talon"] or self.hand):
                self.lies[place].append(pile.pop())


class Margarethe(Turned):
    homes: ClassVar[dict] = (
        homes_of("f", "HCDS", 13, 0) | homes_of("q", "HCDS", 12, 0) | homes_of("k", "HCDS", 11, 0)
    )
    again = 1

    def lay_out(self):
        """The court cards form an M; nine helps."""
        self.begin_homes()
        self.lies["ace1"] = []
        self.hand = [card for card in self.hand if card[0] < 11]
        self.table = self.places("h", 9)

    def goes_to(self, card):
        """A king takes ten, nine, eight, a knave seven, six, five, a queen four, three, deuce."""
        if card[0] == 1:
            return ["ace1"]
        court, first = next(pair for pair in ((12, 4), (11, 7), (13, 10)) if card[0] <= pair[1])
        return [
            home
            for home, (suit, value, _) in self.homes.items()
            if suit == card[1] and value == court and len(self.lies[home]) == first - card[0] + 1
        ]

    def settle(self):
        """The pack fills a vacancy; the talon, when it is out."""
        for place in self.table:
            if not self.lies[place] and (pile := self.hand or self.lies["talon"]):
                self.lies[place].append(pile.pop())


class MountOlympus(Turned):
    homes: ClassVar[dict] = homes_of("f", "HCDS" * 2, 1, 2) | homes_of("t", "HCDS" * 2, 2, 2)
    again = 1

    def lay_out(self):
        """Aces and twos form a pyramid; nine cards are the battery."""
        self.begin_homes()
        self.hand = [card for card in self.hand if card[0] > 2]
        self.table = self.places("b", 9)

    def moves(self):
        return self.choices() or super().moves() | {
            f"{a}-{b}"
            for a, b in product([*self.table, "talon"], self.table)
            if self.lies[a] and self.top(b) == (self.top(a)[0] + 2, self.top(a)[1])
        }

    def settle(self):
        """Pack or talon fills a vacancy, as the player chooses while there are both."""
        while len(forced := self.choices()) == 1:
            self.carry(*forced)


class LightAndShade(Turned):
    homes: ClassVar[dict] = homes_of("f", "SSHHCCDD")

    def lay_out(self):
        """Aces below, the Auxiliaries above, the Rivals between."""
        self.begin_homes()
        self.hand = [card for card in self.hand if card[0] > 1]
        self.auxiliaries, self.rivals = self.places("a", 4), self.places("r", 4)
        self.table = [*self.auxiliaries, *self.rivals]

    def choices(self):
        """Of the vacancies the Rivals' alone."""
        return {move for move in super().choices() if move[-2] == "r"}

    def goes_to(self, card):
        """In alternate colours."""
        return [
            home
            for home in self.homes
            if self.top(home)[0] + 1 == card[0] and (self.top(home)[1] in "DH") != (card[1] in "DH")
        ]

    def vacancies(self):
        """The moves that fill one: an Auxiliary's with a Rival, a Rival's from talon or pack."""
        gaps = [p for p in self.auxiliaries if not self.lies[p]]
        if gaps and (rivals := [p for p in self.rivals if self.lies[p]]):
            return {f"{p}-{gaps[0]}" for p in rivals}
        return self.choices()

    def moves(self):
        if waiting := self.vacancies():
            return waiting
        found = self.plays(self.auxiliaries)
        if self.hand:
            found.add("turn")
        return found | self.sequences([*self.rivals, "talon"], self.auxiliaries)

    def settle(self):
        while len(forced := self.vacancies()) == 1:
            self.carry(*forced)
