"""Reads what a student has handed in: a small file saved by the page (``book/_static/hand-in.js``).

Files are untrusted: a sentence says what is wrong with one, and no other file is affected. A file
holds no marks, and none in it would be believed: the lecturer's program marks the answers anew."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cadogan import __version__
from cadogan.course.log import LogError, Sitting, read_entry

FORMAT = 1
#: The largest file that is read, in bytes, and the longest name and answer, in characters.
LARGEST, LONGEST_NAME, LONGEST = 1_000_000, 120, 5_000
#: The most answers, the most guesses and the most sittings that one file may hold.
MOST = 2_000


class HandInError(ValueError):
    """A file that cannot be marked; the sentence says why."""


@dataclass(frozen=True)
class HandIn:
    """What one student has handed in.

    Attributes:
        file: the name of the file.
        student: the student's name, as typed.
        work: the short name of the lesson, the chapter, the problem set or the paper.
        saved: when the file was saved, by the clock of the student's machine.
        answers: the answers by the name or the number of the question.
        guesses: the guesses by their names.
        played: the sittings in the board's log.
        sheet: the `digest` of the questions of a set or a paper; 0 if the file has none.
        remarks: what is odd about the file, but does not keep it from being marked.
    """

    file: str
    student: str
    work: str
    saved: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    guesses: Mapping[str, str] = field(default_factory=dict)
    played: tuple[Sitting, ...] = ()
    sheet: int = 0
    remarks: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """The name as `compared`, and the work: two files with one key are versions of one work."""
        return compared(self.student), self.work


def compared(name: str) -> str:
    """A name as names are compared: normalised (NFKC), casefolded, without spaces.

    >>> compared("Zoe\u0308 Lee") == compared("zo\u00eblee")
    True
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def files(folder: Path, besides: Path | None = None) -> Iterator[Path]:
    """The files of a folder, in order: all in itself, and the JSON in folders below, as Moodle has
    one for each student; none in the folder ``besides``.
    """
    below = {path for path in folder.rglob("*.json") if besides not in path.parents}
    yield from sorted(path for path in {*folder.iterdir(), *below} if path.is_file())


def read(path: Path) -> HandIn:
    """Read a file that was handed in.

    Raises:
        HandInError: the file is damaged, too large, or not one that a page has saved.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise HandInError(f"it has more than {LARGEST:,} bytes")
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise HandInError(f"it cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise HandInError("it is not text") from None
    return parse(text, path.name)


def parse(text: str, file: str = "") -> HandIn:
    """Read the text of a file that was handed in; ``file`` is its name.

    Raises:
        HandInError: the text is damaged, or not what a page has saved.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise HandInError("it is damaged, or not a file that a page has saved") from None
    if not isinstance(data, dict) or data.get("cadogan") != "hand-in":
        raise HandInError("it is not a file that a page has saved")
    if data.get("format") != FORMAT:
        raise HandInError(f"this edition reads format {FORMAT}, not {data.get('format')!r:.40}")
    student, work = (_line(data.get(part), part) for part in ("name", "work"))
    remarks: list[str] = []
    answers, guesses = (_texts(data.get(part), part, remarks) for part in ("answers", "guesses"))
    if data.get("sum") != digest([student, work, *_flat(answers), *_flat(guesses)]):
        remarks.append("it was changed after the page had saved it")
    version, sheet = data.get("version"), data.get("sheet")
    if isinstance(version, str) and version not in ("", __version__):
        remarks.append(f"was saved by edition {version[:20]}, and is marked by {__version__}")
    if extra := sorted(
        {*data}
        - {*"cadogan format version name work sheet saved answers guesses played sum".split()}
    ):
        remarks.append(f"it says more than a page saves: {', '.join(extra)[:80]}")
    saved = data.get("saved")
    return HandIn(
        file,
        student,
        work,
        saved[:40] if isinstance(saved, str) else "",
        {name: text for name, text in answers.items() if len(text) <= LONGEST},
        {name: guess[:LONGEST_NAME] for name, guess in guesses.items()},
        _played(data.get("played"), student, remarks),
        sheet if isinstance(sheet, int) else 0,
        tuple(remarks),
    )


def digest(texts: Iterable[str]) -> int:
    """A checksum of some texts, which shows a change; the page computes the same (FNV-1a over the
    units of UTF-16, with a 0 after each text). It does not stop anybody who means to deceive.

    >>> digest(["a", "b"]), digest(["ab", ""])
    (2174188438, 1350935514)
    """
    checksum = 0x811C9DC5
    for text in texts:
        units = text.encode("utf-16-le", "surrogatepass") + b"\0\0"
        for low, high in zip(units[::2], units[1::2], strict=True):
            checksum = (checksum ^ (low | high << 8)) * 0x01000193 & 0xFFFFFFFF
    return checksum


def _flat(texts: Mapping[str, str]) -> list[str]:
    return [part for name in sorted(texts) for part in (name, texts[name])]


def _line(text: Any, part: str) -> str:
    if not isinstance(text, str) or not text.strip():
        raise HandInError(f"it says no {part}")
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise HandInError(f"its {part} is no line of at most {LONGEST_NAME} characters")
    return text.strip()


def _texts(data: Any, part: str, remarks: list[str]) -> dict[str, str]:
    """The answers or the guesses that are texts; the others, and those too long, get a remark."""
    if data is None:
        return {}
    if not isinstance(data, dict) or len(data) > MOST:
        raise HandInError(f"its {part} are no list of at most {MOST:,}")
    texts = {name: text for name, text in data.items() if isinstance(text, str)}
    if len(texts) < len(data):
        remarks.append(f"{len(data) - len(texts)} of its {part} are no text")
    for name, text in texts.items():
        if len(text) > LONGEST:
            remarks.append(
                f"an answer of {len(text):,} characters, to {name[:40]}, was not read: {LONGEST:,} is the most"
            )
    return texts


def _played(data: Any, student: str, remarks: list[str]) -> tuple[Sitting, ...]:
    """The sound sittings of the board's log; a remark where there are others."""
    entries = data if isinstance(data, list) else []
    sittings, off = [], 0
    for entry in entries[:MOST]:
        try:
            sittings.append(read_entry(entry, student))
        except LogError:
            off += 1
    if off or (data is not None and not isinstance(data, list)):
        remarks.append("what it says of deals played is not sound, in part or in all")
    return tuple(sittings)
