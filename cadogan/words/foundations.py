"""foundations: what they take, in what order, and how suits agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from cadogan.cards import RANK_NAMES, SUIT_NAMES, SUITS, cards
from cadogan.engine.home import is_spoilt_for_choice
from cadogan.engine.joints import Claims
from cadogan.engine.moves import part
from cadogan.engine.numbers import FACE, OF_RANK, OF_SUIT, SUIT, by_face
from cadogan.engine.piles import phase_of
from cadogan.engine.rules import PLAY, Rules, State
from cadogan.layout import Spot
from cadogan.usage import OF_SUCH, CardsOrNone, Count, Letter, Name, Such, checked, one_of

from .citing import RuleError, rule_of
from .clause import Clauses, Making, Reasons, Said, Setting
from .english import counted, singular, upper_first
from .series import AnyFromBase, Series, ascending, descending
from .values import A, K, Suits, in_suit, squared

ONE_OF_EACH = "one of each"
EACH_SUIT = Such(
    lambda text: text == ONE_OF_EACH or {*text} <= {*SUITS},
    f"'{ONE_OF_EACH}', or C, D, H or S for each suit in turn",
)


@dataclass(frozen=True)
class foundations(Setting):
    """The foundations: how many there are, and which cards they take, in what order.

    Args:
        n: how many foundations there are.
        series: the order in which each takes its cards, such as ascending(A, K); or a row of
            orders, one for each.
        suit: how suits must agree; without it a foundation takes the cards of one suit.
        at: how they lie, where a rule reads it; drawn(…) only draws.
        name: what they are called, where there are several groups of foundations.
        cards: the first cards, where they are set out before the deal, such as "AC AD AH AS".
        suits: "one of each" where no two of them may be of one suit; or the suit of each in turn,
            D, C, H or S, where each has its own from the beginning.
        begun: how a first card goes up: "by you"; "as they appear", by itself as soon as it is
            dealt; or "at once", by itself wherever it is available.
        letter: the letter of its places in moves, as l in l7-f1.

    >>> foundations(4, ascending(A, K)).tell()
    'Four foundations ascend from ace to king, in suit.'
    >>> foundations(2, (ascending(A, K), descending(K, A))).tell()
    'Two foundations follow orders of their own: ascend from ace to king; descend from king to ace; in suit.'
    """

    n: Count
    series: Series | Annotated[tuple[Series, ...], OF_SUCH]
    suit: Suits = in_suit
    at: tuple[Spot, ...] = ()
    name: Name = "foundations"
    cards: CardsOrNone = ""
    suits: Annotated[str, EACH_SUIT] = ""
    begun: Annotated[str, one_of("by you", "as they appear", "at once")] = "by you"
    letter: Letter = ""

    speaks_of = {"above": None}
    brings_to = ("name",)

    @property
    def above(self) -> str:
        """The group whose cards say what each takes; empty for none."""
        return self.series_of(0).above

    @property
    def one_of_each(self) -> bool:
        """Whether no two of them may be of one suit."""
        return self.suits == ONE_OF_EACH or 0 < len(self.suits) == len({*self.suits})

    def series_of(self, i: int) -> Series:
        """The series of the i-th foundation, from 0."""
        return self.series if isinstance(self.series, Series) else self.series[i]

    @property
    def longest(self) -> int:
        """How many cards the longest of them takes."""
        return max(
            len(series.values)
            for series in ((self.series,) if isinstance(self.series, Series) else self.series)
        )

    def tell(self) -> str:
        """The clause as a sentence."""
        series = self.series.tell() if isinstance(self.series, Series) else told_apart(self.series)
        firsts, are, go = (
            ("its first card", "is", "goes") if self.n == 1 else ("their first cards", "are", "go")
        )
        if self.n == 1:
            verb, _, rest = series.partition(" ")
            series = f"{verb}s {rest}"
        sentence = f"{upper_first(counted(self.n))} "
        if self.name.endswith("foundations"):
            sentence += singular(self.name) if self.n == 1 else self.name
        else:
            sentence += f"foundation{'' if self.n == 1 else 's'}, the {self.name},"
        several = not isinstance(self.series, Series) and ";" in series
        sentence += f" {series}"
        if self.longest > 1 and not self.series_of(0).suit_given:
            sentence += f"{';' if several else ','} {self.suit.tell()}"
        sentence += ", one for each suit" if self.one_of_each and not self.cards else ""
        if self.cards:
            sentence += f"; {firsts} {are} set out before the deal"
        if self.begun == "at once":
            sentence += f"; {firsts} {go} up at once, wherever they lie available"
        elif self.begun == "as they appear":
            sentence += f"; {firsts} {go} up at once as they are dealt"
        return sentence + "."

    def unsaid(self) -> Iterable[str]:
        """Foundations are built in suit."""
        if self.longest > 1 and self.suit is in_suit:
            yield "in suit"

    rank = 1

    @property
    def begins_with_base(self) -> bool:
        """Whether its series are counted from a base found at play."""
        return not self.series_of(0).is_plain and self.series_of(0).alike

    def set_out(self, making: Making) -> None:
        """Add the foundations to the table."""
        self.check_values()
        group = making.add_group(
            self.name, self, self.n, self.at, squared, self.letter or "f", foundation_names(self)
        )
        group.foundation = group.home = True
        group.keep, group.offers = 1, False
        group.one_of_each, group.puts_up = self.one_of_each, self.begun != "by you"
        making.withdraw(self.name, self.cards, self)

    def check_values(self) -> None:
        """Refuse a row too short for its places, or too long.

        Raises:
            RuleError: the field, and what is wanted.
        """
        if self.suits == ONE_OF_EACH and self.n > len(SUITS):
            raise RuleError(
                f'{self.name}: of {self.n} foundations two are of one suit; leave out suits="{ONE_OF_EACH}"'
            )
        for what, row in (
            ("a first card", cards(self.cards)),
            ("a suit", "" if self.suits == ONE_OF_EACH else self.suits),
            ("an order", () if isinstance(self.series, Series) else self.series),
        ):
            if 0 < len(row) < self.n:
                raise RuleError(f"{self.name}: {what} is given for {len(row)} of {self.n} places")
            if len(row) > self.n:
                places = "one place" if self.n == 1 else f"{self.n} places"
                raise RuleError(f"{self.name}: {what} is given {len(row)} times for {places}")

    def in_vain(self) -> str:
        """First cards are set out, or go up; what a series reads lies in another group."""
        if self.series_of(0).reads_above and self.above in ("", self.name):
            return 'its series is read off the cards of another group: say which, as in by_addition.under("balcony")'
        if self.cards and self.begun != "by you":
            return "its first cards are set out before the deal, so that none goes up in it: leave out begun="
        return ""

    def idle(self, making: Making) -> str:
        """The deal must find the base that a series begins with; first cards begin their series."""
        if self.begins_with_base and not any(step.opens for step in making.deal.steps):
            return f'no card becomes their base: say base("{self.name}") in the deal'
        for i, card in enumerate(cards(self.cards)):
            series = self.series_of(i)
            if series.is_plain and card.rank not in series.ranks(making.one_packs.ranks)[:1]:
                return f"{card.symbol} is set out where it does not begin the series"
        return ""

    def meets(self, making: Making) -> bool:
        """Whether its cards are those of foundations said before it, which go the other way: there is
        but one pack for both, and they meet where they may.
        """
        homes, ranks = making.of(foundations), making.one_packs.ranks
        rows = [[home.series_of(i).ranks(ranks) for i in range(home.n)] for home in homes]
        mine, before = rows[homes.index(self)], rows[: homes.index(self)]
        copies = sum(card.rank == mine[0][0] for card in making.one_packs.cards())
        return copies == self.n and rows.count(mine) == 1 and [row[::-1] for row in mine] in before

    def enter(self, making: Making) -> None:
        """Set what each foundation takes."""
        group = making.group(self.name, self)
        ranks = making.one_packs.ranks
        series = self.series_of(0)
        kinds = {(type(one), one.above) for one in map(self.series_of, range(self.n))}
        if len(kinds) > 1:
            raise RuleError(
                f"{self.name}: foundations of one group take their cards by one kind of series",
                self,
            )
        group.series = type(series)
        group.in_suit = self.suit is in_suit
        group.follows = by_face(
            lambda top: sum(
                OF_SUIT[s] for s in range(4) if self.suit.fits(SUITS[SUIT[top]], SUITS[s])
            )
        )
        longest = max(len(self.series_of(i).ranks(ranks)) for i in range(self.n))
        linked = making.group(self.above, self) if self.above else None
        if linked is not None:
            if group.series is AnyFromBase and not linked.foundation:
                raise RuleError(
                    f"{self.name}: the cards above lie on foundations, and the {self.above} are none",
                    self,
                )
            if (room := len(linked.places)) < self.n:
                raise RuleError(
                    f"{self.name}: {self.n} foundations stand by a card each of the {self.above}, which holds {room}",
                    self,
                )
            if series.reads_above and linked is making.rules.hand:
                raise RuleError(
                    f"{self.name}: the pack in hand lies face down, and no series is read off it",
                    self,
                )
            linked.leads = (*linked.leads, group)
        beside = 0 if linked is not group else 1  # a foundation above is the one before it
        meets, first_cards = self.meets(making), cards(self.cards)
        for i, place in enumerate(group.places):
            values = self.series_of(i).ranks(ranks)
            making.rules.goal_cards += 0 if meets else len(values)
            place.length = len(values)
            if series.is_plain:
                place.faces = (*(OF_RANK[v] for v in values), *(0,) * (longest + 1 - len(values)))
            place.steps = values
            if first_cards:
                place.base = 1 << first_cards[i].index
            elif self.suits not in ("", ONE_OF_EACH):
                place.base = OF_SUIT[SUITS.index(self.suits[i])]
            if linked is not None and i >= beside:
                place.link = linked.first + i - beside
        making.rules.puts_up |= group.puts_up
        if self.begun == "at once" and making.rules.choosing is None:
            making.rules.puts_up_anywhere = True
            making.rules.choosing = WhichGoesUp(self)
            making.hook(making.rules.choosing)
        if self.begins_with_base:
            making.register("base", 0, 13)


class WhichGoesUp(Claims):
    """Of several equal cards that would open a foundation at once the player says which does."""

    def __init__(self, clause: foundations) -> None:
        self.clause = clause

    def claims(self, rules: Rules, s: State) -> int:
        """Whether such cards lie available."""
        if s.phase != PLAY or s.gap >= 0:
            return False
        for group in rules.groups:
            if group.offers and not group.foundation:
                for p in range(group.first, group.end):
                    if s.live[p] >= 0 and is_spoilt_for_choice(rules, s, s.live[p] & FACE):
                        return True
        return False

    def choices(self, rules: Rules, s: State) -> int:
        """Write the moves by which they go up."""
        n = 0
        for permit in rules.permits:
            if permit.to.puts_up:
                n = permit.moves(rules, s, phase_of(rules, s), n)
        count = 0
        for i in range(n):
            a, b = part(s.moves[i], 0), part(s.moves[i], 1)
            if s.top[b] < 0 and is_spoilt_for_choice(rules, s, s.live[a] & FACE):
                s.moves[count] = s.moves[i]
                count += 1
        return count

    def claimed(self, why: Reasons, word: str) -> Said:
        """One of them must go up before anything else."""
        group = why.rules.places[part(why.p.moves()[0].code, 1)].group
        clause = group.clause or self.clause
        return f"First say which of the equal cards goes up: {why.says(clause)}", rule_of(clause)


def told_apart(orders: tuple[Series, ...]) -> str:
    """How foundations of several orders go: those of a clock each to its hour."""
    if all(
        series.tell().startswith("ascend") and series.values[-1] == hour
        for hour, series in enumerate(orders, 1)
    ):
        return "ascend, each from its card to its hour"
    return f"follow orders of their own: {'; '.join(series.tell() for series in orders)}"


def foundation_names(c: foundations) -> tuple[str, ...]:
    """What the foundations are called: by their card, their suit, or their number."""
    if c.cards:
        first_cards = cards(c.cards)
        counts = {card: first_cards.count(card) for card in first_cards}
        return tuple(
            f"the {card.name} foundation" if counts[card] == 1 else f"{card.name} foundation {i}"
            for i, card in enumerate(first_cards, 1)
        )
    if c.suits not in ("", ONE_OF_EACH) and type(c.series_of(0)) is Series:
        start = RANK_NAMES[c.series_of(0).values[0] - 1]
        return tuple(f"the {start} of {SUIT_NAMES[s]} foundation" for s in c.suits)
    return tuple(
        f"{'foundation' if c.name == 'foundations' else singular(c.name)} {i}"
        for i in range(1, c.n + 1)
    )


#: Each suit once, or none.
FourSuits = Annotated[
    str,
    Such(
        lambda text: sorted(text) in ([], sorted(SUITS)),
        "the letters C, D, H and S, each once, or no letter",
    ),
]


@checked
def aces_and_kings(
    aces: tuple[Spot, ...] = (),
    kings: tuple[Spot, ...] = (),
    suits: FourSuits = "DCHS",
    taken: bool = False,
    begun: Annotated[str, one_of("by you", "as they appear", "at once")] = "by you",
) -> Clauses:
    """Four foundations that ascend from the aces to the kings, and four that descend from the
    kings to the aces, one of each suit.

    Args:
        aces: where the four aces lie, in card widths and heights.
        kings: where the four kings lie.
        suits: the suits in the order in which they lie, D, C, H and S; without it as they come.
        taken: True where the aces and kings are set out before the deal.
        begun: how an ace or a king goes up: "by you", "as they appear" or "at once".

    >>> aces_and_kings(taken=True)[0].tell()
    'Four foundations, the aces, ascend from ace to king, in suit; their first cards are set out before the deal.'
    """
    shared: dict[str, Any] = {"suits": suits or ONE_OF_EACH, "begun": begun}
    up_cards = " ".join("A" + s for s in suits) if taken else ""
    down_cards = " ".join("K" + s for s in suits) if taken else ""
    return Clauses(
        (
            foundations(
                4, ascending(A, K), at=aces, name="aces", cards=up_cards, letter="a", **shared
            ),
            foundations(
                4, descending(K, A), at=kings, name="kings", cards=down_cards, letter="k", **shared
            ),
        )
    )
