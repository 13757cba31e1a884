"""Cooncan's table, and all that is laid on it: combinations, cards added to anybody's, jokers moved
crossways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cadogan.echo import cut
from cadogan.round_games import Action, Choices, Game, Option, rule
from cadogan.round_games.cards import JOKER, Card, Cards, known, symbols
from cadogan.round_games.melds import ACE_AT_EITHER_END, Meld, laid_as, melds_in
from cadogan.round_games.piles import Pile
from cadogan.round_games.table import Table

#: The other end of a run.
OTHER = {"low": "high", "high": "low"}


class Drawing(Table):
    """The table: the stock face up, the combinations of everybody in the order in which they were
    laid. ``order`` are the seats as they sit, to the left, in every deal.
    """

    order: list[int]

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.stock = Pile()
        self.laid: list[Meld] = []
        self.opened: list[bool] = [
            False
        ] * self.seats  # who has laid something in an earlier turn of this deal
        self.lays = False  # whether the player has laid something in this turn
        self.taken = ""  # the card taken from the stock this turn, while he holds it
        self.turns = 0  # of single players, in this deal
        self.turned: Cards = ()  # the cards of a stock that was shuffled

    def left(self, seat: int, steps: int = 1) -> int:
        """The seat that many places to the left, as they sit."""
        return self.order[(self.order.index(seat) + steps) % self.seats]

    def turn(self, seat: int) -> list[int]:
        """Every seat, beginning with this one and going to the left, as they sit."""
        i = self.order.index(seat)
        return self.order[i:] + self.order[:i]


class Laying(Game[Drawing]):
    """What may be laid between the draw and the discard."""

    min_naturals = Option(
        1,
        (1, 2),
        "digest: inferred",
        "Natural cards that a combination with jokers must have.",
        "how many natural cards does a combination need",
    )
    most_jokers = Option(
        2,
        (2, 1),
        "digest: inferred",
        "Jokers in one combination.",
        "may two jokers lie in one combination",
    )
    joker_added = Option.switch(
        True,
        "digest: inferred",
        "A joker may be added to a combination on the table.",
        "may a joker be added to a combination",
    )
    both_aces = Option.switch(
        True,
        "digest: inferred",
        "The aces of a suit may stand at both ends of one sequence, fourteen cards.",
        "both aces of a suit at the two ends of one sequence",
    )

    def settle(self, t: Drawing, winner: int) -> None:
        """Have the winner paid when a hand is empty."""
        raise NotImplementedError  # Cooncan says it

    def allows(self, meld: Meld, *more: Card) -> bool:
        """Whether the options in force allow a combination with these cards added."""
        few = self.both_aces or not meld.is_run or len(meld.cards) + len(more) < 14
        return few and meld.cards.count(JOKER) + more.count(JOKER) <= self.most_jokers

    @rule("COONCAN 11.1, 12.2, 14.1, 18.2")
    def at_lay(self, t: Drawing) -> Choices:
        """Having drawn, a player may lay out any combinations, three or more in sequence and suit
        or three or more of the same denomination, and add to the combinations of everybody, before
        discarding. Nobody is obliged to."""
        yield Action("done", "Lay out nothing more.")
        hand = t.hand.cards
        for meld in melds_in(hand, ACE_AT_EITHER_END, self.min_naturals):
            if self.allows(meld):
                yield Action("lay", "Lay out {0}.", meld)
        addable = set(hand) if self.joker_added else {c for c in hand if c is not JOKER}
        for i, meld in enumerate(t.laid):
            for card, end in () if addable.isdisjoint(meld.fits) else meld.takes:
                if card in addable and self.allows(meld, card):
                    pattern = "Add {0} to {meld}" + (f" at the {end} end." if end else ".")
                    yield Action("add", pattern, card, i, *([end] if end else []), meld=meld)
            for to in meld.loose:
                for way, (grown, paid) in self.moves(meld, to).items():
                    if all(hand.count(c) >= paid.count(c) for c in paid) and self.allows(grown):
                        pattern = "Move the joker of {meld} and add {paid}: {grown}."
                        yield Action("move", pattern, i, to, way, meld=meld, paid=paid, grown=grown)

    @rule("COONCAN 20.1, 20.2, 20.3, 22.1")
    def moves(self, meld: Meld, to: str) -> dict[str, tuple[Meld, Cards]]:
        """Any player may move a joker from the end of a sequence to its other end, once, and it
        lies crossways, by adding the card for the place where it was (fill), the card next to where
        it goes (beyond), or both."""
        if to not in meld.loose:
            return {}
        last = len(meld.cards) - 1
        old, new, step = (last, 0, 1) if to == "low" else (0, last, -1)
        crossed = frozenset(i + step for i in meld.crossed) | {new}
        cards = meld.cards[-step:] + meld.cards[:-step]
        moved = replace(meld, cards=cards, low=meld.low - step, crossed=crossed)
        place = meld.faces[old]
        filled = moved.adding(place, OTHER[to])
        assert filled is not None
        moves: dict[str, tuple[Meld, Cards]] = {"fill": (filled, (place,))}
        if (beyond := moved.ends().get(to)) is not None:
            alone, both = moved.adding(beyond, to), filled.adding(beyond, to)
            assert alone is not None and both is not None
            moves |= {"beyond": (alone, (beyond,)), "both": (both, (place, beyond))}
        return moves

    @rule("COONCAN 2.1")
    def do_lay(self, t: Drawing, meld: Meld) -> None:
        """A new combination. The joker is anything the holder chooses to call it, whether the
        holder has that card or not."""
        t.laid.append(replace(meld, owner=t.to_act))
        self.lay_down(t, meld.cards, "{who} {lays} out {0}.", meld)

    @rule("COONCAN 14.1")
    def do_add(self, t: Drawing, card: Card, i: int, end: str = "") -> None:
        """A combination once laid down may be added to indefinitely, by anybody, but it cannot be
        changed.
        """
        grown = t.laid[i].adding(card, end)
        assert grown is not None
        t.laid[i] = grown
        self.lay_down(t, (card,), "{who} {adds} {0}: {1}.", card, grown)

    @rule("COONCAN 20.3, 22.1")
    def do_move(self, t: Drawing, i: int, to: str, way: str) -> None:
        """The joker goes to the other end, crossways, and the cards paid for it are added."""
        t.laid[i], paid = self.moves(t.laid[i], to)[way]
        self.lay_down(t, paid, "{who} {moves} the joker and {adds} {0}: {1}.", paid, t.laid[i])

    def lay_down(self, t: Drawing, cards: Sequence[Card], pattern: str, *values: Any) -> None:
        """Cards leave the hand for the table; with the last the player is out."""
        for card in cards:
            t.hand.take(card)
            if card.text == t.taken:
                t.taken = ""
        t.lays = True
        t.say(t.to_act, pattern, *values)
        if not t.hand:
            return self.settle(t, t.acting)
        t.ask(t.to_act, "lay")

    def do_done(self, t: Drawing) -> None:
        """The player lays nothing more, and must discard."""
        t.ask(t.to_act, "discard")

    # --- refusals ---

    def why_not_laid(self, t: Drawing, verb: str, words: tuple[str, ...]) -> str:
        """What is wrong with a combination, an addition or a joker's move."""
        match verb, words:
            case "lay", [word]:
                return self.no_combination(t, word)
            case ("add", [_, number, *_]) | ("move", [number, _, *_]):
                if not (number.isdecimal() and len(number) < 4 and int(number) < len(t.laid)):
                    choices = (
                        f"there are {len(t.laid)}, numbered from 0" if t.laid else "there is none"
                    )
                    return f"there is no combination {cut(number)!r} on the table; {choices}"
                meld = t.laid[int(number)]
                if verb == "add":
                    return self.no_addition(t, meld, words)
                return self.no_move(t, meld, words[1])
        return ""

    def no_addition(self, t: Drawing, meld: Meld, words: tuple[str, ...]) -> str:
        """Why a card is not added to this combination, or not at this end."""
        if (added := known(words[0])) is None:
            return f"{cut(words[0])!r} is not a card"
        if why := self.not_held(t, words[0]):
            return why
        if added is JOKER and not self.joker_added:
            return "a joker may not be added to a combination in this game"
        ends = [end for card, end in meld.takes if card is added]
        if not ends:
            return f"{added.symbol} does not fit {meld.symbols}"
        if not self.allows(meld, added):
            return f"{meld.symbols} may not be lengthened by {added.symbol} in this game"
        if words[2:] in [(end,) if end else () for end in ends]:
            return ""
        return (
            f"say at which end: {' or '.join(ends)}"
            if ends[0]
            else f"{meld.symbols} is of one denomination and has no ends"
        )

    def no_move(self, t: Drawing, meld: Meld, to: str) -> str:
        """Why a joker of this combination does not move."""
        if to not in OTHER:
            return f"a joker moves to the low or the high end, not {cut(to)!r}"
        if JOKER not in meld.cards:
            return f"there is no joker in {meld.symbols}"
        if not meld.is_run:
            return "a joker of one denomination has no other end to go to"
        old = meld.across(to)
        if meld.cards[old] is not JOKER:
            return f"in {meld.symbols} no joker lies at the open end; an interior joker cannot be moved"
        if old in meld.crossed:
            return "this joker lies crossways: it has been moved once and cannot be moved again"
        if to not in meld.ends():
            return "beyond an ace there is no place for the joker"
        needed = {card: card.symbol for _, paid in self.moves(meld, to).values() for card in paid}
        if needed.keys().isdisjoint(t.hand.cards):
            return f"whoever moves this joker adds {' or '.join(needed.values())} from his hand"
        return ""

    def no_combination(self, t: Drawing, word: str) -> str:
        """Why these cards are no combination, or not his to lay."""
        parts = [part.split("(")[0] for part in word.split("+")]
        faces = [*map(known, parts)]
        if None in faces:
            return f"{cut(parts[faces.index(None)])!r} is not a card"
        cards = tuple(filter(None, faces))
        hand = t.hand.cards
        for card in cards:
            if cards.count(card) > hand.count(card):
                return (
                    self.not_held(t, card.text)
                    or f"{card.symbol} is in the hand only {'once' if hand.count(card) == 1 else 'twice'}"
                )
        if len(cards) < 3:
            return f"a combination has three cards or more, not {len(cards)}"
        jokers = cards.count(JOKER)
        meld = laid_as(cards, ACE_AT_EITHER_END)
        if meld is None:
            text = "+".join(c.text[:-1] for c in cards)
            corner = (
                "; king-ace-deuce goes round the corner"
                if "K+A+2" in text or "2+A+K" in text
                else ""
            )
            return (
                f"{symbols(cards)} are neither a sequence in suit nor of one denomination{corner}"
            )
        if len(cards) - jokers < self.min_naturals:
            return f"a combination has at least {self.min_naturals} natural cards, not {len(cards) - jokers}"
        if not self.allows(meld):
            return f"{meld.symbols} has too many jokers, or both aces of its suit: not in this game"
        if jokers:
            each = "each" if jokers > 1 else "it"
            has = f"{jokers} joker{'s' * (jokers > 1)}"
            return f"{meld.symbols} has {has}; say what {each} is, as in {meld.text}"
        return f"write this combination as {meld.text}"
