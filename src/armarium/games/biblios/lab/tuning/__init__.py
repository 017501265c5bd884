"""Tuning the monk's weights by self-play."""
