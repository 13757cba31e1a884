"""Pope Joan: a game of stops round a board of eight compartments (W. H. Peel, *Round Games*)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from cadogan.round_games import Action, Choices, Game, Option, OptionError, View, Whole, rule
from cadogan.round_games.cards import SUIT_NAMES, Card, known, pack
from cadogan.round_games.piles import ALL, Pile
from cadogan.round_games.table import Table
from cadogan.round_games.telling import ranks

POPE = Card("9D")
SEVEN = Card("7D")
#: What dresses the board: the counters of each compartment; all that is over goes to game.
BOARDS = {
    "eight": {
        "pope": 6,
        "matrimony": 2,
        "intrigue": 2,
        "ace": 1,
        "king": 1,
        "queen": 1,
        "knave": 1,
        "game": 1,
    },
    "five": {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "game": 1},
}
HONOURS = {1: "ace", 11: "knave", 12: "queen", 13: "king"}
PAIRS = {"matrimony": (12, 13), "intrigue": (11, 12)}


@cache
def above(card: Card) -> Card | None:
    """The card that follows in the suit: none after a king or, for the eight is out, the seven of
    diamonds.
    """
    return None if card.rank == 13 or card is SEVEN else Card(card.index + 1)


class Stops(Table):
    """The table: the board is its pools, and what each has played lies before him."""

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.spare = Pile()
        self.turned = Pile()
        self.played = [Pile() for _ in range(self.seats)]  # each seat's cards in order
        self.trumps = ""
        self.last: Card | None = None  # the card played last
        self.leader = 0  # who leads unless pope is played for the stop
        self.wanted: Card | None = (
            None  # the card that nobody had; None after a king or the seven of diamonds
        )
        self.missing: list[Card] = []  # every card that nobody had when it was wanted
        self.leads: list[tuple[int, Card]] = []
        self.asked: list[int] = []  # who may still play pope for a stop

    @property
    def pool(self) -> int:
        """All counters on the board."""
        return sum(self.pools.values())


class PopeJoan(Game[Stops]):
    """Cards are played in sequence until a stop; honours of trumps and pope clear their
    compartments.
    """

    slug, title, author, usual = "pope-joan", "Pope Joan", "W. H. Peel", 5
    aim = "Be the first without a card, and on the way play those that win counters on the board."
    table = Stops
    noticed = {"trumps": "suit", "last": "card", "leader": "player"}
    stacked, compartments, suits_apart = ("pack", "spare"), True, True

    taught = {
        "The board": ("dress",),
        "The deal": ("begin", "turn_up"),
        "Your turn": ("at_lead", "run", "halt", "at_stop"),
        "What cards bring": ("collect",),
        "The end": ("settle",),
    }

    board = Option(
        "eight",
        ("eight", "five"),
        "POPE JOAN 1.1; digest: recovered",
        "Compartments; of five, none for king, queen, knave.",
    )
    dressing = Option(
        "shared",
        ("shared", "dealer"),
        "digest: recovered",
        "All dress the board, the dealer double; or the dealer alone, and the game "
        "ends when all have dealt equally often.",
    )
    stake: Option[Any] = Option(
        None,
        Whole(2, 1000, (None,)),
        "digest: inferred",
        "Counters of a share; None: the fewest that dress the board.",
    )
    stops = Option(
        "spare_hand",
        ("spare_hand", "fixed_number", "remainder"),
        "digest: recovered",
        "What makes the unknown stops: a spare hand, an "
        "agreed number of cards, or what equal hands leave over.",
    )
    stop_cards = Option(
        7,
        Whole(1, 43),
        "digest: recovered",
        "Cards set aside with stops='fixed_number'; the amount is ours.",
    )
    pope_turned_wins_game = Option.switch(
        False,
        "digest: recovered",
        "Pope turned up wins the dealer pope, game and a counter for every card dealt.",
    )
    look_at_spare_hand = Option.switch(
        False,
        "digest: recovered",
        "The dealer looks at the spare hand (the author calls it objectionable).",
    )
    pope_for_stop = Option.switch(
        False, "digest: recovered", "Pope may be played in the place of the card that makes a stop."
    )
    lead_rule = Option(
        "any",
        ("any", "lowest_of_suit"),
        "digest: recovered",
        "What may be led: any card, or only the lowest of a suit.",
        "may any card be led",
    )
    pope_exempt = Option.switch(
        True,
        "digest: inferred",
        "A player who holds pope when another is out pays nothing for his cards.",
        "does the holder of pope pay for the cards left",
    )
    turned_honour = Option(
        "dealer_takes",
        ("dealer_takes", "stays"),
        "digest: recovered",
        "What lies for an honour or pope turned up is the dealer's, or stays.",
    )
    rulings = {
        "high": {
            "may the leader play on his own card": "yes; the holder of the next card plays it",
            "is the turned card playable": "no; the card below it is a stop",
            "are there always six known stops": "six for 41 turn-ups; five for an ace, a king, 7D or 9D turned",
            "must the holder play the next card": "yes; therefore leads are the only decisions",
            "matrimony when king or queen was turned": "it cannot be won in this deal, and stays",
            "intrigue and matrimony both by one player": "both are his",
            "the nine of diamonds in a run": "never: what goes before it is out, so that pope is always led",
            "who has played pope before": "pays like the rest",
        },
        "medium": {
            "who gets the last card": "the next in the round: the spare hand is last in each round, and its last card is turned",
            "who goes on after pope has stood for a card": "who holds the card above it; if nobody, pope's player leads",
            "what pope turned brings from each player in that variation": "a counter for every card dealt to him",
        },
    }

    @property
    def players(self) -> range:
        """Any number may play (POPE JOAN 1.2); a table here has 3 to 8, each with five cards or
        more.
        """
        return range(3, 9)

    def check(self) -> None:
        """A share belongs to shared dressing, a number of cards to a fixed number."""
        if self.stake is not None and self.dressing == "dealer":
            raise OptionError(
                "stake belongs to dressing='shared'; the dealer alone lays what the board needs"
            )
        if self.stops != "fixed_number" and self.stop_cards != 7:
            raise OptionError(f"stop_cards belongs to stops='fixed_number', not {self.stops!r}")

    def ranking(self) -> list[str]:
        """The order of the cards, and the stops that are known."""
        return [
            f"In every suit the cards follow one another upwards: {ranks(range(1, 14))}. "
            f"Pope is {POPE.symbol}; the eight of diamonds is out of the pack.",
            f"Nothing follows a king or {SEVEN.symbol}, nor a card whose next higher is out of play: its player leads again.",
        ]

    @rule("POPE JOAN 1.2")
    def cards(self, players: int) -> list[Card]:
        """An ordinary pack without the eight of diamonds."""
        return pack(without="8D")

    # --- the deal ---

    def start(self, t: Stops) -> None:
        """The board is set up, and must get enough counters."""
        t.pools = dict.fromkeys(BOARDS[self.board], 0)
        least, paid = sum(BOARDS[self.board].values()), self.share(t.seats) * (t.seats + 1)
        if paid < least:
            enough = -(-least // (t.seats + 1))
            raise OptionError(
                f"stake is at least {enough} with {t.seats} players, not {self.stake}: the board needs {least} counters"
            )

    def ends(self, t: Stops) -> bool:
        """Where the dealer alone dresses the board, not before all have dealt equally often
        (digest: recovered).
        """
        return super().ends(t) and (self.dressing == "shared" or t.deals % t.seats == 0)

    def share(self, players: int) -> int:
        """What each lays on the board and the dealer doubly, in counters."""
        return self.stake or -(-sum(BOARDS[self.board].values()) // (players + 1))

    @rule("digest: recovered")
    def dress(self, t: Stops) -> None:
        """All contribute, the dealer double; pope has six counters, matrimony and intrigue two,
        ace, king, queen and knave one, game the remainder."""
        if self.dressing == "dealer":
            t.pay(t.dealer, "game", sum(BOARDS[self.board].values()))
        else:
            for seat in range(t.seats):
                t.pay(seat, "game", self.share(t.seats) * (1 + (seat == t.dealer)))
        for name, counters in BOARDS[self.board].items():
            t.pools["game"] -= counters
            t.pools[name] += counters
        t.say(None, "The board is dressed: {0}.", tuple(t.pools.items()))

    @rule("digest: recovered")
    def begin(self, t: Stops) -> None:
        """The cards are dealt one by one to the players and, after the dealer, to the spare hand;
        its last card is turned up for trumps."""
        self.dress(t)
        t.gather_and_shuffle(self.cards(t.seats))
        order, spare = t.turn(t.left(t.dealer)), self.stops == "spare_hand"
        # Without a spare hand, what equal hands leave over; three if nothing is.
        over = self.stop_cards if self.stops == "fixed_number" else 51 % t.seats or 3
        hands = len(t.pack) - (0 if spare else over)
        drawn = t.pack.cards[::-1]
        t.pack.clear()
        for place, seat in enumerate(order):
            t.hands[seat].take_in(drawn[place : hands : t.seats + spare], 1 << seat)
        t.spare.take_in(drawn[t.seats : hands : t.seats + 1] if spare else ())
        t.spare.take_in(drawn[hands:])
        self.turn_up(t)

    @rule("POPE JOAN 1.4; digest: recovered")
    def turn_up(self, t: Stops) -> None:
        """If pope, an ace, king, queen or knave is turned up, the dealer takes that compartment.
        The card turned is out of play.
        """
        card = t.spare.pop().card
        t.turned.add(card, ALL)
        t.trumps = card.suit
        t.say(None, "{0} is turned up: {1} are trumps.", card, SUIT_NAMES[card.suit])
        if self.look_at_spare_hand:
            t.spare.show(1 << t.dealer)
            t.say(t.dealer, "{who} {looks} at the spare hand.")
        if card == POPE and self.pope_turned_wins_game:
            return self.pope_wins(t)
        if self.turned_honour == "dealer_takes":
            self.take(t, t.dealer, "pope" if card == POPE else HONOURS.get(card.rank, ""))
        t.leader = t.left(t.dealer)
        t.ask(t.leader, "lead")

    @rule("digest: recovered")
    def pope_wins(self, t: Stops) -> None:
        """If agreed, pope turned up ends the deal: the dealer takes pope, game and a counter for
        every card dealt.
        """
        for name in ("pope", "game"):
            self.take(t, t.dealer, name)
        for seat in t.others(t.dealer):
            t.pay(seat, t.dealer, len(t.hands[seat]))
        t.say(
            t.dealer,
            "{who} {wins} with pope turned up, and each of the others pays a counter a card.",
        )
        self.next_deal(t)

    # --- the play ---

    @rule("digest: recovered")
    def at_lead(self, t: Stops) -> Choices:
        """The player on the dealer's left leads any card; after a stop, the player who played it."""
        hand = t.hand.cards
        if self.lead_rule == "lowest_of_suit":
            hand = [c for i, c in enumerate(hand) if i == 0 or c.suit != hand[i - 1].suit]
        return Action.each("lead", "Lead {0}.", hand)

    def do_lead(self, t: Stops, card: Card) -> None:
        """A card is led, and the others follow in sequence."""
        t.leads.append((t.leader, card))
        t.say(t.leader, "{who} {leads} {0}.", card)
        self.run(t, t.leader, card, above(card))

    @rule("digest: recovered; POPE JOAN 1.2")
    def run(self, t: Stops, seat: int, card: Card, following: Card | None) -> None:
        """The player with the next card of the suit, the last player included, must play it, and so
        on until a stop.
        """
        while True:
            t.hands[seat].take(card)
            t.played[seat].add(card, ALL)
            t.last, t.leader, t.wanted = card, seat, following
            self.collect(t, seat, card)
            if not t.hands[seat]:
                return self.settle(t, seat)
            if following is None or (holder := t.holder(following)) is None:
                return self.halt(t)
            t.say(holder, "{who} {plays} {0}.", following)
            seat, card, following = holder, following, above(following)

    @rule("digest: recovered")
    def collect(self, t: Stops, seat: int, card: Card) -> None:
        """Pope and the ace, king, queen and knave of trumps, when played, win all that lies in
        their compartments; king and queen by one player matrimony, queen and knave intrigue."""
        if card == POPE:
            self.take(t, seat, "pope")
        if card.suit == t.trumps and card.rank in HONOURS:
            self.take(t, seat, HONOURS[card.rank])
            mine = {c.rank for c in t.played[seat].cards if c.suit == t.trumps}
            for name, pair in PAIRS.items():
                if card.rank in pair and mine.issuperset(pair):
                    self.take(t, seat, name)

    def take(self, t: Stops, seat: int, compartment: str) -> None:
        """A seat takes what lies in a compartment, if the board has it and anything lies there."""
        if t.pools.get(compartment):
            t.say(seat, "{who} {takes} {0} from {1}.", t.win(seat, pool=compartment), compartment)

    @rule("POPE JOAN 1.3")
    def halt(self, t: Stops) -> None:
        """After the seven of diamonds or a king, or when nobody has the next card, there is a stop;
        its player leads.
        """
        if t.wanted is None:
            t.say(None, "Nothing follows {0}: a stop.", t.last)
        else:
            t.say(None, "Nobody has {0}: a stop.", t.wanted)
            t.missing.append(t.wanted)
        # Everybody is asked, so that the question does not tell who holds pope.
        t.asked = t.turn(t.leader) if self.pope_for_stop and POPE not in self.face_up(t) else []
        self.ask_next(t)

    def face_up(self, t: Stops) -> set[Card]:
        """The cards played and the turn-up."""
        return {c for pile in (t.turned, *t.played) for c in pile.cards}

    def ask_next(self, t: Stops) -> None:
        """Ask the next who may play pope; after the last the player of the stop leads."""
        t.ask(t.asked[0], "stop") if t.asked else t.ask(t.leader, "lead")

    @rule("digest: recovered")
    def at_stop(self, t: Stops) -> Choices:
        """If agreed, pope may be played in the place of the card that makes the stop, and its stake
        is taken.
        """
        yield Action("keep", "Let the stop stand.")
        if POPE in t.hand.cards:
            yield Action(
                "pope",
                f"Play pope for {t.wanted.symbol}."
                if t.wanted
                else "Play pope, and take the lead.",
            )

    def do_keep(self, t: Stops) -> None:
        """Nobody plays pope."""
        t.asked.pop(0)
        self.ask_next(t)

    def do_pope(self, t: Stops) -> None:
        """Pope stands for the missing card: the player with the card above that goes on; if nobody,
        pope's player leads.
        """
        seat, t.asked = t.asked[0], []
        t.say(seat, "{who} {plays} pope for {0}." if t.wanted else "{who} {plays} pope.", t.wanted)
        self.run(t, seat, POPE, above(t.wanted) if t.wanted else None)

    @rule("digest: inferred")
    def settle(self, t: Stops, winner: int) -> None:
        """The first to be out takes game, and from each other player a counter for every card held;
        but a player who still holds pope pays nothing. What was not won stays on the board, and is
        dressed again on top."""
        t.say(winner, "{who} {is} out.")
        self.take(t, winner, "game")
        for seat in t.others(winner):
            hand = t.hands[seat]
            hand.show()
            exempt = self.pope_exempt and POPE in hand.cards
            t.pay(seat, winner, 0 if exempt else len(hand))
            t.say(
                seat,
                "{who} {shows} {0}, and {pays} nothing, holding pope."
                if exempt
                else "{who} {shows} {0}, and {pays} {1}.",
                hand.cards,
                len(hand),
            )
        self.next_deal(t)

    def winners(self, t: Stops, gained: Sequence[int]) -> list[int]:
        """Who is out; or the dealer, where pope turned up has ended the hand."""
        return [seat for seat, hand in enumerate(t.hands) if not hand] or [t.dealer]

    # --- what is known, and why not ---

    def barred(self, view: View) -> Mapping[str, Collection[Card]]:
        """A card that nobody had is in no hand; who leads the lowest of a suit has none below it."""
        out = {seat: set(view.missing) for seat in range(len(view.hands))}
        for seat, led in view.leads if self.lead_rule == "lowest_of_suit" else ():
            out[seat].update(Card(i) for i in range(led.index - led.rank + 1, led.index))
        return {f"hands {seat}": cards for seat, cards in out.items()}

    def why(self, t: Stops, verb: str, *words: str) -> str:
        """Why a card that is not held, or not the lowest of its suit, is refused."""
        hand = t.hand.cards
        card = known(words[0]) if len(words) == 1 else None
        match verb, t.phase:
            case "lead", "lead" if card is not None and card not in hand:
                return self.not_held(t, words[0])
            case "lead", "lead" if card is not None and self.lead_rule == "lowest_of_suit":
                lowest = next(c for c in hand if c.suit == card.suit)
                if lowest != card:
                    return f"of each suit the lowest card is led, and {lowest.symbol} is lower than {card.symbol}"
            case "pope", "stop" if POPE not in hand:
                return "pope, the nine of diamonds, is not in the hand"
        return ""
