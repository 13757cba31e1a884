"""The games of the book: `cadogan.games`, read when it is first asked for; and `Game`, which takes
the citations of its chapter.
"""

from cadogan.edition.chapters import Games
from cadogan.patience.game import Game as Game

#: Every game of the book by its slug, in the book's order. Nothing is read until a game is asked
#: for.
games = Games()
