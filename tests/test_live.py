"""The cells of a page, run from above: what each needs, what it sees, what it shows, and how it
fails.
"""

import json

import pytest

from cadogan.board import page
from cadogan.live.names import Page, names_of
from cadogan.live.running import MOST_OUTPUTS, MOST_PRINTED, Cells


def shown(outputs):
    """All that a cell shows, as text."""
    texts = (
        one.get("text")
        or one.get("data", {}).get("text/plain")
        or f"{one['line']}: {one['evalue']}"
        for one in outputs
    )
    return "".join(texts).strip()


def run(cells, sources, n):
    """Run a cell and give what it shows."""
    return shown(cells.run(sources, n)[n])


# ---- what a cell needs ---------------------------------------------------------------------------


@pytest.mark.table("source, used", "names")
def test_the_names_that_a_cell_uses_are_those_it_has_not_surely_bound(source, used):
    found, wanted = names_of(source).used, {*used.split()}
    assert wanted <= found and found - wanted <= {"i", "total", "f"}, (
        "more than is needed may be said, less may not"
    )


def test_only_what_a_cell_needs_is_run_before_it():
    sources = ["a = 2", "print('slow')", "def f(x):\n    return x * a", "b = f(3)\nprint(b)"]
    assert list(Cells().run(sources, 3)) == [0, 2, 3]


def test_a_game_is_not_taken_to_be_changed_where_it_is_dealt_but_a_board_is():
    sources = [
        "import cadogan\ngame = cadogan.games['fortress']",
        "game.deal(1)",
        "board = cadogan.play('fortress')",
        "board.move('l9-f1')",
    ]
    found = Page(sources)
    assert found.touching("game", 0, 4) == [] and found.touching("board", 2, 4) == [3]


# ---- what a cell sees ------------------------------------------------------------------------------


def test_a_cell_sees_what_the_cells_above_it_leave_whatever_was_run_before():
    cells, sources = Cells(), ["n = 1", "print(n)", "n = 2", "print(n)"]
    assert [run(cells, sources, at) for at in (3, 1, 3)] == ["2", "1", "2"]


def test_what_changes_in_place_is_made_anew_for_a_cell_further_above():
    cells, sources = (
        Cells(),
        [
            "found = []",
            "found.append(1)\nprint(found)",
            "found.append(2)\nprint(found)",
            "print(found)",
        ],
    )
    assert [run(cells, sources, at) for at in (3, 1, 1, 2, 3)] == [
        "[1, 2]",
        "[1]",
        "[1]",
        "[1, 2]",
        "[1, 2]",
    ]


def test_chance_goes_on_from_where_the_page_has_brought_it():
    sources = [
        "import random\nrng = random.Random(1)",
        "print(rng.random())",
        "print(rng.random())",
    ]
    whole = Cells()
    first, second = (run(whole, sources, at) for at in (1, 2))
    assert first != second
    assert run(whole, sources, 1) == first and run(Cells(), sources, 2) == second


def test_what_a_function_changes_counts_where_it_is_called():
    sources = ["seen = []\ndef note(x):\n    seen.append(x)", "note(1)", "note(2)", "print(seen)"]
    cells = Cells()
    assert run(cells, sources, 3) == "[1, 2]" and run(cells, sources, 3) == "[1, 2]"


def test_a_changed_cell_above_is_run_again_and_the_one_below_follows():
    cells, sources = Cells(), ["n = 1", "m = n + 1", "print(m)"]
    assert run(cells, sources, 2) == "2"
    before = Page(sources).signatures[2]
    sources = ["n = 10", *sources[1:]]
    assert Page(sources).signatures[2] != before
    assert run(cells, sources, 2) == "11"


def test_a_cell_above_that_fails_stops_the_run_and_is_named():
    done = Cells().run(["n = 1 / 0", "print(n)"], 1)
    assert list(done) == [0] and shown(done[0]) == "1: division by zero"


# ---- what it shows -----------------------------------------------------------------------------------


