"""OpenSpiel: importing this module registers every game with explicit chance as `armarium_<game>`.

Every card that is drawn, turned up or stolen is a chance node over the kinds that may come, with their exact
probabilities. docs/research.md describes the observations, the information states and a resampled state.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from armarium.core import registry
from armarium.core.definition import GameDefinition
from armarium.core.errors import IllegalAction
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame
from armarium.lab.adapters.openspiel_observer import Observer
from armarium.lab.adapters.openspiel_parameters import make_parameters, resolve_parameters
from armarium.lab.adapters.openspiel_structures import StructuredState
from armarium.lab.extension import ChanceOutcomes, ExplicitChance, lab_extension
from armarium.lab.rows import find_rows
from armarium.players.position import position_from

__all__ = ["OpenSpielGame", "OpenSpielState"]


def _make_game_type(definition: GameDefinition) -> Any:
    kinds = pyspiel.GameType
    information, utility = kinds.Information.IMPERFECT_INFORMATION, kinds.Utility.CONSTANT_SUM
    if definition.seats == (1,):  # a single player sees everything, and the sum is not constant
        information, utility = kinds.Information.PERFECT_INFORMATION, kinds.Utility.GENERAL_SUM
    return kinds(
        short_name=f"armarium_{definition.name.replace('-', '_')}",
        long_name=f"Armarium {definition.name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=definition.seats[0],
        max_num_players=definition.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=make_parameters(definition),
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with explicit chance in OpenSpiel; each game has its own subclass below."""

    definition: ClassVar[GameDefinition]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters, seats, edition, options = resolve_parameters(self.definition, params or {})
        make = lab_extension(self.definition.name).explicit
        assert make is not None
        table, rows = make(seats, edition, options), find_rows(self.definition.name)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rows.codes),
            max_chance_outcomes=table.results,
            num_players=table.seats,
            min_utility=0.0,
            max_utility=table.most_worth,
            utility_sum=1.0 if table.seats > 1 else None,
            max_game_length=table.longest,
        )
        super().__init__(self.kind, info, parameters)
        self.table, self.rows = table, rows

    def max_chance_nodes_in_history(self) -> int:
        return self.table.most_chances

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Observer | None:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_single_player = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        can_observe = wanted.public_info and is_single_player
        return Observer(self.table, self.rows, wanted) if can_observe else None


class OpenSpielState(StructuredState, pyspiel.State):  # type: ignore[misc]
    """A position and, within an action, the outcomes of chance so far."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.states: np.ndarray | None = None
        self._code = -1
        self._chosen: list[int] = []
        self.seen = [b""] * (game.table.seats + 1)  # the tokens of each seat and of the public
        self._is_chance = True
        # Codes and probabilities of chance, once computed; a clone copies an array faster than a list.
        self._outcomes: np.ndarray | None = None

    @property
    def table(self) -> ExplicitChance:
        table: ExplicitChance = self.get_game().table
        return table

    def _next(self) -> tuple[np.ndarray | None, ChanceOutcomes]:
        if self.states is None:
            return self.table.begin(self._chosen)
        return self.table.play_outcomes(self.states, self._code, self._chosen)

    def current_player(self) -> int:
        if self._is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.states is not None
        actor = int(self.states["actor"][0])
        return actor if actor >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> ChanceOutcomes:
        if self._outcomes is None:
            self._outcomes = np.array(self._next()[1])
        return [(int(code), probability) for code, probability in self._outcomes.tolist()]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.states is not None
        return self.table.legal(self.states)

    def _check(self, action: int) -> None:
        """Check an action. OpenSpiel does not, and an impossible one would be noticed much later or never."""
        if self._is_chance:
            possible = [code for code, _ in self.chance_outcomes()]
            if action not in possible:
                raise IllegalAction(asked=action, allowed=possible)
        elif self.states is not None and not self.table.is_legal(self.states, action):
            raise IllegalAction(asked=action, allowed=self.table.legal(self.states))

    def _apply_action(self, action: int) -> None:
        self._check(action)
        if self._is_chance:
            self._chosen.append(action)
        else:
            self._code = action
        before = self.states
        after, outcomes = self._next()
        self._outcomes = np.array(outcomes) if outcomes else None
        self._is_chance = after is None
        if after is not None:
            for viewer, log in enumerate(self.seen):
                seen = self.table.seen(before, self._code, after, viewer)
                self.seen[viewer] = log + np.array(seen, "<u2").tobytes()
            self.states, self._code, self._chosen = after, -1, []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.table.result(self.states, self._chosen, action)
        text: str = self.get_game().rows.texts[action]
        return text

    def returns(self) -> list[float]:
        return self.table.returns(self.states)

    def __str__(self) -> str:
        """Return the full state. The order in which it lists a hidden pile is not decided yet."""
        done = "" if self.states is None else json.dumps(self.table.make_game(self.states).truth())
        return f"{done}{self._code} {self._chosen}" if self._is_chance else done

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """Return another state that looks the same to a player. Its past, and what others saw of it, are unknown."""
        if self._is_chance or self.states is None:
            raise IllegalAction(asked="resample_from_infostate", reason="nobody-acts", allowed=[])
        position = position_from(self.table.make_game(self.states).view(player))
        other = OpenSpielState(self.get_game())
        other._is_chance = False
        world = position.imagine(int(sampler() * 2**53))
        assert isinstance(world, StateGame)
        other.states = world._states
        for viewer in range(self.table.seats):
            hand = np.array(self.table.hand(other.states, viewer), "<u2").tobytes()
            other.seen[viewer] = self.seen[viewer] if viewer == player else self.seen[-1] + hand
        other.seen[-1] = self.seen[-1]
        return other


def _register(definition: GameDefinition) -> None:
    # A class and not a function: OpenSpiel releases it after Python has shut down, and a class is not freed by that.
    kind = _make_game_type(definition)
    members = {"definition": definition, "kind": kind}
    pyspiel.register_game(kind, type(f"Game_{definition.name}", (OpenSpielGame,), members))


for _name in registry.game_names():
    if lab_extension(_name).explicit is not None:
        _register(find_game(_name))
