"""Analyses of finished games: computed in a separate process, one at a time, and cached."""
