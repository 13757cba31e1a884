"""What hints are worth, by playing: `python tools/hints.py [SLUG …] [--obeyed | --blind] [--deals N]`.

The careful player plays the same deals again (`--deals` of each game, 10,000 or with `--obeyed` 50),
each time without one of its weights, and the results go into `cadogan/players/hints.json`
(`cadogan.players.worth`).

With `--obeyed`, how often a person wins who obeys every hint, into `cadogan/tables/obeyed.json`:
the first deals that are known to be won (`cadogan.tables.winnable`) of each game whose cards are
all open, by the board's own referee. *Hint* is asked, and what it says is played, until it says
nothing more. A search has the seconds of processor time that the page gives it
(`cadogan.board.outlook.ASKED`). Beside it stands the careful player, whose move was the hint before
the solver was asked.

With `--blind`, how often who obeys every hint wins the first deals (100) of each game, beside the
players of the table of odds, who see no hidden card either, with the patient player's own lots: it
is printed only. Where all cards are open, `--seconds` bounds each search.

Rows are written game by game; those of games that are played as before are left out unless they are
named."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import compress

from house import command_line, read_rows, write_rows

import cadogan
from cadogan.board import outlook
from cadogan.board.session import Session
from cadogan.compiler.run import Machine
from cadogan.players import odds, playing, worth
from cadogan.players.careful import Careful
from cadogan.players.fingerprint import fingerprint
from cadogan.players.strategies import CAREFUL, STRATEGIES, Player
from cadogan.players.weights import NAMES, Weights, weights_of
from cadogan.tables import winnable
from cadogan.tables.tally import play_of

OBEYED = winnable.PATH.with_name("obeyed.json")
#: The most moves of a game of the careful player.
LIMIT = 600
#: A person who has been told nothing but "not known" is given this many hints in one deal, each
#: after a whole search; what comes then counts as lost.
MOST_UNKNOWN = 40


def played(slug: str, weights: Weights, deals: int) -> tuple[float, float]:
    """The share of games won with these weights, and the mean of cards home."""
    strategy = Careful(weights)
    player = replace(CAREFUL, choose=strategy.choose, begin=strategy.begin, weighing=None)
    machine = Machine(cadogan.games[slug].program_for(player))
    tally = odds.run(machine, odds.first_deal(1), deals, LIMIT)
    home = sum(h * c for h, c in enumerate(tally[playing.BY_HOME :])) / deals
    return tally[playing.WON] / deals, round(home, 3)


def weighed(slug: str, deals: int) -> dict[str, object]:
    """The row of a game: what the careful player does, and without each weight that matters."""
    weights = weights_of(slug)
    won, home = played(slug, weights, deals)
    without = {
        name: played(slug, replace(weights, **{name: 0}), deals)
        for name in NAMES
        if getattr(weights, name)
    }
    return {
        "deals": deals,
        "won": won,
        "home": home,
        "without": {name: figures for name, figures in without.items() if figures != (won, home)},
    }


def is_open(slug: str) -> bool:
    """Whether a deal of the game hides no card."""
    first = cadogan.games[slug].deal(odds.first_deal(1))
    return all(None not in pile for pile in first.seen.values())


def obeyed(slug: str, deal: int, as_patient: bool = False) -> bool:
    """Whether a deal is won by whoever obeys every hint; ``as_patient`` with the lots that the patient
    player draws in it.
    """
    session, unknown = Session(slug, deal), 0
    if as_patient:
        session.adviser.player.lots = None  # from the number of the deal
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


def followed(slug: str, most: int) -> dict[str, object]:
    """The row of a game: of so many deals, those won by the hints and by the careful player; empty
    where cards are hidden, or no deal is known to be won.
    """
    solved = winnable.solved(cadogan.games[slug])
    if not solved or not solved.won or not is_open(slug):
        return {}
    first, won = odds.first_deal(1), [letter == "w" for letter in solved.verdicts]
    deals = list(compress(range(first, first + len(won)), won))[:most]
    return {
        "deals": len(deals),
        "hint": sum(obeyed(slug, deal) for deal in deals),
        "careful": sum(careful(slug, deal) for deal in deals),
    }


def beside(slug: str, most: int) -> dict[str, object]:
    """The first deals of a game, those won by the hints, and by the players who look at no hidden
    card.
    """
    first, game = odds.first_deal(1), cadogan.games[slug]
    players = [name for name in STRATEGIES if name != "random"]
    return {
        "deals": most,
        "hint": sum(obeyed(slug, deal, as_patient=True) for deal in range(first, first + most)),
        **{name: odds.simulate(game, name, n=most, seed=1).wins for name in players},
    }


def main() -> None:
    """See the module."""
    chosen = command_line(__doc__, cadogan.games, obeyed=False, blind=False, deals=0, seconds=0.0)
    make, path, usual = (followed, OBEYED, 50) if chosen.obeyed else (weighed, worth.PATH, 10_000)
    if chosen.blind:
        time.perf_counter = time.process_time
        outlook.ASKED = chosen.seconds or outlook.ASKED
        for slug in chosen.names:
            print(slug, beside(slug, chosen.deals or 100), flush=True)
        return
    if chosen.obeyed:
        time.perf_counter = time.process_time  # a busy machine must not make the search worse
    every = len(chosen.names) == len(cadogan.games)
    for slug in chosen.names:
        rules, play = fingerprint(cadogan.games[slug]), play_of(cadogan.games[slug])
        stored = read_rows(path).get(slug, {})
        if every and (stored.get("rules"), stored.get("play")) == (rules, play):
            continue
        if row := make(slug, chosen.deals or usual):
            # (another run may have written other rows meanwhile)
            rows = {**read_rows(path), slug: {"rules": rules, "play": play, **row}}
            write_rows(path, {name: rows[name] for name in cadogan.games if name in rows})
            print(slug, row, flush=True)


if __name__ == "__main__":
    main()
