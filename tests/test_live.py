"""The cells of a page, run from above: what each needs, what it sees, what it shows, and how it
fails.
"""

import builtins
import json

import pytest

import cadogan
from cadogan.board import laboratory, page
from cadogan.edition.notebook import code_cells
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
    return shown(cells.run(Page(sources), n)[n])


# ---- what a cell needs ---------------------------------------------------------------------------


@pytest.mark.table("source, used", "names")
def test_the_names_that_a_cell_uses_are_those_it_has_not_surely_bound(source, used):
    found, wanted = names_of(source).used, {*used.split()}
    assert wanted <= found and found - wanted <= {"i", "total", "f"}, (
        "more than is needed may be said, less may not"
    )


def test_only_what_a_cell_needs_is_run_before_it():
    sources = ["a = 2", "print('slow')", "def f(x):\n    return x * a", "b = f(3)\nprint(b)"]
    assert list(Cells().run(Page(sources), 3)) == [0, 2, 3]


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


ADDING = [f"found.append({n})\nprint(found)" for n in (1, 2)]
NOTE = "found = []\ndef note(x):\n    found.append(x)"


@pytest.mark.parametrize(
    ("sources", "order", "shows"),
    [
        (["n = 1", "print(n)", "n = 2", "print(n)"], (3, 1, 3), "2 1 2"),
        (["found = []", *ADDING, "print(found)"], (3, 1, 1, 2, 3), "[1, 2] [1] [1] [1, 2] [1, 2]"),
        ([NOTE, "note(1)", "note(2)", "print(found)"], (3, 3), "[1, 2] [1, 2]"),
    ],
)
def test_a_cell_sees_what_the_cells_above_it_leave_whatever_was_run_before(sources, order, shows):
    """What is changed in place, too, and what a function changes where it is called."""
    cells = Cells()
    assert " ".join(run(cells, sources, at) for at in order) == shows


def test_chance_goes_on_from_where_the_page_has_brought_it():
    sources = ["import random\nrng = random.Random(1)", *["print(rng.random())"] * 2]
    whole = Cells()
    first, second = (run(whole, sources, at) for at in (1, 2))
    assert first != second
    assert run(whole, sources, 1) == first and run(Cells(), sources, 2) == second


def test_a_changed_cell_above_is_run_again_and_the_one_below_follows():
    cells, below = Cells(), ["m = n + 1", "print(m)"]
    assert run(cells, ["n = 1", *below], 2) == "2"
    assert run(cells, ["n = 10", *below], 2) == "11"
    before, after = (Page([first, *below]).signatures[2] for first in ("n = 1", "n = 10"))
    assert before != after


def test_a_cell_above_that_fails_stops_the_run_and_is_named():
    done = Cells().run(Page(["n = 1 / 0", "print(n)"]), 1)
    assert list(done) == [0] and shown(done[0]) == "1: division by zero"
    failed = Cells().run(Page(["def f():\n    return 1 / 0", "f()"]), 1)[1][-1]
    assert (failed["cell"], failed["line"]) == (0, 2), "so is one whose function fails"


# ---- rules cells -------------------------------------------------------------------------------------


@pytest.mark.table("hostile", "hostile_rules")
def test_a_rules_cell_is_read_and_never_run_whatever_its_text(hostile, monkeypatch):
    monkeypatch.setattr(builtins, "ran_as_python", False, raising=False)
    sources = ["from cadogan.words import *", hostile, "print(pack)"]
    cells = Cells()
    for n in (1, 2):
        done = cells.run(Page(sources, [1]), n)
        assert list(done)[-1] == 1, "what needs it is not run"
        refused = done[1][-1]
        assert (refused["ename"], refused["cell"]) == ("RulesError", 1)
        assert refused["line"] and refused["evalue"]
    assert not builtins.ran_as_python
    Cells().run(Page(sources), 1)
    assert builtins.ran_as_python, "as a cell of the reader's own it leaves its trace"


def test_the_names_of_rules_cells_are_bound_and_a_changed_one_is_followed():
    rules = ["pack = packs(1)", 'outside = free("fans")\npack = packs(2)']
    rest = ["print(pack.n, type(outside).__name__)", "pack = 7", "print(pack)"]
    page = Page([*rules, *rest], [0, 1])
    cells = Cells()
    assert shown(cells.run(page, 2)[2]) == "2 free"
    assert shown(cells.run(page, 4)[4]) == "7"
    changed = Page([rules[0], rules[1].replace("2", "1"), *rest], [0, 1])
    assert shown(cells.run(changed, 2)[2]) == "1 free"
    assert page.signatures[2] != changed.signatures[2]
    assert page.signatures[4] == changed.signatures[4]


