"""The page on trainers tells the truth: its examples run as they stand."""

import doctest
import logging
import os
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.third_party, pytest.mark.filterwarnings("ignore")]
PAGE = Path(__file__).parents[2] / "docs" / "trainers.md"


def test_every_example_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    torchrl = pytest.importorskip("torchrl._utils")
    torchrl.logger.setLevel(logging.WARNING)  # it says on the screen that all is well
    names = {"FILE": str(tmp_path / "games.parquet")}
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, globs=names)
    assert tried >= 30
    assert failed == 0
