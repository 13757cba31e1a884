"""The parts of WebAssembly's binary format that a program needs: its instructions by name, its
numbers, its sections.
"""

from __future__ import annotations

from collections.abc import Iterable

I32, I64, VOID = 0x7F, 0x7E, 0x40
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END, BR, BR_IF, RETURN, CALL, DROP, SELECT = (
    0x00,
    0x02,
    0x03,
    0x04,
    0x05,
    0x0B,
    0x0C,
    0x0D,
    0x0F,
    0x10,
    0x1A,
    0x1B,
)
LOCAL_GET, LOCAL_SET, LOCAL_TEE = 0x20, 0x21, 0x22
I32_CONST, I64_CONST, I32_EQZ, I64_EQZ, I32_AND = 0x41, 0x42, 0x45, 0x50, 0x71
WRAP, EXTEND = 0xA7, 0xAD  # i64 to i32; unsigned i32 to i64
I32_SHL = 0x74
DIV, REM = 0x7F, 0x81  # of numbers with a sign
ARITHMETIC = {
    "+": 0x7C,
    "-": 0x7D,
    "*": 0x7E,
    "&": 0x83,
    "|": 0x84,
    "^": 0x85,
    "<<": 0x86,
    ">>": 0x87,
}
#: Not below, of numbers without a sign.
NOT_BELOW = 0x5A
COMPARISON = {"==": 0x51, "!=": 0x52, "<": 0x53, ">": 0x55, "<=": 0x57, ">=": 0x59}
LOAD = {1: 0x30, 2: 0x32, 4: 0x34, 8: 0x29}  # signed, to i64
STORE = {1: 0x3C, 2: 0x3D, 4: 0x3E, 8: 0x37}
CTZ, POPCNT = 0x7A, 0x7B
ALIGN = {1: 0, 2: 1, 4: 2, 8: 3}


def unsigned(value: int) -> bytes:
    """A number in LEB128."""
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if not value:
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def signed(value: int) -> bytes:
    """A number in signed LEB128."""
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if (value == 0 and not byte & 0x40) or (value == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def section(number: int, content: bytes) -> bytes:
    """A section of the module."""
    return bytes([number]) + unsigned(len(content)) + content


def vector(items: Iterable[bytes]) -> bytes:
    """How many items, and the items."""
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


def name_bytes(text: str) -> bytes:
    """A name: its length and its bytes."""
    data = text.encode()
    return unsigned(len(data)) + data
