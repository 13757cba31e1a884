"""Positions and moves: what people hold, print and compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from cadogan.cards import CARDS, Card, CardError, cards
from cadogan.echo import Lasting, Refused, counted, deal_number
from cadogan.engine.moves import KIND, PLAY, Move as Move, kind_of
from cadogan.engine.numbers import FACE, FACES, card_number
from cadogan.engine.piles import size_of
from cadogan.engine.rules import DEALING, END, OUT, PHASES, PLAY as IN_PLAY, State
from cadogan.patience.game import Game


class IllegalMove(Refused):
    """A move that the rules refuse. ``str()`` is the sentence; ``rule`` the rule of the old text."""


class Moves(tuple[Move, ...]):
    """Legal moves in their order: a tuple, which a notebook shows as a table.

    >>> import cadogan
    >>> moves = cadogan.games["fortress"].deal(1933).moves()
    >>> moves[0].text, "<th scope='row'><code>l9-f1</code></th>" in moves._repr_html_()
    ('l9-f1', True)
    """

    def _repr_html_(self) -> str:
        from html import escape

        if not self:
            return "<p>No move can be made.</p>"
        rows = "".join(
            f"<tr><th scope='row'><code>{escape(move.text)}</code></th><td>{escape(move.says)}</td></tr>"
            for move in self
        )
        caption = counted(len(self), "legal move")
        return f"<table class='cadogan-odds'><caption>{caption}</caption>{rows}</table>"


class Position(Lasting):
    """One position of a game: immutable, hashable, printable; undo is holding the earlier one."""

    __slots__ = ("__dict__", "game", "state")
    game: Game
    state: State

    def __init__(self, game: Game, state: State) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "state", state)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position does not change; play() gives a new one")

    # --- making one ---

    @classmethod
    def deal(cls, game: Game, number: int | None = None, order: Any = None) -> Position:
        """See `Game.deal`."""
        pack = None if order is None else pack_order(game, order)
        if number is None:
            number = 1 if pack is None else 0
        return cls(game, game.referee.deal(deal_number(number), pack))

    # --- what lies where ---

    @property
    def number(self) -> int:
        """The deal's number (0 for a pack in an explicit order)."""
        return self.state.number

    def _pile(self, place: int) -> tuple[int, ...]:
        """One of the `piles`, for those who need only a few."""
        under, card = self.state.under, self.state.top[place]
        faces = []
        while card >= 0:
            faces.append(card)
            card = under[card]
        return tuple(faces[::-1])

    @cached_property
    def piles(self) -> tuple[tuple[int, ...], ...]:
        """The cards of each place as the engine's numbers, the uppermost last."""
        return tuple(map(self._pile, range(len(self.state.top))))

    def is_down(self, card: int) -> bool:
        """Whether a card (by the engine's number) lies face down."""
        return bool(self.game.rules.face_down and self.state.down[card])

    @cached_property
    def cards(self) -> dict[str, tuple[Card, ...]]:
        """Every card of every place, face down too, the uppermost last."""
        return {
            p.id: tuple([CARDS[c & FACE] for c in pile])
            for p, pile in zip(self.game.places, self.piles)
        }

    @cached_property
    def seen(self) -> dict[str, tuple[Card | None, ...]]:
        """The same as the player may see it: None for a card whose face is hidden."""
        return {p.id: self._seen_on(number) for number, p in enumerate(self.game.places)}

    @property
    def unseen(self) -> int:
        """How many cards are hidden."""
        return sum(card is None for pile in self.seen.values() for card in pile)

    def _seen_on(self, place: int) -> tuple[Card | None, ...]:
        """What is `seen` of one place, by its number; worked out once, for many moves may concern
        it."""
        row = self._rows.get(place)
        if row is None:
            row = self._rows[place] = self._row(place)
        return row

    @cached_property
    def _rows(self) -> dict[int, tuple[Card | None, ...]]:
        return {}

    def _row(self, place: int) -> tuple[Card | None, ...]:
        rules, state = self.game.rules, self.state
        pile, face_down = self._pile(place), self.game.places[place].face_down
        if not pile:
            return ()
        row: list[Card | None] = (
            [None] * len(pile) if face_down else [CARDS[c & FACE] for c in pile]
        )
        if rules.face_down and not face_down:
            row = [None if state.down[c] else card for c, card in zip(pile, row)]
        squared = rules.places[place].group.squared
        if squared is not None:
            hidden = max(0, len(row) - squared.seen(rules, state))
            row[:hidden] = [None] * hidden
        if face_down and state.phase == DEALING:
            row[-1] = CARDS[pile[-1] & FACE]  # the card in dealing is turned up
        return tuple(row)

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The places whose uppermost card is available, foundations left out."""
        rules = self.game.rules
        return tuple(
            p.label
            for p in rules.places
            if self.state.live[p.number] >= 0 and not p.group.foundation
        )

    @property
    def phase_bit(self) -> int:
        """The phase as the engine's bit."""
        rules, s = self.game.rules, self.state
        if s.phase != IN_PLAY or s.top[rules.hand.first] >= 0:
            return s.phase
        return OUT if any(s.top[talon.first] >= 0 for talon in rules.talons) else END

    @property
    def phase(self) -> str:
        """``dealing``, ``pause``, ``play``, ``out`` (the pack is spent) or ``end`` (the talon too)."""
        return PHASES[self.phase_bit]

    @property
    def home(self) -> int:
        """The cards home: on the foundations, or taken up in sets."""
        return self.state.home

    @property
    def goal(self) -> int:
        """The cards that must be home."""
        return self.game.rules.goal_cards

    @property
    def counts(self) -> dict[str, int]:
        """What a player counts: cards in hand, cards home, re-deals and licences left, counters
        won.
        """
        rules, s = self.game.rules, self.state
        counts = {"cards home": self.home} if self.goal else {}
        hand = s.height[rules.hand.first]
        if hand or rules.turning is not None:
            counts["cards in hand"] = hand
        if rules.redeal is not None:
            counts.update(rules.redeal.counts(rules, s))
        licences = [left for word in rules.specials if (left := word.left(s)) is not None]
        if licences:
            counts["licences left"] = sum(licences)
        price, each = self.game.capital
        if price:
            counts["counters"] = each * self.home - price
        return counts

    @cached_property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.game.referee.is_won(self.state)

    @property
    def is_over(self) -> bool:
        """Whether no move is left, or the game is won."""
        return self.is_won or not self.moves()

    # --- moves ---

    @cached_property
    def _moves(self) -> Moves:
        if self.is_won:
            return Moves()
        codes = self.game.referee.legal(self.state)
        # In the order of rule, aim and source: which of two like cards lies where must not show in
        # it.
        ordered = sorted(codes, key=lambda code: code if code & KIND == PLAY.number else 1 << 62)
        return Moves([kind_of(code).read(self, code) for code in ordered])

    def moves(self) -> Moves:
        """Every legal move, in a fixed order; none when the game is won."""
        return self._moves

    def shown_cards(self, places: Sequence[int]) -> tuple[Card, ...]:
        """The uppermost cards of some places (by their numbers), or both of a place named alone, as
        far as they are seen.
        """
        if len(places) == 1:
            return tuple([c for c in self._seen_on(places[0]) if c is not None])
        return tuple([c for p in places for c in self._seen_on(p)[-1:] if c is not None])

    def named_cards(self, places: Sequence[int], cards: Sequence[Card]) -> list[str]:
        """These cards with their names and places: ``the five of hearts (column 4)``."""
        return [
            f"the {c.name} ({self.game.places[p].name})" for c, p in zip(cards, tuple(places) * 2)
        ]

    def count_of(self, place: int, several: int) -> int:
        """How many cards of a place a move takes, by the third part of its integer."""
        return size_of(self.game.rules, self.state, place, several)

    def find(self, move: Move | str) -> Move | None:
        """The legal move with this text, or None."""
        if isinstance(move, Move):
            alike = (m for m in self.moves() if (m.text, m.cards) == (move.text, move.cards))
            return next(alike, None)
        text = " ".join(str(move).split())
        word, *ids = text.replace(",", " ").split() or [""]
        kind = next((m for m in self.moves() if m.kind == word), None)
        if kind is not None and not kind_of(kind.code).ordered:  # a set has no order
            places = sorted(ids)
            return next(
                (m for m in self.moves() if m.kind == word and sorted(m.places) == places), None
            )
        way, _, count = text.partition(" ")
        texts = (text, way) if count.isdecimal() else (text,)  # so many cards may be said of any
        return next(
            (
                m
                for m in self.moves()
                if m.text in texts and (m.text == text or count == str(m.count or ""))
            ),
            None,
        )

    def play(self, move: Move | str) -> Position:
        """The position after a move.

        Raises:
            IllegalMove: the rules refuse it; the message says why, with the rule.
        """
        legal = self.find(move)
        if legal is None:
            from cadogan.patience.refusals import refusal

            if self.find(str(move)) is not None:
                raise IllegalMove(f"This is a move of another position: {move.says}.", "")  # type: ignore[union-attr]
            raise refusal(self, str(move))
        return self.after(legal.code)

    def after(self, code: int) -> Position:
        """The position after a move given as the engine's integer, which must be a legal one."""
        return Position(self.game, self.game.referee.after(self.state, code))

    def why_not(self, move: Move | str) -> str | None:
        """Why a move is refused, as a sentence with its rule; None when it is legal."""
        if self.find(move) is not None:
            return None
        from cadogan.patience.refusals import refusal

        return str(refusal(self, str(move)))

    # --- as text ---

    def picture(self, hidden: bool = False) -> str:
        """The text picture, in the shape of the plate; with ``hidden``, only what the player may
        see.
        """
        from cadogan.patience.text import picture

        return picture(self, hidden)

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        far = f": {self.home} of {self.goal} cards home" if self.goal else ""
        return f"<Position of {self.game.title}, deal {self.number}{far}>"

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Position:
        """The position of a text picture: the inverse of ``str``.

        Places left out are empty; what is left out of the last line has the value it has after the
        deal. The game is found by the title in the first line unless it is given.

        Raises:
            RecordError: the first line that cannot be read, and why.
        """
        from cadogan.patience.text import parse_position

        return parse_position(text, game)

    # --- as a value ---

    @cached_property
    def whole(self) -> tuple[tuple[tuple[int, ...], ...], tuple[object, ...], int]:
        """All that the position is, whichever copy of a card lies where: its piles, its other
        numbers, its deal.
        """
        from cadogan.patience.text import registers

        rules = self.game.rules
        piles = [tuple([c & FACE for c in pile]) for pile in self.piles]
        for i, pile in enumerate(self.piles if rules.face_down else ()):
            if i != rules.hand.first:
                piles[i] = tuple([(c & FACE) + (FACES if self.is_down(c) else 0) for c in pile])
        return tuple(piles), tuple(r.value(self.state) for r in registers(self.game)), self.number

    @cached_property
    def key(self) -> tuple[object, ...]:
        """All that makes two positions the same: of cards out of play
        (`cadogan.engine.rules.Group.heap`) it counts only which they are and how many lie in each
        place, not which was taken first. So equal positions have the same moves, by the same
        texts."""
        piles, *others = self.whole
        heaps = [group for group in self.game.rules.groups if group.heap]
        if not heaps:
            return self.whole
        lying: list[object] = [*piles]
        for group in heaps:
            lying[group.first : group.end] = map(len, piles[group.first : group.end])
            lying.append(
                tuple(sorted(card for pile in piles[group.first : group.end] for card in pile))
            )
        return (*lying, *others)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.game == self.game and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.game, self.state.dump())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        from cadogan.drawing.plates import plate

        return plate(self)._repr_mimebundle_()


