"""JSON written by kernels: words that are known beforehand, and numbers, into an array of bytes.

A view has a thousand small parts; as Python's own objects they would cost a hundred times what they cost as text.
"""

from __future__ import annotations

import threading

import numpy as np
from numba import types
from numba.extending import intrinsic

from armarium.games.table.compiled import borrowing, inlined, is_interpreted

__all__ = ["Vocabulary", "eight_at", "new_page", "number", "one_of", "put", "seat_or_null"]


WIDTH = 64  # bytes; no word is longer


class Vocabulary:
    """The words of a kernel: `add` gives the number of the first, `tables` their bytes in rows of one width, and their
    lengths."""

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


class _Pages(threading.local):
    """A page a thread: kernels run side by side."""

    def __init__(self) -> None:
        self.sizes: dict[int, np.ndarray] = {}


_pages = _Pages()


def new_page(size: int) -> np.ndarray:
    """Room to write on, this thread's own; what stood there is of no meaning."""
    page = _pages.sizes.get(size)
    if page is None:
        page = _pages.sizes[size] = np.empty(size, np.uint8)
    return page


if is_interpreted:

    def _copy_row(out, at, words, word):
        out[at : at + WIDTH] = words[word]

    def eight_at(text, at):
        return int.from_bytes(text[at : at + 8].tobytes(), "little", signed=True)

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


@inlined
def put(out, at, words, lengths, word):
    """A word; returns where the next one goes. The whole row is copied, since a fixed number of bytes is two or three
    instructions; what is too much will be written over, and a page has room for it at its end."""
    _copy_row(out, at, words, word)
    return at + lengths[word]


@borrowing
def number(out, at, n):
    """A whole number in decimal."""
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


@borrowing
def seat_or_null(out, at, seat):
    """A seat's number; null for nobody."""
    if seat >= 0:
        return number(out, at, seat)
    for letter in (110, 117, 108, 108):
        out[at] = letter
        at += 1
    return at


@inlined
def one_of(out, at, is_first):
    """A comma before all but the first."""
    if not is_first:
        out[at] = 44
        at += 1
    return at
