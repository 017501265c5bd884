"""The arrows between the layers; the contracts themselves stand in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_import_contracts_hold():
    """In a process of its own: the linter keeps hold of the stdout that it was first imported under."""
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_importing_armarium_does_not_load_numba():
    heavy = "import sys, armarium; print({'numba', 'numpy'} & sys.modules.keys() or 'light')"
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "light"
