"""Break the rules on purpose, one sentence at a time: do the tests notice?

Each tests/mutants/*.patch is a unified diff against src/, opened by two lines:

    # sentence: B-3.4 a bid is higher than the one before
    # tests: tests/rulebook/GAME/test_auction.py -k bid

It is applied to a copy of the tree, and the tests it names run there. A mutant is killed when one
of them fails. One that survives, that no longer applies or whose tests do not run is a mistake.
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
PATIENCE = 600  # seconds; a broken rule may well loop for ever


@dataclass(frozen=True)
class Mutant:
    patch: Path
    sentence: str
    tests: tuple[str, ...]  # arguments for pytest

    @property
    def name(self) -> str:
        return self.patch.stem


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    killed: bool
    by: str  # the first failing test, or what went wrong
    seconds: float


def read(patch: Path) -> Mutant:
    """A patch with what its first lines say; what they leave out is empty."""
    said: dict[str, str] = {}
    for line in patch.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        key, _, value = line.lstrip("# ").partition(":")
        said[key.strip()] = value.strip()
    return Mutant(patch, said.get("sentence", ""), tuple(shlex.split(said.get("tests", ""))))


def copy_tree(to: Path) -> None:
    """All that tests may read, without what tools leave behind."""
    leave = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__",
                                   "node_modules", "dist")  # fmt: skip
    shutil.copytree(ROOT, to, ignore=leave)


def run_tests(tree: Path, tests: tuple[str, ...]) -> tuple[int | None, str]:
    """pytest's exit code (None: it never ended) and its first failure."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "--no-header",
               "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]  # fmt: skip
    # Interpreted: a mutant is a small change to readable Python, and compiling it would take longest.
    environment = dict(
        os.environ, PYTHONPATH=str(tree / "src"), COLUMNS="500", NUMBA_DISABLE_JIT="1"
    )
    if tree != ROOT:
        # Compiled mutants go away with their tree.
        environment["ARMARIUM_CACHE"] = str(tree / ".cache")
    process = subprocess.Popen(
        command, cwd=tree, env=environment, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        output, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        # Compiled code cannot be interrupted, and the tests may have children: end the group.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, f"no end after {PATIENCE} s"
    lines = output.splitlines()
    failures = [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    last = failures[0].split(" ", 1)[1].split(" - ")[0] if failures else "".join(lines[-1:])
    return process.returncode, last


def judge(mutant: Mutant) -> Verdict:
    started = time.monotonic()

    def verdict(killed: bool, by: str) -> Verdict:
        return Verdict(mutant, killed, by, time.monotonic() - started)

    if not (mutant.sentence and mutant.tests):
        return verdict(False, "names no sentence or no tests")
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder) / "tree"
        copy_tree(tree)
        applied = subprocess.run(
            ["git", "apply", mutant.patch], cwd=tree, capture_output=True, text=True, check=False,
            # A repository further up would make git look for the files there, and find none.
            env=dict(os.environ, GIT_CEILING_DIRECTORIES=folder),
        )  # fmt: skip
        if applied.returncode:
            return verdict(False, f"does not apply: {applied.stderr.strip()}")
        code, first = run_tests(tree, mutant.tests)
    if code == 0:
        return verdict(False, "SURVIVED")
    # 1: a test failed. Anything else but a hang means that the tests did not run.
    return verdict(code in (1, None), first if code in (1, None) else f"tests did not run: {first}")


def sound(mutants: list[Mutant], console: Console) -> bool:
    """Tests that fail without any mutant would kill them all."""
    for tests in sorted({mutant.tests for mutant in mutants if mutant.tests}):
        code, first = run_tests(ROOT, tests)
        if code != 0:
            console.print(f"without any mutant, {shlex.join(tests)} gives: {first}", markup=False)
            return False
    return True


def show(verdicts: list[Verdict], console: Console) -> None:
    table = Table("mutant", "sentence", "killed by", "seconds")
    for verdict in verdicts:
        table.add_row(
            verdict.mutant.name,
            verdict.mutant.sentence,
            verdict.by,
            f"{verdict.seconds:.0f}",
            style=None if verdict.killed else "bold red",
        )
    console.print(table)
    killed = sum(verdict.killed for verdict in verdicts)
    console.print(f"{killed} of {len(verdicts)} killed")


def main() -> int:
    parser = argparse.ArgumentParser(description="Break the rules on purpose: do the tests notice?")
    parser.add_argument("names", nargs="*", help="only these mutants (file names without .patch)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    arguments = parser.parse_args()

    console = Console()
    mutants = [read(patch) for patch in sorted(PATCHES.glob("*.patch"))]
    unknown = set(arguments.names) - {mutant.name for mutant in mutants}
    if unknown or not mutants:
        console.print(f"no such mutant: {', '.join(sorted(unknown)) or PATCHES.name + '/*.patch'}")
        return 2
    if arguments.names:
        mutants = [mutant for mutant in mutants if mutant.name in arguments.names]

    console.print("the tests without any mutant")
    if not sound(mutants, console):
        return 1
    verdicts = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for verdict in pool.map(judge, mutants):
            verdicts.append(verdict)
            mark = "killed" if verdict.killed else "FAILED"
            console.print(f"{len(verdicts)}/{len(mutants)} {mark} {verdict.mutant.name}")
    show(verdicts, console)
    return 0 if all(verdict.killed for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
