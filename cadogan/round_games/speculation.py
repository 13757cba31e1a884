"""Speculation: a round game of buying and selling the highest trump (W. H. Peel, *Round Games*)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

from cadogan.round_games.cards import PIQUET, SUIT_NAMES, Card, high, pack
from cadogan.round_games.game import Game, Ruling, rule
from cadogan.round_games.options import Option, OptionError, Whole
from cadogan.round_games.state import Action, View
from cadogan.round_games.table import ALL, Held, Pile, Table

COURT = (1, 11, 12, 13)
#: What may be for sale, with the words for it.
WARES = {"turn-up": "the unseen turn-up", "lead": "the leading trump", "top": "the card about to be shown", "all": "all hidden cards"}


class Speculating(Table):
    """The table: each hand is a row of cards face down, the next to be turned uppermost."""

    def __init__(self, seats: int, number: int, first: tuple[Card, ...] = ()) -> None:
        super().__init__(seats, number, first)
        self.hands = [Pile() for _ in range(seats)]
        self.shown = [Pile() for _ in range(seats)]  # what each has turned and lies beaten before him
        self.lead = Pile()  # the leading trump, one card
        self.aside = Pile()  # turn-ups laid aside, and a beaten turn-up of the pool
        self.spare = Pile()
        self.trumps = ""
        self.leader: int | None = None  # None while the pool holds the lead
        self.next = 0  # the seat with which the search for the next to expose begins
        self.looked: tuple[int, ...] = ()  # seats that looked at a card out of turn
        self.sales = 0  # of the leading trump, since the market opened
        self.keeps = False  # hidden cards found no buyer at the end: now one is turned
        self.opening = ""  # the phase in which the offer was made
        self.ware, self.seller = "", 0
        self.price = 0  # posted by the seller
        self.asked: list[int] = []  # the seats still to answer
        self.bids: dict[int, int] = {}


class Speculation(Game[Speculating]):
    """Three cards each, face down; the highest trump shown takes the pool, and it may be bought and sold."""

    slug, title, author, usual = "speculation", "Speculation", "W. H. Peel", 5
    table = Speculating
    noticed = ("trumps", "leader", "ware", "seller", "price", "bids", "looked")

    pack = Option(52, (52, 32), "SPECULATION 2.1", "Cards in the pack; 32 are the sevens and upwards.")
    court_turn_up_passes = Option(True, (True, False), "SPECULATION 9.1", "A court card or ace turned up takes the pool; the deal passes.")
    turn_up_to_pool = Option(False, (False, True), "SPECULATION 14.1", "The turn-up belongs to the pool and is not for sale.")
    spare_hand = Option(False, (False, True), "SPECULATION 15.1", "Three cards for the middle, turned last; they win for the pool.")
    knave_five_penalty = Option(0, (0, 1), "SPECULATION 16.1", "The owner of a knave or five that is turned pays this to the pool.")
    presale = Option(True, (True, False), "SPECULATION 4.3", "The dealer may sell the turn-up before turning it.")
    market = Option(
        "rotation_bids", ("rotation_bids", "posted_price", "none"), "digest: inferred",
        "Each other player names one bid or none, and the seller takes one; or the seller posts a price; or no sales at all.",
        "how is a speculation arranged",
    )  # fmt: skip
    sales_per_opening = Option(
        1, Whole(1, 20), "digest: inferred", "How often the leading trump changes hands each time the market opens.",
        "how often may the leading trump be sold between two cards",
    )  # fmt: skip
    hidden_sales = Option(
        "final", ("final", "any_time"), "SPECULATION 7.2", "When the leader may sell cards he has not shown: at the end only, or "
        "whenever the market opens.", "when may the leader sell the cards he has not shown",
    )  # fmt: skip
    out_of_turn_penalty = Option(
        0, (0, 1), "SPECULATION 13.1", "Who is asked for a bid may look at his next card, pays this, and cannot take the pool."
    )  # fmt: skip
    highest_bid: Option[Any] = Option(
        None, Whole(1, 1000, (None,)), "digest: inferred", "The highest bid or price; None: the counters then in the pool."
    )  # fmt: skip
    failed_sale: Option[str] = Option(
        "stands", ("stands", "returned"), "digest: inferred", "The price of a card sold unseen that does not beat.",
        "is the price of a sold card that fails given back",
    )  # fmt: skip
    rulings = (
        Ruling("who is next after a sold card that beats", "the player on the buyer's left", "high"),
        Ruling("do bought hidden cards join the buyer's row", "yes, last in his order, and they count as his", "medium"),
        Ruling("who is next when the leading trump is sold between two turns", "the player on the buyer's left; nobody loses a card", "high"),
        Ruling("what of a court card turned up that belongs to the pool", "the pool stays, all pay again, the deal passes", "medium"),
        Ruling("does a knave turned up pay its penalty under the court rule", "yes, and then takes the pool with it", "low"),
        Ruling("what happens when court cards run the pack out", "gather and deal again, the stakes just paid stand", "low"),
        Ruling("may an offer without a buyer be repeated", "not before the next card is turned", "low"),
    )

    @property
    def players(self) -> range:
        """2 to 10, with 32 cards 2 to 6 (SPECULATION 2.1)."""
        return range(2, 7 if self.pack == 32 else 11)

    def check(self) -> None:
        """A looker looks when he is asked for a bid, so there must be a market."""
        if self.out_of_turn_penalty and self.market == "none":
            raise OptionError("out_of_turn_penalty belongs to a market; with market='none' nobody is asked for a bid")

    def cards(self, players: int) -> list[Card]:
        """52 cards, or the 32 from the seven upwards."""
        return pack(PIQUET) if self.pack == 32 else pack()

    # --- the deal ---

    @rule("SPECULATION 4.1")
    def stake(self, t: Speculating) -> None:
        """The dealer pays two counters into the pool, each of the others one."""
        for seat in range(t.seats):
            t.pay(seat, "pool", 1 + (seat == t.dealer))
        t.say(None, f"All pay one counter and seat {t.dealer}, the dealer, two: {t.pool} in the pool.")

    @rule("SPECULATION 4.2")
    def begin(self, t: Speculating) -> None:
        """Three cards are dealt to each player, one at a time, from the dealer's left; nobody looks at them."""
        self.stake(t)
        self.lay_out(t)
        self.before_turn_up(t)

    def lay_out(self, t: Speculating) -> None:
        """Gather, shuffle and deal."""
        for _, pile in t.piles():
            pile.clear()
        t.looked = ()
        t.pack = t.shuffled(self.cards(t.seats))
        t.deal_out(3, look=False)
        for hand in t.hands:
            hand.reverse()  # the first card dealt is the top one, and the next to be turned
        if self.spare_hand:
            t.spare.extend(Held(t.draw(), 0) for _ in range(3))

    def before_turn_up(self, t: Speculating) -> None:
        """The dealer may first sell it unseen."""
        t.trumps, t.leader = "", None
        if self.presale and self.market != "none" and not self.turn_up_to_pool:
            t.seller = t.dealer
            t.ask(t.dealer, "presale")
        else:
            self.turn_up(t, t.dealer)

    @rule("SPECULATION 4.3")
    def at_presale(self, t: Speculating) -> Iterator[Action]:
        """Before the top card of the pack is turned up for trumps, the dealer may sell it unseen."""
        yield Action("keep", says="Turn up the card for trumps unsold.")
        yield from self.offers(t, "turn-up")

    @rule("SPECULATION 9.1, 9.2")
    def turn_up(self, t: Speculating, owner: int) -> None:
        """The top card of the pack is turned up for trumps. An ace, king, queen or knave takes the pool for its owner:
        all pay again, the deal passes, the hands stay, and the next card of the pack is turned up."""
        card = t.draw()
        t.trumps, t.leader = card.suit, None if self.turn_up_to_pool else owner
        t.say(t.leader, f"{card.symbol} is turned up: {SUIT_NAMES[card.suit]} are trumps.")
        t.next = t.left(t.dealer if t.leader is None else owner)
        self.penalty(t, card, t.leader)
        if not (self.court_turn_up_passes and card.rank in COURT):
            t.lead.add(card, ALL)
            return self.open_market(t)
        t.aside.add(card, ALL)
        if t.leader is not None:
            t.say(owner, f"Seat {owner} takes the pool of {t.win(owner)} with the turn-up; the deal passes.")
        t.dealer = t.left(t.dealer)
        t.dealers += 1
        self.stake(t)
        if not t.pack:
            t.say(None, "The pack is out of cards: they are gathered and dealt again; the stakes stand.")
            self.lay_out(t)
        self.before_turn_up(t)

    @rule("SPECULATION 16.1")
    def penalty(self, t: Speculating, card: Card, owner: int | None) -> None:
        """If agreed, the owner of a knave or five that is turned pays a penalty into the pool."""
        if self.knave_five_penalty and card.rank in (5, 11) and owner is not None:
            t.pay(owner, "pool", self.knave_five_penalty)
            t.say(owner, f"Seat {owner} pays {self.knave_five_penalty} to the pool for {card.symbol}.")

    # --- the market ---

    def open_market(self, t: Speculating) -> None:
        """A card has been turned: the leader may sell; then on to the next card."""
        t.sales, t.keeps = 0, False
        self.go_on_selling(t)

    def go_on_selling(self, t: Speculating) -> None:
        """Passed over while the pool holds the lead, or when there is nothing that may be sold."""
        if t.leader is not None:
            t.seller = t.leader
            t.ask(t.leader, "market")
        if t.leader is None or len(list(self.at_market(t))) == 1:
            self.proceed(t)

    @rule("SPECULATION 12.1")
    def at_market(self, t: Speculating) -> Iterator[Action]:
        """The holder of the highest trump may sell it at any time; the player on the buyer's left is next to expose."""
        yield Action("keep", says="Keep the leading trump.")
        if t.sales < self.sales_per_opening:
            yield from self.offers(t, "lead")
        if self.hidden_sales == "any_time":
            yield from self.hidden_offers(t)

    def hidden_offers(self, t: Speculating) -> Iterator[Action]:
        """Hidden cards singly (1 is the top one) or all together."""
        held = len(t.hands[t.seller])
        for ware in [f"hidden-{i}" for i in range(1, held + 1)] + ["all"] * (held > 1):
            yield from self.offers(t, ware)

    def ceiling(self, t: Speculating, seat: int | None = None) -> int:
        """The highest price to be named, and that a buyer's purse allows."""
        most = t.pool if self.highest_bid is None else self.highest_bid
        return most if seat is None or self.purse is None else min(most, self.purse + t.counters[seat])

    def offers(self, t: Speculating, ware: str) -> Iterator[Action]:
        """What a seller may do: ask for bids, or post a price; nothing without a market."""
        what = named(ware)
        if self.market == "rotation_bids":
            yield Action("offer", ware, says=f"Offer {what}, and ask for bids.")
        elif self.market == "posted_price":
            for price in range(1, self.ceiling(t) + 1):
                yield Action("offer", ware, price, says=f"Offer {what} for {price}.")

    @rule("SPECULATION 5.2")
    def do_offer(self, t: Speculating, ware: str, price: int = 0) -> None:
        """A card is offered to the others, who answer in turn from the seller's left."""
        t.opening, t.ware, t.price, t.bids, t.asked = t.phase, ware, price, {}, t.others(t.seller)
        t.say(t.seller, f"Seat {t.seller} offers {named(ware)}{f' for {price}' if price else ''}.")
        self.ask_next(t)

    def ask_next(self, t: Speculating) -> None:
        """The next to answer; after the last the seller chooses, if he has a choice."""
        if t.asked:
            return t.ask(t.asked[0], "bid")
        if t.bids:
            return t.ask(t.seller, "accept")
        self.unsold(t)

    @rule("digest: inferred")
    def at_bid(self, t: Speculating) -> Iterator[Action]:
        """Each other player in turn names one bid in whole counters or none; a posted price he takes or leaves."""
        seat = t.asked[0]
        yield Action("decline", says="Make no bid." if not t.price else "Decline.")
        if self.out_of_turn_penalty and t.hands[seat] and not t.hands[seat][-1].seen >> seat & 1:
            yield Action("look", says=f"Look at the next hidden card: {self.out_of_turn_penalty} to the pool, and no right to it.")
        if t.price:
            if t.price <= self.ceiling(t, seat):
                yield Action("buy", says=f"Buy it for {t.price}.")
        else:
            for price in range(1, self.ceiling(t, seat) + 1):
                yield Action("bid", price, says=f"Bid {price}.")

    def do_decline(self, t: Speculating) -> None:
        """No bid, or the price is not accepted."""
        t.say(t.asked[0], f"Seat {t.asked.pop(0)} declines.")
        self.ask_next(t)

    @rule("digest: inferred")
    def do_bid(self, t: Speculating, price: int) -> None:
        """A bid is in whole counters, no more than the highest bid agreed and the purse."""
        t.bids[t.asked[0]] = price
        t.say(t.asked[0], f"Seat {t.asked.pop(0)} bids {price}.")
        self.ask_next(t)

    @rule("SPECULATION 13.1")
    def do_look(self, t: Speculating) -> None:
        """A player who looks at a card out of turn pays a penalty into the pool, and should he prove the winner he
        cannot take the pool: it is left for the next deal."""
        seat = t.asked[0]
        held = t.hands[seat].pop()
        t.hands[seat].add(held.card, held.seen | 1 << seat)
        t.pay(seat, "pool", self.out_of_turn_penalty)
        t.looked = tuple(sorted({*t.looked, seat}))
        paid = f"Seat {seat} looks at a hidden card and pays {self.out_of_turn_penalty}"
        t.say(seat, f"{paid}.", f"{paid}: it is {held.card.symbol}.", 1 << seat)

    def do_buy(self, t: Speculating) -> None:
        """The first in turn to accept a posted price has the card."""
        self.sold(t, t.asked[0], t.price)

    @rule("digest: inferred")
    def at_accept(self, t: Speculating) -> Iterator[Action]:
        """The seller takes one of the bids or none."""
        yield Action("refuse", says="Take no bid.")
        for seat, price in t.bids.items():
            yield Action("sell", seat, says=f"Sell to seat {seat} for {price}.")

    def do_refuse(self, t: Speculating) -> None:
        """No bid is taken."""
        t.say(t.seller, f"Seat {t.seller} takes no bid.")
        self.unsold(t)

    @rule("SPECULATION 5.3")
    def do_sell(self, t: Speculating, seat: int) -> None:
        """If he sells the card he passes it over, and the player on the left of the new holder is next."""
        self.sold(t, seat, t.bids[seat])

    def sold(self, t: Speculating, buyer: int, price: int) -> None:
        """The price passes, and the card with it, or the right to it."""
        t.pay(buyer, t.seller, price)
        ware, t.ware, t.price, t.asked, t.bids = t.ware, "", 0, [], {}
        t.say(t.seller, f"Seat {t.seller} sells {named(ware)} to seat {buyer} for {price}.")
        if ware == "turn-up":
            self.turn_up(t, buyer)
        elif ware == "top":
            self.turn(t, t.seller, buyer, price)
        elif ware == "lead":
            t.leader, t.next, t.sales = buyer, t.left(buyer), t.sales + 1
            self.go_on_selling(t)
        else:
            row = t.hands[t.seller]
            bought = row[:] if ware == "all" else [row[-int(ware[7:])]]
            row[:] = [held for held in row if held not in bought]
            t.hands[buyer][:0] = bought  # they lie last in the buyer's order
            self.go_on_selling(t) if t.opening == "market" else self.proceed(t)

    def unsold(self, t: Speculating) -> None:
        """The seller keeps what found no buyer."""
        ware, t.ware, t.price, t.bids = t.ware, "", 0, {}
        if ware == "turn-up":
            self.turn_up(t, t.seller)
        elif ware == "top":
            self.turn(t, t.seller)
        else:
            t.keeps = t.opening == "final"
            self.proceed(t)

    def do_keep(self, t: Speculating) -> None:
        """Nothing is sold."""
        self.turn_up(t, t.dealer) if t.phase == "presale" else self.proceed(t)

    # --- the cards are shown ---

    @rule("SPECULATION 6.1")
    def proceed(self, t: Speculating) -> None:
        """Round and round all expose their three cards, but the owner of the leading trump."""
        for seat in t.turn(t.next):
            if t.hands[seat] and seat != t.leader:
                t.seller = seat
                return t.ask(seat, "sell_next")
        if t.leader is not None and t.hands[t.leader]:
            t.seller = t.leader
            return t.ask(t.leader, "final")
        self.settle(t)

    @rule("SPECULATION 10.1")
    def at_sell_next(self, t: Speculating) -> Iterator[Action]:
        """Any player may sell the card which it is his turn to expose, to anybody."""
        yield Action("turn", says="Turn the next card.")
        yield from self.offers(t, "top")

    @rule("SPECULATION 7.1, 7.2")
    def at_final(self, t: Speculating) -> Iterator[Action]:
        """The owner of the leading trump retains his cards until last; even then he may sell them unturned, singly or all
        together, to a player who exposes them in turn."""
        yield Action("turn", says="Turn the next hidden card.")
        if not t.keeps:
            yield from self.hidden_offers(t)

    def do_turn(self, t: Speculating) -> None:
        """A card is turned unsold."""
        self.turn(t, t.seller)

    @rule("SPECULATION 5.2, 5.4, 10.2, 11.1")
    def turn(self, t: Speculating, seat: int, buyer: int | None = None, price: int = 0) -> None:
        """A higher trump than that exposed makes its owner the leader, and the player on his left is next; any other card
        is of no value. A card sold beforehand goes to its buyer if it beats, otherwise it stays where it was turned."""
        card, owner = t.hands[seat].pop().card, seat if buyer is None else buyer
        t.say(seat, f"Seat {seat} turns {card.symbol}.")
        self.penalty(t, card, owner)
        if self.beats(t, card):
            self.take_lead(t, card, owner)
            t.next = t.left(owner)
        else:
            t.shown[seat].add(card, ALL)
            t.next = t.left(seat)
            if buyer is not None and self.failed_sale == "returned":
                t.pay(seat, buyer, price)
        self.open_market(t)

    def beats(self, t: Speculating, card: Card) -> bool:
        """Whether a card is a higher trump than the one that leads."""
        return card.suit == t.trumps and high(card) > high(t.lead[-1].card)

    def take_lead(self, t: Speculating, card: Card, owner: int | None) -> None:
        """The old lead stays with him who held it; the pool's is laid aside."""
        (t.aside if t.leader is None else t.shown[t.leader]).add(t.lead.pop().card, ALL)
        t.lead.add(card, ALL)
        t.leader = owner
        t.say(owner, f"{card.symbol} leads for {'the pool' if owner is None else f'seat {owner}'}.")

    @rule("SPECULATION 8.1, 14.2, 15.2")
    def settle(self, t: Speculating) -> None:
        """The holder of the highest trump takes the pool. If that is the pool's own turn-up, or in the spare hand, which is
        turned last, the pool is left and added to the next stakes."""
        while t.spare:
            card = t.spare.pop().card
            t.say(None, f"{card.symbol} is turned from the spare hand.")
            if self.beats(t, card):
                self.take_lead(t, card, None)
            else:
                t.aside.add(card, ALL)
        if t.leader is None or t.leader in t.looked:
            t.say(t.leader, f"The pool of {t.pool} is left for the next deal.")
        else:
            t.say(t.leader, f"Seat {t.leader} takes the pool of {t.win(t.leader)}.")
        self.next_deal(t)

    # --- what a refusal says, and what a bot is advised ---

    def why(self, t: Speculating, verb: str, words: Sequence[str]) -> str:
        """Bids that cannot be paid, and sales to those who made none."""
        if verb == "bid" and t.phase == "bid" and not t.price:
            most = self.ceiling(t, t.asked[0])
            return f"a bid is a whole number of counters from 1 to {most}; " + (
                f"more is not in the purse of seat {t.asked[0]}" if most < self.ceiling(t) else "more cannot be won")  # fmt: skip
        if verb == "buy" and t.phase == "bid":
            return f"the purse of seat {t.asked[0]} holds no {t.price} counters" if t.price else "no price was named; bids are asked for"
        if verb == "sell" and t.phase == "accept":
            return f"seat {' '.join(words)[:20]} has made no bid; bids came from {', '.join(f'seat {s}' for s in t.bids)}"
        return ""

    @rule("SPECULATION 1.4; digest: computed")
    def advice(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Buy below the fair price and sell above it: the pool times the chance that the card wins it."""
        choice = {a.text: a for a in actions}
        value = fair_price(view, view.ware)
        if view.phase == "accept":
            buyer = max(view.bids, key=lambda seat: view.bids[seat])
            return choice[f"sell {buyer}" if view.bids[buyer] >= value else "refuse"]
        if view.phase == "bid":
            if view.seat in view.looked or int(value) < max(1, view.price):
                return choice["decline"]
            return choice.get("buy") or choice.get(f"bid {int(value)}") or actions[-1]
        for a in actions:  # the best that may be offered: asking for bids costs nothing, a posted price must gain
            if a.verb == "offer" and (len(a.args) == 1 or a.args[1] > fair_price(view, a.args[0])):
                return a
        return actions[0]


def named(ware: str) -> str:
    """What is for sale, in words."""
    return WARES.get(ware) or f"hidden card {ware[7:]}"


def unbeaten(unseen: int, higher: int, face_down: int) -> float:
    """The chance that none of so many higher trumps, among the cards unseen, lies in the cards face down.

    >>> round(6 * unbeaten(51, 4, 15), 2)
    1.41
    """
    return comb(unseen - higher, face_down) / comb(unseen, face_down)


def fair_price(view: View, ware: str) -> float:
    """What a ware is worth: the pool times the chance that it wins it, as far as the seat knows."""
    unseen = view.unseen
    down = [c for row in (*view.hands, view.spare) for c in row]
    known = [c for c in down if c.index < 52]
    blind = len(down) - len(known)

    def higher(suit: str, than: int, among: Sequence[Card]) -> int:
        return sum(c.suit == suit and high(c) > than for c in among)

    if ware in ("", "turn-up"):
        passes = view.game.options["court_turn_up_passes"]
        wins = sum(1.0 if passes and c.rank in COURT else unbeaten(len(unseen) - 1, higher(c.suit, high(c), unseen), blind) for c in unseen)
        return float(view.pool * wins / len(unseen))
    best = high(view.lead[-1])
    safe = 0.0 if higher(view.trumps, best, known) else unbeaten(len(unseen), higher(view.trumps, best, unseen), blind)
    if ware == "lead":
        return float(view.pool * safe)
    many = len(view.hands[view.seller]) if ware == "all" else 1
    return float(view.pool * (1 - safe) * many / max(1, len(down)))
