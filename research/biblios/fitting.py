"""Fit how much each sign of a world counts (belief.py), from self-play of the network:

python -m research.biblios.fitting --seats 2 --games 160

In some positions of such games the true world is put among imagined ones that look the same to the seat. The fitted
coefficients maximise the likelihood of the true world. The script prints them with their gain, in nats, on held-out
positions.
"""

from __future__ import annotations

import argparse
import hashlib

import numpy as np

from armarium.games.biblios import Game
from armarium.games.biblios.kernels.observation import observe_exactly_at
from armarium.games.biblios.observation_layout import MASK_SIZE, SIZE
from armarium.games.biblios.players.kernels.belief import SIGNS, describe
from armarium.games.biblios.players.kernels.imagined_worlds import apply_actions
from armarium.games.biblios.state_from_view import BibliosStateFromView
from armarium.players.network.network import network_of, sample_action

__all__ = ["collect_positions", "compute_gain", "fit_coefficients"]

WORLDS = 32
SAMPLE_RATE = 0.06  # share of the positions that are used
TEMPERATURE = 1.0  # actions are sampled from the policy
REGULARISATION = 0.01  # L2 regularisation


def collect_positions(seats: int, games: int, seed: int = 1) -> np.ndarray:
    """Return signs of (positions, 1 + worlds, signs), the true world first. All games are played in parallel."""
    rng, network = np.random.default_rng(seed), network_of("biblios")
    tables = [Game.new(seats, _derive_seed(seed, number)) for number in range(games)]
    found = []
    while tables := [game for game in tables if game.to_act is not None]:
        rows = np.empty((len(tables), SIZE // 8), np.int64)
        masks = np.empty((len(tables), MASK_SIZE // 8), np.int64)
        for n, game in enumerate(tables):
            seat = int(game._states["actor"][0])
            observe_exactly_at(game._states, 0, seat, rows[n : n + 1], masks[n : n + 1])
            if rng.random() < SAMPLE_RATE:
                found.append(_describe_worlds(game, seat, rng))
        logits = network.logits(rows.view(np.int8), masks.view(np.int8))
        words = rng.integers(1, 2**62, len(tables))
        for game, line, word in zip(tables, logits, words, strict=True):
            code = sample_action(line, TEMPERATURE, 0.0, int(word))
            apply_actions(game._states, np.zeros(1, np.int64), np.array([code]))
    return np.array(found)


def _derive_seed(seed: int, number: int) -> int:
    digest = hashlib.sha256(b"armarium beliefs %d %d" % (seed, number)).digest()
    return int.from_bytes(digest[:8], "big")


def _describe_worlds(game: Game, seat: int, rng: np.random.Generator) -> np.ndarray:
    keys = rng.integers(0, 2**32, (WORLDS, 8)).astype(np.uint32)
    worlds = BibliosStateFromView(game.view(seat)).imagine_all(keys)
    signs = np.empty((1 + WORLDS, SIGNS), np.int64)
    describe(np.concatenate([game._states, worlds]), seat, signs)
    return signs


def fit_coefficients(signs: np.ndarray, rounds: int = 60) -> np.ndarray:
    """Fit the coefficients with Newton's method on the log-likelihood of the true worlds."""
    difference = (signs - signs[:, :1]).astype(float)
    scale = difference.reshape(-1, SIGNS).std(0) + 1e-9
    difference /= scale
    coefficients = np.zeros(SIGNS)
    for _ in range(rounds):
        share = _softmax(difference, coefficients)
        mean = np.einsum("nw,nwi->ni", share, difference)
        second = np.einsum("nw,nwi,nwj->ij", share, difference, difference) - mean.T @ mean
        hessian = second / len(difference) + REGULARISATION * np.eye(SIGNS)
        coefficients -= np.linalg.solve(hessian, mean.mean(0) + REGULARISATION * coefficients)
    found: np.ndarray = coefficients / scale
    return found


def compute_gain(signs: np.ndarray, coefficients: np.ndarray) -> float:
    """Return the gain in nats over a uniform belief."""
    share = _softmax((signs - signs[:, :1]).astype(float), coefficients)[:, 0]
    return float(np.log(share * signs.shape[1]).mean())


def _softmax(difference: np.ndarray, coefficients: np.ndarray) -> np.ndarray:
    logits = difference @ coefficients
    powers = np.exp(logits - logits.max(1, keepdims=True))
    found: np.ndarray = powers / powers.sum(1, keepdims=True)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fit the signs of worlds to self-play.")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=160)
    arguments = parser.parse_args()
    samples = collect_positions(arguments.seats, arguments.games)
    training, holdout = samples[::2], samples[1::2]
    print(
        f"{len(samples)} positions, {compute_gain(holdout, fit_coefficients(training)):.2f} nats gained on half"
    )
    print(np.rint(fit_coefficients(samples) * 4096).astype(int).tolist())
