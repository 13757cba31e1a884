"""What no rule of a game can tell apart: places that are interchangeable, and cards of which only
the value counts.

Two positions that differ in nothing else can be won, or not, alike: a search needs but one of them.
It is read off the rules and off what each word says that it knows of places and asks of cards
(`cadogan.engine.permits.Special`). What is not seen to be harmless counts as harmful: everything is
then told apart. (Of cards out of play it makes no difference in any game which was taken first:
`cadogan.engine.rules.Group.heap`.)"""

from __future__ import annotations

from cadogan.engine.numbers import FACES, NOTHING, RANK
from cadogan.engine.permits import OnCard, OnEmpty, Permit, Special
from cadogan.engine.rules import DEALING, PAUSE, PLAY, Group, Rules, State
from cadogan.solver.known import is_known
from cadogan.words.again import DealRound, PayQueens, TakeUp
from cadogan.words.as_dealt import AsDealt
from cadogan.words.base import Base, Choose
from cadogan.words.build import Build, Run
from cadogan.words.deal import Finish, pause
from cadogan.words.each import Heap
from cadogan.words.fill import AtWill, NextOfPack, NextOfPackWithoutTalon, RunAtWill
from cadogan.words.fill_gaps import Filling
from cadogan.words.free import Blocked, Colour
from cadogan.words.graces import Slipping
from cadogan.words.play import Play
from cadogan.words.rounds import Loop
from cadogan.words.rows import Lay
from cadogan.words.series import OfTheSuitBeside, Series
from cadogan.words.spaces_first import InTurn as StrictlyInTurn, SpacesFirst
from cadogan.words.swap import Exchange, InTurn

#: Steps of the deal that bring no card anywhere, and those that ask for nothing but values.
NOWHERE = (pause, Finish, Loop)
BY_VALUE = (*NOWHERE, Lay, Heap, Base, Choose)
#: Words that do before or after a move what they do whatever the places are.
ANYWHERE = (TakeUp, PayQueens, Slipping, StrictlyInTurn, SpacesFirst, Colour)
#: Of these, those that ask for nothing but values and for what foundations take.
OF_VALUES = (TakeUp, PayQueens, StrictlyInTurn, SpacesFirst)
#: Permits that ask nothing of a place but its group, its uppermost card or that it is empty.
BY_GROUP = (Play, Build, Run, AtWill, RunAtWill, NextOfPack, NextOfPackWithoutTalon, Exchange)


def quiet(rules: Rules) -> bool:
    """Whether nothing goes by itself, nothing claims or restrains a move, and the deal is over when
    play begins, but for a re-deal with a shuffle, which ends a search. (Words may have moves of
    their own.)"""
    things = (rules.gaps, rules.colours, rules.noted, rules.pausing, rules.turned)
    flags = (rules.puts_up, rules.puts_up_anywhere, rules.newest, rules.rows, rules.blocked)
    return (
        is_known(rules)
        and not rules.hooks
        and all(thing is None for thing in things)
        and not any(flags)
        and not rules.phases & (DEALING | PAUSE)
        and (rules.turning is None or not rules.turning.by_colour)
        and (rules.redeal is None or (isinstance(rules.redeal, TakeUp) and rules.redeal.shuffled))
        and not any(group.watched or group.leads for group in rules.groups)
    )


def interchangeable(rules: Rules, settled: bool = False) -> tuple[int, ...]:
    """For each place the first place of its group with which it is interchangeable, itself where
    there is none before it; with ``settled``, once the deal is over for good (`settles`).

    They are where the rules do not tell them apart: in a quiet game (`quiet`) permits go from
    groups to groups; no relation between places is asked for; the same cards are withheld in both;
    as foundations they take the same cards; and every word with moves of its own knows the same of
    them. Exchanging two of them with all that lies there is then an automorphism of the game: it
    carries legal moves to legal moves, and won positions to won positions. (Of empty foundations
    that want the same cards the first takes them, and of empty places that cards are turned to:
    which one that is, is again a matter of their order only.) In games that are not quiet it is so
    in groups of which nothing else speaks (`left_alone`, `unordered`)."""
    firsts = list(range(len(rules.places)))
    still = quiet(rules) and all(not permit.tells_places for permit in rules.permits)
    for group in rules.groups:
        if (still or left_alone(rules, group) or unordered(rules, group, settled)) and not (
            group.foundation and not group.series.alike
        ):
            known = [known_of(rules, group, p) for p in range(group.first, group.end)]
            firsts[group.first : group.end] = [
                group.first + known.index(of_one) for of_one in known
            ]
    return tuple(firsts)


