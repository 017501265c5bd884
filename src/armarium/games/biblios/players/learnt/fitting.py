"""How much each sign of a world counts (belief.py), from games of the network against itself:

python -m armarium.games.biblios.players.learnt.fitting --seats 2 --games 160

In some positions of such games the true world is put among imagined ones that look the same to the seat; the counts are
those under which the truth is likeliest. It prints them with what they gain, in nats, on positions kept back.
"""

from __future__ import annotations

import argparse
import hashlib

import numpy as np

from armarium.games.biblios import Game
from armarium.games.biblios.kernels.exact_observation import observe_exactly_at
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.kernels.belief import SIGNS, describe
from armarium.games.biblios.players.kernels.imagined_worlds import act
from armarium.games.biblios.players.learnt.drawing import draw
from armarium.games.biblios.sketch import Sketch
from armarium.players.network.network import network_of

__all__ = ["fitted", "gained", "positions"]

WORLDS = 32
OFTEN = 0.06  # of the positions of a game
WARMTH = 1.0  # actions are drawn by the network's odds
PULL = 0.01  # towards nothing


def positions(seats: int, games: int, seed: int = 1) -> np.ndarray:
    """(positions, 1 + worlds, signs): the true world first. All games are played side by side."""
    rng, network = np.random.default_rng(seed), network_of("biblios")
    tables = [Game.new(seats, _seed_of(seed, number)) for number in range(games)]
    found = []
    while tables := [game for game in tables if game.to_act is not None]:
        rows = np.empty((len(tables), SIZE // 8), np.int64)
        masks = np.empty((len(tables), MASK_SIZE // 8), np.int64)
        for n, game in enumerate(tables):
            seat = int(game._states["actor"][0])
            observe_exactly_at(game._states, 0, seat, rows[n : n + 1], masks[n : n + 1])
            if rng.random() < OFTEN:
                found.append(_signs(game, seat, rng))
        logits = network.logits(rows.view(np.int8), masks.view(np.int8))
        words = rng.integers(1, 2**62, len(tables))
        for game, line, word in zip(tables, logits, words, strict=True):
            code = draw(line, WARMTH, 0.0, int(word))
            act(game._states, np.zeros(1, np.int64), np.array([code]))
    return np.array(found)


def _seed_of(seed: int, number: int) -> int:
    drawn = hashlib.sha256(b"armarium beliefs %d %d" % (seed, number)).digest()
    return int.from_bytes(drawn[:8], "big")


def _signs(game: Game, seat: int, rng: np.random.Generator) -> np.ndarray:
    keys = rng.integers(0, 2**32, (WORLDS, 8)).astype(np.uint32)
    worlds = Sketch(game.view(seat)).imagine_all(keys)
    signs = np.empty((1 + WORLDS, SIGNS), np.int64)
    describe(np.concatenate([game._states, worlds]), seat, signs)
    return signs


def fitted(signs: np.ndarray, rounds: int = 60) -> np.ndarray:
    """Newton's steps on the logarithm of the true worlds' shares."""
    apart = (signs - signs[:, :1]).astype(float)
    spread = apart.reshape(-1, SIGNS).std(0) + 1e-9
    apart /= spread
    counts = np.zeros(SIGNS)
    for _ in range(rounds):
        share = _shares(apart, counts)
        mean = np.einsum("nw,nwi->ni", share, apart)
        second = np.einsum("nw,nwi,nwj->ij", share, apart, apart) - mean.T @ mean
        curve = second / len(apart) + PULL * np.eye(SIGNS)
        counts -= np.linalg.solve(curve, mean.mean(0) + PULL * counts)
    found: np.ndarray = counts / spread
    return found


def gained(signs: np.ndarray, counts: np.ndarray) -> float:
    """Nats by which the truth is likelier than among worlds that are all alike."""
    share = _shares((signs - signs[:, :1]).astype(float), counts)[:, 0]
    return float(np.log(share * signs.shape[1]).mean())


def _shares(apart: np.ndarray, counts: np.ndarray) -> np.ndarray:
    logits = apart @ counts
    powers = np.exp(logits - logits.max(1, keepdims=True))
    found: np.ndarray = powers / powers.sum(1, keepdims=True)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fit the signs of worlds to self-play.")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=160)
    asked = parser.parse_args()
    every = positions(asked.seats, asked.games)
    learnt, kept_back = every[::2], every[1::2]
    print(f"{len(every)} positions, {gained(kept_back, fitted(learnt)):.2f} nats gained on half")
    print(np.rint(fitted(every) * 4096).astype(int).tolist())
