"""The referee of a board: JSON messages in, JSON replies out, nothing but the standard library.

The same `Session` serves the widget in JupyterLab and the worker in the built page. The screen
never decides what is legal: it sends what a person tried, and shows what comes back. Whatever
arrives is taken as untrusted: a message that cannot be understood gets a sentence in reply and
changes nothing.

A session is a line of positions and a place in it, so undo and redo are without limit.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count as counting
from typing import Any, NamedTuple

from .. import words as terms
from ..cards import Card
from ..engine.moves import KINDS
from ..patience.game import Game
from ..patience.position import IllegalMove, Move, Position
from ..patience.record import Record
from ..patience.text import RecordError
from ..players.strategies import STRATEGIES, Player
from ..solver.verdict import LOST, WON, Verdict
from . import offers, reasons
from .messages import (
    LARGEST_DEAL,
    LONGEST_RECORD,
    BadMessage,
    Message,
    Referee,
    Reply,
    as_sentence,
    counted,
    text_of,
    whole_of,
)
from .outlook import SIGN, Outlook, beyond
from .told import told

#: So many moves are listed for the screen at most; the rest are found when they are tried.
MOST_MOVES = 1000
#: How many moves a strategy plays at one message at most.
MOST_SHOWN = 100
#: How many games are kept that another deal, or the start of the same one, has taken off the table.
MOST_PUT_BY = 20
#: Kinds of move that are made by choosing places one after another.
SETS = tuple(kind.name for kind in KINDS.values() if kind.chosen)


class Line(NamedTuple):
    """A game on the table: what it began with, its line of play, and where in it we are."""

    opening: Record
    positions: list[Position]
    moves: list[Move]
    at: int


class Session(Referee):
    """One game at one table: the deal, the line of play, and where in it we are.

    `game` is a Game, or the slug of one; `deal` the number of its deal, `cards` an explicit order
    of the pack instead; `moves` are played at once.

    Raises KeyError for an unknown slug, ValueError for a deal that is none, IllegalMove for a move.
    """

    def __init__(
        self,
        game: Game | str,
        deal: int = 1,
        moves: Iterable[Move | str] = (),
        cards: Iterable[Card | str] | str = (),
    ) -> None:
        self._outlook: Outlook | None = None
        #: The games that were on the table before this one, and those that came after it and were
        #: taken back.
        self._earlier: list[Line] = []
        self._later: list[Line] = []
        self._lots = [random.getrandbits(32) for _ in range(4)]
        #: Who played on last, with what it has in mind, and the position that it left.
        self._player: tuple[str, Player | None, Position | None] = ("", None, None)
        if isinstance(game, str):
            from .. import games

            game = games[game]
        self._start(Record(game, deal, moves, cards))

    @classmethod
    def of(cls, record: Record) -> Session:
        """A session that goes on where a record ends."""
        return cls(record.game, record.deal, record.moves, record.cards)

    def _start(self, record: Record) -> None:
        """Begin the deal of a record and play its moves; nothing changes if one of them is refused."""
        positions = record.positions()
        played = [
            _find(before, text) for before, text in zip(positions, record.moves, strict=False)
        ]
        self._lay(
            Line(Record(record.game, record.deal, (), record.cards), positions, played, len(played))
        )
        self._places_sent = False

    def _lay(self, line: Line) -> None:
        """Put a game on the table, where it stands."""
        self._opening, self._positions, self._moves, self._at = line
        #: Whoever advises, and the position and the move of the last advice.
        self._adviser = Player("careful", self._lots)
        self._advised: tuple[Position, Move | None] | None = None
        self._kept_as: str | None = None
        self._portable: bool | None = None
        self._met: set[str] = set()

    # What a program holds ------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._opening.game

    @property
    def deal(self) -> int:
        """The number of the deal."""
        return self._opening.deal

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self._positions[self._at]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, without those taken back."""
        return tuple(self._moves[: self._at])

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return Record(self.game, self.deal, self.moves, self._opening.cards)

    @property
    def kept_as(self) -> str:
        """The name under which a reader's statistics of this game are kept: its slug, marked where
        the rules are not the book's.

        Empty for a pack in an explicit order, which is nobody's luck.
        """
        if self._kept_as is None:
            self._kept_as = (
                self.game.slug if _is_in_the_book(self.game) else f"{self.game.slug} (changed)"
            )
        return "" if self._opening.cards else self._kept_as

    @property
    def keeps(self) -> Reply | None:
        """The whole line of play, with what is taken back, as JSON values for the screen to keep;
        None where another Python could not open it again."""
        if self._portable is None:
            self._portable = not self._opening.cards and _portable(self._opening) is not None
        return (
            {**json.loads(self._opening.to_json()), "moves": [move.text for move in self._moves]}
            if self._portable
            else None
        )

    @property
    def outlook(self) -> Outlook:
        """What can still become of the game."""
        if self._outlook is None or self._outlook.game != self.game:
            self._outlook = Outlook(self.game)
        return self._outlook

    def told(self, who: str = "You") -> str:
        """What the last move did, in the past tense."""
        return told(self._positions[self._at - 1], self._moves[self._at - 1], self.position, who)

    def play(self, move: Move | str) -> Move:
        """Play a move and return it; what had been taken back is forgotten, unless it went on with
        this move. Raises IllegalMove.
        """
        found = _find(self.position, move)
        if self._moves[self._at : self._at + 1] != [found]:
            after = self.position.play(found)
            self._moves[self._at :] = [found]
            self._positions[self._at + 1 :] = [after]
        self._at += 1
        self._later.clear()
        return found

    def load(self, record: Record) -> None:
        """Go on where a record ends; undo brings back the game that is on the table. Raises
        IllegalMove, and then nothing has changed.
        """
        line, same = self._line, record.game == self.game
        places_sent, met = self._places_sent and same, self._met if same else set()
        self._start(record)
        self._places_sent, self._met = places_sent, met
        self._put_by(line)

    @property
    def _line(self) -> Line:
        return Line(self._opening, list(self._positions), list(self._moves), self._at)

    def _put_by(self, line: Line) -> None:
        """Keep a game that has left the table, if anything was played in it, to be taken back."""
        self._later.clear()
        if line.moves:
            self._earlier = [*self._earlier, line][-MOST_PUT_BY:]

    def _exchange(self, there: list[Line], here: list[Line]) -> list[Reply]:
        """Take a game from there, and put the one on the table here."""
        line = there.pop()
        here.append(self._line)
        if line.opening.game != self.game:
            self._places_sent, self._met, self._kept_as, self._portable = False, set(), None, None
        self._lay(line)
        return [self.state(f"Deal {self.deal} again, at move {self._at}.")]

    # Messages ------------------------------------------------------------------------------------

    def _refused(self, error: Exception, message: Message) -> list[Reply] | None:
        if not isinstance(error, IllegalMove):
            return None
        ends = {end: message[end] for end in ("from", "to") if end in message}
        return [{"kind": "refused", "sentence": error.sentence, "rule": error.rule, **ends}]

    def _answers(self) -> dict[str, Callable[[Message], list[Reply]]]:
        return {
            "hello": self._hello,
            "move": self._move,
            "try": self._try,
            "undo": self._undo,
            "redo": self._redo,
            "restart": self._restart,
            "new": self._new,
            "hint": self._hint,
            "home": self._home,
            "show": self._show,
            "odds": lambda m: [odds(self.game)],
            "concerns": lambda m: [reasons.concerns(self.position, text_of(m, "rule"))],
            "chance": lambda m: [self.outlook.chance(self.position, self._at)],
            "verdict": self._verdict,
            "lost_at": lambda m: [self.outlook.lost_at(self.record)],
            "go": self._go,
            "save": lambda m: [{"kind": "saved", "record": self.record.to_json()}],
            "load": self._load,
        }

    def _hello(self, message: Message) -> list[Reply]:
        self._places_sent = False
        return [self.state()]

    def _move(self, message: Message) -> list[Reply]:
        self.play(text_of(message, "text"))
        return [self.state(self.told())]

    def _try(self, message: Message) -> list[Reply]:
        """A click or a drag: find the move that was meant, or say why there is none."""
        if "places" in message:
            wanted = _texts(message, "places")
            found = [
                m for m in self.position.moves() if m.kind in SETS and set(m.places) == set(wanted)
            ]
            attempts = [f"{kind} {' '.join(wanted)}" for kind in self._set_kinds()]
        else:
            wanted = [text_of(message, "from"), text_of(message, "to")]
            found = [m for m in self.position.moves() if [m.source, m.target] == wanted]
            groups = {place.id: place.group for place in self.game.places}
            attempts = [
                f"{kind} {' '.join(wanted)}"
                for kind in self._set_kinds(*(groups.get(name) for name in wanted))
            ]
            attempts.append("-".join(wanted))
        known = {place.id for place in self.game.places}
        for name in wanted:
            if name not in known:
                raise BadMessage(f"There is no place {name[:20]!r} in this game.")
        if found:
            size, pairs = message.get("count"), _pairs(wanted)
            chosen = next(
                (m for m in found if m.count == size or _pairs(m.places) == pairs), found[0]
            )
            self.play(chosen)
            return [self.state(self.told())]
        if len(wanted) == 2 and (
            equal := offers.equal_foundation(
                self.position, wanted[0], wanted[1], home_places(self.game)
            )
        ):
            self.play(equal)
            return [self.state(self.told())]
        for text in attempts:
            self.play(text)
            return [self.state(self.told())]
        raise BadMessage("In this game no cards are chosen together.")

    def _set_kinds(self, *wanted: str | None) -> list[str]:
        """The kinds of set that this game has, of all the groups named."""
        named = [
            (type(clause).__name__, set(clause.names())) for clause in self.game.active
        ]  # a set's kind is called as its word
        return [word for word, groups in named if word in SETS and set(wanted) <= groups]

    def _undo(self, message: Message) -> list[Reply]:
        """Take back one move, or all down to the number ``to``; at the beginning, what took another
        game off the table.
        """
        if not self._at and self._earlier:
            return self._exchange(self._earlier, self._later)
        if not self._at:
            raise BadMessage("There is nothing to take back.")
        to = whole_of({"to": self._at - 1, **message}, "to", 0, self._at - 1)
        taken, self._at = self._at - to, to
        what = (
            self._moves[to].says
            if taken == 1
            else f"{taken} moves, the first of them: {self._moves[to].says}"
        )
        return [self.state(f"Taken back: {what}.")]

    def _redo(self, message: Message) -> list[Reply]:
        if self._at == len(self._moves) and self._later:
            return self._exchange(self._later, self._earlier)
        if self._at == len(self._moves):
            raise BadMessage("There is nothing to play again.")
        self._at += 1
        return [self.state(f"Played again: {self._moves[self._at - 1].says}.")]

    def _go(self, message: Message) -> list[Reply]:
        """To the position after this many of the moves played."""
        self._at = whole_of(message, "to", 0, len(self._moves))
        return [
            self.state(
                f"After move {self._at}: {self._moves[self._at - 1].says}."
                if self._at
                else f"The start of deal {self.deal}."
            )
        ]

    def _restart(self, message: Message) -> list[Reply]:
        """The deal from its beginning: undo brings back the game as it stands, redo its moves one
        by one.
        """
        if self._at:
            self._put_by(self._line)
        self._at = 0
        return [self.state(f"The start of deal {self.deal}.")]

    def _new(self, message: Message) -> list[Reply]:
        """Another deal: the one of a number, that of a day, or any that is worth playing."""
        if message.get("any") is True:
            deal = offers.any_deal(self.game, self.deal, text_of({"grade": "", **message}, "grade"))
        elif "day" in message:
            deal = offers.deal_of_the_day(self.game, whole_of(message, "day", 0, LARGEST_DEAL))
        else:
            deal = whole_of(message, "deal", 0, LARGEST_DEAL)
        before, played = self.deal, bool(self._moves)
        self.load(Record(self.game, deal))
        known = offers.hardness(self.game, deal)
        note = [f"Deal {deal}."]
        note += [f"It can be won ({known['word']})."] if known else []
        note += [f"Undo brings back deal {before}."] if played else []
        return [self.state(" ".join(note))]

    def _hint(self, message: Message) -> list[Reply]:
        """A move worth making. Where all is open the solver is asked first, for a moment at each
        message, so that it can be stopped.
        """
        position = self.position
        if position.is_over:
            return [_hinted(None, result(position))]
        if any(card is None for pile in position.seen.values() for card in pile):
            return [self._advice()]
        known = self.outlook.held(position)
        if known is None:
            known = self.outlook.search(position, message)
        if known is None:
            return [self.outlook.progress("hint")]
        if known.verdict == WON:
            move = _find(position, known.line[0])
            return [
                self._suggested(
                    move,
                    f"You might {_imperative(move)}: this wins, in {counted(len(known.line), 'move')}.",
                )
            ]
        if known.verdict == LOST:
            back = " Undo leads back." if self._at else ""
            return [_hinted(None, f"Nothing wins from here, whatever is played.{back}")]
        return [self._advice(known)]

    def _advice(self, unknown: Verdict | None = None) -> Reply:
        """What the careful player would do, who sees what the player sees; with what the solver did
        not find out, if it was asked.
        """
        position = self.position
        if self._advised is None or self._advised[0] != position:
            self._advised = position, self._adviser.choose(position)
        move, before = self._advised[1], "" if unknown is None else f"{beyond(unknown)} "
        if move is None:
            left = counted(len(position.moves()), "move")
            return _hinted(
                None, f"{before}The careful player sees nothing worth doing; {left} can be made."
            )
        why, who = (
            reasons.why(position, move),
            "You might" if unknown is None else "The careful player would",
        )
        return self._suggested(
            move, f"{before}{who} {_imperative(move)}" + (f": {why}." if why else ".")
        )

    def _suggested(self, move: Move, says: str) -> Reply:
        return _hinted(move.text, says, reasons.places_of(self.game, move))

    def _verdict(self, message: Message) -> list[Reply]:
        """Whether it can still be won: a sign after each move, or what a person asks and waits for."""
        if message.get("asked") is not True:
            return [self.outlook.verdict(self.position, self._at, SIGN)]
        if (
            self.outlook.held(self.position) is None
            and self.outlook.search(self.position, message) is None
        ):
            return [self.outlook.progress("verdict")]
        return [self.outlook.verdict(self.position, self._at, 0.0)]

    def _show(self, message: Message) -> list[Reply]:
        """Let a strategy play on for a number of moves, or until it stops."""
        strategy, wanted = (
            message.get("strategy", "greedy"),
            whole_of({"moves": 1, **message}, "moves", 1, MOST_SHOWN),
        )
        names = {one["name"]: one["says"] for one in offers.strategies()}
        if strategy not in names:
            raise BadMessage(f"A strategy is one of {', '.join(names)}.")
        who = names[strategy]
        before, player, last = self._player
        if player is None or (before, last) != (
            strategy,
            self.position,
        ):  # another plays, or the game went on without it
            player = Player(strategy, self._lots)
        played = 0
        while played < wanted:
            move = player.choose(self.position)
            if move is None:
                break
            self.play(move)
            played += 1
        self._player = strategy, player, self.position
        note = self.told(as_sentence(who).rstrip(".")) if played else ""
        stopped = played < wanted or self.position.is_over
        if stopped and not self.position.is_over:
            left = counted(len(self.position.moves()), "move")
            note += (
                f" {as_sentence(who).rstrip('.')} saw nothing more worth doing; {left} can be made."
            )
        return [{**self.state(note.strip()), "shown": played, "stopped": stopped}]

    def _home(self, message: Message) -> list[Reply]:
        home = home_places(self.game)
        for sent in counting():
            for move in self.position.moves():
                if move.kind == "play" and move.target in home and move.source not in home:
                    self.play(move)
                    break
            else:
                return [
                    self.state(
                        f"{counted(sent, 'card')} went home."
                        if sent
                        else "No card can go home now."
                    )
                ]
        raise AssertionError("a game has an end")

    def _load(self, message: Message) -> list[Reply]:
        try:
            record = Record.from_json(text_of(message, "record", LONGEST_RECORD))
        except RecordError as error:
            raise BadMessage(f"This saved game cannot be read: {error}") from None
        if record.game.slug != self.game.slug:
            raise BadMessage(
                f"This saved game is of {record.game.title}, not of {self.game.title}."
            )
        self.load(record)
        return [self.state(f"Loaded: deal {self.deal}, {counted(len(self.moves), 'move')}.")]

    # What the screen shows -----------------------------------------------------------------------

    def state(self, note: str = "") -> Reply:
        """All that the screen needs to draw the table; the places go with the first one only."""
        view = {"kind": "state", "note": note, **self.view()}
        if not self._places_sent:
            view["places"] = places(self.game)
            view["strategies"] = offers.strategies()
            view["how"] = reasons.how_to_play(self.game)
            view["grades"] = offers.grades(self.game)
            view["alternate"] = any(
                getattr(clause, "suit", None) is terms.alternate for clause in self.game.active
            )
            self._places_sent = True
        return view

    def view(self) -> Reply:
        """The table as the player sees it, without the places."""
        position, last = self.position, self._moves[self._at - 1] if self._at else None
        moves = position.moves()
        return {
            "title": self.game.title,
            "slug": self.game.slug,
            "deal": self.deal,
            "hardness": None if self._opening.cards else offers.hardness(self.game, self.deal),
            "kept_as": self.kept_as,
            "won": position.is_won,
            "over": position.is_over,
            "result": result(position) if position.is_over else "",
            "moved": self._at,
            "can_undo": self._at > 0 or bool(self._earlier),
            "can_redo": self._at < len(self._moves) or bool(self._later),
            "piles": piles(position),
            "moves": [_told(move) for move in moves[:MOST_MOVES]],
            "more": max(0, len(moves) - MOST_MOVES),
            "buttons": offers.buttons(position, moves, self._met),
            "record": self.keeps,
            "last": last
            and {"text": last.text, "says": last.says, "from": last.source, "to": last.target},
            "counts": [{"name": name, "value": value} for name, value in position.counts.items()],
            "text": position.picture(hidden=True),
        }


