"""What a student has handed in: one small file, saved by the page (``book/_static/hand-in.js``).

Files are untrusted: what is wrong with one is told in a sentence, and costs nobody else anything. No
mark stands in them, or is believed: answers are marked anew by the lecturer."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cadogan.course.log import LogError, Sitting, read_entry

FORMAT = 1
#: The largest file that is read, in bytes, and the longest name and answer, in characters.
LARGEST, LONGEST_NAME, LONGEST = 1_000_000, 120, 5_000
#: The most answers, guesses and sittings of a file.
MOST = 2_000


class HandInError(ValueError):
    """A file that cannot be marked; the sentence says why."""


@dataclass(frozen=True)
class HandIn:
    """What one student has handed in.

    Attributes:
        file: its name.
        student: the student's name, as typed.
        work: the lesson, the chapter, the problem set or the paper, by its short name.
        saved: when, as the student's machine said.
        answers: what was answered, by the name or the number of the question.
        guesses: what was guessed, by name.
        played: the deals that the board's log holds.
        remarks: what is odd with the file and does not keep it from being marked.
    """

    file: str
    student: str
    work: str
    saved: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    guesses: Mapping[str, str] = field(default_factory=dict)
    played: tuple[Sitting, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """By what two files are one student's: the name as `compared`, and the work."""
        return compared(self.student), self.work


def compared(name: str) -> str:
    """A name as it is compared: without capitals and spaces, its letters in one form.

    >>> compared("Zoe\u0308 Lee") == compared("zo\u00eblee")
    True
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def read(path: Path) -> HandIn:
    """A file that was handed in.

    Raises:
        HandInError: it is none, is damaged, or too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise HandInError(f"it has more than {LARGEST:,} bytes")
        text = content.decode("utf-8")
    except OSError as error:
        raise HandInError(f"it cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise HandInError("it is no text") from None
    return parse(text, path.name)


def parse(text: str, file: str = "") -> HandIn:
    """What was handed in, of the text of a file.

    Raises:
        HandInError: it is none.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise HandInError(
            "it is damaged, or no file that a page has saved: no JSON can be read"
        ) from None
    if not isinstance(data, dict) or data.get("cadogan") != "hand-in":
        raise HandInError("it is no file that a page has saved")
    if data.get("format") != FORMAT:
        raise HandInError(f"this edition reads format {FORMAT}, not {data.get('format')!r:.40}")
    student, work = (_line(data.get(part), part) for part in ("name", "work"))
    remarks: list[str] = []
    answers, guesses = (_texts(data.get(part), part, remarks) for part in ("answers", "guesses"))
    if data.get("sum") != digest([student, work, *_flat(answers), *_flat(guesses)]):
        remarks.append("it was changed after the page had saved it")
    if extra := sorted(
        {*data} - {*"cadogan format version name work saved answers guesses played sum".split()}
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
        tuple(remarks),
    )


def digest(texts: Iterable[str]) -> int:
    """A sum of some texts, by which a change shows; the page computes the same (FNV-1a over the
    units of UTF-16, a 0 behind each text). It keeps nobody off who means to deceive.

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
    """The answers or the guesses; of those that are none it is remarked."""
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
    """The sittings of the board's log that are sound."""
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
