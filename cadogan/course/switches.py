"""The switches of a game: changes of its rules with their options, and the code of an option."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import product
from typing import Any

import cadogan
from cadogan.cards import RANKS
from cadogan.echo import game_in
from cadogan.layout import Spot, block
from cadogan.patience.game import Game
from cadogan.players.intervals import table_of
from cadogan.tables.rows import LICENCES, licence_in_words
from cadogan.usage import VOCABULARY
from cadogan.words import (
    Clause,
    Series,
    Step,
    again,
    alternate,
    any_suit,
    anything,
    ascending,
    build,
    by_addition,
    descending,
    down,
    either,
    foundations,
    from_base,
    in_suit,
    order,
    packs,
    places,
    reading,
    turn,
    up,
)
from cadogan.words.english import groups
from cadogan.words.values import Line, Suits

#: The words of which a part that can be left out may consist: none that says what the cards are,
#: where they lie or how they are dealt.
MAY_BE_LEFT_OUT = (
    "build",
    "fill",
    "play",
    "reading",
    "spaces_first",
    "lay_aside",
    "take",
    "together",
    *LICENCES,
)
#: The names of numbers of re-deals.
OFTEN = {0: "none", 1: "once", 2: "twice", 3: "three times", 4: "four times"}
SUITS: tuple[Suits, ...] = (in_suit, alternate, any_suit)
LINES: tuple[Line, ...] = (down, up, either)
#: How many places more or fewer are offered.
MORE = (-2, -1, 1, 2)


class NoSuchSwitch(ValueError):
    """The game has no switch of that name, or the switch has no such option."""


@dataclass(frozen=True)
class Option:
    """One setting of a switch: the arguments for `Game.vary`.

    Attributes:
        name: its name.
        clauses, without, keywords: the changes; none if the game stays as it is.
        value: the value of a round game's option.
    """

    name: str
    clauses: tuple[Clause, ...] = ()
    without: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str | int], ...] = ()
    value: Any = None


@dataclass(frozen=True)
class Switch:
    """A change of one kind: its name, its kind, and its options, of which the first leaves the game
    as it stands.
    """

    name: str
    kind: str
    options: tuple[Option, ...]

    def option(self, name: str) -> Option:
        """The option of a name.

        Raises:
            NoSuchSwitch: the switch has no such option.
        """
        known = {option.name: option for option in self.options}
        if name not in known:
            raise NoSuchSwitch(f"{self.name!r} is {', '.join(map(repr, known))}, not {name!r:.80}")
        return known[name]

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}): {' | '.join(option.name for option in self.options)}"


class Switches(tuple[Switch, ...]):
    """All switches of a game, shown as a list."""

    def __repr__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        rows = []
        for switch in self:
            first, *others = (option.name for option in switch.options)
            rows.append((switch.name, switch.kind, first, "; ".join(others)))
        return table_of(("switch", "kind", "as it stands", "or"), rows, kind="list")


def game_of(game: Game | str) -> Game:
    """The game itself, or the book's game or variant of a slug."""
    return game_in(cadogan.games, game, Game)


@cache
def switches(game: Game | str) -> Switches:
    """The switches of a game of the book, by its slug, or of one's own.

    Raises:
        UnknownGame: the book has no such game.
    """
    game = game_of(game)
    known = {game.active}
    offered = []
    for switch in (
        *_readings(game),
        *_redeals(game),
        *_laying(game),
        *_left_out(game),
        *_places(game),
        *_packs(game),
    ):
        options = []
        for option in switch.options[1:]:
            changed = _varied(game, option)
            if changed is not None and changed.active not in known:
                known.add(changed.active)
                options.append(option)
        if options:
            offered.append(replace(switch, options=(switch.options[0], *options)))
    return Switches(offered)


def _varied(game: Game, option: Option) -> Game | None:
    """A game with an option; None if the vocabulary refuses it, or if it deals a position without a
    move, or leaves cards in the hand for ever.
    """
    try:
        variant = applied(game, (option,))
        _ = code_of(option)
        position = variant.deal(1)
        _ = variant.places
    except Exception:  # whatever the vocabulary refuses: it is not offered
        return None
    left, before = (len(start.seen.get("hand", ())) for start in (position, game.deal(1)))
    return variant if position.moves() and (left > 0) == (before > 0) else None


