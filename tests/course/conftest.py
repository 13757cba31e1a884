"""A test that asks for ``slug`` runs for every lesson."""

import ast
from functools import cache

import pytest

from cadogan.course import asking, questions
from cadogan.edition.needs import Names
from cadogan.edition.notebook import code_cells, page_path

from ..conftest import text_of


@pytest.fixture(params=asking.lessons())
def slug(request):
    """Each lesson by its name."""
    return request.param


@cache
def asked_in(slug):
    """What a page asks, as it is written: by the exercise's name the arguments of the call. (The
    exercises themselves are made where they are tested.)
    """
    cells = code_cells(text_of(page_path(slug)))
    nodes = [
        node for cell in cells if questions.TAG in cell.tags for node in ast.parse(cell.text).body
    ]
    called = [(questions.called(node), node) for node in nodes]
    return {call[1]: node.value.args for call, node in called if call and call[0] == "ask"}


@cache
def reported(name, model):
    """What the last line of an experiment's model comes to, run below the cells of its page."""
    slug = name.partition("/")[0]
    names = Names([*(cell.text for cell in code_cells(text_of(page_path(slug)))), model], slug)
    return str(names.value(names.statements[-1]))
