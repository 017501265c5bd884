"""`armarium warm` and the notes of what is compiled, on a copy of the cache without notes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from armarium.core.compiled import PLAYING, count_kernels
from armarium.core.kernel_cache import cache_base

GAME = "bibliogamo"
IS_COMPILED = f"""
from armarium.core.compiled import is_compiled
import sys
print([is_compiled({GAME!r}, stage) for stage in {PLAYING}], "armarium.core.jit" in sys.modules)
"""


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    kernels = cache_base() / "kernels"
    unfinished = shutil.ignore_patterns("*.tmp*")  # other processes may be compiling
    shutil.copytree(kernels, tmp_path / "kernels", copy_function=os.link, ignore=unfinished)
    return tmp_path


def run(cache: Path, *command: str, **more: str) -> list[str]:
    environment = {**os.environ, "ARMARIUM_CACHE": str(cache), "ARMARIUM_GYMNASIUM": "0", **more}
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.splitlines()


@pytest.mark.thorough
def test_a_game_is_compiled_once_and_noted(cache: Path):
    assert run(cache, "-c", IS_COMPILED) == ["[False, False] False"]
    warm = ("-m", "armarium.cli", "warm", GAME)
    shares = [json.loads(line)["share"] for line in run(cache, *warm, "--json")]
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert run(cache, "-c", IS_COMPILED) == ["[True, True] False"], "no kernel is imported to know"
    assert run(cache, *warm) == ["Nothing to do: everything is compiled for this machine."]
    # Other flags need other code.
    assert run(cache, "-c", IS_COMPILED, NUMBA_BOUNDSCHECK="1") == ["[False, False] False"]
    # A cache from which something is missing does not count.
    note = next((cache / "compiled").glob(f"{GAME}-players-*"))
    (cache / note.read_text(encoding="utf-8").split()[-1]).unlink()
    assert run(cache, "-c", IS_COMPILED)[0].endswith("False] False")


def test_an_unknown_game_is_refused(cache: Path):
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(cache, "-m", "armarium.cli", "warm", "chess")
    assert "chess" in failed.value.stderr


def test_every_game_has_kernels_to_count():
    assert count_kernels("biblios") > count_kernels(GAME) > 100