def settles(rules: Rules, s: State) -> int:
    """Whether the deal is over for good: no card is dealt any more to one place after another, and
    no pile taken up (the engine's)."""
    if s.phase < PLAY:
        return False
    if rules.redeal is None or rules.redeal.limit < 0:
        return True
    return s.redeals >= rules.redeal.limit


def unordered(rules: Rules, group: Group, settled: bool) -> bool:
    """Whether the order of a group's places makes no difference, though the game is not quiet.

    An exchange of its places carries each move to one, and what follows by itself from the move to
    what follows from the other, up to another exchange of places of the group. What is done by
    itself goes through the places in their order; where it makes a difference which comes first,
    they are apart. *Gaps* are filled in their order, each from the same row of sources, and all
    empty places of the group are alike: the same cards come to lie on as many of them, each alone
    or with those that come with it. A gap held open is empty, and so in both of two positions that
    differ in the order of the piles; one exchange of the others makes one of the other. *Cards that
    go up by themselves* as they are dealt open a foundation, and all empty ones are alike. *The
    deal* and *a re-deal* go by the order of places: they must be over (``settled``, `settles`), or
    leave the group alone; a shuffle ends the search. What else is noted (`Rules.noted`) is noted of
    foundations."""
    redeal = rules.redeal
    redealt = redeal is not None and not (
        (type(redeal) is TakeUp and (redeal.shuffled or redeal.restart < 0))
        or type(redeal) is PayQueens
    )
    if redeal is not None and not (type(redeal) is TakeUp and redeal.shuffled):
        redealt = redealt or not {*redeal.places}.isdisjoint(range(group.first, group.end))
    deals = rules.deals_on or bool(rules.phases & (DEALING | PAUSE))
    if settled:
        redealt, deals = redealt and redeal is not None and redeal.limit < 0, False
    concerned = [permit for permit in rules.permits if permit.to is group or permit.concerns(group)]
    return is_known(rules) and not (
        redealt
        or deals
        or any(type(word) not in ANYWHERE for word in rules.hooks if word is not rules.gaps)
        or any(thing is not None for thing in (rules.colours, rules.goal, rules.turned))
        or (rules.noted is not None and (group.foundation or type(rules.noted) is not InTurn))
        or any(
            (rules.puts_up_anywhere, rules.newest, "had" in rules.rows, group.watched, group.leads)
        )
        or any(blocks(rules, p) for p in range(group.first, group.end))
        or any(not fair(filling, group) for filling in rules.fillings)
        or any(not by_group(permit, settled) for permit in concerned)
    )


def by_group(permit: Permit, settled: bool) -> bool:
    """Whether a permit asks nothing of a place but what `BY_GROUP` says; one of the deal does
    nothing once that is over."""
    if settled and permit.phases == DEALING:
        return True
    return not permit.tells_places and type(permit) in (*BY_GROUP, AsDealt, InTurn)


def fair(filling: Filling, group: Group) -> bool:
    """Whether a way of filling makes no difference between the places of a group."""
    filled = {*filling.places} & {*range(group.first, group.end)}
    if not filled and group not in filling.sources:
        return True
    return (
        type(filling) is Filling
        and filling.where is None
        and filling.least == 1
        and not (group.keep or filling.row)
        and len(filled) in (0, group.count)
    )


def blocks(rules: Rules, p: int) -> bool:
    """Whether it depends on a place which cards of others are available."""
    return bool(rules.blocked) and rules.blocked.start[p] < rules.blocked.start[p + 1]


def known_of(rules: Rules, group: Group, p: int) -> tuple[object, ...]:
    """All that is known of a place of a group; of one whose series depends on another place, also
    which place it is.
    """
    place = rules.places[p]
    apart = p if place.link != NOTHING else NOTHING
    withheld, words = (
        (reason.members[p] for reason in group.withheld),
        (word.of_place(p) for word in rules.specials),
    )
    aim = rules.goal.of_place(p) if rules.goal is not None else None
    return (apart, place.base, place.faces, place.steps, place.length, aim, *withheld, *words)


