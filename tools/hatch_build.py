"""Lays the chapters into the wheel: the same files that are the book are the games' source there.

A checkout needs none of this: there the loader reads ``book/`` itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Maps ``book/<slug>.md``, the lessons, ``book/_toc.yml`` and ``book/references.bib`` to ``cadogan/_chapters/``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the chapters to a proper wheel; an editable one reads them where they are."""
        if version == "editable":
            return
        book = Path(self.root, "book")
        for path in [*sorted(book.glob("*.md")), *sorted(book.glob("lessons/*.md")), book / "_toc.yml", book / "references.bib"]:
            if path.is_file():
                build_data["force_include"][str(path)] = f"cadogan/_chapters/{path.relative_to(book).as_posix()}"
