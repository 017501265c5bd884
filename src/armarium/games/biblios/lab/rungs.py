"""The distances between levels that are the network's, measured in batches:

python -m armarium.games.biblios.lab.rungs --seats 2 --deals 300

Each level alone among those of the next lower one, on the arena's duplicate deals, in every rotation; `armarium arena`
says the same of any two players, game by game. After other weights came into the package, the warmth of `lector`,
`cellarer` and `prior` (players/specs.py) is to be chosen anew: each level wins 56 to 70 % against the next
lower at two seats.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise

import numpy as np

from armarium.games.biblios.editions import EDITIONS
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels.batch import MASK_SIZE, SIZE, TEXTS
from armarium.games.biblios.players.kernels.imagined_worlds import act, look, settle
from armarium.games.biblios.players.kernels.whole_games import COMPILED
from armarium.games.biblios.players.learnt.drawing import COLD, draw
from armarium.games.biblios.players.specs import WARM
from armarium.games.biblios.state import NONE
from armarium.games.shelf import open_book
from armarium.lab.arena.deals import Setting, seed_of_deal
from armarium.lab.train.ladder import Chooser, Meeting, play
from armarium.players.network.network import network_of
from armarium.players.registry import levels

__all__ = ["among_networks", "chooser", "met"]

SEED = 20261118


def chooser(name: str, seed: int) -> Chooser:
    """A level of the network, for many games at once."""
    network, rng = network_of("biblios"), np.random.default_rng(seed)
    warmth, least = WARM.get(name, (COLD, 0.0))

    def choose(rows: np.ndarray, masks: np.ndarray) -> np.ndarray:
        logits = network.logits(rows, masks)
        words = rng.integers(1, 2**62, len(rows))
        pairs = zip(logits, words, strict=True)
        return np.array([draw(line, warmth, least, int(word)) for line, word in pairs], np.int64)

    return choose


def met(one: str, other: str, setting: Setting, deals: int) -> Meeting:
    """The share of `one`, alone among `other`; at least one of them is the network's."""
    seeds = [seed_of_deal(setting, deal) for deal in range(deals)]
    n = setting.seats
    if other in COMPILED:
        shares, _ = play(setting, seeds, other, chooser(one, 1))
    elif one in COMPILED:
        assert n == 2, "a player of the house alone among networks: two seats only"
        shares, _ = play(setting, seeds, one, chooser(other, 1))
        shares = 1 - shares
    else:
        shares = among_networks(chooser(one, 1), chooser(other, 2), setting, seeds)
    return Meeting(setting, other, shares.reshape(n, deals).mean(0))


def among_networks(one: Chooser, other: Chooser, setting: Setting, seeds: list[int]) -> np.ndarray:
    games = [Game.new(setting.seats, seed, setting.edition) for seed in seeds]
    first = np.concatenate([game._states for game in games])
    states = np.tile(first, setting.seats)
    mine = np.repeat(np.arange(setting.seats), len(seeds))
    number = len(states)
    which = np.empty(number, np.int64)
    rows = np.empty((number, SIZE // 8), np.int64)
    masks = np.empty((number, MASK_SIZE // 8), np.int64)
    while n := look(states, NONE, which, rows, masks):
        here = which[:n]
        seen, may = rows[:n].view(np.int8), masks[:n].view(np.int8)[:, : len(TEXTS)]
        is_mine = states["actor"][here] == mine[here]
        codes = np.empty(n, np.int64)
        for choose, part in ((one, is_mine), (other, ~is_mine)):
            if part.any():
                codes[part] = choose(seen[part], may[part])
        act(states, here, codes)
    worth, shares = np.zeros(number), np.zeros(number)
    for seat in range(setting.seats):
        settle(states, seat, worth)
        shares[mine == seat] = worth[mine == seat]
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description="Distances between the network's levels.")
    parser.add_argument("--seats", type=int, choices=open_book("biblios").seats, default=2)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--edition", choices=EDITIONS, default="iello")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    setting = Setting("biblios", asked.seats, asked.edition, (), SEED)
    names = [name for name in levels("biblios") if name != "abbot"]  # who thinks: thinkers.py
    for lower, upper in pairwise(names):
        if {lower, upper} <= set(COMPILED) or (upper in COMPILED and asked.seats > 2):
            continue
        found = met(upper, lower, setting, asked.deals)
        told = json.dumps({"level": upper, **found.told()}) if asked.json else f"{upper}, {found}"
        print(told, flush=True)


if __name__ == "__main__":
    main()
