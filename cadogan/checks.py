"""Strictness: clauses that could never apply are refused, with the clause's name and what is wrong.

A group *receives* cards when the deal, a filling, a build, a set taken up or a withdrawal brings cards there. What
speaks of cards of a group that never receives any says something idle, and is an error in a rules cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cadogan import terms
from cadogan.terms import Clause, RuleError, groups


def receiving(clauses: Iterable[Clause], expand: Callable[[str], str]) -> set[str]:
    """The groups that ever hold a card. ``expand`` gives the group of a place's id or run of ids."""
    found: set[str] = {terms.hand}
    for c in clauses:
        if isinstance(c, terms.deal):
            found.update(expand(name) for name in c.names())
        elif isinstance(c, (terms.places, terms.foundations, terms.ornaments)):
            if c.cards or isinstance(c, terms.foundations):
                found.add(c.name)
        elif isinstance(c, terms.fill):
            found.update(expand(name) for name in groups(c.group))
        elif isinstance(c, terms.build):
            found.update(groups(c.onto))
        elif isinstance(c, terms.turn):
            found.update(("red talon", "black talon") if c.by_colour else (c.to or terms.talon, terms.turned))
        elif isinstance(c, (terms.take, terms.lay_aside)):
            found.add(c.to)
        elif isinstance(c, terms.lift_blocked) and c.to:
            found.add(c.to)
    return found


def dealt_out(clauses: Iterable[Clause]) -> bool:
    """Whether the deal ends only when the pack is out."""
    deal = next(c for c in clauses if isinstance(c, terms.deal))
    return any(step.op in ("rounds", "heap", "scatter") for step in deal.steps)


def sources(clause: Clause) -> tuple[str, ...]:
    """The groups whose cards a clause moves, or waits for."""
    if isinstance(clause, (terms.play, terms.build, terms.fill)):
        return (*groups(clause.frm), *(groups(clause.yields_to) if isinstance(clause, terms.play) else ()))
    if isinstance(clause, terms.as_dealt):
        return groups(clause.on)
    if isinstance(clause, (terms.take, terms.swap)):
        return groups(clause.group)
    if isinstance(clause, terms.again):
        return groups(clause.what)
    return ()


def without_effect(c: Clause) -> str:
    """What a clause asks for in vain, for want of another word of its own; empty where nothing."""
    if isinstance(c, terms.play) and set(groups(c.yields_to)) & set(groups(c.frm)):
        return "a card that yields_to its own group would wait for itself"
    if isinstance(c, terms.fill):
        if c.once and (c.when != terms.may or terms.hand in groups(c.frm) or c.lane):
            return "once counts what the player lays at will, from other places than the pack"
        if c.singly and (c.when != terms.before_next or c.upto < 2):
            return "singly says in which order places short of several cards are filled together"
        if c.only and c.when != terms.may:
            return "only says what the player may lay there at will"
        if c.newest and not c.across:
            return "newest is the last of the rows that across measures"
    elif isinstance(c, terms.swap):
        if not c.make and c.times < 1:
            return "make is a matter of the exchange granted so many times"
        if c.in_use and (c.times > 0 or c.strays):
            return "in_use is a matter of any two cards"
    elif isinstance(c, terms.exchange):
        if c.in_turn and c.in_use:
            return "in_use says in_turn too"
        if (c.in_turn or c.in_use) and c.both:
            return "a foundation gives its card in turn to one other: both=False"
    elif isinstance(c, terms.again):
        if not c.special == "queens" and (c.counted, c.lifted) != ("new", "met"):
            return 'counted and lifted speak of the queens paid for: special="queens"'
        if c.placing and (c.special or groups(c.what) != (terms.talon,)):
            return "placing is a matter of the talon's passes"
    elif isinstance(c, terms.turn) and c.freely and not c.to:
        return "the cards turned to the talon are turned at will anyhow"
    return ""


def never_idle(clauses: tuple[Clause, ...], expand: Callable[[str], str], in_hand: int) -> None:
    """Refuse a clause that can never apply.

    Args:
        clauses: the clauses in force.
        expand: the group of a place's id.
        in_hand: the cards left in hand by a deal of fixed steps (the whole pack for one that runs it out).

    Raises:
        RuleError: the first idle clause, named.
    """
    found = receiving(clauses, expand)

    def has(*kinds: type[Clause]) -> bool:
        return any(isinstance(d, kinds) for d in clauses)

    def idle(c: Clause, why: str) -> RuleError:
        return RuleError(f"{type(c).__name__} can never apply: {why}. {c.tell()}", c)

    ways = (terms.below, terms.outermost, terms.narrow_end, terms.clear_lane, terms.edge_only, terms.either_end, terms.last)
    blocked = {expand(g) for d in clauses if isinstance(d, terms.free) and d.which in ways for g in groups(d.group)}
    dealt_to = {expand(n) for d in clauses if isinstance(d, terms.deal) for n in d.names()}
    for c in clauses:
        for group in sources(c):
            if group != terms.own and expand(group) not in found:
                raise RuleError(f"{type(c).__name__} speaks of cards of the {group}, but no card ever comes there: {c.tell()}", c)
        if vain := without_effect(c):
            raise RuleError(f"{type(c).__name__}: {vain}. {c.tell()}", c)
        if isinstance(c, terms.turn) and (dealt_out(clauses) or in_hand <= 0):
            raise idle(c, "the deal leaves no card in hand to turn")
        if isinstance(c, terms.as_dealt) and not any(expand(g) in dealt_to for g in groups(c.on)):
            raise idle(c, f"nothing is dealt to {terms.listed(groups(c.on), 'or')}")
        if isinstance(c, terms.swap) and c.times > 0 and not has(terms.take):
            raise idle(c, "it is granted to make a set, and no clause takes sets")
        if isinstance(c, terms.exchange) and c.after and not has(terms.again):
            raise idle(c, "it waits for a re-deal, and there is none")
        if isinstance(c, terms.again) and c.complete_first and c.complete_first not in dealt_to:
            raise idle(c, f"nothing is dealt to {terms.the(c.complete_first)}")
        if isinstance(c, terms.build) and c.on_blocked and not blocked & {expand(g) for g in groups(c.onto)}:
            raise idle(c, f"no card of {terms.listed(groups(c.onto), 'or')} is ever blocked by another")
        if isinstance(c, terms.strictly_in_turn) and not (has(terms.build) and has(terms.turn)):
            raise idle(c, "there is nothing to marry, or no card to turn")
        if isinstance(c, terms.strictly_in_turn) and has(terms.spaces_first):
            raise RuleError("strictly_in_turn and spaces_first cannot both be kept", c)
        if isinstance(c, terms.spaces_first) and not any(isinstance(d, terms.foundations) and d.name == c.group for d in clauses):
            raise idle(c, f"{terms.the(c.group)} are no foundations")
