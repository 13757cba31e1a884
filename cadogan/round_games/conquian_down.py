"""Conquian's table, and what lies down on it: combinations that grow, lend cards, and are laid
anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from cadogan.echo import cut
from cadogan.round_games import Game, Option
from cadogan.round_games.cards import FORTY, Card, known, symbols
from cadogan.round_games.melds import (
    SHORTEST,
    Meld,
    Melds,
    Order,
    laid_as,
    melds_in,
    runs_in,
    sets_in,
)
from cadogan.round_games.piles import Pile
from cadogan.round_games.table import Table
from cadogan.round_games.telling import player

#: The ranks of each pack in order, the ace low.
ORDERS: dict[str, Order] = {
    "A234567JQK": FORTY,
    "A23456789T": tuple(range(1, 11)),
    "full52": tuple(range(1, 14)),
}


class DownTable(Table):
    """The table: what each has down, the card on offer, and the cards passed, face down but seen by
    both.
    """

    def bare(self) -> None:
        """The piles and facts of this game."""
        self.down: list[
            Meld
        ] = []  # of both, each with its owner, in the order in which they were laid
        self.offer = Pile()
        self.passed = Pile()
        self.drawer = 0  # who turned the last card of the stock
        self.fixed = ""  # the card with which the player was forced this turn

    @property
    def adversary(self) -> int:
        """The other seat."""
        return 1 - self.acting

    def of(self, seat: int) -> list[tuple[int, Meld]]:
        """What a seat has down, each with its number on the table."""
        return [(i, m) for i, m in enumerate(self.down) if m.owner == seat]

    def lying(self, seat: int) -> int:
        """The cards that a seat has down."""
        return sum(len(m.cards) for _, m in self.of(seat))


def fitted(meld: Meld, card: Card) -> Meld | None:
    """A combination lengthened by a card, at whichever end it fits; None where it does not.

    >>> from cadogan.round_games.cards import cards as read
    >>> fitted(laid_as(read("6D 7D JD"), FORTY), Card("QD")).text
    '6D+7D+JD+QD'
    """
    if card not in meld.fits:
        return None
    return meld.adding(card, "low") or meld.adding(card, "high")


def lessened(meld: Meld, lent: Collection[Card]) -> Meld | None:
    """A combination without the cards lent; None unless a combination is left.

    From four of a kind any one may be lent, from a longer sequence the end cards in turn, from
    three cards none."""
    left = [i for i, c in enumerate(meld.cards) if c not in lent]
    if len(left) < SHORTEST or (meld.is_run and left[-1] - left[0] >= len(left)):
        return None
    return replace(
        meld,
        cards=tuple(meld.cards[i] for i in left),
        low=meld.low + (left[0] if meld.is_run else 0),
    )


class PlayingDown(Game[DownTable]):
    """A game whose combinations on the table grow, and lend cards to others."""

    pack = Option(
        "A234567JQK",
        tuple(ORDERS),
        "digest: recovered",
        "The cards: a Spanish pack without eights, nines and tens, the knave next above "
        "the seven; one without court cards; or fifty-two, which spoil the game.",
        "which forty cards",
    )
    lay_extra_from_hand = Option.switch(
        True,
        "digest: inferred",
        "With a card used or forced more may be laid from the hand.",
        "may more be laid from the hand together with a card used",
    )
    rearrange = Option(
        "borrow",
        ("borrow", "none", "free"),
        "digest: recovered",
        "A card may be borrowed from one of one's own combinations for "
        "another, leaving three; or none; or one's own cards may be laid anew at will.",
        "may the cards down be rearranged",
    )

    @property
    def ranks(self) -> Order:
        """The ranks of the pack, the lowest first."""
        return ORDERS[self.pack]

    def combinations(self, t: DownTable, seat: int, card: Card | None = None) -> Iterator[Melds]:
        """The combinations that can be laid with this card, or with a card of the hand; with free
        rearrangement, all that one has down as it would then lie."""
        hand, down = t.hands[seat].cards, [m for _, m in t.of(seat)]
        if self.rearrange == "free":
            yield from self.anew(t, hand, down, card)
            return
        lendable = (
            [c for m in down for c in m.cards if len(m.cards) > SHORTEST]
            if self.rearrange == "borrow"
            else []
        )
        suited = ranked = [*hand, *lendable]
        new = set(hand)
        if card is not None:  # nothing else can lie with it
            suited = [c for c in [*suited, card] if c.suit == card.suit]
            ranked = [c for c in [*ranked, card] if c.rank == card.rank]
            new = {card}
        for meld in chain(runs_in(suited, self.ranks), sets_in(ranked)):
            if not new.isdisjoint(meld.cards) and self.lent(t, seat, meld.cards) is not None:
                yield (meld,)

    def lent(self, t: DownTable, seat: int, needed: Collection[Card]) -> list[Meld] | None:
        """All combinations down, without the cards needed for another of this seat; None if they
        cannot be spared.
        """
        left = []
        for meld in t.down:
            lent = [c for c in meld.cards if c in needed] if meld.owner == seat else []
            rest = lessened(meld, lent) if lent else meld
            if rest is None or t.fixed in [c.text for c in lent]:
                return None
            left.append(rest)
        return left

    def anew(
        self, t: DownTable, hand: Sequence[Card], down: Sequence[Meld], card: Card | None
    ) -> Iterator[Melds]:
        """Every way to lay all that is down anew, with the card on offer or at least one of the
        hand.
        """
        old = [c for m in down for c in m.cards]
        forced = next((m.cards for m in down if t.fixed in (c.text for c in m.cards)), ())
        every = [*melds_in([*old, *hand, *([card] if card else [])], self.ranks)]
        seen = set()
        for new in [card] if card is not None else hand:
            for laid in covers([new, *old], every):
                extra = [m for m in laid if new not in m.cards and any(c in hand for c in m.cards)]
                if (
                    laid not in seen
                    and (self.lay_extra_from_hand or card is None or not extra)
                    and (not forced or any(set(forced) <= set(m.cards) for m in laid))
                ):
                    seen.add(laid)
                    yield laid

    def put_down(
        self, t: DownTable, seat: int, melds: Sequence[Any], phrase: str, *cards: Card
    ) -> None:
        """Combinations come down: one more, from the hand and what is lent; or all that one has,
        laid anew.
        """
        hand = t.hands[seat].cards
        for card in (c for m in melds for c in m.cards if c in hand):
            t.hands[seat].take(card)
        left = (
            [m for m in t.down if m.owner != seat]
            if self.rearrange == "free"
            else self.lent(t, seat, melds[0].cards)
        )
        assert left is not None
        t.down = [*left, *(replace(m, owner=seat) for m in melds)]
        t.say(seat, f"{{who}} {phrase}: {{0}}.", ", ".join(m.symbols for m in melds), *cards)

    def lengthen(self, t: DownTable, i: int, card: Card, verb: str) -> None:
        """A card lengthens a combination."""
        grown = fitted(t.down[i], card)
        assert grown is not None
        t.down[i], seat = grown, grown.owner
        t.say(seat, f"{{who}} {{{verb}}} {{0}}: {{1}}.", card, grown)

    def why_not_down(self, t: DownTable, verb: str, words: tuple[str, ...]) -> str:
        """What is wrong with a combination, a place or a force."""
        offered = t.offer[0].card if t.offer else None
        match verb, words:
            case "use" | "lay", [word]:
                return self.no_combination(t, verb, word)
            case "discard", [word] if t.phase == "discard":
                return self.not_held(t, word)
            case "place" | "add", _ if self.rearrange == "free":
                return ""
            case "place", [number]:
                card = offered
            case "add" | "force", [word, number]:
                card = known(word)
                if offered is None and (why := self.not_held(t, word)):
                    return why
            case _:
                return ""
        if card is None:
            return ""
        if verb == "force" and offered is not None and card != offered:
            return f"only {offered.symbol}, which was declined, can be forced on the adversary now"
        whose = t.adversary if verb == "force" else t.acting
        theirs = {str(i): m for i, m in t.of(whose)}
        if number not in theirs:
            choices = f"there is {', '.join(theirs)}" if theirs else "there is none"
            return f"{player(whose)} has no combination {cut(number)!r}; {choices}"
        return (
            ""
            if fitted(theirs[number], card)
            else f"{card.symbol} does not fit {theirs[number].symbols} as it lies"
        )

    def no_combination(self, t: DownTable, verb: str, word: str) -> str:
        """Why these cards are no combination, or cannot be had."""
        parts = word.split("+")
        faces = [*map(known, parts)]
        if None in faces:
            return f"{cut(parts[faces.index(None)])!r} is not a card"
        cards = tuple(filter(None, faces))
        hand, down = t.hand.cards, [c for _, m in t.of(t.acting) for c in m.cards]
        if len(cards) < SHORTEST:
            return f"a combination has three cards or more, not {len(cards)}"
        if len(set(cards)) < len(cards):
            return f"there is one of each card: {symbols(cards)} cannot lie together"
        meld = laid_as(cards, self.ranks)
        if meld is None:
            corner = (
                "; the ace is not next to the king" if {1, 13} <= {c.rank for c in cards} else ""
            )
            return (
                f"{symbols(cards)} are neither a sequence in suit nor of one denomination{corner}"
            )
        for c in cards:
            if c not in hand and c not in down and c not in t.offer.cards:
                return (
                    f"{c.symbol} is neither in the hand nor among the cards down: {symbols(hand)}"
                )
        if verb == "use" and t.offer and t.offer[0].card not in cards:
            return f"only {t.offer[0].card.symbol} can be used now, and it must go down at once"
        if self.rearrange == "none" and any(c in down for c in cards):
            return "cards down may not be borrowed in this game"
        if self.rearrange == "borrow" and self.lent(t, t.acting, cards) is None:
            if t.fixed in [c.text for c in cards]:
                return f"{next(c for c in cards if c.text == t.fixed).symbol} was forced on you and stays where it lies in this turn"
            return "a card is borrowed from four of a kind or the end of a longer sequence, never from three"
        return f"write this combination as {meld.text}" if word != meld.text else ""


def covers(cards: Sequence[Card], melds: Sequence[Meld]) -> Iterator[Melds]:
    """Every choice of combinations without a card in common that holds all these cards, each of
    them at least one.
    """
    if not cards:
        yield ()
        return
    for meld in melds:
        if cards[0] in meld.cards:
            apart = [m for m in melds if not set(m.cards) & set(meld.cards)]
            for rest in covers([c for c in cards if c not in meld.cards], apart):
                yield tuple(sorted((meld, *rest), key=lambda m: m.cards))
