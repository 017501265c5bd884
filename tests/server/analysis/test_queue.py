"""Analyses over HTTP: refused during the game, computed once, cached, and sent in the client's language."""

from __future__ import annotations

import asyncio
import gzip
import os
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from armarium.analysis.report import Analysis
from armarium.server.app import make_app
from armarium.server.errors import NotJudged
from armarium.server.features.analysis.queue import AnalysisCache, AnalysisQueue
from armarium.server.features.analysis.worker import AnalysisWorker
from tests.server.in_memory import Server
from tests.server.people import play_on, seat_two_people

TIMEOUT_SECONDS = 60  # reached only by a failing test
RECORDS = Path(__file__).parents[2] / "golden" / "records"
BODY = msgspec.json.encode(
    Analysis(
        game="biblios", version="1", measure="chance",
        curve=[[0.5, 0.5]], luck=[], decisions=[], seats=[], lots=[],
    )
)  # fmt: skip


async def start_and_wait(
    server: Server, address: str, parts: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the analysis. Collect the partial ones, of which each is sent once."""
    answer = await server.post(address, {})
    seen = [answer.json["progress"]]
    part = 0
    while answer.status == 202:
        assert answer.json["state"] == "working"
        assert ("analysis" in answer.json) == (answer.json.get("part", 0) > part)
        part = answer.json.get("part", 0)
        parts += [answer.json["analysis"]] if "analysis" in answer.json else []
        await asyncio.sleep(0.2)
        answer = await server.get(f"{address}?part={part}")
        seen.append(answer.json["progress"])
    assert answer.status == 200 and answer.json["state"] == "done", answer.text
    assert seen == sorted(seen)
    received: dict[str, Any] = answer.json["analysis"]
    return received


@pytest.mark.thorough
async def test_a_finished_game_is_analysed_once(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}")
    async with Server(app) as server:
        table, people = await seat_two_people(server)
        await play_on(people, random.Random(1), 30)
        address = f"/api/replays/{table}/analysis"
        for answer in (await server.get(address), await server.post(address, {})):
            assert (answer.status, answer.json["code"]) == (403, "record-sealed")
        await play_on(people, random.Random(1))
        assert (await server.get(address)).json == {"state": "none", "progress": 0.0}
        parts: list[dict[str, Any]] = []
        received = await start_and_wait(server, address, parts)
        assert parts and parts[0]["curve"] == received["curve"]
        for story in parts[0]["stories"]:
            assert story["text"] and "No single decision" not in story["text"]
        assert (
            len(received["curve"]) == (await server.get(f"/api/replays/{table}")).json["last"] + 1
        )
        assert len(list((tmp_path / "tables.analyses").iterdir())) == 1
        french = await server.get(address, **{"Accept-Language": "fr"})
        reasons = zip(received["decisions"], french.json["analysis"]["decisions"])
        assert any(one["reason"] != two["reason"] for one, two in reasons)
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        answer = await server.post(f"/api/replays/{table}/analysis", {})
        assert answer.status == 200 and answer.json["analysis"] == received


def test_the_cache_is_bounded_and_keyed_by_version(tmp_path: Path):
    kept = AnalysisCache(tmp_path / "here", max_bytes=400)
    body = BODY.replace(b'"1"', b'"%s"' % random.Random(1).randbytes(50).hex().encode())
    for n in range(4):
        kept.write(f"record {n}", "1-a", body)
    assert kept.read("record 3", "1-a") == body and kept.read("record 3", "2-b") is None
    assert 1 <= len(list((tmp_path / "here").iterdir())) <= 2


def damage_file(whole: bytes) -> dict[str, bytes]:
    """Return the ways in which a disk or a crash can damage a file."""
    middle = len(whole) // 2
    flipped = bytes([whole[middle] ^ 0xFF])
    return {
        "empty": b"",
        "zeros": bytes(len(whole)),
        "text": b"not zipped",
        "half": whole[:middle],
        "flipped": whole[:middle] + flipped + whole[middle + 1 :],
        "header": whole[:10] + bytes([0xFF]) * 20 + whole[30:],
        "end": whole[:-4] + bytes(4),
        "no-json": gzip.compress(BODY[:-1]),
        "nothing": gzip.compress(b""),
        "shape": gzip.compress(b'{"game": "biblios"}'),
        "list": gzip.compress(b"[]"),
    }


@pytest.mark.parametrize("damage", damage_file(gzip.compress(BODY)))
def test_a_damaged_cache_file_is_recomputed(tmp_path: Path, damage: str):
    kept = AnalysisCache(tmp_path)
    kept.write("record", "1", BODY)
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage_file(file.read_bytes())[damage])
    assert kept.read("record", "1") is None
    assert not list(tmp_path.iterdir()), "it is in nobody's way"
    kept.write("record", "1", BODY)
    assert kept.read("record", "1") == BODY


@pytest.mark.parametrize("damage", ["header", "empty", "zeros"])  # header: a zlib.error
async def test_a_damaged_analysis_counts_as_absent(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
):
    """It used to be an error of the server until somebody deleted the file."""

    async def compute(*_: object) -> bytes:
        return BODY

    monkeypatch.setattr(AnalysisWorker, "run", compute)
    folder, damaged = tmp_path / "tables.analyses", b"not there"
    uploaded = await server.post("/api/replays", (RECORDS / "gold.txt").read_bytes())
    address = f"/api/replays/{uploaded.json['id']}/analysis"

    async def request_analysis() -> Path:
        """Return the file of an analysis that is computed now."""
        answer = await server.post(address, {})
        assert (answer.status, answer.json["state"]) == (202, "working")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not (files := list(folder.glob("*.gz"))) or files[0].read_bytes() == damaged:
                await asyncio.sleep(0.01)
        assert gzip.decompress(files[0].read_bytes()) == BODY
        return files[0]

    file = await request_analysis()
    damaged = damage_file(file.read_bytes())[damage]
    file.write_bytes(damaged)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (answer := await server.get(address)).status == 202:
            await asyncio.sleep(0.01)  # the file is there a moment before the job ends
    assert (answer.status, answer.json) == (200, {"state": "none", "progress": 0.0})
    file.write_bytes(damaged)
    assert await request_analysis() == file


def test_old_partial_files_are_removed(tmp_path: Path):
    kept = AnalysisCache(tmp_path)
    half, fresh = tmp_path / "one.half", tmp_path / "two.half"
    half.touch()
    fresh.touch()
    os.utime(half, (0, 0))
    kept.write("record", "1", BODY)
    assert not half.exists() and fresh.exists()


class FailingWorker:
    """A worker whose first job fails with a server error."""

    def __init__(self) -> None:
        self.asked = 0

    async def run(self, *_: object) -> bytes:
        await asyncio.sleep(0.01)
        self.asked += 1
        if self.asked == 1:
            raise ZeroDivisionError("a bug of ours")
        return BODY

    async def close(self) -> None:
        pass


async def test_a_server_error_is_reported_and_the_analysis_can_be_requested_again(tmp_path: Path):
    queue = AnalysisQueue(tmp_path, FailingWorker())  # type: ignore[arg-type]
    assert (await queue.request("biblios", "record", "x")).progress == 0
    while (status := await queue.status("biblios", "record")).progress is not None:
        await asyncio.sleep(0.01)
    assert isinstance(status.error, NotJudged) and "went wrong" in str(status.error)
    await queue.request("biblios", "record", "x")
    while (status := await queue.status("biblios", "record")).progress is not None:
        await asyncio.sleep(0.01)
    assert status.body == BODY
    await queue.close()
