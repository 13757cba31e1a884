"""Python referees in the page itself: the package's wheel in Pyodide, started at the first touch."""

import pytest

import cadogan

from .conftest import barred, in_page

pytestmark = [pytest.mark.browser, pytest.mark.slow, in_page]
SLUG, DEAL = "la-belle-lucie", 5


def test_play_without_a_kernel(table):
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    assert not [url for url in board.requests if "pyodide" in url], (
        "nothing is loaded before it is wanted"
    )
    position = cadogan.games[SLUG].deal(DEAL)
    move = next(m for m in position.moves() if m.source and m.target)
    board.click(move.source)
    board.wait_for_selector(f'[data-place="{move.source}"][aria-pressed="true"]', timeout=60000)
    board.click(move.target)
    board.wait_moved(1)
    assert any(url.endswith("pyodide.asm.wasm") for url in board.requests)
    for n in range(20):
        board.press("r" if n % 2 else "u")
        board.wait_moved(n % 2)
    after = position.play(move)
    source, target = barred(after, "fans")
    board.drag(source, target)
    with pytest.raises(cadogan.IllegalMove) as refusal:
        after.play(f"{source}-{target}")
    said = board.wait_says(refusal.value.rule)
    assert refusal.value.sentence.split(" (")[0].rstrip(".")[1:] in said


def test_a_replay_is_taken_over_where_it_stands(table):
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    record = cadogan.odds.playout(cadogan.games[SLUG], DEAL)
    board.watch()
    for _ in range(4):
        board.push("Forward (right arrow)")
    board.push("Play it yourself")
    board.wait_live()
    board.wait_moved(4)
    assert board.focus_on(), "the focus is not lost with the button"
    board.press("u")
    board.wait_moved(3)
    there = record.positions()[3].picture(hidden=True)
    board.press("x")
    assert board.text("pre.panel").strip() == there.strip()
