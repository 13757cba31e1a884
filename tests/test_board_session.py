"""The board's referee: what it answers to a player, and to anybody else."""

import json
import re
import time

import hints
import pytest

from cadogan import games
from cadogan.board import outlook
from cadogan.board.line import Line
from cadogan.board.messages import LONGEST_RECORD
from cadogan.board.reasons import why
from cadogan.board.session import Session
from cadogan.board.shown import counts, piles, replay, result
from cadogan.cards import pack
from cadogan.patience.position import IllegalMove
from cadogan.patience.record import Record
from cadogan.players.odds import playout
from cadogan.players.table import table
from cadogan.players.unseen import world
from cadogan.words import turn

from .conftest import ask, text_of

LUCIE, KLONDIKE = games["la-belle-lucie"], games["canfield-or-klondike"]
#: In no chapter.
CHANGED = LUCIE.vary(without=["again"])


def test_hello_tells_places_once_and_only_what_is_seen():
    session = Session(KLONDIKE, 3)
    state = ask(session, "hello")
    ids = [place["id"] for place in state["places"]]
    assert len(ids) == len(set(ids)) == 4 + 7 + 2
    assert sum(place["home"] for place in state["places"]) == 4
    assert state["piles"]["l7"][:6] == [None] * 6 and state["piles"]["l7"][6] is not None
    assert state["piles"]["hand"] == [None] * 24
    held = [place["id"] for place in Session(LUCIE, 1).snapshot()["places"] if place["while_held"]]
    assert held == ["hand"] and not any(place["while_held"] for place in state["places"])
    assert {"name": "cards in hand", "value": 24} in state["counts"]
    hidden = {card.text for name in ("hand", "l7") for card in session.position.cards[name][:6]}
    sent = json.dumps({**state, "moves": [], "counts": []})
    assert not [card for card in hidden if f'"{card}"' in sent or f" {card} " in state["text"]]
    assert "places" not in ask(session, "move", text="turn")


def test_a_game_goes_to_its_start_before_the_first_move():
    assert ask(Session(LUCIE, 5), "go", to=0)["note"] == "The start of deal 5."


def test_play_undo_redo_restart():
    session = Session(LUCIE, 5)
    start, move = session.position, session.position.moves()[0]
    state = ask(session, "move", text=move.text)
    assert (state["moved"], state["can_undo"], state["can_redo"]) == (1, True, False)
    assert state["last"]["text"] == move.text and re.fullmatch(r"[A-Z].*\.", state["note"])
    state = ask(session, "undo")
    assert state["can_redo"] and state["note"].startswith("Taken back: ")
    after = start.play(move)
    for message, there in (("redo", after), ("restart", start), ("redo", after)):
        ask(session, message)
        assert session.position == there
    assert "nothing" in ask(session, "redo", "error")["sentence"]


def test_a_try_is_played_or_refused_with_its_rule():
    session = Session(LUCIE, 5)
    before, move = session.position, session.position.moves()[0]
    reply = ask(session, "try", "refused", from_="t1", to="f1")
    assert [reply[name] for name in ("rule", "from", "to")] == ["PLAY 2.1", "t1", "f1"]
    assert "wants a" in reply["sentence"]
    assert "PLAY 2.1" not in reply["sentence"], "the rule is shown once"
    assert session.position is before
    state = ask(session, "try", from_=move.source, to=move.target)
    assert state["last"]["text"] == move.text


def test_cards_that_change_places():
    session = Session("caesar", 1)
    first, second = (session.game.places[i].id for i in (0, 4))
    before = session.position.cards
    ask(session, "try", places=[second, first])
    assert session.position.cards[first] == before[second]
    assert ask(session, "try", "refused", places=[first, first])["sentence"]


def test_home_sends_all_that_can_go():
    sent = 0
    for deal in range(1, 40):
        session = Session(LUCIE, deal)
        assert ask(session, "home")["moved"] == session.position.home
        assert not [m for m in session.position.moves() if m.target.startswith("f")]
        sent += session.position.home
    assert sent


