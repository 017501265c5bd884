"""A record as a file: looked through apart, refused with its line, and seen like a table's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from armarium.games.shelf import open_book
from armarium.games.table.record import MOST_BYTES
from armarium.server.replay.kept import Kept
from tests.server.pipes import Server
from tests.server.replay.watching import replay_of, views_of

RECORDS = Path(__file__).parents[2] / "golden" / "records"


@pytest.mark.parametrize("file", ["gold.txt", "bibliogamo-own-cards.txt"])
async def test_a_record_that_is_sent_can_be_seen_again(server: Server, file: str):
    text = (RECORDS / file).read_text()
    sent = await server.post("/api/replays", text.encode())
    assert sent.status == 201, sent.text
    name = sent.json["id"]
    game = open_book(sent.json["game"]).game.replay(text)
    assert sent.json["actions"] == len(game.actions)
    views = await views_of(server, name, "0")
    assert views[-1] == game.view(0)
    assert (await replay_of(server, name))["seats"] == [{"name": "", "bot": None}] * game.seats
    assert (await server.get(f"/api/replays/{name}/record")).text == text


async def test_what_is_no_record_is_refused_with_its_line(server: Server):
    text = (RECORDS / "gold.txt").read_text()
    for body, code, reason in [
        (b"\xff\xfe", "bad-record", "record-ascii"),
        (b"a letter", "bad-record", "record-title"),
        (text.replace("keep", "auction", 1).encode(), "bad-record", "record-changed"),
        (b"x" * (MOST_BYTES + 1), "too-big", None),
    ]:
        answer = await server.post("/api/replays", body)
        assert (answer.json["code"], answer.json["facts"].get("reason")) == (code, reason)
        assert answer.status in (400, 413) and answer.json["text"]


async def test_a_record_that_is_not_kept_is_asked_for_again(server: Server):
    answer = await server.get(f"/api/replays/{'0' * 64}")
    assert (answer.status, answer.json["code"]) == (404, "no-replay")


async def test_a_foreign_page_sends_nothing(server: Server):
    text = (RECORDS / "gold.txt").read_text()
    answer = await server.post("/api/replays", text.encode(), Origin="https://elsewhere.example")
    assert answer.json["code"] == "foreign-origin"


def test_what_was_asked_for_last_is_kept():
    kept = Kept[str, str](10, len)
    for name in "abc":
        kept.put(name, name * 4)
        kept.get("a")
    assert kept.get("b") is None
    assert kept.get("a") == "aaaa" and kept.get("c") == "cccc"
    kept.put("d", "d" * 50)  # one that is too big for all is kept alone
    assert kept.get("d") is not None and kept.get("a") is None
