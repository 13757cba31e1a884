"""Words of earlier editions in today's terms: links and stored changes that use them can still be
read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cadogan.cards import PIQUET, RANKS as CARD_VALUES, cards
from cadogan.layout import Distance, Some, Spot
from cadogan.usage import Cards, Count, Groups, Name, Rank
from cadogan.words import (
    RANKS,
    RULE,
    Clauses,
    Q,
    Series,
    all_played,
    any_suit,
    anything,
    ascending,
    at_once,
    base,
    black,
    block,
    build,
    clear,
    covered,
    descending,
    each,
    equal,
    hand,
    lift,
    newest,
    once_dealt,
    order,
    ornaments,
    red,
    rounds,
    rows,
    same,
    single,
    spaces_first,
    staircase as one_more_each,
    take,
    top,
    whole,
    won,
)
from cadogan.words.values import Relation, When, squared


def pairs(total: int, group: Groups, to: Name = "pairs", where: Relation | None = None) -> take:
    """Two cards that make a sum (0: of equal value) are taken up."""
    return take(total or equal, group, to, where)


def crowned_triples(total: int, group: Name, to: Name) -> take:
    """Three cards that make a sum are taken up with a court card."""
    return take(total, group, to, crowned=True)


def staircase(group: Name) -> each:
    """One card to the first column, two to the second, and so on, the last of each face up."""
    return each(group, one_more_each, down=covered, by_row=True)


def heap(group: Name, rank: Rank) -> each:
    """Cards are heaped on the last packet until one of a value begins the next."""
    return each(group, until=rank)


def scatter(group: Name, n: Count) -> rounds:
    """In each round cards are laid on whichever places you like: as many as there are places."""
    return rounds(group, pause=True, at_will=True)


def complete(group: Name) -> rows:
    """One card to each place that is still empty."""
    return rows(group, gaps=True)


def by_colour(red: Name, black: Name) -> rows:
    """Red cards go to one group and black cards to another."""
    return rows((red, black), by_colour=True)


def choose_base(n: Count, group: Name, foundation: Name) -> base:
    """Some cards are turned up, and you choose which of them opens the foundations."""
    return base(foundation, group, n)


def slip(group: Name, rank: Rank) -> lift:
    """A card of one value that lies uppermost is slipped under its packet."""
    return lift(group, only=rank)


def pay_key(group: Name, n: Count) -> lift:
    """As long as the uppermost card is a queen, some cards go under the pack."""
    return lift(group, hand, n, only=Q)


def beside_its(rank: Rank) -> Series:
    """A foundation of one card, of the suit of the foundation beside which it lies."""
    return order(RANKS[rank - 1])


def pair(one: Name, other: Name) -> Clauses:
    """Any card of one group may be laid on any card of another."""
    return Clauses((build(anything, any_suit, other, one), build(anything, any_suit, one, other)))


def to_the_hour(held: Cards) -> tuple[Series, ...]:
    """The foundations of a clock, I to XII: each goes upward from its card until it shows its
    hour.
    """
    return tuple(ascending(card.rank, hour) for hour, card in enumerate(cards(held), 1))


def lines_make(total: Count, group: Name, diagonals: bool = True) -> won:
    """The lines of a square must make a sum."""
    return won(group, lines=total, diagonals=diagonals)


def toss(held: Cards) -> ornaments:
    """Cards that are thrown aside before the deal."""
    return ornaments("cards thrown aside", held)


def weave(
    rows: Some,
    columns: Some,
    x: Distance = 0,
    y: Distance = 0,
    dx: Distance = 1.35,
    dy: Distance = 0.95,
) -> tuple[Spot, ...]:
    """Spots in a basket weave."""
    return block(rows, columns, x, y, dx, dy, woven=True)


def strictly_in_turn() -> spaces_first:
    """The former name of spaces_first()."""
    return spaces_first()


#: What words said by switches, which now say it by how=; that a switch was on, if not told otherwise.
HOW = {
    "exchange": {"in_use": "of use", "in_turn": "in turn", "alike": "alike", "both": "one way"},
    "swap": {"in_use": "of use", "strays": "strays", "make": "set or not"},
    "slip_king": {"must": "must", "same_card": "same card"},
}
_ON = ("both", "make")
#: The switches that could stand without a name, and where.
_PLACED = {"exchange": ("both", 2), "swap": ("strays", 4), "slip_king": ("same_card", 1)}


def _say_how(word: str, row: list[Any], keywords: dict[str, Any]) -> None:
    """Say by how= what was said by a switch: the first that is not as it always was."""
    name, i = _PLACED[word]
    if len(row) == i + 1 and isinstance(row[i], bool):
        keywords[name] = row.pop()
    switched = [
        how
        for switch, how in HOW[word].items()
        if switch in keywords and keywords.pop(switch) is not (switch in _ON)
    ]
    if switched:
        keywords["how"] = switched[0]


def _values(ranks: Iterable[int]) -> str:
    """Values as a text."""
    return " ".join(CARD_VALUES[rank - 1] for rank in ranks)


#: The words, by their names.
WORDS: dict[str, Any] = {
    word.__name__: word
    for word in (
        *(pairs, crowned_triples, staircase, beside_its, pair, lines_make),
        *(toss, weave, strictly_in_turn, to_the_hour),
        *(heap, scatter, complete, by_colour, choose_base, slip, pay_key),
    )
}
#: Names that stand for a value.
WORDS |= {
    "RANKS": RANKS,
    "ALL_RANKS": tuple(range(1, 14)),
    "PIQUET": PIQUET,
    "once_dealt": once_dealt,
    "top": top,
    "below": clear("below"),
    "outermost": clear("outside"),
    "last": clear("after"),
    "either_end": clear("above", "below"),
    "uncovered": clear("over"),
    "narrow_end": clear("narrow ends", reach="place"),
    "clear_lane": clear("narrow ends"),
    "edge_only": clear("narrow ends", reach="edge"),
    "red_only": red,
    "black_only": black,
    "all_played_or_married": all_played.or_married,
    **{number: RULE[n] for n, number in enumerate(("I", "II", "III", "IV", "V", "VI"), 1)},
    **{f"same_{what}": same(what) for what in ("row", "column", "line", "ray")},
    "squared": squared,
    "spread_right": (0.28, 0.0),
    "spread_left": (-0.28, 0.0),
    "spread_down": (0.0, 0.22),
    "fan": (0.24, 0.0),
}


def say_as_today(word: str, row: list[Any], keywords: dict[str, Any]) -> Any:
    """Say what earlier editions said by arguments that a word no longer has by those that it has.

    Args:
        word: the name of the word.
        row: what stands in its brackets without a name; keywords: what stands there with one. Both
            are changed.

    Returns:
        The word that says it now, where it is another; else None.
    """
    if word in HOW:
        _say_how(word, row, keywords)
    if word == "rows" and isinstance(keywords.get("unlike"), bool):
        in_the_end = "or in spite" if keywords.pop("in_spite", False) else "or afresh"
        keywords["unlike"] = in_the_end if keywords["unlike"] else ""
    if word == "packs":
        placed = isinstance(row[1], tuple) if len(row) > 1 else False
        ranks = row.pop(1) if placed else keywords.pop("ranks", ())
        held = row.pop(1) if placed and len(row) > 1 else keywords.pop("held", "")
        if held or ranks:
            plain = isinstance(ranks, tuple) and all(rank in range(1, 14) for rank in ranks)
            keywords["of"] = held or (_values(ranks) if plain else ranks)
    if word in ("ascending", "descending") and (omitted := keywords.pop("omit", 0)):
        series = (ascending if word == "ascending" else descending)(*row, **keywords)
        row[:] = [_values(value for value in series.values if value != omitted)]
        keywords.clear()
        return order
    if "run" in keywords and word in ("build", "marry", "fill"):
        keywords["moving"] = whole if keywords.pop("run") else single
    if word == "fill":
        when = row[2] if len(row) > 2 else keywords.get("when", at_once)
        if isinstance(when, When):
            when = when.when(keywords.pop("phase", when.phase))
            when = when.once if keywords.pop("once", False) else when
            when = when.first_round if keywords.pop("rounds", 0) else when
            if len(row) > 2:
                row[2] = when
            else:
                keywords["when"] = when
        if keywords.pop("lane", False):
            keywords["where"] = keywords.get("where", same("ray")).empty
        if keywords.pop("newest", False):
            keywords["where"] = newest
        if keywords.pop("singly", False):
            keywords["by"] = 1
        keywords.pop("across", None)  # the deal says it
    if word == "again":
        for name in ("dealt_round", "under", "backwards"):
            if keywords.pop(name, False):
                keywords["packets"] = name.replace("_", " ")

        lifted, counted = keywords.pop("lifted", "met"), keywords.pop("counted", "new")
        queens = {"all": "lifted", "none": "left"}.get(lifted, "all" if counted == "all" else "")
        if queens:
            keywords["queens"] = queens
    if word in ("foundations", "aces_and_kings"):
        for name, begun in (("as_they_appear", "as they appear"), ("always", "at once")):
            if keywords.pop(name, False):
                keywords["begun"] = begun

        if keywords.pop("one_of_each", False):
            keywords.setdefault("suits", "one of each")
        if "under" in keywords and len(row) > 1:
            row[1] = row[1].under(keywords.pop("under"))
    return None
