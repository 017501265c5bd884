"""Compare an older commit with this checkout: python bench/old_and_new.py REV [--pairs 10] [--only server]

A pair measures both, one after the other, and pairs alternate in the order, so that noise affects both. The result is
the ratio within a pair. REV is checked out into a temporary worktree and runs with this environment's libraries. Its
kernels are compiled before the measurement, which takes minutes the first time.

  rules      decisions per second of random play, every game, one core
  observe    the same with observations and masks
  loops      the loops of docs/research.md: VectorGame with random actions, and OpenSpiel's evaluate_bots
  server     CPU microseconds per action at 25 tables of two, with whole views and with patches
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from armarium.core.registry import DEFAULT_GAME, game_names

CHECKOUT = Path(__file__).resolve().parents[1]
TABLES = 25
MAX_PATCH_RATIO = 1.10  # maximum CPU time relative to whole views


@dataclass(frozen=True)
class Checkout:
    """A checkout to measure."""

    name: str
    tree: Path

    def measure(self, *arguments: str) -> dict[str, Any]:
        """Run `armarium bench` of this checkout and return its figures."""
        return self.run("-m", "armarium.cli", "bench", *arguments)

    def run(self, *program: str) -> dict[str, Any]:
        """Run a Python program with the package of this checkout and return the figures that it prints."""
        entry_points = self.tree / "build" / "entry-points"
        path = os.pathsep.join([str(self.tree / "src"), str(entry_points)])
        done = subprocess.run(
            [sys.executable, *program, "--json"],
            cwd=self.tree,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"{self.name}: {' '.join(program)} failed:\n{done.stderr}")
        figures: dict[str, Any] = json.loads(done.stdout)
        return figures


def measure_rules(checkout: Checkout, seconds: float, *options: str) -> dict[str, float]:
    what = "observed" if "--observe" in options else "rules"
    return {
        f"{what}, {game}, decisions/s": checkout.measure(
            "rules", "--game", game, "--seconds", str(seconds), *options
        )["decisions_per_s"]
        for game in game_names()
    }


def measure_server(checkout: Checkout, seconds: float) -> dict[str, float]:
    load = ["--tables", str(TABLES), "--many", "0", "--unfinished", "0", "--no-profile"]
    found = checkout.measure("server", "--game", DEFAULT_GAME, *load, "--seconds", str(seconds))
    return {
        f"server, {'patches' if run['patches'] else 'whole views'}, µs an action": run[
            "processor_us_per_action"
        ]
        for run in found["runs"]
    }


def measure_loops(checkout: Checkout, seconds: float) -> dict[str, float]:
    """Run the same program with both packages; it uses public names only."""
    return checkout.run(str(CHECKOUT / "bench" / "loops.py"), "--seconds", str(seconds))


MEASURES = {
    "loops": measure_loops,
    "rules": measure_rules,
    "observe": lambda checkout, seconds: measure_rules(checkout, seconds, "--observe"),
    "server": measure_server,
}


@contextmanager
def check_out(revision: str) -> Iterator[Checkout]:
    """Check out the older commit into a worktree that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="armarium-old-") as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(CHECKOUT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=True)
        try:
            yield prepare(revision, tree)
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def prepare(name: str, tree: Path) -> Checkout:
    """Write the entry points by which a plain checkout finds its games."""
    subprocess.run(
        [sys.executable, "tools/entry_points.py"], cwd=tree, check=True, stdout=subprocess.DEVNULL
    )
    return Checkout(name, tree)


def format_quartiles(values: list[float]) -> str:
    if len(values) < 2:
        return "–"
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{low:.3f} to {high:.3f}"


def print_report(old: dict[str, list[float]], new: dict[str, list[float]]) -> None:
    print("| | old | new | new / old | half of the pairs | all pairs |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, before in old.items():
        after = new.get(name, [])
        ratios = [b / a for a, b in zip(before, after)]
        if ratios:
            print(
                f"| {name} | {statistics.median(before):,.0f} | {statistics.median(after):,.0f} | "
                f"{statistics.median(ratios):.3f} | {format_quartiles(ratios)} | "
                f"{min(ratios):.3f} to {max(ratios):.3f} |"
            )
    for name, found in (("old", old), ("new", new)):
        whole, patched = ([v for k, v in found.items() if word in k] for word in ("whole", "patch"))
        if whole and patched:
            ratios = [b / a for a, b in zip(whole[0], patched[0])]
            verdict = "at most" if statistics.median(ratios) <= MAX_PATCH_RATIO else "MORE THAN"
            print(
                f"\n{name}: patches cost {statistics.median(ratios):.3f} of whole views "
                f"({format_quartiles(ratios)}), {verdict} {MAX_PATCH_RATIO:.2f}"
            )


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # stop and remove what was started
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision", help="the older commit")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=3.0, help="duration of each measurement")
    parser.add_argument("--only", choices=MEASURES, action="append", help="may be repeated")
    arguments = parser.parse_args()
    measures = [MEASURES[name] for name in arguments.only or MEASURES]
    with check_out(arguments.revision) as old:
        checkouts = [old, prepare("this checkout", CHECKOUT)]
        found: dict[Checkout, dict[str, list[float]]] = {checkout: {} for checkout in checkouts}
        for checkout in checkouts:
            print(f"warming up: {checkout.name} …", file=sys.stderr, flush=True)
            for measure in measures:
                measure(checkout, 0.2)
        for pair in range(arguments.pairs):
            print(f"pair {pair + 1} of {arguments.pairs} …", file=sys.stderr, flush=True)
            for measure in measures:
                for checkout in checkouts if pair % 2 == 0 else reversed(checkouts):
                    for name, value in measure(checkout, arguments.seconds).items():
                        found[checkout].setdefault(name, []).append(value)
        print_report(*(found[checkout] for checkout in checkouts))


if __name__ == "__main__":
    main()
