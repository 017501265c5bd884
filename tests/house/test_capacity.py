"""docs/capacity.md says what its figures give, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

from bench.server.needs import FIGURES, needs, table

PAGE = (Path(__file__).parents[2] / "docs" / "capacity.md").read_text("utf-8")


def test_the_page_has_the_costs_that_were_measured():
    rows = [json.loads(line) for line in FIGURES.read_text("utf-8").splitlines()]
    assert {row["processes"] for row in rows} == {1, 2, 4}
    for row in rows:
        told = f"| {row['processes']} | {row['people']} | {row['actions']:,} | "
        assert f"{told}{row['server_ms']:.2f} | {row['database_ms']:.2f} |" in PAGE


def test_the_page_has_what_follows_from_them():
    assert table() in PAGE


def test_twice_the_tables_need_twice_as_much():
    one, two = needs(1_000_000, 1.0, 0.1), needs(2_000_000, 1.0, 0.1)
    assert (one.processes, two.processes) == (400, 800)
    assert two.database_cores == 2 * one.database_cores == 80
    assert two.log_gb_a_day == 2 * one.log_gb_a_day
