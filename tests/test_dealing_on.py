"""When a card is turned, a round dealt or a re-deal made: only when the old text grants it.

The table `waits` is read off the old text, sentence by sentence. Whether a play or a marriage is open
is worked out here anew from the cards, without the word that grants the re-deal."""

import random

import pytest

import cadogan
from cadogan.edition.chapters import sentences_of
from cadogan.patience.position import Position
from cadogan.words import again, deal, turn

from .conftest import TABLES, text_of

#: The readings of the sentences that say what comes before cards are turned.
EACH, FIRST = "all played before each card", "all played before the first card"
#: So many deals of each are walked through.
WALKS = 6


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
    game = cadogan.games[slug]
    check_waiting(game, kinds, waits_for)
    if FIRST in game.readings.get("dealing on", ()):
        check_waiting(game.vary(dealing_on=FIRST), "turn first", waits_for)
        check_waiting(game.vary(dealing_on=EACH), "turn", waits_for)


@pytest.mark.table("slug, waits_for, words", "reports")
def test_what_tells_of_play_asks_for_none_unless_the_reading_says_so(slug, waits_for, words):
    """A card may be turned while a play is open."""
    (told,) = (
        where for where, text in sentences_of(slug).items() if words in " ".join(text.split())
    )
    game = cadogan.games[slug]
    assert any(rule.covers(told) for clause in game.clauses_of(turn) for rule in clause.rules)
    assert not any(clause.after for clause in game.clauses_of(turn))
    assert any(
        must_come_first(position, move, waits_for)
        for number in range(40)
        for position in cadogan.odds.playout(game, number, "greedy").positions()[:8]
        if position.find("turn")
        for move in position.moves()
    )
    check_waiting(game.vary(dealing_on=FIRST), "turn first", waits_for)


def test_every_chapter_with_such_a_sentence_has_the_reading_and_it_changes_play():
    """But for The Carpet, where the text is plain: the row of its chapter says so."""
    turned = [row[0] for row in TABLES["waits"] if "turn" in row[1] and row[2] != "set"]
    told = [slug for slug, *_ in TABLES["reports"]]
    readings = {slug: game.readings.get("dealing on", ()) for slug, game in cadogan.games.items()}
    free = {slug for slug in turned if not readings[slug]}
    assert free == {"carpet"} and "the text is plain" in next(
        line for line in text_of("book/carpet.md").splitlines() if "Must a suitable card" in line
    )
    for slug in {*turned, *told} - free:
        options = [*readings[slug]]
        assert sorted(options) == sorted([FIRST, "when you like" if slug in told else EACH]), slug
        game, other = (cadogan.games[slug].vary(dealing_on=option) for option in options)
        assert any(
            cadogan.odds.playout(game, number, "random").moves
            != cadogan.odds.playout(other, number, "random").moves
            for number in range(40)
        ), slug


def check_waiting(game, kinds, waits_for):
    """What asks for a move waits for it, for the first time only where ``first`` is said."""
    chance, waited, granted = random.Random(28), 0, 0
    for number in range(WALKS):
        begun = False
        position = game.deal(number)
        for _ in range(250):
            moves = position.moves()
            if not moves:
                break
            offered = {move.kind for move in moves} & {*kinds.split()}
            asked = not begun and any(must_come_first(position, move, waits_for) for move in moves)
            assert not (asked and offered), f"{offered} in deal {number}:\n{position}"
            waited += asked
            granted += bool(offered)
            move = chance.choice(moves)
            begun |= "first" in kinds and move.kind == "turn"
            position = position.play(move)
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


def test_no_round_is_dealt_from_an_empty_hand(ruling, walk):
    """In whole games, for the pack can give out while gaps are filled; and where the deal never
    pauses, no round is dealt at all.
    """
    if not ruling.rules.pausing:
        for position in walk(ruling, 1).positions:
            assert position.phase != "pause" and not position.find("deal"), position
        return
    for number in range(6):
        for who in ("random", "careful"):
            for position in cadogan.odds.playout(ruling, number, who).positions()[:400]:
                if not position.cards["hand"]:
                    assert position.phase != "pause" and not position.find("deal"), position


