"""The page *Finding a game*: a card for each game, and the table of what they ask of a player, as
HTML.

Without a script they are a list and a table like any others; `book/_static/finding.mjs` shows the
form above them, sorts and filters. What it sorts by is the number in ``data-value`` of each cell
of the table, which is the stored one and not the text."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

import cadogan
from cadogan.drawing.sketch import sketch
from cadogan.players.result import Odds, rule_of_three
from cadogan.tables.finding import BANDS, Facts
from cadogan.tables.summary import MOVE, summary

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
    ("hard", "how hard", lambda g: (-g.at_sight.rate, g.difficulty)),
    ("careful", "won by the careful player", _won("careful")),
    ("greedy", "by the greedy one", _won("greedy")),
    ("random", "at random", _won("random")),
    ("patient", "by the patient one", lambda g: (g.patient.rate, few(g.patient))),
    ("home", "cards home", lambda g: _home(g.results["careful"], g.game.rules.goal_cards)),
    ("known", "can be won, all cards known", _known),
)


def picture(drawn: str) -> str:
    """A drawing as an image, which the built book makes a file of."""
    encoded = b64encode(drawn.encode()).decode()
    return f'<img loading="lazy" alt="" src="data:image/svg+xml;base64,{encoded}">'


def _title(title: str) -> str:
    """A title with the quotation marks and the apostrophe of print, as the headings have them."""
    return escape(re.sub(r'"([^"]*)"', r"“\1”", title).replace("'", "’"))


def _facts(game: Facts) -> str:
    """What the form asks of, as attributes."""
    return (
        f'data-game="{game.game.slug}" data-packs="{game.game.packs}" data-open="{int(game.open)}" '
        f'data-redeals="{game.redeals}" data-hard="{game.difficulty}" data-length="{length(game)}"'
    )


def opening(slug: str, part: str) -> str:
    """What a chapter says in its first lines under ``Aim`` or ``Play``; empty where it does not say."""
    found = re.search(
        rf"^\*\*{part}\.\*\* (.+)$",
        Path(cadogan.games.path(slug)).read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return found[1] if found else ""


def wall(games: Iterable[Facts], plates: bool = False) -> str:
    """A card for each game: picture, name, what is aimed at, packs, minutes and how hard it is.

    The picture is the first deal as a sketch, or with ``plates`` as its plate.
    """
    cards = []
    for facts in games:
        game = facts.game
        drawn = cadogan.plate(game, deal=1).svg if plates else sketch(game.deal(1))
        told = escape(str(summary(game)).partition(":")[0])
        cards.append(
            f'<li {_facts(facts)}><a href="{game.slug}.html">{picture(drawn)}<strong>{_title(game.title)}</strong></a>'
            f"<p>{escape(opening(game.slug, 'Aim'))}</p><p class='facts'>{told}</p></li>"
        )
    return f'<ul class="game-cards">{"".join(cards)}</ul>'


def round_wall() -> str:
    """A card for each round game: name, what is aimed at, and for how many."""
    from cadogan.round_games import games

    cards = [
        f'<li data-game="{slug}"><a href="{slug}.html"><strong>{_title(game.title)}</strong></a>'
        f"<p>{escape(game.aim)}</p><p class='facts'>{game.company} players</p></li>"
        for slug, game in games.items()
    ]
    return f'<ul class="game-cards round-games">{"".join(cards)}</ul>'


def calendar() -> str:
    """The place of the calendar, with the games that take turns at being the day's: those of which
    deals are known that can be won. `book/_static/days.mjs` fills it.
    """
    from cadogan.tables.deals import deals_worth_playing

    daily = [slug for slug, game in cadogan.games.items() if deals_worth_playing(game)]
    return (
        f'<div class="days" data-daily="{" ".join(daily)}"><noscript><p>The calendar needs JavaScript.</p></noscript></div>'
        '<script type="module" src="_static/days.mjs"></script>'
    )


def _row(game: Facts) -> str:
    title, slug = _title(game.game.title), game.game.slug
    cells = []
    for name, head, made in COLUMNS:
        value, text = made(game)
        cells.append(
            f'<td data-column="{name}" data-head="{head}" data-value="{value}">{text}</td>'
        )
    name = f'<a href="{slug}.html">{title}</a> <small>{escape(game.kind)}</small>'
    return f'<tr {_facts(game)}><th scope="row" data-column="game" data-value="{escape(game.game.title)}">{name}</th>{"".join(cells)}</tr>'


def _buttons(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    """A choice as a row of buttons, of which one is pressed."""
    chosen = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{"" if value else " checked"}><span>{text}</span></label>'
        for value, text in options
    )
    return f"<fieldset><legend>{label}</legend>{chosen}</fieldset>"


def _form(games: Sequence[Facts], known: Mapping[str, tuple[str, Sequence[str]]]) -> str:
    """The form above the cards; the style hides it where no script listens to it."""
    packs = sorted({game.game.packs for game in games})
    minutes = [most * MOVE / 60 for _, most in LENGTHS]
    lengths = [
        ("short", f"up to {minutes[0]:.0f} minutes"),
        ("middling", f"up to {minutes[1]:.0f}"),
        ("long", "longer"),
    ]
    elsewhere = "".join(
        f'<p data-known="{name}" data-games="{" ".join(slugs)}" hidden>{escape(says)}</p>'
        for name, (says, slugs) in known.items()
    )
    sorted_by = [("", "the order of the book"), ("game", "name"), *(one[:2] for one in COLUMNS)]
    orders = "".join(f'<option value="{value}">{text}</option>' for value, text in sorted_by)
    fields = [
        '<label>Name, here or elsewhere <input type="search" name="words" autocomplete="off"></label>',
        _buttons("packs", "Packs", [("", "any"), *((str(n), str(n)) for n in packs)]),
        _buttons("hard", "How hard", [("", "any"), *((word, word) for word, _ in BANDS)]),
        _buttons("length", "Time", [("", "any"), *lengths]),
        _buttons("redeals", "Re-deals", [("", "any"), ("none", "none"), ("some", "some")]),
        f'<label>Sorted by <select name="sort">{orders}</select></label>',
        '<label><input type="checkbox" name="open"> all cards seen from the start</label>',
        '<label><input type="checkbox" name="down"> the other way round</label>',
        '<button type="reset">All games</button>',
    ]
    return (
        f'<form class="finding-form">{"".join(fields)}<output aria-live="polite">{len(games)} games</output>'
        f'<div class="elsewhere" role="status">{elsewhere}</div></form>'
    )


def catalogue(
    games: Sequence[Facts], known: Mapping[str, tuple[str, Sequence[str]]] | None = None
) -> str:
    """The form, the cards, and the table of figures, folded.

    ``known`` holds games by which readers know patience, each with a sentence and the short names
    of its nearest relatives here.
    """
    heads = "".join(
        f'<th scope="col" data-column="{name}">{head}</th>'
        for name, head, _ in (("game", "game", None), *COLUMNS)
    )
    body = "".join(map(_row, games))
    n = max(game.results["careful"].n for game in games)
    caption = f"The patiences, by what they ask of you. Simulated, up to {n:,} deals each, seed {games[0].results['careful'].seed}."
    return (
        f"{_form(games, known or {})}{wall(games)}"
        '<details class="figures"><summary>The figures, as a table</summary>'
        f'<div class="finding-scroll" role="region" aria-label="The table of games" tabindex="0">'
        f'<table class="finding"><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div></details>'
        '<script type="module" src="_static/finding.mjs"></script>'
    )
