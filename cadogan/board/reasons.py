"""What a board says of moves and rules: which clause permits a move, what a move does, what a rule
concerns.

It reads the same clauses and tables that are played, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from cadogan.board.shown import home_places
from cadogan.echo import counted

from .. import words as terms
from ..engine.moves import FILLING, KIND, part
from ..engine.rules import DEALING, PLAY, Rules, State
from ..patience.game import Game
from ..patience.position import Move, Position
from ..words import Clause, Rule
from ..words.citing import cited
from ..words.english import joined, lower_first

#: Why a move is made that gains nothing by itself.
PLAIN = {
    "turn": "nothing on the table is worth doing first",
    "deal": "nothing on the table is worth doing first",
    "again": "nothing else is left to do",
    "fill": "an empty place offers no card",
}


def permitted_by(game: Game, move: Move) -> tuple[Clause, ...]:
    """The clauses under which a move is made; none where that is one of the book's defaults."""
    own = tuple(
        word.clause
        for kind, word in game.rules.doers
        if kind == move.code & KIND and hasattr(word, "clause")
    )
    if own:  # a kind of move with a word of its own
        return own
    fillings = [filling.clause for filling in game.rules.fillings]
    if move.kind in ("fill", "pass"):
        return tuple(fillings[:1])
    number = part(move.code, 3)
    group = game.place_at[move.target].group if move.target else ""
    if number == FILLING:
        return tuple(c for c in fillings if group in terms.groups(c.group))[:1]
    if number >= len(game.rules.permits):
        return tuple(game.clauses_of(terms.deal))
    permit = game.rules.permits[number].clause
    homes = game.clauses_of(terms.foundations)
    return (permit, *(c for c in homes if c.name == group and c is not permit))


def what_it_does(position: Position, move: Move) -> str:
    """What a move is good for, such as ``it brings the ace of hearts home``; empty where that is
    unknown.

    Only what the player can see beforehand is said: not what a turned card will be, nor what
    comes of the cards that the deal brings next.
    """
    if not move.places:
        return ""
    game = position.game
    home = home_places(game)
    effects: list[str] = []
    if (
        position.unseen <= 1 and position.play(move).is_won
    ):  # a single hidden card is known: it is the one missing
        effects.append("wins the game")
    elif move.kind == "take":
        effects += _left_behind(position, move, move.places)
    elif move.kind == "together":
        effects.append(f"brings the {' and the '.join(card.name for card in move.cards)} home")
    elif move.cards and move.target in home:
        effects.append(f"brings the {move.cards[0].name} home")
    if move.source and move.source != "hand":
        effects += _left_behind(position, move, [move.source])
    if (
        not effects
        and move.target
        and not position.cards[move.target]
        and isinstance(next(iter(permitted_by(game, move)), None), terms.fill)
    ):
        effects.append(f"fills {game.place_at[move.target].name}")
    return f"it {joined(effects)}" if effects else ""


def _left_behind(position: Position, move: Move, places: Iterable[str]) -> list[str]:
    """What a move does to the places its cards leave, before anything follows from it: cards freed
    or turned up, or a place empty.
    """
    rules, did = position.game.rules, dict[str, list[str]]()
    state = position.game.referee.alone(position.state, move.code)
    if state.phase == DEALING:
        state.phase = PLAY  # a place that is filled as soon as the deal is over is not empty
    numbers = {place.label: place.number for place in rules.places}
    for name in dict.fromkeys(places):
        if _is_filled(rules, state, numbers[name]):
            continue
        before, left = position.seen[name], state.height[numbers[name]]
        if not left:
            did.setdefault("empties", []).append(position.game.place_at[name].name)
        elif left < len(before):
            known = before[left - 1]
            did.setdefault("frees" if known else "turns up", []).append(
                f"the {known.name}" if known else "a card that is not yet seen"
            )
    return [f"{verb} {joined(what)}" for verb, what in did.items()]


def _is_filled(rules: Rules, state: State, p: int) -> bool:
    """Whether a place that cards have left is filled at once, without asking the player."""
    if rules.colours is not None:
        givers = (rules.hand, *rules.talons)
        divided = any(group.first <= p < group.end for group in rules.colours.divisions)
        return divided and state.phase >= PLAY and any(state.height[g.first] for g in givers)
    fillings = rules.gaps.at_once_ if rules.gaps is not None else ()
    return any(
        filling.in_force(rules, state)
        and filling.gap(rules, state, filling.places.index(p))
        and 0 < filling.sources_for(rules, state, p, 0) <= filling.unasked
        for filling in fillings
        if p in filling.places
    )


def why(position: Position, move: Move) -> str:
    """Why one might make a move: what it does, or else the clause that permits it; with the rules
    cited.
    """
    clauses = permitted_by(position.game, move)
    reason = what_it_does(position, move) or PLAIN.get(move.kind, "")
    if not reason and clauses:
        deals = isinstance(clauses[0], terms.deal)  # a card that the deal lets one place
        reason = "the deal goes on" if deals else lower_first(clauses[0].tell().rstrip("."))
    rules = cited(*clauses)
    return f"{reason} ({rules})" if rules and reason else reason


#: The parts of *How to play*, by the words that belong to them; all else is a move.
PARTS: dict[str, tuple[type, ...]] = {
    "Aim": (terms.foundations,),
    "The deal": (terms.packs, terms.deal),
    "Gaps": (terms.fill,),
    "Re-deal": (terms.again,),
}


