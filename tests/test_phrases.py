"""Phrases of the chapters' own prose that stand in many of them: no chapter could be any other."""

import re
from collections import defaultdict

from .quantities import LEFT_OUT, chapters

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
