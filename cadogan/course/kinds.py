"""What an exercise expects, and how an answer is marked.

What is expected is a value that the page has computed, or a function that computes it when somebody
answers. A verdict says what is off, never what is right."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any, Protocol, TypeVar

from cadogan.course.reading import Given, Unreadable, number, unquoted
from cadogan.echo import cut, shown

#: An exact number, or one of a machine where there is none, as a root has.
Exact = int | Fraction | float
#: The longest piece of code that is taken as an answer, in characters.
LONGEST_CODE = 5_000
#: Beyond it a fraction is told as a decimal alone.
LONGEST_DENOMINATOR = 10**8
#: The most members of a set that are looked at, and the characters of a text that lists them.
MOST_MEMBERS, LONGEST_LIST = 10_000, 100_000
#: The longest error of a reader's code that is repeated, in characters.
LONGEST_ERROR = 200


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer: ``mark`` is right, nearly, wrong, unread where the answer could
    not be understood, open where there is none yet, or written where it is the reader's own
    argument, which nothing marks.
    """

    mark: str
    says: str

    @property
    def share(self) -> float:
        """The share of the points of an answer: all where it is right, half where it nearly is."""
        return {"right": 1.0, "nearly": 0.5}.get(self.mark, 0.0)

    def __str__(self) -> str:
        return f"{OPENINGS[self.mark]} {self.says}".strip()

    __repr__ = __str__


OPENINGS = {
    "right": "Right.",
    "nearly": "Nearly.",
    "wrong": "Not yet.",
    "unread": "Not understood.",
    "open": "Not answered yet.",
    "written": "Written down.",
}


def computed(value: Any) -> Any:
    """A value, or what a function without arguments gives."""
    return value() if callable(value) else value


class Kind(Protocol):
    """A kind of answer."""

    @property
    def wanted(self) -> str:
        """What is to be written, as a phrase."""

    def mark(self, answer: object) -> Verdict:
        """Mark an answer. Never raises."""

    def solution(self) -> str:
        """The right answer as text; empty where there are many."""


def hint(kind: Kind) -> str:
    """What is told after a second wrong answer: something true of the right one, which does not
    give it away.

    >>> hint(Number(Fraction(16, 21))), hint(Number(-7)), hint(Members({1, 3, 7, 9}))
    ('It lies between 0.5 and 1.', 'It lies between -10 and -5.', 'There are 4 of them.')
    """
    return str(kind.hint()) if hasattr(kind, "hint") else ""


K = TypeVar("K", bound=Kind)


def never_raises(mark: Callable[[K, Any], Verdict]) -> Callable[[K, object], Verdict]:
    """The `mark` of a kind, for any answer: one of which nothing can be made, whatever it does when
    it is looked at, is unread.
    """

    @functools.wraps(mark)
    def marked(self: K, answer: object) -> Verdict:
        try:
            return mark(self, answer)
        except (Exception, SystemExit) as error:
            return Verdict(
                "unread",
                f"Nothing can be made of this ({type(error).__name__}). Write {self.wanted}.",
            )

    return marked


def _ended(what: str, error: BaseException) -> str:
    """What is said of the reader's own code that raises."""
    try:
        says = cut(str(error), LONGEST_ERROR)
    except Exception:  # an error of the reader's own
        says = ""
    return f"{what} with an error: {type(error).__name__}{': ' if says else ''}{says}"


