"""The solver: its verdicts against a search of every position, its moves back against the state
before, its limits, its advice.
"""

import functools
import itertools
import random

import naive
import pytest
from small_games import SMALL

import cadogan
from cadogan import Position, Record, games, solver
from cadogan.cards import CARDS, face_index
from cadogan.compiler.layout import State
from cadogan.solver import advice, leftover, searching, steps
from cadogan.solver.alike import alike_faces, settles
from cadogan.solver.hopeless import hopeless
from cadogan.solver.plan import ALIKE, SUITS_ALIKE, WHOLE, Plan, Room, safe
from cadogan.solver.search import Search, Solver
from cadogan.solver.verdict import Verdict
from cadogan.words import K, RuleError, again, down, fill, marry, may, peek

from .conftest import BACKENDS

#: Games in which a move is taken back by its contrary, and others, in which the state is put back.
KINDS = (
    "fortress",
    "la-belle-lucie",
    "canfield-or-klondike",
    "napoleon-at-st-helena",
    "terrace",
    "shah",
    "fourteenth",
    "louis",
)

#: Each small game; its tests stand together, and share the program that searches it.
each_small = pytest.mark.parametrize("title", SMALL, scope="module")
#: Of a small game so many positions for each deal are searched, then no more deals.
ENOUGH = 700


@pytest.mark.few("Garden of 8", "Klondike of 9")
@each_small
def test_no_verdict_differs(title, request):
    """A few deals of each small game, as the search of every position has them; `--deals 4000` takes
    more of them, and more positions.
    """
    game, met, tried = SMALL[title], set(), 0
    machine, deals = Solver(game, 8), request.config.getoption("--deals")
    for position in map(game.deal, range(deals)):
        if tried > ENOUGH * deals and len(met) == 2:
            break
        found, (verdict, limit, n) = machine.solve(position), naive.verdict(position)
        tried += n
        assert (found.verdict, found.limit) == (verdict, limit), f"{found}\n{position}"
        assert (verdict == "won") == bool(found.line)
        met.add(verdict)
    assert len(met) == 2, "nothing is compared where all are won, or all lost"


@pytest.mark.slow
def test_every_backend_searches_the_same_positions():
    for title in ("Klondike of 12", "Fans of two packs", "Dealt again as it lies"):
        for position in map(SMALL[title].deal, range(8)):
            solvers = [Solver(position.game, 8, backend) for backend in BACKENDS]
            found = [solver_.solve(position) for solver_ in solvers]
            assert len({(one.verdict, one.line, one.states) for one in found}) == 1


# --- forth and back -----------------------------------------------------------------------------------


@functools.lru_cache(maxsize=8)
def plan_of(game):
    return Plan(game.rules, Room(1 << 10, 1 << 10, 100))


#: What a move taken back may leave otherwise: the places of cards that are not available, and what
#: is only worked in.
LOOSE = ("where", "live", "moves", "pack", "chance", "lots", "tally")


def unlike(game, one, other):
    """The fields in which two states differ."""
    return [
        f.name
        for f in game.rules.layout
        if f.name not in LOOSE and getattr(one, f.name) != getattr(other, f.name)
    ]


@pytest.mark.parametrize("slug", KINDS)
@pytest.mark.parametrize("mode", [0, SUITS_ALIKE])
def test_a_move_taken_back_leaves_nothing_behind(slug, mode, walk):
    """Random play: every move is made and taken back; the state is as it was, and the number kept
    is that counted anew.
    """
    game = cadogan.games[slug]
    machine = Solver(game, 8, "interpreted")
    state, rules, plan = machine.machine._runner.state, game.rules, machine.plan
    for position in walk(game, 5).positions[:40]:
        machine.machine.take(position.state)
        state.mode, state.depth = mode, 0
        steps.count_all(rules, state, plan)
        codes = [m.code for m in position.moves() if not (plan.shuffles and m.kind == "again")]
        if not plan.steady:
            steps.save(state, plan)
        before = state.digest
        for code in codes:
            steps.forth(rules, state, plan, code)
            after, number = position.after(code), state.digest
            assert not unlike(game, state, after.state)
            steps.count_all(rules, state, plan)
            assert state.digest == number, "the number kept up to date is not that of the position"
            steps.back(rules, state, plan, code)
            assert not unlike(game, state, position.state)
            steps.count_all(rules, state, plan)
            assert state.digest == before
            assert [state.live[p] for p in range(len(state.live)) if p != rules.hand.first] == [
                position.state.live[p] for p in range(len(state.live)) if p != rules.hand.first
            ]


