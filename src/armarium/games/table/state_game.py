"""A game whose state is one record that kernels change."""

from __future__ import annotations

import copy
from typing import Self

import numpy as np

from armarium.games.table.game import Game

__all__ = ["StateGame"]


class StateGame(Game):
    _states: np.ndarray  # of one record, with its numbers of chance counted in `drawn`

    def _bytes(self) -> bytes:
        return self._states.tobytes()

    def _chance_used(self) -> int:
        return int(self._states["drawn"][0])

    def _copied(self) -> Self:
        twin = copy.copy(self)
        twin._states = self._states.copy()
        return twin
