"""What the tests of the engine share: every game of the book, in every reading, and positions met
in random play.

A test that asks for ``slug`` runs for every game of the book, one that asks for ``game`` for every
game and variant; one that asks for
``ruling`` runs for these and for every other option of each of their readings. Both grow with the
book. Of the rulings, and of the tests marked ``few``, ``make check`` takes only a few games, and
those whose chapter has been changed since the last commit; where the mark names cases,
``few("clubs", "2")``, it takes those instead. The others are marked slow. With ``--regenerate`` the
committed counts and playthroughs are written anew instead of compared; look at the diff before
committing it."""

import ast
import contextlib
import functools
import gc
import json
import os
import random
import re
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

import cadogan
from cadogan.compiler.run import has_webassembly
from cadogan.course import asking
from cadogan.edition.needs import Names
from cadogan.edition.notebook import code_cells, page_path
from cadogan.patience.game import Game
from cadogan.patience.position import Move, Position

#: How far random play goes.
MOVES = 60

#: The games whose rulings are tried by make check, too: between them they are dealt, played,
#: turned, married, taken in pairs and in sets, exchanged and re-dealt in most of the ways there
#: are.
FEW = (
    "fortress",
    "canfield-or-klondike",
    "la-belle-lucie",
    "nestor",
    "fourteenth",
    "caesar",
    "queens",
    "zodiac",
)

ROOT = Path(__file__).resolve().parent.parent

#: The ways to run a program on this machine.
BACKENDS = ("interpreted", "python", *(("wasm",) if has_webassembly() else ()))


def text_of(path):
    """What stands in a file, which is named as it is in the checkout."""
    return (ROOT / path).read_text(encoding="utf-8")


#: Tables of cases: a test marked ``table`` is tried on every row of one of them.
TABLES = tomllib.loads(text_of("tests/cases/tables.toml"))

# The tests give the collector of garbage much to do, and it finds little.
gc.set_threshold(20_000, 20, 20)

# The same examples in every run; a slow machine is no failure.
hypothesis.settings.register_profile(
    "cadogan", deadline=None, derandomize=True, print_blob=True, max_examples=60
)
hypothesis.settings.load_profile("cadogan")


def pytest_configure(config):
    if config.getoption("--nbval", default=False):  # compared with what the build of the book shows
        os.environ["CADOGAN_PAGE"] = "1"


def pytest_addoption(parser):
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write counts and playthroughs anew instead of comparing",
    )
    parser.addoption(
        "--every-page",
        action="store_true",
        help="try every page and game where a test takes long (mark: part), and in the page",
    )
    parser.addoption("--deals", type=int, default=60, help="of each small game, for the solver")
    parser.addoption("--minutes", type=float, help="make hostile input of each kind for so long")
    parser.addoption("--firefox", action="store_true", help="run them in Firefox")


@functools.cache
def named_games():
    """Every game and variant by slug; a chapter that cannot be read is the failure of its own tests
    only.
    """
    found = {}
    for slug in cadogan.games:
        try:
            game = cadogan.games[slug]
            found[slug] = game
            found.update(game.variants)
        except Exception as error:  # told by the test that asks for this game
            found[slug] = error
    return found


@functools.cache
def rulings():
    """The same, and each game with every option of its readings that it does not take."""
    found = dict(named_games())
    for slug, game in named_games().items():
        for name, options in game.readings.items() if isinstance(game, Game) else ():
            for option in options[1:]:
                try:
                    ruling = game.vary(**{name.replace(" ", "_"): option})
                except Exception as error:
                    ruling = error
                found[f"{slug}, {name}: {option}"] = ruling
    return found


