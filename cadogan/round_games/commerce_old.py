"""The old game of commerce, and pool commerce; with the deal and the showing that all commerce has
in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from cadogan.round_games import Action, Choices, Game, Option, Whole, rule
from cadogan.round_games.cards import HIDDEN, PIQUET, Card, high, pack
from cadogan.round_games.commerce_hands import COMBINATIONS, RECOGNISED, strength
from cadogan.round_games.piles import ALL, Hand
from cadogan.round_games.table import Table

#: Counters of each player in pool commerce.
LIVES = 3
Strength = tuple[int, ...]
#: The strength of each hand, by its seat.
Strengths = dict[int, Strength]


class Trading(Table):
    """The table of commerce; the counters of pool commerce outlast a deal."""

    lives: list[int]
    first_out: int | None

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.middle = Hand()  # the three cards of the old game
        self.offered = Hand()  # the card offered in barter, seen by him who offers it
        self.stood: list[int] = []
        self.passed: list[int] = []
        self.waiting: list[int] = []  # who still has a turn in this round
        self.rounds = 0
        self.last = False  # the last exchange of the old game
        self.asker = self.partner = 0


class OldCommerce(Game[Trading]):
    """Exchanging with three cards on the table; in pool commerce for counters."""

    table = Trading
    noticed = {"rounds": "number"}
    marks, counted = ("stood", "passed"), ("lives",)
    permanent, touched = ("pack",), {"buy": "pack"}

    mode = Option(
        "modern",
        ("modern", "old", "pool", "extended"),
        "COMMERCE; THE OLD GAME; POOL COMMERCE; EXTENDED COMMERCE",
        "Modern: buy or barter until one stands. Extended: until all stand. Old: exchange with three cards on the table. "
        "Pool: the old game for counters.",
    )
    pack = Option(
        52, (52, 32), "digest: recovered", "Cards in the pack; 32 for not more than seven players."
    )
    packet = Option(1, (1, 3), "digest: recovered", "Cards dealt at a time.")
    hands = Option(
        "all",
        tuple(RECOGNISED),
        "LIMITED COMMERCE 1.1",
        "The combinations recognised; any other counts as its point.",
    )
    dealer_penalty = Option(
        "none",
        ("none", "all", "better_only"),
        "PENALTIES FOR THE DEALER 1.1",
        "A dealer with a pair or better who is beaten pays a stake to all, or to the better hands.",
    )
    flush_tie = Option(
        "high_cards",
        ("high_cards", "share"),
        "digest: inferred",
        "Flushes of equal points: the highest card decides, or they are equal.",
        "which of two flushes of equal points is better",
    )
    round_cap: Option[Any] = Option(
        10,
        Whole(1, 1000, (None,)),
        "digest: inferred",
        "The number of rounds after which the hands are shown.",
    )
    tied_worst: Option[str] = Option(
        "each",
        ("each", "none"),
        "digest: inferred",
        "Of equal worst hands each gives a counter, or none does.",
        "who gives a counter when the worst hands are equal",
    )
    horse = Option(
        "none",
        ("none", "third", "half"),
        "POOL COMMERCE 2.1",
        "The first player out may buy one counter, for this part of the entry.",
    )
    pool_entry = Option(
        6,
        Whole(1, 10_000),
        "POOL COMMERCE 1.1",
        "Stakes that each pays for three counters; the amount is ours.",
    )
    pool_prize = Option(
        1,
        Whole(1, 1000),
        "POOL COMMERCE 1.3",
        "Stakes that the best hand takes from the pool; the amount is ours.",
    )

    continuous_dealing = Option.switch(
        False,
        "CONTINUOUS DEALING 1.1",
        "The deal passes only when somebody shows a tricon, sequence or flush.",
    )

    @cached_property
    def trades(self) -> bool:
        """Whether cards are bought and bartered, as in the modern and the extended game."""
        return self.mode in ("modern", "extended")

    def cards(self, players: int) -> list[Card]:
        """52 cards, or the 32 from the seven upwards."""
        return pack(PIQUET) if self.pack == 32 else pack()

    @rule("POOL COMMERCE 1.1")
    def start(self, t: Trading) -> None:
        """In pool commerce each pays an equal sum into the pool and has three counters."""
        t.first_out = None
        t.lives = [0] * t.seats
        if self.mode == "pool":
            t.lives = [LIVES] * t.seats
            for seat in range(t.seats):
                t.pay(seat, "pool", self.pool_entry)
            t.say(
                None,
                "All pay {0} into the pool, and have {1} counters each.",
                self.pool_entry,
                LIVES,
            )

    def playing(self, t: Trading) -> list[int]:
        """The seats in this hand, from the dealer's left; without counters a player stands out
        (POOL COMMERCE 1.5).
        """
        seats = t.turn(t.left(t.dealer))
        return [s for s in seats if t.lives[s]] if self.mode == "pool" else seats

    @rule("digest: recovered; THE OLD GAME 2.1")
    def begin(self, t: Trading) -> None:
        """Three cards are dealt to each. In the modern game each has paid one stake to the pool,
        the dealer two; in the old game three more are dealt face up to the middle."""
        t.gather_and_shuffle(self.cards(t.seats))
        t.waiting = self.playing(t)
        t.deal_out(3, t.waiting, self.packet)
        for seat in range(t.seats) if self.trades else ():
            t.pay(seat, "pool", 1 + (seat == t.dealer))
        for _ in range(0 if self.trades else 3):
            t.middle.add(t.draw(), ALL)
        paid = (
            "{who} {deals}. All pay a stake and the dealer two: {0} in the pool."
            if self.trades
            else "{who} {deals}."
        )
        if self.mode == "pool":
            paid = "{who} {deals}; {0} in the pool."
        t.say(
            t.dealer,
            f"{paid} In the middle {{1}}." if t.middle else paid,
            t.pool,
            tuple(t.middle.cards),
        )
        self.next_turn(t)

    def active(self, t: Trading) -> list[int]:
        """Those who have neither stood nor passed."""
        return [s for s in self.playing(t) if s not in t.stood and s not in t.passed]

    @rule("digest: inferred")
    def next_turn(self, t: Trading) -> None:
        """The turn passes to the left, round and round; after the last round agreed the hands are
        shown.
        """
        if not t.waiting and not t.last:
            t.rounds += 1
            t.waiting = self.active(t)
            if t.rounds == self.round_cap:
                t.waiting = []
        if not t.waiting:
            return self.show(t)
        t.asker = t.waiting.pop(0)
        t.ask(t.asker, "turn" if self.trades else "last_exchange" if t.last else "old_turn")

    # --- the old game ---

    @rule("THE OLD GAME 2.3")
    def at_old_turn(self, t: Trading) -> Choices:
        """The player must either stand, pass, or exchange a card."""
        yield Action("stand", "Stand.")
        yield Action("pass", "Pass: no exchange in this hand any more.")
        yield from self.exchanges(t)

    @rule("THE OLD GAME 2.6")
    def at_last_exchange(self, t: Trading) -> Choices:
        """Two have stood: each other player who has not passed may make one more exchange."""
        yield Action("decline", "Make no more exchange.")
        yield from self.exchanges(t)

    def exchanges(self, t: Trading) -> Choices:
        """Every exchange of a card of the hand for one on the table."""
        for own in t.hand.cards:
            for other in t.middle.cards:
                yield Action("exchange", "Exchange {0} for {1}.", own, other)

    def do_decline(self, t: Trading) -> None:
        """No further exchange is made."""
        t.say(t.asker, "{who} {makes} no more exchange.")
        self.next_turn(t)

    @rule("THE OLD GAME 2.5")
    def do_pass(self, t: Trading) -> None:
        """A player who passes is debarred from exchanging any cards in this hand."""
        t.passed.append(t.asker)
        t.say(t.asker, "{who} {passes}.")
        self.next_turn(t)

    @rule("THE OLD GAME 2.4")
    def do_exchange(self, t: Trading, own: Card, other: Card) -> None:
        """The player takes one of the cards on the table and puts one from the hand in its place,
        face up."""
        t.hand.take(own)
        t.middle.take(other)
        t.hand.add(other, ALL)
        t.middle.add(own, ALL)
        t.say(t.asker, "{who} {lays} down {0} and {takes} {1}.", own, other)
        self.next_turn(t)

    def laid_out(self, hand: Sequence[Card]) -> list[list[Card]]:
        """The hand with its highest card first, whatever the suits."""
        return [sorted(hand, key=high, reverse=True)]

    def tally(self, t: Trading, seat: int) -> str:
        """The combination that a hand is, and its points where it counts as a point or a flush."""
        hand = t.hands[seat].cards
        if len(hand) != 3 or HIDDEN in hand:  # one may lie offered in barter
            return ""
        kind, *rest = self.strength(hand)
        return (
            f"{COMBINATIONS[kind]} of {rest[0]}"
            if COMBINATIONS[kind] in ("point", "flush")
            else f"a {COMBINATIONS[kind]}"
        )

    # --- the settlement ---

    def strength(self, cards: Iterable[Card]) -> Strength:
        """A hand's strength, to be compared, with the options in force; see
        `commerce_hands.strength`.
        """
        first, second, third = cards
        key = first.rank, second.rank, third.rank, first.suit == second.suit == third.suit
        rating = self.strengths.get(key)
        if rating is None:
            rating = self.strengths[key] = strength(
                (first, second, third), self.hands, self.flush_tie
            )
        return rating

    @cached_property
    def strengths(self) -> dict[tuple[int, int, int, bool], Strength]:
        """The strengths found so far, by what they depend on: the ranks, and whether in one suit."""
        return {}

    @rule("COMMERCE 4.2")
    def show(self, t: Trading) -> None:
        """All hands are shown, and the best wins; then the deal passes."""
        strengths: Strengths = {}
        for seat in self.playing(t):
            hand = t.hands[seat]
            hand.show()
            cards = tuple(hand.cards)
            strengths[seat] = self.strength(cards)
            t.say(seat, "{who} {shows} {0}: {1}.", cards, COMBINATIONS[strengths[seat][0]])
        most = max(strengths.values())
        best = [s for s in strengths if strengths[s] == most]
        if len(best) > 1:
            t.say(None, "The best hands are equal: {0:player}.", best)
        (
            self.settle
            if self.trades
            else self.settle_old
            if self.mode == "old"
            else self.settle_pool
        )(t, strengths, best)
        self.penalise(t, strengths)
        if self.mode == "pool":
            return self.lose(t, strengths)
        self.next_deal(t, t.dealer if self.stays(strengths) else None)

    @rule("digest: recovered")
    def settle(self, t: Trading, strengths: Strengths, best: list[int]) -> None:
        """The best hand takes the pool, and one stake from the dealer, if it is not the dealer's."""
        if t.dealer not in best:
            t.pay(t.dealer, "pool", 1)
            t.say(t.dealer, "{who}, the dealer, {pays} a stake to the best hand.")
        share = t.pool // len(best)
        for seat in best:
            t.say(seat, "{who} {takes} {0} from the pool.", t.win(seat, share))

    @rule("CONTINUOUS DEALING 1.1")
    def stays(self, strengths: Strengths) -> bool:
        """In continuous dealing the same dealer remains until a player secures a tricon, sequence
        or flush.
        """
        return self.continuous_dealing and not any(
            COMBINATIONS[s[0]] in ("tricon", "sequence", "flush") for s in strengths.values()
        )

    @rule("THE OLD GAME 2.7, 2.8")
    def settle_old(self, t: Trading, strengths: Strengths, best: list[int]) -> None:
        """There is no pool: the winner receives a stake from each other player; equal best hands
        each from all the others.
        """
        for loser in strengths.keys() - set(best):
            for seat in best:
                t.pay(loser, seat, 1)
        for seat in best:
            t.say(
                seat,
                "{who} {has} the best hand, and {receives} a stake from each of the others."
                if len(best) == 1
                else "{who} {receives} a stake from each of the beaten hands.",
            )

    @rule("POOL COMMERCE 1.3")
    def settle_pool(self, t: Trading, strengths: Strengths, best: list[int]) -> None:
        """The winner takes the sum arranged from the pool; the worst hand puts one counter into it."""
        for seat in best:
            t.say(
                seat,
                "{who} {takes} {0} from the pool for the best hand.",
                t.win(seat, self.pool_prize),
            )
        worst = [s for s in strengths if strengths[s] == min(strengths.values())]
        if len(best) < len(strengths) and (len(worst) == 1 or self.tied_worst == "each"):
            for seat in worst:
                t.lives[seat] -= 1
                t.say(seat, "{who} {gives} a counter, and {has} {0}.", t.lives[seat])

    @rule("PENALTIES FOR THE DEALER 1.1")
    def penalise(self, t: Trading, strengths: Strengths) -> None:
        """A dealer who holds a tricon, sequence, flush or pair and is beaten pays a stake to each
        player, or to those only who have better hands."""
        if self.dealer_penalty == "none":
            return
        better = [s for s in strengths if strengths[s] > strengths[t.dealer]]
        if not better or not strengths[t.dealer][0]:
            return
        others = [s for s in strengths if s != t.dealer]
        paid = better if self.dealer_penalty == "better_only" else others
        for seat in paid:
            t.pay(t.dealer, seat, 1)
        t.say(
            t.dealer,
            "{who} {is} beaten with a {0}, and {pays} a stake as dealer to {1:player}.",
            COMBINATIONS[strengths[t.dealer][0]],
            paid,
        )

    # --- pool commerce ---

    def lose(self, t: Trading, strengths: Strengths) -> None:
        """The first player to be out may be asked whether he buys a horse."""
        out = [s for s in strengths if not t.lives[s]]  # from the dealer's left
        if out and t.first_out is None:
            t.first_out = out[0]
            if self.horse != "none" and self.can_pay(t, out[0], self.horse_price):
                return t.ask(out[0], "horse")
        self.after_hand(t)

    @property
    def horse_price(self) -> int:
        """A third or a half of the entry, in stakes."""
        return self.pool_entry // (3 if self.horse == "third" else 2)

    @rule("POOL COMMERCE 2.1")
    def at_horse(self, t: Trading) -> Choices:
        """The player who is first out has the option of buying one counter from the pool, and pays
        for it into the pool."""
        yield Action("horse", f"Buy a horse, one counter, for {self.horse_price}.")
        yield Action("refuse", "Stay out.")

    def do_horse(self, t: Trading) -> None:
        """The horse is bought."""
        t.pay(t.acting, "pool", self.horse_price)
        t.lives[t.acting] = 1
        t.say(t.acting, "{who} {buys} a horse for {0}.", self.horse_price)
        self.after_hand(t)

    def do_refuse(self, t: Trading) -> None:
        """No horse is bought."""
        t.say(t.to_act, "{who} {stays} out.")
        self.after_hand(t)

    @rule("POOL COMMERCE 1.4, 1.5")
    def after_hand(self, t: Trading) -> None:
        """The game continues until one player has counters left, who takes what is in the pool; a
        player without counters is dealt no cards."""
        alive = [s for s in t.turn(t.left(t.dealer)) if t.lives[s]]
        if len(alive) > 1:
            self.settled(t)
            t.dealer = alive[0]
            return self.begin(t)
        t.say(
            alive[0], "{who} {has} the last counters and {takes} the pool of {0}.", t.win(alive[0])
        )
        self.settled(t)
        t.ask(None, "over")
