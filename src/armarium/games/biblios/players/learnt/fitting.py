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
from armarium.games.biblios.players.kernels.belief import SIGNS, describe
from armarium.games.biblios.players.learnt.prior import Prior
from armarium.games.biblios.sketch import Sketch
from armarium.players.position import position_of

__all__ = ["fitted", "gained", "positions"]

WORLDS = 32
OFTEN = 0.06  # of the positions of a game
PULL = 0.01  # towards nothing


def positions(seats: int, games: int, seed: int = 1) -> np.ndarray:
    """(positions, 1 + worlds, signs): the true world first."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(games):
        drawn = hashlib.sha256(b"armarium beliefs %d %d" % (seed, number)).digest()
        game = Game.new(seats, int.from_bytes(drawn[:8], "big"))
        players = [Prior(int(rng.integers(2**31)), warmth=1.0) for _ in range(seats)]
        while (seat := game.to_act) is not None:
            position = position_of(game, seat)
            if rng.random() < OFTEN:
                keys = rng.integers(0, 2**32, (WORLDS, 8)).astype(np.uint32)
                worlds = Sketch(position.view).imagine_all(keys)
                signs = np.empty((1 + WORLDS, SIGNS), np.int64)
                describe(np.concatenate([game._states, worlds]), seat, signs)
                found.append(signs)
            game.play(players[seat].choose(position))
    return np.array(found)


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
