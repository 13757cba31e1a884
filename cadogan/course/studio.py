"""The studio: a game of the book or one's own, the switches that it has, what each of them moves,
and the rules that come out.

A switch is a change of one kind, with its options; the first is how the game stands. Which switches
a game has is read off the game: its readings, its re-deals, how its cards are laid on one another,
its licences and named parts that can be left out, its number of places and of packs. An option that
makes no game, deals no move, or leaves cards in the hand that no rule takes, is not offered. What
is chosen comes out as code, ``game.vary(…)``, which is the same in a notebook, in the page, and in
a link.

>>> offered = switches("canfield-or-klondike")
>>> [switch.name for switch in offered][:2]
['talon', 're-deals']
>>> print(code("canfield-or-klondike", {"re-deals": "once"}))
game.vary(again(1))
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from cadogan.course.losing import losses as losses
from cadogan.course.measuring import (
    Measured as Measured,
    Tally,
    check,
    measure as measure,
    points,
    share_won,
    steps,
    table_of,
)
from cadogan.course.switches import (
    NoSuchSwitch as NoSuchSwitch,
    Option,
    Switch as Switch,
    applied,
    code_of,
    game_of,
    switches as switches,
    written as written,
)
from cadogan.echo import nearest
from cadogan.patience.game import Game
from cadogan.players.strategies import STRATEGIES
from cadogan.words import RuleError


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
    known = {switch.name: switch for switch in every}
    for name in choices:
        if name not in known:
            hint = nearest(name, known, f"it has {', '.join(known) or 'none'}")
            raise NoSuchSwitch(f"{title} has no switch {name!r:.80}{hint}")
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
    cadogan.course.switches.NoSuchSwitch: 'direction' is 'ascend', 'descend', not 'sideways'
    """
    return applied(game_of(game), chosen(game, choices))


def code(game: Game | str, choices: Mapping[str, str], name: str = "game") -> str:
    """The same as code: a call of ``vary`` in the words of the vocabulary, or the name alone where
    nothing is chosen.
    """
    options = chosen(game, choices)
    return f"{name}.vary({code_of(*options)})" if options else name


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
    constants = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
    return isinstance(value, ast.Call) and title in constants


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
        tallies = [("as it stands", self.start), *self.tried]
        for name, tally in sorted(tallies, key=lambda row: abs(row[1].won[0] - self.target)):
            moved = tally.against(self.start) if tally is not self.start else None
            off = f"{100 * (tally.won[0] - self.target):+.1f} points"
            yield name, share_won(tally), off, points(moved.rate) if moved else ""

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
        return table_of(TUNED, self.rows(), self.note)


#: The heads of such a table.
TUNED = ("setting", "won", "from the target", "what it moves")


def settings(game: Game | str, choices: Mapping[str, str]) -> Iterator[tuple[str, Game]]:
    """Every option that is not chosen, by itself, on top of what is: its name and the game. What
    does not go together is left out.
    """
    game = game_of(game)
    for switch in switches(game):
        taken = choices.get(switch.name, switch.options[0].name)
        for option in switch.options:
            if option.name != taken:
                try:
                    yield (
                        f"{switch.name}: {option.name}",
                        changed(game, {**choices, switch.name: option.name}),
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
    tried = [(name, Tally(variant, player, seed)) for name, variant in settings(game, choices)]
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
