"""The referee of a round game's table: JSON messages in, JSON replies out, nothing but the standard
library.

The same `Session` serves the widget in JupyterLab and the worker in the built page. Whatever
arrives is untrusted: what cannot be understood gets a sentence in reply, and the game is as it was.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cadogan.board import messages, round_screen as screen
from cadogan.board.messages import (
    Answer,
    BadMessage,
    Message,
    Reply,
    record_in,
    text_of,
    whole_of,
)
from cadogan.board.round_played import Laid
from cadogan.board.round_shown import Shown, opening
from cadogan.board.seats import PERSON, Seat, called, checked
from cadogan.echo import counted, is_texts
from cadogan.patience.text import RecordError
from cadogan.round_games.action import Action, IllegalAction
from cadogan.round_games.bots import BotError, rule_bot
from cadogan.round_games.options import OptionError
from cadogan.round_games.primer import primer
from cadogan.round_games.records import LONGEST, Record
from cadogan.round_games.telling import player
from cadogan.words.english import as_sentence

#: How many actions bots make at one message at most.
MOST_AT_ONCE = 100


class Session(Shown):
    """One round game at one table, refereed: see `Played` in `cadogan.board.round_played` for what
    it is made of.
    """

    _step = "action"

    def _refused(self, error: Exception, message: Message) -> Answer | None:
        if isinstance(error, IllegalAction):
            return {"kind": "refused", "sentence": as_sentence(error.sentence), "rule": error.rule}
        if isinstance(error, BotError):
            return [
                self.snapshot(),
                {"kind": "trouble", "seat": error.seat, "sentence": self._failed(error)},
            ]
        return None

    def _failed(self, error: BotError) -> str:
        """What the table is told of a bot that failed: its own words may name its cards, so they
        are told only where there are no secrets.
        """
        open_table = self.lifted or not self.persons
        cause = type(error.__cause__).__name__
        why = (
            as_sentence(str(error))
            if open_table
            else f"{self.names.names[error.seat]} failed ({cause})."
        )
        return f"{why} The game is as it was; seat another there, or try again."

    def _do_hello(self, message: Message) -> Reply:
        return self.snapshot()

    def _do_how(self, message: Message) -> Reply:
        return {"kind": "how", "sections": primer(self.game)}

    def _do_restart(self, message: Message) -> Reply:
        return self._deal(self.deal, "The deal begins again.")

    def _do_new(self, message: Message) -> Reply:
        return self._deal(whole_of(message, "deal", 0, messages.LARGEST_DEAL))

    def _do_options(self, message: Message) -> Reply:
        return self._options()

    def _do_save(self, message: Message) -> Reply:
        seats = opening(self.record, self.seats)["seats"]
        return {"kind": "saved", "record": self.record.to_json(), "seats": seats}

    def _do_keep(self, message: Message) -> Reply:
        return {"kind": "kept", **self.keeps}

    def _acting(self) -> int | None:
        """The seat for which the person at the screen acts."""
        turn, persons = self.state.to_act, self.persons
        if len(persons) == 1 and not self.lifted:
            return persons[0]
        if turn is None or (turn in persons and (self.lifted or self.seen_from == turn)):
            return turn
        if not persons:
            raise BadMessage("Bots alone sit at this table; take a seat to play.")
        if turn not in persons:
            return persons[0]
        if self.at_end:
            raise BadMessage(f"It is {player(turn)}'s turn: pass the screen on first.")
        raise BadMessage(
            "This is an earlier state, and several people sit at the table: go to the end to play on, or lift the curtain."
        )

    def _do_act(self, message: Message) -> Reply:
        self._going_on()
        self.play(text_of(message, "text"), self._acting())
        return self._after()

    def _going_on(self) -> None:
        """Refuse to play on while the score sheet is on the screen."""
        if self.between:
            raise BadMessage("The hand is over: go on to the next one first.")

    def _after(self, acted: int = 0) -> Reply:
        """Do what is forced and show the table; or the score sheet, where a hand has been settled."""
        while acted < MOST_AT_ONCE and not self.between and (forced := self._only()) is not None:
            self._put(self.state.play(forced))
            acted += 1
        return self.snapshot()

    def _only(self) -> Action | None:
        """The action that is done for a person without asking: the only one, or a passive one if
        the person passes.
        """
        state, turn = self.state, self.state.to_act
        if turn is None or turn not in self.persons or not self.at_end:
            return None
        actions = state.actions()
        if self.forced and len(actions) == 1:
            return actions[0]
        if self._passing == (turn, state.deals):
            return next((a for verb in self.game.passive for a in actions if a.verb == verb), None)
        return None

    def _do_next(self, message: Message) -> Reply:
        """Begin the next hand of the game, or, when it is over, another game with the next deal and
        the next dealer.
        """
        if self.between:
            self._begun_at = self._line.place
            return self._begun()
        if not self.state.is_over or not self.at_end:
            raise BadMessage("The hand is not over yet.")
        number = self.deal + 1
        if number > messages.LARGEST_DEAL:
            raise BadMessage("This is the last deal that there is.")
        rows, dealer = self._rows(), (self._first.dealer + 1) % self.state.players
        try:
            game = self.game.vary(dealer=dealer)
        except OptionError:  # the cards choose the dealer
            game = self.game
        self._begin(game.deal(number, self.state.players), rows)
        return self._begun(f"Deal {number}.")

    def _begun(self, note: str = "") -> Reply:
        return {**self._after(), "note": note}

    def _do_pass(self, message: Message) -> Reply:
        """The person buys and sells no more in this hand: what is left to do is done unasked."""
        self._going_on()
        seat = self._acting()
        if seat is None or not self.game.passive:
            raise BadMessage("In this game nobody passes for the rest of a hand.")
        self._passing = (seat, self.state.deals)
        return self._after()

    def _do_forced(self, message: Message) -> Reply:
        on = message.get("on")
        if not isinstance(on, bool):
            raise BadMessage("What is forced is done without asking (true) or asked for (false).")
        self.forced = on
        return self._after() if on and not self.between and self.at_end else self.snapshot()

    def _do_try(self, message: Message) -> Reply:
        """Play the action that the chosen cards and the verb make, or say why they make none."""
        self._going_on()
        verb, cards = text_of(message, "verb"), message.get("cards", [])
        meld = None if message.get("meld") is None else whole_of(message, "meld", 0, 999)
        if (
            not isinstance(cards, list)
            or len(cards) > 60
            or not all(isinstance(c, str) and len(c) <= 4 for c in cards)
        ):
            raise BadMessage("The message needs a list of cards.")
        seat = self._acting()
        hits = [
            part
            for part in self._actions(seat)
            if part["verb"] == verb
            and Counter(part["pick"]) == Counter(cards)
            and meld in (None, part["meld"])
        ]
        if len(hits) > 1:
            raise BadMessage("There is more than one way: choose one of the buttons.")
        self.play(
            hits[0]["text"] if hits else screen.attempt(self.game, verb[:40], cards, meld), seat
        )
        return self._after()

    def _do_bot(self, message: Message) -> Answer:
        if message.get("at", self._line.place) != self._line.place:
            return []  # another screen of the same table has asked already
        most = whole_of({"actions": 1, **message}, "actions", 1, MOST_AT_ONCE)
        if not self.at_end:
            raise BadMessage("This is an earlier state: go to the end, or go on from here.")
        if self.between:
            return [self.snapshot()]
        acted = self.bots(most, deal=True)
        return self._after(acted)

    def _do_hint(self, message: Message) -> Reply:
        seat, state = self._acting(), self.state
        if self.between or state.is_over:
            raise BadMessage("The hand is over: there is nothing to advise.")
        if seat is None or state.to_act != seat:
            raise BadMessage("There is nothing to advise: it is not your turn.")
        view = state.view(seat)
        authors = rule_bot(view, state.actions(), random.Random(self._line.place))
        advice = self.game.hint(view, state.actions())
        reason = self.game.because(view, advice)
        whose = "As the author advises" if advice == authors else "Better than the author's advice"
        sentence = f"{whose}: {advice.sentence(self.names)} {reason}".rstrip()
        return {"kind": "hint", "text": advice.text, "says": sentence}

    def _do_ready(self, message: Message) -> Reply:
        seat = whole_of(message, "seat", 0, len(self.seats) - 1)
        if not self.at_end or seat != self.state.to_act or seat not in self.persons:
            raise BadMessage(f"It is not {player(seat)}'s turn.")
        self._looking = seat
        return self.snapshot(f"{player(seat).capitalize()} is ready.")

    def _do_lift(self, message: Message) -> Reply:
        on = message.get("on")
        if not isinstance(on, bool):
            raise BadMessage("The curtain is lifted (true) or lowered (false).")
        self.lifted, self._looking = on, None
        self._fair = self._fair and not on
        return self.snapshot(
            "The curtain is lifted: everybody's cards are shown."
            if on
            else "The curtain is down again."
        )

    def _may_go_back(self) -> None:
        if len(self.persons) > 1 and not self.lifted:
            raise BadMessage(
                "Several people sit at this table: nothing can be taken back unless the curtain is lifted."
            )
        self._passing = None

    def _stops(self, place: int) -> bool:
        """Stop where the only person at the table decides; for none or several, anywhere."""
        if len(self.persons) != 1 or self.lifted:
            return True
        state = self._line.states[place]
        return state.to_act == self.persons[0] and (not self.forced or len(state.actions()) > 1)

    def _exchange(self, taken: list[Laid], left: list[Laid]) -> Reply:
        number, fair = self.deal, self._fair
        reply = super()._exchange(taken, left)
        # Whoever has looked into the hands of a deal has seen them for every game of it.
        self._fair = self._fair and (fair or self.deal != number)
        return {**reply, "counted": self.counted}

    def _do_go(self, message: Message) -> Reply:
        to = whole_of(message, "to", 0, len(self._line.steps))
        return self._to(to, "")

    def _to(self, place: int, note: str) -> Reply:
        self._fair, self._looking, self._begun_at = False, None, place
        return super()._to(place, note)

    def _do_cut(self, message: Message) -> Reply:
        """Go on from an earlier state; what was played after it is forgotten."""
        self._may_go_back()
        self._line.cut()
        return self.snapshot("The game goes on from here.")

    def _deal(self, number: int, note: str = "") -> Reply:
        first, undo_note = self.game.deal(number, self.state.players), self._undo_note()
        self._put_by()
        self._begin(first)
        return self._begun(f"{note or f'Deal {number}.'}{undo_note}")

    def _do_sit(self, message: Message) -> Reply:
        seat, who = whole_of(message, "seat", 0, len(self.seats) - 1), text_of(message, "who")
        before, self.seats[seat] = self.persons, checked(who)
        self._looking, self._passing, self._fair = None, None, self._fair and before == self.persons
        now = "a person" if who == PERSON else f"{self.names.names[seat]}, {called(who)}"
        return self.snapshot(f"{player(seat).capitalize()} is now {now}.")

    def _do_change(self, message: Message) -> Answer:
        """Another deal with other options, players and seats; everything is checked before anything
        is changed.
        """
        options, seats = message.get("options", {}), _seats(message)
        if (
            not isinstance(options, Mapping)
            or len(options) > 60
            or not all(isinstance(name, str) for name in options)
        ):
            raise BadMessage("Options are an object, each with its value.")
        settings = {"deal": self.state.number, "players": self.state.players, **message}
        number = whole_of(settings, "deal", 0, messages.LARGEST_DEAL)
        players = whole_of(settings, "players", 1, 99)
        try:
            game = self.game.vary(**options)
            if (
                game.dealer == self.game.dealer == self.state.players - 1
                and players in game.players
            ):
                game = game.vary(
                    dealer=players - 1
                )  # the last seat deals, so that player 1 begins, however many there are
            if game.dealer >= players:
                raise OptionError(f"{player(game.dealer)} cannot deal where {players} play.")
            first = game.deal(number, players)
        except OptionError as error:
            raise BadMessage(f"This game cannot be played like that: {error}") from None
        sit = [
            *(seats or self.seats),
            *["steady"] * first.players,
        ][: first.players]
        undo_note = self._undo_note()
        self._put_by()
        self.seats = sit
        self._begin(first)
        return [self._begun(f"Deal {number}.{undo_note}"), self._options()]

    def _do_load(self, message: Message) -> Answer:
        unreadable = (RecordError, IllegalAction)
        record = record_in(
            message, self.game, lambda text: Record.from_json(text, self.game), unreadable, LONGEST
        )
        self.load(record, _seats(message), **stands(message, record))
        return [
            self.snapshot(f"Loaded: deal {record.seed}, {counted(len(record.actions), 'action')}."),
            self._options(),
        ]


def stands(data: Message, record: Record) -> dict[str, Any]:
    """Arguments for `load`: where a game that this machine has kept stands, whether it counts, and
    whether the person passes for the rest of the hand.
    """
    place = whole_of({"at": len(record.actions), **data}, "at", 0, len(record.actions))
    return {"place": place, **{name: data.get(name) is True for name in ("fair", "passing")}}


def _seats(message: Message) -> list[Seat] | None:
    """Who sits where, if a message says so. Raises BadMessage if it is no list of names."""
    seats = message.get("seats")
    if seats is None:
        return None
    if not is_texts(seats):
        raise BadMessage("Seats are a list of who sits where.")
    return [checked(who) for who in seats]
