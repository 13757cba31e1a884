"""English: names, numbers and lists in words."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.cards import RANK_NAMES
from cadogan.usage import Groups as Groups

hand = "hand"
"""The pack in hand: the cards that are not dealt yet."""
talon = "talon"
"""The cards that were turned up and not used; the uppermost is available, and all may be looked
through."""
turned = "turned"
"""The card just turned up from the pack, before it goes to the talon."""
its_own = "own"
"""Among several sources: the group itself from which each card comes."""


#: Names that no group of places can have: they are words of the game itself.
OF_THE_GAME = (hand, talon, turned, its_own)


def groups(names: Groups | None) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    if not names:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def rank_name(rank: int) -> str:
    """A value in words.

    >>> rank_name(12)
    'queen'
    """
    return RANK_NAMES[rank - 1]


def a_rank(rank: int) -> str:
    """A rank with its article.

    >>> a_rank(1), a_rank(8), a_rank(13)
    ('an ace', 'an eight', 'a king')
    """
    name = rank_name(rank)
    return f"an {name}" if name in ("ace", "eight") else f"a {name}"


def rank_names(rank: int) -> str:
    """Several of a value in words.

    >>> rank_names(6), rank_names(12)
    ('sixes', 'queens')
    """
    return rank_name(rank) + ("es" if rank == 6 else "s")


def counted(n: int) -> str:
    """A number in words, up to twenty.

    >>> counted(3), counted(24)
    ('three', '24')
    """
    words = (
        "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
        "twenty"
    ).split()
    return words[n] if 0 <= n < len(words) else str(n)


def ordinal(n: int) -> str:
    """A place in a series in words.

    >>> ordinal(2)
    'second'
    """
    words = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
    return words[n - 1] if 1 <= n <= len(words) else f"{n}th"


def is_plural(name: str) -> bool:
    """Whether the name of a group is a plural.

    >>> is_plural("fans"), is_plural("packets of the ring"), is_plural("divan"), is_plural("Congress")
    (True, True, False, False)
    """
    first = name.partition(" of ")[0].partition(" thrown ")[0]
    return first.endswith("s") and not first.endswith("ss")


def singular(name: str) -> str:
    """One of a group: ``fans`` gives ``fan``, ``bases`` ``base``.

    >>> singular("fans"), singular("places of the ring"), singular("Army")
    ('fan', 'place of the ring', 'Army')
    """
    first, _, rest = name.partition(" of ")
    first = (
        first[:-3] + "y"
        if first.endswith("ies")
        else first[:-1]
        if first.endswith("s") and not first.endswith("ss") and first != "s"
        else first
    )
    return f"{first} of {rest}" if rest else first


def the(name: str) -> str:
    """A group with its article."""
    known = {
        turned: "the card just turned",
        hand: "the pack",
        "aside": "the place aside",
        its_own: "the same group",
    }
    return known.get(name, f"the {name}")


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names joined as in a sentence, each with its article.

    >>> listed(("fans", "talon"), "or")
    'the fans or the talon'
    """
    return joined([the(n) for n in names], last)


def joined(parts: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence.

    >>> joined("abc")
    'a, b and c'
    """
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + f" {last} {parts[-1]}"


def each_of(names: Groups) -> str:
    """Every place of some groups.

    >>> each_of("fans"), each_of(("garden", "bouquet"))
    ('each of the fans', 'each place of the garden and the bouquet')
    """
    several = groups(names)
    return f"each {'of' if all(map(is_plural, several)) else 'place of'} {listed(several)}"


def upper_first(text: str) -> str:
    """A phrase to begin a sentence."""
    return text[:1].upper() + text[1:]


def as_sentence(words: str) -> str:
    """Words with a capital and a full stop."""
    return upper_first(words) + ("" if words.endswith((".", "!", "?")) else ".")


def lower_first(text: str) -> str:
    """A sentence to stand after a colon."""
    return text[:1].lower() + text[1:]


def cards_of(names: Groups) -> str:
    """The cards of some groups, to begin a sentence.

    >>> cards_of(("lanes", turned))
    'Cards of the lanes and the card just turned'
    """
    if groups(names) == ("aside",):
        return "Cards laid aside"
    loose = tuple(n for n in groups(names) if n != turned)
    return f"Cards of {listed(groups(names))}" if loose else upper_first(the(turned))


def card_from(names: Groups, what: str = "a card") -> str:
    """A card from one of some groups.

    >>> card_from(("lanes", turned))
    'a card from the lanes or the card just turned'
    """
    loose = tuple(n for n in groups(names) if n != turned)
    parts = [f"{what} from {listed(loose, 'or')}"] if loose else []
    return " or ".join(parts + [the(turned)] * (turned in groups(names)))


def from_deal(after: int) -> str:
    """From which deal on something is granted."""
    return f", from the {ordinal(after + 1)} deal on" if after else ""
