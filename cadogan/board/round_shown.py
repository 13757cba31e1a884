"""What a screen shows of a round game's table: one seat's view and nothing more.

It is that of the only person at the table; with several persons that of the one who has said to be
ready, and a curtain until then; with bots alone, a bystander's. Only when the lecturer lifts the
curtain is everything sent, and the screen says so."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from cadogan.board import round_screen as screen
from cadogan.board.messages import Reply
from cadogan.board.round_played import Played
from cadogan.board.seats import PERSON, Seat, called, level_of
from cadogan.round_games.bots import LEVELS
from cadogan.round_games.log import Event, Log
from cadogan.round_games.options import Option, Whole, in_words
from cadogan.round_games.picture import picture, whose_view
from cadogan.round_games.primer import primer
from cadogan.round_games.records import Record
from cadogan.round_games.state import State
from cadogan.round_games.table import Table
from cadogan.round_games.telling import Names, cited, player

#: Actions that end a turn, as they are said after the others.
ENDING = {"done": "be done", "on": "go on", "enough": "have enough"}
#: How many of the last events are sent.
MOST_SAID = 120


class Shown(Played):
    """A table with all that a screen needs of it."""

    def first(self) -> Reply:
        """What a screen is given to begin with: the table, and how the game is played."""
        return {**self.snapshot(), "how": primer(self.game)}

    def snapshot(self, note: str = "") -> Reply:
        """All that the screen needs: the view of the seat that is shown, and what that seat may do."""
        state, seat, between = self.state, self.seen_from, self.between
        turn, persons, names = state.to_act, self.persons, self.names
        table = self._settled_table() if between or state.is_over else self._table(seat)
        mine = turn if turn in persons and (self.lifted or turn == seat) and not between else None
        actions = self._actions(mine)
        tries = screen.verbs(self.game, state.phase, actions) if mine is not None else []
        curtain = turn if turn in persons and mine is None and self.at_end and not between else None
        log = self._table(seat).log
        return {
            "kind": "state",
            "note": note,
            "title": self.game.title,
            "slug": self.game.slug,
            "varied": self.varied,
            "kept_as": self.kept_as,
            "counted": self.counted,
            "deal": state.number,
            "seat": seat,
            "persons": persons,
            "players": [self._sitting(i, names) for i in range(state.players)],
            "acting": mine,
            "curtain": curtain,
            "lifted": self.lifted,
            "over": state.is_over,
            "between": between,
            "bot": turn is not None and turn not in persons and self.at_end and not between,
            "at": self._line.place,
            "length": len(self._line.steps),
            "can_undo": len(persons) < 2 or self.lifted
            if self._line.place
            else bool(self._earlier),
            "can_redo": not self.at_end or bool(self._later),
            "can_pass": self._can_pass(mine),
            "passing": self._passing is not None,
            "forced": self.forced,
            "parts": self._parts(table, names),
            "actions": actions,
            "tries": tries,
            "drops": screen.drops(self.game, tries),
            "says_turn": "The hand is over." if between else _turn(state, mine, names),
            "text": picture(
                self.game, table, f"deal {state.number}" if self.lifted else whose_view(seat)
            ),
            **heard(
                [event for event in log[-2 * MOST_SAID :] if event.deal < state.deals]
                if between
                else log,
                names,
            ),
            **self._sheet(log),
        }

    @property
    def keeps(self) -> Reply:
        """The whole line of play, with what is taken back, for a screen to keep: it opens this
        table again where it stands.
        """
        whole = self._line.states[-1].record()
        passing = self._passing is not None and self._passing[1] == self.state.deals
        return {
            **opening(whole, self.seats),
            "at": self._line.place,
            "fair": self._fair,
            "passing": passing,
        }

    opening = keeps  # the same, for a page

    def _can_pass(self, mine: int | None) -> bool:
        """Whether the person at the screen may pass for the rest of this hand, now or while the
        others act.
        """
        alone = (
            len(self.persons) == 1 and self.at_end and not self.state.is_over and not self.between
        )
        return bool(self.game.passive) and self._passing is None and (alone or mine is not None)

    def _settled_table(self) -> Any:
        """The table on which a hand has just been settled, everybody's cards turned up, the next
        hand not yet dealt.
        """
        if self.state.is_over:
            table = self.state._table.copy()
        else:
            before = self._line.states[self._line.place - 1]
            table = before._table.copy()
            self.game.last_action(table, self.state._played[-1])
        return turned_up(table, self.seen_from)

    def _parts(self, table: Any, names: Names) -> screen.Parts:
        """All that is to be drawn; where a hand has been settled, what it brought each seat, and
        who has won it.
        """
        parts = screen.parts(self.game, table, names, [called(who) for who in self.seats])
        if table.to_act is None and (rows := self._rows()):
            gained = rows[-1]["gained"]
            won = self.game.winners(table, gained)
            if self.state.is_over and self.state.deals > 1:  # of the game, not of its last hand
                won = [i for i, n in enumerate(table.counters) if n == max(table.counters)]
            for seat, n in enumerate(gained):
                parts[f"seat {seat}"] |= {"gained": n, "won": seat in won}
        return parts

    def _sitting(self, seat: int, names: Names) -> Reply:
        """Who sits at a seat: the name, and of a bot its level and what is said of it."""
        who = self.seats[seat]
        bot = who != PERSON
        return {
            "name": screen.as_name(names, seat),
            "person": not bot,
            "level": level_of(who) if bot and isinstance(who, str) else "",
            "character": self._character(seat)[1] if bot else "",
        }

    def _rows(self) -> list[Reply]:
        """The score sheet so far: what each hand brought each player."""
        rows, before = list(self._rows_before), [0] * self.state.players
        for hand, place in enumerate(filter(self._settles, range(self._line.place + 1)), 1):
            now = self._line.states[place].settled
            rows.append(
                {
                    "deal": self.deal,
                    "hand": hand,
                    "gained": [a - b for a, b in zip(now, before)],
                }
            )
            before = list(now)
        return rows

    def _sheet(self, log: Sequence[Event]) -> Reply:
        """The score sheet, when the last action has settled a hand."""
        if not (self.between or self.state.is_over):
            return {}
        rows, hand = self._rows(), self.state.deals - 1
        lines = [event.says(self.names) for event in log[-4 * MOST_SAID :] if event.deal == hand]
        gained = rows[-1]["gained"]
        return {
            "settled": {
                "deal": hand + 1,
                "said": lines[-self.state.players - 2 :],  # how it ended, and what each paid
                "counters": list(self.state.payoffs),
                "gained": gained,
                "rows": rows,
                "totals": [
                    sum(row["gained"][i] for row in rows) for i in range(self.state.players)
                ],
                "over": self.state.is_over,
            }
        }

    def _options(self) -> Reply:
        """Every switch of the game, for a form."""
        span = self.game.players
        return {
            "kind": "options",
            "players": [span[0], span[-1]],
            "now": self.state.players,
            "seats": [level_of(who) if isinstance(who, str) else "" for who in self.seats],
            "names": [screen.as_name(self.names, seat) for seat in range(len(self.seats))],
            "who": {name: called(name) for name in (PERSON, *(level.name for level in LEVELS))},
            "levels": [{"name": level.name, "says": level.says} for level in LEVELS],
            "options": [
                {
                    "name": name,
                    "value": self.game.options[name],
                    **_switch(option),
                    **(self._dealers(span[-1]) if name == "dealer" else {}),
                }
                for name, option in self.game.declared.items()
            ],
        }

    def _dealers(self, most: int) -> Reply:
        """Who may deal first, by name: seats are counted from 0 in programs alone."""
        seats = range(most)
        return {
            "values": list(seats),
            "words": [
                screen.as_name(self.names, seat)
                if seat < len(self.seats)
                else player(seat).capitalize()
                for seat in seats
            ],
            "says": "Who deals first.",
        }

    def _actions(self, seat: int | None) -> list[Reply]:
        if seat is None or self.state.to_act != seat:
            return []
        table = self._table(seat)
        return [screen.action(self.game, table, seat, a, self.names) for a in self.state.actions()]

    def _table(self, seat: int | None) -> Any:
        """The table as this seat sees it; all of it when the curtain is lifted."""
        return self.state._table.copy() if self.lifted else self.state.view(seat).table


def turned_up(table: Table, seat: int | None) -> Table:
    """A table after a hand as a seat sees it, with everybody's remaining cards turned up."""
    for hand in table.hands:
        hand.show()
    return table.masked(seat)


