"""The language of a rules cell: what it can say, and everything that it refuses, whoever wrote it."""

import json
import re

import pytest

import cadogan
from cadogan import words as terms
from cadogan.edition.cells import read
from cadogan.edition.chapters import RulesError, cells_of, joined, read_changed
from cadogan.edition.parsing import (
    DEEPEST,
    LONGEST,
    LONGEST_QUOTE,
    LONGEST_REASON,
    MOST_PARTS,
    CellError,
)
from cadogan.patience.game import Game
from cadogan.usage import VOCABULARY, usage

LITTLE = """little = Game("Little Game", packs(1),
    foundations(4, ascending(A, K)) @ RULE[2],
    places("fans", 18),
    deal(each("fans", 3)) @ PLAY[1],
    free("fans") @ RULE[1],
    marry(down, "fans") @ PLAY[2])"""


def refused(read, *cell, error=CellError):
    """How a cell is refused: the line, and the reason."""
    with pytest.raises(error) as caught:
        read(*cell)
    return caught.value


def rules_of(slug):
    return joined(cells_of(cadogan.games.text(slug)))


# ---- what a cell can say -------------------------------------------------------------------------


def test_the_cells_of_every_chapter_say_its_game(slug):
    game, book = read_changed(cadogan.games.text(slug), slug, rules_of(slug)), cadogan.games[slug]
    assert game == book and game.slug == book.slug == slug
    variants, ours = (
        {name: one.program.source for name, one in each.variants.items()} for each in (game, book)
    )
    assert variants == ours


@pytest.mark.table("slug, old, new, why", "rules")
def test_places_and_values_that_do_not_suit_are_refused_with_the_reason(slug, old, new, why):
    rules = rules_of(slug)
    changed = rules.replace(old, new, 1)
    assert changed != rules
    with pytest.raises(RulesError, match=why):
        read_changed(cadogan.games.text(slug), slug, changed)


def test_the_order_in_which_a_game_names_its_places_is_free():
    """Pairs are sought in all the places of their groups, whichever group comes first."""
    rules = rules_of("nestor")
    other = rules.replace("eight_columns, reserve", "reserve, eight_columns")
    assert other != rules
    here, there = (
        read_changed(cadogan.games.text("nestor"), "nestor", text).deal(7)
        for text in (rules, other)
    )
    while moves := {frozenset(move.cards): move for move in here.moves()}:
        others = {frozenset(move.cards): move for move in there.moves()}
        assert moves.keys() == others.keys()
        pair, move = moves.popitem()
        here, there = here.play(move), there.play(others[pair])
    assert here.home == there.home > 0


@pytest.mark.table("said, value", "values")
def test_values(said, value):
    assert json.dumps(read(f"x = {said}").values["x"]) == value


def test_words_are_values():
    for said, value in (
        ("[1, 2]", (1, 2)),
        ("down.round", terms.down.round),
        ("down.by(2)", terms.down.by(2)),
        ("free('fans') @ RULE[1]", terms.free("fans")),
    ):
        assert read(f"x = {said}").values["x"] == value


def test_names_are_given_in_order_and_taken_apart():
    values = read("b = 1\na, (c, d) = b, (2, 3)\ne = f = d").values
    assert "".join(values) == "bacdef" and [*values.values()] == [1, 1, 2, 3, 3, 3]


# ---- what it refuses -----------------------------------------------------------------------------

#: What would be long to write down, and words of the refusal.
ENDLESS = [
    (f"x = '{'a' * 400}'", "at most 300 characters"),
    (f"x = {'(' * 60}1{')' * 60}", "nested too deep"),
    *((f"x = {part * 500}1", "nested too deep") for part in ("-", "1+", "not ")),
    (f"x = {'[' * 5000}", "nested too deep"),
    (f"x = {'1,' * 7000}", "at most 6,000 words and signs"),
    (f"x = 1 #{'a' * LONGEST}", "characters"),
]


@pytest.mark.table("cell, said", "cells", *ENDLESS)
def test_what_is_not_a_rule_is_refused_with_its_line(cell, said):
    error = refused(read, "\n\n" + cell)
    assert said in error.reason
    lines = range(3, 4 + cell.count("\n"))
    assert error.line in lines or len(cell) > LONGEST or "\x00" in cell, error


