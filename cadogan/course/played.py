"""Kinds of answer that the referee judges: a series of moves, some cards, a change of the rules."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from cadogan.cards import Card, CardError, cards
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine
from cadogan.compiler.specialise import specialise
from cadogan.course.kinds import unequal
from cadogan.course.verdict import RIGHT, Kind, Unreadable, Verdict, computed
from cadogan.edition import cells
from cadogan.edition.chapters import cells_of, rules_section
from cadogan.engine.moves import KIND, encoded, kind_of, parts
from cadogan.engine.permits import PLAYING
from cadogan.engine.play import apply, deal, is_won, legal
from cadogan.patience.game import Game, begun
from cadogan.patience.position import IllegalMove, Move, Position
from cadogan.patience.varying import flat
from cadogan.players.playing import begin, choose_move
from cadogan.players.strategies import CAREFUL
from cadogan.words import Clause, Clauses, RuleError
from cadogan.words.english import as_sentence

#: The most moves of an answer.
MOST_MOVES = 500
#: The most cards of an answer: two packs.
MOST_CARDS = 104
#: Cards that are right, or a function that gives them.
Known = Iterable[Card] | Callable[[], Iterable[Card]]
#: How a changed game is tried: the number of deals, and of moves in each; then the number of deals
#: in its compiled program, and the share of their moves that the careful player chooses.
TRIED_DEALS, TRIED_MOVES, FAR_DEALS, CARE = 3, 400, 40, 0.8


@dataclass(frozen=True)
class Moves(Kind):
    """A series of moves, by their short texts, that the rules permit and that reach the aim of the
    question.

    Attributes:
        start: the position in which the moves begin, or a function that gives it.
        aim: a function that says whether a position is what the question asks for.
        known: moves that reach the aim, also used to test it.
        short: the comment on legal moves that end elsewhere; it may depend on the last position.
        at_most: the largest number of moves that is right; 0 for any number.
        barred: the kinds of moves that the question excludes, though the rules permit them.
    """

    start: Position | Callable[[], Position]
    aim: Callable[[Position], bool]
    known: str
    short: str | Callable[[Position], str] = (
        "Every move can be made, but they do not come to what is asked."
    )
    at_most: int = 0
    barred: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return "the moves in their order, by their short texts, with spaces between them"

    def solution(self) -> str:
        """Moves that reach the aim."""
        return self.known

    def judge(self, answer: object) -> Verdict:
        """Play the moves, and compare the last position with the aim."""
        if isinstance(answer, str):
            moves = re.findall(r"[^\s,;]+", answer.strip(" \n()[]"))
        elif isinstance(answer, Iterable):
            moves = [
                move.text if isinstance(move, Move) else str(move)
                for move in islice(answer, MOST_MOVES + 1)
            ]
        else:
            moves = []
        if not moves:
            raise Unreadable
        if len(moves) > MOST_MOVES:
            raise Unreadable(f"An answer has at most {MOST_MOVES} moves.")
        return self._played(moves)

    def _played(self, moves: list[str]) -> Verdict:
        position, reached = computed(self.start), 0
        for n, move in enumerate(moves, 1):
            try:
                if (legal_move := position.find(move)) and legal_move.kind in self.barred:
                    return Verdict(
                        "wrong", f"Move {n}, {move[:30]}, is just what the question does without."
                    )
                position = position.play(move)
            except IllegalMove as error:
                if n == 1 and " is not a move; " in error.sentence:
                    raise Unreadable(error.sentence) from None
                return Verdict("wrong", f"Move {n}, {move[:30]}, cannot be made. {error}")
            reached = reached or (n if self.aim(position) else 0)
        if self.aim(position):
            if self.at_most and len(moves) > self.at_most:
                return Verdict(
                    "nearly",
                    f"They come to it, but in {len(moves)} moves, and it can be done in {self.at_most}.",
                )
            return RIGHT
        if reached:
            return Verdict("nearly", f"It is reached with move {reached}, and lost again after it.")
        return Verdict("wrong", self.short if isinstance(self.short, str) else self.short(position))


@dataclass(frozen=True)
class Cards(Kind):
    """Some cards in their order, where more than one answer may be right.

    Attributes:
        what: which cards the question asks for, as a phrase.
        fit: a function that says in a sentence what is wrong with some cards; empty if nothing is.
        known: cards that are right, or a function that gives them.
    """

    what: str
    fit: Callable[[tuple[Card, ...]], str]
    known: Known

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return f"{self.what}, such as QH 10S, with spaces between them"

    def solution(self) -> str:
        """Cards that are right."""
        return " ".join(map(str, computed(self.known)))

    def judge(self, answer: object) -> Verdict:
        """Read the cards, and say what is wrong with them."""
        try:
            parts = (
                re.findall(r"[^\s,;]+", answer.upper())
                if isinstance(answer, str)
                else islice(answer, MOST_CARDS + 1)  # type: ignore[call-overload]
            )
            answered = cards(part for part in parts if part)
        except (CardError, TypeError, AttributeError) as error:
            raise Unreadable(as_sentence(str(error))) from None
        if not 0 < len(answered) <= MOST_CARDS:
            raise Unreadable
        off = self.fit(answered)
        return Verdict("wrong", off) if off else RIGHT


def these(what: str, known: Known) -> Cards:
    """Some cards in their order, with one right answer; the comment counts the right cards."""

    def fit(answered: tuple[Card, ...]) -> str:
        right = tuple(computed(known))
        if len(answered) != len(right):
            return f"Give {len(right)} cards, not {len(answered)}."
        agree = sum(card == other for card, other in zip(answered, right))
        return (
            ""
            if agree == len(right)
            else f"{agree} of the {len(right)} are right."
            if len(right) > 1
            else "It is another card."
        )

    return Cards(what, fit, known)


def in_any_order(what: str, known: Known) -> Cards:
    """Some cards in any order; the comment counts those that do not belong and those missing."""

    return Cards(
        what,
        lambda answered: unequal({*answered}, {*computed(known)}),
        lambda: sorted(computed(known)),
    )


#: The comment on an answer that changes nothing.
SAME = "With that the game is played as it stands."


@dataclass(frozen=True)
class Change(Kind):
    """A change of a game's rules: a clause of the vocabulary, several, or the game with ``vary``.

    The answer is read as a rules cell below those of the chapter, with all their names, and never
    executed. The game that it makes is played beside the right one; they are alike if the same
    moves can be made, move after move.

    Attributes:
        game: the slug of the chapter.
        known: the code of a right change.
        near: comments on known slips, each with the code of the wrong change.
    """

    game: str
    known: str
    near: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return f"the clause that changes, or {name_of(self.game)}.vary(…)"

    def solution(self) -> str:
        """The code of a right change."""
        return self.known

    def judge(self, answer: object) -> Verdict:
        """Make the changed game, and play it beside the right one."""
        try:
            mine = _game_from(self.game, answer)
            _ = mine.rules
        except (cells.CellError, RuleError) as error:
            raise Unreadable(as_sentence(getattr(error, "reason", str(error)))) from None
        target, slips = changed(self.game, self.known), {**self.near, SAME: ""}
        if mine != target:  # a change that shows only late in a game is not seen by playing
            for comment, slip in slips.items():
                if mine == changed(self.game, slip):
                    return Verdict("wrong", comment)
        off = unlike(mine, target)
        if not off:
            return RIGHT
        for comment, slip in slips.items():
            if not unlike(mine, changed(self.game, slip)):
                return Verdict("wrong", comment)
        return Verdict("wrong", off)


def name_of(slug: str) -> str:
    """The name that the rules cells of a chapter give its game.

    >>> name_of("light-and-shade"), name_of("napoleon-at-st-helena")
    ('light_and_shade', 'napoleon')
    """
    return next(
        name for name, entry in _chapter(slug).definitions.items() if isinstance(entry.value, Game)
    )


@cache
def _chapter(slug: str) -> cells.Rules:
    return cells.read(*cells_of(rules_section(slug)))


def chapter_value(slug: str, name: str) -> Any:
    """The value that a name has in the rules cells of a chapter.

    >>> chapter_value("kings", "lines")
    ('left lines', 'right lines')
    """
    return _chapter(slug).values[name]


@cache
def changed(slug: str, change: str) -> Game:
    """A chapter's game with a change that is written like an answer; unchanged if it is empty."""
    return _game_from(slug, change or name_of(slug))


