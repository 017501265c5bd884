"""Evaluate a network: one seat against built-in players, on the arena's deals, in every rotation.

Deals, random numbers of the players and confidence intervals are the arena's own (lab/arena/deals.py,
lab/arena/intervals.py): deal n here is deal n there. Training uses seeds below 2**62, so it has never seen these deals.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from armarium.core import registry
from armarium.core.errors import BadOption
from armarium.core.registry import find_game
from armarium.core.state_game import StateGame
from armarium.lab.arena.deals import Setting, derive_deal_seed, derive_number
from armarium.lab.arena.intervals import WinShare
from armarium.lab.extension import OpponentBatch, lab_extension
from armarium.lab.slots import CpuSlots, find_batch

__all__ = [
    "Chooser",
    "EvaluationResult",
    "RecordedDecisions",
    "evaluate",
    "find_opponents",
    "play_against",
    "play_networks",
]

Chooser = Callable[
    [np.ndarray, np.ndarray], np.ndarray
]  # takes rows and masks, returns action codes
RecordedDecisions = tuple[
    np.ndarray, np.ndarray, np.ndarray
]  # rows, masks and action codes of decisions


def find_opponents(game: str) -> OpponentBatch:
    """Return the built-in players of a game for many games at once."""
    opponents = lab_extension(game).opponents
    if opponents is None:
        supported = [
            name for name in registry.game_names() if lab_extension(name).opponents is not None
        ]
        raise BadOption(option="game", asked=game, allowed=supported)
    return opponents


@dataclass(frozen=True)
class EvaluationResult:
    setting: Setting
    against: str
    shares: np.ndarray  # win share per deal, averaged over all rotations

    @property
    def win_share(self) -> WinShare:
        return WinShare(self.shares, 1 / self.setting.seats)

    def __str__(self) -> str:
        s = self.setting
        where = ", ".join(
            [f"{s.seats} seats", *filter(None, [s.edition]), *(f"{k} {v}" for k, v in s.options)]
        )
        return f"{where}; alone against {self.against}: {self.win_share}"

    def to_dict(self) -> dict[str, Any]:
        found, s = self.win_share, self.setting
        e, (low, high) = found.estimate, found.anytime
        return {
            "seats": s.seats, "edition": s.edition, "options": dict(s.options), "against": self.against,
            "deals": e.number, "share": e.mean, "low": e.low, "high": e.high,
            "anytime": {"low": low, "high": high}, "decided_after": found.decided_after,
        }  # fmt: skip


def evaluate(setting: Setting, against: str, deals: int, choose: Chooser) -> EvaluationResult:
    """Play every deal once in every rotation."""
    seeds = [derive_deal_seed(setting, deal) for deal in range(deals)]
    assert min(seeds) >= 2**62, "evaluation deals must not overlap with training deals"
    shares, _ = play_against(setting, seeds, against, choose)
    return EvaluationResult(setting, against, shares.reshape(setting.seats, deals).mean(0))


def play_against(
    setting: Setting, seeds: list[int], against: str, choose: Chooser, max_recorded: int = 0
) -> tuple[np.ndarray, RecordedDecisions]:
    """Play all deals in all rotations at once: the built-in players move until the network is to act.

    Return the network's share of each game, rotation by rotation, and the recorded decisions of the built-in players,
    up to `max_recorded` between two decisions of the network.
    """
    n, deals = setting.seats, len(seeds)
    batch, built_in = find_batch(setting.game), find_opponents(setting.game)
    first, words = _deal(setting, seeds)
    states = np.tile(first, n)
    mine = np.repeat(np.arange(n), deals)  # in rotation r the network sits in seat r
    count, wide, narrow = len(states), batch.SIZE // 8, batch.MASK_SIZE // 8
    # The p-th player of the line-up sits in seat p + rotation, and keeps its own random numbers.
    order = (np.arange(n)[None, :] - mine[:, None]) % n
    chance = np.take_along_axis(np.tile(words, (n, 1)), order, 1)
    rows, masks = np.zeros((count, wide), np.int64), np.zeros((count, narrow), np.int64)
    is_over, shares = np.zeros(count, np.bool_), np.zeros(count)
    codes = np.full(count, -1, np.int64)
    recorded_rows = np.zeros((count, max_recorded, wide), np.int64)
    recorded_masks = np.zeros((count, max_recorded, narrow), np.int64)
    recorded, recorded_codes = np.zeros(count, np.int64), np.zeros((count, max_recorded), np.int64)
    opponent = built_in.NAMES.index(against)
    batches: list[RecordedDecisions] = []
    ranges = _split_ranges(count)
    with ThreadPoolExecutor(len(ranges)) as threads:
        while not is_over.all():
            recorded[:] = 0
            tasks = [
                threads.submit(
                    built_in.go_on, states, low, high, codes, mine, opponent, chance, built_in.new_features(1),
                    rows, masks, is_over, shares, recorded, recorded_rows, recorded_masks,
                    recorded_codes,
                )
                for low, high in ranges
            ]  # fmt: skip
            for task in tasks:
                task.result()
            is_recorded = np.arange(max_recorded) < recorded[:, None]
            batches.append(
                _as_bytes(
                    recorded_rows[is_recorded],
                    recorded_masks[is_recorded],
                    recorded_codes[is_recorded],
                )
            )
            codes[:] = -1
            mine_to_act = np.flatnonzero(~is_over)
            if len(mine_to_act):
                row_bytes = _as_bytes(rows[mine_to_act], masks[mine_to_act], codes[mine_to_act])
                codes[mine_to_act] = choose(row_bytes[0], row_bytes[1][:, : len(batch.TEXTS)])
    return shares, tuple(np.concatenate(part) for part in zip(*batches))  # type: ignore[return-value]


def play_networks(one: Chooser, other: Chooser, setting: Setting, seeds: list[int]) -> np.ndarray:
    """Play all deals in all rotations at once, `one` alone against `other`.

    Return the share of each game that `one` won, rotation by rotation.
    """
    batch, definition = find_batch(setting.game), find_game(setting.game)
    options = dict(setting.options)
    games = [definition.deal(setting.seats, seed, setting.edition, **options) for seed in seeds]
    n, count = setting.seats, setting.seats * len(seeds)
    template = batch.template(n, setting.edition, True, options)
    slots = CpuSlots(batch, count, n, template, observations=True, masks=True, threads=None)
    slots.place([game for _ in range(n) for game in games])
    rows, masks = slots.observations, slots.masks
    assert rows is not None and masks is not None
    mine = np.repeat(np.arange(n), len(seeds))
    shares, is_over = np.zeros(count), np.zeros(count, np.bool_)
    codes = np.zeros(count, np.int64)
    while not is_over.all():
        is_mine = slots.actors == mine
        for choose, part in ((one, is_mine & ~is_over), (other, ~is_mine & ~is_over)):
            if part.any():
                codes[part] = choose(rows[part], masks[part])
        # A finished slot has started another game, which is ignored.
        codes[is_over] = masks[is_over].argmax(1)
        slots.step(codes)
        ended = slots.dones & ~is_over
        shares[ended] = slots.rewards[ended, mine[ended]]
        is_over |= ended
    return shares


def _as_bytes(rows: np.ndarray, masks: np.ndarray, codes: np.ndarray) -> RecordedDecisions:
    return rows.view(np.int8), masks.view(np.int8), codes


def _deal(setting: Setting, seeds: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Return the first position of every deal, and the first random word of each player."""
    definition, built_in = find_game(setting.game), find_opponents(setting.game)
    states, words = [], np.zeros((len(seeds), setting.seats), np.int64)
    for deal, seed in enumerate(seeds):
        game = definition.deal(setting.seats, seed, setting.edition, **dict(setting.options))
        assert isinstance(game, StateGame)
        states.append(game._states)  # the full state; each player sees only its own view of it
        for p in range(setting.seats):
            words[deal, p] = built_in.first_word(
                derive_number("player", setting.seed, deal, p) % 2**32
            )
    return np.concatenate(states), words


def _split_ranges(count: int) -> list[tuple[int, int]]:
    parts = max(1, min(4 * (os.cpu_count() or 1), count // 16))
    edges = [count * n // parts for n in range(parts + 1)]
    return list(pairwise(edges))
