"""Compare CPU and GPU: digests of games, one planted fault, long and short launches, and VectorGame step by step."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np

from armarium.lab.slots import find_batch
from armarium.lab.vector import VectorGame
from tests.gpu.cases import list_cases
from tests.gpu.digest import compute_on_cpu, compute_on_gpu

__all__ = [
    "check_launches",
    "check_vectors",
    "compare_bibliogamo",
    "compare_few_games",
    "compare_launches",
    "compare_many_games",
    "compare_vectors",
    "find_planted_fault",
    "read_launch_report",
    "read_vector_report",
    "write_reference",
]  # fmt: skip

SMALL = 256  # games of a case that are compared first
OTHER = 8192  # games of a case of Bibliogamo
SEED = 1_000_000
FAULTY, AT = 77, 40  # which game gets a fault, and at which of its decisions


def count_games_per_case(games: int) -> int:
    return -(-games // len(list_cases("biblios")))


def write_reference(check: Any, game: str) -> None:
    """Write the CPU's digests: first a few games of every case, then the others."""
    steps = [("other", OTHER)]
    if game == "biblios":
        steps = [("small", SMALL), ("many", count_games_per_case(check.asked.games))]
    for name, number in steps:
        for index, case in enumerate(list_cases(game)):
            begun = time.monotonic()
            found = compute_on_cpu(case, number, _choose_seed(name, index))
            unfinished = check.folder / f"{name}-{index}.part.npy"
            np.save(unfinished, np.stack(found))
            unfinished.rename(check.folder / f"{name}-{index}.npy")
            rate = found[1].sum() / (time.monotonic() - begun)
            print(f"{case}: {number} games, {rate:,.0f} decisions/s", flush=True)


def _choose_seed(name: str, index: int) -> int:
    return SEED if name == "small" else SEED * (index + 2)


def _wait_for_reference(check: Any, game: str, name: str, index: int) -> np.ndarray:
    """Wait for the CPU's digests and return them."""
    path, child = check.folder / f"{name}-{index}.npy", f"reference-{game}"
    while not path.exists():
        if not check.is_running(child) and not path.exists():
            raise RuntimeError("\n".join(["the reference stopped:", *check.lines_of(child)[-20:]]))
        if check.seconds_left() < 0:
            raise TimeoutError("the reference takes too long")
        time.sleep(0.2)
    found: np.ndarray = np.load(path)
    return found


def _compare(check: Any, game: str, name: str, number: int) -> dict[str, Any]:
    """Compare this many games of every case by their digests."""
    wrong: list[str] = []
    games = decisions = 0
    seconds = 0.0
    for index, case in enumerate(list_cases(game)):
        expected = _wait_for_reference(check, game, name, index)
        with check.gpu():
            begun = time.monotonic()
            digests, numbers = compute_on_gpu(case, number, _choose_seed(name, index))
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
    report = {
        "game": game, "cases": len(list_cases(game)), "games": games, "decisions": decisions, "gpu_seconds": seconds,
        "wrong": wrong,
    }  # fmt: skip
    check.say(report)
    return report


def compare_few_games(check: Any) -> dict[str, Any]:
    """Compare a few games of every case."""
    return _compare(check, "biblios", "small", SMALL)


def compare_many_games(check: Any) -> dict[str, Any]:
    """Compare many games of every case."""
    return _compare(check, "biblios", "many", count_games_per_case(check.asked.games))


def compare_bibliogamo(check: Any) -> dict[str, Any]:
    return _compare(check, "bibliogamo", "other", OTHER)


def find_planted_fault(check: Any) -> dict[str, Any]:
    """Flip one bit in one game on the GPU. The comparison must report that game and no other."""
    index = len(list_cases("biblios")) - 5
    expected = _wait_for_reference(check, "biblios", "small", index)
    with check.gpu():
        case = list_cases("biblios")[index]
        digests, _ = compute_on_gpu(case, SMALL, SEED, faulty=FAULTY, fault=AT)
    report = {"planted": FAULTY, "found": np.flatnonzero(digests != expected[0]).tolist()}
    check.say(report)
    if report["found"] != [FAULTY]:
        raise AssertionError(report)
    return report


