"""A Gymnasium VectorEnv over VectorGame, used by `gymnasium.make_vec("armarium/<Game>-v0", num_envs=…)`.

Slot i of a reset with seed s is the single environment with seed s + i, with the same rows, rewards and masks. The
arrays of a step are not overwritten later.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike

from armarium.core.errors import BadOption, BadSeats
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame
from armarium.lab.adapters.gymnasium import check_keywords, make_spaces
from armarium.lab.rows import find_rows
from armarium.lab.slots import check_actions, game_from_state
from armarium.lab.vector import VectorGame

__all__ = ["SoloVectorEnv"]

Observations = np.ndarray | dict[str, np.ndarray]


class SoloVectorEnv(VectorEnv[Observations, np.ndarray, np.ndarray]):
    """A vector environment for a game with one seat. It supports all three autoreset modes.

    An illegal action ends its slot's game with a reward of −1; the other slots play on.
    """

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
        if 1 not in find_game(game).seats:
            raise BadSeats(asked=1, allowed=list(find_game(game).seats))
        self.render_mode, self.num_envs = None, num_envs
        self._mode, self._is_masked = AutoresetMode(autoreset_mode), masked
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        self._rows = find_rows(game)
        check_keywords(find_game(game), options, ("masked", "threads", "autoreset_mode"))
        self._games = VectorGame(game, num_envs, 1, threads=threads, **options)
        pattern = find_game(game).deal(1, 0, **options)
        assert isinstance(pattern, StateGame)
        self._pattern = pattern
        seen, actions = make_spaces(self._rows, masked)
        self.single_observation_space, self.single_action_space = seen, actions
        self.observation_space = batch_space(seen, num_envs)
        self.action_space = batch_space(actions, num_envs)
        self._is_reset = False
        self._total_reward = np.zeros(num_envs)
        # Slots whose game is over and not yet reset for the caller.
        self._waiting = np.zeros(num_envs, np.bool_)
        self._final_observations = self._observe()  # the observations of those slots

    def _observe(self) -> tuple[np.ndarray, np.ndarray]:
        return self._games.observe().copy(), self._games.masks().copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Reset all slots, or those in `options["reset_mask"]`, whose games are over."""
        mask = None if options is None else options.get("reset_mask")
        if mask is not None and seed is not None:
            raise BadOption(option="seed", asked=seed, allowed=[None])
        if mask is None:
            super().reset(seed=seed)
            self._is_reset = True
            self._games.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
            mask = np.ones(self.num_envs, np.bool_)
        else:
            self._games.start_next(np.flatnonzero(mask & ~self._waiting))
        self._waiting &= ~mask
        self._total_reward[mask] = 0
        return self._make_result({})

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        if not self._is_reset:
            raise ResetNeeded("Call reset before the first step.")
        codes = np.array(actions, np.int64)
        check_actions(codes, self.num_envs)
        masks = self._games.masks()
        inside = (codes >= 0) & (codes < masks.shape[1])
        legal = inside & (masks[np.arange(self.num_envs), np.where(inside, codes, 0)] != 0)
        restarted = self._waiting & (self._mode is AutoresetMode.NEXT_STEP)
        illegal = ~legal & ~self._waiting
        before, rows = self._games.states.copy(), self._games.observe().copy()
        won, dones = self._games.step(codes, stays=illegal | self._waiting)
        over = dones | illegal
        values = np.where(dones, won[:, 0], self._current_value())
        rewards = np.where(illegal, -1.0, values - self._total_reward)
        rewards[self._waiting] = 0.0
        self._total_reward = np.where(self._waiting | over, 0.0, values)
        self._waiting &= ~restarted
        final = self._final(before, rows, codes, dones)
        self._games.start_next(np.flatnonzero(illegal))
        info: dict[str, Any] = {}
        if self._mode is not AutoresetMode.SAME_STEP:
            for old, new in zip(self._final_observations, final):
                old[over] = new[over]
            self._waiting |= over
        elif over.any():
            info = self._final_info(final, over)
        seen, info = self._make_result(info)
        return seen, rewards, over, np.zeros_like(over), info

    def _current_value(self) -> np.ndarray:
        """Return the values of the games if they ended now, as far as the rows hold them."""
        score = self._rows.score
        return (
            self._total_reward
            if score is None
            else self._games.observe()[:, score.start].astype(float)
        )

    def _final(
        self, before: np.ndarray, rows: np.ndarray, codes: np.ndarray, dones: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the last rows of games that are over, and empty masks."""
        for slot in np.flatnonzero(dones):
            game = game_from_state(self._pattern, before[slot : slot + 1])
            game.play(self._rows.texts[codes[slot]])
            rows[slot] = self._rows.observation(game, 0)
        return rows, np.zeros((self.num_envs, len(self._rows.texts)), np.int8)

    def _final_info(self, final: tuple[np.ndarray, np.ndarray], over: np.ndarray) -> dict[str, Any]:
        rows = np.full(self.num_envs, None, object)
        for slot in np.flatnonzero(over):
            rows[slot] = self._format_observation(final[0][slot], final[1][slot])
        masks = {"action_mask": final[1], "_action_mask": over}
        return {"final_obs": rows, "_final_obs": over, "final_info": masks, "_final_info": over}

    def _format_observation(self, row: np.ndarray, mask: np.ndarray) -> Observations:
        return {"observation": row, "action_mask": mask} if self._is_masked else row

    def _make_result(self, info: dict[str, Any]) -> tuple[Observations, dict[str, Any]]:
        waiting = self._waiting[:, None]
        row, mask = (
            np.where(waiting, old, new)
            for old, new in zip(self._final_observations, self._observe())
        )
        is_present = np.ones(self.num_envs, np.bool_)
        return self._format_observation(row, mask), {
            **info,
            "action_mask": mask,
            "_action_mask": is_present,
        }
