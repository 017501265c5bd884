"""The lab without the server: nothing on its way is imported that only tables for people need."""

import subprocess
import sys

PLAY = """
import sys
import gymnasium, pyspiel
import armarium.lab.adapters.gymnasium, armarium.lab.adapters.openspiel
from armarium.lab import dataset, vector
import armarium.lab.arena.running
from armarium.lab.adapters.pettingzoo import env
table = env(seats=2)
table.reset(seed=1)
table.step(0)
gymnasium.make("armarium/Bibliogamo-v0").reset(seed=1)
pyspiel.load_game("armarium_biblios").new_initial_state().chance_outcomes()
vector.VectorGame("biblios", 2, 2).reset()
dataset.collect(games=1, seats=2)
of_the_server = {"msgspec", "sqlalchemy", "starlette", "uvicorn", "uvloop", "websockets", "armarium.server"}
print(sorted(of_the_server & sys.modules.keys()))
"""


def test_nothing_of_the_server_is_imported():
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
