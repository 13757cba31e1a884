"""The book's last pages: the reference of the package, card players' terms, the index."""

import inspect
import re

import book_index
import pytest
from docutils.core import publish_doctree
from house import SITE
from myst_parser.docutils_ import Parser

import cadogan
from cadogan.edition import reference

from .conftest import shown, text_of

INDEX, GLOSSARY = shown("glossary", "HTML(")
_, REFERENCE = shown("reference", "def section(")
PLACE = re.compile(r"\{#(api-[a-z0-9-]+)\}")
SECTIONS = {of: REFERENCE["section"](of).data for of in reference.MODULES}
PLACES = [place for section in SECTIONS.values() for place in PLACE.findall(section)]


def doctree(text):
    """Some Markdown as the book reads it."""
    settings = {
        "myst_enable_extensions": ["attrs_inline", "deflist"],
        "report_level": 2,
        "halt_level": 2,
    }
    return publish_doctree(text, parser=Parser(), settings_overrides=settings)


# ---- the reference ------------------------------------------------------------------------------


@pytest.mark.parametrize("of", reference.MODULES)
def test_every_public_name_stands_once_in_the_reference(of):
    text = SECTIONS[of]
    places = PLACE.findall(text)
    assert len(places) == len(set(places))
    wanted = getattr(reference.module(of), "__all__", None) or [
        "simulate",
        "compare",
        "difference",
        "wilson",
        "Odds",
        "Comparison",
    ]
    assert {reference.anchor(f"{of}.{name}") for name in wanted} <= set(places)
    assert " at 0x" not in text and "No more is said" not in text, (
        "the address of an object would differ from run to run"
    )


def test_every_public_name_is_on_one_page_and_each_says_what_it_is():
    assert len(PLACES) == len(set(PLACES)) > 300
    for of in reference.MODULES:
        for name in reference.names(of):
            value = getattr(reference.module(of), name)
            if inspect.isclass(value) or inspect.isfunction(value):
                said = inspect.getdoc(value)
                assert (
                    said and said != inspect.getdoc(object) and not said.startswith(f"{name}(")
                ), f"{of}.{name} has no docstring"


def test_types_ranges_errors_and_examples_are_told():
    told = REFERENCE["entry"]("cadogan.odds.simulate")
    assert told.startswith(
        "`simulate(game: Game | str, strategy: str | Strategy | Own = 'greedy', n: int | None = None, seed: int = 1, *, "
    )
    assert "- `seed`: 0 to 2\\*\\*30 - 1; game i is the deal `seed * 2**32 + i`, so" in told
    assert (
        "- `ValueError`: an unknown strategy, or a number out of range." in told
        and "Gives: The counts;" in told
    )
    assert "```text\n  >>> free(" in REFERENCE["entry"]("cadogan.words.free")
    assert REFERENCE["prose"]("So:\n\n>>> 1 + 1\n2") == "So:\n\n```python\n>>> 1 + 1\n2\n```"


def test_the_search_finds_a_name_in_its_place():
    blocks = list(
        book_index.of_page(0, "reference", "The package", doctree(SECTIONS["cadogan.odds"]))
    )
    found = {(block.head, block.place) for block in blocks if block.kind == "name"}
    assert {
        ("simulate", "api-cadogan-odds-simulate"),
        ("difference", "api-cadogan-odds-difference"),
        ("Difference", "api-cadogan-odds-difference-type"),
        (".rate", "api-cadogan-odds-odds-type-rate"),
    } <= found
    assert not [block for block in blocks if block.text in ("Takes:", "Raises:")]


def test_the_page_of_the_reference_stays_light():
    page = SITE / "reference.html"
    if page.is_file():
        assert page.stat().st_size < 310_000
    assert sum(len(section.encode()) for section in SECTIONS.values()) < 109_000


# ---- the words of card players -------------------------------------------------------------------


@pytest.mark.parametrize("word, today, chapter", GLOSSARY["card_words"]())
def test_the_old_text_has_the_authors_word_in_the_chapter_named(word, today, chapter):
    text = text_of(f"book/{chapter}.md")
    quoted = " ".join(line[1:].strip() for line in text.splitlines() if line.startswith(">"))
    forms = word.removeprefix("to ").removesuffix("y")  # vacancy, vacancies
    assert re.search(rf"\b{forms}", quoted, re.IGNORECASE), f"{chapter} does not have {word!r}"
    assert f"\n# {titles()[chapter]}\n" in text.replace("’", "'"), "the title that the table gives"


def titles():
    """What the table of the glossary calls the chapters."""
    text = text_of("book/glossary.md")
    return {
        slug: title
        for title, slug in re.findall(r"\| \[(.+)\]\((.+)\.md\) \|$", text, re.MULTILINE)
    }


def test_every_word_that_the_author_defines_stands_in_the_table():
    words = [word for word, _, _ in GLOSSARY["card_words"]()]
    assert len(set(words)) == len(words) > 30
    defined = re.findall(r"^### (.+)$", text_of("book/terms.md"), re.MULTILINE)
    assert len(defined) == 12 and {one.lower().removesuffix("s") for one in defined} <= {*words}


# ---- the index -----------------------------------------------------------------------------------


def test_the_index_has_every_game_term_lesson_and_word():
    entries = GLOSSARY["entries"]
    assert len(entries) == len(set(entries))
    labels = {entry.label for entry in entries}
    assert {
        "Mill, The",
        "Belle Lucie, La",
        "House on the Hill, The",
        "Klondike",
        "Cooncan",
        "marry",
        "coverage",
        "stock",
    } <= labels
    assert set(cadogan.words.__all__) <= labels
    pages = {entry.at.partition("#")[0].removesuffix(".html") for entry in entries}
    toc = text_of("book/_toc.yml")
    assert pages == set(re.findall(r"file:\s*(\S+)", toc)), (
        "a page without a line, or a line without a page"
    )
    assert [GLOSSARY["sorted_by"](entry.label) for entry in entries] == sorted(
        GLOSSARY["sorted_by"](entry.label) for entry in entries
    )


def test_every_line_of_the_index_leads_to_a_place_that_is_there():
    slug = re.compile(r"[^a-z0-9]+")
    for entry in GLOSSARY["entries"]:
        page, _, place = entry.at.partition("#")
        text = text_of(f"book/{page.replace('.html', '.md')}")
        heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        places = (
            {slug.sub("-", head.lower()).strip("-") for head in heads}
            if page != "reference.html"
            else PLACES
        )
        assert not place or place in places, entry


def test_the_index_shows_its_letters_once():
    html = INDEX.data
    assert re.findall(r'href="#(letter-\w)"', html) == re.findall(r'<h3 id="(letter-\w)"', html)
    assert html.count("<li>") == len(GLOSSARY["entries"]) and len(html.encode()) < 100_000