@functools.cache
def changed():
    """The slugs of the chapters that have been changed since the last commit; none where git cannot
    say.
    """
    words = "git status --porcelain -- book".split()
    try:
        told = subprocess.check_output(
            words, cwd=ROOT, stderr=subprocess.DEVNULL, text=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        told = ""
    return frozenset(re.findall(r"book/([\w-]+)\.md", told))


def pytest_collection_modifyitems(config, items):
    left_out = in_part(items) if not config.getoption("--every-page") else []
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        mark = item.get_closest_marker("few")
        if mark and cases_of(item).isdisjoint(mark.args or {*FEW, *changed()}):
            item.add_marker(pytest.mark.slow)


def in_part(items):
    """Of the tests that take long on each of many cases, those left to ``--every-page``: all but every
    eighth, and but those whose chapter has been changed since the last commit.
    """
    tried, left_out = Counter(), []
    for item in items:
        if item.get_closest_marker("part"):
            tried[item.function] += 1
            if tried[item.function] % 8 != 1 and cases_of(item).isdisjoint(changed()):
                left_out.append(item)
    return left_out


def pytest_collection_finish():
    """What has been collected stays to the end: the collector of garbage need not look at it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    """What pytest looks through five times at the end is what can be thrown away; all that the
    tests keep is not searched for it again.
    """
    gc.collect()
    gc.freeze()


def cases_of(item):
    """What a test with parameters is tried on: each of them as text, a game by its slug, and all of
    them as pytest names them.
    """
    case = item.callspec
    return {case.id, *(str(getattr(value, "slug", value)) for value in case.params.values())}


def _shortened(value):
    """What a text is called in the name of a test."""
    return value[:60] if isinstance(value, str) else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc):
    for mark in [*metafunc.definition.iter_markers("table")]:
        names, table, *more = mark.args
        cases = pytest.mark.parametrize(names, [*TABLES[table], *more], ids=_shortened)
        metafunc.definition.add_marker(cases)
    for name, games in (("game", named_games), ("ruling", rulings)):
        if name in metafunc.fixturenames:
            parameters = [
                pytest.param(game, id=title, marks=() if quick else pytest.mark.slow)
                for title, game in games().items()
                for quick in [name == "game" or title in FEW or title.split(",")[0] in changed()]
            ]
            # (by module, so that the tests of one game stand together and share its walks)
            metafunc.parametrize(name, parameters, indirect=True, scope="module")


@pytest.fixture(autouse=True)
def _nothing_was_missed_before(monkeypatch):
    """What is answered wrongly again brings a hint: no test's answers count in another."""
    monkeypatch.setattr(asking, "_missed", Counter())


@pytest.fixture(scope="module")
def game(request):
    """A game or variant of the book; for `ruling` in one of its readings."""
    if isinstance(request.param, Exception):
        raise request.param
    return request.param


ruling = game


@pytest.fixture(params=cadogan.games)
def slug(request):
    """Each game of the book by its name."""
    return request.param


@pytest.fixture(params=BACKENDS)
def backend(request):
    """Each way to run a program."""
    return request.param


@pytest.fixture
def regenerate(request):
    """Whether committed results are to be written anew."""
    return request.config.getoption("--regenerate")


@dataclass(frozen=True)
class Walk:
    """A game in random play: the positions met, and the moves between them."""

    positions: tuple[Position, ...]
    made: tuple[Move, ...]


@functools.lru_cache(maxsize=8)
def _walk(game, slug, deal):
    chance = random.Random(f"{slug} {deal}")
    positions, made = [game.deal(deal)], []
    while positions[-1].moves() and len(made) < MOVES:
        moves = positions[-1].moves()
        # A move of every kind is as likely as any other, so that re-deals and exchanges come up,
        # too.
        kind = chance.choice(sorted({m.kind for m in moves}))
        made.append(chance.choice([m for m in moves if m.kind == kind]))
        positions.append(positions[-1].play(made[-1]))
    return Walk(tuple(positions), tuple(made))


@pytest.fixture
def walk():
    """Random play of a game: ``walk(game, deal)``; the same deal is the same play."""
    return lambda game, deal: _walk(game, game.slug, deal)


@contextlib.contextmanager
def patience(seconds):
    """For so many seconds of the processor and no longer (on Windows as long as it takes)."""

    def over(*_):
        raise AssertionError("it comes to no end")

    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def python(*words, **more):
    """What Python did with these words, run from the checkout in a process of its own."""
    more = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([sys.executable, *words], text=True, check=False, **more)


def ask(session, message, answer="state", **parts):
    """A board's one reply to a message, of the kind wanted; and what any reply must be: JSON."""
    parts = {name.rstrip("_"): value for name, value in parts.items()}
    replies = session.handle({"kind": message, **parts})
    assert [reply["kind"] for reply in replies] == [answer], replies
    json.dumps(replies)
    return replies[0]


def shown(page, line):
    """What a cell of a page shows by a line, with the names that this needs; and all these names."""
    cells = [one.text for one in code_cells(text_of(page_path(page)))]
    names = Names(cells, page)
    wanted = [one for one in names.statements if ast.unparse(one.node).startswith(line)]
    return names.value(wanted[0]), names.known
