"""Tidying what is left over: no needless block, assignment, jump or parameter."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cadogan.compiler.building import (
    as_test,
    is_truth,
    logic,
    negate,
    truth,
)
from cadogan.compiler.residual import (
    BODIES,
    Again,
    Assign,
    Block,
    Call,
    Const,
    Do,
    Expr,
    For,
    Function,
    If,
    Leave,
    Local,
    Return,
    Stmt,
    Trap,
    Unary,
    While,
    body_with_calls,
    expressions,
    falls_through,
    has_effect,
    inside,
    locals_of,
    mentions,
    parts_of,
    size,
)

DEEPEST = 8  # ifs within ifs that a reader still follows; beyond it a block stays a block


def flatten(body: list[Stmt]) -> list[Stmt]:
    """Blocks become plain statements where nesting the rest of the block in an `else` does away
    with every Leave.
    """
    out: list[Stmt] = []
    for stmt in body:
        if type(stmt) in BODIES:
            stmt = inside(stmt, flatten)
        nested: list[Stmt] | None = [stmt]
        if isinstance(stmt, Block):
            inner, label = stmt.body, stmt.label
            nested = nest(inner, label, 0) if mentions(inner, label) else inner
        out += [stmt] if nested is None else nested
        if not falls_through(out):
            break
    return out


def nest(body: list[Stmt], label: int, depth: int) -> list[Stmt] | None:
    """The body without its Leaves of a label, or None where nesting cannot express them."""
    out: list[Stmt] = []
    for index, stmt in enumerate(body):
        if isinstance(stmt, Leave) and stmt.label == label:
            return out
        if mentions([stmt], label):
            if not isinstance(stmt, If) or depth > DEEPEST:
                return None
            rest = body[index + 1 :]
            if rest and falls_through(stmt.then) and falls_through(stmt.orelse):
                return None
            # The rest goes where control falls through; an `else` that is only another `if` is an
            # `elif`, and no deeper for the reader.
            then = nest(
                stmt.then + rest if falls_through(stmt.then) else stmt.then, label, depth + 1
            )
            orelse = stmt.orelse + rest if falls_through(stmt.orelse) else stmt.orelse
            orelse_nested = nest(orelse, label, depth if len(orelse) == 1 else depth + 1)
            if then is None or orelse_nested is None:
                return None
            return [*out, If(stmt.test, then, orelse_nested)]
        out.append(stmt)
    return out


Live = frozenset[str]
Labels = dict[int, tuple[Live, Live]]  # what is alive where Leave and where Again of a label go


def branching(test: Expr, then: list[Stmt], orelse: list[Stmt]) -> list[Stmt]:
    """An `if` of what is left of its branches: its test alone, or nothing, where none is left."""
    if then:
        return [If(test, then, orelse)]
    if orelse:
        return [If(as_test(Unary("not", test)), orelse, [])]
    return [Do(test)] if has_effect(test) else []


def prune(body: list[Stmt], live: Live, labels: Labels) -> tuple[list[Stmt], Live]:
    """A body without assignments that are never read, and what is alive at its start; `live` is
    what is alive at its end.
    """
    out: list[Stmt] = []
    for stmt in reversed(body):
        if isinstance(stmt, Assign) and stmt.name not in live:
            stmt = Do(stmt.value)
        match stmt:
            case Assign(name, value):
                if value == Local(name):
                    continue
                live = live - {name}
            case Do(value):
                if not has_effect(value):
                    continue
            case If(test, then, orelse):
                then, live_then = prune(then, live, labels)
                orelse, live_else = prune(orelse, live, labels)
                live = live_then | live_else
                left = branching(test, then, orelse)
                if not left:
                    continue
                stmt = left[0]
            case While() | For():
                counts = isinstance(stmt, For)
                head = live if counts else live.union(*map(locals_of, expressions(stmt)))
                inner, start = prune_loop(stmt, live, head, labels)
                if counts and not (inner or any(map(has_effect, expressions(stmt)))):
                    continue
                live = start
                stmt = replace(stmt, body=inner)
            case Block(inner, label):
                inner, live = prune(inner, live, {**labels, label: (live, live)})
                if not inner:
                    continue
                stmt = Block(inner, label)
            case Leave(label):
                live = labels[label][0]
            case Again(label):
                live = labels[label][1]
            case Return() | Trap():
                live = frozenset()
        for expr in expressions(stmt):
            live = live | locals_of(expr)
        out.append(stmt)
    out.reverse()
    return out, live


def prune_loop(
    loop: While | For, after: Live, head: Live, labels: Labels
) -> tuple[list[Stmt], Live]:
    """The body of a loop, and what is alive at its head: what a round needs the one before keeps."""
    counter = {loop.name} if isinstance(loop, For) else set()
    while True:
        inner, start = prune(loop.body, head, {**labels, loop.label: (after, head)})
        if head >= start - counter:
            return inner, head
        head = head | (start - counter)


def trim(body: list[Stmt], next_round: int | None, function_end: bool) -> list[Stmt]:
    """A body without jumps at its end to where control goes anyway."""
    while body:
        match body[-1]:
            case If(test, then, orelse):
                sides = [trim(side, next_round, function_end) for side in (then, orelse)]
                left = branching(test, *sides)
                if left:
                    return [*body[:-1], *left]
            case Again(label) if label == next_round:
                pass
            case Return(None) if function_end:
                pass
            case _:
                return body
        body = body[:-1]
    return body


def trim_loops(body: list[Stmt]) -> list[Stmt]:
    """`trim` for the body of every loop inside."""
    out: list[Stmt] = []
    for stmt in body:
        if type(stmt) in BODIES:
            stmt = inside(stmt, trim_loops)
        if isinstance(stmt, While | For):
            stmt.body = trim(stmt.body, stmt.label, False)
        out.append(stmt)
    return out


PLAIN = 30  # nodes: beyond this, an expression with `and` and `or` reads worse than the statements that it replaces


def join(body: list[Stmt]) -> list[Stmt]:
    """A body in which what is only handed on is handed on at once: `x = e; return x`, and returns
    of 0 and 1 after a test.
    """
    out = [inside(stmt, join) if type(stmt) in BODIES else stmt for stmt in body]
    while True:
        joined = None
        match out[-2:]:
            case [Assign(name, value), Return(Local(given))] if given == name:
                joined = value
            case [If(test, [Return(yes)], []), Return(no)]:
                joined = returned(test, yes, no)
        if joined is None:
            break
        out[-2:] = [Return(joined)]
    match out:
        case [If(test, [Return(yes)], [Return(no)])]:
            joined = returned(test, yes, no)
            if joined is not None:
                return [Return(joined)]
    return out


def returned(test: Expr, yes: Expr | None, no: Expr | None) -> Expr | None:
    """The value of `if test: return yes` and then `return no`, where one of them is 0 or 1, and it
    does not get too long.
    """
    joined: Expr | None = None
    if yes is None or no is None:
        return None
    if no == Const(0):
        joined = logic("and", test, yes) if yes != Const(1) else truth(test)
    elif yes == Const(0):
        joined = logic("and", negate(test), no) if no != Const(1) else negate(test)
    elif yes == Const(1) and is_truth(no):
        joined = logic("or", truth(test), no)
    elif no == Const(1) and is_truth(yes):
        joined = logic("or", negate(test), yes)
    return None if joined is None or size([Return(joined)]) > PLAIN else joined


def tidy(body: list[Stmt]) -> list[Stmt]:
    """A function's body without blocks that nesting can express, dead assignments and needless
    jumps.
    """
    body = trim(trim_loops(flatten(body)), None, True)
    return join(prune(body, frozenset(), {})[0])


# Parameters


def drop_unused(
    functions: list[Function], exported: Collection[Function]
) -> dict[Function, list[Expr]]:
    """Take away the parameters that no function reads, with what is passed for them; those of
    exported functions stay. Gives what `parts_of` finds in each function afterwards."""
    kept_params: dict[Function, list[int]] = {}

    def fewer(call: Call) -> Call:
        return (
            Call(call.function, tuple([call.args[index] for index in kept_params[call.function]]))
            if call.function in kept_params
            else call
        )

    parts: dict[Function, list[Expr]] = {}
    calls_in: dict[Function, list[Call]] = {}
    changed = functions
    while True:
        for function in changed:
            parts[function] = parts_of(function.body)
            calls_in[function] = [part for part in parts[function] if isinstance(part, Call)]
        kept_params = {}
        for function in functions:
            if function.params and function not in exported:
                read = {part.name for part in parts[function] if isinstance(part, Local)}
                if not read.issuperset(function.params):
                    kept_params[function] = [
                        index for index, param in enumerate(function.params) if param in read
                    ]
        for function in functions:
            for call in calls_in[function]:
                if call.function in kept_params and any(
                    has_effect(arg)
                    for index, arg in enumerate(call.args)
                    if index not in kept_params[call.function]
                ):
                    del kept_params[call.function]
        if not kept_params:
            return parts
        changed = [
            function
            for function in functions
            if any(call.function in kept_params for call in calls_in[function])
        ]
        for function in changed:
            function.body = body_with_calls(function.body, fewer)
        for function, places in kept_params.items():
            function.params = [function.params[index] for index in places]
