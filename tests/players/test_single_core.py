"""Parallel processes use one core each by default."""

import os
from pathlib import Path

import pytest

from armarium.core.executor import ProcessExecutor, worker_environment
from armarium.server.bots.pool import BotWorkerPool

LIMIT = "OPENBLAS_NUM_THREADS"


def test_explicit_thread_settings_are_kept(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    assert worker_environment()[LIMIT] == "1"
    monkeypatch.setenv(LIMIT, "3")
    assert worker_environment()[LIMIT] == "3"


def test_every_process_of_an_executor_has_one_core(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    with ProcessExecutor(2) as executor:
        assert executor.submit(os.getenv, LIMIT).result() == "1"


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no such file here")
def test_every_bot_worker_has_one_core(monkeypatch):
    monkeypatch.delenv(LIMIT, raising=False)
    pool = BotWorkerPool(workers=1)
    pool.start(wait=False)
    try:
        assert f"{LIMIT}=1".encode() in Path(f"/proc/{pool.pids[0]}/environ").read_bytes()
    finally:
        pool.close()
