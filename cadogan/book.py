"""The games of the book: `cadogan.games`, read when it is first asked for."""

from cadogan.edition.chapters import Games

#: Every game of the book by its slug, in the book's order. Nothing is read until a game is asked for.
games = Games()
