"""What the table of odds says, put together: the facts of each game, the prices of readings, the
gaps between players.

It is all computed from the three stored files (`cadogan.players.table`, `cadogan.tables.rows`,
`cadogan.tables.winnable`); the page *Finding a game*, the page on how to read the odds and
``cadogan table`` are made from it.

>>> game = facts("fortress")
>>> game.open, game.redeals, game.difficulty
(True, 'none', 'hardly ever won')
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from statistics import median
from typing import Any

from cadogan import words as terms
from cadogan.patience.game import Game
from cadogan.players import table
from cadogan.players.comparison import Counted, Difference, of_counts
from cadogan.players.fingerprint import fingerprint
from cadogan.players.result import Odds, digits
from cadogan.players.strategies import AT_SIGHT, ROLLOUT
from cadogan.players.table import odds_of
from cadogan.tables import rows, winnable
from cadogan.tables.winnable import Solved

#: How hard a game is, by the share of deals that `Facts.at_sight` wins: each word from so much on.
BANDS = (
    ("easy", 0.5),
    ("fair", 0.1),
    ("hard", 0.01),
    ("very hard", 0.001),
    ("hardly ever won", 0.0),
)


@dataclass(frozen=True)
class Turned:
    """The moves at which the careful player lost deals that could be won, all cards known.

    Attributes:
        n: the deals looked at.
        won: those of them that the careful player won.
        moves: of each deal in which the losing move was found, its number, from 1, and the moves
        played in all.
    """

    n: int
    won: int
    moves: tuple[tuple[int, int], ...]

    @property
    def middle(self) -> tuple[int, float]:
        """The median number of the losing move, and the median share of the game that it came at, 0
        to 1.
        """
        numbers = [number for number, _ in self.moves]
        return round(median(numbers)), median(number / total for number, total in self.moves)

    @property
    def last(self) -> float:
        """The share of the deals in which the losing move was the last but two or later."""
        return sum(total - number < 3 for number, total in self.moves) / len(self.moves)

    def __str__(self) -> str:
        if not self.moves:
            return f"none found in {self.n:,} deals"
        number, share = self.middle
        return f"at move {number} in the median, {100 * share:.0f} % of the way ({len(self.moves)} found in {self.n:,} deals)"


@dataclass(frozen=True)
class Facts:
    """A game and its rows of the table.

    Attributes:
        game: the game.
        results: the odds of each player.
        row: the stored row of the game as it stands.
    """

    game: Game
    results: dict[str, Odds]
    row: dict[str, Any]

    @functools.cached_property
    def open(self) -> bool:
        """Whether every card is seen from the first move on."""
        return not self.game.deal(1).unseen

    @property
    def redeals(self) -> str:
        """How many re-deals there are: "none", a number, or "any number"."""
        clauses = self.game.clauses_of(terms.again)
        return "none" if not clauses else "any number" if clauses[0].n < 0 else str(clauses[0].n)

    @property
    def kind(self) -> str:
        """What one does in the game, in the author's words."""
        building = {
            c.suit.words if c.suit is not terms.in_suit else "marrying"
            for c in self.game.clauses_of(terms.build)
        }
        kinds = sorted(words.replace("whatever the suit", "any suit") for words in building)
        others = {
            terms.take: "taking sets",
            terms.together: "playing in pairs",
            terms.swap: "changing places",
            terms.lift_blocked: "licences",
        }
        kinds += [name for word, name in others.items() if self.game.clauses_of(word)]
        return ", ".join(kinds) or "playing only"

    @property
    def difficulty(self) -> str:
        """How hard it is: a word of `BANDS`, by what the best player at sight wins."""
        return next(word for word, least in BANDS if self.at_sight.rate >= least)

    @property
    def at_sight(self) -> Odds:
        """The odds of the careful player; or of another who sees no hidden card and looks no
        further either, if that interval lies above.

        >>> facts("fortress").at_sight.strategy, facts("mill").at_sight.strategy
        ('careful', 'greedy')
        """
        careful = self.results["careful"]
        most = max((self.results[name] for name in AT_SIGHT), key=lambda odds: odds.interval[0])
        return most if most.interval[0] > careful.interval[1] else careful

    @property
    def moves(self) -> float:
        """The careful player's moves a game."""
        return self.results["careful"].moves / self.results["careful"].n

    @property
    def choices(self) -> float:
        """The mean number of moves that the careful player could choose from."""
        return float(self.row["careful"]["choices"] / self.row["careful"]["moves"])

    @property
    def forced(self) -> float:
        """The share of the careful player's moves that were the only legal ones."""
        return float(self.row["careful"]["forced"] / self.row["careful"]["moves"])

    @property
    def dealt_again(self) -> float:
        """How many re-deals the careful player makes a game."""
        return float(self.row["careful"]["redeals"] / self.row["n"])

    @functools.cached_property
    def solved(self) -> Solved | None:
        """What can be won, all cards known; None where the table has no such row."""
        return winnable.solved(self.game)

    @property
    def winnable(self) -> tuple[float, float]:
        """The share of deals that can be won, all cards known: the interval of `solved`, but no less
        than a player who sees no hidden card surely wins.
        """
        low, high = self.solved.interval if self.solved else (0.0, 1.0)
        return max(low, self.best.interval[0]), high

    @property
    def shuffles(self) -> bool:
        """Whether a re-deal is shuffled: then its shuffles count as known."""
        return any(c.shuffled for c in self.game.clauses_of(terms.again)[:1])

    @property
    def turned(self) -> Turned:
        """The moves at which the careful player loses deals that can be won."""
        entry = self.row["turned"]
        return Turned(
            entry["n"], entry["kept"], tuple((number, total) for number, total in entry["moves"])
        )

    @functools.cached_property
    def patient(self) -> Odds:
        """The odds of the patient player on the first of the deals."""
        return odds_of(self.game, ROLLOUT.name, self.row["patient"])

    @functools.cached_property
    def patience(self) -> Difference:
        """What the patient player gains on the careful one, on the same deals."""
        over = Counted(**self.row["patient"]["over"])
        share = self.patient.rate
        return of_counts(
            over,
            (share - (over.gained - over.lost) / over.n, share),
            self.patient.seed,
            "careful and rollout",
        )

    @functools.cached_property
    def best(self) -> Odds:
        """The odds of the player who sees no hidden card and surely wins most: whose interval has
        the highest lower end.
        """
        return max((*self.results.values(), self.patient), key=lambda o: (o.interval[0], o.n))

    @property
    def gap(self) -> Difference:
        """What the careful player gains on the greedy one, on the same deals."""
        shares = self.results["greedy"].rate, self.results["careful"].rate
        return of_counts(Counted(**self.row["gap"]), shares, self.row["seed"], "greedy and careful")


