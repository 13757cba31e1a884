"""Marks a folder of what a class has handed in, and writes a page of feedback for each student, a
table of marks for Canvas and Moodle, and a report on the whole class.

Every file is marked by itself. The report says what is wrong with one; no other is affected."""

from __future__ import annotations

import csv
import io
import os
import re
import statistics
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from itertools import count
from pathlib import Path

from cadogan.course import apart, questions, sample
from cadogan.course.asking import exercises
from cadogan.course.exercises import Exercise, Revealed, marked_up
from cadogan.course.experiment import Experiment, reported
from cadogan.course.handed_in import HandIn, HandInError, compared, files, read
from cadogan.course.kinds import Written
from cadogan.course.pack import PREFIXES, digest_of, works
from cadogan.course.verdict import OPENINGS, Unreadable, Verdict, computed
from cadogan.echo import counted, cut
from cadogan.players.odds import wilson
from cadogan.words.english import upper_first

#: The columns that Canvas expects before the grades in a table of grades; Moodle maps SIS User ID
#: to its ID number, or SIS Login ID to its username.
COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MARKS, REPORT, FEEDBACK = "marks.csv", "report.html", "feedback"
#: The most bytes of a student's name in the name of a page of feedback: a file name has 255.
LONGEST_FILE = 120
#: The most characters of an answer that the report shows in a line.
LINE = 120
#: Signs that begin a formula in a spreadsheet; some spreadsheets accept their wide forms, too.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
STYLE = """body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#211d19;background:#fffdf9}
table{border-collapse:collapse}td,th{border:1px solid #938879;padding:.2rem .6rem;text-align:left;vertical-align:top}
pre{white-space:pre-wrap;background:#f3eee4;padding:.5rem}.mark{font-weight:bold}@media print{body{margin:0}}"""


@dataclass(frozen=True)
class Marked:
    """One answer of one student.

    Attributes:
        label: the question's number, or its name.
        exercise: the exercise that it answers.
        answer: the answer as typed; empty if there is none.
        verdict: the mark and the comment.
    """

    label: str
    exercise: Exercise
    answer: str
    verdict: Verdict

    @property
    def points(self) -> float:
        """The points that the answer gets, of as many as its exercise's grade."""
        return self.exercise.grade * self.verdict.share


@dataclass(frozen=True)
class Student:
    """What a student has handed in, marked."""

    handed: HandIn
    marked: tuple[Marked, ...]

    @property
    def points(self) -> float:
        """The sum of the points; an argument has none before somebody has read it."""
        return sum(reply.points for reply in self.marked)


@dataclass
class Class:
    """What a class has handed in.

    Attributes:
        students: the students whose files could be marked.
        remarks: pairs of a file's name and a sentence about the file.
    """

    students: list[Student] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)


