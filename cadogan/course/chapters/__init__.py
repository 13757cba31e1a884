"""The exercises of the chapters, one module a chapter, named as it: ``EXERCISES``.

Their questions and answers stand in the chapters; here is what is expected, computed. A module is
read when an exercise of its chapter is asked for, and by no other import: a page fetches the text
of its own chapter's alone."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from types import ModuleType

from cadogan.course.old import Exercise


def slugs() -> tuple[str, ...]:
    """The slugs of the chapters whose exercises are marked, in the order of the alphabet. No module
    is imported.
    """
    return tuple(sorted(one.name.replace("_", "-") for one in pkgutil.iter_modules(__path__)))


def exercises(slug: str) -> tuple[Exercise, ...]:
    """The exercises of a chapter, by their numbers there; none where there is no such chapter."""
    name = module_of(slug)
    if name not in sys.modules and slug not in slugs():
        return ()
    found: tuple[Exercise, ...] = importlib.import_module(name).EXERCISES
    return found


def learn(slug: str, text: str) -> None:
    """Take a chapter's exercises from the text of its module, for a Python without files.

    The text is the edition's own, and is run.
    """
    name = module_of(slug)
    if name in sys.modules:
        return
    module = sys.modules[name] = ModuleType(name)
    try:
        exec(compile(text, f"{name}.py", "exec"), vars(module))
    except BaseException:
        del sys.modules[name]
        raise


def module_of(slug: str) -> str:
    """The name of a chapter's module.

    >>> module_of("la-belle-lucie")
    'cadogan.course.chapters.la_belle_lucie'
    """
    return f"{__name__}.{slug.replace('-', '_')}"
