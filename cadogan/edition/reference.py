"""The public names of the package, and their places on the page that lists them
(``book/reference.md``, whose cells make it of their docstrings); the index leads there.
"""

from __future__ import annotations

import re
from types import ModuleType

import cadogan

#: The modules whose names are listed, in the order of the page, each with the other modules that may
#: define them.
MODULES = {
    "cadogan": (),
    "cadogan.odds": (
        "cadogan.players.result",
        "cadogan.players.comparison",
        "cadogan.players.table",
        "cadogan.players.worth",
    ),
    "cadogan.solver": (),
    "cadogan.words": (),
    "cadogan.course": (),
    "cadogan.round_games": (),
}


def module(name: str) -> ModuleType:
    """A module by the name under which it is public: ``cadogan.odds``."""
    public: ModuleType = (
        cadogan if name == "cadogan" else getattr(cadogan, name.removeprefix("cadogan."))
    )
    return public


def names(module_name: str) -> list[str]:
    """The public names of a module in `MODULES`, sorted: its ``__all__``, or without one what it
    defines.
    """
    listed = module(module_name)
    exported = getattr(listed, "__all__", None)
    if exported is None:
        homes = (listed.__name__, *MODULES[module_name])
        exported = [
            n
            for n, v in vars(listed).items()
            if n[0] != "_" and callable(v) and getattr(v, "__module__", "") in homes
        ]
    return sorted(exported, key=lambda name: (name.lower(), name))


def anchor(name: str) -> str:
    """The anchor of a name on the page. Capitals do not count there, so a suffix tells a type from
    the function of the same name.

    >>> anchor("cadogan.odds.simulate"), anchor("cadogan.odds.difference"), anchor("cadogan.odds.Difference")
    ('api-cadogan-odds-simulate', 'api-cadogan-odds-difference', 'api-cadogan-odds-difference-type')
    """
    parts = [f"{part}-type" if part[:1].isupper() else part for part in name.split(".")]
    return re.sub(r"[^a-z0-9]+", "-", f"api-{'-'.join(parts)}".lower()).strip("-")
