"""What a learner receives from a position: an observation row and a mask of the legal actions.

Compiled code writes them. They say exactly what the view of the seat says, its deductions from sizes included. So a
game and a view of it, also one that came as JSON, give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from armarium.core.batch import Batch
from armarium.core.errors import ArmariumError
from armarium.core.game import BaseGame, View
from armarium.core.registry import find_game, game_names
from armarium.core.state_game import StateGame

__all__ = [
    "NoRows",
    "mask_of_view",
    "observe_games",
    "observe_state",
    "row_of_view",
    "texts_of_codes",
]

_ANY_WORLD = np.zeros(8, np.uint32)  # a row does not depend on unknown cards


class NoRows(ArmariumError):
    code: ClassVar[str] = "no-rows"
    sentence: ClassVar[str] = (
        "{asked} has no observations for training. Games that have: {allowed}."
    )
    reasons: ClassVar = {"row-spectator": "A spectator has no observation row. Ask for a seat."}


def _find_batch(game: str) -> Batch:
    batch = find_game(game).batch
    if batch is None:
        supported = [name for name in game_names() if find_game(name).batch is not None]
        raise NoRows(asked=game, allowed=supported)
    return batch


def texts_of_codes(game: str) -> Sequence[str]:
    """Return the action text of each code."""
    return _find_batch(game).TEXTS


def observe_games(games: Sequence[BaseGame]) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and masks for the seat to act in each of some games with the same rules.

    Rows are (games, size) int8, masks (games, actions) int8.
    """
    batch = _find_batch(games[0].name)
    rows = np.empty((len(games), batch.SIZE // 8), np.int64)
    masks = np.empty((len(games), batch.MASK_SIZE // 8), np.int64)
    for i, game in enumerate(games):
        assert isinstance(game, StateGame)
        batch.observe_exactly_at(game.states, 0, game.to_act, rows[i : i + 1], masks[i : i + 1])
    actions = len(batch.TEXTS)
    return rows.view(np.int8), np.ascontiguousarray(masks.view(np.int8)[:, :actions])


def observe_state(game: str, states: np.ndarray, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the row (size,) and the mask (actions,) of a seat. The mask of a seat that is not to act is empty."""
    batch = _find_batch(game)
    row = np.empty((1, batch.SIZE // 8), np.int64)
    mask = np.empty((1, batch.MASK_SIZE // 8), np.int64)
    batch.observe_exactly_at(states, 0, seat, row, mask)
    if int(states["actor"][0]) != seat:
        mask[:] = 0
    return row.view(np.int8)[0], mask.view(np.int8)[0, : len(batch.TEXTS)]


def row_of_view(view: View) -> np.ndarray:
    """Return the row of the seat of a view, through any state that looks the same to it."""
    game, seat = view["game"], view["you"]
    _find_batch(game)  # raises an error for a game without rows
    if seat is None:
        raise NoRows(asked=game, reason="row-spectator", allowed=[])
    world = find_game(game).make_world_sampler(view)(_ANY_WORLD)
    assert isinstance(world, StateGame)
    return observe_state(game, world.states, seat)[0]


def mask_of_view(view: View) -> np.ndarray:
    """Return 1 for each legal action of a view, 0 for all others."""
    mask = np.zeros(len(texts_of_codes(view["game"])), np.int8)
    codes = find_game(view["game"]).game.codes
    mask[[codes[text] for text in view["legal"]]] = 1
    return mask
