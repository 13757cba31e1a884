"""Lays the chapters into the wheel: the same files that are the book are the games' source there;
and says where the project is at home.

A checkout needs none of this: there the loader reads ``book/`` itself.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class CustomMetadataHook(MetadataHookInterface):
    """The long description and the addresses, with what `[tool.cadogan]` of ``pyproject.toml``
    says.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the fields that are declared as dynamic."""
        root = Path(self.root)
        places = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
            "cadogan"
        ]
        text = outside(
            (root / "README.md").read_text(encoding="utf-8"),
            places["repository"],
            places["pictures"],
        )
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        home = places["repository"]
        known = {"Homepage": places["website"], "Repository": home}
        if home:
            known |= {"Changelog": f"{home}/blob/main/CHANGELOG.md", "Issues": f"{home}/issues"}
        metadata["urls"] = {name: address for name, address in known.items() if address}


def outside(readme: str, repository: str, pictures: str) -> str:
    """The README as it is read elsewhere: its links and pictures by their whole addresses; without
    those, words alone.

    >>> readme = '<img width="9" src="book/a.webp" alt="A board"> [more](book/b.md), [there](https://x.y)'
    >>> outside(readme, "", "").strip()
    'more, [there](https://x.y)'
    >>> outside(readme, "https://f.e/c", "https://raw.f.e/c/main")
    '<img width="9" src="https://raw.f.e/c/main/book/a.webp" alt="A board"> [more](https://f.e/c/blob/main/book/b.md), [there](https://x.y)'
    """
    picture = r'(<img\b[^>]* src=")(?!https?:)([^"]*"[^>]*>)'
    readme = re.sub(picture, rf"\1{pictures}/\2" if pictures else "", readme)
    return re.sub(
        r"\[([^]]*)\]\((?!https?:)([^)]*)\)",
        rf"[\1]({repository}/blob/main/\2)" if repository else r"\1",
        readme,
    )


class CustomBuildHook(BuildHookInterface[Any]):
    """Maps ``book/<slug>.md``, the lessons and what pages read beside them to
    ``cadogan/_chapters/``.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the chapters to a proper wheel; an editable one reads them where they are."""
        if version == "editable":
            return
        book = Path(self.root, "book")
        for path in [
            *sorted(book.glob("*.md")),
            *sorted(book.glob("lessons/*.md")),
            book / "_toc.yml",
            book / "references.bib",
            book / "jupytext.toml",
        ]:
            if path.is_file():
                build_data["force_include"][str(path)] = (
                    f"cadogan/_chapters/{path.relative_to(book).as_posix()}"
                )
