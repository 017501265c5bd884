"""Is the GPU right? Games by their digests, one planted fault, and VectorGame step by step on both devices."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np

from armarium.lab.gpu_digest import all_settings, digests_on_cpu, digests_on_gpu

__all__ = ["compare_vectors", "fault", "million", "small", "vector", "write_reference"]

SMALL = 256  # games of a setting that are compared first
SEED = 1_000_000


def games_a_setting(games: int) -> int:
    return -(-games // len(all_settings()))


def write_reference(house: Any, _: str) -> None:
    """The CPU's digests: first a few of every setting, then the others."""
    for index, setting in enumerate(all_settings()):
        _store(house, f"small-{index}", digests_on_cpu("biblios", setting, SMALL, SEED))
    for index, setting in enumerate(all_settings()):
        number = games_a_setting(house.asked.games)
        begun = time.monotonic()
        found = digests_on_cpu("biblios", setting, number, SEED * (index + 2))
        _store(house, f"many-{index}", found)
        print(
            f"{setting}: {number} games, {found[1].sum() / (time.monotonic() - begun):,.0f} decisions/s"
        )


def _store(house: Any, name: str, found: tuple[np.ndarray, np.ndarray]) -> None:
    unfinished = house.folder / f"{name}.part.npy"
    np.save(unfinished, np.stack(found))
    unfinished.rename(house.folder / f"{name}.npy")


def _reference(house: Any, name: str) -> np.ndarray:
    """Wait for the CPU."""
    path = house.folder / f"{name}.npy"
    while not path.exists():
        if not house.alive("reference") and not path.exists():
            raise RuntimeError(
                "\n".join(["the reference stopped:", *house.lines_of("reference")[-20:]])
            )
        if house.left() < 0:
            raise TimeoutError("the reference takes too long")
        time.sleep(0.2)
    found: np.ndarray = np.load(path)
    return found


def small(house: Any) -> dict[str, Any]:
    """A few games of every setting."""
    wrong = []
    for index, setting in enumerate(all_settings()):
        with house.gpu():
            digests, numbers = digests_on_gpu("biblios", setting, SMALL, SEED)
        expected = _reference(house, f"small-{index}")
        if not (np.array_equal(digests, expected[0]) and np.array_equal(numbers, expected[1])):
            differing = int((digests != expected[0]).sum())
            wrong.append(f"{setting}: {differing} of {SMALL} games differ")
            house.say(wrong[-1], "first", int(np.argmax(digests != expected[0])),
                      "decisions", numbers[:3], expected[1][:3])  # fmt: skip
    told = {"settings": len(all_settings()), "games": SMALL * len(all_settings()), "wrong": wrong}
    house.say(told)
    return told


def million(house: Any) -> dict[str, Any]:
    """Many games of every setting, byte for byte by their digests."""
    number = games_a_setting(house.asked.games)
    wrong: list[str] = []
    games = decisions = 0
    seconds = 0.0
    for index, setting in enumerate(all_settings()):
        expected = _reference(house, f"many-{index}")
        with house.gpu():
            begun = time.monotonic()
            digests, numbers = digests_on_gpu("biblios", setting, number, SEED * (index + 2))
            seconds += time.monotonic() - begun
        differing = int(((digests != expected[0]) | (numbers != expected[1])).sum())
        if differing:
            wrong.append(f"{setting}: {differing} of {number} games differ")
            house.say(wrong[-1])
        games += number
        decisions += int(numbers.sum())
    told = {"games": games, "decisions": decisions, "gpu_seconds": seconds, "wrong": wrong}
    house.say(told)
    return told


def fault(house: Any) -> dict[str, Any]:
    """One bit of one state is turned in one game of the GPU: that game, and no other, must be found."""
    setting = all_settings()[-5]
    expected = _reference(house, f"small-{len(all_settings()) - 5}")
    with house.gpu():
        digests, _ = digests_on_gpu("biblios", setting, SMALL, SEED, faulty=77, fault=40)
    told = {"planted": 77, "found": np.flatnonzero(digests != expected[0]).tolist()}
    house.say(told)
    if told["found"] != [77]:
        raise AssertionError(told)
    return told


