"""What a table tells those who sit at it: the end of a hand, hands in order, hints with reasons,
how to play, Speculation's pace.
"""

import random
from collections import Counter

import pytest

from cadogan.board.round_session import Session
from cadogan.round_games import games
from cadogan.round_games.bots import rule_bot
from cadogan.round_games.cards import card, cards
from cadogan.round_games.primer import primer
from cadogan.round_games.speculation import OFTEN_ENOUGH

from .at_play import settled, sight, walk


def test_at_the_end_of_a_hand_cards_lie_open_counters_have_moved_and_the_winner_is_marked(
    slug,
):
    for seed in range(1, 6):
        session = settled(Session(slug, seed, seats="rule", deals=2))
        shown = session.snapshot()
        seats = [shown["parts"][f"seat {i}"] for i in range(session.state.players)]
        assert session.between and shown["parts"]["turn"]["to_act"] is None
        assert all(None not in seat["hand"]["cards"] and not seat["to_act"] for seat in seats)
        assert (
            [seat["gained"] for seat in seats]
            == shown["settled"]["gained"]
            == [seat["counters"] for seat in seats]
        )
        winners = [seat for seat in seats if seat["won"]]
        if slug in ("cooncan", "pope-joan"):
            assert [len(seat["hand"]["cards"]) for seat in winners] == [0], (
                "the last card is off the hand that is out"
            )
        if slug == "commerce":
            assert shown["parts"]["pools"]["pool"] < session.state.players
            assert winners and all(
                seat["gained"] == max(shown["settled"]["gained"]) for seat in winners
            )


def test_who_takes_the_pool_has_won_at_speculation_whatever_he_paid():
    t = games["speculation"].deal(1, 3)._table.copy()
    t.leader = 2
    assert games["speculation"].winners(t, [9, 0, -9]) == [2]
    t.looked = (2,)
    assert games["speculation"].winners(t, [9, 0, -9]) == []


def test_the_next_hand_is_dealt_as_if_nothing_had_been_shown():
    session = settled(Session("cooncan", 3, seats="rule", deals=2))
    again = session.record.last
    assert again == session.state and session.state.deals == 1
    assert session.handle({"kind": "next"})[0]["parts"]["turn"]["hand"] == 2


@pytest.mark.table("slug, hand, held", "held")
def test_a_hand_is_held_as_its_game_counts(slug, hand, held):
    found = games[slug].laid_out(cards(hand))
    assert found == [[card(one) for one in group.split()] for group in held.split(" | ")]


def test_points_are_in_sight():
    table = Session("cooncan", 3).snapshot()["parts"]
    assert table["seat 0"]["tally"] == "76 points in hand" and table["seat 1"]["tally"] == ""
    assert "of 11 down" in Session("conquian", 3).snapshot()["parts"]["seat 1"]["tally"]
    assert Session("commerce", 3).snapshot()["parts"]["seat 0"]["tally"] == "point of 25"


def test_what_each_did_last_stays_to_be_read():
    session = Session("cooncan", 3)
    session.bots()
    did = [session.snapshot()["parts"][f"seat {seat}"]["did"] for seat in range(4)]
    assert all("discards" in one and "Mrs" not in one for one in did[1:]), did
    assert all("from the" in one for one in did[1:]), "how each drew, too"


def test_a_hint_has_a_reason_wherever_there_is_a_choice(slug):
    game, rng, reasons = games[slug], random.Random(3), set()
    for number in range(6):
        state = game.deal(number)
        for _ in range(80):
            if state.is_over:
                break
            view, actions = sight(state)
            advised = rule_bot(view, actions, rng)
            if len(actions) > 1:
                reason = game.because(view, advised)
                other, _ = sight(state.redraw(state.to_act, number))
                assert game.because(other, advised) == reason, "whatever the hidden cards are"
                assert reason.endswith(".") and state == state, (state.phase, advised)
                reasons.add(reason)
            state = state.play(advised if rng.random() < 0.8 else rng.choice(actions))
    assert len(reasons) > 3


def test_how_to_play_tells_every_phase_that_a_game_comes_to(slug):
    game = games[slug]
    told = [line for section in primer(game) for line in section["told"]]
    assert all(line["says"].endswith(".") for line in told) and told[0]["says"] == game.aim
    phases = {line["phase"] for line in told}
    for state in (state for number in range(8) for state in walk(game, number, most=150)[:-1]):
        assert state.phase.replace("_", " ") in phases | {"forced"}, state.phase


def test_the_numbers_of_players_that_the_books_name_are_told():
    assert "Any number may play (POPE JOAN 1.2)" in games["pope-joan"].tell()
    least = min(len(hand) for hand in games["pope-joan"].deal(1, 8).hands)
    assert least == 5 and all("\nPlayers. " in game.tell() for game in games.values())


def test_how_to_play_follows_the_options():
    says = [str(primer(games["commerce"].vary(mode=mode))) for mode in ("modern", "old", "pool")]
    assert len(set(says)) == 3 and "barter" in says[0] and "barter" not in says[1]
    assert "A 2 3 4 5 6 7 8 9 10." in str(primer(games["conquian"].vary(pack="A23456789T")))
    session = Session("commerce", 1, mode="old")
    assert session.handle({"kind": "how"}) == [{"kind": "how", "sections": primer(session.game)}]


def test_at_a_persons_table_nobody_offers_a_card_too_often_and_passing_is_always_possible():
    times = Counter()
    for seed in range(1, 12):
        session = Session("speculation", seed)
        while not session.state.is_over:
            shown = session.snapshot()
            assert shown["can_pass"], "also while the others act"
            auction = shown["parts"].get("auction")
            if auction and auction["card"] and session.state.to_act == 0:
                times[seed, auction["card"], session.state.deals] += 1
            session.handle(
                {"kind": "bot"}
                if shown["acting"] is None
                else {"kind": "act", "text": shown["actions"][0]["text"]}
            )
    assert max(times.values()) == OFTEN_ENOUGH
