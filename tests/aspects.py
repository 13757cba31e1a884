"""A mutant for each sentence of the old text.

What a sentence that is a rule speaks of is written down in `cases/spoken.toml`, by reading the
sentence alone: of a marriage and its line, of how a gap is filled, of what a foundation begins with.
Each clause does some of these things (`ASPECTS`), and for each there are mutants: the clause left
out, or one that says otherwise in just this. `shows` names a position in which the mutant is played
otherwise than the game. So a sentence is credited rightly where every clause credited with it does
something that the sentence speaks of, every thing that it speaks of is done by one of them, and play
shows that it is this clause that does it.
"""

import contextlib
import functools
import random
import tomllib
from dataclasses import replace

from cadogan import odds, words as terms
from cadogan.patience.game import Game
from cadogan.patience.position import Position
from cadogan.words import (
    A,
    K,
    RuleError,
    all_played,
    any_suit,
    ascending,
    at_the_end,
    clear,
    dealing_too,
    descending,
    down,
    hand,
    in_suit,
    pause,
    reading,
    red,
    rows,
    single,
    talon,
    up,
)
from cadogan.words.english import groups
from cadogan.words.free import top
from cadogan.words.values import Line

from . import mutants, test_cases, test_golden
from .conftest import text_of

#: The deals played at random for so many moves, and those played greedily to their end.
AT_RANDOM, LONGEST, TO_THE_END = (1, 2, 3), 400, (1, 2, 3)

#: What no move shows, and why; the clause says it, and is cited where it is asked.
UNSEEN = {
    ("canfield-or-klondike", "stakes"): "counters are paid when the game is over",
    ("empress-of-india", "fill"): "the step by_colour of the deal fills the gaps by itself",
}


@functools.cache
def spoken():
    """What each sentence speaks of: for each chapter and place the aspects, each with the group that
    it is an aspect of, or with none.
    """
    chapters = {}
    for slug, lines in tomllib.loads(text_of("tests/cases/spoken.toml")).items():
        chapters[slug] = {"HEAD 1.1": [("pack", "")]}
        for line in lines.strip().splitlines():
            where, _, said = line.partition(" ")
            where = f"PLAY {where}" if where[0].isdigit() else f"Rule {where}"
            chapters[slug][where] = [
                (aspect, group)
                for aspect, _, group in (a.partition(": ") for a in said.split(", "))
            ]
    return chapters


# --- what clauses do -------------------------------------------------------------------------------------


def others(clause, **fields):
    """The clause with other fields, each by itself; those that are refused are left out."""
    for name, values in fields.items():
        for value in values:
            if hasattr(clause, name) and value != getattr(clause, name):
                with contextlib.suppress(RuleError, ValueError, TypeError):
                    yield replace(clause, **{name: value})


def fewer(n):
    """A number, changed."""
    return (n - 1,) if n > 1 else (n + 1,)


def of_packs(c):
    fewer_cards = [" ".join(map(str, c.held[:-1]))] if c.held else []
    yield "pack", [*others(c, n=fewer(c.n), single=[0], of=fewer_cards)]


def of_places(c):
    yield "places", [*others(c, n=fewer(c.n))]
    yield "room", [*others(c, single=[not c.single])]
    yield "stays", [*others(c, first_stays=[False], cards=[""])]


def of_foundations(c):
    series = c.series if isinstance(c.series, tuple) else (c.series,)
    turned = tuple(replace(one, values=one.values[:1] + one.values[:0:-1]) for one in series)
    orders = [turned, (ascending(A, K),) * len(series), (descending(K, A),) * len(series)]
    orders = [one if isinstance(c.series, tuple) else one[0] for one in orders]
    first = {"n": fewer(c.n), "cards": [""], "suits": [""], "under": [""], "series": orders[1:]}
    yield "first", [*others(c, **first)]
    yield "order", [*others(c, series=orders)]
    yield "suit", [*others(c, suit=[any_suit, in_suit])]
    yield "appear", [*others(c, begun=["as they appear" if c.begun == "by you" else "by you"])]


def deals(c, rows_of_steps):
    """Deals of other steps, which wait for nothing where there is no pause left to wait in; those
    that are refused are left out.
    """
    for steps in rows_of_steps:
        if steps != c.steps:
            after = c.after if any(step.pauses for step in steps) else None
            with contextlib.suppress(ValueError):
                yield terms.deal(*steps, after=after)


