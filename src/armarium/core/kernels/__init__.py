"""Compiled code for all games: bit sets, random numbers, the key of a deal and random play."""
