"""The choice of a packaged network in one position, in a kernel of its own, for WebAssembly.

`Network` computes the same for many positions with NumPy, whose matrix products no kernel can call. All sums are exact
in both (layers.py), so the choices are equal. The network and the working memory are records (`network_file`).
"""

from __future__ import annotations

from armarium.core.jit import jit
from armarium.players.network.kernels.layers import (
    add,
    look_up,
    norm,
    output_head,
    relu_requantize,
)

__all__ = ["choose_action"]

_STEP = 16  # units of 1/4096 logit between two entries of the table of powers
_HUNDREDTHS = 100


@jit
def choose_action(network, memory, rows, mask, hundredths, least, word):
    """Choose an action from one row and its mask with a random word.

    `hundredths`: the temperature; 0 takes the most likely action. `least`: actions below this power are never chosen.
    """
    _compute_logits(network, memory, rows)
    logits = memory.logits[0]
    top = _find_top(logits, mask)
    if hundredths == 0:
        return top
    total = 0
    for code in range(len(mask)):
        if mask[code]:
            total += _power(network, logits[top] - logits[code], hundredths, least)
    left = word % total
    for code in range(len(mask)):
        if mask[code]:
            left -= _power(network, logits[top] - logits[code], hundredths, least)
            if left < 0:
                return code
    return top


@jit
def _find_top(logits, mask):
    """Return the most likely legal action; of equals, the first."""
    top = -1
    for code in range(len(mask)):
        if mask[code] and (top < 0 or logits[code] > logits[top]):
            top = code
    return top


@jit
def _power(network, below, hundredths, least):
    """Return the weight of an action so far below the most likely one, in whole units."""
    entries = len(network.powers) - 1
    line = min((below * _HUNDREDTHS // hundredths + _STEP // 2) // _STEP, entries)
    power = network.powers[line]
    return power if power >= least else 0


@jit
def _compute_logits(network, memory, rows):
    x, a, y, units = memory.x, memory.a, memory.y, memory.units
    look_up(
        rows, network.flag_columns, network.amount_columns, network.amount_table, network.first, network.first_b, x
    )  # fmt: skip
    for n in range(len(network.up_a)):
        norm(x, network.up_a[n], False, a)
        _multiply(a, network.up[n], y)
        relu_requantize(y, network.up_b[n], network.up_k[n], network.down_a[n], a, units)
        _multiply(a, network.down[n], y)
        add(y, network.down_b[n], network.down_k[n], units, x)
    norm(x, network.out_a[0], True, a)
    _multiply(a, network.out, memory.sums)
    output_head(memory.sums, network.out_b, network.out_k, memory.logits)


@jit
def _multiply(a, matrix, y):
    """Multiply a row of whole numbers by a matrix of whole numbers."""
    y[:] = 0
    for i in range(matrix.shape[0]):
        factor = int(a[0, i])
        if factor:
            for j in range(matrix.shape[1]):
                y[0, j] += factor * int(matrix[i, j])
