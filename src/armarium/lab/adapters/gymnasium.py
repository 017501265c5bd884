"""Gymnasium: `armarium/<Game>-v0` is one seat of a game, players of the house in the others, if it has others.

An observation is the row that the game's page of observations describes; `info["action_mask"]` and `action_masks()` say
which actions are legal. The rewards of a game for one add up to its score; among others a won game is worth 1,
shared equally among its winners. gymnasium_ids.py registers the games.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption, IllegalAction
from armarium.games.table.game import Game
from armarium.games.table.state_game import StateGame
from armarium.lab.adapters.gymnasium_ids import name_of, register
from armarium.lab.adapters.rows import Rows, rows_of
from armarium.lab.pictures.showing import Showing
from armarium.lab.players import Chooser, chooser

__all__ = ["OneSeat", "name_of", "spaces_of"]

Observation = np.ndarray | dict[str, np.ndarray]


def spaces_of(rows: Rows, is_masked: bool) -> tuple[spaces.Space[Any], spaces.Discrete]:
    """Of observations and of actions; masked observations carry their mask along."""
    actions = len(rows.texts)
    seen: spaces.Space[Any] = spaces.Box(0, 127, (rows.size,), np.int8)
    if is_masked:
        mask = spaces.Box(0, 1, (actions,), np.int8)
        seen = spaces.Dict({"observation": seen, "action_mask": mask})
    return seen, spaces.Discrete(actions)


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """An illegal action ends the game and costs a point: the mask is there to avoid it.

    With `masked=True` an observation is `{"observation", "action_mask"}`. `opponents` names a player as the arena does,
    `seat` is drawn for every game unless it is said. Other options are those of the game's `Game.new`.
    """

    metadata = {"render_modes": ["human", "rgb_array", "ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        *,
        masked: bool = False,
        seats: int | None = None,
        seat: int | None = None,
        opponents: str = "random",
        **options: Any,
    ) -> None:
        self._book = open_book(game)
        self._showing = Showing(game, render_mode)
        self._seats = self._book.seats[0] if seats is None else seats
        if seat is not None and seat not in range(self._seats):
            raise BadOption(option="seat", asked=seat, allowed=list(range(self._seats)))
        self._asked_seat, self._seat = seat, seat or 0
        self.render_mode = render_mode
        self._rows = rows_of(game)
        self._options, self._is_masked = options, masked
        self._game = self._deal(0)  # says what cannot be played, now and not later
        self._others = self._table_mates(opponents) if self._seats > 1 else None
        self._paid = 0.0
        self.observation_space, self.action_space = spaces_of(self._rows, masked)

    def _deal(self, seed: int) -> Game:
        return self._book.deal(self._seats, seed, **self._options)

    def _table_mates(self, name: str) -> Chooser:
        assert isinstance(self._game, StateGame)
        return chooser(self._game, 1, name, seed=0)

    def _go_on(self) -> None:
        """The others move until this seat is to act."""
        while self._game.to_act not in (None, self._seat):
            assert isinstance(self._game, StateGame) and self._others is not None
            (code,) = self._others(self._game._states, np.ones(1, np.bool_))
            self._game.play(self._rows.texts[code])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal. The same seed gives the same games in a row; the first is `Game.new(seed=seed)`."""
        super().reset(seed=seed)
        self._game = self._deal(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._paid = 0.0
        if self._asked_seat is None:
            self._seat = int(self.np_random.integers(self._seats))
        if self._others is not None:
            self._others.begin(int(self.np_random.integers(2**32)))
        self._go_on()
        return self._seen(*self._looked())

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self._game.play(self._rows.text_of(int(action), self._game))
        except IllegalAction as error:
            seen, info = self._seen(*self._looked())
            return seen, -1.0, True, False, {**info, "illegal": str(error)}
        self._go_on()
        row, mask = self._looked()
        outcome = self._game.outcome()
        worth = self._worth_now(row) if outcome is None else self._rows.worth(outcome, self._seat)
        reward, self._paid = worth - self._paid, worth
        seen, info = self._seen(row, mask)
        return seen, reward, outcome is not None, False, info

    def _looked(self) -> tuple[np.ndarray, np.ndarray]:
        if self.render_mode == "human":
            self.render()
        return self._rows.observation(self._game, self._seat), self.action_masks()

    def _seen(self, row: np.ndarray, mask: np.ndarray) -> tuple[Observation, dict[str, Any]]:
        seen: Observation = {"observation": row, "action_mask": mask} if self._is_masked else row
        return seen, {"action_mask": mask}

    def _worth_now(self, row: np.ndarray) -> float:
        """Were the game to end now, as far as a row says so (a byte holds no more than 127)."""
        score = self._rows.score
        return self._paid if score is None else float(row[score.start])

    def action_masks(self) -> np.ndarray:
        """1 for each legal action, by the name under which sb3-contrib asks for it."""
        return self._rows.mask(self._game)

    def render(self) -> Any:
        """The view, as the mode says: a window, an image (height, width, 3) or lines of text."""
        return self._showing.show(self._game.view(self._seat))

    def close(self) -> None:
        self._showing.close()
        if self._others is not None:
            self._others.close()


register()
