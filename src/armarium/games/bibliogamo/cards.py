"""Artisans, towers and cards: the names and numbers that a component file cannot change."""

from __future__ import annotations

__all__ = ["CARDS", "COLLECTIONS", "SEATS", "SPACES", "TOWERS", "TYPES"]

TYPES = ("researcher", "scribe", "illustrator", "binder")
# The canonical order, also in actions. The components define their positions on the ring.
TOWERS = ("history", "poetry", "philosophy", "astronomy", "devotion", "cartography")

CARDS = 47  # numbered 1 … 47 in texts and views, 0 … 46 in the rules
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
MAX_HIRES = 2
LEVELS = ((15, 1), (30, 2), (45, 3))  # (florins, extra artisans)
FLORINS_A_POINT = 5
