"""Gymnasium: importing this registers `armarium/Bibliogamo-v0`.

An observation is the row of docs/observations.md; `info["action_mask"]` says which actions are legal. The rewards of a
game add up to its score.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from armarium.games.bibliogamo import Game
from armarium.games.table.errors import BadOption, IllegalAction
from armarium.lab.adapters.rows import rows_of

__all__ = ["Bibliogamo"]


class Bibliogamo(gymnasium.Env[np.ndarray, np.int64]):
    """An illegal action ends the game and costs a point: `info["action_mask"]` is there to avoid it."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        modes = [None, *self.metadata["render_modes"]]
        if render_mode not in modes:
            raise BadOption(option="render_mode", asked=render_mode, allowed=modes)
        self.render_mode = render_mode
        self._rows = rows_of("bibliogamo")
        self._options = options
        self._game = Game.new(seed=0, **options)  # says what cannot be played, now and not later
        self._paid = 0.0
        self.observation_space = spaces.Box(0, 127, (self._rows.size,), np.int8)
        self.action_space = spaces.Discrete(len(self._rows.codes))
        self._score = next(entry.start for entry in self._rows.layout if entry.name == "score")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal. The same seed gives the same games in a row; the first is `Game.new(seed=seed)`."""
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**63)) if seed is None else seed
        self._game = Game.new(seed=dealt, **self._options)
        self._paid = 0.0
        return self._rows.observation(self._game, 0), self._info()

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        try:
            self._game.play(self._rows.texts[int(action)])
        except IllegalAction as error:
            row = self._rows.observation(self._game, 0)
            return row, -1.0, True, False, {**self._info(), "illegal": str(error)}
        row = self._rows.observation(self._game, 0)
        outcome = self._game.outcome()
        # What the game would be worth if it ended now: a byte of the row, which is cut at 127.
        worth = float(row[self._score]) if outcome is None else self._rows.worth(outcome, 0)
        reward, self._paid = worth - self._paid, worth
        if self.render_mode == "human":
            self.render()
        return row, reward, outcome is not None, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._rows.mask(self._game)}

    def render(self) -> Any:
        """The view, in lines."""
        view = self._game.view(0)
        text = "\n".join(f"{name}: {value}" for name, value in view.items() if name != "previews")
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


gymnasium.register("armarium/Bibliogamo-v0", entry_point=Bibliogamo)
