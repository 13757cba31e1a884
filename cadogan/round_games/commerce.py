"""Commerce: three cards, bettered by buying, bartering or exchanging (W. H. Peel, *Round Games*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cadogan.round_games import Action, Choices, Option, OptionError, State, rule
from cadogan.round_games.cards import Card, known, symbols
from cadogan.round_games.commerce_hands import COMBINATIONS, HIGH, POINTS, RECOGNISED, WHAT_IT_IS
from cadogan.round_games.commerce_old import LIVES, OldCommerce, Trading
from cadogan.round_games.telling import player, ranks

STAND = Action("stand", "Stand.")
REFUSE = Action("stand", "Stand, and so refuse the barter.")
ON = Action("on", "Trade on when your turn comes again.")


class Commerce(OldCommerce):
    """Tricon, sequence, flush, pair or point: the best three cards win."""

    slug, title, author, usual = "commerce", "Commerce", "W. H. Peel", 5
    aim = "Hold the best three cards when the hands are shown."

    @property
    def taught(self) -> Mapping[str, tuple[str, ...]]:  # type: ignore[override]
        """The rules of the mode in force, by heading."""
        if self.trades:
            return {
                "The deal": ("begin",),
                "Your turn": (
                    "at_turn",
                    "do_buy",
                    "do_barter",
                    "at_barter_reply",
                    "at_after_trade",
                ),
                "The end": ("do_stand", "next_turn", "show", "settle"),
            }
        end = ("settle_pool", "after_hand") if self.mode == "pool" else ("settle_old",)
        turn = ("at_old_turn", "do_exchange", "do_pass", "at_last_exchange")
        return {
            "The deal": ("begin",),
            "Your turn": turn,
            "The end": ("do_stand", "next_turn", *end),
        }

    def ranking(self) -> list[str]:
        """The hands, the best first, and what the cards count."""
        known = [
            f"a {name}, {WHAT_IT_IS[name]}"
            for name in reversed(COMBINATIONS)
            if name in RECOGNISED[self.hands]
        ]
        order = sorted(range(1, 14), key=lambda rank: HIGH[rank], reverse=True)
        return [
            f"Of two hands, the better is: {'; then '.join(known)}.",
            f"Between hands of one kind the higher cards decide, from the highest to the lowest {ranks(order)}.",
            f"In a flush or a point, A counts {POINTS[1]}, each of K Q J {POINTS[13]}, any other its pips.",
        ]

    barter_choice = Option(
        "neighbour_blind",
        ("neighbour_blind", "neighbour_sees", "trader_picks"),
        "digest: inferred",
        "The neighbour gives a card before he sees the one offered, or after, or the trader draws one blind.",
        "who chooses the card returned",
    )
    dealer_buys = Option(
        "free",
        ("free", "not_allowed"),
        "digest: recovered",
        "A dealer buys without paying, or cannot buy.",
    )
    rulings = {
        "high": {
            "may a barter be refused": "only by standing, which ends the modern commerce",
            "one stand and all the rest passed in the old game": "the hands are shown",
            "may a player exchange and stand in one turn of the old game": "no",
        },
        "medium": {
            "equal best hands in the old game": "each receives a stake from every loser, not from one another",
            "one player alone still able to exchange": "he goes on until he stands or passes",
            "a pair in limited commerce without pairs": "counts as its point",
            "the dealer in the old game": "an ordinary player, last in turn",
            "a barter when no partner is left": "only buying and standing remain",
        },
        "low": {
            "equal best hands in the modern game": "they share pool and the dealer's stake in whole counters; the rest stays",
            "equal best hands in pool commerce": "each takes the prize",
            "all hands equal in pool commerce": "nobody gives a counter",
            "two players first out together": "the one nearer the dealer's left may buy the horse",
            "the dealer's penalty and his stake to the winner": "both are paid",
        },
    }

    # --- the game ---

    @property
    def players(self) -> range:
        """3 to 12, with 32 cards 3 to 7 (two can play)."""
        return range(2, 8 if self.pack == 32 else 13)

    def check(self) -> None:
        """Options of one mode are refused in another."""
        if self.mode == "pool" and self.deals != 1:
            raise OptionError(
                "deals is not for mode='pool', which is played until one player has counters"
            )
        if self.horse != "none" and self.mode != "pool":
            raise OptionError(f"horse belongs to mode='pool', not {self.mode!r}")
        if self.continuous_dealing and not self.trades:
            raise OptionError(
                f"continuous_dealing belongs to mode='modern' or 'extended', not {self.mode!r}"
            )
        if self.mode == "pool" and self.horse != "none" and self.pool_entry % 6:
            raise OptionError(
                f"pool_entry is a multiple of 6 where a horse is sold, not {self.pool_entry}"
            )
        if self.mode == "pool" and self.pool_entry < LIVES * self.pool_prize:
            raise OptionError(
                f"pool_entry is at least {LIVES * self.pool_prize}, three times pool_prize, not {self.pool_entry}"
            )

    # --- the modern game ---

    @rule("COMMERCE 4.1")
    def at_turn(self, t: Trading) -> Iterable[Action]:
        """A player buys or barters one card, not both, or stands, and must do one of the three."""
        hand, actions = t.hand.cards, [STAND]
        if t.pack and (
            self.can_pay(t, t.asker, 1) if t.asker != t.dealer else self.dealer_buys == "free"
        ):
            price = "" if t.asker == t.dealer else " for one stake"
            pattern = f"Throw out {{0}} and buy the top card of the pack{price}."
            actions += Action.each("buy", pattern, hand)
        if (partner := self.neighbour(t, t.asker)) is not None:
            pattern = "Offer {0} in barter to {partner:player}."
            actions += Action.each("barter", pattern, hand, partner=partner)
        return actions

    def neighbour(self, t: Trading, seat: int) -> int | None:
        """The next player on the left who has not stood."""
        if not t.stood:
            return t.left(seat)
        return next((s for s in t.others(seat) if s not in t.stood), None)

    @rule("COMMERCE 1.1")
    def do_buy(self, t: Trading, card: Card) -> None:
        """For ready money the player throws out a card, pays a stake to the dealer, and receives
        the top card of the pack; the card rejected goes to the bottom unseen."""
        seat, me = t.asker, 1 << t.asker
        t.hands[seat].forget(me)
        t.hands[seat].take(card)
        t.pay(seat, t.dealer, 1)
        bought = t.pack.pop()
        t.hands[seat].add(bought.card, bought.seen | me)
        t.pack.under(card, me)
        pattern = (
            "{who} {buys} the top card without paying."
            if seat == t.dealer
            else "{who} {buys} the top card and {pays} {0:player}."
        )
        t.say(
            seat,
            pattern,
            t.dealer,
            secret=(f"{pattern} {{1}} is thrown out, {{2}} bought.", card, bought.card),
            to=me,
        )
        t.ask(seat, "after_trade")

    @rule("COMMERCE 2.1")
    def do_barter(self, t: Trading, card: Card) -> None:
        """The player offers a card to the neighbour on the left, who must give one in exchange, or
        stand."""
        partner = self.neighbour(t, t.asker)
        assert partner is not None
        t.partner = partner
        t.hand.forget(1 << t.asker)
        t.hand.take(card)
        t.offered.add(card, 1 << t.asker)
        t.say(
            t.asker,
            "{who} {offers} {0:player} a barter.",
            partner,
            secret=("{who} {offers} {0:player} a barter: {1}.", card),
            to=1 << t.asker,
        )
        t.ask(partner, "barter_reply")

    @rule("COMMERCE 2.1")
    def at_barter_reply(self, t: Trading) -> Choices:
        """The player to whom a barter is offered gives a card in exchange, or stands."""
        yield REFUSE
        if self.barter_choice == "neighbour_blind":
            yield from self.at_choose_return(t)
        else:
            yield Action("allow", "Allow the barter.")

    def do_allow(self, t: Trading) -> None:
        """The barter is allowed before its cards are chosen."""
        t.say(t.partner, "{who} {allows} the barter.")
        if self.barter_choice == "neighbour_sees":
            t.offered.show(1 << t.partner)
            return t.ask(t.partner, "choose_return")
        t.ask(t.asker, "pick")

    @rule("digest: inferred")
    def at_choose_return(self, t: Trading) -> Choices:
        """The neighbour has seen the card offered and chooses what he gives for it."""
        return Action.each("give", "Give {0} in exchange.", t.hand.cards)

    @rule("digest: inferred")
    def at_pick(self, t: Trading) -> Choices:
        """The trader draws a card blind from the neighbour's hand."""
        yield Action("pick", "Draw a card from the hand of {partner:player}.", partner=t.partner)

    def do_pick(self, t: Trading) -> None:
        """Which card he draws is fixed by the deal's number."""
        self.do_give(t, t.shuffled(t.hands[t.partner].cards)[-1].card)

    @rule("COMMERCE 2.1")
    def do_give(self, t: Trading, card: Card) -> None:
        """The two cards are exchanged; only the two players know them."""
        both = 1 << t.asker | 1 << t.partner
        t.hands[t.partner].forget(1 << t.partner)
        t.hands[t.partner].take(card)
        offered = t.offered.pop().card
        t.hands[t.partner].add(offered, both)
        t.hands[t.asker].add(card, both)
        t.say(
            t.partner,
            "{who} {exchanges} a card with {0:player}.",
            t.asker,
            secret=("{who} {gives} {0:player} {2} for {1}.", offered, card),
            to=both,
        )
        t.ask(t.asker, "after_trade")

    @rule("COMMERCE 3.1")
    def at_after_trade(self, t: Trading) -> Choices:
        """A player who has traded stands at once if the hand is strong enough; if not, the next
        player has a turn."""
        yield ON
        yield STAND

    def do_on(self, t: Trading) -> None:
        """The turn passes."""
        t.say(t.asker, "{who} {goes} on.")
        self.next_turn(t)

    @rule("COMMERCE 4.2; THE OLD GAME 2.6; EXTENDED COMMERCE 1.1")
    def do_stand(self, t: Trading) -> None:
        """In the modern game commerce ceases when a player stands, and all hands are shown; in the
        extended game when all have stood. In the old game, when two stand, each other player who
        has not passed may make one more exchange."""
        seat = t.acting
        t.stood.append(seat)
        t.say(seat, "{who} {stands}.")
        if t.offered:  # the barter is refused; the card goes back
            t.hands[t.asker].add(t.offered.pop().card, 1 << t.asker)
        if self.mode == "modern":
            return self.show(t)
        if not self.trades and len(t.stood) == 2:
            t.last, t.waiting = True, [s for s in t.others(seat) if s in self.active(t)]
        if self.trades and seat != t.asker:
            t.waiting = [s for s in t.waiting if s != seat]
            return t.ask(t.asker, "turn")  # he has not traded yet
        self.next_turn(t)

    # --- what a refusal says, and what a search is told ---

    def why(self, t: Trading, verb: str, *words: str) -> str:
        """Why a card not held, an empty purse, or a partner who has stood does not do."""
        match verb, t.phase:
            case "buy" | "barter", "after_trade":
                return "you have traded this turn, and may not do both; go on or stand"
            case "buy", "turn" if not t.pack:
                return "the pack is out of cards; barter or stand"
            case "buy", "turn" if t.asker == t.dealer and self.dealer_buys == "not_allowed":
                return "the dealer may not buy; he barters or stands"
            case "buy", "turn" if t.asker != t.dealer and not self.can_pay(t, t.asker, 1):
                return f"the purse of {player(t.asker)} is empty, and a card costs one stake"
            case "barter", "turn" if self.neighbour(t, t.asker) is None:
                return "everybody else has stood; there is nobody to barter with"
            case (
                ("buy" | "barter", "turn")
                | ("give", "barter_reply" | "choose_return")
                | ("exchange", "old_turn" | "last_exchange")
            ) if words and (why := self.not_held(t, words[0])):
                return why
            case "exchange", "old_turn" | "last_exchange" if len(words) == 2:
                other = known(words[1])
                if other is not None and other not in t.middle.cards:
                    return f"{other.symbol} is not in the middle: {symbols(t.middle.cards)}"
        return ""

    def standing(self, t: Trading) -> Sequence[int]:
        """The counters of each seat when the last hand was settled, in pool commerce those that it
        has to lose: the hands are hidden."""
        return t.lives if self.mode == "pool" else t.settled

    def worth(self, state: State) -> Sequence[float]:
        """In pool commerce the pool is shared in advance, by counters held."""
        lives: Sequence[int] = state.lives
        total = sum(lives) if not state.is_over else 0
        return [
            c + (state.pools["pool"] * n / total if total else 0)
            for c, n in zip(state.payoffs, lives)
        ]