def of_deal(c):
    steps = []
    for i, step in enumerate(c.steps):
        instead = []
        if isinstance(getattr(step, "n", None), int):
            instead += others(step, n=fewer(step.n), down=[()], unlike=[""])
        elif isinstance(getattr(step, "n", None), tuple):
            instead += others(step, n=[(*step.n[:-2], step.n[-2] + 1, step.n[-1] - 1)])
        elif hasattr(step, "n"):
            instead += others(step, n=[1])
        if isinstance(getattr(step, "group", None), tuple):
            instead += others(step, group=[step.group[::-1]])
        if not hasattr(step, "n"):
            instead += [rows(group) for group in step.to]
        steps += [(*c.steps[:i], *one, *c.steps[i + 1 :]) for one in [(), *((s,) for s in instead)]]
    yield "dealt", [*deals(c, steps), None]
    paused = [
        tuple(
            next(others(step, pause=[not step.pause]), step) if hasattr(step, "pause") else step
            for step in c.steps
            if not isinstance(step, pause)
        )
    ]
    yield "pause", [*deals(c, paused)]
    yield "waits", [terms.deal(*c.steps)] if c.after else []


def of_build(c):
    yield "marry", [None]
    yield "line", [*others(c, line=[Line(tuple(-step for step in c.line.steps)), up, down])]
    yield "colours", [*others(c, suit=[any_suit, in_suit])]
    for name in groups(c.frm):
        left = tuple(one for one in groups(c.frm) if one != name)
        yield "from", [*others(c, frm=[left])] if left else [None], {name}
    sources = groups(c.frm) or groups(c.onto)
    if talon not in sources:
        yield "from", [*others(c, frm=[(*sources, talon)])], {talon}
    yield "run", [*others(c, moving=[single])]
    yield "never on", [*others(c, never_on=[0])]


def of_again(c):
    yield "again", [None, *others(c, n=[c.n + 1, c.n - 1], for_each_queen=[2], placing=[False])]
    turned = {
        "shuffled": [not c.shuffled],
        "packets": ["under" if c.packets == "in order" else "in order", "backwards"],
    }
    yield "taken up", [*others(c, **turned, what=[groups(c.what)[::-1]])]
    yield "waits", [*others(c, after=[None])]


def of_turn(c):
    ways = {
        "after": [all_played.or_married, None],
        "by_colour": [False],
        "freely": [True],
        "to": [""],
    }
    yield "turn", [None, *others(c, **ways)]
    yield "waits", [*others(c, after=[None])]


def of_fill(c):
    filled = groups(c.group)
    yield "fill", [None, *others(c, frm=[hand])], {*filled}
    yield "only", [*others(c, only=[0])]
    yield "returned", [*others(c, group=[tuple(dict.fromkeys((*filled, *groups(c.frm))))])]


def of_play(c):
    aspect = "prefer" if c.in_preference_to else "home"
    yield aspect, [None, *others(c, when=[at_the_end, dealing_too])]


#: By the word of a clause: what it does, each with the clauses that would do otherwise (None for
#: none). What is named alone is one thing, which ends when the clause is left out.
ASPECTS = {
    terms.packs: of_packs,
    terms.places: of_places,
    terms.foundations: of_foundations,
    terms.deal: of_deal,
    terms.build: of_build,
    terms.again: of_again,
    terms.turn: of_turn,
    terms.fill: of_fill,
    terms.play: of_play,
    terms.free: lambda c: [("available", [*others(c, which=[clear("after"), top, red])])],
    terms.counters: lambda c: [("stakes", [*others(c, price=[1], each=[1])])],
    terms.ornaments: "aside",
    terms.as_dealt: "as dealt",
    terms.exchange: "exchange",
    terms.lay_aside: "lay aside",
    terms.lift_blocked: "lift",
    terms.peek: "look",
    terms.slip_king: "slip",
    terms.spaces_first: lambda c: [("spaces first" if c.group else "fill", [None])],
    terms.swap: "swap",
    terms.take: lambda c: [("take", [None, *others(c, total=[c.sum + 1])])],
    terms.together: "together",
    terms.won: "success",
}


def aspects(clause):
    """What a clause does: the aspect, the groups that it is an aspect of, and the clauses that would
    do otherwise.
    """
    if isinstance(clause, reading):
        yield from of_reading(clause)
        return
    what = ASPECTS[type(clause)]
    names = {*clause.names(), getattr(clause, "name", "")}
    for aspect, instead, *source in [(what, [None])] if isinstance(what, str) else what(clause):
        if instead:
            yield aspect, *(source or [names]), instead


def of_reading(clause):
    """What the option in force does; and what another does that it does not, which is seen when the
    reading is switched.
    """
    in_force = set()
    for inside in clause.inside:
        for aspect, names, instead in aspects(inside):
            in_force.add(aspect)
            rest = [[c if c != inside else other for c in clause.inside] for other in instead]
            yield aspect, names, [clause.putting(*filter(None, row)) for row in rest]
    for title in clause.options:
        switched = replace(clause, chosen=title)
        for inside in switched.inside if title != clause.taken else ():
            for aspect, names, _ in aspects(inside):
                if aspect not in in_force:
                    yield aspect, names, [switched]


