"""How often a person wins who obeys every hint: `python tools/obeyed.py [SLUG …] [--deals N]`.

The first deals that are known to be won (`cadogan.tables.winnable`) of each game whose cards are
all open, by the board's own referee: *Hint* is asked, and what it says is played, until it says
nothing more. A search has the seconds of processor time that the page gives it
(`cadogan.board.outlook.ASKED`). Beside it stands the careful player, whose move was the hint before
the solver was asked. What is found goes into `cadogan/tables/obeyed.json` game by game; rows whose
rules have not changed are left out unless they are named."""

from __future__ import annotations

import argparse
import json
import time
from itertools import count

import cadogan
from cadogan.board.session import Session
from cadogan.players.batches import first_deal
from cadogan.players.strategies import Player
from cadogan.players.table import fingerprint
from cadogan.tables import winnable

PATH = winnable.PATH.with_name("obeyed.json")
#: A person who has been told nothing but "not known" is given this many hints in one deal, each
#: after a whole search; what comes then counts as lost.
MOST_UNKNOWN = 40


def is_open(slug: str) -> bool:
    """Whether a deal of the game hides no card."""
    return all(None not in pile for pile in cadogan.games[slug].deal(first_deal(1)).seen.values())


def obeyed(slug: str, deal: int) -> bool:
    """Whether a deal is won by whoever obeys every hint."""
    session, unknown = Session(slug, deal), 0
    while not session.position.is_over and unknown < MOST_UNKNOWN:
        reply = session.handle({"kind": "hint"})[0]
        while reply["kind"] == "searching":
            reply = session.handle({"kind": "hint", "on": True})[0]
        if reply["move"] is None:
            break
        unknown += reply["says"].startswith("Not known")
        session.play(reply["move"])
    return session.position.is_won


def careful(slug: str, deal: int) -> bool:
    """Whether the careful player wins a deal."""
    position, player = cadogan.games[slug].deal(deal), Player("careful", [deal, 1, 2, 3])
    while (move := player.choose(position)) is not None:
        position = position.play(move)
    return position.is_won


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--deals", type=int, default=50)
    given = parser.parse_args()
    time.perf_counter = time.process_time  # a busy machine must not make the search worse
    for slug in given.slugs or filter(is_open, cadogan.games):
        rows = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}
        game, found = cadogan.games[slug], winnable.solved(cadogan.games[slug])
        if (
            found is None
            or not found.won
            or (not given.slugs and rows.get(slug, {}).get("rules") == fingerprint(game))
        ):
            continue
        deals = [first_deal(1) + i for i, letter in zip(count(), found.verdicts) if letter == "w"]
        deals = deals[: given.deals]
        row = {
            "rules": fingerprint(game),
            "deals": len(deals),
            "hint": sum(obeyed(slug, deal) for deal in deals),
            "careful": sum(careful(slug, deal) for deal in deals),
        }
        rows[slug] = row
        PATH.write_text(
            "{\n"
            + ",\n".join(f"{json.dumps(s)}: {json.dumps(r)}" for s, r in rows.items())
            + "\n}\n",
            encoding="utf-8",
        )
        print(slug, row, flush=True)


if __name__ == "__main__":
    main()
