"""Records of games as plain Python holds them."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.table.compiled import is_interpreted

__all__ = ["Fields", "blank"]


def blank(form: np.dtype[Any], number: int) -> np.ndarray:
    """Room for so many games; a record array where the rules run interpreted."""
    states = np.zeros(number, form)
    return states.view(np.recarray) if is_interpreted else states


class Fields:
    """The fields of the one record of an array. NumPy copies a whole record for every field read from it alone."""

    def __init__(self, states: np.ndarray) -> None:
        self._states = states

    def __getitem__(self, name: str) -> Any:
        return self._states[name][0]
