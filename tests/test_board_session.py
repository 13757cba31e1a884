"""The board's referee: what it answers to a player, and to anybody else."""

# ruff: noqa: F403, F405 (games are written as in a chapter)

from __future__ import annotations

import json
import re
from typing import Any

import hints
import pytest

from cadogan import games
from cadogan.board import outlook
from cadogan.board.line import Line
from cadogan.board.reasons import why
from cadogan.board.session import LONGEST_RECORD, Session
from cadogan.board.shown import piles, replay
from cadogan.cards import pack
from cadogan.patience.game import Game
from cadogan.patience.position import IllegalMove
from cadogan.patience.record import Record
from cadogan.players.odds import playout
from cadogan.players.table import table
from cadogan.players.unseen import world
from cadogan.words import *

LUCIE = Game(
    "La Belle Lucie",
    packs(1),
    foundations(4, ascending(A, K)) @ II,
    places("fans", 18),
    deal(each("fans", 3)),
    free("fans") @ I,
    marry(down, "fans"),
    again(2, "fans", shuffled=True),
)
CAESAR = Game(
    "Cæsar",
    packs(1, held="AC 2D 3H 4S 5C 6D 7H 8S 9C"),
    places("square", 9),
    deal(rows("square")),
    swap("square"),
    lines_make(15, "square"),
)
KLONDIKE = Game(
    "Klondike",
    packs(1),
    foundations(4, ascending(A, K)),
    places("lanes", 7, spread=(0, 0.34)),
    deal(staircase("lanes")),
    turn(),
    build(down, alternate, "lanes", talon),
    build(down, alternate, "lanes", "lanes", run=True),
    fill("lanes", ("lanes", talon), may, only=K, run=True),
)