# ---- what stands in a word's brackets -------------------------------------------------------------

#: What Python says, and no refusal of ours.
PYTHONS = re.compile(
    "argument|object|NoneType|subscript|iterable|__|tuple|dict|'str'|'int'|index out of|Error"
)


@pytest.mark.table("cell, said", "brackets")
def test_what_stands_in_brackets_is_checked_and_the_refusal_says_what_would_be_right(cell, said):
    assert said in refused(read, cell).reason


@pytest.mark.table("word, values, said", "hostile")
def test_what_no_rule_can_mean_is_refused_in_a_cell_and_in_python(word, values, said):
    """By the word itself, with what would be right, whoever calls it."""
    for value in values:
        call = word.format(value)
        assert said in refused(read, f"x = {call}").reason, call
        with pytest.raises(terms.RuleError, match=re.escape(said)):
            eval(call, dict(VOCABULARY))


WORDS = [name for name in terms.__all__ if callable(getattr(terms, name))]


@pytest.mark.parametrize("word", ["Game", *WORDS])
def test_every_word_refuses_what_it_cannot_take_with_a_sentence_of_ours(word):
    """Numbers, texts, rows, other words: by position and by each of its names; whatever is refused
    is refused in our words.
    """
    takes = usage(getattr(terms, word, Game))
    wrong = (
        '1 1.5 "x" () (1,2) ("x",) down packs packs(1) None True {"x":1} I line(2) -1 999 Game ((1,2),(3,)) PLAY turn() order("A")'
    ).split()
    needed = len(takes.needed)
    given = [[one] * n for one in wrong for n in range(needed + 2)]
    given += [["1"] * needed + [f"{name}={one}"] for one in wrong for name in takes.kinds]
    rows = [f"{word}({', '.join(brackets)})" for brackets in given]
    wrongly = 0
    for row in rows:
        try:
            read(f"x = {row}")
        except CellError as error:
            wrongly += 1
            assert not PYTHONS.search(error.reason), f"{row}: {error.reason}"
    assert wrongly > len(rows) / 4 or not takes.kinds


def test_what_a_refusal_repeats_is_cut():
    long = "x" * 250
    for cell in (
        f"x = {long}",
        f"x = places({long!r}, {long!r})",
        f"x = down.{long}",
        f"x = packs({long}=1)",
        f"x = order({long!r})",
        f"x = Game({long!r}, packs(1), packs(1))",
        f"x = Game({'x ' * 149!r}, packs(1, of='A 2'), packs(1))",
        f"x = spots({long!r})",
        f"{long} = 1",
        f"_{long} = 1",
        f"x = {{'a': 1}}[{long!r}]",
        f"x = reading({long!r}, {{}})",
        f"x = free('a') @ {long!r}",
        f"x = {long!r}(1)",
        f"x = b'{long}'",
    ):
        error = refused(read_changed, "", "mill", cell, error=RulesError)
        assert len(error.reason) <= LONGEST_REASON and len(str(error)) < 700, cell
        assert "x" * (LONGEST_QUOTE + 1) not in error.reason, cell


@pytest.mark.parametrize(
    "text", ["a = 1\ré = 2", "a = 1\r\né = 2", "a = 1\né = 2\r", "é = 1\r\r\n\rb = 2"]
)
def test_every_end_of_a_line_is_one(text):
    assert len(read(text).values) == 2 or text.startswith("é")
    assert read(text).statements[-1].first == len(
        text.rstrip().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    )


@pytest.mark.parametrize(
    "sign",
    ["\x00", "\x0b", "\x1b", "\x7f", "\x85", "\u200b", "\u2028", "\u202e", "\ud800", "\ufeff"],
)
def test_signs_that_cannot_be_seen_are_refused_with_their_line(sign):
    for cell in (f"a = 1\nb = 2 # {sign}", f"a = 1\n{sign}b = 2", f"a = 1\nb = '{sign}'"):
        error = refused(read, cell)
        assert "cannot be seen" in error.reason and error.line == 2


