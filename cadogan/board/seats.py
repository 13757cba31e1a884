"""Who sits where at a round game's table: persons, who are asked, and bots, who play."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.board.messages import BadMessage
from cadogan.echo import shown
from cadogan.round_games.bots import LEVELS, Bot, bot_name

#: A person at the table, and the bots that a screen may seat: three levels, and the bots of which
#: the book speaks.
PERSON, BOTS = "you", (*(level.name for level in LEVELS), "rule", "random", "searcher")
#: The names and characters of a person's opponents, from the left; twelve sit at a table at most.
CAST = (
    ("Mrs. Ashby", "never forgets a card, nor who played it"),
    ("Colonel Trent", "likes a bold bid, and says so"),
    ("Miss Finch", "hums when her hand is good"),
    ("Mr. Pym", "counts his counters after every hand"),
    ("Aunt Sophia", "has played it since before you were born"),
    ("Captain Reeve", "learnt it at sea"),
    ("Mrs. Lovell", "talks of the weather, and watches the discards"),
    ("The Vicar", "regrets every trick he has to take"),
    ("Cousin Kit", "came down from school on Friday"),
    ("Doctor Hale", "sorts his hand twice"),
    ("Miss Amory", "would rather be dancing"),
)

Seat = str | Bot


def seated(seats: str | Sequence[Seat] | None, players: int) -> list[Seat]:
    """Who sits where.

    Raises:
        TypeError: the seats are neither a name nor several.
        ValueError: a name is unknown, or their number is wrong.
    """
    if seats is None:
        return [PERSON, *["steady"] * (players - 1)]
    if not isinstance(seats, Sequence):
        raise TypeError(
            f"seats are names, such as 'you', one for all or one each, not {shown(seats)}"
        )
    names = [seats] * players if isinstance(seats, str) else list(seats)
    if len(names) != players:
        raise ValueError(f"{players} seats want {players} names in seats, not {len(names)}")
    return [who if callable(who) else checked(who) for who in names]


def checked(who: object) -> str:
    """A name that may stand at a seat. Raises BadMessage for another."""
    if who not in (PERSON, *BOTS):
        raise BadMessage(
            f"At a seat sits {PERSON!r} or a bot, {', '.join(map(repr, BOTS))}, not {str(who)[:40]!r}."
        )
    return str(who)


def level_of(who: str) -> str:
    """The level of a bot; for one of no level, and for a person, the name."""
    return next((level.name for level in LEVELS if who == level.bot), who)


def called(who: Seat) -> str:
    """What a screen calls whoever sits at a seat."""
    return level_of(who) if isinstance(who, str) else bot_name(who)
