"""Built-in players as OpenSpiel bots, and compiled random play as an evaluator for its searches.

OpenSpiel's own random rollouts step through a Python game node by node, some dozens of games per second; `Rollouts`
plays thousands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from armarium.players import load, position_of

if TYPE_CHECKING:
    from armarium.lab.adapters.openspiel import OpenSpielGame, OpenSpielState

__all__ = ["ArmariumBot", "Rollouts", "bot"]


def bot(name: str, game: OpenSpielGame, seed: int = 0) -> ArmariumBot:
    """Return a bot for any seat of a loaded game, from any player that the arena accepts."""
    return ArmariumBot(name, game, seed)


class ArmariumBot(pyspiel.Bot):  # type: ignore[misc]
    """Chooses from the view of the seat to act, never from the state."""

    def __init__(self, name: str, game: OpenSpielGame, seed: int = 0) -> None:
        super().__init__()
        self._table, self._codes, self._seed = game.table, game.rows.codes, seed
        self._player = load(name, seed, game.definition.name)
        self.restart()

    def restart(self) -> None:
        self._player.start(0, self._table.seats, self._table.options, self._seed)

    def restart_at(self, state: OpenSpielState) -> None:
        """Do nothing: the player keeps no state between two moves."""

    def step(self, state: OpenSpielState) -> int:
        assert state.states is not None  # nobody asks at a chance node
        position = position_of(self._table.make_game(state.states), state.current_player())
        code: int = self._codes[self._player.choose(position)]
        return code

    def inform_action(self, state: OpenSpielState, player: int, action: int) -> None:
        """Do nothing: the next view contains what happened."""

    def provides_policy(self) -> bool:
        return False


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Compiled random play to the end, `count` times, for OpenSpiel's MCTSBot and ISMCTSBot."""

    def __init__(self, count: int = 20, seed: int = 0) -> None:
        self._count, self._rng = count, np.random.default_rng(seed)

    def evaluate(self, state: OpenSpielState) -> np.ndarray:
        """Return the mean return of each player. Open chance is decided at random in each rollout."""
        total = np.zeros(state.num_players())
        for _ in range(self._count):
            copy = self._resolve_chance(state)
            returns = (
                copy.returns()
                if copy.is_terminal()
                else copy.get_game().table.play_out(copy.states, self._rng)
            )
            total += returns
        return total / self._count

    def _resolve_chance(self, state: OpenSpielState) -> OpenSpielState:
        if not state.is_chance_node():
            return state
        copy: OpenSpielState = state.clone()
        while copy.is_chance_node():
            results, probabilities = zip(*copy.chance_outcomes())
            copy.apply_action(int(self._rng.choice(results, p=probabilities)))
        return copy

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        if state.is_chance_node():
            probabilities: list[tuple[int, float]] = state.chance_outcomes()
            return probabilities
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]
