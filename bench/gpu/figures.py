"""Measure the GPU: batches and launches, the vendor's sanitizer and its profiler."""

from __future__ import annotations

import json
import time
from typing import Any

from armarium.core.definition import resolve_edition
from armarium.core.registry import DEFAULT_GAME, find_game, game_names

__all__ = [
    "describe_best",
    "find_races",
    "measure",
    "measure_speed",
    "play_profiled",
    "run_profiler",
    "run_sanitizer",
    "sample",
]  # fmt: skip


Table = tuple[str, int, str | None]  # game, seats, edition
_FIRST = find_game(DEFAULT_GAME)
FIRST: Table = (DEFAULT_GAME, _FIRST.seats[-1], resolve_edition(_FIRST, None))
# In addition, in one batch each: fewer seats, and every other game with batches.
OTHERS: tuple[Table, ...] = tuple(
    (name, seats, resolve_edition(find_game(name), None))
    for name in game_names()
    if find_game(name).batch is not None
    for seats in find_game(name).seats
    if (name, seats) != FIRST[:2]
)


def measure(check: Any, part: str) -> None:
    """Measure all kinds over batches and launches, one JSON line each; or the other tables."""
    from armarium.lab.cuda.bench import KINDS, Runner

    tables = OTHERS if part == "others" else (FIRST,)
    batches = [int(size) for size in check.asked.batches.split(",")]
    started = time.monotonic()
    for table in tables:
        for kind in ("no knowledge", "observed"):  # compile while other processes use the GPU
            Runner(*table, kind, 64, is_mixed=False)
    print(f"# compiled in {time.monotonic() - started:.1f} s", flush=True)
    for batch in batches[:1] if part == "others" else batches:
        for table in tables:
            for kind in KINDS:
                with check.gpu():
                    _measure_kind(check, kind, batch, table)


def _measure_kind(check: Any, kind: str, batch: int, table: Table) -> None:
    from armarium.lab.cuda.bench import Runner

    try:
        runner = Runner(*table, kind, batch)
        for decisions in [int(number) for number in check.asked.launches.split(",")]:
            if check.left() < 30:
                print(f"# {kind} {batch} {decisions}: no time left", flush=True)
                return
            print(json.dumps(runner.measure(decisions, check.asked.seconds)), flush=True)
    except Exception as error:  # still measure the other kinds and batches
        print(f"# {kind} {batch}: {error!r}", flush=True)


def measure_speed(check: Any) -> list[dict[str, Any]]:
    """Return all figures."""
    rows = []
    for name in ("speed", "speed-others"):
        for line in check.lines_of(name):
            if line.startswith("{"):
                rows.append(json.loads(line))
            else:
                check.say(line)
    return rows


def describe_best(rows: list[dict[str, Any]]) -> list[str]:
    """Describe the best row of each table, kind and launch mode."""
    best: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        key = (row["game"], row["seats"], row["kind"], row["decisions_a_launch"] == 1)
        if key not in best or row["decisions_per_s"] > best[key]["decisions_per_s"]:
            best[key] = row
    return [_format_row(row) for row in best.values()]


def _format_row(row: dict[str, Any]) -> str:
    return (
        f"best, {row['game']}, {row['seats']} seat(s), {row['kind']}: {row['decisions_per_s'] / 1e6:,.0f} M/s "
        f"({row['slowest'] / 1e6:,.0f}–{row['fastest'] / 1e6:,.0f}), batch {row['batch']}, "
        f"{row['decisions_a_launch']} a launch, {row['games_a_slot']:.1f} games a slot, "
        f"{row['decisions_per_game']:.0f} a game, {row['registers_a_thread']} registers"
    )


# ------------------------------------------------------------------------------------ the vendor's tools


def sample(check: Any, decisions: str) -> None:
    """Play a little of everything, small enough for a tool that checks every memory access."""
    from armarium.lab.cuda.slots import CudaSlots, load_cuda
    from armarium.lab.slots import find_batch

    cuda = load_cuda()
    for game, seats, edition in (FIRST, *OTHERS):
        batch = find_batch(game)
        with check.gpu():
            template = batch.template(seats, edition, True, _invert_options(game, seats))
            slots = CudaSlots(batch, 300, seats, template, True, True)
            slots.reset(5)
            for _ in range(2):
                slots.play(int(decisions))
            slots.observe(0)
            slots.observe_all()
            cuda.synchronize()
    print("sample played", flush=True)


def _invert_options(game: str, seats: int) -> dict[str, Any]:
    """Return the options with every switch inverted, at fewer seats, so that those code paths are checked too."""
    definition = find_game(game)
    if seats == definition.seats[-1] and len(definition.seats) > 1:
        return {}
    switches = (option for option in definition.options if option.kind in ("choice", "yes-no"))
    return {
        option.name: next(value for value in option.allowed(seats) if value != option.default)
        for option in switches
    }


def run_sanitizer(check: Any) -> dict[str, Any]:
    """Check every memory access with compute-sanitizer."""
    return _run_tool(check, "sanitizer", "ERROR SUMMARY: 0 errors")


def find_races(check: Any) -> dict[str, Any]:
    """Check the synchronisation of the threads of a block with racecheck."""
    return _run_tool(check, "races", "RACECHECK SUMMARY: 0 hazards displayed")


def _run_tool(check: Any, name: str, clean: str) -> dict[str, Any]:
    if name not in check.children:
        check.say("compute-sanitizer is not here")
        return {"tool": None}
    lines = [line for line in check.lines_of(name) if line.strip()]
    check.say("\n".join(lines[-8:]))
    text = "\n".join(lines)
    return {"clean": clean in text and "sample played" in text, "tail": lines[-4:]}


def play_profiled(check: Any, kind: str) -> None:
    """Profile one launch, after others that bring the games to different phases."""
    from armarium.lab.cuda.bench import Runner
    from armarium.lab.cuda.slots import load_cuda

    cuda = load_cuda()
    Runner(*FIRST, kind, 64, is_mixed=False)
    with check.gpu():
        runner = Runner(*FIRST, kind, 1 << 17)
        runner.slots.play(1)  # this deals new games if needed
        with cuda.profiling():
            runner.slots.play(16)
            cuda.synchronize()
    print(f"# {kind}: {(1 << 17) * 16} decisions", flush=True)


IMPORTANT = (
    "Duration", "Registers Per Thread", "Block Limit", "Theoretical Occupancy", "Achieved Occupancy",
    "Executed Ipc", "Issue Slots Busy", "No Eligible", "Avg. Active Threads", "Avg. Not Predicated",
    "Warp Cycles Per Issued", "L1/TEX Hit", "L2 Hit", "Memory Throughput", "Mem Busy", "Bank", "Local",
)  # fmt: skip


def run_profiler(check: Any) -> list[str]:
    """Store the profiler's output for one launch of each kind; return the most important lines."""
    important = []
    for name in [name for name in check.children if name.startswith("profile")]:
        lines = check.lines_of(name)
        check.out.mkdir(parents=True, exist_ok=True)
        (check.out / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
        telling = [line.strip() for line in lines if any(word in line for word in IMPORTANT)]
        important += [f"{name}: {' '.join(line.split())}" for line in telling[:40]]
        check.say("\n".join([f"{name}:", *(telling[:40] or lines[-15:])]))
    return important
