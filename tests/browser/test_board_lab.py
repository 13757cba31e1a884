"""A board in JupyterLab, with a live kernel: mouse, keyboard and touch, each alone, and the Python
side that holds the game.
"""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import cadogan

from .conftest import CALM, Watched, push

pytest.importorskip("jupyterlab")
pytest.importorskip("anywidget")
pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: The shortest win of the book.
GAME, DEAL = "caesar", 232064
MOVES = ["swap s1 s6", "swap s2 s7", "swap s3 s9", "swap s4 s9", "swap s5 s9"]
RECORD = cadogan.Record(cadogan.games[GAME], DEAL, MOVES)
assert RECORD.last.is_won
CELLS = [
    f'import cadogan\nseen = []\nboard = cadogan.play("{GAME}", {DEAL})\n'
    'board.observe(lambda change: seen.append(int(change["new"])), ["moved", "won"])\nboard',
    'print("RECORD", board.moved, seen, board.record.to_json())',
    "board.undo()\nboard.move(board.position.moves()[0])\nboard.undo()\nboard.redo()\nboard.restart()",
    f'import ipywidgets\nipywidgets.HBox([cadogan.play("{GAME}", 1), cadogan.play("fortress", 2)])',
    'from cadogan.course import check, moving, slide\nprint(check("sample-space/three", "0.972"))\n'
    'display(moving("m", [1, 2, 3], lambda chart, m: chart.points([(m, m)]) or f"at {m}", "It climbs.", still=0))\n'
    'slide("n", [1, 2, 3], lambda n: f"{n} squared is {n * n}", start=2)',
    'cadogan.play_round("cooncan", 3, dealer=3)',
    f'import time\nfrom IPython.display import display\ndisplay(cadogan.play("{GAME}", {DEAL}))\ntime.sleep(8)',
]
RUN = '[data-command="notebook:run-cell-and-select-next"]'
#: A screen for those who play by touch; JupyterLab's own layout is not made for a telephone.
#: Nothing is kept of a game.
FORGET = """Object.keys(localStorage).filter(name => name.startsWith("cadogan-kept"))
  .forEach(name => localStorage.removeItem(name))"""
TABLET = {"viewport": {"width": 1366, "height": 1024}, "has_touch": True, "is_mobile": True}
FLAGS = [
    "--ip=127.0.0.1",
    "--ServerApp.token=",
    "--ServerApp.password=",
    "--allow-root",
    "--LabApp.news_url=",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
]


