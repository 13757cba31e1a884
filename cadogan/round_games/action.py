"""Actions: what a seat may do, and the refusal of what it may not."""

from __future__ import annotations

from typing import Any

from cadogan.round_games.telling import NUMBERED, Names, tell


class IllegalAction(ValueError):
    """An action that the rules refuse. ``str()`` is the sentence; ``rule`` its source in the text,
    or what else it rests on.
    """

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule


class Action:
    """One legal action of a state: a verb and what it is done with.

    Attributes:
        verb: such as ``bid``.
        args: cards, seats or numbers; their texts have no blanks.
    """

    __slots__ = ("_of", "_says", "_text", "args", "verb")

    def __init__(self, verb: str, *args: Any, says: str = "", **of: Any) -> None:
        """``says`` names in braces what is in ``of``: the sentence is put together only when
        somebody reads it.
        """
        self.verb, self.args, self._says, self._of, self._text = verb, args, says, of, ""

    @property
    def text(self) -> str:
        """The short text, unique in its state: ``bid 3``."""
        if not self._text:
            self._text = " ".join([self.verb, *map(str, self.args)])
        return self._text

    @property
    def says(self) -> str:
        """The action as a sentence."""
        return self.told()

    def told(self, names: Names = NUMBERED) -> str:
        """The action as a sentence, with the players called by these names."""
        return tell(self._says, None, (), names, **self._of) if self._of else self._says

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}: {self.says}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)