@pytest.mark.table("old, new, line, said", "changed")
def test_a_changed_cell_is_told_what_is_wrong_with_it(old, new, line, said):
    changed = LITTLE.replace(old, new) if old else new
    assert old in LITTLE and changed != LITTLE
    lucie = cadogan.games.text("la-belle-lucie"), "la-belle-lucie"
    error = refused(read_changed, *lucie, changed, error=RulesError)
    assert error.line == line and said in error.reason
    assert str(error).startswith(f"the rules, line {line}: ")


def test_the_bounds_leave_room_for_the_book():
    longest = max(map(rules_of, cadogan.games), key=len)
    assert len(longest) * 4 < LONGEST and MOST_PARTS >= 1000 and DEEPEST >= 20


@pytest.mark.parametrize(
    "older, now",
    [
        ("pairs(14, 'square', where=same_line)", "take(14, 'square', where=same('line'))"),
        ("toss('QS QC')", "ornaments('cards thrown aside', 'QS QC')"),
        ("weave(8, 6)", "block(8, 6, 0, 0, 1.35, 0.95, woven=True)"),
        ("strictly_in_turn()", "spaces_first()"),
        ("free('a', below)", "free('a', clear('below'))"),
        ("free('a', outermost)", "free('a', clear('outside'))"),
        ("free('a', last)", "free('a', clear('after'))"),
        ("free('a', either_end)", "free('a', clear('above', 'below'))"),
        ("free('a', narrow_end)", "free('a', clear('narrow ends', reach='place'))"),
        ("free('a', clear_lane)", "free('a', clear('narrow ends'))"),
        ("free('a', edge_only)", "free('a', clear('narrow ends', reach='edge'))"),
        ("free('a', uncovered)", "free('a', clear('over'))"),
        ("free('a', red_only.till_the_end)", "free('a', red.till_the_end)"),
        ("free('a', top)", "free('a')"),
        (
            "turn(after=all_played_or_married.at_first)",
            "turn(after=all_played.or_married.at_first)",
        ),
        ("lines_make(15, 'square', diagonals=False)", "won('square', lines=15, diagonals=False)"),
        ("packs(4, ranks=PIQUET)", "packs(4, of='A 7 8 9 10 J Q K')"),
        ("packs(1, (1, 2), held='AH 2H')", "packs(1, of='AH 2H')"),
        ("packs(1, (A, 2, 3))", "packs(1, 'A 2 3')"),
        ("packs(2, single=28)", "packs(2, single=28)"),
        ("exchange('a', 'b', both=False)", "exchange('a', 'b', how='one way')"),
        ("exchange('a', 'b', both=False, in_turn=True)", "exchange('a', 'b', how='in turn')"),
        ("exchange('a', 'b', False, in_use=True)", "exchange('a', 'b', how='of use')"),
        ("exchange('a', 'b', after=1, alike=True)", "exchange('a', 'b', 'alike', 1)"),
        ("swap('a', strays=True)", "swap('a', how='strays')"),
        ("swap('a', when=at_the_end, in_use=True)", "swap('a', when=at_the_end, how='of use')"),
        ("swap('a', 1, make=False)", "swap('a', 1, how='set or not')"),
        ("slip_king('a', must=True)", "slip_king('a', how='must')"),
        ("slip_king('a', same_card=True)", "slip_king('a', how='same card')"),
        ("slip_king('a', True)", "slip_king('a', how='same card')"),
        ("rows('a', 6, unlike=True)", "rows('a', 6, unlike='or afresh')"),
        ("rows('a', 6, unlike=True, in_spite=True)", "rows('a', 6, unlike='or in spite')"),
        ("ascending(A, K, omit=Q)", "order('A 2 3 4 5 6 7 8 9 10 J K')"),
        ("descending(K, A, omit=J)", "order('K Q 10 9 8 7 6 5 4 3 2 A')"),
        (
            "foundations(8, beside_its(K), under='knaves')",
            "foundations(8, order('K').under('knaves'))",
        ),
        ("places('a', 3, spread=spread_right)", "places('a', 3, spread=(0.28, 0))"),
        ("pairs(0, 'columns')", "take(equal, 'columns')"),
        ("crowned_triples(18, 'a', 'b')", "take(18, 'a', 'b', crowned=True)"),
        ("heap('packets', K)", "each('packets', until=K)"),
        ("scatter('promenade', 20)", "rounds('promenade', pause=True, at_will=True)"),
        ("complete('valley')", "rows('valley', gaps=True)"),
        ("by_colour('Army', 'Navy')", "rows(('Army', 'Navy'), by_colour=True)"),
        ("choose_base(3, 'valley', 'foundations')", "base('foundations', 'valley', 3)"),
        ("slip('packets', K)", "lift('packets', only=K)"),
        ("pay_key('key', 14)", "lift('key', hand, 14, only=Q)"),
        ("staircase('lanes')", "each('lanes', staircase, down=covered, by_row=True)"),
        ("marry(down, 'fans', run=True)", "marry(down, 'fans', moving=whole)"),
        ("fill('lanes', 'lanes', may, run=False)", "fill('lanes', 'lanes', may)"),
        (
            "fill('a', 'b', may, phase=pack_out, once=True)",
            "fill('a', 'b', may.when(pack_out).once)",
        ),
        ("fill('a', hand, rounds=1, across=8)", "fill('a', hand, at_once.first_round)"),
        ("fill('a', hand, across=8, newest=True)", "fill('a', hand, where=newest)"),
        ("fill('a', 'b', lane=True, where=same('ray'))", "fill('a', 'b', where=same('ray').empty)"),
        (
            "fill('a', hand, when=before_dealing_on, at_least=3, singly=True)",
            "fill('a', hand, before_dealing_on, at_least=3, by=1)",
        ),
        (
            "fill('a', talon, at_once, hand, phase=after_deal)",
            "fill('a', talon, at_once.when(after_deal), hand)",
        ),
        ("again(2, 'a', under=True)", "again(2, 'a', packets='under')"),
        ("again(2, 'a', under=True, backwards=True)", "again(2, 'a', packets='backwards')"),
        ("again(2, 'a', dealt_round=True)", "again(2, 'a', packets='dealt round')"),
        (
            "again(-1, talon, for_each_queen=3, counted='all')",
            "again(-1, talon, for_each_queen=3, queens='all')",
        ),
        (
            "again(-1, talon, for_each_queen=3, lifted='none')",
            "again(-1, talon, for_each_queen=3, queens='left')",
        ),
        (
            "foundations(4, from_base(up), one_of_each=True, as_they_appear=True)",
            "foundations(4, from_base(up), suits='one of each', begun='as they appear')",
        ),
        (
            "foundations(4, ascending(A, K), suits='DSHC', one_of_each=True, always=True)",
            "foundations(4, ascending(A, K), suits='DSHC', begun='at once')",
        ),
        ("aces_and_kings(as_they_appear=True)", "aces_and_kings(begun='as they appear')"),
    ],
)
def test_rules_of_earlier_editions_are_read_as_they_are_said_now(older, now):
    assert read(f"x = {older}").values["x"] == read(f"x = {now}").values["x"]


