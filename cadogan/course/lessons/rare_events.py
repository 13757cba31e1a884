"""Lesson 8: rare events, Poisson and importance sampling (The Fourteenth, Napoleon at St. Helena,
La Belle Lucie).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations, product
from math import ceil, comb, exp, factorial, perm

import cadogan
from cadogan import Game
from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess
from cadogan.words import deal, each, places

#: Values and cards of each in two packs, and the side of the square.
VALUES, OF_EACH, SIDE = 13, 8, 5


def fourteen(values: int = VALUES, of_each: int = OF_EACH) -> Fraction:
    """The chance that two cards make one more than the highest value.

    A second way, on one pack: every two cards, one after the other.

    >>> fourteen(), fourteen(13, 4), fourteen(13, 100)
    (Fraction(1, 13), Fraction(1, 13), Fraction(1, 13))
    >>> from itertools import permutations
    >>> two = list(permutations([v for v in range(1, 14) for _ in range(4)], 2))
    >>> fourteen(13, 4) == Fraction(sum(a + b == 14 for a, b in two), len(two))
    True
    """
    pack = values * of_each
    good = sum(of_each * (of_each - (2 * v == values + 1)) for v in range(1, values + 1))
    return Fraction(good, pack * (pack - 1))


def in_line(side: int = SIDE) -> int:
    """The pairs of places in one row or one column.

    A second way: by looking at every two places.

    >>> from itertools import combinations
    >>> places = list(product(range(5), repeat=2))
    >>> in_line() == sum(a[0] == b[0] or a[1] == b[1] for a, b in combinations(places, 2))
    True
    >>> in_line()
    100
    """
    return 2 * side * comb(side, 2)


def mean(side: int = SIDE) -> Fraction:
    """The mean number of fourteens in line.

    A second way: each of the 25 places has eight others in line with it.

    >>> mean()
    Fraction(100, 13)
    >>> mean() == Fraction(25 * 8, 2) / 13
    True
    """
    return in_line(side) * fourteen()


def together(shared: bool, values: int = VALUES, of_each: int = OF_EACH) -> Fraction:
    """The chance that two pairs of places are both fourteens: with a card in common, or with none."""
    pack, all_values = values * of_each, range(1, values + 1)

    def ways(*cards: int) -> int:
        return _product(perm(of_each, cards.count(v)) for v in set(cards))

    if shared:
        return Fraction(
            sum(ways(a, values + 1 - a, values + 1 - a) for a in all_values), perm(pack, 3)
        )
    return Fraction(
        sum(ways(a, values + 1 - a, b, values + 1 - b) for a in all_values for b in all_values),
        perm(pack, 4),
    )


def _product(numbers: Iterable[int]) -> int:
    found = 1
    for one in numbers:
        found *= one
    return found


def variance(side: int = SIDE, values: int = VALUES, of_each: int = OF_EACH) -> Fraction:
    """The variance of the number of fourteens in line: of each pair of places, and of every two
    pairs.

    A second way, on a square of four and a small pack: every order of the cards.

    >>> from itertools import permutations
    >>> orders = list(permutations((1, 1, 2, 2, 3, 3), 4))
    >>> counts = [sum(x + y == 4 for x, y in ((a, b), (c, d), (a, c), (b, d))) for a, b, c, d in orders]
    >>> average = Fraction(sum(counts), len(counts))
    >>> variance(2, 3, 2) == Fraction(sum(n * n for n in counts), len(counts)) - average**2
    True
    >>> variance()
    Fraction(108800, 17407)
    """
    pairs, chance = in_line(side), fourteen(values, of_each)
    touching = side * side * comb(2 * (side - 1), 2)
    apart = comb(pairs, 2) - touching
    square = chance**2
    return (
        pairs * chance * (1 - chance)
        + 2 * touching * (together(True, values, of_each) - square)
        + 2 * apart * (together(False, values, of_each) - square)
    )


def choices(cards: int) -> int:
    """In how many ways this many cards can be chosen from two packs with no two making fourteen.

    A second way: by looking at every five values.

    >>> from itertools import combinations, combinations_with_replacement
    >>> def free(five):
    ...     return not any(a + b == 14 for a, b in combinations(five, 2))
    >>> fives = filter(free, combinations_with_replacement(range(1, 14), 5))
    >>> choices(5) == sum(_product(comb(8, five.count(v)) for v in set(five)) for five in fives)
    True
    >>> choices(5)
    40599648
    """
    found = [1, OF_EACH]
    one_side = [1, *(2 * comb(OF_EACH, k) for k in range(1, OF_EACH + 1))]
    for _ in range(VALUES // 2):
        new = [0] * (len(found) + OF_EACH)
        for i, a in enumerate(found):
            for j, b in enumerate(one_side):
                new[i + j] += a * b
        found = new
    return found[cards]


def row_free() -> Fraction:
    """The chance that a row of five has no fourteen."""
    return Fraction(choices(SIDE), comb(VALUES * OF_EACH, SIDE))


def two_by_two() -> Fraction:
    """The chance that a square of four has no fourteen in line: two cards in the diagonal, and two
    that suit both.

    A second way: all values of the four cards, with their weights.

    >>> total = 0
    >>> for a, b, c, d in product(range(1, 14), repeat=4):
    ...     if 14 not in (a + b, c + d, a + c, b + d):
    ...         total += _product(perm(8, (a, b, c, d).count(v)) for v in {a, b, c, d})
    >>> two_by_two() == Fraction(total, perm(104, 4))
    True
    >>> two_by_two()
    Fraction(1664548, 2299063)
    """
    good = 0
    for a, d in product(range(1, VALUES + 1), repeat=2):
        diagonal = OF_EACH * (OF_EACH - (a == d))
        barred = {VALUES + 1 - a, VALUES + 1 - d}
        free = 102 - sum(OF_EACH - (a, d).count(v) for v in barred)
        good += diagonal * free * (free - 1)
    return Fraction(good, perm(VALUES * OF_EACH, 4))


def barren(chance: random.Random, side: int = SIDE, columns: bool = True) -> float:
    """The weight of one square that is laid card by card so that no fourteen arises: its chance if
    dealt, over its chance if so laid.

    The mean weight is the chance that a dealt square has no fourteen.

    >>> lots = random.Random(1)
    >>> weights = [barren(lots, 2) for _ in range(4000)]
    >>> abs(sum(weights) / 4000 - two_by_two()) < 0.005
    True
    """
    left = [0, *(OF_EACH,) * VALUES]
    laid: list[int] = []
    weight, cards = 1.0, VALUES * OF_EACH
    for place in range(side * side):
        row, column = divmod(place, side)
        barred = {VALUES + 1 - v for v in laid[row * side :]} | (
            {VALUES + 1 - v for v in laid[column::side]} if columns else set()
        )
        free = [0 if v in barred else n for v, n in enumerate(left)]
        total = sum(free)
        if not total:
            return 0.0
        weight *= total / cards
        value = chance.choices(range(VALUES + 1), free)[0]
        laid.append(value)
        left[value] -= 1
        cards -= 1
    return weight


#: A card as (suit, rank), and a fan from its lowest card up.
Card = tuple[int, int]
Fan = tuple[Card, ...]


def never_married(size: int) -> Game:
    """La Belle Lucie for one who neither marries nor re-deals, in fans of that size."""
    bare = cadogan.games["la-belle-lucie"].vary(without=["again", "marriages"])
    return bare.vary(places("fans", -(-52 // size)), deal(each("fans", size)))


def goes_home(fans: Iterable[Fan]) -> bool:
    """Whether all cards go home, uppermost first, without a marriage. The order in which they go
    does not matter.

    >>> goes_home([((0, 2), (0, 1)), ((1, 1),)]), goes_home([((0, 1), (0, 2)), ((1, 1),)])
    (True, False)
    """
    left = [list(fan) for fan in fans]
    home: dict[int, int] = {}
    going = True
    while going:
        going = False
        for fan in left:
            while fan and home.get(fan[-1][0], 0) == fan[-1][1] - 1:
                suit, rank = fan.pop()
                home[suit] = rank
                going = True
    return not any(left)


def liking(fan: Fan, tilt: float) -> float:
    """How much likelier an order of a fan is made: the more, the lower its uppermost card is than
    its undermost; never where a card lies upon a lower one of its suit, for such a fan is lost."""
    for i, (suit, rank) in enumerate(fan):
        for other, above in fan[i + 1 :]:
            if other == suit and above > rank:
                return 0.0
    return exp(tilt * (fan[0][1] - fan[-1][1]))


def tilted(
    chance: random.Random, size: int, tilt: float, suits: int = 4, ranks: int = 13
) -> tuple[list[Fan], float]:
    """A deal whose fans lie in an order chosen by `liking`, and its weight: its chance if dealt,
    over its chance so.

    The mean weight of those that go home is the chance that a dealt one does. On a small pack,
    against every order of it:

    >>> pack = [(suit, rank) for suit in (0, 1) for rank in (1, 2, 3)]
    >>> exact = sum(goes_home([order[:2], order[2:4], order[4:]]) for order in permutations(pack)) / 720
    >>> lots = random.Random(1)
    >>> found = [weight * goes_home(fans) for fans, weight in (tilted(lots, 2, 0.3, 2, 3) for _ in range(4000))]
    >>> abs(sum(found) / 4000 - exact) < 0.03
    True
    """
    pack = [(suit, rank) for suit in range(suits) for rank in range(1, ranks + 1)]
    chance.shuffle(pack)
    fans: list[Fan] = []
    weight = 1.0
    for at in range(0, len(pack), size):
        orders = list(permutations(pack[at : at + size]))
        likings = [liking(order, tilt) for order in orders]
        (chosen,) = chance.choices(range(len(orders)), likings)
        fans.append(orders[chosen])
        weight *= (1 / len(orders)) / (likings[chosen] / sum(likings))
    return fans, weight


def weighed(n: int, seed: int, size: int, tilt: float) -> list[float]:
    """The weights of so many tilted deals, nought for those that do not go home."""
    lots = random.Random(seed)
    return [
        weight * goes_home(fans) for fans, weight in (tilted(lots, size, tilt) for _ in range(n))
    ]


def plain_for(share: float, error: float) -> float:
    """The plain trials after which a share has that standard error.

    >>> round(plain_for(1e-4, 1e-5)) == needed(1e-4)
    True
    """
    return share * (1 - share) / error**2


def needed(share: float, error: float = 0.1) -> int:
    """The plain trials after which the standard error is so much of a small share itself.

    >>> needed(1e-4), needed(0.5)
    (999900, 100)
    """
    return ceil(round((1 - share) / share / error**2, 6))


def poisson(mean: float, k: int) -> float:
    """Poisson's chance of exactly k, for `Function`."""
    return exp(-mean) * mean**k / factorial(k)


