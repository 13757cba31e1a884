"""The engine beside a second, naive one for some games (`GAMES`): in random play both must say the same
moves in every position, and lay the same cards on the same places. A shuffle of a re-deal is taken
over, its cards are not.

    python -m tests.test_second_engines        which games have one, and which are next
"""

import random

import pytest

import cadogan
from cadogan.words import again

from .second_engines import Blockade, Congress, Labyrinth, Sly, Zodiac, pack_of
from .second_engines_turned import (
    Anna,
    Carpet,
    Constitution,
    FishBone,
    LightAndShade,
    Margarethe,
    MountOlympus,
    RedAndBlack,
    Sultan,
    TwoRings,
)

GAMES = {
    "congress": Congress,
    "zodiac": Zodiac,
    "labyrinth": Labyrinth,
    "blockade": Blockade,
    "sly": Sly,
    "sultan": Sultan,
    "two-rings": TwoRings,
    "carpet": Carpet,
    "fish-bone": FishBone,
    "red-and-black": RedAndBlack,
    "anna": Anna,
    "constitution": Constitution,
    "margarethe": Margarethe,
    "mount-olympus": MountOlympus,
    "light-and-shade": LightAndShade,
}
DEALS, MOVES = 40, 400


def kind_of(move):
    """From what kind of place to what kind of place."""
    source, _, target = move.partition("-")
    return source[:1] + target[:1]


def some_move(chance, moves):
    """A kind of move as often as any other, so that the deal goes on."""
    kind = chance.choice(sorted({*map(kind_of, moves)}))
    return chance.choice(sorted(move for move in moves if kind_of(move) == kind))


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_a_second_engine_says_the_same(slug):
    """In half of the deals in random play, in the others in the careful player's."""
    game, spent = cadogan.games[slug], 0
    for number in range(1, DEALS + 1):
        table, position = GAMES[slug](pack_of(game, number)), game.deal(number)
        careful = cadogan.odds.playout(game, number, "careful").moves if number % 2 else ()
        chance = random.Random(f"{slug} {number}")
        for step in range(MOVES):
            lies = {**table.lies, "hand": table.hand}
            ours = {p: [(c.rank, c.suit) for c in pile] for p, pile in position.cards.items()}
            assert ours == {p: pile for p, pile in lies.items() if p in ours}, (number, step)
            moves = {move.text for move in position.moves()}
            assert moves == table.moves(), (number, step, moves ^ table.moves(), str(position))
            if not moves:
                break
            move = careful[step] if step < len(careful) else some_move(chance, moves)
            position = position.play(move)
            table.play(move)
            if move == "again" and game.clauses_of(again)[0].shuffled:
                shuffled = [(card.rank, card.suit) for card in position.cards["hand"]]
                assert sorted(shuffled) == sorted(table.hand)
                table.hand = shuffled
        spent += not position.cards["hand"]
    assert spent > DEALS // 2


def to_come():
    """The games without a second engine, those of the most clauses first: there is most to misread."""
    rest = [slug for slug in cadogan.games if slug not in GAMES]
    return sorted(rest, key=lambda slug: -len(cadogan.games[slug].active))


def test_every_second_engine_is_of_a_game_of_the_book():
    assert {*GAMES} < {*cadogan.games} and len(to_come()) == len(cadogan.games) - len(GAMES)


if __name__ == "__main__":
    print(f"{len(GAMES)} of {len(cadogan.games)} have a second engine: {', '.join(GAMES)}")
    print(f"next: {', '.join(to_come()[:5])}")
