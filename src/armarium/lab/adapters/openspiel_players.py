"""The house in OpenSpiel's searches and matches: its players as bots, its compiled random play as an evaluator.

OpenSpiel's own random rollouts walk a Python game node by node, some twenty games a second; `Rollouts` plays thousands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from armarium.players import load, position_of

__all__ = ["ArmariumBot", "Rollouts", "bot"]


def bot(name: str, game: Any, seed: int = 0) -> ArmariumBot:
    """Any player of the house, or any the arena takes, for any seat of a loaded game."""
    return ArmariumBot(name, game, seed)


class ArmariumBot(pyspiel.Bot):  # type: ignore[misc]
    """It gets the view of whoever is to act, as at every table, and never the state."""

    def __init__(self, name: str, game: Any, seed: int = 0) -> None:
        super().__init__()
        self._table, self._codes, self._seed = game.table, game.rows.codes, seed
        self._player = load(name, seed, game.book.name)
        self.restart()

    def restart(self) -> None:
        self._player.start(0, self._table.seats, self._table.options, self._seed)

    def restart_at(self, state: Any) -> None:
        """It keeps nothing of a game between two moves."""

    def step(self, state: Any) -> int:
        position = position_of(self._table.at(state.states), state.current_player())
        code: int = self._codes[self._player.choose(position)]
        return code

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """What happened is in the next view."""

    def provides_policy(self) -> bool:
        return False


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """Compiled random play to the end, `count` times: for OpenSpiel's MCTSBot and ISMCTSBot."""

    def __init__(self, count: int = 20, seed: int = 0) -> None:
        self._count, self._rng = count, np.random.default_rng(seed)

    def evaluate(self, state: Any) -> np.ndarray:
        """What each player wins on average; chance that is being decided is decided each time."""
        total = np.zeros(state.num_players())
        for _ in range(self._count):
            here = self._decided(state)
            worth = (
                here.returns()
                if here.is_terminal()
                else here.get_game().table.play_out(here.states, self._rng)
            )
            total += worth
        return total / self._count

    def _decided(self, state: Any) -> Any:
        if not state.is_chance_node():
            return state
        here = state.clone()
        while here.is_chance_node():
            results, odds = zip(*here.chance_outcomes())
            here.apply_action(int(self._rng.choice(results, p=odds)))
        return here

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            odds: list[tuple[int, float]] = state.chance_outcomes()
            return odds
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]
