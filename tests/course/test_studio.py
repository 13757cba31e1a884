"""The studio: every switch of every game makes a game, its code says the same, and what is measured
is what is played.
"""

import json
import math
from random import Random
from statistics import pvariance

import pytest

import cadogan
from cadogan import Game
from cadogan.board import laboratory, page, workshop
from cadogan.course import company, studio
from cadogan.course.losing import CLOSER, PLAYOUTS, POINTS, losses
from cadogan.course.measuring import (
    Tally,
    cells,
    measure,
    points,
    ratio,
)
from cadogan.edition.cells import read
from cadogan.edition.chapters import UnknownGame, cells_of, joined, read_changed
from cadogan.edition.parsing import Cell
from cadogan.players.foresight import Foresight
from cadogan.round_games.bots import play_out
from cadogan.round_games.options import OptionError
from cadogan.words import again, build, down, either, in_colour, marry, whole

KLONDIKE = "canfield-or-klondike"
OWN = """mine = Game("Nine Lives", packs(1), foundations(4, ascending(A, K), cards="AS AH AD AC"), places("columns", 12),
    deal(each("columns", 4)), free("columns"), marry(either, "columns"), fill("columns", "columns", may))"""


@pytest.mark.few(KLONDIKE, "hemispheres", "louis", "besieged-city")
@pytest.mark.slow
@pytest.mark.parametrize("slug", cadogan.games)
def test_every_switch_makes_a_game_and_the_code_of_a_link_says_the_same(slug):
    text, game = cadogan.games.text(slug), cadogan.games[slug]
    texts = [cell.text for cell in cells_of(text)]
    found = studio.switches(slug)
    assert found and len({one.name for one in found}) == len(found)
    for switch in found:
        option = switch.options[-1]
        choices = {switch.name: option.name}
        changed = studio.changed(slug, choices)
        assert changed.active != game.active and changed.deal(1).moves()
        read_again = read_changed(
            text, slug, joined([Cell(one) for one in studio.with_choices(texts, slug, choices)])
        )
        assert read_again.active == changed.active, f"{switch.name}: {option.name}"
        assert read_again.slug == changed.slug, "the careful player plays both by the same weights"
    assert studio.changed(slug, {one.name: one.options[0].name for one in found}) is game


def test_several_switches_go_together_and_come_out_as_one_call():
    choices = {"re-deals": "twice", "places: lanes": "6", "talon": "only as it is turned"}
    code = studio.code(KLONDIKE, choices, "klondike")
    assert code == 'klondike.vary(again(2), talon="only as it is turned", lanes=6)'
    rules = joined(cells_of(cadogan.games.text(KLONDIKE)))
    made = read(f"{rules}\nmine = {code}").values["mine"]
    assert made.active == studio.changed(KLONDIKE, choices).active


def test_a_switch_that_is_not_there_is_refused_with_the_nearest():
    with pytest.raises(studio.NoSuchSwitch, match="did you mean 're-deals'"):
        studio.changed(KLONDIKE, {"redeals": "once"})
    with pytest.raises(
        studio.NoSuchSwitch, match="'re-deals' is 'none', 'once', 'twice', not 'often'"
    ):
        studio.changed(KLONDIKE, {"re-deals": "often"})
    with pytest.raises(UnknownGame, match="did you mean 'fortress'"):
        studio.switches("fortres")


def test_what_would_be_no_game_is_not_offered():
    names = {
        one.name: [option.name for option in one.options] for one in studio.switches("fortress")
    }
    assert "places: lanes" not in names, (
        "its deal lays five and six cards on ten lanes, and no other number"
    )
    assert "rule: dealt" not in names and "rule: turning" not in names
    assert names["direction"] == list(cadogan.games["fortress"].readings["direction"])


# ---- measures ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_counted_is_what_the_record_shows():
    """Move by move: choices, forced moves, dead ends, against games played by the referee."""
    game = cadogan.games["anna"]
    tally = Tally(game, "greedy", 1)
    tally.play(8)
    for i in range(8):
        record = cadogan.odds.playout(game, (1 << 32) + i, "greedy")
        positions = record.positions()
        legal = [len(position.moves()) for position in positions]
        assert tally.moves[i] == len(record.moves) and tally.choices[i] == sum(legal[:-1])
        assert tally.forced[i] == sum(n == 1 for n in legal[:-1])
        assert tally.ceased[i] == (not positions[-1].is_won and legal[-1] > 0)
    stuck = sum(not end & 1 and not ceased for end, ceased in zip(tally.ends, tally.ceased))
    assert tally.dead[0] == stuck / 8


