"""The reference: every public name of the package with its signature and its docstring, as
Markdown.

>>> print(entry("cadogan.Card").splitlines()[0])
`Card(face: str | int | Card)`{#api-cadogan-card-type}
"""

from __future__ import annotations

import enum
import functools
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, get_args, get_origin

import cadogan
from cadogan.edition.usage import usage
from cadogan.words.meanings import meaning

#: The modules whose names are listed, in the order of the page, and in which others what they
#: define may stand.
MODULES = {
    "cadogan": (),
    "cadogan.odds": ("cadogan.players.result", "cadogan.players.comparison"),
    "cadogan.solver": (),
    "cadogan.words": (),
    "cadogan.course": (),
    "cadogan.round_games": (),
}
#: The heads under which docstrings list things, and what is code in them, or would be taken for
#: Markdown.
LISTS = ("Args:", "Attributes:", "Raises:")
CODE = re.compile(r"``(.+?)``|`([^`\n]+)`", re.DOTALL)
IMPORT = re.compile(r"^>>> from cadogan.words import .*\n", re.MULTILINE)
SPECIAL = re.compile(r"([\\*_\[\]<>{}$|#~])")


def module(name: str) -> ModuleType:
    """A module by the name under which it is public: ``cadogan.odds``."""
    found: ModuleType = (
        cadogan if name == "cadogan" else getattr(cadogan, name.removeprefix("cadogan."))
    )
    return found


def names(of: str) -> list[str]:
    """The public names of a module in `MODULES`: what it exports, or where it says nothing, what it
    defines; in the alphabet's order.
    """
    it = module(of)
    exported = getattr(it, "__all__", None)
    if exported is None:
        homes = (it.__name__, *MODULES[of])
        exported = [
            n
            for n, v in vars(it).items()
            if n[0] != "_" and callable(v) and getattr(v, "__module__", "") in homes
        ]
    return sorted(exported, key=lambda name: (name.lower(), name))


def anchor(name: str) -> str:
    """The place of a name on the page; capitals do not count there, so a type is told from the
    function of its name.

    >>> anchor("cadogan.odds.simulate"), anchor("cadogan.odds.difference"), anchor("cadogan.odds.Difference")
    ('api-cadogan-odds-simulate', 'api-cadogan-odds-difference', 'api-cadogan-odds-difference-type')
    """
    parts = [f"{part}-type" if part[:1].isupper() else part for part in name.split(".")]
    return re.sub(r"[^a-z0-9]+", "-", f"api-{'-'.join(parts)}".lower()).strip("-")


def section(of: str) -> str:
    """All names of a module, in the order of the alphabet.

    Raises:
        KeyError: no such module in `MODULES`.
    """
    return "\n\n".join(entry(f"{of}.{name}") for name in names(of))