@dataclass(frozen=True)
class Number:
    """One number.

    Attributes:
        value: the number, or what computes it.
        figures: the significant figures that a decimal must have.
        within: an answer may be off by so much, where it is estimated; 0 otherwise.
        near: sentences for known slips, each with the value that such a slip leads to.
        unit: what is counted, for the phrase.
        chance: whether a number between 0 and 1 is a chance or a share; a mean or a variance is none.
    """

    value: Exact | Callable[[], Exact]
    figures: int = 3
    within: float = 0
    near: Mapping[str, Exact | Callable[[], Exact]] = field(default_factory=dict)
    unit: str = ""
    chance: bool = True

    @property
    def wanted(self) -> str:
        """What is to be written."""
        if self.within:
            return "a number; near enough will do"
        if self._exact.denominator == 1:
            return "a whole number" + (f" of {self.unit}" if self.unit else "")
        return f"a fraction, a decimal to {self.figures} figures, or a percentage"

    @property
    def _exact(self) -> Fraction:
        return Fraction(computed(self.value))

    def solution(self) -> str:
        """The number: exact where it is rational and not too long, and as a decimal.

        >>> Number(lambda: Fraction(16, 21)).solution(), Number(lambda: Fraction(3, 2)).solution(), Number(lambda: 2**0.5).solution()
        ('16/21, about 0.7619', '3/2 = 1.5', 'about 1.414')
        """
        exact = self._exact
        if exact.denominator == 1:
            return f"{exact.numerator:,}"
        decimal = f"{float(exact):.{self.figures + 1}g}"
        if isinstance(computed(self.value), float) or exact.denominator > LONGEST_DENOMINATOR:
            return f"about {decimal}"
        fraction = f"{exact.numerator:,}/{exact.denominator:,}"
        return (
            f"{fraction} = {decimal}"
            if Fraction(decimal) == exact
            else f"{fraction}, about {decimal}"
        )

    def hint(self) -> str:
        """Between which round numbers it lies: 1, 2, 5, 10, 20 …"""
        size = abs(self._exact)
        if not size:
            return "Can it happen at all?"
        tens = Fraction(10) ** math.floor(math.log10(size))
        low, high = next((a, b) for a, b in ((5, 10), (2, 5), (1, 2)) if a * tens <= size)
        ends = sorted(step * (tens if self._exact > 0 else -tens) for step in (low, high))
        return f"It lies between {float(ends[0]):,.10g} and {float(ends[1]):,.10g}."

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Mark a number."""
        try:
            given = number(answer)
        except Unreadable as error:
            return Verdict("unread", str(error))
        return self.judge(given)

    def judge(self, given: Given) -> Verdict:
        """Mark a number that has been read."""
        exact = self._exact
        if self.within and abs(given.value - exact) <= Fraction(self.within):
            return Verdict("right", "")
        if (
            not given.slack and not self.within and _is_rounded(given, exact)
        ):  # a whole number for one that is none
            given = Given(given.value, Fraction(1, 2), len(str(abs(given.value.numerator))))
        if given.is_near(exact) or (
            isinstance(computed(self.value), float)
            and not given.slack
            and _alike(given.value, exact)
        ):
            if given.slack and given.value != exact and given.figures < self.figures:
                return Verdict(
                    "nearly",
                    f"It is right as far as it goes; write the fraction, or {self.figures} figures.",
                )
            return Verdict("right", "")
        for sentence, value in self.near.items():
            if given.tells(Fraction(computed(value))):
                return Verdict("wrong", sentence)
        return _off(given, exact, self.chance and 0 <= exact <= 1)


def _is_rounded(given: Given, exact: Fraction) -> bool:
    return (
        given.value.denominator == 1
        and exact.denominator != 1
        and abs(given.value - exact) <= Fraction(1, 2)
        and abs(exact) > 1  # 1 is no rounded chance
    )


def _alike(a: Fraction, b: Fraction) -> bool:
    return abs(a - b) <= abs(b) / 10**9


def _off(given: Given, exact: Fraction, chance: bool) -> Verdict:
    """What is off with a number that is not the right one."""
    value = given.value
    if given.figures > 2 and given.is_near(exact, 2):
        return Verdict("nearly", "The last figure is off: it is to be rounded.")
    if chance and not given.percent:
        if exact and (given.tells(100 * exact) or (value > 1 and _is_rounded(given, 100 * exact))):
            return Verdict(
                "nearly", "That is the figure of the percentage; write the sign, or the share."
            )
        if value > 1 and exact and given.tells(1 / exact):
            return Verdict("wrong", "It is upside down: a chance lies between 0 and 1.")
        if not 0 <= value <= 1:
            return Verdict("wrong", "It is a share or a chance, and those lie between 0 and 1.")
    if chance and 0 < exact < 1 and given.tells(1 - exact):
        return Verdict("wrong", "That is the chance of the opposite.")
    if exact and given.is_near(-exact):
        return Verdict("wrong", "The sign is the wrong way round.")
    side = "large" if value > exact else "small"
    if exact and value and _is_multiple(given, exact):
        why = (
            "is something counted more than once, or the number of ways not divided out?"
            if side == "large"
            else "is something left out, such as the orders in which it can happen?"
        )
        return Verdict("wrong", f"Too {side}, by a whole factor: {why}")
    if exact and abs(value - exact) <= abs(exact) / 10:
        return Verdict("wrong", f"Close, but too {side}, by less than a tenth.")
    return Verdict("wrong", f"Too {side}.")


def _is_multiple(given: Given, exact: Fraction) -> bool:
    """Whether it is the right number times a small whole number, or divided by one."""
    if given.slack and given.figures < 2:
        return False
    return any(
        given.is_near(exact * k) or given.is_near(exact / k) for k in (*range(2, 13), 24, 120, 720)
    )


@dataclass(frozen=True)
class Numbers:
    """Several numbers in their order, such as the ends of an interval; ``names`` says which they
    are.
    """

    values: Sequence[Exact] | Callable[[], Sequence[Exact]]
    names: tuple[str, ...]
    figures: int = 3
    within: float = 0

    @property
    def wanted(self) -> str:
        """What is to be written."""
        return f"{', '.join(self.names)}, with a semicolon between them"

    def solution(self) -> str:
        """The numbers."""
        return "; ".join(one.solution() for one in self._each())

    def _each(self) -> list[Number]:
        return [Number(value, self.figures, self.within) for value in computed(self.values)]

    def hint(self) -> str:
        """Between which round numbers each lies."""
        return " ".join(
            f"{name[0].upper()}{name[1:]}: {one.hint()}"
            for name, one in zip(self.names, self._each(), strict=True)
        )

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Mark each number by itself; the worst verdict is told."""
        given = _parts(answer) if isinstance(answer, str) else _unpacked(answer)
        if not isinstance(given, Sequence) or len(given) != len(self.names):
            return Verdict("unread", f"{_many(len(self.names))} numbers are wanted: {self.wanted}.")
        marked = [one.mark(part) for one, part in zip(self._each(), given)]
        order = ["unread", "wrong", "nearly", "right"]
        worst = min(range(len(marked)), key=lambda i: order.index(marked[i].mark))
        if marked[worst].mark == "right":
            return Verdict("right", "")
        others = " The others are right." if len(marked) > 2 else " The other is right."
        alone = [one.mark for one in marked].count("right") == len(marked) - 1
        says = f"{self.names[worst][0].upper()}{self.names[worst][1:]}: {marked[worst].says}{others if alone else ''}"
        return Verdict(marked[worst].mark, says)


