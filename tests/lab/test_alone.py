"""The lab by itself: nothing of the server on its way, and no game by its name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from armarium.core.registry import game_names

SOURCES = Path(__file__).parents[2] / "src" / "armarium"

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


@pytest.mark.parametrize("room", ["lab", "players"])
def test_shared_lab_code_names_no_game(room):
    """Comments may not name a game either; the default game comes from the registry."""
    files = sorted((SOURCES / room).rglob("*.py"))
    found = [
        f"{file.name}:{number} {word}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        for word in [*game_names(), "city"]
        if re.search(rf"(?<![a-z]){word}(?![a-z])", line, re.IGNORECASE)
    ]
    assert len(files) > 5 and found == []


def test_nothing_of_the_server_is_imported():
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
