"""A folder of what a class has handed in, marked anew: marks, a page of feedback for each student, a
table for Canvas and Moodle, and what the class thought.

Every file is marked by itself. What is wrong with one is told in the report, and costs nobody else
anything."""

from __future__ import annotations

import csv
import io
import os
import re
import statistics
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from pathlib import Path

from cadogan.course import apart, questions, sample
from cadogan.course.asking import exercises
from cadogan.course.exercises import Exercise, Revealed, marked_up
from cadogan.course.experiment import Experiment, reported
from cadogan.course.handed_in import HandIn, HandInError, compared, read
from cadogan.course.kinds import Written
from cadogan.course.pack import PREFIXES, works
from cadogan.course.reading import number
from cadogan.course.verdict import OPENINGS, Unreadable, Verdict, computed
from cadogan.players.odds import wilson
from cadogan.words.english import upper_first

#: The columns that Canvas wants of a table of grades before the grades themselves; Moodle maps
#: SIS User ID to its ID number, or SIS Login ID to its username.
COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MARKS, REPORT, FEEDBACK = "marks.csv", "report.html", "feedback"
#: The longest name of a page of feedback without its work, in bytes: a file's name has 255 at most.
LONGEST_FILE = 120
#: The largest guess that is one.
LARGEST_GUESS = 10**15
#: What a spreadsheet takes for the beginning of a formula; some take the wide forms, too.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
STYLE = """body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#211d19;background:#fffdf9}
table{border-collapse:collapse}td,th{border:1px solid #938879;padding:.2rem .6rem;text-align:left;vertical-align:top}
pre{white-space:pre-wrap;background:#f3eee4;padding:.5rem}.mark{font-weight:bold}@media print{body{margin:0}}"""


@dataclass(frozen=True)
class Marked:
    """One answer of one student.

    Attributes:
        label: the question's number, or its name.
        one: the exercise.
        answer: as typed; empty where there is none.
        verdict: what is said of it.
    """

    label: str
    one: Exercise
    answer: str
    verdict: Verdict

    @property
    def points(self) -> float:
        """What it has of the points of its grade."""
        return self.one.grade * self.verdict.share


@dataclass(frozen=True)
class Student:
    """What a student has handed in, marked."""

    handed: HandIn
    marked: tuple[Marked, ...]

    @property
    def points(self) -> float:
        """All points; an argument has none before somebody has read it."""
        return sum(one.points for one in self.marked)


@dataclass
class Class:
    """What a class has handed in.

    Attributes:
        students: those whose file could be marked.
        told: what is to be said of files, by their names.
    """

    students: list[Student] = field(default_factory=list)
    told: list[tuple[str, str]] = field(default_factory=list)


def mark(folder: Path, out: Path, seed: int, roster: Path | None = None) -> Class:
    """Mark all files of a folder, and write what comes of it.

    Args:
        folder: with the files that students have handed in.
        out: where marks.csv, report.html and feedback/ are written, what they held is replaced.
        seed: of the problem sets and papers, as for the class pack.
        roster: a table with the students' names and identifiers, as Canvas or Moodle export it.

    Raises:
        OSError: there is no such folder, or nothing can be written.
        ValueError: what is written would go where somebody else's link leads.
    """
    for one in (out, out / FEEDBACK):
        if one.is_symlink() and one.parent.resolve().is_relative_to(folder.resolve()):
            raise ValueError(f"{one} was handed in, and is a link to another place: remove it")
    found, names = marked(folder, seed), _roster(roster)
    (out / FEEDBACK).mkdir(parents=True, exist_ok=True)
    for name, student in _files(found.students):
        text = _page(f"{student.handed.student}: {_title(student.handed.work)}", feedback(student))
        _put(out / FEEDBACK / name, text)
    if roster:
        found.told += [
            (student.handed.file, f"{student.handed.student} does not stand in {roster.name}")
            for student in found.students
            if student.handed.key[0] not in names
        ]
    _put(out / MARKS, _marks(found, names))
    _put(out / REPORT, _page("Marks", report(found, seed)))
    return found


def _put(path: Path, text: str) -> None:
    """Write a file as a whole, in the place of whatever bears its name: a link is not followed."""
    half = path.with_name(f"{path.name}.part")
    half.unlink(missing_ok=True)
    with half.open("x", encoding="utf-8", errors="replace", newline="") as file:
        file.write(text)
    os.replace(half, path)


