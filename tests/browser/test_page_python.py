"""Python referees in the page itself: the package's wheel in Pyodide, started at the first touch."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

import cadogan

VENDOR = Path(os.environ.get("CADOGAN_VENDOR", Path(__file__).parents[2] / "vendor"))
PYODIDE = VENDOR / "_static" / "vendor" / "pyodide"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        not (PYODIDE / "cadogan.json").is_file(), reason="the assets have not been laid out"
    ),
]
SLUG, DEAL = "la-belle-lucie", 5


def test_play_without_a_kernel(table: Any) -> None:
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    assert not [url for url in board.requests if "pyodide" in url], (
        "nothing is loaded before it is wanted"
    )
    position = cadogan.games[SLUG].deal(DEAL)
    move = next(m for m in position.moves() if m.source and m.target)
    started = time.perf_counter()
    board.click(move.source)
    board.wait_for_selector(f'[data-place="{move.source}"][aria-pressed="true"]', timeout=60000)
    ready = time.perf_counter() - started
    board.click(move.target)
    board.wait_moved(1)
    print(
        f"\nfrom the first touch to the first move: {time.perf_counter() - started:.2f} s (Python ready: {ready:.2f} s)"
    )
    assert any(url.endswith("pyodide.asm.wasm") for url in board.requests)
    times = []
    for n in range(20):
        begun = time.perf_counter()
        board.press("u" if n % 2 == 0 else "r")
        board.wait_moved(n % 2)
        times.append(time.perf_counter() - begun)
    times.sort()
    print(f"later moves, 20: {times[0]:.3f} {times[10]:.3f} {times[-1]:.3f} s (min, median, max)")
    after = position.play(move)
    fans = [p.id for p in position.game.places if p.group == "fans" and after.cards[p.id]]
    source, target = next(
        (a, b) for a in fans for b in fans if a != b and not after.find(f"{a}-{b}")
    )
    board.drag(source, target)
    with pytest.raises(cadogan.IllegalMove) as refusal:
        after.play(f"{source}-{target}")
    said = board.wait_says(refusal.value.rule)
    assert refusal.value.sentence.split(" (")[0].rstrip(".")[1:] in said


def test_a_replay_is_taken_over_where_it_stands(table: Any) -> None:
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    record = cadogan.odds.playout(cadogan.games[SLUG], DEAL)
    board.watch()
    for _ in range(4):
        board.push("Forward (right arrow)")
    board.push("Play it yourself")
    board.wait_for_selector(".controls:not(.replay):not([hidden])", timeout=60000)
    board.wait_moved(4)
    assert board.focus_on(), "the focus is not lost with the button"
    board.press("u")
    board.wait_moved(3)
    there = record.positions()[3].picture(hidden=True)
    board.press("x")
    assert board.text("pre.panel").strip() == there.strip()


def test_a_game_left_in_the_middle_is_resumed_when_the_page_is_opened_again(table: Any) -> None:
    """A move starts Python; the page is closed and opened again; one click, and the game stands
    where it stood.
    """
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    move = next(
        move for move in cadogan.games[SLUG].deal(DEAL).moves() if move.source and move.target
    )
    board.wait_for_selector(".controls.replay")
    board.click(move.source)
    board.click(move.target)
    board.wait_for_selector(".controls:not(.replay):not([hidden])", timeout=60000)
    board.wait_moved(1)
    board.reload()
    board.push(f"Resume deal {DEAL}, move 1")
    board.wait_for_selector(".controls:not(.replay):not([hidden])", timeout=60000)
    board.wait_moved(1)
    assert f"You go on with deal {DEAL} at move 1." in board.says()
    board.press("u")
    board.wait_moved(0)
