"""The names of a program's functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cadogan.compiler.residual import (
    Function,
    calls,
)

#: Names that mean something in every program.
RESERVED = ("s", "lowest", "count", "min", "max", "range")


def reachable(exported: list[Function]) -> list[Function]:
    """The exported functions and what they call, each after its first caller."""
    order: dict[Function, None] = {}
    stack = list(reversed(exported))
    while stack:
        function = stack.pop()
        if function not in order:
            order[function] = None
            inside = dict.fromkeys(call.function for call in calls(function.body))
            stack.extend(reversed([called for called in inside if called not in order]))
    return list(order)


def name_all(
    functions: list[Function], exported: Mapping[str, Function], tables: Iterable[str]
) -> None:
    """Give every function the name of the engine's function, with as much of its known
    arguments as tells it from the others.
    """
    taken = {*RESERVED, *tables}
    for name, function in exported.items():
        function.name = name
        taken.add(name)
    rest = [function for function in functions if function not in exported.values()]
    by_stem: dict[str, list[Function]] = {}
    for function in rest:
        by_stem.setdefault(function.stem, []).append(function)
    for stem, group in by_stem.items():
        common = (
            set.intersection(*(set(function.hints) for function in group))
            if len(group) > 1
            else set()
        )
        for function in group:
            own = [hint for hint in function.hints if hint not in common] if len(group) > 1 else []
            name = "_".join([stem, *own])[:60]
            number = 2
            base = name
            while name in taken:
                name = f"{base}_{number}"
                number += 1
            function.name = name
            taken.add(name)


def hint(value: Any) -> str:
    """How a known argument shows in the name of a function."""
    text = getattr(value, "label", value)
    if type(text) is int:
        text = str(text).replace("-", "minus_")
    if not isinstance(text, str):
        return ""
    return re.sub(r"\W", "_", text.lower()).strip("_")
