"""The layers of a network in whole numbers, so that every processor comes to the same outputs.

What lies between layers is a whole number of 4096ths. A matrix is multiplied in float32 over whole numbers: by Cauchy
and Schwarz no sum of them, in whatever order, reaches 2**24 (`packing.py` chooses the scales), so each one is exact.
That is why it may be left to NumPy, whose BLAS adds in an order of its own. Roots, quotients and products are rounded
once, as IEEE 754 says, and never added to afterwards without `rint`.
"""

from __future__ import annotations

import numpy as np

from armarium.games.table.compiled import compiled, door

__all__ = ["AMOUNTS", "LOOKED_UP", "ONE", "add", "bend", "look_up", "norm", "tell"]

ONE = 4096  # what 1.0 is between layers
LOOKED_UP = 1 << 14  # what 1.0 is in the matrix of the first layer
AMOUNTS = 256  # and in what an amount is worth
_DOWN = 10  # bits from the sum of the first layer to what lies between layers


@door
def look_up(rows, flags, amounts, worth, first, first_b, x):
    """The first layer, of rows of bytes."""
    for r in range(rows.shape[0]):
        _look_up(rows[r], flags, amounts, worth, first, first_b, x[r])


@door
def norm(x, scale, bends, a):
    for r in range(x.shape[0]):
        _norm(x[r], scale, bends, a[r])


@door
def bend(y, b, k, scale, a, units):
    for r in range(y.shape[0]):
        units[r] = _bend(y[r], b, k, scale, a[r])


@door
def add(y, b, k, units, x):
    for r in range(y.shape[0]):
        for j in range(x.shape[1]):
            x[r, j] += b[j] + int(np.rint(float(y[r, j]) * (k[j] / units[r])))


@door
def tell(y, b, k, found):
    """The last layer, in 4096ths."""
    for r in range(y.shape[0]):
        for j in range(y.shape[1]):
            found[r, j] = int(np.rint((float(y[r, j]) + b[j]) * k[j]))


@compiled
def _look_up(row, flags, amounts, worth, first, first_b, x):
    """Few bytes of a row are not 0, and a byte of a card chooses one line of the matrix."""
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