@functools.lru_cache(maxsize=None)
def facts(slug: str) -> Facts:
    """The facts of a game of the book.

    Raises:
        KeyError: the game is not in the table, or its rules have changed since.
    """
    import cadogan

    game = cadogan.games[slug]
    results, row = {o.strategy: o for o in table.row(game)}, rows.stored().get(slug, {}).get("")
    if not results or row is None or row["rules"] != fingerprint(game):
        raise KeyError(
            f"the committed table has no row for {slug!r} as it now stands; cadogan table {slug} --make makes it"
        )
    return Facts(game, results, row)


def all_facts() -> list[Facts]:
    """The facts of every game, in the order of the book."""
    import cadogan

    return [facts(slug) for slug in cadogan.games]


@dataclass(frozen=True)
class Price:
    """What a reading, a licence or a variant changes.

    Attributes:
        game: the game that it is compared with.
        changed: the game with the change.
        label: what is changed.
        kind: reading, licence or variant.
        shares: the share of games that the careful player wins before and after.
        careful, greedy: the difference that it makes to these players, on the same deals.
    """

    game: Game
    changed: Game
    label: str
    kind: str
    shares: tuple[float, float]
    careful: Difference
    greedy: Difference

    @property
    def difference(self) -> str:
        """The careful player's difference in words; without the cards home if the two games have
        different numbers of them.
        """
        alike = self.changed.rules.goal_cards == self.game.rules.goal_cards
        return self.careful.short if alike else self.careful.short.split(", ")[0]

    @property
    def sure(self) -> bool:
        """Whether the interval of the careful player's difference excludes zero."""
        return self.careful.rate[1] > 0 or self.careful.rate[2] < 0


