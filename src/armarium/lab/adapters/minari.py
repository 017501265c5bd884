"""Minari: episodes of a dataset in its own form, with masks, to be loaded by `minari.load_dataset`.

An episode is one seat's way through one game: what it knew at each of its decisions, what it chose, and the reward of
the game at the last. Observations are `{"observation", "action_mask"}`, as the environments have them with `masked`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import minari
import numpy as np
from minari.data_collector import EpisodeBuffer

from armarium.lab.adapters.gymnasium import spaces_of
from armarium.lab.adapters.rows import rows_of
from armarium.lab.dataset.card import LICENCE
from armarium.lab.dataset.collecting import Episodes, episodes
from armarium.lab.dataset.plan import Plan

__all__ = ["episodes_of", "write"]


def write(name: str, plan: Plan, chunks: Iterable[Episodes]) -> Any:
    """A dataset by Minari's kind of name (`armarium/GAME/PLAYERS-v0`), in Minari's own folder."""
    rows = rows_of(plan.game)
    seen, actions = spaces_of(rows, is_masked=True)
    buffers = [buffer for chunk in chunks for buffer in episodes_of(plan, chunk)]
    return minari.create_dataset_from_buffers(
        name,
        buffers,
        observation_space=seen,
        action_space=actions,
        algorithm_name=", ".join(plan.players),
        author="the Armarium authors",
        description=f"{plan.games} games of {plan.game} with {plan.seats} seats, {LICENCE}.",
    )


def episodes_of(plan: Plan, chunk: Episodes) -> Iterable[EpisodeBuffer]:
    for each in episodes(chunk):
        for seat in range(plan.seats):
            mine = each["seats"] == seat
            if not mine.any():
                continue
            length = int(mine.sum())
            rewards = np.zeros(length)
            rewards[-1] = each["rewards"][seat]
            ends = np.zeros(length, np.bool_)
            ends[-1] = True
            # Minari has one observation more than decisions: nothing is seen after the last.
            yield EpisodeBuffer(
                seed=int(each["seeds"]),
                observations={
                    "observation": _and_nothing(each["observations"][mine]),
                    "action_mask": _and_nothing(each["masks"][mine].astype(np.int8)),
                },
                actions=list(each["actions"][mine].astype(np.int64)),
                rewards=list(rewards),
                terminations=list(ends),
                truncations=list(np.zeros(length, np.bool_)),
                infos={},
            )


def _and_nothing(rows: np.ndarray) -> list[np.ndarray]:
    return [*rows, np.zeros_like(rows[0])]
