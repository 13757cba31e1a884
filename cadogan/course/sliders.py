"""A slider whose states are stored, so that it moves in the notebook and in the page, even without
Python.

If its values are numbers and Python runs, `Slide.state_at` computes the state of any other number
between the least and the largest.

A state is a figure or a text. Only the start is shown where nothing runs, as in print. JupyterLab
uses the arrow keys itself, so the slider keeps its key events from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Any, Protocol

from cadogan.echo import having

#: The most states of a slider: each is stored in the page.
MOST_STATES = 25
#: The JavaScript that runs when the slider is moved; it is in the element itself, so that no other
#: script is needed.
MOVED = (
    "const box = this.closest('.cadogan-slide'), all = box.querySelectorAll('.cadogan-state'), now = all[this.value];"
    " all.forEach(one => { one.hidden = one !== now; });"
    " this.setAttribute('aria-valuetext', now.dataset.value); box.querySelector('output').textContent = now.dataset.value;"
)


class Shown(Protocol):
    """Anything that has an HTML form and a text form, such as `cadogan.course.figures.Figure`."""

    def _repr_html_(self) -> str: ...


@dataclass(frozen=True)
class Slide:
    """A slider.

    Attributes:
        name: the name of the quantity that is moved.
        states: the states by the texts of their values, in order.
        start: the text of the first value that is shown.
        values: the values of the stored states.
        state: the function that gives the state of a value.
    """

    name: str
    states: Mapping[str, Shown | str]
    start: str
    values: Sequence[Any]
    state: Callable[[Any], Shown | str]

    def state_at(self, value: float) -> Shown | str:
        """The state of any number between the least and the largest value.

        Raises:
            ValueError: there is no state of that number; the message says which there are.

        >>> slide("n", [1, 20], lambda n: f"{n} squared is {n * n}").state_at(7)
        '7 squared is 49'
        """
        if not all(type(number) in (int, float) for number in self.values):
            raise ValueError(f"{self.name} are no numbers; there are {', '.join(self.states)}")
        low, high = min(self.values), max(self.values)
        whole = all(type(number) is int for number in self.values)
        if not low <= value <= high or (whole and value != int(value)):
            raise ValueError(
                f"{self.name}: choose a {'whole ' if whole else ''}number from {low} to {high}, not {value:g}"
            )
        return self.state(int(value) if whole else value)

    def __repr__(self) -> str:
        lines = "\n".join(f"  {value}: {state}" for value, state in self.states.items())
        return f"{self.name}, one of {len(self.states)} (now {self.start}):\n{lines}"

    def _repr_html_(self) -> str:
        index = list(self.states).index(self.start)
        slider_id = f"slide-{next(_number)}"
        states = "".join(
            f'<div class="cadogan-state" data-value="{escape(value)}"{"" if value == self.start else " hidden"}>{_drawn(state)}</div>'
            for value, state in self.states.items()
        )
        return (
            f'<div class="cadogan-slide"><p><label for="{slider_id}">{escape(self.name)}</label> '
            f'<output for="{slider_id}">{escape(self.start)}</output></p>'
            f'<input type="range" id="{slider_id}" min="0" max="{len(self.states) - 1}" step="1" value="{index}" '
            f'aria-valuetext="{escape(self.start)}" autocomplete="off" onkeydown="event.stopPropagation()" oninput="{escape(MOVED)}">'
            f"{states}</div>"
        )


_number = count(1)


def _drawn(state: Shown | str) -> str:
    return f"<p>{escape(state)}</p>" if isinstance(state, str) else state._repr_html_()


def slide(
    name: str, values: Sequence[Any], state: Callable[[Any], Shown | str], start: Any = None
) -> Slide:
    """Make a slider over some values.

    Args:
        name: the name of the quantity that is moved, for its label: ``"deals"``.
        values: 2 to 25 of them, in order.
        state: a function that gives the figure or the text to show for a value.
        start: the value it starts with; the first if none is given.

    Raises:
        ValueError: too few values, or too many, or the start is none of them.

    >>> slide("n", [1, 2], lambda n: f"{n} squared is {n * n}")
    n, one of 2 (now 1):
      1: 1 squared is 1
      2: 2 squared is 4
    """
    having(state, "__call__", "what is shown comes of a function")
    if not 2 <= len(having(values, "__len__", "a slider has values in a row")) <= MOST_STATES:
        raise ValueError(
            f"a slider has 2 to {MOST_STATES} states, not {len(values)}: each is stored in the page"
        )
    first = values[0] if start is None else start
    if first not in values:
        raise ValueError(f"the slider starts with one of its values, not with {first!r}")
    return Slide(
        name, {str(value): state(value) for value in values}, str(first), tuple(values), state
    )
