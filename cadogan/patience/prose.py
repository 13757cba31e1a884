"""The rules of a game as prose, made from the same clauses that are played."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cadogan import words
from cadogan.engine.rules import PAUSE
from cadogan.words import Clause
from cadogan.words.citing import IN_PLACE_OF, cited
from cadogan.words.english import counted, the, upper_first
from cadogan.words.places import shape
from cadogan.words.values import before_dealing_on

if TYPE_CHECKING:
    from cadogan.patience.game import Game


def lying(game: Game, clause: Clause) -> list[str]:
    """How the places of a group lie, where a rule reads it, as a sentence; or nothing."""
    if (
        not isinstance(clause, words.places | words.foundations)
        or clause.name not in game.making.shaped
    ):
        return []
    verb = "lie" if words.is_plural(clause.name) else "lies"
    return [f"{upper_first(the(clause.name))} {verb} {shape(clause.at[: clause.n])}."]


def table(game: Game, clauses: Sequence[Clause]) -> str:
    """What there is room for on the table, in one sentence, then what else is said of these places;
    with the rules cited.
    """
    groups = [c for c in clauses if isinstance(c, words.places)]
    rooms = [c.room for c in groups]
    rooms[:-1] = [f"{room}," if ", " in room else room for room in rooms[:-1]]
    sentences = [
        f"There is room for {words.joined(rooms).replace(',,', ',')}.",
        *(more for c in groups for more in (*c.more, *lying(game, c))),
    ]
    places = cited(*groups)
    return " ".join([*sentences, f"({places})"] if places else sentences)


def gaps_stay(game: Game) -> bool:
    """Whether in play no clause brings a card to an empty place of the table."""
    kinds = (words.fill, words.swap, words.lay_aside, words.slip_king, words.lift_blocked)
    return not (
        any(game.clauses_of(kind) for kind in kinds)
        or any(c.to for c in game.clauses_of(words.turn))
        or any(step.at_will for c in game.clauses_of(words.deal) for step in c.steps)
    )


def prose(game: Game) -> str:
    """The rules as prose, made from the same clauses that are played; the aim comes first."""
    lines = [game.title, "", game.aim]
    for kind, run in itertools.groupby(game.active, type):
        clauses = list(run)
        if kind is words.places:
            lines.append(table(game, clauses))
        elif not issubclass(kind, words.Aim):  # that is the aim
            lines += [f"{game.say(c)} {c.cited}".strip() for c in clauses]
    if gaps_stay(game):
        again = game.clauses_of(words.again)
        taken_up = {name for c in again for name in words.groups(c.what)} - {words.talon}
        until = " until the re-deal" if taken_up else ""
        lines.append(f"A place once empty stays empty{until}.")
    if not game.clauses_of(words.again):
        lines.append("There is no re-deal.")
    for c in game.clauses:
        if isinstance(c, words.reading):
            taken = f"{c.taken}, but changed" if c.changed else c.taken
            others = "; ".join(option for option in c.options if option != c.taken)
            lines.append(f"Reading “{c.name}”: {taken} (or: {others}).")
    return "\n".join(lines)


def uncited(line: str) -> str:
    """A line of prose without the rules that it cites.

    >>> uncited("Ten lanes. (Rule I, PLAY 3.2)"), uncited("Won when the fan is empty. (HEAD 1)")
    ('Ten lanes.', 'Won when the fan is empty.')
    """
    return re.sub(rf" \((?:(?:, )?(?:{IN_PLACE_OF} )?(?:Rule \w+|[A-Z]+ [\d.]+))+\)$", "", line)


def sentence_of(game: Game, clause: Clause) -> str:
    """A clause as a sentence, as a game has it (`Game.say`)."""
    row = clause.row(game.making) if isinstance(clause, words.fill) else 0
    sentence = clause.tell(row) if isinstance(clause, words.fill) else clause.tell()
    sentence = without_talon(game, sentence)
    if isinstance(clause, words.fill):
        pauses = any(step.pauses for c in game.clauses_of(words.deal) for step in c.steps)
        what = "row is dealt" if not game.clauses_of(words.turn) else "card is turned"
        if what == "row is dealt" or not (pauses and clause.when.phase.bits & PAUSE):
            sentence = sentence.replace(before_dealing_on.words, f"before the next {what}")
    groups = {c.name: c.n for c in game.active if isinstance(c, (words.places, words.foundations))}
    if isinstance(clause, words.deal) and (left := for_the_last(game, clause, groups)):
        sentence = f"{sentence.removesuffix('.')}, but {counted(left)} to the last."
    elif isinstance(clause, words.deal) and game.making.left_in_hand() < 0:
        sentence = f"{sentence.removesuffix('.')}, as far as the cards go."
    for home in game.clauses_of(words.foundations):
        for series in {home.series_of(i) for i in range(home.n)}:
            sentence = sentence.replace(series.either_way(), "as the foundations go")
    for name in clause.names():
        if groups.get(name) == 1:
            sentence = sentence.replace(f"each place of the {name}", f"the {name}")
        if name not in groups and (match := re.fullmatch(r"([a-z]+)(\d+)(?:-(\d+))?", name)):
            group = next(p.group for p in game.places if p.id == match[1] + match[2])
            many = "places" if not words.is_plural(group) else group
            place = (
                f"{many} {match[2]} to {match[3]}"
                if match[3]
                else f"{words.singular(many)} {match[2]}"
            )
            place = place if many == group else f"{place} of the {group}"
            sentence = re.sub(rf"\b[Tt]he {name}\b", place, sentence).replace(
                "each place of", "each of"
            )
    return " ".join([words.upper_first(sentence), *lying(game, clause)])


def without_talon(game: Game, words_: str) -> str:
    """What is said of pack and talon, as it is said where no card is turned and there is no talon."""
    if game.clauses_of(words.turn):
        return words_
    return words_.replace("pack and talon are spent", "the pack is spent")


def for_the_last(game: Game, dealt: words.deal, places: Mapping[str, int]) -> int:
    """How many cards the last place gets where one number is dealt to each, and the pack does not
    go round; 0 where it does, or more than one place would be short.
    """
    step = dealt.steps[0]
    if len(dealt.steps) > 1 or not isinstance(step, words.each) or not isinstance(step.n, int):
        return 0
    left = len(game.rules.pack) - step.n * (places.get(step.group, 0) - 1)
    return left if 0 < left < step.n else 0
