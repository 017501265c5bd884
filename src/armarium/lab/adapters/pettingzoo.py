"""PettingZoo: `env(game, seats=4)` is an AEC environment with action masks.

An agent is a seat, `seat_0` … An observation is a row (docs/observations.md) with the mask of the legal actions, which
is empty for agents that are not to act. A win is worth 1, shared equally among the winners.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from armarium.core.game import BaseGame
from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.adapters.gymnasium import make_spaces
from armarium.lab.pictures.rendering import Renderer
from armarium.lab.rows import find_rows
from armarium.players import Player, load, position_of

__all__ = ["GameEnv", "PlayerAgent", "env", "player"]


def env(
    game: str = DEFAULT_GAME, seats: int = 4, **options: Any
) -> AECEnv[str, dict[str, np.ndarray], int]:
    """Create an environment with PettingZoo's standard checks; `options` as in `Game.new`.

    An illegal action ends the game: −1 for the agent that chose it, nothing for the others.
    """
    table = GameEnv(game, seats, **options)
    checked = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def player(name: str, table: AECEnv[str, dict[str, np.ndarray], int], seed: int = 0) -> PlayerAgent:
    """Return any player that the arena accepts, for any agent of an environment."""
    return PlayerAgent(name, table, seed)


class PlayerAgent:
    """Chooses from the view of the agent to act, never from the game."""

    def __init__(
        self, name: str, table: AECEnv[str, dict[str, np.ndarray], int], seed: int = 0
    ) -> None:
        self._table: GameEnv = table.unwrapped
        self._player = load(name, seed, self._table.game)

    def action(self) -> int | None:
        """Return the action of the agent to act, or None if the game is over."""
        return self._table.choose_with(self._player)

    def close(self) -> None:
        self._player.close()


class GameEnv(AECEnv[str, dict[str, np.ndarray], int]):  # type: ignore[misc]
    """The environment without checks: it expects legal actions."""

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        seats: int = 4,
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._renderer = Renderer(game, render_mode)
        self.game, self._rows = game, find_rows(game)
        self._new = find_game(game).game.new
        self._new(seats, 0, **options)  # raises errors about options now and not at the first reset
        self._arguments = {"seats": seats, **options}
        self._seeds = np.random.default_rng()
        self._game: BaseGame
        self.metadata = {
            "name": f"armarium_{game}",
            "render_modes": ["human", "rgb_array", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        observations, actions = make_spaces(self._rows, is_masked=True)
        assert isinstance(observations, spaces.Dict)
        self.action_spaces = {
            agent: spaces.Discrete(int(actions.n)) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: copy.deepcopy(observations) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed gives the same sequence of games; the first is `Game.new(seed=seed)`."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        deal_seed = int(self._seeds.integers(2**63)) if seed is None else seed
        self._game = self._new(**self._arguments, seed=deal_seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._game.play(self._rows.get_action_text(int(action), self._game))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._advance()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _advance(self) -> None:
        """Select the next agent or, at the end, set the rewards."""
        outcome = self._game.outcome()
        if outcome is None:
            self.agent_selection = self.possible_agents[self._game.to_act or 0]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = self._rows.final_reward(outcome, seat)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        is_to_act = seat == self._game.to_act
        mask = (
            self._rows.mask(self._game) if is_to_act else np.zeros(len(self._rows.codes), np.int8)
        )
        return {"observation": self._rows.observation(self._game, seat), "action_mask": mask}

    def choose_with(self, player: Player) -> int | None:
        """Return the choice of a player from the view of the agent to act."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return None
        return self._rows.codes[player.choose(position_of(self._game, self._game.to_act))]

    @property
    def state_space(self) -> spaces.Box:
        return spaces.Box(-128, 127, (self._rows.whole_size,), np.int8)

    def state(self) -> np.ndarray:
        """Return the full-state row (docs/observations.md), hidden cards included, for critics and analysis."""
        return self._rows.observe_all(self._game)

    def render(self) -> np.ndarray | str | None:
        """Render the view of the seat to act (after the end, the spectator's): a window, an image or text."""
        return self._renderer.render(self._game.view(self._game.to_act))

    def close(self) -> None:
        self._renderer.close()
