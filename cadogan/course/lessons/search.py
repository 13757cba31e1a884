"""Lesson 18: search, and the value of seeing everything (Fortress, The Wheel, The Empress of
India).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import ceil, factorial, log2, perm

import cadogan
from cadogan.course.kinds import Choice, Function, Number, Numbers, Race
from cadogan.course.lesson import Lesson
from cadogan.course.lessons import one_rule
from cadogan.course.old import Exercise, Guess
from cadogan.solver import Solver
from cadogan.solver.plan import safe

#: A fan of the six cards: whether its lower card lies face down, and the cards seen, the uppermost
#: last.
Fan = tuple[bool, tuple[int, ...]]
Fans = tuple[Fan, ...]
#: A move: from which fan, and to which (or home, -1).
Step = tuple[int, int]
#: The highest card of the six, and where a card goes that goes home.
LAST, HOME = 6, -1


def moves(wanted: int, fans: Fans) -> list[Step]:
    """What may be played: the card wanted goes home, any other upon the next higher one. Those that
    go home come first.
    """
    tops = [seen[-1] if seen else 0 for _, seen in fans]
    home = [(i, HOME) for i, top in enumerate(tops) if top == wanted]
    return home + [
        (i, j)
        for i, top in enumerate(tops)
        for j, other in enumerate(tops)
        if top and other == top + 1
    ]


def unseen(wanted: int, fans: Fans) -> list[int]:
    """The cards that lie face down somewhere."""
    return sorted(set(range(wanted, LAST + 1)).difference(*(seen for _, seen in fans)))


def after(wanted: int, fans: Fans, step: Step) -> list[tuple[int, Fans]]:
    """What may follow from a move, each equally likely: if it bares a card that lies face down,
    that may be any of those unseen.
    """
    i, j = step
    card, rest = fans[i][1][-1], list(fans)
    rest[i] = (fans[i][0], fans[i][1][:-1])
    if j == HOME:
        wanted += 1
    else:
        rest[j] = (fans[j][0], (*fans[j][1], card))
    if rest[i] != (True, ()):
        return [(wanted, tuple(rest))]
    return [
        (wanted, (*rest[:i], (False, (turned,)), *rest[i + 1 :]))
        for turned in unseen(wanted, tuple(rest))
    ]


@cache
def value(wanted: int, fans: Fans, policy: str = "best") -> Fraction:
    """The chance of winning of one who sees only what lies face up: who plays best, or "greedy"
    (home where possible, else any marriage), or at "random"."""
    if wanted > LAST:
        return Fraction(1)
    steps = moves(wanted, fans)
    if policy == "greedy" and steps and steps[0][1] == HOME:
        steps = steps[:1]
    worth = []
    for step in steps:
        some = after(wanted, fans, step)
        worth.append(sum((value(*one, policy) for one in some), Fraction(0)) / len(some))
    if not worth:
        return Fraction(0)
    return max(worth) if policy == "best" else sum(worth, Fraction(0)) / len(worth)


def chance(policy: str = "best") -> Fraction:
    """The chance before the deal: three fans of two of the six cards, the lower ones face down.

    A second way: over whole deals, those that look alike taken together (`by_deals`).

    >>> [chance(policy) == by_deals(policy) for policy in ("random", "greedy", "best")]
    [True, True, True]
    >>> chance("random"), chance("greedy"), chance()
    (Fraction(61, 192), Fraction(77, 240), Fraction(11, 30))
    """
    tops = list(permutations(range(1, LAST + 1), 3))
    return sum(
        (value(1, tuple((True, (top,)) for top in three), policy) for three in tops), Fraction(0)
    ) / len(tops)


def by_deals(policy: str) -> Fraction:
    """The same by whole deals: the 720 in groups that look alike, split whenever a card is turned."""

    def worth(wanted: int, looks: Fans, group: list[dict[int, int]]) -> Fraction:
        """How many deals of a group are won; each says of every fan what lies face down in it."""
        if wanted > LAST:
            return Fraction(len(group))
        steps = moves(wanted, looks)
        if policy == "greedy" and steps and steps[0][1] == HOME:
            steps = steps[:1]
        each = []
        for step in steps:
            found = Fraction(0)
            for next_wanted, there in after(wanted, looks, step):
                turned = there[step[0]][1][0] if looks[step[0]][0] and not there[step[0]][0] else 0
                fitting = [deal for deal in group if not turned or deal[step[0]] == turned]
                found += worth(next_wanted, there, fitting) if fitting else 0
            each.append(found)
        if not each:
            return Fraction(0)
        return max(each) if policy == "best" else sum(each, Fraction(0)) / len(each)

    total = Fraction(0)
    for three in permutations(range(1, LAST + 1), 3):
        below = permutations(sorted(set(range(1, LAST + 1)) - set(three)))
        total += worth(
            1, tuple((True, (top,)) for top in three), [dict(enumerate(cards)) for cards in below]
        )
    return total / factorial(LAST)


def seeing() -> Fraction:
    """The same for one who sees every card, as lesson 22 counts it.

    A second way: the book's engine, which tries every legal move.

    >>> seeing() == one_rule.by_engine(True, False) == Fraction(3, 8)
    True
    >>> seeing()
    Fraction(3, 8)
    """
    return one_rule.share(True, False)


@cache
def fortress_won(deals: int = 100) -> int:
    """How many of the first deals of Fortress can be won, all cards known; a deal that cannot be
    decided would be an error.

    A second way: each of them by the solver's own line, which the referee has played.

    >>> fortress = cadogan.games["fortress"]
    >>> lines = [Solver(fortress).solve(fortress.deal(deal)).line for deal in range(1, 11)]
    >>> fortress_won(10) == sum(cadogan.Record(fortress, deal, line).last.is_won for deal, line in enumerate(lines, 1))
    True
    >>> fortress_won(10)
    1
    """
    fortress = cadogan.games["fortress"]
    solver = Solver(fortress)
    verdicts = [solver.solve(fortress.deal(deal)).verdict for deal in range(1, deals + 1)]
    assert "unknown" not in verdicts
    return verdicts.count("won")


def home_is_safe() -> str:
    """Whether in Fortress a card that can go home may always go at once, by what the solver knows
    of its rules.
    """
    known = safe(cadogan.games["fortress"].rules)
    return (
        "always"
        if known.needs and all(not need & ~own for need, own in zip(known.needs, known.sent))
        else "not always"
    )


def tree(moves: int) -> int:
    """The lines of play of so many independent moves, each made once and in any order, however far
    they have come; the empty one counts.

    A second way: by listing them.

    >>> [tree(n) for n in range(5)] == [sum(len(list(permutations(range(n), k))) for k in range(n + 1)) for n in range(5)]
    True
    >>> tree(4)
    65
    """
    return sum(perm(moves, k) for k in range(moves + 1))


def graph(moves: int) -> int:
    """The positions that they lead to: what has been made, and what has not.

    A second way: as many sets as can be made of the moves.

    >>> from math import comb
    >>> graph(4) == sum(comb(4, k) for k in range(5))
    True
    >>> graph(4)
    16
    """
    return 1 << moves


def solved(moves: int) -> int:
    """How many positions must be solved at most to find the move that lost a game, if it was not
    lost at first, but is at last.

    >>> [solved(n) for n in (1, 2, 100, 128)]
    [0, 1, 7, 7]
    """
    return ceil(log2(moves))


def grown(position: cadogan.Position, depth: int) -> Iterator[tuple[int, int]]:
    """For each number of moves up to a depth: the lines of play so long, and the positions reached
    in so many moves or fewer.
    """
    lines, seen = {position: 1}, {position}
    for _ in range(depth):
        new: dict[cadogan.Position, int] = {}
        for here, times in lines.items():
            for move in here.moves():
                there = here.after(move.code)
                new[there] = new.get(there, 0) + times
        lines = new
        seen.update(new)
        yield sum(new.values()), len(seen)


def of_720(of: Callable[[], Fraction]) -> Fraction:
    """A chance as a number of the 720 deals."""
    return 720 * of()


GUESSES = (
    Guess(
        "search/fortress",
        "In Fortress every card lies open. The careful player wins one deal in a thousand. How many of the deals 1 "
        "to 100 *can* be won?",
        fortress_won,
        "The search has tried everything; the careful player looks at one move at a time.",
    ),
    Guess(
        "search/seeing",
        "Ace to six of one suit, in three fans of two with the lower cards face down. They go home from the ace up; a "
        "card may be laid upon the next higher one. Best play wins 264 of the 720 deals. How many would one win who *sees* every card?",
        lambda: of_720(seeing),
        "Six more. In most deals there is nothing to choose, or nothing that a look would change.",
    ),
)

EXERCISES = (
    Exercise(
        "search/cube",
        1,
        "Three moves are possible, none changes what the others may do, and each can be made once. How many "
        "different *positions* can be reached, the first among them?",
        Number(
            lambda: graph(3),
            near={
                "So many orders there are to make all three.": lambda: factorial(3),
                "So many lines of play there are.": lambda: tree(3),
            },
        ),
        "Each move has been made or not: 2³.",
    ),
    Exercise(
        "search/bisect",
        1,
        "A game of 100 moves could be won at first, and is lost at the end. You may ask the solver about "
        "positions. How many must it solve, at most, to find the move that lost it?",
        Number(
            lambda: solved(100),
            near={
                "A position once lost stays lost: ask in the middle first.": lambda: 99,
                "Ask in the middle, and again in the middle of what is left.": lambda: 50,
            },
        ),
        "Each answer halves what is left: 100 moves, 50, 25, 13, 7, 4, 2, 1.",
    ),
    Exercise(
        "search/home",
        1,
        "In Fortress marriages run up and down. May a card that can go home *always* go at once, with nothing "
        "lost by it, or *not always*?",
        Choice(
            ("always", "not always"),
            home_is_safe,
            {
                "not always": "Which two cards could ever be laid upon it, and where can they go when it is home?"
            },
        ),
        "The next lower card is home already, and the next higher one can follow it home.",
    ),
    Exercise(
        "search/information",
        2,
        "The six cards in three fans of two: the best play wins 11/30 of the deals if the lower cards are "
        "face down, and 3/8 if all are seen. The greedy player wins 77/240. What is it worth to *see* the cards, and what to *choose* "
        "well without seeing them?",
        Numbers(lambda: (seeing() - chance(), chance() - chance("greedy")), ("seeing", "choosing")),
        "3/8 − 11/30 = 1/120, and 11/30 − 77/240 = 11/240.",
    ),
    Exercise(
        "search/threes",
        2,
        "The same six cards in *two fans of three*. In how many of the 720 deals can they all go home, if all "
        "cards are seen?",
        Number(
            lambda: 720 * one_rule.share(True, False, 3),
            near={
                "That is with fans of two.": lambda: of_720(seeing),
                "So many come in order without a marriage: one deal in thirty-six.": lambda: (
                    Fraction(720, 36)
                ),
            },
        ),
        "Try every marriage in every deal, as the page does: 58.",
    ),
    Exercise(
        "search/tree",
        2,
        "Write `tree(n)`: the *lines of play* of n independent moves, each made once at most, in any order and "
        "stopped anywhere. (One move: two lines, the empty one among them.)",
        Function("tree", tree, ((0,), (1,), (3,), (6,), (10,)), "n"),
        "`sum(perm(n, k) for k in range(n + 1))`. Of ten moves that is ten million lines, to 1,024 positions.",
    ),
    Exercise(
        "search/luck",
        2,
        "Of 200 deals of a game with all cards open the solver finds 37 that can be won and proves the others "
        "lost; the player won 7. What share of all deals does the player lose by *not searching*?",
        Number(
            lambda: Fraction(37 - 7, 200),
            near={
                "That is what luck takes.": lambda: Fraction(200 - 37, 200),
                "Of all deals, not of those that could be won.": lambda: Fraction(30, 37),
            },
        ),
        "(37 − 7)/200 = 15 %. Luck takes 81.5 %, and 3.5 % are won.",
    ),
    Exercise(
        "search/race",
        3,
        "Write `player(seen, moves)` for *The Wheel* that brings more cards home than the greedy one. Five lines "
        "will do: remember the two eighteens that no won game holds, and prefer the cards of high piles.",
        Race("wheel", "greedy", n=60),
        "Leave 3, 6, 9 and 5, 6, 7 alone, and of the other takings choose the one with the most cards beneath: `max(takes, key=lambda m: "
        "sum(len(seen[p]) for p in m.places))`.",
    ),
    Exercise(
        "search/open",
        3,
        "You lay the six cards in three fans of two and wonder whether to deal the lower ones face up. How many "
        "*deals in a thousand* would a perfect player gain by it?",
        Number(
            lambda: 1000 * (seeing() - chance()),
            near={"That is in 720.": lambda: 720 * (seeing() - chance())},
        ),
        "1000/120: hardly one in a hundred. What lies face down makes this game hardly harder; most of what it hides cannot be helped.",
    ),
)

LESSON = Lesson(
    number=18,
    title="Search, and what it is worth",
    part="Decide",
    idea="Three gaps lie between a player and winning every deal: what no play could win, what only seeing could, and what searching "
    "could.",
    needs=(7, 11, 17),
    chapters=("fortress", "wheel", "empress-of-india"),
    terms={
        "search": "trying the moves from a position, and the moves after them, until a win is found or none is left",
        "transposition": "the same position reached by other moves, or by the same in another order",
        "dominance": "of a move that is never worse than another, so that the other need not be tried",
        "relaxation": "a game made easier by leaving rules out: what cannot be won there cannot be won at all",
        "perfect information": "nothing is hidden from the player, and nothing is left to chance",
    },
    minutes={
        "play": 8,
        "guess": 4,
        "search": 14,
        "what lost it": 7,
        "three gaps": 12,
        "race": 8,
        "exercises": 15,
    },
    board="A column from 0 to 100 % of the deals. From the top: what nobody can win (luck), what one who saw all would win besides "
    "(information), what one who thought longer would win besides (search), what is won. Let the class draw it for Fortress, for "
    "Klondike, for chess.",
    mistakes={
        "“The solver wins 18 %, so a good player should.”": "What does it see that you do not? In Fortress, in Klondike?",
        "“It searched 50,000 positions and found nothing, so the deal is lost.”": "Did it come to the end of its search?",
        "“More search always helps.”": "The Wheel: what did two forbidden eighteens do, that fifty thousand positions did not?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
