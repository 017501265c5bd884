"""Measure the loops of docs/research.md on one core: VectorGame with random actions, OpenSpiel's evaluate_bots, and the
rows of positions.

.venv/bin/python bench/loops.py --seconds 3 (python bench/old_and_new.py REV --only loops compares two commits)

It uses public names only, so that it runs with older commits too.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import armarium.lab.adapters.openspiel  # noqa: F401  (registers the games)
from armarium.lab.sampling import random_legal
from armarium.lab.vector import VectorGame
from armarium.players import Position, position_from, position_of

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


def measure_positions(game: str, seats: int, seconds: float) -> dict[str, float]:
    """Return microseconds of CPU time for the row and the mask of a position, from a game and from its view as JSON."""
    new_game = importlib.import_module(f"armarium.games.{game}").Game.new
    rng, games = random.Random(0), []
    for seed in range(4):
        table = new_game(seats=seats, seed=seed)
        while table.to_act is not None:
            if rng.random() < 0.5:
                games.append(table.copy())
            table.play(rng.choice(table.legal()))
    texts = [json.dumps(table.view(table.to_act)) for table in games]

    def measure(read: Callable[[int], Position]) -> float:
        started, read_count = time.process_time(), 0
        while time.process_time() - started < seconds:
            for number in range(len(games)):
                position = read(number)
                _ = position.row, position.mask
            read_count += len(games)
        return 1e6 * (time.process_time() - started) / read_count

    return {
        f"row of a position, {game}, µs": measure(lambda n: position_of(games[n], games[n].to_act)),
        f"row of a JSON view, {game}, µs": measure(lambda n: position_from(json.loads(texts[n]))),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the loops of docs/research.md.")
    parser.add_argument("--seconds", type=float, default=3.0, help="duration of each measurement")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures: dict[str, float] = {}
    kinds = [k for k in pyspiel.registered_games() if k.short_name.startswith("armarium_")]
    for kind in kinds:
        game = kind.short_name.removeprefix("armarium_").replace("_", "-")
        name = f"VectorGame, {game}, random_legal, decisions/s"
        figures[name] = measure_vector_game(game, arguments.seconds)
    for kind in kinds:
        seats = sorted({kind.min_num_players, kind.max_num_players})
        for number in seats if len(seats) > 1 else [0]:
            game = f"{kind.short_name}(players={number})" if number else kind.short_name
            name = f"evaluate_bots, {game}, games/s"
            figures[name] = measure_evaluate_bots(game, arguments.seconds)
    for kind in kinds if hasattr(Position, "row") else ():
        game = kind.short_name.removeprefix("armarium_")
        figures |= measure_positions(game, kind.max_num_players, arguments.seconds)
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name}: {value:,.1f}")


if __name__ == "__main__":
    main()