@pytest.mark.parametrize(
    "cell, said",
    [
        ("a = places('columns', 4)\nb = free(columns)", "a group is named in quotes: 'columns'"),
        ("x = free(waste)", "no word 'waste'; here it is talon"),
        ("x = stock", "here it is hand"),
        ("x = deck", "here it is packs"),
        ("x = tableau", "here it is places"),
        ("x = build(down, red_black, 'lanes')", "here it is alternate"),
        ("x = again(1, 'a', shuffled=true)", "here it is True"),
        ("x = again('unlimited')", "or -1 for as many as you like"),
        ("x = build(alternate, down, 'lanes')", "belongs to suit="),
        ("x = build(down, 'alternate', 'lanes')", "alternate is a word, and stands without quotes"),
        ("x = turn(after='all_played')", "all_played is a word, and stands without quotes"),
        ("x = places(7, 'lanes')", "name stands first, and then n"),
        ("x = deal(each(7, 'lanes'))", "group stands first, and then n"),
        ("x = fill('lanes', 'lanes', kings_only)", "here it is only=K, as in fill(…, may, only=K)"),
        ("x = build(down, any, 'lanes')", "here it is any_suit or anything"),
        ("x = move('lanes', 'lanes')", "here it is build(…), fill(…) or play(…)"),
        (
            "x = again()",
            "needs n as well; n is a number of re-deals, or -1 for as many as you like",
        ),
        (
            "x = turn(3, redeals=1)",
            "here it is again(1) besides, or again(-1) as often as you like",
        ),
        ("x = again(unlimited=True)", "here it is again(-1)"),
        ("x = marry(down, 'lanes', wrap=True)", "here it is down.round, up.round or either.round"),
        ("x = fill('lanes', 'lanes', optional=True)", "here it is may, as in fill(…, may)"),
        ("x = build(down, alternate, 'lanes', source='cells')", "here it is frm="),
        (
            "x = build(down, alternate, 'lanes', groups=True)",
            "here it is moving=, such as moving=part",
        ),
        ("x = places('lanes', count=8)", "here it is n="),
        ("x = places('lanes', 8, face_down=3)", "here it is down=, in each(…) or rows(…)"),
        ("x = take(13, 'lanes', kings=True)", "here it is alone=True"),
        ("x = build(down, 'lanes')", "needs suit as well; suit is one of alternate, any_suit"),
        ("x = marry('lanes')", "needs line as well; line is one of anything, down"),
        ("x = places(8)", "needs name as well; name is a name in quotes"),
        ("x = deal(rows('lanes', 3, down=2))", "a row of one is written (2,)"),
    ],
)
def test_a_slip_of_the_field_is_answered_with_what_to_write(cell, said):
    assert said in refused(read, cell).reason


