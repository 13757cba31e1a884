"""What a screen is given to draw: one seat's view of a table, in parts, as JSON values.

Every part has a name, ``seat 0``, ``pile pack``, ``meld 2``, ``pools`` …, so that a replay can tell only what changed.
All parts are made from a table that is already masked (`State.view`): a face that the seat has not seen is None here
because it is `HIDDEN` there, and nothing is looked up elsewhere.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cadogan.round_games.auction import Auction, Bargaining
from cadogan.round_games.cards import HIDDEN, JOKER, SUIT_NAMES, SUIT_SYMBOLS, Card, card
from cadogan.round_games.game import Game
from cadogan.round_games.melds import RANK_TEXT, Meld
from cadogan.round_games.state import Action
from cadogan.round_games.table import Hand, Pile, Table

Part = dict[str, Any]
Parts = dict[str, Any]

#: Piles of which only the uppermost card is drawn, and those that keep their place when they are empty.
STACKED = ("pack", "stock", "won", "passed", "aside", "spare")
KEPT = {"cooncan": ("pack", "stock"), "conquian": ("pack", "offer"), "calabrasella": ("trick",), "commerce": ("pack",)}
#: Where an action is done by touching a pile: (game, verb) -> the pile; ``hand`` is one's own row of cards.
TOUCHED = {
    ("cooncan", "draw"): "pack", ("cooncan", "take"): "stock", ("cooncan", "discard"): "stock", ("commerce", "buy"): "pack",
    ("calabrasella", "lay"): "trick", ("speculation", "turn"): "hand", ("conquian", "discard"): "offer", ("conquian", "pass"): "pack",
}  # fmt: skip
#: What may be tried with cards though nothing of the kind is legal now, so that the refusal says why: (game, phase) -> the verb.
TRIED = {
    ("cooncan", "lay"): "lay", ("conquian", "lay"): "lay", ("conquian", "forced"): "lay", ("conquian", "offer_drawer"): "use",
    ("conquian", "offer_other"): "use", ("conquian", "offer_discard"): "use",
}  # fmt: skip
#: How the facts that a game wants noticed are told.
ONE_SEAT, SOME_SEATS, EACH_SEAT = ("leader", "alone"), ("stood", "passed", "looked"), ("lives",)
A_CARD, A_SUIT = ("asked", "taken", "fixed"), ("trumps",)
BARGAIN = ("ware", "seller", "price", "bids")


def face(one: Card) -> str | None:
    """A card's text; None for one whose face is not seen."""
    return None if one is HIDDEN else one.text


def parts(game: Game[Any], t: Table, names: Sequence[str]) -> Parts:
    """All that is to be drawn of a table, by the names of its parts; ``names`` says who sits where."""
    found: Parts = {"turn": {"to_act": t.to_act, "phase": t.phase.replace("_", " "), "deal": t.deals + (t.to_act is not None)}}
    rows = {name: value for name, value in t.__dict__.items() if isinstance(value, list) and len(value) == t.seats}
    beside = {name: piles for name, piles in rows.items() if name != "hands" and piles and isinstance(piles[0], Pile)}
    marks = {name: set(t.__dict__[name]) for name in SOME_SEATS if name in game.noticed}
    for seat in range(t.seats):
        found[f"seat {seat}"] = {
            "who": names[seat],
            "counters": t.counters[seat],
            "dealer": seat == t.dealer,
            "to_act": seat == t.to_act,
            "hand": _pile("hand", t.hands[seat]),
            "piles": [_pile(name, piles[seat]) for name, piles in beside.items() if piles[seat]],
            "marks": [name for name, seats in marks.items() if seat in seats]
            + [f"{rows[name][seat]} left" for name in EACH_SEAT if name in game.noticed and any(rows[name])],
        }
    for name, pile in t.piles():
        if " " not in name and (pile or name in KEPT.get(game.slug, ())):
            found[f"pile {name}"] = _pile(name, pile)
            if name == "trick":
                found["pile trick"]["by"] = game.playing(t, t.led)[: len(pile)]  # type: ignore[attr-defined]
    for i, meld in enumerate(t.melds()):
        found[f"meld {i}"] = _meld(meld)
    found["pools"] = dict(t.pools)
    found["facts"] = [
        {"name": name.replace("_", " "), "value": told}
        for name in game.noticed
        if name not in (*SOME_SEATS, *EACH_SEAT, *(BARGAIN if isinstance(t, Bargaining) else ()))
        and (told := _told(name, t.__dict__[name]))
    ]
    if isinstance(game, Auction) and isinstance(t, Bargaining) and t.ware:
        found["auction"] = _auction(game, t)
    return found


