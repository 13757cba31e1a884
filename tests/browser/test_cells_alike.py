"""Each code cell, run in the built page by the page's own Python, in order, as *Run* does it, shows
what it shows in the notebook. `make test` takes a few pages; `--every-page` all, `--firefox` has Firefox
run them.
"""

import os

import notebooks
import pytest

from ..alike import Difference, ran, shown, unlike
from .conftest import built
from .firefox import COMMAND, Firefox

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]

#: A round game, a patience and a lesson, none of which computes for long.
FEW = ("pope-joan", "general-sedgewick", "bayes")
#: How many cells of a page differ, and why.
KNOWN = {
    "for-authors": (1, "Python 3.14, which is the page's, prints the types of `help` unquoted"),
    "reference": (2, "it describes the package as the page has it: another board, less memory"),
    "values": (1, "sets are printed in another order"),
}
#: What a promise of Firefox's leaves to be fetched: a call over its wire must be answered soon.
ENDED = "all => { window.ran = [all]; }, error => { window.ran = [{ error: String(error) }]; }"


def pytest_generate_tests(metafunc):
    if "chapter" in metafunc.fixturenames:
        every = metafunc.config.getoption("--every-page")
        pages = [path for path in notebooks.chapters() if every or path.stem in FEW]
        metafunc.parametrize("chapter", pages, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def browser(launch):
    """One with both of V8's compilers of WebAssembly: these pages compute for long."""
    with launch() as chromium:
        yield chromium


@pytest.fixture
def opening(request, site):
    """Opens a page in one of the two browsers; gives what calls a function there."""
    if request.config.getoption("--firefox"):
        folder = request.getfixturevalue("tmp_path")
        with Firefox(COMMAND, folder) as browser:

            def evaluate(function, value):
                browser.run(
                    f"value => {{ window.ran = null; ({function})(value).then({ENDED}); }}", value
                )
                return browser.wait("() => window.ran", seconds=3600)[0]

            def visit(name):
                browser.open(site + name)
                return evaluate

            yield visit
    else:
        opened = request.getfixturevalue("opened")
        yield lambda name: opened(name).evaluate


def test_the_cells_of_a_page_show_what_they_show_in_the_notebook(opening, site, chapter):
    copy = notebooks.read(notebooks.copy_of(chapter))
    if copy.metadata.get("made_with") != notebooks.made_with() and not os.environ.get("CI"):
        pytest.skip("the executed copy was made with another engine; make notebooks")
    address = chapter.relative_to(notebooks.BOOK).with_suffix(".html").as_posix()
    differences = unlike(notebooks.code_of(copy), ran(opening(address), site))
    expected, reason = KNOWN.get(chapter.stem, (0, ""))
    assert len(differences) == expected, "\n".join([reason, *map(str, differences)])


def test_a_difference_says_which_cell_and_what():
    printed = {"output_type": "stream", "name": "stdout", "text": "4\n"}
    here, there = shown([printed]), shown([{**printed, "text": "5\n"}])
    assert here != there
    assert str(Difference("print(4)", here, there)) == (
        "print(4)\n  stdout, page:     …'4'\n  stdout, notebook: …'5'"
    )
