"""Datasets of episodes: every decision of many games with its observation and legal actions; as arrays, Parquet or
Minari."""

from armarium.lab.dataset.collecting import Episodes, collect, episodes
from armarium.lab.dataset.contents import SCHEMA, SPLITS, BadDataset, read_archive

__all__ = ["SCHEMA", "SPLITS", "BadDataset", "Episodes", "collect", "episodes", "read_archive"]
