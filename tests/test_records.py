"""What comes from outside: records, pictures of positions. Anything wrong is refused with the first
fault named.
"""

import json
import time

import pytest

import cadogan
from cadogan import Game
from cadogan.edition.cells import read
from cadogan.patience.position import IllegalMove, Position
from cadogan.patience.record import Record
from cadogan.patience.text import RecordError, registers
from cadogan.players.odds import playout
from cadogan.words import (
    A,
    K,
    RuleError,
    ascending,
    deal,
    each,
    fill,
    foundations,
    hand,
    may,
    packs,
    places,
    rows,
    turn,
)

FORTRESS = cadogan.games["fortress"]


#: A good record of a few moves.
GOOD = json.loads(playout(FORTRESS, 1933, "random", 4).to_json())


def refused(text):
    with pytest.raises(RecordError) as caught:
        Record.from_json(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 1500
    return str(caught.value)


def changed(**parts):
    """The good record with some parts changed, or (None) left out."""
    data = GOOD | parts
    return json.dumps({name: value for name, value in data.items() if value is not ...})


def test_the_good_record_is_good():
    assert Record.from_json(json.dumps(GOOD)).to_json() == json.dumps(
        GOOD, ensure_ascii=False, indent=1
    )
    assert len(Record.from_json(json.dumps(GOOD)).positions()) == 5


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_truncated_record_is_refused_where_it_breaks_off(cut):
    text = json.dumps(GOOD, indent=1)
    assert refused(text[: len(text) * cut // 12]).startswith("the record is not JSON: line ")


def test_a_number_of_thousands_of_digits_is_refused():
    for number in ("9" * 5000, "1e" + "9" * 5000):
        assert refused(f'{{"format": 1, "game": "fortress", "deal": {number}, "moves": []}}')


NO_RECORDS = '|null|[]|3|"fortress"|{}|NaN|\0'.split("|")


@pytest.mark.parametrize("text", [*NO_RECORDS, "[" * 100_000, "{" * 100_000, b"{}", None, 5])
def test_what_is_no_record_is_refused(text):
    refused(text)


@pytest.mark.table("part, value, said", "parts")
def test_a_wrong_part_is_refused_by_name(part, value, said):
    assert said in refused(changed(**{part: json.loads(value) if value else ...}))


def test_a_number_among_the_moves_and_too_many_of_them_are_refused():
    assert "moves: must be a list of texts" in refused(changed(moves=[GOOD["moves"][0], 3]))
    assert "moves: 10001 moves" in refused(changed(moves=["turn"] * 10_001))


@pytest.mark.parametrize("sign", ["a-", "a", "l1[", ", "])
def test_a_text_of_one_sign_is_refused_at_once(sign):
    """As long as a record and a picture may be."""
    begun = time.process_time()
    assert "is not a move" in refused(changed(moves=[(sign * 90_000)[:150_000]]))
    for picture in (sign * 9_000, f"Fortress\n{sign * 9_000}", f",{' ' * 40_000}x"):
        with pytest.raises(RecordError):
            Position.parse(picture, FORTRESS)
    assert time.process_time() - begun < 5


def test_an_illegal_move_in_the_middle_is_refused_with_its_number_and_reason():
    moves = [*GOOD["moves"][:2], "l1-l1", *GOOD["moves"][2:]]
    assert refused(changed(moves=moves)) == "move 3, 'l1-l1': A card cannot move to where it lies."
    with pytest.raises(IllegalMove, match=r"^move 3, 'l1-l1'"):
        Record(FORTRESS, 1933, moves).positions()
    moves = [*GOOD["moves"][:2], "nonsense"]
    assert refused(changed(moves=moves)).startswith("move 3, 'nonsense'")


def test_moves_after_the_end_are_refused():
    won = "swap s1 s2, swap s2 s6, swap s4 s7, swap s5 s8, swap s6 s8"
    more = Record(cadogan.games["caesar"], 1914, f"{won}, swap s1 s2")
    assert (
        refused(more.to_json()) == "move 6, 'swap s1 s2': The game is won; nothing is left to play."
    )


def test_a_huge_record_is_refused_before_it_is_read():
    assert "no game needs more than" in refused(" " * 2_000_001)


# --- pictures ----------------------------------------------------------------------------------------


def unreadable(text, game=None):
    with pytest.raises(RecordError) as caught:
        Position.parse(text, game)
    return str(caught.value)


def test_a_position_from_a_hand_written_text():
    position = Position.parse(
        """
        Fortress
        f1[] l1[KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C AC] l2[KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D AD]
        l3[KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H AH] l4[KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS]
        """
    )
    assert len(position.moves()) > 4 and not position.is_over
    while not position.is_won:
        position = position.play(next(m for m in position.moves() if m.target.startswith("f")))
    assert position.home == 52


PICTURE = str(FORTRESS.deal(1914))


#: In the middle of the deal: two kings are in the hand, and one column is empty.
KINGS = """Spenser's Fairie Queen, deal 2
hand[7H 2H 7C QS 8C 6C 8S 8D QC 3S 8D 10D QC 7C 9C 6S 8H 4H 9H 5D 6H 4D 10H \
9D AD 2H QH 7D 10S 8C 2D JS 9D 5S 10S 6H 4C 8H JS 7S 9H KD QS KD 4D 3S]
f1[AH]    f2[AH]    f3[AC]    f4[AD]    f5[AS]    f6[AC 2C] f7[AS 2S] f8[]
c1[KH JH JD 10C 3H]
c2[KC 2C 4S 9S JC]
c3[KC 5H 4C 7S]
c4[KS 9S QD QH 2D QD 6D 4S 5C]
c5[KH 10H]
c6[7D 5S 3D 3D JC 6C 3C 5D 8S 6D 3C 2S 10D]
c7[KS 6S 5H 4H 5C 3H 10C JH JD 7H 9C]
c8[]
phase=dealing step=0 target=c7"""


@pytest.mark.table("old, new, said", "pictures")
def test_a_wrong_picture_is_refused_with_its_line(old, new, said):
    text = PICTURE.replace(old, new) if old else PICTURE + new
    assert (old == "whole" or text != PICTURE) and said in unreadable(
        new if old == "whole" else text
    )


def test_a_wrong_picture_of_other_games_is_refused():
    kings = str(cadogan.games["kings"].deal(1))
    said = "cannot be; newest-from is places with a height, such as t1:2,t4:1"
    assert said in unreadable(f"{kings}\nnewest-from=l1")
    said = "are each to begin a packet with a king, and the places left for that are 1"
    assert f"2 cards in the hand {said}" in unreadable(KINGS)


def test_the_line_of_a_fault_is_its_own():
    lines = PICTURE.split("\n")
    for number in range(1, len(lines)):
        broken = [*lines[:number], lines[number] + " oops", *lines[number + 1 :]]
        assert unreadable("\n".join(broken)).startswith(f"line {number + 1}: 'oops'")


@pytest.mark.slow
def test_a_picture_with_one_counter_wrong_is_read_or_refused(game):
    """What is read prints, lists its moves and plays them."""
    picture = "\n".join(line for line in str(game.deal(1)).split("\n") if "=" not in line)
    place, refusals = game.places[0].id, 0
    values = f"-1 0 1 2 3 4 7 1023 1024 {10**9} {10**17} none dealing pause play out {place} hand {place}:1"
    for register in registers(game):
        for value in (*values.split(), f"hand:2,{place}:999", ""):
            try:
                position = Position.parse(f"{picture}\n{register.name}={value}", game)
            except RecordError as error:
                refusals += bool(str(error))
                continue
            assert Position.parse(str(position), game) == position
            for move in position.moves()[:5]:
                position.play(move)
            assert position.why_not("nonsense")
    assert refusals > 70


@pytest.mark.parametrize(
    "shown", [cadogan.play, cadogan.plate, cadogan.summary, cadogan.play_round]
)
def test_what_is_no_game_is_refused_with_what_would_be_one(shown):
    with pytest.raises(
        TypeError, match=r"give a game or its short name, such as '[\w-]+', not None"
    ):
        shown(None)
    other = "fortress" if shown is cadogan.play_round else "commerce"
    games = cadogan.games if shown is cadogan.play_round else cadogan.round_games
    with pytest.raises(TypeError, match=r"give a game|is a round game: cadogan\.play_round"):
        shown(games[other])
    with pytest.raises(TypeError, match="seats are names, such as 'you'"):
        cadogan.play_round("cooncan", seats=3)


def test_what_is_no_position_is_not_shown():
    for shown in (cadogan.trial, cadogan.strip):
        with pytest.raises(TypeError, match=r"a position is shown, such as game.deal\(7\)"):
            shown(FORTRESS, "turn")
        with pytest.raises(TypeError, match="not 'fortress'"):  # which has a find() of its own
            shown("fortress", "turn")


def test_moves_in_one_text_have_commas_between_them():
    assert Record(FORTRESS, 1933, "l9-f1, turn") == Record(FORTRESS, 1933, ["l9-f1", "turn"])


def test_a_record_has_a_length_and_shows_itself_in_a_notebook():
    record = cadogan.odds.playout("fourteenth", 1914)
    shown = record._repr_html_()
    assert len(record) == len(record.moves) > 3 and shown.count("<li>") == len(record)
    assert f"deal 1914: {len(record)} moves, " in shown
    assert record.positions()[0].find(record.moves[0]).says in shown
    empty = cadogan.Record("fortress", 1914)
    assert len(empty) == 0 and empty, "a game in which nothing was played yet is one"
    refused = cadogan.Record("fortress", 1914, "l1-l1")._repr_html_()
    assert "move 1" in refused and "<li>" not in refused


@pytest.mark.parametrize("name", ["none", "turn", "été", "ﬀ", "日本", "a b", "F1", "x-y"])
@pytest.mark.parametrize("n", [1, 3])
def test_places_of_any_name_are_read_as_they_are_written(name, n):
    game = Game(
        "A, deal 5: [B]",
        packs(1),
        foundations(4, ascending(A, K)),
        places(name, n),
        places("rest", 3),
        deal(each(name, 5), rows("rest")),
        fill(name, hand),
        fill("rest", name, may),
    )
    position = game.deal(3)
    for _ in range(12):
        assert cadogan.Position.parse(str(position), game) == position
        for move in position.moves():
            assert position.find(move.text) == move
        position = position.play(position.moves()[-1]) if position.moves() else position


@pytest.mark.parametrize("title", ["A\nB", "A\u2028B", "\ud800", "x" * 101, " ", "\x00"])
def test_a_title_is_a_line(title):
    with pytest.raises(RuleError, match="a game has a title, one line of at most 100 characters"):
        Game(title, packs(1))


OWN = """a = Game("My Own", packs(1), places("cells", 2), places("columns", 6),
    foundations(4, ascending(A, K)), deal(rounds("columns")),
    build(down, alternate, "columns", ("columns", "cells")), fill("cells", "columns", may))"""


def test_a_game_of_ones_own_cites_its_own_lines_and_its_record_is_read_back():
    game = read(OWN).values["a"]
    position = game.deal(1)
    refused = position.why_not("t1-t2")
    assert refused is not None and refused.endswith("in descending line only. (line 3)")
    nothing = position.why_not("turn")
    assert nothing == "No card is turned in this game; there is no talon. (line 2)"
    record = Record(game, 1, [position.moves()[0]])
    assert Record.from_json(record.to_json(), game) == record
    with pytest.raises(
        RecordError, match=r"there is no game 'my-own'.*Record.from_json\(text, game\)"
    ):
        Record.from_json(record.to_json())
    printed = Record(cadogan.games["fortress"], 1)
    assert Record.from_json(printed.to_json(), game) == printed


def test_a_record_or_a_picture_of_changed_rules_is_not_read_by_the_books():
    printed = cadogan.games["canfield-or-klondike"]
    game = printed.vary(turn(3))
    record = Record(game, 1, ["turn"])
    with pytest.raises(RecordError, match="it is played by changed rules"):
        Record.from_json(record.to_json())
    assert Record.from_json(record.to_json(), game) == record
    assert Record.from_json(Record(printed, 1).to_json(), game).game == printed
    with pytest.raises(RecordError, match=r"no game called 'Canfield or Klondike \(changed\)'"):
        Position.parse(str(record.last))
    assert Position.parse(str(record.last), game) == record.last
    reading = printed.vary(talon="only as it is turned")
    assert Record.from_json(Record(reading, 1).to_json()).game == reading
    assert not any("(changed)" in str(g.deal(1)) for g in (printed, reading))
