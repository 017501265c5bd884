"""A view as the network's row: laid out as a state (any world that fits will do), seen with the seat's own eye."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.biblios.kernels.exact_observation import observe_exactly_at
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.sketch import Sketch

__all__ = ["ANY_WORLD", "row_of", "seen_by"]

ANY_WORLD = np.zeros(8, np.uint32)  # what is redrawn is not in the row


def row_of(view: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The row of the view's seat and the mask of its legal actions, each as a batch of one."""
    return seen_by(Sketch(view).imagine(ANY_WORLD), view["you"])


def seen_by(states: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """The same from a state."""
    row, mask = np.empty((1, SIZE // 8), np.int64), np.empty((1, MASK_SIZE // 8), np.int64)
    observe_exactly_at(states, 0, seat, row, mask)
    return row.view(np.int8), mask.view(np.int8)
