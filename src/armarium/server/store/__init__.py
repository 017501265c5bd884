"""The memory of the house: the log of its tables in a database, and how an older one is brought up to date."""

from armarium.server.store.database import BadDatabase
from armarium.server.store.keeping import Ban, Keeping
from armarium.server.store.retention import Keep
from armarium.server.store.store import Day, Store

__all__ = ["BadDatabase", "Ban", "Day", "Keep", "Keeping", "Store"]
