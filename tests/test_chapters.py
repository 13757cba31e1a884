"""Chapters as the source of their games: the loader, its errors, and the rules that the clauses
cite.
"""

import builtins
import re

import pytest

import cadogan
from cadogan.edition.chapters import (
    Games,
    RulesError,
    UnknownGame,
    read_game,
    read_rules,
)
from cadogan.round_games.catalogue import WRITTEN

from .conftest import TABLES, python, text_of

CHAPTER = """\
---
kernelspec:
  name: python3
---

# Little Game

## The rules, a sentence at a time

> One Entire Pack of Cards
>
> **RULES**

**I.** Only the top card may be used.

**II.** Each foundation is built in one suit.

> **PLAY**
>
> Deal out the entire pack in packets of three cards. The last packet will contain but one card.
>
> Marry the cards on the surface
> in descending line.

```{code-cell} ipython3
x = 1
```

```{code-cell} ipython3
:tags: [rules]
little = Game("Little Game", packs(1),
    foundations(4, ascending(A, K)) @ RULE[2],
    places("fans", 18),
    deal(each("fans", 3)) @ PLAY[1],       # "packets of three cards"
    free("fans") @ RULE[1],
    marry(down, "fans") @ PLAY[2])
other = little.vary(again(1, "fans"), title="Another Little Game")
```
"""
#: A code cell: its tags, and its code.
SHOWN = re.compile(r"^```\{code-cell\}[^\n]*\n((?::[^\n]*\n)*)(.*?)^```", re.MULTILINE | re.DOTALL)
FIRST_LINE = CHAPTER.split("\n").index('little = Game("Little Game", packs(1),') + 1


def read(tmp_path, old="", new="", chapter=CHAPTER):
    """The game of the chapter above, or another, with something changed."""
    assert old in chapter
    path = tmp_path / "little-game.md"
    path.write_text(chapter.replace(old, new, 1), encoding="utf-8")
    return read_game(path)


def error_of(tmp_path, old, new, chapter=CHAPTER):
    with pytest.raises(RulesError) as caught:
        read(tmp_path, old, new, chapter)
    return caught.value


# --- the loader --------------------------------------------------------------------------------------


def test_a_chapter_is_its_game_and_its_variants(tmp_path):
    game = read(tmp_path)
    assert (game.slug, game.title) == ("little-game", "Little Game")
    (variant,) = game.variants.items()
    assert (variant[0], variant[1].title) == ("another-little-game", "Another Little Game")
    assert [str(r) for r in game.clauses[3].rules] == ["PLAY 1"]


@pytest.mark.table("header", "headers")
def test_the_tag_is_found_however_it_is_written(tmp_path, header):
    assert read(tmp_path, ":tags: [rules]", header).slug == "little-game"


@pytest.mark.table("old, new, line, said", "faults", *TABLES["games"])
def test_an_error_names_chapter_line_and_reason(tmp_path, old, new, line, said):
    """And shows the line itself; for a game that cannot be, that of the clause concerned, or the
    cell's first where a clause is wanting.
    """
    message = str(error_of(tmp_path, old, new))
    number = FIRST_LINE + line
    assert message.startswith(f"little-game.md, line {number}: ") and said in message, message
    assert CHAPTER.replace(old, new, 1).split("\n")[number - 1].strip() in message


@pytest.mark.table("hostile", "hostile_rules")
def test_a_hostile_rules_cell_is_refused_before_anything_runs(hostile, monkeypatch):
    """In a chapter, wherever it lies: in the lab's copy, in the class pack."""
    monkeypatch.setattr(builtins, "ran_as_python", False, raising=False)
    chapter = text_of("book/fortress.md").replace("pack = packs(1)", hostile, 1)
    assert hostile in chapter
    with pytest.raises(RulesError) as refusal:
        read_rules(chapter)
    assert refusal.value.cell == 1 and refusal.value.reason and not builtins.ran_as_python


