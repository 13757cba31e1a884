"""What the referee says of a row of moves, and of a change of the rules."""

import random

import pytest

import cadogan
from cadogan.cards import cards
from cadogan.course import exercise, played
from cadogan.course.played import (
    Change,
    Moves,
    changed,
    in_any_order,
    name_of,
    unlike,
)
from cadogan.players import odds
from cadogan.round_games import bots, games
from cadogan.round_games.calabrasella import ORDER
from cadogan.words import again, all_played

from ..round_games.at_play import play
from ..round_games.laying import laid

FORTRESS = cadogan.games["fortress"]
ACES = Moves(
    lambda: FORTRESS.deal(1933),
    lambda p: p.home == 2,
    "l9-f1 l7-f1",
    lambda p: f"{p.home} home.",
    at_most=2,
)
REDEAL = Change("light-and-shade", "again(1, talon)", {"That is two.": "again(2, talon)"})


@pytest.mark.table("said, mark, words", "rows")
def test_a_row_of_moves_is_played(said, mark, words):
    found = ACES.mark(said)
    assert found.mark == mark and words in found.comment
    assert "at most 500" in ACES.mark("l9-f1 " * 501).comment


def test_a_way_that_is_too_long_is_nearly_right():
    short = Moves(ACES.start, lambda p: p.home > 0, "l9-f1", at_most=1)
    assert (
        short.mark("l9-f1").mark == "right"
        and short.mark("l9-f1 l7-f1").comment
        == "They come to it, but in 2 moves, and it can be done in 1."
    )


@pytest.mark.table("said, mark, words", "redeals")
def test_a_change_is_played_beside_the_one_that_is_asked_for(said, mark, words):
    found = REDEAL.mark(said)
    assert found.mark == mark and words in found.comment, found


def test_a_change_may_be_a_value():
    from cadogan.words import again, talon

    assert (
        REDEAL.mark(again(1, talon)).mark
        == REDEAL.mark(changed("light-and-shade", "again(1, talon)")).mark
        == "right"
    )
    assert REDEAL.mark(again(2, talon)).mark == "wrong" and REDEAL.mark(None).mark == "unread"


def test_every_chapter_has_a_name_for_its_game():
    assert name_of("la-belle-lucie") == "la_belle_lucie" and all(
        name_of(slug).isidentifier() for slug in cadogan.games
    )


def test_games_are_told_apart_by_what_can_be_done():
    down = changed("fortress", "fortress.vary(marriages=marry(down, 'lanes'))")
    assert (
        unlike(FORTRESS, FORTRESS) == ""
        and "should be possible" in unlike(down, FORTRESS)
        and "should not" in unlike(FORTRESS, down)
    )


def test_cards_in_any_order_are_told_how_many_are_off():
    three = in_any_order("the three", lambda: cards("10S KH 2C"))
    assert (
        three.mark("2♣, 10s KH").mark
        == three.mark(cards("KH 10S 2C")).mark
        == three.mark(three.solution()).mark
        == "right"
    )
    assert (
        three.mark("2C 10S 10S").comment == "1 is missing."
        and three.mark("2C 10S KH KS").comment == "1 of yours does not belong."
    )
    assert three.mark("the king").mark == three.mark("").mark == three.mark(7).mark == "unread"


def from_the_top(_view, actions, _chance):
    """Play the highest card."""
    return max(actions, key=lambda action: ORDER.index(action.args[0].rank))


@pytest.mark.table("hand, lost", "tricks")
def test_a_hand_of_calabrasella_takes_every_trick_or_is_told_where_not(hand, lost):
    """A hand that is said to take every trick takes them all, however the others' cards lie, when
    they play by lot.
    """
    found = exercise("calabrasella/3").mark(hand)
    assert (found.mark == "right", lost in found.comment) == (not lost, True)
    if lost:
        return
    rest = [card for card in games["calabrasella"].cards(3) if card not in cards(hand)]
    for seed in range(20):
        random.Random(seed).shuffle(rest)
        first, last = (" ".join(card.text for card in rest[i : i + 12]) for i in (0, 12))
        state = laid("calabrasella", f"{first} | {hand} | {last}", min_discard=0)
        state = play(state, "play; forgo; enough")
        end = bots.play_out(state, ["random", from_the_top, "random"], seed=seed)
        assert end.payoffs == (-70, 140, -70)


KINGS_ONLY = Change("flower-garden", 'fill("garden", ("garden", "bouquet"), may, only=K)')


@pytest.mark.parametrize("late", ["only=Q", "only=2"])
def test_a_change_that_shows_late_is_seen(late):
    """No packet is emptied in the deals that are played by lot alone, so that nothing of it is seen
    there; and it is no slip that is known.
    """
    said = f'fill("garden", ("garden", "bouquet"), may, {late})'
    mine, asked = changed("flower-garden", said), changed("flower-garden", KINGS_ONLY.known)
    alone = range(1, played.TRIED_DEALS + 1)
    assert not any(played._beside(mine.deal(n), asked.deal(n), n) for n in alone)
    verdict = KINGS_ONLY.mark(said)
    assert verdict.mark == "wrong" and verdict.comment.startswith("In deal ")


def test_the_game_as_it_stands_is_no_change():
    verdict = KINGS_ONLY.mark('fill("garden", ("garden", "bouquet"), may)')
    assert verdict.mark == "wrong" and "played as it stands" in verdict.comment
    assert KINGS_ONLY.mark(KINGS_ONLY.known).mark == "right"


def test_what_is_written_otherwise_and_plays_alike_is_right():
    """In one pack each suit has one foundation, whether that is said or not."""
    suits = "foundations(4, ascending(A, K), suits='one of each')"
    otherwise = f"flower_garden.vary({KINGS_ONLY.known}, {suits})"
    assert changed("flower-garden", otherwise) != changed("flower-garden", KINGS_ONLY.known)
    assert KINGS_ONLY.mark(otherwise).mark == "right"


@pytest.mark.parametrize(
    "said",
    [
        'again(2, AROUND, packets="under", shuffled=True, after=all_played)',
        "again(2, AROUND[::-1], shuffled=True, after=all_played)",
    ],
)
def test_before_a_shuffle_the_order_of_the_packets_is_no_matter(said):
    game = cadogan.games["four-corners"]
    around = next(c for c in game.active if type(c).__name__ == "again").what
    right = game.vary(again(2, around, shuffled=True, after=all_played))
    other = game.vary(eval(said, {"AROUND": around, "again": again, "all_played": all_played}))
    for deal in (1, 2):
        ends = [odds.playout(one, deal, "careful") for one in (right, other)]
        assert ends[0].moves == ends[1].moves and "again" in ends[0].moves
