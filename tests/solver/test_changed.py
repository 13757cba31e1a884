"""The solver's verdicts on rules that nobody has thought of: small games put together at random from
words and arguments, held to the naive search of all positions."""

import random
from itertools import chain

import naive
import pytest
from small_games import SMALL, small

from cadogan.edition.cells import read
from cadogan.edition.parsing import CellError, NotRules
from cadogan.engine.bounds import Unplayable
from cadogan.solver import Solver, known
from cadogan.solver.plan import Plan, Room
from cadogan.words import RuleError

from ..conftest import rulings

PACKS = ("4 HS", "3 CDH", "3 HSHS", "5 CD", "2 CDHS", "3 CDHS")
DEALS = (
    'deal(each("lanes", 2))',
    'deal(rows("lanes", 2, down=(1,)))',
    'deal(rounds("lanes", pause=True), after=all_played)',
    'deal(rows("lanes"))',
    'deal(rows("lanes", 2), pause(), rows("lanes"))',
)
TURNS = (
    *("turn()", "turn(2)", "turn(3)", "turn(2, after=all_played)", "turn(after=all_played)"),
    *("turn(after=all_played.at_first)", "turn(after=all_played.or_married)"),
)
LINES = ("down", "up", "either", "down.round", "anything", "down.by(2)")
SUITS = ("in_suit", "any_suit", "alternate", "in_colour")
MORE = (
    *("", "", ", moving=whole", ", moving=part", ", moving=with_all_on_it", ", when=pack_out"),
    *(", when=at_the_end", ", where=beside", ", never_on=2", ", on_blocked=True"),
)
#: What may be said besides; of a talon only where there is one.
BESIDES = (
    *('fill("lanes", "lanes", may)', 'fill("lanes", "lanes", may.once)'),
    *('fill("lanes", "lanes", may, moving=part)', 'fill("lanes", "lanes", may, only=3)'),
    *(
        'again(1, "lanes")',
        'again(1, "lanes", packets="under")',
        'again(1, "lanes", packets="backwards")',
    ),
    *('play("lanes")', 'play("lanes", moving=whole_sequence)', 'play("lanes", when=when_alone)'),
    *('free("lanes", clear("after"))', 'free("lanes", red)', 'swap("lanes", or_empty=True)'),
)
WITH_TALON = (
    *('fill("lanes", ("lanes", talon), may)', 'fill("lanes", talon, may, or_else=hand)'),
    *('fill("lanes", talon, or_else=hand)', 'fill("lanes", (talon, hand))'),
    *('fill("lanes", hand, before_dealing_on)', "again(1, talon)"),
    *("again(-1, talon, placing=True)", 'play(("lanes", talon), when=pack_out)'),
    *('play("lanes", in_preference_to=talon)', 'play("lanes"), play(talon, when=at_the_end)'),
)


def some_rules(rng):
    """A game of some words."""
    ranks, _, suits = rng.choice(PACKS).partition(" ")
    turns = rng.random() < 0.6
    said = [f'places("lanes", {rng.choice((2, 3, 3, 4))})', rng.choice(DEALS)]
    said += [rng.choice(TURNS)] * turns
    for _ in range(rng.choice((1, 1, 2))):
        frm = rng.choice(('"lanes"', '("lanes", talon)', "talon") if turns else ('"lanes"',))
        line, suit, more = map(rng.choice, (LINES, SUITS, MORE))
        said.append(f'build({line}, {suit}, "lanes", {frm}{more})')
    said += rng.sample(BESIDES + WITH_TALON * turns, rng.choice((0, 1, 1, 2)))
    clauses = read(f"clauses = ({', '.join(said)},)").values["clauses"]
    return ", ".join(said), small("A Game", int(ranks), suits, *clauses)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_verdicts_on_changed_rules_are_those_of_the_naive_search(seed):
    compared = set()
    for number in range(60):
        rng = random.Random(1000 * seed + number)
        try:
            said, game = some_rules(rng)
            positions = [game.deal(deal) for deal in range(3)]
        except (RuleError, CellError, NotRules, Unplayable):
            continue
        solver = Solver(game, 8)
        for deal, position in enumerate(positions):
            try:
                verdict, _, _ = naive.verdict(position, 1000)
            except Unplayable:
                continue
            if verdict != "unknown":
                found = solver.solve(position)
                assert found.verdict == verdict, f"{said}; deal {deal}"
                compared.add((number, verdict))
    assert {"won", "lost"} <= {*chain.from_iterable(compared)} and len(compared) > 15


def test_all_words_of_the_book_are_known_and_three_cards_together_are_not():
    """What is not known is not used: every place, card and re-deal is told apart."""
    for name, game in rulings().items():
        assert known.is_known(game.rules), name
    clauses = 'places("lanes", 2), deal(rows("lanes", 2)), marry(down, "lanes"), turn({})'
    for n in (1, 3):
        said = read(f"clauses = ({clauses.format(n)},)").values["clauses"]
        game = small("A Game", 4, "HS", *said)
        plan = Plan(game.rules, Room(1024, 100, 100))
        assert plan.steady == known.is_known(game.rules) == (n == 1)
        assert (plan.first == tuple(range(len(plan.first)))) == (n == 3)
        solver = Solver(game, 8)
        for deal in range(40):
            position = game.deal(deal)
            assert solver.solve(position).verdict == naive.verdict(position)[0]


def test_an_argument_that_is_not_known_is_not_used(monkeypatch):
    """By a word as it stands in the table, and with an argument of it left out."""
    rules = SMALL["Fortress of 8"].rules
    room = Room(1024, 100, 100)
    assert Plan(rules, room).steady
    known.is_known.cache_clear()
    monkeypatch.setitem(known.KNOWN, "build", known.KNOWN["build"] - {"line"})
    plan = Plan(rules, room)
    known.is_known.cache_clear()
    assert not (plan.steady or plan.needs or plan.hopes or any(plan.sent) or plan.strands)
    assert plan.first == tuple(range(len(plan.first))) and plan.faces == tuple(range(64))
