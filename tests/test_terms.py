"""The vocabulary: what its words mean, that each says itself, and what a changed game may be."""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import dataclasses
import inspect
import itertools
import json
import pickle
import re

import pytest
from hypothesis import given, strategies as some

import cadogan
from cadogan import Game, words as terms
from cadogan.cards import PIQUET
from cadogan.edition.cells import read
from cadogan.layout import Place
from cadogan.words import *
from cadogan.words import Clause, Line, Rule, RuleError

FORTRESS = cadogan.games["fortress"]
LUCIE = cadogan.games["la-belle-lucie"]
KINDS = [
    c
    for c in vars(terms).values()
    if inspect.isclass(c) and issubclass(c, Clause) and c not in (Clause, terms.Aim)
]
RANK = some.integers(1, 13)


# --- values ------------------------------------------------------------------------------------------


@given(RANK, RANK)
def test_lines_of_values(on, card):
    assert down.fits(on, card) == (card == on - 1) and up.fits(on, card) == (card == on + 1)
    assert either.fits(on, card) == (abs(on - card) == 1)
    assert down.round.fits(on, card) == ((on - card) % 13 == 1) and up.round.fits(
        on, card
    ) == down.round.fits(card, on)
    assert down.by(3).fits(on, card) == (card == on - 3) and anything.fits(on, card)
    king_under_ace = either.along(ascending(K, Q))
    assert king_under_ace.fits(on, card) == (abs(on - card) in (1, 12))


@given(some.sampled_from(PIQUET), some.sampled_from(PIQUET))
def test_lines_in_a_piquet_pack_pass_over_what_it_does_not_hold(on, card):
    """The ace, then the seven: neighbours are neighbours in the pack."""
    i, j = PIQUET.index(on), PIQUET.index(card)
    assert down.fits(on, card, PIQUET) == (j == i - 1)
    assert either.round.fits(on, card, PIQUET) == (abs(i - j) in (1, 7))


@pytest.mark.parametrize(("on", "card"), list(itertools.product("CDHS", repeat=2)))
def test_relations_of_suits(on, card):
    assert in_suit.fits(on, card) == (on == card) and any_suit.fits(on, card)
    assert in_colour.fits(on, card) == ((on in "DH") == (card in "DH"))
    assert alternate.fits(on, card) != in_colour.fits(on, card)


@pytest.mark.table("said, values", "series")
def test_series(said, values):
    series = read(f"x = {said}").values["x"]
    assert " ".join(map(str, series.values)) == values and series.tell()


def test_a_series_leaves_out_what_the_pack_does_not_hold():
    assert (
        ascending(A, K).ranks(PIQUET) == PIQUET and by_addition.ranks(PIQUET) == by_addition.values
    )


def test_what_is_no_value_is_refused():
    for text in ("A 1", "A X", "11"):
        with pytest.raises(ValueError, match="is not a value; values are A, 2"):
            order(text)
    for paragraph in (0, -1, "x", 1.5):
        with pytest.raises(RuleError, match="paragraph of PLAY, counted from 1"):
            PLAY[paragraph]


# --- layout ------------------------------------------------------------------------------------------


def spread_out(places):
    return [(s.x, s.y, s.angle) for s in places]


def test_layout_words():
    assert spread_out(line(3, 1, 2, 0, 1.5, 90)) == [(1, 2, 90), (1, 3.5, 90), (1, 5, 90)]
    assert spread_out(block(2, 2, 0, 0, 2, 3)) == [(0, 0, 0), (2, 0, 0), (0, 3, 0), (2, 3, 0)]
    assert spread_out(spots("0,0 -2.5,1@90 3,4@-45")) == [(0, 0, 0), (-2.5, 1, 90), (3, 4, -45)]
    assert [s.angle for s in block(2, 3, woven=True)] == [0, 90, 0, 90, 0, 90]
    for text in ("1", "1,2,3", "a,b", "1,2@x"):
        with pytest.raises(ValueError, match="is not a spot; a spot is x,y or x,y@angle"):
            spots(text)


