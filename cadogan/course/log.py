"""Reads the board's log, a class's own data: the sittings that a player's board has exported.

A board keeps a log only when its player asks for it, and only on the player's machine
(`cadogan/board/js/log.js`); here the files that players hand in are read. They are untrusted: an
error names the first line that is wrong, and nothing is guessed."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

from cadogan.echo import is_whole

#: How a sitting ended: the game was won; no move was left; or it was left before its end.
OUTCOMES = ("won", "stuck", "left")
#: The largest file that is read, in bytes, and the longest name of a game.
LARGEST, LONGEST_NAME = 5_000_000, 200
FORMAT = 1


class LogError(ValueError):
    """A file is not a log; the message names the file, the line, and what is wrong with it."""


@dataclass(frozen=True)
class Sitting:
    """One sitting at one deal.

    Attributes:
        begun: when its first move was made (UTC).
        game: the game's short name, followed by a note if its rules were changed.
        deal: the number of the deal.
        moves: how many moves it had at the end, without those taken back.
        seconds: the time spent while the page was visible.
        outcome: won, stuck (no move left) or left.
        hints, undone: how many hints were asked for, how many moves taken back.
        shown: how many moves the board made on request.
        player: the name of the player's file, without its ending.
    """

    begun: datetime
    game: str
    deal: int
    moves: int
    seconds: int
    outcome: str
    hints: int
    undone: int
    shown: int
    player: str = ""


PARTS = tuple(part.name for part in fields(Sitting) if part.name != "player")
COUNTS = ("deal", "moves", "seconds", "hints", "undone", "shown")


def read_log(path: Path | str) -> tuple[Sitting, ...]:
    """The sittings in a file that a board exported, CSV or JSON, in their order.

    Raises:
        OSError: there is no such file.
        LogError: a line is wrong; the message names the first one, and says what would be right.
    """
    path = Path(path)
    if path.stat().st_size > LARGEST:
        raise LogError(
            f"{path.name}: {path.stat().st_size:,} bytes are more than any log has; at most {LARGEST:,} are read"
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise LogError(
            f"{path.name}: this is not text in UTF-8; export it again from the board"
        ) from None
    rows = _of_json(text, path.name) if text.lstrip().startswith("{") else _of_csv(text, path.name)
    return tuple(_sitting(row, f"{path.name}, line {line}", path.stem) for line, row in rows)


def pool(paths: Iterable[Path | str]) -> tuple[Sitting, ...]:
    """The sittings of several files, one file after the other; a sitting that is in two files of
    one player counts once.

    Raises:
        OSError, LogError: as for `read_log`.
    """
    return tuple(dict.fromkeys(sitting for path in paths for sitting in read_log(path)))


def _of_csv(text: str, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    rows = csv.reader(io.StringIO(text), strict=True)
    try:
        heads = next(rows, [])
        if tuple(heads) != PARTS:
            raise LogError(
                f"{name}, line 1: a log begins with {','.join(PARTS)}, not with {','.join(heads)[:120]!r}"
            )
        for row in rows:
            if len(row) != len(PARTS):
                raise LogError(
                    f"{name}, line {rows.line_num}: {len(PARTS)} values are needed, and {len(row)} are here"
                )
            yield rows.line_num, {part: _read(part, text) for part, text in zip(PARTS, row)}
    except csv.Error as error:
        raise LogError(f"{name}, line {rows.line_num}: {error}") from None


def _read(part: str, text: str) -> object:
    return int(text) if part in COUNTS and re.fullmatch("[0-9]{1,16}", text) else text


def _of_json(text: str, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The sittings of a JSON log with their line numbers. The board writes one sitting to a line,
    after a first line; a file that has been reformatted is counted as if it still were so.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise LogError(f"{name}, line {error.lineno}: this is not JSON: {error.msg}") from None
    except (RecursionError, ValueError):  # Python reads no number of more than 4,300 digits
        raise LogError(
            f"{name}: it is nested too deep, or a number has thousands of digits"
        ) from None
    if data.get("format") != FORMAT or isinstance(data.get("format"), bool):
        raise LogError(
            f"{name}, line 1: this edition reads format {FORMAT}, not {data.get('format')!r:.40}"
        )
    played = data.get("played")
    if not isinstance(played, list):
        raise LogError(f"{name}, line 1: played is a list of sittings, not {type(played).__name__}")
    for line, entry in enumerate(played, 2):
        _check_parts(entry, f"{name}, line {line}")
        yield line, entry


def read_entry(entry: object, player: str) -> Sitting:
    """A sitting of the player's, from an entry in the JSON of a board's log.

    Raises:
        LogError: the entry is no sound sitting.
    """
    return _sitting(_check_parts(entry, "a sitting"), "a sitting", player)


def _check_parts(entry: object, place: str) -> Mapping[str, object]:
    if not isinstance(entry, dict) or set(entry) != set(PARTS):
        raise LogError(f"{place}: a sitting has {', '.join(PARTS)}, and nothing else")
    return entry


def _sitting(row: Mapping[str, object], place: str, player: str) -> Sitting:
    def refuse(part: str, expected: str) -> LogError:
        return LogError(f"{place}: {part} is {expected}, not {row[part]!r:.60}")

    for part in COUNTS:
        if not is_whole(row[part], 0, 2**53 - 1):
            raise refuse(part, "a whole number from 0")
    game, outcome, begun = row["game"], row["outcome"], row["begun"]
    if not isinstance(game, str) or not 0 < len(game) <= LONGEST_NAME:
        raise refuse("game", "a game's short name")
    if outcome not in OUTCOMES:
        raise refuse("outcome", " or ".join(OUTCOMES))
    try:
        when = datetime.fromisoformat(str(begun).replace("Z", "+00:00"))
    except ValueError:
        raise refuse("begun", "a time such as 2026-11-22T09:30:00.000Z") from None
    counts = {part: int(row[part]) for part in COUNTS}  # type: ignore[call-overload]
    return Sitting(begun=when, game=game, outcome=str(outcome), player=player, **counts)
