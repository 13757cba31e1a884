"""A page that waits for another test brings nothing of its own into it."""

import pytest

from .conftest import EMPTY, Watched

pytestmark = pytest.mark.browser


def test_what_the_idle_page_asks_for_is_no_fault_of_the_next_test(server, browser):
    one = Watched(browser.new_context().new_page())
    one.goto(f"{server}{EMPTY}")
    one.begin()
    # the browser asks for the icon when it will; here it is asked for, as late as it may come
    one.evaluate("fetch('/favicon.ico').then(found => found.status)")
    one.judge()
    one.evaluate("fetch('/nothing').then(found => found.status)")
    with pytest.raises(AssertionError, match="404"):
        one.judge()
    one.context.close()
