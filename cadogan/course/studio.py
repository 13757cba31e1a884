"""The studio: a game of the book or one's own, the switches that it has, what each of them moves,
and the rules that come out.

A switch is a change of one kind, with its options; the first is how the game stands. Which switches
a game has is read off the game: its readings, its re-deals, how its cards are laid on one another,
its licences and named parts that can be left out, its number of places and of packs. An option that
makes no game, deals no move, or leaves cards in the hand that no rule takes, is not offered. What
is chosen comes out as code, ``game.vary(…)``, which is the same in a notebook, in the page, and in
a link.

>>> found = switches("canfield-or-klondike")
>>> [one.name for one in found][:2]
['talon', 're-deals']
>>> print(code("canfield-or-klondike", {"re-deals": "once"}))
game.vary(again(1))
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from html import escape
from typing import Any

import cadogan
from cadogan.course.measuring import Measured as Measured
from cadogan.course.measuring import Tally, check, points, share_won, steps
from cadogan.course.measuring import losses as losses
from cadogan.course.measuring import measure as measure
from cadogan.edition.cells import vocabulary
from cadogan.patience.game import Game
from cadogan.players.strategies import STRATEGIES
from cadogan.tables.rows import LICENCES, said
from cadogan.words import (
    Clause,
    RuleError,
    again,
    alternate,
    any_suit,
    build,
    down,
    either,
    foundations,
    in_suit,
    packs,
    places,
    reading,
    up,
)
from cadogan.words.english import groups
from cadogan.words.values import Line, Suits

#: What a part may hold that can be left out: not what the cards are, where they lie and how they
#: are dealt.
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
#: How often may be dealt again, and how many places more or fewer are tried.
OFTEN = {0: "none", 1: "once", 2: "twice", 3: "three times", 4: "four times"}
SUITS: tuple[Suits, ...] = (in_suit, alternate, any_suit)
LINES: tuple[Line, ...] = (down, up, either)
MORE = (-2, -1, 1, 2)


class NoSuchSwitch(ValueError):
    """The game has no switch of that name, or the switch no such option; the nearest is named."""


@dataclass(frozen=True)
class Option:
    """One way a switch can stand: what `Game.vary` is given.

    Attributes:
        says: what it is called.
        clauses, without, keywords: the changes; none where the game stays as it is.
        value: of a round game, what its option is given.
    """

    says: str
    clauses: tuple[Clause, ...] = ()
    without: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str | int], ...] = ()
    value: Any = None


@dataclass(frozen=True)
class Switch:
    """A change of one kind: its name, its kind, and its options, the first of them how the game
    stands.
    """

    name: str
    kind: str
    options: tuple[Option, ...]

    def option(self, says: str) -> Option:
        """The option of that name.

        Raises:
            NoSuchSwitch: there is none.
        """
        known = {one.says: one for one in self.options}
        if says not in known:
            raise NoSuchSwitch(f"{self.name!r} is {', '.join(map(repr, known))}, not {says!r:.80}")
        return known[says]

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}): {' | '.join(one.says for one in self.options)}"


class Switches(tuple[Switch, ...]):
    """All switches of a game, shown as a list."""

    def __repr__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row'>{escape(one.name)}</th><td>{escape(one.kind)}</td><td>{escape(one.options[0].says)}</td>"
            f"<td>{escape('; '.join(option.says for option in one.options[1:]))}</td></tr>"
            for one in self
        )
        heads = "".join(
            f"<th scope='col'>{head}</th>" for head in ("switch", "kind", "as it stands", "or")
        )
        return f"<table class='cadogan-list'><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def game_of(game: Game | str) -> Game:
    """A game, or the book's game or variant of that slug."""
    return cadogan.games[game] if isinstance(game, str) else game


@cache
def switches(game: Game | str) -> Switches:
    """The switches of a game: the book's by its slug, or one's own.

    Raises:
        UnknownGame: the book has no such game.
    """
    game = game_of(game)
    dealt = _Dealt(game)
    met = {game.active}
    found = []
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
            changed = dealt.changed(option)
            if changed is not None and changed.active not in met:
                met.add(changed.active)
                options.append(option)
        if options:
            found.append(replace(switch, options=(switch.options[0], *options)))
    return Switches(found)