def _readings(game: Game) -> Iterator[Switch]:
    for name, options in game.readings.items():
        key = name.replace(" ", "_")
        if key.isidentifier():
            others = (Option(choice, keywords=((key, choice),)) for choice in options[1:])
            yield Switch(name, "reading", (Option(options[0]), *others))


def _redeals(game: Game) -> Iterator[Switch]:
    """How often may be dealt again. A game without re-deals is offered one of its talon, or of its
    first group of places, shuffled.
    """
    redeals = game.clauses_of(again)
    read = any(
        isinstance(i, again)
        for c in game.clauses
        if isinstance(c, reading)
        for i in c.clauses_of_all()
    )
    if read or len(redeals) > 1:
        return  # a reading says how often
    if redeals:
        redeal = redeals[0]
        stands = _often(redeal.n)
        options = [Option(OFTEN[0], without=("every again",))]
        options += [
            Option(often, (replace(redeal, n=n, rules=()),))
            for n, often in OFTEN.items()
            if n not in (0, redeal.n)
        ]
    else:
        stands = OFTEN[0]
        table = [c.name for c in game.clauses_of(places)]
        what = (
            {}
            if game.clauses_of(turn)
            else {"what": table[0] if table else "talon", "shuffled": True}
        )
        options = [Option(OFTEN[n], (again(n, **what),)) for n in (1, 2)]  # type: ignore[arg-type]
    yield Switch("re-deals", "re-deal", (Option(stands), *options))


def _often(n: int) -> str:
    return OFTEN.get(n, "as often as you like" if n < 0 else f"{n} times")


def _laying(game: Game) -> Iterator[Switch]:
    """Other suits or directions for laying cards on one another, or not laying them at all."""
    builds = game.clauses_of(build)
    for c in builds:
        onto = " and ".join(c.receives())
        frm = (
            f", from {' and '.join(groups(c.frm)) or 'one another'}"
            if sum(d.onto == c.onto for d in builds) > 1
            else ""
        )
        others = [replace(c, suit=suit, rules=()) for suit in SUITS if suit != c.suit]
        others += [
            replace(c, line=replace(line, goes_round=c.line.goes_round), rules=())
            for line in LINES
            if line.steps != c.line.steps
        ]
        options = [Option(_suit_and_line(other), (other,)) for other in others]
        name = next(
            (name for name, part in game.parts.items() if {d.key for d in part} == {c.key}),
            "build" if len(builds) == 1 else "",
        )
        options += [Option("not at all", without=(name,))] if name else []
        yield Switch(f"laying on the {onto}{frm}", "suits", (Option(_suit_and_line(c)), *options))


def _suit_and_line(c: build) -> str:
    return f"{c.suit.tell()}, {c.line.tell()}"


def _left_out(game: Game) -> Iterator[Switch]:
    """Licences and named parts that the game can do without."""
    for word in LICENCES:
        if word != "again" and any(type(c).__name__ == word for c in game.active):
            yield Switch(
                f"licence: {licence_in_words(word, game)}",
                "licence",
                (Option("allowed"), Option("left out", without=(f"every {word}",))),
            )
    for name, part in game.parts.items():
        if part and all(type(c).__name__ in MAY_BE_LEFT_OUT for c in part):
            yield Switch(
                f"rule: {name.replace('_', ' ')}",
                "rule",
                (Option("in force"), Option("left out", without=(name,))),
            )


def _places(game: Game) -> Iterator[Switch]:
    """More or fewer packets in each group of places."""
    for c in game.clauses_of(places):
        key = c.name.replace(" ", "_")
        if key.isidentifier() and c.name not in game.readings:
            others = tuple(
                Option(str(c.n + more), keywords=((key, c.n + more),))
                for more in MORE
                if c.n + more > 0
            )
            yield Switch(f"places: {c.name}", "packets", (Option(str(c.n)), *others))


def _packs(game: Game) -> Iterator[Switch]:
    """One pack instead of two, or two instead of one, if the game has one group of foundations,
    with a place for each suit of each pack.
    """
    pack_clauses, homes = game.clauses_of(packs), game.clauses_of(foundations)
    if (
        len(pack_clauses) == len(homes) == 1
        and homes[0].n == 4 * game.packs
        and homes[0].name.isidentifier()
    ):
        other = 2 if game.packs == 1 else 1
        keywords = ((homes[0].name, 4 * other),)
        yield Switch(
            "packs",
            "packs",
            (
                Option(str(game.packs)),
                Option(str(other), (replace(pack_clauses[0], n=other, rules=()),), (), keywords),
            ),
        )