def _unpacked(answer: object) -> object:
    """An array of numpy as a list; anything else as it is."""
    return (
        answer.tolist()
        if type(answer).__module__ == "numpy" and hasattr(answer, "tolist")
        else answer
    )


def _parts(answer: str) -> list[str]:
    """The numbers of an answer: between semicolons, or where there are none between commas, "to" or
    "and"; brackets around all go.

    >>> _parts("[0.1, 0.2]"), _parts("comb(4, 2)/6; 4*comb(4, 1)/(5)"), _parts("(1/2) to (1/3)")
    (['0.1', '0.2'], ['comb(4, 2)/6', '4*comb(4, 1)/(5)'], ['(1/2)', '(1/3)'])
    """
    text, depth = answer.strip(), 0
    for i, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if not depth:
            text = text[1:-1] if 0 < i == len(text) - 1 and text[0] in "([" else text
            break
    return re.split(r"\s*;\s*" if ";" in text else r"\s+(?:to|and)\s+|,\s+", text.strip())


def _many(n: int) -> str:
    return {2: "Two", 3: "Three", 4: "Four", 5: "Five"}.get(n, str(n))


@dataclass(frozen=True)
class Members:
    """A set of things, in any order: numbers or words."""

    members: Set[Any] | Callable[[], Set[Any]]

    @property
    def wanted(self) -> str:
        """What is to be written."""
        return "all of them, with commas between them"

    def solution(self) -> str:
        """The members."""
        return ", ".join(map(str, sorted(computed(self.members))))

    def hint(self) -> str:
        """How many there are."""
        return f"There are {len(computed(self.members))} of them."

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Say how many are missing, and how many do not belong."""
        answer = _unpacked(answer)
        if isinstance(answer, str) and len(answer) <= LONGEST_LIST:
            parts: list[object] = [
                part
                for part in re.split(r"[,;\s]+", answer.strip(" {}()[]"))
                if part and part != "and"
            ]
        elif isinstance(answer, (set, frozenset, list, tuple, range)):
            parts = list(islice(answer, MOST_MEMBERS + 1))
        else:
            return Verdict("unread", f"Write {self.wanted}.")
        if len(parts) > MOST_MEMBERS:
            return Verdict(
                "unread", f"No more than {MOST_MEMBERS:,} are looked at. Write {self.wanted}."
            )
        given, expected = (
            {_key(one) for one in parts},
            {_key(one) for one in computed(self.members)},
        )
        if all(isinstance(one, Fraction) for one in expected) and not all(
            isinstance(one, Fraction) for one in given
        ):
            return Verdict("unread", f"They are numbers; write {self.wanted}.")
        missing, strange = len(expected - given), len(given - expected)
        if not missing and not strange:
            return Verdict("right", "")
        if not given:
            return Verdict("unread", f"Write {self.wanted}.")
        told = []
        if strange:
            told.append(f"{strange} of yours {'does' if strange == 1 else 'do'} not belong")
        if missing:
            told.append(f"{missing} {'is' if missing == 1 else 'are'} missing")
        says = f"{', and '.join(told)}."
        return Verdict("nearly" if missing + strange == 1 and len(expected) > 2 else "wrong", says)


def _key(one: object) -> object:
    try:
        return number(one).value
    except Unreadable:
        return unquoted(str(one)).casefold()


@dataclass(frozen=True)
class Choice:
    """One of several options, by its word."""

    options: tuple[str, ...]
    right: str | Callable[[], str]
    why_not: Mapping[str, str] = field(default_factory=dict)

    @property
    def wanted(self) -> str:
        """What is to be written."""
        between = "; " if any("," in one for one in self.options) else ", "
        return f"{between.join(self.options[:-1])}{between.strip() if between != ', ' else ''} or {self.options[-1]}"

    def solution(self) -> str:
        """The option."""
        return str(computed(self.right))

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Mark the option."""
        given = unquoted(str(answer).strip().rstrip(".")).casefold()
        found = [one for one in self.options if one.casefold() == given]
        if not found:
            return Verdict("unread", f"Write {self.wanted}.")
        if found[0] == computed(self.right):
            return Verdict("right", "")
        return Verdict(
            "wrong", self.why_not.get(found[0], "Think of a case in which it would be otherwise.")
        )


