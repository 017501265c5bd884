"""Check and measure the GPU with one command, on a machine with an NVIDIA GPU:

    python -m tests.gpu.check --games 1000000

(docs/gpu.md explains the setup for a checkout that is not installed.)

Every stage reports separately, so that one failure hides no other. The last lines are the results and the date. Slow
compilation runs in parallel processes; only one process uses the GPU at a time.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from armarium.core import registry
from armarium.lab.cuda.slots import load_cuda
from armarium.lab.slots import NoDevice
from tests.gpu import stages

__all__ = ["main"]

BEGUN = time.monotonic()
OUT = Path(os.environ.get("OUT") or "build/gpu")


def say(*words: Any) -> None:
    print(f"[{time.monotonic() - BEGUN:6.1f} s]", *words, flush=True)


class Check:
    """Hold what the stages share: the folder, the results, the child processes and the lock on the GPU."""

    def __init__(self, asked: argparse.Namespace, folder: Path) -> None:
        self.asked, self.folder = asked, folder
        self.results: dict[str, Any] = {}
        self.children: dict[str, subprocess.Popen[str]] = {}
        self.say, self.out = say, OUT

    @contextlib.contextmanager
    def gpu(self) -> Iterator[None]:
        """Hold a lock that works on every platform and is released if its process is killed."""
        lock = sqlite3.connect(self.folder / "gpu.lock", timeout=3600, isolation_level=None)
        with contextlib.closing(lock):
            lock.execute("BEGIN EXCLUSIVE")
            yield

    def start(self, name: str, task: str, under: tuple[str, ...] = ()) -> None:
        """Run a task of this module in a child process and write its output to a log file."""
        log = (self.folder / f"{name}.log").open("w")
        asked = [f"--{key}={value}" for key, value in vars(self.asked).items() if value is not None]
        command = [sys.executable, "-u", "-m", "tests.gpu.check", *asked]
        self.children[name] = subprocess.Popen(
            [*under, *command, f"--folder={self.folder}", f"--task={task}"],
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def lines_of(self, name: str) -> list[str]:
        """Return what a task printed, once it has ended or run out of time."""
        while self.is_running(name) and self.seconds_left() > 0:
            time.sleep(0.2)
        return (self.folder / f"{name}.log").read_text().splitlines()

    def log_of(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()[-3000:]

    def is_running(self, name: str) -> bool:
        return self.children[name].poll() is None

    def seconds_left(self) -> float:
        return float(self.asked.limit) - (time.monotonic() - BEGUN)


def run_stage(check: Check, name: str, stage: Callable[[Check], Any]) -> None:
    if check.seconds_left() < 20:
        say(f"== {name}: no time left")
        check.results[name] = "no time left"
        return
    say(f"== {name}")
    begun = time.monotonic()
    try:
        check.results[name] = stage(check)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        check.results[name] = {"failed": repr(error)}
        traceback.print_exc(file=sys.stdout)
    say(f"== {name}: {time.monotonic() - begun:.1f} s")
    save(check)


def save(check: Check) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    text = json.dumps(check.results, indent=1, default=str)
    (OUT / "check.json").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Is the GPU right, and how fast is it?")
    parser.add_argument("--stages", default=",".join(stages.STAGES))
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument(
        "--limit", type=float, default=500, help="seconds after which no stage begins"
    )
    parser.add_argument("--batches", default="524288,131072,1048576,32768")
    parser.add_argument("--launches", default="64,256,1", help="decisions a launch")
    parser.add_argument("--seconds", type=float, default=0.15, help="of each measurement, at least")
    parser.add_argument("--folder", help="used by the processes that this command starts")
    parser.add_argument("--task", help="likewise")
    asked = parser.parse_args()
    if asked.task:
        name, _, detail = asked.task.partition("=")
        stages.TASKS[name](Check(asked, Path(asked.folder)), detail)
        return
    if not registry.game_names():
        sys.exit("No game is installed: install the checkout, or see tools/entry_points.py.")
    try:
        load_cuda()
    except NoDevice as error:
        sys.exit(str(error))
    with tempfile.TemporaryDirectory() as folder:
        check = Check(asked, Path(folder))
        check.results["date"] = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        check.results["python"] = f"{platform.python_version()}, numpy {np.__version__}"
        wanted = [name for name in asked.stages.split(",") if name]
        stages.prepare(check, wanted)
        for name in wanted:
            run_stage(check, name, stages.STAGES[name])
        for child in check.children.values():
            if child.poll() is None:
                child.terminate()
        say("RESULTS", check.results["date"])
        for line in stages.format_summary(check.results):
            print(line, flush=True)
        save(check)


if __name__ == "__main__":
    main()
