"""The answers of the course derived anew: by code of its own, and by another way than the page's
where there is one (all cases in place of a formula, a product in place of a binomial, equations in
place of a recursion).
"""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cache
from statistics import NormalDist

import numpy as np
import pytest

import cadogan
from cadogan.course import Number, Numbers, exercise
from cadogan.course.verdict import computed

pytestmark = pytest.mark.slow
F = Fraction
Z = NormalDist().inv_cdf(0.975)


def chain(factors):
    """A product of fractions, card by card."""
    return math.prod((F(a, b) for a, b in factors), start=F(1))


def none_of(good, pack, drawn):
    """That none of the good cards is drawn, card by card."""
    return chain((pack - good - i, pack - i) for i in range(drawn))


def in_order(good, pack, drawn):
    """The chances of 0, 1, 2 … good cards, carried along card by card."""
    chances = [F(1)]
    for i in range(drawn):
        then = [F(0)] * (len(chances) + 1)
        for k, p in enumerate(chances):
            then[k + 1] += p * F(max(good - k, 0), pack - i)
            then[k] += p * F(pack - i - max(good - k, 0), pack - i)
        chances = then
    return chances


def apart(cards, heads):
    """The rows in which no head comes first, last or behind another, card by card."""
    rows = {(0, True): 1}
    for _ in range(cards):
        then = Counter()
        for (laid, head), n in rows.items():
            then[laid, False] += n
            if not head:
                then[laid + 1, True] += n
        rows = dict(then)
    return rows[heads, False]


def moments(chances):
    """Mean and variance."""
    there = list(chances)
    mean = sum(x * p for x, p in there)
    return mean, sum(x * x * p for x, p in there) - mean * mean


def mean(chances):
    """Of what has these chances of being 0, 1, 2 …"""
    return moments(enumerate(chances))[0]


def variance(chances):
    return moments(enumerate(chances))[1]


def first(begin, holds):
    """The first number of which something holds."""
    return next(filter(holds, itertools.count(begin)))


def coins(n, p):
    """The binomial chances, carried along trial by trial."""
    chances = [p**0]
    for _ in range(n):
        chances = [
            (chances[k - 1] * p if k else 0) + (chances[k] * (1 - p) if k < len(chances) else 0)
            for k in range(len(chances) + 1)
        ]
    return chances


def roots(share, n):
    """Wilson's interval as the roots of (s - p)² = z² p (1 - p) / n."""
    low, high = np.roots([1 + Z * Z / n, -2 * share - Z * Z / n, share * share])[::-1]
    return float(low), float(high)


# Cæsar
# --------------------------------------------------------------------------------------------------


@cache
def layouts():
    """All layouts as the rows of an array."""
    return np.array(list(itertools.permutations(range(1, 10))), dtype=np.int8)


def fifteens(lines):
    """How many of these lines make fifteen, in every layout."""
    return sum((layouts()[:, [*line]].sum(axis=1) == 15).astype(int) for line in lines)


GRID = np.arange(9).reshape(3, 3)
ROWS = [[int(place) for place in row] for row in GRID]
EIGHT = [*ROWS, *([int(x) for x in row] for row in GRID.T), [0, 4, 8], [2, 4, 6]]
TWELVE = [
    *ROWS,
    *([int(x) for x in row] for row in GRID.T),
    *([3 * i + (s + way * i) % 3 for i in range(3)] for s in range(3) for way in (1, -1)),
]


def share(holds):
    return F(int(holds.sum()), len(layouts()))


def spread_of(values):
    n = len(values)
    return F(int((values**2).sum()), n) - F(int(values.sum()), n) ** 2


# Refusals, hands, walks, chains
# --------------------------------------------------------------------------------------------------


def aside(column, values):
    """The mean cards refused for a first column, by states: what is left of values that lie, and
    of others.
    """

    @cache
    def more(lying, gone):
        if lying == column:
            return F(0)
        good, bad = 4 * (values - lying), 3 * lying - gone
        refuse = F(bad, good + bad)
        return refuse * (1 + more(lying, gone + 1) if bad else 0) + (1 - refuse) * more(
            lying + 1, gone
        )

    return more(0, 0)


