"""The referee of a round game's table: messages, seats, the curtain, records, and what is never
sent.
"""

import json
import random
import re

import pytest

from cadogan.board import page, round_screen as screen
from cadogan.board.messages import BadMessage
from cadogan.board.round_replay import finished, reopen, replay
from cadogan.board.round_session import Session
from cadogan.board.round_shown import MOST_SAID, opening, turned_up
from cadogan.round_games import games

from ..conftest import text_of
from .at_play import settled


def ask(session, kind, **message):
    replies = session.handle({"kind": kind, **message})
    json.dumps(replies, allow_nan=False)
    return replies[0]


def told(session, kind, **message):
    """The sentence with which a message is answered."""
    return ask(session, kind, **message)["sentence"]


def hand(shown, seat):
    """The cards of a seat that a screen is shown."""
    return shown["parts"][f"seat {seat}"]["hand"]["cards"]


def drive(session, actions, rng=None):
    """Play on by messages alone, each seat at random; a person behind a curtain says that he is
    ready.
    """
    rng = rng or random.Random(1)
    for _ in range(actions):
        shown = ask(session, "hello")
        if shown["over"]:
            break
        if shown["between"]:
            assert ask(session, "next")["kind"] == "state"
        elif shown["curtain"] is not None:
            ask(session, "ready", seat=shown["curtain"])
        elif shown["acting"] is not None:
            reply = ask(session, "act", text=rng.choice(shown["actions"])["text"])
            assert reply["kind"] == "state", reply
        else:
            assert shown["bot"] and ask(session, "bot", at=shown["at"])["kind"] == "state"
    return session


VARIANTS = {
    "commerce": (
        {"mode": "old"},
        {"mode": "pool"},
        {"mode": "extended", "barter_choice": "neighbour_sees"},
    ),
    "speculation": (
        {"market": "posted_price", "spare_hand": True},
        {"hidden_sales": "any_time", "out_of_turn_penalty": 1},
    ),
    "pope-joan": ({"board": "five"}, {"pope_for_stop": True}),
    "conquian": ({"rearrange": "free"},),
}


@pytest.mark.few("calabrasella", "cooncan")
@pytest.mark.slow
def test_what_is_sent_holds_no_hidden_card(slug):
    """Everything that the shown seat has not seen is dealt anew: what is sent stays the same, to
    the letter.
    """
    rng = random.Random(7)
    for options in ({}, *VARIANTS.get(slug, ())):
        game = games[slug].vary(**options)
        for seats in ("random", ["you", *["random"] * (game.seats - 1)], "you"):
            session = Session(game, rng.randrange(1000), seats=seats)
            for _ in range(12):
                drive(session, 5, rng)
                shown, real = session.snapshot(), session._line.states[session._line.place]
                if session.between or session.state.is_over:
                    assert all(None not in hand(shown, seat) for seat in range(game.seats))
                    continue
                for seed in (1, 2):
                    session._line.states[session._line.place] = real.redraw(session.seen_from, seed)
                    assert {**session.snapshot(), "deal": shown["deal"]} == shown
                session._line.states[session._line.place] = real
            if session.state.is_over:
                continue
            ask(session, "lift", on=True)
            hidden = session.state.view(None).unseen
            sent = json.dumps(session.snapshot())
            assert all(f'"{card.text}"' in sent for card in hidden), "the lecturer sees everything"


def test_several_persons_share_a_screen_behind_a_curtain():
    session = Session("cooncan", 1, seats=("you", "rule", "you", "you"))
    first = ask(session, "hello")
    ask(session, "bot", actions=50)
    shown = ask(session, "hello")
    assert shown["curtain"] == session.state.to_act == 2
    assert shown["acting"] is None and not shown["actions"]
    assert all(set(hand(shown, seat)) == {None} for seat in (0, 2, 3)), "nobody's cards are shown"
    assert first["deal"] == 1
    turn = "It is player 3's turn: pass the screen on first."
    assert ask(session, "act", text="draw") == {"kind": "error", "sentence": turn}
    assert "not player 4's turn" in told(session, "ready", seat=3)
    ready = ask(session, "ready", seat=2)
    assert ready["acting"] == 2 and None not in hand(ready, 2)
    for text in ("draw", "done"):
        assert ask(session, "act", text=text)["acting"] == 2, "no curtain within one turn"
    after = ask(session, "act", text=ask(session, "hello")["actions"][0]["text"])
    assert after["curtain"] == 3 and after["seat"] is None
    assert "nothing can be taken back" in told(session, "undo")
    earlier = next(i for i, state in enumerate(session._line.states) if state.to_act == 2)
    back = ask(session, "go", to=earlier)
    assert back["seat"] is None and not back["actions"] and back["curtain"] is None
    assert "earlier state" in told(session, "act", text="draw")
    lifted = ask(session, "lift", on=True)
    assert lifted["lifted"] and None not in hand(lifted, 1) and lifted["can_undo"]
    down = ask(session, "lift", on=False)
    assert set(hand(down, 2)) == {None}


