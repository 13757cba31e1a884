"""`cadogan/edition/proofs.json` names for every clause of the book the test that breaks without it:
complete, and true for a sample.
"""

import contextlib
import json
import random

import pytest

import cadogan
from cadogan.edition.concordance import PROOFS
from cadogan.words import RuleError

from . import mutants
from .conftest import ROOT, text_of

WRITTEN = json.loads(text_of(PROOFS))
AGAIN = "; run pytest tests/test_mutants.py --regenerate"


def test_the_test_named_breaks_without_the_clause(slug, regenerate):
    """Two clauses of each chapter; what the chapter itself notices, it does not notice of the
    unchanged game. With ``--regenerate`` all clauses of the chapters named by ``-k`` are tried, and
    what is found is written.
    """
    clauses = mutants.clauses(slug)
    if regenerate:
        WRITTEN[slug] = {one.name: mutants.noticed(slug, one) for one in clauses}
        rows = {one: WRITTEN[one] for one in cadogan.games if one in WRITTEN}
        text = json.dumps(rows, ensure_ascii=False, indent=1)
        PROOFS.write_text(f"{text}\n", encoding="utf-8")
        return
    for one in random.Random(slug).sample(clauses, 2):
        assert mutants.noticed(slug, one) == WRITTEN[slug][one.name], f"{one.name}{AGAIN}"
    if f"tests/executed/{slug}.ipynb" in WRITTEN[slug].values():
        mutants.run_chapter(slug, cadogan.games[slug], cadogan.games[slug])


def test_every_clause_has_its_proof():
    clauses = {slug: [one.name for one in mutants.clauses(slug)] for slug in cadogan.games}
    assert {slug: list(rows) for slug, rows in WRITTEN.items()} == clauses, (
        f"a clause was changed{AGAIN}"
    )
    assert all(all(rows.values()) for rows in WRITTEN.values()), "a clause that nobody notices"


def test_every_clause_is_found_in_its_game_and_can_be_left_out_of_it():
    """Also where the plate says where its places lie, and where it is a part of a variant."""
    for slug in cadogan.games:
        for one in mutants.clauses(slug):
            game = mutants.game_of(slug, one)
            with contextlib.suppress(RuleError):
                left = mutants.without(game, one).clauses
                gone = {c.key for c in game.clauses} - {c.key for c in left}
                assert [key for key in gone if key[0] != "drawn"] == [one.clause.key], one.name


def test_a_chapter_runs_with_the_mutant_in_the_place_of_its_game():
    """The rules cells of Fortress are run one after another; without its marriages the note's
    sequence cannot be turned round.
    """
    game = cadogan.games["fortress"]
    marriages = next(one for one in mutants.clauses("fortress") if one.part == "marriages")
    mutants.run_chapter("fortress", game, game)
    with pytest.raises(cadogan.IllegalMove):
        mutants.run_chapter("fortress", game, mutants.without(game, marriages))
    assert cadogan.games["fortress"] is game


def test_the_tests_named_are_there():
    cases = {mutants.proof_of(case) for case in mutants.test_cases.CASES}
    for test in {test for rows in WRITTEN.values() for test in rows.values() if test}:
        path, _, name = test.partition("::")
        assert (ROOT / path.partition(":")[0]).exists(), test
        assert "a_case_made_by_hand" not in name or test in cases, f"{test} is gone{AGAIN}"