def mark(folder: Path, out: Path, seed: int, roster: Path | None = None) -> Class:
    """Mark all files of a folder, and write the marks, the report and the feedback.

    Args:
        folder: the folder with the files that students have handed in.
        out: the folder for marks.csv, report.html and feedback/, which are replaced; a marks.csv
            that differs, as by points entered by hand, is kept as marks-before.csv.
        seed: the seed of the problem sets and papers, as for the class pack.
        roster: a table with the students' names and identifiers, as Canvas or Moodle export it.

    Raises:
        OSError: there is no such folder, or a file cannot be written.
        ValueError: a link that was handed in would lead the output elsewhere, something else has
            the name of a folder or a file of the output, or the roster has no names.
    """
    for path in (out, out / FEEDBACK):
        if path.is_symlink() and path.parent.resolve().is_relative_to(folder.resolve()):
            raise ValueError(f"{path} was handed in, and is a link to another place: remove it")
        if path.exists() and not path.is_dir():
            raise ValueError(f"{path} is no folder: remove it, or name another place with --out")
    names = _roster(roster)
    twice = {name: rows for name, rows in names.items() if name and len(rows) > 1}
    group = marked(folder, seed, out, twice)
    (out / FEEDBACK).mkdir(parents=True, exist_ok=True)
    pages = dict(_files(group.students))
    for name, student in pages.items():
        text = _page(f"{student.handed.student}: {_title(student.handed.work)}", feedback(student))
        _put(out / FEEDBACK / name, text)
    for page in (out / FEEDBACK).glob("*.html"):
        if page.name not in pages and page.is_file():  # of an earlier run
            page.unlink()
    if roster:
        group.remarks += [
            (student.handed.file, f"{student.handed.student} is not in {roster.name}")
            for student in group.students
            if student.handed.key[0] not in names
        ]
        names_twice = dict.fromkeys(_name(rows[0]) for rows in twice.values())
        group.remarks += [
            (
                roster.name,
                f"{_printable(name)} is there more than once: tell the files apart by hand",
            )
            for name in names_twice
        ]
        absent = (_name(row) for row in _absent(group, names))
        group.remarks += [
            (roster.name, f"{_printable(name)}: nothing handed in")
            for name in absent
            if name not in names_twice
        ]
    marks, before = _marks(group, names), out / MARKS
    if (
        before.is_file()
        and not before.is_symlink()
        and before.read_bytes() != marks.encode(errors="replace")
    ):
        kept = next(
            path
            for n in count(1)
            if not (path := out / f"marks-before{f'-{n}' * (n > 1)}.csv").exists()
        )
        os.replace(before, kept)
        group.remarks.append((MARKS, f"was there with other marks, and is kept as {kept.name}"))
    _put(out / MARKS, marks)
    _put(out / REPORT, _page("Marks", report(group, seed)))
    return group


def _put(path: Path, text: str) -> None:
    """Write a file as a whole, replacing what has its name; a link there is not followed."""
    half = path.with_name(f"{path.name}.part")
    for taken in (half, path):
        if taken.is_dir() and not taken.is_symlink():
            raise ValueError(f"{taken} is a folder: remove it, or name another place with --out")
    half.unlink(missing_ok=True)
    with half.open("x", encoding="utf-8", errors="replace", newline="") as file:
        file.write(text)
    os.replace(half, path)


def marked(
    folder: Path, seed: int, besides: Path | None = None, twice: Container[str] = ()
) -> Class:
    """Mark all files of a folder but those in the folder ``besides``; of two versions of one work,
    the one that was saved later, but each if several students have that name (``twice``).
    """
    group, sheets = Class(), Sheets(seed)
    last: dict[tuple[str, ...], HandIn] = {}
    for path in files(folder, besides):
        name = _printable(path.relative_to(folder).as_posix())
        try:
            hand_in = read(path)
            if not sheets.sheet(hand_in.work):
                raise HandInError(f"there is no lesson, set or paper {hand_in.work!r}")
        except HandInError as error:
            group.remarks.append((name, f"was not marked: {error}"))
            continue
        hand_in = replace(hand_in, file=name)
        group.remarks += [(name, remark) for remark in hand_in.remarks]
        if hand_in.sheet and hand_in.sheet != digest_of(sheets.sheet(hand_in.work).values()):
            remark = f"its questions are not those of the seed {seed}: give the --seed of its pack"
            group.remarks.append((name, remark))
        key = (*hand_in.key, name) if hand_in.key[0] in twice else hand_in.key
        other = last.get(key)
        if other:
            first, hand_in = sorted((other, hand_in), key=lambda entry: (entry.saved, entry.file))
            remark = f"is of {hand_in.student}, too; the one saved later is marked, {hand_in.file}"
            group.remarks.append((first.file, remark))
        last[key] = hand_in
    for hand_in in last.values():
        replies = tuple(_marked(hand_in, sheets.sheet(hand_in.work), group))
        group.students.append(Student(hand_in, replies))
    group.remarks += _copies(group.students)
    group.remarks = [(name, _printable(remark)) for name, remark in group.remarks]
    group.students.sort(key=lambda s: (s.handed.work, s.handed.student.casefold()))
    return group


