"""What a board tells and offers: moves in the past tense, buttons, deals worth playing, foundations
that are equal, the game to keep.
"""

import json
import re

import pytest

import cadogan
from cadogan import Record
from cadogan.board import openings
from cadogan.board.reasons import permitted_by
from cadogan.board.session import Session, finish
from cadogan.board.shown import home_places, replay
from cadogan.board.told import _TELLERS, tell_move
from cadogan.compiler.run import Machine
from cadogan.engine.moves import KINDS
from cadogan.players import odds
from cadogan.players.odds import playout
from cadogan.players.playing import WON
from cadogan.players.strategies import LIMIT, STRATEGIES
from cadogan.solver import solve
from cadogan.tables import deals

from .conftest import ask, text_of

LUCIE, FORTRESS, KLONDIKE = (
    cadogan.games[slug] for slug in ("la-belle-lucie", "fortress", "canfield-or-klondike")
)


def said(position, kind, *who):
    """What is told of the first move of a kind."""
    move = next(move for move in position.moves() if move.kind == kind)
    return tell_move(position, move, position.play(move), *who)


def test_what_was_done_is_told_in_the_past_tense_with_the_card():
    before = KLONDIKE.deal(3)
    card = before.play("turn").cards["talon"][-1]
    assert said(before, "turn", "You") == f"You turned the {card.name}; 23 left."
    lucie = LUCIE.deal(1)
    assert said(lucie, "play", "You") == "You played the ace of hearts from fan 14 to foundation 1."
    while not any(m.kind == "again" for m in lucie.moves()):
        lucie = lucie.play(next(m for m in lucie.moves() if m.target.startswith("f")))
    assert said(lucie, "again") == "Gathered the cards and dealt again; 1 re-deal left."
    assert said(cadogan.games["caesar"].deal(1), "swap", "You").endswith("changed places.")


def test_every_kind_of_move_is_told_by_itself_or_from_two_positions():
    """A kind that a word registers says what was done with it; the board need not know the kind."""
    assert {kind.name for kind in KINDS.values() if not kind.told} == set(_TELLERS)
    square = cadogan.games["napoleons-square"]
    position, slip = next(
        (p, m) for p in map(square.deal, range(300)) for m in p.moves() if m.kind == "slip"
    )
    (king,) = slip.cards
    assert said(position, "slip", "You") == f"You slipped the {king.name} underneath its packet."
    assert [type(clause).__name__ for clause in permitted_by(square, slip)] == ["slip_king"]


def test_every_move_of_a_game_is_told(slug):
    """In whole sentences without a place's code, and without a card that is not seen."""
    game = cadogan.games[slug]
    position = game.deal(3)
    codes = {place.id for place in game.places if place.id[-1].isdigit()}
    for n in range(25):
        moves = position.moves()
        if not moves:
            break
        for move in moves:
            assert codes.isdisjoint(re.findall(r"[^\s()]+", move.says)), move.says
        move = moves[n * 7 % len(moves)]
        after = position.play(move)
        says = tell_move(position, move, after, "You")
        assert re.fullmatch(r"[A-Z].*\.", says) and "None" not in says and " 0 " not in says, says
        seen = {card.name for pile in after.seen.values() for card in pile if card}
        hidden = {card.name for pile in after.cards.values() for card in pile} - seen
        assert not [name for name in hidden if name in says and name not in move.says], (
            "nothing unseen is told"
        )
        position = after


def test_a_session_tells_and_names_its_buttons():
    session = Session(KLONDIKE, 3)
    (turn,) = ask(session, "hello")["buttons"]
    assert turn["kind"] == "turn" and turn["can"]
    assert ask(session, "move", text="turn")["note"].startswith("You turned the ")
    lucie = Session(LUCIE, 1)
    for left in (2, 1, 0):
        (again,) = lucie.snapshot()["buttons"]
        found = again["label"], again["key"], again["can"]
        assert found == (f"Re-deal ({left} left)", "A", False), "once there it stays"
        if left:
            ask(lucie, "home")
            (again,) = lucie.snapshot()["buttons"]
            assert again["can"], "all is played"
            lucie.play("again")


