"""A process that judges: fair and bounded turns, progress on the way, and a clear word where nothing came of it."""

from __future__ import annotations

import asyncio
import sys

import pytest

from armarium.server.analysis.jobs import Job
from armarium.server.analysis.judge import Judge
from armarium.server.errors import NotJudged, TooFast

ECHO = """
import json, sys, time
for line in sys.stdin:
    record = json.loads(line)["record"]
    if record == "die":
        sys.exit(1)
    if record == "sleep":
        time.sleep(60)
    if record == "bad":
        print(json.dumps({"failed": {"code": "not-over", "facts": {"asked": 3}, "text": "Not over."}}), flush=True)
        continue
    for progress in (100, 500):
        print(json.dumps({"progress": progress}), flush=True)
    print(json.dumps({"progress": 1000, "result": {"of": record}}), flush=True)
"""


def judge(longest: float = 30.0, most: int = 8, own: int = 2) -> Judge:
    return Judge(longest, most, own, (sys.executable, "-c", ECHO))


async def test_a_result_with_progress_on_the_way():
    here, heard = judge(), []
    assert await here.ask(Job(record="a"), "x", "1", heard.append) == b'{"of": "a"}'
    assert heard == [100, 500]
    assert await here.ask(Job(record="b"), "x", "2") == b'{"of": "b"}'
    await here.close()


async def test_one_address_may_not_fill_the_line():
    here = judge()
    asking = [asyncio.ensure_future(here.ask(Job(record="a"), "x", str(n))) for n in range(3)]
    other = asyncio.ensure_future(here.ask(Job(record="o"), "y", "4"))
    found = await asyncio.gather(*asking, other, return_exceptions=True)
    assert [isinstance(one, TooFast) for one in found] == [False, False, True, False]
    await here.close()


async def test_the_line_has_an_end():
    here = judge(most=1, own=9)
    asking = [asyncio.ensure_future(here.ask(Job(record="a"), str(n), str(n))) for n in range(4)]
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert sum(isinstance(one, TooFast) for one in found) == 2
    await here.close()


@pytest.mark.parametrize(("record", "reason"), [("die", "judged-ended"), ("bad", "judged-cause")])
async def test_what_fails_says_so_and_the_next_is_judged(record: str, reason: str):
    here = judge()
    with pytest.raises(NotJudged) as told:
        await here.ask(Job(record=record), "x", "1")
    assert told.value.facts["reason"] == reason
    assert await here.ask(Job(record="b"), "x", "2") == b'{"of": "b"}'
    await here.close()


async def test_what_takes_too_long_is_ended():
    here = judge(longest=1.0)
    with pytest.raises(NotJudged) as told:
        await here.ask(Job(record="sleep"), "x", "1")
    assert told.value.facts["reason"] == "judged-too-long"
    await here.close()
