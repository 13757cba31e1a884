"""The examination: questions whose numbers no page uses, and arguments that no page asks for.

A question is one that the lessons ask with various numbers (`Like`), but with numbers held out here.
The blueprint says how many questions a paper has from each part of the course; the seed draws the
lessons, and the two papers of a seed ask nothing in the same words.
This module is not shipped with the built book."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cadogan.course.exercises import Exercise, Like
from cadogan.course.kinds import Written
from cadogan.course.lesson import Lesson
from cadogan.course.questions import Question

#: How many questions with numbers a paper has from each part, and the points of each.
BLUEPRINT = {
    "Count": 2,
    "Measure": 3,
    "Update": 2,
    "Detours": 1,
    "Process": 2,
    "Decide": 2,
    "Studio": 1,
}
POINTS = 2
#: How many arguments a paper asks for, and the ticks in the marking scheme of each, a point each.
ARGUMENTS, TICKS = 2, 3
PAPERS = ("Examination A", "Examination B")
#: Separates the name of an exercise from the number of its variant with numbers held out.
HELD_OUT = "#held"

#: For each exercise with variants, the numbers that only a paper uses.
HELD: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "sample-space/line": {"total": (8, 18, 19, 20, 22)},
    "hypergeometric/klondike": {"good": (6, 10, 16), "shown": (6, 10)},
    "hypergeometric/mean": {"shown": (9, 14, 21, 30)},
    "indicators/first": {"kings": (5, 9), "pack": (48, 80)},
    "birthdays/six": {"values": (7, 12), "n": (6, 7)},
    "birthdays/two": {"packs": (7, 9, 10, 12)},
    "birthdays/second": {"cards": (28, 44, 60, 64)},
    "spread/deviation": {"n": (6, 8), "deals": (150, 500)},
    "spread/accuracy": {"deals": (80, 120), "times": (6, 7)},
    "bell/ends": {"n": (3, 8), "deals": (300, 600)},
    "bell/standardized": {"deals": (64, 256), "more": (5, 11)},
    "bell/part": {"z": (0.7, 1.1, 1.4, 1.8)},
    "coverage/wilson": {"wins": (11, 23), "n": (40, 90)},
    "coverage/expected": {"n": (60, 120), "percent": (85, 96)},
    "coverage/three": {"n": (45, 80, 150, 500)},
    "rare-events/poisson": {"rows": (4,), "columns": (4, 6, 7)},
    "rare-events/none": {"rate": (800, 1500), "deals": (1200, 2500)},
    "bayes/ten": {"turned": (4, 7, 11, 19)},
    "bayes/both": {"turned": (3, 6, 14, 18)},
    "bayes/liar": {"places": (3, 8), "lies": (7, 9)},
    "fair-price/king": {"card": ("queen", "ten"), "players": (7, 8)},
    "fair-price/next": {"shown": (2, 8, 14, 19)},
    "hidden-hands/look": {"gain": (12, 15), "times": (6, 8), "loss": (10,)},
    "hidden-hands/pair": {"unseen": (45, 70), "outs": (5, 7), "draws": (6,)},
    "invariants/courts": {"top": (4, 12), "each": (3, 12)},
    "invariants/king": {"tops": (5, 9, 14)},
    "hands-and-bits/pair": {"values": (5, 14, 15)},
    "hands-and-bits/five": {"shown": (3, 10, 11)},
    "random-walks/nine": {"house": (11, 14), "away": (6, 7)},
    "absorbing/three": {"first": (1,), "second": (1,), "third": (4, 5)},  # by hand
    "absorbing/behind": {"mine": (3,), "theirs": (4, 5, 7)},
    "absorbing/most": {"players": (5, 7), "counters": (6, 8)},
    "shuffling/orders": {"cards": (4, 11, 12)},
    "shuffling/top": {"cards": (3, 9)},
    "bellman/three": {"n": (8, 9)},
    "search/bisect": {"moves": (20, 90, 250, 1500)},
    "search/luck": {"deals": (200, 500), "can": (55, 80), "won": (5, 12)},
    "luck-and-skill/house": {"home": (3, 5, 7.5, 8.5)},
    "luck-and-skill/variance": {"p": (3, 5), "q": (7, 8)},
    "common-deals/saving": {"a": (6, 11), "b": (13,), "tenths": (4, 7)},
    "common-deals/alarm": {"n": (8, 12, 25)},
    "common-deals/half": {"tenths": (3, 7)},
    "claims/bound": {"n": (400, 2000, 8000)},
    "one-rule/touched": {"k": (3, 5), "n": (120, 400)},
    "forty-eighth/three": {"k": (6, 8), "n": (3, 6)},
    "forty-eighth/ten": {"percent": (15, 35), "n": (6, 12)},
    "difference/nine": {"larger": (9, 10), "smaller": (2, 3)},
    "difference/bonferroni": {"n": (3, 6, 15), "percent": (1, 6)},
    "chain/share": {"own": (3, 4, 9), "total": (40, 54)},
    "unknown-share/succession": {"wins": (0, 3), "deals": (7, 8, 12)},
    "unknown-share/first": {"deal": (4, 7, 15, 25)},
    "gaps/twice": {"tenths": (6, 12, 18, 22)},
    "gaps/second": {"k": (4, 5), "n": (12, 13, 15)},
    "gaps/above": {"n": (5, 8), "tenths": (5, 9)},
}


@dataclass(frozen=True)
class Argument:
    """A question whose answer is an argument: its text, a model answer, and what earns each point."""

    asks: str
    model: str
    ticks: tuple[str, str, str]


WRITTEN = (
    Argument(
        "A friend deals five cards from a pack and finds two aces. “Two aces in five cards: the "
        "chance of that is 1/13 times 1/13.” Say what is wrong with the sum, and write down one "
        "that is right.",
        "The two chances are not independent, for the second ace comes out of a pack that lacks "
        "the first; and the aces may be any two of the five cards. Right is C(4, 2) · C(48, "
        "3)/C(52, 5), a little under four in a hundred.",
        (
            "The draws are without replacement, so the second chance is another.",
            "The two aces can lie in any of C(5, 2) places (or: all hands are counted).",
            "A right expression for exactly two aces.",
        ),
    ),
    Argument(
        "“My patience was won in 0 of 40 deals, so it cannot be won.” Answer with a number, and "
        "say what would prove it.",
        "By the rule of three a share of wins of up to 3/40, seven or eight in a hundred, agrees "
        "with no win in forty deals. That none can be won would have to be proved deal by deal, "
        "by a search that tries everything; and forty deals are not all of them.",
        (
            "Nought in forty permits a share up to about 3/40.",
            "No win by this player is not the same as no win by anybody.",
            "A proof is a search of every line, or an invariant; more deals are none.",
        ),
    ),
    Argument(
        "Two rules are compared: one won 61 of 200 deals, the other 52 of 200 other deals. “The "
        "first is better.” What would you do, with the same number of deals, to know more?",
        "The difference is 4.5 points, and its standard error about 4.5: the interval holds "
        "nought. Played on the *same* deals, what is due to the deals cancels, the variance of "
        "the difference falls by twice the covariance, and the same number of deals tells more.",
        (
            "The standard error of the difference (or its interval) beside the difference.",
            "Both rules on common deals: paired differences.",
            "Why it helps: the covariance is taken away twice.",
        ),
    ),
    Argument(
        "A card is turned from a shuffled pack, then another. Nobody has looked at the first. "
        "Show that the second is an ace with the same chance as the first, without going through "
        "the cases of the first.",
        "Every order of the pack is equally likely. Change the first two places in every order: "
        "that gives every order once again. So as many orders have an ace in the second place as "
        "in the first, and the chance is 4/52 for both.",
        (
            "All orders are equally likely.",
            "Exchanging the two places maps the orders one to one onto themselves.",
            "So the two counts, and the chances, are equal.",
        ),
    ),
    Argument(
        "A player has lost eight deals of a game that is won half the time. “The ninth is due.” "
        "And somebody else: “By the law of large numbers the wins must catch up.” Answer both.",
        "The deals are independent, so the ninth is won with chance one half whatever came "
        "before. The law of large numbers speaks of the share: eight losses weigh less and less "
        "among many deals, without any surplus of wins to make up for them; the difference in "
        "number may even grow.",
        (
            "Independence: the chance of the ninth is unchanged.",
            "The law is about the share, not about the number.",
            "The losses are diluted, not made up for.",
        ),
    ),
    Argument(
        "In a game a drunkard steps up or down a stair of ten steps, each with chance one half, "
        "and at the bottom always up. A student: “Ten steps up, so ten tosses, or twenty at "
        "most.” About how many is it, and why?",
        "A hundred. From step x the walk needs n² − x² tosses on average, because the mean time "
        "to the next step grows by two with each step: from the bottom it is 1, then 3, 5, and so "
        "on to 19, and the first ten odd numbers make a hundred. Half of the tosses lead back.",
        (
            "A hundred: the square of the distance.",
            "The times from step to step are 1, 3, 5 … (or an equation of first steps).",
            "Steps back must be made good, which is why it is not the distance.",
        ),
    ),
    Argument(
        "A player without memory takes in each position the move that brings most cards home at "
        "once. Describe a small position, with cards, in which another move is better, and say "
        "what this shows about greed.",
        "For example: two cards can go home at once, and one of them is the only card on which a "
        "king's column could be emptied; kept back, it lets four more go home. The value of a "
        "move is the value of what comes after it (Bellman), of which the cards that go home now "
        "are a part only.",
        (
            "A position in which both moves are legal.",
            "What follows each of the two, counted.",
            "The value of a move is that of the position it leads to.",
        ),
    ),
    Argument(
        "You have tried thirty versions of a rule on a hundred deals each, and announce the best: "
        "“won in 41 of 100”. What will the next hundred deals show, and why? What should you have "
        "announced?",
        "Very likely fewer wins: the best of thirty was chosen for its luck as well as for its "
        "rule, and the luck does not come again (regression to the mean). One announces what the "
        "chosen version does on deals that had no part in the choice, with their number and an "
        "interval.",
        (
            "Fewer, very likely: chosen for being high.",
            "The name or the mechanism: regression, luck that is not repeated.",
            "New deals, with number and interval.",
        ),
    ),
)


def held_out(exercise: Exercise, number: int) -> Exercise | None:
    """The variant of an exercise with numbers held out, by its number from 1; None where there is
    none.
    """
    numbers = HELD.get(exercise.name)
    if not numbers or not exercise.like or not exercise.question:
        return None
    like = Like(exercise.like.question, exercise.like.expects, exercise.like.because, **numbers)
    text, expects, because = like.variant(number)
    name = f"{exercise.name}{HELD_OUT}{(number - 1) % len(like) + 1}"
    question = replace(exercise.question, name=name, number="", text=text, grade=POINTS)
    return Exercise(name, expects, because, question)


def argument(number: int) -> Exercise | None:
    """The argument of a number, from 1; None where there is none."""
    if not 1 <= number <= len(WRITTEN):
        return None
    written, name = WRITTEN[number - 1], f"examination/{number}"
    because = f"{written.model} *A point for each:* {' '.join(f'({n}) {tick}' for n, tick in enumerate(written.ticks, 1))}"
    return Exercise(name, Written(), because, Question("ask", name, "", TICKS, written.asks, 0))


def papers(
    seed: int, lessons: Mapping[str, Lesson], exercises: Iterable[Exercise]
) -> dict[str, list[Exercise]]:
    """The two papers of a seed: as many questions from each part as the blueprint says, from different
    lessons as far as there are enough, and arguments.

    Args:
        seed: draws lessons, numbers and arguments.
        lessons: the lessons by their slugs.
        exercises: the exercises of all lessons.
    """
    chance = random.Random(seed)
    by_part: dict[str, list[Exercise]] = {part: [] for part in BLUEPRINT}
    for exercise in exercises:
        if exercise.name in HELD:
            by_part[lessons[exercise.name.partition("/")[0]].part].append(exercise)
    drawn: dict[str, list[Exercise]] = {title: [] for title in PAPERS}
    for part, n in BLUEPRINT.items():
        waiting = chance.sample(by_part[part], len(by_part[part]))
        for title in PAPERS:
            chosen = _from_different_lessons(waiting, n)
            waiting = [exercise for exercise in waiting if exercise not in chosen]
            drawn[title] += sorted(
                chosen, key=lambda exercise: lessons[exercise.name.partition("/")[0]].number
            )
    arguments = chance.sample(range(1, len(WRITTEN) + 1), ARGUMENTS * len(PAPERS))
    sheets = {}
    for k, title in enumerate(PAPERS):
        paper = [held_out(exercise, chance.randint(1, 1000)) for exercise in drawn[title]]
        paper += [argument(n) for n in arguments[k * ARGUMENTS : (k + 1) * ARGUMENTS]]
        sheets[title] = [question for question in paper if question]
    return sheets


def _from_different_lessons(waiting: Sequence[Exercise], n: int) -> list[Exercise]:
    """The first ``n`` exercises, none from the lesson of another while there are other lessons."""
    slugs: set[str] = set()
    first = []
    for exercise in waiting:
        if (slug := exercise.name.partition("/")[0]) not in slugs:
            first.append(exercise)
            slugs.add(slug)
    return [*first, *(exercise for exercise in waiting if exercise not in first)][:n]
