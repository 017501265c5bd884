"""Uploaded records: checked in the sandbox, refused with the line number, and replayed like a table's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from armarium.core.record import MAX_BYTES
from armarium.core.registry import find_game
from armarium.server.features.replay.views import SizedCache
from tests.server.in_memory import Server
from tests.server.replay.replays import collect_views, get_replay

RECORDS = Path(__file__).parents[2] / "golden" / "records"


@pytest.mark.parametrize("file", ["gold.txt", "bibliogamo-own-cards.txt"])
async def test_an_uploaded_record_can_be_replayed(server: Server, file: str):
    text = (RECORDS / file).read_text()
    sent = await server.post("/api/replays", text.encode())
    assert sent.status == 201, sent.text
    name = sent.json["id"]
    game = find_game(sent.json["game"]).game.replay(text)
    assert sent.json["actions"] == len(game.actions)
    views = await collect_views(server, name, "0")
    assert views[-1] == game.view(0)
    assert (await get_replay(server, name))["seats"] == [{"name": "", "bot": None}] * game.seats
    assert (await server.get(f"/api/replays/{name}/record")).text == text


async def test_an_invalid_record_is_refused_with_its_line(server: Server):
    text = (RECORDS / "gold.txt").read_text()
    for body, code, reason in [
        (b"\xff\xfe", "bad-record", "record-ascii"),
        (b"a letter", "bad-record", "record-title"),
        (text.replace("keep", "auction", 1).encode(), "bad-record", "record-changed"),
        (b"x" * (MAX_BYTES + 1), "too-big", None),
    ]:
        answer = await server.post("/api/replays", body)
        assert (answer.json["code"], answer.json["facts"].get("reason")) == (code, reason)
        assert answer.status in (400, 413) and answer.json["text"]


async def test_an_expired_upload_has_to_be_sent_again(server: Server):
    answer = await server.get(f"/api/replays/{'0' * 64}")
    assert (answer.status, answer.json["code"]) == (404, "no-replay")


async def test_another_sites_page_cannot_upload(server: Server):
    text = (RECORDS / "gold.txt").read_text()
    answer = await server.post("/api/replays", text.encode(), Origin="https://elsewhere.example")
    assert answer.json["code"] == "foreign-origin"


def test_the_cache_keeps_the_most_recently_used():
    kept = SizedCache[str, str](10, len)
    for name in "abc":
        kept.put(name, name * 4)
        kept.get("a")
    assert kept.get("b") is None
    assert kept.get("a") == "aaaa" and kept.get("c") == "cccc"
    kept.put("d", "d" * 50)  # an entry larger than the cache is kept alone
    assert kept.get("d") is not None and kept.get("a") is None
