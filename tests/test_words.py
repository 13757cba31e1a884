"""Words that a reading stands on, one by one: what each allows, and the sentence with which it
refuses.

Games of the book, changed by the one clause; small games of a few cards stand in `cases/words.txt`.
"""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import random
import re

import pytest

import cadogan
from cadogan import Game, IllegalMove
from cadogan.edition.cells import CellError, read
from cadogan.edition.chapters import sentences_of
from cadogan.words import *
from cadogan.words import RuleError


def texts(position):
    return {m.text for m in position.moves()}


# --- playing to the foundations ----------------------------------------------------------------------


def test_a_packet_gives_again_when_a_card_has_gone_there_or_upon_it():
    """The Mill, PLAY 6; that one has gone to another king is not enough."""
    mill, lots, barred = cadogan.games["mill"], random.Random(1), 0
    for number in range(60):
        position, given, since = mill.deal(number), set(), set()
        while moves := position.moves():
            assert not any(m.source in given and m.target == "centre" for m in moves)
            barred += bool(given - since)
            gives = [m for m in moves if m.source[:1] == "k" and m.target == "centre"]
            move = lots.choice(gives or moves)
            if move in gives:
                given.add(move.source)
                since.add(move.source)
            elif move.target == "centre":
                given.clear()
            else:
                given.discard(move.target)
            if move not in gives and move.target[:1] in ("c", "k"):
                since.clear()
            position = position.play(move)
    assert barred > 10


# --- idle words --------------------------------------------------------------------------------------


@pytest.mark.table("slug, clause, said", "clauses")
def test_what_can_have_no_effect_is_an_error(slug, clause, said):
    with pytest.raises((RuleError, CellError), match=re.escape(said)):
        _ = cadogan.games[slug].vary(read(f"x = {clause}").values["x"]).rules


@pytest.mark.table("clauses, said", "never")
def test_what_cannot_be_won_or_dealt_is_an_error(clauses, said):
    usual = {"packs": "packs(1)", "foundations": "foundations(4, ascending(A, K))"}
    sets = "take(" in clauses
    more = [
        text
        for word, text in usual.items()
        if not (f"{word}(" in clauses or (sets and word != "packs"))
    ]
    with pytest.raises((RuleError, CellError), match=re.escape(said)):
        _ = read(f'x = Game("A", {", ".join([*more, clauses])})').values["x"].rules


@pytest.mark.parametrize(
    "clauses",
    [
        # the last lane comes short, or the last row
        'places("lanes", 18), deal(each("lanes", 3))',
        'places("lanes", 8), deal(rows("lanes", 7))',
        'places("lanes", 21), deal(rows("lanes", 3))',
        # what lies face down comes to lie under others, or is taken up and dealt again
        'places("lanes", 4), deal(each("lanes", 3, down=3), rounds("lanes"))',
        'places("lanes", 13), deal(each("lanes", 4, down=4)), again(1, "lanes")',
        # places to which no card comes lie on the table all the same
        'places("lanes", 8), places("aside", 3, spread=(0.3, 0)), deal(rounds("lanes"))',
        # cards leave the hand by themselves, or with a filling
        'places("lanes", 8), deal(each("lanes", 6)), fill("lanes", hand)',
        'places("lanes", 8), deal(each("lanes", 6)), fill("lanes", hand, may)',
        'places("lanes", 8), deal(each("lanes", 6)), won("lanes")',
    ],
)
def test_what_may_be_won_is_no_error(clauses):
    usual = 'packs(1), foundations(4, ascending(A, K)), build(down, any_suit, "lanes")'
    _ = read(f'x = Game("A", {usual}, {clauses})').values["x"].rules


# --- the sentence that forbids -------------------------------------------------------------------------


@pytest.mark.table("slug, deal, move, rule, speaks_of", "forbids")
def test_a_refusal_cites_the_sentence_that_forbids(slug, deal, move, rule, speaks_of):
    position = cadogan.games[slug].deal(deal)
    card, _, on = move.partition(" on ")
    tops = {
        place: str(pile[-1]) for place, pile in position.cards.items() if pile and place != "hand"
    }
    refused = [
        position.why_not(f"{a}-{b}")
        for a in tops
        for b in tops
        if a != b and (tops[a], tops[b]) == (card, on) and a in position.free
    ]
    assert refused and all(said is not None and said.endswith(f"({rule})") for said in refused), (
        refused
    )
    text = {str(place): sentence for place, sentence in sentences_of(slug).items()}
    assert speaks_of in text.get(rule, "")


# --- what must be done before the deal goes on --------------------------------------------------------


