"""The vocabulary of patience: the words in which the games of the book are said.

A game is a tuple of clauses. Each clause is a value made by one of these words, and each word is a
module of its own: what it takes and means, its sentence, what would make it idle or contradictory,
what it permits and does in play, and with which sentence it refuses a move. A clause says itself in
prose (``tell()``) and carries the rules of the old text that it carries out: ``free("fans") @ I``,
``marry(down, "fans") @ PLAY[4]`` (the fourth paragraph of PLAY). Rank and suit stay two separate
values; nothing is multiplied into classes.

The book's defaults need not be said: foundations are built in suit, one card at a time; the
uppermost card of a place is available and may be played to the foundations; a place once empty
stays empty; there is no re-deal; the game is won when every card is home.

>>> print(marry(down, "fans").tell())
Cards of the fans may be married on one another, in suit and in descending line.
>>> (marry(down, "fans") @ I @ PLAY[4]).rules
(Rule I, PLAY 4)
"""

from cadogan.cards import PIQUET, RANKS
from cadogan.layout import block, line, repeat, ring, spots, weave

from .after import all_played, all_played_or_married, no_set_left
from .again import again
from .as_dealt import as_dealt, lay_aside
from .build import build, marry, pair
from .citing import II, III, IV, PLAY, VI, I, V
from .citing import Rule as Rule
from .citing import RuleError as RuleError
from .clause import Clause as Clause
from .clause import Clauses as Clauses
from .counters import counters
from .dealing import Step as Step
from .dealing import (
    base,
    by_colour,
    choose_base,
    complete,
    deal,
    each,
    heap,
    lift,
    pause,
    pay_key,
    rounds,
    rows,
    scatter,
    slip,
    staircase,
)
from .drawn import drawn
from .english import Groups as Groups
from .english import groups as groups
from .english import hand, its_own, talon, turned
from .english import is_plural as is_plural
from .english import joined as joined
from .english import listed as listed
from .english import rank_name as rank_name
from .english import rank_names as rank_names
from .english import singular as singular
from .english import the as the
from .english import upper_first as upper_first
from .exchange import exchange
from .fill import fill
from .foundations import aces_and_kings, foundations
from .free import Free as Free
from .free import (
    below,
    black_only,
    clear_lane,
    edge_only,
    either_end,
    free,
    last,
    narrow_end,
    newest,
    outermost,
    red_only,
    top,
)
from .in_turn import strictly_in_turn
from .lift_blocked import lift_blocked
from .lines_make import lines_make
from .ornaments import ornaments, toss
from .packs import packs
from .peek import peek
from .places import places
from .play import play
from .reading import reading
from .series import Series as Series
from .series import ascending, beside_its, by_addition, descending, from_base, order, to_the_hour
from .sets import crowned_triples, pairs
from .sets import take as take
from .slip_king import slip_king
from .spaces_first import spaces_first
from .swap import swap
from .together import together
from .turn import turn
from .values import (
    ALL_RANKS,
    A,
    J,
    K,
    Q,
    after_deal,
    alternate,
    any_suit,
    anything,
    at_once,
    at_the_end,
    before_dealing_on,
    beside,
    between_rounds,
    dealing_too,
    down,
    either,
    fan,
    in_colour,
    in_suit,
    may,
    once_dealt,
    pack_in_hand,
    pack_out,
    same_column,
    same_line,
    same_ray,
    same_row,
    spread_down,
    spread_left,
    spread_right,
    squared,
    up,
    when_alone,
    while_dealing,
)
from .values import Line as Line
from .values import Phase as Phase
from .values import Relation as Relation
from .values import Suits as Suits

#: The words that a rules cell may use.
__all__ = [
    "A",
    "ALL_RANKS",
    "I",
    "II",
    "III",
    "IV",
    "J",
    "K",
    "PIQUET",
    "PLAY",
    "Q",
    "RANKS",
    "V",
    "VI",
    "aces_and_kings",
    "after_deal",
    "again",
    "all_played",
    "all_played_or_married",
    "alternate",
    "any_suit",
    "anything",
    "as_dealt",
    "ascending",
    "at_once",
    "at_the_end",
    "base",
    "before_dealing_on",
    "below",
    "beside",
    "beside_its",
    "between_rounds",
    "black_only",
    "block",
    "build",
    "by_addition",
    "by_colour",
    "choose_base",
    "clear_lane",
    "complete",
    "counters",
    "crowned_triples",
    "deal",
    "dealing_too",
    "descending",
    "down",
    "drawn",
    "each",
    "edge_only",
    "either",
    "either_end",
    "exchange",
    "fan",
    "fill",
    "foundations",
    "free",
    "from_base",
    "hand",
    "heap",
    "in_colour",
    "in_suit",
    "its_own",
    "last",
    "lay_aside",
    "lift",
    "lift_blocked",
    "line",
    "lines_make",
    "marry",
    "may",
    "narrow_end",
    "newest",
    "no_set_left",
    "once_dealt",
    "order",
    "ornaments",
    "outermost",
    "pack_in_hand",
    "pack_out",
    "packs",
    "pair",
    "pairs",
    "pause",
    "pay_key",
    "peek",
    "places",
    "play",
    "reading",
    "red_only",
    "repeat",
    "ring",
    "rounds",
    "rows",
    "same_column",
    "same_line",
    "same_ray",
    "same_row",
    "scatter",
    "slip",
    "slip_king",
    "spaces_first",
    "spots",
    "spread_down",
    "spread_left",
    "spread_right",
    "squared",
    "staircase",
    "strictly_in_turn",
    "swap",
    "talon",
    "to_the_hour",
    "together",
    "top",
    "toss",
    "turn",
    "turned",
    "up",
    "weave",
    "when_alone",
    "while_dealing",
]
