"""Chapters as the source of their games: the loader, its errors, and the rules that the clauses
cite.
"""

import re

import pytest

import cadogan
from cadogan.edition.chapters import (
    Games,
    RulesError,
    UnknownGame,
    cells_of,
    read_game,
    read_rules,
)
from cadogan.round_games.catalogue import WRITTEN
from cadogan.words import reading

from .conftest import python, text_of

CHAPTER = """\
---
kernelspec:
  name: python3
---

# Little Game

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
    foundations(4, ascending(A, K)) @ II,
    places("fans", 18),
    deal(each("fans", 3)) @ PLAY[1],       # "packets of three cards"
    free("fans") @ I,
    marry(down, "fans") @ PLAY[2])
other = little.vary(again(1, "fans"), title="Another Little Game")
```
"""
#: A code cell: its tags, and its code.
SHOWN = re.compile(r"^```\{code-cell\}[^\n]*\n((?::[^\n]*\n)*)(.*?)^```", re.MULTILINE | re.DOTALL)
FIRST_LINE = CHAPTER.split("\n").index('little = Game("Little Game", packs(1),') + 1


def read(tmp_path, old="", new=""):
    """The game of the chapter above with something changed."""
    assert old in CHAPTER
    path = tmp_path / "little-game.md"
    path.write_text(CHAPTER.replace(old, new, 1) if old else CHAPTER, encoding="utf-8")
    return read_game(path)


def error_of(tmp_path, old, new):
    with pytest.raises(RulesError) as caught:
        read(tmp_path, old, new)
    return str(caught.value)


# --- the loader --------------------------------------------------------------------------------------


def test_a_chapter_is_its_game_and_its_variants(tmp_path):
    game = read(tmp_path)
    assert (game.slug, game.title) == ("little-game", "Little Game")
    assert (
        list(game.variants) == ["another-little-game"]
        and game.variants["another-little-game"].title == "Another Little Game"
    )
    assert [str(r) for r in game.clauses[3].rules] == ["PLAY 1"]


@pytest.mark.table("header", "headers")
def test_the_tag_is_found_however_it_is_written(tmp_path, header):
    assert read(tmp_path, ":tags: [rules]", header).slug == "little-game"


@pytest.mark.table("old, new, line, said", "faults")
def test_an_error_names_chapter_line_and_reason(tmp_path, old, new, line, said):
    message = error_of(tmp_path, old, new)
    number = FIRST_LINE + line
    assert message.startswith(f"little-game.md, line {number}: "), message
    assert said in message
    assert CHAPTER.replace(old, new, 1).split("\n")[number - 1].strip() in message, (
        "the line itself is shown"
    )


@pytest.mark.table("old, new, line, said", "games")
def test_a_game_that_cannot_be_is_refused_with_the_reason(tmp_path, old, new, line, said):
    """With the line of the clause concerned, or the cell's first where a clause is wanting."""
    message = error_of(tmp_path, old, new)
    assert message.startswith(f"little-game.md, line {FIRST_LINE + line}: ") and said in message, (
        message
    )


def test_the_nearest_sentence_of_the_old_text_is_named(tmp_path):
    message = error_of(tmp_path, 'deal(each("fans", 3))', 'deal(eech("fans", 3))')
    assert message.endswith(
        "The old text nearest to it: “Deal out the entire pack in packets of three cards.”"
    )
    message = error_of(tmp_path, "marry(down", "marry(dwn")
    assert message.endswith("“Marry the cards on the surface in descending line.”")


