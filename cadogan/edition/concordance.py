"""The concordance: each sentence of the old text, what it is, the clause that carries it out, the
test that would break.

A part of the rules cites the text under which it stands (`cadogan.edition.old_text`); only an
exception is cited by ``@`` (``@ PLAY[3, 2]``: the second sentence of the third paragraph of PLAY).
What remains, the sentences that no clause carries out, is marked in a comment of the chapter. A rule
that no clause carries out is one of the book's defaults, named in brackets; `DEFAULTS` has them
all."""

from __future__ import annotations

import functools
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cadogan import words as terms
from cadogan.edition.chapters import read_rules, rules_cells, texts
from cadogan.edition.old_text import KINDS, marks, passages
from cadogan.words import Clause, Rule, reading

__all__ = ["Concordance", "Sentence", "read", "table"]


def __dir__() -> list[str]:
    return __all__


#: What holds in every game without a word in its rules cell; `tests/test_defaults.py` has a test
#: for each.
DEFAULTS: Mapping[str, str] = {
    "no re-deal": "There is no re-deal unless a game grants one.",
    "in suit": "Foundations are built in suit.",
    "one card at a time": "One card moves at a time.",
    "uppermost": "Only the uppermost card of a packet is available.",
    "stays home": "A card on its foundation stays there.",
    "no corner": "A sequence does not pass between king and ace.",
    "stays empty": "A place that has become empty stays empty unless a game grants that it be filled.",
    "as you like": "Nothing need be played, married or filled: it is for the player to choose.",
    "success": "The patience succeeds when every card is home, and has failed when no move is left.",
    "dealt in order": "Cards are dealt one by one from the top of the pack, face upwards, and lie where they fall.",
    "once dealt": "While cards are being dealt nothing is played but what a game grants; the tableau waits for the end of the deal.",
    "no marriages": "Cards are not laid on one another in the tableau unless a game grants it.",
    "turned up": "A card dealt face down is turned up as soon as it is laid bare.",
}


@dataclass(frozen=True)
class Citing:
    """A clause as it stands in a rules cell.

    Attributes:
        clause: the clause itself; a reading stands for all its options.
        name: what it is called in the table of tests; unique in its chapter.
        part: the name that the chapter gives it; empty where it stands in the brackets of the game
        itself.
        cell: the number of its rules cell in the chapter, from 1.
        first, last: its lines in the cell, from 1.
        rules: what it cites, with what its options cite.
        game: the slug of the game or variant that says it.
    """

    clause: Clause
    name: str
    part: str
    cell: int
    first: int
    last: int
    rules: tuple[Rule, ...]
    game: str

    @property
    def place(self) -> str:
        """The name of its part if it has one, else ``cell 2, line 4``."""
        return self.part or f"cell {self.cell}, line {self.first}"


