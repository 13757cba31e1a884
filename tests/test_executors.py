"""Simulation by executors: threads, processes, a Dask cluster; killed in the middle, the counts are
the same.
"""

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

import cadogan
from cadogan.players.batches import AHEAD, Play
from cadogan.players.odds import simulate
from cadogan.players.strategies import named

from .conftest import ROOT, text_of

LUCIE = cadogan.games["la-belle-lucie"]
FORTRESS = cadogan.games["fortress"]
#: So many deals last long enough to be killed in.
MANY = 20_000


def same(a, b):
    return a == b and a.ends == b.ends


def counted(path):
    """How many games a checkpoint holds."""
    return json.loads(text_of(path))["n"] if path.exists() else 0


@pytest.mark.slow
def test_processes_count_what_one_thread_counts():
    """One process or two, in games whose programs this process has compiled already and in others:
    each worker makes its own.
    """
    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        for game, strategy in ((LUCIE, "careful"), (FORTRESS, "random")):
            here = simulate(game, strategy, n=3000, seed=2)
            for pool in (one, two):
                assert same(simulate(game, strategy, n=3000, seed=2, executor=pool), here)
        other = cadogan.games["blockade"].vary(title="Another Blockade")
        assert same(simulate(other, n=50, seed=2, executor=two), simulate(other, n=50, seed=2))


def test_a_strategy_of_ones_own_goes_to_the_executor_too():
    def last(seen, moves):
        return moves[-1]

    with ThreadPoolExecutor(2) as pool:
        here, there = (
            simulate(LUCIE, last, n=120, seed=3, limit=20, executor=where) for where in (None, pool)
        )
        assert same(here, there)


@pytest.mark.few
@pytest.mark.slow
def test_what_is_sent_and_sent_back_is_small(game):
    """The game, the strategy's name, the seed, the range; then the counts."""
    play = Play(game, named("careful"), 1, 1000, "auto", None)
    assert len(pickle.dumps(play.batch)) < 12_000
    here, there = play.batch(0, 1), pickle.loads(pickle.dumps(play)).batch(0, 1)
    assert here == there and len(pickle.dumps(there)) < 3000


def test_a_stopped_simulation_sends_nothing_more():
    """What was asked for and not begun is taken back, and the executor can be used for something
    else.
    """

    class Counting(ThreadPoolExecutor):
        sent = 0

        def submit(self, *words, **more):
            self.sent += 1
            return super().submit(*words, **more)

    def stop(done, n):
        steps.append(done)
        if done >= 6000:
            raise KeyboardInterrupt

    steps = []
    with Counting(2) as pool:
        part = simulate(LUCIE, n=4_000_000, seed=2, progress=stop, executor=pool)
        assert part.n == 6000 == steps[-1] and part.wanted == 4_000_000 and pool.sent == AHEAD + 2
        assert pool.submit(int, "7").result() == 7
        rest = simulate(LUCIE, n=9000, seed=2, resume=part, executor=pool)
        assert same(rest, simulate(LUCIE, n=9000, seed=2))


def test_what_is_no_executor_is_refused():
    with pytest.raises(ValueError, match=r"executor is one of concurrent\.futures"):
        simulate(LUCIE, n=5, executor=2)
    with pytest.raises(ValueError, match="workers= or executor=, not both"):
        simulate(LUCIE, n=5, workers=2, executor=ThreadPoolExecutor(1))


# --- killed ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_killed_outright_goes_on_from_its_checkpoint(workers, tmp_path):
    path = tmp_path / "counts.json"
    given = f"'careful', n=10**9, seed=4, workers={workers}, checkpoint={str(path)!r}"
    code = f"import cadogan; cadogan.odds.simulate(cadogan.games['fortress'], {given})"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    try:
        until = time.monotonic() + 60
        while counted(path) < 4000:
            assert time.monotonic() < until, "waited in vain"
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    reached = counted(path)
    steps = []
    whole = FORTRESS, "careful", reached + 5000, 4
    goes_on = simulate(*whole, checkpoint=path, progress=lambda done, n: steps.append(done))
    assert reached < steps[0] <= reached + 2000 and goes_on == simulate(*whole)


@pytest.mark.slow
def test_a_pool_that_breaks_leaves_what_was_counted(tmp_path):
    """A pool of processes does not outlive one of them; what was counted until then is in the
    checkpoint.
    """
    path = tmp_path / "counts.json"

    def kill(done, n):
        if done >= 10_000:
            for process in pool._processes.values():  # no other name for them before Python 3.14
                process.kill()

    with pytest.raises(BrokenProcessPool), ProcessPoolExecutor(2) as pool:
        simulate(LUCIE, "careful", 10**7, 2, executor=pool, checkpoint=path, progress=kill)
    reached = counted(path)
    assert reached >= 10_000 and reached % 2000 == 0
    whole = LUCIE, "careful", reached + 500, 2
    assert simulate(*whole, checkpoint=path) == simulate(*whole)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Dask starts no such cluster on Windows")
def test_a_cluster_that_loses_a_worker_comes_to_the_same_counts():
    """Of Dask's two workers, each a process of its own."""
    from distributed import Client
    from distributed.deploy.subprocess import SubprocessCluster

    pids = []

    def kill(done, n):
        if not pids:
            pids.extend(client.run(os.getpid).values())
            os.kill(pids[0], signal.SIGKILL)

    kind = {"worker_class": "distributed.Worker", "dashboard_address": None}
    with (
        SubprocessCluster(n_workers=2, threads_per_worker=1, silence_logs=False, **kind) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        executor = client.get_executor()
        found = simulate(LUCIE, "careful", MANY, 2, executor=executor, progress=kill)
        assert len(pids) == 2 and len(client.run(os.getpid)) == 1, "two began, one was left"
    assert found.n == MANY and same(found, simulate(LUCIE, "careful", MANY, 2, workers=2))
