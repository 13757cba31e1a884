"""The widget of a round game's table, driven from a cell."""

import json

import pytest

import cadogan

pytest.importorskip("anywidget")

from cadogan.board.round_widget import RoundTable
from cadogan.round_games import games

from .at_play import refused


def sent(table):
    """Keeps what is sent to the screen from now on."""
    kept = []
    table.send = lambda content, buffers=None: kept.append(content)
    return kept


def test_a_table_is_driven_from_a_cell():
    table = cadogan.play_round(
        "cooncan", seed=1, players=4, seats=("you", "rule", "rule", "random"), rounds=2
    )
    assert isinstance(table, RoundTable) and table.game == games["cooncan"].vary(rounds=2)
    screen, changes = sent(table), []
    table.observe(lambda change: changes.append(change.new), "acted")
    assert table.bots() > 0 and table.state.to_act == 0
    table.play("draw", 0)
    assert (
        changes[-1] == table.acted == len(table.record.actions) and screen[-1]["at"] == table.acted
    )
    before = table.state
    refused(table, "take", "legal now")
    assert table.state is before
    table.undo()
    assert table.state.phase == "draw" and table.state.to_act == 0
    table.load(games["cooncan"].deal(5).play("draw").record())
    assert table.state.number == 5 and table.acted == 1
    table.deal(7)
    assert table.state == table.game.deal(7)
    with pytest.raises(ValueError, match="whole number"):
        table.deal(-1)
    with pytest.raises(ValueError, match="not of Cooncan"):
        table.load(games["pope-joan"].deal(1).record())


def test_messages_of_the_screen_are_answered():
    table = cadogan.play_round("pope-joan", 3)
    screen = sent(table)
    table._answer(table, {"kind": "bot"}, [])
    table._answer(table, {"kind": "nonsense"}, [])
    assert [one["kind"] for one in screen] == ["state", "error"] and table.acted == 1


def test_the_text_stands_beside_the_widget():
    table = cadogan.play_round("speculation", 3, seats="rule")
    assert repr(table).startswith("Speculation, a bystander's view") and table.table_text == repr(
        table
    )
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == repr(table)
    assert (
        len(json.dumps(table.replay)) < 400_000
        and table.replay["frames"]
        and table.first["kind"] == "state"
    )
