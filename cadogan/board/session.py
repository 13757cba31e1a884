"""The referee of a board: JSON messages in, JSON replies out, nothing but the standard library.

The same `Session` serves the widget in JupyterLab and the worker in the built page. The screen never
decides what is legal: it sends what a person tried, and shows what comes back. Whatever arrives is
taken as untrusted: a message that cannot be understood gets a sentence in reply and changes nothing.

A session is a line of positions and a place in it, so undo and redo are without limit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import count as counting
from typing import Any

from ..game import Game
from ..position import IllegalMove, Move, Position, Record

#: The longest move text, place name and saved game that is looked at, in characters.
LONGEST_TEXT, LONGEST_RECORD = 200, 200_000
#: The largest deal number a board accepts: what a browser's numbers hold exactly.
LARGEST_DEAL = 2**53 - 1
#: Kinds of move that bring one card to its foundation, and the group they go to.
HOME = "foundations"

Message = Mapping[str, Any]
Reply = dict[str, Any]


class BadMessage(ValueError):
    """A message that cannot be understood; its text is the sentence to show."""


class Session:
    """One game at one table: the deal, the line of play, and where in it we are.

    `game` is a Game, or the slug of one; `deal` the number of its deal; `moves` are played at once.

    Raises KeyError for an unknown slug, ValueError for a deal that is none, IllegalMove for a move.
    """

    def __init__(self, game: Game | str, deal: int = 1, moves: Iterable[Move | str] = ()) -> None:
        if isinstance(game, str):
            from .. import games

            game = games[game]
        self.game: Game = game
        self._start(deal, moves)
        self._places_sent = False

    def _start(self, deal: int, moves: Iterable[Move | str] = ()) -> None:
        """Begin `deal` and play `moves`; nothing changes if one of them is refused."""
        positions, played = [self.game.deal(deal)], []
        for move in moves:
            found = _find(positions[-1], move)
            played.append(found)
            positions.append(positions[-1].play(found))
        self.deal = deal
        self._positions: list[Position] = positions
        self._moves: list[Move] = played
        self._at = len(played)

    # What a program holds ------------------------------------------------------------------------

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
        return Record(self.game, self.deal, self.moves)

    def play(self, move: Move | str) -> Move:
        """Play a move and return it; what had been taken back is forgotten. Raises IllegalMove."""
        found = _find(self.position, move)
        after = self.position.play(found)
        self._moves[self._at :] = [found]
        self._positions[self._at + 1 :] = [after]
        self._at += 1
        return found

    # Messages ------------------------------------------------------------------------------------

    def handle(self, message: object) -> list[Reply]:
        """Answer one message from the screen. Never raises; an error leaves everything as it was."""
        try:
            if not isinstance(message, Mapping):
                raise BadMessage("A message is an object with a kind.")
            kind = message.get("kind")
            answer = self._answers().get(kind) if isinstance(kind, str) else None
            if answer is None:
                raise BadMessage("The board does not know this kind of message.")
            return answer(message)
        except IllegalMove as refusal:
            return [_refused(refusal, message)]
        except BadMessage as error:
            return [{"kind": "error", "sentence": str(error)}]
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            return [{"kind": "error", "sentence": f"That could not be done: {_sentence(error)}"}]

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
            "save": lambda m: [{"kind": "saved", "record": self.record.to_json()}],
            "load": self._load,
        }

    def _hello(self, message: Message) -> list[Reply]:
        self._places_sent = False
        return [self.state()]

    def _move(self, message: Message) -> list[Reply]:
        move = self.play(_text(message, "text"))
        return [self.state(_as_sentence(move.says))]

    def _try(self, message: Message) -> list[Reply]:
        """A click or a drag: find the move that was meant, or say why there is none."""
        if "places" in message:
            wanted = _texts(message, "places")
            found = [m for m in self.position.moves() if set(_places(m)) == set(wanted)]
            attempts = [f"{kind} {' '.join(wanted)}" for kind in ("take", "swap", "together")]
        else:
            source, target = _text(message, "from"), _text(message, "to")
            wanted = [source, target]
            found = [m for m in self.position.moves() if m.source == source and m.target == target]
            attempts = [f"{source}-{target}"]
        known = {place.id for place in self.game.places}
        for name in wanted:
            if name not in known:
                raise BadMessage(f"There is no place {name[:20]!r} in this game.")
        if found:
            size = message.get("count")
            chosen = next((m for m in found if m.count == size), found[0])
            return [self.state(_as_sentence(self.play(chosen).says))]
        refusals = []
        for text in attempts:
            try:
                return [self.state(_as_sentence(self.play(text).says))]
            except IllegalMove as refusal:
                refusals.append(refusal)
        return [_refused(next((r for r in refusals if r.rule), refusals[0]), message)]

    def _undo(self, message: Message) -> list[Reply]:
        if not self._at:
            raise BadMessage("There is nothing to take back.")
        self._at -= 1
        return [self.state(f"Taken back: {self._moves[self._at].says}.")]

    def _redo(self, message: Message) -> list[Reply]:
        if self._at == len(self._moves):
            raise BadMessage("There is nothing to play again.")
        self._at += 1
        return [self.state(f"Played again: {self._moves[self._at - 1].says}.")]

    def _restart(self, message: Message) -> list[Reply]:
        self._at = 0
        return [self.state(f"The start of deal {self.deal}.")]

    def _new(self, message: Message) -> list[Reply]:
        deal = message.get("deal")
        if isinstance(deal, bool) or not isinstance(deal, int) or not 0 <= deal <= LARGEST_DEAL:
            raise BadMessage("A deal is a whole number, 0 or more.")
        self._start(deal)
        return [self.state(f"Deal {deal}.")]

    def _hint(self, message: Message) -> list[Reply]:
        move = suggest(self.position)
        if move is None:
            return [{"kind": "hint", "move": None, "says": "There is no move. " + result(self.position)}]
        return [{"kind": "hint", "move": move.text, "says": f"You might play {move.says}."}]

    def _home(self, message: Message) -> list[Reply]:
        groups = {place.id: place.group for place in self.game.places}
        for sent in counting():
            for move in self.position.moves():
                if groups.get(move.target) == HOME != groups.get(move.source) and move.kind == "play":
                    self.play(move)
                    break
            else:
                return [self.state(f"{_number(sent, 'card')} went home." if sent else "No card can go home now.")]
        raise AssertionError("a game has an end")

    def _load(self, message: Message) -> list[Reply]:
        record = Record.from_json(_text(message, "record", LONGEST_RECORD))
        if record.game.slug != self.game.slug:
            raise BadMessage(f"This saved game is of {record.game.title}, not of {self.game.title}.")
        fresh = Session(record.game, record.deal, record.moves)
        self.__dict__.update(fresh.__dict__)
        return [self.state(f"Loaded: deal {self.deal}, {_number(len(self.moves), 'move')}.")]

    # What the screen shows -----------------------------------------------------------------------

    def state(self, note: str = "") -> Reply:
        """All that the screen needs to draw the table; the places go with the first one only."""
        view = {"kind": "state", "note": note, **self.view()}
        if not self._places_sent:
            view["places"] = places(self.game)
            self._places_sent = True
        return view

    def view(self) -> Reply:
        """The table as the player sees it, without the places."""
        position, last = self.position, self._moves[self._at - 1] if self._at else None
        return {
            "title": self.game.title,
            "slug": self.game.slug,
            "deal": self.deal,
            "won": position.is_won,
            "over": position.is_over,
            "result": result(position) if position.is_over else "",
            "moved": self._at,
            "can_undo": self._at > 0,
            "can_redo": self._at < len(self._moves),
            "piles": piles(position),
            "moves": [_told(move) for move in position.moves()],
            "last": last and {"text": last.text, "says": last.says, "from": last.source, "to": last.target},
            "counts": counts(position),
            "text": str(position),
        }


# Pieces of the view --------------------------------------------------------------------------------


def places(game: Game) -> list[Reply]:
    """The places of a game as JSON."""
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
        }
        for place in game.places
    ]


def piles(position: Position) -> dict[str, list[str | None]]:
    """What is seen of each place, bottom first; None is a card whose face is not seen."""
    return {name: [card.text if card else None for card in pile] for name, pile in position.seen.items()}


def counts(position: Position) -> list[Reply]:
    """The counts line: cards in hand, on the foundations, and what the game itself counts."""
    groups = {place.id: place.group for place in position.game.places}
    tally: dict[str, int] = {}
    for name, pile in position.seen.items():
        tally[groups[name]] = tally.get(groups[name], 0) + len(pile)
    lines = [("cards in hand", tally.get("hand")), ("cards home", tally.get(HOME))]
    return [{"name": name, "value": value} for name, value in lines if value is not None]


def result(position: Position) -> str:
    """Won or lost, and what remains, as a sentence."""
    if position.is_won:
        return "The patience has succeeded."
    if not position.is_over:
        return "The game goes on."
    groups = {place.id: place.group for place in position.game.places}
    left = sum(len(pile) for name, pile in position.seen.items() if groups[name] != HOME)
    return f"No move is left, and the patience has not succeeded: {_number(left, 'card')} remain away from home."


def suggest(position: Position) -> Move | None:
    """A move worth trying: what the greedy strategy would play, or None when there is no move."""
    from ..odds import choose

    return choose(position, "greedy")


def replay(record: Record) -> Reply:
    """A finished game that a page can step through without Python.

    Frame 0 has every pile; each later frame has its move's sentence and the piles that changed.
    """
    position = record.game.deal(record.deal)
    shown = piles(position)
    frames: list[Reply] = [{"says": f"{record.game.title}, deal {record.deal}.", "changed": shown}]
    texts = []
    for move in record.moves:
        found = _find(position, move)
        position = position.play(found)
        now = piles(position)
        changed = {name: pile for name, pile in now.items() if pile != shown.get(name)}
        frames.append({"says": found.says, "changed": changed, "from": found.source, "to": found.target})
        texts.append(found.text)
        shown = now
    return {
        "title": record.game.title,
        "slug": record.game.slug,
        "deal": record.deal,
        "won": position.is_won,
        "result": result(position) if position.is_over else "",
        "places": places(record.game),
        "frames": frames,
        "moves": texts,
    }


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


def _places(move: Move) -> tuple[str, ...]:
    return tuple(move.places) or tuple(place for place in (move.source, move.target) if place)


def _find(position: Position, move: Move | str) -> Move:
    """The legal move of that text; raises IllegalMove with the reason when there is none."""
    text = move if isinstance(move, str) else move.text
    for legal in position.moves():
        if legal.text == text:
            return legal
    position.play(text)
    raise IllegalMove(f"{text[:40]!r} is no move here.")


def _refused(refusal: IllegalMove, message: Message) -> Reply:
    reply: Reply = {"kind": "refused", "sentence": str(refusal), "rule": str(refusal.rule or "")}
    reply.update({end: message[end] for end in ("from", "to") if end in message})
    return reply


def _text(message: Message, name: str, longest: int = LONGEST_TEXT) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise BadMessage(f"The message needs a text named {name}.")
    if len(value) > longest:
        raise BadMessage(f"The text named {name} is longer than {longest} characters.")
    return value


def _texts(message: Message, name: str) -> list[str]:
    value = message.get(name)
    if not isinstance(value, list) or not 1 <= len(value) <= 60:
        raise BadMessage(f"The message needs a list of places named {name}.")
    return [_text({name: item}, name) for item in value]


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _sentence(error: BaseException) -> str:
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return (text or type(error).__name__)[:500]


def _number(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


# Sessions by number, for a page whose worker can only pass text ----------------------------------------

_sessions: dict[int, Session] = {}
_numbers = counting(1)


def open_session(text: str) -> str:
    """Open a game from ``{"slug", "deal", "moves"}``; gives ``{"id", "replies"}`` or an error, as JSON."""
    try:
        wanted = json.loads(text)
        if not isinstance(wanted, dict):
            raise BadMessage("A game is opened with an object.")
        slug, deal, moves = _text(wanted, "slug"), wanted.get("deal", 1), wanted.get("moves", [])
        if isinstance(deal, bool) or not isinstance(deal, int) or not 0 <= deal <= LARGEST_DEAL:
            raise BadMessage("A deal is a whole number, 0 or more.")
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            raise BadMessage("The moves are a list of texts.")
        session = Session(slug, deal, moves)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        return json.dumps({"id": None, "replies": [{"kind": "error", "sentence": _sentence(error)}]})
    number = next(_numbers)
    _sessions[number] = session
    return json.dumps({"id": number, "replies": [session.state()]})


def handle(number: int, text: str) -> str:
    """Answer a message, given as JSON, in the session of that number; gives a JSON list of replies."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    session = _sessions.get(number)
    if session is None:
        return json.dumps([{"kind": "error", "sentence": "This game is not open."}])
    return json.dumps(session.handle(message))
