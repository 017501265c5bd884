"""Is the GPU right? Games by their digests, one planted fault, long launches against short ones, and VectorGame step by
step on both devices."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np

from armarium.lab.batch.slots import batch_of
from armarium.lab.vector import VectorGame
from tests.gpu.cases import all_cases
from tests.gpu.digest import digests_on_cpu, digests_on_gpu

__all__ = [
    "bibliogamo", "compare_launches", "compare_vectors", "fault", "launches", "launches_agree", "million", "small",
    "vector", "vectors_agree", "write_reference",
]  # fmt: skip

SMALL = 256  # games of a case that are compared first
OTHER = 8192  # games of a case of Bibliogamo
SEED = 1_000_000
FAULTY, AT = 77, 40  # which game gets a fault, and at which of its decisions


def games_a_case(games: int) -> int:
    return -(-games // len(all_cases("biblios")))


def write_reference(check: Any, game: str) -> None:
    """The CPU's digests: first a few of every case, then the others."""
    steps = [("other", OTHER)]
    if game == "biblios":
        steps = [("small", SMALL), ("many", games_a_case(check.asked.games))]
    for name, number in steps:
        for index, case in enumerate(all_cases(game)):
            begun = time.monotonic()
            found = digests_on_cpu(case, number, _seed(name, index))
            unfinished = check.folder / f"{name}-{index}.part.npy"
            np.save(unfinished, np.stack(found))
            unfinished.rename(check.folder / f"{name}-{index}.npy")
            rate = found[1].sum() / (time.monotonic() - begun)
            print(f"{case}: {number} games, {rate:,.0f} decisions/s", flush=True)


def _seed(name: str, index: int) -> int:
    return SEED if name == "small" else SEED * (index + 2)


def _reference(check: Any, game: str, name: str, index: int) -> np.ndarray:
    """Wait for the CPU."""
    path, child = check.folder / f"{name}-{index}.npy", f"reference-{game}"
    while not path.exists():
        if not check.alive(child) and not path.exists():
            raise RuntimeError("\n".join(["the reference stopped:", *check.lines_of(child)[-20:]]))
        if check.left() < 0:
            raise TimeoutError("the reference takes too long")
        time.sleep(0.2)
    found: np.ndarray = np.load(path)
    return found


def _compare(check: Any, game: str, name: str, number: int) -> dict[str, Any]:
    """So many games of every case, byte for byte by their digests."""
    wrong: list[str] = []
    games = decisions = 0
    seconds = 0.0
    for index, case in enumerate(all_cases(game)):
        expected = _reference(check, game, name, index)
        with check.gpu():
            begun = time.monotonic()
            digests, numbers = digests_on_gpu(case, number, _seed(name, index))
            seconds += time.monotonic() - begun
        differs = (digests != expected[0]) | (numbers != expected[1])
        if differs.any():
            slot = int(np.argmax(differs))
            wrong.append(f"{case}: {int(differs.sum())} of {number} games differ")
            check.say(
                wrong[-1], "first", slot, "decisions", int(numbers[slot]), int(expected[1][slot])
            )
        games += number
        decisions += int(numbers.sum())
    told = {
        "game": game, "cases": len(all_cases(game)), "games": games, "decisions": decisions, "gpu_seconds": seconds,
        "wrong": wrong,
    }  # fmt: skip
    check.say(told)
    return told


def small(check: Any) -> dict[str, Any]:
    """A few games of every case."""
    return _compare(check, "biblios", "small", SMALL)


def million(check: Any) -> dict[str, Any]:
    """Many games of every case."""
    return _compare(check, "biblios", "many", games_a_case(check.asked.games))


def bibliogamo(check: Any) -> dict[str, Any]:
    return _compare(check, "bibliogamo", "other", OTHER)


def fault(check: Any) -> dict[str, Any]:
    """One bit of one state is turned in one game of the GPU: that game, and no other, must be found."""
    index = len(all_cases("biblios")) - 5
    expected = _reference(check, "biblios", "small", index)
    with check.gpu():
        case = all_cases("biblios")[index]
        digests, _ = digests_on_gpu(case, SMALL, SEED, faulty=FAULTY, fault=AT)
    told = {"planted": FAULTY, "found": np.flatnonzero(digests != expected[0]).tolist()}
    check.say(told)
    if told["found"] != [FAULTY]:
        raise AssertionError(told)
    return told


# ------------------------------------------------------------------------------------ launches


