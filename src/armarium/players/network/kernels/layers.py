"""The layers of a network in whole numbers, so that every processor comes to the same outputs.

What lies between layers is a whole number of 4096ths. A matrix is multiplied in float32 over whole numbers: by Cauchy
and Schwarz no sum of them, in whatever order, reaches 2**24 (`packing.py` chooses the scales), so each one is exact.
Roots, quotients and products are rounded once, as IEEE 754 says, and never added to afterwards without `rint`.
"""

from __future__ import annotations

import numpy as np

from armarium.games.table.compiled import compiled, door

__all__ = ["LOOKED_UP", "ONE", "run"]

ONE = 4096  # what 1.0 is between layers
LOOKED_UP = 1 << 14  # what 1.0 is in the matrix of the first layer
AMOUNTS = 256  # and in what an amount is worth
_DOWN = 10  # bits from the sum of the first layer to what lies between layers
_ROWS = 4  # that go through the layers side by side


@door
def run(rows, flags, amounts, worth, first, first_b, ups, up_b, up_k, up_a, downs, down_b, down_k, down_a, out, out_b,
        out_k, out_a):  # fmt: skip
    """Outputs of rows of bytes, in 4096ths."""
    count, width, outputs = rows.shape[0], first.shape[1], out.shape[1]
    found = np.empty((count, outputs), np.int64)
    x = np.empty((_ROWS, width), np.int64)
    a = np.zeros((_ROWS, width), np.float32)
    y = np.empty((_ROWS, width), np.float32)
    z = np.empty((_ROWS, outputs), np.float32)
    roots = np.empty(_ROWS)
    for low in range(0, count, _ROWS):
        here = min(_ROWS, count - low)
        for r in range(here):
            _look_up(rows[low + r], flags, amounts, worth, first, first_b, x[r])
        for block in range(ups.shape[0]):
            for r in range(here):
                _norm(x[r], up_a[block], False, a[r])
            _multiply(a, ups[block], y)
            for r in range(here):
                roots[r] = _bend(y[r], up_b[block], up_k[block], down_a[block], a[r])
            _multiply(a, downs[block], y)
            for r in range(here):
                _add(y[r], down_b[block], down_k[block], roots[r], x[r])
        for r in range(here):
            _norm(x[r], out_a, True, a[r])
        _multiply(a, out, z)
        for r in range(here):
            for j in range(outputs):
                found[low + r, j] = int(np.rint((float(z[r, j]) + out_b[j]) * out_k[j]))
    return found


@compiled
def _look_up(row, flags, amounts, worth, first, first_b, x):
    """The first layer: few bytes of a row are not 0, and a byte of a card chooses one line of the matrix."""
    width = x.shape[0]
    cards = flags.shape[0]
    held = np.zeros(width, np.int32)
    for n in range(cards):
        value = int(row[flags[n]])
        if value:
            line = n + cards * (min(value, 3) - 1)
            for j in range(width):
                held[j] += first[line, j]
    for j in range(width):
        x[j] = first_b[j] + int(held[j]) * AMOUNTS
    for n in range(amounts.shape[0]):
        value = int(row[amounts[n]])
        if value:
            line = 3 * cards + n
            logarithm, amount = worth[0, value], worth[1, value]
            for j in range(width):
                x[j] += (
                    int(first[line, j]) * logarithm
                    + int(first[line + amounts.shape[0], j]) * amount
                )
    for j in range(width):
        x[j] = (x[j] + (1 << (_DOWN - 1))) >> _DOWN


@compiled
def _norm(x, scale, bends, a):
    """Mean 0 and spread 1, in units of `scale`; what is below 0 is cut off if it bends."""
    width = x.shape[0]
    total = 0
    for j in range(width):
        total += x[j]
    squares = 0
    for j in range(width):
        apart = x[j] * width - total
        squares += apart * apart
    # width² · width · (variance · ONE² + a little)
    little = 1e-5 * ONE * ONE * width * width * width
    spread = np.sqrt((float(squares) + little) / width)
    for j in range(width):
        value = np.rint(float(x[j] * width - total) * (scale / spread))
        a[j] = np.float32(max(value, 0.0) if bends else value)


@compiled
def _bend(y, b, k, scale, a):
    """What is above 0, as 4096ths, then in units that make its length `scale`; returns the units."""
    width = y.shape[0]
    squares = 0
    for j in range(width):
        value = int(np.rint(max(float(y[j]) + b[j], 0.0) * k[j]))
        squares += value * value
    if squares == 0:
        a[:] = 0
        return 1.0
    unit = scale / np.sqrt(float(squares))
    for j in range(width):
        value = np.rint(max(float(y[j]) + b[j], 0.0) * k[j])
        a[j] = np.float32(np.rint(value * unit))
    return unit


@compiled
def _add(y, b, k, unit, x):
    for j in range(x.shape[0]):
        x[j] += b[j] + int(np.rint(float(y[j]) * (k[j] / unit)))


@compiled
def _multiply(a, w, y):
    """y = a · w, four rows side by side, so that a line of the matrix is read once for all of them."""
    columns = w.shape[1]
    y[:] = 0
    y0, y1, y2, y3 = y[0], y[1], y[2], y[3]
    for n in range(w.shape[0]):
        a0, a1, a2, a3 = a[0, n], a[1, n], a[2, n], a[3, n]
        line = w[n]
        for j in range(columns):
            weight = line[j]
            y0[j] += a0 * weight
            y1[j] += a1 * weight
            y2[j] += a2 * weight
            y3[j] += a3 * weight