@contextlib.contextmanager
def jupyter(home, *words, **more):
    """A JupyterLab of our own at work, on the loopback address, that keeps all it keeps in a folder:
    its address.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    package = str(Path(cadogan.__file__).parents[1])
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    environment = os.environ | {name: str(home / name) for name in names} | more
    command = [sys.executable, "-m", *words, f"--port={port}", "--no-browser"]
    address = f"http://127.0.0.1:{port}"
    with (home / "log.txt").open("w") as output:
        server = subprocess.Popen(
            command,
            env=environment | {"PYTHONPATH": path},
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=home,
        )
        try:
            for _ in range(120):
                try:
                    urllib.request.urlopen(f"{address}/api", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.25)
            else:
                pytest.fail((home / "log.txt").read_text()[-2000:])
            yield address
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a JupyterLab with one notebook."""
    home = tmp_path_factory.mktemp("lab")
    cells = [
        {
            "cell_type": "code",
            "id": f"c{i}",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": text,
        }
        for i, text in enumerate(CELLS)
    ]
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": cells}
    (home / "board.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    with jupyter(home, "jupyterlab", *FLAGS, f"--ServerApp.root_dir={home}") as address:
        yield address


def run_cell(page, n, how="keys"):
    """Run a cell; JupyterLab drops the order while its kernel is still being joined, so ask again."""
    prompt = page.locator(".jp-Notebook .jp-Cell .jp-InputPrompt").nth(n)
    cell, before = page.locator(".jp-Notebook .jp-Cell .cm-content").nth(n), prompt.inner_text()
    for _ in range(10):
        if page.locator(
            ".jp-Dialog"
        ).count():  # run too early, JupyterLab asks which kernel it is to be
            page.locator(".jp-Dialog .jp-mod-accept").click()
            page.wait_for_timeout(3000)
        cell.tap() if how == "touch" else cell.click()
        if how == "touch":
            page.locator(RUN).first.tap()
        elif how == "mouse":
            page.locator(RUN).first.click()
        else:
            page.keyboard.press("Shift+Enter")
        for tenths in range(600):
            page.wait_for_timeout(100)
            now = prompt.inner_text()
            if now not in (before, "[*]:"):
                return
            if tenths > 15 and now == before:
                break
    pytest.fail("JupyterLab did not run the cell")


def opened(browser, lab, how="keys"):
    """The notebook in JupyterLab, its first cell run. JupyterLab writes lines of its own to the
    console.
    """
    options = TABLET if how == "touch" else {"viewport": {"width": 1300, "height": 1000}}
    return at_work(browser, f"{lab}/lab/tree/board.ipynb?reset", **CALM | options)


def at_work(browser, address, **options):
    """A notebook in JupyterLab whose kernel is there."""
    board = Watched(browser.new_context(**options).new_page(), allowed=("",))
    board.goto(address)
    board.wait_for_selector(".jp-Notebook .jp-Cell")
    board.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
    return board


def begun(board, how="keys"):
    """The notebook's board, laid anew by its first cell: JupyterLab draws no widget for a cell that was
    run while it was still joining its kernel, so that the cell may have to be run once more.
    """
    board.evaluate(FORGET)
    board.evaluate("""() => {
        for (const old of document.querySelectorAll(".cadogan")) old.classList.add("old"); }""")
    drawn = board.page.locator(".cadogan:not(.old) .controls:not([hidden])").first
    for _ in range(4):
        run_cell(board.page, 0, how)
        for _ in range(150):
            if drawn.is_visible():
                break
            board.page.wait_for_timeout(100)
        else:
            continue
        break
    drawn.wait_for(timeout=1000)
    board.locator(".cadogan .head").first.scroll_into_view_if_needed()
    return board


@pytest.fixture(scope="module")
def lab_page(lab, browser):
    """The notebook in JupyterLab, for all that is done by mouse and keys."""
    board = opened(browser, lab)
    yield board
    board.context.close()


@pytest.fixture
def notebook(lab_page):
    """The notebook, its first cell run, for the tests that each run another cell of it."""
    return begun(lab_page)


def cells(page):
    """The kinds of the notebook's cells; what is out of sight JupyterLab leaves empty."""
    kinds = "all => all.map(one => [...one.classList].find(name => /Code|Markdown|Raw/.test(name)))"
    return page.eval_on_selector_all(".jp-Notebook .jp-Cell", kinds)


def exchange(board):
    """Make the first move of the deal between two places."""
    moves = cadogan.games[GAME].deal(DEAL).moves()
    board.make(next(move for move in moves if len(move.places) == 2), "mouse", odd=True)
    board.wait_moved(1)


def to_board(board):
    """From the cell that was run, by keys alone, to the table of its board."""
    board.press("ArrowUp")
    board.tab_to("[data-place]")


def printed(page, how="keys"):
    """What the second cell prints: the numbers of moves observed, and the record."""
    run_cell(page, 1, how)
    done = "/\\[\\d+\\]/.test(document.querySelectorAll('.jp-Cell .jp-InputPrompt')[1].innerText)"
    page.wait_for_function(f"{done} && document.body.innerText.includes('RECORD')")
    found = re.search(
        r"RECORD \d+ (\[[^]]*\]) (\{.*?\n\})", page.inner_text(".jp-Notebook"), re.DOTALL
    )
    return json.loads(found[1]), json.loads(found[2])


@pytest.mark.parametrize("how", ["mouse", "keys", "touch"])
def test_a_game_is_won_by_one_kind_of_input_alone_and_python_holds_it(
    lab, browser, ways, how, lab_page
):
    board = begun(opened(browser, lab, how) if how == "touch" else lab_page, how)
    page, notebook = board.page, cells(board.page)
    if how == "keys":
        to_board(board)
    board.win(RECORD, how, ways)
    assert board.on_board() and cells(page) == notebook
    seen, held = printed(page, how)
    assert seen == [*range(1, len(RECORD.moves) + 1), True] and held["moves"] == list(RECORD.moves)
    assert not [
        url
        for url in board.requests
        if not url.startswith((lab, lab.replace("http", "ws"), "blob:", "data:"))
    ]
    if how == "touch":
        page.context.close()


def test_no_key_of_the_board_reaches_jupyterlab(notebook):
    """There D D deletes a cell, A and B insert one, M and Y change its kind, I I interrupts the
    kernel …
    """
    board, page, notebook = notebook, notebook.page, cells(notebook.page)
    to_board(board)
    for key in [
        *"ddabxzmyrckvp123jinefghloqstuw?",
        "0",
        "0",
        "i",
        "i",
        "Delete",
        "Backspace",
        "Shift+M",
    ]:
        board.press(key)
        assert board.on_board(), f"after {key} the focus is elsewhere"
        assert cells(page) == notebook and not page.locator(".jp-Dialog").count(), (
            f"{key} came to JupyterLab"
        )
    assert (
        page.locator(".jp-Notebook .jp-Cell .jp-InputPrompt").nth(0).inner_text().strip() != "[*]:"
    )
    for _ in range(3):  # what is open is closed, what is chosen put back
        board.press("Escape")
    board.wait_says("Escape once more leaves the board for its cell.")
    assert board.on_board()
    board.press("Escape")
    assert not board.on_board()
    assert page.evaluate(
        "document.activeElement === document.querySelector('.cadogan').closest('.jp-Cell')"
    )
    there = "n => document.querySelectorAll('.jp-Notebook .jp-Cell').length === n"
    for keys, more in (("b", 1), ("d d", 0)):  # keys of JupyterLab again
        board.press(keys)
        page.wait_for_function(there, arg=len(notebook) + more)


#: What Jupyter Notebook, which asks for its commands before the board hears of a key, finds on what has
#: the focus: for each key whether the board keeps it.
MARKED = """() => { window.marked = {};
    document.addEventListener("keydown", ({ target, key }) => {
        window.marked[key] = target.hasAttribute("data-lm-suppress-shortcuts"); }, true); }"""


def test_the_keys_of_the_notebook_are_its_own_while_the_focus_is_in_a_board(notebook, lab):
    board, page, before = notebook, notebook.page, cells(notebook.page)
    exchange(board)
    page.evaluate(MARKED)
    board.press("Control+z")
    board.wait_moved(0)
    board.press("Control+y")
    board.wait_moved(1)

    saving = f"{lab}/api/contents/board.ipynb"
    with page.expect_request(lambda one: one.method == "PUT" and one.url.startswith(saving)):
        board.press("Control+s")
    assert board.on_board(), "the game goes on where it was"
    board.press("Control+Shift+C")
    page.locator("#modal-command-palette").wait_for()
    board.press("Escape")

    prompt = page.locator(".jp-Notebook .jp-Cell .jp-InputPrompt").first
    for key in ("Control+Enter", "Shift+Enter"):
        number = prompt.inner_text()
        to_board(board)
        assert board.on_board()
        board.press(key)
        page.wait_for_function(
            "was => !['[*]:', was].includes(document.querySelector('.jp-Cell .jp-InputPrompt').innerText)",
            arg=number,
        )
        # the game goes on where it was, before anything else is done
        board.locator(".cadogan .notice", has_text="You left this game at move 1.").wait_for()
        board.wait_moved(1)
    marked = page.evaluate("window.marked")
    assert not any(marked[key] for key in ("s", "C", "Enter")) and marked["z"] and marked["y"]
    assert cells(page) == before


def test_a_cell_drives_the_board_that_stands_above_it(notebook):
    board = notebook
    page = board.page
    exchange(board)
    for n in range(20):
        page.keyboard.press("r" if n % 2 else "u")
        board.wait_moved(n % 2)
    run_cell(page, 2)
    board.wait_moved(0)
    board.wait_says(f"The start of deal {DEAL}.")
    seen, held = printed(page)
    assert seen[-5:] == [0, 1, 0, 1, 0] and held["moves"] == []


def latest(board, n):
    """The board that the cell with that number shows, and what it says."""
    shown = board.page.locator(f'.jp-Cell[data-windowed-list-index="{n}"] .cadogan')
    return shown, shown.locator(".says")


def test_a_board_drawn_while_its_kernel_is_busy_says_so_and_keeps_the_click(notebook):
    board, page, n = notebook, notebook.page, len(CELLS) - 1
    page.evaluate(FORGET)
    cell = page.locator(f'.jp-Cell[data-windowed-list-index="{n}"] .cm-content')
    cell.scroll_into_view_if_needed()
    cell.click()
    board.press("Shift+Enter")
    shown, says = latest(board, n)
    shown.get_by_text("Python runs another cell").wait_for()
    _, a, b = MOVES[0].split()
    for place in (a, b):
        shown.locator(f'[data-place="{place}"]').click()
    assert "opened as a file" not in shown.inner_text()
    shown.get_by_text("1 move", exact=False).first.wait_for(timeout=20000)
    shown.locator(".controls:not([hidden])").first.wait_for()
    assert "runs another cell" not in says.inner_text()


def test_a_board_whose_kernel_is_restarted_says_so_at_once_and_comes_back_with_its_game(notebook):
    board, page = notebook, notebook.page
    exchange(board)
    page.locator('.jp-Toolbar [data-command="notebook:restart-kernel"]').click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    shown, _ = latest(board, 0)
    shown.locator(".notice", has_text="The kernel does not answer").wait_for(timeout=3000)
    assert shown.locator(".controls.replay").is_visible()
    assert not shown.get_by_role("button", name="Play it yourself").count(), "nobody can referee"
    run_cell(page, 0)
    shown.get_by_text("You left this game at move 1.").wait_for()
    shown.get_by_text("1 move ", exact=False).first.wait_for()
    assert shown.locator(".controls:not(.replay)").first.is_visible()


def test_boards_stand_side_by_side(notebook):
    page = notebook.page
    run_cell(page, 3)
    page.wait_for_function(
        "document.querySelectorAll('.cadogan .controls:not(.playing-on):not([hidden])').length >= 3",
    )
    left, right = page.locator(".cadogan").nth(1), page.locator(".cadogan").nth(2)
    left.scroll_into_view_if_needed()
    a, b = left.bounding_box(), right.bounding_box()
    assert (
        abs(a["y"] - b["y"]) < 5
        and b["x"] >= a["x"] + a["width"] - 1
        and min(a["width"], b["width"]) > 250
    )
    push(right, "More")
    push(right, "Moves", exact=True)
    right.locator(".moves button").first.click()
    page.wait_for_function(
        "document.querySelectorAll('.cadogan .counts')[2].textContent.startsWith('1 move ')",
    )
    assert (
        left.locator(".counts").inner_text().startswith("0 moves")
        and right.locator(".title").inner_text() == "Fortress · deal 2"
    )


def test_a_round_table_of_a_cell_that_is_run_again_opens_where_it_was_left(notebook):
    page, table = notebook.page, notebook.page.locator(".cadogan.round")
    at = "n => document.querySelector('.cadogan.round')?.dataset.at === String(n)"
    run_cell(page, 5)
    table.locator('[data-key="pile pack"]').click()
    page.wait_for_function(at, arg=1)
    page.wait_for_function("localStorage.getItem('cadogan-kept:cooncan') !== null")
    run_cell(page, 5)
    table.locator(".notice").get_by_role("button", name="Start again").wait_for()
    assert "You left this game at action 1." in table.locator(".notice").inner_text()
    page.wait_for_function(at, arg=1)
    push(table.locator(".notice"), "Start again")
    page.wait_for_function(at, arg=0)


def test_an_exercise_is_marked_and_a_slider_and_a_picture_move(notebook):
    page = notebook.page
    run_cell(page, 4)
    page.wait_for_function(
        "document.body.innerText.includes('That is the chance of the opposite.')"
    )
    slider = page.get_by_role("slider", name="n", exact=True)
    slider.press("ArrowRight")
    states = page.locator(".cadogan-state:visible")
    assert (
        states.all_inner_texts() == ["3 squared is 9"]
        and slider.get_attribute("aria-valuetext") == "3"
    )
    picture, told = page.locator("cadogan-moving"), page.locator("cadogan-moving output")
    push(picture, "One step on")
    told.filter(has_text="at 2").wait_for()
    push(picture, "Play")
    told.filter(has_text="at 3").wait_for()
    assert (
        page.get_by_role("slider", name="m", exact=True).get_attribute("aria-valuetext") == "at 3"
    )


def test_a_notebook_that_is_opened_without_its_kernel_shows_the_picture(lab, browser):
    board = begun(opened(browser, lab))
    page, picture = board.page, board.locator(".cadogan-picture")
    assert picture.count() and not picture.first.is_visible(), "the board itself is there"
    with page.expect_response(lambda one: one.request.method == "PUT"):
        board.press("Control+s")
    page.evaluate(
        """async () => {
        const headers = { "X-XSRFToken": /_xsrf=([^;]*)/.exec(document.cookie)?.[1] ?? "" };
        for (const { id } of await (await fetch("/api/sessions")).json())
            await fetch(`/api/sessions/${id}`, { method: "DELETE", headers }); }"""
    )
    page.goto("about:blank")
    page.goto(f"{lab}/lab/tree/board.ipynb?reset")
    picture.first.wait_for()
    page.wait_for_timeout(4000)  # as long as Jupyter looks for the widget
    assert picture.first.is_visible() and not page.get_by_text("model not found").is_visible()
    page.context.close()


@pytest.fixture(scope="module")
def chapters(tmp_path_factory):
    """`cadogan lab` on a copy of the chapters: the address of a chapter, and its file, which each test
    leaves as it was.
    """
    home = tmp_path_factory.mktemp("chapters")
    words = ("cadogan", "lab", "fortress", "--folder", str(home / "book"))
    with jupyter(home, *words, JUPYTER_TOKEN="one", CI="1") as address:
        yield f"{address}/lab/tree/fortress.md?token=one&reset", home / "book" / "fortress.md"


def test_a_chapter_opens_folded_and_reading_does_not_change_its_file(browser, chapters):
    address, path = chapters
    before = path.read_bytes()
    board = at_work(browser, address, viewport={"width": 1300, "height": 1000})
    page = board.page
    assert not page.get_by_text("l10-f1 l3-f2").is_visible(), (
        "of the board's moves the first line is to be seen at most"
    )
    board_there = "document.querySelector('.cadogan .controls:not([hidden])') !== null"
    for _ in range(10):  # run too early, the cells are passed over
        page.locator(".jp-Notebook .jp-Cell").first.click()
        for _ in range(4):
            board.press("Shift+Enter")
        page.wait_for_timeout(4000)
        if page.evaluate(board_there):
            break
    assert (
        page.locator(".cadogan").first.is_visible()
        and not page.get_by_text("l10-f1 l3-f2").is_visible()
    )
    board.press("Control+s")
    page.wait_for_selector(".lm-TabBar-tab.lm-mod-current:not(.jp-mod-dirty)")
    page.wait_for_timeout(1000)
    assert path.read_bytes() == before
    page.context.close()


def test_a_changed_chapter_is_given_back_as_printed_by_one_button(browser, chapters):
    address, path = chapters
    before = path.read_bytes()
    board = at_work(browser, address, viewport={"width": 1366, "height": 768})
    page = board.page
    page.locator(".jp-Notebook .jp-Cell").first.click()
    for key in ("Escape", "b", "Enter"):
        page.keyboard.press(key)
    page.keyboard.type("a_change = 41")
    board.press("Control+s")
    for _ in range(100):
        if b"a_change" in path.read_bytes():
            break
        page.wait_for_timeout(100)
    assert b"a_change" in path.read_bytes()
    page.get_by_role("button", name="As printed").click()
    asked = page.locator(".jp-Dialog")
    asked.get_by_text("kept in the folder put-aside, under the name fortress-1.md").wait_for()
    assert "undone" not in asked.inner_text()
    asked.locator(".jp-mod-accept").click()
    page.wait_for_function("!document.body.innerText.includes('a_change')")
    assert path.read_bytes() == before
    assert b"a_change" in (path.parent / "put-aside" / "fortress-1.md").read_bytes()
    page.wait_for_selector(".lm-TabBar-tab.lm-mod-current:not(.jp-mod-dirty)")
    page.context.close()