def does(clause, aspect, group):
    """The clauses that would do otherwise in an aspect, of a group where one is named; none where
    the clause does nothing of the kind.
    """
    return [
        other
        for one, names, instead in aspects(clause)
        if one == aspect and (not group or group in names)
        for other in instead
    ]


# --- whether play shows it ---------------------------------------------------------------------------------


def mutants_of(game, clause, aspect, group):
    """The games in which a clause does otherwise; instead of one that cannot be made, why not."""
    mine = next(c for c in game.clauses if c.key == clause.key)
    for instead in does(mine, aspect, group):
        clauses = [instead if c is mine else c for c in game.clauses]
        left = [c for c in clauses if c is not None]
        try:
            mutant = Game(game.title, *left, slug=game.slug, named_parts=game.parts)
            _ = mutant.rules
            yield mutant
        except RuleError as error:
            yield str(error)


def seen(position):
    """What of a position may tell two games apart."""
    return position.seen, position.is_won, {move.text for move in position.moves()}


def wander(game, deal):
    """A game of `LONGEST` moves at most, in which a move of every kind is as likely as any other."""
    chance, position, made = random.Random(deal), game.deal(deal), []
    while position.moves() and len(made) < LONGEST:
        kind = chance.choice(sorted({m.kind for m in position.moves()}))
        made.append(chance.choice([m.text for m in position.moves() if m.kind == kind]))
        position = position.play(made[-1])
    return made


@functools.cache
def lines_of_play(game):
    """What a mutant is tried on: deals with moves, and what is seen before and after each."""
    lines = [(deal, wander(game, deal)) for deal in AT_RANDOM]
    lines += [(deal, odds.playout(game, deal, "greedy").moves) for deal in TO_THE_END]
    lines.append(test_golden.moves_of(text_of(test_golden.written(game))))
    played = []
    for deal, moves in lines:
        position = game.deal(deal)
        met = [seen(position)]
        for move in moves:
            position = position.play(move)
            met.append(seen(position))
        played.append((deal, moves, met))
    return played


@functools.cache
def positions_of_cases(game):
    """The positions of the cases made by hand for a game as it is played, with moves that are legal."""
    return [
        (case.id, case.position(game), [line.partition(" -> ")[0] for line in case.said["legal"]])
        for case in test_cases.CASES
        if case.slug == game.slug and not case.rules and not case.said["reading"]
    ]


def difference(game, mutant):
    """A position in which the mutant is played otherwise; empty where none is met."""
    for deal, moves, met in lines_of_play(game):
        position = mutant.deal(deal)
        for made, mine in enumerate(met):
            if seen(position) != mine:
                return f"deal {deal}, after {made} moves"
            if made < len(moves):
                position = position.play(moves[made])
    for name, mine, legal in positions_of_cases(game):
        with contextlib.suppress(ValueError):
            other = Position.parse(str(mine), mutant)
            if seen(mine) != seen(other) or any(
                mine.play(move).seen != other.play(move).seen for move in legal
            ):
                return name
    return ""


@functools.cache
def shows(slug, name, aspect, group):
    """What shows that a clause of a chapter, known by its name, does something: where a mutant is
    played otherwise, or why no game is left; empty where nothing does.
    """
    one = next(one for one in mutants.clauses(slug) if one.name == name)
    game = mutants.game_of(slug, one)
    games = [*mutants_of(game, one.clause, aspect, group)]
    places = (difference(game, mutant) for mutant in games if isinstance(mutant, Game))
    refused = (why for why in games if isinstance(why, str))
    return next(filter(None, places), "") or next(refused, "")


# --- of the sentences -------------------------------------------------------------------------------------


def complaints(slug, sentences):
    """What is wrong with the clauses credited with the sentences of a chapter."""
    for sentence in sentences:
        if sentence.kind != "rule" or sentence.default:
            continue
        speaks_of = spoken().get(slug, {}).get(str(sentence.place))
        if speaks_of is None:
            yield f"{sentence.place}: what it speaks of is not written down in spoken.toml"
            continue
        for one in sentence.clauses:
            if not any(does(one.clause, *what) for what in speaks_of):
                yield f"{sentence.place} is credited to {one.name}, which does nothing that it speaks of"
        for what in speaks_of:
            if not any(does(one.clause, *what) for one in sentence.clauses):
                yield f"{sentence.place} speaks of “{': '.join(filter(None, what))}”, which no clause credited does"


def unseen(slug, sentences):
    """The clauses credited of which no position shows that they do what the sentence speaks of."""
    asked = {
        (one.name, *what)
        for sentence in sentences
        if sentence.kind == "rule" and not sentence.default
        for one in sentence.clauses
        for what in spoken()[slug][str(sentence.place)]
        if does(one.clause, *what)
    }
    return {(name, aspect) for name, aspect, group in asked if not shows(slug, name, aspect, group)}
