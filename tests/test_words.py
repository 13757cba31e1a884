"""Words that a reading stands on, one by one: what each allows, and the sentence with which it
refuses.

Games of the book, changed by the one clause; small games of a few cards stand in `cases/words.txt`.
"""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import random
import re

import pytest

import cadogan
from cadogan import Game, Position
from cadogan.edition.cells import CellError, read
from cadogan.edition.chapters import sentences_of
from cadogan.words import *
from cadogan.words import RuleError


def texts(position):
    return {m.text for m in position.moves()}


def refusal(position, move):
    said = position.why_not(move)
    assert said is not None, f"{move} is allowed"
    return said


# --- filling -----------------------------------------------------------------------------------------


def test_vacancies_dealt_to_first_in_the_re_deal():
    game = cadogan.games["la-nivernaise"].vary(
        again(1, "line", under=True, complete_first="flanks")
    )
    plain = cadogan.games["la-nivernaise"]
    for number in range(1, 30):
        positions = []
        for one in (plain, game):
            position = one.deal(number)
            while position.phase in ("pause", "dealing"):
                home = next(
                    (m for m in position.moves() if m.target[:1] in ("a", "k")),
                    None,
                )
                position = position.play(home or "deal")
            positions.append(position)
        vacant = [
            p.id for p in plain.places if p.group == "flanks" and not positions[0].cards[p.id]
        ]
        assert positions[0].cards == positions[1].cards, "the first deal is the same"
        if vacant and "again" in texts(positions[0]):
            left, completed = (p.play("again") for p in positions)
            assert not any(left.cards[v] for v in vacant) and all(
                len(completed.cards[v]) == 1 for v in vacant
            )
            return
    pytest.fail("no flank was ever vacant")


# --- re-deals and turning ----------------------------------------------------------------------------


def test_the_reserve_turned_when_you_like():
    nestor = cadogan.games["nestor"]
    position = next(
        p for p in map(nestor.deal, range(1, 50)) if any(m.kind == "take" for m in p.moves())
    )
    assert "only when none is" in refusal(position, "turn")
    at_will = nestor.vary(turn(at=spots("2.4,4.6"), to="reserve", freely=True)).deal(
        position.number
    )
    assert (
        "turn" in texts(at_will)
        and sum(map(len, (at_will.play("turn").cards[r] for r in ("r1", "r2", "r3", "r4")))) == 1
    )


def test_the_last_cards_laid_in_spite_of_their_value():
    """An ace is left for a column that has one: all shuffled afresh, or the ace laid after all."""
    order = "3D AD AS 2D 2S AH"
    columns = {}
    for in_spite in (False, True):
        game = Game(
            "A Toy",
            packs(1, (1, 2, 3), held=order),
            places("columns", 3),
            pairs(0, "columns"),
            deal(rows("columns", 2, unlike=True, in_spite=in_spite)),
        )
        columns[in_spite] = [
            [c.rank for c in game.deal(cards=order).cards[c]] for c in ("c1", "c2", "c3")
        ]
    assert columns[True] == [[3, 2], [1, 2], [1, 1]]
    assert (
        all(len(set(column)) == 2 for column in columns[False]) and columns[False] != columns[True]
    )


def queens_in_the_talon(**how):
    """The Queens with one payment made and the talon down to eight cards, two queens lying there
    since.
    """
    game = cadogan.games["queens"].vary(again(-1, talon, for_each_queen=3, **how), turn())
    position = game.deal(1)
    while position.cards["hand"]:
        position = position.play("turn")
    return position


def test_how_the_queens_in_the_talon_are_paid_for():
    position = queens_in_the_talon()
    talon_cards = position.cards["talon"]
    queens = sum(c.rank == Q for c in talon_cards)
    assert queens >= 2 and len(talon_cards) > 4 * queens
    bottom = [c for c in talon_cards if c.rank != Q][: 3 * queens]
    met = position.play("again")
    paid = met.cards["hand"][::-1]
    assert [c for c in paid if c.rank != Q] == bottom and paid == talon_cards[: len(paid)]
    stay = queens_in_the_talon(lifted="none").play("again")
    assert (
        list(stay.cards["hand"][::-1]) == bottom
        and sum(c.rank == Q for c in stay.cards["talon"]) == queens
    )
    along = queens_in_the_talon(lifted="all").play("again")
    assert len(along.cards["hand"]) == 4 * queens and not any(
        c.rank == Q for c in along.cards["talon"]
    )
    left = sum(c.rank == Q for c in met.cards["talon"])
    assert left, "queens paid for already count again only where all count"
    paid_twice = {}
    for counted in ("new", "all"):
        again_out = queens_in_the_talon(counted=counted).play("again")
        while again_out.cards["hand"]:
            again_out = again_out.play("turn")
        paid_twice[counted] = sum(c.rank != Q for c in again_out.play("again").cards["hand"])
    fresh = sum(c.rank == Q for c in met.cards["hand"])
    assert fresh and paid_twice == {"new": 3 * fresh, "all": 3 * (fresh + left)}


# --- playing to the foundations ----------------------------------------------------------------------


