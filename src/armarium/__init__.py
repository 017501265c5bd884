"""Armarium: the book cupboard of a monastery, and a shelf of games.

`armarium.games` holds the rulebooks, `armarium.players` those who play by themselves,
`armarium.lab` what researchers need, `armarium.server` the table for people.
Importing this package alone is light: nothing here compiles or loads a rulebook.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
