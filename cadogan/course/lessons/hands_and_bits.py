"""Lesson 13: counting hands, information in bits (Commerce, Conquian)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, comb, log2

from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The classes of hand of Commerce, the weakest first.
CLASSES = ("point", "pair", "flush", "sequence", "tricon")
#: Conquian: the cards that a player of forty does not see, and how many of them the adversary
#: holds.
UNSEEN, HAND = 30, 10


def classes(values: int = 13) -> dict[str, int]:
    """How many hands of three belong to each class, from a pack with this many values in four suits
    (13 with the ace at either end).

    A second way: every hand, sorted by the game itself.

    >>> from cadogan.round_games.commerce_hands import COMBINATIONS, ranked
    >>> for size in (52, 32):
    ...     played = Counter(COMBINATIONS[hand[0]] for hand in ranked(size, "all", "share"))
    ...     assert played == classes(size // 4) and played.total() == comb(size, 3)
    >>> classes()
    {'point': 17160, 'pair': 3744, 'flush': 1096, 'sequence': 48, 'tricon': 52}
    >>> classes(8)
    {'point': 3360, 'pair': 1344, 'flush': 200, 'sequence': 24, 'tricon': 32}
    """
    tricon = values * comb(4, 3)
    sequence = 4 * (values - 1 if values == 13 else values - 2)
    flush = 4 * comb(values, 3) - sequence
    pair = values * comb(4, 2) * 4 * (values - 1)
    counts = (comb(4 * values, 3) - tricon - sequence - flush - pair, pair, flush, sequence, tricon)
    return dict(zip(CLASSES, counts, strict=True))


def entropy(values: int = 13) -> float:
    """The mean information in bits of being told the class of a hand.

    A second way: the bits of the hand, less the mean of those still missing when the class is
    known.

    >>> counts = classes().values()
    >>> missing = sum(n / 22100 * log2(n) for n in counts)
    >>> abs(entropy() - (log2(22100) - missing)) < 1e-12
    True
    >>> round(entropy(), 6)
    0.97202
    """
    total = comb(4 * values, 3)
    return -sum(n / total * log2(n / total) for n in classes(values).values())


def questions(counts: tuple[int, ...] | None = None) -> Fraction:
    """The least mean number of yes-and-no questions that find the class (D. Huffman 1952: join the
    two rarest again and again).

    A second way: ask for the classes one by one, the commonest first.

    >>> counts = sorted(classes().values(), reverse=True)
    >>> asked = sum(n * min(i, 4) for i, n in enumerate(counts, 1))
    >>> questions() == Fraction(asked, 22100)
    True
    >>> questions()
    Fraction(7084, 5525)
    """
    left = sorted(counts or classes().values())
    total, asked = sum(left), 0
    while len(left) > 1:
        joined = left[0] + left[1]
        asked += joined
        left = sorted([joined, *left[2:]])
    return Fraction(asked, total)


def hands_left(shown: int) -> int:
    """The hands that the adversary at Conquian may hold after this many cards of the stock were
    shown and turned down.

    A second way: the n-th card shown leaves out the hands that hold it, ten of those that are still
    possible.

    >>> all(hands_left(n + 1) == hands_left(n) * (1 - Fraction(HAND, UNSEEN - n)) for n in range(20))
    True
    >>> [hands_left(n) for n in (0, 5, 10, 15, 20)]
    [30045015, 3268760, 184756, 3003, 1]
    """
    return comb(UNSEEN - shown, HAND)


def bits_left(shown: int) -> float:
    """The same in bits."""
    return log2(hands_left(shown))


@cache
def winning(down: int = 11) -> int:
    """The sets of this many cards of the forty that can be laid down, by going through the ten
    ranks once.

    At each rank the cards of some suits are there. Three or four of them may form a set; each of
    the others begins a run of its suit or carries one on, and a run may only end with three cards
    or more. As one hand may be laid in several ways, all ways are followed together.

    A second way, as in the chapter: put melds together.

    >>> from cadogan.round_games.cards import FORTY, pack
    >>> from cadogan.round_games.melds import runs_in, sets_in
    >>> by_size = {}
    >>> for meld in (*runs_in(pack(FORTY), FORTY), *sets_in(pack(FORTY))):
    ...     by_size.setdefault(len(meld.cards), []).append(frozenset(meld.cards))
    >>> two = {a | b for n in (8, 7, 6) for a, b in product(by_size[n], by_size[11 - n]) if not a & b}
    >>> shapes = (*product(by_size[5], by_size[3], by_size[3]), *product(by_size[4], by_size[4], by_size[3]))
    >>> three = {a | b | c for a, b, c in shapes if len(a | b | c) == 11}
    >>> len(two | three) == winning()
    True
    >>> winning()
    43344
    """
    ways: Counter[tuple[frozenset[tuple[int, ...]], int]] = Counter(
        {(frozenset({(0, 0, 0, 0)}), 0): 1}
    )
    for _ in range(10):
        following: Counter[tuple[frozenset[tuple[int, ...]], int]] = Counter()
        for (runs, cards), n in ways.items():
            for there in product((0, 1), repeat=4):
                after = frozenset(new for old in runs for new in _laid(old, there))
                if after and cards + sum(there) <= down:
                    following[after, cards + sum(there)] += n
        ways = following
    return sum(
        n
        for (runs, cards), n in ways.items()
        if cards == down and any(all(run in (0, 3) for run in old) for old in runs)
    )


def _laid(runs: tuple[int, ...], there: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The lengths of the open runs (3 for three and more) after a rank, in each way of laying its
    cards.
    """
    suits = [suit for suit in range(4) if there[suit]]
    found = []
    for of_a_kind in ((), *combinations(suits, 3), *combinations(suits, 4)):
        in_run = [suit in suits and suit not in of_a_kind for suit in range(4)]
        if all(in_run[suit] or runs[suit] in (0, 3) for suit in range(4)):
            found.append(tuple(min(3, runs[suit] + 1) if in_run[suit] else 0 for suit in range(4)))
    return found


def swapped() -> Fraction:
    """The chance that two hands of Commerce are a tricon and a sequence, so that ranking them by
    rarity would change the winner.

    Of the 52 · 48 pairs those go that share a card: each of a sequence's three cards is in three
    tricons.

    A second way: all pairs of two such hands.

    >>> tricons = [frozenset((value, suit) for suit in suits) for value in range(13) for suits in combinations(range(4), 3)]
    >>> sequences = [frozenset(((low + i) % 13, suit) for i in range(3)) for low in range(12) for suit in range(4)]
    >>> apart = sum(not a & b for a in tricons for b in sequences)
    >>> swapped() == Fraction(2 * apart, comb(52, 3) * comb(49, 3))
    True
    >>> swapped()
    Fraction(129, 12724075)
    """
    return Fraction(2 * (52 * 48 - 48 * 9), comb(52, 3) * comb(49, 3))


def bits(count: int) -> float:
    """How many bits tell one of this many equally likely things, for `Function`."""
    return log2(count)


GUESSES = (
    Guess(
        "hands-and-bits/conquian",
        "Forty cards: you hold ten at Conquian, and see no other. How many hands may your adversary hold?",
        lambda: hands_left(0),
        "Or 24.8 bits. Twenty cards of the stock later it is one.",
    ),
    Guess(
        "hands-and-bits/tricon",
        "There are 22,100 hands at Commerce. How many of them are a tricon, three of a kind, which beats "
        "everything?",
        lambda: classes()["tricon"],
        "And 48 are a sequence, which it beats.",
    ),
)

EXERCISES = (
    Exercise(
        "hands-and-bits/pair",
        1,
        "How many of the 22,100 hands of Commerce are a *pair* (and not three of a kind)?",
        Number(
            lambda: classes()["pair"],
            near={
                "The third card must be of another value, or it is a tricon.": lambda: 13 * 6 * 50,
                "The two suits of the pair can be chosen in more than one way.": lambda: 13 * 48,
                "Does it matter which of the cards comes first?": lambda: 13 * 12 * 48,
            },
        ),
        "13 values, C(4, 2) pairs of suits, 48 cards of other values.",
    ),
    Exercise(
        "hands-and-bits/rarer",
        1,
        "From the pack of 32, which is the *rarer*: `tricon` or `sequence`?",
        Choice(
            ("tricon", "sequence"),
            lambda: min(("tricon", "sequence"), key=lambda name: classes(8)[name]),
            {"tricon": "How many values has it? And how many lowest cards can a sequence have?"},
        ),
        "32 tricons and 24 sequences; yet the tricon is ranked higher.",
    ),
    Exercise(
        "hands-and-bits/five",
        1,
        "How many hands may the adversary at Conquian hold when *ten* cards of the stock have been "
        "shown and turned down?",
        Number(
            lambda: hands_left(10),
            near={
                "Your own ten are seen, too.": lambda: comb(30, 10),
                "Does it matter in which order they hold them?": lambda: comb(20, 10) * 3628800,
            },
        ),
        "Twenty cards are left unseen: C(20, 10).",
    ),
    Exercise(
        "hands-and-bits/bit",
        1,
        "A coin is tossed ten times. How many bits does it take to say what came?",
        Number(lambda: 10, near={"That is the number of outcomes.": lambda: 1024}),
        "2¹⁰ equally likely outcomes: log₂ of that.",
    ),
    Exercise(
        "hands-and-bits/flush",
        2,
        "How many hands are a *flush* from the pack of 32 (and no sequence)?",
        Number(
            lambda: classes(8)["flush"],
            near={
                "Sequences are of one suit, too, and count as sequences.": lambda: 4 * comb(8, 3),
                "That is the pack of 52.": lambda: classes()["flush"],
            },
        ),
        "4·C(8, 3) − 24.",
    ),
    Exercise(
        "hands-and-bits/surprise",
        2,
        "How many bits of information lie in “I have a *tricon*” (52 cards)?",
        Number(
            lambda: log2(22100 / 52),
            near={
                "That is the sequence.": lambda: log2(22100 / 48),
                "That is how much is still missing then.": lambda: log2(52),
            },
        ),
        "log₂(22100/52).",
    ),
    Exercise(
        "hands-and-bits/entropy",
        2,
        "And how many bits does the *class* of a hand tell on average, from 52 cards?",
        Number(
            entropy,
            near={
                "The classes are not equally likely.": lambda: log2(5),
                "That is the pack of 32.": lambda: entropy(8),
            },
        ),
        "The sum of p·log₂(1/p) over the five classes.",
    ),
    Exercise(
        "hands-and-bits/gained",
        2,
        "How many bits do the first *ten* cards of the stock tell of the adversary's hand at Conquian?",
        Number(
            lambda: bits_left(0) - bits_left(10),
            near={
                "That is what is still missing.": lambda: bits_left(10),
                "So much the first five tell.": lambda: bits_left(0) - bits_left(5),
            },
        ),
        "log₂ of C(30, 10)/C(20, 10).",
    ),
    Exercise(
        "hands-and-bits/questions",
        3,
        "Design questions with the answers yes and no that find the class of a hand of Commerce "
        "(52 cards). "
        "How many must you ask *on average*, at least?",
        Number(
            questions,
            near={
                "That is the entropy. A question asks for a whole bit, at best.": entropy,
                "As many would be needed if you always asked to the end.": lambda: 4,
            },
        ),
        "“A point? A pair? A flush? A sequence?” Most hands are a point, and one question is enough for them. Huffman's rule says "
        "nothing is better.",
    ),
    Exercise(
        "hands-and-bits/must",
        3,
        "You may ask your adversary at Conquian questions with the answers yes and no before a card is "
        "shown. With how many "
        "can you be *sure* to learn the whole hand, if they are well chosen?",
        Number(
            lambda: ceil(bits_left(0)),
            near={
                "Two to that power is still too few.": lambda: int(bits_left(0)),
                "One for each card would do; fewer will, too.": lambda: UNSEEN,
            },
        ),
        "Each question halves what is left, at best: 2²⁴ < C(30, 10) < 2²⁵.",
    ),
    Exercise(
        "hands-and-bits/function",
        3,
        "Write `bits(count)`: how many bits it takes to tell one of `count` equally likely things.",
        Function("bits", bits, ((2,), (52,), (22100,), (30045015,), (1,)), "count"),
        "`log2(count)`.",
    ),
)

LESSON = Lesson(
    number=13,
    title="Counting hands, and bits",
    part="Detours",
    idea="How many there are, and how many yes-and-no answers it takes to tell one of them.",
    needs=(2,),
    chapters=("commerce", "conquian"),
    terms={
        "bit": "the information in the answer to one question with two equally likely answers",
        "information": "of something seen with chance p: log₂(1/p) bits; the rarer, the more",
        "entropy": "the mean information: the sum of p·log₂(1/p)",
        "rarity": "how few hands there are of a class; a ranking need not follow it",
        "finite automaton": "a counter that reads one thing after another and keeps only what matters for the rest",
    },
    minutes={
        "play": 8,
        "guess": 4,
        "simulate": 8,
        "count the classes": 14,
        "bits": 12,
        "move": 5,
        "change one rule": 5,
        "exercises": 14,
    },
    board="Twenty questions for one card of 52: red? higher than seven? … Count how many were asked, and write 2 to that power beside it.",
    mistakes={
        "“The best hand is the rarest.”": "Count both. Who decided which is the best?",
        "“Thirteen values, four suits, so a pair is 13·4·3.”": "Is the first card of a pair another one than the second? And where is "
        "the third card?",
        "“Five classes: log₂ 5 bits.”": "Would you pay as much for each answer? Which one have you nearly always been given?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
