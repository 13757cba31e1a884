"""The lessons' exercises and guesses, one module a lesson: ``NUMBER``, ``TITLE``, ``EXERCISES``, ``GUESSES``.

What is expected is computed there, each value in two ways that agree; the second stands in a doctest. Only the standard library
and the package: these modules also run in the page.
"""
