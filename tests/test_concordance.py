"""The concordance and the ledger: nothing unclaimed, nothing cited that is not there, every switch
on the table.
"""

import re

import pytest

import cadogan
from cadogan.edition import concordance
from cadogan.words import PLAY, Rule

from . import aspects
from .conftest import ROOT, shown, text_of

CHAPTER = """# Little

## The rules, a sentence at a time

> **LITTLE**
>
> One Entire Pack of Cards

```{code-cell} ipython3
:tags: [rules]
pack = packs(1)
```

> **RULES**

*The numbered rules were lost.*

> **PLAY**
>
> Deal out the pack. It looks well at St. Helena.

```{code-cell} ipython3
:tags: [rules]
fans = places("fans", 18)
dealt = deal(each("fans", 3))
```

**I.** Only the top card may be used.

> Be careful! Marry the cards downwards. For instance the six on the seven.

```{code-cell} ipython3
:tags: [rules]
open_cards = free("fans")
marriages = marry(down, "fans")
```

<!-- continued -->

> Nobody is obliged to.
>
> There is no re-deal.

```{code-cell} ipython3
:tags: [rules]
little = Game("Little", pack, foundations(4, ascending(A, K)) @ PLAY[2, 2], fans, dealt, open_cards, marriages)
```

*Erratum: "pack": there are
two.*

<!-- concordance
PLAY 1.2 description: It looks
PLAY 2.1 advice: Be careful!
PLAY 2.3 example: For instance
PLAY 2.4 rule (as you like): Nobody
PLAY 3.1 rule (no re-deal): There is no
-->

## Readings and changes

| what the text leaves open | taken | otherwise | switch |
|---|---|---|---|
| one \\| two? | one: it is so | two | `packs(2)` |
| why? | because | | none: it cannot change play |
"""


# --- the reading of a chapter ---------------------------------------------------------------------------


def test_a_chapter_is_read_sentence_by_sentence():
    found = {str(s.place): s for s in concordance.read(CHAPTER, "little")}
    assert ", ".join(f"{where}: {s.kind}" for where, s in found.items()) == (
        "HEAD 1.1: rule, PLAY 1.1: rule, PLAY 1.2: description, Rule I: rule, PLAY 2.1: advice, "
        "PLAY 2.2: rule, PLAY 2.3: example, PLAY 2.4: rule, PLAY 3.1: rule"
    )

    def by(where):
        return "; ".join(f"{c.name}, {c.place}" for c in found[where].clauses)

    cell = [(c.part, c.cell, c.first, c.last) for c in found["PLAY 1.1"].clauses]
    assert cell == [("fans", 2, 1, 1), ("dealt", 2, 2, 2)]
    assert by("PLAY 1.1") == "places fans, fans; deal fans, dealt"
    at_its_cell = "free fans, open_cards; marry fans, marriages"
    assert by("PLAY 2.2") == f"{at_its_cell}; foundations foundations, cell 4, line 1"
    assert by("HEAD 1.1").startswith("packs, ")
    assert found["Rule I"].restated and by("Rule I") == at_its_cell
    assert found["PLAY 3.1"].tests == ("tests/test_defaults.py::test_no_re_deal",)
    assert not [*problems(CHAPTER)]


def problems(text):
    """What is wrong with a chapter's concordance, a sentence each; nothing in a finished chapter."""
    found, clauses = concordance.read(text), concordance.citing(text)
    places = {s.place: s for s in found}
    for mark in concordance.marks(text):
        sentence = places.get(mark.place)
        if sentence is None:
            yield f"{mark.place} is marked, but there is no such sentence: {mark.line}"
        elif not sentence.text.startswith(mark.opening):
            begins = sentence.text[:40]
            yield f"{mark.place} does not begin with {mark.opening!r} but with {begins!r}"
        if mark.default and (mark.kind != "rule" or mark.default not in concordance.DEFAULTS):
            known = ", ".join(concordance.DEFAULTS)
            yield f"{mark.place}: {mark.default!r} is none of the defaults ({known})"
        if mark.kind == "rule" and not mark.default:
            yield f"{mark.place} is marked as a rule; a clause should cite it, or a default be named in brackets"
        if sentence is not None and any(mark.place in one.rules for one in clauses):
            yield f"{mark.place} is marked as {mark.kind} and cited by a clause too"
    for sentence in found:
        if not sentence.kind:
            yield f"{sentence.place} is claimed by no clause and not marked: {sentence.text}"
    for one in clauses:
        cites = f"{one.place} of the rules cites"
        for rule in one.rules:
            covered = [s for s in found if rule.covers(s.place)]
            whole = rule.paragraph and not rule.sentence
            if not covered:
                yield f"{cites} {rule}, but there is no such sentence"
            elif whole and sum(s.kind == "rule" and not s.default for s in covered) != 1:
                yield f"{cites} the whole of {rule}: say which sentence, as PLAY[n, m]"


