"""OpenSpiel: importing this registers `armarium_<game>` for `pyspiel.load_game`, for every book with explicit chance.

Every card that is drawn, turned up or stolen is a chance node over the kinds that may lie there, as likely as the
rules make them. docs/research.md tells what the observations, the information states and a resampled state hold;
openspiel_parameters.py how the options of a book become parameters.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from armarium.games import shelf
from armarium.games.shelf import open_book
from armarium.games.table.book import Book
from armarium.games.table.errors import IllegalAction
from armarium.games.table.promises import ExplicitChance, Odds
from armarium.games.table.state_game import StateGame
from armarium.lab.adapters.openspiel_observer import Observer
from armarium.lab.adapters.openspiel_parameters import agreed, parameters_of
from armarium.lab.adapters.rows import rows_of
from armarium.players.position import position_from

__all__ = ["Game", "State"]


def _type(book: Book) -> Any:
    kinds = pyspiel.GameType
    information, worth = kinds.Information.IMPERFECT_INFORMATION, kinds.Utility.CONSTANT_SUM
    if book.seats == (1,):  # whoever is alone sees everything, and nobody loses what is won
        information, worth = kinds.Information.PERFECT_INFORMATION, kinds.Utility.GENERAL_SUM
    return kinds(
        short_name=f"armarium_{book.name.replace('-', '_')}",
        long_name=f"Armarium {book.name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=worth,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=book.seats[0],
        max_num_players=book.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(book),
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A table of a book with explicit chance; each such book has a class of its own below."""

    book: ClassVar[Book]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters, seats, edition, options = agreed(self.book, params or {})
        make = self.book.explicit
        assert make is not None
        table, rows = make(seats, edition, options), rows_of(self.book.name)
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

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_usual = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.table, self.rows, wanted) if wanted.public_info and is_usual else None


class State(pyspiel.State):  # type: ignore[misc]
    """A game as it stands and, in the middle of an action, what chance has decided of it so far."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.states: np.ndarray | None = None
        self._code = -1
        self._chosen: list[int] = []
        self.seen = [b""] * (game.table.seats + 1)  # the tokens of each seat, and the public's
        self._is_chance = True
        self._possible: np.ndarray | None = None  # results of chance; None: not asked for yet

    @property
    def _table(self) -> ExplicitChance:
        table: ExplicitChance = self.get_game().table
        return table

    def _next(self) -> tuple[np.ndarray | None, Odds]:
        if self.states is None:
            return self._table.begin(self._chosen)
        return self._table.after(self.states, self._code, self._chosen)

    def current_player(self) -> int:
        if self._is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.states is not None
        actor = int(self.states["actor"][0])
        return actor if actor >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> Odds:
        return self._next()[1]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.states is not None
        return self._table.legal(self.states)

    def _check(self, action: int) -> None:
        """OpenSpiel does not ask, and what is not possible would be noticed much later, or never."""
        if self._is_chance:
            if self._possible is None:
                self._possible = _results_of(self.chance_outcomes())
            if action not in self._possible:
                raise IllegalAction(asked=action, allowed=self._possible.tolist())
        elif self.states is not None and not self._table.is_legal(self.states, action):
            raise IllegalAction(asked=action, allowed=self._table.legal(self.states))

    def _apply_action(self, action: int) -> None:
        self._check(action)
        if self._is_chance:
            self._chosen.append(action)
        else:
            self._code = action
        before = self.states
        after, odds = self._next()
        self._is_chance = after is None
        self._possible = _results_of(odds) if odds else None
        if after is not None:
            for eye, log in enumerate(self.seen):
                seen = self._table.seen(before, self._code, after, eye)
                self.seen[eye] = log + np.array(seen, "<u2").tobytes()
            self.states, self._code, self._chosen = after, -1, []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._table.result(self.states, self._chosen, action)
        text: str = self.get_game().rows.texts[action]
        return text

    def returns(self) -> list[float]:
        return self._table.returns(self.states)

    def __str__(self) -> str:
        """The referee's sight; the order in which it lists a hidden pile is not decided yet."""
        done = "" if self.states is None else json.dumps(self._table.at(self.states).truth())
        return f"{done}{self._code} {self._chosen}" if self._is_chance else done

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Another state that looks the same to a player; its past, and what the others saw of it, are unknown."""
        if self._is_chance or self.states is None:
            raise IllegalAction(asked="resample_from_infostate", reason="nobody-acts", allowed=[])
        position = position_from(self._table.at(self.states).view(player))
        other = State(self.get_game())
        other._is_chance = False
        world = position.imagine(int(sampler() * 2**53))
        assert isinstance(world, StateGame)
        other.states = world._states
        for eye in range(self._table.seats):
            hand = np.array(self._table.hand(other.states, eye), "<u2").tobytes()
            other.seen[eye] = self.seen[eye] if eye == player else self.seen[-1] + hand
        other.seen[-1] = self.seen[-1]
        return other


def _results_of(odds: Odds) -> np.ndarray:
    return np.array([result for result, _ in odds], np.int64)


def _register(book: Book) -> None:
    # A class, not a function: OpenSpiel lets go of it after Python has ended, and a class is never freed by that.
    kind = _type(book)
    pyspiel.register_game(kind, type(f"Game_{book.name}", (Game,), {"book": book, "kind": kind}))


for _name in shelf.names():
    if open_book(_name).explicit is not None:
        _register(open_book(_name))
