"""The last step in making rules: what follows from all clauses at once."""

from __future__ import annotations

from cadogan import words
from cadogan.cards import cards
from cadogan.compiler.layout import Field
from cadogan.engine.numbers import FACES, NOTHING
from cadogan.engine.rules import (
    DEALING,
    END,
    IN_PLAY,
    OUT,
    PAUSE,
    PLAY,
    Rows,
    State,
)
from cadogan.words import Clause, RuleError
from cadogan.words.clause import Making
from cadogan.words.rows import MOST_REPEATS

#: The most legal moves that a position may have: room for them is kept in every state.
MOST_MOVES = 20_000


def finish(making: Making) -> None:
    """Put everything together.

    Raises:
        RuleError: no game is ever won by these clauses, or a position could have too many moves.
    """
    rules = making.rules
    within_reach(making)
    for i, permit in enumerate(rules.permits):
        permit.doubles = any(permit.overlaps(other) for other in rules.permits[:i])
    rules.specials = tuple(word for _, word in sorted(making.specials, key=lambda pair: pair[0]))
    rules.blocked = Rows(sorted(making.blocks.get(p, ())) for p in range(len(making.places)))
    masks = [p.phases for p in rules.permits] + [f.phases for f in making.fillings]
    masks += [word.phases for word in rules.specials if hasattr(word, "phases")]
    rules.tells_end |= any(mask & IN_PLAY not in (0, IN_PLAY) for mask in masks)
    if rules.tells_end:
        rules.phases |= OUT | END
    else:
        rules.phases &= PLAY | PAUSE | DEALING
    rules.deals_on = bool(rules.phases & (PAUSE | DEALING)) or (
        rules.redeal is not None and rules.redeal.restart >= 0
    )
    rules.any_phase = rules.phases | (DEALING if rules.deals_on else 0)
    rules.room = most_moves(making)
    rules.dealing = making.deal
    times = MOST_REPEATS if any(r.name == "repeats" for r in rules.registers) else 0
    rules.most_rounds = (len(rules.script) + len(rules.pack)) * (times + 3)
    rules.layout = layout(making)


def within_reach(making: Making) -> None:
    """Refuse an aim that wants more cards home than are in play, or none at all."""
    rules = making.rules
    if rules.goal is not None:
        return
    aim = rules.goal_cards
    in_play = len(rules.pack) - sum(len(cards(c.cards)) for c in making.of(words.ornaments))
    stay = left_for_ever(making)
    if 0 < aim <= in_play - stay:
        return
    if 0 < aim <= in_play:
        ways = "turn() turns them up, rounds(…) deals them all, fill(…, hand) fills vacancies with them"
        why = f"the deal leaves at least {stay} in hand, and no clause brings any out: {ways}"
    elif making.of(words.take) and rules.foundations:
        why = f"the sets and the foundations together want {aim} cards, and {in_play} are in play"
    elif aim:
        why = f"the foundations want {aim} cards, and {in_play} are in play"
    else:
        why = "no card is ever to come home: a game needs foundations, sets that are taken up, or won(…)"
    raise RuleError(f"nothing wins this game: {why}")


def left_for_ever(making: Making) -> int:
    """How many cards stay in hand at least, where the deal is one of fixed steps, in which some open
    foundations, and nothing else takes a card from there.
    """
    rules, deal = making.rules, making.deal
    ways_out = (
        *(rules.turning, rules.colours, rules.phases & DEALING, deal.runs_out),
        *(permit.from_hand for permit in rules.permits),
        *(rules.hand in filling.sources for filling in making.fillings),
        *(isinstance(step, words.rows) and step.gaps for step in deal.steps),
    )
    up = sum(group.count for group in rules.foundations if group.puts_up)
    return 0 if any(ways_out) else max(0, making.left_in_hand() - up)


def most_moves(making: Making) -> int:
    """How many legal moves a position can have at most.

    Raises:
        RuleError: more than any state has room for; the clause that allows most of them is
            named.
    """
    cards_in_play = len(making.rules.pack)
    parts: list[tuple[int, Clause]] = []
    for permit in making.rules.permits:
        offered = min(permit.offers_at_most(making.rules), permit.most_on_one(making.rules))
        parts.append((min(offered, cards_in_play) * permit.to.count, permit.clause))
    parts += [(word.most(), word.clause) for word in making.rules.specials]
    parts += [(sum(g.count for g in f.sources) + 1, f.clause) for f in making.fillings]
    most = sum(n for n, _ in parts) + len(making.places) + 8
    if most > MOST_MOVES:
        n, clause = max(parts, key=lambda part: part[0])
        why = f"a position could have {most:,} legal moves, and there is room for {MOST_MOVES:,}"
        raise RuleError(f"{why}; {clause.called} alone allows {n:,}", clause)
    return most


def layout(making: Making) -> tuple[Field, ...]:
    """The fields of a state of this game."""
    rules = making.rules
    places, numbers = len(making.places), FACES * rules.copies
    single = [name for name, kind in State.__annotations__.items() if kind == "int"]
    single += [register.name for register in rules.registers]
    return (
        *(Field(name) for name in single),
        Field("chance", 4),
        Field("lots", 4),
        Field("pack", len(rules.pack), 2),
        Field("moves", rules.room),
        Field("top", places, 2, NOTHING),
        Field("height", places, 2),
        Field("live", places, 2, NOTHING),
        Field("under", numbers, 2, NOTHING),
        Field("where", numbers, 2),
        Field("free", rules.sets * rules.copies),
        Field("want", places),
        Field("wanted", len(making.groups)),
        *[Field("head", places, 2, NOTHING)] * rules.runs,
        *[Field("down", numbers, 1)] * rules.face_down,
        *[Field("before", places, 2)] * rules.newest,
        *(Field(row, places, 2) for row in rules.rows),
        Field("tally", len(rules.pack) + 4),
    )
