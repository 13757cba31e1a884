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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any

from cadogan.compiler.building import binary, substitute
from cadogan.compiler.layout import Field, Layout
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
    calls,
    copied,
    has_effect,
    is_pure,
    parts_of,
    size,
    statements,
    walk,
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
    Missing,
    SpecialiseError,
    TheState,
    Value,
    element,
    is_int,
)

INLINE_NODES = 40  # a function that returns one expression is written out where it is called, up to this many nodes
MANY = 2000  # more versions of one function than this are a recursion over known arguments that does not end


#: Makes an error of a state that is read by the names of its fields.
OutOfBounds = Callable[[Callable[[str], "int | list[int]"]], Exception]


@dataclass(frozen=True)
class Entry:
    """A function that the program exports: the engine's function and what is known of its
    arguments; the rest are integers.
    """

    function: Callable[..., Any]
    known: Mapping[str, Any] = field(default_factory=dict)

    @property
    def params(self) -> tuple[str, ...]:
        """The parameters that a caller names or gives: all but the receiver of a method."""
        code = getattr(self.function, "__func__", self.function).__code__
        names: tuple[str, ...] = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return names[1:] if hasattr(self.function, "__self__") else names


@dataclass(eq=False)
class Program:
    """What is left over: functions (those exported under their names first), constant tables, and
    the layout of the state.
    """

    title: str
    layout: Layout
    functions: dict[str, Function]
    tables: dict[str, tuple[int, ...]]
    entries: Mapping[str, Entry]
    compiled: dict[Any, Any] = field(default_factory=dict)  # what the backends made of the program

    @cached_property
    def out_of_bounds(self) -> OutOfBounds | None:
        """What makes the error of a call that leaves its bounds, where something that is known
        beforehand has an `out_of_bounds`: then every index is checked. Else None.
        """
        known = [value for entry in self.entries.values() for value in entry.known.values()]
        errors = (getattr(value, "out_of_bounds", None) for value in known)
        return next((error for error in errors if error is not None), None)

    @property
    def exports(self) -> tuple[str, ...]:
        """The names of the functions that can be called."""
        return tuple(self.entries)

    @cached_property
    def source(self) -> str:
        """The program as Python."""
        from cadogan.compiler.printing import print_program

        return print_program(self)

    @cached_property
    def wasm(self) -> bytes:
        """The program as a WebAssembly module."""
        from cadogan.compiler.wasm import emit

        return emit(self)


