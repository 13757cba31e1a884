"""A deal from real cards: the pack as a person lays it on the screen, card by card, in the order in
which it is dealt.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from ..cards import CARDS, Card, CardError
from ..engine.numbers import FACE
from ..patience.game import Game
from ..patience.position import Position, pack_order
from ..words.english import joined
from .messages import Reply

#: The longest text of a pack that is looked at, in characters.
LONGEST_PACK = 4_000
#: What may stand between two cards, and cards that are typed with nothing between them.
_BETWEEN = re.compile(r"[\s,;.|/]+")
_ROW = re.compile(r"(?:(?:10|[2-9AJQKT])[CDHS♣♦♥♠])+", re.IGNORECASE)
_CARD = re.compile(r"(?:10|[2-9AJQKT])[CDHS♣♦♥♠]", re.IGNORECASE)


def laid(game: Game, text: str, rest: bool = False) -> Reply:
    """How far a pack is laid: its cards in their order, what is wrong with the text, how often each
    card can still come, the table with the cards laid so far, where the next one goes, and whether
    it goes there whatever it is.

    With ``rest`` the missing cards follow in random order.
    """
    cards, wrong = read(game, text)
    missing = _missing(game, cards)
    if rest:
        random.shuffle(missing)
        cards, missing = cards + missing, []
    # Where the next card goes may depend on its face: a foundation is put in its place at once. So
    # a card of a middle value is tried, which is seldom a foundation, and an ace and a king.
    middle = min(range(len(missing)), key=lambda i: abs(missing[i].rank - 7), default=0)
    turned = [missing[i:] + missing[:i] for i in (middle, 0, -1)]
    places, piles = _dealt(game, cards, turned[0])
    others = [_dealt(game, cards, order)[0] for order in turned[1:]] if missing else []
    goes = [trial[len(cards)] for trial in (places, *others)] if missing else [""]
    left = Counter(card.text for card in missing)
    return {
        "kind": "laid",
        "cards": [card.text for card in cards],
        "of": len(game.rules.pack),
        "wrong": wrong,
        "left": {CARDS[face].text: left[CARDS[face].text] for face in _faces(game)},
        "piles": piles,
        "rest": rest,
        "next": goes[0],
        "sure": len({*goes}) == 1,
    }


def pack_of(game: Game, text: str) -> list[Card]:
    """The whole pack that a text names. Raises ValueError with the first thing that is wrong."""
    cards, wrong = read(game, text)
    if wrong:
        raise ValueError(wrong[0])
    if missing := _missing(game, cards):
        names = ", ".join(card.name for card in missing[:3]) + (", …" if missing[3:] else "")
        raise ValueError(
            f"{len(cards)} of {len(game.rules.pack)} cards have been laid; missing: {names}."
        )
    return cards


def read(game: Game, text: str) -> tuple[list[Card], list[str]]:
    """The cards that a text names, in its order, and a sentence for each word of it that is none, or
    a card too many.
    """
    often, numbers = Counter(_faces(game)), defaultdict[Card, list[int]](list)
    cards: list[Card] = []
    wrong: list[str] = []
    for word in filter(None, _BETWEEN.split(text)):
        for part in _CARD.findall(word) if _ROW.fullmatch(word) else [word]:
            try:
                card = Card(part)
            except CardError:
                wrong.append(
                    f"“{part[:20]}” is not a card: a card is a value and a suit, such as 10H, A♠ or qd."
                )
                continue
            before = numbers[card]
            if len(before) < often[card.index]:
                cards.append(card)
                before.append(len(cards))
            elif not before:
                wrong.append(f"The {card.name} is not in the pack of this game.")
            else:
                suffix = f"s {joined([*map(str, before)])}" if before[1:] else f" {before[0]}"
                wrong.append(f"The {card.name} has been laid already, as card{suffix}.")
    return cards, wrong


def _faces(game: Game) -> list[int]:
    """The faces of the game's pack, one for each card, in order."""
    return sorted(card & FACE for card in game.rules.pack)


def _missing(game: Game, cards: Sequence[Card]) -> list[Card]:
    """The cards of the pack that are not among these."""
    laid_faces = Counter(card.index for card in cards)
    return [CARDS[face] for face in (Counter(_faces(game)) - laid_faces).elements()]


def _dealt(
    game: Game, cards: Sequence[Card], missing: Sequence[Card]
) -> tuple[list[str], dict[str, list[str]]]:
    """The place where each card of a pack comes to lie, in the order of the pack; and the piles, of
    the laid cards alone.
    """
    whole = [*cards, *missing]
    position = Position.deal(game, 0, whole)
    number = {card: i for i, card in enumerate(pack_order(game, whole))}
    places, piles = [""] * len(whole), {}
    for place, pile in zip(game.places, position.piles, strict=True):
        for card in pile:
            places[number[card]] = place.id
        piles[place.id] = [CARDS[card & FACE].text for card in pile if number[card] < len(cards)]
    return places, piles
