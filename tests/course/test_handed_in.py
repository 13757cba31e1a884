"""What a class hands in: files that are read as the page saves them, marked anew each by itself, and
told where they are wrong; and code that is run apart, with limits, and without what is right.
"""

import csv
import json
import re
import subprocess
import time
from pathlib import Path

import pytest

import cadogan
from cadogan import cli
from cadogan.course import afresh, apart, asking, exercise, marking, pack, questions, sample
from cadogan.course.experiment import Experiment
from cadogan.course.handed_in import LARGEST, HandInError, digest, parse
from cadogan.course.kinds import Choice, Function, Race, Written
from cadogan.course.verdict import computed

from ..conftest import ROOT, python, text_of
from .test_chapter_exercises import right_answer, slips

LESSON = "hypergeometric"
ENDLESS = "def hypergeometric(k, shown, pack, aces):\n    while True:\n        pass"


def handed(name, given, work=LESSON, guesses=None, **more):
    """The text of a file as the page saves it."""
    guesses = guesses or {}
    flat = [
        part for texts in (given, guesses) for key in sorted(texts) for part in (key, texts[key])
    ]
    told = {
        "cadogan": "hand-in",
        "format": 1,
        "version": "",
        "name": name,
        "work": work,
        "saved": "2026-11-27T10:00:00.000Z",
        "answers": given,
        "guesses": guesses,
        "played": [],
        "sum": digest([name, work, *flat]),
    }
    return json.dumps({**told, **more})


def right(one):
    """A right answer as it would be typed."""
    kind = one.expects
    if isinstance(kind, Function):
        return one.model
    if isinstance(kind, Written):
        return "Because the cards of the pack lie in any order with the same chance."
    answer = right_answer(one)
    return "; ".join(map(str, answer)) if isinstance(answer, tuple) else answer


def sets_of_answers():
    """Thirty students: right, slips, garbage, forged, damaged, double, huge, endless."""
    asked = asking.exercises(LESSON)
    all_right = {one.name: right(one) for one in asked}
    slip = {one.name: str(next(iter(slips(one.expects).values()), "0.5")) for one in asked[:6]}
    files = {f"right-{n}": handed(f"Right {n}", all_right, guesses=GUESSES) for n in range(8)}
    files |= {f"slip-{n}": handed(f"Slip {n}", slip, guesses={GUESS: "40"}) for n in range(8)}
    garbage = {one.name: "?" * (n + 1) for n, one in enumerate(asked)}
    files |= {f"garbage-{n}": handed(f"Garbage {n}", garbage) for n in range(4)}
    files["half"] = handed("Half", dict([*all_right.items()][:4]))
    files["forged"] = handed("Forged", {asked[0].name: "1"}, marks={asked[0].name: "right"}, sum=7)
    files["damaged"] = handed("Damaged", all_right)[:-40]
    files["empty"] = ""
    files["other"] = '{"answers": 3}'
    files["huge"] = handed("Huge", {asked[0].name: "9" * LARGEST})
    files["long"] = handed("Long", {**all_right, asked[0].name: "9" * 50_000})
    files["endless"] = handed("Endless", {**all_right, f"{LESSON}/function": ENDLESS})
    files["twice"] = handed("Twice", all_right)
    files["twice-again"] = handed("TWICE ", slip, saved="2026-11-28T10:00:00.000Z")
    return files


GUESS = next(one.name for one in questions.questions(LESSON) if one.kind == "guess")
GUESSES = {GUESS: "10"}


