"""Are blunders found? One is planted in each game and must be its costliest decision:

python -m armarium.games.biblios.lab.judgement.blunders --games 100

The network plays all seats, where nobody may bid beyond their means: such bids are blunders of its own. At a dozen
decisions every action is tried in worlds that look the same to the seat, all cards dealt, by monks to the end of the
game: they know nothing of the network or of the analysis. Where that can be spoilt most, by 20 points at least, the
worst action is played instead, and the game goes on. With the true hands in the place of imagined ones half of the
blunders could not be seen by anybody at the table: then the costliest decision was another in every second game.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from armarium.analysis.analysing import analyse
from armarium.games.biblios.actions import CODES
from armarium.games.biblios.game import Game
from armarium.games.biblios.kernels import engine
from armarium.games.biblios.lab.judgement.tables import SEED, begun, go_on
from armarium.games.biblios.players.chance_words import first_word
from armarium.games.biblios.players.kernels.features import new_features
from armarium.games.biblios.players.kernels.imagined_worlds import settle
from armarium.games.biblios.players.kernels.whole_games import COMPILED, play_game_at
from armarium.games.biblios.players.weights import NAMES
from armarium.games.biblios.sketch import Sketch
from armarium.games.biblios.state import new_states
from armarium.lab.arena.deals import drawn

__all__ = ["Planted", "planted", "worths"]

LEAST = 0.2
LOOKS = 16  # actions of a game that are looked at
FEW, MANY = 24, 160  # rollouts of every action, then of what was played and the worst
WAYS = 8  # actions that are tried, drawn from the legal ones
TABLE = {"beyond_means": False}


@dataclass(frozen=True)
class Planted:
    record: str
    v: int
    seat: int
    cost: float


def planted(deal: int) -> Planted | None:
    """None where no decision that was looked at could be spoilt so much."""
    rng = np.random.default_rng(drawn("planting", SEED, deal) % 2**63)
    players = ["prior"] * (2 + deal % 3)
    clean = go_on(*begun(players, deal, **TABLE))
    looked_at = sorted(rng.choice(len(clean.actions), min(LOOKS, len(clean.actions)), False))
    game, seated = begun(players, deal, **TABLE)
    worst: tuple[float, int, str] = (0.0, 0, "")
    for v, (seat, action) in enumerate(clean.actions):
        if v in looked_at and len(game.legal()) > 1:
            cost, worse = _worse(game, seat, rng)
            worst = max(worst, (cost, v, worse))
        game.play(action)
    _, at, worse = worst
    game, seated = begun(players, deal, **TABLE)
    for _, action in clean.actions[:at]:
        game.play(action)
    if not worse:
        return None
    seat, best = clean.actions[at]
    again = worths(game, [best, worse], seat, MANY, rng)  # what was only luck drops out
    cost = float(again[0] - again[1])
    if cost < LEAST:
        return None
    game.play(worse)
    return Planted(go_on(game, seated).record(), at, seat, cost)


def _worse(game: Game, seat: int, rng: np.random.Generator) -> tuple[float, str]:
    """The worst way that was tried, and by how much it is worse than the best."""
    legal = game.legal()
    if len(legal) > WAYS:
        legal = [legal[n] for n in sorted(rng.choice(len(legal), WAYS, False))]
    found = worths(game, legal, seat, FEW, rng)
    return float(found.max() - found.min()), legal[int(found.argmin())]


def worths(
    game: Game, actions: list[str], seat: int, rollouts: int, rng: np.random.Generator
) -> np.ndarray:
    """What each action brings the seat in worlds that look the same to it, monks to the end of each."""
    seats, found = game.seats, np.zeros(len(actions))
    features, weights = new_features(1), np.zeros((4, len(NAMES)))
    who = np.full(seats, COMPILED.index("monk"), np.int64)
    keys = rng.integers(0, 1 << 32, (rollouts, 8), np.uint32)
    for world in Sketch(game.view(seat)).imagine_all(keys):
        words = np.array([first_word(int(rng.integers(2**31))) for _ in range(seats)], np.int64)
        for n, action in enumerate(actions):
            states = new_states(1)
            states[0] = world
            engine.apply_at(states, 0, CODES[action])
            play_game_at(states, 0, features, who, weights, words.copy(), False)
            worth = np.zeros(1)
            settle(states, seat, worth)
            found[n] += worth[0]
    return found / rollouts


def main() -> None:
    parser = argparse.ArgumentParser(description="Planted blunders that are found.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    lines: list[dict[str, Any]] = []
    deal = asked.first
    while len(lines) < asked.games:
        one = planted(deal)
        deal += 1
        if one is None:
            continue
        decisions = analyse(one.record)["decisions"]
        costliest = max(decisions, key=lambda decision: decision["cost"])
        own = next(decision for decision in decisions if decision["v"] == one.v)
        lines.append({
            "deal": deal - 1, "v": one.v, "planted": one.cost, "told": own["cost"], "action": own["action"],
            "best": own["best"], "costliest": costliest["v"], "most": costliest["cost"],
            "found": costliest["v"] == one.v,
        })  # fmt: skip
        print(json.dumps(lines[-1]), flush=True)
    print(f"{sum(line['found'] is True for line in lines)} of {len(lines)} found")


if __name__ == "__main__":
    main()