class _Dealt:
    """A game as it is dealt, to see whether a changed one is a game as well."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.left = len(game.deal(1).seen.get("hand", ()))

    def changed(self, option: Option) -> Game | None:
        """What an option makes of it; None where that is no game, has no move, or leaves cards in
        the hand for ever.
        """
        try:
            changed = _applied(self.game, (option,))
            _ = code_of(option)
            position = changed.deal(1)
            _ = changed.places
        except Exception:  # whatever the vocabulary refuses: it is not offered
            return None
        left = len(position.seen.get("hand", ()))
        return changed if position.moves() and (left > 0) == (self.left > 0) else None


def _readings(game: Game) -> Iterator[Switch]:
    for name, options in game.readings.items():
        key = name.replace(" ", "_")
        if key.isidentifier():
            yield Switch(
                name,
                "reading",
                (Option(options[0]), *(Option(one, keywords=((key, one),)) for one in options[1:])),
            )


def _redeals(game: Game) -> Iterator[Switch]:
    """As often as the word allows; one that the game does not have is of the talon, or of what is
    dealt, shuffled.
    """
    there = [c for c in game.active if isinstance(c, again)]
    read = any(
        isinstance(i, again)
        for c in game.clauses
        if isinstance(c, reading)
        for i in c.clauses_of_all()
    )
    if read or len(there) > 1:
        return  # a reading says how often
    if there:
        one = there[0]
        stands = _often(one.n)
        others: list[Clause] = [replace(one, n=n, rules=()) for n in OFTEN if n not in (0, one.n)]
        options = [Option(OFTEN[0], without=("every again",))] + [
            Option(_often(c.n), (c,))  # type: ignore[attr-defined]
            for c in others
        ]
    else:
        stands = OFTEN[0]
        table = tuple(c.name for c in game.active if isinstance(c, places))
        what = (
            {}
            if any(type(c).__name__ == "turn" for c in game.active)
            else {"what": table[0] if table else "talon", "shuffled": True}
        )
        options = [Option(OFTEN[n], (again(n, **what),)) for n in (1, 2)]  # type: ignore[arg-type]
    yield Switch("re-deals", "re-deal", (Option(stands), *options))


def _often(n: int) -> str:
    return OFTEN.get(n, "as often as you like" if n < 0 else f"{n} times")


def _laying(game: Game) -> Iterator[Switch]:
    """How cards are laid on one another: other suits, other lines, or not at all."""
    there = [c for c in game.active if isinstance(c, build)]
    for c in there:
        onto = " and ".join(c.receives())
        frm = (
            f", from {' and '.join(groups(c.frm)) or 'one another'}"
            if sum(d.onto == c.onto for d in there) > 1
            else ""
        )
        others = [replace(c, suit=suit, rules=()) for suit in SUITS if suit != c.suit]
        others += [
            replace(c, line=replace(line, goes_round=c.line.goes_round), rules=())
            for line in LINES
            if line.steps != c.line.steps
        ]
        options = [Option(_how(one), (one,)) for one in others]
        name = next(
            (name for name, part in game.parts.items() if {d.key for d in part} == {c.key}),
            "build" if len(there) == 1 else "",
        )
        options += [Option("not at all", without=(name,))] if name else []
        yield Switch(f"laying on the {onto}{frm}", "suits", (Option(_how(c)), *options))


def _how(c: build) -> str:
    return f"{c.suit.tell()}, {c.line.tell()}"


def _left_out(game: Game) -> Iterator[Switch]:
    """Licences and named parts that the game can do without."""
    for word in LICENCES:
        if word != "again" and any(type(c).__name__ == word for c in game.active):
            yield Switch(
                f"licence: {said(word, game)}",
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
    """More packets or fewer, where the deal allows it."""
    for c in game.active:
        key = c.name.replace(" ", "_") if isinstance(c, places) else ""
        if isinstance(c, places) and key.isidentifier() and c.name not in game.readings:
            others = tuple(
                Option(str(c.n + more), keywords=((key, c.n + more),))
                for more in MORE
                if c.n + more > 0
            )
            yield Switch(f"places: {c.name}", "packets", (Option(str(c.n)), *others))


def _packs(game: Game) -> Iterator[Switch]:
    """One pack for two, or two for one, where one group of foundations has a place for each suit of
    each.
    """
    there, homes = (
        [c for c in game.active if isinstance(c, packs)],
        [c for c in game.active if isinstance(c, foundations)],
    )
    if (
        len(there) == len(homes) == 1
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
                Option(str(other), (replace(there[0], n=other, rules=()),), (), keywords),
            ),
        )


# What is chosen
# -----------------------------------------------------------------------------------------------------------------


def chosen(game: Game | str, choices: Mapping[str, str]) -> tuple[Option, ...]:
    """The options that are chosen, by the names of their switches.

    Raises:
        NoSuchSwitch: there is no such switch, or no such option.
    """
    taken = chosen_from(switches(game), choices, game_of(game).title)
    return tuple(option for _, option in taken)


def chosen_from(
    every: Iterable[Switch], choices: Mapping[str, str], title: str
) -> list[tuple[Switch, Option]]:
    """The switches that do not stand as they were, with their options.

    Raises:
        NoSuchSwitch: there is no such switch, or no such option.
    """
    known = {one.name: one for one in every}
    for name in choices:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known) or 'none'}"
            raise NoSuchSwitch(f"{title} has no switch {name!r:.80}; {hint}")
    taken = [
        (switch, switch.option(choices[switch.name]))
        for switch in known.values()
        if switch.name in choices
    ]
    return [(switch, option) for switch, option in taken if option is not switch.options[0]]


def changed(game: Game | str, choices: Mapping[str, str]) -> Game:
    """The game with some switches set.

    Args:
        game: a game of the book by its slug, or one's own.
        choices: for each switch that is set the name of its option, as `switches` shows them.

    Raises:
        NoSuchSwitch: there is no such switch, or no such option.
        RuleError: what is chosen does not go together.

    >>> changed("fortress", {"direction": "sideways"})
    Traceback (most recent call last):
    ...
    cadogan.course.studio.NoSuchSwitch: 'direction' is 'ascend', 'descend', not 'sideways'
    """
    return _applied(game_of(game), chosen(game, choices))


def _applied(game: Game, options: Iterable[Option]) -> Game:
    options = tuple(options)
    if not options:
        return game
    clauses = [c for one in options for c in one.clauses]
    without = [name for one in options for name in one.without]
    keywords: dict[str, Any] = dict(pair for one in options for pair in one.keywords)
    made = game.vary(*clauses, without=without, **keywords)
    _ = made.rules  # made here, and refused here
    return made


def code(game: Game | str, choices: Mapping[str, str], name: str = "game") -> str:
    """The same as code: a call of ``vary`` in the words of the vocabulary, or the name alone where
    nothing is chosen.
    """
    options = chosen(game, choices)
    return f"{name}.vary({code_of(*options)})" if options else name


def code_of(*options: Option) -> str:
    """What ``vary`` is given for some options, as code."""
    clauses = [written(c) for one in options for c in one.clauses]
    without = [written(name) for one in options for name in one.without]
    keywords = [f"{key}={written(value)}" for one in options for key, value in one.keywords]
    return ", ".join(
        [*clauses, *([f"without=[{', '.join(without)}]"] if without else []), *keywords]
    )


def written(value: Any) -> str:
    """A clause, or a value in one, as a rules cell says it.

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
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    for name, one in vocabulary().items():
        if type(one) is type(value) and not isinstance(one, Clause) and one == value:
            return name
    if isinstance(value, Line) and value.goes_round:
        return f"{written(replace(value, goes_round=False))}.round"
    if not isinstance(value, Clause):
        raise ValueError(f"the vocabulary has no name for {value!r:.80}")
    return _written_clause(value)


