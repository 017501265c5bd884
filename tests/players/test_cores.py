"""Processes beside others calculate on one core each, unless somebody has said otherwise."""

import os
from pathlib import Path

import pytest

from armarium.lab.cluster.crew import Processes
from armarium.players.cores import beside_others
from armarium.server.bots.pool import Pool

LIMIT = "OPENBLAS_NUM_THREADS"


def test_what_a_person_has_set_stands(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    assert beside_others()[LIMIT] == "1"
    monkeypatch.setenv(LIMIT, "3")
    assert beside_others()[LIMIT] == "3"


def test_every_process_of_a_crew_has_one_core(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    with Processes(2) as crew:
        assert crew.begin(os.getenv, LIMIT).result() == "1"


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no such file here")
def test_every_worker_of_the_bots_has_one_core(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    pool = Pool(workers=1)
    pool.start(wait=False)
    try:
        assert f"{LIMIT}=1".encode() in Path(f"/proc/{pool.pids[0]}/environ").read_bytes()
    finally:
        pool.close()
