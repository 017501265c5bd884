"""Analysis of finished games: luck and skill, the cost of each decision, and the fair price of each lot.

This package works for every game. A game's analyst (`extension.py`) estimates what a position is worth.
"""
