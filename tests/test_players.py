"""The players of the book: they see only what may be seen, do what their sentences say, and come to
an end.
"""

import pickle
from dataclasses import replace

import pytest

import cadogan
from cadogan.compiler.run import Machine
from cadogan.engine.numbers import FACE
from cadogan.engine.piles import refresh
from cadogan.players import odds
from cadogan.players.careful import Careful, memory
from cadogan.players.rollout import Rollout
from cadogan.players.strategies import (
    CAREFUL,
    CAREFULLY,
    GREEDY,
    RANDOM,
    STRATEGIES,
    Player,
    Strategy,
)
from cadogan.players.unseen import world
from cadogan.players.weights import NAMES, Weights, weights_of

KLONDIKE = cadogan.games["canfield-or-klondike"]
#: The patient player with so few playouts that it can be tried everywhere.
FEW = Rollout(CAREFULLY, 2, 6)
IMPATIENT = Strategy("impatient", "", FEW.choose, memory=FEW.memory, begin=FEW.begin)


# --- what may be seen ---------------------------------------------------------------------------------


def met(walk, game, few):
    """Some positions of a game in random play."""
    positions = [p for p in walk(game, 3).positions if p.moves()]
    return positions[:: max(1, len(positions) // few)]


def choices(strategy, positions, worlds):
    """For each position the moves that a strategy makes in it, and in other worlds that look the
    same.
    """
    found = []
    for position in positions:
        made = set()
        for one in (position, *(world(position, number) for number in range(worlds))):
            move = Player(strategy, [1, 2, 3, 4]).choose(one)
            made.add(move.text if move else None)
        found.append(made)
    return found


def test_a_world_drawn_anew_looks_the_same(game, walk):
    """The same cards in all, the same seen, the same moves; and what the engine keeps of the piles
    agrees with them.
    """
    for position in met(walk, game, 6):
        drawn = world(position, 5)
        assert drawn.seen == position.seen
        assert [m.text for m in drawn.moves()] == [m.text for m in position.moves()]
        assert sorted(c for pile in drawn.piles for c in pile) == sorted(
            c for pile in position.piles for c in pile
        )
        anew = drawn.state.copy()
        refresh(game.rules, anew)
        assert (anew.free, anew.live, anew.want) == (
            drawn.state.free,
            drawn.state.live,
            drawn.state.want,
        )


def test_the_hidden_cards_are_drawn_evenly():
    """The next card of the pack is each of the hidden ones about equally often: 24 in hand and 21
    face down.
    """
    position = KLONDIKE.deal(1)
    hidden = list(position.piles[KLONDIKE.rules.hand.first]) + [
        c for pile in position.piles for c in pile if position.is_down(c)
    ]
    counts = dict.fromkeys(set(hidden), 0)
    for number in range(20 * len(counts)):
        counts[world(position, number).state.top[KLONDIKE.rules.hand.first]] += 1
    assert (
        sum((n - 20) ** 2 / 20 for n in counts.values()) < 90
    )  # chi squared, 44 degrees of freedom: above 90 once in 20,000


@pytest.mark.parametrize("strategy", [RANDOM, GREEDY, CAREFUL], ids=lambda one: one.name)
def test_what_is_not_seen_changes_no_choice(game, strategy, walk):
    assert all(len(made) == 1 for made in choices(strategy, met(walk, game, 8), 3))


@pytest.mark.slow
def test_nor_one_that_playouts_make(game, walk):
    assert all(len(made) == 1 for made in choices(IMPATIENT, met(walk, game, 3), 2))


def test_one_who_peeks_is_found_out(walk):
    """Who chooses by the next card of the pack chooses otherwise in another world."""

    def by_the_next_card(rules, s, n):
        return (s.top[rules.hand.first] & FACE) % n

    peeking = Strategy("peeking", "", by_the_next_card)
    assert any(len(made) > 1 for made in choices(peeking, met(walk, KLONDIKE, 20), 5))


@pytest.mark.slow
def test_playouts_in_the_true_world_are_found_out(walk, monkeypatch):
    """Without the drawing anew the patient player knows the pack, and the test above would fail."""
    monkeypatch.setattr("cadogan.players.rollout.redraw", lambda rules, s, lots: None)
    far = Rollout(CAREFULLY, 3, 60)
    knowing = Strategy("knowing", "", far.choose, memory=far.memory, begin=far.begin)
    assert any(len(made) > 1 for made in choices(knowing, met(walk, KLONDIKE, 30), 5))


# --- what they do -------------------------------------------------------------------------------------


def test_the_eager_player_joins_two_packets():
    """A whole packet that fits another breaks no sequence: it is moved even where it leaves an
    empty lane behind.
    """
    for deal in range(40):
        record = odds.playout(KLONDIKE, deal, "greedy")
        for position, text in zip(record.positions(), record.moves):
            move = position.find(text)
            if (
                move.kind == "play"
                and move.source[0] == move.target[0] == "l"
                and len(position.cards[move.source]) == move.count
            ):
                return
    raise AssertionError("in forty deals no lane was emptied")


@pytest.mark.few
def test_the_careful_player_comes_to_an_end(game):
    """No game is stopped at the limit."""
    assert odds.simulate(game, "careful", n=5, seed=11, limit=5000).stopped == 0


@pytest.mark.slow
def test_the_careful_player_beats_the_eager_one():
    """In Empress of India, in La Belle Lucie and in Kings, by more than four standard errors of the
    difference.
    """
    for slug in ("la-belle-lucie", "kings", "square"):
        eager, careful = (
            odds.simulate(cadogan.games[slug], name, n=1500, seed=5)
            for name in ("greedy", "careful")
        )
        error = (
            eager.rate * (1 - eager.rate) + careful.rate * (1 - careful.rate)
        ) ** 0.5 / 1500**0.5
        assert careful.rate - eager.rate > 4 * error


@pytest.mark.slow
def test_each_weight_matters():
    """Every weight changes play somewhere: with another some game ends otherwise."""

    def played(game, weights):
        player = Careful(weights)
        weighed = Strategy("weighed", "", player.choose, memory=memory, begin=player.begin)
        return odds.run(Machine(game.program_for(weighed)), odds.first_deal(5), 20, 400)

    left = {*NAMES}
    slugs = "la-belle-lucie canfield-or-klondike blockade hemispheres mill empress-of-india"
    for slug in slugs.split():
        game = cadogan.games[slug]
        usual = played(game, Weights())
        for name in sorted(left):
            other = 40 - 3 * getattr(Weights(), name)
            if played(game, replace(Weights(), **{name: other})) != usual:
                left.discard(name)
    assert not left


def test_the_patient_player_leaves_a_choice_only_beyond_chance():
    """From the sums of the differences: two and more standard errors, more for more moves."""

    class Sums:
        sums, squares = [0, 0, 0], [0, 0, 0]

    def best(differences, options):
        state = Sums()
        state.sums[1], state.squares[1] = sum(differences), sum(d * d for d in differences)
        return Rollout(CAREFULLY, len(differences), 9).best_of(state, options)

    even = [30, -30, 20, -20, 40, -40, 10, -10]  # the error of their mean is 10.35
    assert best(even, 2) == 0
    assert best([d + 31 for d in even], 3) == 1
    assert (
        best([d + 21 for d in even], 2) == 1 and best([d + 21 for d in even], 3) == 0
    )  # 2.03 errors: enough for one move, not for two
    assert best([d + 20 for d in even], 2) == 0
    assert best([1] * 8, 3) == 1 and best([-1] * 8, 3) == 0


def test_the_patient_player_is_the_same_twice_and_leaves_the_lots_alone():
    game = cadogan.games["nestor"]
    one = odds.simulate(game, IMPATIENT, n=30, seed=3)
    assert odds.simulate(game, IMPATIENT, n=30, seed=3) == one
    assert odds.simulate(game, IMPATIENT, n=30, seed=3, workers=2) == one


# --- what is said of them -----------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=list(STRATEGIES))
def test_a_strategy_says_what_it_does_and_how_it_ends(strategy):
    assert strategy.says and strategy.ends and strategy.limit > 0
    assert f"{strategy.limit:,}" in str(strategy) and strategy.ends in str(strategy)


def test_a_changed_copy_under_another_title_is_played_with_the_weights_of_its_game():
    anna = cadogan.games["anna"]
    other = anna.vary(title="My Anna")
    assert (
        weights_of(anna.played_as) != Weights()
        and other.slug == "my-anna"
        and other.played_as == "anna"
    )
    played, again = (
        cadogan.odds.simulate(game, "careful", n=200, seed=1) for game in (anna, other)
    )
    assert played.wins == again.wins, "the same rules, the same player"
    assert (
        pickle.loads(pickle.dumps(other)).played_as == other.vary(title="Hers").played_as == "anna"
    )
    assert other.named("hers").played_as == "hers", "a game of the book by its own"
