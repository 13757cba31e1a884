"""Random play at length: `python tools/soak.py [SLUG …] [--moves 1000000] [--seed 1]`.

Plays every game (and variant, and option of each reading) at random in WebAssembly up to a number
of moves, and looks after every move whether each card of the pack lies in exactly one place; plays
a sample of the games again with the engine as it stands and compares the whole final states. In a
sample of games it tries every listed move, tries moves that are not listed (each must be refused,
and change nothing), and plays the record of the game again, through its JSON. Exit status 1 at the
first fault, which is named."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import cadogan
from cadogan.compiler.layout import Field
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine, has_webassembly
from cadogan.compiler.specialise import specialise
from cadogan.engine import play
from cadogan.engine.chance import CHOICES, below
from cadogan.engine.chance import seed as draw_lots
from cadogan.engine.numbers import FACES
from cadogan.engine.rules import Rules
from cadogan.patience.game import Game, begun
from cadogan.patience.position import IllegalMove, Position
from cadogan.patience.record import Record
from cadogan.players import odds
from cadogan.players.strategies import RANDOM

SAMPLE = 5


def rulings(slugs: list[str]) -> Iterator[tuple[str, Game]]:
    """Every game with its variants and the other options of its readings, with a name."""
    for slug in slugs:
        game = cadogan.games[slug]
        for one in (game, *game.variants.values()):
            yield one.slug, one
        for name, options in game.readings.items():
            for option in options[1:]:
                yield f"{slug}, {name}: {option}", game.vary(**{name.replace(" ", "_"): option})


def lost_cards(game: Game, top: list[int], height: list[int], under: list[int]) -> str:
    """What is wrong with the piles of a state; empty where every card lies in exactly one place."""
    found: list[int] = []
    for p in range(len(game.places)):
        card = top[p]
        for _ in range(height[p]):
            found.append(card)
            card = under[card]
    if sorted(found) != sorted(game.rules.pack):
        return f"{len(found)} cards lie on the table, {len(set(found))} of them different; the pack has {len(game.rules.pack)}"
    return ""


def whole(rules: Rules, s: Any) -> int:
    """Whether every card of the pack lies in exactly one place (in the engine's part of Python)."""
    for c in rules.pack:
        s.missing[c] = 1
    for p in range(len(rules.places)):
        card = s.top[p]
        for _ in range(s.height[p]):
            if card < 0 or not s.missing[card]:
                return False
            s.missing[card] = 0
            card = s.under[card]
    for c in rules.pack:
        if s.missing[c]:
            return False
    return True


def play_on(rules: Rules, s: Any, number: int, wanted: int, limit: int) -> int:
    """Deal and play by lot the games number, number + 1, … until so many moves are made, or a card
    is lost; how many games (in the engine's part of Python).
    """
    games = 0
    s.made = 0
    while s.made < wanted and not s.lost:
        play.deal(rules, s, number + games)
        draw_lots(s.lots, number + games, CHOICES)
        s.lost = not whole(rules, s)
        n = 1
        made = 0
        while n > 0 and made < limit and not s.lost and not play.is_won(rules, s):
            n = play.legal(rules, s)
            if n > 0:
                play.apply(rules, s, s.moves[RANDOM.choose(rules, s, n)])
                made += 1
                s.lost = not whole(rules, s)
        s.made += max(1, made)  # a deal without a move counts, or the end might never be reached
        games += 1
    return games


def soak(game: Game, wanted: int, seed: int, limit: int) -> tuple[int, int, str]:
    """Play up to a number of moves; the games, the moves made and the first fault."""
    layout = (
        *game.rules.layout,
        Field("missing", FACES * (1 + max(game.rules.pack) // FACES), 1),
        Field("made"),
        Field("lost"),
    )
    entry = Entry(play_on, {"rules": game.rules})
    program = specialise({"play_on": entry}, layout, game.title, begun(game))
    machine, slow = Machine(program, "wasm"), Machine(program, "interpreted")
    first = odds.first_deal(seed)
    for number in range(first, first + SAMPLE):
        # The first game of a machine begins from an empty state, so that traces of earlier games
        # are compared, too.
        for one in (machine, slow):
            one.call("play_on", number, 1, limit)
        if machine.dump() != slow.dump():
            fault = "WebAssembly and the engine as it stands end in different states"
            return number - first + 1, 0, f"deal {number}: {fault}"
    games, moves = machine.call("play_on", first, wanted, limit), machine.read("made")
    assert isinstance(games, int) and isinstance(moves, int)
    if machine.read("lost"):
        piles = [machine.read(name) for name in ("top", "height", "under")]
        fault = lost_cards(game, *piles) or "a card was lost on the way"  # type: ignore[arg-type]
        return games, moves, f"deal {first + games - 1}: {fault}"
    return games, moves, ""


def attempts(position: Position, chance: list[int], n: int) -> list[str]:
    """Texts of moves that might be legal and are not listed: between places, and of each other
    kind.
    """
    names = [place.id for place in position.game.places]
    listed = {move.text for move in position.moves()}
    found = [f"{kind}" for kind in ("turn", "deal", "again", "fill", "next", "pass")]
    for _ in range(n):
        one, two = names[below(chance, len(names))], names[below(chance, len(names))]
        found += [
            f"{one}-{two}",
            f"{one}-{two} 2",
            f"fill {one}",
            f"take {one} {two}",
            f"swap {one} {two}",
        ]
    return [text for text in found if text not in listed]


def try_moves(game: Game, seed: int) -> tuple[int, str]:
    """Walk through a few games: every listed move, others that must be refused, and the record
    again; attempts refused, first fault.
    """
    refused = 0
    for i in range(SAMPLE):
        opening = position = game.deal(odds.first_deal(seed) + i)
        chance = [0] * 4
        draw_lots(chance, i, 7)
        moves: list[str] = []
        for _ in range(40):
            listed = position.moves()
            if not listed:
                break
            for move in listed[:60]:
                after: Position = position.play(move.text)
                if fault := lost_cards(
                    game, after.state.top, after.state.height, after.state.under
                ):
                    return refused, f"deal {position.number}, {move}: {fault}"
            before = position.state.dump()
            for text in attempts(position, chance, 4):
                try:
                    position.play(text)
                except IllegalMove:
                    refused += 1
                else:
                    if position.find(text) not in listed:
                        return (
                            refused,
                            f"deal {position.number}, {' '.join(moves)}: {text} is not listed and was accepted",
                        )
                if position.state.dump() != before:
                    return (
                        refused,
                        f"deal {position.number}, {text}: a refused move changed the position",
                    )
            moves.append(listed[below(chance, len(listed))].text)
            position = position.play(moves[-1])
        record = Record(game, opening.number, moves)
        if game.origin is None:  # another Python finds a game by its slug
            record = Record.from_json(record.to_json())
        if record.last != position:
            return refused, f"deal {opening.number}: the record plays to another position"
    return refused, ""


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*")
    parser.add_argument(
        "--moves",
        type=int,
        default=1_000_000,
        help="random moves in each game, variant and reading",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--limit", type=int, default=1000, help="moves after which a game is stopped"
    )
    given = parser.parse_args()
    if not has_webassembly():
        sys.exit("wasmtime is not installed; the soak is for the programs as WebAssembly")
    count = total = 0
    for name, game in rulings(given.slugs or list(cadogan.games)):
        began = time.perf_counter()
        refused, fault = try_moves(game, given.seed + 8)
        games = moves = 0
        if not fault:
            games, moves, fault = soak(game, given.moves, given.seed, given.limit)
        if fault:
            print(f"{name}: {fault}")
            return 1
        count, total = count + 1, total + moves
        print(
            f"{name}: {moves:,} moves in {games:,} games, {refused:,} attempts refused ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    print(f"{count} games, variants and readings: {total:,} random moves, no card lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
