"""The stages of check.py: which there are, what each needs beforehand, and the lines at the end."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from armarium.lab.cuda.bench import KINDS
from bench.gpu.figures import (
    best_of,
    measure,
    play_profiled,
    profile,
    races,
    sample,
    sanitizer,
    speed,
)
from tests.gpu.equality import (
    bibliogamo,
    compare_launches,
    compare_vectors,
    fault,
    launches,
    million,
    small,
    vector,
    write_reference,
)

__all__ = ["STAGES", "TASKS", "prepare", "summary"]


def prepare(check: Any, wanted: list[str]) -> None:
    """Start what takes long to compile, side by side."""
    if {"small", "million", "fault"} & set(wanted):
        check.start("reference-biblios", "reference=biblios")
    if "bibliogamo" in wanted:
        check.start("reference-bibliogamo", "reference=bibliogamo")
    for name in {"vector", "launches"} & set(wanted):
        check.start(name, name)
    if "speed" in wanted:
        check.start("speed", "measure")
        check.start("speed-others", "measure=others")
    checker, profiler = _tool("compute-sanitizer"), _tool("ncu")
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


def info(check: Any) -> dict[str, Any]:
    from armarium.lab.cuda.bench import copy_bandwidth
    from armarium.lab.cuda.slots import cuda_of_numba

    cuda = cuda_of_numba()
    device = cuda.get_current_device()
    import numba

    found = {
        "device": str(device.name.decode() if isinstance(device.name, bytes) else device.name),
        "capability": device.compute_capability,
        "numba": numba.__version__,
        "tools": {tool: _tool(tool) for tool in ("compute-sanitizer", "ncu")},
    }
    with check.gpu():
        found["copy_bytes_per_s"] = copy_bandwidth()
    check.say(found)
    return found


def _tool(name: str) -> str | None:
    found = shutil.which(name)
    places = [
        *Path("/usr/local").glob(f"cuda*/bin/{name}"),
        *Path("/opt/nvidia").glob(f"*/*/{name}"),
    ]
    return found or (str(places[0]) if places else None)


STAGES = {
    "info": info,
    "small": small,
    "speed": speed,
    "launches": launches,
    "vector": vector,
    "fault": fault,
    "bibliogamo": bibliogamo,
    "million": million,
    "profile": profile,
    "sanitizer": sanitizer,
    "races": races,
}
TASKS = {
    "reference": write_reference,
    "vector": compare_vectors,
    "launches": compare_launches,
    "measure": measure,
    "profiled": play_profiled,
    "sample": sample,
}


def summary(results: dict[str, Any]) -> list[str]:
    lines = [f"date: {results['date']}; {results['python']}"]
    for name in STAGES:
        found = results.get(name)
        if name == "speed" and isinstance(found, list):
            lines += best_of(found)
        elif found is not None:
            lines.append(f"{name}: {found}")
    return lines
