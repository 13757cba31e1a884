"""What no rule of a game can tell apart: places that are interchangeable, and cards of which only
the value counts.

Two positions that differ in nothing else can be won, or not, alike: a search needs but one of them.
It is read off the rules and off what each word says that it knows of places and asks of cards
(`cadogan.engine.special.Special`). What is not seen to be harmless counts as harmful: everything is
then told apart. (Of cards out of play it makes no difference in any game which was taken first:
`cadogan.engine.rules.Group.heap`.)"""

from __future__ import annotations

from cadogan.engine.numbers import FACES, NOTHING
from cadogan.engine.rules import DEALING, PAUSE, Group, Rules
from cadogan.words.again import TakeUp
from cadogan.words.dealing.deal import Finish
from cadogan.words.dealing.lay import Lay
from cadogan.words.dealing.pause import Pause
from cadogan.words.dealing.rounds import Loop

#: Steps of the deal that bring no card anywhere.
NOWHERE = (Pause, Finish, Loop)


def quiet(rules: Rules) -> bool:
    """Whether nothing goes by itself, nothing claims or restrains a move, and the deal is over when
    play begins, but for a re-deal with a shuffle, which ends a search. (Words may have moves of
    their own.)"""
    words = (rules.before, rules.after, rules.finally_, rules.claimants, rules.restraints)
    things = (rules.gaps, rules.colours, rules.noted, rules.goal, rules.pausing, rules.turned)
    flags = (rules.puts_up, rules.puts_up_anywhere, rules.newest, rules.had, rules.blocked)
    return (
        not any(words)
        and all(thing is None for thing in things)
        and not any(flags)
        and not rules.phases & (DEALING | PAUSE)
        and (rules.turning is None or not rules.turning.by_colour)
        and (rules.redeal is None or (isinstance(rules.redeal, TakeUp) and rules.redeal.shuffled))
        and not any(group.watched or group.leads for group in rules.groups)
    )


def interchangeable(rules: Rules) -> tuple[int, ...]:
    """For each place the first place of its group with which it is interchangeable, itself where
    there is none before it.

    They are where the rules do not tell them apart: in a quiet game (`quiet`) permits go from
    groups to groups; no relation between places is asked for; the same cards are withheld in both;
    as foundations they take the same cards; and every word with moves of its own knows the same of
    them. Exchanging two of them with all that lies there is then an automorphism of the game: it
    carries legal moves to legal moves, and won positions to won positions. (Of empty foundations
    that want the same cards the first takes them, and of empty places that cards are turned to:
    which one that is, is again a matter of their order only.)"""
    found = list(range(len(rules.places)))
    still = quiet(rules) and all(permit.where is None for permit in rules.permits)
    for group in rules.groups:
        if (still or left_alone(rules, group)) and not (
            group.foundation and not group.series.alike
        ):
            known = [known_of(rules, group, p) for p in range(group.first, group.end)]
            found[group.first : group.end] = [group.first + known.index(of_one) for of_one in known]
    return tuple(found)


def known_of(rules: Rules, group: Group, p: int) -> tuple[object, ...]:
    """All that is known of a place of a group; of one whose series hangs on another place, that it
    is itself.
    """
    place = rules.places[p]
    apart = p if place.link != NOTHING else NOTHING
    withheld, words = (
        (reason.of[p] for reason in group.withheld),
        (word.of_place(p) for word in rules.specials),
    )
    return (apart, place.base, place.faces, place.steps, place.length, *withheld, *words)


def left_alone(rules: Rules, group: Group) -> bool:
    """Whether a group is one of foundations, each of one suit, and no word does more with them than
    to lay cards there one by one, or to take them thence: then its places are interchangeable also
    where other things go by themselves.

    What goes up by itself opens a foundation, and of several empty ones the first takes it. The
    deal is over or lays nothing there; no gap is filled there or thence, no re-deal takes them up,
    and no relation is asked for of a card that goes there."""
    gaps, redeal = rules.gaps.fillings if rules.gaps is not None else (), rules.redeal
    busy = {*rules.before, *rules.after, *rules.finally_, *rules.claimants, *rules.restraints}
    busy -= {rules.gaps, rules.turning, *rules.specials}
    named = {p for filling in gaps for p in filling.places}
    named |= {
        p for filling in gaps for source in filling.sources for p in range(source.first, source.end)
    }
    named |= {
        entry.place for entry in rules.script if rules.deals_on and type(entry.kind) not in NOWHERE
    }
    return (
        group.foundation
        and group.in_suit
        and not (busy or rules.goal or rules.noted or rules.had or group.leads or group.watched)
        and (
            redeal is None
            or (type(redeal) is TakeUp and not {*redeal.taken} & {*range(group.first, group.end)})
        )
        and not named & {*range(group.first, group.end)}
        and all(
            permit.where is None
            for permit in rules.permits
            if permit.to is group or group in (*permit.sources, *permit.columns)
        )
    )


def alike_faces(rules: Rules) -> tuple[int, ...]:
    """For each face the first of those from which no rule tells it; itself where that is not known.

    It is known of games that only take up sets: there are no foundations and no permits, gaps are
    filled and cards are dealt on and turned whatever they are, and every word with moves of its own
    says what it asks of a card. Exchanging two cards of which all words ask the same is then an
    automorphism of the game."""
    words = (
        rules.before,
        rules.after,
        rules.finally_,
        rules.restraints,
        rules.permits,
        rules.foundations,
    )
    things = (rules.colours, rules.noted, rules.goal, rules.redeal)
    known = (
        not any(words)
        and all(thing is None for thing in things)
        and all(word in rules.specials or word is rules.gaps for word in rules.claimants)
        and (rules.turning is None or not rules.turning.by_colour)
        and not any(group.watched or group.withheld for group in rules.groups)
        and (not rules.deals_on or all(blind(entry.kind) for entry in rules.script))
    )
    if not known:
        return tuple(range(FACES))
    asked = [tuple(word.of_face(face) for word in rules.specials) for face in range(FACES)]
    return tuple(asked.index(of_one) for of_one in asked)


def blind(step: object) -> bool:
    """Whether a step of the deal is done whatever the cards are."""
    return type(step) in NOWHERE or (type(step) is Lay and not step.unlike)