@dataclass(frozen=True)
class Sentence:
    """One sentence of the old text, or one restated rule.

    Attributes:
        place: its place in the chapter.
        text: its words.
        kind: one of `KINDS`; empty if it is neither marked nor cited.
        clauses: the clauses that carry it out, those in the cell under it first.
        default: the book's default that carries it out; empty where a clause does.
        restated: whether it is a numbered rule in our words.
    """

    place: Rule
    text: str
    kind: str
    clauses: tuple[Citing, ...]
    default: str
    restated: bool

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that break without the clauses, or without the default."""
        if self.default:
            return (proof_of_default(self.default),)
        return tuple(dict.fromkeys(test for citation in self.clauses if (test := proof(citation))))


def citing(text: str, slug: str = "") -> list[Citing]:
    """The clauses of a chapter's rules cells with their lines: of its game, and of its variants
    where they differ.

    Raises:
        RulesError: there is no rules cell, or one is refused.
    """
    clauses: list[Citing] = []
    names = Counter[str]()
    starts = [cell.start for cell in rules_cells(text)]
    for written in (written for game in read_rules(text).games for written in game.clauses):
        name = " ".join((written.word, *groups_of(written.clause)))
        names[name] += 1
        name += f" ({names[name]})" if names[name] > 1 else ""
        before = starts[written.cell - 1]
        clauses.append(
            Citing(
                written.clause,
                name,
                written.name,
                written.cell,
                written.first - before,
                written.last - before,
                cited(written.clause),
                slug,
            )
        )
    return clauses


def groups_of(clause: Clause) -> tuple[str, ...]:
    """The groups that a clause speaks of, or the name that it gives.

    >>> groups_of(terms.marry(terms.down, "fans")), groups_of(terms.packs(1)), groups_of(terms.places("fans", 18))
    (('fans',), (), ('fans',))
    """
    if isinstance(clause, reading | terms.places | terms.foundations):
        return (clause.name,)
    return tuple(dict.fromkeys(clause.names()))


def cited(clause: Clause) -> tuple[Rule, ...]:
    """The rules a clause cites; for a reading also those that its options cite."""
    rules = list(clause.rules)
    if isinstance(clause, reading):
        for option in clause.options.values():
            for inside in (option,) if isinstance(option, Clause) else option:
                rules += cited(inside)
    return tuple(dict.fromkeys(rules))


def read(text: str, slug: str = "") -> list[Sentence]:
    """The concordance of a chapter: every sentence with its kind and the clauses that carry it out.

    Raises:
        ValueError: a line of the comment cannot be read.
        RulesError: there is no rules cell, or one is refused.
    """
    starts = [cell.start for cell in rules_cells(text)]
    citations, marked = citing(text, slug=slug), {mark.place: mark for mark in marks(text)}
    sentences = []
    for place, words, restated, line in passages(text):
        mark = marked.get(place)
        clauses = tuple(c for c in citations if any(rule.covers(place) for rule in c.rules))
        if place == Rule("HEAD", 1, 1) and mark is None:
            # a variant's packs cite their own sentence
            clauses = tuple(
                c
                for c in citations
                if isinstance(c.clause, terms.packs) and (c.name == "packs" or not c.rules)
            )
        if mark is not None and not any(place in c.rules for c in clauses):
            clauses = ()  # a clause may cite a paragraph, and the comment take a sentence out of it
        under = bisect_right(starts, line) + 1  # the cell that stands under the sentence
        clauses = tuple(sorted(clauses, key=lambda c: c.cell != under))
        kind = mark.kind if mark else "rule" if clauses else ""
        default = mark.default if mark else ""
        sentences.append(Sentence(place, words, kind, clauses, default, restated))
    return sentences


def proof_of_default(name: str) -> str:
    """The test that would break without one of the `DEFAULTS`."""
    return f"tests/test_defaults.py::test_{re.sub('[^a-z]', '_', name)}"


# --- the tests -----------------------------------------------------------------------------------------

PROOFS = Path(__file__).with_name("proofs.json")


@functools.cache
def proofs() -> dict[str, dict[str, str]]:
    """For each chapter and clause the test that breaks without it, as ``tests/test_mutants.py`` found
    it.
    """
    tests: dict[str, dict[str, str]] = json.loads(PROOFS.read_text(encoding="utf-8"))
    return tests


def proof(citation: Citing) -> str:
    """The test that breaks without a clause; empty where none is known."""
    return proofs().get(citation.game, {}).get(citation.name, "")


# --- to be shown -----------------------------------------------------------------------------------------


class Concordance:
    """The concordance of one chapter, or of all: a table that prints and shows itself."""

    def __init__(self, chapters: Mapping[str, list[Sentence]]) -> None:
        self.chapters = chapters

    @property
    def counts(self) -> dict[str, int]:
        """How many sentences of the old text are of each kind, and how many rules are restated."""
        every = [s for sentences in self.chapters.values() for s in sentences]
        kinds = {kind: sum(s.kind == kind and not s.restated for s in every) for kind in KINDS}
        return {**kinds, "restated": sum(s.restated for s in every)}

    def __str__(self) -> str:
        c = self.counts
        total = sum(c[kind] for kind in KINDS)
        head = ", ".join(f"{c[kind]} {kind}" for kind in KINDS)
        lines = [
            f"{total} sentences of the old text: {head}; and {c['restated']} numbered rules restated"
        ]
        if len(self.chapters) == 1:
            for sentences in self.chapters.values():
                for s in sentences:
                    lines.append(f"{s.place!s:<9} {s.kind:<11} {self.carried(s)}".rstrip())
        return "\n".join(lines)

    __repr__ = __str__

    @staticmethod
    def carried(s: Sentence) -> str:
        """Who carries a sentence out, in a few words."""
        if s.default:
            return f"the book's default: {DEFAULTS.get(s.default, s.default)}"
        return "; ".join(f"{citation.place}, {citation.name}" for citation in s.clauses)

    def _repr_html_(self) -> str:
        import cadogan

        head = "<tr><th>where</th><th>the old text</th><th>it is</th><th>carried out by</th><th>the test that would break</th></tr>"
        rows = []
        for slug, sentences in self.chapters.items():
            if len(self.chapters) > 1:
                rows.append(
                    f'<tr><th colspan="5"><a href="{slug}.html">{escape(cadogan.games[slug].title)}</a></th></tr>'
                )
            for s in sentences:
                text = escape(s.text) + (" <em>(restated)</em>" if s.restated else "")
                cells = (
                    str(s.place),
                    text,
                    s.kind,
                    escape(self.carried(s)),
                    escape("; ".join(s.tests)),
                )
                rows.append(
                    f'<tr class="{s.kind}">'
                    + "".join(f"<td>{cell}</td>" for cell in cells)
                    + "</tr>"
                )
        return f'<table class="concordance"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


def table(slug: str = "") -> Concordance:
    """The concordance of a chapter, or of the whole book.

    Raises:
        KeyError: there is no such game.
        ValueError: a line of a chapter's comment cannot be read.
    """
    return Concordance({chapter: read(text, chapter) for chapter, text in texts(slug).items()})
