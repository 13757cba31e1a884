"""What the widgets of the board and of the round games' table have in common: they answer the screen and can be driven from a cell."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets


class LiveBoard(anywidget.AnyWidget):
    """A widget with a session behind it, which is the referee."""

    cards_svg = traitlets.Unicode().tag(sync=True)
    first = traitlets.Dict().tag(sync=True)
    replay = traitlets.Dict(allow_none=True).tag(sync=True)

    def __init__(self, session: Any, **traits: Any) -> None:
        super().__init__(**traits)
        self._session = session
        self.on_msg(self._answer)
        self._note()

    def deal(self, number: int) -> None:
        """Lay out another deal. Raises ValueError if it is no number of a deal."""
        self._drive({"kind": "new", "deal": number})

    def undo(self) -> None:
        """Take back the last move; at a table where one person sits, all back to that person's last decision.

        Raises:
            ValueError: there is nothing to take back, or several persons sit at the table.
        """
        self._drive({"kind": "undo"})

    def _drive(self, message: dict[str, Any]) -> None:
        replies = self._session.handle(message)
        for reply in replies:
            if reply["kind"] in ("error", "refused", "trouble"):
                raise ValueError(reply["sentence"])
        self._show(replies)

    def _answer(self, _widget: Any, message: Any, _buffers: Any) -> None:
        self._show(self._session.handle(message))

    def _show(self, replies: list[dict[str, Any]]) -> None:
        for reply in replies:
            self.send(reply)
        self._note()

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
