"""What lies on the foundations is what their series say: in every reading, after every move of
random play.

The series are read off the clauses here, not off the engine's tables.
"""

import random
from itertools import pairwise

import cadogan
from cadogan.cards import cards
from cadogan.words import fill, foundations, may, packs, places, swap
from cadogan.words.series import ByAddition, FromBase, OfTheSuitBeside
from cadogan.words.values import once_dealt

DEALS, MOVES = (1, 1914), 150
#: Where nothing came on a foundation by then (*Zodiac* plays to them only at the end), more deals
#: are played, and to the end.
MORE, LAST = range(2, 40), 1000


def found(game):
    """Every foundation of a game: its clause, its index in it, its place, and the place that its
    series hangs on.
    """
    ids = {}
    for place in game.places:
        ids.setdefault(place.group, []).append(place.id)
    return [
        (c, i, one, ids[c.above][i] if c.above else "")
        for c in game.active
        if isinstance(c, foundations)
        for i, one in enumerate(ids[c.name])
    ]


def wanted(series, ranks, base, beside):
    """The values of a series, one after the other, in a position."""
    values = series.ranks(ranks)
    if isinstance(series, FromBase):
        return [(base - 1 + step) % 13 + 1 for step in values]
    if isinstance(series, ByAddition):
        return [(beside[-1].rank * times - 1) % 13 + 1 for times in values]
    return list(values)


def faults(position, all_of_them):
    """What lies wrong on the foundations."""
    game = position.game
    ranks = next(c for c in game.active if isinstance(c, packs)).ranks
    bases = {
        position.cards[one][0].rank
        for c, i, one, _ in all_of_them
        if isinstance(c.series_of(i), FromBase) and position.cards[one]
    }
    if len(bases) > 1:
        yield f"foundations begin with {sorted(bases)}"
    opened = {}
    for c, i, one, linked in all_of_them:
        pile = position.cards[one]
        if not pile:
            continue
        said = f"{one}[{' '.join(map(str, pile))}]"
        series = c.series_of(i)
        beside = position.cards[linked] if linked else ()
        if linked and not beside:
            yield f"{said} beside nothing"
            continue
        values = wanted(series, ranks, min(bases, default=0), beside)
        if [card.rank for card in pile] != values[: len(pile)]:
            yield f"{said} should run {values}"
        if isinstance(series, OfTheSuitBeside):
            if any(card.suit != beside[-1].suit for card in pile):
                yield f"{said} beside {beside[-1]}"
        elif not all(c.suit.fits(below.suit, card.suit) for below, card in pairwise(pile)):
            yield f"{said} should be built {c.suit.words}"
        if c.cards and pile[0] != cards(c.cards)[i]:
            yield f"{said} should begin with {cards(c.cards)[i]}"
        if c.suits not in ("", "one of each") and pile[0].suit != c.suits[i]:
            yield f"{said} should begin with {c.suits[i]}"
        opened.setdefault(c.name, []).append(pile[0].suit)
        if c.one_of_each and len(set(opened[c.name])) < len(opened[c.name]):
            yield f"{said}: two {c.name} of one suit"


def test_foundations_hold_what_their_series_say(ruling):
    all_of_them = found(ruling)
    if not all_of_them:
        assert {type(c).__name__ for c in ruling.active} & {"take", "won", "together"}
        return  # a game of some other goal
    grown = sum(grown_in(ruling, number, MOVES, all_of_them) for number in DEALS)
    assert grown or any(grown_in(ruling, number, LAST, all_of_them) for number in MORE), (
        "nothing ever came on a foundation: the test shows nothing"
    )


def grown_in(game, number, most, all_of_them):
    """How many cards random play brings home in a deal; after every move the foundations are looked
    at.
    """
    chance = random.Random(f"{game.title} {number}")
    position = game.deal(number)
    before = position.home
    for _ in range(most):
        wrong = [*faults(position, all_of_them)]
        assert not wrong, f"deal {number}: {wrong}\n{position}"
        codes = game.referee.legal(position.state)
        if not codes or position.is_won:
            break
        position = position.after(chance.choice(codes))
    return position.home - before


def test_what_a_foundation_takes_follows_the_card_above_it():
    """Whatever moves that card: the wants of a position are those of the same position read anew."""
    game = cadogan.games["great-thirteen"].vary(
        places("balcony", 8),
        swap("balcony", when=once_dealt),
        fill("balcony", "ground packets", may),
    )
    chance = random.Random(1)
    position, above = game.deal(1), 0
    for _ in range(60):
        again = cadogan.Position.parse(str(position), game)
        assert again == position and again.moves() == position.moves(), str(position)
        move = chance.choice(position.moves())
        above += move.kind == "swap"
        position = position.play(move)
    assert above > 5
