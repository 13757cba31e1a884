"""again: re-deals, always in addition to the first deal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any

from cadogan.engine.chance import seed, shuffle
from cadogan.engine.moves import KIND, order, part
from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import card_at, pop_at, push, refresh, stack_hand, take_up
from cadogan.engine.rules import DEALING, PLAY as IN_PLAY, Rules, State
from cadogan.usage import MOST, Number, Such, one_of

from .after import After
from .citing import RuleError, rule_of
from .clause import TABLEAU, TALON, Clause, Making, Reasons, Said
from .english import Groups, counted, each_of, groups, is_plural, listed, talon, the, upper_first
from .turn import TURN
from .values import Q as QUEEN


def no_redeal(why: Reasons, places: list[str]) -> Said:
    """Why there is no re-deal."""
    clause = why.clause(again)
    if clause is None:
        return "There is no re-deal in this game.", "PLAY"
    if why.s.phase != IN_PLAY:
        return "The deal is not finished; a re-deal comes after it.", rule_of(clause)
    if why.s.height[why.rules.hand.first]:
        return "The pack in hand is not out; a re-deal comes when it is.", rule_of(clause)
    if 0 <= clause.n <= why.s.redeals:
        return f"No re-deal is left: {why.says(clause)}", rule_of(clause)
    if clause.after and (refusal := clause.after.refused(why, clause)):
        return refusal
    if clause.placing and why.s.height[why.rules.talons[0].first]:
        return f"Nothing was placed in this pass: {why.says(clause)}", rule_of(clause)
    if isinstance(why.rules.redeal, PayQueens) and why.rules.redeal.fruitless(why.rules, why.s):
        return f"{why.s.idle_turns} cards were turned in vain: {why.says(clause)}", rule_of(clause)
    return f"There is nothing to deal again: {why.says(clause)}", rule_of(clause)


#: How often cards may be dealt again.
OFTEN = Such(
    range(-1, MOST + 1).__contains__, "a number of re-deals, or -1 for as many as you like"
)
AGAIN = order("again", "deal again", no_redeal, "Re-deal", "A")


@dataclass(frozen=True)
class again(Clause):
    """Cards are taken up and dealt again: a re-deal, always besides the first deal. Where the game
    has none, add it to a line that the game already names: turning = turn(), again(1).

    Args:
        n: how many re-deals there may be; -1 for as many as you like.
        what: the group or groups taken up; without it the talon.
        shuffled: True where they are shuffled first.
        packets: how several packets are taken up: "in order"; "under", each under the one before,
            so that the last comes out first; "backwards", so and the uppermost card of each first;
            or "dealt round", one at a time and dealt round the others.
        placing: True where another pass needs one that placed a card of the talon or the pack.
        complete_first: a group whose vacancies are dealt to before the rest.
        for_each_queen: how many cards from the bottom of the talon are dealt again for each
            queen in it.
        queens: "new" where those laid since the last payment count, and one that is met among the
            cards paid goes along; "all" where all in the talon count; "lifted" where those paid for
            go along too; "left" where all stay where they lie.
        after: what must be done before the re-deal, such as all_played.

    >>> again(2, "fans", shuffled=True).tell()
    'The fans may be taken up twice, shuffled and dealt again.'
    """

    n: Annotated[int, OFTEN]
    what: Groups = talon
    shuffled: bool = False
    packets: Annotated[str, one_of("in order", "under", "backwards", "dealt round")] = "in order"
    placing: bool = False
    complete_first: str = ""
    for_each_queen: Number = 0
    queens: Annotated[str, one_of("new", "all", "lifted", "left")] = "new"
    after: After | None = None

    speaks_of = {"what": (TABLEAU, TALON), "complete_first": TABLEAU}
    takes_from = ("what",)

    @property
    def dealt_round(self) -> bool:
        """Whether one packet at a time is taken up and dealt round the others."""
        return self.packets == "dealt round"

    @property
    def partly(self) -> bool:
        """Whether only some of the cards are taken up at a time."""
        return self.dealt_round or self.for_each_queen > 0

    def tell(self) -> str:
        """The clause as a sentence."""
        if not self.n:
            return "There is no re-deal."
        sentence = self.what_is_dealt()
        return f"{sentence[:-1]}, {self.after.said_of('but')}." if self.after else sentence

    def what_is_dealt(self) -> str:
        """What is taken up, how often, and how it is dealt, as a sentence."""
        limit = "." if self.n < 0 else f"; no more than {counted(self.n)} re-deals in all."
        if self.for_each_queen:
            which = "in the talon" if self.queens == "all" else "laid on the talon in that deal"
            cards, are = ("card", "is") if self.for_each_queen == 1 else ("cards", "are")
            paid = f"{counted(self.for_each_queen)} {cards} for each queen {which} {are} taken"
            sentence = f"When the pack is out, {paid} from the bottom of the talon and dealt again"
            sentence += ", unless twice as many cards as it holds have been turned in vain"
            along = {
                "lifted": "the queens paid for go along too",
                "left": "the queens stay where they lie",
            }.get(self.queens, "a queen among them goes along without being counted")
            return f"{sentence}; {along}{limit}"
        if self.dealt_round:
            sentence = f"{upper_first(each_of(self.what))} may be taken up once, turned face down and dealt out"
            return (
                f"{sentence}, a card to each place in turn from its right-hand neighbour on{limit}"
            )
        often = (
            "as often as you like"
            if self.n < 0
            else {1: "once", 2: "twice"}.get(self.n, f"{counted(self.n)} times")
        )
        lies = (
            "they lie"
            if len(groups(self.what)) > 1 or is_plural(groups(self.what)[0])
            else "it lies"
        )
        manner = (
            ", shuffled and dealt again"
            if self.shuffled
            else f" and dealt again as {lies}, without shuffling"
        )
        sentence = f"{upper_first(listed(groups(self.what)))} may be taken up {often}{manner}"
        sentence += ", as long as each pass places one of its cards" if self.placing else ""
        sentence += (
            f", after a card to each empty place of {the(self.complete_first)}"
            if self.complete_first
            else ""
        )
        sentence += ", the uppermost card of each first" if self.packets == "backwards" else ""
        return sentence + (
            "."
            if self.packets == "in order"
            else ", each packet put under the one before and the heap turned."
        )

    def in_vain(self) -> str:
        """Some arguments belong to one kind of re-deal only."""
        if self.partly and (self.shuffled or self.packets not in ("in order", "dealt round")):
            return "where cards are paid for queens or dealt round, nothing is shuffled or turned about"
        if self.packets != "in order" and groups(self.what) == (talon,):
            return "packets speaks of several that are taken up, and the talon is one"
        if self.for_each_queen and (self.dealt_round or groups(self.what) != (talon,)):
            return "for_each_queen is paid from the talon"
        if not self.for_each_queen and self.queens != "new":
            return "queens speaks of those paid for: for_each_queen=3"
        if self.placing and (self.partly or groups(self.what) != (talon,)):
            return "placing is a matter of the talon's passes"
        if self.after is not None and self.after.first:
            return "at_first speaks of the first cards turned, and a re-deal comes after them"
        return ""

    def idle(self, making: Making) -> str:
        """The group that is completed first must be dealt to."""
        if self.complete_first and self.complete_first not in making.dealt_to:
            return f"nothing is dealt to {the(self.complete_first)}"
        return ""

    def enter(self, making: Making) -> None:
        """Add the move that deals again."""
        kind = PayQueens if self.for_each_queen else DealRound if self.dealt_round else TakeUp
        making.rules.redeal = kind(self, making)
        making.doer(AGAIN, making.rules.redeal)
        if self.complete_first:
            self.check_completed(making)
            making.completed = set(making.members(self.complete_first, self))

    def check_completed(self, making: Making) -> None:
        """Refuse to complete a group whose places the deal gives more than one card: an empty place
        is dealt one.

        Raises:
            RuleError: the deal does.
        """
        inside = set(making.members(self.complete_first, self))
        for step in making.deal.steps:
            places = [p for name in step.to for p in making.members(name, making.deal)]
            if inside & {*places} and (step.runs_out or step.dealt(making) > len(places)):
                raise RuleError(
                    f"again: complete_first deals a card to each empty place of {the(self.complete_first)}, "
                    "and the deal gives each place more than one",
                    self,
                )


def waits_in_vain(making: Making, after: int) -> str:
    """Why what waits for so many re-deals can never apply; empty where it can."""
    most = max((after if c.n < 0 else c.n for c in making.of(again)), default=0)
    if after <= most:
        return ""
    redeals = f"{counted(after)} re-deals" if after > 1 else "a re-deal"
    return f"it waits for {redeals}, and there {'is none' if most == 0 else f'are {counted(most)}'}"


class Redeal(ABC):
    """A re-deal: when it is granted, and what is done.

    ``limit`` is the number granted, or -1 for as many as one likes.
    """

    worth = 1
    kind = AGAIN.number

    def __init__(self, clause: again, making: Making) -> None:
        self.clause, self.limit, self.condition = clause, clause.n, clause.after
        #: The step with which the deal begins again; -1 where only the talon is taken up
        #: (`Making.restart`).
        self.restart = -1
        self.places = tuple(making.inside(clause.what, clause))

    def granted(self, rules: Rules, s: State) -> int:
        """Whether the pack is out, and a re-deal left."""
        return s.top[rules.hand.first] < 0 and (self.limit < 0 or s.redeals < self.limit)

    def may(self, rules: Rules, s: State) -> int:
        """Whether the re-deal may be made now."""
        return self.granted(rules, s) and self.anything(rules, s, 0)

    @abstractmethod
    def do(self, rules: Rules, s: State, move: int) -> None:
        """Make the re-deal."""

    def anything(self, rules: Rules, s: State, first: int) -> int:
        """Whether anything lies there to be taken up, from one of its places on."""
        for i in range(first, len(self.places)):
            p = self.places[i]
            if s.height[p] > rules.places[p].group.keep:
                return True
        return False

    def counts(self, rules: Rules, s: State) -> dict[str, int]:
        """What a player counts: the re-deals left, where there is a limit."""
        return {"re-deals left": self.limit - s.redeals} if self.limit >= 0 else {}

    def watch(self: Any, making: Making) -> None:
        """Be told of the cards taken from the talon, and of each move once it is done."""
        talon_ = making.rules.talons[0]
        talon_.watched = (*talon_.watched, self)
        making.rules.after += (self,)


class TakeUp(Redeal):
    """The talon or the tableau is taken up, shuffled where the text says so, and dealt again."""

    def __init__(self, clause: again, making: Making) -> None:
        super().__init__(clause, making)
        self.shuffled = clause.shuffled
        self.backwards = clause.packets == "backwards" and not self.shuffled
        self.left_in_hand = making.left_in_hand()
        self.stacked = self.places if clause.packets == "in order" else self.places[::-1]
        if self.shuffled:  # in whichever order they are taken up
            self.stacked = tuple(sorted(self.places))
        if clause.placing:
            self.watch(making)
            making.register("idle", 0, 1)

    def may(self, rules: Rules, s: State) -> int:
        """Whether it may be made now: where that is asked, only after a pass that placed a card."""
        if not self.granted(rules, s):
            return False
        if self.clause.placing:
            if s.redeals == 0:
                if s.height[rules.talons[0].first] >= self.left_in_hand:
                    return False
            elif s.idle:
                return False
        return self.anything(rules, s, 0)

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Take up, shuffle, stack the pack, and deal from where the script says."""
        s.redeals += 1
        n = 0
        for i in range(len(self.stacked)):
            if rules.newest:
                s.before[self.stacked[i]] = 0
            n = take_up(rules, s, self.stacked[i], n, self.backwards)
        if self.shuffled:
            seed(s.chance, s.number, s.redeals)
            shuffle(s.chance, s.pack, 0, n)
        stack_hand(rules, s, 0, n)
        if self.restart >= 0:
            s.step = self.restart
            s.phase = DEALING
        refresh(rules, s)

    def taken(self, rules: Rules, s: State, p: int) -> None:
        """Note that a card of the talon has been placed."""
        s.idle = 0

    def after(self, rules: Rules, s: State, move: int) -> None:
        """Note that a pass begins, or has placed a card from the hand. A card that lay on the
        table and goes elsewhere had been placed before.
        """
        kind = move & KIND
        if kind == AGAIN.number:
            s.idle = 1
        elif kind == PLAYING and part(move, 0) == rules.hand.first:
            s.idle = 0


