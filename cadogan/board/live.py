"""What the widgets of the board and of the round games' table have in common: they answer the
screen and can be driven from a cell.
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from .driven import Driven


class LiveBoard(Driven, anywidget.AnyWidget):
    """A widget with a session behind it, which is the referee."""

    cards_svg = traitlets.Unicode().tag(sync=True)
    first = traitlets.Dict().tag(sync=True)
    replay = traitlets.Dict(allow_none=True).tag(sync=True)

    def __init__(self, session: Any, **traits: Any) -> None:
        anywidget.AnyWidget.__init__(self, **traits)
        self._session = session
        self.on_msg(self._answer)
        self._note()

    def send(self, reply: dict[str, Any], buffers: Any = None) -> None:
        """Bring a reply to the screen."""
        anywidget.AnyWidget.send(self, reply, buffers)

    def _answer(self, _widget: Any, message: Any, _buffers: Any) -> None:
        self._show(self._session.handle(message))

    def _note(self) -> None:
        """Bring the traits that a cell observes up to date."""
        raise NotImplementedError  # each widget has traits of its own

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget for a screen, and the text picture for everything else."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["text/plain"] = repr(self)
        return bundle
