"""Lesson 9: Bayes under the face-down cards (Canfield or Klondike)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The face-down cards of lanes 2 to 7, the stock, and the cards turned in the lesson; the ace of
#: clubs is among 45 that are not seen.
LANES = {lane: lane - 1 for lane in range(2, 8)}
DOWN, STOCK, TURNED = 21, 24, 10


def update(prior: Fraction, if_true: Fraction, if_false: Fraction) -> Fraction:
    """Bayes: the chance of a hypothesis once something was seen that has these chances if it is
    true, and if it is not.

    A second way, in odds: the prior odds times the likelihood ratio.

    >>> prior, a, b = Fraction(7, 15), Fraction(1), Fraction(14, 24)
    >>> odds = prior / (1 - prior) * (a / b)
    >>> update(prior, a, b) == odds / (1 + odds) == Fraction(3, 5)
    True
    >>> update(prior, a, b)
    Fraction(3, 5)
    """
    return prior * if_true / (prior * if_true + (1 - prior) * if_false)


def in_lanes(turned: int = TURNED, down: int = DOWN, stock: int = STOCK) -> Fraction:
    """The chance that the ace of clubs lies face down in a lane when this many cards of the stock
    were turned and were others.

    A second way, by counting the places that are left to it.

    >>> all(in_lanes(n) == Fraction(21, 45 - n) for n in range(25))
    True
    >>> in_lanes(0)
    Fraction(7, 15)
    >>> in_lanes()
    Fraction(3, 5)
    """
    return update(Fraction(down, down + stock), Fraction(1), Fraction(stock - turned, stock))


def in_lane(lane: int = 7, turned: int = TURNED) -> Fraction:
    """The chance that it lies in this lane.

    A second way: six of the 35 places that are left are in lane 7.

    >>> sum(in_lane(lane) for lane in LANES) == in_lanes()
    True
    >>> in_lane(7) == Fraction(6, 45 - TURNED)
    True
    >>> in_lane(7)
    Fraction(6, 35)
    """
    return in_lanes(turned) * Fraction(LANES[lane], DOWN)


def both_black() -> Fraction:
    """The chance that both black aces lie in the lanes after ten turns without them.

    A second way: one ace after the other.

    >>> both_black() == in_lanes() * Fraction(20, 34)
    True
    >>> both_black()
    Fraction(6, 17)
    """
    return Fraction(comb(DOWN, 2), comb(DOWN + STOCK - TURNED, 2))


def named_by_chance() -> Fraction:
    """The chance of lane 7 before any turn, when a friend has drawn one of its six cards and it is
    another.

    A second way, by all pairs of the ace's place and the card drawn.

    >>> pairs = [(place, drawn) for place in range(45) for drawn in range(6) if place != drawn]
    >>> named_by_chance() == Fraction(sum(place < 6 for place, drawn in pairs), len(pairs)) == Fraction(5, 44)
    True
    >>> named_by_chance()
    Fraction(5, 44)
    """
    return update(Fraction(6, 45), Fraction(5, 6), Fraction(1))


def named_on_purpose() -> Fraction:
    """The same when the friend looks at all six, and names one that is not the ace of clubs, as is
    always possible.

    A second way: all pairs of the ace's place and the card named, each as likely as it is.

    >>> named_on_purpose()
    Fraction(2, 15)
    >>> pairs = [(place, Fraction(1, 6 - (place < 6))) for place in range(45) for named in range(6) if named != place]
    >>> named_on_purpose() == sum(weight for place, weight in pairs if place < 6) / sum(weight for _, weight in pairs)
    True
    """
    return update(Fraction(6, 45), Fraction(1), Fraction(1))


def liar() -> Fraction:
    """The chance of lane 7 when a friend who lies one time in five says that the ace of clubs is
    not there.

    A second way: all pairs of the ace's place and what the friend says, five times.

    >>> said = [(place, lie) for place in range(45) for lie in range(5) if (place < 6) == (lie == 0)]
    >>> liar() == Fraction(sum(place < 6 for place, lie in said), len(said))
    True
    >>> liar()
    Fraction(1, 27)
    """
    return update(Fraction(6, 45), Fraction(1, 5), Fraction(4, 5))


def missing() -> Fraction:
    """The chance that a pack lacks the ace of clubs, if one in a hundred does, and 17 cards were
    seen without it.

    A second way: a hundred packs, and in each that is complete every place of the ace.

    >>> packs = [(1, 1)] * 52 + [(99, place < 17) for place in range(52)]      # what is seen: the first seventeen places
    >>> missing() == Fraction(52, 52 + sum(weight for weight, seen in packs[52:] if not seen))
    True
    >>> missing()
    Fraction(52, 3517)
    """
    return update(Fraction(1, 100), Fraction(1), Fraction(35, 52))


def turns_until(share: Fraction) -> int:
    """How many turns without it make the lanes likelier than a share.

    >>> in_lanes(turns_until(Fraction(2, 3)) - 1) <= Fraction(2, 3) < in_lanes(turns_until(Fraction(2, 3)))
    True
    """
    return next(turned for turned in range(STOCK + 1) if in_lanes(turned) > share)


def posterior(prior: float, if_true: float, if_false: float) -> float:
    """`update` with numbers, for `Function`."""
    return prior * if_true / (prior * if_true + (1 - prior) * if_false)


GUESSES = (
    Guess(
        "bayes/lanes",
        "Seven cards lie open, and the ace of clubs is not among them. Ten cards of the stock are turned: not among "
        "them either. "
        "In how many such deals of a hundred does it lie face down in a lane?",
        lambda: 100 * in_lanes(),
        "Before the first turn it was not quite forty-seven.",
    ),
    Guess(
        "bayes/seven",
        "And in how many of a hundred does it lie in lane 7, under the open card?",
        lambda: 100 * in_lane(7),
        "Six of the 35 places that are left to it.",
    ),
)

EXERCISES = (
    Exercise(
        "bayes/prior",
        1,
        "Before a card of the stock is turned, 45 cards are not seen: 21 in the lanes, 24 in the stock. What is "
        "the chance that "
        "the ace of clubs, if it is not open, lies in the *lanes*?",
        Number(
            lambda: in_lanes(0),
            near={
                "Of the 52 places seven are open, and it is not there.": lambda: Fraction(21, 52),
                "That is the number of lanes with cards face down. Are they equally "
                "likely?": lambda: Fraction(6, 7),
            },
        ),
        "21 of 45 places: 7/15.",
    ),
    Exercise(
        "bayes/ten",
        1,
        "Ten cards of the stock were turned, and it was none of them. What is the chance of the *stock* now?",
        Number(
            lambda: 1 - in_lanes(),
            near={
                "That is the chance before the turns.": lambda: Fraction(24, 45),
                "Ten places have gone from both the stock and the whole.": lambda: Fraction(14, 45),
            },
        ),
        "14 of 35 places: 2/5.",
    ),
    Exercise(
        "bayes/purpose",
        1,
        "A friend looks under lane 7, and tells you one card there that is *not* the ace of clubs; there is "
        "always one to be "
        "told. Does the chance of lane 7 *rise*, *fall* or *stay*?",
        Choice(
            ("rise", "fall", "stay"),
            lambda: "stay",
            {
                "fall": "How likely was it to hear this if the ace is there? And if it is not?",
                "rise": "How likely was it to hear this if the ace is there? And if it is not?",
            },
        ),
        "You would have heard it in either case: both likelihoods are 1.",
    ),
    Exercise(
        "bayes/chance",
        2,
        "Another friend draws *one of the six* cards of lane 7 blindly, before any turn, and it is the nine of "
        "clubs. What is the "
        "chance now that the ace of clubs lies in lane 7?",
        Number(
            named_by_chance,
            near={
                "That would be so if the friend had taken care not to draw the ace.": named_on_purpose,
                "One place has gone from the 45, and from which of the lanes?": lambda: Fraction(
                    6, 44
                ),
                "One place has gone from the six, and from the 45 as well.": lambda: Fraction(
                    5, 45
                ),
            },
        ),
        "The prior 6/45, the likelihoods 5/6 and 1; or five of 44 places.",
    ),
    Exercise(
        "bayes/both",
        2,
        "After ten turns neither black ace has been seen. What is the chance that *both* lie in the lanes?",
        Number(
            both_black,
            near={
                "Once the one lies there, there is a place less for the other.": lambda: (
                    in_lanes() ** 2
                ),
                "That is one of them.": in_lanes,
            },
        ),
        "C(21, 2)/C(35, 2), or 21/35 · 20/34.",
    ),
    Exercise(
        "bayes/liar",
        2,
        "A friend who lies one time in five looks under lane 7 before any turn, and says: *not there*. What is "
        "the chance that the "
        "ace of clubs lies there all the same?",
        Number(
            liar,
            near={
                "That is how often the friend lies. Where is the prior?": lambda: Fraction(1, 5),
                "That is the prior: what has been said counts, too.": lambda: Fraction(6, 45),
            },
        ),
        "6·1 against 39·4: 6/162 = 1/27.",
    ),
    Exercise(
        "bayes/turns",
        2,
        "After how many turns without it is the ace of clubs *more* than twice as likely to lie in the lanes as "
        "in the stock?",
        Number(
            lambda: turns_until(Fraction(2, 3)),
            near={
                "That is where the lanes become the likelier of the two.": lambda: turns_until(
                    Fraction(1, 2)
                )
            },
        ),
        "The odds are 21 to 24 − n; they exceed 2 to 1 when 24 − n is less than 10.5.",
    ),
    Exercise(
        "bayes/missing",
        3,
        "One old pack in a hundred lacks its ace of clubs. Seven open cards and ten turns have not shown it. "
        "What is the chance "
        "that *it is not in the pack*?",
        Number(
            missing,
            near={
                "That was so before you looked.": lambda: Fraction(1, 100),
                "That is the chance of not having seen it, if it is there.": lambda: Fraction(
                    35, 52
                ),
            },
        ),
        "Prior 1/100, likelihoods 1 and 35/52. (The pack that lacks it has 51 cards; it shows none among 17 for certain.)",
    ),
    Exercise(
        "bayes/eight",
        3,
        "You change the game to *eight* lanes, of one to eight cards with the last of each open, and 16 in the "
        "stock. Ten turns, "
        "no ace of clubs. What is the chance of the lanes?",
        Number(
            lambda: in_lanes(10, 28, 16),
            near={
                "That is the game with seven lanes.": in_lanes,
                "That is the chance before the turns.": lambda: in_lanes(0, 28, 16),
            },
        ),
        "28 places in the lanes, six left in the stock: the player can know more, and do less about it.",
    ),
    Exercise(
        "bayes/function",
        3,
        "Write `posterior(prior, if_true, if_false)`: the chance of a hypothesis after an observation that "
        "has these chances if "
        "it is true, and if it is not.",
        Function(
            "posterior",
            posterior,
            ((0.5, 0.2, 0.1), (0.01, 1, 0.5), (0.25, 0.5, 0.5), (0.9, 0, 0.3)),
            "prior, if_true, if_false",
        ),
        "`prior * if_true / (prior * if_true + (1 - prior) * if_false)`.",
    ),
)

LESSON = Lesson(
    number=9,
    title="Where is the ace of clubs?",
    part="Update",
    idea="What is seen takes possibilities away; what remains is weighed by how well it foretold what was seen.",
    needs=(2, 4),
    chapters=("canfield-or-klondike",),
    terms={
        "hypothesis": "one of several statements of which exactly one is true, such as where a card lies",
        "prior": "the chance of a hypothesis before something is seen",
        "likelihood": "the chance of what was seen, if the hypothesis is true",
        "posterior": "the chance of a hypothesis after something was seen: prior times likelihood, divided by the sum over all hypotheses",
        "Bayes' rule": "posterior odds are prior odds times the ratio of the likelihoods",
        "odds": "the chance of something against that of its opposite, as 3 to 2",
    },
    minutes={
        "play": 8,
        "guess": 4,
        "simulate": 10,
        "count": 14,
        "move": 5,
        "the friend": 9,
        "exercises": 14,
    },
    board="Four columns: hypothesis, prior, likelihood, product. One row for each lane, one for the stock. Divide each product by the "
    "sum of the last "
    "column. Then a second observation: the posterior moves into the column of the prior.",
    mistakes={
        "“It lies in a lane or in the stock: one half.”": "How many places has each? Would you bet the same on lane 2 as on lane 7?",
        "“The stock has not been looked through, so the lanes are as before.”": "Where did the ten places go that it is not in?",
        "“My friend named a card of lane 7, so there are five left.”": "How did the friend come to name that card? What would you have "
        "heard otherwise?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
