"""What stands behind the kernels: nothing at all, or numba.

This package is imported plainly as ``cadogan.kernels``. `cadogan.compiling.compiled` imports the same files again
as ``cadogan._compiled``; then, and only then, ``kernel`` is numba's compiler and ``lowest`` a machine instruction.
"""

from __future__ import annotations

from typing import Any, TypeVar

_F = TypeVar("_F")
Ints = Any  #: a list of int, or an int64 array where numba compiled this file


def _plain(function: _F) -> _F:
    return function


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


kernel: Any = _plain
lowest: Any = _lowest

if __name__.startswith("cadogan._compiled"):
    import numba
    from llvmlite import ir
    from numba.core import types
    from numba.core.extending import intrinsic

    @intrinsic
    def _trailing_zeros(context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @numba.njit
    def _counted(word: int) -> Any:
        return _trailing_zeros(word)  # type: ignore[call-arg]

    kernel = numba.njit(cache=True, nogil=True)
    lowest = _counted
