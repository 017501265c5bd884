"""The figures of a running server, as Prometheus reads them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

__all__ = ["CONTENT_TYPE", "Metrics"]

# The text form that every reader knows.
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# When a figure was first counted is no figure.
disable_created_metrics()  # type: ignore[no-untyped-call]
LOOK_EVERY = 1.0  # seconds
_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """A registry of its own, because a process may hold several servers. `tables` and `sockets` are asked when the
    figures are read. No figure is of a single table, seat or address."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.tables: Callable[[], int] = lambda: 0
        self.sockets: Callable[[], int] = lambda: 0
        self._gauge("armarium_tables", "Tables in memory.").set_function(lambda: self.tables())
        self._gauge("armarium_sockets", "Open sockets.").set_function(lambda: self.sockets())
        self.created = self._counter("armarium_tables_created", "Tables created.")
        actions = self._counter("armarium_actions", "Actions applied.", "by")
        self.actions_by = {by: actions.labels(by) for by in ("person", "bot")}
        self.refused = self._counter("armarium_refused", "Messages and requests refused.", "code")
        self.bot_failures = self._counter("armarium_bot_failures", "Moves made for a failing bot.")
        self.act_to_sent = self._histogram(
            "armarium_act_to_sent_seconds", "From an act to its frames."
        )
        self.commit = self._histogram("armarium_commit_seconds", "A commit of the log.")
        self.loop_lag = self._histogram(
            "armarium_loop_lag_seconds", "How much later than asked the event loop came round."
        )
        self.unsaved: Callable[[], int] = lambda: 0
        waiting = self._gauge("armarium_unsaved", "Changes that wait for their commit.")
        waiting.set_function(lambda: self.unsaved())

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def _histogram(self, name: str, told: str) -> Histogram:
        return Histogram(name, told, registry=self._registry, buckets=_BOUNDS)

    async def watch_loop(self) -> None:
        """For as long as the server runs: how late the loop is."""
        loop = asyncio.get_running_loop()
        while True:
            asked = loop.time() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self.loop_lag.observe(max(0.0, loop.time() - asked))

    def _gauge(self, name: str, told: str) -> Gauge:
        return Gauge(name, told, registry=self._registry)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, registry=self._registry)
