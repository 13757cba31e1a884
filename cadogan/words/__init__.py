"""The vocabulary of patience: the words in which the games of the book are said.

A game is a tuple of clauses. Each clause is a value made by one of these words, and all of it
stands in one module: what it takes and means, its sentence, what would make it idle or contradictory,
what it permits and does in play, and with which sentence it refuses a move. A clause says itself in
prose (``tell()``) and carries the rules of the old text that it carries out: ``free("fans") @ RULE[1]``,
``marry(down, "fans") @ PLAY[4]`` (the fourth paragraph of PLAY). Rank and suit stay two separate
values; nothing is multiplied into classes.

The book's defaults need not be said: foundations are built in suit, one card at a time; the
uppermost card of a place is available and may be played to the foundations; a place once empty
stays empty; there is no re-deal; the game is won when every card is home.

>>> print(marry(down, "fans").tell())
Cards of the fans may be married on one another, in suit and in descending line.
>>> (marry(down, "fans") @ RULE[1] @ PLAY[4]).rules
(Rule I, PLAY 4)
"""

from typing import TYPE_CHECKING

from cadogan import usage
from cadogan.cards import RANKS
from cadogan.layout import block, line, repeat, ring, spots, triangle

from .after import all_played, no_set_left
from .again import again
from .as_dealt import as_dealt, lay_aside
from .base import base
from .build import build, marry
from .citing import PLAY, RULE, Rule, RuleError
from .clause import Aim, Clause, Clauses
from .deal import Step, deal, pause
from .each import each
from .english import (
    Groups,
    groups,
    hand,
    is_plural,
    its_own,
    joined,
    listed,
    rank_name,
    rank_names,
    singular,
    talon,
    the,
    turned,
    upper_first,
)
from .fill import fill
from .foundations import aces_and_kings, foundations
from .free import (
    Free,
    black,
    clear,
    free,
    newest,
    red,
    top,
)
from .graces import lift_blocked, slip_king
from .lift import lift
from .meanings import FOREIGN, MEANT, SUBJECTS, TAKES_AS
from .packs import counters, ornaments, packs
from .places import drawn, peek, places
from .play import play
from .reading import reading
from .rounds import rounds
from .rows import rows
from .series import (
    Series,
    ascending,
    by_addition,
    descending,
    from_base,
    order,
)
from .spaces_first import spaces_first
from .swap import exchange, swap
from .take import take
from .together import together
from .turn import turn
from .values import (
    A,
    J,
    K,
    Line,
    Moving,
    Phase,
    Q,
    Relation,
    Suits,
    after_deal,
    alternate,
    any_suit,
    anything,
    at_once,
    at_the_end,
    before_dealing_on,
    beside,
    between_rounds,
    covered,
    dealing_too,
    down,
    either,
    equal,
    in_colour,
    in_suit,
    may,
    once_dealt,
    pack_in_hand,
    pack_out,
    part,
    same,
    single,
    staircase,
    up,
    when_alone,
    while_dealing,
    whole,
    whole_sequence,
    with_all_on_it,
)
from .won import won

#: The words that a rules cell may use: all that have a subject, and are not made elsewhere.
VOCABULARY = sorted({name for names in SUBJECTS.values() for name in names} - {"Game"})
#: What the pages reckon with, besides.
HANDY = ("RANKS",)
if not TYPE_CHECKING:  # which reads only lists that are written out, and so has every name above
    __all__ = [*VOCABULARY, *HANDY]
usage.VOCABULARY.update((name, globals()[name]) for name in VOCABULARY)
usage.HANDS_ON.update(TAKES_AS)
usage.FOREIGN.update(FOREIGN)
usage.MEANT.update(MEANT)
