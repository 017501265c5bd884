"""News between processes: what was said while others were being counted is heard all the same."""

from __future__ import annotations

import asyncio
from typing import Any

from armarium.server.store import sharing
from armarium.server.store.sharing import HOUSE, Sharing
from tests.server.postgres import Cluster

PATIENCE = 60  # seconds; only ever used up by a test that fails
MANY = 500


class Listener:
    def __init__(self) -> None:
        self.heard: list[str] = []

    def told(self, process: str, what: str, more: str) -> None:
        self.heard.append(more)

    def __getattr__(self, name: str) -> Any:
        return lambda *facts: None


async def test_no_news_is_lost_among_many(cluster: Cluster, monkeypatch):
    import psycopg

    monkeypatch.setattr(sharing, "COUNTING", 0.0)  # at every piece of news
    address = cluster.database()
    here, listener = Sharing(address), Listener()
    here.follow(listener)
    try:
        with psycopg.connect(address) as other:  # all at once, with the commit
            said = "SELECT pg_notify(%s, 'other used ' || n) FROM generate_series(1, %s) AS n"
            other.execute(said, (HOUSE, MANY))
        async with asyncio.timeout(PATIENCE):
            while not listener.heard or listener.heard[-1] != str(MANY):
                await asyncio.sleep(0.01)
        assert listener.heard == [str(n) for n in range(1, MANY + 1)]
    finally:
        await asyncio.to_thread(here.close)