def test_out_of_turn_impossible_and_unpayable_are_refused_and_the_game_stays():
    session = Session("speculation", 1, dealer=1)
    before = session.state
    assert "it is player 2's turn" in told(session, "act", text="keep").lower()
    assert session.state is before
    while (session.state.phase, session.state.to_act) != ("bid", 0):
        drive(session, 1)
    before = session.state
    refused = ask(session, "act", text="bid 999")
    assert refused["kind"] == "refused"
    assert "a bid is a whole number of counters from 1 to" in refused["sentence"].lower()
    assert session.state is before


def test_cards_are_carried_where_that_is_an_action_and_refused_where_it_is_none():
    session = Session("cooncan", 1, dealer=3)
    assert session.snapshot()["drops"] == {}, "who is to draw has nothing to carry"
    session.play("draw", 0)
    cards = [card.text for card in session.state.view(0).hand]
    before, refused = session.state, ask(session, "try", verb="lay", cards=cards[:3], meld=None)
    assert refused["kind"] == "refused" and refused["rule"]
    assert "neither a sequence" in refused["sentence"]
    assert "three cards or more" in told(session, "try", verb="lay", cards=cards[:2])
    assert "no combination" in told(session, "try", verb="add", cards=cards[:1], meld=0)
    assert session.state is before
    session.play("done", 0)
    assert session.snapshot()["drops"] == {"stock": "discard"}
    assert ask(session, "try", verb="discard", cards=cards[:1])["kind"] == "state"
    assert session.record.actions[-1] == f"discard {cards[0]}"


def test_a_bot_that_raises_is_reported_and_nothing_is_lost():
    def spoilt(view, actions, rng):
        raise KeyError(f"my hand is {view.hand}")

    session = Session("cooncan", 1, seats=("you", spoilt, "rule", "rule"))
    before = session.state
    shown, trouble = session.handle({"kind": "bot"})
    assert (trouble["kind"], trouble["seat"]) == ("trouble", 1)
    assert "KeyError" in trouble["sentence"]
    assert "my hand" not in trouble["sentence"], "its words may tell its cards"
    assert session.state is before and shown["at"] == 0
    ask(session, "lift", on=True)
    assert "my hand" in session.handle({"kind": "bot"})[1]["sentence"]
    session.seats[1] = lambda view, actions, rng: "lay everything"
    assert session.handle({"kind": "bot"})[1]["kind"] == "trouble" and session.state is before
    seated = ask(session, "sit", seat=1, who="rule")["note"]
    assert seated == "Player 2 is now Mrs. Ashby, steady."
    ask(session, "bot")
    assert len(session.record.actions) == 1


def test_back_to_ones_own_decision_and_on_again():
    session = Session("speculation", 3)
    assert "nothing to take back" in told(session, "undo")
    drive(session, 60)
    made = session.record.actions
    own = [i for i, state in enumerate(session._line.states[:-1]) if state.to_act == 0]
    for place in reversed(own):
        assert ask(session, "undo")["at"] == place
    assert "nothing to take back" in told(session, "undo")
    while not session.at_end:
        ask(session, "redo")
    assert session.record.actions == made
    ask(session, "undo")
    ask(session, "act", text=session.record.last.actions()[0].text)
    assert session.at_end and session._line.place == own[-1] + 1, (
        "what had been taken back is forgotten"
    )
    watched = Session("pope-joan", 3, seats="rule")
    watched.bots(3)
    assert ask(watched, "undo")["at"] == 2 and ask(watched, "redo")["at"] == 3
    assert ask(watched, "go", to=1)["bot"] is False
    assert "earlier state" in told(watched, "bot")
    assert ask(watched, "cut")["length"] == 1 and ask(watched, "bot")["at"] == 2


