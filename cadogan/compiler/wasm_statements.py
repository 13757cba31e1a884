"""The statements of a function in WebAssembly."""

from __future__ import annotations

from cadogan.compiler.opcodes import (
    ARITHMETIC,
    BLOCK,
    BR,
    BR_IF,
    COMPARISON,
    DROP,
    ELSE,
    END,
    GLOBAL_GET,
    GLOBAL_SET,
    I32_EQZ,
    I64,
    IF,
    LOCAL_GET,
    LOCAL_SET,
    LOCAL_TEE,
    LOOP,
    RETURN,
    STORE,
    UNREACHABLE,
    unsigned,
    vector,
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
    If,
    Leave,
    Local,
    Logic,
    Return,
    Stmt,
    Store,
    Trap,
    Unary,
    While,
    falls_through,
    has_effect,
    is_counted,
)
from cadogan.compiler.wasm_values import ValueCode


class Code(ValueCode):
    """The code of one function, with its statements."""

    def encoded(self) -> bytes:
        """The function as the code section has it."""
        function = self.function
        if self.guarded and function in self.plan.recursive:
            self.count_down()
        self.body(function.body)
        if function.returns and falls_through(function.body):
            self.op(UNREACHABLE)
        elif function.returns and self.ends_open(function.body):
            self.op(UNREACHABLE)
        self.op(END)
        extra = self.locals - self.params
        declared = vector([unsigned(extra) + bytes([I64])] if extra else [])
        content = declared + bytes(self.code)
        return unsigned(len(content)) + content

    def ends_open(self, body: list[Stmt]) -> bool:
        """Whether the encoding ends in a block, so that the validator wants a value though control
        never gets there.
        """
        return not isinstance(body[-1], Return | Trap)

    def count_down(self) -> None:
        """One less of the fuel, and an end when there is none."""
        left = self.new_local()
        self.with_number(GLOBAL_GET, 0)
        self.constant(1)
        self.op(ARITHMETIC["-"])
        self.with_number(LOCAL_TEE, left)
        self.with_number(GLOBAL_SET, 0)
        self.with_number(LOCAL_GET, left)
        self.free.append(left)
        self.constant(0)
        self.op(COMPARISON["<"])
        self.open(IF)
        self.op(UNREACHABLE)
        self.close()

    def body(self, body: list[Stmt]) -> None:
        """Write statements, one after another."""
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: Stmt) -> None:
        """Write a statement."""
        if isinstance(stmt, Assign):
            self.value(stmt.value)
            self.with_number(LOCAL_SET, self.variable(stmt.name))
        elif isinstance(stmt, Store):
            self.store(stmt)
        elif isinstance(stmt, Do):
            self.drop(stmt.value)
        elif isinstance(stmt, If):
            self.branches(stmt)
        elif isinstance(stmt, While):
            leave = self.open(BLOCK)
            again = self.open(LOOP)
            self.scope.labels[stmt.label] = (leave, again)
            if self.guarded:
                self.count_down()
            if not (isinstance(stmt.test, Const) and stmt.test.value):
                self.jump_unless(stmt.test, leave)
            self.body(stmt.body)
            if falls_through(stmt.body):
                self.branch(BR, again)
            self.close()
            self.close()
        elif isinstance(stmt, For):
            self.for_loop(stmt)
        elif isinstance(stmt, Block):
            leave = self.open(BLOCK)
            self.scope.labels[stmt.label] = (leave, leave)
            self.body(stmt.body)
            self.close()
        elif isinstance(stmt, Leave):
            self.branch(BR, self.scope.labels[stmt.label][0])
        elif isinstance(stmt, Again):
            self.branch(BR, self.scope.labels[stmt.label][1])
        elif isinstance(stmt, Return):
            if stmt.value is not None:
                self.value(stmt.value)
            if self.scope.end == 0:
                self.op(RETURN)
            else:
                self.branch(BR, self.scope.end)
        elif isinstance(stmt, Trap):
            self.op(UNREACHABLE)

    def drop(self, expr: Expr) -> None:
        """An expression for its effect."""
        if isinstance(expr, Call) and not expr.function.returns:
            self.call(expr)
            return
        if isinstance(expr, Logic):  # the right side may give nothing
            self.test(expr.left)
            if expr.op == "or":
                self.op(I32_EQZ)
            self.open(IF)
            self.drop(expr.right)
            self.close()
            return
        self.value(expr)
        self.op(DROP)

    def branches(self, stmt: If) -> None:
        """Write an `if`."""
        test, then, orelse = stmt.test, stmt.then, stmt.orelse
        if not orelse and len(then) == 1 and isinstance(then[0], Leave | Again):
            label = self.scope.labels[then[0].label]
            self.jump_if(test, label[0] if isinstance(then[0], Leave) else label[1])
            return
        if (
            not orelse
            and len(then) == 1
            and isinstance(then[0], Return)
            and then[0].value is None
            and self.scope.end
        ):
            self.jump_if(test, self.scope.end)
            return
        if isinstance(test, Logic):
            # Straight branches rather than a truth value that is asked again.
            end = self.open(BLOCK) if orelse else 0
            otherwise = self.open(BLOCK)
            self.jump_unless(test, otherwise)
            self.body(then)
            if orelse and falls_through(then):
                self.branch(BR, end)
            self.close()
            if orelse:
                self.body(orelse)
                self.close()
            return
        self.test(test)
        self.open(IF)
        self.body(then)
        if orelse:
            self.op(ELSE)
            self.body(orelse)
        self.close()

    def jump_if(self, test: Expr, target: int) -> None:
        """Branch where a test holds."""
        if isinstance(test, Logic) and not self.cheap(test):
            if test.op == "or":
                self.jump_if(test.left, target)
                self.jump_if(test.right, target)
            else:
                past = self.open(BLOCK)
                self.jump_unless(test.left, past)
                self.jump_if(test.right, target)
                self.close()
        elif isinstance(test, Unary) and test.op == "not":
            self.jump_unless(test.of, target)
        else:
            self.test(test)
            self.branch(BR_IF, target)

    def jump_unless(self, test: Expr, target: int) -> None:
        """Branch where a test fails."""
        if isinstance(test, Logic) and not self.cheap(test):
            if test.op == "and":
                self.jump_unless(test.left, target)
                self.jump_unless(test.right, target)
            else:
                past = self.open(BLOCK)
                self.jump_if(test.left, past)
                self.jump_unless(test.right, target)
                self.close()
        elif isinstance(test, Unary) and test.op == "not":
            self.jump_if(test.of, target)
        else:
            self.test(test)
            self.op(I32_EQZ)
            self.branch(BR_IF, target)

    def for_loop(self, stmt: For) -> None:
        """Write a loop over a range."""
        variable = self.variable(stmt.name)
        self.value(stmt.start)
        stop: int | Const
        if isinstance(stmt.stop, Const):
            stop = stmt.stop
            self.with_number(LOCAL_SET, variable)
        else:
            stop = self.new_local()
            self.value(stmt.stop)
            self.with_number(LOCAL_SET, stop)
            self.with_number(LOCAL_SET, variable)
        known = isinstance(stmt.start, Const) and isinstance(
            stmt.stop, Const
        )  # not empty: the specialiser drops such loops
        leave = self.open(BLOCK)
        if not known:
            self.past(variable, stop, stmt.step)
            self.branch(BR_IF, leave)
        top = self.open(LOOP)
        again = self.open(BLOCK)
        self.scope.labels[stmt.label] = (leave, again)
        if self.guarded and is_counted(stmt):
            self.count_down()
        self.body(stmt.body)
        self.close()
        self.with_number(LOCAL_GET, variable)
        self.constant(stmt.step)
        self.op(ARITHMETIC["+"])
        self.with_number(LOCAL_SET, variable)
        self.past(variable, stop, stmt.step)
        self.op(I32_EQZ)
        self.branch(BR_IF, top)
        self.close()
        self.close()
        if isinstance(stop, int):
            self.free.append(stop)

    def past(self, variable: int, stop: int | Const, step: int) -> None:
        """Whether a range is at its end."""
        self.with_number(LOCAL_GET, variable)
        self.constant(stop.value) if isinstance(stop, Const) else self.with_number(LOCAL_GET, stop)
        self.op(COMPARISON[">=" if step > 0 else "<="])

    def store(self, stmt: Store) -> None:
        """Write a value to a field of the state."""
        spot = self.memory.fields[stmt.field]
        held: int | None = None
        if (
            stmt.index is not None
            and not isinstance(stmt.index, Const | Local)
            and (has_effect(stmt.value) or has_effect(stmt.index))
        ):
            held = self.new_local()  # the value comes first
            self.value(stmt.value)
            self.with_number(LOCAL_SET, held)
        offset = self.address(spot, stmt.index)
        if held is None:
            self.value(stmt.value)
        else:
            self.with_number(LOCAL_GET, held)
            self.free.append(held)
        self.access(STORE[spot.width], spot, offset)