def test_the_nearest_sentence_of_the_old_text_is_named(tmp_path):
    for old, new, nearest in (
        ("deal(each", "deal(eech", "Deal out the entire pack in packets of three cards."),
        ("marry(down", "marry(dwn", "Marry the cards on the surface in descending line."),
    ):
        message = str(error_of(tmp_path, old, new))
        assert message.endswith(f"The old text nearest to it: “{nearest}”")


def test_a_chapter_without_rules_is_refused(tmp_path):
    none = error_of(tmp_path, ":tags: [rules]", ":tags: [hide]")
    assert str(none) == "little-game.md: a chapter has at least one cell tagged rules; here is none"
    rules = CHAPTER[CHAPTER.index("little = ") : CHAPTER.rindex("```")]
    assert "names no game" in str(error_of(tmp_path, rules, "x = 1\n"))


# --- several cells ------------------------------------------------------------------------------------

INTERLEAVED = """\
# Little Game

## The rules, a sentence at a time

> **PLAY**
>
> Deal out the entire pack in packets of three cards. The last packet will contain but one card.

```{code-cell} ipython3
:tags: [rules]
fans = places("fans", 18)
dealt = deal(each("fans", 3)) @ PLAY[1]
```

> Marry the cards on the surface
> in descending line.

```{code-cell} ipython3
:tags: [rules]
marriages = marry(
    down, "fans") @ PLAY[2]
```

```{code-cell} ipython3
raise SystemExit("an ordinary cell was run")
```

> Two cards may be taken up.

```{code-cell} ipython3
:tags: [rules, hide]
top_cards, redeal = free("fans"), again(1, "fans")
little = Game("Little Game", packs(1), foundations(4, ascending(A, K)), fans, dealt, top_cards @ RULE[1], marriages)
other = little.vary(redeal, packs(1) @ RULE[1], title="Another Little Game")
```
"""


def test_several_cells_in_order_are_the_game(tmp_path):
    game = read(tmp_path, chapter=INTERLEAVED)
    assert game == read(tmp_path) and list(game.variants) == ["another-little-game"]


def test_every_statement_and_every_clause_says_in_which_cell_and_on_which_lines_it_stands():
    """Its cell, how the first of its lines begins, and a + for each line more."""
    lines = ["", *INTERLEAVED.split("\n")]

    def told(one, *more):
        begins = lines[one.first].split()[0].strip(",")
        return " ".join(map(str, (*more, one.cell, begins + "+" * (one.last - one.first))))

    rules = read_rules(INTERLEAVED)
    assert ", ".join(told(one, one.name) for one in rules.statements) == (
        "fans 1 fans, dealt 1 dealt, marriages 2 marriages+, top_cards 3 top_cards, "
        "redeal 3 top_cards, little 3 little, other 3 other"
    )
    little, other = rules.games
    assert "; ".join(
        f"{told(one, one.word, one.name)}: {', '.join(map(str, one.clause.rules))}"
        for one in little.clauses
    ) == (
        "packs  3 little: PLAY 3; foundations  3 little: PLAY 3; "
        "places fans 1 fans: PLAY 1.1, PLAY 1.2; deal dealt 1 dealt: PLAY 1; "
        "free  3 little: PLAY 3, Rule I; marry marriages 2 marriages+: PLAY 2"
    )
    assert [(one.word, one.name) for one in other.clauses] == [("again", "redeal"), ("packs", "")]


def test_the_parts_of_a_game_are_known_by_their_names():
    little, other = read_rules(INTERLEAVED).games
    assert list(little.parts) == ["fans", "dealt", "marriages"] and list(other.parts) == ["redeal"]
    marriages = little.parts["marriages"]
    assert marriages.value is little.game.clauses[-1] and marriages.cell == 2


@pytest.mark.table("old, new, at, said, sentence", "cells_apart")
def test_an_error_in_one_of_several_cells_names_its_line_and_the_sentence_above_it(
    tmp_path, old, new, at, said, sentence
):
    error = error_of(tmp_path, old, new, INTERLEAVED)
    lines = INTERLEAVED.replace(old, new, 1).split("\n")
    line = next(n for n, text in enumerate(lines, 1) if text.startswith(at))
    assert error.line == line and said in error.reason, error
    assert str(error).startswith(f"little-game.md, line {line}: ")
    assert error.sentence.startswith(sentence)
    assert error.cell == "\n".join(lines[:line]).count("[rules")


