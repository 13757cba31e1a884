"""One engine, three ways to run it: interpreted as it stands, specialised as Python, specialised as
WebAssembly.

All three give the same results to the last integer: for every game, variant and reading of the
book. (`fuzz` compares games whose rules were changed at random.)"""

import random
import sys

import pytest

import cadogan
from cadogan.compiler import run
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine
from cadogan.compiler.specialise import specialise
from cadogan.engine.chance import shuffle_pack
from cadogan.patience.record import Record
from cadogan.players import odds
from cadogan.players.playing import BY_HOME, WON
from cadogan.players.rollout import Rollout
from cadogan.players.strategies import CAREFULLY, GREEDY, LIMIT, STRATEGIES, Strategy
from cadogan.solver.search import Solver

from .conftest import BACKENDS, python
from .fuzz.fuzzing import alike

pytest.importorskip("wasmtime")

#: The strategies that can be interpreted in reasonable time, and the patient player with two short
#: playouts for each move.
FEW = Rollout(CAREFULLY, 2, 3)
QUICK = [one for one in STRATEGIES.values() if not one.compiled]
PATIENT = Strategy("patient", "", FEW.choose, memory=FEW.memory, begin=FEW.begin)


# --- the same results ---------------------------------------------------------------------------------


def machines(program):
    """One of each kind."""
    return [Machine(program, backend) for backend in BACKENDS]


def same_tallies(game, strategy, games, limit):
    """Games won, moves made, cards home: the same for the same deals, whatever plays them."""
    first = odds.first_deal(9)
    tallies = [odds.run(one, first, games, limit) for one in machines(game.program_for(strategy))]
    assert tallies[1:] == tallies[:1] * 2 and sum(tallies[0][BY_HOME:]) == games


@pytest.mark.few("canfield-or-klondike", "fourteenth")
def test_whole_games_end_alike(game):
    """By the eager player; every strategy is compared in one game below."""
    same_tallies(game, GREEDY, 3, 300)


@pytest.mark.few("canfield-or-klondike", "fourteenth")
def test_whole_games_of_every_reading_end_alike(ruling):
    """By the player who looks at more of the rules than the others."""
    same_tallies(ruling, STRATEGIES["careful"], 2, 300)


@pytest.mark.slow
def test_playouts_end_alike(game):
    """A position kept and brought back, the unseen drawn anew, sums and squares."""
    same_tallies(game, PATIENT, 1, 12)


def test_every_state_on_the_way_is_the_same(ruling):
    """Move by move: the same legal moves in the same order, the same state in every field."""
    number, every = 2**61 + 17, machines(ruling.program)
    choose = random.Random(f"{ruling.title} {number}")
    alike(every, "deal", number)
    for _ in range(80):
        n = 0 if alike(every, "is_won") else alike(every, "legal")
        if not n:
            break
        alike(every, "apply", choose.choice(every[0].read("moves")[:n]))


@pytest.mark.few
def test_a_pack_in_a_given_order_is_laid_out_alike(game):
    pack = list(game.rules.pack)
    random.Random(game.slug).shuffle(pack)
    every = machines(game.program)
    for machine in every:
        machine.write("pack", pack)
    alike(every, "begin", 5)


@pytest.mark.few
def test_the_seed_space_is_whole(game):
    """The first, the last and some deals between: the same pack from all three, with every card in
    it.
    """
    program = specialise(
        {"shuffle_pack": Entry(shuffle_pack, {"rules": game.rules})}, game.rules.layout, game.title
    )
    packs, met = machines(program), set()
    for number in (0, 1, 2**32 - 1, 2**32, 2**62 - 1):
        alike(packs, "shuffle_pack", number)
        pack = packs[0].read("pack")
        assert sorted(pack) == sorted(game.rules.pack)
        met.add(tuple(pack))
        _, *deals = machines(game.program)
        alike(deals, "deal", number)
        assert deals[0].read("number") == number
    assert len(met) == 5


@pytest.mark.few
@pytest.mark.slow
def test_a_game_won_by_webassembly_is_won_move_by_move(game):
    """Of a thousand deals played eagerly the first one won, and the first lost, are replayed by the
    referee.
    """
    machine = Machine(game.program_for(GREEDY), "wasm")
    first, met = odds.first_deal(1), set()
    for deal in range(first, first + 1000):
        if (won := odds.run(machine, deal, 1, LIMIT)[WON]) in met:
            continue
        met.add(won)
        record = odds.playout(game, deal)
        last = record.last
        assert last.is_won == won and record == Record.from_json(record.to_json())
        if won:
            assert last.home == last.goal and last.moves() == () and last.is_over
            assert last.why_not("turn") == "The game is won; nothing is left to play."
        if len(met) == 2:
            break


@pytest.mark.parametrize("strategy", [one.name for one in QUICK])
def test_simulate_counts_the_same_either_way(strategy):
    game = cadogan.games["fortress"]
    one = odds.simulate(game, strategy, n=60, seed=3, backend="interpreted")
    assert one.n == 60 and one.moves > 60
    for backend, workers in (("python", 1), ("wasm", 1), ("wasm", 2), ("python", 3), ("auto", 2)):
        assert odds.simulate(game, strategy, n=60, seed=3, backend=backend, workers=workers) == one


# --- where WebAssembly does not start ------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the addresses of a process")
def test_webassembly_starts_where_addresses_are_limited():
    """As under ``ulimit -v 4000000``, which shared servers set: the same counts, and nothing is
    said.
    """
    limited = "import resource as r; r.setrlimit(r.RLIMIT_AS, (4 * 10**9, 4 * 10**9))"
    says = "import cadogan; print(cadogan.odds.simulate(cadogan.games['fortress'], n=100, backend='wasm'))"
    done = python("-c", f"{limited}; {says}")
    here = odds.simulate(cadogan.games["fortress"], n=100)
    assert (done.stdout.strip(), done.stderr) == (str(here), "")


def test_where_webassembly_does_not_start_auto_is_python(monkeypatch):
    def refuses(reserving):
        raise OSError("no room")

    monkeypatch.setattr(run, "_engine", refuses)
    monkeypatch.setattr(run, "_failed", "")
    fortress = cadogan.games["fortress"]
    with pytest.warns(
        RuntimeWarning, match="games are played in Python, which is much slower: no room"
    ) as told:
        machines = [Machine(fortress.program), Machine(fortress.program)]
        assert odds.simulate(fortress, n=5).n == 5
    assert [one.backend for one in machines] == ["python", "python"]
    assert len(told) == 1, "it is said once"
    assert not run.has_webassembly()
    with pytest.raises(OSError, match="no room"):
        Machine(fortress.program, "wasm")
    monkeypatch.setattr(run, "_failed", "")
    with pytest.warns(RuntimeWarning):
        solver = Solver(fortress)
    assert solver.machine.backend == "python"
    assert solver.plan == Solver(fortress, backend="python").plan
