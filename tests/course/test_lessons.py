"""The lessons as values and as pages: each is in the book, complete, and says the same in both
places.
"""

import ast
import re

import pytest

import cadogan
from cadogan.course import Experiment, asking, questions
from cadogan.course.exercises import GRADES
from cadogan.course.idioms import IDIOMS, of_page, used
from cadogan.course.lesson import MEETING, PARTS, lesson_entries, minutes_of, without
from cadogan.course.pack import WEEKS
from cadogan.edition.notebook import code_cells, front_matter
from cadogan.round_games import games as round_games

from ..conftest import shown, text_of

LESSONS = asking.lessons()
SLUGS = tuple(LESSONS)
NUMBERS = [one.number for one in LESSONS.values()]
TERMS = [term for one in LESSONS.values() for term in one.terms]


def page_of(slug):
    return text_of(f"book/lessons/{slug}.md")


def test_every_page_of_the_course_has_its_lesson_and_is_in_the_book_in_order():
    listed = re.findall(r"- file: lessons/([\w-]+)\n", text_of("book/_toc.yml"))
    pages = {path.stem for path in cadogan.games.folder.glob("lessons/*.md")}
    assert listed == list(SLUGS) and pages == set(SLUGS)
    assert len(set(NUMBERS)) == len(NUMBERS)


def test_a_lesson_is_read_as_yaml_would_be(slug):
    yaml = pytest.importorskip("yaml")
    head = front_matter(page_of(slug))
    assert lesson_entries(head) == yaml.safe_load(head)["lesson"]


def test_a_lesson_is_complete(slug):
    one, text = LESSONS[slug], page_of(slug)
    assert f"# Lesson {one.number}: {one.title[0].lower()}{one.title[1:]}\n" in text
    assert one.part in PARTS and all(need < one.number for need in one.needs)
    assert one.idea and one.goal and one.board and one.mistakes and one.terms
    minutes = sum(one.minutes.values())
    assert abs(minutes - minutes_of(text)) <= 3, "what is in it"
    takes = (
        "*An hour" if minutes <= 62 else "*A good hour" if minutes <= MEETING else "*Two meetings"
    )
    assert takes in text, "what it takes, as its minutes say"
    known = {*cadogan.games, *round_games}
    for chapter in one.chapters:
        assert chapter in known and f"](../{chapter}.md" in text, chapter
    for heading in ("## Play", "## Guess", "## Exercises"):
        assert f"\n{heading}\n" in text
    assert "slide(" in text or "moving(" in text, "something to move"
    assert "import practice" not in text and "cadogan.course.lessons" not in text


LONG = [slug for slug, one in LESSONS.items() if sum(one.minutes.values()) > MEETING]


def test_only_a_long_lesson_says_where_it_is_cut():
    assert LONG == [slug for slug, one in LESSONS.items() if one.second or one.spare]


@pytest.mark.parametrize("slug", LONG)
def test_a_long_lesson_fills_two_meetings_or_one_without_some_of_its_parts(slug):
    one, text = LESSONS[slug], page_of(slug)
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert one.second in headings and one.spare and {*one.spare} < {*headings}
    later = headings[headings.index(one.second) :]
    first, second = minutes_of(without(text, later)), minutes_of(text)
    assert 30 <= first <= MEETING and second - first <= MEETING
    assert minutes_of(without(text, one.spare)) <= MEETING


def test_what_is_asked_bears_the_name_of_its_lesson_and_stands_in_the_page(slug):
    there = questions.questions(slug)
    by_kind = {
        kind: [asked.name for asked in there if asked.kind == kind]
        for kind in ("ask", "guess", "reveal")
    }
    assert by_kind["guess"] and sorted(by_kind["guess"]) == sorted(by_kind["reveal"])
    assert all(len(set(names)) == len(names) for names in by_kind.values())
    assert {asked.name.partition("/")[0] for asked in there} == {slug} and all(
        asked.text for asked in there if asked.kind != "reveal"
    )
    asks = [asked for asked in there if asked.kind == "ask"]
    assert {asked.grade for asked in asks} == set(GRADES), "all three grades"
    assert [asked.number for asked in asks] == [str(n) for n in range(1, len(asks) + 1)]