@cache
def classes(values, ends):
    """The hands of three cards by class, every hand looked at; `ends`: the ace stands at both."""
    cards = [(value, suit) for value in range(1, values + 1) for suit in range(4)]
    runs = {frozenset((n, n + 1, n + 2)) for n in range(1, values - 1)}
    runs |= {frozenset((values - 1, values, 1))} if ends else set()
    found = Counter()
    for hand in itertools.combinations(cards, 3):
        ranks, suits = {value for value, _ in hand}, {suit for _, suit in hand}
        if len(suits) == 1:
            found["sequence" if frozenset(ranks) in runs else "flush"] += 1
        else:
            found[{1: "tricon", 2: "pair", 3: "point"}[len(ranks)]] += 1
    return found


def bits(numbers):
    there = list(numbers)
    return math.log2(sum(there)) - sum(n * math.log2(n) for n in there) / sum(there)


def steps(house):
    """The expected steps from every place, as the solution of linear equations."""
    matrix = np.eye(house)
    for x in range(house):
        matrix[x, 1 if x == 0 else x - 1] -= 1 if x == 0 and house > 1 else 0.5 if x else 0
        if 0 < x < house - 1:
            matrix[x, x + 1] -= 0.5
    return [F(float(t)).limit_denominator(1000) for t in np.linalg.solve(matrix, np.ones(house))]


def hands(*counters):
    """The expected hands until one is left: the sum of the chances that two or more are in."""
    now, total = {counters: F(1)}, F(0)
    while now:
        total += sum(now.values())
        then = {}
        for state, p in now.items():
            there = [i for i, n in enumerate(state) if n]
            for i in there:
                after = (*state[:i], state[i] - 1, *state[i + 1 :])
                if sum(map(bool, after)) > 1:
                    then[after] = then.get(after, F(0)) + p / len(there)
        now = then
    return total


def with_horse(counters):
    """Two players; the first who is out goes on with one counter, once."""

    def more(a, b, bought):
        if not a or not b:
            return F(0) if bought else more(a or 1, b or 1, True)
        return 1 + (more(a - 1, b, bought) + more(a, b - 1, bought)) / 2

    return more(counters, counters, False)


def distance(n, riffles):
    """From uniform, with Euler's numbers by their alternating sum; the positive differences alone."""
    total = F(0)
    for r in range(1, n + 1):
        orders = sum((-1) ** k * math.comb(n + 1, k) * (r - k) ** n for k in range(r))
        chance = F(math.comb(2**riffles + n - r, n), 2 ** (n * riffles))
        total += orders * max(chance - F(1, math.factorial(n)), F(0))
    return total


def riffled(n):
    """What one riffle makes of n cards: the places of the upper packet, chosen in every way."""
    found = Counter()
    for cut in range(n + 1):
        for places in itertools.combinations(range(n), cut):
            order, top, low = [], iter(range(cut)), iter(range(cut, n))
            for place in range(n):
                order.append(next(top) if place in places else next(low))
            found[tuple(order)] += 1
    return found


# Small patiences of one or two suits
# --------------------------------------------------------------------------------------------------


def ends(fans, home, marry=True, fill=False):
    """Every position that can be reached: cards are letters, a suit's ace is its first letter
    ("abc", "xyz"), a fan is a word with its uppermost card last.
    """
    seen = set()
    stack = [(home, fans)]
    while stack:
        home, fans = stack.pop()
        key = (tuple(home.items()), tuple(sorted(fans)))
        if key in seen:
            continue
        seen.add(key)
        yield home, fans
        for i, fan in enumerate(fans):
            if not fan:
                continue
            card, less = fan[-1], fan[:-1]
            suit = "x" if card >= "p" else "a"
            rest = [less if k == i else other for k, other in enumerate(fans)]
            if ord(card) - ord(suit) == home[suit]:
                stack.append(({**home, suit: home[suit] + 1}, rest))
            for j, other in enumerate(fans):
                joins = marry and other and ord(other[-1]) == ord(card) + 1
                if i != j and (joins or (fill and not other and less)):
                    stack.append((home, [f + card if k == j else f for k, f in enumerate(rest)]))


def open_deals(size, marry=True, fill=False):
    """How many of the 720 deals of six cards of one suit can be won, all cards seen."""
    deals = map("".join, itertools.permutations("abcdef"))
    fans = ([deal[i : i + size] for i in range(0, 6, size)] for deal in deals)
    start = {"a": 0, "x": 0}
    return sum(any(home["a"] == 6 for home, _ in ends(one, start, marry, fill)) for one in fans)