@dataclass(frozen=True)
class Function:
    """A function of the reader's, tested on cases.

    Attributes:
        name: what it is to be called.
        reference: what it must agree with.
        cases: the arguments on which it is tried.
        takes: its arguments, as they are named in the phrase.
    """

    name: str
    reference: Callable[..., Any]
    cases: tuple[tuple[Any, ...], ...]
    takes: str

    @property
    def wanted(self) -> str:
        """What is to be written."""
        return f"a function {self.name}({self.takes})"

    def solution(self) -> str:
        """There are many."""
        return ""

    def hint(self) -> str:
        """What it gives in the first case."""
        case = self.cases[0]
        given = shown(self.reference(*case))
        return f"{self.name}({', '.join(map(repr, case))}) should give {given}."

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Try the function on every case; the first that is off is told."""
        try:
            own = function(answer, self.name)
        except Unreadable as error:
            return Verdict("unread", str(error))
        right = 0
        first = ""
        for case in self.cases:
            called = f"{self.name}({', '.join(map(repr, case))})"
            try:
                found = own(*case)
            except (Exception, SystemExit) as error:  # whatever the reader's code leads to
                return Verdict("wrong", _ended(f"{called} ends", error))
            if _same(found, self.reference(*case)):
                right += 1
            else:
                first = first or f"{called} gives {shown(found)}"
        if not first:
            return Verdict("right", f"It agrees in all {len(self.cases)} cases.")
        return Verdict(
            "nearly" if 2 * right > len(self.cases) else "wrong",
            f"{right} of {len(self.cases)} cases agree; {first}, and should not.",
        )


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(a == b) or abs(float(a) - float(b)) <= 1e-9 * max(1.0, abs(float(b)))
    except Exception:  # a value of the reader's own, which may raise whatever is done with it
        return False


def function(answer: object, name: str) -> Callable[..., Any]:
    """A function that was given, or the one of that name in a piece of code, which is the reader's
    own and is run.

    Raises:
        Unreadable: there is none.
    """
    if callable(answer):
        return answer
    if not isinstance(answer, str) or len(answer) > LONGEST_CODE:
        raise Unreadable(f"A function {name} is wanted.")
    space: dict[str, Any] = {}
    try:
        exec(
            "from fractions import Fraction\nfrom math import *\nfrom itertools import *\nimport random\n",
            space,
        )
        exec(compile(answer, "your answer", "exec"), space)
    except SyntaxError as error:
        raise Unreadable(f"Line {error.lineno} is not Python: {error.msg}.") from None
    except (Exception, SystemExit) as error:
        raise Unreadable(_ended("The code ends", error)) from None
    if not callable(space.get(name)):
        raise Unreadable(f"The code defines no function {name}.")
    found: Callable[..., Any] = space[name]
    return found


@dataclass(frozen=True)
class Written:
    """An argument, a proof or a description of a drawing in the reader's own words. It is kept and
    not marked: the folded answer of its exercise is a model to compare it with.
    """

    least: int = 40

    @property
    def wanted(self) -> str:
        """What is to be written."""
        return "some sentences; compare them with the model answer"

    def solution(self) -> str:
        """There are many."""
        return ""

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Written, if there is enough to be an argument."""
        if not isinstance(answer, str) or len(answer.strip()) < self.least:
            return Verdict("unread", "Write a sentence or two.")
        return Verdict("written", "Compare it with the model answer.")