def _printable(text: str) -> str:
    """A text with a question mark for each sign that would act on a terminal.

    >>> _printable("a\x1b[2J\\nb.json")
    'a?[2J?b.json'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)


class Sheets:
    """The exercises of lessons, chapters, problem sets and papers, by the label of each question:
    its name, or in a set or a paper its number.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._known: dict[str, dict[str, Exercise]] = {}

    def sheet(self, work: str) -> Mapping[str, Exercise]:
        """The exercises of a work by their labels; empty if there is no such work."""
        if work not in self._known:
            listed = exercises(work) if re.fullmatch(r"[\w-]+", work) else ()
            self._known[work] = {exercise.name: exercise for exercise in listed}
            if not listed and work.startswith(PREFIXES):
                numbered = enumerate(works(self.seed).get(work, ()), 1)
                self._known[work] = {str(number): exercise for number, exercise in numbered}
        return self._known[work]


def _marked(handed: HandIn, sheet: Mapping[str, Exercise], group: Class) -> Iterable[Marked]:
    strange = [name for name in handed.answers if name not in sheet]
    if strange:
        remark = f"answers what was not asked: {', '.join(strange)[:120]}"
        group.remarks.append((handed.file, remark))
    for label, exercise in sheet.items():
        answer = handed.answers.get(label, "")
        if not answer.strip():
            verdict = Verdict("open", "")
        else:
            try:
                verdict = apart.mark(exercise.expects, answer)
            except Exception as error:  # whatever an answer leads to, the others are marked
                verdict = Verdict("unread", f"It could not be marked ({type(error).__name__}).")
                group.remarks.append((handed.file, f"{label} could not be marked: {error!r:.200}"))
        if "TimeoutError" in verdict.comment:
            group.remarks.append((handed.file, f"the code of {label} did not end, and was stopped"))
        yield Marked(label, exercise, answer, verdict)


def _copies(students: Sequence[Student]) -> list[tuple[str, str]]:
    """Remarks on long answers that two students have in common, word by word."""
    first: dict[tuple[str, str], Student] = {}
    remarks = []
    for student in students:
        for reply in student.marked:
            text = " ".join(reply.answer.split())
            if len(text) < 60:
                continue
            other = first.setdefault((reply.exercise.name, text), student)
            if other is not student:
                remark = (
                    f"the answer to {reply.label} is that of {other.handed.student}, word by word"
                )
                remarks.append((student.handed.file, remark))
    return remarks


def _title(work: str) -> str:
    """A work's short name as a title.

    >>> _title("examination-a"), _title("problem-set-03"), _title("rare-events")
    ('Examination A', 'Problem set 03', 'Rare events')
    """
    *words, last = work.split("-")
    return upper_first(" ".join([*words, last.upper() if len(last) == 1 else last]))


def _files(students: Sequence[Student]) -> Iterable[tuple[str, Student]]:
    """The name of each student's page of feedback; no two are the same."""
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
    cells = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table><tr>{cells}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _points(points: float) -> str:
    return f"{points:g}"


def feedback(student: Student) -> str:
    """A student's page: each question with the answer, the comment and the points, as HTML."""
    most = sum(reply.exercise.grade for reply in student.marked)
    to_read = sum(reply.verdict.mark == "written" for reply in student.marked)
    more = f", and {counted(to_read, 'argument')} to be read" * bool(to_read)
    head = f"<p>{_points(student.points)} of {most} points{more}.</p>"
    parts = []
    for reply in student.marked:
        written = isinstance(reply.exercise.expects, Written) and reply.verdict.mark == "written"
        points = (
            f"of {reply.exercise.grade}: read by hand"
            if written
            else f"{_points(reply.points)} of {reply.exercise.grade}"
        )
        comment = "Not answered." if reply.verdict.mark == "open" else str(reply.verdict)
        parts.append(
            f"<h2>{escape(reply.label)}</h2><p>{marked_up(reply.exercise.asks)}</p>"
            f"<pre>{escape(reply.answer)}</pre><p><span class='mark'>{points}.</span> {escape(comment)}</p>"
        )
    return head + "".join(parts)