def test_a_packet_gives_again_when_a_card_has_gone_there_or_upon_it():
    """The Mill, PLAY 6; that one has gone to another king is not enough."""
    mill, lots, barred = cadogan.games["mill"], random.Random(1), 0
    for number in range(60):
        position, given, since = mill.deal(number), set(), set()
        while moves := position.moves():
            assert not any(m.source in given and m.target == "centre" for m in moves)
            barred += bool(given - since)
            gives = [m for m in moves if m.source[:1] == "k" and m.target == "centre"]
            move = lots.choice(gives or moves)
            if move in gives:
                given.add(move.source)
                since.add(move.source)
            elif move.target == "centre":
                given.clear()
            else:
                given.discard(move.target)
            if move not in gives and move.target[:1] in ("c", "k"):
                since.clear()
            position = position.play(move)
    assert barred > 10


def test_one_card_from_each_foundation_between_two_plays():
    mill = cadogan.games["mill"].vary(exchange("kings", "centre", both=False, in_turn=True))
    tested = cadogan.games["mill"]
    for number in range(1, 400):
        position = mill.deal(number)
        for _ in range(120):
            moves = position.moves()
            give = next(
                (m for m in moves if m.source.startswith("k") and m.target == "centre"), None
            )
            if give:
                after = position.play(give)
                assert not any(
                    m.source == give.source and m.target == "centre" for m in after.moves()
                )
                elsewhere = Position.parse(str(position).replace(mill.title, tested.title), tested)
                if give.text not in texts(elsewhere):
                    assert "immediate use" in refusal(elsewhere, give.text)
                    return
            if not moves:
                break
            position = position.play(
                min(
                    moves,
                    key=lambda m: (m.target[:1] != "k" and m.target != "centre", m.kind != "turn"),
                )
            )
    pytest.fail("no exchange was ever met that the test forbids")


def test_the_first_base_up_or_down():
    chosen = cadogan.games["herring-bone"].deal(1)
    up, down_ = sorted(texts(chosen))
    assert chosen.phase == "dealing" and (up, down_) == ("hand-d1", "hand-f1")
    card = chosen.cards["hand"][-1]
    for move, place in ((up, "d1"), (down_, "f1")):
        after = chosen.play(move)
        assert after.cards[place] == (card,) and after.phase == "play"
    assert Position.parse(str(chosen)) == chosen
    ascending_first = cadogan.games["herring-bone"].vary(first_base="ascends").deal(1)
    chosen_so = chosen.play(down_)
    assert ascending_first.cards == chosen_so.cards and texts(ascending_first) == texts(chosen_so)
    assert ascending_first.cards != chosen.play(up).cards


@pytest.mark.slow
def test_no_addition_while_a_space_can_be_filled():
    """The Great Thirteen's second rule, for the card that would fill a space and for every card."""
    game = cadogan.games["great-thirteen"]
    strict = game.vary(vacancies="before any addition")
    seen = 0
    for number in range(1, 60):
        position = game.deal(number)
        for _ in range(60):
            stricter = Position.parse(str(position), strict)
            fewer, moves = texts(stricter), texts(position)
            assert fewer <= moves
            for move in sorted(moves - fewer):
                assert (
                    "No numeral is continued while an available card can still open an empty one"
                    in refusal(stricter, move)
                )
                seen += 1
            if not moves:
                break
            position = position.play(sorted(moves)[-1])
    assert seen


# --- exchanges, licences, goals ----------------------------------------------------------------------


def test_an_exchange_that_need_not_make_a_set():
    square = cadogan.games["fourteenth"]
    position = next(
        p
        for p in map(square.vary(swap("square", 1, make=False)).deal, range(1, 4000))
        if not any(m.kind == "take" for m in p.moves())
    )
    swaps = [m for m in position.moves() if m.kind == "swap"]
    assert len(swaps) == 25 * 24 // 2, "any two"
    half = position.play(swaps[0])
    other = [m for m in half.moves() if m.kind == "swap"]
    assert len(other) == 23 * 22 // 2 and not any(
        set(m.places) & set(swaps[0].places) for m in other
    )
    assert "must be other cards" in refusal(half, swaps[0].text)


def test_only_cards_paired_before_are_played():
    empress = cadogan.games["empress-of-india"]
    paired = empress.vary(together("Army", "Navy", paired=True))
    number = next(
        n for n in range(1, 200) if any(m.kind == "together" for m in empress.deal(n).moves())
    )
    move = next(m for m in empress.deal(number).moves() if m.kind == "together")
    position = paired.deal(number)
    assert not any(m.kind == "together" for m in position.moves()) and "that lie paired" in refusal(
        position, move.text
    )
    a, b = move.places
    laid = position.play(f"{a}-{b}")
    assert f"together {b}" in texts(laid)


