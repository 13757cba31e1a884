"""Where a part of the rules stands is its citation; and the parts, by their names, in the game, its
changes, and a notebook.
"""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import re

import pytest

import cadogan
from cadogan.edition.cells import placed, read
from cadogan.edition.chapters import cells_of
from cadogan.edition.old_text import marks, passages, places_above
from cadogan.edition.parsing import Cell
from cadogan.patience.game import Game
from cadogan.words import *
from cadogan.words import Clauses, RuleError

CHAPTER = """# Little

> Not the old text.

## The rules, a sentence at a time

> One Entire Pack of Cards

```{code-cell} ipython3
:tags: [rules]
pack = packs(1)
```

> **PLAY**
>
> Deal out the pack. It looks well.

**II.** Build in suit.

```{code-cell} ipython3
:tags: [rules]
dealt = deal(each("fans", 3))
```

```{code-cell} ipython3
1 + 1
```

<!-- continued -->

> Play the aces.
>
> Marry as you like.

```{code-cell} ipython3
:tags: [rules]
marriages = marry(down, "fans")
```

> Good luck!

<!-- concordance
PLAY 1.2 description: It looks
-->
"""


def above(text):
    return [tuple(map(str, places)) for places in places_above(text)]


# --- what stands above a cell -----------------------------------------------------------------------------


def test_a_cell_answers_to_what_is_quoted_since_the_one_before():
    """But for what is marked. A paragraph that goes on keeps its number, one of a single sentence
    is cited as a paragraph, and what follows the last cell is nobody's."""
    assert above(CHAPTER) == [("HEAD 1",), ("PLAY 1.1", "Rule II"), ("PLAY 1.3", "PLAY 2")]
    assert [str(one.place) for one in passages(CHAPTER)][-1] == "PLAY 3.1"


def test_without_the_comment_a_second_half_is_a_paragraph_of_its_own():
    assert above(CHAPTER.replace("<!-- continued -->\n\n", ""))[2] == ("PLAY 2", "PLAY 3")


def test_a_mark_that_cannot_be_read_is_named():
    with pytest.raises(ValueError, match=r"PLAY 1\.2 scenery"):
        above(CHAPTER.replace("1.2 description", "1.2 scenery"))
    assert [one.kind for one in marks(CHAPTER)] == ["description"]


# --- placed -----------------------------------------------------------------------------------------------


def cited(value):
    return tuple(map(cited, value)) if isinstance(value, tuple) else tuple(map(str, value.rules))


def test_a_sentence_cited_replaces_the_place_and_a_numbered_rule_comes_before_it():
    above = (PLAY[1, 1], PLAY[1, 3])
    clause = free("fans")
    assert cited(placed(clause, above)) == ("PLAY 1.1", "PLAY 1.3")
    assert cited(placed(clause @ PLAY[2, 1], above)) == ("PLAY 2.1",)
    assert cited(placed(clause @ RULE[2], above)) == ("Rule II", "PLAY 1.1", "PLAY 1.3")
    assert cited(placed(clause @ RULE[2] @ PLAY[2], above)) == ("Rule II", "PLAY 2"), (
        "a paragraph is an exception, too"
    )
    assert placed(clause, ()) is clause and cited(
        placed(clause @ RULE[1], (RULE[1], PLAY[1, 1]))
    ) == (
        "Rule I",
        "PLAY 1.1",
    )


def test_rows_of_clauses_are_placed_and_what_is_no_clause_stays():
    both = placed((free("a"), (marry(down, "a") @ PLAY[3, 1],)), (PLAY[1, 1],))
    assert cited(both) == (("PLAY 1.1",), (("PLAY 3.1",),)) and isinstance(
        placed(Clauses((free("a"),)), (RULE[1],)), Clauses
    )
    plate = drawn("a", line(3))
    assert (
        placed(plate, (RULE[1],)) is plate
        and placed(5, (RULE[1],)) == 5
        and placed(("a", 1), (RULE[1],)) == ("a", 1)
    )