def marked(folder: Path, seed: int) -> Class:
    """All files of a folder, marked; of two of one student the later saved one."""
    found, sheets = Class(), Sheets(seed)
    files: dict[tuple[str, str], HandIn] = {}
    for path in sorted(path for path in folder.iterdir() if path.is_file()):
        name = _shown(path.name)
        try:
            one = read(path)
            if not sheets.asked(one.work):
                raise HandInError(f"there is no lesson, set or paper {one.work!r}")
        except HandInError as error:
            found.told.append((name, f"was not marked: {error}"))
            continue
        one = replace(one, file=name)
        found.told += [(name, remark) for remark in one.remarks]
        other = files.get(one.key)
        if other:
            first, last = sorted((other, one), key=lambda one: (one.saved, one.file))
            told = f"is of {one.student}, too; the one saved later is marked, {last.file}"
            found.told.append((first.file, told))
            one = last
        files[one.key] = one
    for one in files.values():
        found.students.append(Student(one, tuple(_marked(one, sheets.asked(one.work), found))))
    found.told += _copies(found.students)
    found.told = [(name, _shown(told)) for name, told in found.told]
    found.students.sort(key=lambda one: (one.handed.work, one.handed.student.casefold()))
    return found


def _shown(text: str) -> str:
    """A text of somebody else's on a line of a terminal, where some signs would act.

    >>> _shown("a\x1b[2J\\nb.json")
    'a?[2J?b.json'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)


class Sheets:
    """What is asked in a lesson, a chapter, a problem set or a paper, by the label of each question:
    its name, or on a sheet its number.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._known: dict[str, dict[str, Exercise]] = {}

    def asked(self, work: str) -> Mapping[str, Exercise]:
        """The questions of a work; none where there is no such work."""
        if work not in self._known:
            pages = (
                {one.name: one for one in exercises(work)} if re.fullmatch(r"[\w-]+", work) else {}
            )
            self._known[work] = pages
            if not pages and work.startswith(PREFIXES):
                sheet = works(self.seed).get(work, ())
                self._known[work] = {str(number): one for number, one in enumerate(sheet, 1)}
        return self._known[work]


def _marked(handed: HandIn, asked: Mapping[str, Exercise], found: Class) -> Iterable[Marked]:
    strange = [name for name in handed.answers if name not in asked]
    if strange:
        told = f"answers what was not asked: {', '.join(strange)[:120]}"
        found.told.append((handed.file, told))
    for label, one in asked.items():
        answer = handed.answers.get(label, "")
        if not answer.strip():
            verdict = Verdict("open", "")
        else:
            try:
                verdict = apart.mark(one.expects, answer)
            except Exception as error:  # whatever an answer leads to, the others are marked
                verdict = Verdict("unread", f"It could not be marked ({type(error).__name__}).")
                found.told.append((handed.file, f"{label} could not be marked: {error!r:.200}"))
        if "TimeoutError" in verdict.says:
            found.told.append((handed.file, f"the code of {label} did not end, and was stopped"))
        yield Marked(label, one, answer, verdict)


def _copies(students: Sequence[Student]) -> list[tuple[str, str]]:
    """Of code and arguments that two students have in common, word by word."""
    first: dict[tuple[str, str], Student] = {}
    told = []
    for student in students:
        for one in student.marked:
            text = " ".join(one.answer.split())
            if len(text) < 60:
                continue
            other = first.setdefault((one.one.name, text), student)
            if other is not student:
                said = f"the answer to {one.label} is that of {other.handed.student}, word by word"
                told.append((student.handed.file, said))
    return told


def _title(work: str) -> str:
    """A work's short name as a title.

    >>> _title("examination-a"), _title("problem-set-03"), _title("rare-events")
    ('Examination A', 'Problem set 03', 'Rare events')
    """
    *words, last = work.split("-")
    return upper_first(" ".join([*words, last.upper() if len(last) == 1 else last]))


def _files(students: Sequence[Student]) -> Iterable[tuple[str, Student]]:
    """For each student the name of the page of feedback."""
    taken = Counter[str]()
    for student in students:
        letters = unicodedata.normalize("NFC", student.handed.student)
        short = re.sub(r"\W+", "-", letters).strip("-").lower().encode()[:LONGEST_FILE]
        plain = short.decode(errors="ignore") or "student"
        name = f"{plain}-{re.sub(r'[^a-z0-9-]+', '-', student.handed.work)}"
        taken[name] += 1
        yield f"{name}{f'-{taken[name]}' if taken[name] > 1 else ''}.html", student


# What is written
# --------------------------------------------------------------------------------------------------------


def _page(title: str, body: str) -> str:
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    return f"{head}<style>{STYLE}</style><h1>{escape(title)}</h1>{body}</html>\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = "".join(f"<th>{escape(one)}</th>" for one in heads)
    lines = ("".join(f"<td>{one}</td>" for one in row) for row in rows)
    return f"<table><tr>{cells}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _of(points: float) -> str:
    return f"{points:g}"


