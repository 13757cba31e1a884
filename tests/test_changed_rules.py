"""A reader changes a rule in a notebook and runs all of it: nothing raises, the game is the reader's
from the line that makes it on, and what speaks of the rules as printed says so."""

import tomllib
from pathlib import Path

import pytest

import cadogan
from cadogan import words
from cadogan.edition.chapters import read_changed
from cadogan.edition.needs import statements
from cadogan.edition.notebook import joined, page_path
from cadogan.notebook.printed import page
from cadogan.players.fingerprint import fingerprint

from .kernels import cells_of, few_deals, kernel_of_a_notebook

CHANGES = tomllib.loads(Path(__file__).with_name("changed.toml").read_text(encoding="utf-8"))
#: Run where not all are: short ones, of several kinds.
QUICK = ("fortress", "canfield-or-klondike", "fourteenth")


def chosen(slugs):
    return [pytest.param(slug, marks=() if slug in QUICK else pytest.mark.slow) for slug in slugs]


def test_every_chapter_has_its_change_and_they_are_of_several_kinds():
    assert set(CHANGES) == {*cadogan.games, *cadogan.round_games}
    assert len({one["kind"] for one in CHANGES.values()}) >= 3
    pages = {slug: page_path(slug).read_text(encoding="utf-8") for slug in CHANGES}
    assert [slug for slug, change in CHANGES.items() if change["old"] not in pages[slug]] == []


def run_all(kernel, cells):
    runs = [kernel.run(cell.text, number) for number, cell in enumerate(cells)]
    failed = [f"cell {one.number}: {one.error!r}\n{one.source}" for one in runs if one.error]
    assert not failed, "\n\n".join(failed)
    return runs


@pytest.mark.part
@pytest.mark.parametrize("slug", chosen(cadogan.games))
def test_a_chapter_with_a_changed_rule_runs_to_its_end(slug, monkeypatch):
    change = CHANGES[slug]
    cells = cells_of(slug, (change["old"], change["new"]))
    rules = [number for number, cell in enumerate(cells) if "rules" in cell.tags]
    texts = joined([cells[number].text for number in rules])
    expected = read_changed(cadogan.games.text(slug), slug, texts)
    assert fingerprint(expected) != fingerprint(cadogan.games[slug])
    with kernel_of_a_notebook() as kernel, few_deals(monkeypatch):
        runs = run_all(kernel, cells)
        name = page(slug).game
        again = kernel.run(cells[rules[-1]].text)
        assert again.error is None
        own = kernel.shell.user_ns[name]
        assert fingerprint(own) == fingerprint(expected)
        after = next(n for n, cell in enumerate(cells) if "own-board" in cell.tags)
        assert after > rules[-1]
        board = kernel.run(cells[after].text)
        assert board.error is None and not board.asides
        assert fingerprint(board.value.position.game) == fingerprint(expected)
        by_rules = expected.deal(board.value.position.number)
        assert [m.text for m in board.value.position.moves()] == [m.text for m in by_rules.moves()]
        mine, right = (cadogan.odds.simulate(one, "random", 20) for one in (own, expected))
        assert list(mine.ends) == list(right.ends)
        told = [one for one in runs if one.asides]
        print(f"{slug}: {len(told)} of {len(cells)} cells are passed over")
        assert 3 * len(told) < len(cells)


@pytest.mark.part
@pytest.mark.parametrize("slug", chosen(cadogan.round_games))
def test_a_round_game_with_another_option_runs_to_its_end(slug, monkeypatch):
    change = CHANGES[slug]
    cells = cells_of(slug, (change["old"], change["new"]))
    with kernel_of_a_notebook() as kernel, few_deals(monkeypatch):
        runs = run_all(kernel, cells)
        assert kernel.notebook.departs()
        told = [one for one in runs if one.asides]
        print(f"{slug}: {len(told)} of {len(cells)} cells are passed over")
        assert 3 * len(told) < len(cells)


def rebound(slug):
    """The names of its rules that a page gives again in a cell that says no rules."""
    one = page(slug)
    first = next((n for n, cell in enumerate(one.cells) if "play_round(" in cell.text), -1)
    return [
        (number, sorted(names))
        for number, cell in enumerate(one.cells)
        if "rules" not in cell.tags and number > first
        for statement in statements([cell.text])
        if (names := statement.binds & one.rules.keys())
    ]


@pytest.mark.parametrize("slug", [*cadogan.games, *cadogan.round_games])
def test_no_cell_gives_a_name_of_the_rules_again(slug):
    assert rebound(slug) == []


@pytest.mark.parametrize("slug", cadogan.games)
def test_no_name_of_a_page_is_a_word_of_the_vocabulary(slug):
    """``from cadogan.words import *`` would have it stand for the word."""
    cells = page(slug).cells
    words_at = next(n for n, cell in enumerate(cells) if "from cadogan.words import *" in cell.text)
    above = {
        name for one in statements([cell.text for cell in cells[:words_at]]) for name in one.binds
    }
    assert not above & {*words.__all__}
