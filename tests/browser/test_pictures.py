"""The picture of the README shows what the page shows now."""

import json

import pictures
import pytest

from .conftest import built

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]


def test_the_moving_picture_is_not_older_than_the_page(site, browser):
    """By the words in view; make fresh ARGS=pictures takes it anew."""
    context = browser.new_context(
        viewport={"width": pictures.WIDTH, "height": pictures.HEIGHT},
        color_scheme="light",
        reduced_motion="reduce",
    )
    stored = json.loads(pictures.SHOWN.read_text(encoding="utf-8"))
    page = context.new_page()
    shown = {name: pictures.words(page) for name, _ in pictures.scenes(page, site)}
    context.close()
    assert list(shown) == list(stored)
    for name, lines in shown.items():
        assert lines == stored[name], (
            f"{name}: the picture is stale; take it anew: make fresh ARGS=pictures"
        )