def number_of(solver_, position):
    machine = solver_.machine
    machine.take(position.state)
    machine.call("root")
    return machine.number("digest")


@pytest.mark.slow
def test_positions_that_differ_have_numbers_that_differ(game, walk):
    """Random play in every game of the book: as many numbers as positions, but for what no rule
    tells apart.
    """
    solver_ = Solver(game, 8)
    keys, numbers = set(), set()
    for number in (1, 2):
        for position in walk(game, number).positions:
            plan, faces, heap = solver_.plan, solver_.plan.faces, solver_.plan.heap
            first = plan.settled if settles(game.rules, position.state) else plan.first
            lying = [
                (len(pile),) if heap[p] else tuple(faces[c & 63] for c in pile)
                for p, pile in enumerate(position.piles)
            ]
            piles = sorted((first[p], pile) for p, pile in enumerate(lying))
            downs = sorted(
                (first[p], tuple(map(position.is_down, pile)))
                for p, pile in enumerate(position.piles)
                if pile
            )
            hand = position.game.rules.hand.first
            keys.add((tuple(piles), tuple(d for d in downs if d[0] != hand), position.whole[1]))
            numbers.add(number_of(solver_, position))
    assert len(numbers) == len(keys)


@pytest.mark.few("A gap the player fills", "The talon again", "As long as a pass places something")
@each_small
def test_positions_of_one_number_lead_to_positions_of_the_same(title):
    """What is not told apart has the same moves, up to what is not told apart."""
    game, solver_ = SMALL[title], Solver(SMALL[title], 8)
    for deal in range(2):
        start = game.deal(deal)
        numbers, waiting, found = {start.whole: number_of(solver_, start)}, [start], {}
        while waiting and len(numbers) < 300:
            here, there = waiting.pop(), set()
            for move in here.moves():
                if not (solver_.plan.shuffles and move.kind == "again"):
                    after = here.after(move.code)
                    if after.whole not in numbers:
                        numbers[after.whole] = number_of(solver_, after)
                        waiting.append(after)
                    there.add(numbers[after.whole])
            leads = here.is_won, there
            assert found.setdefault(numbers[here.whole], leads) == leads, str(here)


def test_interchangeable_places_and_equal_cards_have_one_number():
    fortress = cadogan.games["fortress"]
    text = str(fortress.deal(7))
    changed = text.replace("l1[", "l0[").replace("l2[", "l1[").replace("l0[", "l2[")
    assert changed != text
    one, other = Position.parse(text), Position.parse(changed)
    assert one != other and number_of(Solver(fortress, 8), one) == number_of(
        Solver(fortress, 8), other
    )
    shah = cadogan.games[
        "shah"
    ]  # its rays are told apart, and its foundations by their suits alone
    first = Solver(shah, 8).plan.first
    assert [p.group for i, p in enumerate(shah.places) if first[i] != i] == ["foundations"] * 4


def test_what_is_taken_up_has_no_order():
    """Equal positions, with the same moves by the same texts; each still shows what was taken up
    first, and is read so.
    """
    nestor = cadogan.games["nestor"]
    start = nestor.deal(428)
    one, other = (
        start.play("take c3 c4").play("take c6 c8"),
        start.play("take c6 c8").play("take c3 c4"),
    )
    assert one == other and hash(one) == hash(other) and str(one) != str(other)
    assert [move.text for move in one.moves()] == [move.text for move in other.moves()]
    assert (
        Position.parse(str(one)).cards == one.cards
        and Position.parse(str(other)).cards == other.cards
    )
    machine = Solver(nestor, 8)
    assert number_of(machine, one) == number_of(machine, other) != number_of(machine, start)
    for number in (2**32 + 266, 2**32 + 446):  # told apart, they took millions of positions
        found = machine.solve(nestor.deal(number))
        assert found.verdict != "unknown" and found.states < 2000
    wheel = cadogan.games["wheel"].rules
    assert [group.name for group in wheel.groups if group.heap] == ["circle"]


