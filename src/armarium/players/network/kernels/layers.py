"""The layers of a network in integer arithmetic, so that every processor computes the same outputs.

Activations between layers are integers in units of 1/4096. Matrices are multiplied in float32 over integers. By the
Cauchy–Schwarz inequality no partial sum, in any order, reaches 2**24 (`lab/train/package.py` chooses the scales), so
each sum is exact. NumPy may therefore use a BLAS that sums in any order. Roots, quotients and products are rounded
once, as IEEE 754 requires, and rounded with `rint` before anything is added.
"""

from __future__ import annotations

import numpy as np

from armarium.core.jit import jit, jit_entry

__all__ = [
    "AMOUNTS",
    "LOOKED_UP",
    "ONE",
    "add",
    "look_up",
    "norm",
    "output_head",
    "relu_requantize",
]

ONE = 4096  # 1.0 between layers
LOOKED_UP = 1 << 14  # 1.0 in the matrix of the first layer
AMOUNTS = 256  # 1.0 in the table of amounts
_SHIFT = 10  # bits to shift from the sum of the first layer to the units between layers


@jit_entry
def look_up(rows, flags, amounts, amount_table, first, first_b, x):
    """Compute the first layer from rows of bytes."""
    for r in range(rows.shape[0]):
        _look_up(rows[r], flags, amounts, amount_table, first, first_b, x[r])


@jit_entry
def norm(x, scale, with_relu, a):
    for r in range(x.shape[0]):
        _norm(x[r], scale, with_relu, a[r])


@jit_entry
def relu_requantize(y, b, k, scale, a, units):
    for r in range(y.shape[0]):
        units[r] = _relu_requantize(y[r], b, k, scale, a[r])


@jit_entry
def add(y, b, k, units, x):
    for r in range(y.shape[0]):
        for j in range(x.shape[1]):
            x[r, j] += b[j] + int(np.rint(float(y[r, j]) * (k[j] / units[r])))


@jit_entry
def output_head(y, b, k, found):
    """Compute the last layer, in units of 1/4096."""
    for r in range(y.shape[0]):
        for j in range(y.shape[1]):
            found[r, j] = int(np.rint((float(y[r, j]) + b[j]) * k[j]))


@jit
def _look_up(row, flags, amounts, amount_table, first, first_b, x):
    """Sum the rows of the matrix that the nonzero bytes select; few bytes of a row are nonzero."""
    width = x.shape[0]
    cards = flags.shape[0]
    flag_sum = np.zeros(width, np.int32)
    for n in range(cards):
        value = int(row[flags[n]])
        if value:
            line = n + cards * (min(value, 3) - 1)
            for j in range(width):
                flag_sum[j] += first[line, j]
    for j in range(width):
        x[j] = first_b[j] + int(flag_sum[j]) * AMOUNTS
    for n in range(amounts.shape[0]):
        value = int(row[amounts[n]])
        if value:
            line = 3 * cards + n
            logarithm, amount = amount_table[0, value], amount_table[1, value]
            for j in range(width):
                x[j] += (
                    int(first[line, j]) * logarithm
                    + int(first[line + amounts.shape[0], j]) * amount
                )
    for j in range(width):
        x[j] = (x[j] + (1 << (_SHIFT - 1))) >> _SHIFT


@jit
def _norm(x, scale, with_relu, a):
    """Normalise to mean 0 and standard deviation 1, in units of `scale`, followed by a ReLU if `with_relu` is set."""
    width = x.shape[0]
    total = 0
    for j in range(width):
        total += x[j]
    squares = 0
    for j in range(width):
        deviation = x[j] * width - total
        squares += deviation * deviation
    # width² · width · (variance · ONE² + epsilon)
    epsilon = 1e-5 * ONE * ONE * width * width * width
    deviation_scale = np.sqrt((float(squares) + epsilon) / width)
    for j in range(width):
        value = np.rint(float(x[j] * width - total) * (scale / deviation_scale))
        a[j] = np.float32(max(value, 0.0) if with_relu else value)


@jit
def _relu_requantize(y, b, k, scale, a):
    """Apply a ReLU in units of 1/4096, then rescale to the norm `scale`; return the scale factor."""
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