def test_two_screens_of_one_table_do_not_ask_twice():
    session = Session("cooncan", 1)
    answers = [len(session.handle({"kind": "bot", "at": 0})) for _ in range(2)]
    assert answers == [1, 0] and len(session.record.actions) == 1


def test_options_players_and_seats_are_changed_together_or_not_at_all():
    session = Session("speculation", 4)
    form = ask(session, "options")
    assert [one["name"] for one in form["options"]] == list(session.game.declared)
    assert form["players"] == [2, 10]
    assert all(one["says"] and one["source"] for one in form["options"])
    assert not re.search("None|='|from 0", " ".join(one["says"] for one in form["options"]))
    (dealers,) = (one["words"] for one in form["options"] if one["name"] == "dealer")
    assert dealers[:2] == ["You", "Mrs. Ashby"] and dealers[-1] == "Player 10"
    before = session.state
    for options, players, reason in (
        ({"pack": 40}, 5, "pack is one of 52, 32"),
        ({"pack": 32}, 9, "2 to 6"),
        ({"nonsense": 1}, 5, "no option"),
        ({"purse": 10**30}, 5, "whole number"),
        ({"deals": [1]}, 5, "deals"),
        ({"pack": {"a": 1}}, 5, "pack"),
        ({"dealer": 6}, 5, "player 7 cannot deal where 5 play"),
    ):
        assert reason in told(session, "change", options=options, players=players)
    assert session.state is before
    options = {"pack": 32, "deals": "round", "purse": None}
    changed = ask(session, "change", options=options, players=6, deal=9)
    assert changed["varied"] and changed["deal"] == 9
    assert session.state.players == len(session.seats) == 6
    assert session.seats[0] == "you" and session.game.deals == "round"


def test_records_are_saved_with_who_sits_where_and_loaded():
    seats = "you", "random", "rule", lambda view, actions, rng: actions[0]
    session = drive(Session("cooncan", 8, seats=seats), 30)
    saved = ask(session, "save")
    assert saved["seats"] == ["you", "random", "rule", "steady"], (
        "a bot of one's own cannot be sent"
    )
    other = Session("cooncan", 1, players=6)
    loaded = ask(other, "load", record=saved["record"])
    assert loaded["at"] == len(session.record.actions) and len(other.seats) == 4
    assert other.state == session.state
    refused = told(Session("speculation"), "load", record=saved["record"])
    assert "of Cooncan, not of Speculation" in refused


GOOD = json.loads(Session("cooncan", 1).record.to_json())


@pytest.mark.table(
    "given, reason", "round_saved", ("[" * 100_000, "not a saved game"), (" " * 2_000_000, "longer")
)
def test_hostile_records_are_refused_with_the_reason(given, reason):
    session = Session("cooncan", 1)
    before = session.state
    text = json.dumps(GOOD | given) if isinstance(given, dict) else given
    reply = ask(session, "load", record=text)
    assert reply["kind"] == "error" and re.search(reason, reply["sentence"])
    assert len(reply["sentence"]) < 1000 and session.state is before


#: What stands in no table.
LONG = [
    *(
        None,
        7,
        "hello",
        [],
        {"kind": None},
        {"kind": "x" * 10**5},
        {"kind": "load", "record": None},
    ),
    *({"kind": "act", "text": text} for text in ("x" * 10**6, "discard \x00\ud800")),
    {"kind": "try", "verb": "lay", "cards": ["KS"] * 61},
]


@pytest.mark.table("message", "nonsense", *LONG)
def test_hostile_messages_change_nothing(message):
    session = Session("cooncan", 1)
    before = (session.state, list(session.seats), session.lifted)
    replies = session.handle(message)
    assert len(replies) == 1 and replies[0]["kind"] in ("error", "refused")
    assert 0 < len(replies[0]["sentence"]) < 1000
    assert (session.state, session.seats, session.lifted) == before


def test_wrong_seats_and_players_are_told():
    with pytest.raises(ValueError, match="4 seats want 4 names"):
        Session("cooncan", 1, 4, ("you", "rule"))
    with pytest.raises(ValueError, match="At a seat sits 'you' or a bot"):
        Session("cooncan", 1, 4, ("you", "rule", "clever", "rule"))
    with pytest.raises(KeyError, match="cooncan"):
        Session("coocan")
    assert Session("cooncan", 1, seats="rule").persons == []


