"""The referee of a board: JSON messages in, JSON replies out, nothing but the standard library.

The same `Session` serves the widget in JupyterLab and the worker in the built page. The screen
never decides what is legal: it sends what a person tried, and shows what comes back. Whatever
arrives is taken as untrusted: a message that cannot be understood gets a sentence in reply and
changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cadogan.echo import counted

from .. import words as terms
from ..edition.chapters import RulesError
from ..engine.moves import KINDS
from ..patience.position import IllegalMove, Move, Position
from ..patience.record import Record
from ..patience.text import RecordError
from ..tables import deals
from ..words.english import upper_first
from . import offers, reasons
from .messages import (
    LARGEST_DEAL,
    Answer,
    BadMessage,
    Message,
    Reply,
    record_in,
    text_of,
    whole_of,
)
from .played import Played, find, is_own
from .shown import counts, home_places, odds, piles, places, result

#: How many moves a strategy plays at one message at most.
MOST_SHOWN = 100
#: How many cards are sent home at one message at most.
MOST_HOME = 500
#: How many deals that have been played a message can name.
MOST_PLAYED = 5000
#: The name, in place of a strategy's, under which the solver shows the way to win it found.
SOLVER = "solver"
#: Kinds of move that are made by choosing places one after another.
SETS = tuple(kind.name for kind in KINDS.values() if kind.chosen)


class Session(Played):
    """One game at one table, refereed: see `Played` for what it is made of."""

    _step = "move"
    #: The deal for which a person was last told why the solver has no verdict, and those words.
    _beyond: tuple[int, str] = (-1, "")

    # Messages ------------------------------------------------------------------------------------

    def _refused(self, error: Exception, message: Message) -> Answer | None:
        if not isinstance(error, IllegalMove):
            return None
        ends = {end: message[end] for end in ("from", "to") if end in message}
        return {"kind": "refused", "sentence": error.sentence, "rule": error.rule, **ends}

    def _do_hello(self, message: Message) -> Reply:
        self._known = None
        return self.snapshot()

    def _do_move(self, message: Message) -> Reply:
        self.play(text_of(message, "text"))
        return self.snapshot(self.tell_last_move())

    def _do_try(self, message: Message) -> Reply:
        """A click or a drag: find the move that was meant, or say why there is none."""
        moves, known = self.position.moves(), self.game.place_at
        if chosen := "places" in message:
            names = _places(message)
            matches = [m for m in moves if m.kind in SETS and set(m.places) == set(names)]
        else:
            names = [text_of(message, end) for end in ("from", "to")]
            matches = [m for m in moves if [m.source, m.target] == names]
        for name in names:
            if name not in known:
                raise BadMessage(f"There is no place {name[:20]!r} in this game.")
        kind = self._set_kind(() if chosen else [known[name].group for name in names])
        attempt = f"{kind} {' '.join(names)}" if kind else "" if chosen else "-".join(names)
        meant: Move | str | None = None
        if matches:
            size, pairs = message.get("count"), _pairs(names)
            meant = next(
                (m for m in matches if m.count == size or _pairs(m.places) == pairs), matches[0]
            )
        elif len(names) == 2:
            source, target = names
            meant = offers.equal_foundation(self.position, source, target, home_places(self.game))
        if meant is None and not attempt:
            raise BadMessage("In this game no cards are chosen together.")
        self.play(meant or attempt)
        return self.snapshot(self.tell_last_move())

    def _set_kind(self, groups: Sequence[str]) -> str:
        """The first kind of set that this game has, of all the groups named; empty for none."""
        words = ((type(clause).__name__, clause.names()) for clause in self.game.active)
        # a set's kind is called as its word
        return next((word for word, names in words if word in SETS and {*groups} <= {*names}), "")

    def _what(self, first: int, end: int) -> str:
        many = "" if end - first == 1 else f"{end - first} moves, the first of them: "
        return f": {many}{self._line.steps[first].says}"

    def _do_odds(self, message: Message) -> Reply:
        return odds(self.game)

    def _do_concerns(self, message: Message) -> Reply:
        return reasons.concerns(self.position, text_of(message, "rule"))

    def _do_chance(self, message: Message) -> Reply:
        return self.outlook.chance(self.position, self._line.place)

    def _do_lost_at(self, message: Message) -> Reply:
        return self.outlook.lost_at(self.record, message)

    def _do_save(self, message: Message) -> Reply:
        return {"kind": "saved", "record": self._written()}

    def _do_go(self, message: Message) -> Reply:
        """Go to the position after the first ``to`` of the moves played."""
        to = whole_of(message, "to", 0, len(self._line.steps))
        if to == 0:
            return self._to(0, f"The start of {self.dealt}.")
        return self._to(to, f"After move {to}{self._what(to - 1, to)}.")

    def _do_restart(self, message: Message) -> Reply:
        """Go to the beginning of the deal: undo brings back the game as it stands, redo its moves
        one by one.
        """
        if self._line.place:
            self._put_by()
        return self._to(0, f"The start of {self.dealt}.")

    def _do_new(self, message: Message) -> Reply:
        """Lay out another deal: that of a number or a day, any that is worth playing, or one from
        real cards.
        """
        if "cards" in message:
            return self._deal_real(message)
        if message.get("any") is True:
            grade, played = text_of({"grade": "", **message}, "grade"), message.get("played", [])
            if not isinstance(played, list) or len(played) > MOST_PLAYED:
                raise BadMessage(f"played is a list of {MOST_PLAYED:,} deals at most.")
            others = {number for number in played if isinstance(number, int)} | {self.deal}
            deal = deals.any_deal(self.game, others, grade)
        elif "day" in message:
            deal = deals.deal_of_the_day(self.game, whole_of(message, "day", 0, LARGEST_DEAL))
        else:
            deal = whole_of(message, "deal", 0, LARGEST_DEAL)
        undo_note = self._undo_note()
        self.load(Record(self.game, deal))
        known = deals.hardness(self.game, deal)
        note = f" It can be won ({known['word']})." if known else ""
        return self.snapshot(f"Deal {deal}.{note}{undo_note}")

    def _deal_real(self, message: Message) -> Reply:
        from . import laying  # late: few boards are dealt from real cards

        try:
            cards = laying.pack_of(self.game, text_of(message, "cards", laying.LONGEST_PACK))
        except ValueError as error:
            raise BadMessage(str(error)) from None
        undo_note = self._undo_note()
        self.load(Record(self.game, 0, (), cards))
        return self.snapshot(f"{upper_first(self.dealt)}.{undo_note}")

    def _do_lay(self, message: Message) -> Reply:
        """How far a pack of real cards is laid, before it is dealt."""
        from . import laying

        text = text_of(message, "cards", laying.LONGEST_PACK)
        return laying.laid(self.game, text, message.get("rest") is True)

    def _do_hint(self, message: Message) -> Reply:
        """A move worth making. Where all is open the solver is asked first, for a moment at each
        message, so that it can be stopped.
        """
        from .outlook import (
            LOST,
            WON,
            beyond,
        )  # late: a board that is only played on loads no solver

        position = self.position
        if position.is_over:
            return _hinted(None, result(position))
        known = self.outlook.promised(position)
        if known is None:
            if position.unseen:
                return self._advice()
            known = self.outlook.search(position, message)
        if known is None:
            return self.outlook.progress("hint")
        if known.verdict == WON:
            self.outlook.promise()
            move = find(position, known.line[0])
            return self._suggested(
                move,
                f"You might {_imperative(move)}: this wins, in {counted(len(known.line), 'move')}.",
            )
        if known.verdict == LOST:
            back = " Undo leads back." if self._line.place else ""
            return _hinted(None, f"Nothing wins from here, whatever is played.{back}")
        return self._advice(f"{beyond(known)} ")

    def _advice(self, before: str = "") -> Reply:
        """What the patient player would do, who sees what the player sees; after why the solver has
        no verdict, if it was asked.
        """
        from .outlook import PLAYOUTS

        position, (move, won), asked = self.position, self.advice(), bool(before)
        known = before == self._beyond[1] and self._beyond[0] == self.deal
        self._beyond = (self.deal, before)
        if known:  # what the solver does not find is said once in a deal
            before = ""
        if move is None:
            left = counted(len(position.moves()), "move")
            return _hinted(
                None, f"{before}The patient player sees nothing worth doing; {left} can be made."
            )
        why, who = (
            reasons.why(position, move),
            "The patient player would" if asked else "You might",
        )
        tried = f" The patient player wins {won} of {PLAYOUTS} trials with it." if won else ""
        because = f": {why}." if why else "."
        return self._suggested(move, f"{before}{who} {_imperative(move)}{because}{tried}")

    def _suggested(self, move: Move, sentence: str) -> Reply:
        return _hinted(move.text, sentence, reasons.places_of(self.game, move))

    def _do_verdict(self, message: Message) -> Reply:
        """Whether it can still be won: a sign after each move, or what a person asks and waits for."""
        if message.get("asked") is not True:
            return self.outlook.verdict(self.position, self._line.place)
        if self.outlook.search(self.position, message) is None:
            return self.outlook.progress("verdict")
        return self.outlook.verdict(self.position, self._line.place, 0.0)

    def _do_show(self, message: Message) -> Reply:
        """Let a strategy play on for a number of moves, or until it stops."""
        strategy, limit = (
            message.get("strategy", "greedy"),
            whole_of({"moves": 1, **message}, "moves", 1, MOST_SHOWN),
        )
        names = {offer["name"]: offer["says"] for offer in offers.strategies()}
        if strategy == SOLVER:
            return self._show_win(limit)
        if strategy not in names:
            raise BadMessage(f"A strategy is one of {', '.join(names)}.")
        who = upper_first(names[strategy])
        before, player, last = self._player
        if player is None or (before, last) != (
            strategy,
            self.position,
        ):  # another plays, or the game went on without it
            player = self.outlook.player(strategy, self._lots)
        played = 0
        while played < limit and (move := player.choose(self.position)):
            self.play(move)
            played += 1
        self._player = strategy, player, self.position
        note, over = self.tell_last_move(who) if played else "", self.position.is_over
        if played < limit and not over:
            left = counted(len(self.position.moves()), "move")
            note += f" {who} saw nothing more worth doing; {left} can be made."
        return {**self.snapshot(note.strip()), "shown": played, "stopped": played < limit or over}

    def _show_win(self, limit: int) -> Reply:
        """Play on along the line that wins, where the solver has found it."""
        known = self.outlook.known_win(self.position)
        if known is None or not known.line:
            raise BadMessage("No way to win is known from here: ask first whether it can be won.")
        for text in known.line[:limit]:
            self.play(text)
        note = self.tell_last_move("The solver")
        left = len(known.line) - limit
        note += f" {counted(left, 'move')} more to the win." if left > 0 else ""
        return {**self.snapshot(note), "shown": min(limit, len(known.line)), "stopped": left <= 0}

    def _do_home(self, message: Message) -> Reply:
        home, sent = home_places(self.game), 0
        most = whole_of({"most": MOST_HOME, **message}, "most", 1, MOST_HOME)
        while sent < most and (move := _goes_home(self.position, home)):
            self.play(move)
            sent += 1
        if sent == most == 1:
            return self.snapshot(self.tell_last_move())
        return self.snapshot(
            f"{counted(sent, 'card')} went home." if sent else "No card can go home now."
        )

    def _do_load(self, message: Message) -> Reply:
        self.load(record_in(message, self.game, self._read, (RecordError, RulesError)))
        return self.snapshot(f"Loaded: {self.dealt}, {counted(len(self.moves), 'move')}.")

    def _written(self) -> str:
        return self.record.to_json()

    def _read(self, text: str) -> Record:
        return Record.from_json(text, self.game)

    # What the screen shows -----------------------------------------------------------------------

    def snapshot(self, note: str = "") -> Reply:
        """All that the screen needs to draw the table; the places go with the first one only."""
        view = {"kind": "state", "note": note, **self.view()}
        if self._known != self.game:
            view["places"] = places(self.game)
            view["strategies"] = offers.strategies()
            view["how"] = reasons.how_to_play(self.game)
            view["grades"] = deals.grades(self.game)
            view["alternate"] = any(
                getattr(clause, "suit", None) is terms.alternate for clause in self.game.active
            )
            self._known = self.game
        return view

    def view(self) -> Reply:
        """The table as the player sees it, without the places."""
        position, place = self.position, self._line.place
        moves, last = position.moves(), self._line.steps[place - 1] if place else None
        return {
            "title": self.game.title,
            "slug": self.game.slug,
            "deal": self.deal,
            "real": bool(self._opening.cards),
            "hardness": None if self._opening.cards else deals.hardness(self.game, self.deal),
            "kept_as": self.kept_as,
            "own": is_own(self.game),
            "won": position.is_won,
            "over": position.is_over,
            "result": result(position) if position.is_over else "",
            "moved": place,
            "can_undo": place > 0 or bool(self._earlier),
            "can_redo": not self._line.at_end or bool(self._later),
            "piles": piles(position),
            "moves": [_as_json(move) for move in moves],
            "buttons": offers.buttons(position, moves, self._met[self.game]),
            "finish": finish(position),
            "record": self.keeps,
            "last": last and _as_json(last),
            "counts": [{"name": name, "value": value} for name, value in counts(position).items()],
            "text": position.picture(hidden=True),
        }


def _goes_home(position: Position, home: Collection[str]) -> Move | None:
    """The first move that brings a card home, if there is one."""
    return next(
        (
            move
            for move in position.moves()
            if move.kind == "play" and move.target in home and move.source not in home
        ),
        None,
    )


def finish(position: Position) -> int:
    """How many cards are left if all are seen and can go home one after another; else 0."""
    sent, home = 0, home_places(position.game)
    if position.is_won or position.unseen:
        return 0
    while not position.is_won and (move := _goes_home(position, home)):
        position, sent = position.play(move), sent + 1
    return sent if position.is_won else 0


def _hinted(move: str | None, sentence: str, places: Sequence[str] = ()) -> Reply:
    return {"kind": "hint", "move": move, "places": list(places), "says": sentence}


def _as_json(move: Move) -> Reply:
    return {
        "text": move.text,
        "kind": move.kind,
        "from": move.source,
        "to": move.target,
        "count": move.count,
        "places": list(move.places),
        "says": move.says,
    }


def _pairs(places: Iterable[str]) -> set[frozenset[str]]:
    """Places two by two, as their cards change places; which comes first does not matter."""
    row = list(places)
    return {frozenset(row[i : i + 2]) for i in range(0, len(row), 2)}


def _places(message: Message) -> list[str]:
    value = message["places"]
    if not isinstance(value, list) or not 1 <= len(value) <= 60:
        raise BadMessage("The message needs a list of places named places.")
    return [text_of({"places": item}, "places") for item in value]


def _imperative(move: Move) -> str:
    """A move as a player is told to make it.

    >>> import cadogan
    >>> _imperative(cadogan.games["caesar"].deal(1).moves()[0])
    'let the four of spades (square 1) change places with the three of diamonds (square 2)'
    """
    if move.kind == "swap":
        return f"let {move.says.replace('changes places', 'change places')}"
    return f"play the {move.says}" if move.kind == "play" else move.says