def test_where_another_word_speaks_of_them_they_have_one():
    game = SMALL["Wheel of 16"]
    assert game.rules.by_name["circle"].heap
    with pytest.raises(RuleError, match="peek speaks of cards there"):
        _ = game.vary(peek("circle", "cushion")).rules


def test_cards_are_alike_where_only_their_value_counts():
    def alike(game):
        return len({alike_faces(game.rules)[face] for face in range(52)})

    games = cadogan.games
    assert (alike(games["nestor"]), alike(games["fourteenth"])) == (13, 13)
    assert alike(games["wheel"]) == 11, "the court cards crown a set, whichever they are"
    assert alike(games["fortress"]) == alike(games["caesar"]) == 52


def test_where_suits_are_alike_colours_are_not():
    for one, other in itertools.product(CARDS, CARDS):
        same = one.rank == other.rank and one.red == other.red
        assert (ALIKE[one.index] == ALIKE[other.index]) == same, f"{one} and {other}"


# --- what may go home unasked ---------------------------------------------------------------------------


def test_cards_go_home_unasked_only_where_that_is_proved():
    games = cadogan.games
    fortress = games["fortress"]
    needs = plan_of(fortress).needs
    ace, deuce, trey = 0, 1, 2
    assert needs[ace] == 0 and needs[deuce] == 1 << ace, (
        "its own predecessor, which is home when it can go"
    )
    for slug, deuces in (("flower-garden", 4), ("canfield-or-klondike", 2)):
        plan = plan_of(games[slug])
        assert plan.needs[trey].bit_count() == deuces and plan.in_turn, "the deuces that fit it"
    assert not plan_of(fortress).in_turn
    for slug in ("napoleon-at-st-helena", "four-corners", "general-sedgewick", "terrace", "nestor"):
        assert not safe(games[slug].rules).needs, slug
    assert not plan_of(fortress.vary(fill("lanes", "lanes", may.once))).needs
    assert plan_of(fortress.vary(marry(down, "lanes"))).needs
    assert plan_of(fortress.vary(fill("lanes", "lanes", may, only=K))).needs


def test_cards_wait_until_they_are_wanted_only_where_they_are_never_in_the_way():
    """Those of the bouquet; not those of a talon, nor of columns."""
    for slug in ("flower-garden", "canfield-or-klondike", "fortress", "la-belle-lucie", "shah"):
        game = cadogan.games[slug]
        reserve = zip(game.rules.places, plan_of(game).reserve, strict=True)
        waiting = {place.group.name for place, may_wait in reserve if may_wait}
        assert waiting == ({"bouquet"} if slug == "flower-garden" else set()), slug


def test_a_card_is_ready_where_nothing_can_lie_on_it_for_long():
    """In alternate colours the trey of diamonds, its deuce being home."""
    plan = plan_of(cadogan.games["canfield-or-klondike"])

    def ready(home):
        at_home = sum(1 << face_index(card) for card in home.split())
        return searching.ready(plan, at_home) >> face_index("3D") & 1

    assert ready("AD 2D AC 2C AS 2S")
    assert ready("AD 2D AC AS AH"), (
        "the black deuces can go home as soon as they are laid on it: the red aces are home"
    )
    assert ready("AD 2D AC AS"), "so they can, with the ace of hearts on them, which can, too"
    assert not ready("AD 2D AC"), "the deuce of spades would have to lie there"


#: The small games in which a card that can never go home is looked for.
RELAXED = [title for title, game in SMALL.items() if plan_of(game).hopes]


def state_of(position):
    """A state for the functions of the solver, and what it knows of the game."""
    plan = plan_of(position.game)
    state = State((*position.game.rules.layout, *plan.layout))
    for item in position.game.rules.layout:
        setattr(state, item.name, getattr(position.state, item.name))
    return state, plan


def called_hopeless(position):
    """Whether the quick proof says that a position is lost."""
    state, plan = state_of(position)
    return hopeless(position.game.rules, state, plan)


