"""Rules cells of games that nobody has thought of: the book's own with clauses of others, and some
put together from nothing. Correct in themselves, so that many of them become games, and what is
wrong with them is found late.
"""

import ast
import re
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache

from hypothesis import note

import cadogan
from cadogan.cards import RANKS
from cadogan.edition import cells
from cadogan.edition.chapters import cells_of


def clauses_in(node):
    """The clauses that a value in a rules cell is made of, those of a reading among them."""
    if isinstance(node, ast.BinOp):
        yield from clauses_in(node.left)
    elif isinstance(node, (ast.Tuple, ast.Dict)):
        for one in node.elts if isinstance(node, ast.Tuple) else node.values:
            yield from clauses_in(one)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "reading":
            yield from clauses_in(node.args[-1])
        elif node.func.id != "Game":
            yield node


@lru_cache(maxsize=100)  # (those with a clause grafted on them are never seen again)
def said_in(texts):
    """Every clause of a game's cells, with the name that its value has there."""
    lines = [
        line for text in texts for line in ast.parse(text).body if isinstance(line, ast.Assign)
    ]
    return tuple(
        (ast.unparse(line.targets[0]), call) for line in lines for call in clauses_in(line.value)
    )


#: Names that stand for values of one kind, any of which may take the place of any other.
ALIKE = tuple(
    tuple(row.split())
    for row in (
        "up down either anything",
        "in_suit alternate in_colour any_suit",
        "newest red black",
        "at_once before_dealing_on may",
        "after_deal at_the_end between_rounds dealing_too pack_in_hand pack_out when_alone while_dealing",
    )
)


class Regrouped(ast.NodeTransformer):
    """The same of other groups, and now and then of another number or value, or with a switch
    turned.
    """

    def __init__(self, rng, groups):
        self.rng, self.groups = rng, groups

    def group(self):
        """Some group of the game, or what may stand for one."""
        own = [f'"{name}"' for name in self.groups]
        others = ("talon", "hand", "turned", "its_own", '"f1"', '"c1-3"', "(hand, talon)")
        said = self.rng.choice(own if self.rng.randrange(10) < 7 else others)
        return ast.parse(said, mode="eval").body

    def visit_Constant(self, node):
        """A text most often names a group."""
        often = self.rng.randrange(100)
        if isinstance(node.value, str) and often < 80:
            return self.group()
        if isinstance(node.value, bool) and often < 6:
            return ast.Constant(not node.value)
        if isinstance(node.value, int) and often < 6:
            return ast.Constant(self.rng.choice((0, 1, 2, 3, 4, 7, 13)))
        return node

    def visit_Name(self, node):
        """A name of the other game's own is no word here; and what is taken from the talon may come
        from anywhere.
        """
        often = self.rng.randrange(10)
        for row in ALIKE:
            if node.id in row and often < 2:
                return ast.Name(self.rng.choice(row))
        strange = node.id not in cells.VOCABULARY or (
            node.id in ("talon", "hand", "turned") and often < 3
        )
        return self.group() if strange else node

    def visit_Call(self, node):
        """The word itself stays."""
        node.args = [self.visit(one) for one in node.args]
        for one in node.keywords:
            one.value = self.visit(one.value)
        if isinstance(node.func, ast.Name) and self.rng.randrange(7) == 0:
            kind = cells.VOCABULARY.get(node.func.id)
            said = {one.arg for one in node.keywords}
            declared = fields(kind) if is_dataclass(kind) else ()
            free = [f.name for f in declared if f.type == "bool" and f.name not in said]
            if free:
                node.keywords.append(ast.keyword(self.rng.choice(free), ast.Constant(True)))
        return node


def grafted(rng, texts, others):
    """A game with a clause of another, said of its own groups; one of its own clauses may go, most
    often one of the same word.
    """
    named = r"\b(?:places|foundations|ornaments)\(\s*\"([^\"]+)\""
    groups = (*re.findall(named, "\n".join(texts)), "foundations")
    clause = ast.unparse(rng.choice(said_in(others))[1])
    said = ast.unparse(Regrouped(rng, groups).visit(ast.parse(clause, mode="eval").body))
    word = said.partition("(")[0]
    own = [(name, ast.unparse(call.func)) for name, call in said_in(tuple(texts))]
    alike = [name for name, other in own if other == word] or [name for name, _ in own]
    gone = rng.choice(alike) if rng.randrange(5) < 3 else "-"
    changed = []
    for text in texts:
        before, title, after = (*re.split(r"(\bGame\(\s*\"[^\"]*\")", text, maxsplit=1), "", "")[:3]
        after = re.sub(rf",\s*{gone}(?=[,)])", "", after)
        changed.append(f"{before}{title}, {said}{after}" if title else text)
    return changed


