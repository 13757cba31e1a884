"""Every legal move can be made by hand, by pointer alone and by keys alone, and every card that it
names is drawn: in all games, along a walk of the careful player.

The front end's own hands try it (`tests/js/by_hand.mjs`), on the messages of the board's referee."""

import json
import shutil
import subprocess

import pytest

from cadogan.board.session import Session
from cadogan.players.strategies import Player

from .conftest import ROOT

#: So many states of a walk, and so many moves of each, are tried.
STATES, MOVES = 60, 120
#: A walk has so many moves at most.
LONGEST = 300


def walk(game, deal):
    """The messages of a game that the careful player plays, with the cards that each move names."""
    session = Session(game, deal)
    places, player = session.snapshot()["places"], Player("careful", [deal, 2, 3, 4])
    while True:
        moves, view = session.position.moves(), session.view()
        special = [i for i, move in enumerate(moves) if move.kind != "play"]
        yield {
            **view,
            "places": places,
            "named": [[card.text for card in move.cards] for move in moves],
            "tried": sorted({*special[:MOVES], *range(0, len(moves), len(moves) // MOVES + 1)}),
        }
        move = player.choose(session.position)
        if move is None or len(session.moves) == LONGEST:
            return
        session.play(move)


def tried(states):
    """What the hands could not do, and how much they tried."""
    lines = "".join(json.dumps(state) + "\n" for state in states)
    command = [shutil.which("node"), ROOT / "tests/js/by_hand.mjs"]
    found = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return json.loads(found.stdout)


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")


@needs_node
@pytest.mark.few
def test_every_legal_move_can_be_made_by_hand(game):
    """By pointer alone and by keys alone; every place concerned and every card named is drawn."""
    states = [state for deal in (1914, 0) for state in walk(game, deal)]
    found = tried(states[:: len(states) // STATES + 1])
    assert found["moves"] and not found["wrong"], "\n".join(found["wrong"][:5])


@needs_node
def test_two_cards_that_may_be_married_or_go_home_together_are_offered_both():
    """And nothing of the list of moves is left out, however long it is."""
    state = next(walk("empress-of-india", 1914))
    together = [i for i, move in enumerate(state["moves"]) if move["kind"] == "together"]
    assert len(state["moves"]) == 1154 and together
    assert not tried([{**state, "tried": together}])["wrong"]
    (pair, *_) = [state["moves"][i]["places"] for i in together]
    married = [move for move in state["moves"] if move["places"] == pair and move["kind"] == "play"]
    assert married, "both are legal between the same two places"