def test_a_round_is_dealt_only_when_no_set_is_left():
    wheel = cadogan.games["wheel"].vary(
        deal(rounds("cushion", pause=True), after=no_set_left), without=["deal"]
    )
    for number in range(20):
        moves = texts(wheel.deal(number))
        assert ("deal" in moves) != any(text.startswith("take") for text in moves)


# --- a changed copy -----------------------------------------------------------------------------------


@pytest.mark.parametrize("onto, frm", [("lanes", None), (("lanes",), None), ("lanes", "lanes")])
def test_a_clause_takes_the_place_of_what_says_the_same_in_other_brackets(onto, frm):
    changed = cadogan.games["fortress"].vary(marry(down, onto, frm))
    assert [c.line for c in changed.clauses_of(build)] == [down]


def test_what_is_left_out_has_the_name_that_the_chapter_gives_it():
    fortress = cadogan.games["fortress"]
    assert fortress.vary(without=["marry"]) == fortress.vary(without=["build"])


def test_a_group_whose_name_has_an_underscore_can_be_varied():
    game = Game(
        "A",
        packs(1),
        places("my_lanes", 8),
        deal(rounds("my_lanes")),
        take(13, "my_lanes", alone=True),
    )
    assert len(game.vary(my_lanes=9).places) == len(game.places) + 1


def test_a_word_for_a_reading_is_answered_with_how_a_clause_is_given():
    with pytest.raises(RuleError, match=r"as it is written, as in vary\(turn\(…\)\)"):
        cadogan.games["canfield-or-klondike"].vary(turn=3)


# --- a game of one's own tells what is done ------------------------------------------------------------


def own(*clauses, n=7):
    return Game("A", packs(1), foundations(4, ascending(A, K)), places("columns", n), *clauses)


@pytest.mark.parametrize(
    ("clauses", "line"),
    [
        (
            (deal(rows("columns", 8)),),
            "eight rows, a card to each of the columns, as far as the cards go.",
        ),
        (
            (deal(each("columns", (5, 4, 5, 4, 5, 4, 5))),),
            "but four to the second, fourth and sixth.",
        ),
        (
            (deal(each("columns", (0, 1, 1, 0, 0, 0, 0))),),
            "to the last, none, one, one, none, none, none, none.",
        ),
        ((deal(each("columns", 4, down=(2,) * 7)),), "the first two of each face down."),
        (
            (deal(rounds("columns")), build(either, any_suit, "columns", moving=part)),
            "a sequence may turn from one to the other.",
        ),
        (
            (deal(rounds("columns")), build(down, alternate, "columns", moving=part.any_suit)),
            "part of a sequence of any suits",
        ),
    ],
)
def test_the_deal_and_what_moves_together_are_told_as_they_are(clauses, line):
    if not clauses[0].runs_out and clauses[0].steps[0].n != 8:
        clauses = (*clauses, turn())
    assert line in own(*clauses).tell()


def test_places_to_which_the_player_deals_do_not_stay_empty():
    heaps = own(deal(rounds("columns", at_will=True, pause=True)))
    assert "A place once empty stays empty" not in heaps.tell()
    assert "A place once empty stays empty" in own(deal(rounds("columns"))).tell()


def test_a_refusal_in_a_game_of_ones_own_names_its_own_moves_and_cites_nobody():
    position = own(deal(each("columns", 4)), turn(), build(down, any_suit, "columns")).deal(1)
    assert position.why_not("again") == "There is no re-deal in this game."
    examples = re.fullmatch(
        r"'foo' is not a move; moves here are such as (\S+) or turn\.", position.why_not("foo")
    )
    assert position.find(examples[1])
    sets = Game("A", packs(1), places("c", 7), deal(rounds("c")), take(equal, "c"))
    assert " is not taken up alone: " in sets.deal(1).why_not("take c1")


def test_what_is_filled_of_itself_from_a_group_is_refused_because_it_is_not_empty():
    eagle = own(
        places("trunk", 1),
        deal(each("trunk", 17), rows("columns")),
        turn(),
        fill("columns", "trunk"),
        fill("columns", talon, may.when(after_deal)),
    )
    said = eagle.deal(1).play("turn").why_not("trunk-c1")
    assert said.startswith("Column 1 is not empty: vacancies in the columns are filled at once")


def test_a_move_of_another_deal_is_not_another_card():
    fortress = cadogan.games["fortress"]
    move = fortress.deal(1).find("l9-l6")
    other = next(p for p in map(fortress.deal, range(2, 100)) if p.find("l9-l6"))
    with pytest.raises(IllegalMove, match="This is a move of another position: queen of diamonds"):
        other.play(move)
    assert fortress.deal(1).play(move) == fortress.deal(1).play("l9-l6")
