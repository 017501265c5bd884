"""The arrows between the layers; the contracts themselves stand in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[2]


def test_the_import_contracts_hold(capsys):
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


def test_importing_armarium_does_not_load_numba():
    heavy = "import sys, armarium; print({'numba', 'numpy'} & sys.modules.keys() or 'light')"
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "light"
