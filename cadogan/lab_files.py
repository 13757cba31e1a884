"""How JupyterLab opens and keeps the chapters: what only explains a board is folded, and reading
changes no file.

JupyterLab saves a notebook as soon as a kernel has told its name and version, and jupytext then
writes its own version into the front matter and blank lines into the cells. Here a chapter is
written as it was written before, but for what the reader has changed. `cadogan lab` names the
class; it needs jupytext and jupyter_server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jupytext
import yaml
from jupyter_server.services.contents.filecheckpoints import FileCheckpoints
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from traitlets import default

from cadogan import lab_copy
from cadogan.edition import folding, prose
from cadogan.edition.notebook import book_folder
from cadogan.notebook import opening

#: An author's chapter keeps its answers; JupyterLab shows the first line of a folded cell.
TITLE = "# an exercise, with what is expected\n"
#: What a kernel and jupytext write into the front matter by themselves.
THEIRS = ("jupytext", "kernelspec", "language_info")
_OPTIONS = re.compile(r"(?m)^(```\{code-cell\}.*\n(?::.+\n)+)\n")


def as_it_was(before: str, after: str) -> str:
    """A chapter that was written anew, in the manner of the old text: its front matter and no blank
    line below a cell's options; the old text itself where all cells are the same."""
    old, (new, body) = _parts(before)[0], _parts(after)
    old_fields = _own(old)
    alike = all(
        old_fields.get(name) == value for name, value in _own(new).items()
    )  # jupytext leaves out some of the author's fields
    if alike and _cells(before) == _cells(after):
        return before
    return (old if alike else new) + _OPTIONS.sub(r"\1", body)


def _cells(text: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (cell.cell_type, cell.source, dict(cell.metadata))
        for cell in jupytext.reads(text, fmt="md:myst").cells
    ]


def _parts(text: str) -> tuple[str, str]:
    """The front matter with its marks, and the rest."""
    end = text.find("\n---\n", 3) if text.startswith("---\n") else -1
    return (text[: end + 5], text[end + 5 :]) if end > 0 else ("", text)


def _own(head: str) -> dict[str, Any]:
    """The author's fields of a front matter."""
    fields = yaml.safe_load(head.strip("-\n")) or {}
    return {name: value for name, value in fields.items() if name not in THEIRS}


class _Files(LargeFileManager):
    """Writes a chapter as it was written before, and not at all where nothing has changed."""

    def save(self, model: dict[str, Any], path: str = "") -> Any:
        """Write a file; a chapter in the manner of the text that is there."""
        file = Path(self._get_os_path(path.strip("/")))  # type: ignore[no-untyped-call]
        if (
            model.get("type") == "file"
            and file.suffix == ".md"
            and file.is_file()
            and isinstance(model.get("content"), str)
        ):
            before: str | None = None
            try:
                before = file.read_text(encoding="utf-8")
                model = {**model, "content": as_it_was(before, model["content"])}
            except Exception:  # one of the two is no notebook: what is written stands as it is
                pass
            if model["content"] == before:
                return LargeFileManager.get(self, path, content=False, type="file")
        return super().save(model, path)  # type: ignore[no-untyped-call]