def guessed(of: Callable[[], Fraction]) -> float:
    """What Poisson expects for none, of a mean.

    A second way: as the binomial of very many trials, each with a very small chance.

    >>> abs((1 - float(mean()) / 10**7) ** 10**7 - guessed(mean)) < 1e-8
    True
    >>> round(guessed(mean), 9)
    0.000456324
    """
    return exp(-float(of()))


GUESSES = (
    Guess(
        "rare-events/mean",
        "Two packs are shuffled, and 25 cards dealt into a square. How many fourteens stand in line, on "
        "average?",
        mean,
        "A hundred pairs of places, and one in thirteen of them.",
    ),
    Guess(
        "rare-events/million",
        "A player wins one deal in ten thousand. How many deals must be simulated to know that rate to a "
        "tenth of itself (one "
        "standard error)?",
        lambda: needed(1e-4),
        "A million. With a hundred wins the error is a tenth, for it is the root of the "
        "wins that counts.",
    ),
)

EXERCISES = (
    Exercise(
        "rare-events/fourteen",
        1,
        "From *one* pack, what is the chance that two cards make fourteen?",
        Number(
            lambda: fourteen(13, 4),
            near={
                "Have you thought of the sevens? For them, one card is gone.": lambda: Fraction(
                    4, 51
                )
            },
        ),
        "12/13 · 4/51 + 1/13 · 3/51 = 1/13.",
    ),
    Exercise(
        "rare-events/rows",
        1,
        "If only *rows* counted, how many fourteens would stand in the square, on average?",
        Number(
            lambda: mean() / 2,
            near={
                "How many pairs of places has a row of five?": lambda: Fraction(25, 13),
                "That is with the columns.": mean,
            },
        ),
        "Five rows of ten pairs: 50/13.",
    ),
    Exercise(
        "rare-events/hundred",
        1,
        "You want a rate to be known to a tenth of itself. About how many *wins* must you see, however "
        "rare they are?",
        Number(
            lambda: 100,
            within=2,
            near={"That is one over the tenth. The error goes with the root.": lambda: 10},
        ),
        "The standard error of a Poisson number with mean m is √m, and √m/m = 0.1 if m = 100.",
    ),
    Exercise(
        "rare-events/poisson",
        2,
        "What chance does *Poisson's law* give to a square without a fourteen in line?",
        Number(
            lambda: guessed(mean),
            near={
                "That is with the rows alone.": lambda: guessed(lambda: mean() / 2),
                "That is the binomial chance, a hundred pairs taken as independent.": lambda: (
                    (12 / 13) ** 100
                ),
            },
        ),
        "e to the power −100/13.",
    ),
    Exercise(
        "rare-events/row",
        2,
        "What is the chance that a row of five cards has *no* fourteen?",
        Number(
            row_free,
            near={
                "So it would be if the ten pairs were independent.": lambda: Fraction(12, 13) ** 10,
                "That is Poisson's guess.": lambda: exp(-10 / 13),
            },
        ),
        "Choose from each pair of partners one side only, and of the sevens one at most; divide by C(104, 5).",
    ),
    Exercise(
        "rare-events/variance",
        2,
        "What is the *variance* of the number of fourteens in line?",
        Number(
            variance,
            near={
                "Poisson's variance is the mean. Count the pairs of pairs.": mean,
                "So it would be if the pairs were independent.": lambda: (
                    100 * Fraction(1, 13) * Fraction(12, 13)
                ),
            },
        ),
        "100·(1/13)(12/13), and twice the covariance of 700 pairs of pairs with a card in common and of 4,250 without.",
    ),
    Exercise(
        "rare-events/none",
        2,
        "A player wins once in ten thousand deals. What is the chance of *no* win in twenty thousand?",
        Number(
            lambda: (1 - 1e-4) ** 20000,
            near={"That is for ten thousand.": lambda: (1 - 1e-4) ** 10000},
        ),
        "0.9999 to the power 20,000, nearly e⁻².",
    ),
    Exercise(
        "rare-events/weight",
        3,
        "You design an importance sampler that deals a good card nine times in ten, where the pack deals "
        "it one time in "
        "four. A good card came. What is its *weight*?",
        Number(
            lambda: Fraction(1, 4) / Fraction(9, 10),
            near={
                "That is the weight of a bad card.": lambda: Fraction(3, 4) / Fraction(1, 10),
                "It is the other way round.": lambda: Fraction(9, 10) / Fraction(1, 4),
            },
        ),
        "True chance over the chance used: (1/4)/(9/10) = 5/18.",
    ),
    Exercise(
        "rare-events/product",
        2,
        "Two fans are laid in an order of your choosing: one in an order that you choose two times in "
        "three, "
        "where the pack gives it one time in two; the other in one that you choose one time in two, where the pack gives it one time in "
        "six. What is the *weight* of the two together?",
        Number(
            lambda: Fraction(1, 2) / Fraction(2, 3) * Fraction(1, 6) / Fraction(1, 2),
            near={
                "That is the mean of the two weights; the fans were chosen one and the other.": lambda: (
                    (Fraction(1, 2) / Fraction(2, 3) + Fraction(1, 6) / Fraction(1, 2)) / 2
                ),
                "That is the weight of one of them.": lambda: Fraction(1, 2) / Fraction(2, 3),
            },
        ),
        "(1/2)/(2/3) · (1/6)/(1/2) = 3/4 · 1/3.",
    ),
    Exercise(
        "rare-events/saved",
        2,
        "Four thousand weighted deals estimate a win rate as 0.0005 with a standard error of 0.00004. How "
        "many *plain* deals "
        "would give so small a standard error?",
        Number(
            lambda: plain_for(0.0005, 0.00004),
            within=500,
            near={
                "That is how many plain deals each weighted one is worth.": lambda: (
                    plain_for(0.0005, 0.00004) / 4000
                )
            },
        ),
        "p(1 − p)/error² = 312,344: each weighted deal is worth 78 plain ones.",
    ),
    Exercise(
        "rare-events/budget",
        3,
        "You may simulate 20,000 deals of each reading of a game. How rare may a win be, at most, if you "
        "want to see *at least "
        "one* with a chance of 95 %? (Give the share.)",
        Number(
            lambda: 1 - 0.05 ** (1 / 20000),
            near={
                "So rare that one is expected; but then none comes one time in three.": lambda: (
                    1 / 20000
                )
            },
        ),
        "Three in 20,000, by the rule of three.",
    ),
    Exercise(
        "rare-events/direction",
        3,
        "A designer takes pairs as independent and computes the chance of a square with *no* fourteen "
        "by Poisson's law. "
        "Is the guess *too large* or *too small*?",
        Choice(
            ("too large", "too small"),
            lambda: "too large" if variance() < mean() else "too small",
            {
                "too small": "Is the variance greater or smaller than the mean? What does that do to the far ends?"
            },
        ),
        "The numbers keep closer to the mean than Poisson's; the ends are rarer.",
    ),
    Exercise(
        "rare-events/function",
        2,
        "Write `poisson(mean, k)`: Poisson's chance of exactly k.",
        Function("poisson", poisson, ((1, 0), (2.5, 3), (100 / 13, 0), (100 / 13, 8)), "mean, k"),
        "`exp(-mean) * mean**k / factorial(k)`.",
    ),
)

