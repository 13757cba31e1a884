"""A whole game of every chapter, as a text that can be read: deal, every move as a sentence, what
follows, the end.

A new game is the greedy player's: the first of the deals from 1914 on that he wins (or gets
furthest with, of two hundred). The moves in a file may be any, and may be written by hand. After a
change that is meant:

    python -m pytest tests/test_golden.py --regenerate

plays the written moves anew, or a new game where they are no longer legal. Read the diff of
`golden/<slug>.txt` as one would look on while the game is played."""

import contextlib
import difflib
import re
from pathlib import Path

from cadogan.compiler.run import Machine
from cadogan.players import odds
from cadogan.players.playing import BY_HOME, WON
from cadogan.players.strategies import GREEDY, LIMIT

from .conftest import named_games, text_of

FOLDER = Path(__file__).with_name("golden")
FIRST_DEAL, DEALS = 1914, 200


def told(game, deal, moves):
    """The game as text. What a move brings about besides itself (fillings, cards put up) is told
    after it.
    """
    position = game.deal(deal)
    lines = [str(position), ""]
    for number, text in enumerate(moves, 1):
        move = position.find(text)
        assert move is not None, f"move {number}, {text}, is refused: {position.why_not(text)}"
        after = position.play(move)
        lines.append(f"{number:>3}. {text} · {move.says}")
        more = [
            place
            for place, pile in after.cards.items()
            if pile != position.cards[place] and place not in move.places
        ]
        if len(more) > 4 or (more and move.kind in ("deal", "again")):
            lines += ["", picture(after), ""]
        elif more:
            changes = (f"{one}: {row(position, one)} -> {row(after, one)}" for one in more)
            lines.append(f"     {'; '.join(changes)}")
        position = after
    end = "won" if position.is_won else "over" if position.is_over else "given up"
    counted = "".join(f"; {name}: {value}" for name, value in position.counts.items())
    lines += ["", f"The game is {end} after {len(moves)} moves{counted}.", "", picture(position)]
    return "\n".join(lines) + "\n"


def row(position, place):
    """What lies on a place, shortly."""
    pile = position.cards[place]
    return f"{len(pile)} cards" if len(pile) > 4 else f"[{' '.join(map(str, pile))}]"


def picture(position):
    """The position without its first line."""
    return str(position).partition("\n")[2]


def best(game):
    """The first deal that the greedy player wins, else the one with most cards home."""
    machine = Machine(game.program_for(GREEDY))

    def came(deal):
        tally = odds.run(machine, deal, 1, LIMIT)
        return tally[WON], tally[BY_HOME:].index(1)

    return odds.playout(game, max(range(FIRST_DEAL, FIRST_DEAL + DEALS), key=came))


def anew(game):
    """The written game as it now goes, or a new one."""
    if written(game).exists():
        deal, moves = moves_of(text_of(written(game)))
        with contextlib.suppress(AssertionError):
            return told(game, deal, moves)
    record = best(game)
    assert record.moves, (
        f"the greedy player makes no move in {game.title}; write its game by hand, one line a move: '  1. swap g1 g2 · '"
    )
    return told(game, record.deal, record.moves)


def written(game):
    """The file of a game."""
    return FOLDER / f"{game.slug}.txt"


def moves_of(text):
    """The deal and the moves of a written game: its numbered lines."""
    head = text.partition("\n")[0]
    moves = re.findall(r"^[ \d]{2}\d\. (.*?)(?: · .*)?$", text, re.MULTILINE)  # "  1. t3-f1 · …"
    return int(head.rpartition(" ")[2]), tuple(moves)


def test_golden_playthrough(game, regenerate):
    """The written moves are legal, say the same, and lead to the same end."""
    path = written(game)
    if regenerate:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(anew(game), encoding="utf-8")
    assert path.exists(), f"there is no playthrough of {game.slug}; {__doc__}"
    text = text_of(path)
    deal, moves = moves_of(text)
    assert moves, f"{path.name} holds no moves"
    now = told(game, deal, moves)
    diff = difflib.unified_diff(
        text.splitlines(), now.splitlines(), "as written", "as played now", n=2, lineterm=""
    )
    assert now == text, "\n".join(diff)


def test_no_playthrough_of_a_game_that_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} <= named_games().keys()
