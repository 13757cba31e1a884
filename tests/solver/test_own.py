"""What is known of a single game: proofs of loss against all ways of playing, and against wins."""

import random
from collections import Counter

import pytest

import cadogan
from cadogan.players.batches import first_deal
from cadogan.solver import Solver, own
from cadogan.tables import winnable

RANKS, SUITS = 4, 2
SET_AT, RELAXED = (own.proof("herring-bone")[name] for name in ("set_at", "Relaxed"))
#: The chapters with a proof.
PROVED = [slug for slug in cadogan.games if {"plan", "is_lost"} & {*own.proof(slug)}]


def wins(relaxed, first):
    """The relaxed game of the Herring-Bone, every play and exchange made."""
    begun = [tuple(way if s == first else (0, 0) for s in range(SUITS)) for way in ((1, 0), (0, 1))]
    start = (*relaxed.bars, relaxed.bone[-1]), len(relaxed.bone) - 1
    waiting = [(heights, tuple(sorted(start[0])), start[1]) for heights in begun]
    seen = set(waiting)
    while waiting:
        heights, window, left = waiting.pop()
        if not window:
            return True
        inside = Counter((*window, *relaxed.bone[:left]))
        gone = Counter()
        for suit, (up, down) in enumerate(heights):
            gone.update((suit, rank) for rank in range(up))
            gone.update((suit, (RANKS - n) % RANKS) for n in range(down))
        for suit, (up, down) in enumerate(heights):
            ways = []
            for rank, new in ((up, (up + 1, down)), ((RANKS - down) % RANKS, (up, down + 1))):
                if max(new) <= RANKS:
                    if (suit, rank) in window:
                        ways.append((new, *relaxed.without(window, left, (suit, rank))))
                    if 2 - inside[suit, rank] - gone[suit, rank] > 0:
                        ways.append((new, window, left))
            if up + down == RANKS + 1:
                ways += [((up + by, down - by), window, left) for by in (1, -1)]
            for new, rest, under in ways:
                there = (SET_AT(heights, suit, new), tuple(sorted(rest)), under)
                if 0 <= min(new) and there not in seen and (min(new) or there != heights):
                    seen.add(there)
                    waiting.append(there)
    return False


def test_a_bone_is_lost_where_all_ways_of_playing_lose():
    lots, found = random.Random(1), Counter()
    for _ in range(400):
        pack = [(suit, rank) for suit in range(SUITS) for rank in range(RANKS) for _ in range(2)]
        lots.shuffle(pack)
        base = pack.index(next(card for card in pack if card[1] == 0))
        first = pack.pop(base)
        relaxed = RELAXED(tuple(pack[:10]), tuple(pack[10:12]), SUITS, RANKS)
        lost = relaxed.lost(first[0])
        assert lost != wins(relaxed, first[0]), pack
        found[lost] += 1
    assert min(found.values()) > 40


@pytest.mark.parametrize(
    ("slug", "lost"), [("herring-bone", 30), ("wheel", 90), ("terrace", 25), ("salic-law", 3)]
)
def test_no_deal_that_was_won_is_called_lost(slug, lost):
    """The stored wins are lines that the referee has played."""
    game, found = cadogan.games[slug], winnable.solved(cadogan.games[slug])
    verdicts = [own.verdict(game.deal(first_deal(1) + n))[0] for n in range(240)]
    assert not any(one == "lost" and letter == "w" for one, letter in zip(verdicts, found.verdicts))
    assert verdicts.count("lost") >= lost
    assert Solver(game, 8).solve(game.deal(first_deal(1) + verdicts.index("lost"))).states == 0


@pytest.mark.parametrize("slug", PROVED)
def test_no_position_on_the_way_to_a_win_is_called_lost(slug):
    game = cadogan.games[slug]
    deal, line = winnable.solved(game).example
    positions = cadogan.Record(game, deal, line).positions()
    assert all(own.verdict(position)[0] != "lost" for position in positions)


def test_other_rules_and_other_games_are_not_asked():
    shuffled = cadogan.games["zodiac"].vary(redeals="shuffled")
    assert own.verdict(shuffled.deal(1)) == own.verdict(cadogan.games["anna"].deal(1))
    assert own.verdict(shuffled.deal(1))[0] == "unknown"