@pytest.mark.slow
def test_a_folder_is_marked_in_one_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(apart, "SECONDS", 2)
    monkeypatch.setattr(apart.mark, "__defaults__", (2,))
    files = sets_of_answers()
    assert len(files) == 30
    for name, text in files.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    began = time.monotonic()
    assert cli.main(["mark", str(tmp_path)]) == 0
    assert time.monotonic() - began < 60
    told = capsys.readouterr().out
    assert "25 files marked" in told
    for name, words in {
        "damaged": "it is damaged",
        "empty": "it is damaged",
        "other": "not a file that a page has saved",
        "huge": "more than 1,000,000 bytes",
        "forged": "it says more than a page saves: marks",
        "forged.json: it was": "changed after the page had saved it",
        "long": "an answer of 50,000 characters",
        "endless": "did not end, and was stopped",
        "twice": "the one saved later is marked, twice-again.json",
    }.items():
        assert re.search(rf"^{name}.*{words}", told, re.M), name
    out = tmp_path / "marked"
    with (out / marking.MARKS).open(encoding="utf-8") as file:
        rows = {row["Student"]: row for row in csv.DictReader(file)}
    assert [*rows["Right 1"]] == [*marking.COLUMNS, "Hypergeometric"]
    asked = asking.exercises(LESSON)
    most = sum(one.grade for one in asked if not isinstance(one.expects, Written))
    points = {name: float(row["Hypergeometric"]) for name, row in rows.items()}
    assert {points[f"Right {n}"] for n in range(8)} == {most}
    assert {points[name] for name in points if name[:4] in ("Slip", "Garb", "Forg", "TWIC")} == {0}
    function = exercise(f"{LESSON}/function").grade
    assert points["Endless"] == most - function and points["Long"] == most - asked[0].grade
    assert len([*(out / marking.FEEDBACK).iterdir()]) == 25
    page = text_of(out / marking.FEEDBACK / f"endless-{LESSON}.html")
    assert "did not end within 2 seconds" in page and "while True" in page
    report = text_of(out / marking.REPORT)
    assert "8 of 16 guessed less, 8 more, 0 within a tenth; in the middle 25." in report
    assert "<td>9</td>" in report, "a slip, and how often"


def test_a_file_says_what_the_page_says_and_what_is_wrong_is_told():
    one = parse(handed("Ada Á", {"a/1": "½ 😀"}, guesses={"a/g": "3"}))
    assert (one.student, one.work, one.answers, one.remarks) == (
        "Ada Á",
        LESSON,
        {"a/1": "½ 😀"},
        (),
    )
    for text, words in (
        ("[]", "not a file that a page has saved"),
        ("9" * 5000, "damaged"),
        ("[" * 100_000, "damaged"),
        (handed("", {}), "says no name"),
        (handed("x" * 200, {}), "name is no line"),
        (handed("a\x1b[2J", {}), "name is no line"),
        (handed("A", {}, format=2), "format 1"),
        (handed("A", {}, answers=[1]), "answers are no list"),
    ):
        with pytest.raises(HandInError, match=words):
            parse(text)
    odd = parse(handed("A", {"a/1": "1"}, played=[{"deal": "x"}], answers={"a/1": 3}))
    assert {*odd.remarks} == {
        "1 of its answers are no text",
        "what it says of deals played is not sound, in part or in all",
        "it was changed after the page had saved it",
    }


def test_the_page_and_the_package_compute_the_same_sum():
    script = """
const vm = require("node:vm"), fs = require("node:fs"), window = {};
const document = { readyState: "loading", addEventListener() {} };
vm.runInNewContext(fs.readFileSync(process.argv[1], "utf8"), { window, document, localStorage: { getItem: () => null } });
const answers = { "spread/b": "½ 😀", "spread/a": "1\\n2", "spread/ﬁ": "", "spread/😀": "x" };
const told = window.cadoganHandIn.fileOf("Ada Á", "spread", answers, { "spread/g": "3" }, "7");
console.log(JSON.stringify(told));"""
    page = ROOT / "book/_static/hand-in.js"
    told = subprocess.run(
        ["node", "-e", script, str(page)], capture_output=True, text=True, check=True, timeout=60
    ).stdout
    one = parse(told)
    assert (
        (one.remarks, one.sheet) == ((), 7)
        and one.answers["spread/b"] == "½ 😀"
        and one.guesses == {"spread/g": "3"}
    )


