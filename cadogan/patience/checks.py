"""Whether the clauses of a game make sense together: every group named exists, no clause is idle,
every card has one home.
"""

from __future__ import annotations

from collections import Counter

from cadogan import words
from cadogan.cards import cards
from cadogan.words import Clause, RuleError, groups
from cadogan.words.clause import FOUNDATIONS, Making, Setting
from cadogan.words.english import a_rank


def check(making: Making) -> None:
    """Check that every group named exists, that no clause is idle, and that every card has one
    home.

    Raises:
        RuleError: the first clause that cannot stand, named.
    """
    for c in making.clauses:
        for name in c.names():
            making.members(name, c)
        if words.turned in c.receives() and not isinstance(c, words.turn):
            raise RuleError(
                f"{c.called}: the card just turned is no place; say {words.talon} of what is laid there",
                c,
            )
        if words.hand in c.receives():
            raise RuleError(f"{c.called}: nothing is laid on the pack in hand", c)
        for field_name in c.speaks_of:
            names = groups(getattr(c, field_name))
            if len(set(names)) < len(names):
                raise RuleError(f"{c.called} names a group twice: {', '.join(names[:6])}", c)
        of_the_kind_wanted(making, c)
    shapes_said(making)
    in_the_pack(making)
    enough_cards(making)
    never_idle(making)
    sets = making.of(words.take)
    if making.of(words.Aim) and not (sets and sets_alone_empty(making)):
        return
    if sets:
        all_in_sets(making, sets[0])
    else:
        one_home_each(making)


def of_the_kind_wanted(making: Making, clause: Clause) -> None:
    """Refuse a clause that names a group of a kind that it cannot be said of."""
    for field, allowed in clause.speaks_of.items():
        kinds = groups(allowed)
        for name in groups(getattr(clause, field)) if kinds else ():
            if name != words.its_own and (kind := making.kind_of(name)) not in kinds:
                fault = (
                    f"{clause.called} is said of {' or '.join(kinds)}, and {name!r} names {kind}"
                )
                gives = field in clause.takes_from
                foundations = (
                    ": cards on them stay, unless exchange(…) says otherwise"
                    if gives
                    else ": they take what their series says"
                )
                raise RuleError(f"{fault}{foundations * (kind == FOUNDATIONS)}", clause)


def shapes_said(making: Making) -> None:
    """Refuse a clause that reads how places lie where no clause says it: a drawing is no rule."""
    for c in making.clauses:
        for name in c.shape_read(making):
            group = making.groups[making.group_of(name)]
            if isinstance(group.clause, Setting) and not group.heap:
                making.shaped.add(group.name)
                if not group.clause.at:
                    raise RuleError(
                        f"{c.called} reads how the places of {words.the(group.name)} lie, and no rule says it: "
                        f"say it where they are set out, such as {type(group.clause).__name__}(…, at=block(rows, "
                        "columns)); drawn(…) only draws",
                        c,
                    )


def in_the_pack(making: Making) -> None:
    """Refuse cards set out, or taking no part, that the pack does not hold."""
    left = Counter(making.one_packs.cards())
    for c in making.clauses:
        if isinstance(c, Setting):
            left.subtract(cards(c.cards))
            if short := next((card for card, n in left.items() if n < 0), None):
                raise RuleError(
                    f"{short.symbol} is taken from the pack once more than the pack holds it", c
                )


def enough_cards(making: Making) -> None:
    """Refuse a deal of more cards than there are, unless some are lifted back to the pack; the last
    round of its last step may come short.
    """
    left, pack = making.left_in_hand(), len(making.one_packs.cards())
    steps = making.deal.steps
    for step, after in zip(steps, steps[1:]):
        if step.runs_out and not step.pauses and after.dealt(making):
            raise RuleError(
                f"deal: nothing is left for {after.tell().removeprefix('deal ')!r}, for the step before it "
                "goes on until the pack is out; let it come first",
                making.deal,
            )
    room = making.count(steps[-1]) - 1 if steps[-1].dealt(making) else 0
    if left < -room and not any(isinstance(step, words.lift) for step in steps):
        raise RuleError(f"{pack - left:,} cards are dealt, and the pack has {pack}", making.deal)


def receiving(making: Making) -> set[str]:
    """The groups to which the deal, a filling, a build, a set taken up or a withdrawal brings
    cards.
    """
    groups_named = (making.group_of(name) for c in making.clauses for name in c.receives())
    return {words.hand, *groups_named}


