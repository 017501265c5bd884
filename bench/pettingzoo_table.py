"""PettingZoo's own benchmark (five seconds a table): turns a second of its API, observations and masks included."""

from pettingzoo.test import performance_benchmark

from armarium.lab.adapters.pettingzoo import env

for seats in (2, 3, 4):
    print(f"PettingZoo, biblios, {seats} seats")
    performance_benchmark(env(seats=seats))
