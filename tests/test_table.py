"""The rows of the table of odds, and what the page, the command and the prices make of them."""

import errno
import json
import os
import re
from dataclasses import replace

import pytest

import cadogan
from cadogan import cli, odds
from cadogan.drawing.sketch import sketch
from cadogan.players import table, worth
from cadogan.players.comparison import counted, of_counts, paired
from cadogan.players.counting import counting
from cadogan.players.fingerprint import fingerprint
from cadogan.players.odds import Odds
from cadogan.players.strategies import ROLLOUT, STRATEGIES
from cadogan.tables import finding, rows, thoughtful, winnable
from cadogan.tables.tally import play_of
from cadogan.words import after

from .conftest import shown, text_of

STORED = rows.stored()
#: Every row that is stored: its game, its label, what stands there.
ROWS = [(slug, label, row) for slug, labelled in STORED.items() for label, row in labelled.items()]
LUCIE, FORTRESS = cadogan.games["la-belle-lucie"], cadogan.games["fortress"]


# --- what is stored ------------------------------------------------------------------------------------


@pytest.fixture
def anew():
    """What was read of the tables is read once more, in the test and after it."""
    kept = (table.kept, finding.facts)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


def test_every_row_is_there_and_made_by_the_rules_as_they_stand():
    assert list(STORED) == list(cadogan.games)
    for slug, game in cadogan.games.items():
        wanted = {row.label: (row.kind, fingerprint(row.game)) for row in rows.rows_of(game)}
        found = {label: (row["kind"], row["rules"]) for label, row in STORED[slug].items()}
        assert found == wanted, f"cadogan table {slug} --make"
        deals = {(row["seed"], row["limit"]) for row in STORED[slug].values()}
        assert len(deals) == 1, "rows of a game are of the same deals"
        assert {"turned", "patient"} <= STORED[slug][""].keys(), slug


