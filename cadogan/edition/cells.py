"""The language of the rules cells: read, checked and evaluated, one value at a time.

A rules cell may come from anybody: in the built page a reader edits it, or opens a link with a
changed one. So it is never executed. It is parsed, and the few things that rules need are carried
out here: assignments, words of the vocabulary, numbers, texts, tuples, lists, ``@``, sums, and the
few methods of `METHODS`. Everything else is refused with its line, and every value has bounds, so
that no cell can grow without end.

A chapter may have several cells; they are read in order, and a later one may use the names that an
earlier one gives. The result tells the cell and the lines of every statement and every clause.

>>> rules = read("lanes = places('lanes', 3)", Cell("moves = marry(down, 'lanes') @ RULE[1]", line=20))
>>> list(rules.values), rules.definitions["moves"].cell, rules.definitions["moves"].first
(['lanes', 'moves'], 2, 20)
>>> read("x = [n for n in (1, 2)]")
Traceback (most recent call last):
...
cadogan.edition.parsing.CellError: line 1: a rules cell says rules, no loops
"""

from __future__ import annotations

import ast
import operator
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cadogan import words as terms
from cadogan.cards import CardError
from cadogan.echo import cut, nearest
from cadogan.edition.parsing import (
    DEEPEST,
    LONGEST,
    LONGEST_NAME,
    LONGEST_QUOTE,
    MOST_PARTS,
    REFUSED,
    Cell as Cell,
    CellError as CellError,
    NotRules,
    bounded,
    measure,
    parse,
)
from cadogan.edition.rules import Definition, Rules as Rules, Written, WrittenGame, line_of, placed
from cadogan.patience.game import Game
from cadogan.patience.varying import flat
from cadogan.usage import VOCABULARY as VOCABULARY, check, echo, open_in, usage
from cadogan.words.after import After
from cadogan.words.clause import Setting
from cadogan.words.free import Free
from cadogan.words.series import AnyFromBase, ByAddition, Series
from cadogan.words.values import Line, Moving, Relation, When

#: The methods that a rules cell may call, by the type of the value.
METHODS: Mapping[type, frozenset[str]] = {
    Game: frozenset({"vary"}),
    Line: frozenset({"round", "by", "along"}),
    After: frozenset({"at_first", "or_married"}),
    Free: frozenset({"till_the_end"}),
    Moving: frozenset({"in_suit", "alternate", "any_suit"}),
    When: frozenset({"first_round", "once", "when"}),
    Relation: frozenset({"empty"}),
    **dict.fromkeys((Series, ByAddition, AnyFromBase), frozenset({"under"})),
}
#: The operations on numbers.
OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
#: Words of the field and of other programs, and what this book says for them.
FIELD = {
    "waste": "talon",
    "stock": "hand",
    "deck": "packs(1), or hand for what is left of it",
    "decks": "packs(2)",
    "tableau": "places(…)",
    "columns": 'places("columns", …)',
    "cells": 'places("cells", …)',
    "cell": 'places("cells", …)',
    "reserve": 'places("reserve", …)',
    "redeal": "again(…)",
    "draw": "turn(…), as in turn(3)",
    "flip": "turn(…), as in turn(3)",
    "goal": "won(…)",
    "game": "Game(…)",
    "pile": 'places("piles", …)',
    "column": 'places("columns", …)',
    "layout": 'places("columns", …)',
    "freecell": 'places("cells", 4)',
    "empty": "fill(…, may)",
    "autoplay": 'begun="at once" in foundations(…)',
    "infinite": "-1, as in again(-1)",
    "alternating_colors": "alternate",
    "alternating_colours": "alternate",
    "three": "3",
    "red_black": "alternate",
    "same_suit": "in_suit",
    "when_empty": "fill(…, may)",
    "kings_only": "only=K, as in fill(…, may, only=K)",
    "move": "build(…), fill(…) or play(…)",
    "sequence": "part or whole, as in moving=part",
    "any": "any_suit or anything",
    "shuffle": "packs(…), which are always shuffled",
    "ace": "A",
    "jack": "J",
    "knave": "J",
    "queen": "Q",
    "king": "K",
    "true": "True",
    "false": "False",
    "none": "None",
    "unlimited": "-1, as in again(-1)",
}
#: The errors whose sentences are our own.
OURS = (terms.RuleError, CardError, NotRules)


