"""A card for each game, as HTML: its picture, its name, and its aim."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from html import escape
from pathlib import Path

import cadogan
from cadogan.drawing.sketch import sketch
from cadogan.tables.finding import Facts
from cadogan.tables.summary import summary

#: A game's length: a word, and the moves up to which it holds.
LENGTHS = (("short", 60.0), ("middling", 150.0), ("long", float("inf")))


def length(game: Facts) -> str:
    """Short, middling or long, by the careful player's moves."""
    return next(word for word, most in LENGTHS if game.moves < most)


def picture(drawn: str) -> str:
    """A drawing as an image, which the built book makes a file of."""
    encoded = b64encode(drawn.encode()).decode()
    return f'<img loading="lazy" alt="" src="data:image/svg+xml;base64,{encoded}">'


def print_title(title: str) -> str:
    """A title with the quotation marks and the apostrophe of print, as the headings have them."""
    return escape(re.sub(r'"([^"]*)"', r"“\1”", title).replace("'", "’"))


def facts_of(game: Facts) -> str:
    """The facts that the form of *Finding a game* selects by, as attributes."""
    return (
        f'data-game="{game.game.slug}" data-packs="{game.game.packs}" data-open="{int(game.open)}" '
        f'data-redeals="{game.redeals}" data-hard="{game.difficulty}" data-length="{length(game)}"'
    )


def opening(slug: str, part: str) -> str:
    """What a chapter says in its first lines under ``Aim`` or ``Play``; empty where it does not say."""
    match = re.search(
        rf"^\*\*{part}\.\*\* (.+)$",
        Path(cadogan.games.path(slug)).read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return match[1] if match else ""


def wall(games: Iterable[Facts], plates: bool = False) -> str:
    """A card for each game: picture, name, aim, packs, minutes and how hard it is.

    The picture is the first deal as a sketch, or with ``plates`` as its plate.
    """
    cards = []
    for facts in games:
        game = facts.game
        drawn = cadogan.plate(game, deal=1).svg if plates else sketch(game.deal(1))
        outfit = escape(str(summary(game)).partition(":")[0])
        cards.append(
            f'<li {facts_of(facts)}><a href="{game.slug}.html">{picture(drawn)}<strong>{print_title(game.title)}</strong></a>'
            f"<p>{escape(opening(game.slug, 'Aim'))}</p><p class='facts'>{outfit}</p></li>"
        )
    return f'<ul class="game-cards">{"".join(cards)}</ul>'