# ------------------------------------------------------------------------------------ launches


def compare_launches(check: Any, _detail: str) -> None:
    """Check that many decisions per launch end as single ones do, with and without knowledge and observations."""
    from armarium.lab.cuda.slots import CudaSlots

    report = []
    for game, seats, edition, knowledge in (
        ("biblios", 4, "iello", True),
        ("biblios", 4, "iello", False),
        ("biblios", 2, "manual", True),
        ("bibliogamo", 1, None, True),
    ):
        batch = find_batch(game)
        template = batch.template(seats, edition, knowledge, {})
        # Compiled before the GPU is taken.
        CudaSlots(batch, 64, seats, template, knowledge, knowledge).reset(3)
        with check.gpu():
            # Not a multiple of a block.
            check_launches(game, seats, edition, knowledge, 5000, (1, 64, 256, 200))
        report.append(f"{game}, {seats} seats, knowledge {knowledge}: equal")
    print(json.dumps(report), flush=True)


def check_launches(
    game: str,
    seats: int,
    edition: str | None,
    knowledge: bool,
    count: int,
    lengths: tuple[int, ...],
) -> None:
    from armarium.lab.cuda.slots import CudaSlots

    batch = find_batch(game)
    template = batch.template(seats, edition, knowledge, {})
    one, many = (CudaSlots(batch, count, seats, template, knowledge, knowledge) for _ in range(2))
    for slots in (one, many):
        slots.reset(3)
    names = ["states", "numbers", "actors", "dones", "rewards", "random_words"]
    names += ["observation_words", "mask_words"] if knowledge else []
    for decisions in lengths:
        many.play(decisions)
        for _ in range(decisions):
            one.play(1)
        for name in names:
            a, b = (getattr(slots, name).copy_to_host() for slots in (one, many))
            assert a.tobytes() == b.tobytes(), (game, seats, knowledge, decisions, name)


def read_launch_report(check: Any) -> Any:
    return _read_report(check, "launches")


def _read_report(check: Any, name: str) -> Any:
    lines = check.lines_of(name)
    check.say("\n".join(lines[-15:]))
    if lines and lines[-1].startswith(("{", "[")):
        return json.loads(lines[-1])
    return {"failed": lines[-3:]}


# ------------------------------------------------------------------------------------ VectorGame


def read_vector_report(check: Any) -> Any:
    return _read_report(check, "vector")


def compare_vectors(check: Any, _: str) -> None:
    """VectorGame on both devices with the same actions; torch shares the memory."""
    cpu = VectorGame("biblios", 4, 4, "cpu")  # all is compiled before the GPU is taken
    cpu.step(np.argmax(cpu.masks(), axis=1))
    cpu.observe(2), cpu.observe_all()
    VectorGame("biblios", 4, 4, "cuda")
    with check.gpu():
        report = check_vectors("biblios", 4, 512, 900)
    print(json.dumps(report), flush=True)


def check_vectors(game: str, seats: int, count: int, steps: int) -> dict[str, Any]:
    """Compare every array after every step, or after some of them."""
    cpu = VectorGame(game, count, seats, "cpu", seed=9)
    gpu: Any = VectorGame(game, count, seats, "cuda", seed=9)
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
        assert np.array_equal(cpu.masks(), _copy_masks(gpu)), (step, "masks")
    assert np.array_equal(cpu.observe_all(), gpu.observe_all().copy_to_host())
    last = seats - 1
    assert np.array_equal(cpu.observe(last), gpu.observe(last).copy_to_host())
    report = {"steps": steps, "slots": count, "games": finished}
    return {**report, **_check_illegal_codes(gpu, cpu), "torch": _check_torch(gpu)}


def _copy_masks(gpu: Any) -> np.ndarray:
    """Copy the masks to the host. Rows that are not contiguous are copied whole."""
    words: np.ndarray = gpu._slots.mask_words.copy_to_host()
    return words.view(np.int8)[:, : len(gpu.actions)]


def _check_illegal_codes(gpu: Any, cpu: VectorGame) -> dict[str, Any]:
    """Check that an illegal code leaves its slot unchanged and sets its flag."""
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


def _check_torch(gpu: Any) -> str:
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
