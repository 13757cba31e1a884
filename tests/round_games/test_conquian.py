"""Conquian: the worked examples, numbers and invariants of its digest, and each of its options."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

import cadogan
from cadogan.round_games import State
from cadogan.round_games.cards import FORTY, HIDDEN, Card, card, cards, pack
from cadogan.round_games.conquian_down import fitted, lessened
from cadogan.round_games.melds import Meld, run, runs_in, set_of, sets_in

from .at_play import advised, play, refused, texts

GAME = cadogan.round_games["conquian"]
TEN = tuple(range(1, 11))


def laid(pone: str = "", dealer: str = "", stock: str = "", **options: object) -> State:
    """A deal in which player 2, who begins, and player 1 hold these cards (filled up from the
    pack), and the stock begins so.
    """
    game = GAME.vary(**options)
    named = [list(cards(pone)), list(cards(dealer))]
    begin = list(cards(stock))
    rest = [c for c in game.cards(2) if c not in (*named[0], *named[1], *begin)]
    random.Random(1).shuffle(rest)
    each = game.target - 1
    full = [[*some, *(rest.pop() for _ in range(each - len(some)))] for some in named]
    order = [c for i in range(0, each, 2) for some in full for c in some[i : i + 2]]
    return game.deal(1, cards=[*order, *begin])


def nobody(state: State) -> State:
    """The card turned up is declined and passed."""
    return play(state, "decline", "pass")


# --- the worked examples ---

#: Two sequences of four small cards and a pair of kings, and more of it as it comes down.
RUNS, KINGS = "AH 2H 3H 4H AS 2S 3S 4S", "KC KD"


def eight_down(third: str = "KH", **options: object) -> State:
    """Player 2 has two sequences of four down and two kings, and this card has just been turned by
    him.
    """
    state = laid(
        "AH 2H 3H AS 2S 3S KC KD 7C JD",
        "2C 2D 5C 6D 7D JC QD QC 7H JH",
        f"4H 7S 4S JS {third}",
        **options,
    )
    state = play(
        state, "use AH+2H+3H+4H", "lay AS+2S+3S", "done", "discard JD", "pass", "decline", "pass"
    )
    state = play(state, "place 1", "done", "discard 7C", "pass", "decline", "pass")
    assert [m.text for m in state.down] == ["AH+2H+3H+4H", "AS+2S+3S+4S"] and set(
        state.hands[1]
    ) == set(cards(KINGS))
    return state


def test_cq1_another_king_wins() -> None:
    state = eight_down("KH").play("use KC+KD+KH")
    assert (
        state.is_over
        and state.payoffs == (-1, 1)
        and sum(len(m.cards) for m in state.down) == 8 + 2 + 1
    )
    assert 11 - 8 == 3, "by the runs alone three more"


def test_cq2_a_card_declined_is_forced() -> None:
    state = eight_down("5H").play("decline")
    assert texts(state, "force") == ["force 5H 0"]
    state = state.play("force 5H 0")
    assert (
        (state.to_act, state.phase) == (1, "forced")
        and state.down[0].text == "AH+2H+3H+4H+5H"
        and len(state.hands[1]) == 2
    )
    state = state.play("done")
    assert texts(state) == ["discard KC", "discard KD"]
    state = state.play("discard KC")
    assert (state.to_act, state.phase) == (0, "offer_discard")
    state = play(state, "pass")
    assert (
        not any("KH" in t for t in texts(state))
        and len(state.hands[1]) == 1
        and sum(len(m.cards) for m in state.down) == 9
    )


def test_cq3_ten_cards_after_a_use() -> None:
    state = laid("AH 2H", stock="3H")
    state = state.play("use AH+2H+3H")
    assert (len(state.hands[1]), sum(len(m.cards) for m in state.down)) == (8, 3)
    state = play(state, "done")
    state = state.play(state.actions()[0])
    assert len(state.hands[1]) == 7 and state.phase == "offer_discard" and state.to_act == 0


def winning() -> dict[str, set[int]]:
    """Every eleven cards, as bits, that can lie in combinations, by the shape."""
    melds = [*runs_in(pack(FORTY), FORTY), *sets_in(pack(FORTY))]
    bits = {c: 1 << i for i, c in enumerate(pack(FORTY))}
    by_size: dict[int, list[int]] = {}
    for m in melds:
        by_size.setdefault(len(m.cards), []).append(sum(bits[c] for c in m.cards))
    found: dict[str, set[int]] = {}
    for shape in ((5, 3, 3), (4, 4, 3), (8, 3), (7, 4), (6, 5)):
        some = found.setdefault("-".join(map(str, shape)), set())
        for parts in product(*(by_size[n] for n in shape)):
            whole = 0
            for part in parts:
                if whole & part:
                    break
                whole |= part
            else:
                some.add(whole)
    return found


@pytest.fixture(scope="module")
def elevens() -> dict[str, set[int]]:
    return winning()


def test_cq4_eleven_of_one_suit_are_impossible(elevens: dict) -> None:
    assert sum(c.suit == "H" for c in GAME.cards(2)) == 10 < 11
    suits = [sum(1 << i for i, c in enumerate(pack(FORTY)) if c.suit == s) for s in "CDHS"]
    assert max((w & s).bit_count() for shape in elevens.values() for w in shape for s in suits) == 9


def test_cq5_the_knave_next_above_the_seven() -> None:
    assert run(cards("6D 7D JD"), FORTY) is not None and run(cards("QD KD AD"), FORTY) is None
    state = laid("6D 7D QC KC", stock="JD AC")
    assert "use 6D+7D+JD" in texts(state)
    state = nobody(state)
    assert not any(
        "AC" in t for t in texts(nobody(laid("QC KC", stock="JD AC")), "use") if "KC" in t
    )
    refused(
        nobody(laid(dealer="QC KC", stock="JD AC")),
        "use QC+KC+AC",
        "the ace is not next to the king",
    )


def sevens(**options: object) -> State:
    """Player 2 has four sevens down, and turns 6H with 5H in his hand."""
    state = laid("7C 7D 7H 5H 4C QC KD AD", "KC KS QD QS 2S AS 4S 3C 2D JC", "7S JH 6H", **options)
    return nobody(play(state, "use 7C+7D+7H+7S", "done", "discard QC", "pass"))


def test_cq6_one_of_four_may_be_borrowed() -> None:
    state = sevens()
    assert texts(state, "use") == ["use 5H+6H+7H"]
    state = state.play("use 5H+6H+7H")
    assert [m.text for m in state.down] == ["7C+7D+7S", "5H+6H+7H"]
    three = set_of(cards("7C 7D 7S"))
    assert lessened(three, cards("7C")) is None, "after that none"
    refused(sevens(rearrange="none"), "use 5H+6H+7H", "cards down may not be borrowed in this game")


def test_cq7_the_ends_of_a_run_of_five_in_turn() -> None:
    five = run(cards("3H 4H 5H 6H 7H"), FORTY)
    assert (
        lessened(five, cards("7H")).text == "3H+4H+5H+6H"
        and lessened(five, cards("7H 6H")).text == "3H+4H+5H"
    )
    assert (
        lessened(five, cards("3H 7H")).text == "4H+5H+6H" and lessened(five, cards("3H")).low == 3
    )
    assert lessened(five, cards("6H")) is None and lessened(five, cards("5H 6H 7H")) is None
    state = laid("3H 4H 5H 6H 7C 7D QC KC", "KD KS QD QS 2S AS 4S 3C 2D JC", "7H JH 7S")
    state = nobody(play(state, "use 3H+4H+5H+6H+7H", "done", "discard QC", "pass"))
    assert {"use 7C+7D+7S", "use 7C+7H+7S", "use 7C+7D+7H+7S"} <= set(texts(state, "use"))
    assert [m.text for m in state.play("use 7C+7H+7S").down] == ["3H+4H+5H+6H", "7C+7H+7S"]


def test_one_s_cards_down_are_not_laid_anew_without_a_card_of_the_hand() -> None:
    state = laid("3H 4H 5H 6H 7H QC KD AD", stock="JH").play("use 3H+4H+5H+6H+7H+JH")
    assert lessened(state.down[0], cards("6H 7H JH")) is not None and "lay 6H+7H+JH" not in texts(
        state
    )


def passed_out(state: State, deals: int) -> State:
    while state.deals < deals and not state.is_over:
        state = state.play("decline" if state.phase == "offer_drawer" else "pass")
    return state


def test_cq8_the_pool_of_two_tableaux() -> None:
    state = passed_out(GAME.deal(4, deals=3), 2)
    assert state.pools == {"pool": 4} and state.payoffs == (-2, -2)
    for seed in range(200):
        end = passed_out(GAME.deal(seed, deals=3), 2)
        rng = random.Random(seed)
        while not end.is_over:
            uses = [a for a in end.actions() if a.verb in ("use", "place", "lay", "add")]
            end = end.play(rng.choice(uses or end.actions()))
        if end.pools == {"pool": 0}:
            assert sorted(end.payoffs) == [-3, 3] and 5 == 1 + 2 * 2 and 5 - 2 == 3
            return
    pytest.fail("no deal was won")


def test_cq9_who_blocks_cannot_win() -> None:
    """Two of a kind, one of which the adversary needs, and none to come: with either still in the
    hand he has not eleven down.
    """
    state = laid("7C 7D AH 2H 3H AS 2S 3S KC QD", "4C 5C 6C 4D 5D 6D QH KH AC 2D", "4H 7H 4S 7S")
    state = play(state, "use AH+2H+3H+4H", "lay AS+2S+3S", "done", "discard KC", "pass")
    assert state.offer == (card("7H"),)
    state = play(
        state, "decline", "pass", "place 1", "done", "discard QD", "pass", "decline", "pass"
    )
    assert set(state.hands[1]) == set(cards("7C 7D")) and {card("7H"), card("7S")} <= set(
        state.passed
    )
    for seven in cards("7C 7D"):
        held = [c for c in state.hands[1] if c != seven]
        for x in state.view(1).unseen:
            for hand in (state.hands[1], held):  # holding both, or one of them
                melds = [
                    m for m in (*runs_in([*hand, x], FORTY), *sets_in([*hand, x])) if x in m.cards
                ]
                assert not melds, "nothing still to come takes a seven off his hand"
    assert [m.text for m in sets_in(cards("7C 7D 7H"))] == ["7C+7D+7H"], (
        "with another seven to come he could use both"
    )


def test_cq9_a_player_who_must_hold_a_card_has_not_eleven_down() -> None:
    """The invariant behind it: a card in the hand is not down, and eleven down leave no hand."""
    for seed in range(60):
        state, rng = GAME.deal(seed), random.Random(seed)
        while not state.is_over:
            for seat in (0, 1):
                down = sum(len(m.cards) for m in state.down if m.owner == seat)
                assert not (state.hands[seat] and down >= 11)
            state = state.play(rng.choice(state.actions()))


def test_cq10_the_five_extends_the_clubs() -> None:
    state = laid(
        "7S 8S 9S 6C 7C 8C 2D 3H AC AH", "2C 3C 4H 5H", "10S 2H 9C 4S 5C", pack="A23456789T"
    )
    state = play(
        state, "use 7S+8S+9S+10S", "lay 6C+7C+8C", "done", "discard 2D", "pass", "decline", "pass"
    )
    state = play(state, "place 1", "done", "discard 3H", "pass", "decline", "pass")
    assert [m.text for m in state.down] == ["7S+8S+9S+10S", "6C+7C+8C+9C"] and len(
        state.hands[1]
    ) == 2
    state = play(state, "decline")
    assert texts(state, "force") == ["force 5C 1"]
    assert state.play("force 5C 1").down[1].text == "5C+6C+7C+8C+9C" and 9 - 4 + 1 == 6


def test_cq11_twenty_passes_are_a_tableau() -> None:
    state, turned = GAME.deal(9), 0
    assert len(state.cards["pack"]) == 40 - 2 * 10 - 1, "the first card is turned"
    while not state.is_over:
        turned += state.phase == "offer_drawer"
        state = state.play("decline" if state.phase == "offer_drawer" else "pass")
    assert (
        turned == 20
        and len(state.passed) == 20
        and state.payoffs == (-1, -1)
        and state.pools == {"pool": 2}
    )
    assert all(HIDDEN not in hand for hand in state.view(0).hands), (
        "each shows the rest of his hand"
    )
    assert "Tableau: each puts a counter into the pool, which has 2." in [
        str(e) for e in state.history
    ]


# --- who acts, and refusals ---


def test_first_refusal_and_who_draws() -> None:
    state = GAME.deal(3)
    assert (state.to_act, state.phase, state.drawer) == (1, "offer_drawer", 1), (
        "the non-dealer begins"
    )
    state = state.play("decline")
    assert (state.to_act, state.phase) == (0, "offer_other")
    state = state.play("pass")
    assert (state.to_act, state.phase, state.drawer) == (0, "offer_drawer", 0), "who passed draws"
    assert len(state.passed) == 1 and state.view(1).passed == state.passed, (
        "seen by both, and remembered"
    )


def test_a_discard_is_used_or_dead() -> None:
    state = laid("AH 2H KC", "KD KS", "3H")
    state = play(state, "use AH+2H+3H", "done", "discard KC")
    assert (state.to_act, state.phase) == (0, "offer_discard") and "use KC+KD+KS" in texts(state)
    used = play(state, "use KC+KD+KS", "done")
    assert used.to_act == 0 and used.phase == "discard" and len(used.hands[0]) == 8
    dead = state.play("pass")
    assert (
        dead.passed == (card("KC"),)
        and dead.drawer == 0
        and "force" not in {a.verb for a in dead.actions()}
    )
    refused(
        dead,
        "discard KD",
        r"you are not allowed to discard except after using a card \(FORCING 1\.8\)",
    )
    refused(
        state,
        "force KC 0",
        r"you cannot force except with a card that your adversary drew and declined.*\(FORCING 1\.8\)",
    )
    refused(
        laid("AH 2H KC", "KD KS", "3H", allow_force=False),
        "force KC 0",
        r"forcing is not allowed in this game \(FORCING 1\.1\)",
    )


def test_forcing_with_a_discard() -> None:
    state = laid("AH 2H 7S KC 5S 5D", "7C 7D KD KS 5C JC", "3H JD 7H QC")
    state = play(
        state, "use AH+2H+3H", "done", "discard KC", "use KC+KD+KS", "done", "discard JC", "pass"
    )
    assert state.drawer == 1
    state = play(state, "decline", "pass")
    state = play(state, "use 7C+7D+7H", "done", "discard 5C")
    assert state.to_act == 1 and "use 5C+5D+5S" in texts(state)
    state = play(state, "use 5C+5D+5S", "done")
    assert "force 7S 2" in texts(state)
    forced = state.play("force 7S 2")
    assert (
        (forced.to_act, forced.phase) == (0, "forced")
        and forced.down[2].text == "7C+7D+7H+7S"
        and forced.fixed == "7S"
    )
    assert not any("7S" in t for t in texts(forced, "lay")), "it stays where it was put"
    after = play(forced, "done")
    assert texts(after, "discard") and after.phase == "discard"
    assert play(after, texts(after, "discard")[0]).fixed == ""
    gentle = laid("AH 2H 7S KC 5S 5D", "7C 7D KD KS 5C JC", "3H JD 7H QC", allow_force=False)
    gentle = play(
        gentle,
        "use AH+2H+3H",
        "done",
        "discard KC",
        "use KC+KD+KS",
        "done",
        "discard JC",
        "pass",
        "decline",
        "pass",
    )
    gentle = play(gentle, "use 7C+7D+7H", "done", "discard 5C", "use 5C+5D+5S", "done")
    assert texts(gentle, "force") == []
    refused(gentle, "force 7S 2", "forcing is not allowed in this game")


def test_a_forced_card_is_not_borrowed_in_that_turn() -> None:
    forced = laid("7C 7D 5H 6H QC KD AD 4C", "AC 2C 7H QS 2S AS 4S 3D JC KS", "7S 3C JH")
    forced = play(
        forced, "use 7C+7D+7S", "done", "discard QC", "pass", "use AC+2C+3C", "done", "force 7H 0"
    )
    assert forced.fixed == "7H" and "lay 5H+6H+7H" not in texts(forced), (
        "the forced seven may not be borrowed yet"
    )
    loose = forced._table.copy()
    loose.fixed = ""
    assert any([m.text for m in melds] == ["5H+6H+7H"] for melds in GAME.combinations(loose, 1)), (
        "without the force it could"
    )


def test_forcing_ten_down_loses() -> None:
    """A blunder, but legal: the forced card is the eleventh."""
    t = eight_down("5H")._table.copy()
    t.down[0] = fitted(fitted(t.down[0], card("5H")), card("6H"))
    t.offer.clear()
    t.hands[1].clear()
    t.ask(0, "discard")
    state = State(GAME, t)
    assert sum(len(m.cards) for m in state.down) == 10 and "force 7H 0" in texts(state)
    end = state.play("force 7H 0")
    assert end.is_over and end.payoffs == (-1, 1)


def test_impossible_laying_is_refused() -> None:
    state = laid("AH 2H KC", "KD", "3H")
    for text, why in {
        "use AH+3H": "three cards or more, not 2",
        "use AH+2H+KC": "neither a sequence in suit nor of one denomination",
        "use KC+KD+KH": "is neither in the hand nor among the cards down",
        "use 1X+AH+2H": "is no card",
        "place 0": "player 2 has no combination '0'; there is none",
        "lay AH+2H+3H": "it is player 2's turn",
    }.items():
        refused(state, text, why)
    other = laid("AH 2H 5D 6D 7D", "KD", "3H")
    refused(other, "use 5D+6D+7D", "only 3♥ can be used now, and it must go down at once")
    down = play(state, "use AH+2H+3H")
    refused(down, "add KC 0", "K♣ does not fit A♥ 2♥ 3♥ as it lies")
    refused(play(down, "done"), "discard KD", "K♦ is not in the hand")


def test_a_card_used_never_enters_the_hand() -> None:
    for seed in range(30):
        state, rng = GAME.deal(seed), random.Random(seed)
        ever = [set(h) for h in state.hands]
        while not state.is_over:
            state = state.play(rng.choice(state.actions()))
            assert all(set(h) <= e for h, e in zip(state.hands, ever))


# --- options ---


def test_the_two_forty_card_packs_and_the_whole_one() -> None:
    assert {c.rank for c in GAME.cards(2)} == set(FORTY) and {
        c.rank for c in GAME.vary(pack="A23456789T").cards(2)
    } == set(TEN)
    full = GAME.deal(1, pack="full52")
    assert len(full.cards["pack"]) + 1 == 32
    spanish = [m.named for m in runs_in(pack(FORTY), FORTY)]
    american = [m.named for m in runs_in(pack(TEN), TEN)]
    to = dict(zip(FORTY, TEN))
    assert {tuple(Card(c.index - c.rank + to[c.rank]) for c in m) for m in spanish} == set(
        american
    ), "the two packs are one game"
    hearts = GAME.vary(pack="full52").cards(2)
    assert sum(c.suit == "H" for c in hearts) == 13 >= 11, "a suit alone can win"


def test_the_first_card_turned_up() -> None:
    state = laid("AH 2H", stock="3H", first_card="turn_up")
    assert (state.to_act, state.phase, state.offer) == (1, "offer_discard", cards("3H")) and len(
        state.cards["pack"]
    ) == 19
    assert texts(state) == ["pass", *texts(state, "use")] and "use AH+2H+3H" in texts(state)
    state = state.play("pass")
    assert (state.to_act, state.phase, state.drawer) == (1, "offer_drawer", 1), (
        "he draws; the dealer has no claim to it"
    )
    assert str(state.history[1]) == "The card turned up is 3♥."


def test_more_from_the_hand_or_not() -> None:
    state = laid("AH 2H 5D 6D 7D", stock="3H").play("use AH+2H+3H")
    assert state.phase == "lay" and "lay 5D+6D+7D" in texts(state)
    strict = laid("AH 2H 5D 6D 7D", stock="3H", lay_extra_from_hand=False).play("use AH+2H+3H")
    assert strict.phase == "discard" and texts(strict, "lay", "add") == []


def test_laying_anew() -> None:
    """Free: the run 4 5 6 7 and three kings with one more seven may be laid quite otherwise."""
    state = laid(
        "4H 5H 6H 7C 7D KC QC", "AS 2S KD QD 3S 4S AC 2C JC KS", "7H JH 7S", rearrange="free"
    )
    uses = texts(state, "use")
    assert uses == ["use 4H+5H+6H+7H", "use 5H+6H+7H", "use 7C+7D+7H"]
    state = play(state, "use 4H+5H+6H+7H", "done", "discard QC", "pass")
    state = nobody(state)
    assert "use 7C+7D+7H+7S 4H+5H+6H" in texts(state) and "use 7C+7D+7S 4H+5H+6H+7H" in texts(state)
    state = state.play("use 7C+7D+7H+7S 4H+5H+6H")
    assert {m.text for m in state.down} == {"4H+5H+6H", "7C+7D+7H+7S"} and not set(
        cards("7C 7D")
    ) & set(state.hands[1])


@pytest.mark.parametrize("target, each, stock", [(11, 10, 20), (10, 9, 22), (9, 8, 24)])
@pytest.mark.slow
def test_targets(target: int, each: int, stock: int) -> None:
    state = GAME.deal(2, target=target)
    assert all(len(h) == each for h in state.hands) and len(state.cards["pack"]) + 1 == stock
    wins = 0
    for seed in range(150):
        end, rng = GAME.deal(seed, target=target), random.Random(seed)
        while not end.is_over:
            end = end.play(
                rng.choice(
                    [a for a in end.actions() if a.verb in ("use", "place", "lay", "add")]
                    or end.actions()
                )
            )
        if end.pools == {"pool": 0}:
            winner = end.payoffs.index(1)
            assert (
                sum(len(m.cards) for m in end.down if m.owner == winner) == target
                and end.hands[winner] == ()
            )
            wins += 1
    assert wins


def test_no_pool() -> None:
    state = passed_out(GAME.deal(9, pool_carry=False), 1)
    assert state.is_over and state.payoffs == (0, 0) and state.pools == {"pool": 0}


def test_the_deal_alternates() -> None:
    state = passed_out(GAME.deal(4, deals=3), 1)
    assert (state.dealer, state.to_act) == (1, 0)


# --- invariants ---


def lies(meld: Meld, order: tuple[int, ...]) -> bool:
    ranks = [c.rank for c in meld.cards]
    if len(ranks) < 3 or len(set(meld.cards)) < len(ranks):
        return False
    if not meld.is_run:
        return len(set(ranks)) == 1
    return len({c.suit for c in meld.cards}) == 1 and ranks == list(
        order[meld.low : meld.low + len(ranks)]
    )


@pytest.mark.parametrize(
    "options",
    [{}, {"rearrange": "free"}, {"pack": "A23456789T", "first_card": "turn_up"}, {"target": 9}],
)
@pytest.mark.slow
def test_invariants(options: dict) -> None:
    game = GAME.vary(**options)
    for seed in range(60):
        rng, state = random.Random(seed), game.deal(seed)
        draws, used, stock = 1, 0, len(state.pack)
        while not state.is_over:
            laying = [a for a in state.actions() if a.verb not in ("decline", "pass", "done")]
            before, state = (
                state,
                state.play(
                    rng.choice(laying if laying and rng.random() < 0.7 else state.actions())
                ),
            )
            down = [[c for m in state.down if m.owner == s for c in m.cards] for s in (0, 1)]
            places = [
                *state.cards["pack"],
                *state.passed,
                *state.offer,
                *(c for h in state.hands for c in h),
                *(c for d in down for c in d),
            ]
            assert Counter(places) == Counter(game.cards(2))
            assert all(lies(m, game.ranks) for m in state.down)
            assert len(state.pack) <= len(before.pack) and stock >= len(state.pack)
            draws += len(before.pack) - len(state.pack)
            each = [len(h) + len(d) for h, d in zip(state.hands, down)]
            if state.offer:
                assert each == [game.target - 1] * 2
            assert max(each) <= game.target
            old = {c for m in before.down for c in m.cards}
            assert old <= {c for m in state.down for c in m.cards}, "no card comes up again"
            used += any(
                word in str(e)
                for e in state.history[len(before.history) :]
                for word in (" uses ", " places ", " forces ")
            )
        assert draws <= len(game.cards(2)) - 2 * (game.target - 1) and used <= 2 * game.target - 1


# --- numbers ---


def test_deals_and_melds() -> None:
    assert comb(40, 10) * comb(30, 10) == 25467973278667920 and comb(30, 10) == 30045015
    assert (len(list(runs_in(pack(FORTY), FORTY))), len(list(sets_in(pack(FORTY))))) == (144, 50)


def test_how_often_a_combination_is_dealt() -> None:
    """Hands without one, counted rank by rank: at most two of a rank, no three next to each other
    in suit.
    """
    states: Counter = Counter({((0, 0, 0, 0), 0): 1})
    for _ in range(10):
        grown: Counter = Counter()
        for (lengths, n), ways in states.items():
            for held in product((0, 1), repeat=4):
                following = tuple((k + 1) * h for k, h in zip(lengths, held))
                if sum(held) <= 2 and max(following) <= 2:
                    grown[following, n + sum(held)] += ways
        states = grown
    without = sum(ways for (_, n), ways in states.items() if n == 10)
    assert 1 - Fraction(without, comb(40, 10)) == Fraction(11196875, 19265012)


def first_card_used() -> Fraction:
    """The chance that the first card of the stock makes a combination with two of a hand of ten."""
    unusable = 0
    for place in range(10):
        near = [p for p in range(place - 2, place + 3) if 0 <= p < 10 and p != place]
        rest = 39 - 3 - len(near)
        for same in range(2):  # of the other three of its rank at most one is held
            for held in product((0, 1), repeat=len(near)):
                have = {p for p, h in zip(near, held) if h}
                if not any(
                    {p, q} <= have
                    for p, q in (
                        (place - 2, place - 1),
                        (place - 1, place + 1),
                        (place + 1, place + 2),
                    )
                ):
                    left = 10 - same - sum(held)
                    unusable += 4 * comb(3, same) * comb(rest, left)
    return 1 - Fraction(unusable, 40 * comb(39, 10))


def test_how_often_the_first_card_is_used() -> None:
    assert first_card_used() == Fraction(41741, 155363)
    used = sum(bool(texts(GAME.deal(seed), "use")) for seed in range(2000))
    assert abs(used / 2000 - float(first_card_used())) < 4 * (0.2687 * 0.7313 / 2000) ** 0.5


def test_winning_elevens(elevens: dict) -> None:
    every = set().union(*elevens.values())
    assert len(every) == 43344 and Fraction(len(every), comb(40, 11)) == Fraction(903, 48162530)
    shapes = Counter(w for some in elevens.values() for w in some)
    assert sum(n > 1 for n in shapes.values()) == 3168
    given = {"5-3-3": 24792, "4-4-3": 21000, "8-3": 480, "7-4": 384, "6-5": 360}
    assert {shape: len(some) for shape, some in elevens.items()} == given


def test_dealt_tens_fully_down() -> None:
    melds = [*runs_in(pack(FORTY), FORTY), *sets_in(pack(FORTY))]
    bits = {c: 1 << i for i, c in enumerate(pack(FORTY))}
    by_size: dict[int, list[int]] = {}
    for m in melds:
        by_size.setdefault(len(m.cards), []).append(sum(bits[c] for c in m.cards))
    found = set(by_size[10])
    for shape in ((4, 3, 3), (7, 3), (6, 4), (5, 5)):
        for parts in product(*(by_size[n] for n in shape)):
            if (
                sum(parts)
                == (whole := parts[0] | parts[1] | parts[-1])
                + (parts[1] if len(parts) == 2 else 0) * 0
                and whole.bit_count() == 10
            ):
                found.add(whole)
    assert len(found) == 45176 and Fraction(len(found), comb(40, 10)) == Fraction(5647, 105957566)


# --- the author's advice ---


def test_the_rule_bot() -> None:
    assert advised(eight_down("KH")) == "use KC+KD+KH", "another king makes him game"
    declined = eight_down("5H")
    assert advised(declined) == "decline", "it is to his advantage to pass"
    assert advised(declined.play("decline")) == "force 5H 0", "and the adversary forces him with it"
    assert advised(laid("AH 2H 7S KC 5S 5D", stock="3H")) == "use AH+2H+3H"
