"""A lesson as a value: what the map of the course, the glossary and the notes for teachers are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cadogan.course.exercises import Exercise, Guess

#: The parts of the course, in order.
PARTS = ("Count", "Measure", "Update", "Process", "Decide", "Studio")


@dataclass(frozen=True)
class Lesson:
    """One lesson. Its text is ``book/lessons/<slug>.md``, and the module that makes this value is named as the page.

    Attributes:
        number: its place in the course, from 1.
        title: as it stands above the page, with a capital.
        part: one of `PARTS`.
        idea: what it teaches, as a phrase.
        needs: the numbers of the lessons that must come before.
        chapters: the slugs of the chapters it plays and links to.
        terms: each term that the lesson defines, with its definition in a sentence; they make the glossary.
        minutes: how long each part of the lesson takes in class, in order; an hour or so in all.
        board: what the teacher writes on the board, and when.
        mistakes: common wrong answers, each with what to ask the student.
        guesses, exercises: what is asked.
    """

    number: int
    title: str
    part: str
    idea: str
    needs: tuple[int, ...]
    chapters: tuple[str, ...]
    terms: Mapping[str, str]
    minutes: Mapping[str, int]
    board: str
    mistakes: Mapping[str, str]
    guesses: tuple[Guess, ...]
    exercises: tuple[Exercise, ...]
