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
from cadogan.board.session import Session
from cadogan.board.shown import home_places, replay
from cadogan.board.told import _TELLERS, told
from cadogan.compiler.run import Machine
from cadogan.engine.moves import KINDS
from cadogan.players import odds
from cadogan.players.odds import playout
from cadogan.players.playing import WON
from cadogan.players.strategies import LIMIT, STRATEGIES
from cadogan.solver import solve
from cadogan.tables import deals


def state(session, **message):
    """The one state that answers a message."""
    (reply,) = session.handle(message)
    assert reply["kind"] == "state", reply
    return reply


def first(position, kind):
    return next(move for move in position.moves() if move.kind == kind)


def test_what_was_done_is_told_in_the_past_tense_with_the_card():
    klondike = cadogan.games["canfield-or-klondike"]
    before = klondike.deal(3)
    after = before.play("turn")
    card = after.cards["talon"][-1]
    assert (
        told(before, first(before, "turn"), after, "You") == f"You turned the {card.name}; 23 left."
    )
    lucie = cadogan.games["la-belle-lucie"].deal(1)
    move = first(lucie, "play")
    assert (
        told(lucie, move, lucie.play(move), "You")
        == "You played the ace of hearts from fan 14 to foundation 1."
    )
    while not any(m.kind == "again" for m in lucie.moves()):
        lucie = lucie.play(next(m for m in lucie.moves() if m.target.startswith("f")))
    again = first(lucie, "again")
    assert (
        told(lucie, again, lucie.play(again))
        == "Gathered the cards and dealt again; 1 re-deal left."
    )
    caesar = cadogan.games["caesar"].deal(1)
    swap = first(caesar, "swap")
    assert told(caesar, swap, caesar.play(swap), "You").endswith("changed places.")


def test_every_kind_of_move_is_told_by_itself_or_from_two_positions():
    """A kind that a word registers says what was done with it; the board need not know the kind."""
    assert {kind.name for kind in KINDS.values() if not kind.told} == set(_TELLERS)
    square = cadogan.games["napoleons-square"]
    position, slip = next(
        (p, m) for p in map(square.deal, range(300)) for m in p.moves() if m.kind == "slip"
    )
    assert (
        told(position, slip, position.play(slip), "You")
        == f"You slipped the {slip.cards[0].name} underneath its packet."
    )
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
        says = told(position, move, after, "You")
        assert re.fullmatch(r"[A-Z].*\.", says) and "None" not in says and " 0 " not in says, says
        seen = {card.name for pile in after.seen.values() for card in pile if card}
        hidden = {card.name for pile in after.cards.values() for card in pile} - seen
        assert not [name for name in hidden if name in says and name not in move.says], (
            "nothing unseen is told"
        )
        position = after


def test_a_session_tells_and_names_its_buttons():
    session = Session("canfield-or-klondike", 3)
    begun = state(session, kind="hello")
    assert [one["kind"] for one in begun["buttons"]] == ["turn"] and begun["buttons"][0]["can"]
    assert state(session, kind="move", text="turn")["note"].startswith("You turned the ")
    lucie = Session("la-belle-lucie", 1)

    def play_all():
        while home := [m for m in lucie.position.moves() if m.target.startswith("f")]:
            lucie.play(home[0].text)

    (again,) = lucie.shown()["buttons"]
    assert (again["label"], again["key"], again["can"]) == ("Re-deal (2 left)", "A", False)
    for _ in range(2):
        play_all()
        (again,) = lucie.shown()["buttons"]
        assert again["can"], "all is played"
        lucie.play("again")
    (again,) = lucie.shown()["buttons"]
    assert (again["label"], again["can"]) == ("Re-deal (0 left)", False), (
        "a button once there stays, where it can do nothing"
    )


def test_the_strategies_are_those_of_the_package():
    given = {one["name"]: one["says"] for one in Session("fortress", 1).shown()["strategies"]}
    assert set(given) == set(STRATEGIES) and list(given)[-1] == "careful"
    assert (
        given.items()
        >= {
            "rollout": "the patient player (slow)",
            "greedy": "the greedy player",
            "random": "the random player",
        }.items()
    )


@pytest.mark.parametrize(
    "slug", ["la-belle-lucie", "fortress", "flower-garden", "canfield-or-klondike"]
)
def test_an_ace_goes_to_any_empty_foundation(slug):
    game = cadogan.games[slug]
    home, groups = home_places(game), {place.id: place.group for place in game.places}
    number, position, move = next(
        (n, p, m)
        for n, p in ((n, game.deal(n)) for n in range(1, 60))
        for m in p.moves()
        if m.kind == "play" and m.target in home and not p.cards[m.target]
    )
    empty = [name for name in sorted(home) if not position.cards[name]]
    equal = [name for name in empty if groups[name] == groups[move.target]]
    assert len(equal) > 1 and move.target in equal
    for other in equal:
        session = Session(game, number)
        assert state(session, kind="try", **{"from": move.source, "to": other})["moved"] == 1
        assert session.moves[0].text == move.text, "the equal place that the game lists"


