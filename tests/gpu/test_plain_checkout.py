"""A checkout that is not installed, as on a lent GPU machine: its books and players are found all the same."""

import os
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from entry_points import write

from armarium.games import shelf
from tests.gpu.check import main

HOUSE = Path(__file__).parents[2]


def test_what_is_written_is_what_an_installer_writes(tmp_path):
    written = Distribution.at(write(tmp_path))
    installed = distribution("armarium")
    assert written.name == installed.name
    assert {(e.group, e.name, e.value) for e in written.entry_points} == {
        (e.group, e.name, e.value) for e in installed.entry_points
    }


def test_without_them_the_check_says_what_to_do(monkeypatch):
    monkeypatch.setattr(shelf, "names", tuple)
    monkeypatch.setattr(sys, "argv", ["check"])
    with pytest.raises(SystemExit, match=r"tools/entry_points\.py"):
        main()


def test_the_books_are_found_without_any_installed_package(tmp_path):
    write(tmp_path)
    code = "from armarium.games.shelf import names; print(*names())"
    command = [sys.executable, "-S", "-c", code]  # -S: no site-packages
    told = []
    for path in ([HOUSE / "src"], [HOUSE / "src", tmp_path]):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, cwd=HOUSE
        )
        told.append(done.stdout.split())
    assert told == [[], ["biblios", "bibliogamo"]]
