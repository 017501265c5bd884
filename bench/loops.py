"""Measure the loops of docs/research.md on one core: VectorGame with random actions, and OpenSpiel's evaluate_bots.

.venv/bin/python bench/loops.py --seconds 3 (python bench/old_and_new.py REV --only loops compares two commits)
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
import pyspiel

import armarium.lab.adapters.openspiel  # noqa: F401  (registers the games)
from armarium.core.registry import find_game, game_names
from armarium.lab.sampling import random_legal
from armarium.lab.vector import VectorGame

__all__: list[str] = []

SLOTS = 1024


def measure_vector_game(game: str, seconds: float) -> float:
    """Return decisions per second of CPU time."""
    games, rng, steps = VectorGame(game, SLOTS, threads=1), np.random.default_rng(0), 0
    games.step(random_legal(games.masks(), rng))
    started = time.process_time()
    while time.process_time() - started < seconds:
        games.step(random_legal(games.masks(), rng))
        steps += 1
    return SLOTS * steps / (time.process_time() - started)


def measure_evaluate_bots(name: str, seconds: float) -> float:
    """Return random games per second of CPU time."""
    game, played = pyspiel.load_game(name), 0
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    pyspiel.evaluate_bots(game.new_initial_state(), bots, 0)
    started = time.process_time()
    while time.process_time() - started < seconds:
        played += 1
        pyspiel.evaluate_bots(game.new_initial_state(), bots, played)
    return played / (time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the loops of docs/research.md.")
    parser.add_argument("--seconds", type=float, default=3.0, help="duration of each measurement")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures: dict[str, float] = {}
    for game in (name for name in game_names() if find_game(name).batch is not None):
        name = f"VectorGame, {game}, random_legal, decisions/s"
        figures[name] = measure_vector_game(game, arguments.seconds)
    for kind in pyspiel.registered_games():
        if kind.short_name.startswith("armarium_"):
            seats = sorted({kind.min_num_players, kind.max_num_players})
            for number in seats if len(seats) > 1 else [0]:
                game = f"{kind.short_name}(players={number})" if number else kind.short_name
                name = f"evaluate_bots, {game}, games/s"
                figures[name] = measure_evaluate_bots(game, arguments.seconds)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name}: {value:,.1f}")


if __name__ == "__main__":
    main()
