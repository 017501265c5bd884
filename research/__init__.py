"""Experiments and measurements behind the players and the analysis. Not part of the installed package."""