@cache
def re_dealt(a, x, left, ranks=3, most=False, at_will=False):
    """La Belle Lucie's chance in small, from so many cards home; two suits, fans of three."""
    if (a, x) == (ranks, ranks):
        return F(1)
    if left < 0:
        return F(0)
    cards = "abcd"[a:ranks] + "xyz{"[x:ranks]
    total, n = F(0), 0
    for order in itertools.permutations(cards):
        fans = ["".join(order[i : i + 3]) for i in range(0, len(order), 3)]
        there = set()
        for home, rest in ends(fans, {"a": a, "x": x}):
            tops = {fan[-1] for fan in rest if fan}
            if at_will or not tops & {chr(97 + home["a"]), chr(120 + home["x"])}:
                there.add((home["a"], home["x"]))
        if most:
            full = max(map(sum, there))
            there = {end for end in there if sum(end) == full}
        total += max(re_dealt(*end, left - 1, ranks, most, at_will) for end in there)
        n += 1
    return total / n


def poisson(mean, k):
    """By the ratio of neighbours."""
    return math.exp(-mean) * math.prod(mean / i for i in range(1, k + 1))


def in_line(rows, columns):
    """The pairs of places of one row or column."""
    places = list(itertools.product(range(rows), range(columns)))
    return sum((a == c) != (b == d) for (a, b), (c, d) in itertools.combinations(places, 2))


def barren_row(cards):
    """That so many cards of two packs hold no fourteen, by the values of all of them."""
    total = F(0)
    for dealt in itertools.product(range(1, 14), repeat=cards):
        if not any(a + b == 14 for a, b in itertools.combinations(dealt, 2)):
            seen = Counter()
            ways = 1
            for value in dealt:
                ways *= 8 - seen[value]
                seen[value] += 1
            total += ways
    return total / math.perm(104, cards)


def fourteens_variance():
    """Of a square of two by two, from all values of its four cards."""
    chances = {}
    for a, b, c, d in itertools.product(range(1, 14), repeat=4):
        ways, seen = 1, Counter()
        for value in (a, b, c, d):
            ways *= 8 - seen[value]
            seen[value] += 1
        n = (a + b == 14) + (c + d == 14) + (a + c == 14) + (b + d == 14)
        chances[n] = chances.get(n, F(0)) + F(ways, math.perm(104, 4))
    return moments(chances.items())[1]


def turned_up(beating, players):
    return none_of(beating, 51, 3 * players)


def best_of(readings):
    """The mean wins of the best, by the distribution of the maximum."""
    below = np.cumsum([math.comb(60, k) * 0.25**k * 0.75 ** (60 - k) for k in range(61)])
    return float(np.dot(np.arange(61), np.diff(below**readings, prepend=0.0)))


def row(game, player):
    """From the table of odds."""
    return next(odds for _, odds in cadogan.odds.table(game).rows if odds.strategy == player)


def rate(game, player):
    return row(game, player).wins / row(game, player).n


def mean_home(game, player):
    found = row(game, player)
    return F(sum(k * n for k, n in enumerate(found.home)), found.n)


def middle(low, high, below):
    for _ in range(80):
        low, high = ((low + high) / 2, high) if below((low + high) / 2) else (low, (low + high) / 2)
    return low


WALK = np.zeros((11, 11))
for _x in range(10):
    WALK[_x, 1 if _x == 0 else _x - 1] += 1.0 if _x == 0 else 0.5
    WALK[_x, _x + 1] += 0.0 if _x == 0 else 0.5
WALK[10, 10] = 1
HEADS = coins(60, F(1, 2))
FANS = F(1, 720)

