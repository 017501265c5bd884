"""Episodes: every decision of many games, with what its seat knew and might do; as arrays, Parquet or for Minari."""

from armarium.lab.dataset.collecting import SCHEMA, Episodes, collect, episodes

__all__ = ["SCHEMA", "Episodes", "collect", "episodes"]
