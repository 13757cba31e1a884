"""The table of what can be won: its rows, the command that makes them, and the finder of wins."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import naive
import pytest
import solve as command
from small_games import SMALL

import cadogan
from cadogan import Record, odds
from cadogan.engine.moves import KIND
from cadogan.players.batches import first_deal
from cadogan.players.fingerprint import fingerprint
from cadogan.players.table import kept
from cadogan.solver.beam import Beam, luby
from cadogan.solver.finder import Finder
from cadogan.solver.search import Solver
from cadogan.tables import finding, winnable
from cadogan.words.again import AGAIN

from .conftest import BACKENDS, ROOT, text_of

FOUND = sorted((ROOT / "tests/solver/found").glob("*.txt"))
FORTRESS, LUCIE = cadogan.games["fortress"], cadogan.games["la-belle-lucie"]

# --- the finders --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Finder, Beam])
@pytest.mark.parametrize("title", ["Fortress of 10", "Klondike of 9", "Garden of 8"])
def test_what_is_found_wins_and_only_what_can_be_won_is_found(title, kind):
    """Against the search of every position: no false win, and few wins of so small games are
    missed.
    """
    game, finder, missed, found = SMALL[title], kind(SMALL[title]), 0, 0
    for number in range(60):
        position = game.deal(number)
        finder.start(position)
        line = finder.find(2_000)
        won = naive.verdict(position)[0] == "won"
        assert won or not line
        for code in line:
            assert code in game.referee.legal(position.state)
            position = position.after(code)
        assert position.is_won == bool(line)
        missed += won and not line
        found += bool(line)
    assert found > 10 and missed <= found / 10


@pytest.mark.parametrize("kind", [Finder, Beam])
def test_every_backend_finds_the_same(kind):
    for slug in ("sultan", "fortress", "four-corners"):
        lines = []
        for backend in BACKENDS:
            finder = kind(cadogan.games[slug], backend=backend)
            finder.start(cadogan.games[slug].deal(3), 5)
            lines.append((finder.find(600), finder.walked, finder.machine.read("need")))
        assert len(set(map(str, lines))) == 1, slug


@pytest.mark.parametrize("kind", [Finder, Beam])
def test_it_goes_on_where_it_stood(kind):
    sly = cadogan.games["sly"]
    whole, parts = kind(sly), kind(sly)
    whole.start(sly.deal(2))
    parts.start(sly.deal(2))
    line = whole.find(400_000)
    found = []
    while not found and parts.walked < whole.walked:
        found = parts.find(min(1000, whole.walked - parts.walked))
    assert found == line and parts.walked == whole.walked


def test_beams_widen_by_the_universal_series():
    assert [luby(n) for n in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_a_beam_wins_what_ten_million_positions_left_undecided():
    """Deals of the Hemispheres, by search and playouts alone."""
    game = cadogan.games["hemispheres"]
    beam = Beam(game)
    for deal in (229, 381):
        position = game.deal(first_deal(1) + deal)
        beam.start(position)
        for code in beam.find(60_000):
            position = position.after(code)
        assert position.is_won


def test_a_shuffle_is_chance_unless_it_is_known():
    """A win that needs a re-deal is found where its shuffle is known, and there alone."""
    finder, knowing = Finder(LUCIE), Finder(LUCIE, shuffles=True)
    for number in range(4):
        position = LUCIE.deal(number)
        finder.start(position)
        assert all(code & KIND != AGAIN.number for code in finder.find(20_000))
        knowing.start(position)
        line = knowing.find(200_000)
        assert line, "nearly every deal of it can be won, its shuffles known"
        texts = Solver(LUCIE, 8, shuffles=True).solve(position, 300_000).line
        assert "again" in texts and Record(LUCIE, number, texts).last.is_won
        assert Solver(LUCIE, 8).solve(position, 300_000).limit == "re-deal"


# --- the table ----------------------------------------------------------------------------------------


def test_undecided_deals_count_both_ways():
    decided = winnable.Solved("w" * 20 + "l" * 80, 1, 0.0)
    doubtful = winnable.Solved("w" * 20 + "l" * 50 + "5" * 20 + "6" * 10, 1, 0.0)
    assert decided.interval == odds.wilson(20, 100) and decided.open == 0
    assert doubtful.interval == (odds.wilson(20, 100)[0], odds.wilson(50, 100)[1])
    assert doubtful.states == 10**6


def test_every_game_has_its_row(slug):
    assert slug in winnable.stored(), f"python tools/solve.py {slug} makes its row"
    found = winnable.solved(cadogan.games[slug])
    assert found, f"its rules have changed; python tools/solve.py {slug} makes its row anew"
    assert found.n >= winnable.SOME and set(found.verdicts) <= {*"wl", *"5678"}
    assert (found.won > 0) == (found.example is not None)


def test_the_example_of_a_row_is_won(slug):
    """The referee plays the stored line."""
    game = cadogan.games[slug]
    found = winnable.solved(game)
    if found is not None and found.example is not None:
        deal, line = found.example
        assert Record(game, deal, line).last.is_won
        assert found.verdicts[deal - odds.first_deal(found.seed)] == "w"


def test_the_lower_end_lies_by_what_is_found_and_by_what_players_win():
    """No interval begins below what any player surely wins; where it begins above the share found,
    a player has played many more deals.
    """
    for one in finding.all_facts():
        low, high = one.winnable
        assert low <= high and low >= max(
            o.interval[0] for o in (*one.results.values(), one.patient)
        )
        if one.solved is not None:
            assert one.solved.won / one.solved.n > one.best.interval[0] - 0.02, one.game.slug


@pytest.mark.slow
def test_verdicts_are_found_again(slug):
    """The first deals of a row, as far as they are decided with few positions; what was left
    undecided may be decided since.
    """
    found = winnable.solved(cadogan.games[slug])
    assert found.seed == winnable.SEED
    for i, letter in enumerate(found.verdicts[:3]):
        again = winnable.solve(slug, i, winnable.LEAST)[1]
        assert letter.isdigit() or again in (letter, str(winnable.LEAST))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_a_line_that_was_found_by_a_search_for_one_game_alone_wins(path):
    """The referee plays it, and the table has the deal for won."""
    game = cadogan.games[path.stem]
    found = winnable.solved(game)
    lines = text_of(path).splitlines()
    page = " ".join(text_of("book/winnable.md").split())
    assert re.search(rf"\b{len(lines)}( deals)? of \*{re.escape(game.title)}\*", page)
    for line in lines:
        deal, moves = line.split(": ")
        assert Record(game, int(deal), moves.split(", ")).last.is_won, deal
        assert found.verdicts[int(deal) - first_deal(found.seed)] == "w", deal


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """An empty table."""
    monkeypatch.setattr(winnable, "PATH", tmp_path / "winnable.json")
    kept.cache_clear()
    yield tmp_path / "winnable.json"
    kept.cache_clear()


def test_the_command_goes_on_where_it_stood(elsewhere, monkeypatch, capsys):
    def run(deals):
        monkeypatch.setattr(
            "sys.argv", ["solve.py", "fortress", "--deals", str(deals), "--power", "5"]
        )
        command.main()
        capsys.readouterr()
        return json.loads(elsewhere.read_text())["fortress"]["verdicts"]

    first = run(7)
    whole = run(20)
    assert len(first) == 7 and len(whole) == 20 and whole.startswith(first)
    elsewhere.unlink()
    kept.cache_clear()
    assert run(20) == whole


def test_an_executor_finds_what_one_thread_finds(elsewhere):
    alone = winnable.go_on(FORTRESS, 12, 5).verdicts
    elsewhere.unlink()
    kept.cache_clear()
    with ThreadPoolExecutor(1) as pool:
        assert winnable.go_on(FORTRESS, 12, 5, executor=pool).verdicts == alone


def test_undecided_deals_are_tried_again_with_more(elsewhere):
    garden = cadogan.games["flower-garden"]
    before = winnable.go_on(garden, 6, 5).verdicts
    after = winnable.go_on(garden, 6, 6).verdicts
    assert "5" in before and "5" not in after
    assert all(b in (a, "6") or a == "5" for a, b in zip(before, after, strict=True))


def test_a_row_of_other_rules_is_made_anew(elsewhere):
    row = {
        "rules": "0",
        "seed": 1,
        "version": "",
        "seconds": 9.0,
        "verdicts": "www",
        "example": None,
    }
    elsewhere.write_text(json.dumps({"fortress": row}))
    assert winnable.solved(FORTRESS) is None
    assert len(winnable.go_on(FORTRESS, 2, 5).verdicts) == 2
    assert json.loads(elsewhere.read_text())["fortress"]["rules"] == fingerprint(FORTRESS)


@pytest.mark.parametrize(("deals", "power"), [(1, 4), (1, 9), (0, 5)])
def test_numbers_out_of_range_are_refused(deals, power):
    with pytest.raises(ValueError, match="is a whole number from"):
        winnable.go_on(FORTRESS, deals, power)
