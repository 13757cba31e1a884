"""Libraries that the core does not need: the sentence that says which to install, and how."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: Libraries that are imported by another name than they are installed by.
NAMES = {"yaml": "pyyaml"}


def remedy(name: str = "") -> str:
    """The command that brings what the extra ``notebook`` names, whatever this package was
    installed from: a wheel, a checkout, nothing.

    It names the libraries themselves, because an index of packages may not know this one.

    Args:
        name: the library that is missing: then the command brings it alone, if the extra names it.

    >>> 'matplotlib>=' in remedy() and 'cadogan[' not in remedy()
    True
    >>> remedy("matplotlib").partition(" install ")[2]
    '"matplotlib>=3.9"'
    >>> remedy("yaml").partition(" install ")[2]
    '"pyyaml>=6"'
    """
    from importlib import metadata  # seldom wanted, and slow to import

    try:
        lines = metadata.requires("cadogan") or []
        libraries = [
            match[1]
            for line in lines
            if (match := re.fullmatch(r"([^;]+);\s*extra == ['\"]notebook['\"]", line))
        ]
    except metadata.PackageNotFoundError:  # a checkout, on the path and no more
        import tomllib

        project = tomllib.loads(
            Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
        )
        libraries = project["project"]["optional-dependencies"]["notebook"]
    name = NAMES.get(name, name)
    alone = [text for text in libraries if re.match(r"[\w-]+", text.strip())[0] == name]  # type: ignore[index]
    quoted = (f'"{library.strip()}"' for library in alone or libraries)
    return f'"{sys.executable}" -m pip install ' + " ".join(quoted)


@contextmanager
def needs_extra(what: str) -> Iterator[None]:
    """Around an import of something that only the extra ``notebook`` brings.

    Args:
        what: what needs it, as the sentence begins.

    Raises:
        ModuleNotFoundError: it is not installed; the sentence says what is missing and how to get
            it.

    >>> with needs_extra("The crystal ball"):  # doctest: +ELLIPSIS
    ...     import crystal_ball
    Traceback (most recent call last):
    ModuleNotFoundError: The crystal ball needs crystal_ball, which is not installed here. This brings what notebooks need: ...
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "cadogan").partition(".")[
            0
        ] == "cadogan":  # a fault of our own is told as it is
            raise
        library = str(error.name).partition(".")[0]
        alone = remedy(library) != remedy()
        offer = "This brings it" if alone else "This brings what notebooks need"
        message = (
            f"{what} needs {error.name}, which is not installed here. {offer}: {remedy(library)}"
        )
        raise ModuleNotFoundError(message, name=error.name) from None


def axes(ax: Any = None) -> Any:
    """Axes of matplotlib to draw on: those given, or those of a new figure.

    Raises:
        ImportError: matplotlib is not installed; the message says how to get it.
    """
    if ax is not None:
        return ax
    with needs_extra("plot()"):
        from matplotlib import pyplot
    return pyplot.subplots()[1]