def entry(name: str) -> str:
    """One name: signature, docstring, and of a class its methods and properties (but not of clauses
    and kinds of answers, which all have the same)."""
    of, short = name.rsplit(".", 1)
    value = getattr(module(of), short)
    value = getattr(value, "__wrapped__", value)  # of a function whose results are kept
    if isinstance(value, ModuleType) or not (
        inspect.isclass(value) or isinstance(value, FunctionType | functools.partial)
    ):
        said = prose(meaning(short).says) if of == "cadogan.words" else _said(value)
        return f"`{short}`{{#{anchor(name)}}}\n{_indented(said)}"
    told = [prose(inspect.getdoc(value) or "")]
    if of == "cadogan.words":  # what stands in the brackets is seen; all words are at hand
        told[0] = IMPORT.sub("", told[0].replace("Takes:\n\n", ""))
        # Examples in colours would make a third of the page's weight.
        told[0] = told[0].replace("```python", "```text")
    if inspect.isclass(value) and of not in ("cadogan.words", "cadogan.course"):
        told += [_member(name, member, one) for member, one in members(value)]
    text = _indented("\n\n".join(told))
    # of a word, its docstring says what each thing in its brackets is, and what holds without it
    called = str(usage(value)) if of == "cadogan.words" else f"{short}{signature(value)}"
    return f"`{called}`{{#{anchor(name)}}}\n{text}"


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class that have a docstring, its own and those of its
    bases in this package.
    """
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("cadogan"):
            found.update(vars(base))
    for name, value in sorted(found.items()):
        plain = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if (
            name[0] != "_"
            and isinstance(plain, FunctionType | property | functools.cached_property)
            and inspect.getdoc(plain)
        ):
            yield name, plain


def _member(name: str, member: str, value: Any) -> str:
    called = signature(value, bound=True) if isinstance(value, FunctionType) else ""
    return f"`.{member}{called}`{{#{anchor(f'{name}.{member}')}}}\n{_indented(prose(inspect.getdoc(value) or ''))}"


class _Plain(str):
    """An annotation as it is written, without the quotation marks that a text gets."""

    def __repr__(self) -> str:
        return str(self)


def signature(value: Any, bound: bool = False) -> str:
    """What a function or class takes, with types and defaults; without the object itself where it
    is `bound`.
    """
    try:
        found = inspect.signature(value)
    except ValueError:  # a class that takes what its base in C takes
        return ""
    parameters = [
        one.replace(annotation=_plain(one.annotation), default=_default(one.default))
        for one in found.parameters.values()
    ]
    if bound and parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    gives = inspect.Signature.empty if inspect.isclass(value) else _plain(found.return_annotation)
    return " ".join(str(found.replace(parameters=parameters, return_annotation=gives)).split())


def _plain(annotation: Any) -> Any:
    if isinstance(annotation, str):
        return _Plain(annotation.strip("'\""))
    if get_origin(annotation) and get_args(annotation):
        return _Plain(str(annotation).replace("typing.", "").replace("collections.abc.", ""))
    return annotation


def _default(value: Any) -> Any:
    """A default as somebody would write it: words by their names, not with the address of an
    object.
    """
    if value is inspect.Parameter.empty or isinstance(value, bool | int | float | str | type(None)):
        return value
    if isinstance(value, Mapping) and not value:
        return _Plain("{}")
    known = next(
        (name for name in cadogan.words.VOCABULARY if getattr(cadogan.words, name) is value), ""
    )
    if known:
        return _Plain(known)
    if isinstance(value, FunctionType) or inspect.isclass(value):
        return _Plain(value.__name__)
    return (
        _Plain("…")
        if isinstance(value, enum.Enum) or " at 0x" in repr(value) or "<" in repr(value)
        else value
    )


def _said(value: Any) -> str:
    """The first paragraph of the docstring of a module or a mapping is enough."""
    if isinstance(value, ModuleType):
        name = next((name for name in MODULES if module(name) is value), "")
        more = (
            ""
            if name or not getattr(value, "__all__", ())
            else f" It has {', '.join(f'`{n}`' for n in value.__all__)}."
        )
        return (
            prose((inspect.getdoc(value) or "").split("\n\n")[0])
            + more
            + (" Its names are listed below." if name else "")
        )
    if not type(value).__module__.startswith("cadogan") or len(repr(value)) < 60:
        return f"The value `{value!r}`."
    return prose((inspect.getdoc(value) or "").split("\n\n")[0])


def prose(docstring: str) -> str:
    """A docstring as Markdown: lists of arguments as lists, examples as code, names as code, all
    else as the words it is.

    >>> print(prose("Twice ``a * b`` [sic].\\n\\nArgs:\\n    a: the one,\\n        at least 1."))
    Twice `a * b` \\[sic\\].
    <BLANKLINE>
    Takes:
    <BLANKLINE>
    - `a`: the one, at least 1.
    """
    return "\n\n".join(_block(block) for block in re.split(r"\n\s*\n", docstring.strip()))


#: The heads of the lists, as the page has them.
HEADS = {"Args:": "Takes:", "Attributes:": "Has:", "Raises:": "Raises:", "Returns:": "Gives:"}


def _block(block: str) -> str:
    lines = textwrap.dedent(block).splitlines()
    if (
        code := next((n for n, line in enumerate(lines) if line.startswith(">>> ")), None)
    ) is not None:
        before = f"{_inline(' '.join(lines[:code]))}\n\n" if code else ""
        return before + "\n".join(["```python", *lines[code:], "```"])
    if (head := next((n for n, line in enumerate(lines) if line in HEADS), None)) is None:
        return _inline(" ".join(line.strip() for line in lines))
    before = f"{_inline(' '.join(lines[:head]))}\n\n" if head else ""
    items = textwrap.dedent("\n".join(lines[head + 1 :]))
    if lines[head] not in LISTS:
        return f"{before}{HEADS[lines[head]]} {_inline(' '.join(items.split()))}"
    told = re.split(r"\n(?=\S)", items)
    listed = [" ".join(one.split()).partition(": ") for one in told]
    return f"{before}{HEADS[lines[head]]}\n\n" + "\n".join(
        f"- `{what}`{': ' if says else ''}{_inline(says)}" for what, _, says in listed
    )


def _inline(text: str) -> str:
    parts, at = [], 0
    for found in CODE.finditer(text):
        parts += [
            SPECIAL.sub(r"\\\1", text[at : found.start()]),
            f"`{' '.join((found[1] or found[2]).split())}`",
        ]
        at = found.end()
    return "".join([*parts, SPECIAL.sub(r"\\\1", text[at:])])


def _indented(text: str) -> str:
    first, *rest = text.strip().splitlines() or ["No more is said of it."]
    return "\n".join([f": {first}", *(f"  {line}".rstrip() for line in rest)])