@pytest.mark.table("source, says", "shows")
def test_a_cell_shows_its_last_expression_and_what_it_prints(source, says):
    assert run(Cells(), [source], 0) == says


@pytest.mark.table("source, says", "runs")
def test_an_error_is_a_line_and_a_sentence(source, says):
    told = run(Cells(), [source], 0)
    assert not any(part in told for part in ("Traceback", 'File "', "(/", "[Errno"))
    assert told.startswith(says), told


def test_an_error_in_a_function_of_a_cell_above_names_that_cell():
    failed = Cells().run(["def f():\n    return 1 / 0", "f()"], 1)[1][-1]
    assert (failed["cell"], failed["line"]) == (0, 2)


def test_a_cell_that_prints_without_end_is_stopped():
    outputs = Cells().run(["while True:\n    print('x' * 1000)"], 0)[0]
    assert outputs[-1]["ename"] == "TooMuch" and len(outputs[0]["text"]) < 2 * MOST_PRINTED


@pytest.mark.parametrize(
    "source",
    ["while True:\n    display(1)", "from IPython.display import HTML\nHTML('x' * 6_000_000)"],
)
def test_a_cell_that_shows_more_than_a_page_can_hold_is_stopped(source):
    outputs = Cells().run([source], 0)[0]
    assert outputs[-1]["ename"] == "TooMuch" and len(outputs) <= MOST_OUTPUTS + 1
    assert sum(len(str(one)) for one in outputs) < MOST_PRINTED


# ---- what the page asks --------------------------------------------------------------------------------


def asked(**given):
    """The answer of the page's Python."""
    return json.loads(page.notebook(json.dumps(given)))


@pytest.mark.table("given", "no_questions")
def test_what_is_no_question_gets_a_sentence(given):
    assert set(asked(**given)) == {"error"}


@pytest.fixture(autouse=True)
def own_boards(monkeypatch):
    """Boards of cells, and after the test those of the notebook again."""
    import cadogan
    from cadogan.course import sliders

    for module, name in (
        (cadogan, "play"),
        (cadogan, "Board"),
        (cadogan, "play_round"),
        (sliders, "_number"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name))


def test_a_board_of_a_cell_is_laid_in_the_page_and_driven_by_other_cells():
    cells = [
        "import cadogan\nboard = cadogan.play('fortress', 1933)\nboard",
        "board.move('l9-f1')\nboard.position.home",
    ]
    data = asked(cells=cells, run=0)["shown"]["0"][0]["data"]
    number = data["application/vnd.cadogan.board+json"]["session"]
    opened = json.loads(page.open_game(json.dumps({"session": number})))
    assert opened["id"] == number and opened["opening"]["game"] == "fortress" and opened["replies"]
    played = json.loads(page.handle(number, json.dumps({"kind": "move", "move": "l7-f1"})))
    assert "replies" in played
    moved = asked(cells=cells, run=1)
    assert moved["shown"]["1"][0]["data"]["text/plain"] and moved["boards"][0][0] == number


def test_a_round_game_is_laid_as_well():
    data = asked(cells=["import cadogan\ncadogan.play_round('cooncan', 3)"], run=0)["shown"]["0"][
        0
    ]["data"]
    assert data["application/vnd.cadogan.board+json"]["round"] is True and data[
        "text/plain"
    ].startswith("Cooncan")


def test_a_slider_is_moved_to_any_value():
    cells = [
        "from cadogan.course import slide\nk = 2",
        "slide('n', [1, 30], lambda n: f'{n * k} <')",
    ]
    assert asked(cells=cells, slide={"cell": 1, "value": "7"})["state"] == "<p>14 &lt;</p>"
    assert (
        asked(
            cells=["from cadogan.course import slide\nk = 3", cells[1]],
            slide={"cell": 1, "value": 7},
        )["state"]
        == "<p>21 &lt;</p>"
    )
    for one in (
        {"cell": 1, "value": "x"},
        {"cell": 1, "value": 99},
        {"cell": 0, "value": 1},
        {"cell": 5, "value": 1},
        3,
    ):
        assert set(asked(cells=cells, slide=one)) == {"error"}
