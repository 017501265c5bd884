"""Warming a game leaves nothing to be compiled while people play."""

import subprocess
import sys

import pytest

from armarium.games.shelf import names

SCRIPT = """
import sys
from numba.core.registry import CPUDispatcher
from armarium.games.shelf import open_book

book = open_book(sys.argv[1])
book.warm()
folder = f"armarium.games.{book.name}."
for module in [m for n, m in sys.modules.items() if n.startswith((folder, "armarium.games.table."))]:
    for name, kernel in vars(module).items():
        is_own = isinstance(kernel, CPUDispatcher) and kernel.py_func.__module__ == module.__name__
        if is_own and not kernel.targetoptions["no_cpython_wrapper"] and not kernel.overloads:
            print(module.__name__, name)
"""


@pytest.mark.parametrize("game", names())
def test_every_door_has_been_gone_through(game):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
