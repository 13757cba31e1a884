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

#: How many of the last events are looked through for what each seat did last; how many of its deeds
#: are told.
MOST_LOOKED_AT, MOST_DONE = 60, 3
Part = dict[str, Any]
Parts = dict[str, Any]


def as_name(names: Names, seat: int) -> str:
    """What a player is called outside a sentence."""
    return upper_first(names(seat))


def face(card: Card) -> str | None:
    """A card's text; None for one whose face is not seen."""
    return None if card is HIDDEN else card.text


def parts(game: Game, t: Table, names: Names, sits: Sequence[str]) -> Parts:
    """All that is to be drawn of a table, by the names of its parts; ``sits`` says who sits where,
    a person or a bot.
    """
    all_parts: Parts = {
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
        all_parts[f"seat {seat}"] = {
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
        if " " not in name and (pile or name in game.permanent):
            all_parts[f"pile {name}"] = _pile(game, name, pile)
            if name == "trick":
                all_parts["pile trick"]["by"] = game.playing(t, t.led)[: len(pile)]  # type: ignore[attr-defined]
    for i, meld in enumerate(t.melds()):
        all_parts[f"meld {i}"] = _meld(meld)
    all_parts["pools"] = dict(t.pools)
    all_parts["board"] = [*t.pools] if game.compartments else []
    noticed = Game.facts(game, t, names)  # a bargain has a part of its own
    all_parts["facts"] = [{"name": name, "value": value} for name, value in noticed.items()]
    if isinstance(game, Auction) and isinstance(t, Speculating) and t.ware:
        all_parts["auction"] = _auction(game, t)
    return all_parts


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
        "cards": [face(card) for card in pile.cards],
        "stacked": name in game.stacked and not isinstance(pile, Hand),
        "row": not isinstance(pile, Hand),
    }


def _hand(game: Game, pile: Pile) -> Part:
    """A hand, laid out as the game would have it held; ``groups`` says how many cards lie together."""
    part = _pile(game, "hand", pile)
    if isinstance(pile, Hand) and HIDDEN not in pile.cards:
        groups = game.laid_out(pile.cards)
        part |= {
            "cards": [face(card) for group in groups for card in group],
            "groups": [*map(len, groups)],
        }
    return part


def last_done(t: Table, names: Names) -> dict[int, str]:
    """What each seat did last in this hand, without its name: all since another seat had acted."""
    hand = t.deals - (t.to_act is None)
    late = takewhile(lambda event: event.deal == hand, reversed(t.log[-MOST_LOOKED_AT:]))
    acts = [(event.seat, event) for event in late if event.seat is not None]
    deeds: dict[int, str] = {}
    for seat, row in groupby(acts, lambda act: act[0]):
        if seat not in deeds:
            name, texts = f"{as_name(names, seat)} ", [event.says(names) for _, event in row]
            did = [s.removeprefix(name).removesuffix(".") for s in texts if s.startswith(name)]
            deeds[seat] = "; ".join(reversed(did[:MOST_DONE]))
    return deeds


def _meld(meld: Meld) -> Part:
    return {
        "owner": meld.owner,
        "symbols": meld.symbols,
        "cards": [
            {
                "card": card.text,
                "named": name if card is JOKER else None,
                "crossed": i in meld.crossed,
            }
            for i, (card, name) in enumerate(zip(meld.cards, meld.called, strict=True))
        ],
    }


def _auction(game: Auction, t: Speculating) -> Part:
    """The bargain: what is offered, by whom, and how each of the others has answered so far."""
    answers = []
    for seat in t.others(t.seller):
        now = bool(t.asked) and seat == t.asked[0]
        answer = (
            f"bids {t.bids[seat]}"
            if seat in t.bids
            else "is asked"
            if now
            else "waits"
            if seat in t.asked
            else "declines"
        )
        answers.append({"seat": seat, "said": answer, "bid": t.bids.get(seat)})
    offered = face(t.lead.cards[-1]) if t.ware == "lead" and t.lead else None
    return {
        "ware": game.ware_name(t.ware),
        "seller": t.seller,
        "price": t.price,
        "card": offered,
        "answers": answers,
        "best": max(t.bids.values(), default=0),
    }


# --- what may be done ---


def _parameters(game: Game, verb: str) -> tuple[str, ...]:
    """The names of an action's arguments: the parameters of its method after the table."""
    return tuple(inspect.signature(getattr(game, f"do_{verb}")).parameters)[1:]


def action(game: Game, t: Table, seat: int, choice: Action, names: Names = NUMBERED) -> Part:
    """An action, and what is to be touched for it: cards of the hand or lying open in the middle, a
    meld, a pile.

    What an argument is, its name in the game's method says: ``i`` is the number of a meld,
    ``price`` a price. Cards and melds are known by their types."""
    arguments = dict(zip(_parameters(game, choice.verb), choice.args, strict=False))
    cards = [
        part
        for arg in choice.args
        for part in (arg.cards if isinstance(arg, Meld) else (arg,))
        if isinstance(part, Card)
    ]
    return {
        "text": choice.text,
        "verb": choice.verb,
        "says": choice.sentence(names),
        "pick": _picked(t, seat, cards),
        "meld": arguments.get("i"),
        "pile": game.touched.get(choice.verb),
        "price": arguments.get("price"),
        "of": " ".join(
            [choice.verb, *(str(value) for name, value in arguments.items() if name != "price")]
        ),
    }


def _picked(t: Table, seat: int, cards: Sequence[Card]) -> list[str]:
    """The cards of an action that a person picks on the screen."""
    left = Counter(t.hands[seat].cards)
    for name, pile in t.piles():
        if " " not in name and isinstance(pile, Hand):
            left.update(card for card in pile.cards if card is not HIDDEN)
    picked = []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            picked.append(card.text)
    return picked


def verbs(game: Game, phase: str, actions: Sequence[Part]) -> list[str]:
    """The verbs that can be tried with cards in this phase, legal with the chosen ones or not."""
    tried = dict.fromkeys(part["verb"] for part in actions if part["pick"])
    if phase in game.tried:
        tried[game.tried[phase]] = None
    return list(tried)


def drops(game: Game, tries: Sequence[str]) -> dict[str, str]:
    """The piles to which cards can be carried, each with the verb that is tried by it."""
    verb_of = {game.touched[verb]: verb for verb in tries if verb in game.touched}
    return {pile: verb for pile, verb in verb_of.items() if pile != "hand"}


def attempt(game: Game, verb: str, cards: Sequence[str], meld: int | None) -> str:
    """The text of an action that somebody tries with these cards, in the form that its game gives
    it.
    """
    names = _parameters(game, verb) if verb in game.verbs else ()
    joined = "+".join(cards) if any(name.startswith("meld") for name in names) else " ".join(cards)
    return " ".join(part for part in (verb, joined, "" if meld is None else str(meld)) if part)
