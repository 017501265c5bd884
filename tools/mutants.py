"""Mutation tests: break one rule at a time and check that the tests fail.

Each tests/mutants/*.patch is a unified diff against src/ that starts with two lines:

    # sentence: B-3.4 a bid is higher than the one before
    # tests: tests/rulebook/GAME/test_auction.py -k bid

The script applies it to a copy of the tree and runs the named tests there. A mutant is killed if one of them
fails. It is an error if a mutant survives, does not apply, or its tests do not run.
"""

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
PATCHES = ROOT / "tests" / "mutants"
TIMEOUT = 600  # seconds; a broken rule may loop forever


@dataclass(frozen=True)
class Mutant:
    patch: Path
    sentence: str
    tests: tuple[str, ...]  # arguments for pytest

    @property
    def name(self) -> str:
        return self.patch.stem


@dataclass(frozen=True)
class MutantResult:
    mutant: Mutant
    killed: bool
    by: str  # the first failing test, or the problem
    seconds: float


def read_mutant(patch: Path) -> Mutant:
    """Read a patch and its header. Missing header fields are empty."""
    header: dict[str, str] = {}
    for line in patch.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        key, _, value = line.lstrip("# ").partition(":")
        header[key.strip()] = value.strip()
    return Mutant(patch, header.get("sentence", ""), tuple(shlex.split(header.get("tests", ""))))


def copy_tree(to: Path) -> None:
    """Copy the files that tests may read, without caches and build folders."""
    ignored = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__",
                                   "node_modules", "dist")  # fmt: skip
    shutil.copytree(ROOT, to, ignore=ignored)


def run_tests(tree: Path, tests: tuple[str, ...]) -> tuple[int | None, str]:
    """Run pytest. Return its exit code (None after a timeout) and the first failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "--no-header",
               "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]  # fmt: skip
    # Run interpreted: compiling each mutant would take longer.
    environment = dict(
        os.environ, PYTHONPATH=str(tree / "src"), COLUMNS="500", NUMBA_DISABLE_JIT="1"
    )
    if tree != ROOT:
        # The cache of a mutant is deleted with its tree.
        environment["ARMARIUM_CACHE"] = str(tree / ".cache")
    process = subprocess.Popen(
        command, cwd=tree, env=environment, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        output, _ = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        # Compiled code cannot be interrupted and tests may start processes, so kill the group.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, f"timeout after {TIMEOUT} s"
    lines = output.splitlines()
    failures = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    last = failures[0].split(" ", 1)[1].split(" - ")[0] if failures else "".join(lines[-1:])
    return process.returncode, last


def run_mutant(mutant: Mutant) -> MutantResult:
    started = time.monotonic()

    def make_result(killed: bool, by: str) -> MutantResult:
        return MutantResult(mutant, killed, by, time.monotonic() - started)

    if not (mutant.sentence and mutant.tests):
        return make_result(False, "has no sentence or no tests")
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree)
        applied = subprocess.run(
            ["git", "apply", mutant.patch], cwd=tree, capture_output=True, text=True, check=False,
            # Otherwise git would use a repository in a parent folder.
            env=dict(os.environ, GIT_CEILING_DIRECTORIES=folder),
        )  # fmt: skip
        if applied.returncode:
            return make_result(False, f"does not apply: {applied.stderr.strip()}")
        code, first = run_tests(tree, mutant.tests)
    if code == 0:
        return make_result(False, "SURVIVED")
    # 1: a test failed; None: timeout. Any other code means that the tests did not run.
    return make_result(
        code in (1, None), first if code in (1, None) else f"tests did not run: {first}"
    )


def check_unmutated(mutants: list[Mutant], console: Console) -> bool:
    """Check that the tests pass without a mutant; otherwise they would kill all mutants."""
    for tests in sorted({mutant.tests for mutant in mutants if mutant.tests}):
        code, first = run_tests(ROOT, tests)
        if code != 0:
            console.print(f"{shlex.join(tests)} fails without any mutant: {first}", markup=False)
            return False
    return True


def print_results(results: list[MutantResult], console: Console) -> None:
    table = Table("mutant", "sentence", "killed by", "seconds")
    for result in results:
        table.add_row(
            result.mutant.name,
            result.mutant.sentence,
            result.by,
            f"{result.seconds:.0f}",
            style=None if result.killed else "bold red",
        )
    console.print(table)
    killed = sum(result.killed for result in results)
    console.print(f"{killed} of {len(results)} killed")


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Break one rule at a time and check that the tests fail."
    )
    parser.add_argument(
        "names", nargs="*", help="run only these mutants (file names without .patch)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="number of mutants to run in parallel")
    arguments = parser.parse_args()

    console = Console()
    mutants = [read_mutant(patch) for patch in sorted(PATCHES.glob("*.patch"))]
    unknown = set(arguments.names) - {mutant.name for mutant in mutants}
    if unknown or not mutants:
        console.print(f"no such mutant: {', '.join(sorted(unknown)) or PATCHES.name + '/*.patch'}")
        return 2
    if arguments.names:
        mutants = [mutant for mutant in mutants if mutant.name in arguments.names]

    console.print("Running the tests without a mutant")
    if not check_unmutated(mutants, console):
        return 1
    results = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for result in pool.map(run_mutant, mutants):
            results.append(result)
            mark = "killed" if result.killed else "FAILED"
            console.print(f"{len(results)}/{len(mutants)} {mark} {result.mutant.name}")
    print_results(results, console)
    return 0 if all(result.killed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
