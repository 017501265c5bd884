"""The metrics of a running server, in the Prometheus format."""

from __future__ import annotations

import asyncio
import contextlib
import platform
from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

import armarium

__all__ = ["CONTENT_TYPE", "Metrics"]

# The text format that every Prometheus version reads.
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Do not export when each metric was created.
disable_created_metrics()  # type: ignore[no-untyped-call]
LAG_INTERVAL = 1.0  # seconds
MEASURE_SECONDS = 2.0  # time limit for the size of the database
_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one server, in their own registry, because a process may hold several servers.

    The callables are called when the metrics are read. No metric is about a single table, seat or address. The metrics
    `process_…` (Linux) are about the server alone, not its bots.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        build = self._gauge("armarium_build_info", "Always 1.", "version", "python")
        build.labels(armarium.__version__, platform.python_version()).set(1)
        self.tables: Callable[[], int] = lambda: 0
        self.tables_in_memory: Callable[[], int] = lambda: 0
        self.sockets: Callable[[], int] = lambda: 0
        self.bot_queue: Callable[[], int] = lambda: 0
        self.analyses: Callable[[], int] = lambda: 0
        for name, description, read in (
            (
                "armarium_tables",
                "Tables with a connected player. A table at several processes counts at one.",
                lambda: self.tables(),
            ),
            (
                "armarium_tables_in_memory",
                "Tables in the memory of this process.",
                lambda: self.tables_in_memory(),
            ),
            ("armarium_sockets", "Open sockets.", lambda: self.sockets()),
            ("armarium_bot_queue", "Bot moves waiting for a worker.", lambda: self.bot_queue()),
            ("armarium_analyses", "Analyses waiting or running.", lambda: self.analyses()),
        ):
            self._gauge(name, description).set_function(read)
        self.ready = self._gauge("armarium_ready", "1 if people can play, as /readyz answers.")
        self.measure_database: Callable[[], int] = lambda: 0
        self._database_bytes = self._gauge("armarium_database_bytes", "Size of the database.")
        self.created = self._counter("armarium_tables_created", "Tables created.")
        actions = self._counter("armarium_actions", "Actions applied.", "by")
        self.actions_by = {by: actions.labels(by) for by in ("person", "bot")}
        self.refused = self._counter("armarium_refused", "Messages and requests refused.", "code")
        self.bot_failures = self._counter(
            "armarium_bot_failures", "Moves made by another bot because a bot failed."
        )
        self.bot_errors = self._counter(
            "armarium_bot_errors", "Bot moves prevented by a server error."
        )
        self.searches_cut = self._counter(
            "armarium_searches_cut_short", "Bot searches cut short by a deadline."
        )
        self.stuck: Callable[[], int] = lambda: 0
        stuck = self._gauge(
            "armarium_tables_stuck", "Tables whose bot cannot move because of a server error."
        )
        stuck.set_function(lambda: self.stuck())
        self.act_to_sent = self._histogram(
            "armarium_act_to_sent_seconds", "Seconds from an action to its frames."
        )
        self.commit = self._histogram("armarium_commit_seconds", "Seconds of a commit.")
        self.loop_lag = self._histogram(
            "armarium_loop_lag_seconds", "Lag of the event loop in seconds."
        )
        self.unsaved: Callable[[], int] = lambda: 0
        waiting = self._gauge("armarium_unsaved", "Changes waiting for their commit.")
        waiting.set_function(lambda: self.unsaved())

    async def text(self) -> bytes:
        with contextlib.suppress(Exception):  # the database is away: keep the last value
            measuring = asyncio.to_thread(self.measure_database)
            self._database_bytes.set(await asyncio.wait_for(measuring, MEASURE_SECONDS))
        return generate_latest(self._registry)

    def _histogram(self, name: str, description: str) -> Histogram:
        return Histogram(name, description, registry=self._registry, buckets=_BOUNDS)

    async def watch_loop(self) -> None:
        """Measure the lag of the event loop, as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            expected = loop.time() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self.loop_lag.observe(max(0.0, loop.time() - expected))

    def _gauge(self, name: str, description: str, *labels: str) -> Gauge:
        return Gauge(name, description, labels, registry=self._registry)

    def _counter(self, name: str, description: str, *labels: str) -> Counter:
        return Counter(name, description, labels, registry=self._registry)