def test_a_replay_puts_together_what_a_seat_saw(slug):
    game = games[slug]
    record, names = finished(game, 2, game.seats), Session(game, 2).names
    story = replay(record)
    table = {}
    said = []
    for state, frame in zip(record.states(), story["frames"]):
        table |= frame["changed"]
        said += [one["says"] for one in frame["said"]]
        seen = turned_up(state._table.copy(), 0) if state.is_over else state.view(0).table
        whole = screen.parts(game, seen, names, ["you", *["steady"] * (game.seats - 1)])
        assert {name: part for name, part in table.items() if part is not None} == whole
    assert said == [event.says(names) for event in state.view(0).history]
    assert len(json.dumps(story)) < 400_000


@pytest.fixture
def session():
    """A table of Pope Joan, four actions on."""
    return drive(Session("pope-joan", 3), 4)


def test_the_page_opens_and_closes_a_table(session):
    opened = json.loads(page.open_game(json.dumps(opening(session.record, session.seats))))
    assert opened["replies"][0]["at"] == session._line.place and "error" not in opened
    answer = json.loads(page.handle(opened["id"], json.dumps({"kind": "new", "deal": 8})))
    assert answer["opening"]["round"]["seed"] == 8 and answer["replies"][0]["deal"] == 8
    assert reopen(answer["opening"]).state == games["pope-joan"].deal(8)
    page.close_game(opened["id"])
    assert "not open" in json.loads(page.handle(opened["id"], "{}"))["error"]

    assert json.loads(page.open_game('{"round": {}, "seats": []}'))["error"]


def test_a_long_game_sends_only_what_was_said_last():
    session = Session("cooncan", 1, seats="rule")
    session.bots(200)
    shown = session.snapshot()
    assert len(shown["said"]) == MOST_SAID
    assert shown["said_before"] + MOST_SAID == len(session.state.history)
    assert len(json.dumps(shown)) < 40_000


# ---- what a screen does with a game beyond playing it ----------------------------------------------


def test_a_game_counts_until_somebody_helps_it_on():
    """A reader's statistics: one person among bots, who has taken nothing back and seen no other
    hand.
    """

    def begun(**options):
        session = Session("pope-joan", 3, **options)
        session.bots()
        session.play(session.state.actions()[0])
        assert session.snapshot()["counted"] is session.counted
        return session

    assert begun().counted and begun().kept_as == "pope-joan"
    assert begun(stake=4).kept_as == "pope-joan (changed)" == begun(stake=4).snapshot()["kept_as"]
    assert not begun(seats=("you", "you", "rule", "rule")).counted
    for messages in (
        [{"kind": "undo"}, {"kind": "redo"}],
        [{"kind": "lift", "on": True}, {"kind": "lift", "on": False}],
        [{"kind": "sit", "seat": 0, "who": "rule"}, {"kind": "sit", "seat": 0, "who": "you"}],
        [{"kind": "load", "record": begun().record.to_json()}],
    ):
        session = begun()
        for message in messages:
            assert session.handle(message)[0]["kind"] == "state"
        assert not session.counted, messages
        ask(session, "new", deal=4)
        assert session.counted, "a new deal begins anew"
    session = begun()
    ask(session, "hint")
    ask(session, "sit", seat=1, who="random")
    assert session.counted, "a hint, or another bot, is no look at a hand"


def test_a_table_is_opened_where_it_was_left_and_counts_as_it_did():
    """The whole line of play with what is taken back, the place in it, who sits there, whether it
    counts. No link and no file can say that it does.
    """
    session = drive(Session("pope-joan", 3, seats=("you", "sharp", "rule")), 3)
    kept = ask(session, "keep")
    assert kept.pop("kind") == "kept" and kept["fair"] and kept["at"] == session._line.place > 0
    assert ask(session, "undo")["kind"] == "state"
    back = ask(session, "keep")
    assert back["round"] == kept["round"] and back["at"] < kept["at"] and not back["fair"]
    for given in (kept, {name: back[name] for name in kept}):
        opened = reopen(given)
        assert (opened._line.place, opened._line.steps) == (given["at"], given["round"]["actions"])
        assert opened.seats == given["seats"] and opened.counted is given["fair"]
        assert opened.opening == given
        other, record = Session("pope-joan", 8), json.dumps(given["round"])
        shown = ask(other, "load", record=record, **given)
        assert (shown["at"], other.seats) == (given["at"], given["seats"])
        assert shown["counted"] is given["fair"]
        plain = {name: given[name] for name in ("round", "seats")}
        assert not reopen(plain).counted and reopen(plain).at_end
    at, seats = len(kept["round"]["actions"]) + 1, ["you", "root", "rule"]
    for wrong in ({"at": at}, {"at": "1"}, {"more": 1}, {"seats": "you"}, {"seats": seats}):
        with pytest.raises(BadMessage):
            reopen({**kept, **wrong})
    assert "who sits where" in told(session, "load", record=record, seats="you")