# ------------------------------------------------------------------------------------ VectorGame


def vector(house: Any) -> Any:
    lines = house.lines_of("vector")
    house.say("\n".join(lines[-15:]))
    return json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {"failed": lines[-3:]}


def compare_vectors(house: Any, _: str) -> None:
    """VectorGame on both devices with the same actions: every array equal after every step; torch shares the memory."""
    from armarium.lab.vector import VectorGame

    count, steps = 512, 900
    cpu = VectorGame("biblios", count, 4, "cpu", seed=9)
    cpu.step(np.argmax(cpu.masks(), axis=1))  # all is compiled before the GPU is taken
    cpu.observe(2), cpu.observe_all()
    cpu.reset()
    VectorGame("biblios", 4, 4, "cuda")
    with house.gpu():
        gpu = VectorGame("biblios", count, 4, "cuda", seed=9)
        rng = np.random.default_rng(1)
        finished = 0
        for step in range(steps):
            masks = cpu.masks()
            codes = np.argmax(rng.random(masks.shape) * masks, axis=1)
            cpu.step(codes)
            gpu.step(codes)
            finished += int(cpu.dones.sum())
            if step % 10 and step < steps - 20:
                continue
            for name in ("states", "actors", "rewards", "dones", "numbers"):
                a, b = getattr(cpu, name), getattr(gpu, name).copy_to_host()
                assert a.tobytes() == b.tobytes(), (step, name)
            assert np.array_equal(cpu.observe(), gpu.observe().copy_to_host()), (step, "observe")
            assert np.array_equal(cpu.masks(), _host(gpu.masks())), (step, "masks")
        assert np.array_equal(cpu.observe_all(), gpu.observe_all().copy_to_host())
        assert np.array_equal(cpu.observe(2), gpu.observe(2).copy_to_host())
        told = {
            "steps": steps,
            "slots": count,
            "games": finished,
            **_illegal(gpu, cpu),
            "torch": _torch(gpu),
        }
    print(json.dumps(told), flush=True)


def _host(array: Any) -> np.ndarray:
    """A device array whose rows may lie apart, on the host."""
    import torch

    return np.asarray(torch.as_tensor(array, device="cuda").cpu())


def _illegal(gpu: Any, cpu: Any) -> dict[str, Any]:
    """A code that is not legal leaves its slot alone and raises its flag."""
    masks = cpu.masks()
    codes = np.argmax(masks, axis=1)
    codes[3] = np.argmin(masks[3])
    codes[5] = -4
    before = gpu.states.copy_to_host()
    gpu.step(codes)
    after, flags = gpu.states.copy_to_host(), gpu.illegal.copy_to_host()
    same = [i for i in range(len(codes)) if before[i].tobytes() == after[i].tobytes()]
    assert np.flatnonzero(flags).tolist() == [3, 5] == same, (np.flatnonzero(flags), same[:9])
    return {"illegal": "flagged, slot unchanged"}


def _torch(gpu: Any) -> str:
    try:
        import torch
    except ImportError:
        return "not installed"
    rows = torch.as_tensor(gpu.observe(), device="cuda")
    masks = torch.as_tensor(gpu.masks(), device="cuda")
    interface = gpu.observe().__cuda_array_interface__
    assert rows.data_ptr() == interface["data"][0] and rows.dtype == torch.int8
    codes = torch.multinomial(masks.float(), 1).squeeze(1)
    gpu.step(codes)
    torch.cuda.synchronize()
    assert int(gpu.illegal.copy_to_host().sum()) == 0
    return f"{torch.__version__}: shares {tuple(rows.shape)} and {tuple(masks.shape)}, actions taken from it"
