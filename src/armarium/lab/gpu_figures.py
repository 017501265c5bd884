"""How fast is the GPU, and what do the vendor's tools say? The variants of the kernel, the sanitizer, the profiler."""

from __future__ import annotations

import json
import time
from typing import Any

__all__ = [
    "METRICS", "measure_variant", "play_profiled", "profile", "sample", "sanitizer", "speed", "told",
]  # fmt: skip


def measure_variant(house: Any, variant: str) -> None:
    """One variant of the kernel over batches, blocks and launches; a line of JSON each."""
    from armarium.lab.gpu_speed import KINDS, Runner

    form = _form(variant)
    begun = time.monotonic()
    Runner("observed", 64, **form)  # compiled while others have the GPU
    print(f"# compiled in {time.monotonic() - begun:.1f} s", flush=True)
    batches = [int(size) for size in house.asked.batches.split(",")]
    for kind in KINDS:
        for batch in batches:
            ways = [(64, 64)]
            if batch == batches[len(batches) // 2]:
                ways += [(64, 32), (64, 128), (64, 256), (8, 64), (1, 64)]
            with house.gpu():
                runner = Runner(kind, batch, **form)
                for decisions, block in ways:
                    try:
                        print(
                            json.dumps(runner.measure(decisions, block, house.asked.seconds)),
                            flush=True,
                        )
                    except Exception as error:
                        print(f"# {kind} {batch} {decisions} {block}: {error!r}", flush=True)
                del runner


def _form(variant: str) -> dict[str, Any]:
    """`columns:96`: a layout, and at most so many registers a thread."""
    from armarium.lab.gpu_speed import LAYOUTS

    layout, _, registers = variant.partition(":")
    return {"layout": LAYOUTS.index(layout), "registers": int(registers) if registers else None}


def speed(house: Any) -> list[dict[str, Any]]:
    """All variants; the best of each kind is told."""
    found: list[dict[str, Any]] = []
    for name in [name for name in house.children if name.startswith("variant")]:
        lines = house.lines_of(name)
        rows = [json.loads(line) for line in lines if line.startswith("{")]
        for line in [line for line in lines if not line.startswith("{")][-12:]:
            house.say(name, line)
        found += rows
        for kind in dict.fromkeys(row["kind"] for row in rows):
            best = sorted(
                (row for row in rows if row["kind"] == kind),
                key=lambda row: -row["decisions_per_s"],
            )
            for row in [*best[:2], *[row for row in best if row["decisions_a_launch"] == 1][:1]]:
                house.say(name, told(row))
    return found


def told(row: dict[str, Any]) -> str:
    return (
        f"{row['kind']}: {row['decisions_per_s'] / 1e6:,.0f} M/s "
        f"({row['slowest'] / 1e6:,.0f}–{row['fastest'] / 1e6:,.0f}), batch {row['batch']}, block {row['block']}, "
        f"{row['decisions_a_launch']} a launch, {row['layout']}, "
        f"registers {row['registers']}, {row['games_a_slot']:.1f} games a slot, {row['decisions_per_game']:.0f} a game"
    )


# ------------------------------------------------------------------------------------ the vendor's tools


def sample(house: Any, _: str) -> None:
    """A little of everything, small enough for a tool that watches every access."""
    from armarium.lab.cuda import CudaSlots, cuda_of_numba
    from armarium.lab.slots import batch_of

    cuda = cuda_of_numba()
    batch = batch_of("biblios")
    for seats in (4, 3, 2):
        with house.gpu():
            template = batch.template(seats, "manual", True, {"open_collections": seats == 3})
            slots = CudaSlots(batch, 300, seats, template, True, True)
            slots.begin(5)
            for policy in (0, 1):
                slots.play(300, policy)
            slots.observe(0)
            slots.observe_all()
            cuda.synchronize()
    print("sample played", flush=True)


def sanitizer(house: Any) -> dict[str, Any]:
    if "sanitizer" not in house.children:
        house.say("compute-sanitizer is not here")
        return {"tool": None}
    lines = [line for line in house.lines_of("sanitizer") if line.strip()]
    house.say("\n".join(lines[-8:]))
    text = "\n".join(lines)
    return {
        "clean": "ERROR SUMMARY: 0 errors" in text and "sample played" in text,
        "tail": lines[-4:],
    }


METRICS = (
    "dram__bytes.sum,gpu__time_duration.sum,sm__warps_active.avg.pct_of_peak_sustained_active,"
    "l1tex__throughput.avg.pct_of_peak_sustained_elapsed,lts__throughput.avg.pct_of_peak_sustained_elapsed,"
    "smsp__inst_executed.sum,smsp__thread_inst_executed_per_inst_executed.ratio,"
    "sm__inst_executed.avg.per_cycle_elapsed,launch__registers_per_thread"
)


def play_profiled(house: Any, variant: str) -> None:
    """One launch of each kind, after others that bring the games to different points."""
    from armarium.lab.cuda import cuda_of_numba
    from armarium.lab.gpu_speed import KINDS, Runner

    cuda = cuda_of_numba()
    for kind in KINDS:
        Runner(kind, 64, **_form(variant))
        with house.gpu():
            runner = Runner(kind, 1 << 17, **_form(variant))
            with cuda.profiling():
                runner.slots.play(16, 0)
                cuda.synchronize()
        print(f"# {kind}: {(1 << 17) * 16} decisions", flush=True)


def profile(house: Any) -> list[str]:
    """The profiler's view of one launch of each kind and variant: bytes moved, occupancy, divergence."""
    told = []
    for name in [name for name in house.children if name.startswith("profile")]:
        lines = house.lines_of(name)
        rows = [line for line in lines if line.startswith(('"', "#"))]
        told += [f"{name}: {' '.join(row.split(',')[-3:])}" for row in rows]
        house.say("\n".join([f"{name}:", *(told[-40:] or lines[-15:])]))
    return told