DERIVED = {
    "sample-space/middle": lambda: int((layouts()[:, 4] == 5).sum()),
    "sample-space/line": lambda: share(layouts()[:, 3:6].sum(axis=1) == 12),
    "sample-space/three": lambda: share(fifteens(EIGHT) == 3),
    "sample-space/variance": lambda: spread_of(fifteens(ROWS)),
    "hypergeometric/klondike": lambda: none_of(12, 52, 7),
    "hypergeometric/mean": lambda: mean(in_order(13, 52, 18)),
    "hypergeometric/two": lambda: in_order(8, 104, 35)[2],
    "hypergeometric/fortress": lambda: in_order(4, 52, 10)[:2],
    "hypergeometric/least": lambda: 1 + sum(none_of(4, 52, n) >= F(1, 2) for n in range(1, 52)),
    "indicators/first": lambda: sum(none_of(4, 52, n) for n in range(52)),
    "indicators/neighbours": lambda: sum(F(13 * 12, 52 * 51) for _ in range(51)),
    "indicators/both": lambda: chain([(7, 95), (6, 94), (5, 93)]),
    "indicators/some": lambda: 1 - F(apart(95, 15), math.comb(95, 15)),
    "indicators/variance": lambda: moments(
        (k, F(math.comb(8, k) * math.comb(87, 7 - k), math.comb(95, 7))) for k in range(8)
    )[1],
    "indicators/design": lambda: min(
        range(2, 9), key=lambda k: abs(k * chain([(k - 1, 87 + k)]) - F(1, 4))
    ),
    "birthdays/two": lambda: F(math.comb(12, 2) * 13, math.comb(156, 2)),
    "birthdays/certain": lambda: max(sum(held) for held in [(2,) * 13]) + 1,
    "birthdays/six": lambda: 1 - F(math.comb(8, 6) * 4**6, math.comb(32, 6)),
    "birthdays/eight": lambda: 8 - 8 * F(math.comb(13, 6) * 4**6, math.comb(52, 6)),
    "birthdays/pairs": lambda: (
        4 * sum(p * math.comb(k, 2) for k, p in enumerate(in_order(13, 52, 6)))
    ),
    "birthdays/refused": lambda: aside(5, 8),
    "birthdays/second": lambda: sum(sum(in_order(4, 52, n)[:2]) for n in range(52)),
    "birthdays/column": lambda: max(
        n for n in range(1, 14) if F(math.comb(13, n) * 4**n, math.comb(52, n)) > F(4, 5)
    ),
    "spread/deviation": lambda: math.sqrt(variance(coins(400, F(1, 5)))),
    "spread/accuracy": lambda: first(100, lambda n: math.sqrt(100 / n) <= 0.2),
    "spread/aces": lambda: math.sqrt(variance(in_order(4, 52, 18))),
    "spread/enough": lambda: first(1, lambda n: F(1, 4) / n / F(1, 400) <= F(1, 20)),
    "spread/exact": lambda: 1 - sum(coins(100, F(1, 2))[41:60]),
    "spread/twelve": lambda: math.sqrt(spread_of(fifteens(TWELVE))),
    "spread/class": lambda: first(1, lambda n: 0.5 / math.sqrt(30 * n) <= 0.01),
    "bell/ends": lambda: (80 - 1.96 * 8, 80 + 1.96 * 8),
    "bell/standardized": lambda: (37 - 30) / math.sqrt(variance(HEADS)),
    "bell/ninety-nine": lambda: NormalDist().inv_cdf(0.995),
    "bell/exact": lambda: sum(HEADS[35:]),
    "bell/corrected": lambda: 1 - NormalDist(30, math.sqrt(15)).cdf(34.5),
    "bell/part": lambda: 2 * NormalDist().cdf(1.5) - 1,
    "bell/enough": lambda: first(1, lambda n: 1.96 * 0.5 / math.sqrt(n) <= 0.03),
    "coverage/expected": lambda: mean(coins(30, F(1, 20))),
    "coverage/three": lambda: F(3, 40),
    "coverage/thousand": lambda: first(9999, lambda n: 0.9998**n < 0.05),
    "coverage/wilson": lambda: roots(25 / 60, 60),
    "coverage/wald": lambda: sum(
        p
        for k, p in enumerate(coins(60, 0.02))
        if abs(k / 60 - 0.02) <= Z * math.sqrt(k / 60 * (1 - k / 60) / 60)
    ),
    "coverage/enough": lambda: first(1, lambda n: Z * 0.5 / math.sqrt(n) <= 0.05),
    "rare-events/fourteen": lambda: F(5 * 4 * 4, math.comb(52, 2)),
    "rare-events/rows": lambda: F(50 * (6 * 64 + 28), math.comb(104, 2)),
    "rare-events/hundred": lambda: first(1, lambda n: math.sqrt(n) / n <= 0.2),
    "rare-events/poisson": lambda: poisson(in_line(4, 4) / 13, 0),
    "rare-events/row": lambda: barren_row(4),
    "rare-events/variance": fourteens_variance,
    "rare-events/none": lambda: math.exp(20000 * math.log1p(-1e-4)),
    "rare-events/product": lambda: (F(1, 2) * F(1, 6)) / (F(2, 3) * F(1, 2)),
    "rare-events/saved": lambda: middle(1e5, 1e6, lambda n: 0.0005 * 0.9995 / n > 0.00004**2),
    "rare-events/weight": lambda: F(25, 100) / F(90, 100),
    "rare-events/budget": lambda: middle(0, 1, lambda p: (1 - p) ** 20000 > 0.05),
    "bayes/prior": lambda: F(
        sum(lane in (5, 6) for lane in range(2, 8) for _ in range(lane - 1)), 45
    ),
    "bayes/ten": lambda: F(24, 45) * F(8, 24) / (F(21, 45) + F(24, 45) * F(8, 24)),
    "bayes/chance": lambda: F(6, 45) * F(10, 15) / (F(6, 45) * F(10, 15) + F(39, 45)),
    "bayes/turns": lambda: first(0, lambda n: 21 > 2 * (24 - n)),
    "bayes/eight": lambda: F(28, sum(range(8)) + 16 - 10),
    "fair-price/king": lambda: turned_up(2, 3),
    "fair-price/next": lambda: F(4, 51 - 9),
    "fair-price/prices": lambda: [
        chain((47 - i, 51 - i) for i in range(m, 15)) for m in (2, 5, 10)
    ],
    "fair-price/two": lambda: first(2, lambda r: 2 * turned_up(14 - r, 2) >= 1),
    "fair-price/own": lambda: chain((47 - i, 51 - i) for i in range(5, 15)),
    "fair-price/players": lambda: min(range(2, 11), key=lambda n: abs(turned_up(4, n) - F(1, 2))),
    "hidden-hands/outs": lambda: sum(rank == 12 for rank in range(1, 14) for _ in range(8)) - 3,
    "hidden-hands/knave": lambda: len({"KC", "KD", "KH", "KS"} | {"7D"} | {"10C"}),
    "hidden-hands/asked": lambda: F(12, 12 + 12 + 4),
    "hidden-hands/look": lambda: (
        F(1, 4) * max(20, 0) + F(3, 4) * max(-12, 0) - max(F(20 - 36, 4), F(0))
    ),
    "hidden-hands/pair": lambda: 1 - none_of(6, 96, 5),
    "hidden-hands/none": lambda: in_order(6, 96, 10)[0],
    "hidden-hands/spare": lambda: F(9, 52 - 1 - 1 - 10 - 20),
    "invariants/king": lambda: 1 - none_of(8, 104, 8),
    "invariants/column": lambda: [10, 2, 7],
    "invariants/courts": lambda: next(
        (s, F(6 * 77, s)) for s in range(6, 37) if F(6 * 77, s) == F(6 * 11, 3)
    ),
    "invariants/fifteen": lambda: sum(
        b < 15 - a - b <= 12 for a in range(1, 13) for b in range(a + 1, 13)
    ),
    "hands-and-bits/pair": lambda: classes(10, False)["pair"],
    "hands-and-bits/five": lambda: math.prod(range(14, 24)) // math.prod(range(1, 11)),
    "hands-and-bits/bit": lambda: math.log2(len([*itertools.product("HT", repeat=10)])),
    "hands-and-bits/flush": lambda: classes(10, False)["flush"],
    "hands-and-bits/surprise": lambda: (
        -math.log2(
            sum(classes(13, True)[name] for name in ("tricon", "sequence")) / math.comb(52, 3)
        )
    ),
    "hands-and-bits/entropy": lambda: bits(classes(8, False).values()),
    "hands-and-bits/gained": lambda: sum(math.log2((30 - i) / (20 - i)) for i in range(7)),
    "hands-and-bits/must": lambda: (math.comb(30, 10) - 1).bit_length(),
    "random-walks/twice": lambda: steps(20)[0],
    "random-walks/nine": lambda: steps(12)[10],
    "random-walks/within": lambda: float(np.linalg.matrix_power(WALK, 200)[0, 10]),
    "random-walks/two": lambda: [steps(7)[x] for x in (0, 3, 6)],
    "random-walks/design": lambda: min(range(2, 20), key=lambda n: abs(steps(n)[0] - 50)),
    "absorbing/most": lambda: 5 * 3 - 1,
    "absorbing/behind": lambda: coins(3, F(1, 2))[3],
    "absorbing/three": lambda: hands(2, 2, 2),
    "absorbing/lengths": lambda: [
        F(
            2 * sum(a.count(0) == 4 and a[-1] == 0 for a in itertools.product((0, 1), repeat=n)),
            2**n,
        )
        for n in (4, 5, 6, 7)
    ],
    "absorbing/horse": lambda: with_horse(2),
    "absorbing/lives": lambda: min((4, 5, 6), key=lambda n: abs(hands(n, n, n, n) - 18)),
    "shuffling/orders": lambda: len(riffled(8)),
    "shuffling/top": lambda: F(sum(n for order, n in riffled(10).items() if order[0] == 0), 2**10),
    "shuffling/three": lambda: sum(max(F(n, 8) - F(1, 6), F(0)) for n in riffled(3).values()),
    "shuffling/ten": lambda: (1 + distance(32, 5)) / 2,
    "shuffling/enough": lambda: first(8, lambda k: distance(156, k) <= F(1, 10)),
    "bellman/three": lambda: 1 - F(1, 2) ** 2,
    "bellman/twice": lambda: re_dealt(0, 3, 1),
    "bellman/kept": lambda: re_dealt(2, 3, 0, 4),
    "bellman/one": lambda: re_dealt(0, 0, 2),
    "bellman/greedy": lambda: re_dealt(0, 0, 1, most=True),
    "bellman/values": lambda: [re_dealt(a, 0, 0) for a in (0, 1, 2)],
    "bellman/grant": lambda: first(0, lambda n: re_dealt(0, 0, n) >= F(9, 10)),
    "bellman/price": lambda: 1000 * (re_dealt(0, 0, 2, at_will=True) - re_dealt(0, 0, 2)),
    "search/cube": lambda: len([*itertools.product((0, 1), repeat=3)]),
    "search/bisect": lambda: (100 - 1).bit_length(),
    "search/threes": lambda: open_deals(3),
    "search/luck": lambda: F(37, 200) - F(7, 200),
    "luck-and-skill/even": lambda: F(52, 5),
    "luck-and-skill/house": lambda: 1 - F(9 * 5, 52),
    "luck-and-skill/variance": lambda: (
        F(1, 2) * (coins(1, F(1, 4))[1] * F(3, 4) + F(3, 4) * F(1, 4)),
        moments([(F(1, 4), F(1, 2)), (F(3, 4), F(1, 2))])[1],
    ),
    "luck-and-skill/tell": lambda: first(1, lambda n: F(6, 25) / n + F(1, 4) / n <= F(1, 20) ** 2),
    "luck-and-skill/price": lambda: round(6 * mean_home("canfield-or-klondike", "careful") + 2),
    "common-deals/mean": lambda: mean(in_order(9, 95, 7)),
    "common-deals/half": lambda: F(2) / (2 - 2 * F(3, 4)),
    "common-deals/loss": lambda: mean(in_order(8, 96, 7)) - mean(in_order(9, 95, 7)),
    "common-deals/saving": lambda: F(244, 244 - 192),
    "common-deals/best": lambda: best_of(8),
    "common-deals/matched": lambda: [
        mean + sign * Z * math.sqrt(variance / 120)
        for sign in (-1, 1)
        for mean, variance in [moments([(1, 18 / 120), (-1, 6 / 120), (0, 96 / 120)])]
    ],
    "claims/knave": lambda: none_of(2, 51, 15),
    "claims/points": lambda: 12 + 6 + 7 + 8 + 10,
    "claims/bound": lambda: middle(0, 1, lambda p: p * p <= Z * Z * p * (1 - p) / 20_000),
    "claims/players": lambda: max(n for n in range(1, 11) if 2 * none_of(3, 51, 3 * n) > 1),
    "one-rule/price": lambda: (
        (open_deals(2, fill=True) - open_deals(2, False, True))
        / F(open_deals(2) - open_deals(2, False))
    ),
    "one-rule/order": lambda: FANS * open_deals(3, False),
    "one-rule/touched": lambda: F(3, 100),
    "one-rule/interaction": lambda: (
        FANS
        * (
            open_deals(3, fill=True)
            - open_deals(3)
            - open_deals(3, False, True)
            + open_deals(3, False)
        )
    ),
    "claims/gap": lambda: rate("kings", "careful") - rate("kings", "greedy"),
    "forty-eighth/twos": lambda: mean(in_order(4, 48, 12)),
    "forty-eighth/marriages": lambda: F(4 * 11 * math.comb(8, 2), math.comb(48, 2)),
    "forty-eighth/ten": lambda: coins(10, F(3, 10))[0],
}