# Pieces of the view
# --------------------------------------------------------------------------------


def home_places(game: Game) -> set[str]:
    """The places where cards are home: the foundations, whatever the game calls them."""
    groups = {clause.name for clause in game.active if isinstance(clause, terms.foundations)}
    return {place.id for place in game.places if place.group in groups}


def places(game: Game) -> list[Reply]:
    """The places of a game as JSON, without the hand where the whole pack is laid out."""
    home = home_places(game)
    shown = {name for name, pile in game.deal(1).cards.items() if pile}
    turns = any(isinstance(clause, terms.turn) for clause in game.active)
    return [
        {
            "id": place.id,
            "name": place.name,
            "group": place.group,
            "x": place.x,
            "y": place.y,
            "angle": place.angle,
            "spread": list(place.spread),
            "face_down": place.face_down,
            "home": place.id in home,
        }
        for place in game.places
        if place.group != "hand" or turns or place.id in shown
    ]


def piles(position: Position) -> dict[str, list[str | None]]:
    """What is seen of each place, bottom first; None is a card whose face is not seen."""
    return {
        name: [card.text if card else None for card in pile] for name, pile in position.seen.items()
    }


def result(position: Position) -> str:
    """Won or lost, and what remains, as a sentence."""
    counters = position.counts.get("counters")
    paid = (
        ""
        if counters is None
        else f" Counters {'won' if counters >= 0 else 'lost'}: {abs(counters)}."
    )
    if position.is_won:
        return f"The patience has succeeded.{paid}"
    if not position.is_over:
        return "The game goes on."
    left = position.goal - position.home
    if not position.goal:
        return "No move is left, and the patience has not succeeded."
    home, where = home_places(position.game), Counter[str]()
    for place in position.game.places:
        if place.id not in home:
            where[place.group] += len(position.cards[place.id])
    lie = ", ".join(f"{n} in the {group}" for group, n in where.items() if n)
    lie = f" ({lie})" if sum(where.values()) == left and lie else ""
    return f"No move is left, and the patience has not succeeded: {counted(left, 'card')} of {position.goal} not home{lie}.{paid}"


