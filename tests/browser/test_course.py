"""A lesson in the page, without a kernel: exercises marked by the page's Python, guesses kept,
sliders moved.
"""

import re
from fractions import Fraction

import pytest

from cadogan.course import (
    check,
    exercise,
    figures,
    guess,
    handed_in,
    moving,
    pack,
    progress,
    reveal,
    slide,
)
from cadogan.course.asking import NOT_BEGUN

from .barriers import barriers
from .conftest import MOVING, ROOT, Handler, built, in_page, push

PAGE = """<!doctype html><html lang="en" data-content_root="./"><head><meta charset="utf-8"><title>A lesson</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>:root {{ --book-rule: #c9b8a6; --book-claret: #7a1f2b; --pst-color-text-base: #111; --pst-color-text-muted: #555;
--pst-color-background: #fff; --pst-color-surface: #f4f4f4; --pst-color-primary: #036; }}
[data-theme=dark] {{ --book-claret: #e59aa3; --pst-color-text-base: #eee; --pst-color-text-muted: #bbb; --pst-color-background: #111;
--pst-color-surface: #222; --pst-color-primary: #9cf; color: #eee; background: #111; }} {css}</style>
<script src="/_static/course.js"></script><script src="/_static/hand-in.js"></script></head>
<body><main class="bd-article"><h1>A lesson</h1><article>{body}</article></main></body></html>"""
STATIC = ROOT / "book" / "_static"
#: What stands beside the folded code of an exercise.
BESIDE = """(() => {
  const folded = [...document.querySelectorAll("#exercises .cadogan-expected")].map(one => one.getBoundingClientRect());
  const meets = ({ top, bottom, height }) => height && folded.some(one => one.height && top < one.bottom - 4 && bottom > one.top + 4);
  return [...document.querySelectorAll("#exercises :is(h3, ol, p, .cadogan-exercise)")]
    .filter(one => !one.closest("details") && meets(one.getBoundingClientRect())).map(one => one.textContent.slice(0, 40));
})()"""

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def lesson(server, pages):
    """Opens a page of such outputs as a lesson has."""

    def lay(*shown, width=900):
        body = "".join(one._repr_html_() for one in shown)
        Handler.serve("/lesson", PAGE.format(body=body, css=(STATIC / "course.css").read_text()))
        one = pages(viewport={"width": width, "height": 800})
        one.goto(f"{server}/lesson")
        return one

    return lay


def said(page, n=0):
    """The verdict of an exercise, when it has been marked."""
    place = page.locator(".cadogan-exercise .cadogan-verdict").nth(n)
    page.wait_for("place => place.dataset.mark", place.element_handle())
    return place.inner_text()


def answer(page, text, n=0):
    """Write an answer, press Enter, and read what is said."""
    page.evaluate(
        "n => { document.querySelectorAll('.cadogan-exercise .cadogan-verdict')[n].dataset.mark = ''; }",
        n,
    )
    field = page.locator(".cadogan-exercise").nth(n).locator("input, textarea")
    field.fill(text)
    if field.evaluate("one => one.tagName") == "INPUT":
        field.press("Enter")
    else:
        page.get_by_role("button", name="Check").nth(n).click()
    return said(page, n)


def test_what_was_answered_is_handed_in_as_a_file(lesson, tmp_path):
    """The last answer, what was typed since, and the guesses; the name is kept for the next lesson."""
    names = ("sample-space/three", "sample-space/best-sum", "sample-space/none")
    one = lesson(guess("sample-space/mean"), *map(check, names))
    field = one.locator(".cadogan-exercise").nth(1).locator("textarea")
    field.fill("def best_sum(cards):\n    return 15  # ½ 😀")
    one.locator(".cadogan-exercise input").first.fill("16/567")
    one.locator(".cadogan-guess input").fill("3")
    one.button("Write it down").click()
    one.button("Hand in").click()
    assert not one.locator(".cadogan-hand-in [role=status]").inner_text(), "a name is wanted first"
    one.get_by_label("Your name").fill("  Ada   Lovelace ")
    with one.expect_download() as saving:
        one.button("Hand in").click()
    told = one.locator(".cadogan-hand-in [role=status]").inner_text()
    assert told.startswith("2 answers saved as sample-space-ada-lovelace.json.")
    saving.value.save_as(tmp_path / "a.json")
    handed = handed_in.read(tmp_path / "a.json")
    assert (handed.student, handed.work, handed.remarks) == ("Ada Lovelace", "sample-space", ())
    assert handed.answers == {names[0]: "16/567", names[1]: field.input_value()}
    assert handed.guesses == {"sample-space/mean": "3"}
    one.reload()
    assert one.get_by_label("Your name").input_value() == "Ada Lovelace"


