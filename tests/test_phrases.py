"""`tools/phrases.py`: what it counts, and that no chapter could be any other chapter."""

from __future__ import annotations

import phrases

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


def test_a_phrase_is_found_where_it_stands_in_too_many_chapters() -> None:
    said = "It takes seven moves and a little patience"
    texts = {
        str(n): PAGE.format(
            said=said if n < 3 else "Nothing of the kind", cell=f"May it, number {n}?"
        )
        for n in range(5)
    }
    assert phrases.repeated(texts, 8, 2) == {
        "it takes seven moves and a little patience": ["0", "1", "2"]
    }
    assert not phrases.repeated(texts, 8, 3)


def test_no_phrase_of_eight_words_stands_in_more_than_five_chapters() -> None:
    texts = phrases.chapters()
    assert len(texts) == 53
    assert not phrases.repeated(texts)
