"""A plugin for nbval: the chapters are compared with what they printed when the book was built, so
that nothing runs twice.

`python -m pytest -p replay --nbval tests/executed`, on a book built from just these files; `make
test` does so. Without the plugin nbval runs every chapter in a kernel of its own, which comes to
the same and takes minutes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbval.plugin
import pytest
from bookbuild import CACHE
from house import BOOK, EXECUTED
from jupyter_cache import get_cache


class Replay:
    """What nbval takes for a kernel: asked to run a cell, it sends the messages that the cell sent
    when the book was built.
    """

    def __init__(self, page: Path) -> None:
        """Raises RuntimeError for a page that the last build has not executed."""
        cache = get_cache(CACHE)
        try:
            record = cache.get_cached_project_nb(str(page))
        except KeyError:
            record = None
        if record is None:
            raise RuntimeError(
                f"{page.name} was not executed when the book was built; run: make build"
            )
        self._cells: Iterator[Any] = (
            cell for cell in cache.get_cache_bundle(record.pk).nb.cells if cell.cell_type == "code"
        )
        self._messages: deque[dict[str, Any]] = deque()
        self._asked = 0

    def execute_cell_input(self, source: str, allow_stdin: bool | None = None) -> str:
        """Find the cell; returns the number under which its messages come. Raises RuntimeError
        where the page has no such cell.
        """
        cell = next((cell for cell in self._cells if cell.source == source), None)
        if cell is None:
            raise RuntimeError("the book was built from another text of this cell; run: make build")
        self._asked += 1
        for output in cell.outputs:
            content = {key: value for key, value in output.items() if key != "output_type"}
            self._send(output.output_type, content)
        self._send("status", {"execution_state": "idle"})
        return str(self._asked)

    def _send(self, kind: str, content: dict[str, Any]) -> None:
        self._messages.append(
            {"msg_type": kind, "content": content, "parent_header": {"msg_id": str(self._asked)}}
        )

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        """The next message of the cell."""
        return self._messages.popleft()

    def await_reply(self, number: str, timeout: float | None = None) -> None:
        """Nothing is waited for: the cell has been run."""

    def await_idle(self, number: str, timeout: float | None = None) -> None:
        """Pass over what is left of the cell."""
        self._messages.clear()

    def is_alive(self) -> bool:
        """Whether a cell can be asked for."""
        return True

    def stop(self) -> None:
        """There is nothing to stop."""


def _setup(self: nbval.plugin.IPyNbFile) -> None:
    """Instead of starting a kernel: look up the page."""
    self.kernel = Replay(BOOK / self.path.relative_to(EXECUTED).with_suffix(".md"))
    self.setup_sanitize_files()


def pytest_configure(config: pytest.Config) -> None:
    """Have nbval ask here."""
    nbval.plugin.IPyNbFile.setup = _setup