#: The same for those that are asked with other numbers.
LIKE = {
    "spread/deviation": lambda n, deals: math.sqrt(variance(coins(deals, 1 / n))),
    "hypergeometric/klondike": lambda good, shown: none_of(good, 52, shown),
    "indicators/first": lambda kings, pack: sum(none_of(kings, pack, n) for n in range(pack)),
    "birthdays/six": lambda values, n: 1 - F(math.comb(values, n) * 4**n, math.comb(4 * values, n)),
    "bell/ends": lambda n, deals: [
        deals / n + sign * 1.96 * math.sqrt(deals / n * (1 - 1 / n)) for sign in (-1, 1)
    ],
    "coverage/wilson": lambda wins, n: roots(wins / n, n),
    "rare-events/poisson": lambda rows, columns: poisson(in_line(rows, columns) / 13, 0),
    "bayes/ten": lambda turned: F(24 - turned, 21 + 24 - turned),
    "fair-price/king": lambda card, players: turned_up(
        14 - {"nine": 9, "knave": 11, "king": 13}[card], players
    ),
    "hidden-hands/pair": lambda outs, draws, unseen: sum(in_order(outs, unseen, draws)[1:]),
    "random-walks/nine": lambda house, away: steps(house)[house - away],
    "hands-and-bits/pair": lambda values: classes(values, False)["pair"],
    "common-deals/saving": lambda a, b, tenths: (
        F(a * a + b * b) / (a * a + b * b - 2 * F(tenths, 10) * a * b)
    ),
    "absorbing/three": hands,
}


