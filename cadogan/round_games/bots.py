"""Bots: a bot is a function of what its seat sees, the legal actions and a source of chance, and
gives one action.

No bot ever holds a state. ``random_bot`` takes any action; ``rule_bot`` follows the author's
advice, as each game tells it (`Game.advice`); `cadogan.round_games.search.Searcher` imagines what
it does not see and plays it out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cadogan.echo import cut
from cadogan.round_games import Action, Actions, IllegalAction, State, View
from cadogan.round_games.telling import player

#: What its seat sees, the legal actions, chance -> one of the actions (or its text).
Bot = Callable[[View, Actions, random.Random], "Action | str"]


class BotError(RuntimeError):
    """A bot failed: it raised, or it gave no legal action. The game is as it was.

    Attributes:
        state: the state before the failure.
        seat: the bot's seat.
        so_far: in a ladder, the standings up to the game that failed.
    """

    def __init__(self, message: str, state: State, seat: int) -> None:
        super().__init__(message)
        self.state, self.seat = state, seat
        self.so_far: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Raised in one process, it is told in another."""
        return BotError, (str(self), self.state, self.seat), {"so_far": self.so_far}


def random_bot(view: View, actions: Actions, rng: random.Random) -> Action:
    """Any legal action, each equally likely."""
    return actions[int(rng.random() * len(actions))]


def rule_bot(view: View, actions: Actions, rng: random.Random) -> Action:
    """The author's advice, where there is more than one choice."""
    return actions[0] if len(actions) == 1 else view.game.advice(view, actions)


def beginner_bot(view: View, actions: Actions, rng: random.Random) -> Action:
    """The author's advice two times in three; otherwise any action."""
    return random_bot(view, actions, rng) if rng.random() * 3 < 1 else rule_bot(view, actions, rng)


class Level(NamedTuple):
    """How well an opponent plays.

    Attributes:
        name: the name by which it is chosen.
        bot: the name of the bot that plays at this level.
        says: what that bot does, in a sentence.
    """

    name: str
    bot: str
    says: str


#: The three levels at which an opponent may play, the weakest first.
LEVELS = (
    Level(
        "beginner",
        "beginner",
        "Follows the author's advice two times in three, and otherwise does anything.",
    ),
    Level("steady", "rule", "Plays as the author advises."),
    Level(
        "sharp",
        "searcher",
        "Begins with the advice or better, imagines the hands, and plays on in its head, for a second at most.",
    ),
)
#: How long a searcher thinks about an action at a table where somebody waits, in seconds.
THINKING = 1.0


def find_bot(bot: str | Bot) -> Bot:
    """A bot by its name, ``random``, ``rule`` or ``searcher``, or by its level; a function is
    returned as it is.

    Raises:
        ValueError: there is no bot of that name.
    """
    if callable(bot):
        return bot
    from cadogan.round_games.search import BUDGET, Searcher

    every: Mapping[str, Bot] = {
        "random": random_bot,
        "rule": rule_bot,
        "searcher": Searcher(),
        "beginner": beginner_bot,
        "steady": rule_bot,
        "sharp": Searcher(BUDGET, seconds=THINKING),
    }
    if bot not in every:
        raise ValueError(
            f"there is no bot {cut(str(bot))!r}; there are {', '.join(every)}, or a function of your own"
        )
    return every[bot]


def bot_name(bot: str | Bot) -> str:
    """What a bot is called in a table."""
    return (
        bot
        if isinstance(bot, str)
        else str(getattr(bot, "name", getattr(bot, "__name__", type(bot).__name__)))
    )


def step(state: State, bot: Bot, rng: random.Random, among: Actions = ()) -> State:
    """The state after one action by a bot, of all legal ones or of ``among``.

    Raises:
        BotError: the bot raised, or its action is not legal; the state is as it was.
    """
    seat, actions = state.to_act, among or state.actions()
    assert seat is not None, "the game is over"
    try:
        chosen = bot(state.view(seat), actions, rng)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BotError(
            f"{bot_name(bot)}, {player(seat)}, raised {why} ({state!r})", state, seat
        ) from error
    try:
        return state.play(chosen)
    except IllegalAction as error:
        raise BotError(
            f"{bot_name(bot)}, {player(seat)}, gave {str(chosen)[:60]!r}: {error}", state, seat
        ) from error


def play_out(
    state: State,
    bots: Sequence[str | Bot],
    seed: int = 1,
    limit: int | None = None,
    watch: Callable[[State], object] | None = None,
) -> State:
    """Play a state to its end, seat i by bot i.

    Args:
        bots: one for each seat, or one for all.
        seed: the seed of the bots' chance; each seat has a stream of its own.
        limit: actions after which to stop; None for never.
        watch: a function that is called with every state after the first.

    Raises:
        BotError: a bot failed.
    """
    if len(bots) not in (1, state.players):
        raise ValueError(
            f"{state.players} seats want {state.players} bots, or one for all, not {len(bots)}"
        )
    players = [find_bot(bots[i % len(bots)]) for i in range(state.players)]
    chance = [random.Random(seed * 64 + i) for i in range(state.players)]
    played = 0
    while state.to_act is not None and (limit is None or played < limit):
        state = step(state, players[state.to_act], chance[state.to_act])
        played += 1
        if watch:
            watch(state)
    return state
