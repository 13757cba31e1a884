"""A game: a value made of clauses, with its readings and variants.

>>> from cadogan.words import *
>>> lucie = Game("La Belle Lucie", packs(1), foundations(4, ascending(A, K)) @ RULE[2],
...     places("fans", 18), deal(each("fans", 3)), free("fans") @ RULE[1], marry(down, "fans"),
...     again(2, "fans", shuffled=True))
>>> lucie.deal(1).is_over
False
>>> lucie.vary(again(1, "fans", shuffled=True)) == lucie
False
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cadogan import words
from cadogan.echo import Lasting, counted, having, shown
from cadogan.layout import Place
from cadogan.patience.prose import prose, sentence_of, uncited
from cadogan.patience.varying import changed_by, flat, keys_of, switched, with_part
from cadogan.usage import VOCABULARY, echo
from cadogan.words import Clause, RuleError, reading
from cadogan.words.citing import OldText
from cadogan.words.clause import C, Setting, SomeClauses
from cadogan.words.english import joined
from cadogan.words.places import drawn, drawn_last
from cadogan.words.reading import as_one

if TYPE_CHECKING:
    from cadogan.cards import Card
    from cadogan.compiler.layout import Layout
    from cadogan.compiler.program import Entry, Program
    from cadogan.compiler.specialise import Specialiser
    from cadogan.engine.rules import Rules
    from cadogan.patience.making import Making
    from cadogan.patience.position import Move, Position
    from cadogan.patience.referee import Referee
    from cadogan.players.strategies import Strategy


#: The longest title, in characters: it is a line of a text, and the name of a file comes from it.
LONGEST_TITLE = 100


@dataclass(frozen=True, init=False, eq=False)
class Game(Lasting):
    """One patience: its title, and the clauses that are its rules.

    Attributes:
        title: its name as the book prints it.
        slug: its short name, as in ``cadogan.games[slug]``.
        clauses: what the rules cell says, in order.
        variants: games of the same chapter that depart from it, by slug.
        origin: the game that it is a changed copy of.
        named_parts: the parts that have a name, or None where the chapter is asked (`parts`).
        own: whether its rules are the book's own, by any reading; others are bounded
        (`cadogan.engine.bounds`).
        played_as: the slug of the game by whose weights the careful player plays it: for a changed
            copy that of the game it was varied from.
    """

    title: str
    slug: str
    clauses: tuple[Clause, ...]
    variants: Mapping[str, Game] = field(default_factory=dict)
    origin: Game | None = None
    named_parts: Mapping[str, tuple[Clause, ...]] | None = None
    played_as: str = ""
    own: bool = False

    def __init__(
        self,
        title: str,
        *clauses: SomeClauses,
        slug: str = "",
        variants: Mapping[str, Game] = MappingProxyType({}),
        origin: Game | None = None,
        named_parts: Mapping[str, tuple[Clause, ...]] | None = None,
        played_as: str = "",
        own: bool = False,
    ) -> None:
        for what, text in (("title", title), ("slug", slug)):
            if not isinstance(text, str):
                raise RuleError(f"the {what} of a game is a text, not {echo(text)}")
        if not (title.strip() and title.isprintable() and len(title) <= LONGEST_TITLE):
            raise RuleError(
                f"a game has a title, one line of at most {LONGEST_TITLE} characters in quotes, "
                f"such as Game('Fortress', …), not {shown(title)}"
            )
        said = drawn_last(as_one(flat(clauses)))
        inside = [i for c in said if isinstance(c, reading) for i in c.clauses()]
        keys: dict[tuple[object, ...], Clause] = {}
        for c in (*said, *inside):
            if c.key in keys:
                apart = [name for name in c.keyed_by if name in vars(c)]
                apart += [name.partition(".")[0] for name in c.keyed_by if "." in name]
                hint = (
                    f" They can stand together where {joined(apart, 'or')} differs."
                    if apart
                    else ""
                )
                raise RuleError(
                    f"{title}: two clauses say the same kind of thing: {keys[c.key].tell()} and "
                    f"{c.tell()}{hint}",
                    c,
                )
            keys[c.key] = c
        for c in said:
            if isinstance(c, reading) and ("group", c.name) in keys:
                raise RuleError(
                    f"{title}: a reading and a group are both called {c.name!r}; vary({c.name}=…) could mean either",
                    c,
                )
        vars(self).update(  # it is frozen
            title=title,
            slug=slug or slugify(title),
            clauses=said,
            variants=MappingProxyType(dict(variants)),
            origin=origin,
            named_parts=named_parts,
            played_as=played_as or slug or slugify(title),
            own=own,
        )

    def named(
        self, slug: str, variants: Mapping[str, Game] = MappingProxyType({}), own: bool = False
    ) -> Game:
        """The same game under a slug, with the variants of its chapter; whether it is the book's
        ``own``.
        """
        return Game(
            self.title,
            *self.clauses,
            slug=slug,
            variants=variants,
            origin=self.origin,
            named_parts=self.named_parts,
            own=own,
        )

    def undrawn(self) -> Game:
        """The game alone, as it must be known to be played elsewhere: no drawing, variant, origin."""
        return Game(
            self.title,
            *(c for c in self.clauses if not isinstance(c, drawn)),
            slug=self.slug,
            played_as=self.played_as,
            own=self.own,
        )

    # --- what it is ---

    @property
    def packs(self) -> int:
        """The number of packs."""
        return next((c.n for c in self.clauses if isinstance(c, words.packs)), 0)

    @cached_property
    def active(self) -> tuple[Clause, ...]:
        """The clauses in force: each reading stands for its option, and drawings are none.

        A clause that cites nothing, in a game that a chapter has, answers to what stands above it
        there; one that says otherwise than there stands in place of what it cites."""
        inner: list[Clause] = []
        for c in self.clauses:
            if not isinstance(c, drawn):
                inner += c.clauses() if isinstance(c, reading) else (c,)
        if self.own and all(c.rules for c in inner):
            return tuple(inner)
        printed = OldText.clauses(self.chapter)
        return tuple(c.answering_to(printed.get(c.key, ())) for c in inner)

    @cached_property
    def is_changed(self) -> bool:
        """Whether the book's game of its slug has other rules."""
        import cadogan

        if self.own:
            return False
        try:
            printed = cadogan.games[self.slug]
            taken = {name: options[0] for name, options in self.readings.items()}
            return printed.vary(**taken).active != self.active
        except KeyError:  # a game of one's own
            return False
        except RuleError:  # other readings
            return True

    @property
    def drawings(self) -> dict[str, drawn]:
        """How the groups are drawn, by name."""
        return {c.name: c for c in self.clauses if isinstance(c, drawn)}

    def clauses_of(self, kind: type[C]) -> list[C]:
        """The clauses in force that are of one word."""
        return [c for c in self.active if isinstance(c, kind)]

    @property
    def parts(self) -> Mapping[str, tuple[Clause, ...]]:
        """The parts that the chapter gives a name, which `vary` takes."""
        return OldText.parts(self.chapter) if self.named_parts is None else self.named_parts

    @property
    def chapter(self) -> str:
        """The slug of the chapter whose game this is, or is made from, if it is one of the book's."""
        return self.origin.chapter if self.origin else slugify(self.title)

    @property
    def readings(self) -> dict[str, tuple[str, ...]]:
        """The switches and their options; the one taken stands first."""
        options = {}
        for c in self.clauses:
            if isinstance(c, reading):
                options[c.name] = (c.taken, *(o for o in c.options if o != c.taken))
        return options

    @cached_property
    def making(self) -> Making:
        """The game's rules and places, made from its clauses on first use.

        Raises:
            RuleError: the clauses do not make a game.
        """
        from cadogan.patience.making import Making

        making = Making(self)
        try:
            making.make()
        except RuleError as error:
            raise RuleError(f"{self.title}: {error}", error.clause) from None
        return making

    @cached_property
    def rules(self) -> Rules:
        """What the engine knows of the game before play."""
        return self.making.rules

    @cached_property
    def referee(self) -> Referee:
        """The engine for single positions."""
        from cadogan.patience.referee import Referee

        return Referee(self)

    @cached_property
    def program(self) -> Program:
        """The game's own program: what is left of the engine when all that is known of the game is
        taken out of it.

        ``print(game.program.source)`` shows it as Python.
        """
        from cadogan.engine import play

        functions = (play.deal, play.begin, play.legal, play.apply, play.is_won)
        return compiled(self, functions, self.rules.layout)

    def program_for(self, strategy: Strategy) -> Program:
        """The program for games played by a strategy: it can ``simulate`` whole ones and, for a
        strategy that takes its time, ``begin`` one and ``choose_move``
        (`cadogan.players.playing`)."""
        from cadogan.players.playing import begin, choose_move, simulate

        if strategy not in self._played:
            suited = strategy.suited(self.played_as)
            functions = (simulate, begin, choose_move) if suited.compiled else (simulate,)
            layout, name = suited.layout(self.rules), f", {strategy.name}"
            self._played[strategy] = compiled(self, functions, layout, name, strategy=suited)
        return self._played[strategy]

    @cached_property
    def _played(self) -> dict[Strategy, Program]:
        return {}

    @cached_property
    def _carried(self) -> dict[tuple[int, int, tuple[Card, ...]], Move]:
        """Moves that positions of this game have made (`cadogan.engine.moves.read_play`). They are
        kept here, not in one store for all games, where equal games would be compared clause by
        clause at every move."""
        return {}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every place on the table."""
        return tuple(self.making.places)

    @cached_property
    def place_at(self) -> Mapping[str, Place]:
        """Every place by its id."""
        return {place.id: place for place in self.places}

    @property
    def capital(self) -> tuple[int, int]:
        """The counters paid for the pack and earned by a card home; (0, 0) where nothing is staked."""
        return next(((c.price, c.each) for c in self.clauses_of(words.counters)), (0, 0))

    # --- what can be done with it ---

    def deal(self, number: int | None = None, *, cards: Any = None) -> Position:
        """A deal: by number (0 … 2**62 - 1), or with the pack in an explicit order, the next card
        first.

        The number is the whole of the chance: the same number is the same deal everywhere, and the
        shuffled re-deals follow from it.

        Raises:
            ValueError: the number is out of range, or the cards are not this game's pack.
        """
        from cadogan.patience.position import Position

        return Position.deal(self, number, cards)

    def vary(
        self, *changes: SomeClauses, without: Iterable[str] = (), title: str = "", **switches: Any
    ) -> Game:
        """A changed copy of a game; `difference` tells what the changes come to.

        Args:
            changes: clauses; each takes the place of one that says the same kind of thing, in a
                reading too (where the option in force says it), or is added.
            without: what is left out: a reading or a group by its name (``"vacancies"``), a kind of
                clause of which there is one (``"again"``), all clauses of a kind
                (``"every fill"``), a clause that says the same kind of thing
                (``marry(down, "fans")``), or a part that has a name in the chapter.
            title: the title of the copy.
            switches: by name, a reading and the option taken (``vacancies="talon only"``), a group
                and its number of places (``lanes=9``), or a part that the chapter names and what
                takes its place (``marriages=marry(down, "lanes")``).

        Raises:
            RuleError: no such reading, option, group or kind of clause; or ``without`` would leave
                out more.
        """
        if isinstance(without, (str, Clause)):
            raise RuleError(f"without= is a row of names or clauses, such as [{shown(without)}]")
        if not isinstance(without, Iterable):
            raise RuleError(f"without= is a row of names or clauses, not {shown(without)}")
        clauses = list(self.clauses)
        own = (
            self.own
            and not changes
            and not without
            and all(name.replace("_", " ") in self.readings for name in switches)
        )
        for what in without:
            keys = keys_of(self, what, clauses)
            clauses = [
                c.putting(*(i for i in c.inside if i.key not in keys))
                if isinstance(c, reading)
                else c
                for c in clauses
                if c.key not in keys
            ]
        # a group that is set out anew, with spots of its own, is drawn there
        anew = {c.name for c in flat(changes) if isinstance(c, Setting) and c.at}
        clauses = [c for c in clauses if not (isinstance(c, drawn) and c.name in anew)]
        for change in flat(changes):
            clauses = (
                [*clauses, change]
                if isinstance(change, words.drawn)
                else changed_by(clauses, change)
            )
        for name, value in switches.items():
            if isinstance(value, (Clause, tuple)):
                clauses = with_part(self, clauses, name, flat([value]))
            else:
                clauses = switched(self, clauses, name.replace("_", " "), value)
        return Game(
            title or self.title,
            *clauses,
            slug="" if title else self.slug,
            origin=self.origin or self,
            named_parts=self.named_parts,
            played_as=self.played_as,
            own=own,
        )

    def difference(self, other: Game) -> str:
        """What differs in another game: the lines of `tell` that only this one has, marked -, and
        that only the other has, marked +. What a sentence cites makes no difference.

        >>> import cadogan
        >>> lucie = cadogan.games["la-belle-lucie"]
        >>> print(lucie.difference(lucie.vary(without=["again"])))
        - The fans may be taken up twice, shuffled and dealt again, but only when no available card
        can be played. (PLAY 5)
        - A place once empty stays empty until the re-deal.
        + A place once empty stays empty.
        + There is no re-deal.
        """
        having(other, "clauses", "a game is compared, such as cadogan.games['fortress']")
        ours, theirs = self.tell().splitlines(), other.tell().splitlines()
        both = {*map(uncited, ours)} & {*map(uncited, theirs)}
        return "\n".join(
            line
            for line in difflib.ndiff(ours, theirs)
            if line[:2] in ("- ", "+ ") and uncited(line[2:]) not in both
        )

    def tell(self) -> str:
        """The rules as prose, made from the same clauses that are played; the aim comes first."""
        return prose(self)

    @cached_property
    def cites(self) -> bool:
        """Whether any clause answers to a rule of an old text."""
        return any(clause.rules for clause in self.active)

    @property
    def aim(self) -> str:
        """When the game is won, as a sentence.

        >>> import cadogan
        >>> cadogan.games["nestor"].aim, cadogan.games["salic-law"].aim
        ('Won when all 52 cards are taken up.', 'Won when 96 of the 104 cards are home.')
        """
        for c in self.active:
            if isinstance(c, words.Aim):
                return f"{c.tell()} {c.cited}".strip()
        goal, pack = self.rules.goal_cards, len(self.rules.pack)
        done = "home" if self.clauses_of(words.foundations) else "taken up"
        return f"Won when {f'all {pack}' if goal == pack else f'{goal} of the {pack}'} cards are {done}."

    def say(self, clause: Clause) -> str:
        """A clause as a sentence, as this game has it: single places by their names, a group of one
        place as that place.

        >>> import cadogan
        >>> lucie = cadogan.games["la-belle-lucie"]
        >>> lucie.say(next(clause for clause in lucie.active if isinstance(clause, words.deal)))
        'Deal three cards together to each of the fans, but one to the last.'
        """
        return sentence_of(self, having(clause, "tell", "a clause is said, such as again(1)"))

    # --- as a value ---

    def __eq__(self, other: object) -> bool:
        """Games are equal by their title and rules, however they are drawn."""
        return isinstance(other, Game) and other.title == self.title and other.active == self.active

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.title, self.active))

    def __reduce__(self) -> tuple[Any, ...]:
        rebuild = partial(
            Game,
            slug=self.slug,
            variants=dict(self.variants),
            origin=self.origin,
            named_parts=self.named_parts,
            played_as=self.played_as,
            own=self.own,
        )
        return rebuild, (self.title, *self.clauses)

    def __repr__(self) -> str:
        return f"<Game {self.title!r}: {counted(len(self.clauses), 'clause')}>"

    def _repr_html_(self) -> str:
        from html import escape

        first, *rest = self.tell().split("\n")
        return f"<p><strong>{escape(first)}</strong></p><ul>{''.join(f'<li>{escape(line)}</li>' for line in rest if line)}</ul>"


@lru_cache(maxsize=64)
def begun(game: Game) -> Specialiser:
    """What all programs of a game have in common: dealing, what may be played, what a move does,
    the end.
    """
    from cadogan.compiler.specialise import begin
    from cadogan.engine import play

    entries = entries_of(game, (play.deal, play.is_won, play.legal, play.apply))
    return begin(entries.values(), game.rules.layout)


def compiled(
    game: Game,
    functions: Iterable[Callable[..., Any]],
    layout: Layout,
    name: str = "",
    **known: Any,
) -> Program:
    """The program left of some functions when the rules of a game are known, and the other values
    given; in its title ``name`` follows that of the game.
    """
    from cadogan.compiler.specialise import specialise

    entries = entries_of(game, functions, **known)
    return specialise(entries, layout, f"{game.title}{name}", begun(game))


def entries_of(
    game: Game, functions: Iterable[Callable[..., Any]], **known: Any
) -> dict[str, Entry]:
    """Entries for some functions, with the rules of a game and whatever else is known of their
    arguments."""
    from cadogan.compiler.program import Entry

    return {f.__name__: Entry(f, {"rules": game.rules, **known}) for f in functions}


def slugify(title: str) -> str:
    """A title as a slug: lower case, words joined by hyphens, no article, no apostrophe; of a title
    that quotes a name, that name.

    >>> slugify("The Four Corners"), slugify("CÆSAR"), slugify("Spenser's Fairie Queen"), slugify('The "Louis" Patience')
    ('four-corners', 'caesar', 'spensers-fairie-queen', 'louis')
    """
    quoted = re.search(r'"([^"]+)"', title)
    text = (
        (quoted[1] if quoted else title)
        .lower()
        .replace("æ", "ae")
        .replace("'", "")
        .replace("’", "")
    )
    return re.sub(r"^the-", "", re.sub(r"[^a-z0-9]+", "-", text).strip("-"))


VOCABULARY["Game"] = Game
