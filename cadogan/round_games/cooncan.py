"""Cooncan with two packs: draw, lay out combinations, discard; the first hand that is empty is paid
(R. F. Foster, 1913).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import inf
from typing import Any

from cadogan.echo import counted
from cadogan.round_games import Action, Choices, Option, OptionError, State, View, Whole, rule
from cadogan.round_games.cards import HIDDEN, JOKER, Card, pack as packs_of
from cadogan.round_games.cooncan_laying import Drawing, Laying
from cadogan.round_games.melds import ACE_AT_EITHER_END, FACE, SHORTEST, in_melds
from cadogan.round_games.piles import ALL
from cadogan.round_games.telling import ranks as ranks_in_words


def points(cards: Iterable[Card]) -> int:
    """What cards left in a hand cost: the joker 15, the ace 11, court cards 10, the others their
    pips (COONCAN 3.2).

    >>> from cadogan.round_games.cards import cards, pack
    >>> points(cards("JK AS KH 7C")), points(pack(packs=2, jokers=2))
    (43, 790)
    """
    return sum(15 if c is JOKER else 11 if c.rank == 1 else min(10, c.rank) for c in cards)


DRAW = Action("draw", "Draw the top card of the pack.")
TURN = Action("draw", "Turn the stock, and draw its first card.")


@cache
def take(card: Card) -> Action:
    """The action of taking this card from the stock."""
    return Action("take", f"Take {card.symbol} from the stock.")


class Cooncan(Laying):
    """Ten cards each of two packs with two jokers; combinations on the table are open to everybody."""

    slug, title, author, usual = "cooncan", "Cooncan", "R. F. Foster", 4
    aim = "Be the first without a card: the others pay you for those left in their hands."
    table = Drawing
    each = 10  # cards dealt; a small game for solving deals fewer (`cadogan.round_games.exact`)
    noticed = {"taken": "card", "turns": "number"}
    stacked, permanent = ("pack", "stock"), ("pack", "stock")
    touched, tried = {"draw": "pack", "take": "stock", "discard": "stock"}, {"lay": "lay"}

    taught = {
        "The deal": ("cards", "begin"),
        "Your turn": ("at_draw", "at_lay", "do_lay", "do_add", "moves", "at_discard"),
        "When the pack is out": ("turn_stock",),
        "The end": ("settle", "next_deal"),
    }

    deals: Option[Any] = Option(
        None,
        Whole(1, also=("round", None)),
        "COONCAN 26.1",
        "Deals after which the game is stopped if the rounds are not over; "
        "round: one round; None: not stopped.",
    )
    rounds: Option[Any] = Option(
        1,
        Whole(1, 100, (None,)),
        "COONCAN 26.1",
        "Rounds of deals, each player dealing once in each; None: without end.",
    )
    splash_bonus = Option(
        0,
        (0, 25, 50),
        "COONCAN 25.3",
        "What each other player pays besides for a hand laid all in one turn.",
    )
    seating = Option(
        "keep",
        ("keep", "redraw_hourly", "second_cut_next"),
        "COONCAN 5.3, 6.1",
        "The seats stay; or are cut for anew after each "
        "round, there being no clock; or are fixed before the first deal by the cut, the highest dealing and the next on his left.",
    )
    return_taken_card = Option.switch(
        True,
        "digest: inferred",
        "The card just taken from the stock may be discarded at once; "
        "otherwise only as the last card.",
        "may the taken stock card be discarded at once",
    )
    reshuffle_on_turn = Option.switch(False, "COONCAN 27.2", "The turned stock is shuffled.")
    turned_stock = Option(
        "oldest_first",
        ("oldest_first", "newest_first"),
        "digest: inferred",
        "The oldest discard of a turned stock is drawn first, or the newest.",
        "which card comes first from a turned stock",
    )
    turned_when = Option(
        "asked",
        ("asked", "exhausted"),
        "digest: inferred",
        "The stock is turned when a player asks for the pack, or as soon as the "
        "pack is drawn out, so that the next discard begins a new stock.",
        "when is the stock turned",
    )
    turn_limit: Option[Any] = Option(
        1000,
        Whole(1, also=(None,)),
        "digest: inferred",
        "Turns of single players after which a deal is void; None: never.",
    )
    rulings = {
        "high": {
            "is a discard needed to go out": "no; the last card may be laid or discarded",
            "can combinations be merged or split": "no; a combination cannot be changed, only extended",
            "does extending beyond an end joker fix it": "yes, it becomes interior",
            "is the one joker move counted for each joker": "yes, each is turned crossways by itself",
            "both places filled at a joker move": "allowed",
            "do the nine cards that might be got rid of count jokers and tens": "no: five fours, two fives and two nines of hearts; "
            "tens only follow a nine, jokers apart",
            "six persons besides himself": "seven at table; allowed, and advised against by the author",
        },
        "medium": {
            "does a splash allow a last discard or cards added to other combinations": "yes; every card but the last must be laid, "
            "by either way, all in one turn, and nothing earlier",
        },
    }

    @property
    def players(self) -> range:
        """4 to 7 (COONCAN 4.1, 4.3)."""
        return range(4, 8)

    def check(self) -> None:
        """The cut finds the first dealer, or the host does."""
        if self.dealer and self.seating == "second_cut_next":
            raise OptionError(
                "dealer is found by the cut with seating='second_cut_next'; leave it at 0"
            )

    def ranking(self) -> list[str]:
        """What a combination is, and what the cards left in a hand cost."""
        cost = {
            n: [rank for rank in range(1, 14) if points([FACE[rank, "S"]]) == n]
            for n in (points([FACE[1, "S"]]), 10)
        }
        return [
            f"A combination is {SHORTEST} cards or more: of one rank, or in sequence in one suit: {ranks_in_words(ACE_AT_EITHER_END)}, "
            "but not round the corner. The joker stands for any card.",
            f"A card left in a hand costs {points([JOKER])} if it is a joker, "
            + ", ".join(f"{n} for {ranks_in_words(group)}" for n, group in cost.items())
            + ", its pips for any other.",
        ]

    @rule("COONCAN 1.1")
    def cards(self, players: int) -> list[Card]:
        """Two packs of fifty-two cards and two jokers are shuffled together and used as one."""
        return packs_of(packs=2, jokers=2)

    # --- the deal ---

    def start(self, t: Drawing) -> None:
        """Cut for seats, if that is agreed."""
        t.order = list(range(t.seats))
        if self.seating == "second_cut_next":
            self.cut(t)

    @rule("COONCAN 1.3, 5.2, 5.3, 5.4")
    def cut(self, t: Drawing) -> None:
        """Each draws a card: the highest, from the king down to the joker, deals, and the next
        highest sits on his left. Ties cut again."""
        spread = t.shuffled(self.cards(t.seats))
        drawn: list[list[Card]] = [[] for _ in range(t.seats)]
        while tied := [
            s for s in range(t.seats) if sum(ranks(drawn[s]) == ranks(other) for other in drawn) > 1
        ]:
            for seat in tied:
                drawn[seat].append(spread.pop().card)
                t.say(seat, "{who} {cuts} {0}.", drawn[seat][-1])
        t.order = sorted(range(t.seats), key=lambda s: ranks(drawn[s]), reverse=True)
        t.dealer = t.order[0]
        t.say(None, "From the dealer to the left sit {0:player}.", t.order)

    @rule("COONCAN 8.1, 9.1")
    def begin(self, t: Drawing) -> None:
        """The cards are dealt one at a time, beginning on the dealer's left, until each player has
        ten; the next card is turned and is called the stock."""
        t.gather_and_shuffle(self.cards(t.seats))
        t.deal_out(self.each)
        t.stock.add(t.draw(), ALL)
        t.say(
            t.dealer,
            "{who} {deals} {0} cards each; {1} is the stock.",
            "ten" if self.each == 10 else self.each,
            t.stock[-1].card,
        )
        self.next_turn(t, t.left(t.dealer))

    def next_turn(self, t: Drawing, seat: int) -> None:
        """The next player; or the deal is void, if it has gone on too long."""
        t.taken, t.turns = "", t.turns + 1
        if t.turns > (self.turn_limit or inf):
            t.say(None, "Nobody is out after {0} turns: the deal is void.", self.turn_limit)
            return self.next_deal(t)
        t.ask(seat, "draw")

    # --- drawing ---

    @rule("COONCAN 10.1, 18.1")
    def at_draw(self, t: Drawing) -> Choices:
        """The player takes the card faced on the stock or draws the top card from the pack."""
        yield take(t.stock[-1].card)
        yield DRAW if t.pack else TURN

    def do_take(self, t: Drawing) -> None:
        """The player takes the top card of the stock, which all have seen."""
        seat, card = t.acting, t.stock.pop().card
        t.hands[seat].add(card, ALL)
        t.taken = card.text
        t.say(seat, "{who} {takes} {0} from the stock.", card)
        t.ask(seat, "lay")

    @rule("COONCAN 10.3, 10.4")
    def do_draw(self, t: Drawing) -> None:
        """The top card of the pack, not shown to the others."""
        if not t.pack:
            self.turn_stock(t)
        seat, drawn = t.acting, t.pack.pop()
        t.hands[seat].add(drawn.card, drawn.seen | 1 << seat)
        full = "{who} {draws} {0} from the pack."
        if drawn.seen == ALL:
            t.say(seat, full, drawn.card)
        else:
            t.say(seat, "{who} {draws} from the pack.", secret=(full, drawn.card), to=1 << seat)
        if not t.pack and self.turned_when == "exhausted":
            self.turn_stock(t)
        t.ask(seat, "lay")

    @rule("COONCAN 27.2")
    def turn_stock(self, t: Drawing) -> None:
        """When the pack is exhausted the stock is simply turned face down and used as a pack; the
        first discard forms a new stock. A player who remembers the discards knows their order."""
        t.pack, t.turned = t.stock.copy(), ()
        t.stock.clear()
        if self.turned_stock == "oldest_first":
            t.pack.reverse()
        if self.reshuffle_on_turn:
            t.turned = tuple(sorted({h.card for h in t.pack}))
            t.pack = t.shuffled(t.pack.cards)
        t.say(
            None,
            "The stock of {0} cards is {1} and is the pack.",
            len(t.pack),
            "shuffled" if self.reshuffle_on_turn else "turned",
        )

    def barred(self, view: View) -> Mapping[str, Collection[Card]]:
        """In a stock turned and shuffled lie only cards that were discarded."""
        return {"pack": set(self.cards(4)) - set(view.turned)} if view.turned else {}

    # --- discarding, and going out ---

    @rule("COONCAN 11.2, 12.1")
    def at_discard(self, t: Drawing) -> Choices:
        """One card of the hand goes face upward on the stock, whichever way the player drew; after
        that the player lays nothing until the next turn."""
        hand = t.hand.cards
        withheld = "" if self.return_taken_card or len(hand) == 1 else t.taken
        every = (c for c in dict.fromkeys(hand) if c.text != withheld or hand.count(c) > 1)
        return Action.each("discard", "Discard {0}.", every)

    def do_discard(self, t: Drawing, card: Card) -> None:
        """The card lies on the stock; with his last one the player is out."""
        seat = t.acting
        t.hands[seat].take(card)
        t.stock.add(card, ALL)
        t.say(seat, "{who} {discards} {0}.", card)
        if not t.hands[seat]:
            return self.settle(t, seat)
        t.opened[seat], t.lays = t.opened[seat] or t.lays, False
        self.next_turn(t, t.left(seat))

    @rule("COONCAN 13.1, 24.2, 25.3")
    def settle(self, t: Drawing, winner: int) -> None:
        """Each in turn to the left of the winner shows the cards left in hand and pays for them by
        their pip value; and pays the bonus besides for a splash, a hand that went all in one turn.
        """
        splash = 0 if t.opened[winner] else self.splash_bonus
        t.say(winner, "{who} {is} out, and {makes} a splash." if splash else "{who} {is} out.")
        for seat in t.others(winner):
            t.hands[seat].show()
            owed = points(t.hands[seat].cards) + splash
            t.pay(seat, winner, owed)
            t.say(
                seat,
                "{who} {pays} {0} for {1} and {2} for the splash."
                if splash
                else "{who} {pays} {0} for {1}.",
                owed - splash,
                t.hands[seat].cards,
                splash,
            )
        self.next_deal(t)

    @rule("COONCAN 24.3, 26.1; digest: recovered")
    def next_deal(self, t: Drawing, dealer: int | None = None) -> None:
        """The player on the left deals next. One round of deals, each having the deal once, is a
        game, unless more are agreed or it is stopped."""
        self.settled(t)
        t.dealer = t.left(t.dealer)
        stopped = t.seats if self.deals == "round" else self.deals or inf
        if t.deals >= min(stopped, self.rounds * t.seats if self.rounds else inf):
            return t.ask(None, "over")
        if self.seating == "redraw_hourly" and t.deals % t.seats == 0:
            self.cut(t)
        self.begin(t)

    # --- what a refusal says, and what a search is told ---

    def laid_out(self, hand: Sequence[Card]) -> list[list[Card]]:
        """The combinations that take most points out of a hand; then what is left, suit by suit."""
        return in_melds(hand, self.adviser.best(tuple(sorted(hand))))

    def tally(self, t: Drawing, seat: int) -> str:
        """What the cards in a hand would cost."""
        hand = t.hands[seat].cards
        return "" if HIDDEN in hand else counted(points(hand), "point") + " in hand"

    def why(self, t: Drawing, verb: str, *words: str) -> str:
        """Why a card not held, one that may not go back, or no combination is refused."""
        match t.phase, verb, words:
            case "discard", "discard", [word]:
                if word == t.taken and not self.return_taken_card and not self.not_held(t, word):
                    return f"{word} was taken from the stock this turn and may not go back at once"
                return self.not_held(t, word)
            case "discard", "lay" | "add" | "move", _:
                return "you have done with laying out; discard, and lay again in your next turn"
            case "lay", _, _:
                return self.why_not_laid(t, verb, words)
        return ""

    def grounds(self, t: Drawing, verb: str) -> str:
        """While a player lays out, a combination or a joker is refused for what it is."""
        return (
            self.source(f"do_{verb}") if t.phase == "lay" and verb in ("lay", "add", "move") else ""
        )

    def worth(self, state: State) -> Sequence[float]:
        """In the middle of a deal a hand is reckoned as if it had to be paid to the others in equal
        parts.
        """
        if state.is_over or state.turns == 1:
            return state.payoffs
        owed = [points(h) for h in state.hands]
        return [
            c + sum(owed) / (state.players - 1) - o * state.players / (state.players - 1)
            for c, o in zip(state.payoffs, owed)
        ]


def ranks(cut: Iterable[Card]) -> list[int]:
    """The ranks of the cards cut, king high, joker lowest."""
    return [c.rank for c in cut]
