"""Replays of finished games: from any seat as it saw them then, or with open cards.

Everything here starts from a record. A table releases its record only when nothing in it is secret any more.
"""
