"""Artisans, towers and cards: the names and numbers that no component file changes."""

from __future__ import annotations

__all__ = ["CARDS", "COLLECTIONS", "SEATS", "SPACES", "TOWERS", "TYPES"]

TYPES = ("researcher", "scribe", "illustrator", "binder")
# Always in this order, in actions too; where they stand on the ring is the components' business.
TOWERS = ("history", "poetry", "philosophy", "astronomy", "devotion", "cartography")

CARDS = 47  # people call them 1 … 47; inside the rules they are 0 … 46
COLLECTIONS = 7
SPACES = 7  # G-1: the Grand Library, then the towers, clockwise (G-2)
LIBRARY = 0

SEATS = (1,)
HAND_SIZE = 5
BLACK_CUBES = 26
START_ARTISANS = 20
START_FLORINS = 5
LAST_DAY = 40
WALK = 3  # spaces a day
MOST_HIRES = 2
LEVELS = ((15, 1), (30, 2), (45, 3))  # florins, and the artisans that come with them
FLORINS_A_POINT = 5
