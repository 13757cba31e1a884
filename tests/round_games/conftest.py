"""A test that asks for ``slug`` runs for every round game."""

import pytest

from cadogan.round_games import games


@pytest.fixture(params=games)
def slug(request):
    """Each round game by its name."""
    return request.param
