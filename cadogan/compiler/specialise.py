"""The specialiser: an engine that plays any game, and the rules of one game, become that game's own
program.

This is partial evaluation (Futamura 1971; Jones, Gomard and Sestoft, *Partial Evaluation and
Automatic Program Generation*, 1993). The engine's functions are run with the rules known and the
state unknown: what depends on the rules alone is worked out now, what depends on the state is left
over as a function of the residual language. Each function is left over once for each set of known
arguments that it is called with. `cadogan.compiler.statements` does it for the body of one function;
this module keeps the functions."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from cadogan.compiler.building import inlined, substituted
from cadogan.compiler.layout import Field, Layout
from cadogan.compiler.naming import hint, name_all, reachable
from cadogan.compiler.program import Entry, Program
from cadogan.compiler.residual import (
    Binary,
    Call,
    Const,
    Do,
    Expr,
    Function,
    Get,
    If,
    Local,
    Look,
    Return,
    Stmt,
    Store,
    copied,
    has_effect,
    parts_of,
    statements,
)
from cadogan.compiler.source import source_of
from cadogan.compiler.tidying import drop_unused, tidy
from cadogan.compiler.values import (
    Array,
    Conflict,
    Done,
    Element,
    Identities,
    Known,
    SpecialiseError,
    TheState,
    Value,
    is_int,
    moved,
)

MANY = 2000  # more versions of one function than this are a recursion over known arguments that does not end


def specialise(
    entries: Mapping[str, Entry], layout: Layout, title: str = "", begun: Specialiser | None = None
) -> Program:
    """The program that is left over from the entries' functions.

    The parameter called `s` is the state. Several programs of one game share what `begin` made of
    the functions that they have in common. Raises SpecialiseError, which names the engine's line,
    where a function goes beyond the subset."""
    with _deeply():
        return (begun.going_on(layout) if begun else Specialiser(layout)).program(entries, title)


def begin(entries: Iterable[Entry], layout: Layout) -> Specialiser:
    """A specialiser that has made functions which the programs of one game, with this layout or a
    longer one, have in common.
    """
    with _deeply():
        specialiser = Specialiser(layout)
        for entry in entries:
            specialiser.entry(entry)
        return specialiser


@contextmanager
def _deeply() -> Iterator[None]:
    """Python lets the specialiser go as deep as the engine's functions call each other."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class Specialiser:
    """The functions and tables made so far."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.identities = Identities()
        self.tables: dict[str, tuple[int, ...]] = {}
        self._table_names: dict[tuple[int, ...], str] = {}
        self.fields: dict[str, Field] = {item.name: item for item in layout}
        self._shared = False  # whether others go on from the same functions, which are copied before anything in them is changed
        self._made: dict[Any, Function] = {}
        self._versions: dict[Any, int] = {}
        self._alike: dict[Any, list[Function]] = {}
        self._stands_for: dict[Function, Function] = {}
        self.shapes: dict[Function, Known | None] = {}

    def program(self, entries: Mapping[str, Entry], title: str) -> Program:
        """All entries and what they call, with names."""
        exported = {name: self.entry(entry) for name, entry in entries.items()}
        functions = reachable(list(exported.values()))
        if self._shared:
            own = copied(functions)
            exported = {name: own[function] for name, function in exported.items()}
            functions = list(own.values())
        parts = drop_unused(functions, set(exported.values()))
        name_all(functions, exported, self.tables)
        used = {
            part.table
            for function in functions
            for part in parts[function]
            if isinstance(part, Look)
        }
        tables = {name: values for name, values in self.tables.items() if name in used}
        return Program(
            title,
            self.layout,
            {function.name: function for function in functions},
            tables,
            dict(entries),
        )

    def entry(self, entry: Entry) -> Function:
        """The version of a function that an entry asks for."""
        function: Any = entry.function
        source = source_of(function)
        arguments: dict[str, Value] = {}
        for param in source.params:
            if param in entry.known:
                arguments[param] = Known(entry.known[param])
            else:
                arguments[param] = TheState() if param == "s" else Local(param)
        unknown = set(entry.known) - set(source.params)
        if unknown:
            raise SpecialiseError(
                f"{source.file} in {function.__name__}: there is no parameter called {', '.join(sorted(unknown))}"
            )
        return self.version(function, arguments)

    def going_on(self, layout: Layout) -> Specialiser:
        """Another specialiser, with a layout of its own, that goes on from what this one has made."""
        other = Specialiser(layout)
        other._shared = True
        other.identities = self.identities
        for name in ("tables", "_table_names", "_made", "_versions", "_stands_for", "shapes"):
            setattr(other, name, dict(getattr(self, name)))
        other._alike = {kind: list(alike) for kind, alike in self._alike.items()}
        return other

    def lowered(self, arguments: Mapping[str, Value]) -> dict[str, Value]:
        """Arguments with the look-ups of integers that go with an index: only objects are worth a
        version of their own.
        """
        return {
            name: self.table(value)
            if isinstance(value, Element) and self.is_number(value)
            else value
            for name, value in arguments.items()
        }

    # Calls

    def call(self, function: FunctionType, arguments: Mapping[str, Value]) -> Value:
        """What is left over of a call: a call of a version of the function, or what that comes to."""
        lowered = self.lowered(arguments)
        chosen = next((value for value in lowered.values() if isinstance(value, Element)), None)
        if chosen is not None:
            return self.dispatch((function,) * len(chosen.entries), chosen.index, lowered)
        version = self.version(function, lowered)
        return self.invoke(
            version, [value for value in lowered.values() if isinstance(value, Expr)]
        )

    def dispatch(
        self, functions: Sequence[Any], index: Expr, arguments: Mapping[str, Value]
    ) -> Value:
        """A call whose function or known arguments depend on an index: a function that asks for the
        index and calls the right one.
        """
        arguments = self.lowered(arguments)
        # The index goes by the name that the function itself has for it, if it is one of its
        # arguments.
        index_name = next(
            (name for name, value in arguments.items() if value == index), ""
        ) or next(
            (
                name
                for name, value in arguments.items()
                if isinstance(value, Element) and value.index == index and name != "self"
            ),
            "which",
        )
        params = {index_name: index}  # of the dispatching function, with what is passed

        def param(name: str, passed: Expr) -> Local:
            while name in params:
                name += "_"
            params[name] = passed
            return Local(name)

        inner: dict[str, Value] = {}
        for name, value in arguments.items():
            inner[name] = value
            if isinstance(value, Local):
                known_as = next((p for p, passed in params.items() if passed == value), None)
                inner[name] = Local(known_as) if known_as else param(name, value)
            elif isinstance(value, Expr) and not isinstance(value, Const):
                inner[name] = param(name, value)
            elif isinstance(value, Element) and value.index != index:
                # The other index is passed on; a call further in dispatches on it.
                inner[name] = moved(value, param(name, value.index))
        # Key, function and arguments of each case.
        cases: list[tuple[Any, Any, dict[str, Value]]] = []
        for number, function in enumerate(functions):
            case = {
                name: Known(value.entries[number])
                if isinstance(value, Element) and value.index == index
                else value
                for name, value in inner.items()
            }
            receiver = getattr(function, "__self__", None)
            plain = getattr(function, "__func__", function)
            key = self.identities.key(plain), self.identities.key(receiver), self._key(case)
            cases.append((key, function, case))
        dispatch_key = ("dispatch", tuple(case[0] for case in cases), tuple(params))
        version = self._made.get(dispatch_key)
        if version is None:
            first = functions[0]
            plain = getattr(first, "__func__", first)
            version = self._made[dispatch_key] = Function(
                plain.__name__, source_of(plain).doc, list(params)
            )
            self._fill_dispatch(version, Local(index_name), cases)
            version = self._made[dispatch_key] = self._stands_for.get(version, version)
        return self.invoke(version, list(params.values()))

    def _fill_dispatch(
        self, version: Function, index: Expr, cases: list[tuple[Any, Any, dict[str, Value]]]
    ) -> None:
        """The body of a dispatching function: neighbours that come to the same are one branch."""
        groups: list[tuple[int, Value]] = []  # the index below which a result holds
        results: dict[Any, Value] = {}
        for number, (key, function, case) in enumerate(cases):
            if key not in results:
                results[key] = self.apply(function, case)
            result = results[key]
            if groups and self.alike(groups[-1][1], result):
                groups.pop()
            groups.append((number + 1, result))
        returns: list[tuple[list[Stmt], Value]] = []

        def leave(value: Value) -> list[Stmt]:
            out: list[Stmt] = []
            if isinstance(value, Done):
                out.append(Do(value.call))
                value = Known(value.value)
            returns.append((out, value))
            out.append(Return(None))
            return out

        def tree(groups: list[tuple[int, Value]]) -> list[Stmt]:
            if len(groups) == 1:
                return leave(groups[0][1])
            middle = 1 if len(groups) < 5 else len(groups) // 2
            return [
                If(
                    Binary("<", index, Const(groups[middle - 1][0])),
                    tree(groups[:middle]),
                    tree(groups[middle:]),
                )
            ]

        self.finish(version, tree(groups), returns, ("dispatch", version.stem))

    def apply(self, function: Any, arguments: Mapping[str, Value]) -> Value:
        """A call of a function or bound method with all arguments by name, the receiver among them."""
        return self.call(getattr(function, "__func__", function), arguments)

    def _key(self, arguments: Mapping[str, Value]) -> tuple[Any, ...]:
        key: list[Any] = []
        for name, value in arguments.items():
            match value:
                case Known(held):
                    key.append((name, Known, self.identities.key(held)))
                case Element(entries, index, _):
                    key.append((name, tuple(map(self.identities.key, entries)), index))
                case Expr():
                    key.append((name, Expr))
                case _:
                    key.append((name, value))
        return tuple(key)

    def version(self, function: FunctionType, arguments: Mapping[str, Value]) -> Function:
        """The function for one set of known arguments, made now if it is new."""
        key = (self.identities.key(function), self._key(arguments))
        version = self._made.get(key)
        if version is not None:
            return version
        self._versions[function.__code__] = self._versions.get(function.__code__, 0) + 1
        if self._versions[function.__code__] > MANY:
            raise ValueError(
                f"{function.__name__} is called with ever new known arguments; let one of them depend on the state"
            )
        from cadogan.compiler.statements import Frame

        source = source_of(function)
        inner: dict[str, Value] = {}
        params: list[str] = []
        for name, value in arguments.items():
            if isinstance(value, Expr):
                params.append(name)
                value = Local(name)
            elif isinstance(value, Done):
                raise ValueError("an argument with an effect must be given a name first")
            inner[name] = value
        known = [value.value for value in arguments.values() if isinstance(value, Known)]
        hints = tuple(filter(None, map(hint, known)))
        version = self._made[key] = Function(function.__name__, source.doc, params, hints)
        frame = Frame(self, function, source, inner)
        frame.run()
        try:
            self.finish(version, frame.out, frame.returns, function.__code__, frame.env is not None)
        except ValueError as error:
            frame.node = source.tree
            frame.fail(str(error), error)
        version = self._made[key] = self._stands_for.get(version, version)
        return version

    def finish(
        self,
        version: Function,
        body: list[Stmt],
        returns: list[tuple[list[Stmt], Value]],
        kind: Any,
        falls_through: bool = False,
    ) -> None:
        """Decide what a function returns, tidy it and note what it touches."""
        values = [value for _, value in returns]
        if falls_through or not values:
            values.append(Known(None))
        united = self.unite(values)
        if united is None:
            raise ValueError(
                f"{version.stem} returns a number in one place and something else in another"
            )
        shape, exprs = united
        self.shapes[version] = shape
        version.returns = not (isinstance(shape, Known) and not is_int(shape.value))
        for (out, _), expr in zip(returns, exprs):
            last = out[-1]
            assert isinstance(last, Return)
            last.value = expr if version.returns else None
        if falls_through and version.returns:
            body.append(Return(exprs[-1]))
        version.body = tidy(body)
        version.writes.update(
            stmt.field for stmt in statements(version.body) if isinstance(stmt, Store)
        )
        for part in parts_of(version.body):
            if isinstance(part, Get):
                version.reads.add(part.field)
            elif isinstance(part, Call):
                version.reads |= part.function.reads
                version.writes |= part.function.writes
        # Versions that came out alike are one function.
        alike = self._alike.setdefault(kind, [])
        for other in alike:
            if (
                other.params == version.params
                and other.returns == version.returns
                and other.body == version.body
                and self.alike(self.shapes[other], self.shapes[version])
            ):
                self._stands_for[version] = other
                return
        alike.append(version)

    def invoke(self, version: Function, args: list[Expr]) -> Value:
        """A call of a residual function, or what it comes to."""
        if version not in self.shapes:
            raise ValueError(f"{version.stem} calls itself: use a loop")
        call = Call(version, tuple(args))
        shape = self.shapes[version]
        harmless = not any(has_effect(arg) for arg in args)
        if isinstance(shape, Known):
            if harmless and not version.writes:
                return shape
            only = version.body[0] if len(version.body) == 1 else None
            if isinstance(only, Do) and isinstance(only.value, Call):  # it only hands on
                handed = substituted(version, only.value, args)
                if isinstance(handed, Call):
                    call = handed
            return Done(call, shape.value)
        return inlined(version, args) or call

    # What values have in common, and values as numbers

    def unite(self, values: Sequence[Value]) -> tuple[Known | None, list[Expr]] | None:
        """What several values have in common: the same known value; or that they are integers
        (None, with the expression of each). Nothing in common gives None."""
        knowns = [value.value for value in values if isinstance(value, Known)]
        if len(knowns) == len(values) and self.identities.all_same(knowns):
            number = knowns[0]
            return Known(number), [Const(int(number)) if is_int(number) else Const(0)] * len(values)
        if all(self.is_number(value) for value in values):
            return None, [self.number(value) for value in values]
        return None

    def alike(self, value: Value | None, other: Value | None) -> bool:
        """Whether two values are the same."""
        interchangeable = self.identities.interchangeable
        if isinstance(value, Known) and isinstance(other, Known):
            return interchangeable(value.value, other.value)
        if isinstance(value, Element) and isinstance(other, Element):
            lengths = len(value.entries) == len(other.entries)
            return (
                value.index == other.index
                and lengths
                and all(map(interchangeable, value.entries, other.entries))
            )
        return type(value) is type(other) and value == other

    def is_number(self, value: Value) -> bool:
        """Whether a value is an integer, known or not."""
        if isinstance(value, Known | Done):
            return is_int(value.value)
        if isinstance(value, Element):
            return all(map(is_int, value.entries))
        return isinstance(value, Expr)

    def number(self, value: Value) -> Expr:
        """The expression of an integer. Raises ValueError for anything else."""
        if isinstance(value, Expr):
            return value
        if isinstance(value, Known) and is_int(value.value):
            return Const(int(value.value))
        if isinstance(value, Done) and is_int(value.value):
            return value.call
        if isinstance(value, Element):
            return self.table(value)
        if isinstance(value, Conflict):
            raise ValueError(value.why)
        if isinstance(value, TheState):
            raise ValueError("the state cannot be used as a number")
        if isinstance(value, Array):
            raise ValueError(f"the array s.{value.field.name} cannot be used as a number")
        raise ValueError(f"{value.value!r} cannot be used as a number")

    def table(self, value: Element) -> Expr:
        """The look-up of an integer in a constant table."""
        for entry in value.entries:
            if not is_int(entry):
                raise ValueError(
                    f"{value.path} cannot be used as a number: one of its values is {entry!r}"
                )
        entries = tuple(map(int, value.entries))
        return Look(self._table_name(entries, value.path), value.index)

    def _table_name(self, entries: tuple[int, ...], path: str) -> str:
        if entries in self._table_names:
            return self._table_names[entries]
        parts = [part.upper() for part in path.split(".") if part]
        candidates = ["_".join(parts[-n:]) for n in range(1, len(parts) + 1)] or ["TABLE"]
        name = next((candidate for candidate in candidates if candidate not in self.tables), None)
        number = 2
        while name is None or name in self.tables:
            name = f"{candidates[0]}_{number}"
            number += 1
        self.tables[name] = entries
        self._table_names[entries] = name
        return name
