"""The lessons, one module each, named as its page: ``LESSON``, with its exercises, guesses, terms
and notes for teachers.

What is expected is computed there, each value in two ways that agree; the second stands in a
doctest. Only the standard library and the package: these modules also run in the page."""
