"""What a screen is given to draw: one seat's view of a table, in parts, as JSON values.

Every part has a name, ``seat 0``, ``pile pack``, ``meld 2``, ``pools`` …, so that a replay can tell
only what changed. All parts are made from a table that is already masked (`State.view`): a face
that the seat has not seen is None here because it is `HIDDEN` there, and nothing is looked up
elsewhere."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Any

from cadogan.round_games.action import Action
from cadogan.round_games.auction import Auction, Speculating
from cadogan.round_games.cards import HIDDEN, JOKER, Card
from cadogan.round_games.game import Game
from cadogan.round_games.melds import Meld
from cadogan.round_games.options import in_words
from cadogan.round_games.piles import Hand, Pile
from cadogan.round_games.table import Table
from cadogan.round_games.telling import NUMBERED, Names
from cadogan.words.english import upper_first

#: How many of the last events are looked through for what each seat did last; of how much of it is
#: told.
MOST_LOOKED_AT, MOST_DONE = 60, 3
Part = dict[str, Any]
Parts = dict[str, Any]


def as_name(names: Names, seat: int) -> str:
    """What a player is called by himself, not in a sentence."""
    return upper_first(names(seat))


def face(one: Card) -> str | None:
    """A card's text; None for one whose face is not seen."""
    return None if one is HIDDEN else one.text


def parts(game: Game, t: Table, names: Names, sits: Sequence[str]) -> Parts:
    """All that is to be drawn of a table, by the names of its parts; ``sits`` says who sits where,
    a person or a bot.
    """
    found: Parts = {
        "turn": {
            "to_act": t.to_act,
            "phase": t.phase.replace("_", " "),
            "hand": t.deals + (t.to_act is not None),
        }
    }
    facts = t.__dict__
    beside = {
        name: row
        for name, row in facts.items()
        if name != "hands" and isinstance(row, list) and row and isinstance(row[0], Pile)
    }
    marks = {name: set(facts[name]) for name in game.marks}
    did = last_done(t, names)
    for seat in range(t.seats):
        found[f"seat {seat}"] = {
            "name": as_name(names, seat),
            "who": sits[seat],
            "counters": t.counters[seat],
            "dealer": seat == t.dealer,
            "to_act": seat == t.to_act,
            "hand": _hand(game, t.hands[seat]),
            "did": did.get(seat, ""),
            "tally": game.tally(t, seat),
            "piles": [
                _pile(game, name, piles[seat]) for name, piles in beside.items() if piles[seat]
            ],
            "marks": [name for name, seats in marks.items() if seat in seats]
            + [f"{facts[name][seat]} left" for name in game.counted if any(facts[name])],
        }
    for name, pile in t.piles():
        if " " not in name and (pile or name in game.kept):
            found[f"pile {name}"] = _pile(game, name, pile)
            if name == "trick":
                found["pile trick"]["by"] = game.playing(t, t.led)[: len(pile)]  # type: ignore[attr-defined]
    for i, meld in enumerate(t.melds()):
        found[f"meld {i}"] = _meld(meld)
    found["pools"] = dict(t.pools)
    found["board"] = game.compartments
    noticed = Game.facts(game, t, names)  # of a bargain there is a part by itself
    found["facts"] = [{"name": name, "value": value} for name, value in noticed.items()]
    if isinstance(game, Auction) and isinstance(t, Speculating) and t.ware:
        found["auction"] = _auction(game, t)
    return found


def varied(name: str, value: object) -> str:
    """An option that is not the book's, as the table's head says it.

    >>> varied("presale", False), varied("deals", "round"), varied("deals", 1), varied("reserve", 3)
    ('presale: no', 'everybody deals once', 'one deal', 'reserve: 3')
    """
    if name == "deals" and value is not None:
        return (
            "everybody deals once"
            if value == "round"
            else "one deal"
            if value == 1
            else f"{value} deals"
        )
    return f"{name}: {in_words(value)}"


def _pile(game: Game, name: str, pile: Pile) -> Part:
    return {
        "name": name.replace("_", " "),
        "cards": [face(one) for one in pile.cards],
        "stacked": name in game.stacked and not isinstance(pile, Hand),
        "row": not isinstance(pile, Hand),
    }


def _hand(game: Game, pile: Pile) -> Part:
    """A hand, laid out as the game would have it held; ``groups`` says how many cards lie together."""
    part = _pile(game, "hand", pile)
    if isinstance(pile, Hand) and HIDDEN not in pile.cards:
        groups = game.laid_out(pile.cards)
        part |= {
            "cards": [face(one) for group in groups for one in group],
            "groups": [*map(len, groups)],
        }
    return part


