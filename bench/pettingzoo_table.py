"""PettingZoo's own benchmark (five seconds per table): steps per second of its API, with observations and masks."""

from pettingzoo.test import performance_benchmark

from armarium.core.registry import DEFAULT_GAME, find_game
from armarium.lab.adapters.pettingzoo import env

for seats in find_game(DEFAULT_GAME).seats:
    print(f"PettingZoo, {DEFAULT_GAME}, {seats} seats")
    performance_benchmark(env(DEFAULT_GAME, seats=seats))
