"""The analysis of a table's game over the wire: sealed while it runs, made once, kept, told in the asker's words."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from armarium.server.analysis.kept import KeptAnalyses
from armarium.server.net.app import make_app
from tests.server.people import play_on, two_people
from tests.server.pipes import Server


async def made(server: Server, address: str) -> dict[str, Any]:
    answer = await server.post(address, {})
    seen = [answer.json["progress"]]
    while answer.status == 202:
        assert answer.json["state"] == "working"
        await asyncio.sleep(0.2)
        answer = await server.get(address)
        seen.append(answer.json["progress"])
    assert answer.status == 200 and answer.json["state"] == "done", answer.text
    assert seen == sorted(seen)
    told: dict[str, Any] = answer.json["analysis"]
    return told


@pytest.mark.at_length
async def test_a_game_is_explained_when_it_is_over_and_only_once(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}")
    async with Server(app) as server:
        table, people = await two_people(server)
        await play_on(people, random.Random(1), 30)
        address = f"/api/replays/{table}/analysis"
        for answer in (await server.get(address), await server.post(address, {})):
            assert (answer.status, answer.json["code"]) == (403, "record-sealed")
        await play_on(people, random.Random(1))
        assert (await server.get(address)).json == {"state": "none", "progress": 0.0}
        told = await made(server, address)
        assert len(told["curve"]) == (await server.get(f"/api/replays/{table}")).json["last"] + 1
        assert len(list((tmp_path / "tables.analyses").iterdir())) == 1
        french = await server.get(address, **{"Accept-Language": "fr"})
        reasons = zip(told["decisions"], french.json["analysis"]["decisions"])
        assert any(one["reason"] != two["reason"] for one, two in reasons)
    async with Server(make_app(f"sqlite:///{tmp_path / 'tables.db'}")) as server:
        answer = await server.post(f"/api/replays/{table}/analysis", {})
        assert answer.status == 200 and answer.json["analysis"] == told


def test_what_is_kept_is_bounded_and_of_one_version(tmp_path: Path):
    kept = KeptAnalyses(tmp_path / "here", most=400)
    body = random.Random(1).randbytes(150)
    for n in range(4):
        kept.write(f"record {n}", "1-a", body)
    assert kept.read("record 3", "1-a") == body and kept.read("record 3", "2-b") is None
    assert 1 <= len(list((tmp_path / "here").iterdir())) <= 2


def test_a_spoilt_file_is_as_good_as_none(tmp_path: Path):
    kept = KeptAnalyses(tmp_path)
    kept.write("record", "1", b"{}")
    next(tmp_path.iterdir()).write_bytes(b"not zipped")
    assert kept.read("record", "1") is None
