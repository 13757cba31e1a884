"""Hints obeyed to the end, in all games: they go on, and never round in a circle."""

import re

import pytest

from cadogan import games
from cadogan.board import outlook
from cadogan.board.session import Session
from cadogan.players.odds import first_deal
from cadogan.players.strategies import Player
from cadogan.solver.advice import Likeness

from .conftest import ask

#: A game is obeyed for so many hints at most.
LONGEST = 400


def hinted(session):
    reply = session.handle({"kind": "hint"})[0]
    while reply["kind"] == "searching":
        reply = session.handle({"kind": "hint", "on": True})[0]
    return reply["move"]


@pytest.mark.part
@pytest.mark.few
def test_no_hint_leads_back_to_a_position_but_for_the_names_of_places(slug, monkeypatch):
    monkeypatch.setattr(outlook, "ASKED", 0.3)
    session, like = Session(slug, 940), Likeness(games[slug])
    met = [like.of(session.position)]
    while len(met) < LONGEST and (text := hinted(session)):
        move = session.position.find(text)
        session.play(move)
        met.append(like.of(session.position))
        assert met.index(met[-1]) == len(met) - 1, f"{len(met) - 1}. {move.says}"


def test_a_king_is_not_pushed_from_one_empty_lane_to_another():
    """Nor is a card taken to and fro by whoever has played without hints before."""
    klondike = games["canfield-or-klondike"]
    like, met = Likeness(klondike), 0
    for deal in range(40):
        position, player = klondike.deal(deal), Player("greedy", [deal, 1, 2, 3])
        while (move := player.choose(position)) is not None:
            for other in position.moves():
                whole = other.count == len(position.cards[other.source]) if other.source else False
                to_empty = other.target and not position.cards[other.target]
                if whole and to_empty and other.source[0] == other.target[0] == "l":
                    met += 1
                    assert like.of(position) == like.of(position.play(other)), other.says
            position = position.play(move)
    assert met


@pytest.mark.parametrize(
    ("slug", "deals"),
    [
        ("nestor", range(8)),
        ("wheel", range(8)),
        ("general-sedgewick", range(8)),
        ("canfield-or-klondike", range(8)),
        ("red-and-black", (27, 41)),
        ("terrace", (30,)),
    ],
)
def test_who_obeys_wins_the_deals_of_the_patient_player(slug, deals):
    """With the same lots: only the player's steps that gain nothing are left out."""
    first = first_deal(1)
    for i in deals:
        patient = Player("rollout").playout(games[slug], first + i)
        session = Session(slug, first + i)
        session.adviser.player.lots = None  # from the number of the deal, as in a simulation
        while not session.position.is_over and (move := session.advice()[0]):
            session.play(move)
        assert session.position.is_won == patient.positions()[-1].is_won, first + i


def test_a_win_that_a_hint_promised_is_kept_when_the_redeal_turns_the_cards_down():
    session = Session("anna", first_deal(1) + 57)
    session.adviser.player.lots = None  # from the number of the deal, as in a simulation
    left = None
    dealt_again = 0
    while not session.position.is_over:
        reply = ask(session, "hint", "hint")
        if found := re.search(r"this wins, in (\d+) move", reply["says"]):
            assert left in (None, int(found[1]) + 1)
            left = int(found[1])
        assert found or left is None, reply["says"]
        dealt_again += found is not None and reply["move"] == "again"
        session.play(reply["move"])
    assert dealt_again and left == 1 and session.position.is_won


def test_a_refused_move_is_not_kept_in_mind_and_another_is_chosen():
    position = games["canfield-or-klondike"].deal(1914)
    for strategy in ("careful", "rollout", "greedy"):
        first = Player(strategy, [1, 2, 3, 4]).choose(position)
        player, refused = Player(strategy, [1, 2, 3, 4]), []
        while (move := player.choose(position, lambda m, no=refused: m.text in no)) is not None:
            refused.append(move.text)
        assert refused[0] == first.text and len(refused) == len({*refused}) > 1
        if player.machine and "moved" in {field.name for field in player.machine.program.layout}:
            fresh = Player(strategy, [1, 2, 3, 4])
            fresh.choose(position, lambda m: True)
            assert not any(fresh.machine.row("moved")), "nothing was moved"


def test_a_hint_tells_in_how_many_trials_its_move_wins():
    session = Session("nation", 3)
    assert "The patient player wins 20 of 20 trials with it." in session._advice()["says"]
    assert ask(session, "hint", "hint")["move"]
