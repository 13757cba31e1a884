"""A board in JupyterLab, with a live kernel: mouse, keyboard, and the Python side that holds the game."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cadogan

pytest.importorskip("jupyterlab")
pytest.importorskip("anywidget")
pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME, DEAL = "la-belle-lucie", 5
CELLS = [
    f'import cadogan\nseen = []\nboard = cadogan.play("{GAME}", {DEAL})\n'
    'board.observe(lambda change: seen.append(change["new"]), "moved")\nboard',
    'print("RECORD", board.moved, seen, board.record.to_json())',
]
FLAGS = ["--no-browser", "--ip=127.0.0.1", "--ServerApp.token=", "--ServerApp.password=", "--allow-root",
         "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
         "--LabApp.extension_manager=readonly"]  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a JupyterLab of our own, on the loopback address, with one notebook."""
    home = tmp_path_factory.mktemp("lab")
    cells = [
        {"cell_type": "code", "id": f"c{i}", "execution_count": None, "metadata": {}, "outputs": [], "source": text}
        for i, text in enumerate(CELLS)
    ]
    about = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": cells}
    (home / "board.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    package = str(Path(cadogan.__file__).parents[1])
    environment = os.environ | {name: str(home / name) for name in names}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "jupyterlab", *FLAGS, f"--ServerApp.port={port}", f"--ServerApp.root_dir={home}"]
    address = f"http://127.0.0.1:{port}"
    with (home / "log.txt").open("w") as output:
        server = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT, cwd=home)
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


def run_cell(page: Any, n: int) -> None:
    """Run a cell; JupyterLab drops the order while its kernel is still being joined, so ask again."""
    prompt = page.locator(".jp-Notebook .jp-Cell .jp-InputPrompt").nth(n)
    for _ in range(10):
        page.locator(".jp-Notebook .jp-Cell .cm-content").nth(n).click()
        page.keyboard.press("Shift+Enter")
        page.wait_for_timeout(1500)
        if prompt.inner_text().strip() != "[ ]:":
            return
    pytest.fail("JupyterLab did not run the cell")


def test_mouse_keys_and_python_hold_one_game(lab: str, browser: Any, watch: Any) -> None:
    context = browser.new_context(viewport={"width": 1300, "height": 1000})
    page = context.new_page()
    # JupyterLab itself writes some lines of its own to the console; ours are errors that name the board.
    board = watch(page, None, ("",))
    page.goto(f"{lab}/lab/tree/board.ipynb?reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60000)
    page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=60000)
    run_cell(page, 0)
    page.wait_for_selector(".cadogan .controls:not([hidden])", timeout=60000)
    position = cadogan.games[GAME].deal(DEAL)
    first = next(move for move in position.moves() if move.source and move.target)
    board.drag(first.source, first.target)
    board.wait_moved(1)
    second = next(move for move in position.play(first).moves() if move.source and move.target)
    times = []
    for n in range(20):
        started = time.perf_counter()
        page.keyboard.press("u" if n % 2 == 0 else "r")
        board.wait_moved(n % 2)
        times.append(time.perf_counter() - started)
    times.sort()
    print(f"undo and redo by key, 20: {times[0]:.3f} {times[10]:.3f} {times[-1]:.3f} s (min, median, max)")
    board.place(second.source).focus()
    page.keyboard.press("Enter")
    board.place(second.target).focus()
    page.keyboard.press("Enter")
    board.wait_moved(2)
    # Keys of the board do nothing to the notebook (x would cut the cell, d d delete it).
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    assert page.locator(".jp-Notebook .jp-Cell").count() >= 2
    if folder := os.environ.get("CADOGAN_PICTURES"):
        page.screenshot(path=f"{folder}/lab.png")
    run_cell(page, 1)
    page.wait_for_function("document.body.innerText.includes('RECORD 2')", timeout=20000)
    printed = re.search(r"RECORD 2 (\[[^]]*\]) (\{.*\})", page.inner_text(".jp-Notebook"), re.DOTALL)
    assert printed and json.loads(printed[1])[-1] == 2
    assert json.loads(printed[2])["moves"] == [first.text, second.text]
    assert not [url for url in board.requests if not url.startswith((lab, lab.replace("http", "ws"), "blob:", "data:"))]
    context.close()