def test_a_chapter_without_rules_is_refused(tmp_path):
    none = error_of(tmp_path, ":tags: [rules]", ":tags: [hide]")
    assert none == "little-game.md: a chapter has at least one cell tagged rules; here is none"
    assert "names no game" in error_of(
        tmp_path, CHAPTER[CHAPTER.index("little = ") : CHAPTER.rindex("```")], "x = 1\n"
    )


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
little = Game("Little Game", packs(1), foundations(4, ascending(A, K)), fans, dealt, top_cards @ I, marriages)
other = little.vary(redeal, packs(1) @ I, title="Another Little Game")
```
"""


def test_several_cells_in_order_are_the_game(tmp_path):
    path = tmp_path / "little-game.md"
    path.write_text(INTERLEAVED, encoding="utf-8")
    assert read_game(path) == read(tmp_path) and list(read_game(path).variants) == [
        "another-little-game"
    ]


def test_every_statement_and_every_clause_says_in_which_cell_and_on_which_lines_it_stands():
    """Its cell, how the first of its lines begins, and a + for each line more."""
    lines = ["", *INTERLEAVED.split("\n")]

    def told(one, *more):
        begins = lines[one.first].split()[0].strip(",")
        return " ".join(map(str, (*more, one.cell, begins + "+" * (one.last - one.first))))

    rules = read_rules(INTERLEAVED)
    assert [told(one, one.name) for one in rules.statements] == [
        "fans 1 fans",
        "dealt 1 dealt",
        "marriages 2 marriages+",
        "top_cards 3 top_cards",
        "redeal 3 top_cards",
        "little 3 little",
        "other 3 other",
    ]
    little, other = rules.made
    assert [
        f"{told(one, one.word, one.name)}: {', '.join(map(str, one.clause.rules))}"
        for one in little.clauses
    ] == [
        "packs  3 little: PLAY 3",
        "foundations  3 little: PLAY 3",
        "places fans 1 fans: PLAY 1.1, PLAY 1.2",
        "deal dealt 1 dealt: PLAY 1",
        "free  3 little: PLAY 3, Rule I",
        "marry marriages 2 marriages+: PLAY 2",
    ]
    assert [(one.word, one.name) for one in other.clauses] == [("again", "redeal"), ("packs", "")]


def test_the_parts_of_a_game_are_known_by_their_names():
    little, other = read_rules(INTERLEAVED).made
    assert list(little.parts) == ["fans", "dealt", "marriages"] and list(other.parts) == ["redeal"]
    marriages = little.parts["marriages"]
    assert marriages.value is little.game.clauses[-1] and marriages.cell == 2


@pytest.mark.table("old, new, at, said, sentence", "cells_apart")
def test_an_error_in_one_of_several_cells_names_its_line_and_the_sentence_above_it(
    tmp_path, old, new, at, said, sentence
):
    assert old in INTERLEAVED
    changed = INTERLEAVED.replace(old, new, 1)
    path = tmp_path / "little-game.md"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        read_game(path)
    line = next(n for n, text in enumerate(changed.split("\n"), 1) if text.startswith(at))
    assert caught.value.line == line and said in caught.value.reason, caught.value
    assert str(caught.value).startswith(
        f"little-game.md, line {line}: "
    ) and caught.value.sentence.startswith(sentence)
    assert caught.value.cell == "\n".join(changed.split("\n")[:line]).count("[rules")


def test_a_later_cell_cannot_be_read_before_an_earlier_one(tmp_path):
    path = tmp_path / "little-game.md"
    path.write_text(
        INTERLEAVED.replace("fans, dealt,", "fans, dealt, later,", 1)
        + "\n```{code-cell}\n:tags: [rules]\nlater = turn()\n```\n"
    )
    with pytest.raises(RulesError, match="no word 'later'"):
        read_game(path)


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


def chapter_of(game):
    slug = next(
        slug for slug in cadogan.games if game.slug in (slug, *cadogan.games[slug].variants)
    )
    return cadogan.games.text(slug)


def numbered_rules(text):
    """The numbers of the restated rules: paragraphs that begin **I.** , **II.** …; a single rule
    bears none in print.
    """
    single = {"I"} if "here it is cited as Rule I." in text else set()
    return single | set(re.findall(r"^\*\*([IVX]+)\.\*\*", text, re.MULTILINE))


def paragraphs_of_play(text):
    """How many paragraphs of the old text stand after the line PLAY, whatever stands between them."""
    _, _, rest = text.partition("\n> **PLAY**")
    lines = rest.partition("\n## ")[0].split("\n")[1:]
    quoted = "\n".join(line if line.startswith(">") else "" for line in lines)
    found = [
        p
        for p in re.split(r"\n(?:>\s*)?\n", quoted.replace("\n>\n", "\n\n"))
        if re.search(r"[A-Za-z]", p)
    ]
    return len(found) - lines.count("<!-- continued -->")


def all_clauses(game):
    """Every clause, in every option of every reading."""
    found = []
    for c in game.clauses:
        if isinstance(c, reading):
            for option in c.options:
                found += game.vary(**{c.name.replace(" ", "_"): option}).active
        else:
            found.append(c)
    return found


def test_every_numbered_rule_is_cited_and_every_citation_is_there():
    """The concordance of rules and clauses, chapter by chapter; variants share their chapter's
    rules.
    """
    missing = []
    for slug, game in cadogan.games.items():
        text = chapter_of(game)
        cited = {
            r for one in (game, *game.variants.values()) for c in all_clauses(one) for r in c.rules
        }
        cited |= {r for c in game.clauses for r in c.rules}
        rules, paragraphs = numbered_rules(text), paragraphs_of_play(text)
        for number in sorted(rules - {r.number for r in cited}):
            missing.append(f"{slug}: rule {number} is carried out by no clause")
        for rule in sorted(cited, key=str):
            if rule.number == "PLAY":
                if not 1 <= rule.paragraph <= paragraphs:
                    missing.append(f"{slug}: {rule} is cited, but PLAY has {paragraphs} paragraphs")
            elif rule.number not in rules and rule.number != "HEAD":
                missing.append(f"{slug}: {rule} is cited, but the chapter has no such rule")
    assert not missing, "\n".join(missing)


def test_the_concordance_would_notice():
    """The finders above on the little chapter."""
    assert numbered_rules(CHAPTER) == {"I", "II"} and paragraphs_of_play(CHAPTER) == 2


def test_the_rules_cells_are_short(game):
    """Each fits its page, and the last puts the parts together; that they say only rules the reader
    sees to (test_cells.py).
    """
    cells = [cell.text for cell in cells_of(chapter_of(game))]
    for cell in cells:
        assert cell.count("\n") < 40
        assert not [line for line in cell.split("\n") if len(line) > 90]
    assert any("Game(" in cell for cell in cells)


@pytest.mark.parametrize("slug", [*cadogan.games, *WRITTEN])
def test_the_code_that_a_chapter_shows_fits_its_page(slug):
    """Ninety columns, in every cell that is not folded; a pile of a position written as text is one
    line, however long.
    """
    text = text_of(f"book/{slug}.md")
    shown = [body for tags, body in SHOWN.findall(text) if not re.search(r"hide-|remove-", tags)]
    assert shown
    assert not [
        line
        for body in shown
        for line in body.splitlines()
        if len(line) > 90 and not re.match(r"[a-z]+\d*\[", line)
    ]


def test_every_game_can_be_read_and_dealt(ruling):
    assert ruling.title and ruling.packs >= 1 and ruling.places and ruling.deal(1).moves()
    assert len({p.id for p in ruling.places}) == len(ruling.places)
    assert len({p.name for p in ruling.places}) == len(ruling.places), "two places of one name"


# --- importing ---------------------------------------------------------------------------------------


def in_a_new_process(code):
    done = python("-c", code, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_is_light_and_opens_no_chapter():
    """Only the standard library is imported, and no chapter opened, until a game is asked for."""
    out = in_a_new_process(
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "import cadogan\n"
        "print([p for p in opened if p.endswith('.md')])\n"
        "names = list(cadogan.games)\n"
        "print(len(names), cadogan.games._read)\n"
        "cadogan.games['fortress']\n"
        "print(len(cadogan.games._read))\n"
        "own = {'cadogan'} | set(sys.stdlib_module_names)\n"
        "print(sorted({m.partition('.')[0] for m in sys.modules} - own - {'__main__', 'sitecustomize', '_virtualenv'}))\n"
    )
    lines = out.splitlines()
    assert lines[0] == "[]" and lines[1] == f"{len(cadogan.games)} {{}}" and lines[2] == "1"
    strange = [name for name in eval(lines[3]) if not name.startswith(("_", "site", "pkg"))]
    assert not strange, f"more than the standard library was imported: {strange}"


def test_the_engine_plays_without_numpy_and_numba():
    """As in the browser: where neither can be imported, a game is dealt, played and simulated all
    the same.
    """
    out = in_a_new_process(
        "import sys\n"
        "class No:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('numpy', 'numba', 'traitlets', 'anywidget', 'matplotlib', 'tqdm'):\n"
        "            raise ModuleNotFoundError(name, name=name)\n"
        "sys.meta_path.insert(0, No())\n"
        "import cadogan\n"
        "game = cadogan.games['fortress']\n"
        "record = cadogan.odds.playout(game, 1914)\n"
        "print(record.last.home, cadogan.odds.simulate(game, n=5, seed=1).moves)\n"
    )
    game = cadogan.games["fortress"]
    home, moves = map(int, out.split())
    assert home == cadogan.odds.playout(game, 1914).last.home
    assert moves == cadogan.odds.simulate(game, n=5, seed=1).moves