def test_what_is_counted_is_called_as_in_the_game():
    """Without foundations cards are taken up; the queens of the Salic Law lie there as ornaments."""
    nestor = playout(games["nestor"], 2, strategy="greedy").last
    assert "cards taken up" in counts(nestor) and "24 of 52 cards are not taken up" in result(
        nestor
    )
    law = playout(games["salic-law"], 1, strategy="greedy").last
    assert law.home == 53 and counts(law) == {"cards home": 45, "queens": 8}
    assert "43 of 88 cards are not home" in result(law)


def test_a_hint_names_places_in_words_and_what_a_set_leaves_behind():
    says = ask(Session("nestor", 1933), "hint", "hint")["says"]
    assert says == (
        "You might take up the king of clubs (column 1) and the king of spades (column 6): "
        "it frees the seven of diamonds and the ace of diamonds (PLAY 2.2, PLAY 2.4)."
    )


def hinted(session, kind="hint"):
    """The hint, or what else was asked for, when the search for it has ended."""
    (reply,) = session.handle({"kind": kind})
    while reply["kind"] == "searching":
        assert reply["states"] > 0 and reply["of"] == kind
        (reply,) = session.handle({"kind": kind, "on": True})
    assert reply["kind"] == kind
    return reply


def test_a_hint_says_why_and_cites_the_rule():
    """Whatever the patient player's trials come to, which chance decides."""
    reply = hinted(Session(LUCIE, 3))
    card = LUCIE.deal(3).find(reply["move"]).cards[0]
    assert re.fullmatch(
        r"It is not won without the re-deal, and what that will bring is not foreseen\. The patient player would "
        rf"play the {card.name} from .*: it (brings|frees|empties) .*\((PLAY|Rule) .*\)\..*",
        reply["says"],
    )


def test_what_the_solver_does_not_find_is_said_once_in_a_deal():
    session = Session(LUCIE, 3)
    first = hinted(session)
    session.handle({"kind": "move", "text": first["move"]})
    second = hinted(session)
    assert first["says"].startswith("It is not won without the re-deal")
    assert second["says"].startswith("The patient player ")
    session.handle({"kind": "new", "deal": 4})
    assert hinted(session)["says"].startswith("It is not won without the re-deal")


def test_a_card_that_nobody_saw_is_named_when_it_lies_on_the_table():
    """A gap filled from the pack; in *The Zodiac*, by the first moves that there are."""
    session = Session(games["zodiac"], 1914)
    for _ in range(300):
        moves = session.position.moves()
        unseen = next((one for one in moves if one.source == "hand" and not one.cards), None)
        if unseen:
            break
        session.play(moves[0])
    (reply,) = session.handle({"kind": "move", "text": unseen.text})
    card = session.position.cards[unseen.target][-1]
    assert reply["note"].startswith(f"You played the {card.name} from the pack in hand to ")


@pytest.mark.parametrize(
    ("slug", "deal"), [("fortress", 1933), ("caesar", 1), ("flower-garden", 3)]
)
def test_hints_that_are_obeyed_win_what_the_first_one_called_won(slug, deal, monkeypatch):
    """Where all is open; and the line that is held is followed without another search, also after
    undo and redo.
    """
    session = Session(slug, deal)
    first = hinted(session)
    told = re.search(r"this wins, in (\d+) moves", first["says"])
    monkeypatch.setattr(
        "cadogan.solver.search.Search.run",
        lambda *_: pytest.fail("the line is held: nothing is searched"),
    )
    for left in range(int(told[1]), 0, -1):
        reply = ask(session, "hint", "hint")
        assert f"this wins, in {left} move{'s' * (left > 1)}." in reply["says"]
        ask(session, "move", text=reply["move"])
        if left % 10 == 0:
            ask(session, "undo")
            assert ask(session, "hint", "hint") == reply
            ask(session, "redo")
    assert session.position.is_won


