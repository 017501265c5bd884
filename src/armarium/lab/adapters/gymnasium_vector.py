"""Gymnasium's VectorEnv over VectorGame: `gymnasium.make_vec("armarium/<Game>-v0", num_envs=…)` is compiled as one.

Slot i of a reset with seed s is the environment with seed s + i. Rows, rewards and masks are those of the single
environment; the arrays of a step are its own and are not written over later.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption, BadSeats
from armarium.games.table.state_game import StateGame
from armarium.lab.adapters.gymnasium import spaces_of
from armarium.lab.adapters.rows import rows_of
from armarium.lab.batch.single import game_at
from armarium.lab.batch.slots import check_actions
from armarium.lab.vector import VectorGame

__all__ = ["Batch"]

Observations = np.ndarray | dict[str, np.ndarray]


class Batch(VectorEnv[Observations, np.ndarray, np.ndarray]):
    """All three autoreset modes. An illegal action ends its slot's game and costs a point; the others play on."""

    def __init__(
        self,
        num_envs: int,
        game: str,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        masked: bool = False,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            raise BadOption(option="render_mode", asked=render_mode, allowed=[None])
        if 1 not in open_book(game).seats:
            raise BadSeats(asked=1, allowed=list(open_book(game).seats))
        self.render_mode, self.num_envs = None, num_envs
        self._mode, self._is_masked = AutoresetMode(autoreset_mode), masked
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        self._rows = rows_of(game)
        self._games = VectorGame(game, num_envs, 1, threads=threads, **options)
        pattern = open_book(game).deal(1, 0, **options)
        assert isinstance(pattern, StateGame)
        self._pattern = pattern
        seen, actions = spaces_of(self._rows, masked)
        self.single_observation_space, self.single_action_space = seen, actions
        self.observation_space = batch_space(seen, num_envs)
        self.action_space = batch_space(actions, num_envs)
        self._is_reset = False
        self._paid = np.zeros(num_envs)
        self._waiting = np.zeros(num_envs, np.bool_)  # over, and not begun again for whoever looks
        self._last = self._looked()  # what those see

    def _looked(self) -> tuple[np.ndarray, np.ndarray]:
        return self._games.observe().copy(), self._games.masks().copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """All slots or, by `options["reset_mask"]`, those whose games are over."""
        mask = None if options is None else options.get("reset_mask")
        if mask is not None and seed is not None:
            raise BadOption(option="seed", asked=seed, allowed=[None])
        if mask is None:
            super().reset(seed=seed)
            self._is_reset = True
            self._games.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
            mask = np.ones(self.num_envs, np.bool_)
        else:
            self._games.begin_next(np.flatnonzero(mask & ~self._waiting))
        self._waiting &= ~mask
        self._paid[mask] = 0
        return self._shown({})

    def step(
        self, actions: Any
    ) -> tuple[Observations, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        if not self._is_reset:
            raise ResetNeeded("Call reset before the first step.")
        codes = np.array(actions, np.int64)
        check_actions(codes, self.num_envs)
        masks = self._games.masks()
        inside = (codes >= 0) & (codes < masks.shape[1])
        legal = inside & (masks[np.arange(self.num_envs), np.where(inside, codes, 0)] != 0)
        begun = self._waiting & (self._mode is AutoresetMode.NEXT_STEP)
        illegal = ~legal & ~self._waiting
        before, rows = self._games.states.copy(), self._games.observe().copy()
        won, dones = self._games.step(codes, stays=illegal | self._waiting)
        over = dones | illegal
        worth = np.where(dones, won[:, 0], self._worth_now())
        rewards = np.where(illegal, -1.0, worth - self._paid)
        rewards[self._waiting] = 0.0
        self._paid = np.where(self._waiting | over, 0.0, worth)
        self._waiting &= ~begun
        final = self._final(before, rows, codes, dones)
        self._games.begin_next(np.flatnonzero(illegal))
        info: dict[str, Any] = {}
        if self._mode is not AutoresetMode.SAME_STEP:
            for old, new in zip(self._last, final):
                old[over] = new[over]
            self._waiting |= over
        elif over.any():
            info = self._told(final, over)
        seen, told = self._shown(info)
        return seen, rewards, over, np.zeros_like(over), told

    def _worth_now(self) -> np.ndarray:
        """Were the games to end now, as far as a row says so."""
        score = self._rows.score
        return self._paid if score is None else self._games.observe()[:, score.start].astype(float)

    def _final(
        self, before: np.ndarray, rows: np.ndarray, codes: np.ndarray, dones: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The last rows of games that are over, and their masks: nothing is legal any more."""
        for slot in np.flatnonzero(dones):
            game = game_at(self._pattern, before[slot : slot + 1])
            game.play(self._rows.texts[codes[slot]])
            rows[slot] = self._rows.observation(game, 0)
        return rows, np.zeros((self.num_envs, len(self._rows.texts)), np.int8)

    def _told(self, final: tuple[np.ndarray, np.ndarray], over: np.ndarray) -> dict[str, Any]:
        rows = np.full(self.num_envs, None, object)
        for slot in np.flatnonzero(over):
            rows[slot] = self._seen(final[0][slot], final[1][slot])
        masks = {"action_mask": final[1], "_action_mask": over}
        return {"final_obs": rows, "_final_obs": over, "final_info": masks, "_final_info": over}

    def _seen(self, row: np.ndarray, mask: np.ndarray) -> Observations:
        return {"observation": row, "action_mask": mask} if self._is_masked else row

    def _shown(self, info: dict[str, Any]) -> tuple[Observations, dict[str, Any]]:
        waiting = self._waiting[:, None]
        row, mask = (np.where(waiting, old, new) for old, new in zip(self._last, self._looked()))
        here = np.ones(self.num_envs, np.bool_)
        return self._seen(row, mask), {**info, "action_mask": mask, "_action_mask": here}
