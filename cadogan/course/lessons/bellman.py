"""Lesson 17: what a re-deal is worth, by Bellman's equation (La Belle Lucie)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations

from cadogan import Game
from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess
from cadogan.words import A, again, ascending, deal, down, each, foundations, marry, packs, places

#: A card as (suit, rank); how far each suit is home; the fans, each from its lowest card up.
Card = tuple[int, int]
Home = tuple[int, ...]
Fans = tuple[tuple[Card, ...], ...]


def small(redeals: int, ranks: int = 3, size: int = 3) -> Game:
    """A Belle Lucie of two suits in the words of the book: for its engine, which is the second way
    of this lesson.
    """
    held = " ".join(
        f"{'A' if rank == 1 else rank}{suit}" for suit in "HS" for rank in range(1, ranks + 1)
    )
    fans = tuple(min(size, 2 * ranks - at) for at in range(0, 2 * ranks, size))
    more = (again(redeals, "fans", shuffled=True),) if redeals else ()
    clauses = (
        packs(1, tuple(range(1, ranks + 1)), held=held),
        foundations(2, ascending(A, ranks)),
        places("fans", len(fans)),
        deal(each("fans", fans)),
        marry(down, "fans"),
    )
    return Game("A Small Lucie", *clauses, *more)


def moves(home: Home, fans: Fans) -> Iterator[tuple[Home, Fans]]:
    """What one move makes of a position: the uppermost card of a fan goes home, or upon the next
    higher of its suit.
    """
    for i, fan in enumerate(fans):
        (suit, rank), others = fan[-1], fans[:i] + fans[i + 1 :]
        left = (fan[:-1],) if fan[1:] else ()
        if home[suit] == rank - 1:
            yield tuple(h + (k == suit) for k, h in enumerate(home)), tuple(sorted(left + others))
        for j, other in enumerate(others):
            if other[-1] == (suit, rank + 1):
                yield home, tuple(sorted((*left, *others[:j], (*other, fan[-1]), *others[j + 1 :])))


def reached(home: Home, fans: Fans) -> frozenset[Home]:
    """All that can be home before the next re-deal, whatever is played."""
    seen = waiting = {(home, fans)}
    while waiting:
        waiting = {new for old in waiting for new in moves(*old)} - seen
        seen = seen | waiting
    return frozenset(there for there, _ in seen)


def at_once(home: Home, fans: Fans) -> int:
    """How many cards can be brought home where each must go home as soon as it can.

    It is as many as if it might wait: nothing can be married to a card whose next lower one is
    home.

    >>> waits_in_vain()
    'never'
    """
    seen = waiting = {(home, fans)}
    while waiting:
        waiting = {new for old in waiting for new in _hurried(old)} - seen
        seen = seen | waiting
    return max(sum(there) for there, _ in seen)


def _hurried(old: tuple[Home, Fans]) -> list[tuple[Home, Fans]]:
    found = list(moves(*old))
    return [new for new in found if new[0] != old[0]][:1] or found


def waits_in_vain() -> str:
    """Whether it can pay without a re-deal that a card waits which can go home: all 720 deals of
    the six cards.
    """
    orders = permutations([(suit, rank) for suit in (0, 1) for rank in (1, 2, 3)])
    dealt = {(order[:3], order[3:]) for order in orders}
    return (
        "never"
        if all(at_once((0, 0), fans) == max(map(sum, reached((0, 0), fans))) for fans in dealt)
        else "sometimes"
    )


@cache
def deals(home: Home, ranks: int, size: int) -> Counter[frozenset[Home]]:
    """Of all orders of the cards that are not home, dealt in fans of that size: what can be brought
    home, with the number of orders.

    >>> sum(deals((2, 3), 4, 3).values()), sum(deals((1, 3), 4, 3).values())
    (6, 24)
    """
    cards = [(suit, rank) for suit, done in enumerate(home) for rank in range(done + 1, ranks + 1)]
    orders = permutations(cards)
    dealt = Counter(
        tuple(sorted(order[at : at + size] for at in range(0, len(order), size)))
        for order in orders
    )
    found: Counter[frozenset[Home]] = Counter()
    for fans, times in dealt.items():
        found[reached(home, fans)] += times
    return found


@cache
def value(home: Home, left: int, ranks: int = 3, size: int = 3, greedy: bool = False) -> Fraction:
    """The chance of winning when the cards that are not home have been taken up and are shuffled:
    Bellman's equation.

    Args:
        home: how far each suit is home.
        left: the re-deals after the one that is about to be dealt.
        ranks: the highest rank of a suit.
        size: the cards of a fan.
        greedy: bring as many cards home as can be, and choose only among what is as many.

    A second way: the book's engine, which tries every order and every move.

    >>> from cadogan.solver import exact_chance
    >>> [value((0, 0), n) == exact_chance(small(n)) for n in (0, 1)]
    [True, True]
    >>> value((0, 0), 2), value((0, 0), 2, greedy=True)
    (Fraction(193769, 259200), Fraction(30349, 43200))
    >>> [value((0, 0), n, 4) for n in (0, 1, 2)]
    [Fraction(149, 560), Fraction(2236589, 4233600), Fraction(855884219, 1185408000)]
    """
    if min(home) == ranks:
        return Fraction(1)
    if left < 0:
        return Fraction(0)
    total, orders = Fraction(0), 0
    for ends, times in deals(home, ranks, size).items():
        fullest = max(map(sum, ends))
        total += times * max(
            value(end, left - 1, ranks, size, greedy)
            for end in ends
            if sum(end) == fullest or not greedy
        )
        orders += times
    return total / orders


def held_back(ranks: int = 4, left: int = 1, size: int = 3) -> Fraction:
    """The share of first deals after which it is best to take up more cards than one must, with so
    many re-deals left.

    A second way: the deals in which the best end is worth more than the best of the fullest.

    >>> ends = deals((0, 0), 3, 3)
    >>> def worth(end):
    ...     return value(end, 0)
    >>> gains = sum(n for some, n in ends.items()
    ...             if max(map(worth, some)) != max(worth(end) for end in some if sum(end) == max(map(sum, some))))
    >>> held_back(3) == Fraction(gains, 720)
    True
    >>> held_back()
    Fraction(89, 336)
    """
    some = deals((0, 0), ranks, size)

    def worth(end: Home) -> tuple[Fraction, int]:
        """Its value, and the fuller of two that are worth as much."""
        return value(end, left - 1, ranks, size), sum(end)

    better = 0
    for ends, times in some.items():
        best = max(ends, key=worth)
        better += times * (sum(best) < max(sum(end) for end in ends))
    return Fraction(better, sum(some.values()))


def king_kept() -> Fraction:
    """Three of a suit are stuck, the last king could go home, one re-deal is left: the chance of
    winning if the king is kept.

    A second way, by the card that lies alone: the king that is kept, the king, the queen, the knave
    of the suit.

    >>> king_kept() == (Fraction(1, 6) + 1 + Fraction(1, 2) + Fraction(1, 2)) / 4
    True
    >>> king_kept()
    Fraction(13, 24)
    """
    return value((1, 3), 0, 4)


def king_home() -> Fraction:
    """The same if the king goes home: three cards come again in one fan, and must come in their
    order.

    A second way: one of the six orders of three cards.

    >>> king_home()
    Fraction(1, 6)
    >>> king_home() == Fraction(1, len(list(permutations(range(3)))))
    True
    """
    return value((1, 4), 0, 4)


def redeals_for(share: Fraction, ranks: int = 3, size: int = 3) -> int:
    """How many re-deals best play needs to win so often.

    >>> value((0, 0), redeals_for(Fraction(9, 10))) >= Fraction(9, 10) > value((0, 0), redeals_for(Fraction(9, 10)) - 1)
    True
    """
    return next(n for n in range(100) if value((0, 0), n, ranks, size) >= share)


def bought(chance: float, price: float, left: int) -> float:
    """What a player may expect who may buy so many re-deals, one after another, at a price; each
    wins 1 with a chance, if he has not won.

    A second way, where it is worth buying: the price is paid as often as all before has failed.

    >>> abs(bought(0.25, 0.125, 3) - sum(0.75**k * (0.25 - 0.125) for k in range(3))) < 1e-12
    True
    >>> bought(0.25, 0.5, 3)
    0
    >>> bought(0.25, 0.125, 3)
    0.2890625
    """
    if left == 0:
        return 0
    return max(0, -price + chance + (1 - chance) * bought(chance, price, left - 1))


GUESSES = (
    Guess(
        "bellman/redeals",
        "Eight cards, two suits from ace to four, in fans of three, three and two. Two shuffled re-deals are "
        "allowed, and every choice is the best that can be made. How many deals of a hundred are won?",
        lambda: 100 * value((0, 0), 2, 4),
        "Of deals without a re-deal 26.6 are won, with one 52.8.",
    ),
    Guess(
        "bellman/king",
        "The end of a game: knave, queen and king of hearts lie stuck in one fan, and the king of spades alone in "
        "another. One re-deal is left. You may send the king home, or take him up with the three. How many times of a hundred do you win "
        "if you *keep* him?",
        lambda: 100 * king_kept(),
        "If he goes home it is one in six: the three must come again in their order.",
    ),
)

EXERCISES = (
    Exercise(
        "bellman/three",
        1,
        "Three cards of one suit are all that is left, and they come again in *one* fan. What is the chance "
        "that they can go home?",
        Number(
            king_home,
            near={
                "So many orders there are of two cards.": lambda: Fraction(1, 2),
                "Does every place have its own choice of three?": lambda: Fraction(1, 27),
            },
        ),
        "One order of the six: nothing can be married within a fan.",
    ),
    Exercise(
        "bellman/twice",
        1,
        "And the chance that it succeeds at last, if you have *two* such re-deals?",
        Number(
            lambda: value((0, 3), 1),
            near={
                "Chances of two tries do not simply add up.": lambda: Fraction(1, 3),
                "That is the chance that both succeed.": lambda: Fraction(1, 36),
            },
        ),
        "1/6 + 5/6 · 1/6 = 11/36: what is bought with the second is only what the first has left.",
    ),
    Exercise(
        "bellman/last",
        1,
        "No re-deal is left. Can it pay to keep a card back that can go home, *never*, or *sometimes*? (In La "
        "Belle Lucie.)",
        Choice(
            ("never", "sometimes"),
            waits_in_vain,
            {"sometimes": "Which card could still be laid upon it, and where does that one lie?"},
        ),
        "Only the next lower card of its suit can be laid on it, and that is home already.",
    ),
    Exercise(
        "bellman/kept",
        2,
        "Two suits of ace to *three*. One suit has come home but for its *three*, and nothing of the other is "
        "home; so four cards are taken up, and come in a fan of three and a fan of one. What is the chance that they all go home?",
        Number(
            lambda: value((0, 2), 0),
            near={"That is if the three had gone home, too.": lambda: value((0, 3), 0)},
        ),
        "By the card that lies alone: the odd three 1/6; the three of the suit 1; its deuce 1/2; its ace 1/2. The mean is 13/24.",
    ),
    Exercise(
        "bellman/one",
        2,
        "Six cards, two suits of ace to three, in two fans of three. What is the chance with *one* re-deal, if "
        "every choice is the best?",
        Number(
            lambda: value((0, 0), 1),
            near={
                "That would be right if the re-deal took up all six cards every time.": lambda: (
                    1 - (1 - value((0, 0), 0)) ** 2
                ),
                "That is for one who brings home all that can go home.": lambda: value(
                    (0, 0), 1, greedy=True
                ),
                "That is without a re-deal.": lambda: value((0, 0), 0),
                "That is with two re-deals.": lambda: value((0, 0), 2),
            },
        ),
        "For each of the 720 deals the best of all that can be home, valued by what comes after; then the mean.",
    ),
    Exercise(
        "bellman/greedy",
        2,
        "The same six cards and one re-deal. What is the chance of the *greedy* player, who always brings home "
        "as much as can be before the re-deal?",
        Number(
            lambda: value((0, 0), 1, greedy=True),
            near={"That is the best play.": lambda: value((0, 0), 1)},
        ),
        "The same equation with another choice in it: the maximum is taken over the fullest ends alone.",
    ),
    Exercise(
        "bellman/values",
        2,
        "Two suits of ace to three; one re-deal is about to be dealt, and it is the last. What is it worth "
        "when *nothing* is home, when *one ace* is, and when ace and *deuce of one suit* are?",
        Numbers(
            lambda: [value(home, 0) for home in ((0, 0), (1, 0), (2, 0))],
            ("nothing home", "an ace", "ace and deuce"),
        ),
        "Six cards, five, four. But the third card of that suit would make it worse: then three are left, and 1/6.",
    ),
    Exercise(
        "bellman/function",
        2,
        "A player may buy up to `left` re-deals, one after another, at a `price`; each of them wins him 1 "
        "with the same `chance`, and then it is over. He stops when he likes. Write `bought(chance, price, left)`: what he may expect.",
        Function(
            "bought",
            bought,
            (
                (0.25, 0.125, 1),
                (0.25, 0.125, 3),
                (0.25, 0.5, 3),
                (0.5, 0.25, 10),
                (1.0, 0.9, 2),
                (0.3, 0.1, 0),
            ),
            "chance, price, left",
        ),
        "`0 if left == 0 else max(0, -price + chance + (1 - chance) * bought(chance, price, left - 1))`.",
    ),
    Exercise(
        "bellman/grant",
        3,
        "You design a game of these six cards and want best play to win *nine in ten*. How many re-deals do you "
        "grant?",
        Number(
            lambda: redeals_for(Fraction(9, 10)),
            near={
                "That is one too few; look at its chance.": lambda: redeals_for(Fraction(9, 10)) - 1
            },
        ),
        "With three re-deals it is 86.6 %, with four 93.2 %.",
    ),
    Exercise(
        "bellman/price",
        3,
        "Knave, queen and king of hearts are stuck in one fan, the king of spades lies alone. A win pays *one "
        "hundred* counters, and the house sells one last re-deal. What is the most that you should pay for it?",
        Number(
            lambda: 100 * king_kept(),
            near={
                "So much it is worth if the king of spades goes home first.": lambda: (
                    100 * king_home()
                )
            },
        ),
        "100 · 13/24, if you keep the king of spades.",
    ),
)

LESSON = Lesson(
    number=17,
    title="What a re-deal is worth",
    part="Decide",
    idea="A choice is worth what best play makes of what comes after it; so begin at the end.",
    needs=(10, 15),
    chapters=("la-belle-lucie",),
    terms={
        "value": "of a state: what is expected from there under best play",
        "policy": "a rule that says in every state what to do",
        "Bellman's equation": "the value of a state is the best, over what can be done, of the mean value of what comes next",
        "dynamic programming": "working values out backwards from the last step, each once, from those that come after it",
        "optimal stopping": "choosing when to stop and take what there is, where going on may bring something better or worse",
    },
    minutes={
        "play": 8,
        "guess": 5,
        "simulate": 8,
        "count": 20,
        "the first deal": 6,
        "move": 6,
        "exercises": 15,
    },
    board="Four cards, JH QH KH KS, in a fan of three and one alone. Whoever says which card lies alone says the chance: four cases, "
    "1/6, 1, 1/2, 1/2. Beside it one fan of three: 1/6. Then ask what the king of spades is for.",
    mistakes={
        "“A card home is a card home.”": "How many fans will there be after the re-deal, with it and without?",
        "“Three tries at 26.6 % each: 80 %.”": "Two of them may succeed; and are all eight cards taken up the second time?",
        "“Bellman looks ahead, so he must know the shuffle.”": "Over what does he take the mean, and over what the best?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