# Rules
# --------------------------------------------------------------------------------------------------


def read_rule(text: str) -> Rule:
    """The rule of a text form: ``Rule I``, ``I``, ``PLAY 3`` or ``PLAY 3.2``.

    Raises:
        ValueError: it is none of these.

    >>> read_rule("PLAY 3.2"), read_rule("Rule II")
    (PLAY 3.2, Rule II)
    """
    match = re.fullmatch(r"\s*(?:Rule )?\s*([^\W\d_]+)(?:\s+(\d+)(?:\.(\d+))?)?\s*", text)
    if not match:
        raise ValueError(f"a rule is such as Rule I, PLAY 3 or PLAY 3.2, not {text[:40]!r}")
    return Rule(match[1], *map(int, filter(None, match.groups()[1:])))


def concerns(position: Position, text: str) -> dict[str, Any]:
    """What a rule concerns in this position: the places it speaks of that hold cards, and the moves
    it now permits.

    Raises:
        ValueError: the text is no rule's.
    """
    game, rule = position.game, read_rule(text)
    clauses = [c for c in game.active if any(r.covers(rule) or rule.covers(r) for r in c.rules)]
    groups = {name for clause in clauses for name in groups_of(clause)}
    moves = [
        move
        for move in position.moves()
        if any(clause in clauses for clause in permitted_by(game, move))
    ]
    ids = [place.id for place in game.places if place.group in groups and position.cards[place.id]]
    now = dict.fromkeys(place for move in moves for place in places_of(game, move))
    effect = f"{counted(len(moves), 'move')} now" if moves else "it permits no move now"
    sentence = f"{rule}: {effect}." if clauses else f"No clause of this game carries out {rule}."
    return {"kind": "concerns", "rule": text, "places": ids, "now": list(now), "says": sentence}


def how_to_play(game: Game) -> list[dict[str, Any]]:
    """The rules for a player: from the clauses that are played, sentence by sentence, each with its
    part, its rules and its places.

    >>> import cadogan
    >>> [row["says"] for row in how_to_play(cadogan.games["fortress"]) if row["part"] == "Gaps"]
    ['Vacancies in the lanes may be filled when you like, with a card from the lanes.']
    """
    rows: list[dict[str, Any]] = []

    def say(part: str, text: str, rules: Sequence[str] = (), places: Sequence[str] = ()) -> None:
        rows.append({"part": part, "says": text, "rules": [*rules], "places": [*places]})

    say("Aim", re.sub(r" \([^()]*\)$", "", game.aim))
    for clause in (*game.active, *_by_default(game)):
        if isinstance(clause, terms.places | terms.Aim | terms.ornaments):
            continue  # the table is in sight, and lines that are to be made are the aim
        part = next((part for part, kinds in PARTS.items() if isinstance(clause, kinds)), "Moves")
        rules = [str(rule) for rule in clause.rules]
        for sentence, names in _sentences(game, clause):
            say(part, sentence, rules, _places(game, names))
    if not game.clauses_of(terms.fill) and not any(c.lines for c in game.clauses_of(terms.won)):
        say("Gaps", "Nothing is refilled, except in dealing.")
    if not game.clauses_of(terms.again):
        say("Re-deal", "There is no re-deal.")
    order = ["Aim", "The deal", "Moves", "Gaps", "Re-deal"]
    return sorted(rows, key=lambda row: order.index(row["part"]))


def _sentences(game: Game, clause: Clause) -> list[tuple[str, Iterable[str]]]:
    """A clause as sentences, each with the groups or places that it names: a deal says one for each
    of its steps, any other clause one.
    """
    sentence = game.say(clause)
    steps = clause.steps if isinstance(clause, terms.deal) else ()
    first, *rest = sentence.removesuffix(".").split("; then ")
    if len(steps) != 1 + len(rest):
        return [(sentence, groups_of(clause))]
    sentences = [f"{first}.", *(f"Then {text}." for text in rest)]
    return [(text, step.to) for text, step in zip(sentences, steps)]


def _by_default(game: Game) -> dict[Clause, None]:
    """What may go to the foundations, where the game does not say so itself."""
    plays = (permit.clause for permit in game.rules.permits)
    return dict.fromkeys(c for c in plays if isinstance(c, terms.play) and c not in game.active)


def _places(game: Game, names: Iterable[str]) -> list[str]:
    """The places of these names: of a group, or of one place or a row of them, such as ``s5-8``."""
    all_names = set(names)
    for name in tuple(all_names):
        if row := re.fullmatch(r"([a-z]+)(\d+)-(\d+)", name):
            all_names |= {f"{row[1]}{n}" for n in range(int(row[2]), int(row[3]) + 1)}
    return [place.id for place in game.places if all_names & {place.group, place.id}]


def groups_of(clause: Clause) -> Iterable[str]:
    """The groups of places a clause speaks of."""
    if isinstance(clause, terms.places | terms.foundations | terms.ornaments):
        return (clause.name,)
    if isinstance(clause, terms.turn) and not clause.to:
        return ("hand", "talon")
    return clause.names()


def places_of(game: Game, move: Move) -> list[str]:
    """The places a move concerns; where it names none, that from which its cards come: the hand, or
    what is taken up.
    """
    if move.places:
        return list(move.places)
    agains = game.clauses_of(terms.again) if move.kind == "again" else ()
    groups = terms.groups(agains[0].what) if agains else ("hand",)
    return [place.id for place in game.places if place.group in groups]
