"""What is told of the players: numbered from one, or by name, and to oneself in the second person."""

import re

import pytest

from cadogan.round_games import games
from cadogan.round_games.bots import play_out
from cadogan.round_games.cards import pack
from cadogan.round_games.table import Table
from cadogan.round_games.telling import Names, cited

NAMES = [f"N{chr(65 + i)}" for i in range(12)]


@pytest.mark.parametrize("bot", ["rule", "random"])
def test_everything_is_told_in_the_second_person_to_whom_it_concerns(slug, bot):
    end = play_out(games[slug].deal(4), [bot], limit=400)
    for event in end.history:
        plain, mine = str(event), event.says(Names(NAMES, event.seat))
        assert "{" not in plain and plain[0].isupper() is (plain[0].isalpha()), plain
        assert not re.search(r"[Ss]eat \d|player 0|None|digest", plain), plain
        if mine.startswith("You"):
            assert not re.match(r"You,? (the dealer, )?(?!pass |toss )\w+s\b", mine), mine
        else:
            assert event.seat is None or not plain.startswith(f"Player {event.seat + 1} "), plain
        assert not re.search(r"[Pp]layer \d", mine), mine


def test_pictures_and_refusals_number_players_from_one():
    for slug in games:
        state = games[slug].deal(3)
        for text in (
            str(state),
            str(state.view(1)),
            repr(state),
            repr(state.view(0)),
            state.why_not("zzz", seat=7) or "",
            state.game.tell(),
        ):
            assert not re.search(r"[Ss]eat \d|player 0|digest", text), text
    assert games["speculation"].deal(3, dealer=2).dealer == 2


def test_a_dealer_who_dresses_alone_is_followed_by_all_the_others():
    end = play_out(games["pope-joan"].vary(dressing="dealer").deal(1), ["rule"])
    assert end.deals == end.players
    assert play_out(games["pope-joan"].deal(1), ["rule"]).deals == 1


def test_sources_are_told_in_words():
    assert cited("digest: inferred; COMMERCE 1.1") == "our reading; COMMERCE 1.1"


@pytest.mark.table("number, stream, many, begins", "shuffled")
def test_the_shuffle_is_the_engines(number, stream, many, begins):
    """Orders of the engine's generator, kept: the same number must give the same deal everywhere
    and for ever.
    """
    cards, table = pack(packs=2, jokers=2)[:many], Table(2, number)
    table.shuffles = stream
    order = table.shuffled(cards).cards[::-1]
    assert order[: len(begins)] == [cards[i] for i in begins] and sorted(order) == sorted(cards)
