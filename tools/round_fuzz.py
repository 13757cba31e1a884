"""Hostile input to the round games: `python tools/round_fuzz.py [--minutes 1] [--seed 1] [actions
records sessions]`.

Three kinds of attempt, in turn until the time is over. *Actions*: texts made of pieces of legal
ones, in states of random play; each is played or refused by `IllegalAction` with a sentence that
holds. *Records*: saved games with parts changed, or text cut; each is read or refused by
`RecordError`. *Sessions*: messages made of pieces of proper ones; each gets a reply that is JSON,
and nothing that is refused changes the game. Prints how many were tried and refused, the slowest,
and the most memory. Exit status 1 at the first wrong exception, false reason or reply, with what
led to it; `--slow` seconds is the longest that one attempt may take."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from cadogan.board.round_session import Session
from cadogan.round_games import Game, IllegalAction, OptionError, Record, RecordError, State, games
from cadogan.round_games.cards import known
from cadogan.round_games.options import Whole

#: What no game expects, and what looks nearly right.
ODD = [
    "",
    " ",
    "\t",
    "\n",
    "\x00",
    "\ud800",
    "💥",
    "-1",
    "0",
    "1",
    "99",
    "1e9",
    "٣",
    "JK",
    "JK1",
    "10H",
    "TH",
    "th",
    "KS",
    "6♥",
    "??",
    "+",
    "A+2+3",
    "JK(9H)",
    "low",
    "high",
    "fill",
    "both",
    "lay",
    "self",
    "__class__",
    "{0}",
    "%s",
    "x" * 300,
    "seat 1",
    "None",
    "True",
]
VALUES = [
    None,
    True,
    False,
    0,
    1,
    -1,
    5,
    2**40,
    10**30,
    0.5,
    float("nan"),
    "",
    "x" * 500,
    "round",
    [],
    {},
    ["a"],
    {"a": 1},
]


def varied(rng: random.Random) -> Game[Any]:
    """A game with some of its options changed at random."""
    game = games[rng.choice(list(games))]
    for name in rng.sample(list(game.declared), rng.randrange(4)):
        values = game.declared[name].values
        value = (
            rng.choice(values.also or (values.low,))
            if isinstance(values, Whole) and rng.random() < 0.5
            else None
        )
        if value is None:
            value = (
                min(values.high, values.low + rng.randrange(40))
                if isinstance(values, Whole)
                else rng.choice(values)
            )
        try:
            other = game.vary(**{name: value})
            other.deal(1, other.players[0]), other.deal(1)
            game = other
        except OptionError:
            continue  # these do not go together
    return game


def somewhere(game: Game[Any], rng: random.Random, most: int = 60) -> State:
    """A state of random play."""
    state = game.deal(rng.randrange(1000), rng.choice([game.seats, game.players[0]]))
    return state.run(lambda table, actions: rng.choice(actions), rng.randrange(most))[0]


def mutated(text: str, rng: random.Random) -> str:
    """A text with a word or a character changed."""
    words = text.split(" ")
    for _ in range(rng.randrange(1, 4)):
        i = rng.randrange(len(words) + 1)
        what = rng.randrange(5)
        if what == 0:
            words.insert(i, rng.choice(ODD))
        elif what == 1 and i < len(words):
            words[i] = rng.choice(ODD)
        elif what == 2 and len(words) > 1:
            words.pop(min(i, len(words) - 1))
        elif what == 3:
            rng.shuffle(words)
        elif i < len(words):
            words[i] = rng.choice(
                [words[i].lower(), words[i] + rng.choice(ODD), words[i][::-1], words[i][1:]]
            )
    return rng.choice([" ", "  ", " "]).join(words)


def false_reason(state: State, error: IllegalAction) -> str:
    """What a refusal says that does not hold; empty when all does that can be looked up."""
    said, seat = error.sentence, state.to_act
    if seat is None:
        return ""
    hand = state._table.hands[seat].cards
    if " is not in the hand" in said:
        word = said.split(" is not in the hand")[0].split()[-1]
        card = known("".join({"♣": "C", "♦": "D", "♥": "H", "♠": "S"}.get(c, c) for c in word))
        if card in hand:
            return f"{word} is in the hand"
    if "must be followed" in said:
        led = state._table.__dict__["trick"][0].card.suit
        if not any(c.suit == led for c in hand):
            return "the hand has no card of that suit"
    if "not to be chosen" in said and any(f" and {a.verb} is not" in said for a in state.actions()):
        return "the verb is legal"
    return "too long" if len(said) > 1200 else ""


def actions(rng: random.Random) -> bool:
    """One text of an action; whether it was refused."""
    state = somewhere(varied(rng), rng)
    legal = [a.text for a in state.actions()] or ["x"]
    other = rng.choice(list(state.game.verbs))
    text = mutated(rng.choice([*legal[:50], f"{other} {rng.choice(legal).partition(' ')[2]}"]), rng)
    before = state._table.copy()
    try:
        state.play(text, rng.choice([None, None, None, state.to_act, 0, 99, "1"]))  # type: ignore[arg-type]
        return False
    except IllegalAction as error:
        if false := false_reason(state, error):
            raise AssertionError(
                f"{state.game!r}: {text!r} is refused: {error}; but {false}"
            ) from None
        assert state._table == before, "a refusal changed the state"
        return True


def records(rng: random.Random) -> bool:
    """One saved game that somebody has changed; whether it was refused."""
    data = json.loads(somewhere(varied(rng), rng, 200).record().to_json())
    for _ in range(rng.randrange(1, 3)):
        what, name = rng.randrange(6), rng.choice(list(data) or ["x"])
        if what == 0:
            data[name] = rng.choice([*VALUES, *ODD])
        elif what == 1:
            data.pop(name, None)
        elif what == 2 and isinstance(data.get("actions"), list) and data["actions"]:
            data["actions"][rng.randrange(len(data["actions"]))] = rng.choice(
                [*ODD, *VALUES, mutated(rng.choice(ODD), rng)]
            )
        elif what == 3 and isinstance(data.get("actions"), list):
            data["actions"] = data["actions"] * rng.choice([2, 50])
        elif what == 4 and isinstance(data.get("options"), dict):
            data["options"][rng.choice([*data["options"], *ODD])] = rng.choice([*VALUES, *ODD])
        else:
            data["cards"] = " ".join(
                rng.choices(["AS", "KD", "10H", *ODD], k=rng.choice([1, 3, 60, 5000]))
            )
    text = json.dumps(data)
    if rng.random() < 0.1:
        text = text[: rng.randrange(len(text))]
    try:
        Record.from_json(text)
        return False
    except RecordError as error:
        assert len(str(error)) < 1500, f"{len(str(error))} characters of refusal"
        return True


KINDS = [
    "hello",
    "act",
    "try",
    "bot",
    "hint",
    "ready",
    "lift",
    "undo",
    "redo",
    "go",
    "cut",
    "restart",
    "new",
    "sit",
    "options",
    "change",
    "save",
    "load",
    "keep",
    "next",
    "pass",
    "forced",
    "nonsense",
]


def sessions(rng: random.Random) -> bool:
    """A table and forty messages; whether one was refused."""
    game = varied(rng)
    seats = [rng.choice(["you", "you", "rule", "random", "beginner"]) for _ in range(game.seats)]
    session, refused = Session(game, rng.randrange(100), game.seats, seats), False
    for _ in range(40):
        shown = session.shown()
        json.dumps(shown, allow_nan=False)
        texts = [one["text"] for one in shown["actions"]] or ["x"]
        kind = rng.choice([*KINDS, "act", "act", "bot", "bot", "next", "ready"])
        message: dict[str, Any] = {
            "kind": kind,
            "text": rng.choice(texts),
            "seat": shown["curtain"] or 0,
            "verb": texts[0].split()[0],
            "on": rng.random() < 0.5,
        }
        message |= {
            "cards": rng.sample(ODD, 2),
            "to": rng.randrange(20),
            "deal": rng.randrange(50),
            "who": rng.choice(["you", "rule", "sharp"]),
        }
        if kind == "load":
            message["record"] = rng.choice(
                [session.record.to_json(), "{", mutated(session.record.to_json()[:300], rng)]
            )
        if kind == "sit" and message["who"] == "sharp":
            message["who"] = "beginner"  # it would think for a second
        for name in rng.sample(list(message), rng.choice([0, 0, 1, 2])):
            message[name] = rng.choice([*VALUES, *ODD, *KINDS])
        if message.get("kind") == "bot":
            message["actions"] = rng.choice([1, 100, 100, *VALUES])
        before, at = session.state, session._line.at
        replies = session.handle(message)
        json.dumps(replies, allow_nan=False)
        if replies and replies[0]["kind"] in ("error", "refused"):
            refused = True
            assert (session.state, session._line.at) == (before, at), (
                f"{message} was refused and changed the game"
            )
            assert len(replies[0]["sentence"]) < 1500
    return refused


ATTEMPTS: dict[str, Callable[[random.Random], bool]] = {
    "actions": actions,
    "records": records,
    "sessions": sessions,
}


def fuzz(
    kinds: list[str], seconds: float, seed: int, slow: float, most: int | None = None
) -> dict[str, list[float]]:
    """Attempt after attempt until the time is over; for each kind its tries, refusals and slowest
    in seconds.
    """
    found = {kind: [0, 0, 0.0] for kind in kinds}
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end and (most is None or number < most):
        kind = kinds[number % len(kinds)]
        name = f"{seed} {number}"
        began = time.process_time()
        try:
            refused = ATTEMPTS[kind](random.Random(name))
        except Exception as error:
            raise AssertionError(
                f"{kind}, attempt {name!r}: {type(error).__name__}: {error}"
            ) from error
        took = time.process_time() - began
        found[kind] = [found[kind][0] + 1, found[kind][1] + refused, max(found[kind][2], took)]
        if took > slow:
            raise AssertionError(f"{kind}, attempt {name!r}: {took:.1f} s of processor time")
        number += 1
    return found


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", help=f"some of {', '.join(ATTEMPTS)}; all, unless told")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--slow",
        type=float,
        default=5,
        help="seconds of processor time that one attempt may take (%(default)s)",
    )
    given = parser.parse_args()
    if unknown := [kind for kind in given.kinds if kind not in ATTEMPTS]:
        parser.error(f"no kind {', '.join(unknown)}; there are {', '.join(ATTEMPTS)}")
    try:
        found = fuzz(given.kinds or list(ATTEMPTS), 60 * given.minutes, given.seed, given.slow)
    except AssertionError as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("stopped")
        return 1
    for kind, (tries, refused, slowest) in found.items():
        print(
            f"{kind}: {tries:,} tried, {refused:,} refused as documented, the slowest {slowest:.2f} s of processor time"
        )
    try:
        import resource

        print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    except ImportError:
        pass  # not on Windows
    return 0


if __name__ == "__main__":
    sys.exit(main())
