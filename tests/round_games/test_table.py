"""Every round game, and the parts they share: registered games are tested by being registered.

A game may bring option sets of its own further values in ``EXTRA``; the option sets are made from
what it declares."""

import copy
import itertools
import json
import pickle
import random
import zlib
from collections import Counter
from functools import partial

import pytest

import cadogan
from cadogan.cards import CardError
from cadogan.round_games import (
    IllegalAction,
    OptionError,
    Record,
    RecordError,
    games,
)
from cadogan.round_games.bots import (
    BotError,
    play_out,
    random_bot,
    step,
)
from cadogan.round_games.cards import FORTY, HIDDEN, JOKER, card, cards, pack
from cadogan.round_games.ladder import ladder
from cadogan.round_games.log import Log
from cadogan.round_games.melds import ACE_AT_EITHER_END, Meld, laid_as, runs_in, sets_in
from cadogan.round_games.options import Option, Whole
from cadogan.round_games.piles import ALL, Hand, Held, Pile
from cadogan.round_games.table import Table, allowed

from .at_play import MOST, at_random, lies, refused, walk


def option_sets(played):
    """The defaults, several deals of these, and of one deal every single other choice and a few sets
    drawn at random from all choices.
    """
    choices = {
        name: values
        for name, option in played.declared.items()
        if name not in ("dealer", "purse", "deals")
        and (values := [v for v in (*option.values, *EXTRA.get(name, ())) if v is not None])
    }
    single = [{name: v} for name, values in choices.items() for v in values]
    rng = random.Random(zlib.crc32(played.slug.encode()))
    mixed = [{name: rng.choice(values) for name, values in choices.items()} for _ in range(15)]
    general = [{"deals": 3}, {"purse": 5, "deals": 2}, {"dealer": 1, "deals": "round"}]
    return [{}, *general, *({"deals": 1, **options} for options in (*single, *mixed))]


#: Further values of options that are ranges.
EXTRA = {
    "sales_per_opening": (3,),
    "highest_bid": (2,),
    "round_cap": (2,),
    "pool_entry": (12,),
    "pool_prize": (2,),
    "stake": (5,),
    "stop_cards": (1, 20),
}


def possible(played):
    """The game in every option set that may be."""
    found = []
    for options in option_sets(played):
        try:
            found.append(played.vary(**options))
        except OptionError:
            continue  # these do not go together
    return list(dict.fromkeys(found))


#: make check asks only of the games as they stand.
ALL_GAMES = [
    pytest.param(played, id=f"{slug}-{i}", marks=[pytest.mark.slow] if i else [])
    for slug in games
    for i, played in enumerate(possible(games[slug]))
]


@pytest.fixture(params=games)
def played(request):
    """Each game as it stands."""
    return games[request.param]


def sizes(played):
    """The fewest, the usual number and the most players."""
    return sorted({played.players[0], played.seats, played.players[-1]})


# --- every played, every option set ---


@pytest.mark.parametrize("played", ALL_GAMES)
def test_random_play_ends_with_counters_and_cards_kept(played):
    for players in sizes(played):
        states = walk(played, 0, players)
        whole = dict(Counter(played.cards(players)))
        for state in states:
            table, pools, actions = state._table, state.pools, state.actions()
            assert sum(state.payoffs) + sum(pools.values()) == 0
            # (as dicts, which are compared many times as fast as Counters)
            assert dict(Counter(table.everything())) == whole
            assert min(pools.values()) >= 0
            assert bool(actions) == (not state.is_over)
            assert len({a.text for a in actions}) == len(list(played.legal(table)))
        assert states[-1].is_over, f"not over after {MOST} actions"
        assert states[-1].to_act is None and states[-1].phase == "over"


@pytest.mark.parametrize("played", ALL_GAMES)
def test_playing_in_place_is_playing(played):
    """The same choices upon one table: the same end, the same record, which comes back from its
    text, and the state begun from as it was.
    """
    states = walk(played, 6, sizes(played)[0])
    before, rng = states[0]._table.copy(), random.Random(6)
    end, made = states[0].run(lambda table, actions: rng.choice(actions))
    assert made == len(states) - 1 and states[0]._table == before
    record = Record.from_json(end.record().to_json())
    assert end == states[-1] == record.last and record == end.record() == states[-1].record()
    assert [*record.states()] == states
    rng.seed(6)
    silent, _ = states[0].run(lambda table, actions: rng.choice(actions), silent=True)
    assert silent.history == states[0].history and silent.record() == end.record()
    silent._table.log = Log(end.history)
    assert silent == end
    first, made = states[0].run(lambda table, actions: actions[0], limit=1, silent=True)
    assert made == 1 and not first._table.silent
    assert first.record() == states[0].play(states[0].actions()[0]).record()
    assert states[0].run(lambda table, actions: None) == (states[0], 0)


