"""The terminal: games in words, alone, hot-seat or against players; replays; and proof of a fair deal.

It knows a game through its book, its views and its events, like the page does, and says everything with the one
catalogue. What differs from game to game lives in the game's own room (`room.py` says what a room offers).
"""