def _written_clause(clause: Clause) -> str:
    word, left = type(clause).__name__, ["rules"]
    if isinstance(clause, build) and clause.suit == in_suit:
        word, left = "marry", ["rules", "suit"]
    told: list[str] = []
    plain = True
    for one in fields(clause):
        plain = plain and not (
            word == "marry" and len(told) == 3
        )  # what is behind them, marry takes by name alone
        value = getattr(clause, one.name)
        default = one.default is not MISSING or one.default_factory is not MISSING
        if one.name in left:
            continue
        if default and value == one.default:
            plain = False  # what stands behind it has to be named
            continue
        told.append(
            written(value)
            if plain and not isinstance(value, bool)
            else f"{one.name}={written(value)}"
        )
    return f"{word}({', '.join(told)})"


def with_choices(cells: list[str], game: Game | str, choices: Mapping[str, str]) -> list[str]:
    """The texts of a game's rules cells with what is chosen, as links hold them.

    The call of ``vary`` stands behind the game itself, in the cell and the statement that put it
    together.

    Raises:
        ValueError: no statement of the cells makes the game.
    """
    options, title = chosen(game, choices), game_of(game).title
    if not options:
        return cells
    for number in range(len(cells) - 1, -1, -1):
        for statement in reversed(ast.parse(cells[number]).body):
            if isinstance(statement, ast.Assign) and _makes(statement.value, title):
                lines = cells[number].encode().split(b"\n")
                line, column = (
                    (statement.value.end_lineno or 1) - 1,
                    statement.value.end_col_offset or 0,
                )
                lines[line] = (
                    lines[line][:column]
                    + f".vary({code_of(*options)})".encode()
                    + lines[line][column:]
                )
                return [*cells[:number], b"\n".join(lines).decode(), *cells[number + 1 :]]
    raise ValueError(f"no statement of these rules makes {title!r}")