def test_a_paper_keeps_what_is_written_and_is_handed_in(server, pages, tmp_path):
    asked = [exercise(f"sample-space/{name}") for name in ("three", "best-sum")]
    Handler.serve("/paper", pack.paper("Problem set 01", asked))
    one = pages()
    one.goto(f"{server}/paper")
    one.locator("input[data-question]").fill("16/567")
    one.reload()
    assert one.locator("input[data-question]").input_value() == "16/567"
    one.get_by_label("Your name").fill("Ada")
    with one.expect_download() as saving:
        one.button("Hand in").click()
    saving.value.save_as(tmp_path / "a.json")
    handed = handed_in.read(tmp_path / "a.json")
    assert (handed.work, handed.answers, handed.remarks) == ("problem-set-01", {"1": "16/567"}, ())


@in_page
def test_answers_are_marked_in_the_page_and_kept(lesson):
    """One like it is asked after the second wrong answer; an endless loop is stopped."""
    names = ("sample-space/three", "sample-space/best-sum", "spread/deviation", "spread/due")
    one = lesson(*map(check, names), progress())
    assert not [url for url in one.requests if "pyodide" in url], (
        "nothing is loaded before it is wanted"
    )
    assert not one.locator(".cadogan-kernel").first.is_visible()
    assert answer(one, "0.972") == "Not yet. That is the chance of the opposite."
    assert answer(one, "2.8 %").startswith("Nearly. It is right as far as it goes")
    assert answer(one, "about a third").startswith("Not understood.")
    assert answer(one, "10,240 of 362,880").strip("✓ ") == "Right."
    assert "agree" in answer(one, "def best_sum(cards):\n    return 15", 1)

    more = one.button("One like it")
    assert answer(one, "5", 2).startswith("Not yet.") and not more.is_visible()
    assert "A hint: " in answer(one, "6", 2) and more.is_visible(), "after the second wrong answer"
    assert answer(one, "8", 2).strip("✓ ") == "Right."
    asked = []
    for n in (1, 2):
        more.click()
        one.wait_for_selector(f"[data-exercise='spread/deviation#{n}'] input")
        like = check(f"spread/deviation#{n}")
        asked.append(one.locator(".cadogan-exercise .cadogan-exercise p").first.inner_text())
        assert asked[-1] == like.asks.replace("*", "")
        assert answer(one, f"sqrt({like.expects.value**2:.12g})", 3).strip("✓ ") == "Right."
        assert one.evaluate("document.activeElement.tagName") == "INPUT"
    assert asked[0] != asked[1] and more.is_visible()
    spread = one.locator("[data-exercises=spread] span")
    assert spread.inner_text() == "1", "those like it are not counted"

    field, endless = one.locator("textarea"), "def best_sum(cards):\n    while True:\n        pass"
    field.fill(endless)
    second = one.locator(".cadogan-exercise").nth(1)
    push(second, "Check")
    push(second, "Stop")
    second.get_by_text("It was stopped").wait_for()
    assert not second.get_by_role("button", name="Stop").is_visible()
    assert field.input_value() == endless
    assert answer(one, "0.9").startswith("Not yet."), "the others are marked as before"
    assert "A hint: It lies between 0.02 and 0.05" in answer(one, "0.8")

    one.reload()
    assert said(one).strip("✓ ") == "Right.", "what was right once stays so"
    assert one.stored("cadogan-course")["sample-space/three"]["mark"] == "right"
    assert one.locator("input").first.input_value() == "10,240 of 362,880"
    assert field.input_value() == endless, "what was typed is kept"
    assert more.is_visible() and one.count(".cadogan-exercise .cadogan-exercise") == 0


@pytest.mark.parametrize("where", ["page", "notebook"])
def test_a_picture_is_played_stepped_through_and_moved(server, pages, where):
    """In the page by its script, in a notebook by what its controls have in themselves."""
    picture = moving(
        "n", range(5), lambda chart, n: chart.points([(n, n)]) or f"at {n}", "A point climbs."
    )
    html, css = picture._repr_html_(), ""
    if where == "page":
        html = re.sub(r' on[a-z]+="[^"]*"', "", html) + '<script src="/_static/moving.js"></script>'
        css = (STATIC / "course.css").read_text()
    Handler.serve("/lesson", PAGE.format(body=html, css=css))
    one = pages(**MOVING)
    one.goto(f"{server}/lesson")
    told, bar = one.locator("cadogan-moving output"), one.get_by_role("slider", name="n")

    def stands(n):
        """Wait until frame n, and no other, is shown and told."""
        told.filter(has_text=f"at {n}").wait_for()
        seen = "[...document.querySelectorAll('.frame')].map(one => one.getAttribute('display') !== 'none')"
        assert one.evaluate(seen) == [number == n for number in range(5)]
        assert bar.input_value() == str(n)

    stands(0 if where == "page" else 4)
    bar.fill("2")
    stands(2)
    one.button("One step on").click()
    stands(3)
    one.button("One step back").click()
    stands(2)
    one.button("Play").click()
    stands(4)
    one.button("Play").wait_for()
    if where == "page":
        one.emulate_media(media="print")
        assert not one.locator(".walk").is_visible()
        displayed = (
            "[...document.querySelectorAll('.frame')].map(one => getComputedStyle(one).display)"
        )
        assert one.evaluate(displayed) == ["none"] * 4 + ["inline"], "the still"
        one.emulate_media(media="screen")
        assert barriers(one, "cadogan-moving") == []