def odds(game: Game) -> Reply:
    """How often each player wins, from the committed table; no rows where the rules have been
    changed.
    """
    from cadogan.players.table import row

    rows: list[dict[str, Any]] = [
        {
            "player": STRATEGIES[one.strategy].who,
            "n": one.n,
            "wins": one.wins,
            "share": one.rate,
            "low": one.interval[0],
            "high": one.interval[1],
            "seed": one.seed,
        }
        for one in row(game)
    ]
    says = (
        offers.chances(rows)
        if rows
        else "The table of odds has no row for this game: its rules are not those of the book."
    )
    return {"kind": "odds", "rows": rows, "says": says}


def _is_in_the_book(game: Game) -> bool:
    """Whether these are a chapter's own rules, or those of a variant in it; no other chapter is
    read to find out.
    """
    from .. import games

    chapter = game.slug if game.slug in tuple(games) else game.origin.slug if game.origin else ""
    return chapter in tuple(games) and game in (games[chapter], *games[chapter].variants.values())


def replay(record: Record) -> Reply:
    """A finished game that a page can step through without Python.

    Frame 0 has every pile; each later frame has its move's sentence and the piles that changed.
    """
    position, *later = record.positions()
    shown = piles(position)
    frames: list[Reply] = [{"says": f"{record.game.title}, deal {record.deal}", "changed": shown}]
    for text, after in zip(record.moves, later, strict=True):
        says = told(position, _find(position, text), after)
        position, now = after, piles(after)
        changed = {name: pile for name, pile in now.items() if pile != shown.get(name)}
        frames.append({"says": says, "changed": changed})
        shown = now
    left = counted(len(position.moves()), "move")
    return {
        "title": record.game.title,
        "slug": record.game.slug,
        "deal": record.deal,
        "won": position.is_won,
        "over": position.is_over,
        "result": result(position)
        if position.is_over
        else f"The player stopped here, and the game was cut short: {left} could be made.",
        "places": places(record.game),
        "frames": frames,
        "record": _portable(record),
    }