def test_the_strategies_are_those_of_the_package():
    given = {one["name"]: one["says"] for one in Session(FORTRESS, 1).snapshot()["strategies"]}
    assert set(given) == set(STRATEGIES) and list(given)[-1] == "careful"
    assert given["rollout"] == "the patient player (slow)"
    assert given["greedy"] == "the greedy player" and given["random"] == "the random player"


def homeward(game):
    """Cards that go home in some deals: the deal, the move, and the empty foundations of its group."""
    groups = {place.id: place.group for place in game.places if place.id in home_places(game)}
    for position in map(game.deal, range(1, 60)):
        empty = [name for name in sorted(groups) if not position.cards[name]]
        for move in position.moves():
            if move.kind == "play" and move.target in groups:
                same = [name for name in empty if groups[name] == groups[move.target]]
                yield position.state.number, move, same


@pytest.mark.parametrize(
    "slug", ["la-belle-lucie", "fortress", "flower-garden", "canfield-or-klondike"]
)
def test_an_ace_goes_to_any_empty_foundation(slug):
    game = cadogan.games[slug]
    number, move, equal = next(homeward(game))
    assert len(equal) > 1 and move.target in equal
    for other in equal:
        session = Session(game, number)
        assert ask(session, "try", from_=move.source, to=other)["moved"] == 1
        assert session.moves[0].text == move.text, "the equal place that the game lists"


@pytest.mark.parametrize("slug", ["fifteen", "great-thirteen"])
def test_a_foundation_that_waits_for_its_own_card_is_not_equal(slug):
    game = cadogan.games[slug]
    number, source, other = next(
        (number, move.source, other)
        for number, move, equal in homeward(game)
        for other in equal
        if not game.deal(number).find(f"{move.source}-{other}")
    )
    session = Session(game, number)
    ask(session, "try", "refused", from_=source, to=other)
    assert session.moves == ()


def test_undo_takes_back_many_moves_at_once():
    session = Session(KLONDIKE, 3, ["turn"] * 3)
    assert ask(session, "undo", to=1)["moved"] == 1
    ask(session, "undo", "error", to=1)  # to where one stands is no undo
    ask(session, "undo", "error", to="0")
    assert ask(session, "undo")["moved"] == 0


def test_any_deal_is_no_dead_start(monkeypatch):
    numbers = iter([681107, 5, 1933])
    assert not FORTRESS.deal(681107).moves(), "nothing can be played in this deal"
    monkeypatch.setattr(deals, "stored", dict)
    monkeypatch.setattr(deals.random, "randrange", lambda most: next(numbers))
    assert deals.any_deal(FORTRESS, other_than=[5]) == 1933, (
        "neither the dead one nor that which is on the table"
    )


def test_deals_that_have_been_won_come_first_and_only_for_the_rules_of_the_book(monkeypatch):
    won = {"la-belle-lucie": {"greedy": [11], "solver": [22]}, "fortress": {"greedy": [1]}}
    monkeypatch.setattr(deals, "stored", lambda: won)
    assert deals.deals_worth_playing(LUCIE) == {}, "too few to choose from"
    monkeypatch.setattr(deals, "ENOUGH", 2)
    assert deals.any_deal(LUCIE, other_than=[11]) == 22
    assert {deals.any_deal(LUCIE, [3], "hard") for _ in range(9)} == {22}
    assert deals.grades(LUCIE) == ["easy", "hard"]
    assert {deals.deal_of_the_day(LUCIE, day) for day in range(20261101, 20261131)} == {11, 22}
    assert deals.deals_worth_playing(LUCIE.vary(without=["again"])) == {}
    assert deals.deal_of_the_day(FORTRESS, 20261122) == 20261122
    session = Session(LUCIE, 1)
    assert ask(session, "new", any=True)["deal"] in (11, 22)
    # (The deal on the table is none of those offered; a session of its own has another one.)
    assert ask(Session(LUCIE, 1), "new", any=True, played=[22])["deal"] == 11
    assert ask(session, "new", any=True, played=[11, 22])["deal"] not in (11, 22), "chance"
    ask(session, "new", "error", any=True, played="11")
    assert ask(session, "new", deal=5)["hardness"] is None
    easy = ask(session, "new", any=True, grade="easy")
    assert easy["deal"] == 11 and easy["hardness"] == {
        "word": "easy",
        "says": "The greedy player wins this deal.",
    }
    assert ask(session, "new", day=20261122)["deal"] in (11, 22)
    ask(session, "new", "error", any=True, grade=5)