def test_a_table_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """On a full disk, and while another process writes the same table."""
    path = tmp_path / "odds.json"
    table.replace(path, "old")
    begun = []

    def meanwhile(half, whole):
        begun.append(half)
        monkeypatch.undo()
        table.replace(path, "the other's")
        os.replace(half, whole)

    monkeypatch.setattr(table.os, "replace", meanwhile)
    table.replace(path, "one's own")
    assert begun and path.read_text() == "one's own" and [*tmp_path.iterdir()] == [path]

    def full(half, whole):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(table.os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        table.replace(path, "new")
    assert path.read_text() == "one's own" and [*tmp_path.iterdir()] == [path]


def test_the_counts_of_every_row_agree_with_one_another():
    stored = [result for game in cadogan.games.values() for result in table.row(game)]
    assert len(stored) >= 3 * len(cadogan.games)
    assert not [(result.game.slug, wrong) for result in stored if (wrong := result.contradiction)]


def test_every_rate_is_known_to_a_tenth_of_a_point():
    for slug, label, row in ROWS:
        enough = row["n"] >= 200_000 and row["kind"] in ("reading", "licence")
        for name in rows.PLAYERS:
            low, high = odds.wilson(row[name]["wins"], row["n"])
            assert high - low <= 0.002 or enough, (slug, label, name)


def test_the_odds_of_a_game_are_those_of_its_row():
    for slug, label, row in ROWS:
        for name in rows.PLAYERS if not label else ():
            result = table.stored()[slug]["results"][name]
            home = sum(cards * many for cards, many in enumerate(result["home"]))
            counted = {key: result[key] for key in ("wins", "moves", "stopped")}
            assert row[name] == {**row[name], **counted, "home": home}, slug
            assert result["n"] == row["n"]


def test_the_rows_add_up():
    for slug, label, row in ROWS:
        than = next(one.than for one in rows.rows_of(cadogan.games[slug]) if one.label == label)
        for name in rows.PLAYERS:
            r, n = row[name], row["n"]
            assert 0 <= r["wins"] + r["stopped"] <= n, (slug, label)
            assert 0 <= r["forced"] <= r["moves"] <= r["choices"], (slug, label)
            if label:
                beside, found = STORED[slug][than], r["than"]
                other = beside[name]
                assert found["n"] <= n and found["gained"] <= r["wins"], (slug, label)
                assert found["lost"] <= other["wins"], (slug, label)
                if found["n"] == n == beside["n"]:
                    assert r["wins"] - other["wins"] == found["gained"] - found["lost"]
                    assert r["home"] - other["home"] == found["more"]


@pytest.mark.few("fortress", "sly", "queens")
def test_every_game_is_played_as_when_its_rows_were_made(slug):
    """The game itself, and the last of its rows: the same engine, the same players, the same rules,
    and the same meaning of their words; so, too, when it was seen what can be won, what hints are
    worth, and what they win who obey them. To play all anew is what cadogan table --make does.
    """
    labels = "", [*STORED[slug]][-1]
    plays = {
        row.label: play_of(row.game)
        for row in rows.rows_of(cadogan.games[slug])
        if row.label in labels
    }
    stored = {label: STORED[slug][label]["play"] for label in plays}
    assert stored == plays, f"cadogan table {slug} --make"
    for path, tool in (
        (winnable.PATH, "solve.py"),
        (worth.PATH, "hints.py"),
        (winnable.PATH.with_name("obeyed.json"), "hints.py --obeyed"),
    ):
        row = table.kept(path).get(slug)
        assert row is None or row["play"] == plays[""], f"tools/{tool} {slug}"


def test_a_word_that_comes_to_mean_something_else_is_told(monkeypatch):
    """Though no clause of the game has changed, and so not its fingerprint."""
    game = cadogan.games["constitution"].vary()
    before = fingerprint(game), play_of(game)
    monkeypatch.setattr(after, "PLAYING", -1)  # so that no play is asked for
    assert fingerprint(game) == before[0] and play_of(game.vary()) != before[1]


def test_what_is_stored_stays_small():
    assert sum(path.stat().st_size for path in (rows.PATH, table.PATH)) < 400_000


def test_a_row_of_other_rules_is_not_shown(anew, monkeypatch):
    changed = json.loads(json.dumps(STORED))
    label = "empty fans: any available card"
    for row in (changed["fortress"][""], changed["la-belle-lucie"][label]):
        row["rules"] = "0" * 16
    monkeypatch.setattr(rows, "stored", lambda: changed)
    with pytest.raises(KeyError, match="'fortress' as it now stands; cadogan table fortress"):
        finding.facts("fortress")
    with pytest.raises(KeyError, match=f"no row '{label}'"):
        finding.prices("la-belle-lucie")
    assert cli.main(["table"]) == 1


def test_making_goes_on_where_it_stood(anew, tmp_path, monkeypatch):
    """What is there by the same rules is not played again; what is missing is."""
    monkeypatch.setattr(rows, "PATH", tmp_path / "rows.json")
    monkeypatch.setattr(table, "PATH", tmp_path / "odds.json")
    monkeypatch.setattr(rows, "turned", lambda game: {"n": 0})
    monkeypatch.setattr(rows, "patience", lambda game: {"n": 0})
    part = odds.simulate(FORTRESS, "random", 2, table.SEED)
    with monkeypatch.context() as stopped:
        stopped.setattr(rows, "simulate", lambda *args, **given: replace(part, wanted=40))
        with pytest.raises(KeyboardInterrupt):
            rows.make(["fortress"], n=40, workers=1)
    rows.make(["fortress"], n=40, workers=1)
    first = rows.PATH.read_text()
    monkeypatch.setattr(rows, "play", lambda *args: pytest.fail("played again"))
    rows.make(["fortress"], n=40)
    made = json.loads(first)
    assert rows.PATH.read_text() == first and made["fortress"][""]["n"] == 40
    del made["fortress"][""]["patient"]
    rows.write(made)
    rows.make(["fortress"], n=40)
    assert rows.PATH.read_text() == first, "what is missing of a row is made, and nothing else"
    with pytest.raises(pytest.fail.Exception, match="played again"):
        rows.make(["fortress"], n=41)
    assert table.stored()["fortress"]["results"]["careful"]["n"] == 40


@pytest.mark.slow
def test_a_row_is_played_until_its_rates_are_known(monkeypatch):
    """With a coarser measure: the deals are as many as the less certain of the two players needs."""
    monkeypatch.setattr(rows, "DEALS", 200)
    monkeypatch.setattr(rows, "PRECISION", 0.02)
    found, results = rows.play(rows.rows_of(LUCIE)[:2])
    whole, other = found[""], found["empty fans: any available card"]
    low, high = odds.wilson(whole["careful"]["wins"], whole["n"])
    assert 200 < whole["n"] < 2000 and high - low <= 0.04
    assert other["n"] != whole["n"] == results["careful"].n
    assert other["careful"]["than"]["n"] == min(whole["n"], other["n"])


@pytest.mark.slow
def test_the_move_that_lost_a_deal_is_the_solvers():
    found = thoughtful.turned(FORTRESS, seconds=0.6)
    assert (
        found["n"] == found["kept"] + found["hopeless"] + found["open"] + len(found["moves"])
        and found["moves"]
    )
    lost = []
    for deal in range(found["n"]):
        record = odds.playout(FORTRESS, odds.first_deal(1) + deal, "careful")
        turning = cadogan.solver.turning_point(record, states=100_000)
        if turning and turning.instead.verdict == "won":
            lost.append((turning.number, len(record.moves)))
    assert lost == found["moves"]


@pytest.mark.part
def test_the_moves_that_lost_deals_are_found_as_stored(slug):
    """The first of them: by the rules, the careful player and the solver as they stand."""
    found = thoughtful.turned(cadogan.games[slug], seconds=0.5)["moves"]
    assert [list(move) for move in found] == STORED[slug][""]["turned"]["moves"][: len(found)]


# --- the patient player's deals ---------------------------------------------------------------------------


def test_the_patient_players_counts_add_up():
    """And beside the careful player's: who wins more on the same deals has won as many more of
    them.
    """
    for slug, game in cadogan.games.items():
        p = STORED[slug][""]["patient"]
        n, wins, over = p["n"], p["wins"], p["over"]
        assert n == over["n"] == sum(p["home"]) == ROLLOUT.deals and p["seed"] == table.SEED, slug
        assert 0 <= wins - (over["gained"] - over["lost"]) <= n and over["gained"] <= wins, slug
        assert len(p["home"]) == len(game.rules.pack) + 1 and wins + p["stopped"] <= n, slug


@pytest.mark.part
@pytest.mark.slow
def test_the_patient_players_first_deals_come_out_as_stored(slug):
    found = odds.simulate(cadogan.games[slug], "rollout", thoughtful.FIRST, table.SEED)
    assert list(found.ends) == STORED[slug][""]["patient"]["first"]


def test_the_patient_players_gain_is_that_of_the_deals(anew, monkeypatch):
    """The counts are those of the two simulations set side by side."""
    found = thoughtful.patience(FORTRESS, 20)
    one, two = (odds.simulate(FORTRESS, name, 20, table.SEED) for name in ("careful", "rollout"))
    assert (found["n"], found["wins"], found["home"]) == (20, two.wins, list(two.home))
    monkeypatch.setitem(rows.stored()["fortress"][""], "patient", found)
    facts = finding.facts("fortress")
    assert facts.patience == paired(one, two) and facts.patient == two


def test_the_patient_player_can_be_stopped(monkeypatch):
    """Ctrl-C stops the table and not only the deals under way."""
    part = odds.simulate(FORTRESS, "rollout", 2, table.SEED)
    monkeypatch.setattr(thoughtful, "simulate", lambda *args, **given: replace(part, wanted=10))
    with pytest.raises(KeyboardInterrupt):
        thoughtful.patience(FORTRESS)


def test_the_best_is_the_one_who_surely_wins_most():
    for one in finding.all_facts():
        ends = {o.strategy: o.interval[0] for o in (*one.results.values(), one.patient)}
        assert list(ends) == ["random", "greedy", "careful", "rollout"]
        assert ends[one.best.strategy] == max(ends.values())


# --- what is counted -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_choices_forced_moves_and_redeals_are_those_of_the_games(name):
    """Counted once more in positions, game by game."""
    played = rows.Played(LUCIE, name)
    played.play_to(2)
    played.play_to(3)
    choices, made = [], []
    for deal in range(3):
        record = odds.playout(LUCIE, odds.first_deal(1) + deal, name)
        made += record.moves
        choices += [len(position.moves()) for position, _ in zip(record.positions(), record.moves)]
    assert played.entry == {
        **played.entry,
        "choices": sum(choices),
        "forced": choices.count(1),
        "moves": len(made),
        "redeals": made.count("again"),
        "squares": sum((end // 2) ** 2 for end in played.ends),
    }
    assert "again" in made and list(played.ends) == list(odds.simulate(LUCIE, name, 3).ends)


def test_counting_does_not_change_what_a_player_does():
    for name in rows.PLAYERS:
        strategy = counting(STRATEGIES[name].suited("fortress"))
        assert odds.simulate(FORTRESS, strategy, 50).ends == odds.simulate(FORTRESS, name, 50).ends


def test_a_difference_from_counts_is_that_from_deals():
    one, two = (odds.simulate(LUCIE, name, 200) for name in ("greedy", "careful"))
    found = of_counts(counted(one.ends, two.ends), (one.rate, two.rate), 1, "greedy and careful")
    assert found == paired(one, two)


# --- what is made of it --------------------------------------------------------------------------------


def dear():
    """The readings and licences that the page on the odds shows as those that move them most."""
    return shown("reading-odds", "dear =")[1]["dear"]


def test_the_dearest_rules_are_from_the_table():
    """Found once more in the stored counts: the largest steps that are surely steps, of readings
    and licences of the games themselves.
    """
    steps = []
    for slug, label, row in ROWS:
        titles = tuple(f"{variant.title}, " for variant in cadogan.games[slug].variants.values())
        if row["kind"] in ("reading", "licence") and not label.startswith(titles or "\0"):
            than = row["careful"]["than"]
            net, apart = than["gained"] - than["lost"], than["gained"] + than["lost"]
            if net**2 > 3.8415 * (apart + 1):
                steps.append((-abs(net) / than["n"], slug, label))
    largest, dearest = sorted(steps, key=lambda step: step[0])[:20], dear()
    assert {step[1:] for step in largest} == {(one.game.slug, one.label) for one in dearest}
    assert [-abs(price.careful.rate[0]) for price in dearest] == pytest.approx(
        [step for step, _, _ in largest]
    )


def test_the_page_shows_the_twenty_and_the_ten():
    page = text_of("tests/executed/reading-odds.ipynb")
    for price in dear():
        assert f"{price.game.slug}.md)|{price.label}|" in page, price.label
    facts = finding.all_facts()
    for gaps in ([one.gap for one in facts], [one.patience for one in facts]):
        for one in sorted(gaps, key=lambda gap: -gap.rate[0])[:10]:
            ends = f"{100 * one.rate[1]:+.1f} to {100 * one.rate[2]:+.1f}"
            assert f"({ends})|{one.home[0]:+.1f}|" in page, ends
    assert "|0.00 %" not in page


def test_how_hard_is_by_the_best_players_rate():
    words = [word for word, _ in finding.BANDS]
    order = sorted(finding.all_facts(), key=lambda one: -one.at_sight.rate)
    ranks = [words.index(one.difficulty) for one in order]
    assert ranks == sorted(ranks) and set(ranks) == set(range(len(words)))


def test_the_pages_table_sorts_by_what_is_stored():
    games, (drawn, page) = finding.all_facts(), shown("finding", "HTML(")
    html = drawn.data
    body = re.findall(r"<tr data-game.*?</tr>", html)
    assert len(body) == len(games) == html.count('scope="row"')
    for one, row in zip(games, body, strict=True):
        values = dict(re.findall(r'data-column="(\w+)"[^>]*? data-value="([^"]*)"', row))
        assert list(values) == ["game", *(name for name, _, _ in page["COLUMNS"])]
        stored = table.stored()[one.game.slug]["results"]
        for name in ("careful", "greedy", "random"):
            assert float(values[name]) == stored[name]["wins"] / stored[name]["n"]
        assert float(values["patient"]) == one.row["patient"]["wins"] / one.row["patient"]["n"]
        assert float(values["moves"]) == stored["careful"]["moves"] / stored["careful"]["n"]
        assert float(values["packs"]) == one.game.packs
        assert -float(values["hard"]) == one.at_sight.rate
    assert "0.00 %" not in html and html.count("<script") == 1


@pytest.mark.table("shows, n, wins, says", "noughts")
def test_none_won_is_never_a_bare_nought(shows, n, wins, says):
    shows = shown("finding", f"def {shows}(")[1][shows]
    assert shows(Odds(FORTRESS, "", n, wins, 1, 0, 0, 0, ())) == says


def test_all_cards_seen_is_what_the_deal_shows():
    seen = {one.game.slug for one in finding.all_facts() if one.open}
    assert seen >= {"fortress", "la-belle-lucie", "flower-garden"}
    assert seen.isdisjoint(("canfield-or-klondike", "salic-law"))


def test_a_sketch_says_by_shape_what_it_says_by_colour():
    drawn = sketch(FORTRESS.deal(1))
    assert drawn.count('"#r"') == drawn.count('"#b"') == 26 and drawn.count('"#slot"') == 5
    assert "<circle" in drawn and drawn.count("<rect") == 5


# --- the command ---------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_game(capsys):
    assert cli.main(["table"]) == 0
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines()[1:-1]] == list(cadogan.games)
    assert " 0.000 %" not in said


def test_the_table_of_one_game_has_every_row(capsys):
    assert cli.main(["table", "la-belle-lucie"]) == 0
    said = capsys.readouterr().out
    assert all(f"\n  {row.label}: " in said for row in rows.rows_of(LUCIE)[1:])
    (house,) = re.findall(r"\n  The House in the Wood: (.*)", said)
    assert "cards home" not in house, "two packs bring home more cards than one, whoever plays"
    assert cli.main(["table", "no-such-game"]) == 1