@pytest.mark.parametrize(
    "title", ["Fourteenth of 16, no exchange", "Fourteenth of 12, all dealt", "Wheel of 16"]
)
def test_what_leaves_cards_over_is_seen(title, walk):
    """On the way of random games: cards without partners, and values that are no sum of sets. That
    no such position can be won, `test_no_verdict_differs` holds."""

    def over(position):
        state, plan = state_of(position)
        seen = leftover.unpaired if plan.pairs else leftover.uneven
        return seen(position.game.rules, state, plan)

    walks = (walk(SMALL[title], number).positions[:-1] for number in range(60))
    assert any(map(over, itertools.chain.from_iterable(walks)))


def test_three_six_nine_is_never_taken_in_a_won_wheel():
    """Nor five, six, seven: the other cards are then no sum of sets."""
    even = plan_of(cadogan.games["wheel"]).even

    def fits(three):
        left = [0, 0, *(8 - (rank in three) for rank in range(2, 11)), 8, 8, 7]
        return all(sum(weight * n for weight, n in zip(weights, left)) >= 0 for weights in even)

    triples = [three for three in itertools.combinations(range(2, 11), 3) if sum(three) == 18]
    assert [three for three in triples if not fits(three)] == [(3, 6, 9), (5, 6, 7)] and len(
        triples
    ) == 8


def test_a_deal_may_be_hopeless_from_the_beginning():
    """In La Belle Lucie often: a card that lies above what it waits for, and above all that it
    could be laid on.
    """
    assert len(RELAXED) > 30
    game = cadogan.games["la-belle-lucie"]
    lost = [number for number in range(40) if called_hopeless(game.deal(number))]
    verdicts = {
        solver.solve(game.vary(without=["again"]).deal(number), states=200_000).verdict
        for number in lost
    }
    assert len(lost) > 5 and verdicts == {"lost"}


def test_of_two_packs_both_cards_of_a_face_are_counted():
    """In The Queens: beneath a card of the key lie both cards of a face that goes home before it."""
    assert all(called_hopeless(cadogan.games["queens"].deal(2**32 + i)) for i in (293, 384))


# --- limits ---------------------------------------------------------------------------------------------


def test_the_book_s_own_example_is_won_and_replayed():
    fortress = cadogan.games["fortress"]
    found = solver.solve(fortress.deal(1933))
    assert found.verdict == "won" and found.doubt == 0
    last = Record(fortress, 1933, found.line).last
    assert last.is_won
    assert (solver.solve(last).verdict, solver.solve(last).line) == ("won", ()), "in no moves"


def test_a_shuffled_re_deal_is_chance():
    """Lost before the re-deal is not lost; once the re-deals are used it is."""
    lucie = cadogan.games["la-belle-lucie"].vary(again(2, "fans", shuffled=True))  # at will
    position = lucie.deal(1)
    found = solver.solve(position)
    assert (found.verdict, found.limit) == ("unknown", "re-deal") and "before the re-deal" in str(
        found
    )
    used = position.play("again").play("again")
    assert solver.solve(used).verdict in ("won", "lost")
    assert solver.solve(lucie.vary(without=["again"]).deal(1)).verdict == "lost"


@pytest.mark.slow
def test_limits_are_named_and_a_search_goes_on():
    garden = cadogan.games["flower-garden"]
    assert solver.solve(garden.deal(4), states=5000).limit == "states"
    assert solver.solve(garden.deal(4), states=10**9, seconds=0.0).limit == "seconds"
    assert solver.solve(garden.deal(4), progress=lambda states, seconds: False).limit == "stopped"
    assert solver.solve(garden.deal(12), memory=4, seconds=None).limit == "memory"
    told = []
    whole = Search(Solver(garden), garden.deal(2), states=400_000)
    first = whole.run(progress=lambda states, seconds: told.append(states) or len(told) < 2)
    assert first.limit == "stopped" and first.states == told[-1]
    after = whole.run()
    assert after.states > first.states
    at_once = solver.solve(garden.deal(2), states=400_000, seconds=None)
    assert (after.verdict, after.line) == (at_once.verdict, at_once.line)


def test_what_cannot_be_is_refused():
    fortress = cadogan.games["fortress"]
    for given, said in (
        ({"memory": 0}, "memory is a whole number of megabytes from 4 to 3,500, not 0"),
        ({"states": -1}, "states is a whole number, or None for no limit, not -1"),
        ({"backend": "quick"}, "backend is one of"),
    ):
        with pytest.raises(ValueError, match=said):
            solver.solve(fortress.deal(1), **given)
    with pytest.raises(TypeError, match=r"a position is solved, such as game.deal\(7\)"):
        solver.solve(fortress)
    with pytest.raises(ValueError, match="this solver searches Fortress, not The Zodiac"):
        Solver(fortress).solve(cadogan.games["zodiac"].deal(1))


