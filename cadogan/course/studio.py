"""The studio: the switches of a game, one of the book's or one's own, how each changes the odds,
and the rules that result.

A switch is a change of one kind, with its options; the first is the game as it stands. The switches
come from the game itself: its readings, its re-deals, how its cards are laid on one another, its
licences and named parts that can be left out, its number of places and of packs. An option is not
offered if it makes no game, deals a position without a move, or leaves cards in the hand that no
rule takes. The choices become code, ``game.vary(…)``, which is the same in a notebook, in the page,
and in a link.

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
from cadogan.players.intervals import table_of
from cadogan.players.strategies import STRATEGIES
from cadogan.words import RuleError


def chosen(game: Game | str, choices: Mapping[str, str]) -> tuple[Option, ...]:
    """The options that are chosen and change the game; ``choices`` names them by their switches.

    Raises:
        NoSuchSwitch: there is no such switch, or no such option.
    """
    taken = chosen_from(switches(game), choices, game_of(game).title)
    return tuple(option for _, option in taken)


def chosen_from(
    every: Iterable[Switch], choices: Mapping[str, str], title: str
) -> list[tuple[Switch, Option]]:
    """The switches that are not set to their first options, with the options chosen.

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
        choices: the name of an option for each switch that is set, as `switches` shows them.

    Raises:
        NoSuchSwitch: there is no such switch, or no such option.
        RuleError: the chosen options contradict each other.

    >>> changed("fortress", {"direction": "sideways"})
    Traceback (most recent call last):
    ...
    cadogan.course.switches.NoSuchSwitch: 'direction' is 'ascend', 'descend', not 'sideways'
    """
    return applied(game_of(game), chosen(game, choices))


def code(game: Game | str, choices: Mapping[str, str], name: str = "game") -> str:
    """The code of the changed game: a call of ``vary`` in the words of the vocabulary, or the name
    alone if nothing is chosen.
    """
    options = chosen(game, choices)
    return f"{name}.vary({code_of(*options)})" if options else name


def with_choices(cells: list[str], game: Game | str, choices: Mapping[str, str]) -> list[str]:
    """The texts of a game's rules cells with the chosen options, as links hold them.

    The call of ``vary`` follows the expression that makes the game, in its cell and statement.

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
    """Whether an expression is a call that makes the game of that title, anew or from another."""
    constants = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
    return isinstance(value, ast.Call) and title in constants


# Tuned to a target
# -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tuned:
    """The options of a game, each tried by itself, compared with a target.

    Attributes:
        target: the share of deals that should be won.
        start: the tally of the game as it stands.
        tried: the name and the tally of each setting.
    """

    target: float
    start: Tally
    tried: tuple[tuple[str, Tally], ...]

    def rows(self) -> Iterator[tuple[str, str, str, str]]:
        """For each setting, the nearest to the target first: its name, the share won, how far that
        is from the target, and how far the setting moves it.
        """
        tallies = [("as it stands", self.start), *self.tried]
        for name, tally in sorted(tallies, key=lambda row: abs(row[1].won[0] - self.target)):
            moved = tally.against(self.start) if tally is not self.start else None
            off = f"{100 * (tally.won[0] - self.target):+.1f} points"
            yield name, share_won(tally), off, points(moved.rate) if moved else ""

    @property
    def note(self) -> str:
        """How the shares were found, and why the best should be measured again."""
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


#: The heads of the columns in a table of settings.
TUNED = ("setting", "won", "from the target", "what it moves")


def settings(game: Game | str, choices: Mapping[str, str]) -> Iterator[tuple[str, Game]]:
    """Each option that is not chosen, added by itself to those that are: its name and the game.
    Options that contradict the chosen ones are left out.
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
    """Try every option by itself, to find which brings a player nearest to a target.

    Args:
        game: a game of the book by its slug, or one's own.
        target: the share of deals that should be won, 0 to 1.
        player: random, greedy or careful.
        choices: the options that are chosen already, by the names of their switches.
        n, seed: the deals, the same for all settings, as in `measure`.
        progress: a function that is called with (settings tried, settings in all).

    Raises:
        ValueError: a number is out of range, a player has another name, or there is no such switch.
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
    """Refuse a target that is not a share of deals.

    Raises:
        ValueError: the target is not a number from 0 to 1.
    """
    if isinstance(target, bool) or not isinstance(target, (int, float)) or not 0 <= target <= 1:
        raise ValueError(
            f"a target is a share of deals, from 0 to 1 (0.3 is three in ten), not {target!r:.80}"
        )