def test_a_lesson_ends_with_an_experiment_of_ones_own_and_something_is_drawn(slug):
    asks = [asked for asked in questions.questions(slug) if asked.kind == "ask"]
    experiment = next(one for one in asks if one.name == f"{slug}/experiment")
    assert isinstance(asking.exercise(experiment.name).expects, Experiment)
    assert experiment.grade == 2 and experiment in asks[-2:]
    assert any("*To draw" in one.text for one in asks)


def prose(slug):
    """A lesson without its front matter, headings, cells and addresses of links."""
    body = page_of(slug).split("\n---\n", 1)[1]
    bare = re.sub(r"^```.*?^```|^#.*?$|\]\([^)]*\)", "", body, flags=re.DOTALL | re.MULTILINE)
    return " ".join(bare.split())


def test_the_terms_are_what_stands_in_bold(slug):
    terms = {term.partition(" (")[0].lower() for term in LESSONS[slug].terms}
    bold = re.findall(r"\*\*([^*]+)\*\*", prose(slug))
    # (so do sentences, and the name of a way)
    assert terms == {one.lower() for one in bold if one[-1] not in ".?" and "second way" not in one}
    for definition in LESSONS[slug].terms.values():
        assert definition[0].isupper() and definition.endswith("."), definition


def test_every_term_is_defined_once_and_before_it_is_used():
    assert len(set(TERMS)) == len(TERMS)
    whole = " ".join(prose(slug) for slug in SLUGS)
    for term in TERMS:
        word = re.sub(r" (\(.*|distribution|inequality|equation|theorem)$", "", term)
        first = re.search(rf"(?<![-\w])(\*\*)?{re.escape(word)}", whole, re.IGNORECASE)
        assert first and first[1], (
            f"{term}: {first and whole[first.start() - 60 : first.end() + 20]}"
        )


def test_the_pages_about_the_course_name_every_lesson():
    for page, line in (("course", "Markdown("), ("teaching", "Markdown('\\n\\n'")):
        table = shown(page, line)[0].data
        for slug, one in LESSONS.items():
            assert f"[{one.number} {one.title}](lessons/{slug}.md)" in table
    glossary = shown("glossary", "Markdown(")[0].data
    assert len(re.findall(r"^\*\*", glossary, re.MULTILINE)) >= len(TERMS)


def test_the_drawn_map_has_every_lesson_and_draws_every_need():
    html, page = shown("course", "HTML(")
    html, places = html.data, list(page["places"].values())
    drawn = {number: page["direct"](number) for number in page["at"]}
    for slug in LESSONS:
        assert html.count(f'href="lessons/{slug}.html"') == 1
    assert html.count("<path") == sum(map(len, drawn.values()))
    assert len(set(places)) == len(places), "no box lies on another"
    reached = {number: {number} for number in drawn}
    for number, needs in drawn.items():
        reached[number] |= {one for need in needs for one in reached[need]}
    for one in LESSONS.values():
        assert set(one.needs) <= reached[one.number], "what is not drawn follows from what is"


def test_the_front_page_says_how_many_lessons_there_are():
    for page in ("README.md", "CHANGELOG.md"):
        assert re.findall(r"(\d+) lessons", text_of(page)) == [str(len(SLUGS))], page


@pytest.mark.parametrize("course", WEEKS)
def test_a_ready_course_keeps_what_its_lessons_need(course):
    taught = [number for week in WEEKS[course] for number in week]
    assert len(set(taught)) == len(taught)
    for one in LESSONS.values():
        if one.number in taught:
            missing = set(one.needs) - set(taught[: taught.index(one.number)])
            assert not missing, f"lesson {one.number} needs {missing} before it"