def test_more_cards_dealt_than_the_pack_holds_are_counted():
    game = read(
        "g = Game('T', packs(1), places('columns', 7), foundations(4, ascending(A, K)), "
        "deal(each('columns', 9)), turn())"
    ).values["g"]
    with pytest.raises(terms.RuleError, match="63 cards are dealt, and the pack has 52"):
        _ = game.rules


def test_a_reading_of_values_stands_in_the_brackets_of_several_words():
    """It is one point, and says what the clauses say that are written out."""
    of_values = read(
        'shown = reading("talon", {"the last": talon, "as turned": turned})\n'
        'g = Game("T", packs(1), places("lanes", 7), foundations(4, ascending(A, K)), '
        'deal(each("lanes", 3)), turn(), build(down, alternate, "lanes", ("lanes", shown)) @ RULE[1], '
        'play(("lanes", shown)), fill("lanes", shown, may, only=K))'
    ).values["g"]

    def written(shown):
        return (
            f'(build(down, alternate, "lanes", ("lanes", {shown})), '
            f'play(("lanes", {shown})), fill("lanes", {shown}, may, only=K))'
        )

    in_full = read(
        'g = Game("T", packs(1), places("lanes", 7), foundations(4, ascending(A, K)), '
        f'deal(each("lanes", 3)), turn(), reading("talon", {{"the last": {written("talon")}, '
        f'"as turned": {written("turned")}}}))'
    ).values["g"]
    for game, other in (
        (of_values, in_full),
        *((g.vary(talon="as turned") for g in (of_values, in_full)),),
    ):
        assert game.readings == other.readings
        assert list(game.active) == list(other.active)
    builds = [c for c in of_values.active if type(c).__name__ == "build"]
    assert [str(rule) for c in builds for rule in c.rules] == ["Rule I"]
    assert not any(c.rules for c in of_values.active if type(c).__name__ == "fill")


def test_a_reading_of_values_works_in_python_and_within_other_values():
    shown = terms.reading("rows", {"three": 3, "four": 4})
    dealt = terms.deal(terms.each("lanes", shown), terms.rounds("lanes"))
    assert [one.steps[0].n for one in dealt.options.values()] == [3, 4]
    with pytest.raises(terms.RuleError, match="one word takes one reading of values"):
        terms.each(terms.reading("to", {"a": "a", "b": "b"}), shown)
    with pytest.raises(terms.RuleError, match="onto in build"):
        terms.build(terms.down, terms.in_suit, terms.reading("g", {"a": 1, "b": 2}))