def applied(game: Game, options: Iterable[Option]) -> Game:
    """A game with some options.

    Raises:
        RuleError: the options contradict each other.
    """
    options = tuple(options)
    if not options:
        return game
    clauses = [c for option in options for c in option.clauses]
    without = [name for option in options for name in option.without]
    keywords: dict[str, Any] = dict(pair for option in options for pair in option.keywords)
    variant = game.vary(*clauses, without=without, **keywords)
    _ = variant.rules  # a RuleError is raised here, not later
    return variant


def code_of(*options: Option) -> str:
    """The arguments of ``vary`` for some options, as code."""
    clauses = [written(c) for option in options for c in option.clauses]
    without = [written(name) for option in options for name in option.without]
    keywords = [f"{key}={written(value)}" for option in options for key, value in option.keywords]
    return ", ".join(
        [*clauses, *([f"without=[{', '.join(without)}]"] if without else []), *keywords]
    )


def written(value: Any) -> str:
    """The code of a clause, or of a value in one, as in a rules cell.

    Raises:
        ValueError: the vocabulary has no name for it.

    >>> from cadogan.words import *
    >>> written(marry(down.round, "lanes")), written(again(2, "fans", shuffled=True))
    ('marry(down.round, "lanes")', 'again(2, "fans", shuffled=True)')
    """
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    if isinstance(value, tuple) and value and all(isinstance(spot, Spot) for spot in value):
        for columns in range(1, len(value) + 1):
            if len(value) % columns == 0 and block(len(value) // columns, columns) == value:
                return f"block({len(value) // columns}, {columns})"
        return f'spots("{" ".join(f"{s.x!r},{s.y!r}@{s.angle}" for s in value)}")'
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    for name, known in VOCABULARY.items():
        if type(known) is type(value) and not isinstance(known, Clause) and known == value:
            return name
    if text := getattr(value, "said", ""):
        return str(text)
    if isinstance(value, Line) and value.goes_round:
        return f"{written(replace(value, goes_round=False))}.round"
    if isinstance(value, Series):
        return _written_series(value)
    if not isinstance(value, (Clause, Step)):
        raise ValueError(f"the vocabulary has no name for {value!r:.80}")
    return _written_clause(value)


def _written_series(series: Series) -> str:
    known: dict[str, Series] = {"by_addition": by_addition}
    known |= {f"from_base({written(line)})": from_base(line) for line in (up, down, anything)}
    if series.is_plain:
        start, *_, to = *series.values[:1], *series.values
        for walk, steps, laps in product((ascending, descending), range(1, 13), (1, 2, 3, 4)):
            more = (steps, laps)[: 2 if laps > 1 else int(steps > 1)]
            text = f"{walk.__name__}({', '.join(map(str, (start, to, *more)))})"
            known[text] = walk(start, to, steps, laps)
        names = " ".join(RANKS[value - 1] for value in series.values)
        known[f'order("{names}")'] = order(names)
    for text, one in known.items():
        if one == series:
            return text
        if series.above and one.under(series.above) == series:
            return f'{text}.under("{series.above}")'
    raise ValueError(f"the vocabulary has no name for {series!r:.80}")


def rules_of(game: Game) -> str:
    """A game as a rules cell.

    Raises:
        ValueError: the vocabulary has no name for something in it.
    """
    clauses = ",\n    ".join(written(clause) for clause in game.clauses)
    return f"game = Game({written(game.title)},\n    {clauses})"


def _written_clause(clause: Clause | Step) -> str:
    word, left = type(clause).__name__, ["rules"]
    if isinstance(clause, build) and clause.suit == in_suit:
        word, left = "marry", ["rules", "suit"]
    arguments: list[str] = []
    plain = True
    for field in fields(clause):  # type: ignore[arg-type]  # steps, too, are dataclasses
        plain = plain and not (
            word == "marry" and len(arguments) == 3
        )  # marry takes its other arguments by name only
        value = getattr(clause, field.name)
        if field.name in left:
            continue
        if value == field.default:
            plain = False  # the arguments after it must be named
            continue
        if field.name == "steps":  # of a deal, one after another
            arguments += map(written, value)
            continue
        arguments.append(
            written(value)
            if plain and not isinstance(value, bool)
            else f"{field.name}={written(value)}"
        )
    return f"{word}({', '.join(arguments)})"