@pytest.mark.parametrize("kind", ["new", "restart", "change", "load"])
def test_what_another_deal_takes_off_the_table_is_brought_back(session, kind):
    before, seats = session.record, [*session.seats]
    message = {"deal": 9, "players": 3, "seats": ["you", "sharp", "rule"]}
    message["record"] = Session("pope-joan", 9).record.to_json()
    assert ask(session, kind, **message)["at"] == 0
    shown = ask(session, "undo")
    assert session.record == before and session.seats == seats and session.counted
    assert f"at action {len(before.actions)}" in shown["note"] and shown["can_redo"]
    assert ask(session, "redo")["at"] == 0
    session.play(session.state.actions()[0])
    if kind == "restart":
        ask(session, "lift", on=True)
        ask(session, "lift", on=False)
    while session.record != before:
        assert ask(session, "undo")["kind"] == "state"
    assert session.counted is (kind != "restart"), "the hands of this deal have been seen"


def test_a_game_that_is_followed_is_not_put_by(session):
    further = drive(reopen(session.keeps), 1)
    ask(session, "load", record=further.record.to_json())
    assert not session._earlier and session.record == further.record


# --- opponents, score sheet, what is forced, passing ---


def test_opponents_have_names_characters_and_levels():
    session = Session("cooncan", 1, seats=("beginner", "you", "sharp", "rule"))
    players, form = ask(session, "hello")["players"], ask(session, "options")
    assert [one["name"] for one in players[1:]] == ["You", "Mrs. Ashby", "Colonel Trent"]
    assert [one["level"] for one in players] == ["beginner", "", "sharp", "steady"]
    assert [bool(one["character"]) for one in players] == [not one["person"] for one in players]
    assert players[1]["person"] and len({one["name"] for one in players}) == 4
    levels = ["beginner", "steady", "sharp"]
    assert [level["name"] for level in form["levels"]] == levels == list(form["who"])[1:]
    assert form["seats"] == ["beginner", "you", "sharp", "steady"]
    sharp = ask(session, "sit", seat=0, who="sharp")["players"][0]
    assert sharp == players[0] | {"level": "sharp"}
    assert (
        len({one["name"] for one in Session("commerce", 1, players=12).snapshot()["players"]}) == 12
    )


def test_what_is_said_calls_the_player_by_his_name():
    session = drive(Session("speculation", 1, dealer=4), 30)
    said = " ".join(one["says"] for one in ask(session, "hello")["said"])
    assert "Mrs. Ashby" in said and "You " in said and "layer 1" not in said
    assert Session("speculation", 1, seats="you").snapshot()["players"][1]["name"] == "Player 2"


def test_a_score_sheet_stands_between_the_hands_and_the_next_deal_goes_on_with_it():
    session = settled(Session("speculation", 5, seats="rule", deals=2))
    shown = ask(session, "hello")
    first, opened = shown["settled"], reopen(session.keeps)
    assert opened.between and opened.snapshot()["settled"] == first, "left here, it is opened here"
    assert not shown["over"] and shown["acting"] is None
    assert shown["says_turn"] == "The hand is over." and shown["parts"]["turn"]["hand"] == 1
    assert "a bystander's view: the hand is settled" in shown["text"]
    assert first["rows"] == [{"deal": 5, "hand": 1, "gained": first["totals"]}]
    assert first["gained"] == first["totals"]
    assert first["deal"] == 1 and "takes the pool" in " ".join(first["said"])
    assert first["counters"] == list(session.state.payoffs)
    assert "hand is over" in told(session, "act", text="keep")
    assert not shown["bot"] and not ask(session, "bot")["bot"], "the next hand waits"
    following = ask(session, "next")
    assert following["bot"] and "settled" not in following
    assert "not over yet" in told(session, "next")
    over = settled(session).snapshot()
    before, dealer = over["settled"]["rows"], session._line.states[0].dealer
    assert over["over"] and not over["between"] and [row["hand"] for row in before] == [1, 2]
    assert over["settled"]["totals"] == list(session.state.payoffs)
    again = ask(session, "next")
    assert again["deal"] == 6 and not again["over"] and session.state.dealer == dealer + 1
    assert again["varied"] == ["2 deals"] and session.kept_as == "speculation (changed)", (
        "two deals are not the book's option; who deals is nothing"
    )
    assert settled(session).snapshot()["settled"]["rows"][:2] == before
    assert ask(session, "undo")["between"] is False