class DealRound(Redeal):
    """Each packet, in its turn, is taken up and dealt round the others, from its right-hand
    neighbour on.
    """

    def __init__(self, clause: again, making: Making) -> None:
        super().__init__(clause, making)
        making.register("packet", 0, len(self.places))

    def may(self, rules: Rules, s: State) -> int:
        """Whether a packet is left that has not been dealt round."""
        return self.granted(rules, s) and self.anything(rules, s, s.packet)

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Deal the next packet that has any cards."""
        s.redeals += 1
        i = s.packet
        while s.top[self.places[i]] < 0:
            i += 1
        s.packet = i + 1
        n = take_up(rules, s, self.places[i], 0, False)
        refresh(rules, s)
        for k in range(n):
            push(rules, s, self.places[(i + 1 + k) % len(self.places)], s.pack[k])


class PayQueens(Redeal):
    """So many cards for each queen of the talon come from its bottom as a fresh pack.

    ``all_count``: every queen is paid for each time, not only those laid there since; ``along``:
    the queens paid for come along; ``stay``: they stay where they lie."""

    paid_for = QUEEN

    def __init__(self, clause: again, making: Making) -> None:
        super().__init__(clause, making)
        self.all_count = clause.queens == "all"
        self.along, self.stay = clause.queens == "lifted", clause.queens == "left"
        self.watch(making)
        making.register("idle_turns", 0, 10**6)
        making.register("paid", 0, len(making.rules.pack))

    def may(self, rules: Rules, s: State) -> int:
        """Whether a queen is to be paid for, and not all has been tried in vain."""
        return self.granted(rules, s) and not self.fruitless(rules, s) and self.owing(rules, s) > 0

    def fruitless(self, rules: Rules, s: State) -> int:
        """Whether the whole talon has been round twice since the last play: nothing would change."""
        return s.idle_turns >= 2 * s.height[rules.talons[0].first] > 0

    def owing(self, rules: Rules, s: State) -> int:
        """The queens on the talon that are paid for."""
        talon_ = rules.talons[0].first
        card = s.top[talon_]
        count = 0
        for _ in range(s.height[talon_] - self.paid_before(s)):
            if RANK[card & FACE] == self.paid_for:
                count += 1
            card = s.under[card]
        return count

    def paid_before(self, s: State) -> int:
        """How many cards of the talon, from its bottom, lay there before the deal just ended; none
        where all count.
        """
        return 0 if self.all_count else s.paid

    def taken(self, rules: Rules, s: State, p: int) -> None:
        """A card has gone from the talon; it may be one that an earlier deal laid."""
        if s.paid > s.height[p]:
            s.paid = s.height[p]

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Pay for each queen."""
        s.redeals += 1
        talon_ = rules.talons[0].first
        owed = self.clause.for_each_queen * self.owing(rules, s)
        fresh = s.height[talon_] - self.paid_before(s)
        n = 0
        i = 0
        while owed > 0 and i < s.height[talon_]:
            queen = RANK[card_at(s, talon_, i) & FACE] == self.paid_for
            if queen and self.stay:
                i += 1
            else:
                s.pack[n] = pop_at(rules, s, talon_, i)
                n += 1
                if not queen:
                    owed -= 1
        if self.along:  # those paid for that lie farther up
            i = max(0, s.height[talon_] - fresh)
            while i < s.height[talon_]:
                if RANK[card_at(s, talon_, i) & FACE] == self.paid_for:
                    s.pack[n] = pop_at(rules, s, talon_, i)
                    n += 1
                else:
                    i += 1
        stack_hand(rules, s, 0, n)
        refresh(rules, s)
        s.paid = s.height[talon_]

    def after(self, rules: Rules, s: State, move: int) -> None:
        """Count the cards turned since the last play."""
        kind = move & KIND
        if kind == TURN.number:
            s.idle_turns += 1
        elif kind != AGAIN.number:
            s.idle_turns = 0

    def counts(self, rules: Rules, s: State) -> dict[str, int]:
        """The re-deals left, and the queens to be paid for."""
        return {**super().counts(rules, s), "queens to be paid for": self.owing(rules, s)}
