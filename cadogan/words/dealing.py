"""deal: the deal, a script of steps with pauses.

Each step of a deal is a word of its own: what it says, and what it writes into the script. The script is a row of entries, each
with what is done (a `Doing`) and the place it is done to; the engine goes along it until the player must decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from cadogan.engine.chance import REPEATED, seed, shuffle
from cadogan.engine.home import put_up
from cadogan.engine.moves import LAID, encoded, order, part
from cadogan.engine.numbers import FACE, NOTHING, RANK
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import changed, lay, next_card, pop, push, push_under, refresh, stack_hand, take_up
from cadogan.engine.play import fill_gaps, legal, set_phase
from cadogan.engine.rules import DEALING, PAUSE, PLAY, Group, Rules

from .citing import Rule, RuleError, rule_of
from .clause import Clause
from .english import Groups, counted, each_of, groups, is_plural, joined, listed, rank_name, upper_first
from .values import Q as QUEEN

if TYPE_CHECKING:
    from cadogan.patience.making import Making, Script
    from cadogan.patience.refusals import Reasons


def no_round(why: Reasons, places: list[str]) -> tuple[str, str]:
    """Why no round is dealt."""
    return why.waiting() or ("The whole deal is made; no round is left to deal.", rule_of(why.clause(deal)))


DEAL = order("deal", "deal the next round", no_round, "Deal", "D", "There is nothing to deal now.")

# --- what can be done at a step of the deal -----------------------------------------------------------


class Doing:
    """What is done at an entry of the script."""

    #: Whether a card dealt here is of no concern as it falls.
    flat = False
    #: Whether the player may have to decide something here.
    decides = False
    #: Whether what the player decides is not where a card in dealing goes.
    chooses = False
    label = "deal"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Do it; 0 where the player must decide first."""
        raise NotImplementedError  # every step does something

    def choices(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """Write the places on which the card in dealing may be laid to `s.moves` from n on; how many moves stand there then."""
        return n

    def falls_on(self, place: int, target: int) -> bool:
        """Whether a card dealt at this step to a place may fall on another."""
        return True

    def laid(self, rules: Rules, s: Any, a: int, b: int, by: int) -> None:
        """The player has let the card in dealing go from a to b, by a permit or (`LAID`) by the deal."""
        push(rules, s, b, pop(rules, s, a))


#: How often a first deal is begun anew at most; then a card is laid in spite of all.
MOST_REPEATS = 1000


def lay_here(s: Any, a: int, b: int, n: int) -> int:
    """Write the move that lays the card in dealing."""
    s.moves[n] = encoded(PLAYING, a, b, 0, LAID)
    return n + 1


@dataclass(frozen=True)
class Lay(Doing):
    """A card is laid on a place.

    ``down``: face down; ``under``: beneath the others; ``examine``: the player may play it as it falls, or ``must``; with
    ``counts`` the place's turn is then used up; ``unlike``: no value comes twice in a place; ``if_empty``: only where the
    place is empty; ``as_it_lies``: no foundation card goes up by itself.
    """

    down: bool = False
    under: bool = False
    examine: bool = False
    must: bool = False
    counts: bool = False
    unlike: bool = False
    in_spite: bool = False
    if_empty: bool = False
    as_it_lies: bool = False
    flat: bool = False

    label = "card"

    @property
    def decides(self) -> bool:  # type: ignore[override]
        """Whether the player may have to decide something here."""
        return self.examine

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Deal one card, or as many as lie there without concern."""
        if self.flat:
            return lay_flat(rules, s)
        hand = rules.hand.first
        if s.top[hand] < 0 or (self.if_empty and s.top[p] >= 0):
            s.step += 1
            return 1
        if self.examine:
            if put_up(rules, s, rules.hand, hand):
                if self.counts:
                    s.step += 1
                return 1
            s.target = p
            if legal(rules, s) > 1:
                return 0
            if part(s.moves[0], 3) != LAID:  # the one play that the text demands
                self.laid(rules, s, hand, part(s.moves[0], 1), part(s.moves[0], 3))
                return 1
        elif not self.as_it_lies and put_up(rules, s, rules.hand, hand):
            return 1
        if self.unlike and not find_unlike(rules, s, p, self.in_spite):
            return 1
        if rules.newest:
            s.before[p] = s.height[p]
        card = next_card(rules, s)
        if self.under:
            push_under(rules, s, p, card)
        else:
            push(rules, s, p, card)
        if self.down:
            lie_down(rules, s, p, card)
        s.step += 1
        return 1

    def falls_on(self, place: int, target: int) -> bool:
        """Here and nowhere else."""
        return place == target

    def choices(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """It is laid on its place, unless it must be played."""
        hand = rules.hand.first
        if self.must:
            for i in range(n):
                if part(s.moves[i], 0) == hand:
                    return n
        return lay_here(s, hand, p, n)

    def laid(self, rules: Rules, s: Any, a: int, b: int, by: int) -> None:
        """It goes to a foundation, and the next is dealt in its stead (or its number is used up); or it lies here."""
        if rules.noted is not None and by != LAID and rules.places[b].group.foundation:
            rules.noted.noted(rules, s, a, b, by)
        card = next_card(rules, s)
        if rules.newest and by == LAID:
            s.before[b] = s.height[b]
        push(rules, s, b, card)
        if by == LAID or self.counts:
            s.step += 1


def lie_down(rules: Rules, s: Any, p: int, card: int) -> None:
    """A card just laid lies face down."""
    s.down[card] = 1
    changed(rules, s, rules.places[p].group, p, 0)


def lay_flat(rules: Rules, s: Any) -> int:
    """Deal on while no card can be of concern as it falls; what is available is worked out once, afterwards."""
    hand = rules.hand.first
    step = s.step
    end = rules.flat_until[step]
    while step < end:
        card = s.top[hand]
        if card >= 0:
            p = rules.script[step].place
            s.top[hand] = s.under[card]
            s.height[hand] -= 1
            if rules.script[step].kind.under and s.top[p] >= 0:
                lowest = s.top[p]
                while s.under[lowest] >= 0:
                    lowest = s.under[lowest]
                s.under[lowest] = card
                s.under[card] = NOTHING
            else:
                s.under[card] = s.top[p]
                s.top[p] = card
            if rules.face_down:
                s.down[card] = rules.script[step].kind.down
            if rules.newest:
                s.before[p] = s.height[p]
            s.height[p] += 1
        step += 1
    s.step = step
    refresh(rules, s)
    return 1


def find_unlike(rules: Rules, s: Any, p: int, in_spite: bool) -> int:
    """Bring up a card whose value the column has not yet; else take the next in spite of it, or shuffle all and begin
    again; 0 where it begins again."""
    hand = rules.hand.first
    for _ in range(s.height[hand]):
        rank = RANK[s.top[hand] & FACE]
        card = s.top[p]
        while card >= 0 and RANK[card & FACE] != rank:
            card = s.under[card]
        if card < 0:
            return 1
        push_under(rules, s, hand, next_card(rules, s))
    if in_spite or s.repeats >= MOST_REPEATS:
        return 1
    s.repeats += 1
    n = 0
    for q in range(len(rules.places)):
        n = take_up(rules, s, q, n, False)
    seed(s.chance, s.number, REPEATED + s.repeats)
    shuffle(s.chance, s.pack, 0, n)
    stack_hand(rules, s, 0, n)
    refresh(rules, s)
    s.step = 0
    return 0


class Repeats:
    """How often the deal has been begun anew."""

    label = ""

    def clear(self, rules: Rules, s: Any) -> None:
        """Never."""
        s.repeats = 0


class Finish(Doing):
    """The deal is made; play begins."""

    label = "end"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Begin to play."""
        set_phase(rules, s, PLAY)
        fill_gaps(rules, s)
        return 1


class Pause(Doing):
    """The player plays before the next round is dealt, if there is one."""

    label = "pause"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Let the player play."""
        rules.pausing.rounds_over(rules, s)
        if s.top[rules.hand.first] < 0:
            s.step += 1
        else:
            set_phase(rules, s, PAUSE)
            fill_gaps(rules, s)
        return 1


@dataclass(frozen=True)
class Pausing:
    """The move that goes on with the deal after a pause. ``scattering`` where the player lays the cards of a round."""

    clause: deal
    scattering: bool
    kind: ClassVar[int] = DEAL.number
    worth: ClassVar[int] = 4
    label: ClassVar[str] = ""

    def do(self, rules: Rules, s: Any, move: int) -> None:
        """Go on with the deal."""
        s.step += 1
        s.round += 1
        set_phase(rules, s, DEALING)

    def clear(self, rules: Rules, s: Any) -> None:
        """No round is dealt."""
        if self.scattering:
            s.scattered = 0

    def rounds_over(self, rules: Rules, s: Any) -> None:
        """The cards of the next round are counted anew."""
        if self.scattering:
            s.scattered = 0


@dataclass(frozen=True)
class Loop(Doing):
    """Back to an earlier step while the pack lasts."""

    to: int
    label = "loop"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Back, or on."""
        s.step = self.to if s.top[rules.hand.first] >= 0 else s.step + 1
        return 1


@dataclass(frozen=True)
class Choose(Doing):
    """The player chooses which of some cards opens a foundation."""

    among: Group
    n: int
    to: int
    decides = chooses = True
    label = "choose"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """The player decides."""
        return 0

    def choices(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """Each of them."""
        for a in range(self.among.first, self.among.first + self.n):
            n = lay_here(s, a, self.to, n)
        return n

    def laid(self, rules: Rules, s: Any, a: int, b: int, by: int) -> None:
        """It opens the foundation; where it lay is filled with all other gaps."""
        found_base(rules, s, pop(rules, s, a), b)


def found_base(rules: Rules, s: Any, card: int, p: int) -> None:
    """A card becomes the base and opens a foundation."""
    s.base = RANK[card & FACE]
    refresh(rules, s)
    push(rules, s, p, card)
    s.step += 1


@dataclass(frozen=True)
class Base(Doing):
    """The next card is the base; of two foundations the player may choose which it opens."""

    one: int
    other: int
    label = "base"

    @property
    def decides(self) -> bool:  # type: ignore[override]
        """Whether there is a choice."""
        return self.one != self.other

    chooses = True

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Open the only one, or ask."""
        if self.decides:
            return 0
        found_base(rules, s, next_card(rules, s), self.one)
        return 1

    def choices(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """Either of the two."""
        n = lay_here(s, rules.hand.first, self.one, n)
        return lay_here(s, rules.hand.first, self.other, n)

    def laid(self, rules: Rules, s: Any, a: int, b: int, by: int) -> None:
        """It opens the one chosen."""
        found_base(rules, s, next_card(rules, s), b)


@dataclass(frozen=True)
class Heap(Doing):
    """Cards are heaped on the last packet until a card of a rank begins the next."""

    on: Group
    rank: int
    decides = True
    label = "heap"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Deal one card on to the last packet, or to the next."""
        hand = rules.hand.first
        if s.top[hand] < 0:
            s.step += 1
            return 1
        if put_up(rules, s, rules.hand, hand):
            return 1
        last = self.on.first
        while last + 1 < self.on.end and s.top[last + 1] >= 0:
            last += 1
        if RANK[s.top[hand] & FACE] == self.rank:
            lay(rules, s, self.on, last + 1, next_card(rules, s))
            return 1
        s.target = last
        if legal(rules, s) > 1:
            return 0
        lay(rules, s, self.on, last, next_card(rules, s))
        return 1

    def choices(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """On the heap."""
        return lay_here(s, rules.hand.first, s.target, n)

    def laid(self, rules: Rules, s: Any, a: int, b: int, by: int) -> None:
        """It goes where the player lets it."""
        push(rules, s, b, next_card(rules, s))


@dataclass(frozen=True)
class Scatter(Doing):
    """Rounds of a number of cards, each laid on whichever place the player likes."""

    on: Group
    n: int
    decides = True
    label = "scatter"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Until the round is full the player lays each card."""
        s.target = self.on.first
        if s.scattered >= self.n or s.top[rules.hand.first] < 0:
            s.step += 1
            return 1
        return put_up(rules, s, rules.hand, rules.hand.first)

    def choices(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """Any place of the group."""
        for d in range(self.on.first, self.on.end):
            n = lay_here(s, rules.hand.first, d, n)
        return n

    def laid(self, rules: Rules, s: Any, a: int, b: int, by: int) -> None:
        """A card laid counts to the round."""
        card = next_card(rules, s)
        if rules.newest and by == LAID:
            s.before[b] = s.height[b]
        push(rules, s, b, card)
        if by == LAID:
            s.scattered += 1


class ByColour(Doing):
    """Cards go to the gaps of their colour, and the surplus to their colour's talon, while any gap is open."""

    label = "by_colour"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Deal until both divisions are full."""
        rules.colours.deal(rules, s)
        s.step += 1
        return 1


@dataclass(frozen=True)
class Slip(Doing):
    """Cards of a rank that lie uppermost are slipped underneath."""

    rank: int
    label = "slip"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Slip as many as lie there."""
        while s.height[p] > 1 and RANK[s.top[p] & FACE] == self.rank:
            push_under(rules, s, p, pop(rules, s, p))
        s.step += 1
        return 1


@dataclass(frozen=True)
class Lift(Doing):
    """The uppermost card of a place is lifted to another."""

    to: int
    label = "lift"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """Lift it; what foundations want may hang on the card."""
        push(rules, s, self.to, pop(rules, s, p))
        refresh(rules, s)
        s.step += 1
        return 1


@dataclass(frozen=True)
class Key(Doing):
    """While a card of a rank lies uppermost, a number of cards go under the pack."""

    rank: int
    n: int
    label = "key"

    def go(self, rules: Rules, s: Any, p: int) -> int:
        """They are lifted as one packet and turned: the uppermost lies last."""
        while s.top[p] >= 0 and RANK[s.top[p] & FACE] == self.rank:
            n = min(self.n, s.height[p])
            for i in range(n):
                s.pack[i] = pop(rules, s, p)
            for i in range(n):
                push_under(rules, s, rules.hand.first, s.pack[n - 1 - i])
        s.step += 1
        return 1


# --- the steps as a game says them --------------------------------------------------------------------


class Step:
    """A step of the deal."""

    #: Whether it goes on until the pack is out.
    runs_out: ClassVar[bool] = False
    #: Whether it lays cards face down.
    face_down: ClassVar[bool] = False

    @property
    def to(self) -> tuple[str, ...]:
        """The groups or places that it concerns."""
        raise NotImplementedError  # every step names them

    def tell(self) -> str:
        """The step as a phrase."""
        raise NotImplementedError  # every step says itself

    def dealt(self, making: Making) -> int:
        """How many cards it deals, where that is known beforehand."""
        return 0

    def write(self, script: Script) -> None:
        """Write it into the script."""
        raise NotImplementedError  # every step does something


def whole(value: Any, what: str, least: int = 1) -> None:
    """Refuse anything that is not a whole number from ``least`` upward."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise RuleError(f"{what} is a whole number from {least} upward, not {value!r}")


@dataclass(frozen=True)
class each(Step):
    """A number of cards together to each place in turn; ``under`` lists the places (from 1) laid inward."""

    group: str
    n: int | tuple[int, ...]
    under: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.n == ():
            raise RuleError("each deals a number of cards to every place; an empty row of numbers deals to none")
        for n in self.n if isinstance(self.n, tuple) else (self.n,):
            whole(n, "the number of cards that each place gets", 0)
        object.__setattr__(self, "under", tuple(self.under))

    @property
    def to(self) -> tuple[str, ...]:
        """The group."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        n = self.n
        many = counted(n) if isinstance(n, int) else f"{counted(min(n))} or {counted(max(n))}" if min(n) != max(n) else counted(n[0])
        return f"deal {many} cards together to {each_of(self.group)}"

    def dealt(self, making: Making) -> int:
        """As many as each place gets."""
        return sum(self.n) if isinstance(self.n, tuple) else self.n * making.count(self)

    def write(self, script: Script) -> None:
        """Place by place."""
        spots = script.spots(self.group)
        many = self.n if isinstance(self.n, tuple) else (self.n,) * len(spots)
        for at, (p, n) in enumerate(zip(spots, many), 1):
            for _ in range(n):
                script.lay(p, as_it_lies=True, under=at in self.under)


@dataclass(frozen=True)
class rows(Step):
    """A number of rounds of one card to each place in turn; ``down`` lists the rows (from 1) laid face down.

    With ``unlike`` no value comes twice in a place: such a card goes under the pack. When no card left will do, all are
    shuffled and dealt afresh, or with ``in_spite`` the next one is laid after all.
    """

    group: Groups
    n: int = 1
    down: tuple[int, ...] = ()
    unlike: bool = False
    in_spite: bool = False

    def __post_init__(self) -> None:
        whole(self.n, "the number of rows")
        object.__setattr__(self, "down", tuple(self.down))
        if self.in_spite and not self.unlike:
            raise RuleError("in_spite says what is done when no unlike card is left; it goes with unlike=True")

    @property
    def face_down(self) -> bool:  # type: ignore[override]
        """Whether any row lies face down."""
        return bool(self.down)

    @property
    def to(self) -> tuple[str, ...]:
        """The groups."""
        return groups(self.group)

    def tell(self) -> str:
        """The step as a phrase."""
        said = f"deal {'a card' if self.n == 1 else f'{counted(self.n)} rows, a card'} to {each_of(self.group)}"
        said += f", row{'s' if len(self.down) > 1 else ''} {joined(list(map(str, self.down)))} face down" if self.down else ""
        if self.unlike:
            said += ", never two of one value in a place: such a card goes under the pack, and when no card left will do, "
            said += "the next is laid after all" if self.in_spite else "all are shuffled and dealt afresh"
        return said

    def dealt(self, making: Making) -> int:
        """One for each place and row."""
        return self.n * making.count(self)

    def write(self, script: Script) -> None:
        """Row by row."""
        if self.unlike and self.n > len(script.making.one_packs.ranks):
            raise RuleError(f"rows: no {self.n} cards of one place can all be unlike, for the pack has fewer values")
        for row in range(1, self.n + 1):
            for p in script.spots(self.group):
                script.lay(p, down=row in self.down, unlike=self.unlike, in_spite=self.in_spite)
        if self.unlike:
            script.register("repeats", 0, MOST_REPEATS)
            script.clear_with(Repeats())


@dataclass(frozen=True)
class staircase(Step):
    """One column more in each row, the last card of each column face up and the others face down."""

    group: str
    face_down = True

    @property
    def to(self) -> tuple[str, ...]:
        """The group."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal one card to the first of the {self.group}, two to the second and so on, the last of each face up"

    def dealt(self, making: Making) -> int:
        """A triangle."""
        return making.count(self) * (making.count(self) + 1) // 2

    def write(self, script: Script) -> None:
        """Row by row, each one place shorter."""
        spots = script.spots(self.group)
        for row in range(len(spots)):
            for column, p in enumerate(spots[row:]):
                script.lay(p, down=column > 0)


@dataclass(frozen=True)
class rounds(Step):
    """Rounds of ``n`` cards to each place until the pack is out, with or without a pause for play.

    With ``across``, each round is a new row of that many places beneath the last.
    """

    group: Groups
    n: int = 1
    pause: bool = False
    across: int = 0
    runs_out = True

    def __post_init__(self) -> None:
        whole(self.n, "the number of cards of a round")
        whole(self.across, "across, the length of a row,", 0)

    @property
    def to(self) -> tuple[str, ...]:
        """The groups."""
        return groups(self.group)

    def tell(self) -> str:
        """The step as a phrase."""
        many = "one card" if self.n == 1 else f"{counted(self.n)} cards together"
        if self.across:
            said = f"deal rows of {counted(self.across)} beneath one another"
        else:
            said = f"deal {many} to {each_of(self.group)}, round after round,"
        return f"{said} until the pack is out" + (", with a pause for play after each" if self.pause else "")

    def write(self, script: Script) -> None:
        """A round, or row after row; then back to the first while the pack lasts."""
        spots = script.spots(self.group)
        start = len(script)
        across = self.across or len(spots)
        for row in range(0, len(spots), across):
            for p in spots[row : row + across]:
                for _ in range(self.n):
                    script.lay(p)
            if self.pause:
                script.add(Pause())
        if not self.across:
            script.add(Loop(start))


@dataclass(frozen=True)
class choose_base(Step):
    """A number of cards are turned to a group, and the player chooses which of them opens the foundations."""

    n: int
    group: str
    foundation: str

    def __post_init__(self) -> None:
        whole(self.n, "the number of cards to choose from")

    @property
    def to(self) -> tuple[str, ...]:
        """The group and the foundations."""
        return (self.group, self.foundation)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal {counted(self.n)} cards to the {self.group}, and choose one of them to open the {self.foundation} as their base"

    def write(self, script: Script) -> None:
        """A card to each place; then the choice."""
        if len(script.spots(self.group)) < self.n:
            raise RuleError(f"choose_base: {self.n} cards are turned, but the {self.group} has {len(script.spots(self.group))} places")
        for p in script.spots(self.group)[: self.n]:
            script.lay(p)
        script.add(Choose(script.group(self.group), self.n, script.spots(self.foundation)[0]))


@dataclass(frozen=True)
class complete(Step):
    """One card to each place of a group that is still empty."""

    group: str

    @property
    def to(self) -> tuple[str, ...]:
        """The group."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal a card to each empty place of the {self.group}"

    def dealt(self, making: Making) -> int:
        """At most one for each place."""
        return making.count(self)

    def write(self, script: Script) -> None:
        """Place by place."""
        for p in script.spots(self.group):
            script.lay(p, if_empty=True)


@dataclass(frozen=True)
class pause(Step):
    """A pause for play."""

    @property
    def to(self) -> tuple[str, ...]:
        """None."""
        return ()

    def tell(self) -> str:
        """The step as a phrase."""
        return "pause for play"

    def write(self, script: Script) -> None:
        """A pause."""
        script.add(Pause())


@dataclass(frozen=True)
class lift(Step):
    """The uppermost card of each place of one group is lifted to another."""

    source: str
    target: str

    @property
    def to(self) -> tuple[str, ...]:
        """Both groups."""
        return (self.source, self.target)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"lift the uppermost card of {each_of(self.source)} to the {self.target}"

    def write(self, script: Script) -> None:
        """Place by place."""
        for p, q in zip(script.spots(self.source), script.spots(self.target)):
            script.add(Lift(q), p)


@dataclass(frozen=True)
class slip(Step):
    """Cards of a value that lie uppermost are slipped underneath their packets."""

    group: str
    rank: int

    @property
    def to(self) -> tuple[str, ...]:
        """The group."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"slip any {rank_name(self.rank)} that lies uppermost on the {self.group} under its packet"

    def write(self, script: Script) -> None:
        """Place by place."""
        for p in script.spots(self.group):
            script.add(Slip(self.rank), p)


@dataclass(frozen=True)
class pay_key(Step):
    """While the uppermost card is a queen, a number of cards go from the packet to the bottom of the pack."""

    group: str
    n: int

    def __post_init__(self) -> None:
        whole(self.n, "the number of cards paid for a queen")

    @property
    def to(self) -> tuple[str, ...]:
        """The packet."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"while the {self.group} shows a queen, put {counted(self.n)} cards from its top under the pack"

    def write(self, script: Script) -> None:
        """Once, for the first place of the group."""
        script.add(Key(QUEEN, self.n), script.spots(self.group)[0])


@dataclass(frozen=True)
class by_colour(Step):
    """Red cards to one group and black to another until both are full, the surplus to their talons."""

    red: str
    black: str

    @property
    def to(self) -> tuple[str, ...]:
        """Both groups."""
        return (self.red, self.black)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal red cards to the {self.red} and black ones to the {self.black}, and lay any surplus on the talon of its colour"

    def write(self, script: Script) -> None:
        """Both divisions at once; the gaps of each are filled by its colour from then on."""
        script.by_colour(self)
        script.add(ByColour())


@dataclass(frozen=True)
class base(Step):
    """The next card is the base, and opens the first foundation of the group; of two groups the player chooses one."""

    group: Groups

    @property
    def to(self) -> tuple[str, ...]:
        """The groups."""
        return groups(self.group)

    def tell(self) -> str:
        """The step as a phrase."""
        choice = "as you choose " if len(self.to) > 1 else ""
        return f"play the next card as the base, to open {choice}{listed(self.to, 'or')}"

    def write(self, script: Script) -> None:
        """The first foundation of each group."""
        firsts = [script.spots(name)[0] for name in self.to]
        script.add(Base(firsts[0], firsts[-1]))


@dataclass(frozen=True)
class heap(Step):
    """Cards are heaped on the last packet until a card of the value begins the next."""

    group: str
    rank: int
    runs_out = True

    @property
    def to(self) -> tuple[str, ...]:
        """The group."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal the rest on the newest of the {self.group}, each {rank_name(self.rank)} beginning another"

    def write(self, script: Script) -> None:
        """Until the pack is out."""
        begin = script.making.dealt_of_rank(self.rank)
        if begin >= script.group(self.group).count:
            raise RuleError(f"heap: {begin} cards may begin a packet after the first, and the {self.group} has fewer places")
        script.add(Heap(script.group(self.group), self.rank))


@dataclass(frozen=True)
class scatter(Step):
    """Rounds of a number of cards on whichever places the player likes, with a pause after each."""

    group: str
    n: int
    runs_out = True

    def __post_init__(self) -> None:
        whole(self.n, "the number of cards of a round")

    @property
    def to(self) -> tuple[str, ...]:
        """The group."""
        return (self.group,)

    def tell(self) -> str:
        """The step as a phrase."""
        where = f"whichever {'of' if is_plural(self.group) else 'places of'} the {self.group} you like"
        return f"deal rounds of {counted(self.n)} cards on {where}, with a pause after each"

    def write(self, script: Script) -> None:
        """A round, a pause, and back while the pack lasts."""
        start = len(script)
        script.add(Scatter(script.group(self.group), self.n))
        script.add(Pause())
        script.add(Loop(start))
        script.register("scattered", 0, self.n)


@dataclass(frozen=True, init=False)
class deal(Clause):
    """The deal, step by step; what is left stays in hand.

    >>> deal(rows("lanes", 4), rows("bouquet")).tell()
    'Deal four rows, a card to each of the lanes; then a card to each place of the bouquet.'
    """

    steps: tuple[Step, ...]

    def __init__(self, *steps: Step, rules: tuple[Rule, ...] = ()) -> None:
        for step in steps:
            if not isinstance(step, Step):
                raise RuleError(f"a deal is made of steps such as each(…), rows(…) or rounds(…), not of {step!r:.60}")
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "rules", rules)

    def citing(self, rules: tuple[Rule, ...]) -> deal:
        """The same deal with other rules cited."""
        return deal(*self.steps, rules=rules)

    def names(self) -> Iterator[str]:
        """Every group dealt to."""
        for step in self.steps:
            yield from step.to

    def receives(self) -> Iterable[str]:
        """Every group dealt to."""
        return self.names()

    @property
    def runs_out(self) -> bool:
        """Whether the deal ends only when the pack is out."""
        return any(step.runs_out for step in self.steps)

    def tell(self) -> str:
        """The clause as a sentence."""
        said = [s.tell() for s in self.steps]
        # the verb is said once where it does not change
        follow = [w.removeprefix("deal ") if before.startswith("deal ") else w for before, w in zip(said, said[1:])]
        return upper_first("; then ".join([*said[:1], *follow])) + "."
