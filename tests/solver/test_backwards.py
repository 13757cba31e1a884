"""The Zodiac planned backwards, against all ways of playing small suits."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

import cadogan
from cadogan.players.batches import first_deal
from cadogan.solver import Solver, own

ZODIAC = cadogan.games["zodiac"]
PROOF = own.proof("zodiac")


@cache
def fewest(free, packets, stay=()):
    """By playing every card in every way: the fewest that stay; packets from below."""
    if not free:
        return len(stay) if goes_home(0, HIGHEST + 1, packets, stay) else PROOF["TOO_MANY"]
    ways = []
    for card in set(free):
        left = list(free)
        left.remove(card)
        ways.append(fewest(tuple(left), packets, tuple(sorted((*stay, card)))))
        for n, packet in enumerate(packets):
            if abs(packet[-1] - card) == 1:
                others = (*packets[:n], (*packet, card), *packets[n + 1 :])
                ways.append(fewest(tuple(left), tuple(sorted(others)), stay))
    return min(ways)


@cache
def goes_home(up, down, packets, stay):
    """Whether all cards can go home, none being laid any more."""
    if up == HIGHEST and down == 1:
        return True
    for next_up, next_down, card in ((up + 1, down, up + 1), (up, down - 1, down - 1)):
        if card in stay:
            left = list(stay)
            left.remove(card)
            if goes_home(next_up, next_down, packets, tuple(left)):
                return True
        for n, packet in enumerate(packets):
            if packet and packet[-1] == card:
                others = (*packets[:n], packet[:-1], *packets[n + 1 :])
                if goes_home(next_up, next_down, tuple(sorted(others)), stay):
                    return True
    return False


HIGHEST = 4


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_no_suit_needs_fewer_cards_in_the_equator_than_all_ways_of_playing_it(many):
    """Every choice of first cards, and packets on which one or two have been laid."""
    seen = set()
    for bases in combinations_with_replacement(range(1, HIGHEST + 1), many):
        for laid in ((), (bases[0] + 1,), (bases[0] - 1, bases[0])):
            packets = [(bases[0], *laid), *((base,) for base in bases[1:])]
            held = [card for packet in packets for card in packet]
            free = tuple(
                card for card in range(1, HIGHEST + 1) for _ in range(2 - held.count(card))
            )
            if len(held) + len(free) == 2 * HIGHEST and 0 < min(held) and max(held) <= HIGHEST:
                found = PROOF["suit_plan"](
                    tuple(sorted(packet[::-1] for packet in packets)), HIGHEST
                )[0]
                assert found == fewest(free, tuple(sorted(packets))), packets
                seen.add(found)
    assert len(seen) > 1 or many == 4


def test_what_is_planned_wins_from_every_position_of_its_line():
    position, solver = ZODIAC.deal(first_deal(1)), Solver(ZODIAC, 8)
    found = solver.solve(position)
    assert found.verdict == "won" and found.states == 0
    for number, text in enumerate(found.line):
        if number % 25 == 0 and (position.cards["hand"] or position.cards["talon"]):
            there = position
            for move in solver.solve(position, 1).line:
                there = there.play(move)
            assert there.is_won, number
        position = position.play(text)
    assert position.is_won


def test_what_needs_nine_places_is_lost():
    position = ZODIAC.deal(first_deal(1) + 3)
    stay = {suit: stay for suit, (stay, _) in PROOF["plans"](position).items()}
    assert stay == {"C": 6, "D": 0, "H": 1, "S": 2}
    assert Solver(ZODIAC, 8).solve(position).verdict == "lost"


def test_a_pass_in_which_nothing_was_placed_is_the_last():
    """Who takes the talon up and turns it through has to place a card before it comes round again."""
    position, solver = ZODIAC.deal(1), Solver(ZODIAC, 8)
    line = solver.solve(position).line
    for text in line[: line.index("again") + 1]:
        position = position.play(text)
    while position.cards["hand"]:
        position = position.play("turn")
    assert solver.solve(position, 1000).verdict == "unknown"
