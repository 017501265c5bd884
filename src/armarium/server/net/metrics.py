"""The figures of a running server, as Prometheus reads them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

__all__ = ["Histogram", "Metrics"]

_BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    def __init__(self) -> None:
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._buckets[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> list[str]:
        told, so_far = [], 0
        for bound, count in zip((*_BOUNDS, "+Inf"), self._buckets, strict=True):
            so_far += count
            told.append(f'{name}_bucket{{le="{bound}"}} {so_far}')
        return [*told, f"{name}_sum {self._sum:.6f}", f"{name}_count {so_far}"]


class Metrics:
    """`tables` and `sockets` are asked when the figures are read."""

    def __init__(self) -> None:
        self.tables: Callable[[], int] = lambda: 0
        self.sockets: Callable[[], int] = lambda: 0
        self.created = 0
        self.actions: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.bot_failures = 0
        self.act_to_sent = Histogram()

    def text(self) -> str:
        lines: list[str] = []

        def tell(name: str, kind: str, help_: str, values: list[str]) -> None:
            lines.extend([f"# HELP {name} {help_}", f"# TYPE {name} {kind}", *values])

        def by(name: str, label: str, counts: Counter[str]) -> list[str]:
            return [f'{name}{{{label}="{key}"}} {n}' for key, n in sorted(counts.items())]

        tell("armarium_tables", "gauge", "Tables in memory.", [f"armarium_tables {self.tables()}"])
        tell("armarium_sockets", "gauge", "Open sockets.", [f"armarium_sockets {self.sockets()}"])
        name = "armarium_tables_created_total"
        tell(name, "counter", "Tables created.", [f"{name} {self.created}"])
        name = "armarium_actions_total"
        tell(name, "counter", "Actions applied.", by(name, "by", self.actions))
        name = "armarium_refused_total"
        tell(name, "counter", "Messages and requests refused.", by(name, "code", self.refused))
        name = "armarium_bot_failures_total"
        tell(name, "counter", "Moves made for a failing bot.", [f"{name} {self.bot_failures}"])
        name = "armarium_act_to_sent_seconds"
        tell(name, "histogram", "From an act to its frames.", self.act_to_sent.lines(name))
        return "\n".join(lines) + "\n"