def test_a_name_answers_to_its_own_cell_and_a_bracket_to_the_cell_of_the_game():
    rules = read(
        Cell('fans = places("fans", 18)', 1, (PLAY[1, 1],)),
        Cell(
            'tops = free("fans")\nlittle = Game("Little", packs(1), fans, foundations(4, ascending(A, K)),\n'
            '    deal(each("fans", 3)) @ RULE[2], tops)',
            10,
            (PLAY[2, 1],),
        ),
    )
    said = {
        c.name if isinstance(c, places) else type(c).__name__: cited(c)
        for c in rules.games[0].game.clauses
    }
    assert (
        said["fans"] == ("PLAY 1.1",)
        and said["packs"] == ("PLAY 2.1",)
        and said["deal"] == ("Rule II", "PLAY 2.1")
    )


# --- drawn ------------------------------------------------------------------------------------------------


def little(*more):
    return Game(
        "Little",
        packs(1),
        foundations(4, ascending(A, K)),
        deal(each("fans", 3)),
        free("fans"),
        *more,
    )


def spots_of(game, group):
    return [(p.x, p.y) for p in game.places if p.group == group]


def test_where_cards_lie_is_said_apart_and_is_no_rule():
    at = line(18, 1, 5)
    plain, shown = little(places("fans", 18)), little(places("fans", 18), drawn("fans", at))
    assert shown == plain and not any(isinstance(c, drawn) for c in shown.active)
    assert spots_of(shown, "fans") == [(s.x, s.y) for s in at] != spots_of(plain, "fans")
    assert shown.deal(1).moves() == plain.deal(1).moves() and shown.tell() == plain.tell()


def test_groups_in_every_option_of_a_reading_are_drawn():
    ways = reading(
        "ways",
        {
            "eighteen": places("fans", 18),
            "one less": (places("fans", 17), places("spare", 1), fill("spare", hand)),
        },
    )
    at = line(18, 1, 5)
    game = little(ways, drawn("fans", at))
    assert spots_of(game, "fans") == [(s.x, s.y) for s in at]
    assert spots_of(game.vary(ways="one less"), "fans") == [(s.x, s.y) for s in at[:17]]


def test_a_group_that_is_not_there_cannot_be_drawn():
    with pytest.raises(
        RuleError, match=r"drawn: there is no 'fens' on this table; it has fans, foundations"
    ):
        little(places("fans", 18), drawn("fens", line(18)))


def test_with_too_few_spots_the_drawing_is_left_to_the_table():
    plain = little(places("fans", 18)).places
    assert little(places("fans", 18), drawn("fans", line(17, 1, 5))).places == plain
    wide, spread = ((0.2, 0),) * 18, ((0.2, 0),) * 5
    shown = little(places("fans", 18), drawn("fans", spread=wide)).places
    assert shown == little(places("fans", 18, spread=wide)).places != plain
    assert little(places("fans", 18), drawn("fans", spread=spread)).places == plain


def test_how_places_lie_is_a_rule_where_one_reads_it_and_a_drawing_changes_no_game():
    fourteenth, row = cadogan.games["fourteenth"], drawn("square", line(25))
    assert [p.y for p in fourteenth.vary(row).places if p.group == "square"] == [0] * 25
    assert fourteenth.vary(row).deal(3).moves() == fourteenth.deal(3).moves()
    assert fourteenth.difference(fourteenth.vary(row)) == ""
    in_a_row = fourteenth.vary(places("square", 25, at=line(25)))
    assert "+ There is room for a square of 25 places. The square lies in a row." in (
        fourteenth.difference(in_a_row)
    )
    assert len(in_a_row.deal(3).moves()) > len(fourteenth.deal(3).moves())
    with pytest.raises(
        RuleError, match=r"take reads how the places of the square lie, and no rule"
    ):
        fourteenth.vary(places("square", 25), row).deal(3)


