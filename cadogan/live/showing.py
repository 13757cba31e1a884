"""What a cell shows: the forms of a value, as a notebook's kernel gives them, and the few names
that notebooks take from IPython.

The text of a value is IPython's own: the page has that one module of it (`tools/assets.py`).
"""

from __future__ import annotations

import base64
import importlib.util
import sys
import types
from collections.abc import Callable
from typing import Any

#: Forms of a value and the methods that give them, as in IPython.
FORMS = {
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "text/latex": "_repr_latex_",
}
Bundle = dict[str, Any]


def forms(value: Any) -> Bundle:
    """The forms of a value by their media types; its text is always among them.

    >>> forms(20)
    {'text/plain': '20'}
    """
    from IPython.lib.pretty import pretty

    bundle: Bundle = {"text/plain": pretty(value)}  # type: ignore[no-untyped-call]
    if isinstance(value, type):
        return bundle
    if (mimebundle := getattr(value, "_repr_mimebundle_", None)) is not None:
        extra = mimebundle()
        return {**bundle, **(extra[0] if isinstance(extra, tuple) else extra)}
    for kind, name in FORMS.items():
        if (method := getattr(value, name, None)) is not None and (form := method()) is not None:
            bundle[kind] = base64.b64encode(form).decode() if isinstance(form, bytes) else form
    return bundle


class _Wrapped:
    """A text in a form of its own, such as HTML, shown in that form."""

    def __init__(self, data: str = "") -> None:
        self.data = data

    def __repr__(self) -> str:
        return f"<IPython.core.display.{type(self).__name__} object>"


def install(show: Callable[[Bundle], None]) -> Callable[..., None]:
    """Make a `display` that shows values by this function; where IPython's printer is all there is
    of it, supply the names that a cell may import.
    """

    def display(*values: Any) -> None:
        """Show values, each in its best form."""
        for value in values:
            show(forms(value))

    if "IPython.display" not in sys.modules and importlib.util.find_spec("IPython.display") is None:
        import IPython

        module = types.ModuleType("IPython.display")
        for name, method in (
            ("HTML", "_repr_html_"),
            ("Markdown", "_repr_markdown_"),
            ("SVG", "_repr_svg_"),
            ("Latex", "_repr_latex_"),
        ):
            setattr(module, name, type(name, (_Wrapped,), {method: lambda self: self.data}))
        sys.modules["IPython.display"] = IPython.display = module
    ours = sys.modules.get("IPython.display")
    if ours is not None and not hasattr(ours, "publish_display_data"):
        ours.display = display  # type: ignore[attr-defined]
    return display