def test_when_a_game_is_over_the_star_is_its_winners_not_that_of_its_last_hand():
    for deal in range(1815, 1830):
        session = settled(Session("pope-joan", deal, seats="rule", deals="round"))
        while session.between:
            ask(session, "next")
            settled(session)
        shown, counters = session.snapshot(), session.state.payoffs
        last, seats = shown["settled"]["gained"], range(len(counters))
        ahead = [i for i in seats if counters[i] == max(counters)]
        assert [i for i in seats if shown["parts"][f"seat {i}"]["won"]] == ahead
        if ahead != [i for i in seats if last[i] == max(last)]:
            return
    raise AssertionError("in none of these games somebody else won the last hand")


def test_in_a_chapter_the_reader_sits_first_and_goes_on_to_sit_there(slug):
    """The table at the head of every chapter: you are player 1, and deal (Speculation) or begin,
    with the dealer on your right.
    """
    call = re.search(r"play_round\(\w+, (.*)\)\n", text_of(f"book/{slug}.md"))
    session = eval(f"Session(slug, {call[1]})", {"Session": Session, "slug": slug})
    assert session.seats[0] == "you" and set(session.seats[1:]) == {"rule"}
    dealer, last = session.state.dealer, session.state.players - 1
    assert (dealer, session.state.to_act) == (0 if slug == "speculation" else last, 0)
    for players in set(session.game.players[:2]) - {session.state.players}:
        ask(session, "change", options=dict(session.game.options), players=players)
        dealer = 0 if slug == "speculation" else players - 1
        assert (session.state.players, session.game.dealer) == (players, dealer)


def test_what_is_forced_is_done_unless_it_is_to_be_asked_for():
    for on in (True, False):
        session, asked = Session("calabrasella", 3), []
        ask(session, "forced", on=on)
        while not session.state.is_over:
            shown = ask(session, "hello")
            asked.append(len(shown["actions"]))
            text = shown["actions"][0]["text"] if shown["actions"] else None
            ask(session, "act" if text else "bot", text=text)
        assert (1 in asked) is not on
        places = []
        while (back := ask(session, "undo"))["kind"] == "state":
            places.append(back["at"])
            assert len(back["actions"]) > 1 or not on
        assert places == sorted(places, reverse=True)


def test_passing_lasts_until_the_hand_is_settled():
    session = Session("speculation", 2, deals=2)
    while not ask(session, "hello")["can_pass"]:
        ask(session, "bot")
    assert session.keeps["passing"] is False
    ask(session, "pass")
    again = session.keeps
    assert reopen(again)._passing == session._passing == (0, 0), "it is remembered with the game"
    fresh = Session("speculation", 2, deals=2)
    loaded = ask(fresh, "load", record=json.dumps(again["round"]), passing=again["passing"])
    assert loaded["passing"] and fresh.keeps == again | {"fair": False}
    asked = 0
    while session.state.deals == 0:
        shown = ask(session, "hello")
        asked += bool(shown["actions"])
        assert shown["bot"] and shown["passing"]
        ask(session, "bot")
    mine = [str(e) for e in session.state.history if e.seat == 0 and e.deal == 0]
    assert not asked and not any(" offers " in said or " bids " in said for said in mine)
    assert ask(session, "next")["passing"] is False
    assert "nobody passes" in told(Session("conquian", 1), "pass")


def test_pools_are_a_board_where_the_game_says_so():
    boards = [slug for slug in games if Session(slug, 1).snapshot()["parts"]["board"]]
    assert boards == ["pope-joan"]
