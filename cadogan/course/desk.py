"""The studio's form in the page: the games to choose from, the numbers, the buttons.
`book/_static/studio.mjs` brings it to life.

The switches of a game are asked for when it is on the bench (`cadogan.board.workshop`). In a
notebook the same is done by the functions of `cadogan.course.studio`, and the form says so."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import cadogan
from cadogan.course.measuring import PLAYERS
from cadogan.players.strategies import STRATEGIES
from cadogan.round_games import games as round_games

#: The game that is on the bench first.
FIRST = "canfield-or-klondike"
#: Where it is said why a button does nothing.
WHY = '<small class="studio-why">Put a game on the bench first.</small>'


@dataclass(frozen=True)
class Desk:
    """The form; the style hides it where no script listens to it."""

    def __repr__(self) -> str:
        return "The studio's form is for the page; in a notebook use cadogan.course.studio: switches, changed, measure, tune."

    def _repr_html_(self) -> str:
        return (
            '<section class="cadogan-studio" aria-label="The studio"><noscript><p>The bench needs the script of this page; '
            "a notebook does the same without one.</p></noscript><form>"
            f"<fieldset><legend>On the bench</legend>{_games()} {_button('load', 'Put it on the bench')}"
            '<div class="studio-switches" role="group" aria-label="Switches"></div><div class="studio-changes"></div></fieldset>'
            '<div class="studio-measured"><div><fieldset><legend>Measure</legend>'
            f"{_number('n', 'Deals', 300, 2, 5000)}{_number('seed', 'Seed', 1, 0, 2**30 - 1)}"
            f"{_button('measure', 'Measure', 'game')} {_button('lost', 'Look closer', 'patience')}{WHY}</fieldset>"
            '<p class="studio-says" role="status"></p><p class="studio-bar"></p>'
            '<div class="studio-result" role="region" aria-label="What came out" tabindex="0"></div></div></div>'
            f"<fieldset><legend>Tune to a target</legend>{_number('target', 'Won, in %', 30, 0, 100)}{_players()}"
            f"{_button('tune', 'Try every switch', 'patience')}{WHY}</fieldset>"
            '<fieldset><legend>Play it, keep it</legend><label>Name <input name="name" maxlength="80" autocomplete="off"></label>'
            f"{_button('keep', 'Keep in my gallery', 'game')} {_button('copy', 'Copy link', 'game')} "
            f"{_button('play', 'Play it', 'game')}{WHY}</fieldset></form>"
            '<h3>Versions of this game</h3><div class="studio-versions" role="region" aria-label="Versions of this game" '
            'tabindex="0"><p class="empty">None yet. Each game that you measure takes its place here.</p></div>'
            '<h3>Your gallery</h3><div class="studio-gallery"></div></section>'
            '<script type="module" src="_static/studio.mjs"></script>'
        )


def _games() -> str:
    book = "".join(_option(slug, game.title, slug == FIRST) for slug, game in cadogan.games.items())
    variants = "".join(
        _option(slug, one.title)
        for game in cadogan.games.values()
        for slug, one in game.variants.items()
    )
    own = _option("", "the game of the cell below")
    rounds = "".join(_option(slug, game.title) for slug, game in round_games.items())
    return (
        f'<label>Game <select name="game"><optgroup label="Your own">{own}</optgroup><optgroup label="The book">{book}</optgroup>'
        f'<optgroup label="Variants">{variants}</optgroup><optgroup label="Round games">{rounds}</optgroup></select></label>'
    )


def _option(value: str, text: str, selected: bool = False) -> str:
    return f'<option value="{value}"{" selected" if selected else ""}>{escape(text)}</option>'


def _number(name: str, label: str, value: int, low: int, high: int) -> str:
    return f'<label>{label} <input type="number" name="{name}" value="{value}" min="{low}" max="{high}" step="1"></label>'


def _players() -> str:
    options = "".join(_option(one, STRATEGIES[one].who, one == "careful") for one in PLAYERS)
    return f'<label>by the player <select name="player">{options}</select></label>'


def _button(name: str, label: str, needs: str = "") -> str:
    """A button; what it ``needs``, a game on the bench or a patience, is said while it is missing."""
    more = f' data-needs="{needs}" disabled' if needs else ""
    return f'<button type="button" name="{name}"{more}>{label}</button>'