def report(group: Class, seed: int) -> str:
    """The lecturer's page: remarks on files, points, questions, guesses, deals, as HTML."""
    students = len({student.handed.key[0] for student in group.students})
    files = f"{counted(len(group.students), 'file')} of {counted(students, 'student')}"
    parts = [
        f"<p>{files} marked; sets and papers of the seed {seed}.</p>",
        "<h2>Remarks on the files</h2>",
        _table(("file", ""), ((escape(name), escape(remark)) for name, remark in group.remarks))
        if group.remarks
        else "<p>Nothing.</p>",
        "<h2>Points</h2>",
        _table(
            ("student", "of", "points", "right", "nearly", "not yet", "not read", "not answered"),
            (
                (
                    escape(student.handed.student),
                    escape(_title(student.handed.work)),
                    _points(student.points),
                    *(
                        Counter(each.verdict.mark for each in student.marked)[mark]
                        for mark in ("right", "nearly", "wrong", "unread", "open")
                    ),
                )
                for student in group.students
            ),
        ),
        *_questions(group.students),
        *_guesses(group.students),
        *_played(group.students),
    ]
    return "".join(parts)


def _questions(students: Sequence[Student]) -> Iterable[str]:
    """For each question how many had it right, how often which slip, and what was not understood;
    arguments in full.
    """
    by_question: dict[tuple[str, str], list[tuple[Student, Marked]]] = {}
    for student in students:
        for reply in student.marked:
            by_question.setdefault((student.handed.work, reply.label), []).append((student, reply))
    yield "<h2>What the class answered</h2>"
    for (work, label), replies in by_question.items():
        exercise = replies[0][1].exercise
        marks = Counter(reply.verdict.mark for _, reply in replies)
        counts = ", ".join(f"{OPENINGS[mark][:-1].lower()} {n}" for mark, n in marks.items())
        yield f"<h3>{escape(_title(work))}, {escape(label)}</h3><p>{marked_up(exercise.asks)}</p><p>{counts}.</p>"
        slips = Counter(
            reply.verdict.comment for _, reply in replies if reply.verdict.mark == "wrong"
        )
        if slips:
            yield _table(("times", "slip"), ((n, escape(slip)) for slip, n in slips.most_common(8)))
        unread = [] if isinstance(exercise.expects, Written) else replies
        rows = [
            (
                escape(student.handed.student),
                escape(cut(" ".join(reply.answer.split()), LINE)),
                escape(reply.verdict.comment),
            )
            for student, reply in unread
            if reply.verdict.mark == "unread"
        ]
        if rows:
            yield _table(("student", "not understood", "what was said of it"), rows)
        if isinstance(exercise.expects, Experiment):
            yield _simulated(exercise.expects, replies)
        if isinstance(exercise.expects, Written):
            yield f"<p>A model: {marked_up(exercise.because)}</p>"
            yield _table(
                ("student", f"of {exercise.grade} points"),
                (
                    (escape(student.handed.student), f"<pre>{escape(reply.answer)}</pre>")
                    for student, reply in replies
                    if reply.answer.strip()
                ),
            )


def _simulated(experiment: Experiment, replies: Sequence[tuple[Student, Marked]]) -> str:
    """A figure of the intervals from the right or nearly right simulations of a class, one above
    the other, with the exact value; empty if there are fewer than two.
    """
    intervals = {}
    for student, reply in replies:
        if reply.verdict.mark in ("right", "nearly"):
            _, _, low, high = reported(reply.answer)
            scale = 100 if experiment.percentages(low, high) else 1
            ends = float(low.value / scale), float(high.value / scale)
            intervals[student.handed.student] = ends
    if len(intervals) < 2:
        return ""
    truth = float(computed(experiment.value))
    return sample.stacked(intervals, truth, "exact value", "estimate")._repr_html_()


