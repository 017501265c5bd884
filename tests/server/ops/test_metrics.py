"""The metrics of a server, and the dashboard and alert rules that use them."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

import armarium
from armarium.server.app import make_app
from armarium.server.bots.pool import BotWorkerPool
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, seat_two_people
from tests.server.postgres import Cluster

HOSTING = Path(__file__).parents[3] / "hosting"
# Words of the query language, of labels, and what Prometheus adds itself.
NOT_OURS = {
    "and",
    "by",
    "histogram_quantile",
    "increase",
    "instance",
    "job",
    "le",
    "max",
    "or",
    "rate",
    "sum",
    "up",
}
LABELS = {"by", "code"}


async def read_metrics(server: Server) -> dict[str, float]:
    """Return the value of each series, without its labels."""
    text = (await server.get("/metrics")).text
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def list_expressions() -> list[str]:
    dashboard = json.loads((HOSTING / "grafana.json").read_text("utf-8"))
    rules = (HOSTING / "alerts.yml").read_text("utf-8")
    return [
        *(target["expr"] for panel in dashboard["panels"] for target in panel["targets"]),
        *re.findall(r"^ +expr: (.+)$", rules, re.MULTILINE),
    ]


async def test_every_expression_names_exported_metrics(server: Server):
    await seat_two_people(server)
    await server.get("/api/tables/none")  # a refusal
    names = (await read_metrics(server)).keys()
    found = list_expressions()
    assert len(found) > 20
    for expression in found:
        words = set(re.findall(r"[a-z_]{2,}", re.sub(r'\{.*?\}|\[\w+\]|"[^"]*"', "", expression)))
        used = words - NOT_OURS - LABELS
        assert used or "up" in words, expression
        assert used <= names, f"{expression}: {used - names}"


async def test_process_build_and_database_are_exported(either_server: Server):
    found = await read_metrics(either_server)
    assert found["process_resident_memory_bytes"] > 1e6 and found["process_open_fds"] > 2
    assert found["process_cpu_seconds_total"] > 0
    assert found["armarium_database_bytes"] > 4096
    assert found["armarium_bot_queue"] == found["armarium_analyses"] == 0
    text = (await either_server.get("/metrics")).text
    (build,) = re.findall("armarium_build_info{(.*)} 1", text)
    assert f'version="{armarium.__version__}"' in build


async def test_a_table_at_two_processes_counts_once(
    cluster: Cluster, tmp_path: Path, pool: BotWorkerPool
):
    address = cluster.database()
    first, second = (Server(make_app(address, page=tmp_path, bot_backend=pool)) for _ in range(2))
    async with first, second:
        table, ada = await first.open_table(ADA, OPEN)
        bo = await second.take_seat(table, "Bo")
        for server, token in ((first, ada), (second, bo)):
            await Person(server.connect(table, token)).receive_until("history")
        until = time.monotonic() + 20
        while True:
            found = [await read_metrics(server) for server in (first, second)]
            if sum(one["armarium_tables"] for one in found) == 1:
                break
            assert time.monotonic() < until, "the table counts twice"
        # Only its owner has it in memory.
        assert [one["armarium_tables_in_memory"] for one in found] == [1, 0]
