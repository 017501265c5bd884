"""Biblios: gifts, auctions, church cards and dice, for 2 to 4 players. One chapter a file."""

from armarium.games.biblios.editions import EDITIONS, SEATS
from armarium.games.biblios.game import Game
from armarium.games.biblios.random_play import RandomPlay
from armarium.games.biblios.sketch import Sketch
from armarium.games.biblios.warm import warm

__all__ = ["EDITIONS", "SEATS", "Game", "RandomPlay", "Sketch", "warm"]