def _guesses(students: Sequence[Student]) -> Iterable[str]:
    """For each guess how many were too small or too large, beside the true value."""
    guessed: dict[str, list[str]] = {}
    for student in students:
        for name, guess in student.handed.guesses.items():
            guessed.setdefault(name, []).append(guess)
    lines = [line for name, guesses in sorted(guessed.items()) if (line := _guess(name, guesses))]
    if lines:
        yield "<h2>What the class guessed</h2><ul>"
        yield "".join(f"<li>{line}</li>" for line in lines) + "</ul>"


def _guess(name: str, guesses: Sequence[str]) -> str:
    question, value = questions.question("guess", name), revealed(name)
    if question is None or value is None:
        return ""
    numbers, left_out = [], []
    for guess in guesses:
        try:
            numbers.append(sample.guessed(guess, question.text))
        except Unreadable:
            left_out.append(cut(guess))
    told = f"Left out: {', '.join(map(escape, left_out))}." if left_out else ""
    if not numbers:
        return f"{marked_up(question.text)}<br>{told}"
    near = [guess for guess in numbers if abs(guess - value) <= abs(value) / 10]
    small = sum(guess < value and guess not in near for guess in numbers)
    large = len(numbers) - small - len(near)
    middle = float(statistics.median(numbers))
    return (
        f"{marked_up(question.text)}<br>{small} of {len(numbers)} guessed less, {large} more, {len(near)} within a tenth; "
        f"in the middle {middle:.4g}. It is {float(value):.4g}. {told}"
        f"{sample.beside([*map(float, numbers)], float(value))._repr_html_()}"
    )


def revealed(name: str) -> Fraction | None:
    """The true value that a guess was about, as its page reveals it; None if there is none."""
    names = questions.names_of(name.partition("/")[0])
    for statement in names.statements if names else ():
        if questions.called(statement.node) == ("reveal", name):
            outcome = names.value(statement) if names else None
            return Fraction(computed(outcome.value)) if isinstance(outcome, Revealed) else None
    return None


def _played(students: Sequence[Student]) -> Iterable[str]:
    """The deals that the class has played, by game: a table, and a figure of the students' shares
    of wins with their intervals, beside the class's share.
    """
    sittings = [sitting for student in students for sitting in student.handed.played]
    if not sittings:
        return
    games = Counter(sitting.game for sitting in sittings)
    won = Counter(sitting.game for sitting in sittings if sitting.outcome == "won")
    yield "<h2>What the class played</h2>"
    yield _table(
        ("game", "deals", "won"), ((escape(game), n, won[game]) for game, n in games.most_common())
    )
    for game in games:
        by_student: dict[str, list[bool]] = {}
        for sitting in sittings:
            if sitting.game == game:
                by_student.setdefault(sitting.player, []).append(sitting.outcome == "won")
        if len(by_student) > 1:
            yield stacked(
                game,
                {name: (sum(outcomes), len(outcomes)) for name, outcomes in by_student.items()},
            )


def stacked(game: str, wins: Mapping[str, tuple[int, int]]) -> str:
    """A figure of the 95 % intervals of the students' shares of wins (Wilson), as HTML.

    Args:
        game: the game's title or short name.
        wins: for each student the number of wins and of deals.
    """
    won, deals = (sum(parts) for parts in zip(*wins.values(), strict=True))
    intervals = {name: wilson(*counts) for name, counts in wins.items()}
    low, high = wilson(won, deals)
    caption = f"{game}: together {won} of {deals} deals won, 95 % interval {low:.3f} to {high:.3f}."
    figure = sample.stacked(intervals, won / deals, "share of all deals", x=(0, 1))
    return figure.titled(caption)._repr_html_()


# Names and marks
# --------------------------------------------------------------------------------------------------------