def _unpickled(game: Game, values: list[int]) -> Position:
    """A position from its game and the values of its state."""
    state = game.referee.new_state()
    state.load(values)
    return Position(game, state)


def pack_order(game: Game, order: Any) -> list[int]:
    """A pack in an explicit order, as the engine's card numbers.

    Raises:
        ValueError: a card too many or missing, named.
    """
    try:
        faces = cards(order)
    except (CardError, TypeError, AttributeError) as error:
        raise ValueError(f"{game.title}: {error}") from None
    in_pack = Counter(c & FACE for c in game.rules.pack)
    used: Counter[int] = Counter()
    numbers = []
    for place, card in enumerate(faces, 1):
        if used[card.index] == in_pack[card.index]:
            times = {
                0: "is not in this game's pack",
                1: "is in the pack once, and stands here twice",
            }.get(
                in_pack[card.index],
                f"is in the pack {in_pack[card.index]} times, and stands here once more",
            )
            raise ValueError(f"{game.title}: card {place} of the order, {card}, {times}")
        numbers.append(card_number(used[card.index], card.index))
        used[card.index] += 1
    missing = [Card(f) for f in sorted(in_pack) for _ in range(in_pack[f] - used[f])]
    if missing:
        listed = " ".join(map(str, missing[:5])) + (" …" if len(missing) > 5 else "")
        raise ValueError(
            f"{game.title}: the order has {len(faces)} cards of {len(game.rules.pack)}; missing are {listed}"
        )
    return numbers
