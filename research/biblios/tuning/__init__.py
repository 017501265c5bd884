"""Tune the monk's weights by self-play."""