#: Those whose own cells assert the value in another way.
ASSERTED = """
bayes/both bayes/liar bayes/missing common-deals/alarm coverage/all fair-price/stopping
forty-eighth/three hands-and-bits/questions hypergeometric/variance random-walks/uphill
sample-space/given sample-space/none
"""


def answers(kind):
    return [*computed(kind.values)] if isinstance(kind, Numbers) else [computed(kind.value)]


def agree(found, value, within):
    """Equal where both are exact; otherwise to seven figures."""
    exact = all(isinstance(one, int | Fraction) for one in (found, value))
    return (
        found == value
        if exact and not within
        else math.isclose(found, value, rel_tol=1e-7, abs_tol=max(within, 1e-12))
    )


@pytest.mark.parametrize("name", DERIVED)
def test_an_answer_is_what_comes_out_by_another_way(name):
    derived, kind = DERIVED[name](), exercise(name).expects
    derived = [*derived] if isinstance(derived, list | tuple) else [derived]
    within = getattr(kind, "within", 0)
    assert all(map(agree, derived, answers(kind), [within] * 9)), (derived, answers(kind))
    assert len(derived) == len(answers(kind))


@pytest.mark.parametrize("name", LIKE)
def test_so_are_the_answers_with_other_numbers(name):
    like = exercise(name).like
    assert like
    for numbers in itertools.product(*like.numbers.values()):
        chosen = dict(zip(like.numbers, numbers, strict=True))
        derived, kind = LIKE[name](*numbers), like.expects(**chosen)
        derived = [*derived] if isinstance(derived, list | tuple) else [derived]
        assert all(map(agree, derived, answers(kind), [0] * 9)), (chosen, derived, answers(kind))


def test_nearly_every_number_is_derived_and_all_that_are_asked_anew():
    from cadogan.course import asking

    there = [one for slug in asking.slugs() for one in asking.exercises(slug)]
    numbers = {one.name for one in there if isinstance(one.expects, Number | Numbers)}
    assert {*DERIVED} <= numbers and {*LIKE} == {one.name for one in there if one.like}
    rest = "search/information search/open common-deals/enough"
    tuned = "invariants/five one-rule/tune forty-eighth/tune"
    assert numbers - {*DERIVED} == {*f"{rest} {tuned} {ASSERTED}".split()}
