"""The check's processes use the GPU one at a time, on every platform, and a killed one lets it go."""

import contextlib
import sqlite3
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from tests.gpu.check import Check

HOLD = """
import sys
from argparse import Namespace
from pathlib import Path
from tests.gpu.check import Check
with Check(Namespace(), Path(sys.argv[1])).gpu():
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_waits_and_a_killed_one_lets_go(tmp_path):
    def start():
        return subprocess.Popen(
            [sys.executable, "-c", HOLD, str(tmp_path)],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    first = start()
    assert first.stdout.readline() == "held\n"
    second = start()
    first.kill()
    first.communicate()
    assert second.stdout.readline() == "held\n"
    assert second.poll() is None
    second.communicate()
    assert second.returncode == 0
    with Check(Namespace(), tmp_path).gpu():  # a process that is done releases the lock too
        pass


def test_a_held_lock_excludes_others(tmp_path):
    with Check(Namespace(), tmp_path).gpu():
        other = sqlite3.connect(tmp_path / "gpu.lock", timeout=0, isolation_level=None)
        with contextlib.closing(other), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN EXCLUSIVE")
