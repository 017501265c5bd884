"""A game whose state is one record that kernels change."""

from __future__ import annotations

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
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        # As bytes: NumPy would copy a record field by field.
        twin._states = np.empty_like(self._states)
        twin._states.view(np.uint8)[:] = self._states.view(np.uint8)
        return twin
