"""The course as a book of its own (`make course`): no page of a chapter, no link to one, and boards,
exercises and studio alive.
"""

import re
import threading

import bookbuild
import links
import pytest
from house import COURSE

import cadogan
from cadogan.course import asking
from cadogan.serve import address, server as book_server

from .conftest import built, push

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@built
def test_the_course_without_the_chapters(pages):
    bookbuild.build_course()
    paths = (path.relative_to(COURSE) for path in COURSE.rglob("*.html"))
    made = {path.with_suffix("").as_posix() for path in paths if path.parts[0] != "_static"}
    assert {*bookbuild.course_pages()} == made - {"index", "search"}
    assert {*cadogan.games}.isdisjoint(made)
    assert {f"lessons/{slug}" for slug in asking.lessons()} <= made
    assert links.astray(COURSE) == []
    for path in COURSE.rglob("*.ipynb"):
        for link in re.findall(r"\]\(([\w./-]+\.ipynb)", path.read_text(encoding="utf-8")):
            assert link.split("/")[-1].removesuffix(".ipynb") not in cadogan.games, (path, link)
    with book_server(COURSE, 0) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        one = pages()  # a request to another host fails the test
        one.goto(f"{address(httpd)}lessons/sample-space.html")
        assert "Cæsar" in one.text("article")
        asked = one.locator("[data-exercise='sample-space/middle']")
        asked.locator("input").fill("40 320")
        push(asked, "Check")
        asked.locator(".cadogan-verdict", has_text="Right").wait_for()
        push(one.page, "Play it yourself")
        one.wait_live()
        one.goto(f"{address(httpd)}studio.html")
        one.locator(".cadogan-studio [name=game]").select_option("fortress")
        one.locator(".studio-why", has_text="in the whole book").wait_for()
        assert one.locator("[name=play]").is_disabled()
        assert one.locator("[name=measure]").is_enabled()
        httpd.shutdown()