def test_a_rules_cell_sees_rules_cells_alone_and_an_error_below_does_not_stop_it():
    sources = ["pack = 7", "two = packs(2)", "mine = (pack, two)", "mary(down)", "print(two.n)"]
    page = Page(sources, [1, 2, 3])
    assert shown(Cells().run(page, 4)[4]) == "2"
    refused = Cells().run(page, 2)[2][-1]
    assert (refused["cell"], refused["line"]) == (2, 1) and "'pack'" in refused["evalue"]


@pytest.mark.parametrize("slug", ["fortress", "zodiac"])
def test_the_rules_cells_of_a_chapter_give_the_books_own_game(slug):
    found = code_cells(cadogan.games.text(slug))
    rules = [n for n, cell in enumerate(found) if "rules" in cell.tags]
    page, name = Page([cell.text for cell in found], rules), slug
    cells = Cells()
    assert cells.run(page, rules[-1])[rules[-1]] == []
    game = cells.ran[rules[-1]].bound[name]
    assert game == cadogan.games[slug] and game.tell() == cadogan.games[slug].tell()


# ---- what it shows -----------------------------------------------------------------------------------


@pytest.mark.table("source, says", "shows")
def test_a_cell_shows_its_last_expression_and_what_it_prints(source, says):
    assert run(Cells(), [source], 0) == says


@pytest.mark.table("source, says", "runs")
def test_an_error_is_a_line_and_a_sentence(source, says):
    told = run(Cells(), [source], 0)
    assert not any(part in told for part in ("Traceback", 'File "', "(/", "[Errno"))
    assert told.startswith(says), told


@pytest.mark.parametrize(
    ("source", "most"),
    [
        ("while True:\n    print('x' * 1000)", 2 * MOST_PRINTED),
        ("while True:\n    display(1)", MOST_PRINTED),
        ("from IPython.display import HTML\nHTML('x' * 6_000_000)", MOST_PRINTED),
    ],
)
def test_a_cell_that_shows_more_than_a_page_can_hold_is_stopped(source, most):
    outputs = Cells().run(Page([source]), 0)[0]
    assert outputs[-1]["ename"] == "TooMuch" and len(outputs) <= MOST_OUTPUTS + 1
    assert sum(len(str(one)) for one in outputs) < most


# ---- what the page asks --------------------------------------------------------------------------------


def asked(**given):
    """The answer of the page's Python; no cell is a rules cell where none is said to be one."""
    return json.loads(laboratory.notebook(json.dumps({"rules": []} | given)))


@pytest.mark.table("given", "no_questions")
def test_what_is_no_question_gets_a_sentence(given):
    assert set(asked(**given)) == {"error"}


@pytest.fixture(autouse=True)
def own_boards(monkeypatch):
    """Boards of cells, and after the test those of the notebook again."""
    from cadogan.course import sliders

    for name in ("play", "Board", "play_round"):
        monkeypatch.setattr(cadogan, name, getattr(cadogan, name))
    monkeypatch.setattr(sliders, "_number", sliders._number)


def data_of(cells):
    """What the first cell shows, by kind."""
    return asked(cells=cells, run=0)["shown"]["0"][0]["data"]


def test_a_board_of_a_cell_is_laid_in_the_page_and_driven_by_other_cells():
    cells = [
        "import cadogan\nboard = cadogan.play('fortress', 1933)\nboard",
        "board.move('l9-f1')\nboard.position.home",
    ]
    data = data_of(cells)
    number = data["application/vnd.cadogan.board+json"]["session"]
    opened = json.loads(page.open_game(json.dumps({"session": number})))
    assert opened["id"] == number and opened["opening"]["game"] == "fortress" and opened["replies"]
    played = json.loads(page.handle(number, json.dumps({"kind": "move", "move": "l7-f1"})))
    assert "replies" in played
    moved = asked(cells=cells, run=1)
    assert moved["shown"]["1"][0]["data"]["text/plain"] and moved["boards"][0][0] == number


def test_a_round_game_is_laid_as_well():
    data = data_of(["import cadogan\ncadogan.play_round('cooncan', 3)"])
    assert data["application/vnd.cadogan.board+json"]["round"] is True
    assert data["text/plain"].startswith("Cooncan")


def test_a_slider_is_moved_to_any_value():
    def moved(cell, value, k=2):
        cells = [
            f"from cadogan.course import slide\nk = {k}",
            "slide('n', [1, 30], lambda n: f'{n * k} <')",
        ]
        return asked(cells=cells, slide={"cell": cell, "value": value})

    assert moved(1, "7")["state"] == "<p>14 &lt;</p>"
    assert moved(1, 7, k=3)["state"] == "<p>21 &lt;</p>"
    for cell, value in ((1, "x"), (1, 99), (0, 1), (5, 1)):
        assert set(moved(cell, value)) == {"error"}
    assert set(asked(cells=["1"], slide=3)) == {"error"}
