"""The class as the sample: its own wins as intervals one above the other, its own guesses beside
the true value. They are typed as they are called out, or read from the files that were handed in."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from cadogan.course import figures, questions
from cadogan.course.chart import ACCENT, GREY, INK, STROKES, Chart
from cadogan.course.figures import Figure
from cadogan.course.handed_in import HandIn, HandInError, files, read
from cadogan.course.log import Sitting
from cadogan.course.reading import number
from cadogan.course.verdict import Unreadable

#: A result that is called out: a name, if one is said; the wins; of how many deals, if it is said.
CALLED = re.compile(
    r"(?:([^\n;,:=]+)[:=]|([^\d\n;/:=]*?))[ \t,]*(\d+)(?:[ \t]*(?:/|of)[ \t]*(\d+))?(?!\d)"
)
#: The largest number that counts as a guess.
LARGEST_GUESS = 10**15
#: How many there are of what a guess counts, as its question says it: "of a hundred", "plays sixty".
WHOLE = re.compile(
    r"\b(?:(?:in|of) (?:a|the)|of the deals 1 to|plays?(?: a)?) (eight|thirty|sixty|hundred|thousand|\d+)\b",
    re.IGNORECASE,
)
IN_WORDS = {"eight": 8, "thirty": 30, "sixty": 60, "hundred": 100, "thousand": 1000}
#: The most intervals that have names beside them, and the most letters of a name there.
NAMED, LETTERS = 40, 24


def wins(source: str | Path, deals: int = 60, game: str = "anna") -> dict[str, tuple[int, int]]:
    """The wins of a class: for each student the number of wins and of deals.

    Args:
        source: the text that was called out or pasted, numbers with or without names; or the folder
            with the files that were handed in, whose logs hold the deals played by hand.
        deals: how many deals each has played, if the text does not say.
        game: the short name of the patience, for a folder.

    Raises:
        ValueError: there are no wins, or more than deals, or not a whole number of them.
        OSError: there is no such folder.

    >>> wins("31, 28 27/40; Ada 33\\nseed 7: 30 of 61")
    {'1': (31, 60), '2': (28, 60), '3': (27, 40), 'Ada': (33, 60), 'seed 7': (30, 61)}
    """
    if isinstance(source, Path):
        played: dict[str, Sequence[Sitting]] = {}
        for hand_in in _files(source):  # the log is the same in all that a student hands in
            if len(hand_in.played) > len(played.get(hand_in.student, ())):
                played[hand_in.student] = hand_in.played
        counts = {
            student: (sum(each.outcome == "won" for each in matching), len(matching))
            for student, sittings in played.items()
            if (matching := [each for each in sittings if each.game == game])
        }
        if not counts:
            raise ValueError(f"no file in {source} holds a deal of {game}")
        return counts
    if match := re.search(r"\d+\.\d+", source):
        raise ValueError(f"{match[0]} are no wins: write whole numbers")
    counts = {}
    for place, (called, name, won, total) in enumerate(CALLED.findall(source), 1):
        whose = " ".join((called or name).split()).strip(" ,:-.") or str(place)
        n = int(total or deals)
        if int(won) > n:
            raise ValueError(f"{won} are more wins than {n} deals")
        counts[whose if whose not in counts else f"{whose} ({place})"] = int(won), n
    if not counts:
        raise ValueError("write the wins of each, such as 31, 28, 27/40")
    return counts


def guesses(source: str | Path, name: str = "") -> list[float]:
    """The guesses of a class: all numbers in a text or in the files that were handed in.

    Args:
        source: the text that was called out or pasted; or the folder with the files.
        name: the name of the guess, for a folder: ``"coverage/wins"``.

    Raises:
        ValueError: there is no number among the guesses.
        OSError: there is no such folder.

    >>> guesses("30, 27.5 1/2 none 40 %")
    [30.0, 27.5, 0.5, 0.4]
    """
    if isinstance(source, Path):
        texts = [hand_in.guesses.get(name, "") for hand_in in _files(source)]
        question = questions.question("guess", name)
        asks = question.text if question else ""
    else:
        asks = ""
        texts = re.split(r"[\s,;]+(?!%)", source)
    numbers = []
    for text in texts:
        with suppress(Unreadable):
            numbers.append(float(guessed(text, asks)))
    if not numbers:
        raise ValueError("there is no guess among them that is a number")
    return numbers


def guessed(text: str, asks: str = "") -> Fraction:
    """A guess as a number: of the answer to a question that ``asks`` so, not below 0, and not above
    what the question counts.

    Raises:
        Unreadable: it is none; "1-2" are two.

    >>> guessed("about 20 wins", "The greedy player plays sixty deals of Anna. How many are won?")
    Fraction(20, 1)
    """
    wholes = [IN_WORDS.get(n) or int(n) for n in WHOLE.findall(asks)]
    share = re.search(r"\bwhat (?:is the )?(?:share|chance)\b(?!, in)", asks, re.IGNORECASE)
    most = max(wholes, default=1 if share else LARGEST_GUESS)
    if re.fullmatch(r"\s*[\d.]+\s*%?\s*[-–−]\s*[\d.]+\s*%?\s*", text):
        raise Unreadable("A guess is one number.")
    value = number(text).value
    if not 0 <= value <= most:
        raise Unreadable(f"A guess is a number from 0 to {most:,}.")
    return value


def _files(folder: Path) -> Iterator[HandIn]:
    """What was handed in: for each student and work the file saved last. Damaged files are skipped;
    ``cadogan mark`` reports them.
    """
    last: dict[tuple[str, str], HandIn] = {}
    for path in files(folder):
        with suppress(HandInError):
            hand_in = read(path)
            if hand_in.key not in last or last[hand_in.key].saved <= hand_in.saved:
                last[hand_in.key] = hand_in
    yield from last.values()


def stacked(
    intervals: Mapping[str, tuple[float, float]],
    truth: float,
    label: str = "truth",
    across: str = "share of games won",
    x: tuple[float, float] | None = None,
) -> Figure:
    """Draw the intervals of a class one above the other; those that miss the truth are bold.

    Args:
        intervals: for each student the lower and the upper end.
        truth: the value that the intervals should hold.
        label: the name of that value.
        across: the quantity that the intervals estimate.
        x: the limits of the axis; chosen from the data if none are given.
    """
    ends = list(intervals.values())
    missed = [not low <= truth <= high for low, high in ends]
    names = [name for name in intervals if not name.isdigit()]
    with_names = bool(names) and len(ends) <= NAMED

    def plot(chart: Chart) -> None:
        chart.across, chart.up = across, "" if with_names else "student"
        for row, ((low, high), off) in enumerate(zip(ends, missed, strict=True)):
            ink = ACCENT if off else GREY
            chart.line([(low, row), (high, row)], colour=ink, width=2.6 if off else 1.1)
            chart.points([((low + high) / 2, row)] * off, mark="cross", colour=ink)
        chart.limit(x, (-1, len(ends)))
        chart.level(truth, STROKES[1], INK, axis="x", label=label)
        chart.name(
            "y",
            {row: name[:LETTERS] for row, name in enumerate(intervals)}
            if with_names
            else {-1: "", len(ends): ""},
        )

    description = (
        f"{len(ends)} intervals of the {across}, between {min(low for low, _ in ends):.3g} and "
        f"{max(high for _, high in ends):.3g}. A broken line, the {label}, stands at {truth:.4g}, missed by {sum(missed)} of them."
    )
    return figures.drawn(plot, description, (5.0, 1.0 + (0.22 if with_names else 0.09) * len(ends)))


def beside(guessed: Sequence[float], truth: float, across: str = "guess") -> Figure:
    """Draw the guesses of a class, a disc for each, equal ones one above the other, with a line at
    the true value.
    """
    counted, most = Counter(guessed), max(Counter(guessed).values())
    low, high = min(*guessed, truth), max(*guessed, truth)
    room = (high - low) * 0.05 or 1.0

    def plot(chart: Chart) -> None:
        chart.across = across
        for guess, times in counted.items():
            chart.points([(guess, row + 0.5) for row in range(times)])
        chart.limit((low - room, high + room), (0, most + 0.5))
        chart.level(truth, STROKES[1], ACCENT, axis="x", label="what came out")
        chart.name("y", {0: ""})

    less, more = sum(guess < truth for guess in guessed), sum(guess > truth for guess in guessed)
    description = (
        f"{len(guessed)} guesses from {min(guessed):.4g} to {max(guessed):.4g}, {statistics.median(guessed):.4g} in the middle. "
        f"A broken line, what came out, stands at {truth:.4g}: {less} guessed less, {more} more."
    )
    return figures.drawn(plot, description, (5.0, 1.1 + 0.12 * min(most, 25)))
