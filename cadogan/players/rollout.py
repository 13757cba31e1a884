"""Flat Monte Carlo: the moves that the careful player likes best are tried in worlds drawn anew,
and he plays each game to its end.

What the player has not seen is drawn anew for every playout (`cadogan.players.unseen`): the pack,
the cards that lie face down and the re-deals to come are never those of the deal. Each move is
tried in the same worlds, with the same lots, so that the difference of two moves is measured, not
that of two packs (common random numbers). The careful player's own choice is left only for a move
whose mean is better by two standard errors, corrected for the number of moves compared
(Bonferroni): what looks best of many is often only lucky (Tesauro and Galperin 1996 on when to stop
sampling)."""

from __future__ import annotations

from cadogan.compiler.layout import Field
from cadogan.engine.chance import draw, seed
from cadogan.engine.numbers import NOTHING
from cadogan.engine.play import apply, is_won, legal
from cadogan.engine.rules import Rules, State
from cadogan.players import careful, playing, unseen
from cadogan.players.careful import LEAST, Careful, may, note
from cadogan.players.mind import Choosing
from cadogan.players.unseen import WORLDS, redraw

#: The squares, times 100, of how many standard errors a move must be better by, by the number of
#: others that are compared with it: one-sided 2.275 % in all, divided among them.
SQUARED_ERRORS = (0, 400, 520, 590, 641, 681)
#: At most this many moves are compared: the careful player's own and those it likes best.
MOST = len(SQUARED_ERRORS)
#: What is not brought back: what counts, and what is worked with.
PASSING = ("tally", "lots", "moves", "need", "needed_for", "needed_on")


class Rollout:
    """How the patient player chooses: by this many playouts by the careful player for each move,
    none longer than this many moves.
    """

    label = ""

    def __init__(self, player: Careful, playouts: int, limit: int) -> None:
        self.player, self.playouts, self.limit = player, playouts, limit

    def memory(self, rules: Rules) -> tuple[Field, ...]:
        """What the careful player keeps in mind, the position to come back to, and the sums."""
        size = sum(field.entries for field in saved(rules))
        return (
            *careful.memory(rules),
            *unseen.memory(rules),
            Field("kept", size),
            Field("scores", rules.room),
            Field("options", MOST),
            Field("sums", MOST),
            Field("squares", MOST),
            Field("trials", MOST),
            Field("tried"),
            Field("dice", 4),
        )

    def begin(self, rules: Rules, s: Choosing) -> None:
        """Note that nothing has been moved."""
        self.player.begin(rules, s)

    def choose(self, rules: Rules, s: Choosing, n: int) -> int:
        """The careful player's move, or one that is better beyond chance."""
        chosen = self.player.best(rules, s, n)
        s.tried = NOTHING
        if chosen < 0:
            return chosen
        options = self.find_options(rules, s, n, chosen)
        if options > 1:
            for i in range(options):
                s.options[i] = s.moves[s.options[i]]
            s.tried = self.compare(rules, s, options)
            chosen = 0
            while s.moves[chosen] != s.options[s.tried]:
                chosen += 1
        note(rules, s, s.moves[chosen])
        return chosen

    def find_options(self, rules: Rules, s: Choosing, n: int, chosen: int) -> int:
        """Write to `s.options` the moves to be compared, the careful player's own first; returns
        how many they are.
        """
        for i in range(n):
            s.scores[i] = LEAST
            if i != chosen and may(rules, s, s.moves[i]):
                s.scores[i] = self.player.score(rules, s, s.moves[i])
        s.options[0] = chosen
        options = 1
        best = chosen
        while best >= 0 and options < MOST:
            best = NOTHING
            for i in range(n):
                if s.scores[i] > LEAST and (best < 0 or s.scores[i] > s.scores[best]):
                    best = i
            if best >= 0:
                s.scores[best] = LEAST
                s.options[options] = best
                options += 1
        return options

    def compare(self, rules: Rules, s: Choosing, options: int) -> int:
        """Play out each of the moves in `s.options`; returns which of them is best. All legal moves
        stand in `s.moves` afterwards.
        """
        keep(rules, s)
        world = draw(s.lots)
        for i in range(4):
            s.dice[i] = s.lots[i]
        for i in range(options):
            s.sums[i] = 0
            s.squares[i] = 0
            s.trials[i] = 0
        for playout in range(self.playouts):
            first = 0
            for i in range(options):
                worth = self.play_out(rules, s, s.options[i], (world << 20) + playout)
                if worth > rules.goal_cards:
                    s.trials[i] += 1
                if i == 0:
                    first = worth
                s.sums[i] += worth - first
                s.squares[i] += (worth - first) * (worth - first)
        bring_back(rules, s)
        legal(rules, s)
        for i in range(4):
            s.lots[i] = s.dice[i]
        return self.best_of(s, options)

    def play_out(self, rules: Rules, s: Choosing, move: int, world: int) -> int:
        """Make a move in a world drawn anew, and let the careful player go on; returns what comes
        of it: the cards home; for a game that is won, one more than all cards besides, so that a win
        is told from any number of cards."""
        bring_back(rules, s)
        legal(rules, s)
        seed(s.lots, world, WORLDS)
        redraw(rules, s, s.lots)
        note(rules, s, move)
        apply(rules, s, move)
        playing.playout(rules, s, self.player, self.limit)
        if is_won(rules, s):
            return s.home + rules.goal_cards + 1
        return s.home

    def best_of(self, s: Choosing, options: int) -> int:
        """The option with the best mean of those that are better than the first beyond chance; the
        first where none is.
        """
        best = 0
        for i in range(1, options):
            total = s.sums[i]
            spread = self.playouts * s.squares[i] - total * total
            if (
                total > s.sums[best]
                and 100 * total * total * (self.playouts - 1) > SQUARED_ERRORS[options - 1] * spread
            ):
                best = i
        return best


def saved(rules: Rules) -> tuple[Field, ...]:
    """The fields that make a position, and what the careful player keeps in mind of the game."""
    return tuple(
        field for field in (*rules.layout, *careful.memory(rules)) if field.name not in PASSING
    )


def keep(rules: Rules, s: State, name: str = "kept", back: bool = False) -> None:
    """Keep the position to come back to, in a field of this name."""
    buffer = getattr(s, name)
    offset = 0
    for field in saved(rules):
        if field.size and back:
            copy(buffer, offset, getattr(s, field.name), 0, field.size)
        elif field.size:
            copy(getattr(s, field.name), 0, buffer, offset, field.size)
        elif back:
            setattr(s, field.name, buffer[offset])
        else:
            buffer[offset] = getattr(s, field.name)
        offset += field.entries


def bring_back(rules: Rules, s: State, name: str = "kept") -> None:
    """Bring back the position kept in a field of this name."""
    keep(rules, s, name, True)


def copy(source: list[int], first: int, target: list[int], to: int, n: int) -> None:
    """Copy this many entries from one array of the state to another."""
    for i in range(n):
        target[to + i] = source[first + i]
