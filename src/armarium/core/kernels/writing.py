"""Write JSON in kernels: predefined words and numbers, into an array of bytes.

A view has a thousand small parts; as Python objects they would cost a hundred times as much as text.
"""

from __future__ import annotations

import threading

import numpy as np
from numba import config, types
from numba.extending import intrinsic

from armarium.core.jit import is_interpreted, jit_inline, jit_no_refcount

__all__ = ["Vocabulary", "eight_at", "get_buffer", "number", "put", "seat_or_null", "separate"]


WIDTH = 64  # bytes; maximum length of a word


class Vocabulary:
    """The words of a kernel. `add` returns the number of the first; `tables` returns their bytes in rows of one width,
    and their lengths."""

    def __init__(self) -> None:
        self._words: list[bytes] = []

    def add(self, *words: str) -> int:
        first = len(self._words)
        self._words += [word.encode() for word in words]
        assert all(len(word) <= WIDTH for word in self._words[first:])
        return first

    def tables(self) -> tuple[np.ndarray, np.ndarray]:
        rows = b"".join(word.ljust(WIDTH) for word in self._words)
        lengths = np.array([len(word) for word in self._words], np.int64)
        return np.frombuffer(rows, np.uint8).reshape(-1, WIDTH), lengths


class _ThreadBuffers(threading.local):
    """One buffer per thread, because kernels run in parallel."""

    def __init__(self) -> None:
        self.sizes: dict[int, np.ndarray] = {}


_buffers = _ThreadBuffers()


def get_buffer(size: int) -> np.ndarray:
    """Return this thread's buffer; its contents are undefined."""
    buffer = _buffers.sizes.get(size)
    if buffer is None:
        buffer = _buffers.sizes[size] = np.empty(size, np.uint8)
    return buffer


if is_interpreted:

    def _copy_row(out, at, words, word):
        out[at : at + WIDTH] = words[word]

    def eight_at(text, at):
        return int.from_bytes(text[at : at + 8].tobytes(), "little", signed=True)

elif config.BOUNDSCHECK:
    # The intrinsics below do not check bounds, so with bounds checks copy byte by byte.

    @jit_no_refcount
    def _copy_row(out, at, words, word):
        for n in range(WIDTH):
            out[at + n] = words[word, n]

    @jit_no_refcount
    def eight_at(text, at):
        letters = 0
        for n in range(8):
            letters |= np.int64(text[at + n]) << (8 * n)
        return letters

else:

    @intrinsic
    def _copy_row(typing, out, at, words, word):
        """One load and one store of a whole row, whatever its bytes."""

        def build(context, builder, signature, arguments):
            target, at, source, word = (
                context.make_array(kind)(context, builder, given).data if n % 2 == 0 else given
                for n, (kind, given) in enumerate(zip(signature.args, arguments))
            )
            row = context.get_value_type(types.UniTuple(types.int64, WIDTH // 8)).as_pointer()
            start = builder.mul(word, context.get_constant(types.int64, WIDTH))
            here = builder.bitcast(builder.gep(source, [start]), row)
            there = builder.bitcast(builder.gep(target, [at]), row)
            builder.store(builder.load(here, align=1), there, align=1)
            return context.get_dummy_value()

        return types.void(out, types.int64, words, types.int64), build

    @intrinsic
    def eight_at(typing, text, at):
        """Eight bytes as one word, wherever they begin; the first is the lowest."""

        def build(context, builder, signature, arguments):
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            word = context.get_value_type(types.int64).as_pointer()
            here = builder.bitcast(builder.gep(data, [arguments[1]]), word)
            return builder.load(here, align=1)

        return types.int64(text, types.int64), build


@jit_inline
def put(out, at, words, lengths, word):
    """Write a word; return the next position.

    The whole row is copied, since a fixed number of bytes takes two or three instructions. The excess is overwritten
    later, and a buffer has room for it at its end.
    """
    _copy_row(out, at, words, word)
    return at + lengths[word]


@jit_no_refcount
def number(out, at, n):
    """Write an integer in decimal."""
    if n < 0:
        out[at] = 45
        at += 1
        n = -n
    size = 1
    power = 10
    while n >= power:
        power *= 10
        size += 1
    for i in range(size):
        out[at + size - 1 - i] = 48 + n % 10
        n //= 10
    return at + size


@jit_no_refcount
def seat_or_null(out, at, seat):
    """Write a seat's number, or null for no seat."""
    if seat >= 0:
        return number(out, at, seat)
    for letter in (110, 117, 108, 108):
        out[at] = letter
        at += 1
    return at


@jit_inline
def separate(out, at, is_first):
    """Write a comma before all but the first item."""
    if not is_first:
        out[at] = 44
        at += 1
    return at
