"""What an exercise expects, and how an answer is marked.

The expected answer is a value that the page has computed, or a function that computes it when
somebody answers. A verdict says what is wrong with an answer, never what the right one is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from cadogan.course.numbers import unpacked
from cadogan.course.reading import bare, number, unquoted
from cadogan.course.verdict import RIGHT, Kind, Unreadable, Verdict, computed
from cadogan.echo import cut, shown
from cadogan.words.english import counted

#: The longest piece of code that is taken as an answer, in characters.
LONGEST_CODE = 5_000
#: The most members of a set that are compared, and the most characters of a text that lists them.
MOST_MEMBERS, LONGEST_LIST = 10_000, 100_000
#: The name that a reader's player must have.
PLAYER = "player"
#: The most characters of an error message of a reader's code, and of an error's name, that a verdict
#: repeats.
LONGEST_ERROR = 200


def _ended(what: str, error: BaseException) -> str:
    """The sentence, without its full stop, about a reader's code that raised an error."""
    try:
        message = cut(str(error), LONGEST_ERROR)
    except Exception:  # an error of the reader's own
        message = ""
    kind = cut(type(error).__name__, LONGEST_ERROR)  # which may be the reader's own, too
    return f"{what} with an error: {kind}{': ' if message else ''}{message}"


@dataclass(frozen=True)
class Members(Kind):
    """A set of numbers or words, in any order.

    >>> Members({1, 3, 7, 9}).hint()
    'There are 4 of them.'
    """

    members: Set[Any] | Callable[[], Set[Any]]

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return "all of them, with commas between them"

    def solution(self) -> str:
        """The members, in order."""
        return ", ".join(map(str, sorted(computed(self.members))))

    def hint(self) -> str:
        """How many members there are."""
        n = len(computed(self.members))
        return f"There {'is only one' if n == 1 else f'are {n} of them'}."

    def judge(self, answer: object) -> Verdict:
        """Say how many are missing, and how many do not belong."""
        answer = unpacked(answer)
        if isinstance(answer, str) and len(answer) <= LONGEST_LIST:
            parts: list[object] = [
                part for part in re.findall(r"[^,;\s]+", answer.strip(" {}()[]")) if part != "and"
            ]
        elif isinstance(answer, (set, frozenset, list, tuple, range)):
            parts = list(islice(answer, MOST_MEMBERS + 1))
        else:
            raise Unreadable
        if len(parts) > MOST_MEMBERS:
            raise Unreadable(f"No more than {MOST_MEMBERS:,} are looked at. Write {self.form}.")
        answered, expected = ({*map(_key, members)} for members in (parts, computed(self.members)))
        words = [{key for key in keys if isinstance(key, str)} for keys in (answered, expected)]
        if words[0] and not words[1]:
            raise Unreadable(f"They are numbers; write {self.form}.")
        comment = unequal(answered, expected)
        if not comment:
            return RIGHT
        if not answered:
            raise Unreadable
        nearly = len(answered ^ expected) == 1 and len(expected) > 2
        return Verdict("nearly" if nearly else "wrong", comment)


def unequal(answered: Set[Any], expected: Set[Any]) -> str:
    """A sentence: how many answered members do not belong, how many are missing; empty if none.

    >>> unequal({1, 2}, {2, 3, 4})
    '1 of yours does not belong, and 2 are missing.'
    """
    strange, missing = len(answered - expected), len(expected - answered)
    clauses = [f"{strange} of yours {'does' if strange == 1 else 'do'} not belong"] * bool(strange)
    clauses += [f"{missing} {'is' if missing == 1 else 'are'} missing"] * bool(missing)
    return f"{', and '.join(clauses)}." if clauses else ""


def _key(member: object) -> object:
    try:
        return number(member).value
    except Unreadable:
        return unquoted(str(member)).casefold()


@dataclass(frozen=True)
class Choice(Kind):
    """One of several options, answered by its text; ``why_not`` comments on wrong ones."""

    options: tuple[str, ...]
    right: str | Callable[[], str]
    why_not: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        between = "; " if any("," in option for option in self.options) else ", "
        return f"{between.join(self.options[:-1])}{between.strip() if between != ', ' else ''} or {self.options[-1]}"

    def solution(self) -> str:
        """The right option."""
        return str(computed(self.right))

    def judge(self, answer: object) -> Verdict:
        """Mark the option that was chosen."""
        word = unquoted(str(answer).strip().rstrip(".!")).casefold()
        matches = [option for option in self.options if option.casefold() in (word, bare(word))]
        if not matches:  # "10 min" for "ten minutes"
            word = re.sub(r"^\d{1,2}\b", lambda figures: counted(int(figures[0])), word)
        if not matches and len(word) > 2:  # its beginning, where no other begins so
            matches = [option for option in self.options if option.casefold().startswith(word)]
        if len(matches) != 1:
            raise Unreadable
        if matches[0] == computed(self.right):
            return RIGHT
        return Verdict(
            "wrong", self.why_not.get(matches[0], "Think of a case in which it would be otherwise.")
        )