#: The rows of a roster by the student's name, in the form of `HandIn.key`.
Roster = Mapping[str, Sequence[Mapping[str, str]]]


def _roster(path: Path | None) -> Roster:
    """Read a roster.

    Raises:
        OSError: the roster cannot be read.
        ValueError: the roster has no column of names, or another encoding or separator.
    """
    if path is None:
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not UTF-8: save it as comma-separated UTF-8") from None
    heads = text.partition("\n")[0]
    if ";" in heads and "," not in heads:
        raise ValueError(f"{path.name} has semicolons: save it as comma-separated UTF-8")
    by_name: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(io.StringIO(text, newline="")):
        name = _name(row)
        last, comma, first = name.partition(",")
        for form in (name, f"{first} {last}" if comma else name):
            rows = by_name.setdefault(compared(form), [])
            if row not in rows:
                rows.append(row)
    if not any(name.strip() for name in by_name):
        raise ValueError(f"{path.name} has no column Student, nor First name and Last name")
    return by_name


def _name(row: Mapping[str, str]) -> str:
    """The student's name in a row of a roster."""
    parts = (row.get("First name"), row.get("Last name") or row.get("Surname"))
    return row.get("Student") or " ".join(part or "" for part in parts)


def _row(names: Roster, name: str) -> Mapping[str, str]:
    """The row of a name; empty if there is none, or more than one."""
    rows = names.get(name, ())
    return rows[0] if len(rows) == 1 else {}


def _absent(group: Class, names: Roster) -> list[Mapping[str, str]]:
    """The rows of a roster to whose students no file is attributed. Canvas has rows that are no
    student's, for the points possible and for the kind of posting.
    """
    present = {id(_row(names, student.handed.key[0])) for student in group.students}
    listed = (rows for name, rows in names.items() if name not in ("", "pointspossible"))
    every = {id(row): row for rows in listed for row in rows}
    return [row for key, row in every.items() if key not in present]


def _marks(group: Class, names: Roster) -> str:
    """The table of marks: a line for each student, in the end for those who have handed in nothing,
    too; a column for each work. Where the roster has a name twice, each of them has a line without
    marks, and each file of that name a line without identifiers. Every cell is quoted, because
    another separator, such as a semicolon, may occur in a name.
    """
    titles = list(dict.fromkeys(student.handed.work for student in group.students))
    lines: dict[str, dict[str, str]] = {}
    for student in group.students:
        handed, key = student.handed, student.handed.key[0]
        row, shown = _row(names, key), handed.student
        if len(names.get(key, ())) > 1:
            key, shown = f"{key} {handed.file}", f"{shown} ({handed.file})"
        line = lines.setdefault(key, _line(row.get("Student") or shown, row))
        line[_title(student.handed.work)] = _points(student.points)
    absent = [_line(_name(row), row) for row in _absent(group, names)]
    heads, text = (*COLUMNS, *map(_title, titles)), io.StringIO()
    table = csv.DictWriter(text, heads, restval="", quoting=csv.QUOTE_ALL)
    table.writeheader()
    for line in (*lines.values(), *absent):
        table.writerow({part: _plain(cell) for part, cell in line.items()})
    return text.getvalue()


def _line(student: str, row: Mapping[str, str]) -> dict[str, str]:
    """A student's line without marks, with the identifiers that the roster gives."""
    login = row.get("SIS Login ID") or row.get("Username") or row.get("Email address")
    own = (row.get("SIS User ID") or row.get("ID number"), login, row.get("Section"))
    cells = (student, row.get("ID"), *own)
    return {head: cell or "" for head, cell in zip(COLUMNS, cells, strict=True)}


def _plain(cell: str) -> str:
    """The text of a cell, with an apostrophe before what a spreadsheet would take for a formula."""
    first = unicodedata.normalize("NFKC", cell[:1])
    return f"'{cell}" if first.startswith(FORMULA) else cell
