"""What every round game is: a class with its options, its phases, its actions and its settlement.

A game is written as a subclass of `Game`. Method ``at_<phase>`` yields the legal actions of a
phase; method ``do_<action>`` carries one out on a table that may be changed freely, and says who
acts next (``t.ask``). Each bears its rule as its docstring and its source as ``@rule("…")``;
refusals and `Game.tell` quote both."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from cadogan.echo import deal_number, is_whole, nearest, shown
from cadogan.round_games.cards import Card, cards as read, known, symbols
from cadogan.round_games.listing import Listing, listing
from cadogan.round_games.options import Option, OptionError, Whole
from cadogan.round_games.rules import prose
from cadogan.round_games.state import State
from cadogan.round_games.table import Table, first_cards
from cadogan.round_games.telling import NUMBERED, Names, noticed

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from cadogan.round_games.action import Action, Actions
    from cadogan.round_games.view import View

    #: A game's table: each game's own type in its methods, any where a game is any game.
    T = TypeVar("T", bound=Table, default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")

#: Of how many hands imagined one is taken, by how likely it is.
GUESSES = 8


class _Settled(Exception):
    """A hand has been settled, and no more is wanted (`Game.last_action`)."""


class Game(Generic[T]):
    """A round game with its options in force: a value that does not change.

    Attributes:
        slug: its key in `cadogan.round_games`.
        title: its name.
        author: who described it.
        aim: what one plays for, in a sentence.
        usual: the usual number of players.
        phases: the name of the method of every phase; ``verbs`` that of every action.
        rulings: open questions with our answers, where no switch is offered, by our confidence in
        these, the surest first.
        noticed: the facts of the table that stand in the picture beside hands, piles and pools,
        each with the form in which it is told (`telling`).
        marks: facts that are rows of seats, which are marked; ``counted`` those that are a number
        for each seat.
        stacked: piles of which a screen draws only the uppermost card; ``permanent`` those that keep
        their place when they are empty.
        touched: actions done by touching a pile: the verb and the pile; ``hand`` is one's own row
        of cards.
        tried: phases in which something may be tried with cards though nothing of the kind is
        legal: the phase and the verb.
        passive: verbs that are played for one who passes for the rest of a deal, the first that is
        legal; where there is none, nobody can.
        taught: the methods whose rules *How to play* tells, in order, by the headings under which
        they stand.
        ranked: the ranks in the order in which a hand is held, from the left.
        suits_apart: whether a hand is held in a group for each suit.
        compartments: whether the pools are the compartments of a board, which a screen draws as
        one.
    """

    slug: str
    title: str
    author: str
    aim: str
    usual: int
    table: type[T]
    rulings: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    noticed: ClassVar[Mapping[str, str]] = {}
    marks: Sequence[str] = ()
    counted: Sequence[str] = ()
    stacked: Sequence[str] = ("pack",)
    permanent: Sequence[str] = ()
    touched: ClassVar[Mapping[str, str]] = {}
    tried: ClassVar[Mapping[str, str]] = {}
    passive: Sequence[str] = ()
    taught: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    ranked: Sequence[int] = range(1, 14)
    compartments: bool = False
    suits_apart: bool = False
    declared: ClassVar[Mapping[str, Option[Any]]] = {}
    phases: ClassVar[Mapping[str, str]] = {}
    verbs: ClassVar[Mapping[str, str]] = {}

    deals: Option[Any] = Option(
        1,
        Whole(1, also=("round", None)),
        "digest: inferred",
        "Deals to be played; round: until the deal would come to the first dealer again; None: without end.",
    )
    dealer = Option(
        0,
        Whole(0, 11),
        "digest: shared conventions",
        "The seat that deals first, counted from 0: player 1 is 0.",
    )
    purse: Option[Any] = Option(
        None,
        Whole(1, also=(None,)),
        "digest: shared conventions",
        "What each seat can spend on bids and purchases; None: without bottom. Duties are always paid.",
    )

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        lines = [vars(c) for c in reversed(cls.__mro__)]
        cls.declared = {
            name: v for line in lines for name, v in line.items() if isinstance(v, Option)
        }
        cls.phases, cls.verbs = (
            {name[3:]: name for line in lines for name in line if name.startswith(kind)}
            for kind in ("at_", "do_")
        )

    def __init__(self, /, **options: Any) -> None:
        for name, value in options.items():
            if name not in self.declared:
                known = f"its options are {', '.join(self.declared)}"
                hint = nearest(name, self.declared, known, alike=0.5)
                raise OptionError(f"{self.slug} has no option {str(name)[:60]!r}{hint}")
            self.declared[name].check(value)
        self.options: Mapping[str, Any] = MappingProxyType(
            {n: options.get(n, o.default) for n, o in self.declared.items()}
        )
        # An option is read many times in a game, and found here before the class is asked; but a
        # class may have put something in its place.
        self.__dict__.update(
            {n: v for n, v in self.options.items() if isinstance(getattr(type(self), n), Option)}
        )
        self.check()

    def __setattr__(self, name: str, value: object) -> None:
        if name in self.declared:
            raise AttributeError(f"a game does not change; vary({name}=…) gives a new one")
        super().__setattr__(name, value)

    # --- what a game says (the game's own) ---

    @property
    def players(self) -> range:
        """The numbers of players allowed, with the options in force."""
        raise NotImplementedError  # each game says it

    @cached_property
    def seats(self) -> int:
        """The default number of players: the usual, or the nearest to it that the options allow."""
        return min(max(self.usual, self.players[0]), self.players[-1])

    @property
    def company(self) -> str:
        """How many may play, in words: ``4 to 7``."""
        return " to ".join(map(str, dict.fromkeys((self.players[0], self.players[-1]))))

    def ranking(self) -> list[str]:
        """What beats what and what counts, in sentences made from the values that decide it."""
        return []

    def check(self) -> None:
        """Refuse options that cannot go together.

        Raises:
            OptionError: what is wrong, and what would be right.
        """

    def cards(self, players: int) -> list[Card]:
        """Every card of the pack, for this number of players."""
        raise NotImplementedError  # each game says it

    def start(self, t: T) -> None:
        """Prepare the table once, before the first deal."""

    def begin(self, t: T) -> None:
        """Begin a deal: stakes, shuffle, deal, and who acts first."""
        raise NotImplementedError  # each game says it

    def grounds(self, t: T, verb: str) -> str:
        """The source that `why` speaks of where no such action is legal; empty if it is that of the
        phase.
        """
        return ""

    def why(self, t: T, verb: str, *words: str) -> str:
        """Why an action is refused, where the game can say more than that it is no choice.

        A reason is given only after looking whether it holds: these words may come from anybody.

        Args:
            t: the table; somebody is to act.
            verb: the action, one of the game's; perhaps not one of this phase.
            words: what it is done with, cards as they are written in the texts of actions.
        """
        return ""

    def not_held(self, t: Table, word: str) -> str:
        """The refusal of a card that is not in the hand of the seat that is to act; empty if it is,
        or is no card.
        """
        hand = t.hand.cards
        if (card := known(word)) is None:
            return ""
        return "" if card in hand else f"{card.symbol} is not in the hand: {symbols(hand)}"

    def barred(self, view: View) -> Mapping[str, Collection[Card]]:
        """What is known of cards unseen: for each pile by name, the cards that cannot lie there."""
        return {}

    def facts(self, t: T, names: Names = NUMBERED) -> dict[str, str]:
        """The facts that are noticed, by name, in words."""
        return {
            name.replace("_", " "): words
            for name, kind in self.noticed.items()
            if (words := noticed(t.__dict__[name], kind, names))
        }

    def laid_out(self, hand: Sequence[Card]) -> list[list[Card]]:
        """A hand as one holds it, from the left: suit by suit in the order of `ranked`, in one
        group or several.
        """
        place = {rank: i for i, rank in enumerate(self.ranked)}
        order = sorted(hand, key=lambda c: (c.suit, place.get(c.rank, 0)))
        if not self.suits_apart:
            return [order]
        return [list(suit) for _, suit in groupby(order, key=lambda c: c.suit)]

    def tally(self, t: T, seat: int) -> str:
        """What this seat's cards or tricks count by now, as far as they are seen, in words; empty
        where there is nothing to count.
        """
        return ""

    def standing(self, t: T) -> Sequence[int]:
        """The counters of each seat, won or lost so far.

        By it all can see who leads; its first sentence says what is counted."""
        return t.counters

    def worth(self, state: State) -> Sequence[float]:
        """What a state is worth to each seat, in counters, when a search stops there."""
        return state.payoffs

    def advice(self, view: View, actions: Actions) -> Action:
        """The game's rule bot, from what the seat sees: ``advise`` of the module of this name in
        ``advice``.
        """
        chosen: Action = self.adviser.advise(view, actions)
        return chosen

    def better(self, view: View, actions: Actions) -> Action:
        """An action better than the author's advice, found without any search: ``better`` of the
        same module; the advice, if there is none.
        """
        chosen: Action = getattr(self.adviser, "better", self.adviser.advise)(view, actions)
        return chosen

    def hint(self, view: View, actions: Actions) -> Action:
        """What a person is advised: the author's advice, or ``hint`` of the same module, where that
        advice has been tried and costs counters.
        """
        chosen: Action = getattr(self.adviser, "hint", self.adviser.advise)(view, actions)
        return chosen

    def because(self, view: View, action: Action) -> str:
        """The reason for the author's advice, so that it can be followed further: ``because`` of
        the same module, if there is one.
        """
        reason = getattr(self.adviser, "because", None)
        return str(reason(view, action)) if reason else ""

    @property
    def adviser(self) -> Any:
        """The module of the game's bots."""
        return importlib.import_module(f"cadogan.round_games.advice.{self.slug.replace('-', '_')}")

    # --- what people ask for ---

    def vary(self, /, **options: Any) -> Self:
        """The game with other options.

        Raises:
            OptionError: there is no such option, or it cannot have this value.
        """
        return type(self)(**{**self.options_set, **options})

    def deal(
        self,
        /,
        seed: int = 1,
        players: int | None = None,
        *,
        cards: str | Iterable[Card | str] = (),
        **options: Any,
    ) -> State:
        """A new game; its number is the only source of chance.

        Args:
            seed: 0 to 2**62 - 1; the same number gives the same deals on every system.
            players: the number of seats; by default the usual number.
            cards: the first cards of the first pack, for an example; the rest follow as shuffled.
            options: as for `vary`.

        Raises:
            OptionError: an option is refused.
            ValueError: the number of players or the deal's number is out of range.
            CardError: the cards named are not in the pack.
        """
        game = self.vary(**options) if options else self
        if players is None:
            players = game.seats
        elif not is_whole(players, game.players[0], game.players[-1]):
            condition = " with these options" if game.options_set else ""
            raise ValueError(
                f"{game.title} is for {game.company} players{condition}, not {shown(players)}"
            )
        deal_number(seed)
        if game.dealer >= players:
            raise OptionError(
                f"dealer is a seat, 0 to {players - 1} with {players} players, not {game.dealer}"
            )
        deal = players, seed, first_cards(read(cards), game.cards(players)) if cards else ()
        return State(game, game.new_table(*deal), deal, depth=1)

    def new_table(self, players: int, seed: int, first: tuple[Card, ...]) -> T:
        """The table of a new game, after the first deal."""
        t = self.table(players, seed, first)
        t.dealer = self.dealer
        self.start(t)
        self.begin(t)
        return t

    @property
    def options_set(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {n: v for n, v in self.options.items() if v != self.declared[n].default}

    @property
    def readings(self) -> dict[str, tuple[Any, ...]]:
        """Every switch that settles an ambiguity: its name and its values, the one in force first."""
        now = self.options
        return {
            name: (now[name], *(v for v in o.values if v != now[name]))
            for name, o in self.declared.items()
            if o.reading
        }

    def imagine(self, view: View, seed: int, likely: bool = True) -> State:
        """A state that looks to this seat as its view does: the unseen cards are dealt anew, as the
        play so far makes likely.

        Where the game's adviser says how likely hands are (``likely`` in its module), one of
        `GUESSES` is taken, each as often as it is likely.

        Args:
            view: what the seat sees.
            seed: the number of the chance.
            likely: False for any hands, each as often as the others.
        """
        judge: Callable[[View, Table], float] | None = (
            getattr(self.adviser, "likely", None) if likely else None
        )
        rng = random.Random(seed)
        barred, unseen = self.barred(view), view.unseen
        tables = []
        for i in range(GUESSES if judge else 1):
            t = view.table
            t.refill(unseen[:], barred, rng.getrandbits(60) if i else seed)
            tables.append(t)
        weights = [judge(view, t) for t in tables] if judge else None
        return State(self, rng.choices(tables, weights)[0])

    def listing(self, *parts: str | Callable[..., Any]) -> Listing:
        """The lines of the game in which some of its parts are written: methods and options by
        name, or functions. ``.between("while", "return")`` shows only those from one line to
        another, the whole folded below.

        Raises:
            ValueError: the game has no such part.

        >>> import cadogan
        >>> cadogan.round_games["speculation"].listing("beats")
        def beats(self, t: Speculating, card: Card) -> bool:
            \"""Whether a card is a higher trump than the one that leads.\"""
            return card.suit == t.trumps and high(card) > high(t.lead[-1].card)
        """
        return listing(type(self), *parts)

    def tell(self) -> str:
        """The rules as prose, each with its source, the options in force, and the open questions."""
        return prose(self)

    # --- for the games' own use ---

    def can_pay(self, t: Table, seat: int, counters: int) -> bool:
        """Whether a seat's purse holds this many counters."""
        return self.purse is None or counters <= self.purse + t.counters[seat]

    def next_deal(self, t: T, dealer: int | None = None) -> None:
        """Go on after a deal: another by the next dealer (by default the left neighbour), or the
        end.
        """
        following = t.left(t.dealer) if dealer is None else dealer
        t.dealers += following != t.dealer
        self.settled(t)
        t.dealer = following
        if self.ends(t):
            t.ask(None, "over")
        else:
            self.begin(t)

    def settled(self, t: Table) -> None:
        """Count one more hand as settled."""
        t.deals += 1
        t.settled = tuple(t.counters)

    def last_action(self, t: Table, action: Action) -> None:
        """Carry out an action that settles a hand, and stop there: the next hand is not yet dealt."""
        stopping = self.vary()

        def settled(t: Table) -> None:
            self.settled(t)
            raise _Settled

        stopping.__dict__["settled"] = settled
        with suppress(_Settled):
            stopping.perform(t, action)
        t.ask(None, "settled")

    def tiresome(self, t: T, action: Action) -> bool:
        """Whether an action only repeats what the others have been asked often enough: bots at a
        person's table leave it.
        """
        return False

    def winners(self, t: T, gained: Sequence[int]) -> list[int]:
        """Who has won the hand that has just been settled: whoever gained most in it, if anybody
        gained.
        """
        return [seat for seat, n in enumerate(gained) if n == max(gained) > 0]

    def ends(self, t: T) -> bool:
        """Whether the hand that has been settled was the last."""
        return (
            t.dealers >= t.seats
            if self.deals == "round"
            else self.deals is not None and bool(t.deals >= self.deals)
        )

    def perform(self, t: Table, action: Action) -> None:
        """Carry out a legal action."""
        getattr(self, self.verbs[action.verb])(t, *action.args)

    def legal(self, t: Table) -> Iterable[Action]:
        """The legal actions of the seat that is to act."""
        legal: Iterable[Action] = () if t.to_act is None else getattr(self, self.phases[t.phase])(t)
        return legal

    def source(self, method: str) -> str:
        """The source of a phase (``at_…``), an action (``do_…``) or another rule."""
        return str(getattr(getattr(self, method, None), "source", ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self.options_set), ()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.options == self.options

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.options.items())))

    def __repr__(self) -> str:
        return f"<{' '.join([self.title, *(f'{n}={v!r}' for n, v in self.options_set.items())])}>"
