"""The rows of the table of odds, and what the page, the command and the prices make of them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cadogan
from cadogan import cli, odds
from cadogan.drawing.catalogue import COLUMNS, catalogue, few, share
from cadogan.drawing.sketch import sketch
from cadogan.patience.game import Game
from cadogan.players import patient, table
from cadogan.players.comparison import counted, of_counts, paired
from cadogan.players.counting import counting
from cadogan.players.fingerprint import fingerprint
from cadogan.players.odds import Odds
from cadogan.players.strategies import STRATEGIES
from cadogan.tables import finding, rows, thoughtful

ROOT = Path(__file__).parents[1]
LUCIE, FORTRESS = cadogan.games["la-belle-lucie"], cadogan.games["fortress"]


# --- what is stored ------------------------------------------------------------------------------------


def test_every_row_is_there_and_made_by_the_rules_as_they_stand() -> None:
    stored = rows.stored()
    assert list(stored) == list(cadogan.games)
    for slug, game in cadogan.games.items():
        wanted = {row.label: (row.kind, fingerprint(row.game)) for row in rows.rows_of(game)}
        assert {
            label: (row["kind"], row["rules"]) for label, row in stored[slug].items()
        } == wanted, f"cadogan table {slug} --make"
        assert len({(row["seed"], row["limit"]) for row in stored[slug].values()}) == 1, (
            "rows of a game are of the same deals"
        )
        assert {"turned", "patient"} <= stored[slug][""].keys(), slug


def test_every_rate_is_known_to_a_tenth_of_a_point() -> None:
    for slug, labelled in rows.stored().items():
        for label, row in labelled.items():
            for name in rows.PLAYERS:
                low, high = odds.wilson(row[name]["wins"], row["n"])
                assert high - low <= 0.002 or (
                    row["n"] >= 200_000 and row["kind"] in ("reading", "licence")
                ), (slug, label, name)


def test_the_odds_of_a_game_are_those_of_its_row() -> None:
    for slug, labelled in rows.stored().items():
        for name in rows.PLAYERS:
            result, row = table.stored()[slug]["results"][name], labelled[""]
            assert [result[key] for key in ("wins", "moves", "stopped", "n")] == [
                *(row[name][key] for key in ("wins", "moves", "stopped")),
                row["n"],
            ]
            assert (
                sum(cards * many for cards, many in enumerate(result["home"])) == row[name]["home"]
            ), slug


def test_the_rows_add_up() -> None:
    for slug, labelled in rows.stored().items():
        for label, row in labelled.items():
            for name in rows.PLAYERS:
                r, n = row[name], row["n"]
                assert (
                    0 <= r["wins"] + r["stopped"] <= n
                    and 0 <= r["forced"] <= r["moves"] <= r["choices"]
                ), (slug, label)
                if label:
                    beside = next(
                        one.than for one in rows.rows_of(cadogan.games[slug]) if one.label == label
                    )
                    than = labelled[beside][name]
                    found = r["than"]
                    assert (
                        found["n"] <= n
                        and found["gained"] <= r["wins"]
                        and found["lost"] <= than["wins"]
                    ), (slug, label)
                    if found["n"] == n == labelled[beside]["n"]:
                        assert (r["wins"] - than["wins"], r["home"] - than["home"]) == (
                            found["gained"] - found["lost"],
                            found["more"],
                        )


def replayed(game: Game, labels: set[str]) -> None:
    """The first deals of the rows come out as they are stored: the same engine, the same players,
    the same rules.
    """
    stored = rows.stored()[game.slug]
    for row in rows.rows_of(game):
        if row.label in labels:
            for name in rows.PLAYERS:
                played = rows.Played(rows.machine_for(row.game, name))
                played.go_on(rows.FIRST)
                entry = played.entry
                assert (
                    entry["first"]
                    == [entry["wins"], entry["home"]]
                    == stored[row.label][name]["first"]
                ), (row.label, name)


@pytest.mark.parametrize("slug", ["fortress", "sly", "queens"])
def test_the_first_deals_of_a_row_come_out_as_stored(slug: str) -> None:
    replayed(cadogan.games[slug], {""})


@pytest.mark.slow
@pytest.mark.parametrize("slug", list(cadogan.games))
def test_the_first_deals_of_every_game_come_out_as_stored(slug: str) -> None:
    """The game itself, and the last of its rows; to play all anew is what cadogan table --make
    does.
    """
    replayed(cadogan.games[slug], {"", list(rows.stored()[slug])[-1]})


def test_what_is_stored_stays_small() -> None:
    assert sum(path.stat().st_size for path in (rows.PATH, table.PATH)) < 400_000


def test_a_row_of_other_rules_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = json.loads(json.dumps(rows.stored()))
    changed["fortress"][""]["rules"] = changed["la-belle-lucie"]["empty fans: any available card"][
        "rules"
    ] = "0" * 16
    monkeypatch.setattr(rows, "stored", lambda: changed)
    finding.facts.cache_clear()
    try:
        with pytest.raises(
            KeyError, match="'fortress' as it now stands; cadogan table fortress --make"
        ):
            finding.facts("fortress")
        with pytest.raises(KeyError, match="no row 'empty fans: any available card'"):
            finding.prices("la-belle-lucie")
        assert cli.main(["table"]) == 1
    finally:
        finding.facts.cache_clear()


def test_making_goes_on_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there by the same rules is not played again; what is missing is."""
    monkeypatch.setattr(rows, "PATH", tmp_path / "rows.json")
    monkeypatch.setattr(table, "PATH", tmp_path / "odds.json")
    monkeypatch.setattr(rows, "turned", lambda game: {"n": 0})
    monkeypatch.setattr(rows, "patience", lambda game: {"n": 0})
    rows.stored.cache_clear()
    table.stored.cache_clear()
    try:
        rows.make(["fortress"], n=40, workers=1)
        first = rows.PATH.read_text()
        monkeypatch.setattr(rows, "play", lambda *args: pytest.fail("played again"))
        rows.make(["fortress"], n=40)
        assert rows.PATH.read_text() == first and json.loads(first)["fortress"][""]["n"] == 40
        without = json.loads(first)
        del without["fortress"][""]["patient"]
        rows.write(without)
        rows.make(["fortress"], n=40)
        assert rows.PATH.read_text() == first, "what is missing of a row is made, and nothing else"
        with pytest.raises(pytest.fail.Exception, match="played again"):
            rows.make(["fortress"], n=41)
        assert table.stored()["fortress"]["results"]["careful"]["n"] == 40
    finally:
        rows.stored.cache_clear()
        table.stored.cache_clear()


