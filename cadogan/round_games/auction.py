"""Bargains between players: a card is offered, the others bid in turn or take the price named, the
seller chooses.
"""

from __future__ import annotations

from typing import Any

from cadogan.echo import cut
from cadogan.round_games import Action, Choices, Game, Option, Whole, rule
from cadogan.round_games.piles import Pile
from cadogan.round_games.table import Table
from cadogan.round_games.telling import NUMBERED, Names, Seat, player

#: What may be for sale, with the words for it.
WARES = {
    "turn-up": "the unseen turn-up",
    "lead": "the leading trump",
    "top": "the card about to be shown",
    "all": "all hidden cards",
}


class Speculating(Table):
    """The table: each hand is a row of cards face down, the next to be turned uppermost."""

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.ware = ""  # what is for sale; empty when nothing is
        self.seller = 0
        self.opening = ""  # the phase in which it was offered
        self.price = 0  # named by the seller
        self.asked: list[int] = []  # the seats still to answer
        self.bids: dict[int, int] = {}
        self.hands = [Pile() for _ in range(self.seats)]
        self.shown = [
            Pile() for _ in range(self.seats)
        ]  # what each has turned and lies beaten before him
        self.lead = Pile()  # the leading trump, one card
        self.aside = Pile()  # turn-ups laid aside, and a beaten turn-up of the pool
        self.spare = Pile()
        self.trumps = ""
        self.leader: int | None = None  # None while the pool holds the lead
        self.next = 0  # the seat with which the search for the next to expose begins
        self.looked: tuple[int, ...] = ()  # seats that looked at a card out of turn
        self.sales = 0  # of the leading trump, since the market opened
        self.keeps = False  # hidden cards found no buyer at the end: now one is turned