def test_a_later_cell_cannot_be_read_before_an_earlier_one(tmp_path):
    later = f"{INTERLEAVED}\n```{{code-cell}}\n:tags: [rules]\nlater = turn()\n```\n"
    error = error_of(tmp_path, "fans, dealt,", "fans, dealt, later,", later)
    assert "no word 'later'" in error.reason


def test_games_of_another_folder(tmp_path):
    read(tmp_path)
    (tmp_path / "_toc.yml").write_text(
        "root: intro\nchapters:\n  - file: little-game\n  - file: not-yet-written\n",
        encoding="utf-8",
    )
    games = Games(tmp_path)
    assert list(games) == ["little-game"] and len(games) == 1 and "little-game" in games
    assert games["little-game"] is games["little-game"]
    assert games["another-little-game"].title == "Another Little Game"


@pytest.mark.parametrize(
    "slug",
    ["fortres", "Fortress", "FORTRESS", "", "../fortress", "no such game at all", "x" * 10_000],
)
def test_an_unknown_game_is_refused_with_its_neighbours(slug):
    with pytest.raises(UnknownGame) as caught:
        cadogan.games[slug]
    said = str(caught.value)
    assert said.startswith(f"there is no game {slug[:80]!r}; ") and len(said) < 3000
    if slug.lower().startswith("fortres"):
        assert "did you mean 'fortress'" in said
    assert slug not in cadogan.games


# --- the book's own chapters -------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [*cadogan.games, *WRITTEN])
def test_the_code_that_a_chapter_shows_fits_its_page(slug):
    """Ninety columns, in every cell that is not folded; a pile of a position written as text is one
    line, however long. A rules cell has forty lines at most.
    """
    cells = SHOWN.findall(text_of(f"book/{slug}.md"))
    rules = [body for tags, body in cells if "rules" in tags]
    assert all(body.count("\n") <= 40 for body in rules)
    shown = [body for tags, body in cells if not re.search(r"hide-|remove-", tags)]
    assert shown
    assert not [
        line
        for body in (*rules, *shown)
        for line in body.splitlines()
        if len(line) > 90 and not re.match(r"[a-z]+\d*\[", line)
    ]


def test_every_game_can_be_read_and_dealt(ruling):
    assert ruling.title and ruling.packs >= 1 and ruling.places and ruling.deal(1).moves()
    assert len({p.id for p in ruling.places}) == len(ruling.places)
    assert len({p.name for p in ruling.places}) == len(ruling.places), "two places of one name"


# --- importing ---------------------------------------------------------------------------------------


def test_importing_is_light_and_opens_no_chapter():
    """Only the standard library is imported, and no chapter opened, until a game is asked for; and
    no more for a game that is played and simulated, as in the browser.
    """
    done = python(
        "-c",
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import cadogan\n"
        "print([p for p in opened if p.endswith('.md')])\n"
        "names = list(cadogan.games)\n"
        "print(len(names), cadogan.games._read)\n"
        "game = cadogan.games['fortress']\n"
        "print(len(cadogan.games._read))\n"
        "print(cadogan.odds.playout(game, 1914).last.home, cadogan.odds.simulate(game, n=5, seed=1).moves)\n"
        "own = {'cadogan', 'wasmtime', *sys.stdlib_module_names}\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} - own - {'__main__', 'sitecustomize', '_virtualenv'}))\n",
    )
    chapters, names, read, played, modules = done.stdout.splitlines()
    assert (chapters, names, read) == ("[]", f"{len(cadogan.games)} {{}}", "1")
    game = cadogan.games["fortress"]
    moves = cadogan.odds.simulate(game, n=5, seed=1).moves
    assert played == f"{cadogan.odds.playout(game, 1914).last.home} {moves}"
    strange = [name for name in eval(modules) if not name.startswith(("_", "site", "pkg"))]
    assert not strange, f"more than the standard library was imported: {strange}"
