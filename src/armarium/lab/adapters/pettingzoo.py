"""PettingZoo: `env(game, seats=4)` is an AEC environment with action masks.

An agent is a seat, `seat_0` … An observation is the row of docs/observations.md with the mask of the legal actions,
which is empty for whoever is not to act. A won game is worth 1, shared equally among its winners.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from armarium.games.shelf import DEFAULT, open_book
from armarium.games.table.game import Game
from armarium.lab.adapters.gymnasium import spaces_of
from armarium.lab.adapters.rows import rows_of
from armarium.lab.pictures.showing import Showing
from armarium.players import Player, load, position_of

__all__ = ["GameEnv", "PlayerAgent", "env", "player"]


def env(game: str = DEFAULT, seats: int = 4, **options: Any) -> Any:
    """A table with the checks that PettingZoo puts around its own games; `options` as of `Game.new`.

    An illegal action ends the game: −1 for whoever chose it, nothing for the others.
    """
    table = GameEnv(game, seats, **options)
    checked = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def player(name: str, table: Any, seed: int = 0) -> PlayerAgent:
    """Any player of the house, or any the arena takes, for any agent of a table."""
    return PlayerAgent(name, table, seed)


class PlayerAgent:
    """It gets the view of the agent to act, as at every table, and never the game."""

    def __init__(self, name: str, table: Any, seed: int = 0) -> None:
        self._table: GameEnv = table.unwrapped
        self._player = load(name, seed, self._table.game)

    def action(self) -> int | None:
        """The action of the agent to act; None where it may only leave the game."""
        return self._table.chosen_by(self._player)

    def close(self) -> None:
        self._player.close()


class GameEnv(AECEnv[str, dict[str, np.ndarray], int]):  # type: ignore[misc]
    """The environment itself, which trusts its actions to be legal."""

    def __init__(
        self,
        game: str = DEFAULT,
        seats: int = 4,
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._showing = Showing(game, render_mode)
        self.game, self._rows = game, rows_of(game)
        self._new = open_book(game).game.new
        self._new(seats, 0, **options)  # says what cannot be played, now and not at the first reset
        self._asked = {"seats": seats, **options}
        self._seeds = np.random.default_rng()
        self._game: Game
        self.metadata = {
            "name": f"armarium_{game}",
            "render_modes": ["human", "rgb_array", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        seen, actions = spaces_of(self._rows, is_masked=True)
        self.action_spaces = {
            agent: spaces.Discrete(int(actions.n)) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: copy.deepcopy(seen) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed gives the same games in a row; the first is `Game.new(seed=seed)`."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        dealt = int(self._seeds.integers(2**63)) if seed is None else seed
        self._game = self._new(**self._asked, seed=dealt)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._game.play(self._rows.text_of(int(action), self._game))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        """To the next seat or, at the end, to the rewards."""
        outcome = self._game.outcome()
        if outcome is None:
            self.agent_selection = self.possible_agents[self._game.to_act or 0]
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = self._rows.worth(outcome, seat)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        is_to_act = seat == self._game.to_act
        mask = (
            self._rows.mask(self._game) if is_to_act else np.zeros(len(self._rows.codes), np.int8)
        )
        return {"observation": self._rows.observation(self._game, seat), "action_mask": mask}

    def chosen_by(self, player: Player) -> int | None:
        """What a player of the house does with the view of the agent to act."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return None
        return self._rows.codes[player.choose(position_of(self._game, self._game.to_act))]

    @property
    def state_space(self) -> spaces.Box:
        return spaces.Box(-128, 127, (self._rows.whole_size,), np.int8)

    def state(self) -> np.ndarray:
        """The referee's row (docs/observations.md): hidden cards too; for critics and analysis, not for players."""
        return self._rows.whole(self._game)

    def render(self) -> Any:
        """The view of the seat to act (after the end, what everyone sees): a window, an image or lines of text."""
        return self._showing.show(self._game.view(self._game.to_act))

    def close(self) -> None:
        self._showing.close()
