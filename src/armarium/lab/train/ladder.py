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
from armarium.lab.deals import Setting, drawn, seed_of_deal
from armarium.lab.intervals import Estimate, estimate
from armarium.lab.train.opponents import opponents_of
from armarium.lab.vector import batch_of

__all__ = ["Chooser", "Meeting", "meet"]

Chooser = Callable[[np.ndarray, np.ndarray], np.ndarray]  # rows and masks in, action codes out


@dataclass(frozen=True)
class Meeting:
    setting: Setting
    against: str
    shares: np.ndarray  # of the wins, by deal: the mean of all rotations

    @property
    def estimate(self) -> Estimate:
        return estimate(self.shares)

    def __str__(self) -> str:
        e, s = self.estimate, self.setting
        where = ", ".join(
            [f"{s.seats} seats", *filter(None, [s.edition]), *(f"{k} {v}" for k, v in s.options)]
        )
        return (
            f"{where}; alone among {self.against}: {e.mean:.1%} "
            f"({e.low:.1%} to {e.high:.1%}; {e.number} deals)"
        )

    def told(self) -> dict[str, Any]:
        e, s = self.estimate, self.setting
        return {
            "seats": s.seats, "edition": s.edition, "options": dict(s.options), "against": self.against,
            "deals": e.number, "share": e.mean, "low": e.low, "high": e.high,
        }  # fmt: skip


def meet(setting: Setting, against: str, deals: int, choose: Chooser) -> Meeting:
    """Every deal once in every rotation, all games at once: the house moves until the network is to act."""
    n = setting.seats
    first, words = _dealt(setting, deals)
    states = np.tile(first, n)
    mine = np.repeat(np.arange(n), deals)  # rotation r: the network sits in seat r
    batch, house = batch_of(setting.game), opponents_of(setting.game)
    count = len(states)
    # Who is p-th of the line-up sits in seat p + rotation, and brings its own chance along.
    order = (np.arange(n)[None, :] - mine[:, None]) % n
    chance = np.take_along_axis(np.tile(words, (n, 1)), order, 1)
    rows = np.zeros((count, batch.SIZE // 8), np.int64)
    masks = np.zeros((count, batch.MASK_SIZE // 8), np.int64)
    is_over = np.zeros(count, np.bool_)
    shares = np.zeros(count)
    codes = np.full(count, -1, np.int64)
    who = house.NAMES.index(against)
    stretches = _stretches(count)
    with ThreadPoolExecutor(len(stretches)) as threads:
        while not is_over.all():
            tasks = [
                threads.submit(
                    house.go_on, states, low, high, codes, mine, who, chance, house.new_sights(1),
                    rows, masks, is_over, shares,
                )
                for low, high in stretches
            ]  # fmt: skip
            for task in tasks:
                task.result()
            codes[:] = -1
            mine_to_act = np.flatnonzero(~is_over)
            if len(mine_to_act):
                legal = masks[mine_to_act].view(np.int8)[:, : len(batch.TEXTS)]
                codes[mine_to_act] = choose(rows[mine_to_act].view(np.int8), legal)
    return Meeting(setting, against, shares.reshape(n, deals).mean(0))


def _dealt(setting: Setting, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """The first position of every deal, and the first words of its players' chance."""
    book, house = open_book(setting.game), opponents_of(setting.game)
    edition = {"edition": setting.edition} if setting.edition else {}
    options = dict(setting.options)
    states, words = [], np.zeros((deals, setting.seats), np.int64)
    for deal in range(deals):
        seed = seed_of_deal(setting, deal)
        assert seed >= 2**62, "a deal that training may have seen"
        game = book.Game.new(seats=setting.seats, seed=seed, **edition, **options)
        states.append(game._states)  # the referee's; each player sees it through its own eye
        for p in range(setting.seats):
            words[deal, p] = house.first_word(drawn("player", setting.seed, deal, p) % 2**32)
    return np.concatenate(states), words


def _stretches(count: int) -> list[tuple[int, int]]:
    parts = max(1, min(4 * (os.cpu_count() or 1), count // 16))
    edges = [count * n // parts for n in range(parts + 1)]
    return list(pairwise(edges))
