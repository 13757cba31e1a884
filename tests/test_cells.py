"""The language of a rules cell: what it can say, and everything that it refuses, whoever wrote it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from cadogan.edition.usage import usage
from cadogan.patience.game import Game

LITTLE = """little = Game("Little Game", packs(1),
    foundations(4, ascending(A, K)) @ II,
    places("fans", 18),
    deal(each("fans", 3)) @ PLAY[1],
    free("fans") @ I,
    marry(down, "fans") @ PLAY[2])"""


def rules_of(slug: str) -> str:
    return joined(cells_of(cadogan.games.text(slug)))


# ---- what a cell can say -------------------------------------------------------------------------


@pytest.mark.parametrize("slug", cadogan.games)
def test_the_cells_of_every_chapter_say_its_game(slug: str) -> None:
    game = read_changed(cadogan.games.text(slug), slug, rules_of(slug))
    assert game == cadogan.games[slug] and game.slug == slug
    assert {name: g.program.source for name, g in game.variants.items()} == {
        name: g.program.source for name, g in cadogan.games[slug].variants.items()
    }


@pytest.mark.parametrize(
    ("slug", "old", "new", "why"),
    [
        (
            "fish-bone",
            'under="knaves"',
            'under="hand"',
            "8 foundations stand by a card each of the hand, which holds 1",
        ),
        # a deal lays nothing on foundations, but opens them
        (
            "queens",
            "deal(",
            'deal(each("f1", 32), ',
            "f1 is a foundation: it takes what its series says, and the deal lays nothing there",
        ),
        (
            "queens",
            "deal(",
            'deal(each("f3", 1), ',
            "f3 is a foundation: it takes what its series says",
        ),
        (
            "queens",
            'pay_key("key"',
            'pay_key("f1"',
            "f1 is a foundation: it takes what its series says",
        ),
        (
            "general-sedgewick",
            'base("foundations"',
            'base("packets"',
            "the base opens a foundation, and c1 is none",
        ),
        # what speaks of groups names some, and some that stand together
        (
            "nestor",
            '("columns", "reserve")',
            "()",
            "take wants the name of a group, and names none",
        ),
        (
            "nestor",
            '("columns", "reserve")',
            '""',
            "take wants the name of a group, and names none",
        ),
        (
            "nestor",
            'rows("columns", 6',
            "rows((), 6",
            "rows wants the name of a group, and names none",
        ),
        ("nestor", 'free("columns")', "free(())", "free wants the name of a group, and names none"),
        (
            "nestor",
            '("columns", "reserve")',
            '("columns", "c1")',
            "the places of columns, c1 do not follow one another",
        ),
        # cards go home to foundations only, by their series
        (
            "besieged-city",
            'play(("ramparts", turned))',
            'play("ramparts", turned)',
            "play is said of foundations, and 'turned'",
        ),
        (
            "salic-law",
            '"packets", "foundations")',
            '"packets", "packets")',
            "as_dealt is said of foundations",
        ),
        (
            "fish-bone",
            'fill("gridiron", ',
            'fill("queens", ',
            "and 'queens' names foundations: they take what their series",
        ),
        (
            "clock",
            'deal(each("packets", 3))',
            'deal(each("packets", 3), base("foundations"))',
            "those called foundations do not",
        ),
        (
            "louis",
            'exchange("aces", "kings", after=1, alike',
            'exchange("aces", "aside", after=1, alike',
            "exchange is said of foundations",
        ),
        (
            "nestor",
            "reserve, ",
            'reserve, foundations(4, ascending(A, K), name="pairs"), ',
            "pairs is of the foundations",
        ),
        # the card just turned is no place, and the game's own words are no names
        (
            "canfield-or-klondike",
            'builds = build(down, alternate, "lanes", "lanes"',
            'builds = build(down, alternate, turned, "lanes"',
            "build: the card just turned is no place",
        ),
        (
            "canfield-or-klondike",
            'alternate, "lanes", "lanes", run',
            'alternate, "lanes", "l1", run',
            "speaks of 'l1'",
        ),
        (
            "nestor",
            'Game("Nestor",',
            'Game("Nestor", fill(hand, hand, before_dealing_on),',
            "fill: nothing is laid on the pack in hand",
        ),
        (
            "la-belle-lucie",
            "fans, dealt",
            'fans, places("talon", 2), dealt',
            "'talon' is a word of the game itself",
        ),
        (
            "fourteenth",
            'pairs(14, "square", where=same_line)',
            'crowned_triples(14, "square", "pairs")',
            "makes a pair, and this game takes sets of four",
        ),
        # what speaks of a value names one
        (
            "salic-law",
            'heap("packets", K)',
            'heap("packets", -K)',
            "a value is A, J, Q, K or a number from 1, .*, not -13",
        ),
        ("queens", 'rows("shutter")', 'slip("key", 14), rows("shutter")', "not 14"),
        ("canfield-or-klondike", "only=K", "only=99", "not 99"),
        ("anna", "never_on=Q", "never_on=-1", "not -1"),
        ("empress-of-india", "omit=Q", "omit=14", "not 14"),
        ("fortress", "ascending(A, K)", "ascending(A, 15)", "not 15"),
        # a deal by colour has a talon for each
        (
            "empress-of-india",
            "pairing, turning, refill, plate)",
            "pairing)",
            "by_colour lays the surplus",
        ),
        # what names cards names some
        ("hemispheres", '4, cards="KH AS KD AC"', '4, cards=" "', "' ' names none"),
        ("hemispheres", 'cards="AH AD AH AD"', 'cards=" "', "' ' names none"),
        ("constitution", '"QD"', '" "', "' ' names none"),
        ("caesar", 'held="AC 2H 3D 4S 5C 6H 7H 8S 9D"', 'held=" "', "' ' names none"),
    ],
)
def test_places_and_values_that_do_not_suit_are_refused_with_the_reason(
    slug: str, old: str, new: str, why: str
) -> None:
    rules = rules_of(slug)
    changed = rules.replace(old, new, 1)
    assert changed != rules
    with pytest.raises(RulesError, match=why):
        read_changed(cadogan.games.text(slug), slug, changed)


def test_the_order_in_which_a_game_names_its_places_is_free() -> None:
    """Pairs are sought in all the places of their groups, whichever group comes first."""
    rules = rules_of("nestor")
    other = rules.replace("eight_columns, reserve", "reserve, eight_columns")
    assert other != rules
    here, there = (
        read_changed(cadogan.games.text("nestor"), "nestor", text).deal(7)
        for text in (rules, other)
    )
    while here.moves():
        assert {frozenset(m.cards) for m in here.moves()} == {
            frozenset(m.cards) for m in there.moves()
        }
        text = here.moves()[0].text
        here, there = (
            here.play(text),
            there.play(
                text if there.find(text) else " ".join(["take", *reversed(text.split()[1:])])
            ),
        )
    assert here.home == there.home > 0


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("3", 3),
        ("-1.5", -1.5),
        ('"a"', "a"),
        ("(1, 2)", (1, 2)),
        ("[1, 2]", (1, 2)),
        ("(1,) * 3 + (2,)", (1, 1, 1, 2)),
        ("None", None),
        ('{"a": 1}', {"a": 1}),
        ("2 * 3 + 1", 7),
        ("7 / 2", 3.5),
        ("(1, 2, 3)[1]", 2),
        ("(1, 2, 3)[::-1]", (3, 2, 1)),
        ("(*(1, 2), 3)", (1, 2, 3)),
        ("down.round", terms.down.round),
        ("down.by(2)", terms.down.by(2)),
        ("True", True),
        ("A", 1),
        ("free('fans') @ I", terms.free("fans")),
    ],
)
def test_values(said: str, value: object) -> None:
    assert read(f"x = {said}").values == {"x": value}


def test_names_are_given_in_order_and_taken_apart() -> None:
    assert list(read("b = 1\na, (c, d) = b, (2, 3)\ne = f = d").values.items()) == [
        ("b", 1),
        ("a", 1),
        ("c", 2),
        ("d", 3),
        ("e", 3),
        ("f", 3),
    ]


def test_a_cited_sentence() -> None:
    assert read("x = free('fans') @ PLAY[3, 2]").values["x"].rules == (terms.PLAY[3, 2],)


# ---- what it refuses -----------------------------------------------------------------------------

HOSTILE = [
    # other hands on the machine
    ("import os", "no imports"),
    ("from js import fetch", "no imports"),
    ("x = __import__('os')", "no word '__import__'"),
    ("x = open('/etc/passwd')", "no word 'open'"),
    ("x = eval('1')", "no word 'eval'"),
    ("x = exec('1')", "no word 'exec'"),
    ("x = getattr(packs, 'n')", "no word 'getattr'"),
    ("x = print('hello')", "no word 'print'"),
    ("x = input()", "no word 'input'"),
    ("x = globals()", "no word 'globals'"),
    ("x = __builtins__", "no word"),
    ("__builtins__ = 1", "begins with a letter"),
    ("x = ().__class__.__bases__[0].__subclasses__()", "cannot ask for .__class__"),
    ("x = ().__class__", "cannot ask for .__class__"),
    ("x = Game.__init__.__globals__", "cannot ask for .__init__"),
    ("x = marry.__globals__", "cannot ask for .__globals__"),
    ("x = packs.__init__", "cannot ask for .__init__"),
    ("x = down.fits.__func__", "cannot ask for .fits"),
    ("x = down.replace", "it has along, by, round"),
    ("x = 'a'.format(1)", "cannot ask for .format"),
    ("x = '{0.__class__}'.format(down)", "cannot ask for .format"),
    ("x = 'a'.join(('b',))", "cannot ask for .join"),
    ("x = (1).real", "cannot ask for .real"),
    ("x = packs(1).n", "cannot ask for .n"),
    ("x = packs(1).rules", "cannot ask for .rules"),
    ("x.y = 1", "only a plain name"),
    ("x = (1, 2)\nx[0] = 1", "only a plain name"),
    ("packs = 1", "is a word of the vocabulary"),
    ("Game = 1", "is a word of the vocabulary"),
    ("_x = 1", "begins with a letter"),
    ("x = y", "no word 'y'"),
    # programs
    ("for i in (1,): x = i", "no loops"),
    ("while True: pass", "no loops"),
    ("x = [i for i in (1,)]", "no loops"),
    ("x = [i for i in (1,)*1000 for j in (1,)*1000]", "no loops"),
    ("x = {i: 1 for i in (1,)}", "no loops"),
    ("x = {i for i in (1,)}", "no loops"),
    ("x = (*(i for i in (1,)),)", "no loops"),
    ("x = lambda: 1", "no functions"),
    ("def f(): pass", "no functions"),
    ("@packs\ndef f(): pass", "no functions"),
    ("async def f(): pass", "no functions"),
    ("class X: pass", "no classes"),
    ("if True: x = 1", "no conditions"),
    ("x = 1 if True else 2", "no conditions"),
    ("x = 1 < 2", "no conditions"),
    ("x = 1 and 2", "no conditions"),
    ("x = (y := 1)", "no names given inside"),
    ("x = f'{1}'", "no texts put together"),
    ("x = f'{().__class__}'", "no texts put together"),
    ("x = 1\nx += 1", "no changed names"),
    ("x: int = 1", "no types"),
    ("try:\n x = 1\nexcept: pass", "no attempts"),
    ("with x: pass", "no with"),
    ("raise x", "no raise"),
    ("assert 1", "no assert"),
    ("del x", "no del"),
    ("global x", "no global"),
    ("pass", "gives a thing its name"),
    ("1 + 1", "gives a thing its name"),
    ("packs(1)", "gives a thing its name"),
    ("match 1:\n case 1: pass", "no conditions"),
    ("x = {1, 2}", "no sets"),
    ("x = packs(**{'n': 1})", "no **"),
    ("x = {**{}}", "no **"),
    ("type X = int", ""),
    ("x = b'a'", "neither a number nor a text"),
    ("x = 1j", "neither a number nor a text"),
    ("x = ...", "neither a number nor a text"),
    ("x = not 1", "a sign stands only before a number"),
    ("x = ~1", "a sign stands only before a number"),
    ("x = -'a'", "a sign stands only"),
    ("x = 2 ** 9", "can add"),
    ("x = 7 // 2", "can add"),
    ("x = 7 % 2", "can add"),
    ("x = '%s' % 1", "can add"),
    ("x = 1 << 9", "can add"),
    ("x = 'a' + 'b'", "can add"),
    ("x = 'a' * 9", "can add"),
    ("x = 'ab'[0]", "stands after PLAY"),
    ("x = packs(1)[0]", "stands after PLAY"),
    ("x = 5 @ I", "@ stands after a clause"),
    ("x = packs(1)(2)", "not a word that takes a bracket"),
    ("x = (1)(2)", "not a word that takes a bracket"),
    ("x = 'packs'(1)", "not a word that takes a bracket"),
    ("x = I()", "not a word that takes a bracket"),
    ('x = Game("x", packs(1), slug="mill")', "no slug="),
    ('x = Game("x", packs(1), origin=1)', "no origin="),
    # size
    ("x = 99999999999999999999999999999", "is not a number of a rules cell"),
    ("x = 10000", "lies between"),
    ("x = 1e300", "lies between"),
    ("x = 1e999", "lies between"),
    ("x = 1e999 - 1e999", "lies between"),
    ("x = 900 * 900", "lies between"),
    ("x = 1 / 0", "division by zero"),
    ("x = (1,) * 10**9", "can add"),
    ("x = (1,) * 999 * 999", "more than"),
    ("x = [0] * 999 * 999", "more than"),
    ("a = (1,) * 900\nb = (a,) * 900\nc = (b,) * 900", "more than"),
    ("a = (packs(1),) * 900\nb = a + a + a + a", "more than"),
    ("a = (1,) * 900\nx = (*a, *a, *a, *a)", "more than"),
    ("x = line(1000)", "at most 500 spots"),
    ("x = block(1000, 1000)", "at most 500 spots"),
    ("x = repeat(1000, line(500))", "at most 500 spots"),
    ("x = weave(900, 900)", "at most 500 spots"),
    ("x = ring(900, 1, 1, 1)", "at most 500 spots"),
    ("x = packs(900)", "one pack to eight"),
    (f"x = '{'a' * 400}'", "at most 300 characters"),
    ("x = '<script>alert(1)</script>'", "none of < > &"),
    ("x = 'a\\x00b'", "none of < > &"),
    ("x = 'a\\nb'", "none of < > &"),
    ("x = '\\u202eevil'", "none of < > &"),
    (f"x = {'(' * 60}1{')' * 60}", "nested too deep"),
    (f"x = {'-' * 500}1", "nested too deep"),
    (f"x = {'1+' * 500}1", "nested too deep"),
    (f"x = {'not ' * 500}1", "nested too deep"),
    (f"x = {'[' * 5000}", "nested too deep"),
    (f"x = {'1,' * 7000}", "at most 6,000 words and signs"),
    (f"x = 1 #{'a' * LONGEST}", "characters"),
    # no Python
    ("x =", "this cannot be read"),
    ("x = (", "the bracket ( that is opened here is never closed"),
    ("x = 'a", "has no closing quote"),
    ("\x00", "cannot be seen"),
    ("x = 1\n  y = 2", "a statement begins at the left edge"),
    ("}", "there is no opening bracket for this }"),
    ("x = (1]", "the bracket ( is closed by ]"),
    ("x = packs(n=1, n=2)", "n= stands here twice"),
    ("x = packs(n=1, 2)", "what has no name must stand before"),
    ("x = 1a", "this is not a number"),
    ("5 = x", "only a plain name"),
    ("x = “fans”", "perhaps a curly quote"),
    ("x = \\ 1", "has no place in a rules cell"),
]


@pytest.mark.parametrize(("cell", "said"), HOSTILE, ids=lambda text: text[:40])
def test_what_is_not_a_rule_is_refused_with_its_line(cell: str, said: str) -> None:
    with pytest.raises(CellError) as refused:
        read("\n\n" + cell)
    assert said in refused.value.reason
    assert (
        3 <= refused.value.line <= 3 + cell.count("\n") or len(cell) > LONGEST or "\x00" in cell
    ), refused.value


# ---- what stands in a word's brackets -------------------------------------------------------------

#: What Python says, and no refusal of ours.
PYTHONS = (
    "argument",
    "object",
    "NoneType",
    "subscript",
    "iterable",
    "__",
    "tuple",
    "dict",
    "'str'",
    "'int'",
    "index out of",
    "Error",
)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("x = places('fans')", "places(name, n, …) needs n as well"),
        ("x = places()", "places(name, n, …) needs name and n as well"),
        (
            "x = places('fans', 3, name='x')",
            "name is given twice in places(…), once by its position and once as name=",
        ),
        ("x = places('fans', 3, spraed=(1, 2))", "places(…) has no spraed=; did you mean spread=?"),
        ("x = pause(n=1)", "pause(…) has no n=; its brackets are empty"),
        ("x = pause(1)", "pause(…) takes nothing without a name, not 1"),
        (
            "x = packs(1, (1,), 'AC', 0, 5)",
            "packs(…) takes at most 4 things without a name (n, ranks, held, single), not 5",
        ),
        ("x = packs(True)", "n in packs(…) is a whole number, not True"),
        ("x = packs(1.5)", "n in packs(…) is a whole number, not the number 1.5"),
        (
            "x = marry(5, 'fans')",
            "line in marry(line, onto, …) is one of anything, down, either, up, not the number 5",
        ),
        (
            "x = before_next",
            "the vocabulary has no word 'before_next'; it is now before_dealing_on",
        ),
        (
            "x = fill('divan', (talon, hand), choose=False)",
            "fill(…) has no choose=; it is now or_else=, as in fill(",
        ),
        (
            "x = slip_king('packets', alike=True)",
            "slip_king(…) has no alike=; it is now same_card=True",
        ),
        (
            "x = reading('a', {'b': (), 'c': reading('d', {'e': (), 'f': turn()})})",
            "the reading 'a' holds another",
        ),
        (
            "x = marry(down, 'fans', onn_blocked=True)",
            "marry(…) has no onn_blocked=; did you mean on_blocked=?",
        ),
        (
            "x = marry(down, 'fans', on_blocked=1)",
            "on_blocked in marry(line, onto, …) is True or False, not the number 1",
        ),
        (
            "x = marry(down, 'fans', suit=any_suit)",
            "marry(line, onto, …) can make nothing of what stands in its brackets",
        ),
        (
            "x = fill('fans', ('fans', 1))",
            "frm in fill(group, frm, …) is a text in quotes, or a row of such (…, …), not a row of 2 things",
        ),
        (
            "x = places('fans', 18, at=(1, 2))",
            "at in places(name, n, …) is a row of spots, such as block(…), line(…)",
        ),
        ("x = deal('fans')", "deal(…) is made of steps, such as "),
        ("x = deal(rows)", "not of the word rows without its brackets"),
        ("x = free('fans', which=below(1))", "is a thing, not a word"),
        ("x = each('fans', ())", "an empty row of numbers deals to none"),
        ("x = Game('x', turn)", "Game(…) is made of clauses, such as "),
        ("x = Game('x', turn)", "not of the word turn without its brackets"),
        ("x = Game('x', 'y')", "not of the text 'y'"),
        ("x = Game()", "Game(title, …) needs title as well"),
        ("x = Game(1)", "title in Game(title, …) is a text in quotes, not the number 1"),
        (
            "x = Game('x', packs(1)).vary(without='again')",
            "without in vary(…) is a row of texts in quotes (…, …), not the text 'again'",
        ),
        (
            "x = reading('ways', {'a': 1, 'b': turn()})",
            "options in reading(name, options, …) is names in quotes, each with its clauses",
        ),
        ("x = {1: turn()}", "before : stands a name in quotes, not the number 1"),
        ("x = {(1, {}): 1}", "before : stands a name in quotes"),
        ("x = (1, 2)[2]", "this row has 2 things, counted from 0; the number 2 is none of them"),
        ("x = (1, 2)['a']", "is none of them"),
        ("x = (1, 2)[::0]", "the step is not 0"),
        ("x = (1, 2)['a':]", "with whole numbers"),
        ("x = {'a': 1}['b']", "nothing by the name of the text 'b'"),
        ("x = down.by('a')", "step in by(step) is a whole number, not the text 'a'"),
        ("x = down.by()", "by(step) needs step as well"),
        ("x = either.along(5)", "order in along(order, …) is a series"),
        ("x = from_base(anything)", "can make nothing of what stands"),
        ("x = spots('nan,nan')", "'nan,nan' is not a spot"),
        ("x = line(3, angle='x')", "angle in line(n, …) is a whole number, not the text 'x'"),
        ("x = places('fans', 1, spread=(1, 2, 3))", "an offset of spread is two numbers"),
        ("x = line(3, angle=999)", "angle is a whole number from -360"),
        ("x = places('fans', 1, spread=((1, 'a'),))", "each number of spread is a number"),
        ("x = spots('1,2@1e3')", "is not a spot"),
        ("x = places('fans', 1, spread='right')", "spread in places(name, n, …) is a row"),
        ("x = spots('1,1e999')", "is not a spot"),
        (
            "x = free('fans') @ places",
            "after @ stands a rule, such as @ II or @ PLAY[3], not the word places without its brackets",
        ),
        ("x = PLAY[rows]", "not PLAY[the word rows without its brackets]"),
        ("x = PLAY[1, 'a']", "not PLAY[a row of 2 things]"),
        ("x = cards", "no word 'cards'"),
        ("x = order('A B')", "'B' is no value"),
        ("x = to_the_hour('6C 99')", "'99' is no card"),
    ],
)
def test_what_stands_in_brackets_is_checked_and_the_refusal_says_what_would_be_right(
    cell: str, said: str
) -> None:
    with pytest.raises(CellError) as refused:
        read(cell)
    assert said in refused.value.reason, refused.value.reason


WORDS = [name for name in terms.__all__ if callable(getattr(terms, name))]


@pytest.mark.parametrize("word", ["Game", *WORDS])
def test_every_word_refuses_what_it_cannot_take_with_a_sentence_of_ours(word: str) -> None:
    """Numbers, texts, rows, other words: by position and by each of its names; whatever is refused
    is refused in our words.
    """
    takes = usage(getattr(terms, word, Game))
    wrong = (
        '1 1.5 "x" () (1,2) ("x",) down packs packs(1) None True {"x":1} I line(2) -1 999 Game ((1,2),(3,)) PLAY turn() order("A")'
    ).split()
    rows = [
        f"{word}({', '.join([one] * n)})" for one in wrong for n in range(len(takes.needed) + 2)
    ]
    needed = ["1"] * len(takes.needed)
    rows += [
        f"{word}({', '.join([*needed, f'{name}={one}'])})" for one in wrong for name in takes.kinds
    ]
    refused = 0
    for row in rows:
        try:
            read(f"x = {row}")
        except CellError as error:
            refused += 1
            assert not any(said in error.reason for said in PYTHONS), f"{row}: {error.reason}"
    assert refused > len(rows) / 4 or not takes.kinds


def test_what_a_refusal_repeats_is_cut() -> None:
    long = "x" * 250
    for cell in (
        f"x = {long}",
        f"x = places({long!r}, {long!r})",
        f"x = down.{long}",
        f"x = packs({long}=1)",
        f"x = order({long!r})",
        f"x = Game({long!r}, packs(1), packs(1))",
        f"x = Game({'x ' * 149!r}, packs(1, ranks=(1, 2)), packs(1))",
        f"x = spots({long!r})",
        f"{long} = 1",
        f"_{long} = 1",
        f"x = {{'a': 1}}[{long!r}]",
        f"x = reading({long!r}, {{}})",
        f"x = free('a') @ {long!r}",
        f"x = {long!r}(1)",
        f"x = b'{long}'",
    ):
        with pytest.raises(RulesError) as refused:
            read_changed("", "mill", cell)
        assert (
            len(refused.value.reason) <= LONGEST_REASON
            and "x" * (LONGEST_QUOTE + 1) not in refused.value.reason
        ), cell
        assert len(str(refused.value)) < 700


@pytest.mark.parametrize(
    "text", ["a = 1\ré = 2", "a = 1\r\né = 2", "a = 1\né = 2\r", "é = 1\r\r\n\rb = 2"]
)
def test_every_end_of_a_line_is_one(text: str) -> None:
    assert len(read(text).values) == 2 or text.startswith("é")
    assert read(text).statements[-1].first == len(
        text.rstrip().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    )


@pytest.mark.parametrize(
    "sign",
    ["\x00", "\x0b", "\x1b", "\x7f", "\x85", "\u200b", "\u2028", "\u202e", "\ud800", "\ufeff"],
)
def test_signs_that_cannot_be_seen_are_refused_with_their_line(sign: str) -> None:
    for cell in (f"a = 1\nb = 2 # {sign}", f"a = 1\n{sign}b = 2", f"a = 1\nb = '{sign}'"):
        with pytest.raises(CellError, match="cannot be seen") as refused:
            read(cell)
        assert refused.value.line == 2


def test_a_refusal_names_the_line_of_the_mistake() -> None:
    with pytest.raises(CellError) as refused:
        read(LITTLE.replace("PLAY[1]", "PLAY[0]"))
    assert refused.value.line == 4
    with pytest.raises(CellError) as refused:
        read(LITTLE.replace("marry(down", "marry(().__class__"))
    assert refused.value.line == 6


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("marry(down", "mary(down", 6, "did you mean 'marry'?"),
        ('free("fans")', 'free("fens")', 5, "speaks of 'fens'"),
        ('places("fans", 18)', 'places("fans", 900)', 3, "at most 400 places"),
        ('places("fans", 18)', 'places("fans", 18, letter="]")', 3, "a small letter"),
        ("ascending(A, K)", "ascending(A, Q)", 2, "kings of the pack have no home"),
        (LITTLE, "x = 1", 1, "names no game"),
        (LITTLE, "", 1, "names no game"),
        (LITTLE, "x = Game(5, packs(1))", 1, ""),
        (
            'places("fans", 18)',
            "places(5, 18)",
            3,
            "name in places(name, n, …) is a text in quotes, not the number 5",
        ),
    ],
)
def test_a_changed_cell_is_told_what_is_wrong_with_it(
    old: str, new: str, line: int, said: str
) -> None:
    assert old in LITTLE
    with pytest.raises(RulesError) as refused:
        read_changed(
            cadogan.games.text("la-belle-lucie"), "la-belle-lucie", LITTLE.replace(old, new)
        )
    assert refused.value.line == line and said in refused.value.reason
    assert str(refused.value).startswith(f"the rules, line {line}: ")


def test_the_sentence_nearest_to_an_error_comes_from_the_chapter() -> None:
    chapter = cadogan.games.text("la-belle-lucie")
    with pytest.raises(RulesError) as refused:
        read_changed(
            chapter, "la-belle-lucie", rules_of("la-belle-lucie").replace("again(", "agan(")
        )
    assert refused.value.sentence and refused.value.sentence in " ".join(
        chapter.replace("> ", "").split()
    )


def test_a_changed_game_plays_and_keeps_its_slug() -> None:
    changed = LITTLE + '\nother = little.vary(again(1, "fans"), title="Another")'
    game = read_changed("", "la-belle-lucie", changed.replace("\n", "\r\n"))
    assert isinstance(game, Game) and (game.slug, list(game.variants)) == (
        "la-belle-lucie",
        ["another"],
    )
    assert game.deal(1).moves()


#: Pieces of cells, put together at random: whatever comes, it is a value or a refusal, soon.
PIECES = st.sampled_from(
    [
        *terms.__all__,
        "Game",
        "x",
        "y",
        *"()[]{},=@+-*/.:'\" \n",
        "1",
        "900",
        '"fans"',
        "lambda",
        "for",
        "in",
        "if",
        "**",
    ]
)


@settings(max_examples=300, deadline=2000)
@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(PIECES, max_size=60).map("".join),
        st.lists(PIECES, max_size=30).map(lambda row: "x = " + "".join(row)),
    )
)
def test_any_text_is_a_cell_or_a_refusal(text: str) -> None:
    try:
        names = read(text).values
    except CellError as refused:
        assert (
            refused.reason
            and 1 <= refused.line <= text.count("\n") + text.count("\r") + text.count("\x0c") + 2
        )
    else:
        assert all(not name.startswith("_") for name in names)


def test_the_bounds_leave_room_for_the_book() -> None:
    longest = max(map(rules_of, cadogan.games), key=len)
    assert len(longest) * 4 < LONGEST and MOST_PARTS >= 1000 and DEEPEST >= 20