def test_the_table_of_hints_obeyed_is_made_of_open_games():
    assert hints.is_open("fortress") and not hints.is_open("sultan")
    assert hints.obeyed("fortress", 1933) and not hints.careful("fortress", 1933)
    rows = json.loads(text_of(hints.OBEYED))
    assert rows and all(hints.is_open(slug) for slug in rows)
    assert all(row["careful"] <= row["hint"] <= row["deals"] >= 20 for row in rows.values())


@pytest.mark.few("canfield-or-klondike", "napoleon-at-st-helena", "sultan", "nestor")
def test_a_hint_never_uses_what_is_hidden(slug, monkeypatch):
    """Another world behind the same face gives the same hint, and the solver is not asked while
    cards are hidden.
    """
    position, compared = games[slug].deal(5), 0
    monkeypatch.setattr(
        "cadogan.solver.search.Search.run", lambda *_: pytest.fail("cards are hidden")
    )
    while compared < 12 and any(None in pile for pile in position.seen.values()):
        replies = []
        for seen in (position, world(position, 7)):
            session = Session(slug, 5)
            session._lots = [1, 2, 3, 4]
            session._lay(session._laid._replace(line=Line([seen], [], 0)))
            replies.append(ask(session, "hint", "hint"))
        assert replies[0] == replies[1]
        if replies[0]["move"] is None:
            break
        assert replies[0]["says"].startswith("You might ")
        move = position.find(replies[0]["move"])
        assert set(replies[0]["places"]) >= set(move.places)
        position, compared = position.play(move), compared + 1
    assert compared > 2 or hints.is_open(slug)


