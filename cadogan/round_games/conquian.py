"""Conquian: forty cards, two players; every card turned is used at once or passed; eleven down win
(R. F. Foster, *Hoyle*).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from cadogan.round_games import Action, Choices, Option, rule
from cadogan.round_games.cards import Card, pack as packs_of
from cadogan.round_games.conquian_down import DownTable, PlayingDown, fitted
from cadogan.round_games.melds import SHORTEST, in_melds, melds_in, together
from cadogan.round_games.piles import ALL
from cadogan.round_games.telling import ranks


class Conquian(PlayingDown):
    """Ten cards each; a card turned up goes down in a combination or is passed; with the eleventh
    card down a player wins.
    """

    slug, title, author, usual = "conquian", "Conquian", "R. F. Foster", 2
    aim = "Be the first to have eleven cards lying in combinations before you."
    table = DownTable
    noticed = {"fixed": "card"}
    stacked, permanent, touched = (
        ("pack", "passed"),
        ("pack", "offer"),
        {"discard": "offer", "pass": "pack"},
    )
    tried = {
        "lay": "lay",
        "forced": "lay",
        "offer_drawer": "use",
        "offer_other": "use",
        "offer_discard": "use",
    }

    taught = {
        "The deal": ("begin", "turn"),
        "A card is turned up": ("at_offer_drawer", "at_offer_other", "do_use", "do_pass"),
        "After using it": ("at_lay", "at_discard", "at_offer_discard"),
        "Forcing": ("forces", "do_force"),
        "The end": ("won", "tableau"),
    }

    first_card = Option(
        "pone_draws",
        ("pone_draws", "turn_up"),
        "digest: recovered",
        "The non-dealer draws the first card; or the twenty-first is "
        "turned up at the deal, and he uses it or draws.",
    )
    allow_force = Option.switch(
        True, "FORCING 1.1", "A player may be forced with a card that fits what he has down."
    )
    pool_carry = Option.switch(
        True, "SHOWING 1.1", "At a tableau each puts a counter into the pool for the next hand."
    )
    target = Option(
        11, (11, 9, 10), "DISCARDING 1.1", "Cards down that win; the hands have one card less."
    )
    rulings = {
        "high": {
            "may the drawer force his adversary with a card drawn and not wanted": "only with his discard, after using a card",
            "must the adversary of a declined card choose between using and forcing": "yes, one card serves once",
            "who draws after a card is passed by both": "the one who passed last, the adversary of the last drawer",
            "may the drawer come back to a card his adversary turned down": "no",
            "the last stock card": "after both refuse it each shows his hand: tableau",
            "more than eleven down": "does not arise: eleven are the whole hand and the card used",
        },
        "medium": {
            "can combinations be laid before any card is used": "no; only with a card just used or forced",
            "may a forced player force in his turn with his discard": "yes; he has used a card and must discard",
            "forcing a player who has ten down and no hand": "the card makes eleven down and he wins: a blunder, but legal",
            "may a force be made with a refused discard": "no; a discard is laid on the adversary's at once, or offered",
        },
        "low": {
            "may a forced player borrow": "yes, but the forced card stays where it was put until that turn is over",
        },
    }

    @property
    def players(self) -> range:
        """Two; a third at the table deals and takes no cards."""
        return range(2, 3)

    @rule("digest: recovered")
    def cards(self, players: int) -> list[Card]:
        """Forty cards: without the eights, nines and tens of a Spanish pack, or without court
        cards.
        """
        return packs_of(self.ranks)

    def ranking(self) -> list[str]:
        """What a combination is, and how many cards win."""
        return [
            f"A combination is three cards or more: all of one rank, or in sequence in one suit, in this order: {ranks(self.ranks)}.",
            f"The {self.target} cards that win lie in combinations, {SHORTEST} or more in each.",
        ]

    # --- the deal and the stock ---

    @rule("digest: recovered")
    def begin(self, t: DownTable) -> None:
        """Ten cards each, two at a time, the rest face down as the stock. The non-dealer begins."""
        t.gather_and_shuffle(self.cards(t.seats))
        t.deal_out(self.target - 1, packet=2)
        pone = t.left(t.dealer)
        t.say(
            t.dealer,
            "{who} {deals} {0} cards each; the stock has {1}.",
            self.target - 1,
            len(t.pack),
        )
        if self.first_card == "pone_draws":
            return self.turn(t, pone)
        self.face(t, None)
        t.ask(pone, "offer_discard")

    def face(self, t: DownTable, seat: int | None) -> None:
        """The top card of the stock is turned up."""
        t.offer.add(t.draw(), ALL)
        t.say(
            seat,
            "The card turned up is {0}." if seat is None else "{who} {turns} {0}.",
            t.offer[0].card,
        )

    @rule("SHOWING 1.1")
    def turn(self, t: DownTable, seat: int) -> None:
        """The player turns the top card of the stock. When a draw is due and the stock is empty it
        is a tableau.
        """
        if not t.pack:
            return self.tableau(t)
        self.face(t, seat)
        t.drawer = seat
        t.ask(seat, "offer_drawer")

    # --- a card is on offer ---

    @rule("DISCARDING 1.3, FORCING 1.1")
    def at_offer_drawer(self, t: DownTable) -> Choices:
        """The player who draws a card has the first refusal of it: it is used at once, on the
        table, or declined."""
        yield Action("decline", f"Decline {t.offer[0].card.symbol}.")
        yield from self.uses(t)

    @rule("FORCING 1.1, 1.4")
    def at_offer_other(self, t: DownTable) -> Choices:
        """A card that the drawer declined is the adversary's to use, to force the drawer with, or
        to turn down.
        """
        yield Action("pass", f"Turn {t.offer[0].card.symbol} down, and draw.")
        yield from self.uses(t)
        yield from self.forces(t, [t.offer[0].card])

    @rule("DISCARDING 1.2")
    def at_offer_discard(self, t: DownTable) -> Choices:
        """A card thrown out is at the disposal of the adversary, as if it were drawn from the
        stock; an adversary who does not want it passes it and draws another."""
        yield Action("pass", f"Turn {t.offer[0].card.symbol} down, and draw.")
        yield from self.uses(t)

    def uses(self, t: DownTable) -> Choices:
        """Every way to lay the card that is on offer."""
        card = t.offer[0].card
        if self.rearrange != "free":
            for i, meld in t.of(t.acting):
                if (grown := fitted(meld, card)) is not None:
                    yield Action("place", "Place {card}: {grown}.", i, card=card, grown=grown)
        for melds in self.combinations(t, t.acting, card):
            yield Action(
                "use", f"Use {card.symbol}: {', '.join(m.symbols for m in melds)}.", *melds
            )

    def do_decline(self, t: DownTable) -> None:
        """The player declines the card, and the adversary may have it."""
        t.say(t.acting, "{who} {declines} it.")
        t.ask(t.adversary, "offer_other")

    @rule("FORCING 1.6")
    def do_pass(self, t: DownTable) -> None:
        """The card is turned down and dead; the player who passed it draws."""
        card = t.offer.pop().card
        t.passed.add(card, ALL)
        t.say(t.acting, "{who} {passes} {0}.", card)
        self.turn(t, t.acting)

    def do_place(self, t: DownTable, i: int) -> None:
        """The card lengthens a combination of one's own."""
        self.lengthen(t, i, t.offer.pop().card, "places")
        self.after_laying(t, t.acting, "lay")

    @rule("DISCARDING 1.1; digest: recovered")
    def do_use(self, t: DownTable, *melds: object) -> None:
        """The card goes down in a new combination with two cards or more from the hand or borrowed;
        it never enters the hand.
        """
        card = t.offer.pop().card
        self.put_down(t, t.acting, melds, "{uses} {1}", card)
        self.after_laying(t, t.acting, "lay")

    # --- more from the hand, and a discard ---

    def after_laying(self, t: DownTable, seat: int, phase: str) -> None:
        """Eleven down win; otherwise the player may lay more, and must discard."""
        if t.lying(seat) >= self.target:
            return self.won(t, seat)
        t.ask(seat, phase if self.lay_extra_from_hand else "discard")

    @rule("DISCARDING 1.1; digest: inferred")
    def at_lay(self, t: DownTable) -> Choices:
        """Together with a card used, a player may show down more of the hand, for whoever can show
        down all of it wins."""
        yield Action("done", "Lay nothing more, and discard.")
        hand = t.hand.cards
        if self.rearrange != "free":
            for card, (i, meld) in product(hand, t.of(t.acting)):
                if (grown := fitted(meld, card)) is not None:
                    yield Action("add", "Add {0}: {grown}.", card, i, grown=grown)
        for melds in self.combinations(t, t.acting):
            yield Action("lay", f"Lay {', '.join(m.symbols for m in melds)}.", *melds)

    @rule("FORCING 1.2, 1.4; digest: inferred")
    def at_forced(self, t: DownTable) -> Choices:
        """A forced player keeps the card where it was put; he may lay more from his hand, and must
        discard.
        """
        return self.at_lay(t)

    def do_add(self, t: DownTable, card: Card, i: int) -> None:
        """A card of the hand lengthens a combination of one's own."""
        t.hand.take(card)
        self.lengthen(t, i, card, "adds")
        self.after_laying(t, t.acting, t.phase)

    def do_lay(self, t: DownTable, *melds: object) -> None:
        """The player lays a further combination from the hand."""
        self.put_down(t, t.acting, melds, "{lays}")
        self.after_laying(t, t.acting, t.phase)

    def do_done(self, t: DownTable) -> None:
        """The player lays nothing more, and discards."""
        t.ask(t.acting, "discard")

    @rule("DISCARDING 1.1, 1.2; FORCING 1.5")
    def at_discard(self, t: DownTable) -> Choices:
        """A player who has used a card has one too many and must discard, either offering a card to
        the adversary or forcing them with it."""
        hand = t.hand.cards
        yield from Action.each("discard", "Discard {0}.", hand)
        yield from self.forces(t, hand)

    def do_discard(self, t: DownTable, card: Card) -> None:
        """The card is at the disposal of the adversary."""
        seat = t.acting
        t.hands[seat].take(card)
        t.offer.add(card, ALL)
        t.fixed = ""
        t.say(seat, "{who} {discards} {0}.", card)
        t.ask(t.adversary, "offer_discard")

    # --- forcing ---

    @rule("FORCING 1.1, 1.5, 1.8")
    def forces(self, t: DownTable, cards: Iterable[Card]) -> Choices:
        """An adversary is forced with a card that fits what they have down as it lies: one they
        drew and declined, or one that a player who has used a card discards."""
        if self.allow_force:
            for card, (i, meld) in product(cards, t.of(t.adversary)):
                if (grown := fitted(meld, card)) is not None:
                    pattern = "“Discard”: force {other:player} with {0}: {grown}."
                    yield Action("force", pattern, card, i, other=t.adversary, grown=grown)

    @rule("FORCING 1.4, 1.5")
    def do_force(self, t: DownTable, card: Card, i: int) -> None:
        """The card is placed at the end of the adversary's sequence or with their triplet; they
        must discard."""
        seat, other = t.acting, t.adversary
        if t.phase == "discard":
            t.hands[seat].take(card)
        else:
            t.offer.clear()
        t.say(seat, "{who} {forces} {0:player}.", other)
        self.lengthen(t, i, card, "gets")
        t.fixed = card.text
        self.after_laying(t, other, "forced")

    # --- the end ---

    @rule("DISCARDING 1.1; digest: recovered")
    def won(self, t: DownTable, seat: int) -> None:
        """Eleven cards down win the game: a counter from the adversary, and the pool."""
        t.pay(t.left(seat), seat, 1)
        pool = t.win(seat)
        pattern = "{who} {has} {0} down and {wins} a counter from {1:player}"
        t.say(
            seat,
            f"{pattern}, and the pool of {{2}}." if pool else f"{pattern}.",
            self.target,
            t.left(seat),
            pool,
        )
        self.next_deal(t)

    @rule("SHOWING 1.1")
    def tableau(self, t: DownTable) -> None:
        """Each shows the remainder of the hand, and as neither has eleven down, each puts a counter
        in the pool."""
        for seat in t.turn(t.left(t.dealer)):
            t.hands[seat].show()
            t.say(
                seat,
                "{who} {shows} {0}." if t.hands[seat] else "{who} {shows} no card.",
                t.hands[seat].cards,
            )
            if self.pool_carry:
                t.pay(seat, "pool", 1)
        t.say(
            None,
            "Tableau: each puts a counter into the pool, which has {0}."
            if self.pool_carry
            else "Tableau: nobody wins.",
            t.pool,
        )
        self.next_deal(t)

    def laid_out(self, hand: Sequence[Card]) -> list[list[Card]]:
        """The combinations with which most of a hand goes down; then what is left, suit by suit."""
        every = melds_in(hand, self.ranks)
        return in_melds(hand, together(hand, every, lambda meld: len(meld.cards)))

    def standing(self, t: DownTable) -> Sequence[int]:
        """The cards that each seat has down."""
        return [t.lying(seat) for seat in range(t.seats)]

    def tally(self, t: DownTable, seat: int) -> str:
        """How many of the cards that win lie down."""
        return f"{t.lying(seat)} of {self.target} down"

    def why(self, t: DownTable, verb: str, *words: str) -> str:
        """Why a card does not fit, cannot be forced now, or cannot be borrowed."""
        match verb, t.phase:
            case "force", _ if not self.allow_force:
                return "forcing is not allowed in this game"
            case "force", "offer_drawer" | "offer_discard" | "lay" | "forced":
                return "you cannot force except with a card that your adversary drew and declined, or with a discard after using a card"
            case "discard", "offer_drawer" | "offer_other" | "offer_discard":
                return "you are not allowed to discard except after using a card"
        return self.why_not_down(t, verb, words)

    def grounds(self, t: DownTable, verb: str) -> str:
        """The sentence of the text that says when a player may force or discard."""
        if verb == "force" and not self.allow_force:
            return "FORCING 1.1"
        return "FORCING 1.8" if verb in ("force", "discard") else ""
