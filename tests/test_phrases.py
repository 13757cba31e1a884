"""Phrases of the chapters' own prose that stand in many of them: no chapter could be any other."""

import re
from collections import defaultdict

import pytest

from .quantities import LEFT_OUT, chapters, lessons

WORD = re.compile(r"[\w’']+")

PAGE = """---
jupytext: one two three four five six seven eight
---

# A heading of more than eight words, which is none of the prose

> The old text may say the same words eight times over.

```{{code-cell}} ipython3
print("and so may code, which is said by the machine alone")
```

| what the text leaves open | taken | otherwise | switch of it |
|---|---|---|---|
| {cell} | no | | none |

{said}

[Deal](deal:1914) {cell}
"""


def paragraphs(text):
    """The words of a chapter's own prose, paragraph by paragraph."""
    for pattern in LEFT_OUT:
        text = pattern.sub("\n" if pattern.flags & re.DOTALL else "", text)
    return [WORD.findall(part.lower()) for part in re.split(r"\n\s*\n|\n(?=\|)", text)]


def repeated(texts, words=8, many=5):
    """Each phrase of so many words that stands in more than so many of the texts, with their names;
    the commonest first.
    """
    where = defaultdict(set)
    for name, text in texts.items():
        for said in paragraphs(text):
            for first in range(len(said) - words + 1):
                where[" ".join(said[first : first + words])].add(name)
    found = {phrase: sorted(names) for phrase, names in where.items() if len(names) > many}
    return dict(sorted(found.items(), key=lambda one: (-len(one[1]), one[0])))


def test_a_phrase_is_found_where_it_stands_in_too_many_chapters():
    said = "It takes seven moves and a little patience"
    texts = {
        str(n): PAGE.format(
            said=said if n < 3 else "Nothing of the kind", cell=f"May it, number {n}?"
        )
        for n in range(5)
    }
    assert repeated(texts, 8, 2) == {"it takes seven moves and a little patience": ["0", "1", "2"]}
    assert not repeated(texts, 8, 3)


def test_no_phrase_of_eight_words_stands_in_more_than_five_chapters():
    texts = chapters()
    assert len(texts) == 53
    assert not repeated(texts)


#: Turns of phrase that *Ten rules of style* (for authors) has taken out of the book's own prose.
TURNS = (
    r"(?:\w+ty(?:-\w+)?|\w+teen|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)"
    r" (?:cards|games|deals|points) (?:more|fewer)(?! than| often)",
    r"difference that can be (?:seen|measured)",
    r"(?:without|with) (?:that|this) look\b",
    r"the other way about",
    r"decides? by a few looks",
    r"that (?:it|he|she|they) (?:has|have) not\b",
    r"on the average",
)


@pytest.mark.parametrize("turn", TURNS)
def test_no_page_has_a_turn_of_phrase_that_was_taken_out(turn):
    pages = {**chapters(), **lessons()}
    prose = {
        name: " ".join(word for part in paragraphs(text) for word in part)
        for name, text in pages.items()
    }
    found = {name: match[0] for name, text in prose.items() if (match := re.search(turn, text))}
    assert not found


@pytest.mark.parametrize(
    "said", ["it brings nineteen cards more home", "no difference that can be seen"]
)
def test_such_a_turn_of_phrase_is_found(said):
    assert any(re.search(turn, said) for turn in TURNS)
