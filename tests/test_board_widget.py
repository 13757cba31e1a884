"""The widget's Python side without a kernel: what a cell can hold, drive and observe."""

import json

import pytest

import cadogan
from cadogan.patience.position import IllegalMove
from cadogan.patience.record import Record
from cadogan.tables.deals import deals_worth_playing

pytest.importorskip("anywidget")
from cadogan.board import widget

GAME, DEAL = "la-belle-lucie", 5


@pytest.fixture
def board(monkeypatch):
    """A board, and in `board.told` what it sends to the screen."""
    one = cadogan.play(GAME, DEAL)
    told = []
    monkeypatch.setattr(type(one), "send", lambda self, content, buffers=None: told.append(content))
    object.__setattr__(one, "told", told)
    return one


def test_a_board_holds_game_position_and_record(board):
    assert board.game == cadogan.games[GAME] and board.position == board.game.deal(DEAL)
    assert board.record == Record(board.game, DEAL)
    assert repr(board) == board.position_text == board.position.picture(hidden=True)
    assert (board.moved, board.won) == (0, False)


def test_what_the_screen_needs_first_is_json_and_has_the_odds(board):
    first = json.loads(json.dumps(board.first))
    assert first["places"] and first["kept_as"] == GAME
    assert [row["player"] for row in first["odds"]["rows"]] == ["random", "greedy", "careful"]
    assert json.loads(json.dumps(board.replay))["frames"]


def test_a_cell_drives_the_board_and_observes_it(board):
    seen = []
    board.observe(lambda change: seen.append(change["new"]), "moved")
    first = board.position.moves()[0]
    board.move(first)
    assert board.told[-1]["kind"] == "state" and board.told[-1]["last"]["text"] == first.text
    board.undo()
    board.redo()
    board.move(board.position.moves()[0].text)
    board.restart()
    board.deal(77)
    assert board.record == Record(board.game, 77)
    assert seen == [1, 0, 1, 2, 0]
    with pytest.raises(IllegalMove, match="wants an ace next"):
        board.move("t1-f1")
    with pytest.raises(ValueError, match="whole number"):
        board.deal(-1)
    board.undo()
    assert board.record == Record(board.game, DEAL), "the deal that was begun again comes back"
    for left in (2, 1, 0):
        board.undo()
        assert board.moved == left
    with pytest.raises(ValueError, match="nothing"):
        board.undo()


def test_a_message_from_the_screen_moves_the_game(board):
    move = board.position.moves()[0]
    board._answer(board, {"kind": "try", "from": move.source, "to": move.target}, [])
    assert board.record.moves == (move.text,) and board.moved == 1
    board._answer(board, "nonsense", [])
    assert board.told[-1]["kind"] == "error" and board.moved == 1


def test_a_won_record_is_loaded_and_won_is_observed(board):
    won = next(deal for deal, word in deals_worth_playing(board.game).items() if word == "easy")
    record = cadogan.odds.playout(board.game, won)
    seen = []
    board.observe(lambda change: seen.append(change["new"]), "won")
    board.load(record)
    assert seen == [True] and board.record == record
    with pytest.raises(ValueError, match="another game"):
        board.load(Record(cadogan.games["fortress"], 1))
    assert board.record == record


class Shell:
    """What IPython has of a notebook's kernel."""

    kernel = object()


@pytest.mark.parametrize(
    ("shell", "page", "pictures"), [(Shell(), "", 1), (Shell(), "1", 0), (None, "", 0)]
)
def test_a_notebook_has_a_picture_beside_its_board_and_a_page_has_none(
    shell, page, pictures, monkeypatch
):
    """Nor has a console, which could not show it; everywhere the widget is shown as any other."""
    shown = []
    monkeypatch.setenv("CADOGAN_PAGE", page)
    monkeypatch.setattr(widget, "get_ipython", lambda: shell)
    monkeypatch.setattr(widget, "display", lambda data, raw: shown.append(data))
    for board in (cadogan.play("caesar", 1), cadogan.play_round("cooncan", 3)):
        shown.clear()
        with pytest.raises(NotImplementedError):
            board._ipython_display_()
        assert len(shown) == pictures
        for data in shown:
            assert list(data) == ["text/html"] and "cadogan-picture" in data["text/html"]
            assert (
                "data:image/svg+xml" if isinstance(board, widget.Board) else "player 1"
            ) in data["text/html"]