def test_deals_played_in_two_goes_are_the_same_deals():
    game = cadogan.games["anna"]
    one, other = (Tally(game, "careful", 2) for _ in range(2))
    one.play(30)
    other.play(11)
    other.play(19)
    assert (one.ends, one.choices, one.forced) == (other.ends, other.choices, other.forced)


@pytest.mark.slow
def test_an_interval_of_a_mean_covers_what_it_should():
    """The length of a deal: of twenty intervals from 100 deals each, nearly all hold the mean of
    all 2,000.
    """
    game, tallies = cadogan.games["anna"], []
    for seed in range(20):
        tally = Tally(game, "careful", seed)
        tally.play(100)
        tallies.append(tally)
    mean = sum(sum(tally.moves) for tally in tallies) / 2000
    inside = sum(tally.length[1] <= mean <= tally.length[2] for tally in tallies)
    assert 16 <= inside <= 20 and len({tally.length for tally in tallies}) > 1
    half = 1.959964 * math.sqrt(2 / 3 / 4) / 2
    assert ratio([1, 0, 2, 1], [2, 2, 2, 2]) == pytest.approx((0.5, 0.5 - half, 0.5 + half))


def test_measured_players_play_as_simulated_ones_and_are_compared_deal_by_deal():
    game = cadogan.games[KLONDIKE]
    measured = measure(game, studio.changed(KLONDIKE, {"re-deals": "once"}), n=80, seed=3)
    first, second = measured.tallies.values()
    for player, tally in first.items():
        found = cadogan.odds.simulate(game, player, n=80, seed=3)
        assert list(tally.ends) == list(found.ends) and sum(tally.moves) == found.moves
        assert tally.stopped == found.stopped
        assert tally.won == (found.rate, *found.interval)
    gained = sum(b & 1 and not a & 1 for a, b in zip(first["careful"].ends, second["careful"].ends))
    (difference,) = [one for _, player, one in measured.changes if player == "careful"]
    assert difference.gained == gained and difference.n == 80 and difference.rate[0] > 0
    assert list(measured.tallies) == [f"{game.title} (1)", f"{game.title} (2)"]
    with pytest.raises(ValueError, match="no common deals"):
        Tally(game, "careful", 1).against(Tally(game, "careful", 2))


def test_tuning_puts_the_nearest_first_and_counts_from_the_start():
    found = studio.tune("salic-law", 0.9, n=40, player="greedy")
    rows, switches = list(found.rows()), studio.switches("salic-law")
    assert len(rows) == 1 + sum(len(one.options) - 1 for one in switches)
    assert "as it stands" in [row[0] for row in rows]
    off = [abs(float(row[2].removesuffix(" points"))) for row in rows]
    assert off == sorted(off) and "measure it again on other deals" in str(found)


@pytest.mark.table("wrong, said", "measured")
def test_what_cannot_be_measured_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        measure(cadogan.games["anna"], **wrong)
    with pytest.raises(ValueError, match="name a game"):
        measure()
    with pytest.raises(ValueError, match="a target is a share of deals"):
        studio.tune("anna", 30)


# ---- the page ------------------------------------------------------------------------------------


def ask(what, **question):
    return json.loads(laboratory.studio(json.dumps({"ask": what, **question})))


def played(what, **question):
    """What the page is told when all is played, or when it is broken off."""
    begun = ask(what, **question)
    while not (found := ask("go_on", **begun)).get("done", "error" in found):
        assert found["played"] <= found["wanted"]
    return found


@pytest.mark.slow
def test_the_page_measures_what_the_notebook_measures():
    workshop._tally.cache_clear()
    found = played("measure", game="anna", chosen={"re-deals": "once"}, n=30)
    here = measure(cadogan.games["anna"], studio.changed("anna", {"re-deals": "once"}), n=30)
    assert [row[1:] for row in found["rows"]] == [
        list(cells(one)) for rows in here.tallies.values() for one in rows.values()
    ]
    assert "30 deals, seed 1" in found["line"] and found["played"] == found["wanted"] == 180
    assert len([one for one in found["told"] if "changed against as it stands" in one]) == 3


def test_switches_are_tried_on_as_many_deals_as_are_told():
    """Also where the game has been measured on more."""
    workshop._tally.cache_clear()
    played("measure", game="salic-law", n=30)
    found = played("tune", game="salic-law", n=20, target=0.9, player="greedy")
    assert "20 deals each" in found["note"]
    start = next(row for row in found["rows"] if row[0] == "as it stands")
    here = studio.tune("salic-law", 0.9, n=20, player="greedy")
    assert start == list(next(row for row in here.rows() if row[0] == "as it stands"))


