"""OpenSpiel observers: a seat's observation row, or everything that it has seen."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from armarium.lab.extension import ExplicitChance, ObservationRows

__all__ = ["Observer"]


class Observer:
    """Observes what a seat knows now or, with perfect recall, everything that it has seen."""

    def __init__(self, table: ExplicitChance, rows: ObservationRows, wanted: Any) -> None:
        self._table, self._rows = table, rows
        self._is_log = wanted.perfect_recall
        self.tensor = np.zeros(table.most_tokens if self._is_log else rows.size, np.float32)
        self.dict = {"seen": self.tensor}
        if not self._is_log:
            self.dict = {
                f"{e.name} {e.start}": self.tensor[e.start : e.start + e.length]
                for e in rows.layout
            }

    def set_from(self, state: Any, player: int) -> None:
        self.tensor.fill(0)
        if self._is_log:
            seen = np.frombuffer(state.seen[player], "<u2")
            self.tensor[: len(seen)] = seen
        elif state.states is not None:
            self.tensor[:] = self._rows.observation(self._table.make_game(state.states), player)

    def string_from(self, state: Any, player: int) -> str:
        if self._is_log:
            names = self._table.tokens
            return " ".join(names[token] for token in np.frombuffer(state.seen[player], "<u2"))
        return (
            ""
            if state.states is None
            else json.dumps(self._table.make_game(state.states).view(player))
        )