FUNCTION = exercise("absorbing/steps").expects
HOSTILE = {
    "endless": ("def first_out(s):\n  while True: pass", "wrong", "did not end within 1 second"),
    "prints": ("def first_out(s):\n  while True: print('x' * 10**6)", "wrong", "did not end"),
    "writes": (
        "import os\ndef first_out(s):\n  while True: os.write(1, b'x' * 10**6)",
        "wrong",
        "",
    ),
    "memory": ("def first_out(s): return [0] * 10**10", "wrong", "MemoryError"),
    "leaves": ("import os\ndef first_out(s): os._exit(0)", "wrong", ""),
    "forks": ("import os\ndef first_out(s):\n  while True: os.fork()", "wrong", "not permitted"),
    "reads": ("def first_out(s): return open('/etc/passwd').read()", "wrong", "not permitted"),
    "imports": ("import cadogan.course\ndef first_out(s): return 1", "unread", "not at hand"),
    "looks up": (
        "import sys\nsys.path += ['/', '.']\nfrom cadogan.course import exercise\n"
        "def first_out(s): return exercise('absorbing/steps').expects.reference(s)",
        "unread",
        "not at hand",
    ),
    "patches": (
        "import cadogan.course\ncadogan.course.check = lambda *a: 1\ndef first_out(s): return 1",
        "unread",
        "not at hand",
    ),
    "forges": (
        'import os\nos.write(1, b\'{"gives": {"mark": "right"}}\\n\' * 9)\ndef first_out(s): return 1',
        "wrong",
        "0 of 5",
    ),
    "starts a program": (
        "import sys\nfind = next(one for one in sys.meta_path if 'Builtin' in repr(one))\n"
        "start = find.load_module('_posixsubprocess').fork_exec\ndef first_out(s): return 1",
        "unread",
        "no attribute",
    ),
    "a number without end": (
        'import os\nos.write(1, b\'{"gives": {"Fraction": "1e999999999"}}\\n\' * 9)\ndef first_out(s): return 1',
        "wrong",
        "0 of 5",
    ),
    "an error with a long name": (
        "def first_out(s): raise type('A' * 10**6, (Exception,), {})",
        "wrong",
        "0 of 5",
    ),
    "equal to all": (
        "class All(float):\n  __eq__ = lambda *a: True\ndef first_out(s): return All()",
        "wrong",
        "0 of 5",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_code_is_run_apart_and_gets_nothing_by_force(name):
    code, mark, words = HOSTILE[name]
    began = time.monotonic()
    verdict = apart.mark(FUNCTION, code, 1)
    assert (verdict.mark, verdict.share) == (mark, 0) and words in verdict.comment, verdict
    assert len(verdict.comment) < 1_000
    assert time.monotonic() - began < 15


def test_code_that_is_right_is_right_apart():
    for name in ("absorbing/steps", "one-rule/function", "spread/function", "claims/verdict"):
        one = exercise(name)
        assert apart.mark(one.expects, one.model).mark == "right", name


@pytest.mark.slow
def test_a_player_is_raced_apart_and_its_moves_are_played_again():
    one = exercise("search/race")
    assert apart.mark(one.expects, one.model) == one.mark(one.model)
    race = Race("nestor", "random", n=5)
    code = {
        "endless": "while True: pass",
        "forged": "import os; os.write(1, b'{\"chosen\": [9999]}\\n'); return 3",
    }
    assert "did not end" in apart.mark(race, f"def player(s, m):\n  {code['endless']}", 1).comment
    assert apart.mark(race, f"def player(s, m):\n  {code['forged']}", 1).share == 0


def test_a_choice_is_marked_as_in_the_page():
    one = exercise("hypergeometric/which")
    assert isinstance(one.expects, Choice)
    assert apart.mark(one.expects, computed(one.expects.right)).mark == "right"


def test_the_deals_of_a_class_are_drawn_as_its_intervals(tmp_path):
    for name, wins in (("Ada", 3), ("Bob", 8), ("Eve", 0)):
        played = [
            {
                "begun": f"2026-11-27T10:{n:02}:00.000Z",
                "game": "anna",
                "deal": n,
                "moves": 9,
                "seconds": 60,
                "outcome": "won" if n < wins else "stuck",
                "hints": 0,
                "undone": 0,
                "shown": 0,
            }
            for n in range(10)
        ]
        (tmp_path / f"{name}.json").write_text(handed(name, {}, played=played))
    found = marking.marked(tmp_path, 1)
    report = marking.report(found, 1)
    assert not found.remarks and "<td>anna</td><td>30</td><td>11</td>" in report
    assert "together 11 of 30 deals won, 95 % interval 0.219 to 0.545." in report
    assert "at 0.3667, missed by 2 of them" in report and ">Bob</text>" in report


def test_what_a_class_has_simulated_is_drawn_beside_the_exact_value(tmp_path):
    """Honest intervals only: one that is too short is not drawn."""
    name = next(one.name for one in asking.exercises("gaps") if isinstance(one.expects, Experiment))
    exact = float(computed(exercise(name).expects.value))
    half = 1.96 * (exact * (1 - exact) / 2000) ** 0.5
    for student, middle, width in (
        ("Ada", exact, half),
        ("Bob", exact + 1.2 * half, half),
        ("Eve", exact, half / 9),
    ):
        ends = f"2000; 7; {middle - width:.5f}; {middle + width:.5f}"
        (tmp_path / f"{student}.json").write_text(handed(student, {name: ends}, work="gaps"))
    report = marking.report(marking.marked(tmp_path, 1), 1)
    assert (
        "2 intervals of the estimate" in report and f"stands at {exact:.4g}, missed by 1" in report
    )
    assert ">Ada</text>" in report and ">Eve</text>" not in report


def test_a_roster_gives_the_identifiers(tmp_path):
    folder, roster = tmp_path / "in", tmp_path / "roster.csv"
    folder.mkdir()
    (folder / "a.json").write_text(handed("Ada Lovelace", {f"{LESSON}/mean": "4.5"}))
    (folder / "b.json").write_text(handed("=1+1", {}))
    roster.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
        '"Lovelace, Ada",7,u7,ada,A\n"Hopper, Grace",8,u8,grace,A\n'
    )
    found = marking.mark(folder, Path(tmp_path / "out"), 1, roster)
    assert [told for _, told in found.remarks] == [
        "=1+1 is not in roster.csv",
        "Hopper, Grace: nothing handed in",
    ]
    assert text_of(tmp_path / "out" / marking.MARKS).split("\n")[:4] == [
        '"Student","ID","SIS User ID","SIS Login ID","Section","Hypergeometric"',
        '"\'=1+1","","","","","0"',
        '"Lovelace, Ada","7","u7","ada","A","1"',
        '"Hopper, Grace","8","u8","grace","A",""',
    ]


def test_a_roster_of_moodle_names_those_who_have_handed_in_nothing(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.json").write_text(handed("Ada Lovelace", {}))
    roster = tmp_path / "grades.csv"
    roster.write_text(
        "First name,Last name,ID number,Email address\nAda,Lovelace,7,a@x\nGrace,Hopper,8,g@x\n"
    )
    found = marking.mark(tmp_path / "in", tmp_path / "out", 1, roster)
    assert found.remarks == [("grades.csv", "Grace Hopper: nothing handed in")]
    rows = text_of(tmp_path / "out" / marking.MARKS).split("\n")
    assert rows[1:3] == ['"Ada Lovelace","","7","a@x","","0"', '"Grace Hopper","","8","g@x","",""']


def test_two_students_of_one_name_both_keep_a_line_and_get_no_marks_by_guess(tmp_path):
    folder, roster = tmp_path / "in", tmp_path / "roster.csv"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.json").write_text(handed("Ada Lee", {f"{LESSON}/mean": "4.5"}))
    roster.write_text('Student,ID\n"Lee, Ada",7\n"Lee, Ada",8\n')
    found = marking.mark(folder, tmp_path / "out", 1, roster)
    told = "Lee, Ada is there more than once: tell the files apart by hand"
    assert found.remarks == [("roster.csv", told)] and len(found.students) == 2
    assert text_of(tmp_path / "out" / marking.MARKS).split("\n")[1:5] == [
        '"Ada Lee (a.json)","","","","","1"',
        '"Ada Lee (b.json)","","","","","1"',
        '"Lee, Ada","7","","","",""',
        '"Lee, Ada","8","","","",""',
    ]


def test_a_set_of_another_seed_is_told_and_its_seed_kept_secret(tmp_path):
    work, ours = next(
        (work, questions)
        for work, questions in pack.works(1914).items()
        if pack.digest_of(questions) != pack.digest_of(pack.works(2026)[work])
    )
    page = pack.paper(work, ours)
    sheet = int(re.search(r'data-sheet="(\d+)"', page)[1])
    (tmp_path / "a.json").write_text(handed("Ada", {}, work, sheet=sheet))
    (tmp_path / "b.json").write_text(handed("Bob", {}, work))
    assert not marking.marked(tmp_path, 1914).remarks and "1914" not in page
    told = "its questions are not those of the seed 2026: give the --seed of its pack"
    assert marking.marked(tmp_path, 2026).remarks == [("a.json", told)]


def test_a_file_of_another_edition_is_told():
    told = ("was saved by edition 0.0.1, and is marked by " + cadogan.__version__,)
    assert parse(handed("Ada", {}, version="0.0.1")).remarks == told
    assert not parse(handed("Ada", {}, version=cadogan.__version__)).remarks


def test_folders_of_each_student_are_read_and_none_marked_is_told(tmp_path, capsys):
    assert cli.main(["mark", str(tmp_path)]) == 1
    assert f"no file in {tmp_path} was marked" in capsys.readouterr().err
    for name in ("Bob_2_file", "Ada_1_file"):
        (tmp_path / name).mkdir()
    for name in ("Bob", "Ada"):
        path = next(tmp_path.glob(f"{name}_*")) / "a.json"
        path.write_bytes(b"\xef\xbb\xbf" + handed(name, {}).encode())
    (tmp_path / "marked/x.json").write_text(handed("Eve", {}))
    assert cli.main(["mark", str(tmp_path)]) == 0
    found = marking.marked(tmp_path, 1, tmp_path / "marked")
    assert [student.handed.file for student in found.students] == [
        "Ada_1_file/a.json",
        "Bob_2_file/a.json",
    ]


def test_marking_again_keeps_points_entered_by_hand_and_drops_old_pages(tmp_path):
    out = tmp_path / "marked"
    for name in ("Ada", "Bob"):
        (tmp_path / f"{name}.json").write_text(handed(name, {}))
    marking.mark(tmp_path, out, 1)
    assert not marking.mark(tmp_path, out, 1).remarks and not [*out.glob("marks-*")]
    for kept in ("marks-before.csv", "marks-before-2.csv"):
        (out / marking.MARKS).write_text(f"by hand: {kept}")
        (tmp_path / "Bob.json").unlink(missing_ok=True)
        told = f"was there with other marks, and is kept as {kept}"
        assert marking.mark(tmp_path, out, 1).remarks == [(marking.MARKS, told)]
        assert text_of(out / kept) == f"by hand: {kept}"
    assert [page.name for page in (out / marking.FEEDBACK).iterdir()] == [f"ada-{LESSON}.html"]


@pytest.mark.parametrize(
    "roster, words",
    [
        (b"Student,ID\nZo\xeb,7\n", "roster.csv is not UTF-8: save it as comma-separated UTF-8"),
        (b"Student;ID\nAda;7\n", "roster.csv has semicolons: save it as comma-separated UTF-8"),
    ],
)
def test_a_roster_in_another_form_is_told(tmp_path, roster, words):
    (tmp_path / "roster.csv").write_bytes(roster)
    with pytest.raises(ValueError, match=words):
        marking.mark(tmp_path, tmp_path / "out", 1, tmp_path / "roster.csv")


def test_the_report_counts_students_and_shows_what_was_not_understood(tmp_path):
    name, odd = f"{LESSON}/mean", f"{'very ' * 40}odd <b>"
    written = [one for one in asking.exercises("spread") if isinstance(one.expects, Written)]
    argument = {written[0].name: "Because each deal is dealt anew, and remembers nothing."}
    for student, work, answers in (
        ("Ada", LESSON, {name: odd}),
        ("Ada", "spread", argument),
        ("Bob", "spread", {}),
    ):
        (tmp_path / f"{student}-{work}.json").write_text(handed(student, answers, work))
    found = marking.marked(tmp_path, 1)
    report = marking.report(found, 1)
    assert "3 files of 2 students marked" in report and "<h2>Remarks on the files</h2>" in report
    assert (
        "<td>Ada</td><td>very very" in report
        and "odd" not in report.partition("not understood<")[2]
    )
    pages = [marking.feedback(student).partition("</p>")[0] for student in found.students]
    assert ["to be read" in page for page in pages] == [False, True, False]
    assert "and 1 argument to be read." in pages[1]


def test_a_guess_is_one_number_of_what_can_be(tmp_path):
    for student, guess in (("a", "40"), ("b", "about 20"), ("c", "1-2"), ("d", "600"), ("e", "-4")):
        (tmp_path / f"{student}.json").write_text(
            handed(student, {}, "coverage", {"coverage/wins": guess})
        )
    report = marking.report(marking.marked(tmp_path, 1), 1)
    assert "1 of 2 guessed less, 1 more" in report and "Left out: 1-2, 600, -4." in report
    assert sorted(sample.guesses(tmp_path, "coverage/wins")) == [20, 40]


def test_what_comes_out_can_be_guessed():
    asked = [one for slug in asking.lessons() for one in questions.questions(slug)]
    for one in asked:
        if one.kind == "guess" and (value := marking.revealed(one.name)) is not None:
            assert sample.guessed(repr(float(value)), one.text) >= 0, one.name


@pytest.mark.parametrize(
    "text, words", [("nan", "not nan"), ("-inf", "not -inf"), ("<x>", "Enter a number.")]
)
def test_what_is_no_number_in_a_notebook_is_told(text, words):
    verdict = afresh.mark("spread/aces", "answer_1", text, [])
    assert verdict.mark == "unread" and words in verdict.comment


#: Names and guesses that are to cost nobody else anything.
STRANGE = {
    "long": handed("\U00020000" * 60, {}, guesses={GUESS: "1e999"}),
    "formula": handed("＝HYPERLINK(1)", {}, guesses={GUESS: "9e999"}),
    "columns": handed("a;=1+1", {}, guesses={GUESS: "12"}),
    "html": handed("<b>x", {f"{LESSON}/mean": "<script>"}, played=[{"game": "<script>"}]),
    "acts\x1b[2J\n": handed("A", {"\x1b[2J": "1", "\ud800": "2"}, **{"\x1b]0;": 1}),
}


def test_what_is_strange_costs_nobody_else_anything_and_acts_nowhere(tmp_path, capsys):
    for name, text in STRANGE.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    (tmp_path / "link.json").symlink_to("link.json")
    assert cli.main(["mark", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "5 files marked" in told and "acts?[2J?.json" in told and "\x1b" not in told
    out = tmp_path / "marked"
    pages = [*(out / marking.FEEDBACK).iterdir()]
    assert len(pages) == 5 and "𠀀" in "".join(page.name for page in pages)
    for page in (*pages, out / marking.REPORT):
        assert "<script" not in text_of(page) and "<b>x" not in text_of(page)
    assert "of 1 guessed less" in text_of(out / marking.REPORT), "the other two are no guesses"
    rows = text_of(out / marking.MARKS).split("\n")
    assert any(row.startswith("\"'＝HYPER") for row in rows)
    assert any(row.startswith('"a;=1+1",') for row in rows), "one cell, wherever columns end"


@pytest.mark.parametrize("name", ["marked", "marked/feedback"])
def test_a_folder_that_was_handed_in_and_leads_elsewhere_is_refused(tmp_path, name, capsys):
    folder, other = tmp_path / "in", tmp_path / "mine"
    (folder / name).parent.mkdir(parents=True)
    other.mkdir()
    (folder / "a.json").write_text(handed("Ada", {}))
    (folder / name).symlink_to(other)
    assert cli.main(["mark", str(folder)]) == 1
    assert "is a link to another place" in capsys.readouterr().err and not [*other.iterdir()]


@pytest.mark.parametrize("name", ["marked", "marked/feedback"])
def test_a_file_that_bears_the_name_of_what_is_written_is_told(tmp_path, name, capsys):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / "a.json").write_text(handed("Ada", {}))
    (tmp_path / name).write_text("x")
    assert cli.main(["mark", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert f"{tmp_path / name} is no folder: remove it" in told and "Errno" not in told


@pytest.mark.parametrize(
    "name", ["marks.csv", "marks.csv.part", "report.html", f"feedback/ada-{LESSON}.html"]
)
def test_a_folder_that_bears_the_name_of_what_is_written_is_told(tmp_path, name, capsys):
    (tmp_path / "a.json").write_text(handed("Ada", {}))
    (tmp_path / "marked" / name).mkdir(parents=True)
    assert cli.main(["mark", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert f"{name} is a folder: remove it" in told and "Errno" not in told


def test_a_link_that_was_handed_in_is_not_written_through(tmp_path):
    mine, out = tmp_path / "mine", tmp_path / "in" / "marked"
    mine.write_text("mine")
    out.mkdir(parents=True)
    (out.parent / "a.json").write_text(handed("Ada", {}))
    for name in (marking.MARKS, marking.REPORT, f"{marking.REPORT}.part"):
        (out / name).symlink_to(mine)
    assert cli.main(["mark", str(out.parent)]) == 0
    assert text_of(mine) == "mine" and '"Ada"' in text_of(out / marking.MARKS)


SHELL = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
cells, shell = json.load(sys.stdin), InteractiveShell()
results = [shell.run_cell(cell, store_history=True).result for cell in cells]
print("gives", results[-1])
"""


def notebook(*cells):
    """What the last of some cells gives, run one after the other in a process of their own: some
    spoil the package for all that follows.
    """
    told = python("-c", SHELL, input=json.dumps(cells)).stdout
    return float(told.rpartition("gives ")[2])


#: What a student's cells may do so that the next answer be right, and the answer.
TRICKS = {
    "check is another": "import cadogan.course\ncadogan.course.check = lambda *a: 1\nanswer_1 = '1'",
    "looked up": "from cadogan.course import exercise\nanswer_1 = exercise('spread/aces').expects.solution()",
    "looked up before": "from cadogan.course import exercise as e\nx = e('spread/aces').expects\ny = x.solution\nanswer_1 = y()",
    "by another name": "import cadogan.course as c\nanswer_1 = getattr(c, 'exer' + 'cise')('spread/aces').expects.value",
    "marks are another": "import cadogan.course.verdict as v\nv.Verdict.share = 1\nanswer_1 = 3",
    "equal to all": "class A(float):\n  __eq__ = lambda *a: True\nanswer_1 = A()",
    "the text of a verdict": "class A:\n  __repr__ = lambda s: '(' * 9\nanswer_1 = A()",
}


@pytest.mark.slow
def test_a_notebooks_answers_are_marked_where_nothing_of_it_is_left():
    marking_cell = pack.MARKING.format(name="spread/aces", answer="answer_1", points=2)
    for said, share in (("'12/13'", 2), ("12/13", 2), ("0.92", 1), ("None", 0)):
        assert notebook(f"answer_1 = {said}", marking_cell) == share
    for name, cell in TRICKS.items():
        assert notebook(cell, marking_cell) == 0, name
    written = "from math import sqrt as root\ndef half(x):\n  return root(x)"
    spread = exercise("spread/function").model.replace("sqrt(", "half(")
    marking_cell = pack.MARKING.format(name="spread/function", answer="answer_9", points=3)
    assert notebook(written, f"{spread}\nanswer_9 = standard_deviation", marking_cell) == 3
    assert notebook("answer_9 = lambda chances: 0", marking_cell) == 0


def test_where_nothing_can_be_marked_the_cell_says_so():
    """nbgrader gives no points to a cell that ends with an error, and shows the error."""
    cell = pack.MARKING.format(name="no/such", answer="answer_1", points=2)
    shown = python("-c", SHELL, input=json.dumps(["answer_1 = 3", cell])).stdout
    assert (
        "is cadogan installed" in shown and "there is no lesson" in shown and "gives None" in shown
    )