def last_done(t: Table, names: Names) -> dict[int, str]:
    """What each seat did last in this hand, without its name: what it did since another had done
    something.
    """
    hand = t.deals - (t.to_act is None)
    late = takewhile(lambda one: one.deal == hand, reversed(t.log[-MOST_LOOKED_AT:]))
    acts = [(one.seat, one) for one in late if one.seat is not None]
    found: dict[int, str] = {}
    for seat, row in groupby(acts, lambda act: act[0]):
        if seat not in found:
            name, said = f"{as_name(names, seat)} ", [one.says(names) for _, one in row]
            did = [one.removeprefix(name).removesuffix(".") for one in said if one.startswith(name)]
            found[seat] = "; ".join(reversed(did[:MOST_DONE]))
    return found


def _meld(meld: Meld) -> Part:
    return {
        "owner": meld.owner,
        "symbols": meld.symbols,
        "cards": [
            {
                "card": one.text,
                "named": name if one is JOKER else None,
                "crossed": i in meld.crossed,
            }
            for i, (one, name) in enumerate(zip(meld.cards, meld.called, strict=True))
        ],
    }


def _auction(game: Auction, t: Speculating) -> Part:
    """The bargain: what is offered by whom, and how far each of the others is with an answer."""
    answers = []
    for seat in t.others(t.seller):
        now = bool(t.asked) and seat == t.asked[0]
        said = (
            f"bids {t.bids[seat]}"
            if seat in t.bids
            else "is asked"
            if now
            else "waits"
            if seat in t.asked
            else "declines"
        )
        answers.append({"seat": seat, "said": said, "bid": t.bids.get(seat)})
    offered = face(t.lead.cards[-1]) if t.ware == "lead" and t.lead else None
    return {
        "ware": game.named(t.ware),
        "seller": t.seller,
        "price": t.price,
        "card": offered,
        "answers": answers,
        "best": max(t.bids.values(), default=0),
    }


# --- what may be done ---


def _parameters(game: Game, verb: str) -> tuple[str, ...]:
    """The names of what an action is done with, as its method has them after the game and the
    table.
    """
    return tuple(inspect.signature(getattr(game, f"do_{verb}")).parameters)[1:]


def action(game: Game, t: Table, seat: int, one: Action, names: Names = NUMBERED) -> Part:
    """An action, and what is to be touched for it: cards of the hand or lying open in the middle, a
    meld, a pile.

    What an argument is, the game itself says: ``i`` is the number of a meld, ``price`` a price;
    cards and melds are such."""
    named = dict(zip(_parameters(game, one.verb), one.args, strict=False))
    wanted = [
        part
        for arg in one.args
        for part in (arg.cards if isinstance(arg, Meld) else (arg,))
        if isinstance(part, Card)
    ]
    return {
        "text": one.text,
        "verb": one.verb,
        "says": one.told(names),
        "pick": _picked(t, seat, wanted),
        "meld": named.get("i"),
        "pile": game.touched.get(one.verb),
        "price": named.get("price"),
        "of": " ".join(
            [one.verb, *(str(value) for name, value in named.items() if name != "price")]
        ),
    }


def _picked(t: Table, seat: int, wanted: Sequence[Card]) -> list[str]:
    """Of the cards of an action those that one picks with the finger."""
    left = Counter(t.hands[seat].cards)
    for name, pile in t.piles():
        if " " not in name and isinstance(pile, Hand):
            left.update(held for held in pile.cards if held is not HIDDEN)
    picked = []
    for held in wanted:
        if left[held] > 0:
            left[held] -= 1
            picked.append(held.text)
    return picked


def verbs(game: Game, phase: str, actions: Sequence[Part]) -> list[str]:
    """What can be tried with cards in this phase, whether it is legal with these or not."""
    found = dict.fromkeys(one["verb"] for one in actions if one["pick"])
    if phase in game.tried:
        found[game.tried[phase]] = None
    return list(found)


def drops(game: Game, tries: Sequence[str]) -> dict[str, str]:
    """The piles to which cards can be carried, each with the verb that this tries."""
    found = {game.touched[verb]: verb for verb in tries if verb in game.touched}
    return {pile: verb for pile, verb in found.items() if pile != "hand"}


def attempt(game: Game, verb: str, cards: Sequence[str], meld: int | None) -> str:
    """The text of an action that somebody tries with these cards, in the form that its game gives
    it.
    """
    names = _parameters(game, verb) if verb in game.verbs else ()
    joined = "+".join(cards) if any(name.startswith("meld") for name in names) else " ".join(cards)
    return " ".join(part for part in (verb, joined, "" if meld is None else str(meld)) if part)
