"""How fast is the GPU, and what do the vendor's tools say? Batches and launches, the sanitizer, the profiler."""

from __future__ import annotations

import json
import time
from typing import Any

__all__ = [
    "best_of", "measure", "play_profiled", "profile", "races", "sample", "sanitizer", "speed",
]  # fmt: skip


# Beside four seats of Biblios: the same in one batch each.
OTHERS: tuple[dict[str, Any], ...] = (
    {"game": "bibliogamo", "seats": 1, "edition": None},
    {"game": "biblios", "seats": 2, "edition": "iello"},
    {"game": "biblios", "seats": 3, "edition": "iello"},
)


def measure(house: Any, part: str) -> None:
    """All kinds over batches and launches; a line of JSON each, the most telling first. Or the other tables."""
    from armarium.lab.cuda.speed import KINDS, Runner

    tables: tuple[dict[str, Any], ...] = OTHERS if part == "others" else ({},)
    batches = [int(size) for size in house.asked.batches.split(",")]
    begun = time.monotonic()
    for table in tables:
        for kind in ("eyes off", "observed"):  # compiled while others have the GPU
            Runner(kind, 64, is_mixed=False, **table)
    print(f"# compiled in {time.monotonic() - begun:.1f} s", flush=True)
    for batch in batches[:1] if part == "others" else batches:
        for table in tables:
            for kind in KINDS:
                with house.gpu():
                    _measure_kind(house, kind, batch, table)


def _measure_kind(house: Any, kind: str, batch: int, table: dict[str, Any]) -> None:
    from armarium.lab.cuda.speed import Runner

    try:
        runner = Runner(kind, batch, **table)
        for decisions in [int(number) for number in house.asked.launches.split(",")]:
            if house.left() < 30:
                print(f"# {kind} {batch} {decisions}: no time left", flush=True)
                return
            print(json.dumps(runner.measure(decisions, house.asked.seconds)), flush=True)
    except Exception as error:  # the other kinds and batches are still measured
        print(f"# {kind} {batch}: {error!r}", flush=True)


def speed(house: Any) -> list[dict[str, Any]]:
    """All figures; the best of each table and kind is told."""
    rows = []
    for name in ("speed", "speed-others"):
        for line in house.lines_of(name):
            if line.startswith("{"):
                rows.append(json.loads(line))
            else:
                house.say(line)
    return rows


def best_of(rows: list[dict[str, Any]]) -> list[str]:
    """In words, the best row of each table, kind, and way to launch."""
    best: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        key = (row["game"], row["seats"], row["kind"], row["decisions_a_launch"] == 1)
        if key not in best or row["decisions_per_s"] > best[key]["decisions_per_s"]:
            best[key] = row
    return [_told(row) for row in best.values()]


def _told(row: dict[str, Any]) -> str:
    return (
        f"best, {row['game']}, {row['seats']} seat(s), {row['kind']}: {row['decisions_per_s'] / 1e6:,.0f} M/s "
        f"({row['slowest'] / 1e6:,.0f}–{row['fastest'] / 1e6:,.0f}), batch {row['batch']}, "
        f"{row['decisions_a_launch']} a launch, {row['games_a_slot']:.1f} games a slot, "
        f"{row['decisions_per_game']:.0f} a game, {row['registers_a_thread']} registers"
    )


# ------------------------------------------------------------------------------------ the vendor's tools


def sample(house: Any, decisions: str) -> None:
    """A little of everything, small enough for a tool that watches every access."""
    from armarium.games.shelf import open_book
    from armarium.lab.batch.slots import batch_of
    from armarium.lab.cuda.slots import CudaSlots, cuda_of_numba

    cuda = cuda_of_numba()
    for game, seats, options in (
        ("biblios", 4, {}),
        ("biblios", 3, {"open_collections": True}),
        ("biblios", 2, {"penalty": "medieval-bluff"}),
        ("bibliogamo", 1, {}),
    ):
        batch = batch_of(game)
        with house.gpu():
            template = batch.template(seats, open_book(game).edition(None), True, options)
            slots = CudaSlots(batch, 300, seats, template, True, True)
            slots.begin(5)
            for policy in (0, 1):
                slots.play(int(decisions), policy)
            slots.observe(0)
            slots.observe_all()
            cuda.synchronize()
    print("sample played", flush=True)


def sanitizer(house: Any) -> dict[str, Any]:
    """Does every access hit memory of its own?"""
    return _watched(house, "sanitizer", "ERROR SUMMARY: 0 errors")


def races(house: Any) -> dict[str, Any]:
    """Do the threads of a block wait for each other wherever they must?"""
    return _watched(house, "races", "RACECHECK SUMMARY: 0 hazards displayed")


def _watched(house: Any, name: str, clean: str) -> dict[str, Any]:
    if name not in house.children:
        house.say("compute-sanitizer is not here")
        return {"tool": None}
    lines = [line for line in house.lines_of(name) if line.strip()]
    house.say("\n".join(lines[-8:]))
    text = "\n".join(lines)
    return {"clean": clean in text and "sample played" in text, "tail": lines[-4:]}


def play_profiled(house: Any, kind: str) -> None:
    """One launch, after others that bring the games to different points."""
    from armarium.lab.cuda.slots import cuda_of_numba
    from armarium.lab.cuda.speed import Runner

    cuda = cuda_of_numba()
    Runner(kind, 64, is_mixed=False)
    with house.gpu():
        runner = Runner(kind, 1 << 17)
        runner.slots.play(1, 0)  # which deals, if that is due
        with cuda.profiling():
            runner.slots.play(16, 0)
            cuda.synchronize()
    print(f"# {kind}: {(1 << 17) * 16} decisions", flush=True)


TELLING = (
    "Duration", "Registers Per Thread", "Block Limit", "Theoretical Occupancy", "Achieved Occupancy",
    "Executed Ipc", "Issue Slots Busy", "No Eligible", "Avg. Active Threads", "Avg. Not Predicated",
    "Warp Cycles Per Issued", "L1/TEX Hit", "L2 Hit", "Memory Throughput", "Mem Busy", "Bank", "Local",
)  # fmt: skip


def profile(house: Any) -> list[str]:
    """The profiler's pages on one launch of each kind are kept whole; the most telling lines are told."""
    told = []
    for name in [name for name in house.children if name.startswith("profile")]:
        lines = house.lines_of(name)
        house.out.mkdir(parents=True, exist_ok=True)
        (house.out / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
        telling = [line.strip() for line in lines if any(word in line for word in TELLING)]
        told += [f"{name}: {' '.join(line.split())}" for line in telling[:40]]
        house.say("\n".join([f"{name}:", *(telling[:40] or lines[-15:])]))
    return told
