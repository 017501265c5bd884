"""A checkout that is not installed, as on a lent GPU machine: its games and players are still found."""

import os
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from entry_points import write_entry_points

from armarium.core import registry
from tests.gpu.check import main

ROOT = Path(__file__).parents[2]


def test_what_is_written_is_what_an_installer_writes(tmp_path):
    written = Distribution.at(write_entry_points(tmp_path))
    installed = distribution("armarium")
    assert written.name == installed.name
    assert {(e.group, e.name, e.value) for e in written.entry_points} == {
        (e.group, e.name, e.value) for e in installed.entry_points
    }


def test_without_entry_points_the_check_says_what_to_do(monkeypatch):
    monkeypatch.setattr(registry, "game_names", tuple)
    monkeypatch.setattr(sys, "argv", ["check"])
    with pytest.raises(SystemExit, match=r"tools/entry_points\.py"):
        main()


def test_the_games_are_found_without_an_installed_package(tmp_path):
    write_entry_points(tmp_path)
    code = "from armarium.core.registry import game_names; print(*game_names())"
    command = [sys.executable, "-S", "-c", code]  # -S: no site-packages
    outputs = []
    for path in ([ROOT / "src"], [ROOT / "src", tmp_path]):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT
        )
        outputs.append(done.stdout.split())
    assert outputs == [[], ["biblios", "bibliogamo"]]
