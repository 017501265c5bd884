"""Trained weights as whole numbers, with scales under which `layers.py` is exact."""

from __future__ import annotations

import numpy as np

from armarium.players.network.kernels.layers import LOOKED_UP, ONE

__all__ = ["packed"]

LARGEST = 1023  # a weight as a whole number
EXACT = 1 << 24  # float32 holds whole numbers up to here
FINEST = 512  # what 1.0 after a norm may become at most


def packed(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """One network: `in.w`, `in.b`, `0.up.w` … in, the same names as whole numbers out, with scales `.k` and `.a`."""
    wide = {name: tensor.astype(np.float64) for name, tensor in weights.items()}
    found = _first(wide["in.w"], wide["in.b"])
    blocks = sum(name.endswith(".up.w") for name in wide)
    for n in range(blocks):
        found |= _after_norm(wide, f"{n}.up")
        found |= _after_bend(wide, f"{n}.down")
    return found | _after_norm(wide, "out")


def _first(w: np.ndarray, b: np.ndarray) -> dict[str, np.ndarray]:
    whole = np.rint(w * LOOKED_UP)
    assert np.abs(whole).max() < 1 << 15, "a weight of the first layer is too large"
    return {"in.w": whole.astype(np.int16), "in.b": np.rint(b * LOOKED_UP * 256).astype(np.int64)}


def _columns(w: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Whole numbers, what 1 is worth in each column, and the length of the longest column."""
    worth = np.maximum(np.abs(w).max(0), 1e-9) / LARGEST
    whole = np.rint(w / worth)
    return whole.astype(np.int16), worth, float(np.sqrt((whole**2).sum(0)).max())


def _after_norm(wide: dict[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """What comes in has the length √width · scale, and half a unit in each place for rounding."""
    w, b = wide[f"{name}.w"], wide[f"{name}.b"]
    whole, worth, length = _columns(w)
    scale = float(min(FINEST, np.floor(EXACT / (np.sqrt(len(w)) * length) - 1)))
    assert scale >= 32, "columns too long to be exact"
    return {
        f"{name}.w": whole,
        f"{name}.b": np.rint(b / worth * scale).astype(np.int64),
        f"{name}.k": worth / scale * ONE,
        f"{name}.a": np.array([scale]),
    }


def _after_bend(wide: dict[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """What comes in is stretched to the length `scale`, and half a unit in each place for rounding."""
    w, b = wide[f"{name}.w"], wide[f"{name}.b"]
    whole, worth, length = _columns(w)
    scale = float(np.floor(EXACT / length - np.sqrt(len(w))))
    return {
        f"{name}.w": whole,
        f"{name}.b": np.rint(b * ONE).astype(np.int64),
        f"{name}.k": worth,
        f"{name}.a": np.array([scale]),
    }