def test_a_game_of_ones_own_is_read_measured_and_opened_again():
    there = ask("game", rules=OWN, chosen={"places: columns": "13"})
    says = [there[name] for name in ("title", "page", "code")]
    assert says == ["Nine Lives", "studio", "mine.vary(columns=13)"]
    opening = json.dumps(there["opening"])
    opened = json.loads(page.open_game(opening))
    places = opened["replies"][0]["places"]
    assert sum(place["id"].startswith("c") for place in places) == 13
    assert json.loads(laboratory.describe(opening))["original"] is None
    (told,) = json.loads(laboratory.change(json.dumps({"game": "studio", "rules": OWN})))["games"]
    assert told["title"] == "Nine Lives" and told["changed"] is False
    assert "Of 12 deals" in played("lost", rules=OWN, chosen={}, seed=5)["told"][0]


@pytest.mark.table("question, said", "studio")
def test_whatever_the_page_asks_wrongly_is_answered_with_a_sentence(question, said):
    assert said in ask(question["ask"], **question)["error"]


def test_a_strangers_game_that_takes_too_long_is_cut_off(monkeypatch):
    monkeypatch.setattr(laboratory, "FUEL", 50)
    found = played("measure", game="sultan", chosen={}, n=40, seed=77)
    assert "takes too long to play" in found["error"]


def test_the_vocabulary_writes_what_it_reads():
    for clause in (
        marry(down.round, "lanes", "talon", moving=whole),
        build(either, in_colour, ("a", "b")),
        again(-1, ("x", "y"), placing=True),
    ):
        (found,) = read(f"x = {studio.written(clause)}").definitions.values()
        assert found.value == clause
    with pytest.raises(ValueError, match="no name for"):
        studio.written(object())
    assert isinstance(read(OWN).games[0].game, Game)


# ---- looked at closely, versions, round games ------------------------------------------------------


def test_a_deal_looked_at_closely_says_what_its_moves_and_playouts_say():
    game = cadogan.games["anna"]
    found = losses(game, 3, 2, 300)
    records = [cadogan.odds.playout(game, (2 << 32) + i, "careful") for i in range(3)]
    assert [won for won, _ in found.courses] == [record.last.is_won for record in records]
    for record, (won, shares) in zip(records, found.courses, strict=True):
        start = Foresight(game).chance(record.positions()[0], PLAYOUTS)
        assert len(shares) == POINTS and shares[0] == start.share
        assert not won or shares[-1] == 1.0
    for kind, number in zip(found.kinds, range(2 << 32, (2 << 32) + 3), strict=True):
        at = Random(number).choice(records[number - (2 << 32)].positions()[:-1])
        assert (kind == "forced") == (len(at.moves()) == 1)
    assert len(found.cells()) == len(CLOSER) and "3 deals" in found.figure().caption
    assert "<polyline" in found._repr_html_()


def test_a_choice_is_meaningful_where_one_move_wins_and_another_loses():
    game, kinds = read(OWN).games[0].game, set()
    found, solver = losses(game, 8, 4, 500), cadogan.solver.Solver(game)
    for number, kind in zip(range(4 << 32, (4 << 32) + 8), found.kinds, strict=True):
        positions = cadogan.odds.playout(game, number, "careful").positions()[:-1]
        at = Random(number).choice(positions)
        after = {solver.solve(at.play(move), 500, None).verdict for move in at.moves()}
        both = {"won", "lost"} <= after
        assert (kind == "meaningful") == both, "fewer than forty moves: all are tried"
        kinds.add(kind)
    assert "meaningful" in kinds and len(kinds) > 1
    assert found.won + len(found.lost) + found.never + found.unknown == 8
    assert all(1 <= at <= made for at, made in found.lost) and "Of 8 deals" in str(found)


def test_versions_are_compared_with_the_one_before_deal_by_deal():
    first = played("measure", game="anna", chosen={}, n=50)["version"]
    before = {**first, "kept": "more than is wanted"}
    chosen = {"re-deals": "once"}
    second = played("measure", game="anna", chosen=chosen, n=50, before=before)["version"]
    here = measure(
        cadogan.games["anna"], studio.changed("anna", chosen), n=50, players=["careful"]
    ).changes[0][2]
    assert second["cells"][-1] == points(here.rate) and first["cells"][-1] == ""
    assert len(second["cells"]) == len(second["heads"])
    wrong = {"won": "zz"}, {"n": 10**9}, {"won": "f" * 99}
    for spoilt in (3, {}, *(first | one for one in wrong)):
        row = played("measure", game="anna", chosen=chosen, n=50, before=spoilt)["version"]
        assert row["cells"][-1] == "", spoilt


