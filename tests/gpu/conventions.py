"""Check third-party conventions for a batch on a GPU: python -m tests.gpu.conventions [SLOTS STEPS]

Pickled batches play on, masks have no gaps, slots may stay, jax and torch take the arrays where they lie.
"""

from __future__ import annotations

import importlib.util
import pickle
import sys
from typing import Any

import numpy as np

from armarium.lab.vector import VectorGame

__all__ = ["main"]

WHOLE_GAMES = 1_200  # steps after which some slot has ended a game, though a third of them stay where they are


def check(game: str, seats: int, count: int, steps: int) -> None:
    games: Any  # their arrays are on a GPU, or not
    gpu: Any = VectorGame(game, count, seats, "cuda", seed=3)
    cpu = VectorGame(game, count, seats, "cpu", seed=3)
    rng, twin = np.random.default_rng(1), None
    for step in range(steps):
        masks = gpu.masks().copy_to_host()
        assert np.array_equal(masks, cpu.masks())
        codes = (masks * (1 + rng.random(masks.shape))).argmax(1)
        stays = rng.random(count) < 0.3 if step % 3 == 0 else None
        rewards, dones = cpu.step(codes, stays)
        for games in filter(None, (gpu, twin)):
            games.step(codes, stays)
            assert np.array_equal(games.rewards.copy_to_host(), rewards)
            assert np.array_equal(games.dones.copy_to_host(), dones)
            assert np.array_equal(games.observe().copy_to_host(), cpu.observe())
            assert not games.illegal.copy_to_host().any()
        if step == steps // 2:
            twin = pickle.loads(pickle.dumps(gpu))
    assert np.array_equal(gpu.numbers.copy_to_host(), cpu.numbers)
    assert steps < WHOLE_GAMES or cpu.numbers.max() > 0
    print(f"{game}: pickled, packed and staying as on a CPU")


def check_arrays() -> None:
    """Check array sharing if torch finds a GPU. The simulator has no arrays that other libraries can share."""
    games: Any = VectorGame("biblios", 64, 2, "cuda")
    wanted = games.masks().copy_to_host()
    if importlib.util.find_spec("torch"):
        import torch

        if not torch.cuda.is_available():
            return
        taken = torch.as_tensor(games.masks(), device="cuda")
        assert taken.is_contiguous() and np.array_equal(taken.cpu().numpy(), wanted)
        print("torch takes them")
        if importlib.util.find_spec("jax"):
            import jax

            if jax.default_backend() == "gpu":
                lent = jax.dlpack.from_dlpack(taken)
                assert np.array_equal(np.asarray(lent), wanted)
                print("jax takes them")


def main() -> None:
    count, steps = map(int, sys.argv[1:] or (256, WHOLE_GAMES))
    check("biblios", 3, count, steps)
    check("bibliogamo", 1, count, steps)
    check_arrays()


if __name__ == "__main__":
    main()
