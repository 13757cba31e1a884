"""fill, a lane: a ray that is wholly empty may take one card before it is filled."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan.engine.moves import KIND, encoded, order, part
from cadogan.engine.permits import PLAYING
from cadogan.engine.rules import Group, Relation, Rules, State

from .above import Reasons, Said
from .citing import EDITION, rule_of
from .fill_at_will import AtWill
from .fill_gaps import Filling, Gaps


def no_lane(why: Reasons, places: list[str]) -> Said:
    """Why no lane is left empty."""
    clause = next((c for c in why.active if getattr(c, "lane", False)), None)
    if clause is None:
        return "No lane is left empty in this game.", EDITION
    return f"No lane has just been opened: {why.says(clause)}", rule_of(clause)


PASS = order(
    "pass",
    "leave the lane, and fill it",
    no_lane,
    "Pass",
    "",
    "passed",
)


class ToLane(AtWill):
    """A card is laid on the head of a ray that is wholly empty, from elsewhere than that ray."""

    where: Relation

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the whole ray is empty, and the card comes from another."""
        return a != d and not self.where.between(a, d) and ray_empty(rules, s, self.where, d)


class Lane(Filling):
    """The head of a ray that is wholly empty takes one card before the rest is filled, from
    anywhere; or none, if the player passes.
    """

    lane = True
    unasked = 0
    where: Relation

    def givers(self, p: int) -> Iterator[Group | int]:
        """Nothing: a lane may be left as it is."""
        return iter(())

    def gap(self, rules: Rules, s: State, i: int) -> int:
        """Whether the whole ray of the i-th of its places is empty."""
        return super().gap(rules, s, i) and ray_empty(rules, s, self.where, self.places[i])

    def near(self, q: int, p: int) -> int:
        """A lane takes its card from anywhere."""
        return True

    def choices(self, rules: Rules, s: State) -> int:
        """The moves that fill the lane, and that which leaves it."""
        n = super().choices(rules, s)
        s.moves[n] = encoded(PASS.number, 0, 0, 0, 0)
        return n + 1

    def resume(self, rules: Rules, s: State, move: int, gap: int, gaps: Gaps) -> None:
        """Fill the rest of the ray, and the ray that the card came from."""
        super().resume(rules, s, move, gap, gaps)
        gaps.fill_ray(rules, s, self.where, gap)
        if move & KIND == PLAYING:  # from a place to a place
            gaps.fill_ray(rules, s, self.where, part(move, 0))


class Passing:
    """The move that leaves an empty ray to be filled with the rest."""

    worth = 4
    label = "pass"

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Do nothing: the gap is no longer held open."""


def ray_empty(rules: Rules, s: State, ray: Relation, p: int) -> int:
    """Whether p and every place related to it are empty."""
    if s.top[p] >= 0:
        return False
    for q in range(len(rules.places)):
        if ray.between(p, q) and s.top[q] >= 0:
            return False
    return True