#: Games put together from nothing: their aims, the steps of their deals, and what brings cards from
#: place to place in most games; a and b are groups, n is a number, r the highest value of the pack.
AIMS = (
    *("foundations({homes}, ascending(1, {r}))", "foundations({homes}, descending({r}, 1))") * 2,
    "foundations({homes}, ascending(1, {r}), begun='as they appear')",
    "foundations({homes}, ascending(1, {r}), any_suit, begun='at once')",
    "foundations({n}, by_addition.under('{a}'), any_suit)",
    "foundations({n}, order('{r}').under('{a}'))",
    "foundations({homes}, from_base(up))",
    *(
        "take(equal, '{a}')",
        "take(equal, ('{a}', '{b}'))",
        "take({r} + 1, '{a}', where=same('line'))",
    ),
    *("take({r}, ('{a}', talon), alone=True)", "take({r} + 1, '{a}', '{b}')", "won('{a}')"),
    *("won((hand, '{a}'), but=A)", "won('{a}', lines=15)"),
)
STEPS = (
    *("each('{a}', {n})", "rows('{a}', {n})", "rows('{a}')", "rounds('{a}')") * 2,
    *("rounds('{a}', pause=True)", "rows('{a}', {n}, unlike='or in spite')", "pause()"),
    *("each('{a}', {n}, down=1, by_row=True)", "each('{a}', {n}, down=covered)"),
    *(
        "each('{a}', until={r})",
        "lift('{a}', '{b}')",
        "rows('{a}', gaps=True)",
        "lift('{a}', only={r})",
    ),
    *("rounds('{a}', pause=True, at_will=True)", "lift('{a}', '{b}', 2, only={r})"),
    *(
        "each('{a}', {n}), base('foundations')",
        "lift('{a}', hand, {n}, only={r})",
        "rows('{a}', {n}, down=(1,))",
    ),
)
COMMON = (
    *(
        "swap('{a}')",
        "fill('{a}', '{b}', may)",
        "fill('{a}', hand)",
        "build(down, any_suit, '{a}')",
    ),
    *("build(either, any_suit, '{a}', ('{b}', talon))", "turn()", "turn()", "again(2, '{a}')"),
    *("fill('{a}', ('{b}', hand), before_dealing_on)", "marry(down, '{a}')"),
    *("fill('{a}', '{b}', may.when(pack_out).once)", "fill('{a}', hand, where=newest)"),
    *("fill('{a}', hand, before_dealing_on, at_least=2, by=1)", "fill('{a}', hand, by=2)"),
    *("again(1, ('{a}', '{b}'), packets='backwards')", "again(2, '{a}', packets='under')"),
    *("swap('{a}', or_empty=True, when=dealing_too)", "play(('{a}', '{b}'))"),
)
#: What its groups may be called.
NAMES = ("lanes", "square", "reserve", "circle", "turn", "none", "été", "x y", "F1", "日本")
#: What a game has once, and which begins it.
BEGINNINGS = "packs deal places drawn foundations aces_and_kings take won ornaments"


@cache
def clauses_of_the_book():
    """Every clause of the book's cells, as it is written, but for what a game begins with."""
    texts = {
        ast.unparse(call)
        for _, cells_ in book_cells()
        for _, call in said_in(cells_)
        if ast.unparse(call.func) not in BEGINNINGS.split()
    }
    return sorted(texts)


def from_nothing(rng):
    """A rules cell of a game that nobody has thought of: a few groups of places, a pack of some
    values, an aim, a deal, and clauses of the book said of these groups.
    """
    packs, ranks = rng.choice((1, 1, 1, 2)), rng.choice((3, 5, 8, 13))
    groups = rng.sample(NAMES, rng.choice((1, 2, 2, 3)))

    def filled(templates):
        a, b = rng.choice(groups), rng.choice(groups)
        n = rng.choice((1, 1, 2, 3, 4))
        return rng.choice(templates).format(a=a, b=b, n=n, r=ranks, homes=4 * packs)

    more = ("", "", "", ", first_stays=True", ", single=True", ", spread=(0.3, 0)")
    clauses = [
        f"packs({packs}, {' '.join(RANKS[:ranks])!r})",
        aim := filled(AIMS),
        *(f"places('{a}', {rng.choice((1, 2, 3, 4, 5, 9))}{rng.choice(more)})" for a in groups),
        f"deal({', '.join(filled(STEPS) for _ in range(rng.choice((1, 1, 2, 3))))})",
    ]
    named = (*groups, "foundations") if aim.startswith("foundations") else groups
    for _ in range(rng.choice((0, 1, 2, 3, 4))):
        if rng.randrange(2):
            clauses.append(filled(COMMON))
        else:
            clause = ast.parse(rng.choice(clauses_of_the_book()), mode="eval").body
            clauses.append(ast.unparse(Regrouped(rng, named).visit(clause)))
    return f'x = Game("A Game", {", ".join(dict.fromkeys(clauses))})'


@cache
def book_cells():
    """The rules cells of every chapter."""
    return tuple(
        (slug, tuple(cell.text for cell in cells_of(cadogan.games.text(slug))))
        for slug in cadogan.games
    )


def with_others(rng):
    """Cells of the book with clauses of other games, said of this one's groups and numbers: correct
    in themselves, so that more of them become games, and what is wrong with them is found late.
    """
    slug, texts = rng.choice(book_cells())
    joined = list(texts)
    for _ in range(rng.choice((1, 1, 2, 3))):
        joined = grafted(rng, joined, rng.choice(book_cells())[1])
    note(f"{slug}: {joined}")
    return slug, joined
