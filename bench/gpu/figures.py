"""How fast is the GPU, and what do the vendor's tools say? Batches and launches, the sanitizer, the profiler."""

from __future__ import annotations

import json
import time
from typing import Any

from armarium.games.shelf import DEFAULT, names, open_book

__all__ = [
    "best_of", "measure", "play_profiled", "profile", "races", "sample", "sanitizer", "speed",
]  # fmt: skip


Table = tuple[str, int, str | None]  # game, seats, edition
_FIRST = open_book(DEFAULT)
FIRST: Table = (DEFAULT, _FIRST.seats[-1], _FIRST.edition(None))
# Beside it, in one batch each: fewer seats, and every other game that can be played in batches.
OTHERS: tuple[Table, ...] = tuple(
    (name, seats, open_book(name).edition(None))
    for name in names()
    if open_book(name).batch is not None
    for seats in open_book(name).seats
    if (name, seats) != FIRST[:2]
)


def measure(check: Any, part: str) -> None:
    """All kinds over batches and launches; a line of JSON each, the most telling first. Or the other tables."""
    from armarium.lab.cuda.bench import KINDS, Runner

    tables = OTHERS if part == "others" else (FIRST,)
    batches = [int(size) for size in check.asked.batches.split(",")]
    begun = time.monotonic()
    for table in tables:
        for kind in ("eyes off", "observed"):  # compiled while others have the GPU
            Runner(*table, kind, 64, is_mixed=False)
    print(f"# compiled in {time.monotonic() - begun:.1f} s", flush=True)
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
    except Exception as error:  # the other kinds and batches are still measured
        print(f"# {kind} {batch}: {error!r}", flush=True)


def speed(check: Any) -> list[dict[str, Any]]:
    """All figures; the best of each table and kind is told."""
    rows = []
    for name in ("speed", "speed-others"):
        for line in check.lines_of(name):
            if line.startswith("{"):
                rows.append(json.loads(line))
            else:
                check.say(line)
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


def sample(check: Any, decisions: str) -> None:
    """A little of everything, small enough for a tool that watches every access."""
    from armarium.lab.batch.slots import batch_of
    from armarium.lab.cuda.slots import CudaSlots, cuda_of_numba

    cuda = cuda_of_numba()
    for game, seats, edition in (FIRST, *OTHERS):
        batch = batch_of(game)
        with check.gpu():
            template = batch.template(seats, edition, True, _other_way(game, seats))
            slots = CudaSlots(batch, 300, seats, template, True, True)
            slots.begin(5)
            for _ in range(2):
                slots.play(int(decisions))
            slots.observe(0)
            slots.observe_all()
            cuda.synchronize()
    print("sample played", flush=True)


def _other_way(game: str, seats: int) -> dict[str, Any]:
    """Every switch the other way at fewer seats than most, so that those lines are watched too."""
    book = open_book(game)
    if seats == book.seats[-1] and len(book.seats) > 1:
        return {}
    switches = (option for option in book.options if option.kind in ("choice", "yes-no"))
    return {
        option.name: next(value for value in option.allowed(seats) if value != option.default)
        for option in switches
    }


def sanitizer(check: Any) -> dict[str, Any]:
    """Does every access hit memory of its own?"""
    return _watched(check, "sanitizer", "ERROR SUMMARY: 0 errors")


def races(check: Any) -> dict[str, Any]:
    """Do the threads of a block wait for each other wherever they must?"""
    return _watched(check, "races", "RACECHECK SUMMARY: 0 hazards displayed")


def _watched(check: Any, name: str, clean: str) -> dict[str, Any]:
    if name not in check.children:
        check.say("compute-sanitizer is not here")
        return {"tool": None}
    lines = [line for line in check.lines_of(name) if line.strip()]
    check.say("\n".join(lines[-8:]))
    text = "\n".join(lines)
    return {"clean": clean in text and "sample played" in text, "tail": lines[-4:]}


def play_profiled(check: Any, kind: str) -> None:
    """One launch, after others that bring the games to different points."""
    from armarium.lab.cuda.bench import Runner
    from armarium.lab.cuda.slots import cuda_of_numba

    cuda = cuda_of_numba()
    Runner(*FIRST, kind, 64, is_mixed=False)
    with check.gpu():
        runner = Runner(*FIRST, kind, 1 << 17)
        runner.slots.play(1)  # which deals, if that is due
        with cuda.profiling():
            runner.slots.play(16)
            cuda.synchronize()
    print(f"# {kind}: {(1 << 17) * 16} decisions", flush=True)


TELLING = (
    "Duration", "Registers Per Thread", "Block Limit", "Theoretical Occupancy", "Achieved Occupancy",
    "Executed Ipc", "Issue Slots Busy", "No Eligible", "Avg. Active Threads", "Avg. Not Predicated",
    "Warp Cycles Per Issued", "L1/TEX Hit", "L2 Hit", "Memory Throughput", "Mem Busy", "Bank", "Local",
)  # fmt: skip


def profile(check: Any) -> list[str]:
    """The profiler's pages on one launch of each kind are kept whole; the most telling lines are told."""
    told = []
    for name in [name for name in check.children if name.startswith("profile")]:
        lines = check.lines_of(name)
        check.out.mkdir(parents=True, exist_ok=True)
        (check.out / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
        telling = [line.strip() for line in lines if any(word in line for word in TELLING)]
        told += [f"{name}: {' '.join(line.split())}" for line in telling[:40]]
        check.say("\n".join([f"{name}:", *(telling[:40] or lines[-15:])]))
    return told