def prices(slug: str) -> list[Price]:
    """What every row of a game changes, against the row that it is compared with."""
    entries, game_rows = rows.stored()[slug], rows.rows_of(facts(slug).game)
    games = {row.label: row.game for row in game_rows}
    priced = []
    for row in game_rows[1:]:
        before, after = entries[row.than], entries[row.label]
        if after["rules"] != fingerprint(row.game):
            raise KeyError(
                f"the committed table has no row {row.label!r} of {slug!r} as it now stands; cadogan table {slug} --make makes it"
            )
        shares = {
            name: (before[name]["wins"] / before["n"], after[name]["wins"] / after["n"])
            for name in rows.PLAYERS
        }
        differences = {
            name: of_counts(Counted(**after[name]["than"]), shares[name], after["seed"], name)
            for name in rows.PLAYERS
        }
        priced.append(
            Price(
                games[row.than],
                row.game,
                row.label,
                row.kind,
                shares["careful"],
                differences["careful"],
                differences["greedy"],
            )
        )
    return priced


# --- as text ---


def listed() -> str:
    """All games, a line to each: what a player of each kind wins, and what can be won."""
    lines = [
        f"{'':<23}{'careful':>11}{'95 % interval':>20}{'greedy':>11}{'random':>11}{'patient':>10}{'95 % interval':>15}{'deals':>7}  "
        f"{'how hard':<16} all cards known"
    ]
    for game in all_facts():
        low, high = game.results["careful"].interval
        careful, greedy, chance = (
            f"{100 * o.rate:.{max(3, digits(o.n))}f} %" if o.wins else "0"
            for o in (game.results[name] for name in reversed(AT_SIGHT))
        )
        within = f"{100 * low:.3f} to {100 * high:.3f}"
        least, most = game.patient.interval
        patient = f"{100 * game.patient.rate:.1f} %" if game.patient.wins else "0"
        patient = f"{patient:>10}{f'{100 * least:.1f} to {100 * most:.1f}':>15}{game.patient.n:>7}"
        lines.append(
            f"{game.game.slug:<23}{careful:>11}{within:>20}{greedy:>11}{chance:>11}{patient}  {game.difficulty:<16} {game.solved or ''}"
        )
    counts = sorted({o.n for game in all_facts() for o in game.results.values()})
    note = f"simulated: {counts[0]:,} to {counts[-1]:,} deals each, the patient player's as given, seed {table.SEED}"
    return "\n".join([*lines, f"{note}; a 0 is none of them, not never"])


def game_report(slug: str) -> str:
    """One game: what each player makes of it, how it plays, and what its readings, variants and
    licences change.
    """
    game = facts(slug)
    lines = [
        *map(str, game.results.values()),
        str(game.patient),
        f"all cards known: {game.solved}" if game.solved else "",
        "",
    ]
    lines += [
        f"the careful player makes {game.moves:.0f} moves a game, of {game.choices:.1f} possible at each; "
        f"{100 * game.forced:.0f} % are forced; {game.dealt_again:.1f} re-deals",
        f"the careful player against the greedy one: {game.gap}",
        f"the patient player against the careful one: {game.patience}",
    ]
    if game.turned.moves:
        lines.append(
            f"deals that could be won, all cards known, the careful player lost {game.turned}"
        )
    priced = prices(slug)
    if priced:
        lines += ["", f"On common deals, seed {game.row['seed']}, the careful player:"]
        lines += [f"  {p.label}: {p.difference} ({p.careful.n:,} deals)" for p in priced]
    return "\n".join(line for i, line in enumerate(lines) if line or i > 4)