def left_alone(rules: Rules, group: Group) -> bool:
    """Whether a group is one of foundations, each of one suit, and no word does more with them than
    to lay cards there one by one, or to take them from there: then its places are interchangeable
    also where other things go by themselves.

    What goes up by itself opens a foundation, and of several empty ones the first takes it. The
    deal is over or lays nothing there; no gap is filled there or from there, no re-deal takes them
    up, and no relation is asked for of a card that goes there."""
    gaps, redeal = rules.fillings, rules.redeal
    busy = {*rules.hooks} - {rules.gaps, rules.turning, *rules.specials}
    places = {p for filling in gaps for p in filling.places}
    places |= {
        p for filling in gaps for source in filling.sources for p in range(source.first, source.end)
    }
    places |= {
        entry.place for entry in rules.script if rules.deals_on and type(entry.kind) not in NOWHERE
    }
    return (
        is_known(rules)
        and group.foundation
        and group.in_suit
        and not (busy or rules.goal or rules.rows or group.leads or group.watched)
        and (
            redeal is None
            or (type(redeal) is TakeUp and not {*redeal.stacked} & {*range(group.first, group.end)})
        )
        and not places & {*range(group.first, group.end)}
        and all(
            not permit.tells_places
            for permit in rules.permits
            if permit.to is group or permit.concerns(group)
        )
    )


def alike_faces(rules: Rules) -> tuple[int, ...]:
    """For each face the first of those from which no rule tells it; itself where that is not known.

    It is known of games of sets (`blind_game`), where every word with moves of its own says what it
    asks of a card, and of games with foundations whose words ask for nothing but values
    (`by_value`), where permits and foundations say what they take. Exchanging two cards of one
    value of which all of these ask the same is then an automorphism of the game."""
    if not (blind_game(rules) or by_value(rules)):
        return tuple(range(FACES))
    demands = [asked_of(rules, face) for face in range(FACES)]
    return tuple(demands.index(of_one) for of_one in demands)


def asked_of(rules: Rules, face: int) -> tuple[object, ...]:
    """All that is asked of a card: what each word asks, what may lie on it and on what it may lie,
    and where foundations take it, and what may follow it there."""
    words = tuple(word.of_face(face) for word in rules.specials)
    if not rules.foundations and not rules.permits:
        return words
    on_cards = rules.permits_of(OnCard)
    on_empty = rules.permits_of(OnEmpty)
    return (
        RANK[face] if face < len(RANK) else face,
        words,
        tuple((permit.fits[face], bits_at(permit.fits, face)) for permit in on_cards),
        tuple(permit.faces >> face & 1 for permit in on_empty),
        tuple(taken_by(group, face) for group in rules.foundations),
    )


def taken_by(group: Group, face: int) -> tuple[object, ...]:
    """Where a group of foundations takes a card, on which cards, and what may follow it; nothing
    where it is never taken."""
    places = [(p.base >> face & 1, bits_at(p.faces, face)) for p in group.places]
    if group.series is Series and not any(faces for _, faces in places):
        return ()
    return (tuple(places), group.follows[face], bits_at(group.follows, face))


def bits_at(rows: tuple[int, ...], face: int) -> int:
    """In which of these sets of faces one is, as a set."""
    return sum(1 << i for i, faces in enumerate(rows) if faces >> face & 1)


def blind_game(rules: Rules) -> bool:
    """Whether a game only takes up sets: there are no foundations and no permits, gaps are filled
    and cards are dealt on and turned whatever they are."""
    words = (
        rules.before,
        rules.after,
        rules.finally_,
        rules.restraints,
        rules.permits,
        rules.foundations,
    )
    things = (rules.colours, rules.noted, rules.goal, rules.redeal)
    return (
        is_known(rules)
        and not any(words)
        and all(thing is None for thing in things)
        and all(isinstance(word, Special) or word is rules.gaps for word in rules.claimants)
        and (rules.turning is None or not rules.turning.by_colour)
        and not any(group.watched or group.withheld for group in rules.groups)
        and (not rules.deals_on or all(blind(entry.kind) for entry in rules.script))
    )


def by_value(rules: Rules) -> bool:
    """Whether permits and foundations alone ask for suits: the deal and what follows by itself go
    by values, or by what these take."""
    redeal, noted = rules.redeal, rules.noted
    return (
        is_known(rules)
        and all(word is rules.gaps or type(word) in OF_VALUES for word in rules.hooks)
        and all(thing is None for thing in (rules.colours, rules.goal))
        and (noted is None or type(noted) is InTurn)
        and (redeal is None or type(redeal) in (TakeUp, PayQueens, DealRound))
        and (rules.turning is None or not rules.turning.by_colour)
        and all(type(reason) is Blocked for group in rules.groups for reason in group.withheld)
        and all(type(permit) in (*BY_GROUP, AsDealt, InTurn) for permit in rules.permits)
        and not any(
            group.one_of_each or group.series is OfTheSuitBeside for group in rules.foundations
        )
        and all(type(entry.kind) in BY_VALUE for entry in rules.script if rules.deals_on)
    )


def blind(step: object) -> bool:
    """Whether a step of the deal is done whatever the cards are."""
    return type(step) in NOWHERE or (type(step) is Lay and not step.unlike)