def read(*cells: Cell | str) -> Rules:
    """The statements, games and clauses of the rules cells of a chapter, in order.

    Lines are counted through the chapter; a cell given as a text begins on its first line.

    Raises:
        CellError: the first line that is refused, and why.
    """
    all_cells = [Cell(cell) if isinstance(cell, str) else cell for cell in cells]
    if (length := sum(len(cell.text.strip()) for cell in all_cells)) > LONGEST:
        raise CellError(
            all_cells[0].line,
            f"the rules of a chapter have at most {LONGEST:,} characters, not {length:,}",
        )
    tokens = 0
    reader = _Reader()
    for number, cell in enumerate(all_cells, 1):
        tokens = measure(cell, tokens)
        reader.cites = cell.cites
        for statement in parse(cell).body:
            reader.assign(statement, number)
    return Rules(tuple(reader.statements), tuple(reader.games), tuple(reader.calls))


class _Binding(NamedTuple):
    """The definition of a name, and the expression that gives its value or holds it as a part."""

    definition: Definition
    node: ast.expr


class _Reader:
    """The cells being read: the names given so far, and where everything stands."""

    def __init__(self) -> None:
        self.statements: list[Definition] = []
        self.games: list[WrittenGame] = []
        self.calls: list[tuple[Any, int]] = []
        self.names: dict[str, _Binding] = {}
        self.meant: dict[ast.expr, _Binding] = {}  # what each name meant where it was used
        self.values: dict[ast.expr, Any] = {}
        self.lines: list[
            tuple[int, int]
        ] = []  # of each statement: its first line, the number of its cell
        self.cites: tuple[terms.Rule, ...] = ()  # the rules quoted above the cell being read
        self.depth = 0

    # Statements
    # ------------------------------------------------------------------------------------

    def assign(self, statement: ast.stmt, cell: int) -> None:
        """Carry out one statement: a name, or several, and what they stand for."""
        if not isinstance(statement, ast.Assign):
            what = REFUSED.get(type(statement))
            reason = (
                f"a rules cell says rules, no {what}"
                if what
                else "every line of a rules cell gives a thing its name: name = …"
            )
            raise CellError(statement.lineno, reason)
        self.lines.append((statement.lineno, cell))
        self.value(statement.value)
        value = self.place(statement.value)
        for target in statement.targets:
            self.bind(target, value, statement.value, statement, cell)

    def place(self, node: ast.expr) -> Any:
        """The value of an expression already read, its clauses citing the text above the cell; a
        named part cites the text above the cell that named it."""
        value = self.values[node]
        if node in self.meant:
            return value
        match node:
            case ast.Tuple(parts) | ast.List(parts):
                value = tuple(self.row(parts, self.place))
            case ast.BinOp(left, ast.Add(), right) if isinstance(value, tuple):
                value = self.place(left) + self.place(right)
            case _:
                value = placed(value, self.cites)
        self.values[node] = value
        return value

    def bind(
        self, target: ast.expr, value: Any, node: ast.expr, statement: ast.Assign, cell: int
    ) -> None:
        """Give a value its name; a tuple of names takes a value apart."""
        if isinstance(target, (ast.Tuple, ast.List)):
            if not isinstance(value, (tuple, list)) or len(value) != len(target.elts):
                raise CellError(
                    target.lineno,
                    f"here are {len(target.elts)} names, and not as many things for them",
                )
            apart = isinstance(node, (ast.Tuple, ast.List)) and not any(
                isinstance(part, ast.Starred) for part in node.elts
            )
            nodes = node.elts if apart else [node] * len(value)  # type: ignore[attr-defined]
            for part_target, part, part_node in zip(target.elts, value, nodes):
                self.bind(part_target, part, part_node, statement, cell)
        elif not isinstance(target, ast.Name):
            raise CellError(target.lineno, "only a plain name can stand before =")
        elif target.id.startswith("_"):
            raise CellError(
                target.lineno,
                f"a name in a rules cell begins with a letter, not as {cut(target.id)!r}",
            )
        elif len(target.id) > LONGEST_NAME:
            raise CellError(
                target.lineno,
                f"a name in a rules cell has at most {LONGEST_NAME} letters, not {len(target.id):,}",
            )
        elif target.id in VOCABULARY:
            raise CellError(
                target.lineno, f"{target.id!r} is a word of the vocabulary; choose another name"
            )
        else:
            definition = Definition(
                target.id, value, cell, statement.lineno, statement.end_lineno or statement.lineno
            )
            self.names[target.id] = _Binding(definition, node)
            self.statements.append(definition)

    # Expressions
    # -----------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Any:
        """The value of an expression, within bounds.

        Raises:
            CellError: with the line, whatever goes wrong.
        """
        what = REFUSED.get(type(node))
        if what:
            raise CellError(node.lineno, f"a rules cell says rules, no {what}")
        act = getattr(self, f"_{type(node).__name__.lower()}", None)
        if act is None:
            raise CellError(
                node.lineno, f"a rules cell says rules; it cannot use this ({type(node).__name__})"
            )
        self.depth += 1
        if self.depth > DEEPEST:
            raise CellError(node.lineno, "this is nested too deep for a rules cell")
        try:
            value = self.values[node] = bounded(act(node))
        except CellError:
            raise
        except Exception as error:  # whatever a word says against its use is told with the line
            clause = getattr(error, "clause", None)
            raise CellError(
                line_of(clause, self.calls) or node.lineno, self.reason_of(error, node)
            ) from error
        finally:
            self.depth -= 1
        return value

    def reason_of(self, error: Exception, node: ast.expr) -> str:
        """The reason for a refusal: the word's own sentence, or how the word is used."""
        if isinstance(error, OURS):
            return str(error)
        word = self.values.get(node.func) if isinstance(node, ast.Call) else None
        if word is None:
            return "this has no value that rules could use"
        return f"{usage(word)} can make nothing of what stands in its brackets"

    # Where clauses are written
    # ---------------------------------------------------------------------

    def written(self, node: ast.expr, name: str = "") -> Iterator[Written]:
        """The clauses of an expression, each where it is written: a name leads to the statement
        that gave it.
        """
        binding = self.meant.get(node)
        if binding is not None and self.values[binding.node] is binding.definition.value:
            yield from self.written(binding.node, binding.definition.name)
            return
        match node:
            case ast.Tuple(parts) | ast.List(parts):
                for part in parts:
                    yield from self.written(part, name)
            case ast.Starred(value):
                yield from self.written(value, name)
            case ast.BinOp(left, ast.Add(), right):
                yield from self.written(left, name)
                yield from self.written(right, name)
            case _:
                last = node.end_lineno or node.lineno
                cell = self.lines[bisect_right(self.lines, (node.lineno, len(self.lines))) - 1][1]
                for clause in flat([self.values[node]]):
                    if not isinstance(clause, terms.drawn):  # it says where the cards lie; no rule
                        word = self.word_of(node)
                        yield Written(clause, word, name, cell, node.lineno, last)

    def word_of(self, node: ast.expr) -> str:
        """The word of the vocabulary with which an expression begins: ``marry`` of ``marry(down,
        "fans") @ RULE[1]``.
        """
        while True:
            if node in self.meant:
                node = self.meant[node].node
                continue
            match node:
                case ast.BinOp(part) | ast.Attribute(part) | ast.Subscript(part) | ast.Call(part):
                    node = part
                case ast.Name(name):
                    return name
                case _:
                    return "clauses"

    def named_in(self, nodes: Iterable[ast.expr]) -> dict[str, Definition]:
        """The definitions that some expressions name."""
        bare = [node.value if isinstance(node, ast.Starred) else node for node in nodes]
        return {
            self.meant[node].definition.name: self.meant[node].definition
            for node in bare
            if node in self.meant
        }

    # What an expression can be
    # ---------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, (int, float, str, type(None))):
            raise NotRules(f"{cut(repr(node.value))} is neither a number nor a text")
        return node.value

    def _name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            self.meant[node] = self.names[node.id]
            return self.names[node.id].definition.value
        if node.id in VOCABULARY:
            return VOCABULARY[node.id]
        from cadogan.edition import older  # late: the book itself says none of its words

        if node.id in older.WORDS:
            return older.WORDS[node.id]
        if any(isinstance(clause, Setting) and clause.name == node.id for clause, _ in self.calls):
            raise NotRules(f"a group is named in quotes: {cut(node.id)!r}")
        hint = nearest(node.id, [*self.names, *VOCABULARY])
        if node.id in FIELD:
            hint = f"; here it is {FIELD[node.id]}"
        raise NotRules(f"the vocabulary has no word {cut(node.id)!r}{hint}")

    def _tuple(self, node: ast.Tuple | ast.List) -> tuple[Any, ...]:
        return tuple(self.row(node.elts, self.value))

    _list = _tuple

    def row(self, nodes: Iterable[ast.expr], each: Callable[[ast.expr], Any]) -> list[Any]:
        """The values of several expressions; a starred one gives each value of its row."""
        values: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                inside = each(node.value)
                if not isinstance(inside, tuple):
                    raise CellError(node.lineno, "after * stands a row of things, such as (…, …)")
                values += inside
            else:
                values.append(each(node))
            if len(values) > MOST_PARTS:
                raise CellError(
                    node.lineno, f"no row of a rules cell has more than {MOST_PARTS:,} parts"
                )
        return values

    def _dict(self, node: ast.Dict) -> dict[Any, Any]:
        if None in node.keys:
            raise CellError(node.lineno, "a rules cell says rules, no **")
        entries = {}
        for key, value in zip(node.keys, node.values):
            name = key and self.value(key)
            if not isinstance(name, str):
                raise CellError(
                    (key or node).lineno, f"before : stands a name in quotes, not {echo(name)}"
                )
            entries[name] = self.value(value)
        return entries

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if (
            not isinstance(node.op, (ast.USub, ast.UAdd))
            or isinstance(value, bool)
            or not isinstance(value, (int, float))
        ):
            raise NotRules("a sign stands only before a number")
        return -value if isinstance(node.op, ast.USub) else value

    def _binop(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.MatMult):
            if not isinstance(left, (terms.Clause, terms.Clauses)):
                raise NotRules("@ stands after a clause: marry(down, …) @ PLAY[3]")
            if not isinstance(right, terms.Rule):
                raise NotRules(
                    f"after @ stands a rule, such as @ RULE[2] or @ PLAY[3], not {echo(right)}"
                )
            return left @ right
        numbers = all(
            isinstance(v, (int, float)) and not isinstance(v, bool) for v in (left, right)
        )
        rows = isinstance(node.op, ast.Add) and type(left) is type(right) is tuple
        if (numbers or rows) and (reckoned := OPERATORS.get(type(node.op))):
            if isinstance(node.op, ast.Div) and not right:
                raise NotRules("this is a division by zero")
            return reckoned(left, right)
        row, n = (left, right) if isinstance(left, tuple) else (right, left)
        if isinstance(node.op, ast.Mult) and type(row) is tuple and type(n) is int:
            if len(row) * n > MOST_PARTS:
                raise NotRules(f"no row of a rules cell has more than {MOST_PARTS:,} parts")
            return row * n
        raise NotRules(
            "a rules cell can add, subtract, multiply and divide small numbers, join rows with +, and cite with @"
        )

    def _subscript(self, node: ast.Subscript) -> Any:
        row, index_node = self.value(node.value), node.slice
        if not (isinstance(row, (tuple, dict)) or row in (terms.PLAY, terms.RULE)):
            raise NotRules("[…] stands after PLAY, after RULE or after a row of things")
        if isinstance(index_node, ast.Slice):
            parts = [
                None if part is None else self.value(part)
                for part in (index_node.lower, index_node.upper, index_node.step)
            ]
            if (
                not isinstance(row, tuple)
                or not all(part is None or type(part) is int for part in parts)
                or parts[2] == 0
            ):
                raise NotRules(
                    "[from:to:step] stands after a row of things, with whole numbers, and the step is not 0"
                )
            return row[slice(*parts)]
        index = self.value(index_node)
        if isinstance(row, dict):
            if not isinstance(index, str) or index not in row:
                raise NotRules(
                    f"there is nothing by the name of {echo(index)} here; there are {cut(', '.join(row), LONGEST_QUOTE)}"
                )
        elif isinstance(row, tuple) and (
            type(index) is not int or not -len(row) <= index < len(row)
        ):
            raise NotRules(
                f"this row has {len(row)} things, counted from 0; {echo(index)} is none of them"
            )
        elif row is terms.PLAY and not all(
            type(n) is int for n in (index if isinstance(index, tuple) else (index,))
        ):
            raise NotRules(
                f"PLAY[n] is the n-th paragraph of PLAY, and PLAY[n, m] its m-th sentence; not PLAY[{echo(index)}]"
            )
        elif row is terms.RULE and type(index) is not int:
            raise NotRules(
                f"RULE[n] is the n-th of the numbered rules, such as RULE[3]; not RULE[{echo(index)}]"
            )
        return row[index]

    def _attribute(self, node: ast.Attribute) -> Any:
        value = self.value(node.value)
        allowed = METHODS.get(type(value), frozenset())
        if node.attr not in allowed:
            can = f"; it has {', '.join(sorted(allowed))}" if allowed else ""
            raise NotRules(f"a rules cell cannot ask for .{cut(node.attr)} here{can}")
        return getattr(value, node.attr)

    def _call(self, node: ast.Call) -> Any:
        word = self.value(node.func)
        if isinstance(node.func, ast.Name) and node.func.id in VOCABULARY and not callable(word):
            from cadogan.edition import older  # a value today that once was a word with a bracket

            word = older.WORDS.get(node.func.id, word)
        if not (callable(word) and isinstance(node.func, (ast.Name, ast.Attribute))):
            raise NotRules(
                f"{cut(ast.unparse(node.func))!r} is a thing, not a word that takes a bracket"
            )
        if any(keyword.arg is None for keyword in node.keywords):
            raise CellError(node.lineno, "a rules cell says rules, no **")
        if word is Game and node.keywords:
            raise NotRules(
                f"Game(…) takes a title and clauses, no {cut(str(node.keywords[0].arg))}="
            )
        names = [keyword.arg for keyword in node.keywords]
        if twice := [name for name in names if names.count(name) > 1]:
            raise NotRules(f"{cut(str(twice[0]))}= stands here twice")
        row = self.row(node.args, self.value)
        if word is Game or isinstance(getattr(word, "__self__", None), Game):
            row = self.row(node.args, self.place)
        keywords = {k.arg: self.value(k.value) for k in node.keywords if k.arg}
        brackets = tuple(row)
        of_values = word is terms.reading and word.instead(brackets, keywords)
        if not of_values and open_in((brackets, keywords)) is None:  # else its values are checked
            try:
                check(word, row, keywords)
            except terms.RuleError:
                if not isinstance(node.func, ast.Name):
                    raise
                from cadogan.edition import older  # may be an earlier edition's way to say it

                word = older.say_as_today(node.func.id, row, keywords) or word
                check(word, row, keywords)
        value = word(*row, **keywords)
        if isinstance(value, Game):
            changes = [*node.args[word is Game :], *(keyword.value for keyword in node.keywords)]
            clauses = [c for change in node.args[word is Game :] for c in self.written(change)]
            parts = self.named_in(changes)
            if word is Game:
                known = {name: flat([part.value]) for name, part in parts.items()}
                value = Game(value.title, *value.clauses, named_parts=known)
            if word is Game:
                note_lines(clauses)
            self.games.append(WrittenGame(value, tuple(clauses), parts))
        elif isinstance(value, (terms.Clause, terms.Clauses)):
            self.calls.append((value, node.lineno))
        return value


def note_lines(clauses: Iterable[Written]) -> None:
    """Write on clauses where each stands, for refusals to cite; nothing where any cites an old text."""
    rows = [
        (written.first, clause)
        for written in clauses
        for whole in [written.clause]
        for clause in (whole, *(whole.clauses_of_all() if isinstance(whole, terms.reading) else ()))
    ]
    if not any(clause.rules for _, clause in rows):
        for first, clause in rows:
            vars(clause).update(stands_on=first)  # it is frozen
