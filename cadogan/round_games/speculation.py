"""Speculation: a round game of buying and selling the highest trump (W. H. Peel, *Round Games*)."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.round_games import Action, Choices, Option, OptionError, Whole, rule
from cadogan.round_games.auction import WARES, Auction, Speculating
from cadogan.round_games.cards import PIQUET, SUIT_NAMES, Card, high, pack
from cadogan.round_games.piles import ALL, Held
from cadogan.round_games.telling import ranks

COURT = (1, 11, 12, 13)
#: How often bots offer something at a person's table: the leading trump, before another leads; what
#: is not shown yet, in a deal. Who reckons gives no more for it than it is worth to the seller.
OFTEN_ENOUGH, HIDDEN_ENOUGH = 1, 2


class Speculation(Auction):
    """Three cards each, face down; the highest trump shown takes the pool, and it may be bought and
    sold.
    """

    slug, title, author, usual = "speculation", "Speculation", "W. H. Peel", 5
    aim = "Own the highest trump when all cards are turned, dealt to you or bought: it takes the pool."
    table = Speculating
    each = 3  # cards dealt; a small game for solving deals fewer (`cadogan.round_games.exact`)
    noticed = {"trumps": "suit", "leader": "player"}
    passive = ("decline", "refuse", "keep", "turn")
    marks, stacked, touched = ("looked",), ("pack", "aside", "spare"), {"turn": "hand"}

    taught = {
        "The deal": ("stake", "begin", "at_presale", "turn_up"),
        "Turning cards": ("proceed", "at_sell_next", "turn"),
        "Buying and selling": ("at_market", "at_bid", "at_accept"),
        "The end": ("at_final", "settle"),
    }

    pack = Option(
        52, (52, 32), "SPECULATION 2.1", "Cards in the pack; 32 are the sevens and upwards."
    )
    court_turn_up_passes = Option.switch(
        True, "SPECULATION 9.1", "A court card or ace turned up takes the pool; the deal passes."
    )
    turn_up_to_pool = Option.switch(
        False, "SPECULATION 14.1", "The turn-up belongs to the pool and is not for sale."
    )
    spare_hand = Option.switch(
        False, "SPECULATION 15.1", "Three cards for the middle, turned last; they win for the pool."
    )
    knave_five_penalty = Option(
        0,
        (0, 1),
        "SPECULATION 16.1",
        "The owner of a knave or five that is turned pays this to the pool.",
    )
    presale = Option.switch(
        True, "SPECULATION 4.3", "The dealer may sell the turn-up before turning it."
    )
    sales_per_opening = Option(
        1,
        Whole(1, 20),
        "digest: inferred",
        "How often the leading trump changes hands each time the market opens.",
        "how often may the leading trump be sold between two cards",
    )
    hidden_sales = Option(
        "final",
        ("final", "any_time"),
        "SPECULATION 7.2",
        "When the leader may sell cards not yet shown: at the end only, or "
        "whenever the market opens.",
        "when may the leader sell cards not yet shown",
    )
    out_of_turn_penalty = Option(
        0,
        (0, 1),
        "SPECULATION 13.1",
        "A player asked for a bid may look at his next card, but pays this and cannot take the pool.",
    )
    failed_sale: Option[str] = Option(
        "stands",
        ("stands", "returned"),
        "digest: inferred",
        "The price of a card sold unseen that does not beat.",
        "is the price of a sold card that fails given back",
    )
    rulings = {
        "high": {
            "who is next after a sold card that beats": "the player on the buyer's left",
            "who is next when the lead is sold between two turns": "the player on the buyer's left; nobody loses a card",
        },
        "medium": {
            "do bought hidden cards join the buyer's row": "yes, last in his order, and they count as his",
            "what of a court card turned up that belongs to the pool": "the pool stays, all pay again, the deal passes",
        },
        "low": {
            "does a knave turned up pay its penalty under the court rule": "yes, and then takes the pool with it",
            "what happens when court cards run the pack out": "gather and deal again, the stakes just paid stand",
            "may an offer without a buyer be repeated": "not before the next card is turned",
        },
    }

    @property
    def players(self) -> range:
        """2 to 10, with 32 cards 2 to 6 (SPECULATION 2.1)."""
        return range(2, 7 if self.pack == 32 else 11)

    def ranking(self) -> list[str]:
        """The order of trumps."""
        order = dict.fromkeys(c.rank for c in sorted(self.cards(2), key=high, reverse=True))
        return [
            f"Only trumps count: the suit of the card turned up. From the highest to the lowest: {ranks(order)}."
        ]

    def check(self) -> None:
        """A looker looks when he is asked for a bid, so there must be a market."""
        if self.out_of_turn_penalty and self.market == "none":
            raise OptionError(
                "out_of_turn_penalty belongs to a market; with market='none' nobody is asked for a bid"
            )

    def cards(self, players: int) -> list[Card]:
        """52 cards, or the 32 from the seven upwards."""
        return pack(PIQUET) if self.pack == 32 else pack()

    # --- the deal ---

    @rule("SPECULATION 4.1")
    def stake(self, t: Speculating) -> None:
        """The dealer pays two counters into the pool, each of the others one."""
        for seat in range(t.seats):
            t.pay(seat, "pool", 1 + (seat == t.dealer))
        t.say(t.dealer, "All pay one counter, and {who}, the dealer, two: {0} in the pool.", t.pool)

    @rule("SPECULATION 4.2")
    def begin(self, t: Speculating) -> None:
        """Three cards are dealt to each player, one at a time, from the dealer's left; nobody looks
        at them.
        """
        self.stake(t)
        self.lay_out(t)
        self.before_turn_up(t)

    def lay_out(self, t: Speculating) -> None:
        """Gather, shuffle and deal."""
        t.gather_and_shuffle(self.cards(t.seats))
        t.deal_out(self.each, look=False)
        for hand in t.hands:
            hand.reverse()  # the first card dealt is the top one, and the next to be turned
        if self.spare_hand:
            t.spare.extend(Held(t.draw(), 0) for _ in range(self.each))

    def before_turn_up(self, t: Speculating) -> None:
        """Let the dealer sell the turn-up unseen, or turn it up."""
        t.trumps, t.leader = "", None
        if self.presale and self.market != "none" and not self.turn_up_to_pool:
            t.seller = t.dealer
            t.ask(t.dealer, "presale")
        else:
            self.turn_up(t, t.dealer)

    @rule("SPECULATION 4.3")
    def at_presale(self, t: Speculating) -> Choices:
        """Before the top card of the pack is turned up for trumps, the dealer may sell it unseen."""
        yield Action("keep", "Turn up the card for trumps unsold.")
        yield from self.offers(t, "turn-up")

    @rule("SPECULATION 9.1, 9.2")
    def turn_up(self, t: Speculating, owner: int) -> None:
        """The top card of the pack is turned up for trumps. An ace, king, queen or knave takes the
        pool for its owner: all pay again, the deal passes, the hands stay, and the next card of the
        pack is turned up."""
        card = t.draw()
        t.trumps, t.leader = card.suit, None if self.turn_up_to_pool else owner
        t.say(t.leader, "{0} is turned up: {1} are trumps.", card, SUIT_NAMES[card.suit])
        t.next = t.left(t.dealer if t.leader is None else owner)
        self.penalty(t, card, t.leader)
        if not (self.court_turn_up_passes and card.rank in COURT):
            t.lead.add(card, ALL)
            return self.open_market(t)
        t.aside.add(card, ALL)
        if t.leader is not None:
            t.say(
                owner,
                "{who} {takes} the pool of {0} with the turn-up; the deal passes.",
                t.win(owner),
            )
        t.dealer = t.left(t.dealer)
        t.dealers += 1
        self.stake(t)
        if not t.pack:
            t.say(
                None,
                "The pack is out of cards: they are gathered and dealt again; the stakes stand.",
            )
            self.lay_out(t)
        self.before_turn_up(t)

    @rule("SPECULATION 16.1")
    def penalty(self, t: Speculating, card: Card, owner: int | None) -> None:
        """If agreed, the owner of a knave or five that is turned pays a penalty into the pool."""
        if self.knave_five_penalty and card.rank in (5, 11) and owner is not None:
            t.pay(owner, "pool", self.knave_five_penalty)
            t.say(owner, "{who} {pays} {0} to the pool for {1}.", self.knave_five_penalty, card)

    # --- the market ---

    def open_market(self, t: Speculating) -> None:
        """A card has been turned: the leader may sell; then on to the next card."""
        t.sales, t.keeps = 0, False
        self.go_on_selling(t)

    def go_on_selling(self, t: Speculating) -> None:
        """Let the leader sell; passed over while the pool leads, or when nothing may be sold."""
        if t.leader is not None:
            t.seller = t.leader
            t.ask(t.leader, "market")
        if t.leader is None or not any(a.verb == "offer" for a in self.at_market(t)):
            self.proceed(t)

    @rule("SPECULATION 12.1")
    def at_market(self, t: Speculating) -> Choices:
        """The holder of the highest trump may sell it at any time; the player on the buyer's left
        is next to expose.
        """
        yield Action("keep", "Keep the leading trump.")
        if t.sales < self.sales_per_opening:
            yield from self.offers(t, "lead")
        if self.hidden_sales == "any_time":
            yield from self.hidden_offers(t)

    def asides(self, t: Speculating, seat: int) -> Choices:
        """A player who is asked for a bid may look at his next card, if a penalty for that is
        agreed.
        """
        if self.out_of_turn_penalty and t.hands[seat] and not t.hands[seat][-1].seen >> seat & 1:
            yield Action(
                "look",
                f"Look at the next hidden card: {self.out_of_turn_penalty} to the pool, and no right to it.",
            )

    def hidden_offers(self, t: Speculating) -> Choices:
        """The offers of hidden cards, singly (1 is the top one) or all together."""
        hidden = len(t.hand)
        for ware in [f"hidden-{i}" for i in range(1, hidden + 1)] + ["all"] * (hidden > 1):
            yield from self.offers(t, ware)

    @rule("SPECULATION 13.1")
    def do_look(self, t: Speculating) -> None:
        """A player who looks at a card out of turn pays a penalty into the pool, and should he
        prove the winner he cannot take the pool: it is left for the next deal."""
        seat = t.asked[0]
        top = t.hands[seat].pop()
        t.hands[seat].add(top.card, top.seen | 1 << seat)
        t.pay(seat, "pool", self.out_of_turn_penalty)
        t.looked = tuple(sorted({*t.looked, seat}))
        paid = "{who} {looks} at a hidden card and {pays} {0}"
        t.say(
            seat,
            f"{paid}.",
            self.out_of_turn_penalty,
            secret=(f"{paid}: it is {{1}}.", top.card),
            to=1 << seat,
        )

    def sold(self, t: Speculating, ware: str, buyer: int, price: int) -> None:
        """The card passes, or the right to it; bought hidden cards lie last in the buyer's order."""
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
            row[:] = [card for card in row if card not in bought]
            t.hands[buyer][:0] = bought
            self.go_on_selling(t) if t.opening == "market" else self.proceed(t)

    def unsold(self, t: Speculating, ware: str) -> None:
        """The seller keeps what found no buyer."""
        if ware in ("turn-up", "top"):
            self.turn_up(t, t.seller) if ware == "turn-up" else self.turn(t, t.seller)
        else:
            t.keeps = t.opening == "final"
            self.proceed(t)

    def do_keep(self, t: Speculating) -> None:
        """Nothing is sold."""
        self.turn_up(t, t.dealer) if t.phase == "presale" else self.proceed(t)

    # --- the cards are shown ---

    @rule("SPECULATION 6.1")
    def proceed(self, t: Speculating) -> None:
        """Round and round all expose their three cards, except the owner of the leading trump."""
        for seat in t.turn(t.next):
            if t.hands[seat] and seat != t.leader:
                t.seller = seat
                return t.ask(seat, "sell_next")
        if t.leader is not None and t.hands[t.leader]:
            t.seller = t.leader
            return t.ask(t.leader, "final")
        self.settle(t)

    @rule("SPECULATION 10.1")
    def at_sell_next(self, t: Speculating) -> Choices:
        """Any player may sell the card which it is their turn to expose, to anybody."""
        yield Action("turn", "Turn the next card.")
        yield from self.offers(t, "top")

    @rule("SPECULATION 7.1, 7.2")
    def at_final(self, t: Speculating) -> Choices:
        """The owner of the leading trump retains their cards until last; even then the owner may
        sell them unturned, singly or all together, to a player who exposes them in turn."""
        yield Action("turn", "Turn the next hidden card.")
        if not t.keeps:
            yield from self.hidden_offers(t)

    def do_turn(self, t: Speculating) -> None:
        """A card is turned unsold."""
        self.turn(t, t.seller)

    @rule("SPECULATION 5.2, 5.4, 10.2, 11.1")
    def turn(self, t: Speculating, seat: int, buyer: int | None = None, price: int = 0) -> None:
        """A higher trump than that exposed makes its owner the leader, and the player on the
        owner's left is next; any other card is of no value. A card sold beforehand goes to its
        buyer if it beats, otherwise it stays where it was turned."""
        card, owner = t.hands[seat].pop().card, seat if buyer is None else buyer
        t.say(seat, "{who} {turns} {0}.", card)
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
        t.say(owner, "{0} leads for the pool." if owner is None else "{0} leads for {who}.", card)

    @rule("SPECULATION 8.1, 14.2, 15.2")
    def settle(self, t: Speculating) -> None:
        """The holder of the highest trump takes the pool. If that is the pool's own turn-up, or in
        the spare hand, which is turned last, the pool is left and added to the next stakes."""
        while t.spare:
            card = t.spare.pop().card
            t.say(None, "{0} is turned from the spare hand.", card)
            if self.beats(t, card):
                self.take_lead(t, card, None)
            else:
                t.aside.add(card, ALL)
        if t.leader is None or t.leader in t.looked:
            t.say(t.leader, "The pool of {0} is left for the next deal.", t.pool)
        else:
            t.say(t.leader, "{who} {takes} the pool of {0}.", t.win(t.leader))
        self.next_deal(t)

    def standing(self, t: Speculating) -> Sequence[int]:
        """The counters of each seat, with the pool for the owner of the leading trump."""
        return [n + t.pools["pool"] * (seat == t.leader) for seat, n in enumerate(t.counters)]

    def tally(self, t: Speculating, seat: int) -> str:
        """Who leads has the highest trump so far."""
        return "highest trump" if seat == t.leader and t.lead else ""

    def tiresome(self, t: Speculating, action: Action) -> bool:
        """The leading trump is not offered again when it has been offered `OFTEN_ENOUGH`, sold or
        not; nor, by anybody, the next card or another hidden one after `HIDDEN_ENOUGH`.
        """
        if action.verb != "offer":
            return False
        leads = action.args[0] == "lead"
        return self.offered(t, leads) >= (OFTEN_ENOUGH if leads else HIDDEN_ENOUGH)

    def offered(self, t: Speculating, leads: bool) -> int:
        """How often the card that leads has been offered since it leads, or others in this deal, as
        everybody has heard.
        """
        times = 0
        for event in reversed(t.log[:]):
            fresh = event.pattern.startswith(("{0} leads", "{0} is turned up"))
            if event.deal != t.deals or (leads and fresh):
                break
            ware = event.values[0] if event.pattern.startswith("{who} {offers}") else None
            times += ware is not None and (ware == WARES["lead"]) == leads
        return times

    def winners(self, t: Speculating, gained: Sequence[int]) -> list[int]:
        """Who has taken the pool, whatever the leading trump was bought for."""
        return [] if t.leader is None or t.leader in t.looked else [t.leader]
