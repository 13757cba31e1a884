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
    I32_EQZ,
    I64,
    IF,
    LOCAL_GET,
    LOCAL_SET,
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
    Function,
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
        self.whole(self.function)
        self.op(END)
        extra = self.locals - self.params
        declared = vector([unsigned(extra) + bytes([I64])] if extra else [])
        content = declared + bytes(self.code)
        return unsigned(len(content)) + content

    def whole(self, function: Function) -> None:
        """Write the body of a function."""
        match function.body:
            case [*before, Return(Expr() as value)]:
                self.body(before)
                self.value(value)
            case body:
                self.body(body)
                # Where that ends in a block, the validator wants a value though control never gets
                # there.
                if function.returns:
                    self.op(UNREACHABLE)

    def body(self, body: list[Stmt]) -> None:
        """Write statements, one after another."""
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: Stmt) -> None:
        """Write a statement."""
        match stmt:
            case Assign(name, value):
                self.value(value)
                self.with_number(LOCAL_SET, self.variable(name))
            case Store():
                self.store(stmt)
            case Do(value):
                self.drop(value)
            case If():
                self.branches(stmt)
            case While():
                self.while_loop(stmt)
            case For():
                self.for_loop(stmt)
            case Block(body, label):
                leave = self.open(BLOCK)
                self.scope.labels[label] = (leave, leave)
                self.body(body)
                self.close()
            case Leave(label):
                self.branch(BR, self.scope.labels[label][0])
            case Again(label):
                self.branch(BR, self.scope.labels[label][1])
            case Return(value):
                if value is not None:
                    self.value(value)
                if self.scope.end == 0:
                    self.op(RETURN)
                else:
                    self.branch(BR, self.scope.end)
            case Trap():
                self.op(UNREACHABLE)

    def while_loop(self, stmt: While) -> None:
        """Write a loop with a test."""
        leave, head = self.open(BLOCK), self.open(LOOP)
        self.scope.labels[stmt.label] = (leave, head)
        if not (isinstance(stmt.test, Const) and stmt.test.value):
            self.jump(stmt.test, leave, False)
        self.body(stmt.body)
        if falls_through(stmt.body):
            self.branch(BR, head)
        self.close()
        self.close()

    def drop(self, expr: Expr) -> None:
        """Write an expression for its effect."""
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
        match then, orelse:
            case [Leave(label)], []:
                return self.jump(test, self.scope.labels[label][0], True)
            case [Again(label)], []:
                return self.jump(test, self.scope.labels[label][1], True)
            case [Return(None)], [] if self.scope.end:
                return self.jump(test, self.scope.end, True)
        if isinstance(test, Logic):
            # Straight branches rather than a truth value that is asked again.
            end = self.open(BLOCK) if orelse else 0
            otherwise = self.open(BLOCK)
            self.jump(test, otherwise, False)
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

    def jump(self, test: Expr, target: int, holds: bool) -> None:
        """Branch where a test holds or, without ``holds``, where it fails."""
        match test:
            case Logic(op, left, right):
                if (op == "or") == holds:  # either side decides
                    self.jump(left, target, holds)
                    self.jump(right, target, holds)
                else:
                    past = self.open(BLOCK)
                    self.jump(left, past, not holds)
                    self.jump(right, target, holds)
                    self.close()
            case Unary("not", operand):
                self.jump(operand, target, not holds)
            case _:
                self.test(test)
                if not holds:
                    self.op(I32_EQZ)
                self.branch(BR_IF, target)

    def for_loop(self, stmt: For) -> None:
        """Write a loop over a range."""
        variable = self.variable(stmt.name)
        self.value(stmt.start)
        stop: int | Const = stmt.stop if isinstance(stmt.stop, Const) else self.new_local()
        if isinstance(stop, int):
            self.value(stmt.stop)
            self.with_number(LOCAL_SET, stop)
        self.with_number(LOCAL_SET, variable)
        leave = self.open(BLOCK)
        if is_counted(stmt):  # else it is not empty: the specialiser drops such loops
            self.past(variable, stop, stmt.step)
            self.branch(BR_IF, leave)
        top = self.open(LOOP)
        round_end = self.open(BLOCK)
        self.scope.labels[stmt.label] = (leave, round_end)
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
        """Leave on the stack whether a range is at its end."""
        self.with_number(LOCAL_GET, variable)
        self.constant(stop.value) if isinstance(stop, Const) else self.with_number(LOCAL_GET, stop)
        self.op(COMPARISON[">=" if step > 0 else "<="])

    def store(self, stmt: Store) -> None:
        """Write a value to a field of the state."""
        spot = self.memory.fields[stmt.field]
        local: int | None = None
        if (
            stmt.index is not None
            and not isinstance(stmt.index, Const | Local)
            and (has_effect(stmt.value) or has_effect(stmt.index))
        ):
            local = self.new_local()  # the value comes first
            self.value(stmt.value)
            self.with_number(LOCAL_SET, local)
        offset = self.address(spot, stmt.index)
        if local is None:
            self.value(stmt.value)
        else:
            self.with_number(LOCAL_GET, local)
            self.free.append(local)
        self.access(STORE[spot.width], spot, offset)
