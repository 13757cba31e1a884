"""The Sultan."""

from __future__ import annotations

import cadogan
from cadogan.course.kinds import Choice, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import effect, named
from cadogan.patience.game import Game
from cadogan.words import K, Q, ascending, foundations, ornaments, spots


def better() -> str:
    """Which deuce of hearts is better played, that of the Divan or that of the talon: whether the positions differ afterwards."""
    sultan = cadogan.games["sultan"]
    pack = [card for pile in sultan.deal(1).cards.values() for card in pile]
    deuces, rest = ([card for card in pack if (str(card) == "2H") == wanted] for wanted in (True, False))
    position = sultan.deal(cards=[deuces[0], *rest[20:27], deuces[1], *rest[:20], *rest[27:]]).play("turn")
    return "either" if position.play("talon-ace") == position.play("d1-ace") else "the talon's"


def riffled(n: int) -> int:
    """How many orders of n cards one riffle can make.

    Two heaps are interleaved: two rising sequences at most are left. A second way, by looking at every order:

    >>> from itertools import permutations
    >>> def rising(order):
    ...     return 1 + sum(order.index(i + 1) < order.index(i) for i in range(len(order) - 1))
    >>> all(riffled(n) == sum(rising(order) <= 2 for order in permutations(range(n))) for n in (3, 4, 5, 6))
    True
    """
    return int(2**n - n)


def eight_kings() -> Game:
    """The Sultan with the eighth king among the foundations, and the ace of hearts in the pack."""
    place = named("sultan", "around") + spots("3,1.2")
    kings = foundations(8, ascending(K, Q), name="kings", cards="KC KC KD KD KS KH KS KH", at=place)
    others = [clause for clause in cadogan.games["sultan"].clauses if not isinstance(clause, (ornaments, foundations))]
    return Game("Eight Kings", kings, *others)


EXERCISES = (
    Exercise("sultan/1", 1, "", Choice(("the Divan's", "the talon's", "either"), better, {
        "the Divan's": "What fills the gap in the Divan, and what lies on the talon then?",
        "the talon's": "What would fill the gap in the Divan, had you played the other?"})),
    Exercise("sultan/2", 2, "", Numbers(lambda: (riffled(4), riffled(5), riffled(52)), ("of four cards", "of five", "of fifty-two"))),
    Exercise("sultan/3", 3, "", Choice(("easier", "harder", "neither"), lambda: effect("sultan", eight_kings(), "greedy", 2000, "rate"), {
        "easier": "Where does the ace of hearts lie now, that lay ready before?",
        "neither": "Some sixty deals do not show it. Two thousand common ones do."})),
)  # fmt: skip
