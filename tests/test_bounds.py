"""A game that somebody has sent is bounded when it is read: in places, moves, steps of the deal,
and rounds that would never end.
"""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import dataclasses
import pickle
import re

import pytest

import cadogan
from cadogan import Game, Record, games
from cadogan.board.session import Session
from cadogan.compiler.run import Machine
from cadogan.course import guess, slide
from cadogan.edition.cells import CellError, read
from cadogan.edition.chapters import cells_of, joined, read_changed
from cadogan.engine.bounds import Unplayable, one_more
from cadogan.engine.moves import WAY
from cadogan.engine.piles import pop, push
from cadogan.words import *
from cadogan.words import RuleError

from .conftest import BACKENDS, ask

FORTRESS = games["fortress"]


def fans(n, *clauses):
    return Game(
        "A Stranger's", packs(1), foundations(4, ascending(A, K)), places("fans", n), *clauses
    )


@pytest.mark.parametrize(
    "clauses",
    [
        (
            places("reserve", 9),
            deal(each("fans", 1), each("reserve", 1)),
            fill("fans", "reserve"),
            fill("reserve", hand),
        ),
        (places("reserve", 1), deal(each("fans", 1)), turn(), fill("reserve", "reserve")),
        (deal(each("fans", 1)), turn(), fill("fans", "fans", may)),
    ],
)
def test_gaps_filled_from_what_is_not_emptied_for_ever_are_taken(clauses):
    position = fans(9, *clauses).deal(1)
    for move in position.moves():
        position.play(move)


@pytest.mark.table("n, clauses, said", "strangers")
def test_what_would_never_end_is_refused_when_it_is_read(n, clauses, said):
    rules = f'x = Game("A", packs(1), foundations(4, ascending(A, K)), places("fans", {n}, at=line({n})), {clauses})'
    with pytest.raises((RuleError, CellError), match=re.escape(said)):
        _ = read(rules).values["x"].rules


def test_more_moves_than_there_is_room_for_are_refused():
    clauses = places("sq", 366), deal(rows("sq", 1)), swap("sq"), turn()
    with pytest.raises(RuleError, match="legal moves, and there is room for"):
        _ = Game("A", packs(8), foundations(32, ascending(A, K)), *clauses).rules


def test_cards_that_cannot_all_be_unlike_are_laid_in_the_end():
    """Thirteen cards of thirteen values in three columns: chance hardly ever brings that about, and
    the deal ends all the same.
    """
    position = fans(3, deal(rows("fans", 13, unlike="or afresh")), turn()).deal(1)
    assert [len(position.cards[f"t{i}"]) for i in (1, 2, 3)] == [13, 13, 13]


@pytest.mark.parametrize(
    "made, said",
    [
        (
            lambda: FORTRESS.vary(direction=["x"]),
            "has the options 'ascend', 'descend', not ['x']",
        ),
        (
            lambda: FORTRESS.vary(lanes=["x"]),
            "lanes: n in places(name, n, …) is a whole number from 1 to 1,000, not ['x']",
        ),
        (
            lambda: FORTRESS.vary(lanes=10**5000),
            "not a number of thousands of digits",
        ),
        (
            lambda: FORTRESS.vary(title=b"x"),
            "the title of a game is a text, not b'x'",
        ),
        (
            lambda: FORTRESS.vary(without=None),
            "a row of names or clauses, not None",
        ),
        (lambda: free(["fans"]), "or a row of such (…, …), not ['fans']"),
        (again, "again(n, …) needs n as well; n is a number of re-deals, or -1 for as many"),
        (lambda: Game(packs(1), turn()), "the title of a game is a text, not packs(…)"),
        (lambda: places(b"fans", 3), "begins with a letter, not b'fans'"),
        (lambda: packs(float("nan")), "from 1 to 8, not nan"),
        (lambda: places("more", 3, spread=(float("nan"), 0)), "is two numbers from -20 to 20"),
        (lambda: places("x" * 100_000, 3), "name in places(name, n, …) is a name in quotes"),
        (lambda: places("more", 2, spread=[0.1, 0.2]), "such (…, …), not [0.1, 0.2]"),
        (
            lambda: free("fans", rules=7),
            "rules in free(…) is a row of rules, such as (RULE[1], PLAY[3])",
        ),
    ],
)
def test_what_is_no_rule_is_refused_in_a_sentence(made, said):
    """Whatever somebody hands over from Python; none of these is an error of another kind."""
    with pytest.raises(RuleError) as refused:
        made()
    assert said in str(refused.value) and len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "made, said",
    [
        (lambda: Record("fortress", 1, None), "moves are a text, or a row of moves, not None"),
        (lambda: Record("fortress", "x"), "a deal is a whole number from 0 to .*, not 'x'"),
        (lambda: games["fortress"].deal(cards=3), "cards are a text, such as '7H KS'"),
        (lambda: slide("n", 3, str), "a slider has values in a row, not 3"),
        (lambda: slide("n", (1, 2), 3), "what is shown comes of a function, not 3"),
        (lambda: guess(None), "a name is the lesson's or the chapter's"),
    ],
)
def test_what_no_cell_can_mean_is_refused_in_a_sentence(made, said):
    with pytest.raises((ValueError, TypeError, KeyError), match=said):
        made()