def specialise(
    entries: Mapping[str, Entry], layout: Layout, title: str = "", begun: Specialiser | None = None
) -> Program:
    """The program that is left over of the entries' functions.

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
        self.fields: dict[str, Field] = {item.name: item for item in layout}
        self._shared = False  # whether others go on from the same functions, which are copied before anything in them is changed
        self.identities = Identities()
        self.tables: dict[str, tuple[int, ...]] = {}
        self._table_names: dict[tuple[int, ...], str] = {}
        self._made: dict[Any, Function] = {}
        self._versions: dict[Any, int] = {}
        self._alike: dict[Any, list[Function]] = {}
        self._stands_for: dict[Function, Function] = {}
        self.shapes: dict[Function, Known | Element | None] = {}

    def program(self, entries: Mapping[str, Entry], title: str) -> Program:
        """All entries and what they call, with names."""
        exported: dict[str, Function] = {}
        for name, entry in entries.items():
            exported[name] = self._export(name, self.entry(entry), exported)
        functions = self._reachable(list(exported.values()))
        if self._shared:
            own = copied(functions)
            exported = {name: own[function] for name, function in exported.items()}
            functions = list(own.values())
        parts = drop_unused(functions, set(exported.values()))
        self._name(functions, exported)
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
        function = entry.function
        receiver = getattr(function, "__self__", None)
        plain: Any = getattr(function, "__func__", function)
        source = source_of(plain)
        arguments: dict[str, Value] = {}
        for param in source.params:
            if param in entry.known:
                arguments[param] = Known(entry.known[param])
            elif receiver is not None and param == source.params[0]:
                arguments[param] = Known(receiver)
            else:
                arguments[param] = TheState() if param == "s" else Local(param)
        unknown = set(entry.known) - set(source.params)
        if unknown:
            raise SpecialiseError(
                f"{source.file} in {plain.__name__}: there is no parameter called {', '.join(sorted(unknown))}"
            )
        return self.version(plain, arguments)

    def going_on(self, layout: Layout) -> Specialiser:
        """Another specialiser, with a layout of its own, that goes on from what this one has made."""
        other = Specialiser(layout)
        other._shared = True
        other.identities = self.identities
        for name in ("tables", "_table_names", "_made", "_versions", "_stands_for", "shapes"):
            setattr(other, name, dict(getattr(self, name)))
        other._alike = {kind: list(alike) for kind, alike in self._alike.items()}
        return other

    def _export(self, name: str, function: Function, exported: Mapping[str, Function]) -> Function:
        """The function to export under a name: of its own when another entry has it already."""
        if function not in exported.values():
            return function
        params = [Local(param) for param in function.params]
        call = Call(function, tuple(params))
        body: list[Stmt] = [Return(call) if function.returns else Do(call)]
        return Function(
            name,
            function.doc,
            list(function.params),
            (),
            body,
            function.returns,
            True,
            function.reads,
            function.writes,
        )

    # Calls

    def call(self, function: FunctionType, arguments: Mapping[str, Value]) -> Value:
        """What is left over of a call: a call of a version of the function, or what that comes to."""
        lowered: dict[str, Value] = {}
        for name, value in arguments.items():
            if isinstance(value, Element) and self.is_number(value):
                value = self.table(value)
            lowered[name] = value
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
        # Integers that go with the index are looked up: only objects are worth a version of their
        # own.
        arguments = {
            name: self.table(value)
            if isinstance(value, Element) and self.is_number(value)
            else value
            for name, value in arguments.items()
        }
        params: dict[str, Expr] = {}  # of the dispatching function, with what is passed
        inner: dict[str, Value] = {}
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
        params[index_name] = index
        for name, value in arguments.items():
            if isinstance(value, Expr) and not isinstance(value, Const):
                known_as = next(
                    (
                        param
                        for param, passed in params.items()
                        if passed == value and isinstance(value, Local)
                    ),
                    None,
                )
                if known_as is None:
                    known_as = name
                    while known_as in params:
                        known_as += "_"
                    params[known_as] = value
                inner[name] = Local(known_as)
            elif isinstance(value, Element) and value.index != index:
                # The other index is passed on; a call further in dispatches on it.
                known_as = name
                while known_as in params:
                    known_as += "_"
                params[known_as] = value.index
                inner[name] = Element(value.entries, Local(known_as), value.path)
            else:
                inner[name] = value
        cases: list[
            tuple[Any, Any, dict[str, Value]]
        ] = []  # key, function, arguments; None where play cannot get
        for at, function in enumerate(functions):
            if isinstance(function, Missing):
                cases.append((None, None, {}))
                continue
            case = {
                name: Known(value.entries[at])
                if isinstance(value, Element) and value.index == index
                else value
                for name, value in inner.items()
            }
            if any(
                isinstance(value, Known) and isinstance(value.value, Missing)
                for value in case.values()
            ):
                cases.append((None, None, {}))
                continue
            receiver = getattr(function, "__self__", None)
            plain = getattr(function, "__func__", function)
            cases.append(
                (
                    (self.identities.key(plain), self.identities.key(receiver), self._key(case)),
                    function,
                    case,
                )
            )
        present = [case for case in cases if case[0] is not None]
        if not present:
            raise ValueError("no entry of the sequence can be used here")
        key = ("dispatch", tuple(case[0] for case in cases), tuple(params))
        version = self._made.get(key)
        if version is None:
            first = present[0][1]
            plain = getattr(first, "__func__", first)
            version = self._made[key] = Function(plain.__name__, source_of(plain).doc, list(params))
            self._fill_dispatch(version, Local(index_name), cases)
            version = self._made[key] = self._stands_for.get(version, version)
        return self.invoke(version, list(params.values()))

    def _fill_dispatch(
        self, version: Function, index: Expr, cases: list[tuple[Any, Any, dict[str, Value]]]
    ) -> None:
        """The body of a dispatching function: neighbours that come to the same are one branch."""
        groups: list[tuple[int, Value]] = []  # the index below which a result holds
        made: dict[Any, Value] = {}
        for at, (key, function, case) in enumerate(cases):
            if key is None:
                if groups:
                    groups[-1] = (at + 1, groups[-1][1])
                continue
            if key not in made:
                made[key] = self.apply(function, case)
            if groups and self._alike_values(groups[-1][1], made[key]):
                groups[-1] = (at + 1, made[key])
            else:
                groups.append((at + 1, made[key]))
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

    def _alike_values(self, one: Value, other: Value) -> bool:
        if isinstance(one, Known) and isinstance(other, Known):
            return self.identities.same(one.value, other.value)
        return type(one) is type(other) and not isinstance(one, Element) and one == other

    def _key(self, arguments: Mapping[str, Value]) -> tuple[Any, ...]:
        key: list[Any] = []
        for name, value in arguments.items():
            if isinstance(value, Known):
                key.append((name, "known", self.identities.key(value.value)))
            elif isinstance(value, Array):
                key.append((name, "array", value.field.name))
            elif isinstance(value, TheState):
                key.append((name, "state"))
            elif isinstance(value, Element):
                key.append(
                    (
                        name,
                        "element",
                        tuple(self.identities.key(entry) for entry in value.entries),
                        value.index,
                    )
                )
            elif isinstance(value, Conflict):
                raise ValueError(value.why)
            else:
                key.append((name, "unknown"))
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
        hints = tuple(
            hint
            for hint in (
                _hint(value.value) for value in arguments.values() if isinstance(value, Known)
            )
            if hint
        )
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
        mine = [
            (out, value)
            for out, value in returns
            if not (isinstance(value, Call) and value.function is version)
        ]
        values = [value for _, value in mine] + ([Known(None)] if falls_through or not mine else [])
        united = self.unite(values)
        if united is None:
            raise ValueError(
                f"{version.stem} returns a number in one place and something else in another"
            )
        shape, exprs = united
        self.shapes[version] = shape
        version.returns = not (isinstance(shape, Known) and not is_int(shape.value))
        given = iter(exprs)
        for out, value in returns:
            last = out[-1]
            assert isinstance(last, Return)
            if isinstance(value, Call) and value.function is version:
                if version.returns:
                    last.value = value
                else:
                    out.insert(-1, Do(value))
            else:
                expr = next(given)
                last.value = expr if version.returns else None
        if falls_through and version.returns:
            body.append(Return(exprs[-1]))
        version.body = tidy(body)
        version.reads, version.writes = set(), set()
        version.writes.update(
            stmt.field for stmt in statements(version.body) if isinstance(stmt, Store)
        )
        for part in parts_of(version.body):
            if isinstance(part, Get):
                version.reads.add(part.field)
            elif isinstance(part, Call) and part.function is not version:
                version.reads |= part.function.reads
                version.writes |= part.function.writes
        version.done = True
        # Versions that came out alike are one function.
        alike = self._alike.setdefault(kind, [])
        for other in alike:
            if (
                other.params == version.params
                and other.returns == version.returns
                and other.body == version.body
                and self._same_shape(other, version)
            ):
                self._stands_for[version] = other
                return
        alike.append(version)

    def _same_shape(self, one: Function, other: Function) -> bool:
        first, second = self.shapes[one], self.shapes[other]
        if isinstance(first, Known) and isinstance(second, Known):
            return self.identities.same(first.value, second.value)
        if isinstance(first, Element) and isinstance(second, Element):
            return len(first.entries) == len(second.entries) and all(
                map(self.identities.same, first.entries, second.entries)
            )
        return first is None and second is None

    def invoke(self, version: Function, args: list[Expr]) -> Value:
        """A call of a residual function, or what it comes to."""
        call = Call(version, tuple(args))
        if not version.done:
            return call
        shape = self.shapes[version]
        harmless = not any(has_effect(arg) for arg in args)
        if isinstance(shape, Known):
            if harmless and not version.writes:
                return shape
            only = version.body[0] if len(version.body) == 1 else None
            if isinstance(only, Do) and isinstance(only.value, Call):  # it only hands on
                handed = self._substituted(version, only.value, args)
                if isinstance(handed, Call):
                    call = handed
            return Done(call, shape.value)
        result = self._inlined(version, args) or call
        if isinstance(shape, Element):
            return element(self.identities, shape.entries, result, shape.path)
        return result

    def _inlined(self, version: Function, args: list[Expr]) -> Expr | None:
        """The expression that a call of a function with one statement comes to, if writing it out
        changes nothing.
        """
        if (
            len(version.body) != 1
            or not isinstance(version.body[0], Return)
            or version.body[0].value is None
        ):
            return None
        return self._substituted(version, version.body[0].value, args)

    def _substituted(self, version: Function, body: Expr, args: list[Expr]) -> Expr | None:
        """What a function's one expression comes to with some arguments, if it may be written out."""
        if size(version.body) > INLINE_NODES or any(
            call.function is version for call in calls(version.body)
        ):
            return None
        uses: dict[str, int] = dict.fromkeys(version.params, 0)
        for part in walk(body):
            if isinstance(part, Local):
                uses[part.name] += 1
        acts = sum(isinstance(part, Call) and bool(part.function.writes) for part in walk(body))
        handing_on = acts == 1 and isinstance(
            body, Call
        )  # its arguments are worked out before anything happens
        for param, arg in zip(version.params, args, strict=True):
            if isinstance(arg, Const | Local):
                continue
            if has_effect(arg) or uses[param] > 1 or (acts and not handing_on and not is_pure(arg)):
                return None
        return substitute(body, dict(zip(version.params, args, strict=True)))

    # Values

    def unite(self, values: Sequence[Value]) -> tuple[Known | Element | None, list[Expr]] | None:
        """What several values have in common: the same known value; one of a sequence of known
        objects (an Element, with the index of each value); or that they are integers (None, with
        the expression of each). Nothing in common gives None."""
        knowns = [value.value for value in values if isinstance(value, Known)]
        if len(knowns) == len(values) and self.identities.all_same(knowns):
            number = knowns[0]
            return Known(number), [Const(int(number)) if is_int(number) else Const(0)] * len(values)
        if all(self.is_number(value) for value in values):
            return None, [self.number(value) for value in values]
        longest_first = sorted(
            values, key=lambda value: -len(value.entries) if isinstance(value, Element) else 0
        )
        whole = Element(
            (),
            Const(0),
            next((value.path for value in longest_first if isinstance(value, Element)), "choice"),
        )
        for value in longest_first:
            if not isinstance(value, Element) and (
                not isinstance(value, Known) or is_int(value.value)
            ):
                return None
            if self.place_in(whole, value) is None:
                members = value.entries if isinstance(value, Element) else (value.value,)
                whole = Element(whole.entries + members, whole.index, whole.path)
        return whole, [
            expr for value in values if (expr := self.place_in(whole, value)) is not None
        ]

    def place_in(self, whole: Element, value: Value) -> Expr | None:
        """The index, in a sequence of known things, of a value that is one of them; None if it is
        not.
        """
        if isinstance(value, Known):
            members: tuple[Any, ...] = (value.value,)
            index: Expr = Const(0)
        elif isinstance(value, Element):
            members, index = value.entries, value.index
        else:
            return None
        for start in range(len(whole.entries) - len(members) + 1):
            if all(map(self.identities.same, whole.entries[start:], members)):
                return binary("+", index, Const(start))
        return None

    def is_number(self, value: Value) -> bool:
        """Whether a value is an integer, known or not."""
        if isinstance(value, Known):
            return is_int(value.value)
        if isinstance(value, Done):
            return is_int(value.value)
        if isinstance(value, Element):
            return all(is_int(entry) or isinstance(entry, Missing) for entry in value.entries)
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
            if not (is_int(entry) or isinstance(entry, Missing)):
                raise ValueError(
                    f"{value.path} cannot be used as a number: one of its values is {entry!r}"
                )
        entries = tuple(int(entry) if is_int(entry) else 0 for entry in value.entries)
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

    # Names

    def _reachable(self, exported: list[Function]) -> list[Function]:
        """The exported functions and what they call, each after its first caller."""
        order: dict[Function, None] = {}
        stack = list(reversed(exported))
        while stack:
            function = stack.pop()
            if function not in order:
                order[function] = None
                inside = dict.fromkeys(call.function for call in calls(function.body))
                stack.extend(reversed([called for called in inside if called not in order]))
        return list(order)

    def _name(self, functions: list[Function], exported: Mapping[str, Function]) -> None:
        """Give every function the name of the engine's function, with as much of its known
        arguments as tells it from the others.
        """
        taken = set(self.tables) | {"s", "lowest", "count", "min", "max", "range"}
        for name, function in exported.items():
            function.name = name
            taken.add(name)
        rest = [function for function in functions if function not in exported.values()]
        by_stem: dict[str, list[Function]] = {}
        for function in rest:
            by_stem.setdefault(function.stem, []).append(function)
        for stem, group in by_stem.items():
            common = (
                set.intersection(*(set(function.hints) for function in group))
                if len(group) > 1
                else set()
            )
            for function in group:
                own = (
                    [hint for hint in function.hints if hint not in common]
                    if len(group) > 1
                    else []
                )
                name = "_".join([stem, *own])[:60]
                number = 2
                base = name
                while name in taken:
                    name = f"{base}_{number}"
                    number += 1
                function.name = name
                taken.add(name)


def _hint(value: Any) -> str:
    """How a known argument shows in the name of a function."""
    label = getattr(value, "label", None)
    text = (
        label
        if isinstance(label, str)
        else value
        if isinstance(value, str)
        else str(value)
        if type(value) is int
        else ""
    )
    text = text.replace("-", "minus_") if type(value) is int else text
    return "".join(letter if letter.isalnum() else "_" for letter in text.lower()).strip("_")


__all__ = ["Entry", "Program", "SpecialiseError", "begin", "specialise"]