def _portable(record: Record) -> Any:
    """The record as JSON values, or None where another Python could not find the game by its slug."""
    text = record.to_json()
    try:
        same = Record.from_json(text).game == record.game
    except ValueError:
        same = False
    return json.loads(text) if same else None


def _hinted(move: str | None, says: str, places: Sequence[str] = ()) -> Reply:
    return {"kind": "hint", "move": move, "places": list(places), "says": says}


def _told(move: Move) -> Reply:
    return {
        "text": move.text,
        "kind": move.kind,
        "from": move.source,
        "to": move.target,
        "count": move.count,
        "places": list(move.places),
        "says": move.says,
    }


def _find(position: Position, move: Move | str) -> Move:
    """The legal move of that text; raises IllegalMove with the reason when there is none."""
    found = position.find(move)
    if found is None:
        position.play(move)
        raise AssertionError("a move that is not found is refused")
    return found


def _pairs(places: Iterable[str]) -> set[frozenset[str]]:
    """Places two by two, as cards change places: which comes first does not matter."""
    row = list(places)
    return {frozenset(row[i : i + 2]) for i in range(0, len(row), 2)}


def _texts(message: Message, name: str) -> list[str]:
    value = message.get(name)
    if not isinstance(value, list) or not 1 <= len(value) <= 60:
        raise BadMessage(f"The message needs a list of places named {name}.")
    return [text_of({name: item}, name) for item in value]


def _imperative(move: Move) -> str:
    """What a player is told to do.

    >>> import cadogan
    >>> _imperative(cadogan.games["caesar"].deal(1).moves()[0])
    'let the four of spades (square 1) change places with the three of diamonds (square 2)'
    """
    if move.kind == "swap":
        return f"let {move.says.replace('changes places', 'change places')}"
    return f"play the {move.says}" if move.kind == "play" else move.says
