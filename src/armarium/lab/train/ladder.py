"""How strong it is: the network alone among players of the house, on the arena's deals, in every rotation.

Deals, the players' chance and the intervals are the arena's own (lab/deals.py, lab/intervals.py): a deal here is the
deal of that number there. Training draws seeds below 2**62, so it has never seen one of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.state_game import StateGame
from armarium.lab.arena.deals import Setting, drawn, seed_of_deal
from armarium.lab.arena.shares import WinShare
from armarium.lab.train.opponents import opponents_of
from armarium.lab.vector import batch_of

__all__ = ["Chooser", "Meeting", "Notes", "meet", "play"]

Chooser = Callable[[np.ndarray, np.ndarray], np.ndarray]  # rows and masks in, action codes out
Notes = tuple[np.ndarray, np.ndarray, np.ndarray]  # rows, masks and action codes of decisions


@dataclass(frozen=True)
class Meeting:
    setting: Setting
    against: str
    shares: np.ndarray  # of the wins, by deal: the mean of all rotations

    @property
    def found(self) -> WinShare:
        return WinShare(self.shares, 1 / self.setting.seats)

    def __str__(self) -> str:
        s = self.setting
        where = ", ".join(
            [f"{s.seats} seats", *filter(None, [s.edition]), *(f"{k} {v}" for k, v in s.options)]
        )
        return f"{where}; alone among {self.against}: {self.found}"

    def told(self) -> dict[str, Any]:
        found, s = self.found, self.setting
        e, (low, high) = found.estimate, found.anytime
        return {
            "seats": s.seats, "edition": s.edition, "options": dict(s.options), "against": self.against,
            "deals": e.number, "share": e.mean, "low": e.low, "high": e.high,
            "anytime": {"low": low, "high": high}, "decided_after": found.decided_after,
        }  # fmt: skip


def meet(setting: Setting, against: str, deals: int, choose: Chooser) -> Meeting:
    """Every deal once in every rotation."""
    seeds = [seed_of_deal(setting, deal) for deal in range(deals)]
    assert min(seeds) >= 2**62, "a deal that training may have seen"
    shares, _ = play(setting, seeds, against, choose)
    return Meeting(setting, against, shares.reshape(setting.seats, deals).mean(0))


def play(
    setting: Setting, seeds: list[int], against: str, choose: Chooser, room: int = 0
) -> tuple[np.ndarray, Notes]:
    """All deals in all rotations at once: the house moves until the network is to act.

    Returns what each game was worth to the network, rotation by rotation, and notes of the house's own decisions, up
    to `room` between two of the network's.
    """
    n, deals = setting.seats, len(seeds)
    batch, house = batch_of(setting.game), opponents_of(setting.game)
    first, words = _dealt(setting, seeds)
    states = np.tile(first, n)
    mine = np.repeat(np.arange(n), deals)  # rotation r: the network sits in seat r
    count, wide, narrow = len(states), batch.SIZE // 8, batch.MASK_SIZE // 8
    # Who is p-th of the line-up sits in seat p + rotation, and brings its own chance along.
    order = (np.arange(n)[None, :] - mine[:, None]) % n
    chance = np.take_along_axis(np.tile(words, (n, 1)), order, 1)
    rows, masks = np.zeros((count, wide), np.int64), np.zeros((count, narrow), np.int64)
    is_over, shares = np.zeros(count, np.bool_), np.zeros(count)
    codes = np.full(count, -1, np.int64)
    noted_rows = np.zeros((count, room, wide), np.int64)
    noted_masks = np.zeros((count, room, narrow), np.int64)
    noted, noted_codes = np.zeros(count, np.int64), np.zeros((count, room), np.int64)
    who = house.NAMES.index(against)
    notes: list[Notes] = []
    stretches = _stretches(count)
    with ThreadPoolExecutor(len(stretches)) as threads:
        while not is_over.all():
            noted[:] = 0
            tasks = [
                threads.submit(
                    house.go_on, states, low, high, codes, mine, who, chance, house.new_features(1),
                    rows, masks, is_over, shares, noted, noted_rows, noted_masks,
                    noted_codes,
                )
                for low, high in stretches
            ]  # fmt: skip
            for task in tasks:
                task.result()
            here = np.arange(room) < noted[:, None]
            notes.append(_notes(noted_rows[here], noted_masks[here], noted_codes[here]))
            codes[:] = -1
            mine_to_act = np.flatnonzero(~is_over)
            if len(mine_to_act):
                seen = _notes(rows[mine_to_act], masks[mine_to_act], codes[mine_to_act])
                codes[mine_to_act] = choose(seen[0], seen[1][:, : len(batch.TEXTS)])
    return shares, tuple(np.concatenate(part) for part in zip(*notes))  # type: ignore[return-value]


def _notes(rows: np.ndarray, masks: np.ndarray, codes: np.ndarray) -> Notes:
    return rows.view(np.int8), masks.view(np.int8), codes


def _dealt(setting: Setting, seeds: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The first position of every deal, and the first words of its players' chance."""
    book, house = open_book(setting.game), opponents_of(setting.game)
    states, words = [], np.zeros((len(seeds), setting.seats), np.int64)
    for deal, seed in enumerate(seeds):
        game = book.deal(setting.seats, seed, setting.edition, **dict(setting.options))
        assert isinstance(game, StateGame)
        states.append(game._states)  # the referee's; each player sees it through its own eye
        for p in range(setting.seats):
            words[deal, p] = house.first_word(drawn("player", setting.seed, deal, p) % 2**32)
    return np.concatenate(states), words


def _stretches(count: int) -> list[tuple[int, int]]:
    parts = max(1, min(4 * (os.cpu_count() or 1), count // 16))
    edges = [count * n // parts for n in range(parts + 1)]
    return list(pairwise(edges))
