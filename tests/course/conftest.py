"""A test that asks for ``slug`` runs for every lesson."""

import pytest

from cadogan.course import asking


@pytest.fixture(params=asking.slugs())
def slug(request):
    """Each lesson by its name."""
    return request.param
