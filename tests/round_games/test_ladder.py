"""The ladder's figures, and the tool that prints the ladders of all games."""

import pytest

from cadogan.round_games import games
from cadogan.round_games.ladder import Standings, ladder, load, save
from cadogan.round_games.search import Searcher

from ..conftest import python


def test_how_much_more_one_gains_is_reckoned_deal_by_deal():
    gains = {"one": (5.0, -3.0, 2.0, 8.0), "other": (4.0, -4.0, 1.0, 7.0)}
    found = Standings(games["pope-joan"], 5, 1, 4, gains)
    assert found.ahead("one", "other") == (
        1.0,
        1.0,
        1.0,
    )  # always by one: the deals' own luck falls out
    low, high = found["one"].interval
    assert low < 0 < high
    mean, low, high = Standings(
        games["pope-joan"], 5, 1, 4, gains | {"one": (6.0, -4.0, 1.0, 9.0)}
    ).ahead("one", "other")
    assert mean == 1.0 and (low, high) == pytest.approx(
        (1 - 1.959964 * 0.577350, 1 + 1.959964 * 0.577350), abs=1e-5
    )


def run(line, *more):
    """The tool, as one calls it."""
    return python("tools/ladders.py", *line.split(), *more)


@pytest.mark.slow
def test_the_tool_prints_both_ladders_and_goes_on_with_those_kept(tmp_path):
    kept = tmp_path / "kept.json"

    def matches(said):
        return run(f"pope-joan --against-beginner 0 {said}", "--file", str(kept))

    first = matches("--deals 1 --against-random 6 --budget 2")
    assert first.returncode == 0, first.stderr
    assert "rule - random: " in first.stdout and "sharp 2 - rule: " in first.stdout
    matches("--deals 2 --against-random 8 --budget 2")
    against_random, searched = load(kept)
    assert against_random == ladder(games["pope-joan"], ["rule", "random"], 8, seed=1)
    assert list(searched.gains) == ["sharp 2", "rule"] and searched.n == 2
    stopped = matches("--deals 0 --against-random 9 --minutes 0")
    assert stopped.returncode == 1 and "8 deals in every rotation" in stopped.stdout


def test_the_tool_refuses_a_game_that_there_is_not():
    refused = run("whist")
    assert (
        refused.returncode == 2
        and "there is no whist; there are calabrasella, commerce" in refused.stderr
    )


@pytest.mark.slow
def test_the_committed_ladders_are_those_of_the_games_as_they_stand():
    """Each game has its matches; the first deal, played again, brings the same counters (a
    searcher's where it is quick).
    """
    kept = load()
    rows = {(s.game.slug, *s.gains) for s in kept}
    for slug in games:
        assert {
            (slug, "rule", "random"),
            (slug, "rule", "beginner"),
            (slug, "sharp 60", "rule"),
        } < rows
    sharp = Searcher(60)
    assert sharp.name == "sharp 60"
    for found in kept:
        if sharp.name not in found.gains or found.game.slug not in ("calabrasella", "conquian"):
            again = ladder(
                found.game,
                [sharp if name == sharp.name else name for name in found.gains],
                1,
                found.seed,
                players=found.players,
            )
            for name, gains in again.gains.items():
                assert gains == pytest.approx(found.gains[name][:1], abs=1e-6), (found.game, name)


def test_the_levels_stand_in_their_order():
    """No ladder shows a level to be worse than the one below it; sharp is shown to be better than
    steady in all six games, in Speculation by what it gains from a beginner at the table: nothing
    is to be gained there from those who reckon."""
    better = set()
    for found in load():
        one, other, *beside = found.gains
        _, low, high = found.ahead(one, other)
        assert low > 0 if "random" in found.gains else high >= 0, found
        if (one, other) == ("sharp 60", "rule") and low > 0:
            better.add((found.game.slug, *beside))
    assert better == {(slug,) for slug in games if slug != "speculation"} | {
        ("speculation", "beginner")
    }


def test_standings_are_kept_and_a_broken_file_says_where(tmp_path):
    some, file = load()[:2], tmp_path / "some.json"
    save(some, file)
    assert load(file) == some and load(tmp_path / "none.json") == []
    file.write_text(file.read_text().replace('"seed":1', '"seat":1', 1))
    with pytest.raises(ValueError, match=r"some\.json: match 1 cannot be read: KeyError: 'seed'"):
        load(file)
    file.write_text("[")
    with pytest.raises(ValueError, match=r"some\.json: not JSON: Expecting value"):
        load(file)
