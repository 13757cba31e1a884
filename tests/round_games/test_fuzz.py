"""What hostile input, which `tests/fuzz` makes, once led to."""

import json
import tracemalloc

import pytest

from cadogan.round_games import OptionError, Record, RecordError, games
from cadogan.round_games.records import LONGEST, MOST_ACTIONS

from .at_play import random_playout


def test_an_option_named_like_an_argument_is_unknown():
    for name in ("self", "game", "__class__"):
        with pytest.raises(OptionError, match="has no option"):
            games["commerce"].vary(**{name: 1})
    record = json.loads(games["commerce"].deal(1).record().to_json())
    with pytest.raises(RecordError, match="has no option 'self'"):
        Record.from_json(json.dumps({**record, "options": {"self": 1}}))


def test_blanks_capitals_and_the_sign_of_a_ten_do_not_matter():
    state = games["calabrasella"].deal(3).play("PLAY").play(" forgo ")
    card = state.hands[1][0].text
    assert state.play(f"discard  {card.lower()} ") == state.play(f"discard {card}")
    state = state.play(f"discard {card}").play("enough")
    state = state.play(state.actions()[0])
    lead = state.actions()[0].text
    assert state.play(lead.replace(" ", "  ")) == state.play(lead)
    joan = games["pope-joan"].deal(3)
    one = joan.hands[1][-1].text
    assert joan.play(f"lead  {one}") == joan.play(f"lead {one}")


def test_what_somebody_wrote_is_cut():
    for slug in games:
        state = games[slug].deal(1)
        for verb in state.game.verbs:
            said = state.why_not(f"{verb} {'x' * 5000}") or ""
            assert "x" * 60 not in said and len(said) < 1000


@pytest.mark.slow
def test_a_long_record_takes_little_memory():
    """The states of a long game share what happened, and few keep a table of their own."""
    game = games["speculation"].vary(deals=None)
    end, made = random_playout(game, 3, limit=4000)
    assert made == 4000
    text = end.record().to_json()
    tracemalloc.start()
    states = Record.from_json(text).states()
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(states) == 4001 and states[-1] == end
    assert held < 4001 * 4000 and most < 4001 * 5000, "a few thousand bytes for a state"
    for place in (3999, 17, 2000, 2001):
        state = games["speculation"].vary(deals=None).deal(3)
        for action in end.record().actions[:place]:
            state = state.play(action)
        assert (
            states[place] == state
            and states[place].history == state.history
            and states[place].actions() == state.actions()
        )


@pytest.mark.slow
def test_records_beyond_the_limits_are_refused():
    record = json.loads(games["pope-joan"].deal(1).record().to_json())
    with pytest.raises(RecordError, match="at most 10,000 texts"):
        Record.from_json(json.dumps({**record, "actions": ["x"] * (MOST_ACTIONS + 1)}))
    with pytest.raises(RecordError, match="at most 1,000,000 characters"):
        Record.from_json(" " * (LONGEST + 1))
    with pytest.raises(RecordError, match="a pack has no more than 600 characters"):
        Record.from_json(json.dumps({**record, "cards": "AS " * 3000}))
    many = games["speculation"].vary(
        market="posted_price", highest_bid=1000, hidden_sales="any_time", deals=None
    )
    end, _ = random_playout(many, 1, limit=600)
    with pytest.raises(RecordError, match="more than are checked"):
        Record.from_json(end.record().to_json())


def test_huge_numbers_are_refused_in_a_short_sentence():
    game = games["commerce"]
    for number in (10**400, 10**6000, -(10**6000)):
        for refused in (
            lambda n=number: game.deal(n),
            lambda n=number: game.deal(1, n),
            lambda n=number: game.vary(round_cap=n),
        ):
            with pytest.raises(ValueError, match="not "):
                refused()
        assert len(game.deal(1).why_not("stand", seat=number) or "") < 200