@pytest.mark.table("old, new, said", "complaints")
def test_what_is_wrong_is_said(old, new, said):
    assert old in CHAPTER
    found = [*problems(CHAPTER.replace(old, new, 1))]
    assert any(problem.startswith(said) for problem in found), found


@pytest.mark.table("line", "illegible_marks")
def test_a_line_that_cannot_be_read_is_named(line):
    with pytest.raises(ValueError, match=re.escape(line)):
        list(problems(CHAPTER.replace("PLAY 2.1 advice: Be careful!", line)))


def test_a_paragraph_stands_for_its_sentences():
    assert PLAY[3].covers(PLAY[3, 2]) and not PLAY[3, 2].covers(PLAY[3, 1])
    assert not Rule("I").covers(Rule("II"))
    assert str(PLAY[3, 2]) == "PLAY 3.2"


# --- the book's own chapters ------------------------------------------------------------------------------


def test_nothing_is_unclaimed_and_nothing_cited_that_is_not_there(slug):
    assert not [*problems(cadogan.games.text(slug))]


def test_every_rule_names_a_test_that_is_there(slug):
    for sentence in concordance.read(cadogan.games.text(slug), slug):
        if sentence.kind == "rule":
            assert sentence.tests, f"{sentence.place}: {sentence.text}"
        assert sentence.tests or not sentence.restated, (
            f"{sentence.place} is carried out by no clause"
        )
        for test in sentence.tests:
            file, _, name = test.partition("::")
            assert (ROOT / file).is_file(), test
            written = f"\ndef {name.partition('[')[0]}("
            assert not name or written in text_of(file), test


# --- the clause without which the sentence would be broken -----------------------------------------------


def sentences_of(slug):
    return concordance.read(cadogan.games.text(slug), slug)


def test_each_sentence_is_credited_to_clauses_that_do_what_it_speaks_of(slug):
    assert not [*aspects.complaints(slug, sentences_of(slug))]
    rules = {str(s.place) for s in sentences_of(slug) if s.kind == "rule" and not s.default}
    assert rules == aspects.spoken()[slug].keys(), "a sentence that is gone"


@pytest.mark.few
def test_without_these_clauses_the_game_is_played_otherwise(slug):
    excused = {aspect for one, aspect in aspects.UNSEEN if one == slug}
    assert {aspect for _, aspect in aspects.unseen(slug, sentences_of(slug))} == excused


@pytest.mark.table("slug, old, new, said", "credited_wrongly")
def test_a_sentence_credited_to_the_next_clause_is_noticed(slug, old, new, said):
    text = cadogan.games.text(slug)
    assert text.count(old) == 1
    found = concordance.read(text.replace(old, new), slug)
    assert any(one.startswith(said) for one in aspects.complaints(slug, found))


def test_an_unknown_game_is_refused():
    with pytest.raises(KeyError, match="did you mean 'fortress'"):
        concordance.table("fortres")


# --- the ledger ------------------------------------------------------------------------------------------


LEDGER = shown("ledger", "ledger =")[1]


def test_the_ledger_reads_errata_and_points():
    assert LEDGER["errata"](CHAPTER) == ['"pack": there are two.']
    (question, _, _, switch), (other, *_) = LEDGER["points"](CHAPTER)
    assert (question, other, switch) == ("one \\| two?", "why?", "`packs(2)`")
    line = "| why? | because | | none: it cannot change play |"
    with pytest.raises(ValueError, match="four cells, not 3"):
        LEDGER["points"](CHAPTER.replace(line, "| why? | because | none |"))


def test_every_switch_is_in_the_ledger_and_every_other_reading_has_one_or_a_reason(slug):
    _, points = LEDGER["ledger"][slug]
    assert points, "the table of readings is missing"
    named = {name for *_, switch in points for name in re.findall(r"`(\w+)", switch)}
    switches = {name.replace(" ", "_") for name in cadogan.games[slug].readings}
    assert switches <= named, f"no row names {switches - named}"
    for question, _, otherwise, switch in points:
        if otherwise.strip("–- "):
            assert "`" in switch or re.match(r"none: \w", switch), (
                f"no switch and no reason: {question}"
            )
