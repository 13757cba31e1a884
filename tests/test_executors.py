"""Simulation by executors: threads, processes, a cluster that loses a worker; the counts are the
same.
"""

import os
import pickle
import signal
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import cadogan
from cadogan.players.batches import AHEAD, Play
from cadogan.players.odds import simulate
from cadogan.players.strategies import named

LUCIE = cadogan.games["la-belle-lucie"]
FORTRESS = cadogan.games["fortress"]
#: So many deals last long enough to be killed in.
MANY = 20_000


def same(a, b):
    return a == b and a.ends == b.ends


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
