"""The terminal user interface: play alone, in hot-seat mode or against bots; replay, verify and analyse records.

Like the page, it uses a game's definition, views and events, and takes every text from the catalogue. A game may
provide its own TerminalUI (`extension.py`).
"""
