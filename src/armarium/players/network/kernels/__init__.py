"""The compiled part of a network."""
