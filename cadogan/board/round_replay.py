"""A round game that a page can step through without Python, and the opening from which a table is
laid again where it stood.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cadogan.board import round_screen as screen
from cadogan.board.messages import BadMessage, Reply, changes
from cadogan.board.round_session import Session, stands
from cadogan.board.round_shown import _heard, opening, turned_up
from cadogan.board.seats import PERSON, Seat, called, checked, seated
from cadogan.echo import having, is_texts
from cadogan.round_games.bots import BotError
from cadogan.round_games.game import Game
from cadogan.round_games.records import Record

#: The actions of a replay at most.
MOST = 600


def replay(record: Record, seats: str | Sequence[Seat] | None = None) -> Reply:
    """A finished game that a page can step through without Python, as the first person's seat saw
    it (a bystander, if there is none).

    Frame 0 has every part of the table; each later one what has changed (None for a part that is
    gone), and what was said."""
    having(record, "states", "a record is replayed, such as state.record()")
    sit = seated(seats, record.players)
    seat = next((i for i, who in enumerate(sit) if who == PERSON), None)
    cast = Session(record.game, record.seed, record.players, sit)
    names, sits, log_start = cast.names, [called(who) for who in sit], 0
    before: Reply = {}
    frames: list[Reply] = []
    for state in record.states()[: MOST + 1]:
        table = turned_up(state._table.copy(), seat) if state.is_over else state.view(seat).table
        now = screen.parts(record.game, table, names, sits)
        events = [_heard(event, names) for event in table.log[log_start:]]
        frames.append({"changed": changes(before, now), "said": events})
        before, log_start = now, len(table.log)
    players = [cast._sitting(i, names) for i in range(record.players)]
    return {
        "title": record.game.title,
        "slug": record.game.slug,
        "deal": record.seed,
        "seat": seat,
        "over": state.is_over,
        "players": players,
        "frames": frames,
        "opening": opening(record, sit),
    }


def finished(game: Game, seed: int, players: int) -> Record:
    """A game of rule bots alone, for a replay; of random ones where a rule bot fails."""
    for bot in ("rule", "random"):
        session = Session(game, seed, players, bot)
        try:
            session.bots(MOST)
        except BotError:
            continue
        break
    return session.record


def reopen(data: Mapping[str, Any]) -> Session:
    """The table of an opening, which may come from anybody. The opening of a game that this machine
    has kept also says where it stands (``at``), whether it counts (``fair``) and whether the person
    passes for the rest of the hand (``passing``); a link's does not.

    Raises:
        RecordError, BadMessage: the opening cannot be read; the sentence says why.
    """
    seats = data.get("seats")
    if not {"round", "seats"} <= set(data) <= {
        "round",
        "seats",
        "at",
        "fair",
        "passing",
    } or not is_texts(seats):
        raise BadMessage("A table is an object with a record (round) and who sits where (seats).")
    record = Record.from_json(json.dumps(data["round"]))
    table = Session(record.game, record.seed, record.players, [checked(who) for who in seats])
    table.load(record, **stands(data, record))
    return table