def test_the_term_has_every_lesson_and_two_a_week_at_most():
    weeks = WEEKS["term"]
    assert all(1 <= len(week) <= 2 for week in weeks) and weeks[-1] == (23,), "time for the design"
    assert sorted(n for week in weeks for n in week) == list(range(1, len(SLUGS) + 1))
    table = shown("teaching", "weeks('term')")[0].data
    assert all(f"[{number} " in table for number in NUMBERS)


def test_a_week_of_design_has_an_hour_for_the_game_and_two_for_its_lessons():
    """The exercises by hand are done at home; a long lesson goes without its spare parts."""
    table, page = shown("teaching", "Markdown(columns")
    assert len(page["DESIGN"]) == len(WEEKS["design"]) == 6
    rows = table.data.split("\n")[2:]
    assert "studio" in rows[0] and "version 1" in rows[0], "a game of one's own in the first week"
    assert "version 2" in rows[2] and "version 3" in rows[4], "changed twice"
    slugs = {one.number: slug for slug, one in LESSONS.items()}
    for week in WEEKS["design"]:
        minutes = 0
        for slug in (slugs[number] for number in week):
            text = page_of(slug).partition("\n## Exercises\n")[0]
            minutes += minutes_of(without(text, LESSONS[slug].spare))
        assert minutes <= 125, week


#: What does the step that a lesson is about in the package.
STEPS = {
    7: "odds.wilson",
    15: "solver.exact_value",
    20: "odds.difference",
    21: "edition.claims",
    22: "course.studio",
}


def test_the_step_that_a_lesson_is_about_stands_in_its_cells(slug):
    """In a cell that the reader sees; and no cell imports it."""
    cells, hidden = code_cells(page_of(slug)), {"exercise", "remove-cell", "remove-input"}
    seen = "\n".join(one.text for one in cells if not hidden & {*one.tags})
    whole = [node for one in cells for node in ast.walk(ast.parse(one.text))]
    imported = {
        name.asname or name.name
        for node in whole
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    made = {
        name.id if isinstance(name, ast.Name) else name.name
        for node in ast.parse(seen).body
        for name in (node, *(node.targets if isinstance(node, ast.Assign) else ()))
        if isinstance(name, ast.Name | ast.FunctionDef)
    }
    assert LESSONS[slug].step in made - imported


def test_no_lesson_takes_from_the_package_the_step_that_it_is_about():
    rows = shown("teaching", "Markdown(heads")[0].data.split("\n")[2:]
    assert len(rows) == len(SLUGS)
    for row, lesson in zip(rows, LESSONS.values(), strict=True):
        *_, lines, taken, _, _ = [cell.strip() for cell in row.strip("|").split(" | ")]
        assert STEPS.get(lesson.number, "nothing at all") not in taken, row
        assert int(lines) > 40 and taken
    assert "`odds.simulate`" in rows[4], "an import of a module is followed"


def test_code_that_is_shown_fits_into_its_page(slug):
    """The cells of a lesson that are seen, or are unfolded, have at most 95 columns."""
    kept = {"exercise", "remove-cell", "remove-input"}
    cells = [one.text for one in code_cells(page_of(slug)) if not kept & {*one.tags}]
    assert not [line for text in cells for line in text.split("\n") if len(line) > 95]


def test_ten_idioms_are_explained_and_each_is_used():
    """An example runs, and is what it is an example of."""
    needed = {name for slug in SLUGS for name in of_page(page_of(slug))}
    assert len(IDIOMS) == 10 and needed == set(IDIOMS)
    for name, one in IDIOMS.items():
        exec(one.example, {})
        assert name in used(one.example) and 1 <= one.grade <= 3 and one.says
        harder = {IDIOMS[other].grade for other in used(one.example)}
        assert max(harder) == one.grade, name