@pytest.mark.parametrize(
    "slug, deal, then",
    [("congress", 1, "r51-h5"), ("labyrinth", 2, "lift"), ("blockade", 1, ""), ("sly", 25, "")],
)
def test_the_pack_gives_out_in_a_gap_and_the_deal_is_over(slug, deal, then):
    """What waits for the pack to be out may be done without an empty deal, and a lost game says so."""
    positions = cadogan.odds.playout(cadogan.games[slug], deal, "careful").positions()
    spent = next(i for i, p in enumerate(positions) if not p.cards["hand"])
    assert positions[spent].phase == "end"
    assert positions[spent].why_not("deal").startswith("The deal is complete")
    if then:
        assert any(move.text.startswith(then) for p in positions[spent:] for move in p.moves())
    else:
        assert positions[-1].is_over and not positions[-1].is_won


def test_a_pause_with_an_empty_hand_is_read_as_the_end_of_the_deal():
    """Pictures written before the game noticed it stay good."""
    positions = cadogan.odds.playout(cadogan.games["blockade"], 1, "careful").positions()
    spent = next(i for i, p in enumerate(positions) if not p.cards["hand"])
    picture = str(positions[spent])
    paused = [line for line in str(positions[spent - 1]).splitlines() if "phase=pause" in line]
    assert Position.parse(picture + "\n" + paused[0]) == positions[spent]


def test_a_pass_places_cards_of_its_own_only():
    """A marriage of the Equator places none, in the first pass as in any other; a space that it
    leaves takes one.
    """
    position = cadogan.games["zodiac"].deal(3)
    married = "e6-z19 e3-z19 e4-z20 e2-z2 e1-z8 e8-z1".split()
    for move in [*married[:3], *["turn"] * 72]:
        position = position.play(move)
    assert not position.find("again") and position.play("talon-e6").find("again")
    position = position.play("talon-e6").play("again")
    for move in [*married[3:], *["turn"] * 71]:
        position = position.play(move)
    assert not position.find("again") and position.play("talon-e1").find("again")


def test_no_card_of_the_equator_marries_in_the_end():
    """Unless the reading says so."""
    zodiac = cadogan.games["zodiac"]
    end = cadogan.odds.playout(zodiac, 18, "greedy").positions()[147]
    assert end.phase == "end" and end.why_not("e3-z10").startswith("Not when pack and talon are")
    free = zodiac.vary(in_the_end="marriages in the Zodiac")
    assert Position.parse(str(end), free).find("e3-z10")


def test_what_is_asked_first_is_not_asked_when_the_talon_has_been_used_up():
    """Once the first card has been turned, the next may be with a play open and no talon."""
    position = cadogan.games["constitution"].deal(1)
    for move in "p7-f1 l5-p7 c8-l5 e8-c8 turn l4-p7 c2-l4 e8-c2".split():
        position = position.play(move)
    assert not position.cards["talon"] and position.find("p7-f3") and position.find("turn")


def test_nothing_is_paid_for_queens_when_all_has_been_turned_in_vain():
    """The refusal says so, though there are queens to be paid for."""
    position = cadogan.odds.playout(cadogan.games["queens"], 42, "greedy").last
    assert position.is_over and position.counts["queens to be paid for"] == 3
    assert position.why_not("again").startswith("28 cards were turned in vain: ")


def test_of_two_equal_kings_the_player_says_which_goes_up():
    """Both lie available, and one place is free; nothing else may be done before."""
    turned = cadogan.odds.playout(cadogan.games["fish-bone"], 222, "greedy").positions()[78]
    assert [move.text for move in turned.moves()] == ["g1-k6", "g4-k6"]
    assert turned.why_not("turn").startswith("First say which of the equal cards goes up: eight")
    left = [turned.play(move).cards for move in turned.moves()]
    assert [len(cards["g1"]) for cards in left] == [0, 2]
    assert [len(cards["g4"]) for cards in left] == [2, 0]