@pytest.mark.slow
def test_a_row_is_played_until_its_rates_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a coarser measure: the deals are as many as the less certain of the two players needs."""
    monkeypatch.setattr(rows, "DEALS", 200)
    monkeypatch.setattr(rows, "PRECISION", 0.02)
    found, results = rows.play(rows.rows_of(LUCIE)[:2])
    low, high = odds.wilson(found[""]["careful"]["wins"], found[""]["n"])
    assert 200 < found[""]["n"] < 2000 and high - low <= 0.04
    assert found["empty fans: any available card"]["n"] != found[""]["n"] == results["careful"].n
    less = found["empty fans: any available card"]["careful"]["than"]["n"]
    assert less == min(found[""]["n"], found["empty fans: any available card"]["n"])


@pytest.mark.slow
def test_the_move_that_lost_a_deal_is_the_solvers() -> None:
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


# --- the patient player's deals ---------------------------------------------------------------------------


def test_the_patient_players_counts_add_up() -> None:
    """And beside the careful player's: who wins more on the same deals has won as many more of
    them.
    """
    for slug, labelled in rows.stored().items():
        p, game = labelled[""]["patient"], cadogan.games[slug]
        over = p["over"]
        assert p["n"] == over["n"] == sum(p["home"]) >= patient.STEP and p["seed"] == table.SEED, (
            slug
        )
        assert (
            0 <= p["wins"] - (over["gained"] - over["lost"]) <= p["n"]
            and over["gained"] <= p["wins"]
        ), slug
        assert len(p["home"]) == len(game.rules.pack) + 1 and p["wins"] + p["stopped"] <= p["n"], (
            slug
        )


@pytest.mark.parametrize("slug", ["fortress", "nestor", "clock", "square"])
@pytest.mark.slow
def test_the_patient_players_first_deals_come_out_as_stored(slug: str) -> None:
    stored = rows.stored()[slug][""]["patient"]
    assert (
        list(odds.simulate(cadogan.games[slug], "rollout", patient.FIRST, table.SEED).ends)
        == stored["first"]
    )


def test_the_patient_players_gain_is_that_of_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many deals as it must play, then until its time is over; the counts are those of the two
    simulations set side by side.
    """
    found = patient.patience(FORTRESS, 12, 60.0, 0.0)
    one, two = (odds.simulate(FORTRESS, name, 20, table.SEED) for name in ("careful", "rollout"))
    assert (found["n"], found["wins"], found["home"]) == (20, two.wins, list(two.home))
    monkeypatch.setitem(rows.stored()["fortress"][""], "patient", found)
    finding.facts.cache_clear()
    try:
        assert finding.facts("fortress").patience == paired(one, two)
        assert finding.facts("fortress").patient == two
    finally:
        finding.facts.cache_clear()