def never_idle(making: Making) -> None:
    """Refuse a clause that can never apply, such as one about cards of a group that never receives
    any.
    """
    filled = receiving(making)
    for c in making.clauses:
        word = c.called
        for group in c.gives():
            if group != words.its_own and making.group_of(group) not in filled:
                raise RuleError(
                    f"{word} speaks of cards of the {group}, but no card ever comes there: {c.tell()}",
                    c,
                )
        when = getattr(c, "when", None)
        alone = getattr(when, "phase", when) == words.when_alone
        vain = "when_alone is said of play(…) alone" if alone and word != "play" else c.in_vain()
        if vain:
            raise RuleError(f"{word}: {vain}. {c.tell()}", c)
        if why := c.idle(making):
            raise RuleError(f"{word} can never apply: {why}. {c.tell()}", c)


def of_each_rank(making: Making) -> Counter[int]:
    """How many cards of each rank are in play: ornaments are not."""
    pack = Counter(making.one_packs.cards())
    for ornament in making.of(words.ornaments):
        pack.subtract(cards(ornament.cards))
    return Counter(card.rank for card in pack.elements())


def sets_alone_empty(making: Making) -> bool:
    """Whether every card of the pack lies on places that must be empty in the end, and leaves them in
    sets and not otherwise.
    """
    aim = making.of(words.Aim)[0]
    kinds = (words.Aim, words.take, words.packs, words.deal, Setting, words.free)
    return (
        isinstance(aim, words.won)
        and not (aim.lines or aim.but)
        and {*map(making.group_of, making.deal.names())} <= {*map(making.group_of, aim.gives())}
        and (making.deal.runs_out or making.left_in_hand() <= 0)
        and all(isinstance(c, kinds) for c in making.clauses)
    )


def all_in_sets(making: Making, clause: words.take) -> None:
    """Check that for each card there is another that makes a set of two with it."""
    if clause.crowned or making.of(words.foundations):
        return
    if clause.ranking is not None:
        raise RuleError(
            "the highest card of a suit is never taken up: say what may be left, as in won(…, but=A)",
            clause,
        )
    have = of_each_rank(making)
    single = []
    for rank in sorted(have):
        other = clause.sum - rank if clause.sum else rank
        if have[rank] % 2 if other == rank else have[rank] > have[other]:
            single.append(rank)
    if clause.alone and clause.sum in single:
        single.remove(clause.sum)
    if single:
        makes = f"make {clause.sum} with" if clause.sum else "go with"
        names = words.joined([a_rank(rank) for rank in single], "or")
        hint = f"; alone=True takes {names} by itself" if single == [clause.sum] else ""
        raise RuleError(
            f"not every card can be taken up: none is left in the end to {makes} {names}{hint}",
            clause,
        )


def one_home_each(making: Making) -> None:
    """Check that every card has exactly one foundation, or a place as ornament."""
    have = of_each_rank(making)
    ranks: Counter[int] = Counter()
    homes = making.of(words.foundations)
    if not homes and not any(c.first_stays for c in making.of(words.places)):
        aims = "foundations(4, ascending(A, K)), take(…) or won(…)"
        raise RuleError(f"nothing says how the game is won: {aims} does")
    founded = next(iter(homes), None)
    counted = 0
    for c in homes:
        for i in range(0 if c.meets(making) else c.n):
            values = c.series_of(i).ranks(making.one_packs.ranks)
            counted += len(values)
            ranks.update(values)
    stay = sum(c.n * c.first_stays for c in making.of(words.places))
    # cards that nothing may lie on, and no foundation takes, end alone on their places
    alone = {
        name
        for c in making.of(words.build)
        if c.never_on and not ranks[c.never_on]
        for name in groups(c.onto)
    }
    stay += sum(c.n for c in making.of(words.places) if c.name in alone)
    total = have.total()
    if all(c.series_of(0).is_counted for c in homes):
        for rank in range(1, 14):
            over = have[rank] - ranks[rank]
            if over < 0 or (over > 0 and stay == 0):
                of_rank = words.rank_name(rank) if abs(over) == 1 else words.rank_names(rank)
                what = (
                    f"{over} {of_rank} of the pack {'has' if over == 1 else 'have'} no home"
                    if over > 0
                    else f"the foundations want {-over} more {of_rank} than the pack holds"
                )
                corner = any(len(c.series_of(0).ranks(making.one_packs.ranks)) == 2 for c in homes)
                hint = "; from king down to ace is descending(K, A), up from ace ascending(A, K)"
                raise RuleError(
                    f"{what}: every card needs exactly one foundation, or a place as ornament{hint * corner}",
                    founded,
                )
    if all(c.series_of(0).fills_up for c in homes) and counted + stay != total:
        raise RuleError(
            f"the foundations take {counted} cards, but {total - stay} are in play", founded
        )