@dataclass(frozen=True)
class Race:
    """A player of the reader's, ``name(seen, moves)``, raced against one of the book's on the same
    deals.

    Attributes:
        game: the slug of the game.
        against: the strategy of the book.
        n: the common deals, a few in the page.
        seed: their seed.
        at_least: the cards home that it must gain on average.
    """

    game: str
    against: str
    n: int = 60
    seed: int = 1
    at_least: float = 0
    name: str = "player"

    @property
    def wanted(self) -> str:
        """What is to be written."""
        return f"a function {self.name}(seen, moves) that gives one of the moves, or None to stop"

    def solution(self) -> str:
        """There are many."""
        return ""

    @never_raises
    def mark(self, answer: object) -> Verdict:
        """Right where the whole interval of the gain in cards home lies above what is asked."""
        import cadogan

        try:
            own = function(answer, self.name)
            game = cadogan.games[self.game]
            gain, low, high = cadogan.odds.difference(
                game, game, self.against, than=own, n=self.n, seed=self.seed
            ).home
        except Unreadable as error:
            return Verdict("unread", str(error))
        except (Exception, SystemExit) as error:  # whatever the reader's code leads to
            return Verdict("wrong", _ended("Your player ends", error))
        told = f"cards home {gain:+.2f} (95 % interval {low:+.2f} to {high:+.2f}) against {self.against}, on {self.n} common deals."
        if low > self.at_least:
            return Verdict("right", f"Your player wins the race: {told}")
        return Verdict(
            "nearly" if gain > self.at_least else "wrong", f"The race is not won yet: {told}"
        )
