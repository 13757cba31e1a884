"""The first test that breaks without a clause.

A clause of a chapter's rules cells is left out, and the game that remains (the mutant) is tried until
somebody notices: first the cases made by hand (`tests/cases`), those of the rules
that the clause cites before the others, then the playthroughs (`tests/golden`), the counts
(`tests/counts.toml`), and what runs and asserts in the chapter up to its worked example. Where no
game is left at all and no case is about a rule cited, that is said. `test_mutants.py` writes the
first to notice to `cadogan/edition/proofs.json`, for each chapter and clause, and from there it is
shown in the concordance."""

import contextlib
import functools
import io
import re

import pytest

import cadogan
from cadogan.edition import chapters, concordance
from cadogan.patience.game import Game
from cadogan.words import RuleError, reading

from . import test_cases, test_counts, test_golden
from .conftest import patience, text_of

#: What is written where no game is left: the chapter itself cannot be read.
NO_GAME = "tests/test_chapters.py::test_every_game_can_be_read_and_dealt"
#: How long one mutant may be tried; one that goes round for ever is noticed, too.
PATIENCE = 120
CELL = "```{code-cell}"
#: What a chapter shows of its game, up to the end of its worked example.
SHOWN = re.compile(r".*?\n## A worked example\n.*?(?=\n## )", re.DOTALL)


def shown_of(text):
    """A chapter up to the end of its worked example."""
    found = SHOWN.match(text)
    return found[0] if found else text


@functools.cache
def clauses(slug):
    """The clauses of a chapter, of its game and of its variants where they differ."""
    return concordance.citing(cadogan.games.text(slug), slug=slug)


def game_of(slug, one):
    """The game or variant of a chapter that has the clause."""
    main = cadogan.games[slug]
    games = (main, *main.variants.values())
    exactly = [game for game in games if one.clause in game.clauses]
    said = [game for game in games if says(one.clause) in map(says, game.clauses)]
    return [*exactly, *said][0]


def says(clause):
    """What a clause says."""
    return clause.key, clause.tell()


def without(game, one):
    """The mutant.

    Raises:
        RuleError: no game is left.
    """
    mutant = Game(
        game.title,
        *(c for c in game.clauses if c.key != one.clause.key),
        slug=game.slug,
        named_parts=game.parts,
    )
    _ = mutant.rules
    vars(mutant).update(is_changed=False)  # its picture would say it, and all would notice that
    return mutant


def cited(one):
    """The numbered rules and paragraphs that a clause cites."""
    return {str(rule).partition(".")[0] for rule in one.rules}


def proof_of(case):
    """The name of a case as a test."""
    return f"tests/test_cases.py::test_a_case_made_by_hand[{case.id}]"


# --- who may notice ----------------------------------------------------------------------------------

# Each looks at the chapter, the clause left out, the game and the mutant, and names the test that
# breaks.


def by_cases(slug, one, game, mutant):
    """A case made by hand of one of the game's rules; those that the clause cites come first."""
    for case in sorted(
        (case for case in test_cases.CASES if case.slug == game.slug and case.rule != "Words"),
        key=lambda case: case.rule not in cited(one),
    ):
        with contextlib.suppress(Exception):
            test_cases.check(case, mutant)
            continue
        return proof_of(case)
    return ""


def by_golden(slug, one, game, mutant):
    """The playthrough."""
    text = text_of(test_golden.written(game))
    with contextlib.suppress(Exception):
        if test_golden.told(mutant, *test_golden.moves_of(text)) == text:
            return ""
    return f"tests/test_golden.py::test_golden_playthrough[{game.slug}]"


def by_counts(slug, one, game, mutant):
    """The counts, as deep as it takes."""
    with contextlib.suppress(Exception):
        rows = test_counts.committed()[game.slug]
        depths = sorted((depth, deal) for deal, row in rows.items() for depth in range(len(row)))
        if all(
            test_counts.sequences(mutant.deal(int(deal)), depth + 1) == rows[deal][depth]
            for depth, deal in depths
        ):
            return ""
    return f"tests/test_counts.py::test_counts_of_move_sequences[{game.slug}]"


def by_chapter(slug, one, game, mutant):
    """What the chapter runs and asserts, up to its worked example; or that it switches a reading,
    which is then refused.
    """
    with contextlib.suppress(Exception):
        run_chapter(slug, game, mutant)
        text = cadogan.games.text(slug)
        text = text[len(shown_of(text)) :]
        cells = "\n".join(cell.partition("\n```")[0] for cell in text.split(CELL)[1:])
        name = one.clause.name.replace(" ", "_") if isinstance(one.clause, reading) else ""
        if not name or not re.search(rf"\.vary\([^()]*\b{name}=", cells):
            return ""
    return f"tests/executed/{slug}.ipynb"


NOTICING = (by_cases, by_golden, by_counts, by_chapter)


def run_chapter(slug, game, mutant):
    """Run a chapter's cells as far as its odds, the mutant in the game's place.

    Raises:
        Exception: whatever a cell raises.
    """
    text = cadogan.games.text(slug)
    rules = {cell.text.strip() for cell in chapters.cells_of(text)}
    main = cadogan.games[slug]
    shown = (
        mutant.named(slug, main.variants)
        if game is main
        else main.named(slug, {**main.variants, mutant.slug: mutant})
    )
    scope = {}
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
        patch.setitem(cadogan.games._read, slug, shown)
        for name in ("play", "plate", "summary"):
            patch.setattr(cadogan, name, lambda *_, **__: None)
        for cell in shown_of(text).split(CELL)[1:]:
            lines = cell.partition("\n```")[0].split("\n")[1:]
            source = "\n".join(line for line in lines if not line.startswith(":tags:"))
            exec(source, scope)  # the book's own cell
            if source.strip() in rules:
                games = {name: one for name, one in scope.items() if isinstance(one, Game)}
                scope.update({name: mutant for name, one in games.items() if one == game})


# --- all together ------------------------------------------------------------------------------------


def noticed(slug, one):
    """The first test that breaks without a clause; empty where none does."""
    game = game_of(slug, one)
    try:
        mutant = without(game, one)
    except RuleError:
        return next(
            (
                proof_of(case)
                for case in test_cases.CASES
                if case.slug == game.slug and case.rule in cited(one)
            ),
            NO_GAME,
        )
    for notices in NOTICING:
        with patience(PATIENCE):
            if test := notices(slug, one, game, mutant):
                return test
    return ""