def _game_from(slug: str, answer: object) -> Game:
    """The game that an answer makes from the chapter's.

    Raises:
        CellError: the answer is refused; its line is counted from the chapter's first.
        RuleError: the clauses contradict each other.
    """
    value = (
        answer if isinstance(answer, (Game, Clause, Clauses, tuple, list)) else _read(slug, answer)
    )
    if isinstance(value, Game):
        return value
    clauses = flat([value]) if isinstance(value, (Clause, Clauses, tuple, list)) else ()
    if not clauses or not all(isinstance(clause, Clause) for clause in clauses):
        raise cells.CellError(
            1, f"that does not change the rules; give a clause, or {name_of(slug)}.vary(…)"
        )
    game = chapter_value(slug, name_of(slug))
    assert isinstance(game, Game)
    return game.vary(*clauses)


def _read(slug: str, answer: object) -> Any:
    if not isinstance(answer, str) or not answer.strip():
        raise cells.CellError(1, f"give a clause, or {name_of(slug)}.vary(…)")
    text = answer.strip()
    try:
        ast.parse(text, mode="eval")
        text = f"answer = {text}" if "\n" not in text else f"answer = (\n{text}\n)"
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass  # statements, or what the reader of rules refuses in its own words
    return cells.read(*cells_of(rules_section(slug)), cells.Cell(text)).statements[-1].value


