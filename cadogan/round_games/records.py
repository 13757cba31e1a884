"""Records: a game as it was played, as JSON. One from somebody else is checked part by part and
action by action.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from cadogan.echo import cut, shown
from cadogan.patience.text import RecordError
from cadogan.round_games.action import IllegalAction
from cadogan.round_games.cards import Card, CardError
from cadogan.round_games.catalogue import games
from cadogan.round_games.options import OptionError

if TYPE_CHECKING:
    from cadogan.round_games.game import Game
    from cadogan.round_games.state import State

FORMAT = 1
#: What a record may have at most. A game of that length is played through in about a second, in
#: some 50 MB (`tests/fuzz`).
LONGEST = 1_000_000
MOST_ACTIONS = 10_000
#: The choices that may be looked through in checking one: a game in which hundreds of prices may be
#: named has thousands at a turn.
MOST_CHOICES = 400_000
LONGEST_PACK = 600
PARTS = ("format", "game", "players", "options", "seed", "cards", "actions")


@dataclass(frozen=True)
class Record:
    """A round game as it was played: the game with its options, the seats, the deal, the actions."""

    game: Game
    players: int
    seed: int
    actions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        """Actions are kept as their texts."""
        object.__setattr__(self, "actions", tuple(map(str, self.actions)))

    def states(self) -> list[State]:
        """Every state from the deal on.

        Raises:
            IllegalAction: an action is refused; the message says which and why.
        """
        return list(self.played())

    def played(self, most: float = inf) -> Iterator[State]:
        """The states one after the other; at most ``most`` choices are looked through on the way.

        Raises:
            IllegalAction: an action is refused; the message says which and why.
            RecordError: there are more choices.
        """
        state = self.game.deal(self.seed, self.players, cards=self.cards)
        yield state
        for i, action in enumerate(self.actions, 1):
            most -= len(state.actions())
            if most < 0:
                raise RecordError(
                    f"the first {i:,} actions have more than {MOST_CHOICES:,} choices, more than are checked"
                )
            try:
                state = state.play(action)
            except IllegalAction as error:
                raise IllegalAction(
                    f"action {i}, {cut(action)!r}: {error.sentence}", error.rule
                ) from None
            yield state

    @property
    def last(self) -> State:
        """The last state."""
        return deque(self.played(), maxlen=1)[0]

    def to_json(self) -> str:
        """The record as JSON, one action a line."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": name_of(self.game),
            "players": self.players,
            "options": dict(self.game.options),
            "seed": self.seed,
            "cards": " ".join(map(str, self.cards)),
            "actions": list(self.actions),
        }
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str, own: Game | None = None) -> Record:
        """A record from JSON, which may come from anybody.

        Args:
            text: the record.
            own: a game with a house rule, if the record may be of that.

        Raises:
            RecordError: the first thing wrong with it; a bad action is named by its number.
        """
        record = read(text, own)
        try:
            deque(record.played(MOST_CHOICES), maxlen=0)
        except IllegalAction as error:
            raise RecordError(str(error)) from None
        return record


def name_of(game: Game) -> str:
    """What a record calls its game: by its slug, and with a house rule by its class as well, for
    the book's own game is played otherwise.
    """
    plain = game.slug in games and type(games[game.slug]) is type(game)
    return game.slug if plain else f"{game.slug}: {type(game).__name__}"


def read(text: str, own: Game | None = None) -> Record:
    """The record of a text, its actions not yet played."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise RecordError(f"a record is a text of at most {LONGEST:,} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {cut(str(error), 200)}") from None
    if not isinstance(data, dict):
        raise RecordError("a record is a JSON object")
    for name in data:
        if name not in PARTS:
            raise RecordError(
                f"a record has no part {cut(name)!r}; its parts are {', '.join(PARTS)}"
            )
    for name in PARTS:
        if name not in data and name != "cards":
            raise RecordError(f"the record has no part {name!r}")
    if type(data["format"]) is not int or data["format"] != FORMAT:
        raise RecordError(f"format: this reads format {FORMAT}, not {shown(data['format'], 20)}")
    actions, options = data["actions"], data["options"]
    if not isinstance(options, dict):
        raise RecordError("options: an object, each option with its value")
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        raise RecordError(f"actions: a list of at most {MOST_ACTIONS:,} texts")
    for i, action in enumerate(actions, 1):
        if not isinstance(action, str):
            raise RecordError(f"action {i}: a text, not {shown(action, 40)}")
    if data["players"] is None:  # which `deal` takes for the usual number
        raise RecordError("players: must be a whole number, not None")
    cards = data.get("cards", "")
    if not isinstance(data["game"], str) or not isinstance(cards, str):
        raise RecordError("game and cards are texts")
    if len(cards) > LONGEST_PACK:
        raise RecordError(
            f"cards: a pack has no more than {LONGEST_PACK} characters, not {len(cards):,}"
        )
    name = data["game"]
    if own is None and ": " in name:
        raise RecordError(
            f"game: {cut(name)!r} has a house rule; give the game as well, as in Record.from_json(text, {cut(name).partition(': ')[2]}())"
        )
    try:
        game = (own if own and name == name_of(own) else games[name]).vary(**options)
        first = game.deal(data["seed"], data["players"], cards=cards)
    except KeyError as error:
        raise RecordError(f"game: {error}") from None
    except CardError as error:
        raise RecordError(f"cards: {cut(str(error), 200)}") from None
    except OptionError as error:
        raise RecordError(f"options: {cut(str(error), 300)}") from None
    except ValueError as error:
        raise RecordError(cut(str(error), 300)) from None
    return Record(game, data["players"], data["seed"], tuple(actions), first._table.first)