@dataclass(frozen=True)
class Function(Kind):
    """A function that the reader writes, tested on cases.

    Attributes:
        name: the name that it must have.
        reference: the function that it must agree with.
        cases: the arguments of each call that is tried.
        takes: the names of its arguments, as `form` shows them.
        model: the code of a right answer, for the folded answer.
        within: by how much a number may be off, as a share of it where it is larger than 1.
    """

    name: str
    reference: Callable[..., Any]
    cases: tuple[tuple[Any, ...], ...]
    takes: str
    model: str = ""
    within: float = 1e-9

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return f"a function {self.name}({self.takes})"

    def hint(self) -> str:
        """What the function should return in the first case."""
        case = self.cases[0]
        expected = shown(self.reference(*deepcopy(case)))
        return f"{self.name}({', '.join(map(repr, case))}) should give {expected}."

    def judge(self, answer: object) -> Verdict:
        """Try the function on every case; the comment names the first that fails, by a wrong
        value or an error.
        """
        own, right, first = function(answer, self.name), 0, ""
        for case in self.cases:
            called = f"{self.name}({', '.join(map(repr, case))})"
            try:
                returned = own(*deepcopy(case))  # it may change what it is given
            except (Exception, SystemExit) as error:  # whatever the reader's code leads to
                first = first or _ended(f"{called} ends", error)
                continue
            if _agree(returned, self.reference(*deepcopy(case)), self.within):
                right += 1
            else:
                first = first or f"{called} gives {shown(returned)}, and should not"
        if not first:
            return Verdict("right", f"It agrees in all {len(self.cases)} cases.")
        return Verdict(
            "nearly" if 2 * right > len(self.cases) else "wrong",
            f"{right} of {len(self.cases)} cases agree; {first}.",
        )


def _agree(a: Any, b: Any, within: float) -> bool:
    """Whether two values are the same, or nearly the same numbers; in rows, whatever kind of row."""
    try:
        a = a.tolist() if hasattr(a, "tolist") else a
        if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
            return len(a) == len(b) and all(_agree(*pair, within) for pair in zip(a, b))
        if bool(a == b) or isinstance(a, str):  # a text of a number is no number
            return bool(a == b)
        return abs(float(a) - float(b)) <= within * max(1.0, abs(float(b)))
    except Exception:  # a value of the reader's own, which may raise whatever is done with it
        return False


def function(answer: object, name: str) -> Callable[..., Any]:
    """The answer itself if it is callable, or the function of that name that the answer's code
    defines. The code is the reader's own, and is run.

    Raises:
        Unreadable: the code fails, is too long, or defines no such function.
    """
    if callable(answer):
        return answer
    if not isinstance(answer, str) or len(answer) > LONGEST_CODE:
        raise Unreadable(f"Write a function {name}.")
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
    defined: Callable[..., Any] = space[name]
    return defined


@dataclass(frozen=True)
class Written(Kind):
    """An argument, a proof or a description of a drawing in the reader's own words, of at least
    ``least`` characters. It is not marked: the folded answer of its exercise, if any, is a model.
    """

    least: int = 40

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return "some sentences"

    def judge(self, answer: object) -> Verdict:
        """Accept a text that is long enough to be an argument."""
        if not isinstance(answer, str) or len(answer.strip()) < self.least:
            raise Unreadable("Write a sentence or two.")
        return Verdict("written", "")


@dataclass(frozen=True)
class Race(Kind):
    """A player that the reader writes, ``player(seen, moves)``, raced against one of the book's on
    the same deals.

    Attributes:
        game: the slug of the game.
        against: the name of the book's strategy.
        n: the number of common deals; small, because they are played in the page.
        model: the code of a player that wins the race, for the folded answer.
    """

    game: str
    against: str
    n: int = 60
    model: str = ""

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return f"a function {PLAYER}(seen, moves) that gives one of the moves, or None to stop"

    def judge(self, answer: object) -> Verdict:
        """Race the player: right if the 95 % interval of its gain in cards home lies above 0."""
        import cadogan

        own = function(answer, PLAYER)
        try:
            game = cadogan.games[self.game]
            gain, low, high = cadogan.odds.difference(
                game, game, self.against, than=own, n=self.n
            ).home
        except (Exception, SystemExit) as error:  # whatever the reader's code leads to
            return Verdict("wrong", _ended("Your player ends", error))
        summary = f"cards home {gain:+.2f} (95 % interval {low:+.2f} to {high:+.2f}) against {self.against}, on {self.n} common deals."
        if low > 0:
            return Verdict("right", f"Your player wins the race: {summary}")
        return Verdict("nearly" if gain > 0 else "wrong", f"The race is not won yet: {summary}")
