"""The words of the old book beside those in which patience is written about today.

>>> [word.today for word in WORDS if word.author == "marriage"]
['packing, building on the tableau']
"""

from __future__ import annotations

from dataclasses import dataclass

import cadogan
from cadogan.course.pages import Page
from cadogan.round_games import games as round_games


@dataclass(frozen=True)
class Word:
    """A term of the field under both its names.

    Attributes:
        author: what the old book calls it.
        today: what it is called now, the usual word first.
        means: what it is, and where the two words do not cover the same.
        chapter: a page where the old text has the author's word: the slug of a game, or ``terms``.
    """

    author: str
    today: str
    means: str
    chapter: str


#: In the order in which one meets them at the table.
WORDS = (
    Word("pack", "deck, pack", "the cards a game is played with; *deck* is American", "fortress"),
    Word("deuce", "two", "the card of value 2", "fortress"),
    Word("knave", "jack, knave", "the lowest court card, of value 11", "salic-law"),
    Word("court card", "face card, court card", "king, queen or knave", "margarethe"),
    Word("value", "rank", "ace to king; *value* today is often what a card scores", "terms"),
    Word(
        "tableau",
        "layout",
        "the whole picture on the table. *Tableau* is now only the part of it that is packed and unpacked",
        "anna",
    ),
    Word(
        "layout",
        "tableau",
        "in the one chapter taken from a maker of cards, the lanes alone",
        "canfield-or-klondike",
    ),
    Word(
        "foundation",
        "foundation",
        "a place where cards are built up for good, by the game's series",
        "fortress",
    ),
    Word(
        "to play",
        "to build, to play up",
        "to put a card on a foundation; now one *builds* there, and *packs* in the tableau",
        "terms",
    ),
    Word("ascending", "building up", "each card one higher than the one beneath", "fortress"),
    Word(
        "descending", "building down", "each card one lower than the one beneath", "la-belle-lucie"
    ),
    Word(
        "marriage",
        "packing, building on the tableau",
        "a card laid on the next of its own suit in the tableau; "
        "elsewhere a marriage is a king with his queen",
        "fortress",
    ),
    Word("suit", "suit", "hearts, spades, diamonds or clubs", "terms"),
    Word(
        "sequence",
        "run, sequence",
        "cards that follow one another in value, of one suit or of several",
        "terms",
    ),
    Word(
        "suitable",
        "playable, fitting",
        "of the value and suit that a place wants next",
        "la-belle-lucie",
    ),
    Word(
        "available",
        "available, exposed",
        "free to be played: in most games because no card lies on it",
        "fifteen",
    ),
    Word(
        "blocked",
        "blocked, buried",
        "not available, because of the cards over it",
        "la-belle-lucie",
    ),
    Word("released", "freed, exposed", "made available by playing what lay over it", "kings"),
    Word("column", "column, pile", "cards one below the other, half covered or apart", "kings"),
    Word(
        "packet",
        "pile, packet",
        "cards squared on one another; La Belle Lucie's packets are now called fans",
        "la-belle-lucie",
    ),
    Word(
        "lane",
        "empty column, space",
        "a whole row or column that has been played out and may be filled again; "
        "in this book's code the column itself",
        "fortress",
    ),
    Word(
        "vacancy",
        "space, vacancy",
        "a place without a card, which the game may let one fill",
        "congress",
    ),
    Word(
        "reserve", "reserve", "cards laid apart that can be played and not packed", "besieged-city"
    ),
    Word(
        "bouquet",
        "reserve",
        "the same: every card of it is available all the time",
        "flower-garden",
    ),
    Word(
        "help cards",
        "reserve, depot",
        "single cards laid open, replaced from the pack as they are played",
        "margarethe",
    ),
    Word("cards in hand", "stock", "the cards not dealt yet, face down", "red-and-black"),
    Word(
        "talon",
        "waste pile, talon",
        "cards turned from the stock that found no place; in some books *talon* is the stock",
        "clock",
    ),
    Word(
        "re-deal",
        "redeal",
        "the cards taken up and dealt again; the author counts them in addition to the first deal",
        "la-belle-lucie",
    ),
    Word("grace", "merci", "one move against the rules, when all else has failed", "labyrinth"),
    Word("success", "winning, coming out", "every card in its place at the end", "fourteenth"),
    Word(
        "stock",
        "discard pile, stock",
        "in Cooncan the cards thrown away; elsewhere those not dealt yet",
        "cooncan",
    ),
    Word("pool", "pot, pool", "the stakes in the middle of the table", "speculation"),
)


def title(chapter: str) -> str:
    """What a page is called, given its slug."""
    if chapter == "terms":
        return "Explanation of Terms"
    return cadogan.games[chapter].title if chapter in cadogan.games else round_games[chapter].title


def table() -> Page:
    """The table of `WORDS`."""
    rows = ["| the author | today | what it is | for instance |", "|---|---|---|---|"]
    rows += [
        f"| {word.author} | {word.today} | {word.means} | [{title(word.chapter)}]({word.chapter}.md) |"
        for word in WORDS
    ]
    return Page("\n".join(rows))
