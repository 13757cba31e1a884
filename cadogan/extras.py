"""What the core does not need and may not be there: the sentence that names what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def wanted(what: str) -> Iterator[None]:
    """Around an import of something that only the extra ``notebook`` brings.

    Args:
        what: who wants it, as the sentence begins.

    Raises:
        ModuleNotFoundError: it is not installed; the sentence says what is missing and how to get it.

    >>> with wanted("The crystal ball"):
    ...     import crystal_ball
    Traceback (most recent call last):
    ModuleNotFoundError: The crystal ball needs crystal_ball, which is not installed here. This brings it: pip install 'cadogan[notebook]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "cadogan").partition(".")[0] == "cadogan":  # a fault of our own is told as it is
            raise
        said = f"{what} needs {error.name}, which is not installed here. This brings it: pip install 'cadogan[notebook]'"
        raise ModuleNotFoundError(said, name=error.name) from None