@pytest.mark.few
@pytest.mark.slow
def test_every_game_of_the_book_can_be_searched(game):
    """A few thousand positions from the deal; what is won is replayed."""
    found = Solver(game, 8).solve(game.deal(3), states=3000)
    assert found.verdict in ("won", "lost", "unknown")
    if found.line:
        assert Record(game, 3, found.line).last.is_won


# --- advice ---------------------------------------------------------------------------------------------


def test_a_hint_is_a_move_that_wins():
    game = SMALL["Fortress of 10"]
    hints = [(game.deal(n), solver.hint(game.deal(n), None, memory=8)) for n in range(30)]
    assert any(found is None for _, found in hints) and any(
        found and found.only for _, found in hints
    )
    for position, found in hints:
        assert (found is None) == (naive.verdict(position)[0] != "won")
        if found:
            after = position.play(found.move)
            assert naive.verdict(after)[0] == "won"
            others = {
                naive.verdict(position.play(m))[0] for m in position.moves() if m != found.move
            }
            assert found.only == (others <= {"lost"})
            assert found.says.startswith(found.move.says)


def test_the_move_that_lost_it(walk):
    """Random play: the first move after which every search fails, and not before."""
    game = SMALL["Fortress of 8"]
    met = 0
    for number in range(45):
        record = Record(game, number, walk(game, number).made[:12])
        verdicts = [naive.verdict(position)[0] for position in record.positions()]
        found = solver.turning_point(record, memory=8)
        expected = verdicts.index("lost") if "lost" in verdicts else 0
        assert (found.number if found else 0) == expected
        if found:
            met += 1
            assert found.move == record.moves[expected - 1] and found.instead.verdict == "won"
            assert (
                f"Move {expected}, " in found.says
                and found.before.find(found.instead.line[0]).says in found.says
            )
    assert met > 3


class Slow:
    """A solver that proves what it is told to, each in so many seconds and not in less."""

    def __init__(self, needs):
        self.needs = needs

    def solve(self, position, states=None, seconds=None):
        verdict, needed = self.needs[position]
        return Verdict(position, verdict if seconds >= needed else "unknown", ("l7-f1",), "seconds")


@pytest.mark.parametrize("start", [("lost", 9), ("won", 99), ("lost", 99)])
def test_a_move_is_blamed_only_where_the_position_before_it_is_proved_won(start):
    """What is too hard for the time allowed is no proof; the beginning is searched longer first."""
    record = Record(games["fortress"], 1933, "l9-f1 l7-f1 l7-f2".split())
    positions = record.positions()
    needs = dict(zip(positions, [start, ("lost", 99), ("lost", 1), ("lost", 1)], strict=True))
    found = advice.found_lost(Slow(needs), record, 2.0)
    if start == ("lost", 9):
        assert found.verdict == "lost" and found.position == positions[0]
    else:
        assert not found.proved and "lost the game:" not in found.says
        assert found.says.startswith("After move 2, ") and "not known" in found.says
    proved = {**needs, positions[1]: ("won", 1)}
    blamed = advice.found_lost(Slow(proved), record, 2.0)
    assert blamed.proved and blamed.says.startswith("Move 2, ") and "lost the game:" in blamed.says


def test_a_search_is_not_gone_on_with_when_the_solver_has_begun_another():
    mill = games["mill"]
    searcher = Solver(mill)
    one, other = (Search(searcher, mill.deal(deal)) for deal in (1, 2))
    one.run(0.0)
    other.run(0.0)
    with pytest.raises(RuntimeError, match="another search of this solver has begun"):
        one.run(0.0)
    assert other.run(0.0).position == mill.deal(2)


def test_numbers_are_mixed_without_loss():
    numbers = [random.Random(1).getrandbits(63) for _ in range(1000)] + list(range(1000))
    assert len({steps.mixed(n) for n in numbers}) == len(set(numbers))
    assert all(0 <= steps.mixed(n) <= WHOLE for n in numbers)
    assert searching.MOVE.bit_length() == searching.WORTH