def _pile(name: str, pile: Pile) -> Part:
    return {
        "name": name.replace("_", " "),
        "cards": [face(one) for one in pile.cards],
        "stacked": name in STACKED and not isinstance(pile, Hand),
        "row": not isinstance(pile, Hand),
    }


def _meld(meld: Meld) -> Part:
    named = [one.symbol for one in meld.named] if meld.is_run else [RANK_TEXT[meld.rank]] * len(meld.cards)
    return {
        "owner": meld.owner,
        "symbols": meld.symbols,
        "cards": [
            {"card": one.text, "named": name if one is JOKER else None, "crossed": i in meld.crossed}
            for i, (one, name) in enumerate(zip(meld.cards, named, strict=True))
        ],
    }


def _told(name: str, value: Any) -> str:
    """A fact in words; empty where there is nothing to tell."""
    if not value:
        return ""
    if name in ONE_SEAT:
        return f"seat {value}"
    if name in A_SUIT:
        return f"{SUIT_SYMBOLS[value]} {SUIT_NAMES[value]}"
    if name in A_CARD or isinstance(value, Card):
        return card(value).symbol
    return " to ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _auction(game: Auction[Any], t: Bargaining) -> Part:
    """The bargain: what is offered by whom, and how far each of the others is with an answer."""
    answers = []
    for seat in t.others(t.seller):
        now = bool(t.asked) and seat == t.asked[0]
        said = f"bids {t.bids[seat]}" if seat in t.bids else "is asked" if now else "waits" if seat in t.asked else "declines"
        answers.append({"seat": seat, "said": said, "bid": t.bids.get(seat)})
    offered = face(t.__dict__["lead"].cards[-1]) if t.ware == "lead" and t.__dict__["lead"] else None
    return {"ware": game.named(t.ware), "seller": t.seller, "price": t.price, "card": offered, "answers": answers,
            "best": max(t.bids.values(), default=0)}  # fmt: skip


# --- what may be done ---


def _parameters(game: Game[Any], verb: str) -> tuple[str, ...]:
    """The names of what an action is done with, as its method has them after the game and the table."""
    code = getattr(game, f"do_{verb}").__code__
    return tuple(code.co_varnames[2 : code.co_argcount + bool(code.co_flags & inspect.CO_VARARGS)])


def action(game: Game[Any], t: Table, seat: int, one: Action) -> Part:
    """An action, and what is to be touched for it: cards of the hand or lying open in the middle, a meld, a pile.

    What an argument is, the game itself says: ``i`` is the number of a meld, ``price`` a price; cards and melds are such.
    """
    named = dict(zip(_parameters(game, one.verb), one.args, strict=False))
    wanted = [part for arg in one.args for part in (arg.cards if isinstance(arg, Meld) else (arg,)) if isinstance(part, Card)]
    return {
        "text": one.text,
        "verb": one.verb,
        "says": one.says,
        "pick": _picked(t, seat, wanted),
        "meld": named.get("i"),
        "pile": TOUCHED.get((game.slug, one.verb)),
        "price": named.get("price"),
        "of": " ".join([one.verb, *(str(value) for name, value in named.items() if name != "price")]),
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


def verbs(game: Game[Any], phase: str, actions: Sequence[Part]) -> list[str]:
    """What can be tried with cards in this phase, whether it is legal with these or not."""
    found = dict.fromkeys(one["verb"] for one in actions if one["pick"])
    if (game.slug, phase) in TRIED:
        found[TRIED[game.slug, phase]] = None
    return list(found)


def drops(game: Game[Any], tries: Sequence[str]) -> dict[str, str]:
    """The piles to which cards can be carried, each with the verb that this tries."""
    found = {TOUCHED[game.slug, verb]: verb for verb in tries if (game.slug, verb) in TOUCHED}
    return {pile: verb for pile, verb in found.items() if pile != "hand"}


def attempt(game: Game[Any], verb: str, cards: Sequence[str], meld: int | None) -> str:
    """The text of an action that somebody tries with these cards, in the form that its game gives it."""
    names = _parameters(game, verb) if verb in game.verbs else ()
    joined = "+".join(cards) if any(name.startswith("meld") for name in names) else " ".join(cards)
    return " ".join(part for part in (verb, joined, "" if meld is None else str(meld)) if part)