def unlike(mine: Game, target: Game) -> str:
    """A sentence that says how a game differs from the target; empty if no difference was found.

    Both are played at random on the same deals, and every second time turn and deal before anything
    else, so that the end of the pack is reached; then, in their compiled programs, on many more deals,
    mostly as the careful player would, to see what acts late. Equal games are not played at all."""
    if mine == target:
        return ""
    for number in range(1, TRIED_DEALS + 1):
        if off := _beside(mine.deal(number), target.deal(number), number):
            return f"In deal {number}, {off}."
    for number, codes in _parted(mine, target):
        own, other = mine.deal(number), target.deal(number)
        for code in codes:
            move = kind_of(code).read(other, code).text
            own, other = own.play(move), other.play(move)
        if off := _off(own, other, len(codes)):
            return f"In deal {number}, {off}."
    return ""


def _parted(mine: Game, target: Game) -> Iterator[tuple[int, list[int]]]:
    """The deals in which the programs of two games part, each with the moves before that; perhaps
    only the number of a place or a card differs there.
    """
    careful = CAREFUL.suited(target.played_as)
    rules: dict[str, Any] = {"rules": target.rules}
    entries = {f.__name__: Entry(f, rules) for f in (deal, legal, apply, is_won)} | {
        f.__name__: Entry(f, {**rules, "strategy": careful}) for f in (begin, choose_move)
    }
    program = specialise(entries, careful.layout(target.rules), target.title, begun(target))
    own, other = Machine(mine.program), Machine(program)
    for number in range(1, FAR_DEALS + 1):
        chance = random.Random(number)
        moves: list[int] = []
        for each in (own, other):
            each.call("deal", number)
        other.call("begin")
        while len(moves) < TRIED_MOVES:
            left, right = _listed(own), _listed(other)
            alike = all(own.read(name) == other.read(name) for name in ("top", "height"))
            if not alike or left.keys() != right.keys():
                yield number, moves
                break
            if not right:
                break
            way = chance.choice([*right])
            if chance.random() < CARE:
                chosen = other.call("choose_move")
                if chosen is None or chosen < 0:
                    break
                way = _way(chosen)
            moves.append(right[way])
            own.call("apply", left[way])
            other.call("apply", right[way])


def _listed(machine: Machine) -> dict[int, int]:
    """The legal moves by what they do (`_way`), whichever clause allows them."""
    n = 0 if machine.call("is_won") else machine.call("legal")
    moves = machine.row("moves")
    return {_way(code): code for code in moves[:n]}


def _way(code: int) -> int:
    """A move's code without the clause that allows it."""
    return encoded(PLAYING, *parts(code)[:3], 0) if code & KIND == PLAYING else code


def _beside(own: Position, other: Position, seed: int) -> str:
    """Play two positions on at random with the same moves; a sentence once they differ."""
    chance = random.Random(seed)
    for n in range(TRIED_MOVES):
        if off := _off(own, other, n):
            return off
        right = [move.text for move in other.moves()]
        if not right:
            break
        forward = [move for move in right if "-" not in move]
        move = chance.choice(forward if forward and n % 2 else right)
        own, other = own.play(move), other.play(move)
    return ""


def _off(own: Position, other: Position, n: int) -> str:
    """How the first of two positions differs from the other after n moves; empty if it does not."""
    if own.cards != other.cards:
        return f"{_after(n)}, the cards do not lie as they should"
    left, right = ({move.text for move in position.moves()} for position in (own, other))
    if more := sorted(left - right):
        return f"{_after(n)}, {more[0]} can be made, and should not"
    return f"{_after(n)}, something that should be possible is refused" if right - left else ""


def _after(n: int) -> str:
    return f"after {n} move{'s' if n > 1 else ''}" if n else "before any move"