def _makes(value: ast.expr, title: str) -> bool:
    """Whether an expression puts the game of that title together, anew or from another."""
    named = [one.value for one in ast.walk(value) if isinstance(one, ast.Constant)]
    return isinstance(value, ast.Call) and title in named


# Tuned to a target
# -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tuned:
    """Every switch of a game by itself, the nearest to a target first.

    Attributes:
        target: the share of deals to be won.
        start: the game from which all are tried.
        tried: for each setting its name and what the player made of it.
    """

    target: float
    start: Tally
    tried: tuple[tuple[str, Tally], ...]

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """Of each setting, the nearest first: its name, the share won, how far that is from the
        target, what it moves.
        """
        named = [("as it stands", self.start), *self.tried]
        for name, one in sorted(named, key=lambda row: abs(row[1].won[0] - self.target)):
            moved = one.against(self.start) if one is not self.start else None
            off = f"{100 * (one.won[0] - self.target):+.1f} points"
            yield name, share_won(one), off, points(moved.rate) if moved else ""

    @property
    def note(self) -> str:
        """How it was found, and what it is not."""
        who = STRATEGIES[self.start.player].who
        return (
            f"simulated: the {who} player, {self.start.n:,} deals each, the same for all, seed {self.start.seed}; target "
            f"{100 * self.target:.0f} %. The best of many looks a little better than it is: measure it again on other deals."
        )

    def __str__(self) -> str:
        return "\n".join(
            [
                *(
                    f"{name}: won {won}, {off} from the target"
                    + (f"; moves {moved}" if moved else "")
                    for name, won, off, moved in self.rows()
                ),
                self.note,
            ]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        heads = "".join(f"<th scope='col'>{head}</th>" for head in TUNED)
        rows = "".join(
            f"<tr><th scope='row'>{escape(name)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
            for name, *row in self.rows()
        )
        return (
            f"<table class='cadogan-odds'><caption>{escape(self.note)}</caption><thead><tr>{heads}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


#: The heads of such a table.
TUNED = ("setting", "won", "from the target", "what it moves")


def settings(game: Game | str, choices: Mapping[str, str]) -> Iterator[tuple[str, Game]]:
    """Every option that is not chosen, by itself, on top of what is: its name and the game. What
    does not go together is left out.
    """
    game = game_of(game)
    for switch in switches(game):
        taken = choices.get(switch.name, switch.options[0].says)
        for option in switch.options:
            if option.says != taken:
                try:
                    yield (
                        f"{switch.name}: {option.says}",
                        changed(game, {**choices, switch.name: option.says}),
                    )
                except RuleError:
                    continue


def tune(
    game: Game | str,
    target: float = 0.3,
    player: str = "careful",
    *,
    choices: Mapping[str, str] | None = None,
    n: int = 300,
    seed: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Tuned:
    """Try every switch by itself, and say which brings a player nearest to a target.

    Args:
        game: a game of the book by its slug, or one's own.
        target: the share of deals to be won, 0 to 1.
        player: random, greedy or careful.
        choices: what is set already.
        n, seed: the deals, the same for all, as in `measure`.
        progress: is called with (settings tried, settings in all).

    Raises:
        ValueError: a number out of range, a player of another name, no such switch.
    """
    check(n, seed, (player,))
    check_target(target)
    choices = choices or {}
    start = Tally(changed(game, choices), player, seed)
    tried = [(name, Tally(one, player, seed)) for name, one in settings(game, choices)]
    tallies = [start, *(tally for _, tally in tried)]
    for _ in steps(tallies, n):
        if progress:
            progress(sum(tally.n >= n for tally in tallies), len(tallies))
    return Tuned(target, start, tuple(tried))


def check_target(target: object) -> None:
    """Refuse what is no share of deals.

    Raises:
        ValueError: it is not.
    """
    if isinstance(target, bool) or not isinstance(target, (int, float)) or not 0 <= target <= 1:
        raise ValueError(
            f"a target is a share of deals, from 0 to 1 (0.3 is three in ten), not {target!r:.80}"
        )