@pytest.mark.parametrize(
    ("slug", "group"),
    [
        ("kings", "left lines"), ("kings", "foundations"), ("four-corners", "kings"),
        ("besieged-city", "ramparts"), ("carpet", "carpet"), ("congress", "rivers"),
        ("labyrinth", "tableau"), ("blockade", "places"), ("caesar", "square"),
        ("shah", "first circle"), ("shah", "third circle"),
    ],
)  # fmt: skip
def test_a_group_of_which_a_rule_reads_how_it_lies_may_be_drawn_anywhere(slug, group):
    game = cadogan.games[slug]
    n = sum(p.group == group for p in game.places)
    elsewhere = game.vary(drawn(group, block(-(-n // 3), 3, 20, 7, 3, 2)))
    assert elsewhere.places != game.places and elsewhere.tell() == game.tell()
    one, other = game.deal(1914), elsewhere.deal(1914)
    for _ in range(60):
        moves = one.moves()
        assert [m.code for m in moves] == [m.code for m in other.moves()]
        if not moves:
            break
        one, other = one.play(moves[-1]), other.play(other.moves()[-1])


# --- parts by their names ---------------------------------------------------------------------------------


def test_a_part_is_changed_or_left_out_by_its_name():
    fortress = cadogan.games["fortress"]
    assert {"marriages", "refill", "direction", "lanes"} <= set(fortress.parts)
    downward = fortress.vary(marriages=marry(down, "lanes"))
    assert downward == fortress.vary(marry(down, "lanes")) and len(downward.clauses) == len(
        fortress.clauses
    )
    shut = fortress.vary(without=["refill"])
    assert (
        shut == fortress.vary(without=["fill"]) and len(shut.clauses) == len(fortress.clauses) - 1
    )
    several = fortress.vary(marriages=(marry(down, "lanes"), marry(up, "lanes")))
    assert (
        len(several.clauses) == len(fortress.clauses)
        and "ascending or descending" not in downward.tell()
    )
    assert fortress.vary(marriages=()).clauses == fortress.vary(without=["marriages"]).clauses


def test_an_unknown_part_is_refused_with_those_that_are_there():
    for name, said in (
        ("mariages", "has no part 'mariages'; did you mean 'marriages'?"),
        ("gravity", "has no part 'gravity'; it has "),
    ):
        with pytest.raises(RuleError, match=re.escape(said)):
            cadogan.games["fortress"].vary(**{name: marry(down, "lanes")})


def test_a_game_made_in_a_notebook_answers_to_its_chapter():
    """The cells run as ordinary Python, where nothing knows the place of a part: citations and
    parts come from the chapter.
    """
    scope = {}
    exec("from cadogan import Game\nfrom cadogan.words import *", scope)
    for cell in cells_of(cadogan.games.text("fortress")):
        exec(cell.text, scope)
    made, own = scope["fortress"], cadogan.games["fortress"]
    assert (
        isinstance(made, Game)
        and made.named_parts is None
        and not all(c.rules for c in made.clauses)
    )
    assert {c.key: set(c.rules) for c in made.active} == {c.key: set(c.rules) for c in own.active}
    assert (
        made.parts.keys() == own.parts.keys()
        and made.vary(marriages=marry(down, "lanes")).tell()
        == own.vary(marriages=marry(down, "lanes")).tell()
    )
    with pytest.raises(cadogan.IllegalMove) as mine:
        made.deal(1933).play("l1-f1")
    with pytest.raises(cadogan.IllegalMove) as theirs:
        own.deal(1933).play("l1-f1")
    assert (str(mine.value), mine.value.rule) == (str(theirs.value), theirs.value.rule)


def test_the_parts_of_every_chapter_are_clauses_of_its_game():
    for slug, game in cadogan.games.items():
        keys = {c.key for c in game.clauses}
        assert game.parts and all(
            isinstance(c, drawn) or c.key in keys for part in game.parts.values() for c in part
        ), slug