def test_rows_and_columns_only():
    loose = cadogan.games["caesar"].vary(lines_make(15, "square", diagonals=False))
    won = {}
    for name, rows_of in (
        ("all eight", "2H 9D 4S  7H 5C 3D  6H AC 8S"),
        ("six", "7H 5C 3D  2H 9D 4S  6H AC 8S"),
    ):
        ids = [p.id for p in loose.places if p.group == "square"]
        text = "Cæsar, deal 0\n" + "\n".join(
            f"{i}[{card}]" for i, card in zip(ids, rows_of.split())
        )
        won[name] = [Position.parse(text, game).is_won for game in (cadogan.games["caesar"], loose)]
    assert won == {"all eight": [True, True], "six": [False, True]}, (
        "with two rows exchanged a diagonal no longer makes 15"
    )


def test_no_inner_card_is_ever_free():
    carpet = cadogan.games["carpet"].vary(free("carpet", edge_only))
    position = carpet.deal(1)
    edge = set(position.free)
    assert edge == set(cadogan.games["carpet"].deal(1).free) and len(edge) == 16
    for _ in range(60):
        assert set(position.free) - {"talon"} <= edge
        position = position.play(position.moves()[0])


def test_a_king_slipped_only_from_over_the_same_card_or_by_compulsion():
    square = cadogan.games["napoleons-square"]
    alike, must = (
        square.vary(slip_king("packets", same_card=True)),
        square.vary(slip_king("packets", must=True)),
    )
    fewer = 0
    for number in range(1, 400):
        may = {m.text for m in square.deal(number).moves() if m.kind == "slip"}
        same = {m.text for m in alike.deal(number).moves() if m.kind == "slip"}
        assert same <= may
        fewer += len(may - same)
        if may:
            forced = must.deal(number)
            assert texts(forced) == may and "must be slipped first" in refusal(forced, "turn")
            assert "turn" in texts(forced.play(sorted(may)[0])), "a licence before the first play"
            if fewer and same:
                break
    assert fewer


def test_an_exchange_in_the_reserve_only_to_lay_a_card_on_the_ramparts():
    city = cadogan.games["besieged-city"]
    strict = city.vary(transposing="only into the ramparts")
    helped = refused = 0
    for number in range(1, 12):
        position = strict.deal(number)
        for _ in range(400):
            if position.phase == "end" or not position.moves():
                break
            position = position.play(
                min(
                    position.moves(), key=lambda m: (not m.target.startswith("f"), m.kind != "turn")
                )
            )
        if position.phase != "end":
            continue
        free_hand = Position.parse(str(position), city)
        both = {m.text for m in free_hand.moves() if m.kind == "swap"}
        some = {m.text for m in position.moves() if m.kind == "swap"}
        assert some <= both
        for move in sorted(both)[:30]:
            _, a, b = move.split()
            after = free_hand.play(move)
            there = {
                m.text for m in after.moves() if m.source in (a, b) and m.target.startswith("p")
            }
            filled = len(after.cards[a] + after.cards[b]) < len(
                free_hand.cards[a] + free_hand.cards[b]
            )  # a gap took it at once
            choosing = any(m.source in (a, b) and m.target.startswith("p") for m in after.moves())
            assert (move in some) == bool(there or filled or choosing), move
            helped, refused = helped + (move in some), refused + (move not in some)
            if move not in some:
                assert "laid elsewhere at once" in refusal(position, move)
    assert helped and refused


# --- idle words --------------------------------------------------------------------------------------


@pytest.mark.table("slug, clause, said", "clauses")
def test_what_can_have_no_effect_is_an_error(slug, clause, said):
    with pytest.raises((RuleError, CellError), match=re.escape(said)):
        _ = cadogan.games[slug].vary(read(f"x = {clause}").values["x"]).rules


# --- the sentence that forbids -------------------------------------------------------------------------


@pytest.mark.table("slug, deal, move, rule, speaks_of", "forbids")
def test_a_refusal_cites_the_sentence_that_forbids(slug, deal, move, rule, speaks_of):
    position = cadogan.games[slug].deal(deal)
    card, _, on = move.partition(" on ")
    tops = {
        place: str(pile[-1]) for place, pile in position.cards.items() if pile and place != "hand"
    }
    refused = [
        position.why_not(f"{a}-{b}")
        for a in tops
        for b in tops
        if a != b and (tops[a], tops[b]) == (card, on) and a in position.free
    ]
    assert refused and all(said is not None and said.endswith(f"({rule})") for said in refused), (
        refused
    )
    text = {str(place): sentence for place, sentence in sentences_of(slug).items()}
    assert speaks_of in text.get(rule, "")


# --- what must be done before the deal goes on --------------------------------------------------------


def test_a_round_is_dealt_only_when_no_set_is_left():
    wheel = cadogan.games["wheel"].vary(
        deal(rounds("cushion", pause=True), after=no_set_left), without=["deal"]
    )
    for number in range(20):
        moves = texts(wheel.deal(number))
        assert ("deal" in moves) != any(text.startswith("take") for text in moves)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: again(1, "fans", after="played"), "again: after= is all_played"),
        (lambda: turn(after=True), "turn: after= is all_played"),
        (lambda: deal(rows("fans"), after=down), "deal: after= is all_played"),
    ],
)
def test_after_is_one_of_three_conditions(make, says):
    with pytest.raises(RuleError, match=says):
        make()
