"""The vocabulary: the words in which a chapter's rules cell is written.

Every word is a small frozen value in the book's own terms. It knows what it means (its fields, which
`cadogan.machine` lowers to tables), and how to say itself (`tell`). A clause carries the rules of the old
text that it carries out: ``free("fans") @ I``, ``marry(down, "fans") @ PLAY[4]`` (the fourth paragraph of
PLAY). Rank and suit stay two separate values; nothing is multiplied into classes.

The book's defaults need not be said: foundations are built in suit, one card at a time; the uppermost card
of a place is available and may be played to the foundations; a place once empty stays empty; there is no
re-deal; the game is won when every card is home.

>>> print(marry(down, "fans").tell())
Cards of the fans may be married on one another, in suit and in descending line.
>>> (marry(down, "fans") @ I @ PLAY[4]).rules
(Rule I, PLAY 4)
"""

from cadogan.cards import PIQUET, RANKS
from cadogan.layout import block, line, repeat, ring, spots, weave

from .dealing import *
from .licences import *
from .playing import *
from .things import *
from .values import *

__all__ = [
    "A", "ALL_RANKS", "I", "II", "III", "IV", "J", "K", "PIQUET", "PLAY", "Q", "RANKS", "V", "VI", "aces_and_kings",
    "after_deal", "again", "alternate", "any_suit", "anything", "as_dealt", "ascending", "at_once", "at_the_end",
    "base", "before_next", "below", "beside", "beside_its", "between_rounds", "black_only", "block", "build",
    "by_colour", "choose_base", "clear_lane", "complete", "counters", "crowned_triples", "deal", "dealing_too",
    "descending", "down", "each", "edge_only", "either", "either_end", "exchange", "fan", "fill", "foundations",
    "free", "from_base", "hand", "heap", "in_colour", "in_suit", "last", "lay_aside", "lift", "lift_blocked", "line",
    "lines_make", "marry", "may", "multiples", "narrow_end", "newest", "once_dealt", "order", "ornaments",
    "outermost", "own", "pack_in_hand", "pack_out", "packs", "pair", "pairs", "pause", "pay_key", "peek", "places",
    "play", "reading", "red_only", "repeat", "ring", "rounds", "rows", "same_column", "same_line", "same_ray",
    "same_row", "scatter", "slip", "slip_king", "spaces_first", "spots", "spread_down", "spread_left", "spread_right", "squared",
    "staircase", "strictly_in_turn", "swap", "talon", "to_the_hour", "together", "top", "toss", "turn", "turned",
    "up", "weave", "when_alone", "while_dealing",
]  # fmt: skip
