"""The line under a chapter's title: the game in words and round numbers, and how they are known.

Made from the game and its row of the table of odds.
"""

from __future__ import annotations

import math
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from cadogan import words as terms
from cadogan.echo import counted as many, game_in
from cadogan.patience.game import Game
from cadogan.players.intervals import rounded
from cadogan.words.english import counted

if TYPE_CHECKING:
    from cadogan.tables.finding import Facts


#: What a player at a board is taken to need for a move, in seconds: assumed, not measured.
MOVE = 4
MINUTES = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30)
#: A share at least so close to nothing or all is told as one in so many.
RARE = 0.1
#: Nearly every deal could be won where the lower end lies above this.
NEARLY = 0.95
#: Otherwise it is told as so many of one of these.
WHOLES = (2, 3, 4, 5, 6, 7, 8, 10)


def say(number: int) -> str:
    """A small number in words."""
    return counted(number) if number <= 12 else f"{number:,}"


def in_so_many(share: float, what: str) -> str:
    """A share between 0 and 1, both left out, as "3 games in 10" or "1 game in 1,250".

    >>> in_so_many(0.296, "game"), in_so_many(0.0008, "deal"), in_so_many(0.983, "game")
    ('3 games in 10', '1 deal in 1,250', 'all but 1 game in 59')
    """
    if share < RARE:
        return f"1 {what} in {rounded(1 / share):,}"
    if share > 1 - RARE:
        return f"all but 1 {what} in {rounded(1 / (1 - share)):,}"
    return so_many_in(nearest_part(share), what)


def nearest_part(share: float) -> Fraction:
    """So many of one of `WHOLES`, as near to a share as they come."""
    parts = (Fraction(round(share * whole), whole) for whole in WHOLES)
    return min(parts, key=lambda part: abs(part - share))


def at_least(share: float, what: str) -> str:
    """As many in one of `WHOLES` as a share from a tenth on surely is.

    >>> at_least(0.888, "deal"), at_least(0.97, "deal"), at_least(0.51, "deal")
    ('at least 7 deals in 8', 'at least 9 deals in 10', 'at least half of the deals')
    """
    return (
        f"at least {so_many_in(max(Fraction(int(share * whole), whole) for whole in WHOLES), what)}"
    )


def so_many_in(part: Fraction, what: str) -> str:
    """A part in words: 3 games in 10."""
    if part == Fraction(1, 2):
        return f"half of the {what}s"
    return f"{many(part.numerator, what)} in {part.denominator}"


class Summary:
    """The line under a chapter's title. It prints as a line, and shows itself with how its figures
    are known.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def facts(self) -> Facts | None:
        """The row of the table; None for a game that has none, or whose rules have changed since."""
        from cadogan.tables.finding import facts

        try:
            row = facts(self.game.slug)
        except KeyError:
            return None
        return row if row.game == self.game else None

    def __str__(self) -> str:
        return " · ".join([*self._outfit(), *self._odds()])

    __repr__ = __str__

    def _outfit(self) -> list[str]:
        """Packs, re-deals and minutes."""
        game = self.game
        pack = game.clauses_of(terms.packs)[0]
        many = len(pack.cards()) if pack.held else game.packs
        parts = [
            f"{say(many)} {'card' if pack.held else 'pack'}{'s' if many > 1 else ''}".capitalize()
        ]
        redeal = next(iter(game.clauses_of(terms.again)), None)
        if redeal is not None and redeal.partly:
            parts.append("its own re-deal")
        elif redeal is not None:
            parts.append(
                "any number of re-deals"
                if redeal.n < 0
                else f"{say(redeal.n)} re-deal{'s' if redeal.n > 1 else ''}"
            )
        if self.facts:
            taken = self.facts.moves * MOVE / 60
            about = min(MINUTES, key=lambda minutes: abs(minutes - taken))
            parts.append(f"about {say(about)} minute{'s' if about > 1 else ''}")
        return parts

    def _odds(self) -> list[str]:
        """How hard the game is, how often the best player wins, and how many deals could be won."""
        facts = self.facts
        if not facts:
            return []
        best = facts.at_sight
        player = f"a {best.strategy} player"
        if best.wins == best.n:
            return [f"{facts.difficulty}: {player} has won each of {best.n:,} games"]
        if not best.wins:
            won = f"{player} has won none of {best.n:,} games"
        else:
            won = f"{player} wins {in_so_many(best.rate, 'game')}"
        low, high = facts.winnable
        could = ""
        if low > NEARLY:
            could = ", and nearly every deal could be won"
        elif facts.solved and not facts.solved.won and high < RARE:
            could = f", and at most {in_so_many(high, 'deal')} could be won"
        elif (
            RARE
            < low
            <= (part := nearest_part((low + high) / 2))
            <= high
            < min(1 - RARE, low + RARE)
        ):
            could = f", and {so_many_in(part, 'deal')} could be won"
        elif low > max(RARE, best.interval[1]):
            could = f", and {at_least(low, 'deal')} could be won"
        return [f"{facts.difficulty}: {won}{could}"]

    @property
    def known(self) -> str:
        """How the figures of the line are known."""
        facts = self.facts
        if not facts:
            return ""
        best, solved = facts.at_sight, facts.solved
        sentences = [
            f"A {best.strategy} player won {best.percent} of {best.n:,} deals (95 % interval {best.within}; simulated, "
            f"seed {best.seed}, at most {best.limit:,} moves)."
        ]
        if solved:
            low, high = (100 * end for end in facts.winnable)
            shuffles = " and the shuffles of the re-deals" if facts.shuffles else ""
            sentences.append(
                f"All cards{shuffles} known, {solved.won:,} of {solved.n:,} deals were won and {solved.lost:,} proved lost, so that "
                f"{math.floor(low)} to {math.ceil(high)} % could be won (95 % interval, the undecided counted on both sides)."
            )
        sentences.append(
            f"The careful player makes {facts.moves:.0f} moves a game on average; the minutes count {MOVE} seconds for each."
        )
        return " ".join(sentences)

    def _repr_html_(self) -> str:
        known = (
            f" <details><summary>How we know</summary>{escape(self.known)}</details>"
            if self.known
            else ""
        )
        return f"<div class='cadogan-summary'>{escape(str(self))}{known}</div>"


def summary(game: str | Game) -> Summary:
    """One line on a game: packs, re-deals, minutes, and how often it is won."""
    import cadogan

    return Summary(game_in(cadogan.games, game, Game))
