"""Bibliogamo: artisans, towers and a wandering librarian, for one player. One chapter a file."""

from armarium.games.bibliogamo.cards import SEATS
from armarium.games.bibliogamo.game import Game
from armarium.games.bibliogamo.random_play import RandomPlay
from armarium.games.bibliogamo.sketch import Sketch
from armarium.games.bibliogamo.warm import warm

__all__ = ["EDITIONS", "SEATS", "Game", "RandomPlay", "Sketch", "warm"]

EDITIONS: tuple[str, ...] = ()  # there is only one
