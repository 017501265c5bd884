"""The log store: the event log of all tables in a database, and the migrations of its schema."""

from armarium.server.store.admin import AdminStore, Ban
from armarium.server.store.database import BadDatabase
from armarium.server.store.health import Problem
from armarium.server.store.retention import Retention
from armarium.server.store.store import DailyScores, Store

__all__ = ["AdminStore", "BadDatabase", "Ban", "DailyScores", "Problem", "Retention", "Store"]
