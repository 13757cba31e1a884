"""What the built page asks of Python beside its games: changed rules, many deals, the page's cells,
exercises, the studio. Text in and text out, as in `cadogan.board.page`.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import cadogan
from cadogan.course import asking
from cadogan.drawing.faces import card_svg_defs, joker_svg_defs
from cadogan.drawing.plates import plate
from cadogan.echo import is_whole
from cadogan.edition.chapters import rules_section
from cadogan.live import running
from cadogan.patience.checks import receiving
from cadogan.patience.game import Game
from cadogan.players import odds, table
from cadogan.players.strategies import LIMIT, STRATEGIES
from cadogan.words import places, the

from . import inpage, workshop
from .messages import Reply, reason
from .openings import OWN, game_of, read_opening, record_of
from .page import answering
from .work import Deals, Work, begin, go_on as played_on

#: The deals of a simulation in the page at most.
MOST_DEALS = 100_000
#: The rounds of loops that a deal may take on average: seven times what the slowest deal of the
#: book takes, and a fiftieth of a second; a batch of deals of a stranger's game is cut off after
#: it.
FUEL = 5_000_000

#: How many deals are looked at to see whether a changed game can end well.
LOOKED_AT = 3


@answering
def notebook(text: str, tell: Callable[[str], object] = lambda _: None) -> Reply:
    """Run a cell of the page, and say how its cells stand (`cadogan.live.running.answer`);
    ``boards`` holds replies to boards.

    The code is the reader's own, and comes from no link. ``tell`` is called meanwhile, with JSON
    that says which cell is run and what it prints."""
    inpage.install()
    reply = running.answer(json.loads(text), lambda event: tell(json.dumps(event)))
    return {**reply, "boards": inpage.take_replies()}


@answering
def change(text: str) -> Reply:
    """Read changed rules: ``{"games": […]}``, the games they make, or ``{"error", "cell", "line",
    "sentence"}``.

    The text is an object with ``game``, the chapter's short name, and ``rules``, its cells parted
    by lines ``# %%`` (`cadogan.edition.notebook.NEXT_CELL`). An error has the number of its cell
    and the line in it, both from 1. Each game has its ``warnings``: sentences that say why it
    cannot end well."""

    request = read_opening(text)
    game = game_of(request.get("game"), request.get("rules", ""))
    own = (
        game if game.slug == OWN else cadogan.games[game.slug]
    )  # a reader's own game has no printed one beside it
    return {
        "games": [
            {
                "variant": variant,
                "title": version.title,
                "readings": {name: list(options) for name, options in version.readings.items()},
                "warnings": warnings(version),
                "changed": variant not in ("", *own.variants)
                or version != (own.variants[variant] if variant else own),
            }
            for variant, version in {"": game, **game.variants}.items()
        ]
    }


def warnings(game: Game) -> list[str]:
    """Why a game cannot end well, as far as its clauses and a few deals show it: places to which no
    card comes, no move at all.

    That a game cannot even be dealt is a warning, too; nothing is raised.
    """
    try:
        starts = [game.deal(number) for number in range(1, LOOKED_AT + 1)]
    except Exception as error:  # whatever a rule that nobody thought of leads to
        return [f"This game cannot be dealt: {reason(error)}"]
    if not any(position.moves() for position in starts):
        return [f"In the first {LOOKED_AT} deals there is no move at all."]
    empty = {c.name for c in game.clauses_of(places)} - receiving(game.making)
    return [
        f"No card ever comes to {the(name)}: fill(…) lays cards there." for name in sorted(empty)
    ]


@answering
def describe(text: str) -> Reply:
    """The prose and the plate of an opening: ``{"title", "tell", "plate", "text", "original"}``."""
    opening = read_opening(text)
    record = record_of(opening)
    drawing = plate(record.game.deal(record.deal))
    original = None if opening["game"] == OWN else cadogan.games[opening["game"]]
    return {
        "title": record.game.title,
        "tell": record.game.tell().split("\n")[2:],
        "plate": drawing.svg,
        "text": drawing.text,
        "original": original
        and {
            "title": original.title,
            "results": [_figures(row) for row in table.row(original)],
        },
    }


@answering
def simulate(text: str) -> Reply:
    """Begin to play many deals of an opening's game, ``n`` of them by ``strategy``: ``{"id"}``, for
    `go_on`.
    """
    data = read_opening(text)
    strategy = data.pop("strategy", "greedy")
    n = data.pop("n", 300)
    if not is_whole(n, 1, MOST_DEALS):
        raise ValueError(f"A simulation in the page plays 1 to {MOST_DEALS:,} deals.")
    game = record_of(data).game
    odds.check(game, strategy if isinstance(strategy, str) else "?", n, 1, LIMIT)
    deals = Deals(game, strategy, FUEL)
    return begin(Work([deals], n, lambda: _figures(deals.odds_so_far) if deals.odds_so_far else {}))


@answering
def go_on(number: int) -> Reply:
    """Play on for a moment: the figures so far, with ``done`` and the deals ``wanted``."""
    return played_on(number)


@answering
def studio(text: str) -> Reply:
    """Answer a question of the studio (`cadogan.board.workshop`)."""
    return workshop.answer(read_opening(text), game_of, rules_section, FUEL)


@answering
def check(text: str) -> Reply:
    """Mark an answer to an exercise of the course, or of a chapter: ``{"mark", "says"}``, and if it
    is missed a ``"hint"`` for the next attempt; without an answer, the question as ``"html"``.

    The text is an object with ``exercise``, its name, and ``answer``, what the reader wrote. An
    answer that is a function is run: it is the reader's own, and comes from no link."""
    submission = read_opening(text)
    name, answer = submission.get("exercise", ""), submission.get("answer")
    if not isinstance(answer, str | None):
        raise ValueError("An answer is a text.")
    exercise = asking.exercise(name)
    if answer is None:
        return {"html": exercise._repr_html_()}
    verdict = exercise.mark(answer)
    hint = exercise.hint() if verdict.mark in ("wrong", "nearly") else ""
    reply = {"mark": verdict.mark, "says": str(verdict)}
    return {**reply, "hint": hint} if hint else reply


@answering
def cards() -> Reply:
    """The drawings of the cards, for a board that the page makes."""
    return {
        "svg": card_svg_defs(prefix="cb-", switch=True),
        "joker": joker_svg_defs(prefix="cb-"),
    }


def _figures(game_odds: odds.Odds) -> Reply:
    low, high = game_odds.interval
    return {
        "strategy": game_odds.strategy,
        "who": STRATEGIES[game_odds.strategy].who,
        "n": game_odds.n,
        "wins": game_odds.wins,
        "rate": game_odds.rate,
        "low": low,
        "high": high,
        "seed": game_odds.seed,
        "home": game_odds.mean_home,
        "moves": game_odds.moves,
        "stopped": game_odds.stopped,
    }
