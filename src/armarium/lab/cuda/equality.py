"""Is the GPU right? Games by their digests, one planted fault, long launches against short ones, and VectorGame step by
step on both devices."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np

from armarium.lab.cuda.digest import all_settings, digests_on_cpu, digests_on_gpu

__all__ = [
    "city", "compare_launches", "compare_vectors", "fault", "launches", "million", "small", "vector",
    "write_reference",
]  # fmt: skip

SMALL = 256  # games of a setting that are compared first
CITY = 8192  # games of Bibliogamo of a setting
SEED = 1_000_000


def games_a_setting(games: int) -> int:
    return -(-games // len(all_settings("biblios")))


def write_reference(house: Any, part: str) -> None:
    """The CPU's digests: first a few of every setting, then the others; or those of the other game."""
    game = "bibliogamo" if part == "city" else "biblios"
    steps = [("city", CITY)]
    if part != "city":
        steps = [("small", SMALL), ("many", games_a_setting(house.asked.games))]
    for name, number in steps:
        for index, setting in enumerate(all_settings(game)):
            begun = time.monotonic()
            found = digests_on_cpu(game, setting, number, _seed(name, index))
            unfinished = house.folder / f"{name}-{index}.part.npy"
            np.save(unfinished, np.stack(found))
            unfinished.rename(house.folder / f"{name}-{index}.npy")
            rate = found[1].sum() / (time.monotonic() - begun)
            print(f"{game}, {setting}: {number} games, {rate:,.0f} decisions/s", flush=True)


def _seed(name: str, index: int) -> int:
    return SEED if name == "small" else SEED * (index + 2)


def _reference(house: Any, name: str, index: int) -> np.ndarray:
    """Wait for the CPU."""
    path, child = (
        house.folder / f"{name}-{index}.npy",
        "reference-city" if name == "city" else "reference",
    )
    while not path.exists():
        if not house.alive(child) and not path.exists():
            raise RuntimeError("\n".join(["the reference stopped:", *house.lines_of(child)[-20:]]))
        if house.left() < 0:
            raise TimeoutError("the reference takes too long")
        time.sleep(0.2)
    found: np.ndarray = np.load(path)
    return found


def _compare(house: Any, game: str, name: str, number: int) -> dict[str, Any]:
    """So many games of every setting, byte for byte by their digests."""
    wrong: list[str] = []
    games = decisions = 0
    seconds = 0.0
    for index, setting in enumerate(all_settings(game)):
        expected = _reference(house, name, index)
        with house.gpu():
            begun = time.monotonic()
            digests, numbers = digests_on_gpu(game, setting, number, _seed(name, index))
            seconds += time.monotonic() - begun
        differs = (digests != expected[0]) | (numbers != expected[1])
        if differs.any():
            slot = int(np.argmax(differs))
            wrong.append(f"{setting}: {int(differs.sum())} of {number} games differ")
            house.say(
                wrong[-1], "first", slot, "decisions", int(numbers[slot]), int(expected[1][slot])
            )
        games += number
        decisions += int(numbers.sum())
    settings = len(all_settings(game))
    told = {
        "game": game, "settings": settings, "games": games, "decisions": decisions, "gpu_seconds": seconds,
        "wrong": wrong,
    }  # fmt: skip
    house.say(told)
    return told


def small(house: Any) -> dict[str, Any]:
    """A few games of every setting."""
    return _compare(house, "biblios", "small", SMALL)


def million(house: Any) -> dict[str, Any]:
    """Many games of every setting."""
    return _compare(house, "biblios", "many", games_a_setting(house.asked.games))


def city(house: Any) -> dict[str, Any]:
    """Bibliogamo."""
    return _compare(house, "bibliogamo", "city", CITY)


def fault(house: Any) -> dict[str, Any]:
    """One bit of one state is turned in one game of the GPU: that game, and no other, must be found."""
    index = len(all_settings("biblios")) - 5
    setting = all_settings("biblios")[index]
    expected = _reference(house, "small", index)
    with house.gpu():
        digests, _ = digests_on_gpu("biblios", setting, SMALL, SEED, faulty=77, fault=40)
    told = {"planted": 77, "found": np.flatnonzero(digests != expected[0]).tolist()}
    house.say(told)
    if told["found"] != [77]:
        raise AssertionError(told)
    return told


# ------------------------------------------------------------------------------------ launches


def compare_launches(house: Any, _detail: str) -> None:
    """Many decisions a launch, as they are measured, end where single ones do; with eyes, without, and observed."""
    from armarium.lab.batch.slots import batch_of
    from armarium.lab.cuda.slots import CudaSlots, cuda_of_numba

    cuda_of_numba()
    told = []
    for game, seats, edition, eyes in (
        ("biblios", 4, "iello", True),
        ("biblios", 4, "iello", False),
        ("biblios", 2, "manual", True),
        ("bibliogamo", 1, None, True),
    ):
        batch = batch_of(game)
        template = batch.template(seats, edition, eyes, {})
        CudaSlots(batch, 64, seats, template, eyes, eyes).begin(
            3
        )  # compiled before the GPU is taken
        with house.gpu():
            # Not a multiple of a block.
            one, many = (CudaSlots(batch, 5000, seats, template, eyes, eyes) for _ in range(2))
            for slots in (one, many):
                slots.begin(3)
            for decisions in (1, 64, 256, 200):
                many.play(decisions, 0)
                for _ in range(decisions):
                    one.play(1, 0)
                names = ["states", "numbers", "actors", "dones", "rewards", "policy_words"]
                names += ["observation_words", "mask_words"] if eyes else []
                for name in names:
                    a, b = (getattr(slots, name).copy_to_host() for slots in (one, many))
                    assert a.tobytes() == b.tobytes(), (game, seats, eyes, decisions, name)
        told.append(f"{game}, {seats} seats, eyes {eyes}: equal")
    print(json.dumps(told), flush=True)


def launches(house: Any) -> Any:
    return _last_line(house, "launches")


def _last_line(house: Any, name: str) -> Any:
    lines = house.lines_of(name)
    house.say("\n".join(lines[-15:]))
    if lines and lines[-1].startswith(("{", "[")):
        return json.loads(lines[-1])
    return {"failed": lines[-3:]}


# ------------------------------------------------------------------------------------ VectorGame


def vector(house: Any) -> Any:
    return _last_line(house, "vector")


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