@pytest.mark.parametrize("n", [2, 4, 12, 24])
def test_a_ring_is_a_circle_on_the_table(n):
    """In card widths across and card heights (7/5 of a width) down: all equally far from the
    centre.
    """
    middle = [((s.x + 0.5) * 5, (s.y + 0.5) * 7) for s in ring(n, 3, 3, 2)]
    assert all(abs(((x - 15) ** 2 + (y - 21) ** 2) ** 0.5 - 10) < 0.02 for x, y in middle)
    assert middle[0][0] == pytest.approx(15, abs=0.01) and middle[0][1] < 21, "the first at the top"
    assert n < 4 or middle[1][0] > 15, "clockwise"
    assert [s.angle for s in ring(4, 0, 0, 1, turn=True)] == [0, 90, 180, 270]


@given(*[some.integers(0, 3)] * 4)
def test_relations_of_places(x, y, u, v):
    """In rows and columns nine tenths of a card apart."""
    one, other = (Place("p", "p", "p", 0.9 * column, row) for column, row in ((x, y), (u, v)))
    assert same("row").holds(one, other) == (y == v)
    assert same("column").holds(one, other) == (x == u)
    assert same("line").holds(one, other) == (x == u or y == v)
    assert beside.holds(one, other) == (y == v and abs(x - u) < 2)


# --- every word says itself --------------------------------------------------------------------------