def test_the_reasons_of_moves_never_use_what_is_hidden(slug):
    """What every move would be hinted with is the same in another world behind the same face: in
    the game and its variants, along the careful player's play.
    """
    for game in (games[slug], *games[slug].variants.values()):
        for deal in (4, 8):
            for n, position in enumerate(playout(game, deal, "careful", 24).positions()):
                other, moves = world(position, n), position.moves()
                for move in moves[:: max(1, len(moves) // 8)]:
                    assert why(other, other.find(move.text)) == why(position, move), (deal, n, move)


def test_a_reason_is_said_before_the_deal_goes_on():
    """Whatever is dealt next on the place that a card has left; a place filled at once is not empty."""
    position = playout(games["kings"], 4, "careful", 11).last
    says = "it brings the three of diamonds home and frees the nine of clubs"
    for other in (position, *(world(position, n) for n in range(12))):
        assert why(other, other.find("r3-f5")).startswith(says)
    fourteenth = games["fourteenth"].deal(1)
    assert "empties" not in why(fourteenth, fourteenth.find("take s1 s2"))
    unfilled = games["fourteenth"].vary(turn(), without=["fill"]).deal(1)
    assert "empties square 1 and square 2" in why(unfilled, unfilled.find("take s1 s2"))


def test_a_search_for_a_hint_goes_by_moments_and_can_be_stopped():
    session = Session("flower-garden", 12)  # neither a win nor the end is found in ten seconds
    reply = ask(session, "hint", "searching")
    assert 0 < reply["seconds"] < 5
    assert ask(session, "hint", "searching", on=True)["states"] > reply["states"]
    stopped = ask(session, "hint", "hint", stop=True)
    assert re.match("Not known: .* The patient player would ", stopped["says"])
    assert session.position.find(stopped["move"]) is not None


def test_a_new_deal_and_a_new_start_are_taken_back():
    session = Session(LUCIE, 5)
    assert not session.snapshot()["can_undo"]
    first = session.play(session.position.moves()[0])
    there = session.position
    state = ask(session, "new", deal=6)
    assert state["deal"] == 6 and state["can_undo"] and session.position == LUCIE.deal(6)
    assert "Undo brings back deal 5." in state["note"]
    ask(session, "new", deal=7)  # nothing was played in deal 6: it is not worth keeping
    state = ask(session, "undo")
    assert (state["deal"], session.moves, session.position) == (5, (first,), there)
    assert ask(session, "redo")["deal"] == 7
    ask(session, "undo")
    ask(session, "restart")
    assert session.position == LUCIE.deal(5)
    session.play(session.position.moves()[-1])
    ask(session, "undo")
    assert ask(session, "undo")["moved"] == 1 and session.position == there
    assert ask(session, "load", record=Record(LUCIE, 9).to_json())["deal"] == 9
    ask(session, "undo")
    assert session.position == there


def test_why_never_tells_what_a_turned_card_will_be():
    for deal in range(1, 30):
        session = Session(KLONDIKE, deal)
        for move in session.position.moves():
            told = why(session.position, move)
            hidden = session.position.play(move).cards["talon"] if move.kind == "turn" else ()
            assert not [card for card in hidden if card.name in told], told
            if move.source.startswith("l") and len(session.position.cards[move.source]) > 1:
                assert "turns up a card that is not yet seen" in told


def test_what_a_rule_concerns_now():
    session = Session(LUCIE, 3)

    def concerns(rule):
        reply = ask(session, "concerns", "concerns", rule=rule)
        return reply["places"], reply["now"], reply["says"]

    homeward = [move for move in session.position.moves() if move.target.startswith("f")]
    _, now, says = concerns("Rule II")
    assert now == list(dict.fromkeys(place for move in homeward for place in move.places))
    assert now and says == f"Rule II: {len(homeward)} moves now."
    fans, _, says = concerns("I")
    assert fans == [f"t{n}" for n in range(1, 19)] and says == "Rule I: it permits no move now."
    places, now, says = concerns("PLAY 9.9")
    assert not places and not now and "No clause" in says
    whole, sentence = ({*concerns(rule)[1]} for rule in ("PLAY 2", "PLAY 2.1"))
    assert whole and sentence <= whole, "a sentence is carried out by what cites its paragraph"


def test_a_strategy_plays_on_and_stops():
    session = Session(LUCIE, 3)
    state = ask(session, "show")
    assert (state["shown"], state["stopped"], state["moved"]) == (1, False, 1)
    while not state["stopped"]:
        state = ask(session, "show", strategy="greedy", moves=100)
    assert session.position == playout(LUCIE, 3).last
    assert state["over"] or "sees nothing more worth doing" in state["note"]
    chance = Session(KLONDIKE, 3)
    for _ in range(10):
        ask(chance, "show", strategy="random", moves=7)
    assert Record(KLONDIKE, 3, chance.moves).last == chance.position, "every move shown was legal"


def test_the_odds_are_those_of_the_table():
    reply = ask(Session(LUCIE, 1), "odds", "odds")
    players = [one for _, one in table("la-belle-lucie").rows]
    row, found = players[1], reply["rows"][1]
    told = [found[name] for name in "player n wins seed share low high".split()]
    assert told == ["greedy", row.n, row.wins, row.seed, row.rate, *row.interval]
    assert row.strategy == "greedy"
    best = max(players, key=lambda one: one.rate)
    assert f"The careful player won {best.wins:,} of {best.n:,} deals" in reply["says"]
    assert "%" not in reply["says"]
    says = ask(Session("zodiac", 1), "odds", "odds")["says"]
    assert "won none of" in says and "0 %" not in says
    reply = ask(Session(CHANGED, 1), "odds", "odds")
    assert reply["rows"] == [] and "no row" in reply["says"]


def test_statistics_are_kept_by_the_rules():
    assert Session(LUCIE, 1).kept_as == Session(LUCIE.vary(), 1).kept_as == "la-belle-lucie"
    assert Session("house-in-the-wood", 1).kept_as == "house-in-the-wood"
    assert Session(CHANGED, 1).kept_as == "la-belle-lucie (changed)"
    assert Session(LUCIE, 0, cards=list(pack(1))).kept_as == "la-belle-lucie"


def test_a_replay_gives_every_frame_back():
    session = Session(KLONDIKE, 4)
    while (moves := session.position.moves()) and len(session.moves) < 30:
        session.play(moves[-1])
    story = json.loads(json.dumps(replay(session.record)))
    shown = {}
    for frame, position in zip(story["frames"], session.record.positions(), strict=True):
        shown.update(frame["changed"])
        assert shown == piles(position)
    assert replay(Record(CHANGED, 5))["record"] is None, (
        "it is in no chapter, so a page could not find it"
    )


SAVED = {"format": 1, "game": "fortress", "readings": {}, "deal": 1914, "moves": []}
ENDLESS_GAME = json.dumps(SAVED | {"game": "la-belle-lucie", "moves": ["again"] * 20001})
#: What would be long to write down.
ENDLESS = [
    {"kind": "x" * 10**6},
    {"kind": "move", "text": "x" * 10**6},
    {"kind": "try", "from": "t1", "to": "t9" * 200},
    {"kind": "try", "places": ["t1"] * 1000},
    {"kind": "new", "deal": 10**30},
    {"kind": "show", "moves": 10**9},
    {"kind": "concerns", "rule": "x" * 999},
    {"kind": "load", "record": "[" * 10**5},
    {"kind": "load", "record": "x" * (LONGEST_RECORD + 1)},
    {"kind": "load", "record": ENDLESS_GAME},
]


@pytest.mark.parametrize("message", ENDLESS, ids=range(len(ENDLESS)))
def test_messages_without_end_change_nothing(message):
    test_hostile_messages_change_nothing(json.dumps(message))


@pytest.mark.table("message", "messages")
def test_hostile_messages_change_nothing(message):
    session = Session(LUCIE, 5)
    before = session.snapshot()
    (reply,) = session.handle(json.loads(message))
    assert reply["kind"] == "error"
    assert reply["sentence"] and len(reply["sentence"]) < 800
    after = session.snapshot()
    del before["places"], before["alternate"], before["strategies"], before["grades"], before["how"]
    assert after == before


@pytest.mark.table("given, reason", "saved")
def test_hostile_saved_games_are_refused_with_the_reason(given, reason):
    session = Session("fortress", 1914)
    session.play(session.position.moves()[0])
    before = session.record
    text = given if isinstance(given, str) else json.dumps(SAVED | given)
    said = ask(session, "load", "error", record=text)["sentence"]
    assert reason in said and len(said) < 900
    assert session.record == before


def test_a_session_begins_where_a_record_ends():
    record = playout(LUCIE, 5)
    session = Session(LUCIE, 5, record.moves)
    assert session.position == record.last and session.record == record
    ask(session, "undo")
    with pytest.raises(IllegalMove, match="move 1"):
        Session(LUCIE, 5, ["t1-f1"])


# ---- the outlook -----------------------------------------------------------------------------------


def test_the_chance_from_here_is_told_and_knows_no_hidden_card():
    session = Session(KLONDIKE, 3)
    first = ask(session, "chance", "chance")
    assert first["at"] == 0 and first["n"] >= 20
    assert 0 <= first["low"] <= first["share"] <= first["high"] <= 1
    assert "the careful player wins" in first["says"]
    assert f"{first['n']:,} playouts" in first["says"]
    chance, other = session.outlook.foresight.chance, world(session.position, 5)
    assert other.cards != session.position.cards
    assert chance(other, 300) == chance(session.position, 300), "another world, the same chance"


def test_whether_it_can_still_be_won_and_where_it_was_lost():
    session = Session("fortress", 1933)
    found = ask(session, "verdict", "verdict")
    assert found.pop("says") and found == {"kind": "verdict", "at": 0, "verdict": "won"}
    session.play("l7-l9")  # and now the ace of diamonds is buried
    found = ask(session, "verdict", "verdict", asked=True)
    assert (found["at"], found["verdict"]) == (1, "lost")
    assert "cannot be won" in found["says"]
    reply = hinted(session)
    assert (reply["move"], reply["places"]) == (None, [])
    assert reply["says"] == "Nothing wins from here, whatever is played. Undo leads back."
    while session.position.moves() and len(session.moves) < 30:
        session.play(session.position.moves()[-1])
    assert "wins none of" in ask(session, "chance", "chance")["says"]
    lost = hinted(session, "lost_at")
    assert lost["at"] == 1 and lost["says"].startswith(
        "Move 1, “two of diamonds from lane 7 to lane 9”, lost the game: before it, “ace of "
    )
    hopeless = hinted(Session("fortress", 1), "lost_at")["says"]
    assert "could not be won from the beginning" in hopeless


def test_the_way_to_win_is_shown_move_by_move_once_it_was_asked_for():
    session = Session("fortress", 1933)
    assert "ask first" in ask(session, "show", "error", strategy="solver")["sentence"]
    known = session.outlook.find(session.position, 20.0)
    assert known.verdict == "won"
    first = ask(session, "show", strategy="solver")
    assert first["last"]["text"] == known.line[0] and (first["shown"], first["stopped"]) == (
        1,
        False,
    )
    assert first["note"].endswith(f"{len(known.line) - 1} moves more to the win.")
    while not session.position.is_won:
        last = ask(session, "show", strategy="solver", moves=100)
    assert last["stopped"] and session.record.moves == known.line
    ask(session, "undo")
    assert ask(session, "show", strategy="solver")["won"], "from any place on it"


def test_a_game_is_stepped_through():
    session = Session("fortress", 1933, ["l9-f1", "l7-f1"])
    state = ask(session, "go", to=1)
    assert state["moved"] == 1 and state["can_redo"] and "After move 1" in state["note"]
    assert ask(session, "go", to=2)["moved"] == 2
    assert ask(session, "go", to=0)["note"] == "The start of deal 1933."
    for wrong in (3, -1, "1", True, None):
        assert ask(session, "go", "error", to=wrong)["sentence"]


def test_a_game_that_takes_too_long_to_play_out_has_no_chance(monkeypatch):
    monkeypatch.setattr(outlook, "FUEL", 5)
    session = Session("fortress", 1933)
    assert "takes too long" in ask(session, "chance", "error")["sentence"]
    assert ask(session, "hello")["moved"] == 0


def test_how_to_play_says_what_is_played(slug):
    """Every clause but the places has its sentence, as in `tell()`; what the game leaves to the
    book's defaults has one, too. The places are on the table, and each part stands together.
    """
    game = games[slug]
    how = Session(game, 1).snapshot()["how"]
    told, known = game.tell(), {place.id for place in game.places}
    assert how[0]["part"] == "Aim" and how[0]["says"] in told
    for row in how:
        assert set(row["places"]) <= known
        # (a deal is told in one sentence there, step by step here)
        assert not row["rules"] or row["says"].removeprefix("Then ").removesuffix(".") in told
    parts = [row["part"] for row in how]
    assert {"Aim", "The deal", "Moves", "Re-deal"} <= set(parts)
    assert parts == sorted(parts, key=parts.index)


def test_how_to_play_says_what_a_game_leaves_to_the_book():
    """What goes home, that nothing is refilled, and single places that a sentence names."""

    def how(slug):
        rows = Session(slug, 1).snapshot()["how"]
        return [(row["says"], " ".join(row["places"])) for row in rows]

    bracelet = "Cards of the bracelet and the talon may be played to the foundations."
    assert (bracelet, "b1 b2 b3 b4 b5 b6 b7 b8 talon") in how("two-rings")
    corners = dict(how("four-corners"))
    assert "Nothing is refilled, except in dealing." in corners
    deal = next(at for says, at in corners.items() if says.startswith("Deal one card to each"))
    assert sorted(deal.split()) == "c1 c2 c3 c4 s1 s2 s3 s4 s5 s6 s7 s8".split()
    home = sum("may be played to the foundations" in says for says, _ in how("constitution"))
    assert home == 1, "its own clause"


def test_real_cards_are_laid_and_what_is_wrong_with_them_is_told():
    session = Session("fortress", 1)
    laid = ask(session, "lay", "laid", cards="5h 10♠,QD\nKC")
    assert laid["cards"] == ["5H", "10S", "QD", "KC"] and laid["of"] == 52 and not laid["wrong"]
    assert sum(map(len, laid["piles"].values())) == 4
    assert laid["left"]["5H"] == 0 and laid["left"]["5S"] == 1
    last = games["fortress"].deal(cards=pack(1)).cards
    laid = ask(session, "lay", "laid", cards=" ".join(card.text for card in [*pack(1)][:-1]))
    assert last[laid["next"]][-1].text == "KS" and laid["sure"]
    told = ask(session, "lay", "laid", cards="5h5h 11H joker")["wrong"]
    assert [one.split(":")[0] for one in told] == [
        "The five of hearts has been laid already, as card 1.",
        "“11H” is not a card",
        "“joker” is not a card",
    ]
    two = Session("congress", 1)
    assert ask(two, "lay", "laid", cards="5h 5h")["wrong"] == []
    told = ask(two, "lay", "laid", cards="5h KC 5h 5h")["wrong"]
    assert told == ["The five of hearts has been laid already, as cards 1 and 3."]
    withdrawn = ask(Session("four-corners", 1), "lay", "laid", cards="")
    assert withdrawn["next"] and not withdrawn["sure"], "a foundation goes to its own place"


@pytest.mark.few
def test_a_pack_that_is_laid_is_dealt_in_its_order(slug):
    """What the table shows while it is laid, it shows when it is dealt."""
    session = Session(slug, 1)
    laid = ask(session, "lay", "laid", cards="", rest=True)
    assert laid["of"] == len(laid["cards"]) and not any(laid["left"].values())
    state = ask(session, "new", cards=" ".join(laid["cards"]))
    dealt = games[slug].deal(cards=laid["cards"])
    assert session.position == dealt and state["real"] and state["record"]["cards"]
    assert {name: [c.text for c in pile] for name, pile in dealt.cards.items()} == laid["piles"]


def test_a_deal_from_real_cards_is_kept_and_called_by_no_number():
    session = Session("fortress", 7)
    ask(session, "move", text=session.position.moves()[0].text)
    cards = " ".join(card.text for card in pack(1))
    state = ask(session, "new", cards=cards)
    assert state["note"] == "The deal from real cards. Undo brings back deal 7."
    state = ask(session, "move", text=session.position.moves()[0].text)
    other = Session("fortress", 1)
    loaded = ask(other, "load", record=json.dumps(state["record"]))
    assert other.position == session.position and loaded["real"]
    assert ask(other, "restart")["note"] == "The start of the deal from real cards."
    for few, part in (
        (cards[:-3], "51 of 52 cards have been laid; missing: king"),
        (cards + " 5h", "already"),
    ):
        assert part in ask(session, "new", "error", cards=few)["sentence"]
    assert "longer" in ask(session, "lay", "error", cards="5h " * 2000)["sentence"]


def test_the_search_for_the_move_that_lost_answers_in_between_and_can_be_stopped():
    """A game none of whose positions is proved anything takes as long as is allowed, in pieces."""
    session = Session("mill", 1)
    while session.position.moves():
        ask(session, "show", strategy="greedy", moves=100)
    pieces, reply = 0, {"kind": "searching", "seconds": 0.0}
    while reply["kind"] == "searching" and pieces < 4:
        begun = time.thread_time()
        (reply,) = session.handle({"kind": "lost_at", "on": pieces > 0})
        assert time.thread_time() - begun < 2
        pieces += 1
    assert pieces == 4 and reply["kind"] == "searching" and reply["seconds"] > 0.5
    assert "was stopped" in ask(session, "lost_at", "lost_at", stop=True)["says"]
    assert ask(session, "hello")["moved"] == len(session.moves)
    assert ask(session, "lost_at", "searching", on=True)["seconds"] < reply["seconds"]  # begun anew


def test_another_search_of_the_board_lets_no_move_be_blamed_that_is_not():
    """There is one solver: what a search left off in its middle comes to is nothing."""
    session = Session("constitution", 1)
    ask(session, "show", strategy="greedy", moves=100)
    blamed = hinted(session, "lost_at")
    ask(session, "lost_at", "searching")
    ask(session, "verdict", "verdict")
    reply = ask(session, "lost_at", "searching", on=True)
    while reply["kind"] == "searching":
        (reply,) = session.handle({"kind": "lost_at", "on": True})
    assert reply == blamed and reply["at"]
