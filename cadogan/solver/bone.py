"""The Herring-Bone: a proof of loss from the order of the bone.

Let everything but the bone and the bars be at hand always. Then only five cards of those matter at
a time: the four bars, and the end of the bone; where one goes, the bone's next comes. Every game
as it is played is one of this relaxed game, however spaces are filled, cards shuffled and re-deals
taken; so what cannot be won here is lost (`Relaxed.lost`).

A suit has an ascending and a descending foundation. When they have met, so that the uppermost card
of the one may be laid on the other, exchanges bring them to any heights of that sum. In the relaxed
game

- a card of the five that fits goes at once, unless they have just met, or it would begin the first
  of the two: were another of its face to go in its place, the two could change places, and were it
  to go to the other foundation, exchanges would make both alike;
- otherwise it is tried which of the five goes next, and where; of the others only those are played
  that it needs, for the rest can be played later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cadogan.cards import SUITS
from cadogan.patience.position import Position

#: A suit, and a value counted from the foundations' first card on, from 0.
Bone = tuple[int, int]
#: How many cards lie on the two foundations of a suit.
Heights = tuple[int, int]
#: The bone's cards without the bars, and those that it is dealt with them and the side scenes.
LONG, DEALT = 28, 40


class Relaxed:
    """The relaxed game.

    Args:
        bone: the cards of the bone, the end last.
        bars: the cards of the bars.
        suits: the number of suits.
        ranks: the cards of a suit, each twice.
    """

    def __init__(
        self, bone: tuple[Bone, ...], bars: tuple[Bone, ...], suits: int = 4, ranks: int = 13
    ) -> None:
        self.bone, self.bars, self.suits, self.ranks = bone, bars, suits, ranks
        self.seen: set[tuple[tuple[Heights, ...], tuple[Bone, ...], int]] = set()

    def lost(self, first: int) -> bool:
        """Whether nothing wins; the first foundation is of this suit, and may go either way."""
        window, left = self.without((*self.bars, (-1, -1)), len(self.bone), (-1, -1))
        for begun in ((1, 0), (0, 1)):
            heights = [(0, 0)] * self.suits
            heights[first] = begun
            if self.wins(tuple(heights), window, left):
                return False
        return True

    def without(
        self, window: tuple[Bone, ...], left: int, card: Bone
    ) -> tuple[tuple[Bone, ...], int]:
        """The cards within reach, and how many of the bone are not, when one has gone."""
        rest = list(window)
        rest.remove(card)
        return (*rest, *self.bone[max(left - 1, 0) : left]), max(left - 1, 0)

    def wins(self, heights: tuple[Heights, ...], window: tuple[Bone, ...], left: int) -> bool:
        """Whether bone and bars can go; False where that has been tried before."""
        heights, window, left = self.sent(heights, window, left)
        key = heights, tuple(sorted(window)), left
        if key in self.seen:
            return False
        self.seen.add(key)
        inside = Counter((*window, *self.bone[:left]))
        return not window or any(
            self.wins(set_at(heights, card[0], new), *self.without(window, left, card))
            for card in set(window)
            for new in self.ways(card, heights[card[0]], inside)
        )

    def sent(
        self, heights: tuple[Heights, ...], window: tuple[Bone, ...], left: int
    ) -> tuple[tuple[Heights, ...], tuple[Bone, ...], int]:
        """What is left when all cards that fit and decide nothing have gone."""
        for card in window:
            suit, rank = card
            new = self.fits(rank, *heights[suit])
            if new:
                return self.sent(set_at(heights, suit, new), *self.without(window, left, card))
        return heights, window, left

    def fits(self, rank: int, up: int, down: int) -> Heights | None:
        """The heights when a card goes that fits and decides nothing."""
        if rank == 0:
            return (max(up, 1), max(down, 1)) if up or down else None
        if up + down == self.ranks + 1:
            return None
        if rank == up:
            return up + 1, down
        return (up, down + 1) if down and rank == self.ranks - down else None

    def ways(self, card: Bone, heights: Heights, inside: Counter[Bone]) -> Iterator[Heights]:
        """The heights of its suit when a card goes next, with what it needs from outside."""
        (suit, rank), (up, down), n = card, heights, self.ranks
        if rank == 0:
            yield from ((1, 0), (0, 1))
        elif up + down == n + 1:
            yield rank + 1, n + 1 - rank
        elif up + down <= n and (rank < up or (down and rank > n - down)):
            needed = [0] * (not up or not down) + list(range(max(up, 1), n + 1 - max(down, 1)))
            if self.outside(suit, needed, heights, inside):
                yield rank + 1, n + 1 - rank
        else:
            if rank >= up and self.outside(suit, range(up, rank), heights, inside):
                yield rank + 1, down
            lower = [0] * (not down) + list(range(n - max(down, 1), rank, -1))
            if (not down or rank <= n - down) and self.outside(suit, lower, heights, inside):
                yield up, n + 1 - rank

    def outside(
        self, suit: int, ranks: range | list[int], heights: Heights, inside: Counter[Bone]
    ) -> bool:
        """Whether a card of each of these values is neither in the bone or bars nor home."""
        up, down = heights
        return all(
            2 - inside[suit, rank] - (up > rank) - (down > (self.ranks - rank if rank else 0)) > 0
            for rank in ranks
        )


def set_at(heights: tuple[Heights, ...], suit: int, new: Heights) -> tuple[Heights, ...]:
    """The heights with those of one suit changed."""
    return (*heights[:suit], new, *heights[suit + 1 :])


def is_lost(position: Position) -> bool:
    """Whether a deal of The Herring-Bone is proved lost; False once a card is played."""
    hand = position.cards["hand"]
    if position.home or len(hand) + DEALT != len(position.game.rules.pack):
        return False
    base = hand[-1]

    def from_base(place: str) -> Bone:
        card = position.cards[place][-1]
        return SUITS.index(card.suit), (card.rank - base.rank) % 13

    bone = tuple(from_base(f"h{n}") for n in range(1, LONG + 1))
    bars = tuple(from_base(f"b{n}") for n in range(1, 5))
    return Relaxed(bone, bars).lost(SUITS.index(base.suit))
