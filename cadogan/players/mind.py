"""The states that strategies choose in: that of the game, with what they keep in mind.

Each strategy has in it the fields that its `memory` names. Rows are declared here; a number needs
no declaration (`cadogan.engine.rules.State`)."""

from __future__ import annotations

from cadogan.engine.rules import State


class Remembering(State):
    """A state with what the careful player keeps in mind, and room to draw anew what is not seen.

    Attributes:
        need: by face after how many cards it is wanted.
        needed_for, needed_on: by place how a foundation was when that was last looked at.
        moved: by card when it was last moved.
        hidden: the hidden cards in a row.
        is_hidden, lay_on: by card whether and how it is hidden, and on which card it lay.
    """

    __slots__ = ()
    need: list[int]
    needed_for: list[int]
    needed_on: list[int]
    moved: list[int]
    hidden: list[int]
    is_hidden: list[int]
    lay_on: list[int]


class Choosing(Remembering):
    """A state with all that any strategy keeps in mind.

    Attributes:
        scores: by move how much the careful player likes it.
        options, sums, squares: the moves compared in playouts, and by option what came of them.
        dice: the player's lots, to be gone on with after the playouts.
        moves_of, choices_of, forced_of, redeals_of, ceased_of: the counts of the last games.
        ends: what came of the last games (`cadogan.players.playing`).
        barred: the moves that are not to be chosen; of them the first ``bars`` count.
        trials: by option how many of its playouts were won; none is made where there is only one
            option.
    """

    __slots__ = ()
    scores: list[int]
    options: list[int]
    sums: list[int]
    squares: list[int]
    dice: list[int]
    moves_of: list[int]
    choices_of: list[int]
    forced_of: list[int]
    redeals_of: list[int]
    ceased_of: list[int]
    ends: list[int]
    barred: list[int]
    trials: list[int]
