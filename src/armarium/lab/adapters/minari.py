"""Write episodes as a Minari dataset with masks, for `minari.load_dataset`.

An episode is one seat's decisions in one game: its observations, its actions and its rewards. Observations are
`{"observation", "action_mask"}`, as in the environments with `masked=True`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable

import gymnasium
import minari
import numpy as np
from minari.data_collector import EpisodeBuffer

from armarium.lab.adapters.gymnasium import environment_id, make_spaces
from armarium.lab.dataset.collecting import Episodes, Plan, episodes
from armarium.lab.dataset.parquet import LICENCE
from armarium.lab.rows import find_rows

__all__ = ["make_buffers", "make_spec", "write"]


def write(name: str, plan: Plan, chunks: Iterable[Episodes]) -> minari.MinariDataset:
    """Write a dataset under a Minari name (`armarium/GAME/PLAYERS-v0`), in Minari's folder."""
    rows = find_rows(plan.game)
    observations, actions = make_spaces(rows, is_masked=True)
    buffers = [buffer for chunk in chunks for buffer in make_buffers(plan, chunk)]
    return minari.create_dataset_from_buffers(
        name,
        buffers,
        env=make_spec(plan),
        observation_space=observations,
        action_space=actions,
        algorithm_name=", ".join(plan.players),
        author="the Armarium authors",
        description=f"{plan.games} games of {plan.game} with {plan.seats} seats, {LICENCE}.",
    )


def make_spec(plan: Plan) -> gymnasium.envs.registration.EnvSpec:
    """Return the environment of the games, for `recover_environment`: one seat with masked observations.

    If all seats had the same player, it is the opponent. Otherwise the opponents are the environment's default.
    """
    spec = copy.deepcopy(gymnasium.spec(environment_id(plan.game)))
    spec.kwargs |= {"masked": True, **plan.options}
    if plan.seats > 1:
        spec.kwargs["seats"] = plan.seats
        if len(set(plan.players)) == 1:
            spec.kwargs["opponents"] = plan.players[0]
    return spec


def make_buffers(plan: Plan, chunk: Episodes) -> Iterable[EpisodeBuffer]:
    for each in episodes(chunk):
        for seat in range(plan.seats):
            is_own = each["seats"] == seat
            if not is_own.any():
                continue
            length = int(is_own.sum())
            ends = np.zeros(length, np.bool_)
            ends[-1] = True
            # Minari needs one observation more than decisions; the last one is empty.
            yield EpisodeBuffer(
                seed=int(each["seeds"]),
                observations={
                    "observation": _append_empty(each["observations"][is_own]),
                    "action_mask": _append_empty(each["masks"][is_own].astype(np.int8)),
                },
                actions=list(each["actions"][is_own].astype(np.int64)),
                rewards=list(each["step_rewards"][is_own].astype(np.float64)),
                terminations=list(ends),
                truncations=list(np.zeros(length, np.bool_)),
                infos={},
            )


def _append_empty(rows: np.ndarray) -> list[np.ndarray]:
    return [*rows, np.zeros_like(rows[0])]
