"""The terminal: a game of Biblios in words, hot-seat or against players; replays; and proof of a fair deal.

It knows a game through its views and events, like the page does, and says everything with the one catalogue.
"""
