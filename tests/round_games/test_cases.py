"""Positions of the round games made by hand: what may be done in them, what may not and why, and
what comes of it.

`cases/<slug>.txt` holds the cases of a game. A case begins with its name and a remark; then the
hands, between bars, player 1's (the dealer's) first, each filled up from the pack, what lies after
them, and options; then the line of play, and what is the case at each point of it:

    CM1: player 3's flush takes the pool of six and a counter of the dealer's.
    deal: 3C 3D KH | 2C 5D 8H | 2H 5H 9H | 9C 9D 4S | 4C 6D 8S
    then: QS
    options: mode = 'old'
    play: barter 2C; stand
    turn: over
    hand 2: 2C 5D 8H
    payoffs: -1 -1 6 -1 -1

At Pope Joan `bare: …` are hands that hold no other cards. In the place of hands, `number: 1914` and
`players: 5` deal a game as it is dealt; `wrong: …` gives some words of why there is no such deal.

`from: CM1` begins where the `play` of another case has led, with its deal and options. `or: …` plays
on in another way from where the last `play` had led, `goes on: …; …` to the end of the hand with
whichever of these actions may be chosen. `legal: …; …` may be done, `not legal: …` may
not, nor anything that begins so; `choices: …` is all that may be done, `choices of use: …` all of
one kind. `refused: action -> sentence` gives some words of the sentence, `told: …` some of what has
been said, `not told: …` what has not. Everything else is a fact of the state: `turn`, `hand 2`,
`hands 2` where the order counts, piles (their cards, or `16 cards`), `melds`; `to 3, …` as player 3
sees it, `to all, …` as a bystander does. `hand 2: 9H …` holds these cards and others, `hand 2: no
9H` none of these.
"""

import re
from ast import literal_eval
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from cadogan.round_games import games
from cadogan.round_games.melds import Meld
from cadogan.round_games.telling import player

from ..conftest import text_of
from .at_play import advised, play, refused, texts
from .laying import bare, laid

#: Facts that are seats, or several.
SEATS = ("alone", "dealer", "drawer", "giver", "leader", "looked", "order", "stood")
#: Facts that are cards in whatever order.
UNORDERED = re.compile(r"\b(hand \d|middle|stock|won \d)$")
SETTING = ("deal", "bare", "then", "number", "players", "options")


def read(path):
    """The cases of a file by their names: of each its lines, as what they are about and what they
    say.
    """
    cases = {}
    for case in text_of(path).split("\n\n"):
        (name, _), *lines = (line.split(":", 1) for line in case.splitlines() if line[0] != "#")
        assert name not in cases, f"{path.name}: {name} stands twice"
        cases[name] = [(about, says.strip()) for about, says in lines]
    return cases


CASES = {path.stem: read(path) for path in Path(__file__).with_name("cases").glob("*.txt")}


def whole(slug, name):
    """The lines of a case, and of the case that it begins from its deal and play."""
    for about, says in CASES[slug][name]:
        if about == "from":
            yield from (one for one in whole(slug, says) if one[0] in (*SETTING, "play"))
        else:
            yield about, says


def printed(value):
    """A fact as a case has it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {n}" for name, n in value.items())
    if isinstance(value, tuple):
        return " ".join(map(printed, value))
    return value.text if isinstance(value, Meld) else str(value)


def fact(state, about):
    """What a case calls by this name."""
    if seen := re.fullmatch(r"to (\w+), (.+)", about):
        return fact(state.view(None if seen[1] == "all" else int(seen[1]) - 1), seen[2])
    if about == "turn":
        return "over" if state.to_act is None else f"{player(state.to_act)}, {state.phase}"
    if about == "told":
        return " ".join(map(str, state.history))
    if about == "shown":
        return str(state)
    if about == "says":
        return " ".join(action.says for action in state.actions())
    if about == "advised":
        return advised(state)
    name, _, which = about.replace("hand ", "hands ").partition(" ")
    value = getattr(state, name)
    if which:
        value = value[which] if isinstance(value, Mapping) else value[int(which) - 1]
    if name in SEATS and value is not None:
        return ", ".join(map(player, value if isinstance(value, tuple) else (value,)))
    return printed(value)


def agrees(found, says, in_order):
    """Whether a fact is what a line says, or these cards are, or are not, among others."""
    lying, named = found.split(), says.split()
    if says.startswith("no "):
        return not set(lying) & set(named)
    if says.startswith("only "):
        return set(lying) == set(named[1:])
    if says.endswith("…"):
        return not Counter(named[:-1]) - Counter(lying)
    if says.endswith((" card", " cards")):
        return len(lying) == int(named[0])
    return found == says if in_order else sorted(lying) == sorted(named)


def check(state, about, says):
    """That a line is true of a state."""
    kind, _, verb = about.partition(" of ")
    told = says.split("; ") if says else []
    if kind == "choices":
        found = texts(state, *verb.split())
        assert len(found) == int(told[0]) if says.isdecimal() else found == told
    elif kind == "legal":
        assert set(told) <= set(texts(state))
    elif kind == "not legal":
        assert not [text for text in texts(state) if text.startswith(tuple(told))]
    elif kind == "refused":
        action, why = says.split(" -> ")
        refused(state, action, re.escape(why))
    elif about.endswith(("told", "says", "shown")):
        heard = says in fact(state, about.replace("not ", ""))
        assert heard is ("not " not in about)
    else:
        found = fact(state, about)
        assert agrees(found, says, not UNORDERED.search(about)), f"{about}: {found}"


def goes_on(state, these):
    """To the end of the hand, while one of these actions may be chosen."""
    deals = state.deals
    while state.deals == deals and (legal := [one for one in these if one in texts(state)]):
        state = state.play(legal[0])
    return state


def set_by(lines):
    """The options that the lines of a case set."""
    settings = [one for about, says in lines if about == "options" for one in says.split(", ")]
    return {name: literal_eval(value) for name, value in (one.split(" = ") for one in settings)}


def dealt(slug, setting, options):
    """The deal of a case."""
    for about, lay in (("deal", laid), ("bare", bare)):
        if about in setting:
            return lay(slug, setting[about], setting.get("then", ""), **options)
    players, number = (literal_eval(setting.get(name, "None")) for name in ("players", "number"))
    return games[slug].deal(number or 1, players, cards=setting.get("then"), **options)


@pytest.mark.parametrize(
    "slug, name", [(slug, name) for slug, cases in CASES.items() for name in cases]
)
def test_a_case_made_by_hand(slug, name):
    lines = [*whole(slug, name)]
    options, setting = set_by(lines), dict(lines)
    if "wrong" in setting:
        with pytest.raises(ValueError, match=re.escape(setting["wrong"])):
            dealt(slug, setting, options)
        return
    state = before = dealt(slug, setting, options)
    for about, says in lines:
        if about == "play":
            state = before = play(state, *says.split("; "))
        elif about == "or":
            state = play(before, *says.split("; "))
        elif about == "goes on":
            state = goes_on(state, says.split("; "))
        elif about not in SETTING:
            check(state, about, says)
    assert Counter(state._table.everything()) == Counter(state.game.cards(state.players))
    assert not sum(state.payoffs) + sum(state.pools.values())
