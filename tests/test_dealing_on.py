"""When a card is turned, a round dealt or a re-deal made: only when the old text grants it.

The table `waits` is read off the old text, sentence by sentence. Whether a play or a marriage is open
is worked out here anew from the cards, without the word that grants the re-deal."""

import random

import pytest

import cadogan
from cadogan.edition.chapters import sentences_of
from cadogan.words import again, deal, turn

from .conftest import TABLES


def waits(clause):
    """Whether a clause by which the deal goes on asks for something first."""
    if isinstance(clause, turn) and clause.to:
        return not clause.freely
    return isinstance(clause, again | deal | turn) and clause.after is not None


def fits(card, on):
    """Whether two cards could be married in some game: neighbours in suit (hers are in suit)."""
    return card.suit == on.suit and abs(card.rank - on.rank) == 1


def must_come_first(position, move, waits_for):
    """Whether a move is one that the text wants done before."""
    groups = {place.id: place.group for place in position.game.places}
    home = {place.label for place in position.game.rules.places if place.group.foundation}
    if move.kind in ("together", "take"):
        return move.kind == ("take" if waits_for == "set" else "together")
    if move.kind != "play" or waits_for == "set":
        return False
    if move.target in home:
        return move.source not in home
    pile = position.cards[move.source]
    married = len(pile) > 1 and fits(pile[-1], pile[-2]) and groups[move.source] != "talon"
    on = position.cards[move.target]
    return "marry" in waits_for and bool(on) and fits(pile[-1], on[-1]) and not married


@pytest.mark.few("nation", "napoleon-at-st-helena", "sly")
@pytest.mark.table("slug, kinds, waits_for, words", "waits")
def test_nothing_is_dealt_on_while_the_text_wants_a_move_first(slug, kinds, waits_for, words):
    """In random play; and it waits somewhere, so that the test is of something."""
    game, chance, waited, granted = cadogan.games[slug], random.Random(28), 0, 0
    for number in range(4):
        position = game.deal(number)
        for _ in range(250):
            moves = position.moves()
            if not moves:
                break
            offered = {move.kind for move in moves} & {*kinds.split()}
            first = "first" not in kinds or not position.cards["talon"]
            asked = first and any(must_come_first(position, move, waits_for) for move in moves)
            assert not (asked and offered), f"{offered} in deal {number}:\n{position}"
            waited += asked
            granted += bool(offered)
            position = position.play(chance.choice(moves))
    assert waited and granted


@pytest.mark.table("slug, kinds, waits_for, words", "waits")
def test_the_old_text_says_so_and_the_clause_cites_it(slug, kinds, waits_for, words):
    game = cadogan.games[slug]
    (place,) = (
        where for where, text in sentences_of(slug).items() if words in " ".join(text.split())
    )
    cited = [rule for clause in game.active if waits(clause) for rule in clause.rules]
    assert any(rule.covers(place) for rule in cited), (place, cited)


def test_no_other_game_lets_a_move_wait():
    """The others have no such sentence, or another one of theirs frees the player."""
    waiting = {slug for slug in cadogan.games if any(map(waits, cadogan.games[slug].active))}
    assert waiting == {slug for slug, *_ in TABLES["waits"]}