def feedback(student: Student) -> str:
    """A student's page: each question, what was answered, what is said of it, its points."""
    most = sum(one.one.grade for one in student.marked)
    to_read = sum(isinstance(one.one.expects, Written) for one in student.marked)
    head = f"<p>{_of(student.points)} of {most} points{f', and {to_read} arguments to be read' * bool(to_read)}.</p>"
    parts = []
    for one in student.marked:
        written = isinstance(one.one.expects, Written) and one.verdict.mark == "written"
        points = (
            f"of {one.one.grade}: read by hand"
            if written
            else f"{_of(one.points)} of {one.one.grade}"
        )
        said = "Not answered." if one.verdict.mark == "open" else str(one.verdict)
        parts.append(
            f"<h2>{escape(one.label)}</h2><p>{marked_up(one.one.asks)}</p>"
            f"<pre>{escape(one.answer)}</pre><p><span class='mark'>{points}.</span> {escape(said)}</p>"
        )
    return head + "".join(parts)


def report(found: Class, seed: int) -> str:
    """The lecturer's page: what is to be said of files, the points, the questions, the guesses."""
    parts = [
        f"<p>{len(found.students)} students marked; sets and papers of the seed {seed}.</p>",
        "<h2>What is to be said of files</h2>",
        _table(("file", ""), ((escape(name), escape(told)) for name, told in found.told))
        if found.told
        else "<p>Nothing.</p>",
        "<h2>Points</h2>",
        _table(
            ("student", "of", "points", "right", "nearly", "not yet", "not read", "not answered"),
            (
                (
                    escape(one.handed.student),
                    escape(_title(one.handed.work)),
                    _of(one.points),
                    *(
                        Counter(each.verdict.mark for each in one.marked)[mark]
                        for mark in ("right", "nearly", "wrong", "unread", "open")
                    ),
                )
                for one in found.students
            ),
        ),
        *_questions(found.students),
        *_guesses(found.students),
        *_played(found.students),
    ]
    return "".join(parts)


def _questions(students: Sequence[Student]) -> Iterable[str]:
    """Of each question how many had it right, and which slip how often; arguments in full."""
    by_question: dict[tuple[str, str], list[tuple[Student, Marked]]] = {}
    for student in students:
        for one in student.marked:
            by_question.setdefault((student.handed.work, one.label), []).append((student, one))
    yield "<h2>What the class answered</h2>"
    for (work, label), all_of_them in by_question.items():
        asked = all_of_them[0][1].one
        marks = Counter(one.verdict.mark for _, one in all_of_them)
        counts = ", ".join(f"{OPENINGS[mark][:-1].lower()} {n}" for mark, n in marks.items())
        yield f"<h3>{escape(_title(work))}, {escape(label)}</h3><p>{marked_up(asked.asks)}</p><p>{counts}.</p>"
        said = Counter(one.verdict.says for _, one in all_of_them if one.verdict.mark == "wrong")
        if said:
            yield _table(("times", "slip"), ((n, escape(says)) for says, n in said.most_common(8)))
        if isinstance(asked.expects, Experiment):
            yield _simulated(asked.expects, all_of_them)
        if isinstance(asked.expects, Written):
            yield f"<p>A model: {marked_up(asked.because)}</p>"
            yield _table(
                ("student", f"of {asked.grade} points"),
                (
                    (escape(student.handed.student), f"<pre>{escape(one.answer)}</pre>")
                    for student, one in all_of_them
                    if one.answer.strip()
                ),
            )


def _simulated(asked: Experiment, answered: Sequence[tuple[Student, Marked]]) -> str:
    """The intervals of a class that simulated one thing, one above the other, where they are honest,
    beside the exact value; nothing where there are not two.
    """
    intervals = {}
    for student, one in answered:
        if one.verdict.mark in ("right", "nearly"):
            _, _, low, high = reported(one.answer)
            intervals[student.handed.student] = float(low.value), float(high.value)
    if len(intervals) < 2:
        return ""
    truth = float(computed(asked.value))
    return sample.stacked(intervals, truth, "exact value", "estimate")._repr_html_()


def _guesses(students: Sequence[Student]) -> Iterable[str]:
    """Of each guess how many were too small and too large, beside what came out."""
    guessed: dict[str, list[str]] = {}
    for student in students:
        for name, said in student.handed.guesses.items():
            guessed.setdefault(name, []).append(said)
    lines = [line for name, said in sorted(guessed.items()) if (line := _guess(name, said))]
    if lines:
        yield "<h2>What the class guessed</h2><ul>"
        yield "".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def _guess(name: str, said: Sequence[str]) -> str:
    question, value = questions.question("guess", name), revealed(name)
    if question is None or value is None:
        return ""
    numbers = []
    for one in said:
        with suppress(Unreadable):
            if abs(guessed := number(one).value) <= LARGEST_GUESS:
                numbers.append(guessed)
    if not numbers:
        return ""
    near = [one for one in numbers if abs(one - value) <= abs(value) / 10]
    small = sum(one < value and one not in near for one in numbers)
    large = len(numbers) - small - len(near)
    middle = float(statistics.median(numbers))
    return (
        f"{marked_up(question.text)}<br>{small} of {len(numbers)} guessed less, {large} more, {len(near)} within a tenth; "
        f"in the middle {middle:.4g}. It is {float(value):.4g}."
        f"{sample.beside([*map(float, numbers)], float(value))._repr_html_()}"
    )


