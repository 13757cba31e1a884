"""A changed copy of a game: what its clauses become."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cadogan import words
from cadogan.echo import cut, nearest, shown
from cadogan.usage import echo
from cadogan.words import Clause, RuleError, reading

if TYPE_CHECKING:
    from cadogan.patience.game import Game


def flat(clauses: Iterable[Any]) -> tuple[Clause, ...]:
    """Clauses and tuples of clauses in one row; anything else is refused."""
    flattened: list[Clause] = []
    for c in clauses:
        if isinstance(c, Clause):
            flattened.append(c)
        elif isinstance(c, tuple):
            flattened += flat(c)
        else:
            step = isinstance(c, words.Step)
            what = (
                f"{type(c).__name__}(…), a step of the deal: put it into deal(…)"
                if step
                else echo(c)
            )
            raise RuleError(
                f"a game is made of clauses such as packs(1) or marry(down, …), not of {what}"
            )
    return tuple(flattened)


def changed_by(clauses: list[Clause], change: Clause) -> list[Clause]:
    """The clauses with this one in place of whichever says the same kind of thing, inside a reading
    as well; or with it added.
    """
    for index, c in enumerate(clauses):
        if c.key == change.key:
            c = change if change.rules else change.citing(c.rules)
        elif isinstance(c, reading) and any(i.key == change.key for i in c.inside):
            c = c.putting(*changed_by(list(c.inside), change))
        else:
            continue
        return [*clauses[:index], c, *clauses[index + 1 :]]
    return [*clauses, change]


def keys_of(game: Game, what: Any, clauses: list[Clause]) -> set[tuple[object, ...]]:
    """What ``without`` means by a name or a clause: the keys of the clauses to drop."""
    inside = [i for c in clauses for i in (c, *(c.inside if isinstance(c, reading) else ()))]
    if isinstance(what, Clause):
        matching = [c for c in inside if c.key == what.key]
    elif not isinstance(what, str):
        raise RuleError(f"without= takes names and clauses, not {shown(what)}")
    else:
        matching = [c for c in inside if c.key in (("reading", what), ("group", what))]
        matching = matching or [
            c for c in inside for part in game.parts.get(what, ()) if c.key == part.key
        ]
        kind = what.removeprefix("every ")
        matching = matching or [c for c in inside if kind in (c.called, type(c).__name__)]
        if kind == what and len({c.key for c in matching}) > 1:
            listed = "; ".join(
                f"“{game.say(c) if not isinstance(c, reading) else c.tell()}”" for c in matching
            )
            raise RuleError(
                f"{game.title} has more than one clause {what!r}: {listed} Give the one that is meant, as a clause or by its name, "
                f"or say {'every ' + what!r}"
            )
    if not matching:
        known = [
            *game.readings,
            *(c.name for c in inside if isinstance(c, (words.places, words.foundations))),
            *game.parts,
            *dict.fromkeys(c.called for c in inside),
        ]
        raise RuleError(
            f"{game.title} has no clause {shown(what)} to leave out{nearest(what, known)}"
        )
    return {c.key for c in matching}


def with_part(
    game: Game, clauses: list[Clause], name: str, part: tuple[Clause, ...]
) -> list[Clause]:
    """The clauses with others in place of a part that the chapter names."""
    parts = game.parts
    if name not in parts:
        hint = nearest(name, parts, f"it has {', '.join(parts) or 'none'}")
        raise RuleError(f"{game.title} has no part {cut(name)!r}{hint}")
    keys, new_keys = {c.key for c in parts[name]}, {c.key for c in part}
    index = next((i for i, c in enumerate(clauses) if c.key in keys), len(clauses))
    new = [c for c in part if all(c.key != old.key for old in clauses)]
    clauses = [*clauses[:index], *new, *clauses[index:]]
    clauses = [c for c in clauses if c.key not in keys - new_keys]
    for change in part:
        clauses = changed_by(clauses, change)
    return clauses


def switched(game: Game, clauses: list[Clause], name: str, value: Any) -> list[Clause]:
    """The clauses with another option of a reading, or another number of places of a group."""
    known = []
    for i, c in enumerate(clauses):
        if isinstance(c, (reading, words.places, words.foundations)):
            known.append(c.name)
            if name not in (c.name, c.name.replace("_", " ")):
                continue
            if not isinstance(c, reading):
                try:
                    clauses[i] = replace(c, n=value)
                except RuleError as error:
                    raise RuleError(f"{name}: {error}") from None
            elif isinstance(value, str) and value in c.options:
                clauses[i] = replace(c, chosen=value)
            else:
                raise RuleError(
                    f"the reading {name!r} has the options {', '.join(map(repr, c.options))}, not {shown(value)}"
                )
            return clauses
    if callable(getattr(words, name, None)):
        raise RuleError(
            f"{game.title} has no reading or group {name!r}; another clause is given as it is written, as in vary({name}(…))"
        )
    hint = nearest(name, [*known, "without", "title"], f"it has {', '.join(known)}")
    raise RuleError(f"{game.title} has no reading or group {cut(name)!r}{hint}")