def test_a_guess_is_kept_and_shown_beside_the_answer(lesson):
    one = lesson(guess("sample-space/mean"), reveal("sample-space/mean", Fraction(16, 21)))
    shown = one.locator(".cadogan-reveal p")
    assert not shown.is_visible(), "it waits for the guess"
    one.push("No guess")
    assert shown.inner_text().strip().startswith("It is 16/21")
    one.reload()
    assert not shown.is_visible()
    one.locator(".cadogan-guess input").fill("<b>2</b>")
    one.push("Write it down")
    one.reload()
    assert shown.inner_text().startswith("You guessed <b>2</b>. It is 16/21")
    assert not [url for url in one.requests if "pyodide" in url]
    one.evaluate("localStorage['cadogan-course'] = '[1, {]'")
    one.reload()
    assert "It is 16/21" in shown.text_content(), "what is spoilt is left alone"


def test_progress_counts_what_was_answered_in_lessons_and_chapters(lesson):
    page = lesson(progress())
    told = page.locator(".cadogan-progress")
    assert told.inner_text() == NOT_BEGUN, "one sentence, as long as nothing is begun"
    page.evaluate("""localStorage["cadogan-course"] = JSON.stringify({"sample-space/none": {mark: "right"}, "anna/1": {mark: "right"},
      "anna/2": {mark: "nearly"}, "kings/2": {mark: "right"}})""")
    page.reload()
    assert page.text("[data-exercises=sample-space]").endswith(": 1 of 11 right")
    assert (
        told.locator("summary").inner_text() == "The chapters' exercises: 2 of 159 right"
        and NOT_BEGUN not in told.inner_text()
        and told.locator("li:visible").count() == 1
    )


def test_a_lesson_fits_a_small_telephone_and_nothing_bars_the_way(lesson):
    wide = slide("n", [1, 2], lambda n: figures.bars({"a": 0.1, "b": 0.2 * n}, "student", "share"))
    page = lesson(
        guess("coverage/wins"),
        check("coverage/wilson"),
        check("sample-space/best-sum"),
        wide,
        width=320,
    )
    assert page.fits()
    assert barriers(page) == []


@built
def test_a_lesson_is_shown_as_slides(opened):
    page = opened("lessons/coverage.html")
    shown = (
        "[...document.querySelectorAll('article h1, article h2')].filter(one => one.checkVisibility())"
        ".map(one => one.firstChild.textContent)"
    )
    whole = page.evaluate(shown)
    page.resize(1920, 1080)
    page.button("Show as slides").press("Enter")
    cells = "[...document.querySelectorAll('article .cell')].filter(one => one.checkVisibility()).map(one => one.className)"
    seen, tall, revealed = [], [], []
    steps = int(page.text(".cadogan-bar [role=status]").split()[-1])
    for step in range(steps):
        seen.append(page.evaluate(shown))
        reveals = page.count("details.cadogan-reveal:visible")
        assert len(page.evaluate(cells)) <= 2 + reveals, "one cell a step, and what it reveals"
        if reveals:
            page.press("r")
            revealed.append(page.count("details.cadogan-reveal[open]:visible"))
        if page.evaluate("document.documentElement.scrollHeight") > 1.05 * 1080:
            tall.append(step)
        page.press("ArrowRight")
    titles = [
        title
        for (title, *_), before in zip(seen, [None, *seen])
        if not before or title != before[0]
    ]
    assert titles == whole and all(len(one) == 1 for one in seen)
    assert revealed == [1, 1] and not tall, "all steps fit the wall"
    page.press("PageUp")
    assert page.text(".cadogan-bar [role=status]") == f"{steps - 1} of {steps}"
    page.press("Escape")
    assert page.evaluate(shown) == whole


@built
@in_page
def test_a_built_lesson_marks_and_moves(opened):
    one = opened("lessons/sample-space.html")
    slider = one.get_by_role("slider", name="layouts", exact=True)
    slider.press("End")
    assert one.locator(".cadogan-state:not([hidden])").get_attribute("data-value") == "10000"
    assert one.text(".cadogan-slide output") == "10000"
    assert not [url for url in one.requests if url.endswith("worker.mjs")], "without Python"
    assert answer(one, "8!").strip("✓ ") == "Right."
    assert one.fits()
    folded = one.locator(
        ".cadogan-answer, .cadogan-reveal, #exercises section > details:not([class])"
    )
    one.push("Show all answers")
    assert (
        folded.count()
        == 13
        == one.count(":is(.cadogan-answer, .cadogan-reveal, #exercises section > details)[open]")
    )
    one.push("Fold all answers")
    assert one.count(".cadogan-answer[open]") == 0
    assert one.evaluate(BESIDE) == [], "what is folded stands in a line of its own"
