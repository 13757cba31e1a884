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
    """The groups whose cards a clause moves."""
    if isinstance(clause, (terms.play, terms.build, terms.fill)):
        return groups(clause.frm)
    if isinstance(clause, terms.as_dealt):
        return groups(clause.on)
    if isinstance(clause, (terms.take, terms.swap)):
        return groups(clause.group)
    if isinstance(clause, terms.again):
        return groups(clause.what)
    return ()


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
    for c in clauses:
        name = type(c).__name__
        for group in sources(c):
            if expand(group) not in found:
                raise RuleError(f"{name} speaks of cards of the {group}, but no card ever comes there: {c.tell()}")
        if isinstance(c, terms.turn) and (dealt_out(clauses) or in_hand <= 0):
            raise RuleError(f"turn can never apply: the deal leaves no card in hand to turn. {c.tell()}")
        if isinstance(c, terms.as_dealt) and not any(
            expand(g) in {expand(n) for d in clauses if isinstance(d, terms.deal) for n in d.names()} for g in groups(c.on)
        ):
            raise RuleError(f"as_dealt can never apply: nothing is dealt to the {' or the '.join(groups(c.on))}. {c.tell()}")
        if isinstance(c, terms.swap) and c.times > 0 and not any(isinstance(d, terms.take) for d in clauses):
            raise RuleError(f"swap can never apply: it is granted to make a set, and no clause takes sets. {c.tell()}")
        if isinstance(c, terms.exchange) and c.after and not any(isinstance(d, terms.again) for d in clauses):
            raise RuleError(f"exchange can never apply: it waits for a re-deal, and there is none. {c.tell()}")
