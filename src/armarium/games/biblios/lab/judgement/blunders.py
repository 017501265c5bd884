"""Are blunders found? One is planted in each game and must be its costliest decision:

python -m armarium.games.biblios.lab.judgement.blunders --games 100

The network plays all seats, where nobody may bid beyond their means: such bids are blunders of its own. At a dozen
decisions every action is tried in worlds that look the same to the seat, by monks to the end of the game: they know
nothing of the network or of the analysis. Where most can be spoilt the worst action is tried again, from the open cards
of the game itself and from imagined ones: where both say that it costs 20 points at least, it is played instead of the
network's, and the game goes on. The second condition is there because of blunders that nobody at the table could see.
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
from armarium.games.biblios.state import ALLOCATE, AUCTION, GIFT, new_states
from armarium.games.biblios.view import size_of
from armarium.games.table.states import Fields
from armarium.lab.arena.deals import drawn

__all__ = ["Planted", "imagined", "opened", "planted", "worths"]

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
    cost: float  # in worlds that look the same to the seat
    open: float  # with the cards of the game


def planted(deal: int) -> Planted | None:
    """None where no decision that was looked at could be spoilt so much."""
    rng = np.random.default_rng(drawn("planting", SEED, deal) % 2**63)
    players = ["prior:warmth=0"] * (2 + deal % 3)
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
    # In other worlds than those in which it was found: what was only luck drops out.
    seen, true = (
        _cost(worths(worlds, [best, worse], seat, rng))
        for worlds in (imagined(game, seat, MANY, rng), opened(game, MANY, rng))
    )
    if min(seen, true) < LEAST:
        return None
    game.play(worse)
    return Planted(go_on(game, seated).record(), at, seat, seen, true)


def _worse(game: Game, seat: int, rng: np.random.Generator) -> tuple[float, str]:
    """The worst way that was tried, and by how much it is worse than the best."""
    legal = game.legal()
    if len(legal) > WAYS:
        legal = [legal[n] for n in sorted(rng.choice(len(legal), WAYS, False))]
    found = worths(imagined(game, seat, FEW, rng), legal, seat, rng)
    return float(found.max() - found.min()), legal[int(found.argmin())]


def _cost(found: np.ndarray) -> float:
    return float(found[0] - found[1])


def imagined(game: Game, seat: int, number: int, rng: np.random.Generator) -> np.ndarray:
    """Worlds that look the same to the seat."""
    keys = rng.integers(0, 1 << 32, (number, 8), np.uint32)
    return Sketch(game.view(seat)).imagine_all(keys)


def opened(game: Game, number: int, rng: np.random.Generator) -> np.ndarray:
    """The game itself, every hand and pile as it is, with what is still to come in another order."""
    worlds = np.repeat(game._states, number)
    deck, pile = still_ahead(game)
    for i in range(number):
        worlds["deck"][i, deck] = rng.permutation(worlds["deck"][i, deck])
        worlds["pile"][i, pile] = rng.permutation(worlds["pile"][i, pile])
        engine.set_key_at(worlds, i, rng.integers(0, 1 << 32, 8, np.uint32))
    return worlds


def still_ahead(game: Game) -> tuple[slice, slice]:
    """Of the deck and of the auction pile: what nobody has seen. A card that is looked at is no longer of these."""
    s, fields = game._states[0], Fields(game._states)
    top = int(s["deck_next"]) + (int(s["step"]) == ALLOCATE)
    lots = int(s["lots"])
    turned = (
        slice(lots, lots + size_of(fields, AUCTION)) if int(s["phase"]) != GIFT else slice(0, 0)
    )
    return slice(top, max(top, int(s["deck_end"]))), turned


def worths(
    worlds: np.ndarray, actions: list[str], seat: int, rng: np.random.Generator
) -> np.ndarray:
    """What each action brings the seat, monks to the end of each world."""
    seats, found = int(worlds["seats"][0]), np.zeros(len(actions))
    features, weights = new_features(1), np.zeros((4, len(NAMES)))
    who = np.full(seats, COMPILED.index("monk"), np.int64)
    for world in worlds:
        words = np.array([first_word(int(rng.integers(2**31))) for _ in range(seats)], np.int64)
        for n, action in enumerate(actions):
            states = new_states(1)
            states[0] = world
            engine.apply_at(states, 0, CODES[action])
            play_game_at(states, 0, features, who, weights, words.copy(), False)
            worth = np.zeros(1)
            settle(states, seat, worth)
            found[n] += worth[0]
    return found / len(worlds)


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
            "deal": deal - 1, "v": one.v, "planted": one.cost, "open": one.open, "told": own["cost"],
            "action": own["action"], "best": own["best"], "costliest": costliest["v"], "most": costliest["cost"],
            "found": costliest["v"] == one.v,
        })  # fmt: skip
        print(json.dumps(lines[-1]), flush=True)
    print(f"{sum(line['found'] is True for line in lines)} of {len(lines)} found")


if __name__ == "__main__":
    main()