def heard(log: Sequence[Event] | Log, names: Names) -> Reply:
    """What was said last, as this table knows it, and how much was said before."""
    return {
        "said_before": max(0, len(log) - MOST_SAID),
        "said": [_heard(event, names) for event in log[-MOST_SAID:]],
    }


def _heard(event: Event, names: Names) -> Reply:
    return {"seat": event.seat, "says": event.says(names), "deal": event.deal + 1}


def opening(record: Record, seats: Sequence[Seat]) -> Reply:
    """All that is needed to open this table again where it stands."""
    return {
        "round": json.loads(record.to_json()),
        "seats": [who if isinstance(who, str) else "steady" for who in seats],
    }


def _turn(state: State, mine: int | None, names: Names) -> str:
    """Whose turn it is, and for what."""
    if state.to_act is None:
        return "The game is over."
    if mine is None:
        name, are = screen.as_name(names, state.to_act), state.to_act == names.you
        return f"{name} {'are' if are else 'is'} to act ({state.phase.replace('_', ' ')})."
    verbs = list(dict.fromkeys(action.verb for action in state.actions()))
    verbs = [
        *(verb for verb in verbs if verb not in ENDING),
        *(ENDING[verb] for verb in verbs if verb in ENDING),
    ]
    listed = " or ".join(filter(None, [", ".join(verbs[:-1]), verbs[-1]]))
    return f"{'Your turn' if names.you == mine else f'Your turn, {player(mine)}'}: {listed}."


def plainly(says: str) -> str:
    """What is said of an option, its values called as they are in a form.

    >>> plainly("Cards set aside with stops='fixed_number'; None: none.")
    'Cards set aside with stops: fixed number; none: none.'
    """
    named = re.sub(r"(\w+)='(\w+)'", lambda m: f"{m[1]}: {in_words(m[2])}", says)
    return re.sub(r"\bNone:", "none:", named)


def _switch(option: Option[Any]) -> Reply:
    span = option.values
    allowed: Reply = (
        {"low": span.low, "high": span.high, "also": list(span.also)}
        if isinstance(span, Whole)
        else {"values": list(span)}
    )
    return {
        **allowed,
        "default": option.default,
        "says": plainly(option.says),
        "source": cited(option.source),
        "reading": option.reading,
    }