def test_the_vocabulary_lists_only_what_there_is():
    assert all(hasattr(terms, name) for name in terms.__all__) and len(set(terms.__all__)) == len(
        terms.__all__
    )
    assert {kind.__name__ for kind in KINDS} <= set(terms.__all__), (
        "a clause that no rules cell can use"
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_clause_has_its_own_sentence(kind):
    assert "tell" in vars(kind), f"{kind.__name__} does not say itself"
    assert dataclasses.is_dataclass(kind) and kind.__dataclass_params__.frozen


def test_every_clause_of_the_game_is_told_with_its_rules(ruling):
    told = ruling.tell().split("\n")
    assert told[0] == ruling.title
    assert told[2] == ruling.aim and ruling.aim.startswith("Won when ")
    for clause in ruling.active:
        sentence = ruling.say(clause)
        assert (
            sentence[0].isupper()
            and sentence.endswith((".", ".)"))
            and "  " not in sentence
            and "None" not in sentence
        ), sentence
        if isinstance(clause, places):  # the table is told in one sentence
            line = next(
                line
                for line in told
                if line.startswith("There is room for ") and clause.room in line
            )
            assert all(part in line for part in (*clause.more, *map(str, clause.rules)))
        else:
            assert f"{sentence} {clause.cited}".strip() in told
    for name, options in ruling.readings.items():
        assert any(name in line and all(option in line for option in options) for line in told)


#: Fields that only say where things lie, how they are drawn or what they are called by letter.
SILENT = {"at", "spread", "letter", "rules", "name", "steps", "options", "chosen", "changed"}
#: Fields that mean nothing, so that nothing need be said of them, where another is set.
IDLE = {
    "fill.at_least": "lane",
    "fill.by": "lane",
    "swap.or_empty": "times",
    "turn.by_colour": "to",
    "packs.n": "of",
    "packs.single": "of",
}


def varied(clause):
    """The clause with one thing changed at a time: switches turned, numbers raised, lines turned
    about; each by the name of the field.
    """
    for field in dataclasses.fields(clause):
        name, value = field.name, getattr(clause, field.name)
        if isinstance(value, bool):
            others = [not value]
        elif isinstance(value, int):
            others = [value % 13 + 1]
        else:
            others = {up, either.round} - {value} if isinstance(value, Line) else ()
        if value == equal:
            others = [13]
        if name not in SILENT:
            yield from ((name, dataclasses.replace(clause, **{name: one})) for one in others)


def test_what_changes_a_clause_changes_its_sentence(game):
    """Nothing that matters in play goes unsaid: two clauses that differ in a switch or a number
    differ in words.
    """
    for clause in game.active:
        for name, other in varied(clause):
            word = f"{type(clause).__name__}.{name}"
            idle = getattr(clause, IDLE.get(word, ""), 0) not in (0, -1, "", (), None)
            assert idle or other.in_vain() or other.tell() != clause.tell(), word


@pytest.mark.parametrize(
    "said, sentence",
    [
        (
            packs(1, "K Q J 10"),
            "One pack, with no cards but the tens, knaves, queens and kings, 16",
        ),
        (packs(2, "A 2 3 4 5 6 7 8 9 10 J Q"), "Two packs, without the kings, 96 cards."),
        (
            packs(1, "A 2", suits="HS"),
            "hearts and spades alone, with no cards but the aces and twos",
        ),
        (packs(4, of="K A 7 8 9 10 J Q"), "Four entire piquet packs, 128 cards."),
        (
            rounds("lanes", 2, across=4),
            "rows of four beneath one another, two cards together to each",
        ),
    ],
)
def test_what_is_said_in_brackets_is_told(said, sentence):
    assert sentence in said.tell()


def test_a_clause_is_a_value():
    clause = marry(down, "fans") @ RULE[1] @ PLAY[4]
    assert clause == marry(down, "fans") and hash(clause) == hash(marry(down, "fans")), (
        "rules cited are no part of what is played"
    )
    assert [str(r) for r in clause.rules] == [
        "Rule I",
        "PLAY 4",
    ] and clause.cited == "(Rule I, PLAY 4)"
    assert pickle.loads(pickle.dumps(clause)) == clause
    with pytest.raises(dataclasses.FrozenInstanceError):
        clause.onto = "lanes"
    with pytest.raises(RuleError, match="after @ stands a rule"):
        _ = clause @ "I"
    assert repr(Rule("PLAY", 3)) == "PLAY 3" and repr(PLAY) == "PLAY"


# --- games and changed games -------------------------------------------------------------------------


@pytest.mark.few
@pytest.mark.slow
def test_an_option_of_a_reading_changes_what_is_played(game):
    for name, options in game.readings.items():
        games = [game.vary(**{name.replace(" ", "_"): option}) for option in options]
        if any(isinstance(c, peek) for one in games for c in one.active):
            continue  # what the player may look at is no matter of the tables
        tables = {(game if one == game else one).program.source for one in games}
        assert len(tables) == len(options), f"{name}: two options play alike"


def test_changes_by_clause_number_and_leaving_out():
    wide = FORTRESS.vary(deal(each("lanes", (6,) * 7 + (5, 5))), lanes=9)
    assert len([p for p in wide.places if p.group == "lanes"]) == 9 and wide.deal(1).home == 0
    only_down = FORTRESS.vary(marry(down, "lanes"))
    assert "in descending line" in only_down.tell() and "ascending or" not in only_down.tell()
    assert next(c for c in only_down.clauses if isinstance(c, build)).rules, (
        "the changed clause keeps the rules cited"
    )
    assert "descending line. (in place of PLAY 3.1, PLAY 4)" in only_down.tell()
    assert "in place of" not in FORTRESS.tell() + FORTRESS.vary(marry(either, "lanes")).tell()
    assert "There is no re-deal." in LUCIE.vary(without=["again"]).tell()
    assert (
        LUCIE.vary(without=["again"]).deal(1).why_not("again")
        == "There is no re-deal in this game. (PLAY)"
    )
    assert LUCIE.vary(again(1, "fans", shuffled=True), title="One more").slug == "one-more"


@pytest.mark.table("change, said", "changes")
def test_a_wrong_change_is_refused_with_the_reason(change, said):
    test_what_is_no_change_is_refused_with_the_reason(
        lambda: FORTRESS.vary(**json.loads(change)).rules, said
    )


@pytest.mark.parametrize(
    "made, said",
    [
        (lambda: FORTRESS.vary(without=[marry(down, "fans")]), "to leave out"),
        (lambda: cadogan.games["shah"].vary(without=["fill"]), "has more than one clause 'fill'"),
        (lambda: cadogan.games["blockade"].vary(without=["reading"]), "or say 'every reading'"),
        (lambda: FORTRESS.vary("marry"), "a game is made of clauses"),
        (lambda: FORTRESS.vary(marry), "a game is made of clauses"),
        (
            lambda: Game("Twice", packs(1), reading("packs", {"one": packs(1), "two": packs(2)})),
            "two clauses say the same kind of thing",
        ),
        (
            lambda: FORTRESS.vary(reading("lanes", {"ten": (), "nine": ()})),
            "a reading and a group are both called 'lanes'",
        ),
    ],
)
def test_what_is_no_change_is_refused_with_the_reason(made, said):
    with pytest.raises(RuleError, match=re.escape(said)):
        made()


def test_leaving_out_leaves_out_nothing_else():
    """By the name of a reading or a group, by a clause, by its kind where there is one, and all of
    a kind when that is said.
    """
    blockade, shah = cadogan.games["blockade"], cadogan.games["shah"]
    without = blockade.vary(without=["vacancies"])
    assert [type(c) for c in without.active] == [
        type(c) for c in blockade.active if not isinstance(c, fill)
    ]
    fills = [c for c in shah.active if isinstance(c, fill)]
    one_less = shah.vary(without=[fills[0]])
    assert [c for c in one_less.active if isinstance(c, fill)] == fills[1:]
    assert len(one_less.active) == len(shah.active) - 1
    assert len(shah.vary(without=["every fill"]).active) == len(shah.active) - len(fills)


def test_a_changed_game_shows_what_it_says_otherwise():
    only_down = FORTRESS.vary(marry(down, "lanes"))
    lines = FORTRESS.difference(only_down).splitlines()
    assert [line[0] for line in lines[:2]] == ["-", "+"]
    assert (
        lines[0][2:] in FORTRESS.tell()
        and lines[1][2:] in only_down.tell()
        and "descending line" in lines[1]
    )
    assert FORTRESS.difference(FORTRESS) == ""
    cites_more = FORTRESS.vary(marry(either, "lanes") @ RULE[6])
    assert FORTRESS.tell() != cites_more.tell() and FORTRESS.difference(cites_more) == ""
    assert sorted(line[2:] for line in lines) == sorted(
        line[2:] for line in only_down.difference(FORTRESS).splitlines()
    )


def test_a_clause_inside_a_reading_is_changed_there():
    """In the option in force, which keeps its other clauses; the switch stays, and its other
    options as they were.
    """
    hemispheres = cadogan.games["hemispheres"]
    north = marry(up, ("Europeans", "Asiatics"), (its_own, talon))
    changed = hemispheres.vary(north)
    assert (
        len(changed.active) == len(hemispheres.active) and changed.readings == hemispheres.readings
    )
    lines = {c.onto: c.line for c in changed.active if isinstance(c, build)}
    assert lines == {("Europeans", "Asiatics"): up, ("Australians", "Africans"): up}
    first, before = (
        next(c for c in g.active if isinstance(c, build)) for g in (changed, hemispheres)
    )
    assert first.rules == before.rules
    assert changed.vary(marriages="in colour") == hemispheres.vary(marriages="in colour")
    assert not any(isinstance(c, swap) for c in hemispheres.vary(without=["swap"]).active)
    with pytest.raises(RuleError, match="has no clause 'take' to leave out"):
        hemispheres.vary(without=["take"])


def test_places_are_told_in_words():
    """No place's id in a sentence: corner 1, sides 1 to 4; and a group of one place is that place."""
    ids = re.compile(r"\b[a-z]+\d+(-\d+)?\b")
    for slug in cadogan.games:
        assert not ids.search(cadogan.games[slug].tell()), slug
    assert "to each of corner 1, sides 1 to 4, corner 2" in cadogan.games["four-corners"].tell()
    assert "Places 7 to 12 of the alphabet" in cadogan.games["louis"].tell()
    assert "Deal 32 cards together to the key;" in cadogan.games["queens"].tell()


def test_the_text_of_a_game_names_the_reading_taken():
    other = FORTRESS.vary(direction="descend")
    assert (
        "Reading “direction”: descend (or: ascend)." in other.tell()
        and "descend from ace" in other.tell()
    )
    assert other.program.source != FORTRESS.program.source
