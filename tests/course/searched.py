"""What is handed to students, searched file by file for what only an answer tells."""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from cadogan.course import exercise, questions
from cadogan.edition.chapters import book_folder
from cadogan.edition.folding import cells_behind_answers
from cadogan.edition.notebook import code_cells
from cadogan.edition.sealing import for_students

from ..conftest import text_of

try:
    from compression import zstd
except ImportError:  # before Python 3.14
    from backports import zstd

PAGES = sorted([*book_folder().glob("*.md"), *book_folder().glob("lessons/*.md")])
ASKING = [
    page for page in PAGES if any(q.kind == "ask" for q in questions.questions_of(text_of(page)))
]
#: Lines of an answer that tell nothing.
NOTHING = re.compile(r'ask\("[^"]+",?|</?details>.*')
#: Shorter texts may stand anywhere by chance. Of a longer one a whole block of so many bytes, counted
#: from the beginning of the file, lies within its first two.
SHORTEST, BLOCK = 24, 12
#: A number as it is written; with so many figures no other is likely to be the same.
NUMBER = re.compile(r"(?<![\w.,/])\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+(?:,\d{3})*)?(?![\w/]|\.\d)")
FIGURES = 4
SENTENCES = re.compile(r"(?<=[.?!:;])\s+")


def told_by(page: Path) -> set[str]:
    """The lines of a page that tell an answer: of the cells that ask, and of the folded answers."""
    text = text_of(page)
    cells, behind = code_cells(text), cells_behind_answers(text)
    asks = {q.cell for q in questions.questions_of(text) if q.kind == "ask"}
    answer = [cell.text for n, cell in enumerate(cells) if n in asks | behind]
    shown = "\n".join(cell.text for n, cell in enumerate(cells) if n not in asks | behind)
    folded = re.findall(r"<details>.*?</details>", text.partition("\n## Exercises\n")[2], re.DOTALL)
    lines = {line.strip() for part in (*answer, *folded) for line in part.split("\n")}
    rest = shown + re.sub(r"```.*?```|<details>.*?</details>", "", text, flags=re.DOTALL)
    return {
        line
        for line in lines
        if len(line) > SHORTEST and not NOTHING.fullmatch(line) and line not in rest
    }


def answers_of(page: Path) -> Iterator[tuple[str, str]]:
    """What answers an exercise of a page, with its name: its explanation, computed, in sentences,
    those of the others like it, and the lines of its code.
    """
    for question in questions.questions_of(text_of(page)):
        if question.kind == "ask":
            one = exercise(question.name)
            others = (
                [one.like.variant(n)[2] for n in range(1, len(one.like) + 1)] if one.like else ()
            )
            said = [part for text in (one.because, *others) for part in SENTENCES.split(text)]
            for line in (*said, *(line.strip() for line in one.model.split("\n"))):
                if len(line) > SHORTEST:
                    yield line, question.name


def values_of(page: Path) -> Iterator[tuple[str, str]]:
    """What is right in the exercises of a page, as far as it has figures enough to be found."""
    for question in questions.questions_of(text_of(page)):
        if question.kind == "ask":
            for found in NUMBER.findall(exercise(question.name).expects.solution()):
                if len(re.sub(r"\D", "", found).strip("0")) >= FIGURES:
                    yield found, question.name
                    yield found.replace(",", ""), question.name


def opened(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, what is packed in it, and what it shows: HTML without its tags, between which code is
    cut to pieces, and the texts of a notebook or another JSON put together.
    """
    yield name, content
    if content[:2] == b"\x1f\x8b":
        yield from opened(f"{name}!", gzip.decompress(content))
    elif content[:4] == b"\x28\xb5\x2f\xfd":
        yield from opened(f"{name}!", zstd.decompress(content))
    elif content[:4] == b"PK\x03\x04":
        with ZipFile(BytesIO(content)) as archive:
            for entry in archive.namelist():
                yield from opened(f"{name}!{entry}", archive.read(entry))
    elif name.endswith((".html", ".svg")):
        yield f"{name} as shown", _shown(content.decode("utf-8", "replace"))
    elif name.endswith((".ipynb", ".json")):
        with suppress(ValueError):
            texts = "\n".join(_texts(json.loads(content)))
            yield f"{name} as read", texts.encode("utf-8", "replace")
            yield f"{name} as shown", _shown(texts)


def _shown(html: str) -> bytes:
    return unescape(re.sub(r"<[^>]*>", "", html)).encode("utf-8", "replace")


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() if all(isinstance(one, str) for one in value):
            yield "".join(value)
        case list() | dict():
            for one in value.values() if isinstance(value, dict) else value:
                yield from _texts(one)


class Search:
    """Looks for texts, each longer than `SHORTEST`, as they may stand in a file: plain, as HTML or
    JSON writes them, and as Python's memory holds them.
    """

    def __init__(self, texts: set[str]) -> None:
        self.blocks: dict[bytes, list[tuple[int, bytes, str]]] = defaultdict(list)
        for text in texts:
            for form in self.forms(text):
                for start in range(BLOCK):
                    self.blocks[form[start : start + BLOCK]].append((start, form, text))

    @staticmethod
    def forms(text: str) -> set[bytes]:
        """A text as bytes, in each way."""
        html = {text, escape(text), escape(text, quote=False)}
        written = {form for one in html for form in (one, json.dumps(one)[1:-1], repr(one)[1:-1])}
        written |= {json.dumps(one, ensure_ascii=False)[1:-1] for one in html}
        forms = set()
        for one in written:
            for encoding in ("utf-8", "latin-1", "utf-16-le", "utf-32-le"):
                with suppress(UnicodeEncodeError):
                    forms.add(one.encode(encoding))
        return forms

    def found_in(self, content: bytes) -> set[str]:
        """Which of the texts stand there."""
        return {
            text
            for at in range(0, len(content), BLOCK)
            for start, form, text in self.blocks.get(content[at : at + BLOCK], ())
            if at >= start and content.startswith(form, at - start)
        }


def open_pages() -> str:
    """What students may read: the pages without their answers, as they lie, and in one line."""
    text = "\n".join(for_students(text_of(page)) for page in PAGES)
    return f"{text}\n{' '.join(text.split())}"


def found(
    folder: Path, texts: set[str], besides: tuple[str, ...] = ()
) -> tuple[dict[str, set[str]], int]:
    """The texts that stand in a folder, each with where, but for some of its parts; and how many
    files and packed ones were searched.
    """
    search, hits, seen = Search(texts), defaultdict(set), 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(besides):
            for inside, content in opened(name, path.read_bytes()):
                seen += " as " not in inside
                for text in search.found_in(content):
                    hits[text].add(inside)
    return hits, seen
