"""What is left over made plain: no needless block, assignment, jump or parameter."""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.building import (
    as_test,
    is_truth,
    logic,
    negate,
    truth,
)
from cadogan.compiler.residual import (
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
        if isinstance(stmt, If):
            out.append(If(stmt.test, flatten(stmt.then), flatten(stmt.orelse)))
        elif isinstance(stmt, While):
            out.append(While(stmt.test, flatten(stmt.body), stmt.label))
        elif isinstance(stmt, For):
            out.append(
                For(stmt.name, stmt.start, stmt.stop, stmt.step, flatten(stmt.body), stmt.label)
            )
        elif isinstance(stmt, Block):
            inner = flatten(stmt.body)
            nested = nest(inner, stmt.label, 0) if mentions(inner, stmt.label) else inner
            if nested is None:
                out.append(Block(inner, stmt.label))
            else:
                out.extend(nested)
        else:
            out.append(stmt)
        if not falls_through(out):
            break
    return out


def nest(body: list[Stmt], label: int, depth: int) -> list[Stmt] | None:
    """The body without its Leaves of a label, or None where nesting cannot express them."""
    out: list[Stmt] = []
    for at, stmt in enumerate(body):
        if isinstance(stmt, Leave) and stmt.label == label:
            return out
        if mentions([stmt], label):
            if not isinstance(stmt, If) or depth > DEEPEST:
                return None
            rest = body[at + 1 :]
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


def prune(body: list[Stmt], live: Live, labels: Labels) -> tuple[list[Stmt], Live]:
    """A body without assignments that nobody reads, and what is alive at its start; `live` is what
    is alive at its end.
    """
    out: list[Stmt] = []
    for stmt in reversed(body):
        if isinstance(stmt, Assign):
            if stmt.name not in live:
                if has_effect(stmt.value):
                    stmt = Do(stmt.value)
                else:
                    continue
            else:
                if stmt.value == Local(stmt.name):
                    continue
                live = live - {stmt.name}
        elif isinstance(stmt, Do):
            if not has_effect(stmt.value):
                continue
        elif isinstance(stmt, If):
            then, live_then = prune(stmt.then, live, labels)
            orelse, live_else = prune(stmt.orelse, live, labels)
            live = live_then | live_else
            test = stmt.test
            if not then and not orelse:
                if not has_effect(test):
                    live = live_then  # nothing of the test is left
                    continue
                stmt = Do(test)
            elif not then:
                stmt = If(as_test(Unary("not", test)), orelse, [])
            else:
                stmt = If(test, then, orelse)
        elif isinstance(stmt, While):
            after, head = live, live | locals_of(stmt.test)
            while True:
                inner, start = prune(stmt.body, head, {**labels, stmt.label: (after, head)})
                grown = head | start
                if grown == head:
                    break
                head = grown
            live = head
            stmt = While(stmt.test, inner, stmt.label)
        elif isinstance(stmt, For):
            after, head = live, live
            while True:
                inner, start = prune(stmt.body, head, {**labels, stmt.label: (after, head)})
                grown = head | (start - {stmt.name})
                if grown == head:
                    break
                head = grown
            if not inner and not has_effect(stmt.start) and not has_effect(stmt.stop):
                live = after
                continue
            live = head
            stmt = For(stmt.name, stmt.start, stmt.stop, stmt.step, inner, stmt.label)
        elif isinstance(stmt, Block):
            inner, live = prune(stmt.body, live, {**labels, stmt.label: (live, live)})
            if not inner:
                continue
            stmt = Block(inner, stmt.label)
        elif isinstance(stmt, Leave):
            live = labels[stmt.label][0]
        elif isinstance(stmt, Again):
            live = labels[stmt.label][1]
        elif isinstance(stmt, Return | Trap):
            live = frozenset()
        for expr in expressions(stmt):
            live = live | locals_of(expr)
        out.append(stmt)
    out.reverse()
    return out, live


def trim(body: list[Stmt], again: int | None, function_end: bool) -> list[Stmt]:
    """A body without jumps at its end to where control goes anyway."""
    while body:
        last = body[-1]
        if (isinstance(last, Again) and last.label == again) or (
            function_end and isinstance(last, Return) and last.value is None
        ):
            body = body[:-1]
            continue
        if isinstance(last, If):
            then, orelse = (
                trim(last.then, again, function_end),
                trim(last.orelse, again, function_end),
            )
            if not then and not orelse and not has_effect(last.test):
                body = body[:-1]
                continue
            if not then and orelse:
                return [*body[:-1], If(as_test(Unary("not", last.test)), orelse, [])]
            if not then and not orelse:
                return [*body[:-1], Do(last.test)]
            return [*body[:-1], If(last.test, then, orelse)]
        break
    return body


def trim_loops(body: list[Stmt]) -> list[Stmt]:
    """`trim` for the body of every loop inside."""
    out: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = If(stmt.test, trim_loops(stmt.then), trim_loops(stmt.orelse))
        elif isinstance(stmt, While):
            stmt = While(stmt.test, trim(trim_loops(stmt.body), stmt.label, False), stmt.label)
        elif isinstance(stmt, For):
            stmt = For(
                stmt.name,
                stmt.start,
                stmt.stop,
                stmt.step,
                trim(trim_loops(stmt.body), stmt.label, False),
                stmt.label,
            )
        elif isinstance(stmt, Block):
            stmt = Block(trim_loops(stmt.body), stmt.label)
        out.append(stmt)
    return out


PLAIN = 30  # nodes: beyond this, an expression with `and` and `or` reads worse than the statements that it replaces


def join(body: list[Stmt]) -> list[Stmt]:
    """A body in which what is only handed on is handed on at once: `x = e; return x`, and returns
    of 0 and 1 after a test.
    """
    out: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = If(stmt.test, join(stmt.then), join(stmt.orelse))
        elif isinstance(stmt, While):
            stmt = While(stmt.test, join(stmt.body), stmt.label)
        elif isinstance(stmt, For):
            stmt = For(stmt.name, stmt.start, stmt.stop, stmt.step, join(stmt.body), stmt.label)
        elif isinstance(stmt, Block):
            stmt = Block(join(stmt.body), stmt.label)
        out.append(stmt)
    while len(out) > 1 and isinstance(out[-1], Return):
        last, before = out[-1], out[-2]
        if isinstance(before, Assign) and last.value == Local(before.name):
            out[-2:] = [Return(before.value)]
        elif (
            isinstance(before, If)
            and len(before.then) == 1
            and not before.orelse
            and isinstance(before.then[0], Return)
        ):
            joined = returned(before.test, before.then[0].value, last.value)
            if joined is None or size([Return(joined)]) > PLAIN:
                break
            out[-2:] = [Return(joined)]
        else:
            break
    if (
        len(out) == 1
        and isinstance(out[0], If)
        and len(out[0].then) == 1
        and len(out[0].orelse) == 1
    ):
        then, orelse = out[0].then[0], out[0].orelse[0]
        if isinstance(then, Return) and isinstance(orelse, Return):
            joined = returned(out[0].test, then.value, orelse.value)
            if joined is not None and size([Return(joined)]) <= PLAIN:
                return [Return(joined)]
    return out


def returned(test: Expr, yes: Expr | None, no: Expr | None) -> Expr | None:
    """The value of `if test: return yes` and then `return no`, where one of them is 0 or 1."""
    if yes is None or no is None:
        return None
    if no == Const(0):
        return logic("and", test, yes) if yes != Const(1) else truth(test)
    if yes == Const(0):
        return logic("and", negate(test), no) if no != Const(1) else negate(test)
    if yes == Const(1) and is_truth(no):
        return logic("or", truth(test), no)
    if no == Const(1) and is_truth(yes):
        return logic("or", negate(test), yes)
    return None


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
    kept: dict[Function, list[int]] = {}

    def fewer(call: Call) -> Call:
        return (
            Call(call.function, tuple([call.args[at] for at in kept[call.function]]))
            if call.function in kept
            else call
        )

    parts: dict[Function, list[Expr]] = {}
    made: dict[Function, list[Call]] = {}
    changed = functions
    while True:
        for function in changed:
            parts[function] = parts_of(function.body)
            made[function] = [part for part in parts[function] if isinstance(part, Call)]
        kept = {}
        for function in functions:
            if function.params and function not in exported:
                read = {part.name for part in parts[function] if isinstance(part, Local)}
                if not read.issuperset(function.params):
                    kept[function] = [
                        at for at, param in enumerate(function.params) if param in read
                    ]
        for function in functions:
            for call in made[function]:
                if call.function in kept and any(
                    has_effect(arg)
                    for at, arg in enumerate(call.args)
                    if at not in kept[call.function]
                ):
                    del kept[call.function]
        if not kept:
            return parts
        changed = [
            function
            for function in functions
            if any(call.function in kept for call in made[function])
        ]
        for function in changed:
            function.body = body_with_calls(function.body, fewer)
        for function, places in kept.items():
            function.params = [function.params[at] for at in places]
