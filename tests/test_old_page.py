"""The old page: the quotations of a chapter put together again, whole, in their order, and nothing
else.
"""

import re

import pytest

import cadogan
from cadogan.edition.old_page import OldPage, paragraphs
from cadogan.edition.old_text import passages

CHAPTER = """# Little

## The rules, a sentence at a time

> **LITTLE**
>
> One Entire Pack of Cards

```{code-cell} ipython3
:tags: [rules]
pack = packs(1)
```

> **RULES**

*The numbered rules were lost.*

> **PLAY**
>
> Deal out the
> pack.

**II.** Build
in suit.

```{code-cell} ipython3
:tags: [rules]
dealt = deal(each("fans", 3))
```

<!-- continued -->

> Play the <aces>.
>
> There is no re-deal.

**I.** Only the top card.

*Lady Adelaide Cadogan, A Book, 1914.*

## The same, told by the machine

> Not the old text.
"""


def test_paragraphs_are_joined_and_restated_rules_stand_before_play():
    assert [(one.kind, one.number, one.text) for one in paragraphs(CHAPTER)] == [
        ("title", "", "LITTLE"),
        ("text", "", "One Entire Pack of Cards"),
        ("title", "", "RULES"),
        ("restated", "I", "Only the top card."),
        ("restated", "II", "Build in suit."),
        ("title", "", "PLAY"),
        ("text", "", "Deal out the pack. Play the <aces>."),
        ("text", "", "There is no re-deal."),
    ]


def test_quoted_rules_are_numbered_and_not_called_restated():
    quoted = CHAPTER.replace("> **RULES**\n", "> **RULE**\n>\n> Cover nothing.\n").replace(
        "**I.** Only the top card.\n", ""
    )
    assert [(one.kind, one.number) for one in paragraphs(quoted)][2:5] == [
        ("title", ""),
        ("rule", "I"),
        ("restated", "II"),
    ]


def test_every_sentence_of_a_chapter_stands_on_its_old_page(slug):
    page = cadogan.old_page(slug)
    said = " ".join(re.sub(r"(?m)^[IVX]+\. | \[restated\]$", "", str(page)).split())
    found = list(passages(cadogan.games.text(slug)))
    for one in found:
        assert one.text in said, one.place
    play = [one.text for one in found if one.place.number == "PLAY"]
    assert " ".join(play) in said, "the text of PLAY is whole and in its order"
    assert page.origin.endswith("1914.") and str(page).count("[restated]") == sum(
        one.restated for one in found
    )


def test_it_is_shown_folded_with_the_plate_of_the_first_board_and_every_text_escaped():
    page = cadogan.old_page("fortress")
    assert page.plate.text == cadogan.plate(cadogan.games["fortress"].deal(1933)).text
    assert (
        cadogan.old_page("fortress", deal=5).plate.text
        == cadogan.plate(cadogan.games["fortress"].deal(5)).text
    )
    html = OldPage(tuple(paragraphs(CHAPTER)), page.origin, page.plate)._repr_html_()
    assert html.startswith('<details class="cadogan-old-page"><summary>The old page</summary>')
    assert (
        "&lt;aces&gt;" in html
        and "<aces>" not in html
        and "<p>I. Only the top card. <em>(restated)</em></p>" in html
    )
    assert 'src="data:image/svg+xml;base64,' in html and repr(page) == str(page)


def test_a_game_or_a_deal_that_is_not_there_is_refused():
    with pytest.raises(KeyError, match="there is no chapter of a patience 'fortres'"):
        cadogan.old_page("fortres")
    with pytest.raises(ValueError, match="deal"):
        cadogan.old_page("fortress", deal=-1)
    assert "old_page" in dir(cadogan) and "old_page" in cadogan.__all__
