"""The analysis worker: a fair, bounded queue, progress reports, and clear errors."""

from __future__ import annotations

import asyncio
import sys

import pytest

from armarium.server.errors import NotJudged, TooFast
from armarium.server.features.analysis.worker import AnalysisJob, AnalysisWorker

ECHO = """
import json, sys, time
time.sleep(START)
print(json.dumps({}), flush=True)
for line in sys.stdin:
    job = json.loads(line)
    record, n = job["record"], job["id"]
    if record in ("garbled", "endless", "shape"):
        print({"garbled": "{", "endless": "x" * (1 << 25), "shape": '{"progress": "much"}'}[record], flush=True)
    if record == "another":
        print(json.dumps({"id": n - 1, "progress": 1000, "result": {"of": "before"}}), flush=True)
    if record == "die":
        sys.exit(1)
    if record == "sleep":
        time.sleep(60)
    if record == "bad":
        failed = {"code": "not-over", "facts": {"asked": 3}, "text": "Not over."}
        print(json.dumps({"id": n, "failed": failed}), flush=True)
        continue
    for progress in (100, 500):
        print(json.dumps({"id": n, "progress": progress}), flush=True)
    if record == "parts":
        print(json.dumps({"id": n, "partial": {"of": "curve"}}), flush=True)
    print(json.dumps({"id": n, "progress": 1000, "result": {"of": record}}), flush=True)
"""


def make_worker(
    timeout: float = 30.0, most: int = 8, own: int = 2, start: float = 0.0
) -> AnalysisWorker:
    command = (sys.executable, "-c", ECHO.replace("START", str(start)))
    return AnalysisWorker(timeout, most, own, command=command)


async def test_a_job_reports_progress_and_a_result():
    here, heard = make_worker(), []
    assert await here.run(AnalysisJob(record="a"), "x", "1", heard.append) == b'{"of": "a"}'
    assert heard == [100, 500]
    assert await here.run(AnalysisJob(record="b"), "x", "2") == b'{"of": "b"}'
    await here.close()


async def test_a_job_sends_partial_results_before_the_result():
    here, heard, parts = make_worker(), [], []
    job = AnalysisJob(record="parts")
    assert await here.run(job, "x", "1", heard.append, parts.append) == b'{"of": "parts"}'
    assert heard == [100, 500] and parts == [b'{"of": "curve"}']
    await here.close()


async def test_one_address_cannot_fill_the_queue():
    here = make_worker()
    asking = [
        asyncio.ensure_future(here.run(AnalysisJob(record="a"), "x", str(n))) for n in range(3)
    ]
    other = asyncio.ensure_future(here.run(AnalysisJob(record="o"), "y", "4"))
    found = await asyncio.gather(*asking, other, return_exceptions=True)
    assert [isinstance(one, TooFast) for one in found] == [False, False, True, False]
    await here.close()


async def test_the_queue_is_bounded():
    here = make_worker(most=1, own=9)
    asking = [
        asyncio.ensure_future(here.run(AnalysisJob(record="a"), str(n), str(n))) for n in range(4)
    ]
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert sum(isinstance(one, TooFast) for one in found) == 2
    await here.close()


async def test_many_addresses_with_two_each_leave_room_for_another():
    here = make_worker(most=4, own=2)
    crowd = [
        asyncio.ensure_future(here.run(AnalysisJob(record="a"), address, f"{address}{n}"))
        for address in "abc"
        for n in range(2)
    ]
    await asyncio.sleep(0)
    honest = asyncio.ensure_future(here.run(AnalysisJob(record="o"), "honest", "o"))
    found = await asyncio.gather(honest, *crowd, return_exceptions=True)
    assert found[0] == b'{"of": "o"}'
    refused = [one for one in found if isinstance(one, TooFast)]
    assert len(refused) == 2  # one was refused at once, one lost its place
    assert {one.facts["reason"] for one in refused} == {"too-many-judged"}
    await here.close()


@pytest.mark.parametrize(("record", "reason"), [("die", "judged-ended"), ("bad", "judged-cause")])
async def test_a_failed_job_is_reported_and_the_next_one_runs(record: str, reason: str):
    here = make_worker()
    with pytest.raises(NotJudged) as received:
        await here.run(AnalysisJob(record=record), "x", "1")
    assert received.value.facts["reason"] == reason
    assert await here.run(AnalysisJob(record="b"), "x", "2") == b'{"of": "b"}'
    await here.close()


@pytest.mark.parametrize("record", ["garbled", "endless", "shape", "another"])
async def test_an_unreadable_answer_is_not_left_for_the_next_job(record: str):
    here = make_worker()
    with pytest.raises(NotJudged) as received:
        await here.run(AnalysisJob(record=record), "x", "1")
    assert received.value.facts["reason"] == "judged-ended"
    assert await here.run(AnalysisJob(record="b"), "x", "2") == b'{"of": "b"}'
    await here.close()


async def test_the_start_of_the_process_does_not_count_as_time_of_the_job():
    here = make_worker(timeout=1.0, start=1.5)
    assert await here.run(AnalysisJob(record="a"), "x", "1") == b'{"of": "a"}'
    await here.close()


async def test_a_process_that_ends_before_it_is_ready_fails_the_job():
    here = AnalysisWorker(1.0, 8, 2, command=(sys.executable, "-c", ""))
    with pytest.raises(NotJudged) as received:
        await here.run(AnalysisJob(record="a"), "x", "1")
    assert received.value.facts["reason"] == "judged-ended"
    await here.close()


async def test_a_job_that_takes_too_long_is_killed():
    here = make_worker(timeout=1.0)
    with pytest.raises(NotJudged) as received:
        await here.run(AnalysisJob(record="sleep"), "x", "1")
    assert received.value.facts["reason"] == "judged-too-long"
    await here.close()