def test_the_patient_player_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C stops the table and not only the deals under way."""
    part = odds.simulate(FORTRESS, "rollout", 2, table.SEED)
    monkeypatch.setattr(patient, "simulate", lambda *args, **given: replace(part, wanted=10))
    with pytest.raises(KeyboardInterrupt):
        patient.patience(FORTRESS)


def test_the_best_is_the_one_who_surely_wins_most() -> None:
    for one in finding.all_facts():
        ends = {o.strategy: o.interval[0] for o in (*one.results.values(), one.patient)}
        assert list(ends) == ["random", "greedy", "careful", "rollout"] and ends[
            one.best.strategy
        ] == max(ends.values())


# --- what is counted -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_choices_forced_moves_and_redeals_are_those_of_the_games(name: str) -> None:
    """Counted once more in positions, game by game."""
    played = rows.Played(rows.machine_for(LUCIE, name))
    played.go_on(2)
    played.go_on(3)
    counts = played.entry
    choices, made = [], []
    for deal in range(3):
        record = odds.playout(LUCIE, odds.first_deal(1) + deal, name)
        made += record.moves
        choices += [len(position.moves()) for position, _ in zip(record.positions(), record.moves)]
    assert (counts["choices"], counts["forced"]) == (sum(choices), choices.count(1)) and counts[
        "moves"
    ] == len(made)
    assert counts["redeals"] == made.count("again") > 0
    assert list(played.ends) == list(odds.simulate(LUCIE, name, 3).ends)
    assert counts["squares"] == sum((end // 2) ** 2 for end in played.ends)


def test_counting_does_not_change_what_a_player_does() -> None:
    for name in rows.PLAYERS:
        strategy = counting(STRATEGIES[name].suited("fortress"))
        assert odds.simulate(FORTRESS, strategy, 50).ends == odds.simulate(FORTRESS, name, 50).ends


def test_a_difference_from_counts_is_that_from_deals() -> None:
    one, two = (odds.simulate(LUCIE, name, 200) for name in ("greedy", "careful"))
    found = of_counts(counted(one.ends, two.ends), (one.rate, two.rate), 1, "greedy and careful")
    assert found == paired(one, two)


# --- what is made of it --------------------------------------------------------------------------------


def test_the_dearest_rules_are_from_the_table() -> None:
    """Found once more in the stored counts: the largest steps that are surely steps, of readings
    and licences of the games themselves.
    """
    steps = []
    for slug, labelled in rows.stored().items():
        titles = tuple(f"{variant.title}, " for variant in cadogan.games[slug].variants.values())
        for label, row in labelled.items():
            if row["kind"] in ("reading", "licence") and not label.startswith(titles or "\0"):
                than = row["careful"]["than"]
                net, apart = than["gained"] - than["lost"], than["gained"] + than["lost"]
                if net**2 > 3.8415 * (apart + 1):
                    steps.append((-abs(net) / than["n"], slug, label))
    largest = sorted(steps, key=lambda step: step[0])[:20]
    assert {(slug, label) for _, slug, label in largest} == {
        (price.game.slug, price.label) for price in finding.dearest()
    }
    assert [-abs(price.careful.rate[0]) for price in finding.dearest()] == pytest.approx(
        [step for step, _, _ in largest]
    )


def test_the_page_shows_the_twenty_and_the_ten() -> None:
    shown = (ROOT / "tests/executed/reading-odds.ipynb").read_text(encoding="utf-8")
    for price in finding.dearest():
        assert f"{price.game.slug}.md)|{price.label}|" in shown, price.label
    for one in finding.widest():
        assert (
            f"({100 * one.gap.rate[1]:+.1f} to {100 * one.gap.rate[2]:+.1f})|{one.gap.home[0]:+.1f}|"
            in shown
        ), one.game.title
    for one in finding.rewarded():
        assert (
            f"({100 * one.patience.rate[1]:+.1f} to {100 * one.patience.rate[2]:+.1f})|{one.patience.home[0]:+.1f}|"
            in shown
        ), one.game.title
    assert "|0.00 %" not in shown
    assert len(finding.dearest()) == 20 and len(finding.widest()) == len(finding.rewarded()) == 10


def test_how_hard_is_by_the_best_players_rate() -> None:
    words = [word for word, _ in finding.BANDS]
    order = sorted(finding.all_facts(), key=lambda one: -one.at_sight.rate)
    ranks = [words.index(one.difficulty) for one in order]
    assert ranks == sorted(ranks) and set(ranks) == set(range(len(words)))


def test_the_pages_table_sorts_by_what_is_stored() -> None:
    games = finding.all_facts()
    html = catalogue(games)
    body = re.findall(r"<tr data-game.*?</tr>", html)
    assert len(body) == len(games) == html.count('scope="row"')
    for one, row in zip(games, body, strict=True):
        values: dict[str, Any] = dict(
            re.findall(r'data-column="(\w+)"[^>]*? data-value="([^"]*)"', row)
        )
        assert list(values) == ["game", *(name for name, _, _ in COLUMNS)]
        stored = table.stored()[one.game.slug]["results"]
        for name in ("careful", "greedy", "random"):
            assert float(values[name]) == stored[name]["wins"] / stored[name]["n"]
        assert float(values["patient"]) == one.row["patient"]["wins"] / one.row["patient"]["n"]
        assert float(values["moves"]) == stored["careful"]["moves"] / stored["careful"]["n"]
        assert (
            float(values["packs"]) == one.game.packs and -float(values["hard"]) == one.at_sight.rate
        )
    assert "0.00 %" not in html and html.count("<script") == 1


def test_none_won_is_never_a_bare_nought() -> None:
    assert (
        share(Odds(FORTRESS, "", 20_000, 0, 1, 0, 0, 0, ()))
        == "0 <small>of 20,000; at most 0.015 %</small>"
    )
    assert share(Odds(FORTRESS, "", 100, 10, 1, 0, 0, 0, ())) == "10.0 % <small>5.5 to 17.4</small>"
    assert (
        few(Odds(FORTRESS, "", 100, 0, 1, 0, 0, 0, ())) == "0 <small>at most 3 %, 100 deals</small>"
    )
    assert (
        few(Odds(FORTRESS, "", 100, 10, 1, 0, 0, 0, ())) == "10 % <small>6 to 17, 100 deals</small>"
    )


def test_all_cards_seen_is_what_the_deal_shows() -> None:
    seen = {one.game.slug for one in finding.all_facts() if one.open}
    assert {"fortress", "la-belle-lucie", "flower-garden"} <= seen and not seen & {
        "canfield-or-klondike",
        "salic-law",
    }


def test_a_sketch_says_by_shape_what_it_says_by_colour() -> None:
    drawn = sketch(FORTRESS.deal(1))
    assert drawn.count('"#r"') == drawn.count('"#b"') == 26 and drawn.count('"#slot"') == 5
    assert "<circle" in drawn and drawn.count("<rect") == 5


# --- the command ---------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["table"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == list(
        cadogan.games
    ) and " 0.000 %" not in "\n".join(lines)


def test_the_table_of_one_game_has_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["table", "la-belle-lucie"]) == 0
    said = capsys.readouterr().out
    assert all(f"\n  {row.label}: " in said for row in rows.rows_of(LUCIE)[1:])
    house = re.search(r"\n  The House in the Wood: (.*)", said)
    assert house and "cards home" not in house[1], (
        "two packs bring home more cards than one, whoever plays"
    )
    assert cli.main(["table", "no-such-game"]) == 1