class AsPrinted(FileCheckpoints):
    """In the reader's copy of the chapters, a chapter can be reverted to its printed text: by the
    button *As printed*, and by *Revert to Checkpoint* in the menu. Other files have their ordinary
    checkpoints.
    """

    ID = "as-printed"

    def _name(self, path: str) -> str | None:
        """The page of the book that a file of the copy is."""
        name = path.strip("/")
        copied = (Path(self.root_dir) / lab_copy.LAID).is_file()
        return name if copied and name in lab_copy.pages(book_folder()) else None

    def create_checkpoint(self, contents_mgr: Any, path: str) -> Any:
        """The checkpoint that a save asks for; a chapter as printed is one already."""
        return (self.list_checkpoints(path) if self._name(path) else [None])[0] or (
            super().create_checkpoint(contents_mgr, path)  # type: ignore[no-untyped-call]
        )

    def list_checkpoints(self, path: str) -> Any:
        """The one state to which a file can be reverted."""
        if name := self._name(path):
            return [self.checkpoint_model(self.ID, lab_copy.pages(book_folder())[name])]  # type: ignore[no-untyped-call]
        return super().list_checkpoints(path)  # type: ignore[no-untyped-call]

    def restore_checkpoint(self, contents_mgr: Any, checkpoint_id: str, path: str) -> None:
        """Give a chapter back as printed; what was saved of it is put aside."""
        if name := self._name(path):
            lab_copy.give_back(book_folder(), Path(self.root_dir), name)
        else:
            super().restore_checkpoint(contents_mgr, checkpoint_id, path)  # type: ignore[no-untyped-call]

    def rename_checkpoint(self, checkpoint_id: str, old_path: str, new_path: str) -> None:
        """A chapter as printed stays under its name."""
        if checkpoint_id != self.ID:
            super().rename_checkpoint(checkpoint_id, old_path, new_path)  # type: ignore[no-untyped-call]

    def delete_checkpoint(self, checkpoint_id: str, path: str) -> None:
        """A chapter as printed stays."""
        if checkpoint_id != self.ID:
            super().delete_checkpoint(checkpoint_id, path)  # type: ignore[no-untyped-call]


class Chapters(jupytext.build_sync_jupytext_contents_manager_class(_Files)):  # type: ignore[misc]
    """Opens chapters as notebooks, folded as in the book; the folding is not saved."""

    @default("checkpoints_class")
    def _own_checkpoints(self) -> type:
        return AsPrinted

    def get(
        self,
        path: str,
        content: bool = True,
        type: str | None = None,
        format: str | None = None,
        **more: Any,
    ) -> Any:
        """The model of a file; a chapter is a notebook whose cells are folded as in the book."""
        model = super().get(path, content=content, type=type, format=format, **more)
        if content and model["type"] == "notebook" and path.endswith(".md"):
            cells, text = model["content"]["cells"], self._text(path)
            if self._copied():
                for _ in folding.fold(cells, text):
                    pass
                for cell in _texts(cells):
                    cell["source"] = prose.readable(cell["source"], _top(path))
                there = Path(self._get_os_path(path.strip("/")))
                opening.show(cells, there.stem, there.parent)
            else:
                _fold_for_author(cells)
        return model

    def save(self, model: dict[str, Any], path: str = "") -> Any:
        """Write a notebook or a file, without what folds the cells."""
        if model.get("type") == "notebook" and path.endswith(".md"):
            cells = model["content"]["cells"]
            for cell in cells:
                cell["source"] = cell["source"].removeprefix(TITLE)
            before = self._text(path)
            folding.unfold(cells, before)
            if self._copied() and before:
                written = jupytext.reads(before, fmt="md:myst").cells
                texts = {
                    prose.readable(c["source"], _top(path)): c["source"] for c in _texts(written)
                }
                for cell in _texts(cells):
                    cell["source"] = texts.get(cell["source"], cell["source"])
        return super().save(model, path)

    def _copied(self) -> bool:
        """Whether these are a reader's copy of the chapters, not an author's own."""
        return (Path(self.root_dir) / lab_copy.LAID).is_file()

    def _text(self, path: str) -> str:
        """The text of a chapter as it lies in its file; empty where there is none yet."""
        file = Path(self._get_os_path(path.strip("/")))
        return file.read_text(encoding="utf-8") if file.is_file() else ""


def _texts(cells: list[Any]) -> list[Any]:
    return [cell for cell in cells if cell["cell_type"] == "markdown"]


def _top(path: str) -> str:
    """The path from a page to the folder of the book."""
    return "../" * path.strip("/").count("/")


def _fold_for_author(cells: list[dict[str, Any]]) -> None:
    """Fold what the book folds, and leave its text."""
    for cell in cells:
        if folding.TAGS & (tags := set(cell["metadata"].get("tags", ()))):
            folding.hide(cell)
            if "exercise" in tags:
                cell["source"] = TITLE + cell["source"]
