"""After `warm`, nothing is compiled during play."""

import subprocess
import sys

import pytest

from armarium.core.registry import game_names

SCRIPT = """
import sys
from numba.core.registry import CPUDispatcher
from armarium.core.registry import find_game

game = find_game(sys.argv[1])
game.warm()
folder = f"armarium.games.{game.name}."
for module in [m for n, m in sys.modules.items() if n.startswith((folder, "armarium.core."))]:
    for name, kernel in vars(module).items():
        is_own = isinstance(kernel, CPUDispatcher) and kernel.py_func.__module__ == module.__name__
        if is_own and not kernel.targetoptions["no_cpython_wrapper"] and not kernel.overloads:
            print(module.__name__, name)
"""


@pytest.mark.parametrize("game", game_names())
def test_every_entry_point_is_called(game):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, game], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
