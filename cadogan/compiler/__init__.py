"""The compiler: functions in a part of Python, and what is known of their arguments, become a
program; the program becomes WebAssembly.

It knows no card and imports nothing else of the package. `specialise` is its door: it takes
functions (`Entry`) and the layout of the state they share, and makes a `Program` of them, which
`run.Machine` plays as WebAssembly, as Python, or as the functions stand. Which Python the functions
may be written in is the page *The engine's part of Python* (`book/engine-python.md`)."""


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; `bits` must not be 0.

    >>> lowest(0b1100)
    2
    """
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many bits are set in a number that is not negative.

    >>> count(0b1011)
    3
    """
    return bits.bit_count()
