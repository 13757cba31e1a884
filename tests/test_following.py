"""Cells follow a changed rule: what was run before it is told, and run again; a mistake is told where
it stands."""

import traceback

import pytest

import cadogan
from cadogan.players.fingerprint import fingerprint

from .kernels import cells_of, few_deals, kernel_of_a_notebook

MARRIAGES = 'marriages = marry(either, "lanes") @ PLAY[3, 1] @ PLAY[4]'


@pytest.fixture
def fortress(monkeypatch):
    """Fortress, run as far as its find."""
    cells = cells_of("fortress")
    with kernel_of_a_notebook() as kernel, few_deals(monkeypatch):
        runs = [kernel.run(cell.text, n) for n, cell in enumerate(cells[:26])]
        assert not [one.error for one in runs if one.error]
        yield kernel


def said(run):
    return " ".join(run.texts)


def test_the_first_run_says_nothing_of_cells_that_follow(fortress):
    assert "Everything" in said(fortress.run("%follow"))


def test_what_was_run_before_a_change_is_told_and_run_again_by_follow(fortress):
    book = fortress.shell.user_ns["fortress"]
    change = fortress.run(MARRIAGES.replace("either", "down"))
    assert change.error is None and "showed the rules before this change" in said(change)
    assert fortress.shell.user_ns["fortress"] is book, "nothing is run unasked"
    again = fortress.run("%follow")
    assert again.error is None
    own = fortress.shell.user_ns["fortress"]
    assert fingerprint(own) != fingerprint(book)
    assert "fortress = Game(" in said(again) and "cadogan.play(fortress" in said(again)
    assert "Everything" in said(fortress.run("%follow"))


def test_the_same_rule_again_is_no_change(fortress):
    assert "showed" not in said(fortress.run(MARRIAGES))


def test_a_cell_of_the_readers_own_raises_as_ever_and_so_does_a_rules_cell(fortress):
    fortress.run(MARRIAGES.replace("either", "down"))
    fortress.run("%follow")
    assert isinstance(fortress.run("assert fortress.packs == 2").error, AssertionError)
    assert fortress.run('refill = fill("lanes", "lanes", never)').error is not None


def test_a_claim_of_the_book_still_fails_while_the_rules_are_the_books(fortress):
    walk = 'assert not sum(dict(odds.table("fortress").rows)["careful"].home[30:52])'
    cells = cells_of("fortress")
    assert walk in [cell.text.strip() for cell in cells], "it is a cell of the book"
    fortress.run(
        "class odds:\n    @staticmethod\n    def table(slug):\n        raise AssertionError('false')"
    )
    assert isinstance(fortress.run(walk).error, AssertionError)
    fortress.run(MARRIAGES.replace("either", "down"))
    aside = fortress.run(walk)
    assert aside.error is None and "the rules as printed" in said(aside)


def test_a_mistake_is_told_by_the_cell_that_puts_the_game_together_with_the_name_of_the_part(
    fortress,
):
    assert fortress.run(MARRIAGES.replace('"lanes"', '"lane"')).error is None
    game = cells_of("fortress")
    last = [cell.text for cell in game if "rules" in cell.tags][-1]
    wrong = fortress.run(last)
    assert "lane" in str(wrong.error)
    assert wrong.error.__notes__ == ["It stands in the cell that gives marriages."]
    assert "cadogan/" not in wrong.printed, "no frame of the package is shown"
    inside = traceback.extract_tb(wrong.error.__traceback__)
    assert any("cadogan" in frame.filename for frame in inside), "it is there for %debug"


def test_a_part_that_is_none_is_told_with_its_name_and_its_kind(fortress):
    fortress.run("marriages = 3")
    last = [cell.text for cell in cells_of("fortress") if "rules" in cell.tags][-1]
    wrong = fortress.run(last)
    assert wrong.error.__notes__ == ["marriages is no clause: it is 3 (int)."]


def test_the_boards_say_whose_game_they_play_and_a_build_has_one_board(fortress, monkeypatch):
    cells = cells_of("fortress")
    (own,) = (cell.text for cell in cells if "own-board" in cell.tags)
    (top,) = (cell.text for cell in cells if 'cadogan.play("fortress"' in cell.text)
    assert not fortress.run(top).texts and fortress.run(own).value is not None
    fortress.run(MARRIAGES.replace("either", "down"))
    fortress.run("%follow")
    assert "This is the game as printed." in said(fortress.run(top))
    board = fortress.run(own)
    assert "Your game." in said(board) and "+ " in said(board) and "descending" in said(board)
    mine, printed = board.value.position, cadogan.games["fortress"].deal(1933)
    up = next(m.text for m in printed.moves() if not mine.find(m.text))
    assert "descending" in mine.why_not(up) and not printed.why_not(up)
    monkeypatch.setenv("CADOGAN_PAGE", "1")
    assert fortress.run(own).value is None
