"""Calabrasella: one plays against two for the points in the tricks (R. F. Foster, *Complete
Hoyle*).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from cadogan.echo import counted
from cadogan.round_games import Action, Choices, Game, Option, View, rule
from cadogan.round_games.cards import FORTY, SUIT_NAMES, Card, known, pack, symbols
from cadogan.round_games.melds import FACE
from cadogan.round_games.piles import ALL, Hand, Pile
from cadogan.round_games.table import Table
from cadogan.round_games.telling import ranks

#: The ranks from the lowest to the highest.
ORDER = (4, 5, 6, 7, 11, 12, 13, 1, 2, 3)
#: What the last trick counts, and all the points there are.
LAST_TRICK, ALL_POINTS = 3, 35


def points(cards: Iterable[Card]) -> int:
    """Three for each ace, one for each three, two, king, queen and knave."""
    return sum(3 if c.rank == 1 else c.rank not in (4, 5, 6, 7) for c in cards)


def following(hand: Sequence[Card], led: Card | None) -> list[Card]:
    """The cards that may be played to a trick: of the suit led if there are any, otherwise every
    card.
    """
    return [c for c in hand if led is not None and c.suit == led.suit] or list(hand)


def winner(trick: Sequence[Card], order: Sequence[int]) -> int:
    """Which card of a trick wins, from 0: the highest of the suit led.

    ``order`` gives the ranks from the lowest to the highest.

    >>> from cadogan.round_games.cards import cards
    >>> winner(cards("7H 5H 3S"), (4, 5, 6, 7, 11, 12, 13, 1, 2, 3))
    0
    """
    return max(
        (i for i, c in enumerate(trick) if c.suit == trick[0].suit),
        key=lambda i: order.index(trick[i].rank),
    )


class TrickTable(Table):
    """The table: the stock, the trick, and what each has won."""

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.stock: Pile = Hand()
        self.aside: Pile = Hand()  # what the player has laid away, until it joins the stock
        self.trick = Pile()
        self.won = [Pile() for _ in range(self.seats)]
        self.alone: int | None = None  # the player, who plays alone
        self.asked: Card | None = None
        self.giver: int | None = None  # who had the card asked for
        self.led = 0  # the seat that led to the trick
        self.tricks = 0
        self.points = [0, 0]  # in tricks: the player's, the other side's
        self.voids = [""] * self.seats  # suits of which each is known to have none

    @property
    def player(self) -> int:
        """Who plays alone, once somebody does."""
        assert self.alone is not None
        return self.alone


class Calabrasella(Game[TrickTable]):
    """Announcing, asking for a three, laying away and taking from the stock, and twelve tricks
    without trumps.
    """

    slug, title, author, usual = "calabrasella", "Calabrasella", "R. F. Foster", 3
    aim = "One plays alone against the others for the points in the tricks; the side with more than half wins."
    table = TrickTable
    each, all_points = (
        12,
        ALL_POINTS,
    )  # cards dealt, points to be won; fewer in a small game (`cadogan.round_games.exact`)
    noticed = {"alone": "player", "asked": "card", "points": "score"}
    ranked, suits_apart = ORDER[::-1], True
    stacked, permanent, touched = ("pack", "stock", "won", "aside"), ("trick",), {"lay": "trick"}

    taught = {
        "The deal": ("begin",),
        "Before the tricks": (
            "at_announce",
            "at_ask",
            "do_ask",
            "at_give_back",
            "at_discard",
            "do_enough",
            "at_take",
        ),
        "The tricks": ("at_trick", "do_lay"),
        "What is paid": ("settle",),
    }

    packet = Option(2, (2, 4), "digest: inferred", "Cards dealt at a time.")
    four_handed = Option.switch(
        False,
        "digest: recovered",
        "Four at the table: the dealer takes no cards, and pays and is paid as the partners are.",
    )
    sweep_doubles = Option.switch(True, "digest: recovered", "All 35 points count 70.")
    ask_two_with_four_threes: Option[bool] = Option.switch(
        True,
        "digest: recovered",
        "A player with all threes may ask for a two; with all twos as well, for an ace.",
    )
    min_discard = Option(
        1, (0, 1), "digest: recovered", "The fewest cards that the player lays away."
    )
    bids = Option(
        "single",
        ("single",),
        "digest: outside the texts",
        "One announcement, play or pass; the three bids of the modern Terziglio are not described.",
    )
    revoke_penalty = Option(
        9,
        (9,),
        "digest: recovered",
        "Points that a revoke moves to the other side; the game refuses revokes.",
    )
    rulings = {
        "high": {
            "are the stock cards that are taken shown": "yes, the stock is turned face up before the player selects",
            "may the card asked for be refused": "no",
            "who leads": "the eldest hand, no matter who plays alone",
            "is the ask lost if the card is in the stock": "yes; everybody learns that it lies there",
            "which comes first, asking or laying away": "asking, then laying away, then the stock is turned",
            "may a card that nobody had be taken from the stock": "yes, like any other",
            "can the score be level": "no, 35 is odd",
        },
        "medium": {
            "may the player ask for nothing": "yes; also when nothing is left to ask for",
            "may a later player take the game from who has said play": "no; the first who plays is the player",
        },
        "low": {
            "does a deal passed by all count as a deal": "yes; the deal passes on",
        },
    }

    @property
    def players(self) -> range:
        """Three; with four at the table the dealer takes no cards."""
        return range(4, 5) if self.four_handed else range(3, 4)

    def ranking(self) -> list[str]:
        """The order of the cards, and what they count in tricks."""
        worth = {
            n: [rank for rank in self.ranked if points([FACE[rank, "S"]]) == n] for n in (3, 1, 0)
        }
        count = ", ".join(f"{n} for {ranks(group)}" for n, group in worth.items())
        return [
            f"There are no trumps. In every suit, from the highest to the lowest: {ranks(self.ranked)}.",
            f"Points for each card in a trick: {count}. The last trick counts {LAST_TRICK} more, all together {ALL_POINTS}.",
        ]

    @rule("digest: recovered")
    def cards(self, players: int) -> list[Card]:
        """Forty cards: the tens, nines and eights are dropped."""
        return pack(FORTY)

    def playing(self, t: TrickTable, first: int) -> list[int]:
        """The three seats with cards, from this one to the left."""
        return [s for s in t.turn(first) if t.seats == 3 or s != t.dealer]

    @rule("digest: recovered")
    def begin(self, t: TrickTable) -> None:
        """Twelve cards are dealt to each, two at a time, from the dealer's left; the four that are
        left are the stock.
        """
        t.gather_and_shuffle(self.cards(t.seats))
        t.led = t.left(t.dealer)
        t.deal_out(self.each, self.playing(t, t.led), self.packet)
        while t.pack:
            t.stock.add(t.draw())
        t.say(t.dealer, "{who} {deals}.")
        t.ask(t.led, "announce")

    # --- the announcement and the exchange ---

    @rule("digest: recovered")
    def at_announce(self, t: TrickTable) -> Choices:
        """The eldest hand, then the next, then the last says once whether to play alone, until one
        does.
        """
        yield Action("play", "Play alone against the others.")
        yield Action("pass", "Pass.")

    def do_play(self, t: TrickTable) -> None:
        """The first who plays is the player."""
        t.alone = t.to_act
        t.say(t.player, "{who} {plays} alone.")
        t.ask(t.player, "ask")

    @rule("digest: inferred")
    def do_pass(self, t: TrickTable) -> None:
        """If all pass, the next dealer deals."""
        t.say(t.acting, "{who} {passes}.")
        order = self.playing(t, t.led)
        if t.acting == order[-1]:
            return self.next_deal(t)
        t.ask(order[order.index(t.acting) + 1], "announce")

    @rule("digest: recovered")
    def at_ask(self, t: TrickTable) -> Choices:
        """The player may ask for a three not in the hand; with all of them for a two, and with
        these too for an ace.
        """
        hand = t.hand.cards
        for rank in (3, 2, 1) if self.ask_two_with_four_threes else (3,):
            if askable := [c for c in self.cards(3) if c.rank == rank and c not in hand]:
                yield from Action.each("ask", "Ask for {0}.", askable)
                break
        yield Action("forgo", "Ask for nothing.")

    @rule("digest: recovered")
    def do_ask(self, t: TrickTable, card: Card) -> None:
        """A player who has the card must give it up; if it lies in the stock the ask is lost, and
        everybody knows that it lies there."""
        t.asked = card
        t.giver = t.holder(card)
        source = t.stock if t.giver is None else t.hands[t.giver]
        source.take(card)
        if t.giver is None:
            t.stock.add(card, ALL)
            t.say(t.player, "{who} {asks} for {0}: it is in the stock.", card)
            return t.ask(t.player, "discard")
        t.hand.add(card, ALL)
        t.say(t.player, "{who} {asks} for {0} and {has} it from {1:player}.", card, t.giver)
        t.ask(t.player, "give_back")

    def do_forgo(self, t: TrickTable) -> None:
        """The player asks for nothing."""
        t.say(t.player, "{who} {asks} for nothing.")
        t.ask(t.player, "discard")

    @rule("digest: recovered")
    def at_give_back(self, t: TrickTable) -> Choices:
        """In return the player gives any card of the hand except the one received, face down."""
        others = (card for card in t.hand.cards if card != t.asked)
        return Action.each("give", "Give {0} back.", others)

    def do_give(self, t: TrickTable, card: Card) -> None:
        """Only the two of them know the card given back."""
        assert t.giver is not None
        both = 1 << t.player | 1 << t.giver
        t.hand.take(card)
        t.hands[t.giver].add(card, both)
        t.say(
            t.player,
            "{who} {gives} a card back to {0:player}.",
            t.giver,
            secret=("{who} {gives} {1} back to {0:player}.", card),
            to=both,
        )
        t.ask(t.player, "discard")

    @rule("digest: recovered")
    def at_discard(self, t: TrickTable) -> Choices:
        """The player lays away one to four cards face down, before the stock is turned."""
        if len(t.aside) >= self.min_discard:
            yield Action(
                "enough", f"Lay no {'more' if t.aside else 'card'} away, and turn the stock."
            )
        yield from Action.each("discard", "Lay {0} away.", t.hand.cards)

    def do_discard(self, t: TrickTable, card: Card) -> None:
        """A card is laid away unseen; the fourth is the last."""
        me = 1 << t.player
        t.hand.forget(me)  # the card he asked for may be the one that goes
        t.hand.take(card)
        t.aside.add(card, me)
        t.say(
            t.player,
            "{who} {lays} a card away.",
            secret=("{who} {lays} {0} away.", card),
            to=me,
        )
        if len(t.aside) == len(t.stock):
            self.do_enough(t)

    @rule("digest: recovered")
    def do_enough(self, t: TrickTable) -> None:
        """The stock is turned face up for all."""
        t.stock.show()
        t.say(None, "The stock is turned: {0}.", t.stock.cards)
        if len(t.aside) in (0, len(t.stock)):
            return self.do_take(t, *t.stock.cards[: len(t.aside)])
        t.ask(t.player, "take")

    @rule("digest: recovered")
    def at_take(self, t: TrickTable) -> Choices:
        """From the stock the player takes as many cards as were laid away, whichever the player
        chooses."""
        for cards in combinations(t.stock.cards, len(t.aside)):
            yield Action("take", "Take {cards} from the stock.", *cards, cards=cards)

    @rule("digest: recovered")
    def do_take(self, t: TrickTable, *cards: Card) -> None:
        """The cards left and those laid away are the stock now. The eldest hand leads."""
        for card in cards:
            t.stock.take(card)
            t.hand.add(card, ALL)
        for card, seen in t.aside:
            t.stock.add(card, seen)
        t.aside.clear()
        t.say(
            t.player,
            "{who} {takes} {0} from the stock."
            if cards
            else "{who} {takes} nothing from the stock.",
            cards,
        )
        t.ask(t.led, "trick")

    # --- the tricks ---

    @rule("digest: recovered")
    def at_trick(self, t: TrickTable) -> Choices:
        """Suit must be followed; otherwise any card is played. Nobody need win a trick."""
        led = t.trick[0].card if t.trick else None
        choice = following(t.hand.cards, led)
        return Action.each("lay", "Play {0}." if led else "Lead {0}.", choice)

    @rule("digest: recovered")
    def do_lay(self, t: TrickTable, card: Card) -> None:
        """The highest card of the suit led wins: three, two, ace, king, queen, knave, seven, six,
        five, four. The winner leads to the next trick."""
        seat, order = t.acting, self.playing(t, t.led)
        t.hands[seat].take(card)
        t.trick.add(card, ALL)
        t.say(seat, "{who} {leads} {0}." if len(t.trick) == 1 else "{who} {plays} {0}.", card)
        suit = t.trick[0].card.suit
        if card.suit != suit and suit not in t.voids[seat]:
            t.voids[seat] += suit
        if len(t.trick) < 3:
            return t.ask(order[len(t.trick)], "trick")
        t.led = order[winner(t.trick.cards, ORDER)]
        t.points[t.led != t.player] += points(t.trick.cards)
        t.say(t.led, "{who} {wins} the trick, worth {0}.", points(t.trick.cards))
        t.won[t.led].extend(t.trick)
        t.trick.clear()
        t.tricks += 1
        self.settle(t) if t.tricks == self.each else t.ask(t.led, "trick")

    @rule("digest: recovered")
    def settle(self, t: TrickTable) -> None:
        """The winner of the last trick adds three points and those of the stock. The lower total is
        taken from the higher, and the player has the difference from each of the others, or pays it
        to each."""
        t.stock.show()
        t.points[t.led != t.player] += LAST_TRICK + points(t.stock.cards)
        t.say(t.led, "{who} {has} the last trick, and with it the stock: {0}.", t.stock.cards)
        gain = self.gain(t.points[0])
        for seat in t.others(t.player):
            t.pay(seat, t.player, gain)
        others = len(t.others(t.player))
        settled = (
            "{who} {has} {0} points of {1}, and {receives} {2} from each of the other {3}: {4}."
        )
        if gain < 0:
            settled = "{who} {has} {0} points of {1}, and {pays} {2} to each of the other {3}: {4}."
        t.say(
            t.player,
            settled,
            t.points[0],
            self.all_points,
            abs(gain),
            {2: "two", 3: "three"}[others],
            others * abs(gain),
        )
        self.next_deal(t)

    @rule("digest: recovered")
    def gain(self, mine: int, revokes: int = 0) -> int:
        """The player's points less those of the other side: all 35 count 70. For each revoke of the
        other side, here negative for one of his own, nine points pass over first."""
        mine += revokes * self.revoke_penalty
        difference = mine - (self.all_points - mine)
        return (
            2 * difference
            if self.sweep_doubles and abs(difference) == self.all_points
            else difference
        )

    def standing(self, t: TrickTable) -> Sequence[int]:
        """The points that each seat's side has in its tricks."""
        if t.alone is None:
            return t.counters
        return [t.points[seat != t.alone] for seat in range(t.seats)]

    def tally(self, t: TrickTable, seat: int) -> str:
        """The points that a seat's side has in its tricks."""
        return "" if t.alone is None else counted(t.points[seat != t.alone], "point") + " in tricks"

    # --- what is known, and why not ---

    def barred(self, view: View) -> Mapping[str, Collection[Card]]:
        """Who does not follow has none of the suit; what was asked for, and the threes of one who
        asks for a two, lie with the player or, later, among the cards laid away."""
        deck = self.cards(3)
        his = {
            c
            for c in deck
            if view.asked
            and (c == view.asked or ORDER.index(c.rank) > ORDER.index(view.asked.rank))
        }
        out: dict[str, Any] = {
            f"hands {seat}": {c for c in deck if c.suit in view.voids[seat]}
            | (his if seat != view.alone else set())
            for seat in range(len(view.hands))
        }
        if view.phase != "trick":
            out["stock"] = his
        return out

    def why(self, t: TrickTable, verb: str, *words: str) -> str:
        """Why a card not held, a revoke, or a card to be asked for, given or taken is refused."""
        card = known(words[0]) if len(words) == 1 else None
        hand = t.hand.cards
        match verb, t.phase:
            case "take", "take":
                return f"as many cards are taken as were laid away, {len(t.aside)}, and named as they lie: {symbols(t.stock.cards)}"
            case "enough", "discard" if len(t.aside) < self.min_discard:
                return "at least one card is laid away before the stock is turned"
            case _ if card not in self.cards(3):
                return ""
            case "ask", "ask" if card in hand:
                return "that card is in the hand"
            case "ask", "ask":
                return "ask for a three; if you have them all, for a two, then for an ace"
            case ("lay", "trick") | ("discard", "discard") | ("give", "give_back") if (
                card not in hand
            ):
                return self.not_held(t, words[0])
            case "give", "give_back" if card == t.asked:
                return "the card just received may not be given back"
            case "lay", "trick" if t.trick and card not in following(hand, t.trick[0].card):
                return f"{SUIT_NAMES[t.trick[0].card.suit]} were led and must be followed"
        return ""
