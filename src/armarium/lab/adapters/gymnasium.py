"""Gymnasium environments `armarium/<Game>-v0`: one seat of a game, with built-in players in the other seats.

An observation is a row as described on the game's observation page. `info["action_mask"]` and `action_masks()` give the
legal actions. In a game for one seat the rewards add up to the score. In other games a win is worth 1, shared equally
among the winners. `import armarium` registers the games.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from armarium.core.definition import GameDefinition
from armarium.core.errors import BadOption, IllegalAction
from armarium.core.game import BaseGame
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame
from armarium.lab.adapters.gymnasium_ids import environment_id, register
from armarium.lab.pictures.rendering import Renderer
from armarium.lab.players import Chooser, make_chooser
from armarium.lab.rows import GameRows, find_rows

__all__ = ["OneSeat", "UnknownKeyword", "check_keywords", "environment_id", "make_spaces"]

Observation = np.ndarray | dict[str, np.ndarray]
OWN_KEYWORDS = ("opponents", "seats", "seat", "masked", "render_mode")


class UnknownKeyword(BadOption, TypeError):
    """Also a TypeError with Python's own wording: TorchRL leaves out its own keywords when it reads that."""

    code = "unknown-keyword"
    sentence = (
        "This environment got an unexpected keyword argument '{option}'. It accepts: {allowed}."
    )

    def __init__(self, message: str = "", **facts: Any) -> None:
        """Take the facts or, from `gymnasium.make`, which raises the error again, a whole message."""
        if message:
            self.facts = {}
            Exception.__init__(self, message)
        else:
            super().__init__(**facts)


def check_keywords(definition: GameDefinition, options: Iterable[str], own: Iterable[str]) -> None:
    """Raise UnknownKeyword for an option that neither the environment itself nor the game has."""
    edition = ["edition"] if definition.editions else []
    allowed = [*own, *edition, *(option.name for option in definition.options)]
    for name in options:
        if name not in allowed:
            close = difflib.get_close_matches(name, allowed)
            raise UnknownKeyword(option=name, allowed=list(dict.fromkeys([*close, *allowed])))


def make_spaces(rows: GameRows, is_masked: bool) -> tuple[spaces.Space[Any], spaces.Discrete]:
    """Return the observation space and the action space. Masked observations include the mask."""
    actions = len(rows.texts)
    seen: spaces.Space[Any] = spaces.Box(0, 127, (rows.size,), np.int8)
    if is_masked:
        mask = spaces.Box(0, 1, (actions,), np.int8)
        seen = spaces.Dict({"observation": seen, "action_mask": mask})
    return seen, spaces.Discrete(actions)


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """One seat of a game. An illegal action ends the game with a reward of −1; use the mask to avoid it.

    With `masked=True` an observation is `{"observation", "action_mask"}`. `opponents` is a player's arena name. `seat`
    is drawn for every game unless it is given. Other options are those of the game's `Game.new`.
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
        self._definition = find_game(game)
        check_keywords(self._definition, options, OWN_KEYWORDS)
        self._renderer = Renderer(game, render_mode)
        self._seats = self._definition.seats[0] if seats is None else seats
        if seat is not None and seat not in range(self._seats):
            raise BadOption(option="seat", asked=seat, allowed=list(range(self._seats)))
        self._fixed_seat, self._seat = seat, seat or 0
        self.render_mode = render_mode
        self._rows = find_rows(game)
        self._options, self._is_masked = options, masked
        self._game = self._deal(0)  # raises errors about options now and not later
        self._opponents = self._make_opponents(opponents) if self._seats > 1 else None
        self._total_reward = 0.0
        self.observation_space, self.action_space = make_spaces(self._rows, masked)

    def _deal(self, seed: int) -> BaseGame:
        return self._definition.deal(self._seats, seed, **self._options)

    def _make_opponents(self, name: str) -> Chooser:
        assert isinstance(self._game, StateGame)
        return make_chooser(self._game, 1, name, seed=0)

    def _play_opponents(self) -> None:
        """Let the opponents move until this seat is to act."""
        while self._game.to_act not in (None, self._seat):
            assert isinstance(self._game, StateGame) and self._opponents is not None
            (code,) = self._opponents(self._game._states, np.ones(1, np.bool_))
            self._game.play(self._rows.texts[code])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal. The same seed gives the same sequence of games; the first is `Game.new(seed=seed)`."""
        super().reset(seed=seed)
        self._game = self._deal(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._total_reward = 0.0
        if self._fixed_seat is None:
            self._seat = int(self.np_random.integers(self._seats))
        if self._opponents is not None:
            self._opponents.reset(int(self.np_random.integers(2**32)))
        self._play_opponents()
        return self._format_observation(*self._observe())

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self._game.play(self._rows.get_action_text(int(action), self._game))
        except IllegalAction as error:
            seen, info = self._format_observation(*self._observe())
            return seen, -1.0, True, False, {**info, "illegal": str(error)}
        self._play_opponents()
        row, mask = self._observe()
        outcome = self._game.outcome()
        value = (
            self._current_value(row)
            if outcome is None
            else self._rows.final_reward(outcome, self._seat)
        )
        reward, self._total_reward = value - self._total_reward, value
        seen, info = self._format_observation(row, mask)
        return seen, reward, outcome is not None, False, info

    def _observe(self) -> tuple[np.ndarray, np.ndarray]:
        if self.render_mode == "human":
            self.render()
        return self._rows.observation(self._game, self._seat), self.action_masks()

    def _format_observation(
        self, row: np.ndarray, mask: np.ndarray
    ) -> tuple[Observation, dict[str, Any]]:
        seen: Observation = {"observation": row, "action_mask": mask} if self._is_masked else row
        return seen, {"action_mask": mask}

    def _current_value(self, row: np.ndarray) -> float:
        """Return the value of the game if it ended now, as far as the row holds it (a byte holds at most 127)."""
        score = self._rows.score
        return self._total_reward if score is None else float(row[score.start])

    def action_masks(self) -> np.ndarray:
        """Return 1 for each legal action. sb3-contrib calls this method."""
        return self._rows.mask(self._game)

    def render(self) -> np.ndarray | str | None:
        """Render the view in the mode: a window, an image (height, width, 3) or lines of text."""
        return self._renderer.render(self._game.view(self._seat))

    def close(self) -> None:
        self._renderer.close()
        if self._opponents is not None:
            self._opponents.close()


register()