@pytest.mark.parametrize("slug", ["fifteen", "great-thirteen"])
def test_a_foundation_that_waits_for_its_own_card_is_not_equal(slug):
    game = cadogan.games[slug]
    for number in range(1, 30):
        position, home = game.deal(number), home_places(game)
        groups = {place.id: place.group for place in game.places}
        for move in position.moves():
            for other in home if move.target in home and move.kind == "play" else ():
                if (
                    groups[other] == groups[move.target]
                    and not position.cards[other]
                    and not position.find(f"{move.source}-{other}")
                ):
                    session = Session(game, number)
                    (reply,) = session.handle({"kind": "try", "from": move.source, "to": other})
                    assert reply["kind"] == "refused" and session.moves == ()
                    return
    pytest.fail("no card was found that one of several empty foundations takes alone")


def test_undo_takes_back_many_moves_at_once():
    session = Session("canfield-or-klondike", 3)
    for _ in range(3):
        session.play("turn")
    assert state(session, kind="undo", to=1)["moved"] == 1
    assert session.handle({"kind": "undo", "to": 1})[0]["kind"] == "error", (
        "to where one stands is no undo"
    )
    assert session.handle({"kind": "undo", "to": "0"})[0]["kind"] == "error"
    assert state(session, kind="undo")["moved"] == 0


def test_any_deal_is_no_dead_start(monkeypatch):
    fortress = cadogan.games["fortress"]
    numbers = iter([681107, 5, 1933])
    assert not fortress.deal(681107).moves(), "nothing can be played in this deal"
    monkeypatch.setattr(deals, "stored", dict)
    monkeypatch.setattr(deals.random, "randrange", lambda most: next(numbers))
    assert deals.any_deal(fortress, other_than=5) == 1933, (
        "neither the dead one nor that which is on the table"
    )


def test_deals_that_have_been_won_come_first_and_only_for_the_rules_of_the_book(
    monkeypatch,
):
    monkeypatch.setattr(
        deals,
        "stored",
        lambda: {"la-belle-lucie": {"greedy": [11], "solver": [22]}, "fortress": {"greedy": [1]}},
    )
    assert deals.deals_worth_playing(cadogan.games["la-belle-lucie"]) == {}, (
        "too few to choose from"
    )
    monkeypatch.setattr(deals, "ENOUGH", 2)
    lucie = cadogan.games["la-belle-lucie"]
    assert deals.any_deal(lucie, other_than=11) == 22
    assert {deals.any_deal(lucie, 3, "hard") for _ in range(9)} == {22} and deals.grades(lucie) == [
        "easy",
        "hard",
    ]
    assert {deals.deal_of_the_day(lucie, day) for day in range(20261101, 20261131)} == {11, 22}
    assert deals.deals_worth_playing(lucie.vary(without=["again"])) == {}
    assert deals.deal_of_the_day(cadogan.games["fortress"], 20261122) == 20261122
    session = Session(lucie, 1)
    assert state(session, kind="new", any=True)["deal"] in (11, 22)
    assert state(session, kind="new", deal=5)["hardness"] is None
    easy = state(session, kind="new", any=True, grade="easy")
    assert easy["deal"] == 11 and easy["hardness"] == {
        "word": "easy",
        "says": "The greedy player wins this deal.",
    }
    assert state(session, kind="new", day=20261122)["deal"] in (11, 22)
    assert session.handle({"kind": "new", "any": True, "grade": 5})[0]["kind"] == "error"


def test_the_game_is_kept_as_it_stands_with_changed_rules_too():
    session = Session("la-belle-lucie", 5)
    move = session.position.moves()[0]
    kept = state(session, kind="move", text=move.text)["record"]
    assert Record.from_json(json.dumps(kept)) == session.record
    other = Session("la-belle-lucie", 7)
    assert (
        state(other, kind="load", record=json.dumps(kept))["moved"] == 1
        and other.record == session.record
    )
    changed = cadogan.games["la-belle-lucie"].vary(without=["again"])
    assert Session(changed, 5).shown()["record"] is None, "no other Python could open it"
    opened = openings.PageSession(session.record, "la-belle-lucie")
    assert opened.shown()["record"] == opened.opening == kept


def test_a_replay_says_how_it_ended():
    lucie = cadogan.games["la-belle-lucie"]
    record = playout(lucie, 5)
    ended = replay(record)
    assert ended["over"] == record.last.is_over
    short = replay(Record(lucie, 5, record.moves[:3]))
    assert not short["over"] and not short["won"] and "cut short" in short["result"]
    assert ended["frames"][1]["says"].startswith("Played the ")


@pytest.mark.few
def test_the_list_of_deals_holds_wins(slug):
    """Each game's first and last deal of each hardness, won again by him who is named, and by none
    of those before him.
    """
    lists = json.loads(deals.KEPT.read_text(encoding="utf-8"))["won"]
    assert set(lists) <= set(cadogan.games)
    players = [name for name in deals.HARDNESS if name in STRATEGIES]
    game = cadogan.games[slug]
    for name, won_in in lists.get(slug, {}).items():
        assert won_in == sorted(set(won_in)), name
        for deal in {won_in[0], won_in[-1]}:
            won = [
                one
                for one in players
                if odds.run(Machine(game.program_for(STRATEGIES[one])), deal, 1, LIMIT)[WON]
            ]
            if name == "solver":
                assert not won and solve(game.deal(deal), seconds=20).verdict == "won", deal
            else:
                assert won[0] == name, deal