def compare_launches(check: Any, _detail: str) -> None:
    """Many decisions a launch, as they are measured, end where single ones do; with eyes, without, and observed."""
    from armarium.lab.cuda.slots import CudaSlots

    told = []
    for game, seats, edition, eyes in (
        ("biblios", 4, "iello", True),
        ("biblios", 4, "iello", False),
        ("biblios", 2, "manual", True),
        ("bibliogamo", 1, None, True),
    ):
        batch = batch_of(game)
        template = batch.template(seats, edition, eyes, {})
        # Compiled before the GPU is taken.
        CudaSlots(batch, 64, seats, template, eyes, eyes).begin(3)
        with check.gpu():
            # Not a multiple of a block.
            launches_agree(game, seats, edition, eyes, 5000, (1, 64, 256, 200))
        told.append(f"{game}, {seats} seats, eyes {eyes}: equal")
    print(json.dumps(told), flush=True)


def launches_agree(
    game: str, seats: int, edition: str | None, eyes: bool, count: int, lengths: tuple[int, ...]
) -> None:
    from armarium.lab.cuda.slots import CudaSlots

    batch = batch_of(game)
    template = batch.template(seats, edition, eyes, {})
    one, many = (CudaSlots(batch, count, seats, template, eyes, eyes) for _ in range(2))
    for slots in (one, many):
        slots.begin(3)
    names = ["states", "numbers", "actors", "dones", "rewards", "random_words"]
    names += ["observation_words", "mask_words"] if eyes else []
    for decisions in lengths:
        many.play(decisions)
        for _ in range(decisions):
            one.play(1)
        for name in names:
            a, b = (getattr(slots, name).copy_to_host() for slots in (one, many))
            assert a.tobytes() == b.tobytes(), (game, seats, eyes, decisions, name)


def launches(check: Any) -> Any:
    return _last_line(check, "launches")


def _last_line(check: Any, name: str) -> Any:
    lines = check.lines_of(name)
    check.say("\n".join(lines[-15:]))
    if lines and lines[-1].startswith(("{", "[")):
        return json.loads(lines[-1])
    return {"failed": lines[-3:]}


# ------------------------------------------------------------------------------------ VectorGame


def vector(check: Any) -> Any:
    return _last_line(check, "vector")


def compare_vectors(check: Any, _: str) -> None:
    """VectorGame on both devices with the same actions; torch shares the memory."""
    cpu = VectorGame("biblios", 4, 4, "cpu")  # all is compiled before the GPU is taken
    cpu.step(np.argmax(cpu.masks(), axis=1))
    cpu.observe(2), cpu.observe_all()
    VectorGame("biblios", 4, 4, "cuda")
    with check.gpu():
        told = vectors_agree("biblios", 4, 512, 900)
    print(json.dumps(told), flush=True)


def vectors_agree(game: str, seats: int, count: int, steps: int) -> dict[str, Any]:
    """Every array equal after every step, or after some of them."""
    cpu, gpu = (VectorGame(game, count, seats, device, seed=9) for device in ("cpu", "cuda"))
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
        assert np.array_equal(cpu.masks(), _masks_of(gpu)), (step, "masks")
    assert np.array_equal(cpu.observe_all(), gpu.observe_all().copy_to_host())
    last = seats - 1
    assert np.array_equal(cpu.observe(last), gpu.observe(last).copy_to_host())
    told = {"steps": steps, "slots": count, "games": finished}
    return {**told, **_illegal(gpu, cpu), "torch": _torch(gpu)}


def _masks_of(gpu: VectorGame) -> np.ndarray:
    """On the host: rows that lie apart are brought over whole."""
    words: np.ndarray = gpu._slots.mask_words.copy_to_host()
    return words.view(np.int8)[:, : len(gpu.actions)]


def _illegal(gpu: VectorGame, cpu: VectorGame) -> dict[str, Any]:
    """A code that is not legal leaves its slot alone and raises its flag."""
    masks = cpu.masks()
    codes = np.argmax(masks, axis=1)
    codes[1] = np.argmin(masks[1])
    codes[2] = -4
    before = gpu.states.copy_to_host()
    gpu.step(codes)
    after, flags = gpu.states.copy_to_host(), gpu.illegal.copy_to_host()
    same = [i for i in range(len(codes)) if before[i].tobytes() == after[i].tobytes()]
    assert np.flatnonzero(flags).tolist() == [1, 2] == same, (np.flatnonzero(flags), same[:9])
    return {"illegal": "flagged, slot unchanged"}


def _torch(gpu: VectorGame) -> str:
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