def test_values_are_copied_and_pickled(played):
    """What comes out is equal, goes on in the same way, and has the same record; and all its cards
    are somewhere.
    """
    end, _ = played.deal(7).run(at_random(random.Random(7)), 60)
    for state in end.record().states():
        lying = Counter(c for pile in state.cards.values() for c in pile)
        assert lying == Counter(played.cards(state.players))
    sent = pickle.loads(pickle.dumps(state))
    assert sent == state == end and sent.record() == state.record()
    assert (hash(sent), str(sent), sent.history) == (hash(state), str(state), state.history)
    gone_on, _ = sent.run(at_random(random.Random(8)), 20)
    assert gone_on.record().last == gone_on
    for action in state.actions()[-1:]:
        assert sent.play(action) == state.play(action), "both can be played on"
    imagined = played.imagine(state.view(0), 1)
    with pytest.raises(ValueError, match="not an imagined one"):
        pickle.loads(pickle.dumps(imagined)).record()
    for value in (
        state,
        state.view(0),
        state.view(None),
        played.vary(deals=3),
        state.record(),
        imagined,
        *state.actions()[:1],
    ):
        for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert other == value and type(other) is type(value)


def test_a_state_that_was_played_on_from_is_as_it_was(played):
    """Its table has gone on, and is laid anew, from the deal or from the state before: by `play`
    and by `run`, silent or not.
    """

    def seen(state):
        told = str(state), state.history, state.view(0).history, state.record()
        return *told, state.cards, state.actions(), hash(state)

    for silent, steps in itertools.product((False, True), (0, 1, 2)):
        state, again = played.deal(8), played.deal(8)
        for _ in range(steps):
            state, again = state.play(state.actions()[-1]), again.play(again.actions()[-1])
        whole = seen(again)
        end, made = state.run(at_random(random.Random(8)), silent=silent)
        assert made and seen(state) == whole
        assert state.run(at_random(random.Random(8)), silent=silent) == (end, made)
        assert seen(state.play(state.actions()[-1])) == seen(again.play(again.actions()[-1]))
        assert seen(state) == seen(again) == whole
        assert end.record().last.payoffs == end.payoffs
        imagined = played.imagine(again.view(again.to_act), 8)  # which cannot be dealt again
        whole = str(imagined), imagined.actions()
        imagined.run(at_random(random.Random(8)), silent=silent)
        imagined.play(imagined.actions()[-1])
        assert (str(imagined), imagined.actions()) == whole