def test_the_game_is_kept_as_it_stands_with_changed_rules_too():
    session = Session(LUCIE, 5)
    kept = ask(session, "move", text=session.position.moves()[0].text)["record"]
    assert Record.from_json(json.dumps(kept)) == session.record
    other = Session(LUCIE, 7)
    assert ask(other, "load", record=json.dumps(kept))["moved"] == 1
    assert other.record == session.record
    changed = LUCIE.vary(without=["again"])
    assert Session(changed, 5).snapshot()["record"] is None, "no other Python could open it"
    opened = openings.PageSession(session.record, "la-belle-lucie")
    assert opened.snapshot()["record"] == opened.opening == kept


def test_a_replay_says_how_it_ended():
    record = playout(LUCIE, 5)
    ended = replay(record)
    assert ended["over"] == record.last.is_over
    short = replay(Record(LUCIE, 5, record.moves[:3]))
    assert not short["over"] and not short["won"] and "cut short" in short["result"]
    assert ended["frames"][1]["says"].startswith("Played the ")


@pytest.mark.few
def test_the_list_of_deals_holds_wins(slug):
    """Every deal is won by him who is named, and by none of those before him; the solver wins the
    first and the last of those that are left to it.
    """
    lists = json.loads(text_of(deals.KEPT))["won"]
    assert set(lists) <= set(cadogan.games)
    game = cadogan.games[slug]
    machines = {
        name: Machine(game.program_for(STRATEGIES[name]))
        for name in deals.HARDNESS
        if name in STRATEGIES
    }
    for name, won_in in lists.get(slug, {}).items():
        assert won_in == sorted(set(won_in)), name
        for deal in won_in:
            won = (
                one for one, machine in machines.items() if odds.run(machine, deal, 1, LIMIT)[WON]
            )
            assert next(won, "solver") == name, f"{deal}: python tools/deals.py {slug}"
        if name == "solver":
            for deal in {won_in[0], won_in[-1]}:
                assert solve(game.deal(deal), seconds=20).verdict == "won", deal


def test_what_is_left_goes_home_by_itself_and_is_sent_card_by_card():
    """It is offered where every card is seen and each goes home after another, and nowhere else."""
    record = playout(LUCIE, deals.stored()["la-belle-lucie"]["careful"][0], "careful")
    assert record.last.is_won
    positions = record.positions()
    told = [finish(position) for position in positions]
    assert told[0] == 0 and told[-1] == 0 and told[-2] == 1
    first = next(i for i, n in enumerate(told) if n)
    assert told[first] == positions[first].goal - positions[first].home > 3
    session = Session(LUCIE, record.deal)
    session.load(Record(LUCIE, record.deal, record.moves[:first]))
    assert session.snapshot()["finish"] == told[first]
    assert ask(session, "home", most=1)["moved"] == first + 1
    assert ask(session, "home")["won"]
    hidden = [finish(p) for p in playout(KLONDIKE, 940, "careful").positions() if None in p.seen]
    assert not any(hidden)
    ask(session, "home", "error", most=0)
