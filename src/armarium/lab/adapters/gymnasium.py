"""Gymnasium: importing this registers `armarium/<Game>-v0` for every game for one seat that has rows.

An observation is the row that the game's page of observations describes; `info["action_mask"]` says which actions are
legal. The rewards of a game add up to its score.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption, BadSeats, IllegalAction
from armarium.lab.adapters.rows import rows_of

__all__ = ["OneSeat", "name_of"]


class OneSeat(gymnasium.Env[np.ndarray, np.int64]):
    """An illegal action ends the game and costs a point: `info["action_mask"]` is there to avoid it.

    Options are those of the game's `Game.new`.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, game: str, render_mode: str | None = None, **options: Any) -> None:
        modes = [None, *self.metadata["render_modes"]]
        if render_mode not in modes:
            raise BadOption(option="render_mode", asked=render_mode, allowed=modes)
        self._book = open_book(game)
        if 1 not in self._book.seats:
            raise BadSeats(asked=1, allowed=list(self._book.seats))
        self.render_mode = render_mode
        self._rows = rows_of(game)
        self._options = options
        self._game = self._deal(0)  # says what cannot be played, now and not later
        self._paid = 0.0
        self.observation_space = spaces.Box(0, 127, (self._rows.size,), np.int8)
        self.action_space = spaces.Discrete(len(self._rows.codes))

    def _deal(self, seed: int) -> Any:
        return self._book.deal(1, seed, **self._options)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal. The same seed gives the same games in a row; the first is `Game.new(seed=seed)`."""
        super().reset(seed=seed)
        self._game = self._deal(int(self.np_random.integers(2**63)) if seed is None else seed)
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
        worth = self._worth_now(row) if outcome is None else self._rows.worth(outcome, 0)
        reward, self._paid = worth - self._paid, worth
        if self.render_mode == "human":
            self.render()
        return row, reward, outcome is not None, False, self._info()

    def _worth_now(self, row: np.ndarray) -> float:
        """Were the game to end now, as far as a row says so (a byte holds no more than 127)."""
        score = self._rows.score
        return self._paid if score is None else float(row[score.start])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._rows.mask(self._game)}

    def render(self) -> Any:
        """The view, in lines."""
        text = "\n".join(f"{name}: {value}" for name, value in self._game.view(0).items())
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


def name_of(game: str) -> str:
    return f"armarium/{''.join(word.capitalize() for word in game.split('-'))}-v0"


for _name in shelf.names():
    if open_book(_name).seats == (1,) and open_book(_name).rows is not None:
        gymnasium.register(
            name_of(_name), entry_point=f"{__name__}:OneSeat", kwargs={"game": _name}
        )
