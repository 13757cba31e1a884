"""Pages as a build for students ships them, with no answer that can be read.

The right answer stands in the cell that asks, because the page marks with it. So such a cell is
shipped under seal: packed into text in which no word and no number of it can be read. That stops
nobody who runs the page's own Python to open it; it keeps answers out of sight. The folded
answers of a chapter, and the cells behind them, are left out.

>>> cell = 'ask("kings/1", Number(4), "Two and two.")'
>>> sealed("kings/1", cell).startswith('ask("kings/1", sealed("'), unsealed(sealed("kings/1", cell)) == cell
(True, True)
"""

from __future__ import annotations

import ast
import base64
import re
import sys
import zlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cadogan.edition.folding import ANSWER, EXERCISES, question_of
from cadogan.edition.notebook import CELL, code_cells

SEALED = re.compile(r'ask\("[^"]+", sealed\("([A-Za-z0-9+/=]+)"\)\)')
#: Stands in the place of a cell that only an answer needs.
LEFT_OUT = "# The answer is left out of this edition."
#: A file in the package of a build for students.
MARKER = "student.json"


def sealed(name: str, cell: str) -> str:
    """A cell that asks, under seal; its name stands open."""
    packed = base64.b64encode(zlib.compress(cell.encode("utf-8"), 9)).decode("ascii")
    return f'ask("{name}", sealed("{packed}"))'


def unsealed(cell: str) -> str:
    """A cell without its seal; any other as it is.

    Raises:
        ValueError: the seal is none of this edition.
    """
    match = SEALED.fullmatch(cell.strip())
    if not match:
        return cell
    try:
        return zlib.decompress(base64.b64decode(match[1], validate=True)).decode("utf-8")
    except zlib.error as error:
        raise ValueError(f"this seal cannot be opened: {error}") from None


def for_students(page: str) -> str:
    """A page's text as a build for students ships it, with as many code cells."""
    cells = code_cells(page)
    names = [(question_of(cell) or ("", ""))[1] if _asks(cell.text) else "" for cell in cells]
    order = iter(zip(cells, names, strict=True))

    def seal(match: re.Match[str]) -> str:
        cell, name = next(order)
        return match[0].replace(cell.text, sealed(name, cell.text)) if name else match[0]

    before, heading, exercises = CELL.sub(seal, page).partition(EXERCISES)
    return before + heading + ANSWER.sub(_left_out, exercises)


def seal_wheel(path: Path) -> None:
    """Put the pages in a wheel under seal, and mark it as one for students."""
    with ZipFile(path) as whole:
        entries = [(info, whole.read(info)) for info in whole.infolist()]
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for entry, content in entries:
            if re.fullmatch(r"cadogan/_chapters/.*\.md", entry.filename):
                content = for_students(content.decode("utf-8")).encode("utf-8")
            archive.writestr(entry, content)
        marker = ZipInfo(f"cadogan/_chapters/{MARKER}", (1980, 1, 1, 0, 0, 0))
        archive.writestr(marker, "{}\n")


def _asks(cell: str) -> bool:
    """Whether a cell asks a question, and does not only reveal what was guessed."""
    return (
        any(
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ask"
            for node in ast.walk(ast.parse(cell))
        )
        if re.search(r"^ask\(", cell, re.MULTILINE)
        else False
    )


def _left_out(answer: re.Match[str]) -> str:
    """An empty cell for each one behind a folded answer."""
    empty = f"```{{code-cell}} ipython3\n:tags: [hide-cell]\n{LEFT_OUT}\n```\n\n"
    return empty * len(code_cells(answer[0]))


if __name__ == "__main__":
    seal_wheel(Path(sys.argv[1]))