def test_a_round_game_is_measured_at_two_tables_on_the_same_deals():
    found = company.measure(
        "pope-joan", {"players": "3", "lead rule": "lowest of suit"}, n=12, seed=5
    )
    assert (found.game.options["lead_rule"], found.players, found.n) == ("lowest_of_suit", 3, 12)
    for i, (acted, gains, more) in enumerate(zip(found.lengths, found.gains, found.more)):
        deal = (5 << 32) + i
        end = play_out(found.game.deal(deal, 3), ["rule"])
        made = len(end.record().actions)
        assert (acted, gains) == (made, end.payoffs), "advice without chance: the same game"
        bots = ["beginner"] * 3
        bots[i % 3] = "rule"
        mixed = play_out(found.game.deal(deal, 3), bots, deal).payoffs
        assert more == mixed[i % 3] - (sum(mixed) - mixed[i % 3]) / 2
    by_hand = [pvariance(gains) for gains in zip(*found.gains)]
    assert math.isclose(found.luck[0], math.sqrt(sum(by_hand) / 3))
    row = played("measure", game="pope-joan", chosen={"players": "3"}, n=12)["rows"]
    assert [one[:2] for one in row] == [["as it stands", "5"], ["changed", "3"]]


def played_out(game, deal):
    """A game of steady players: its end, and the standing after each action."""
    standings = []
    end = play_out(
        game.deal(deal), ["rule"], deal, watch=lambda one: standings.append(one.standing)
    )
    return end, standings


def test_the_lead_of_a_round_game_is_what_all_can_see_after_each_action():
    """Of Conquian, played again: the cards down decide who leads half-way, and how often it changes."""
    found = company.measure("conquian", n=8, seed=3)
    for i in range(8):
        end, down = played_out(found.game, (3 << 32) + i)
        assert all(0 <= n <= 11 for seats in down for n in seats)
        assert down[-1] == tuple(end._table.lying(seat) for seat in (0, 1))
        led = [0 if a > b else 1 if b > a else None for a, b in down[:-1]]
        winner = end.payoffs.index(max(end.payoffs)) if len({*end.payoffs}) == 2 else None
        one = found.courses[i]
        assert one.leaders == ({led[(len(led) - 1) // 2]} - {None})
        assert one.winners == ({winner} - {None})
        seats = [seat for seat in led if seat is not None]
        assert one.changes == sum(a != b for a, b in zip(seats, seats[1:]))
        if winner is not None:
            assert math.isclose(one.behind, seats.count(1 - winner) / len(seats))
    cells = dict(zip(company.COLUMNS, found.cells()))
    assert "by lot 50 %" in cells["half-way leader wins"]
    assert (
        "winner behind" in cells["lead changes"] and "cards that each seat has down" in found.note
    )


def test_nobody_leads_where_nothing_is_counted_before_the_end():
    cells = dict(zip(company.COLUMNS, company.measure("commerce", n=6).cells()))
    assert cells["half-way leader wins"] == "nobody leads before the end"
    pool = company.measure("commerce", {"mode": "pool", "players": "3"}, n=6)
    assert pool.snowball is not None and pool.snowball[1] == pytest.approx(1 / 3)


def test_skill_shows_when_its_lead_is_larger_than_its_margin():
    found = company.Company(company.games["conquian"], 2, lengths=[1] * 4, gains=[(1.0, -1.0)] * 4)
    found.more = [3.0, 1.0, 3.0, 1.0]
    margin = 1.959964 * math.sqrt(4 / 3) / math.sqrt(4)
    assert math.isclose(found.games_to_tell or 0, 4 * (margin / 2) ** 2)
    found.more = [3.0, -3.0, 3.0, -2.0]
    assert found.games_to_tell is None and found.cells()[4] == "not seen in 4"


@pytest.mark.parametrize("slug", company.games)
def test_every_switch_of_a_round_game_makes_a_game_and_opens(slug):
    found = company.switches(slug)
    assert len({one.name for one in found}) == len(found)
    alone = 0
    assert found[0].name == "players" or len(company.games[slug].players) == 1
    for switch in found:
        choices = {switch.name: switch.options[-1].name}
        try:
            game, players = company.changed(slug, choices)
        except OptionError as refused:  # it goes with another option
            assert ask("game", game=slug, chosen=choices)["error"] == str(refused)
            alone += 1
            continue
        assert (game, players) != (company.games[slug], company.games[slug].seats)
        told = ask("game", game=slug, chosen=choices)
        assert told["round"] and told["code"] == company.code(slug, choices)
        made = eval(told["code"], {"cadogan": cadogan})
        assert getattr(made, "game", made) == game
        opened = json.loads(page.open_game(json.dumps(told["opening"])))
        assert "error" not in opened, opened
    assert alone <= len(found) / 3