def only(replies: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The one reply, of that kind; and what any reply must be: JSON."""
    assert [reply["kind"] for reply in replies] == [kind], replies
    json.dumps(replies)
    return replies[0]


def test_hello_tells_places_once_and_what_is_seen() -> None:
    session = Session(KLONDIKE, 3)
    first = only(session.handle({"kind": "hello"}), "state")
    ids = [place["id"] for place in first["places"]]
    assert len(ids) == len(set(ids)) == 4 + 7 + 2
    assert sum(place["home"] for place in first["places"]) == 4
    assert first["piles"]["l7"][:6] == [None] * 6 and first["piles"]["l7"][6] is not None
    assert first["piles"]["hand"] == [None] * 24
    assert {"name": "cards in hand", "value": 24} in first["counts"]
    assert "places" not in only(session.handle({"kind": "move", "text": "turn"}), "state")


def test_what_is_not_seen_is_not_sent() -> None:
    session = Session(KLONDIKE, 3)
    state = only(session.handle({"kind": "hello"}), "state")
    hidden = {card.text for name in ("hand", "l7") for card in session.position.cards[name][:6]}
    sent = json.dumps({**state, "moves": [], "counts": []})
    assert not [card for card in hidden if f'"{card}"' in sent or f" {card} " in state["text"]]


def test_a_game_without_a_hand_shows_none() -> None:
    assert "hand" not in {place["group"] for place in Session(LUCIE, 1).state()["places"]}


def test_play_undo_redo_restart() -> None:
    session = Session(LUCIE, 5)
    start = session.position
    moves = [session.position.moves()[0].text for _ in range(1)]
    state = only(session.handle({"kind": "move", "text": moves[0]}), "state")
    assert state["moved"] == 1 and state["can_undo"] and not state["can_redo"]
    assert (
        state["last"]["text"] == moves[0]
        and state["note"].endswith(".")
        and state["note"][0].isupper()
    )
    after = session.position
    state = only(session.handle({"kind": "undo"}), "state")
    assert (
        session.position == start and state["can_redo"] and state["note"].startswith("Taken back: ")
    )
    only(session.handle({"kind": "redo"}), "state")
    assert session.position == after
    only(session.handle({"kind": "restart"}), "state")
    assert session.position == start and session.moves == ()
    only(session.handle({"kind": "redo"}), "state")
    assert session.position == after
    assert "nothing" in only(session.handle({"kind": "redo"}), "error")["sentence"]


def test_undo_is_without_limit() -> None:
    session = Session(KLONDIKE, 1)
    while (moves := session.position.moves()) and len(session.moves) < 60:
        session.play(moves[-1])
    played = len(session.moves)
    assert played > 20
    for _ in range(played):
        only(session.handle({"kind": "undo"}), "state")
    assert session.position == KLONDIKE.deal(1)
    for _ in range(played):
        only(session.handle({"kind": "redo"}), "state")
    assert len(session.moves) == played


def test_a_try_is_played_or_refused_with_its_rule() -> None:
    session = Session(LUCIE, 5)
    before = session.position
    reply = only(session.handle({"kind": "try", "from": "t1", "to": "f1"}), "refused")
    assert reply["rule"] == "Rule II" and "wants a" in reply["sentence"]
    assert reply["from"] == "t1" and reply["to"] == "f1"
    assert "Rule II" not in reply["sentence"], "the rule is shown once"
    assert session.position is before
    move = session.position.moves()[0]
    state = only(session.handle({"kind": "try", "from": move.source, "to": move.target}), "state")
    assert state["last"]["text"] == move.text


def test_cards_that_change_places() -> None:
    session = Session(CAESAR, 1)
    first, second = session.game.places[0].id, session.game.places[4].id
    before = session.position.cards
    only(session.handle({"kind": "try", "places": [second, first]}), "state")
    assert session.position.cards[first] == before[second]
    assert only(session.handle({"kind": "try", "places": [first, first]}), "refused")["sentence"]


def test_home_sends_all_that_can_go() -> None:
    session = Session(LUCIE, 5)
    sent = 0
    for deal in range(1, 40):
        only(session.handle({"kind": "new", "deal": deal}), "state")
        before = session.position.home
        state = only(session.handle({"kind": "home"}), "state")
        sent += session.position.home - before
        assert state["moved"] == session.position.home - before
        assert not [m for m in session.position.moves() if m.target.startswith("f")]
    assert sent


def test_hint_is_a_legal_move() -> None:
    session = Session(KLONDIKE, 2)
    reply = only(session.handle({"kind": "hint"}), "hint")
    move = session.position.find(reply["move"])
    assert move is not None and reply["says"].startswith("You might ")
    assert reply["places"] == (list(move.places) or ["hand"])


def test_a_hint_names_places_in_words_and_what_a_set_leaves_behind() -> None:
    says = only(Session(games["nestor"], 1933).handle({"kind": "hint"}), "hint")["says"]
    assert says == (
        "You might take up the king of clubs (column 1) and the king of spades (column 6): "
        "it frees the seven of diamonds and the ace of diamonds (PLAY 2.2)."
    )


@pytest.mark.parametrize("slug", ["nestor", "fourteenth", "wheel", "caesar", "empress-of-india"])
def test_no_move_of_several_cards_is_said_with_a_code(slug: str) -> None:
    position = games[slug].deal(3)
    codes = {place.id for place in games[slug].places} - {
        place.name for place in games[slug].places
    }
    for _ in range(30):
        moves = position.moves()
        for move in moves:
            assert not codes & set(move.says.replace("(", " ").replace(")", " ").split()), move.says
        if not moves:
            break
        position = position.play(moves[-1])


def hinted(session: Session) -> dict[str, Any]:
    """The hint, when the search for it has ended."""
    (reply,) = session.handle({"kind": "hint"})
    while reply["kind"] == "searching":
        assert reply["states"] > 0 and reply["of"] == "hint"
        (reply,) = session.handle({"kind": "hint", "on": True})
    assert reply["kind"] == "hint"
    return reply


def test_a_hint_says_why_and_cites_the_rule() -> None:
    reply = hinted(Session(LUCIE, 3))
    says, move = reply["says"], LUCIE.deal(3).find(reply["move"])
    assert move is not None and says.startswith(
        "Nothing wins before the re-deal, and what a shuffle brings is chance. The careful player"
    )
    assert f"it brings the {move.cards[0].name} home and frees the " in says and says.endswith(
        "Rule II)."
    )


@pytest.mark.parametrize(
    ("slug", "deal"), [("fortress", 1933), ("caesar", 1), ("flower-garden", 3)]
)
def test_hints_that_are_obeyed_win_what_the_first_one_called_won(
    slug: str, deal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all is open; and the line that is held is followed without another search, also after
    undo and redo.
    """
    session = Session(slug, deal)
    first = hinted(session)
    told = re.search(r"this wins, in (\d+) moves", first["says"])
    assert told is not None
    monkeypatch.setattr(
        "cadogan.solver.search.Search.run",
        lambda *_: pytest.fail("the line is held: nothing is searched"),
    )
    for left in range(int(told[1]), 0, -1):
        reply = only(session.handle({"kind": "hint"}), "hint")
        assert f"this wins, in {left} move{'s' * (left > 1)}." in reply["says"]
        only(session.handle({"kind": "move", "text": reply["move"]}), "state")
        if left % 10 == 0:
            only(session.handle({"kind": "undo"}), "state")
            assert only(session.handle({"kind": "hint"}), "hint") == reply
            only(session.handle({"kind": "redo"}), "state")
    assert session.position.is_won


def test_the_table_of_hints_obeyed_is_made_of_open_games() -> None:
    assert hints.is_open("fortress") and not hints.is_open("sultan")
    assert hints.obeyed("fortress", 1933) and not hints.careful("fortress", 1933)
    rows = json.loads(hints.OBEYED.read_text(encoding="utf-8"))
    assert rows and all(hints.is_open(slug) for slug in rows)
    assert all(row["careful"] <= row["hint"] <= row["deals"] >= 20 for row in rows.values())


def test_a_hint_where_nothing_wins_says_so() -> None:
    session = Session("fortress", 1933)
    session.play("l7-l9")
    reply = hinted(session)
    assert (reply["move"], reply["places"]) == (None, [])
    assert reply["says"] == "Nothing wins from here, whatever is played. Undo leads back."


def test_a_hint_never_uses_what_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another world behind the same face gives the same hint, and the solver is not asked."""
    monkeypatch.setattr(
        "cadogan.solver.search.Search.run", lambda *_: pytest.fail("cards are hidden")
    )
    for slug in ("canfield-or-klondike", "napoleon-at-st-helena", "sultan", "nestor"):
        position = games[slug].deal(5)
        for _ in range(12):
            replies = []
            for seen in (position, world(position, 7)):
                session = Session(slug, 5)
                session._lots = [1, 2, 3, 4]
                session._lay(session._laid._replace(line=Line([seen], [], 0)))
                replies.append(only(session.handle({"kind": "hint"}), "hint"))
            assert replies[0] == replies[1] and replies[0]["says"].startswith("You might ")
            position = position.play(replies[0]["move"])


def test_a_search_for_a_hint_goes_by_moments_and_can_be_stopped() -> None:
    session = Session("flower-garden", 2)  # neither a win nor the end is found in ten seconds
    (reply,) = session.handle({"kind": "hint"})
    assert reply["kind"] == "searching" and 0 < reply["seconds"] < 5
    (later,) = session.handle({"kind": "hint", "on": True})
    assert later["kind"] == "searching" and later["states"] > reply["states"]
    stopped = only(session.handle({"kind": "hint", "stop": True}), "hint")
    assert (
        stopped["says"].startswith("Not known: ")
        and " The careful player would " in stopped["says"]
    )
    assert session.position.find(stopped["move"]) is not None


def test_a_new_deal_and_a_new_start_are_taken_back() -> None:
    session = Session(LUCIE, 5)
    assert not session.state()["can_undo"]
    first = session.play(session.position.moves()[0])
    there = session.position
    state = only(session.handle({"kind": "new", "deal": 6}), "state")
    assert (state["deal"], state["moved"], state["can_undo"]) == (
        6,
        0,
        True,
    ) and "Undo brings back deal 5." in state["note"]
    session.handle(
        {"kind": "new", "deal": 7}
    )  # nothing was played in deal 6: it is not worth keeping
    state = only(session.handle({"kind": "undo"}), "state")
    assert (state["deal"], state["moved"], session.moves) == (
        5,
        1,
        (first,),
    ) and session.position == there
    assert only(session.handle({"kind": "redo"}), "state")["deal"] == 7
    session.handle({"kind": "undo"})
    session.handle({"kind": "restart"})
    assert session.position == LUCIE.deal(5)
    session.play(session.position.moves()[-1])
    session.handle({"kind": "undo"})
    assert session.handle({"kind": "undo"})[0]["moved"] == 1 and session.position == there
    session.handle({"kind": "load", "record": Record(LUCIE, 9).to_json()})
    assert session.deal == 9
    session.handle({"kind": "undo"})
    assert session.position == there


def test_why_never_tells_what_a_turned_card_will_be() -> None:
    for deal in range(1, 30):
        session = Session(KLONDIKE, deal)
        for move in session.position.moves():
            told = why(session.position, move)
            hidden = session.position.play(move).cards["talon"] if move.kind == "turn" else ()
            assert not [card for card in hidden if card.name in told], told
            if move.source.startswith("l") and len(session.position.cards[move.source]) > 1:
                assert "turns up a card that is not yet seen" in told


def test_what_a_rule_concerns_now() -> None:
    session = Session(LUCIE, 3)
    reply = only(session.handle({"kind": "concerns", "rule": "Rule II"}), "concerns")
    homeward = [move for move in session.position.moves() if move.target.startswith("f")]
    assert homeward and reply["now"] == list(
        dict.fromkeys(place for move in homeward for place in move.places)
    )
    assert reply["says"] == f"Rule II: {len(homeward)} moves now."
    fans = only(session.handle({"kind": "concerns", "rule": "I"}), "concerns")
    assert (
        fans["places"] == [f"t{n}" for n in range(1, 19)]
        and fans["says"] == "Rule I: it permits no move now."
    )
    nothing = only(session.handle({"kind": "concerns", "rule": "PLAY 9.9"}), "concerns")
    assert (nothing["places"], nothing["now"]) == ([], []) and "No clause" in nothing["says"]


def test_a_sentence_is_concerned_by_what_cites_its_paragraph() -> None:
    session = Session("la-belle-lucie", 3)
    whole, sentence = (
        session.handle({"kind": "concerns", "rule": rule})[0] for rule in ("PLAY 2", "PLAY 2.1")
    )
    assert whole["now"] and set(sentence["now"]) <= set(whole["now"])


def test_a_strategy_plays_on_and_stops() -> None:
    session = Session(LUCIE, 3)
    state = only(session.handle({"kind": "show"}), "state")
    assert (state["shown"], state["stopped"], state["moved"]) == (1, False, 1)
    while not state["stopped"]:
        state = only(session.handle({"kind": "show", "strategy": "greedy", "moves": 100}), "state")
    assert session.position == playout(LUCIE, 3).last
    assert state["over"] or "sees nothing more worth doing" in state["note"]
    chance = Session(KLONDIKE, 3)
    for _ in range(10):
        only(chance.handle({"kind": "show", "strategy": "random", "moves": 7}), "state")
    assert Record(KLONDIKE, 3, chance.moves).last == chance.position, "every move shown was legal"


def test_the_odds_are_those_of_the_table() -> None:
    reply = only(Session("la-belle-lucie", 1).handle({"kind": "odds"}), "odds")
    row = table("la-belle-lucie").rows[1][1]
    found = reply["rows"][1]
    assert (found["player"], found["n"], found["wins"], found["seed"]) == (
        "greedy",
        row.n,
        row.wins,
        row.seed,
    )
    assert (found["share"], found["low"], found["high"]) == (row.rate, *row.interval)
    best = max((one for _, one in table("la-belle-lucie").rows), key=lambda one: one.rate)
    assert (
        f"The careful player won {best.wins:,} of {best.n:,} deals" in reply["says"]
        and "%" not in reply["says"]
    )
    none = only(Session("zodiac", 1).handle({"kind": "odds"}), "odds")
    assert "won none of" in none["says"] and "0 %" not in none["says"]
    changed = only(
        Session(games["la-belle-lucie"].vary(without=["again"]), 1).handle({"kind": "odds"}), "odds"
    )
    assert changed["rows"] == [] and "no row" in changed["says"]


def test_statistics_are_kept_by_the_rules() -> None:
    lucie = games["la-belle-lucie"]
    assert Session(lucie, 1).kept_as == Session(lucie.vary(), 1).kept_as == "la-belle-lucie"
    assert Session(lucie.variants["house-in-the-wood"], 1).kept_as == "house-in-the-wood"
    assert Session(lucie.vary(without=["again"]), 1).kept_as == "la-belle-lucie (changed)"
    assert Session(lucie, 0, cards=list(pack(1))).kept_as == ""


def test_new_deal() -> None:
    session = Session(LUCIE, 5)
    state = only(session.handle({"kind": "new", "deal": 77}), "state")
    assert state["deal"] == 77 and session.position == LUCIE.deal(77) and not state["can_undo"]


def test_counts_and_result_at_the_end() -> None:
    session = Session(KLONDIKE, 1)
    while moves := session.position.moves():
        session.play(next((m for m in moves if m.kind == "turn"), moves[0]))
        if len(session.moves) > 300:
            pytest.skip("this deal goes round and round")
    state = session.state()
    assert state["over"] and not state["won"]
    assert f"{52 - session.position.home} cards of 52 not home" in state["result"]


def test_a_replay_gives_every_frame_back() -> None:
    session = Session(KLONDIKE, 4)
    while (moves := session.position.moves()) and len(session.moves) < 30:
        session.play(moves[-1])
    story = json.loads(json.dumps(replay(session.record)))
    shown: dict[str, Any] = {}
    for frame, position in zip(story["frames"], session.record.positions(), strict=True):
        shown.update(frame["changed"])
        assert shown == piles(position)
    assert story["record"] is None, "this game is in no chapter, so a page could not find it"


#: What would be long to write down.
ENDLESS = [
    {"kind": "x" * 10**6},
    {"kind": "move", "text": "x" * 10**6},
    {"kind": "try", "from": "t1", "to": "t9" * 200},
    {"kind": "try", "places": ["t1"] * 1000},
    {"kind": "new", "deal": 10**30},
    {"kind": "show", "moves": 10**9},
    {"kind": "concerns", "rule": "x" * 999},
    *(
        {"kind": "load", "record": record}
        for record in (
            "[" * 10**5,
            "x" * (LONGEST_RECORD + 1),
            Record(games["la-belle-lucie"], 1)
            .to_json()
            .replace("[]", json.dumps(["again"] * 20001)),
        )
    ),
]


@pytest.mark.parametrize("message", ENDLESS, ids=range(len(ENDLESS)))
def test_messages_without_end_change_nothing(message: dict[str, Any]) -> None:
    test_hostile_messages_change_nothing(json.dumps(message))


@pytest.mark.table("message", "messages")
def test_hostile_messages_change_nothing(message: str) -> None:
    session = Session(LUCIE, 5)
    before = session.state()
    reply = only(session.handle(json.loads(message)), "error")
    assert reply["sentence"] and len(reply["sentence"]) < 800
    after = session.state()
    del before["places"], before["alternate"], before["strategies"], before["grades"], before["how"]
    assert after == before


def test_an_unknown_move_is_refused_with_a_sentence() -> None:
    session = Session(LUCIE, 5)
    assert only(session.handle({"kind": "move", "text": "fly away"}), "refused")["sentence"]
    with pytest.raises(IllegalMove):
        session.play("t1-f1")


def test_a_session_begins_where_a_record_ends() -> None:
    session = Session(LUCIE, 5)
    for _ in range(3):
        session.play(session.position.moves()[0])
    again_there = Session.of(session.record)
    assert again_there.position == session.position and again_there.record == session.record
    only(again_there.handle({"kind": "undo"}), "state")
    with pytest.raises(IllegalMove, match="move 1"):
        Session.of(Record(LUCIE, 5, ["t1-f1"]))


# ---- the outlook -----------------------------------------------------------------------------------


def test_the_chance_from_here_is_told_and_knows_no_hidden_card() -> None:
    session = Session("canfield-or-klondike", 3)
    first = only(session.handle({"kind": "chance"}), "chance")
    assert (
        first["at"] == 0
        and first["n"] >= 20
        and 0 <= first["low"] <= first["share"] <= first["high"] <= 1
    )
    assert (
        "the careful player wins" in first["says"] and f"{first['n']:,} playouts" in first["says"]
    )
    foresight = session.outlook.foresight
    other = world(session.position, 5)
    assert other.cards != session.position.cards
    assert foresight.chance(other, 300) == foresight.chance(session.position, 300), (
        "another world, the same chance"
    )


def test_whether_it_can_still_be_won_and_where_it_was_lost() -> None:
    session = Session("fortress", 1933)
    assert only(session.handle({"kind": "verdict"}), "verdict") | {"says": ""} == {
        "kind": "verdict",
        "at": 0,
        "verdict": "won",
        "says": "",
    }
    session.play("l7-l9")  # and now the ace of diamonds is buried
    found = only(session.handle({"kind": "verdict", "asked": True}), "verdict")
    assert (found["at"], found["verdict"]) == (1, "lost") and "cannot be won any more" in found[
        "says"
    ]
    while session.position.moves():
        session.play(session.position.moves()[-1])
        if len(session.moves) == 30:
            break
    assert "wins none of" in only(session.handle({"kind": "chance"}), "chance")["says"]
    lost = only(session.handle({"kind": "lost_at"}), "lost_at")
    assert lost["at"] == 1 and lost["says"].startswith(
        "Move 1, “two of diamonds from lane 7 to lane 9”, lost the game: before it, “ace of "
    )
    hopeless = Session("fortress", 1)
    assert (
        "could not be won from the beginning"
        in only(hopeless.handle({"kind": "lost_at"}), "lost_at")["says"]
    )


def test_a_game_is_stepped_through() -> None:
    session = Session("fortress", 1933, ["l9-f1", "l7-f1"])
    state = only(session.handle({"kind": "go", "to": 1}), "state")
    assert state["moved"] == 1 and state["can_redo"] and "After move 1" in state["note"]
    assert only(session.handle({"kind": "go", "to": 2}), "state")["moved"] == 2
    assert (
        only(session.handle({"kind": "go", "to": 0}), "state")["note"] == "The start of deal 1933."
    )
    for wrong in (3, -1, "1", True, None):
        assert only(session.handle({"kind": "go", "to": wrong}), "error")["sentence"]


def test_a_game_that_takes_too_long_to_play_out_has_no_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outlook, "FUEL", 5)
    session = Session("fortress", 1933)
    assert "takes too long" in only(session.handle({"kind": "chance"}), "error")["sentence"]
    assert only(session.handle({"kind": "hello"}), "state")["moved"] == 0


@pytest.mark.parametrize("slug", list(games))
def test_how_to_play_says_what_is_played(slug: str) -> None:
    """Every clause but the places has its sentence, as in `tell()`; what the game leaves to the
    book's defaults has one, too. The places are on the table, and each part stands together.
    """
    game = games[slug]
    how = Session(game, 1).state()["how"]
    told, known = game.tell(), {place.id for place in game.places}
    assert how[0]["part"] == "Aim" and how[0]["says"] in told
    said = [row["says"].removeprefix("Then ").removesuffix(".") for row in how if row["rules"]]
    assert all(one in told for one in said), (
        "a deal is told in one sentence there, step by step here"
    )
    assert all(set(row["places"]) <= known for row in how)
    assert {"Aim", "The deal", "Moves", "Re-deal"} <= {row["part"] for row in how}
    parts = [row["part"] for row in how]
    assert parts == sorted(parts, key=parts.index)


def test_how_to_play_says_what_a_game_leaves_to_the_book() -> None:
    """What goes home, that nothing is refilled, and single places that a sentence names."""
    how = {row["says"]: row["places"] for row in Session("two-rings", 1).state()["how"]}
    bracelet = how["Cards of the bracelet and the talon may be played to the foundations."]
    assert bracelet == [*(f"b{n}" for n in range(1, 9)), "talon"]
    how = {row["says"]: row["places"] for row in Session("four-corners", 1).state()["how"]}
    assert "Nothing is refilled, except in dealing." in how
    deal = next(places for says, places in how.items() if says.startswith("Deal one card to each"))
    assert set(deal) == {*(f"c{n}" for n in range(1, 5)), *(f"s{n}" for n in range(1, 9))}
    says = [row["says"] for row in Session("constitution", 1).state()["how"]]
    assert sum("may be played to the foundations" in one for one in says) == 1, "its own clause"
