"""What many tables need, computed from what one action was measured to cost: python -m bench.server.needs

Reads docs/figures/processes.jsonl, which `python -m bench.server.processes --json` writes, and prints the table of
docs/capacity.md.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FIGURES", "Needs", "costs", "needs", "table"]

FIGURES = Path(__file__).parents[2] / "docs" / "figures" / "processes.jsonl"
BUSY = 0.5  # how much of a core is used on average: waits grow without bound as it nears the whole
SECONDS_AN_ACTION = (
    5.0  # of a table at which people play, over the evening: they think, talk and fetch tea
)
KIB_A_TABLE = 136  # in memory, with its two sockets (docs/load.md)
MIB_A_PROCESS = 350  # rules, players and compiler
KB_AN_ACTION = 0.5  # of the log, with its index
HOURS = 4.0  # a day, that a table is played


@dataclass(frozen=True)
class Needs:
    tables: int
    actions_a_second: float
    processes: int  # of a core each
    memory_gib: float
    database_cores: int
    log_gb_a_day: float


def costs() -> tuple[float, float]:
    """Milliseconds of processor an action, of the server and of the database: the dearest that was measured."""
    rows = [json.loads(line) for line in FIGURES.read_text("utf-8").splitlines()]
    return max(row["server_ms"] for row in rows), max(row["database_ms"] for row in rows)


def needs(tables: int, server_ms: float, database_ms: float) -> Needs:
    rate = tables / SECONDS_AN_ACTION
    processes = math.ceil(rate * server_ms / 1000 / BUSY)
    memory = tables * KIB_A_TABLE / 2**20 + processes * MIB_A_PROCESS / 1024
    database = math.ceil(rate * database_ms / 1000 / BUSY)
    log = rate * 3600 * HOURS * KB_AN_ACTION / 1e6
    return Needs(tables, rate, processes, memory, database, log)


def table() -> str:
    lines = [
        "| tables at once | actions/s | processes, cores | GiB of memory | cores of the database | GB of log a day |",
        "|---|---|---|---|---|---|",
    ]
    for tables in (100, 10_000, 1_000_000):
        n = needs(tables, *costs())
        lines.append(
            f"| {n.tables:,} | {n.actions_a_second:,.0f} | {n.processes:,} | {n.memory_gib:,.1f} | "
            f"{n.database_cores:,} | {n.log_gb_a_day:,.1f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