class Auction(Game[Speculating]):
    """A game in which players sell one another what they have: it says what is for sale, and what a
    sale does.
    """

    market = Option(
        "rotation_bids",
        ("rotation_bids", "posted_price", "none"),
        "digest: inferred",
        "Each other player names one bid or none, and the seller takes one; or the seller posts a price; or no sales at all.",
        "how is a speculation arranged",
    )
    highest_bid: Option[Any] = Option(
        None,
        Whole(1, 1000, (None,)),
        "digest: inferred",
        "The highest bid or price; None: the counters then in the pool.",
    )

    def ware_name(self, ware: str) -> str:
        """What is for sale, in words."""
        return WARES.get(ware) or f"hidden card {ware[7:]}"

    def sold(self, t: Speculating, ware: str, buyer: int, price: int) -> None:
        """Carry out a sale whose price has been paid."""
        raise NotImplementedError  # each game with sales says it

    def unsold(self, t: Speculating, ware: str) -> None:
        """Go on after an offer that found no buyer."""
        raise NotImplementedError  # each game with sales says it

    def asides(self, t: Speculating, seat: int) -> Choices:
        """What else a seat that is asked for a bid may do."""
        return iter(())

    def facts(self, t: Speculating, names: Names = NUMBERED) -> dict[str, str]:
        """While something is for sale, what it is, and the bids."""
        facts = super().facts(t, names)
        if t.ware:
            facts["for sale"] = (
                f"{self.ware_name(t.ware)}, by {names(t.seller)}{f' for {t.price}' if t.price else ''}"
            )
            if t.bids:
                facts["bids"] = ", ".join(
                    f"{names(seat)} {price}" for seat, price in t.bids.items()
                )
        return facts

    def ceiling(self, t: Speculating, seat: int | None = None) -> int:
        """The highest price that may be named and, of a buyer, that the purse allows."""
        most = t.pool if self.highest_bid is None else self.highest_bid
        return int(
            most if seat is None or self.purse is None else min(most, self.purse + t.counters[seat])
        )

    def offers(self, t: Speculating, ware: str) -> Choices:
        """What a seller may do: ask for bids, or post a price; nothing without a market."""
        if self.market == "rotation_bids":
            yield Action("offer", f"Offer {self.ware_name(ware)}, and ask for bids.", ware)
        elif self.market == "posted_price":
            for price in range(1, self.ceiling(t) + 1):
                yield Action("offer", f"Offer {self.ware_name(ware)} for {price}.", ware, price)

    @rule("SPECULATION 5.2; digest: inferred")
    def do_offer(self, t: Speculating, ware: str, price: int = 0) -> None:
        """A card is offered to the others, who answer in turn from the seller's left."""
        t.opening, t.ware, t.price, t.bids, t.asked = t.phase, ware, price, {}, t.others(t.seller)
        t.say(
            t.seller,
            "{who} {offers} {0} for {1}." if price else "{who} {offers} {0}.",
            self.ware_name(ware),
            price,
        )
        self.ask_next(t)

    def ask_next(self, t: Speculating) -> None:
        """Ask the next to answer; after the last the seller chooses, if there is a choice."""
        if t.asked:
            return t.ask(t.asked[0], "bid")
        if t.bids:
            return t.ask(t.seller, "accept")
        self.close(t, None, 0)

    @rule("digest: inferred")
    def at_bid(self, t: Speculating) -> Choices:
        """Each other player in turn names one bid in whole counters or none; a posted price is
        taken or left."""
        seat = t.asked[0]
        yield Action("decline", "Decline." if t.price else "Make no bid.")
        yield from self.asides(t, seat)
        if t.price and t.price <= self.ceiling(t, seat):
            yield Action("buy", f"Buy it for {t.price}.")
        prices = range(1, 0 if t.price else self.ceiling(t, seat) + 1)
        yield from Action.each("bid", "Bid {0}.", prices)

    def do_decline(self, t: Speculating) -> None:
        """The player makes no bid, or does not accept the price."""
        t.say(t.asked.pop(0), "{who} {declines}.")
        self.ask_next(t)

    @rule("digest: inferred")
    def do_bid(self, t: Speculating, price: int) -> None:
        """A bid is in whole counters, no more than the highest bid agreed and the purse."""
        t.bids[t.asked[0]] = price
        t.say(t.asked.pop(0), "{who} {bids} {0}.", price)
        self.ask_next(t)

    def do_buy(self, t: Speculating) -> None:
        """The first in turn to accept a posted price has the card."""
        self.close(t, t.asked[0], t.price)

    @rule("digest: inferred")
    def at_accept(self, t: Speculating) -> Choices:
        """The seller takes one of the bids or none."""
        yield Action("refuse", "Take no bid.")
        for seat, price in t.bids.items():
            yield Action("sell", "Sell to {0:player} for {price}.", Seat(seat), price=price)

    def do_refuse(self, t: Speculating) -> None:
        """The seller takes no bid."""
        t.say(t.seller, "{who} {takes} no bid.")
        self.close(t, None, 0)

    @rule("SPECULATION 5.3")
    def do_sell(self, t: Speculating, seat: int) -> None:
        """If he sells the card he passes it over to the purchaser."""
        self.close(t, seat, t.bids[seat])

    def close(self, t: Speculating, buyer: int | None, price: int) -> None:
        """The bargain is ended: the price passes, and the ware with it, or nothing does."""
        ware, t.ware, t.price, t.asked, t.bids = t.ware, "", 0, [], {}
        if buyer is None:
            return self.unsold(t, ware)
        t.pay(buyer, t.seller, price)
        t.say(
            t.seller, "{who} {sells} {0} to {1:player} for {2}.", self.ware_name(ware), buyer, price
        )
        self.sold(t, ware, buyer, price)

    def why(self, t: Speculating, verb: str, *words: str) -> str:
        """Why a bid cannot be paid, or a player who made none cannot buy."""
        seat, most = t.acting, self.ceiling(t, t.acting)
        match t.phase, verb, words:
            case "bid", "bid", _ if t.price:
                return f"a price of {t.price} was named; buy it or decline"
            case "bid", "bid", _ if most < 1:
                return f"the purse of {player(seat)} is empty"
            case "bid", "bid", _:
                purse = f"the purse of {player(seat)} holds no more"
                why = purse if most < self.ceiling(t) else "that is the highest bid"
                return f"a bid is a whole number of counters from 1 to {most}; {why}"
            case "bid", "buy", _ if not t.price:
                return "no price was named; bids are asked for"
            case "bid", "buy", _ if t.price > most:
                return f"the purse of {player(seat)} does not hold {t.price}"
            case "accept", "sell", [word]:
                bids = ", ".join(map(player, t.bids))
                return f"player {cut(word)} has made no bid; bids came from {bids}"
        return ""