def revealed(name: str) -> Fraction | None:
    """What came out of what was guessed; None where there is no such guess."""
    names = questions.names_of(name.partition("/")[0])
    for one in names.statements if names else ():
        if questions.called(one.node) == ("reveal", name):
            found = names.value(one) if names else None
            return Fraction(computed(found.value)) if isinstance(found, Revealed) else None
    return None


def _played(students: Sequence[Student]) -> Iterable[str]:
    """The deals that the class has played, by game: each student's share of wins with its interval, one
    above the other, beside the class's.
    """
    sittings = [one for student in students for one in student.handed.played]
    if not sittings:
        return
    games = Counter(one.game for one in sittings)
    won = Counter(one.game for one in sittings if one.outcome == "won")
    yield "<h2>What the class played</h2>"
    yield _table(
        ("game", "deals", "won"), ((escape(game), n, won[game]) for game, n in games.most_common())
    )
    for game in games:
        by_student: dict[str, list[bool]] = {}
        for one in sittings:
            if one.game == game:
                by_student.setdefault(one.player, []).append(one.outcome == "won")
        if len(by_student) > 1:
            yield stacked(
                game, {name: (sum(all_of), len(all_of)) for name, all_of in by_student.items()}
            )


def stacked(game: str, wins: Mapping[str, tuple[int, int]]) -> str:
    """The 95 % intervals of a class's shares of wins, one above the other, as HTML.

    Args:
        game: its title or short name.
        wins: for each student the wins and the deals.
    """
    won, deals = (sum(parts) for parts in zip(*wins.values(), strict=True))
    intervals = {name: wilson(*one) for name, one in wins.items()}
    low, high = wilson(won, deals)
    caption = f"{game}: together {won} of {deals} deals won, 95 % interval {low:.3f} to {high:.3f}."
    figure = sample.stacked(intervals, won / deals, "share of all deals", x=(0, 1))
    return figure.titled(caption)._repr_html_()


# Names and marks
# --------------------------------------------------------------------------------------------------------


def _roster(path: Path | None) -> Mapping[str, Mapping[str, str]]:
    """The rows of a roster by the student's name, as `HandIn.key` has it.

    Raises:
        OSError: it cannot be read.
        ValueError: it has no names.
    """
    if path is None:
        return {}
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [*csv.DictReader(file)]
    found = {}
    for row in rows:
        name = (
            row.get("Student")
            or f"{row.get('First name', '')} {row.get('Last name', row.get('Surname', ''))}"
        )
        last, comma, first = name.partition(",")
        for form in (name, f"{first} {last}" if comma else name):
            found[compared(form)] = row
    if not any(name.strip() for name in found):
        raise ValueError(f"{path.name} has no column Student, nor First name and Last name")
    return found


def _marks(found: Class, names: Mapping[str, Mapping[str, str]]) -> str:
    """The table of marks: a line for each student, a column for each work. All of it is in quotes:
    a spreadsheet whose columns end with another sign would find some in a name.
    """
    titles = list(dict.fromkeys(one.handed.work for one in found.students))
    lines: dict[str, dict[str, str]] = {}
    for one in found.students:
        row = names.get(one.handed.key[0], {})
        line = lines.setdefault(
            one.handed.key[0],
            {
                "Student": row.get("Student") or one.handed.student,
                "ID": row.get("ID", ""),
                "SIS User ID": row.get("SIS User ID") or row.get("ID number", ""),
                "SIS Login ID": row.get("SIS Login ID")
                or row.get("Username")
                or row.get("Email address", ""),
                "Section": row.get("Section", ""),
            },
        )
        line[_title(one.handed.work)] = _of(one.points)
    heads, text = (*COLUMNS, *map(_title, titles)), io.StringIO()
    table = csv.DictWriter(text, heads, restval="", quoting=csv.QUOTE_ALL)
    table.writeheader()
    for line in lines.values():
        table.writerow({part: _plain(said) for part, said in line.items()})
    return text.getvalue()


def _plain(said: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    first = unicodedata.normalize("NFKC", said[:1])
    return f"'{said}" if first.startswith(FORMULA) else said
