"""Another process takes tables over, whatever happens to their owner: real processes, harmed once each.

`killing.py` does this a hundred times, for longer, under more tables.
"""

from __future__ import annotations

import pytest

from tests.server.postgres import Cluster
from tests.server.stress.killing import FaultPlan, run_with_faults

TABLES = 3
SEED = 4
FROZEN_SECONDS = 9.0  # longer than a lease lasts
LONGEST_PAUSE = 30_000  # ms; 10 s on a machine that is not busy


@pytest.mark.thorough
@pytest.mark.parametrize(
    "faults",
    [
        FaultPlan(kills=1, freezes=1, frozen_seconds=FROZEN_SECONDS),
        FaultPlan(database_kills=1, cuts=2, jumps=2, frozen_seconds=FROZEN_SECONDS),
    ],
    ids=["killed-and-frozen", "cut-off"],
)
async def test_play_goes_on_and_nothing_acknowledged_is_lost(cluster: Cluster, faults: FaultPlan):
    found = await run_with_faults(cluster, faults, TABLES, SEED)
    assert found["acknowledged"] > 0
    assert found["longest pause (ms)"] < LONGEST_PAUSE
