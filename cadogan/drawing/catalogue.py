"""The table of the page *Finding a game*: all games with what they ask of a player, as HTML.

Without a script it is a table like any other; `book/_static/finding.mjs` shows the form above it,
sorts and filters. What it sorts by is the number in ``data-value`` of each cell, which is the
stored one and not the text."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape

from cadogan.drawing.sketch import sketch
from cadogan.players.finding import BANDS, Facts
from cadogan.players.odds import Odds, rule_of_three

#: A cell: what it is sorted by, and what is read.
Cell = tuple[float | str, str]
#: A game's length: a word, and the moves up to which it holds.
LENGTHS = (("short", 60.0), ("middling", 150.0), ("long", float("inf")))


def share(o: Odds) -> str:
    """A share of games won with its interval; none won is what the rule of three leaves."""
    if not o.wins:
        return f"0 <small>of {o.n:,}; at most {100 * rule_of_three(o.n):.3f} %</small>"
    low, high = o.interval
    places = 1 if o.rate >= 0.1 else 2 if o.rate >= 0.001 else 3
    return f"{100 * o.rate:.{places}f} % <small>{100 * low:.{places}f} to {100 * high:.{places}f}</small>"


def few(o: Odds) -> str:
    """A share of so few deals that their number is said, and no more than points."""
    low, high = o.interval
    said = f"{100 * o.rate:.0f} % <small>{100 * low:.0f} to {100 * high:.0f}"
    if not o.wins:
        said = f"0 <small>at most {100 * rule_of_three(o.n):.0f} %"
    return f"{said}, {o.n:,} deals</small>"


def length(game: Facts) -> str:
    """Short, middling or long, by the careful player's moves."""
    return next(word for word, most in LENGTHS if game.moves < most)


def _known(game: Facts) -> Cell:
    solved = game.solved
    if solved is None:
        return -1.0, "–"
    low, high = game.winnable
    said = f"{solved.won:,} won, {solved.lost:,} lost of {solved.n:,}"
    if game.shuffles:
        said += ", shuffles known"
    return low, f"{100 * low:.0f} to {100 * high:.0f} % <small>{said}</small>"


def _home(o: Odds, of: int) -> Cell:
    if not of:  # nothing goes home in Cæsar
        return -1.0, "–"
    low, high = o.home_interval
    return o.mean_home / of, f"{o.mean_home:.1f} of {of} <small>{low:.1f} to {high:.1f}</small>"


def _number(value: float, places: int = 0, unit: str = "") -> Cell:
    return value, f"{value:.{places}f}{unit}"


def _won(name: str) -> Callable[[Facts], Cell]:
    return lambda game: (game.results[name].rate, share(game.results[name]))


#: Of every column the name, the head, what it is, and its cells.
COLUMNS: tuple[tuple[str, str, Callable[[Facts], Cell]], ...] = (
    ("packs", "packs", lambda g: _number(g.game.packs)),
    ("open", "cards seen", lambda g: (float(g.open), "all" if g.open else "some")),
    (
        "redeals",
        "re-deals",
        lambda g: (
            g.dealt_again,
            g.redeals + (f" <small>{g.dealt_again:.1f} used</small>" if g.dealt_again else ""),
        ),
    ),
    ("moves", "moves", lambda g: _number(g.moves)),
    ("choices", "choices a move", lambda g: _number(g.choices, 1)),
    ("forced", "forced moves", lambda g: (g.forced, f"{100 * g.forced:.0f} %")),
    ("hard", "how hard", lambda g: (-g.results["careful"].rate, g.difficulty)),
    ("careful", "won by the careful player", _won("careful")),
    ("greedy", "by the greedy one", _won("greedy")),
    ("random", "at random", _won("random")),
    ("patient", "by the patient one", lambda g: (g.patient.rate, few(g.patient))),
    ("home", "cards home", lambda g: _home(g.results["careful"], g.game.rules.goal_cards)),
    ("known", "can be won, all cards known", _known),
)


def picture(game: Facts) -> str:
    """Its first deal as a small picture."""
    drawn = b64encode(sketch(game.game.deal(1)).encode()).decode()
    return f'<img loading="lazy" alt="" width="120" height="84" src="data:image/svg+xml;base64,{drawn}">'


def _row(game: Facts) -> str:
    title, slug = escape(game.game.title), game.game.slug
    cells = []
    for name, head, made in COLUMNS:
        value, text = made(game)
        cells.append(
            f'<td data-column="{name}" data-head="{head}" data-value="{value}">{text}</td>'
        )
    facts = f'data-packs="{game.game.packs}" data-open="{int(game.open)}" data-redeals="{game.redeals}" data-hard="{game.difficulty}" '
    facts += f'data-length="{length(game)}"'
    name = f'{picture(game)}<a href="{slug}.html">{title}</a> <small>{escape(game.kind)}</small>'
    return f'<tr {facts}><th scope="row" data-column="game" data-value="{title}">{name}</th>{"".join(cells)}</tr>'


def _choice(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    chosen = "".join(f'<option value="{value}">{text}</option>' for value, text in options)
    return f'<label>{label} <select name="{name}">{chosen}</select></label>'


def _form(games: Sequence[Facts]) -> str:
    """The form above the table; it is hidden until there is a script that listens to it."""
    packs = sorted({game.game.packs for game in games})
    lengths = [
        (word, word + (f", under {most:.0f} moves" if most < 1e9 else "")) for word, most in LENGTHS
    ]
    fields = [
        '<label>Name or play <input type="search" name="words" autocomplete="off"></label>',
        _choice("packs", "Packs", [("", "any"), *((str(n), str(n)) for n in packs)]),
        _choice("hard", "How hard", [("", "any"), *((word, word) for word, _ in BANDS)]),
        _choice("length", "Length", [("", "any"), *lengths]),
        _choice("redeals", "Re-deals", [("", "any"), ("none", "none"), ("some", "some")]),
        _choice(
            "sort",
            "Sorted by",
            [
                ("", "the order of the book"),
                ("game", "name"),
                *((name, head) for name, head, _ in COLUMNS),
            ],
        ),
        '<label><input type="checkbox" name="open"> all cards seen from the start</label>',
        '<label><input type="checkbox" name="down"> the other way round</label>',
        '<button type="reset">All games</button>',
    ]
    return f'<form class="finding-form" hidden>{"".join(fields)}<output aria-live="polite"></output></form>'


def catalogue(games: Sequence[Facts]) -> str:
    """The form and the table."""
    heads = "".join(
        f'<th scope="col" data-column="{name}">{head}</th>'
        for name, head, _ in (("game", "game", None), *COLUMNS)
    )
    body = "".join(map(_row, games))
    n = max(game.results["careful"].n for game in games)
    caption = f"The patiences, by what they ask of you. Simulated, up to {n:,} deals each, seed {games[0].results['careful'].seed}."
    return (
        f'{_form(games)}<div class="finding-scroll" role="region" aria-label="The table of games" tabindex="0">'
        f'<table class="finding"><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
        '<script type="module" src="_static/finding.mjs"></script>'
    )