@pytest.mark.parametrize("played", ALL_GAMES)
def test_views_tell_nothing_hidden(played):
    """What a seat has not seen may be dealt anew, in the state or from the view, and its view is
    the same.
    """
    for players in sizes(played)[:2]:
        states = walk(played, 11, players)
        for i, state in enumerate(states[:: max(1, len(states) // 6)]):
            for seat in (*range(players), None):
                view = state.view(seat)
                again = state.redraw(seat, i)
                assert again.view(seat) == view and hash(again.view(seat)) == hash(view)
                dreamt = played.imagine(view, i + 1)
                assert dreamt.view(seat) == view
                assert Counter(dreamt._table.everything()) == Counter(played.cards(players))
                if seat == state.to_act:
                    assert again.actions() == dreamt.actions() == state.actions()


@pytest.mark.parametrize("played", ALL_GAMES)
def test_what_a_seat_sees_next_depends_only_on_what_it_saw(played):
    """From two states that look alike to a seat, the same sentence heard leads to states that look
    alike: a fact kept on the table that was worked out from hidden cards would differ."""
    compared = 0
    for players in sizes(played)[:2]:
        states = walk(played, 5, players)
        for i in range(0, len(states) - 1, max(1, len(states) // 20)):
            state, after = states[i], states[i + 1]
            for seat in range(players):
                again, seen = state.redraw(seat, i), after.view(seat)
                heard = seen.history[len(state.view(seat).history) :]
                known = len(again.view(seat).history)
                for action in again.actions():
                    theirs = again.play(action).view(seat)
                    if theirs.history[known:] == heard:
                        if seen.hands[seat] == theirs.hands[seat] and alike(seen) == alike(theirs):
                            assert seen == theirs
                            compared += 1
                            break
    # Speculation without a market is all turning up: no sentence is heard twice, so there is
    # nothing to compare.
    assert (compared == 0) == (played.options_set.get("market") == "none")


def alike(view):
    """What of a view are faces: these may differ when a hidden card is drawn or shown without a
    word.
    """
    return sorted(c for _, p in view.table.piles() for c in p.cards)


def test_a_view_holds_no_secret(played):
    """Not even in its private parts: every face in a view's table was seen, and the deal's number
    is not in it.
    """
    for state in walk(played, 3)[::3]:
        for seat in range(state.players):
            table = state.view(seat).table
            assert table.number == 0 and table.first == ()
            for _, pile in table.piles():
                for held in pile:
                    assert held.card is HIDDEN or held.seen == ALL or held.seen >> seat & 1
            assert all(not e.secret or e.knows >> seat & 1 for e in table.log)


def test_states_are_values(played):
    states = walk(played, 9, most=150)
    for state in states:
        before = state._table.copy()
        for action in state.actions():
            state.play(action)
        assert state._table == before, "play changed the state it was called on"
        assert str(state) and repr(state) and str(state.view(0)) and repr(state.view(None))
    for name in ("phase", "game", "_table", "anything"):
        with pytest.raises(AttributeError):
            setattr(states[0], name, "over")
    with pytest.raises(AttributeError, match="cannot assign to field 'seat'"):
        states[0].view(0).seat = 1
    assert played.deal(1) != played.deal(2)


def test_refusals(played):
    state, *_, end = walk(played, 7)
    first = state.actions()[0]
    before = state._table.copy()
    assert state.why_not(first) is None
    other = state._table.left(state.to_act)
    turn = f"it is player {state.to_act + 1}'s turn .* not player {other + 1}'s"
    with pytest.raises(IllegalAction, match=turn):
        state.play(first, seat=other)
    refused(state, "zzz", "there is no action 'zzz'; legal now: ")
    assert "did you mean" in state.why_not(first.verb + "x")
    for text in ("", " ", first.text + " 99", "\x00", "x" * 10_000, "💥", first.verb + " -1"):
        assert 0 < len(state.why_not(text)) < 800
    for verb in played.verbs:  # no action out of its phase, and each refusal is a sentence
        if verb not in {a.verb for a in state.actions()}:
            with pytest.raises(IllegalAction) as caught:
                state.play(verb)
            assert caught.value.sentence and caught.value.rule
    assert state._table == before
    assert end.why_not(first) == "the game is over; nobody is to act" and end.actions() == ()
    data = json.loads(end.record().to_json())
    data["actions"].append(first.text)
    with pytest.raises(RecordError, match=f"action {len(data['actions'])}, .*the game is over"):
        Record.from_json(json.dumps(data))


def test_options_and_players_are_checked(played):
    few = played.players[0]
    for options, match in (
        ({"deels": 2}, "has no option 'deels'; did you mean 'deals'"),
        ({"deals": 0}, "deals is a whole number from 1"),
        ({"deals": True}, "deals is"),
        ({"dealer": few}, "dealer is a seat"),
    ):
        with pytest.raises(OptionError, match=match):
            played.deal(1, few, **options)
    for wrong in (0, played.players[-1] + 1, "5", True, 2.0):
        with pytest.raises(ValueError, match=f"{played.title} is for"):
            played.deal(1, wrong)
    with pytest.raises(ValueError, match="a deal is a whole number"):
        played.deal(-1)
    for no_cards in ("KX", 1.5, object()):
        with pytest.raises(CardError):
            played.deal(1, cards=no_cards)
    with pytest.raises(AttributeError, match="does not change"):
        played.deals = 2
    assert played.vary() == played and hash(played.vary()) == hash(played)
    assert played.vary(deals=2) != played and "deals=2" in repr(played.vary(deals=2))
    for name, values in played.readings.items():
        assert values[0] == played.options[name]


def test_every_phase_and_action_has_its_rule(played):
    """tell() says every option and every rule, each with a source."""
    told = played.tell()
    for name, option in played.declared.items():
        assert f"Option {name}: " in told and option.source and option.says
    for name in dir(type(played)):
        if name.startswith("at_"):
            assert played.source(name), name


@pytest.mark.slow
def test_the_rule_bot_plays_every_option_set(played):
    for varied in possible(played):
        deal = varied.deal(4, varied.players[0])
        for bots in (["rule"], ["rule", *["random"] * (deal.players - 1)]):
            assert play_out(deal, bots, limit=MOST).is_over, varied


# --- bots that fail ---


def raising(view, actions, rng):
    raise ZeroDivisionError("no idea")


@pytest.mark.slow
def test_a_bot_that_fails_is_reported_and_the_game_stands(played):
    state = played.deal(5)
    copy = state._table.copy()
    with pytest.raises(
        BotError, match=rf"raising, player {state.to_act + 1}, raised ZeroDivisionError: no idea"
    ) as failed:
        step(state, raising, random.Random(1))
    assert failed.value.state is state and state._table == copy
    sent = pickle.loads(pickle.dumps(failed.value))  # as from another process
    for error in (failed.value, sent):
        assert (error.state, error.seat, str(error)) == (state, state.to_act, str(sent))
    with pytest.raises(BotError, match="gave 'steal everything': there is no action 'steal'"):
        step(state, lambda view, actions, rng: "steal everything", random.Random(1))
    calls = iter(range(10_000))

    def late(view, actions, rng):
        if next(calls) > 2000:  # a round of Cooncan, in both rotations, is some hundreds
            raise RuntimeError("tired")
        return random_bot(view, actions, rng)

    with pytest.raises(BotError, match="tired") as failed:
        ladder(played, {"late": late, "random": random_bot}, 5000, players=played.players[0])
    assert 0 < failed.value.so_far.n < 5000
    with pytest.raises(ValueError, match="there is no bot 'clever'"):
        play_out(state, ["clever"])
    with pytest.raises(ValueError, match="bots, or one for all"):
        play_out(state, ["random"] * 20)


@pytest.mark.few("commerce", "pope-joan")
def test_a_ladder_is_repeatable_stoppable_and_resumed(played):
    game, players = played.vary(deals=1), played.players[0]
    match = partial(ladder, game, ["rule", "random"], 6, seed=3, players=players)
    whole = match()
    assert whole.n == 6 and whole == match()

    def stop(done, n):
        if done == 4:
            raise KeyboardInterrupt

    part = match(progress=stop)
    assert part.n == 4 and "stopped, 6 were asked for" in str(part)
    assert match(resume=part) == whole
    low, high = whole["rule"].interval
    assert low <= whole["rule"].mean <= high
    with pytest.raises(ValueError, match="other bots"):
        ladder(game, ["rule", random_bot], 6, seed=3, players=players, resume=part)
    with pytest.raises(ValueError, match="2 to"):
        ladder(played, ["rule"], 6)
    with pytest.raises(ValueError, match="n is a whole number"):
        ladder(played, ["rule", "random"], 0)


# --- the mapping ---


def test_the_package_is_the_mapping():
    assert cadogan.round_games["speculation"] is games["speculation"]
    assert list(cadogan.round_games) == list(games) == list(cadogan.round_games.keys())
    assert len(cadogan.round_games) == len(games) and "commerce" in cadogan.round_games
    assert "whist" not in cadogan.round_games and None not in games
    with pytest.raises(
        KeyError, match="there is no round game 'speculatoin'; did you mean 'speculation'"
    ):
        cadogan.round_games["speculatoin"]
    with pytest.raises(KeyError, match="the round games are "):
        games["xyzzy"]


# --- cards, piles, tables ---


def test_cards():
    assert card("JK1") is card("jk") is JOKER
    assert (JOKER.rank, JOKER.suit, JOKER.text, JOKER.name) == (0, "", "JK", "joker")
    assert sorted([HIDDEN, JOKER, card("KS")]) == [card("KS"), JOKER, HIDDEN]
    assert len(pack(without="8D")) == 51
    assert pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN
    with pytest.raises(CardError):
        card("JK3")


def test_piles_and_what_is_known_of_them():
    hand = Hand()
    for text, seen in (("9H", 1), ("2C", ALL), ("9H", ALL)):
        hand.add(card(text), seen)
    assert [str(c) for c in hand.cards] == ["2C", "9H", "9H"]
    assert hand.take(card("9H")).seen == ALL  # of two alike, the one that is known
    with pytest.raises(ValueError, match="does not lie here"):
        hand.take(card("KS"))
    hand.show(2)
    assert [h.seen for h in hand] == [ALL, 3]
    hand.forget(1)
    assert [h.seen for h in hand] == [1, 1]
    pile = Pile()
    pile.add(card("AC"))
    pile.under(card("KC"), 4)
    assert pile.cards == list(cards("KC AC")) and pile[0] == Held(card("KC"), 4)


def test_unseen_cards_lie_only_where_they_may():
    some = pack()[:8]
    bars = [[some[0]], [some[1], some[2]], [], some[:7], [], [], some[1:], []]
    for seed in range(200):
        order = some[:]
        random.Random(seed).shuffle(order)
        laid = allowed(order, bars)
        assert sorted(laid) == some
        assert all(c not in b for c, b in zip(laid, bars))
    with pytest.raises(ValueError, match="no place left"):
        allowed(some[:2], [some[:2], []])


def test_counters_and_pools():
    table = Table(3, 1)
    table.pools["board"] = 0
    table.pay(0, "pool", 3)
    table.pay(1, "board", 2)
    table.pay(2, 0, 5)
    assert table.win(2, 10, "board") == 2 and table.win(1) == 3
    assert table.counters == [2, 1, -3] and sum(table.counters) + sum(table.pools.values()) == 0
    assert table.others(1) == [2, 0] and table.turn(2) == [2, 0, 1] and table.left(2) == 0


def test_options():
    option = Option(1, (1, 0), "source")
    assert option.allows(0) and not option.allows(False) and not option.allows(1.0)
    span = Whole(2, 5, (None,))
    assert 2 in span and None in span and 6 not in span and True not in Whole(0, 1)


# --- melds and tricks ---


@pytest.mark.table("kind, line, text, low", "melds")
def test_runs_and_sets(kind, line, text, low):
    meld = laid_as(cards(line), FORTY if kind == "run of forty" else ACE_AT_EITHER_END)
    assert (meld.text, meld.low) == (text, low) if text else meld is None


@pytest.mark.table("line, added, end, text", "grown")
def test_melds_grow(line, added, end, text):
    grown = laid_as(cards(line), ACE_AT_EITHER_END).adding(card(added), end)
    assert grown.text == text if text else grown is None


def test_what_a_meld_stands_for_and_its_ends():
    order = ACE_AT_EITHER_END
    assert laid_as(cards("JK JK AH"), order).faces == cards("QH KH AH")
    meld = laid_as(cards("7H 8H JK"), order)
    assert meld.faces == cards("7H 8H 9H") and meld.ends() == {
        "low": card("6H"),
        "high": card("10H"),
    }
    whole = laid_as(cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"), order)
    assert whole.ends() == {} and len(whole.cards) == 14
    crossed = Meld(cards("JK 7H 8H"), suit="H", low=5, order=order, crossed=frozenset({0}))
    assert crossed.adding(card("5H"), "low").crossed == {1}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.slow
def test_melds_of_a_hand_agree_with_trying_everything(seed):
    small = [c for c in pack(range(1, 7), packs=2, jokers=2) if c.suit in ("C", "D", "")] + list(
        cards("KC QC")
    )
    hand = sorted(random.Random(seed).sample(small, 8))
    sets, runs = set(), set()
    for size in range(3, 9):
        for some in itertools.combinations(hand, size):  # a joker lies last
            tried = Meld(some, rank=some[0].rank)
            sets |= {tried.text} if lies(tried, ()) else set()
            for lying in set(itertools.permutations(some)) if size <= 5 else ():
                for low in range(12):
                    tried = Meld(lying, suit=some[0].suit, low=low, order=ACE_AT_EITHER_END)
                    runs |= {(tried.text, low)} if lies(tried, tried.order) else set()
    assert {m.text for m in sets_in(hand)} == sets
    assert {(m.text, m.low) for m in runs_in(hand, ACE_AT_EITHER_END, longest=5)} == runs
    listed = [(m.text, m.low) for m in runs_in(hand, ACE_AT_EITHER_END)]
    assert len(listed) == len(set(listed))
