"""PettingZoo's own benchmark (five seconds a table): turns a second of its API, observations and masks included."""

from pettingzoo.test import performance_benchmark

from armarium.games.shelf import DEFAULT, open_book
from armarium.lab.adapters.pettingzoo import env

for seats in open_book(DEFAULT).seats:
    print(f"PettingZoo, {DEFAULT}, {seats} seats")
    performance_benchmark(env(DEFAULT, seats=seats))