def test_the_books_own_games_need_no_bounds_and_changed_ones_have_them():
    text = games.text("fortress")
    read_again = read_changed(text, "fortress", joined(cells_of(text)))
    babette = games["babette"]
    by_readings = [
        babette.vary(**{name.replace(" ", "_"): options[-1]})
        for name, options in babette.readings.items()
    ]
    sent = pickle.loads(pickle.dumps(FORTRESS))
    for own in (FORTRESS, read_again, sent, babette, *babette.variants.values(), *by_readings):
        assert own.own and not own.rules.bounded and "raise" not in own.program.source, own
    for changed in (
        FORTRESS.vary(again(1, "lanes", shuffled=True)),
        babette.vary(without=["again"]),
        Game("A Stranger's", *FORTRESS.clauses),
    ):
        assert changed.rules.bounded and "raise" in changed.program.source, changed


class Endless:
    """A word that goes wrong in play as no word should: it goes on for ever."""

    label = ""

    def after(self, rules, s, move):
        """Do so."""
        while s.step >= 0:
            one_more(rules, s)


class Beyond:
    """And one that lays a card beyond the table."""

    label = ""

    def after(self, rules, s, move):
        """Do so."""
        push(rules, s, len(rules.places) - 1, pop(rules, s, rules.hand.first))


@pytest.mark.parametrize(("broken", "n"), [(Endless, 4), (Beyond, 13)])
def test_what_goes_wrong_in_play_is_refused_alike_in_every_engine(broken, n):
    """No rule that is read should do this; if one does, the board and every engine name the clause,
    and nothing is lost.
    """
    game = fans(n, deal(each("fans", 52 // n)), free("fans"), swap("fans"))
    game.rules.after = (broken(),)
    before = game.deal(1)
    move = next(move for move in before.moves() if move.kind == "swap")
    with pytest.raises(Unplayable, match="swap cannot be carried out here") as refused:
        before.play(move)
    assert before == game.deal(1) and isinstance(refused.value.clause, swap)
    for backend in BACKENDS:
        machine = Machine(game.program, backend)
        machine.call("deal", 1)
        with pytest.raises(Unplayable, match=re.escape(str(refused.value))):
            machine.call("apply", move.code)
    session = Session(game, 1)
    error = ask(session, "move", "error", text=move.text)
    assert "swap cannot be carried out" in error["sentence"] and session.position == before


def test_a_move_that_two_clauses_allow_is_listed_once(backend):
    game = games["flower-garden"].vary(build(either.round, in_colour, "garden", moving=whole))
    machine = Machine(game.program, backend)
    for number in range(60):
        machine.call("deal", number)
        n = machine.call("legal")
        ways = [code & WAY for code in machine.read("moves")[:n]]
        assert len(set(ways)) == len(ways)
        assert len({move.text for move in game.deal(number).moves()}) == n


@pytest.mark.parametrize("total", [14, 26, equal])
def test_an_exchange_for_a_pair_is_looked_for_in_little_work(total):
    """Two of a hundred cards change places, and two others: to try them all out would be twenty
    million times thousands of pairs.
    """
    game = Game(
        "A",
        packs(4),
        places("square", 100, at=block(10, 10)),
        deal(rows("square", 2)),
        take(total, "square", where=same("line")),
        swap("square", 1),
        won("square"),
    )
    machine = Machine(game.program, "wasm", fuel=50_000_000)
    machine.call("deal", 1)
    machine.call("legal")
    assert machine.fuel > 0


@pytest.mark.parametrize(
    "which, changed",
    [
        ("centre", {"n": 2, "at": ()}),
        ("centre", {"series": ()}),
        ("centre", {"suit": "H"}),
        ("kings", {"cards": "KS"}),
        ("kings", {"n": None}),
        ("kings", {"suits": "X"}),
        ("kings", {"name": ""}),
        ("wings", {"at": 3}),
        ("wings", {"letter": 1}),
        ("wings", {"first_stays": "x"}),
    ],
)
def test_a_field_that_holds_something_else_is_refused_by_name(which, changed):
    """Clauses are values: `dataclasses.replace` writes what their words would have refused."""
    mill = games["mill"]
    clause = next(c for c in mill.clauses if getattr(c, "name", "") == which)
    with pytest.raises(RuleError):
        mill.vary(dataclasses.replace(clause, **changed)).deal(1)


@pytest.mark.parametrize("off", [-60, -3, -1, 53, 10**6])
def test_no_engine_counts_beside_its_row(off):
    """No rule should let a number of cards be home that cannot be; if one does, no odds are given,
    and every engine says the same.
    """

    class Wrong:
        """A word that loses count of the cards home."""

        label = ""

        def after(self, rules, s, move):
            """Do so."""
            s.home = off

    game = fans(13, deal(each("fans", 4)), free("fans"), swap("fans")).vary(title=f"{off} home")
    game.rules.after = (Wrong(),)
    for backend in BACKENDS:
        with pytest.raises(Unplayable, match="swap cannot be carried out here"):
            cadogan.odds.simulate(game, "random", n=5, seed=1, limit=3, backend=backend)


def test_a_game_that_nothing_wins_is_refused():
    with pytest.raises(RuleError, match="no card is ever to come home"):
        _ = Game("A", packs(1), places("places", 52, first_stays=True), deal(rows("places"))).rules