LESSON = Lesson(
    number=8,
    title="Rare events",
    part="Measure",
    idea="Many small chances make a Poisson number, if they hardly know of one another; and what is rare is sampled on purpose, and "
    "weighed.",
    needs=(3, 4, 7),
    chapters=("fourteenth", "napoleon-at-st-helena", "la-belle-lucie"),
    terms={
        "Poisson distribution": "the number of many nearly independent events of small chances: e⁻ᵐ mᵏ/k! for k of them, where m is "
        "the mean",
        "relative error": "the standard error as a share of what is estimated",
        "importance sampling": "drawing what matters more often than it comes, and weighing each draw with true chance over chance used",
        "weight": "true chance over chance used; the mean weight of all draws is the chance of the event",
    },
    minutes={
        "play": 7,
        "guess": 4,
        "simulate": 8,
        "count": 16,
        "rare wins": 7,
        "importance sampling": 12,
        "a rare win": 7,
        "exercises": 14,
    },
    board="A square of nine places. Lay cards one by one, and beside each write how many of the cards left would do, over how many "
    "there are. Multiply. "
    "Everybody's product is another one; take the mean.",
    mistakes={
        "“A hundred pairs at 1/13, so the law is Poisson's.”": "What does it need besides? If places 1 and 2 make fourteen, and 1 and "
        "3, what of 2 and 3?",
        "“No win in 20,000, so it is not worth more time.”": "What is the largest rate that could hide there? How would you look for it?",
        "“Tilt more, and there are more wins, so it is better still.”": "Whose weights are they? How much of the sum does the largest "
        "make?",
        "“Importance sampling cheats: it makes the wins.”": "What is done with each? Try it where you know the answer.",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
