"""The stages of check.py, what each must prepare, and the summary."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from armarium.lab.cuda.bench import KINDS
from bench.gpu.figures import (
    describe_best,
    find_races,
    measure,
    measure_speed,
    play_profiled,
    run_profiler,
    run_sanitizer,
    sample,
)
from tests.gpu.equality import (
    compare_bibliogamo,
    compare_few_games,
    compare_launches,
    compare_many_games,
    compare_vectors,
    find_planted_fault,
    read_launch_report,
    read_vector_report,
    write_reference,
)

__all__ = ["STAGES", "TASKS", "format_summary", "prepare"]


def prepare(check: Any, wanted: list[str]) -> None:
    """Start the slow compilations in parallel."""
    if {"small", "million", "fault"} & set(wanted):
        check.start("reference-biblios", "reference=biblios")
    if "bibliogamo" in wanted:
        check.start("reference-bibliogamo", "reference=bibliogamo")
    for name in {"vector", "launches"} & set(wanted):
        check.start(name, name)
    if "speed" in wanted:
        check.start("speed", "measure")
        check.start("speed-others", "measure=others")
    checker, profiler = _find_tool("compute-sanitizer"), _find_tool("ncu")
    if "sanitizer" in wanted and checker:
        under = (checker, "--tool", "memcheck", "--print-limit", "5")
        check.start("sanitizer", "sample=300", under)
    if "races" in wanted and checker:
        check.start("races", "sample=40", (checker, "--tool", "racecheck", "--print-limit", "5"))
    if "profile" in wanted and profiler:
        under = (profiler, "--clock-control", "none", "--profile-from-start", "off")
        for kind in KINDS:
            name = f"profile-{kind.replace(' ', '-')}"
            check.start(name, f"profiled={kind}", (*under, "--set", "full", "--page", "details"))


def describe_machine(check: Any) -> dict[str, Any]:
    from armarium.lab.cuda.bench import copy_bandwidth
    from armarium.lab.cuda.slots import load_cuda

    cuda = load_cuda()
    device = cuda.get_current_device()
    import numba

    found = {
        "device": str(device.name.decode() if isinstance(device.name, bytes) else device.name),
        "capability": device.compute_capability,
        "numba": numba.__version__,
        "tools": {tool: _find_tool(tool) for tool in ("compute-sanitizer", "ncu")},
    }
    with check.gpu():
        found["copy_bytes_per_s"] = copy_bandwidth()
    check.say(found)
    return found


def _find_tool(name: str) -> str | None:
    found = shutil.which(name)
    places = [
        *Path("/usr/local").glob(f"cuda*/bin/{name}"),
        *Path("/opt/nvidia").glob(f"*/*/{name}"),
    ]
    return found or (str(places[0]) if places else None)


STAGES = {
    "info": describe_machine,
    "small": compare_few_games,
    "speed": measure_speed,
    "launches": read_launch_report,
    "vector": read_vector_report,
    "fault": find_planted_fault,
    "bibliogamo": compare_bibliogamo,
    "million": compare_many_games,
    "profile": run_profiler,
    "sanitizer": run_sanitizer,
    "races": find_races,
}
TASKS = {
    "reference": write_reference,
    "vector": compare_vectors,
    "launches": compare_launches,
    "measure": measure,
    "profiled": play_profiled,
    "sample": sample,
}


def format_summary(results: dict[str, Any]) -> list[str]:
    lines = [f"date: {results['date']}; {results['python']}"]
    for name in STAGES:
        found = results.get(name)
        if name == "speed" and isinstance(found, list):
            lines += describe_best(found)
        elif found is not None:
            lines.append(f"{name}: {found}")
    return lines
