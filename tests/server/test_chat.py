"""Chat at a table: who receives it, what is allowed, its limits, and that it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from starlette.applications import Starlette

from armarium.server.features import chat
from armarium.server.limits import Limits
from armarium.server.tables.log import ChatSent
from armarium.server.tables.plan import Phrase, Reaction
from armarium.text import catalogue
from tests.server.in_memory import Server
from tests.server.people import Person, seat_two_people

LIMITS = Limits()


async def send_chat(person: Person, id_: str, **what: Any) -> dict[str, Any]:
    person.pipe.send({"t": "say", "id": id_, **what})
    while True:
        message = await person.receive()
        if message["t"] in ("ack", "refused") and message["id"] == id_:
            return message


async def test_a_line_reaches_every_seat_and_nobody_else(server: Server):
    table, (ada, bo) = await seat_two_people(server)
    watcher = Person(server.connect(table, None))
    await watcher.receive_until("history")
    assert (await send_chat(ada, "a", text="<b>Bonjour</b> & bienvenue"))["t"] == "ack"
    said = await bo.receive_until("said")
    assert said["line"]["text"] == "<b>Bonjour</b> & bienvenue", (
        "as it was written: the page escapes"
    )
    assert (said["line"]["seat"], said["line"]["name"], said["line"]["number"]) == (0, "Ada", 0)
    assert any('"said"' in frame for frame in ada.pipe.frames), "its sender reads it, too"
    assert (await send_chat(bo, "b", phrase="too-dear"))["t"] == "ack"
    assert (await ada.receive_until("said"))["line"]["phrase"] == "too-dear"
    assert (await send_chat(bo, "c", reaction="bravo"))["t"] == "ack"
    assert (await ada.receive_until("said"))["line"]["reaction"] == "bravo"
    watcher.pipe.send({"t": "say", "id": "w", "text": "hello"})
    assert (await watcher.receive_until("refused"))["code"] == "bad-token"
    later = server.connect(table, None)
    await later.until("history")
    for pipe in (watcher.pipe, later):
        assert not any("Bonjour" in frame or "too-dear" in frame for frame in pipe.frames)
    assert "Bonjour" not in (await server.get(f"/api/tables/{table}")).text


async def test_a_chat_line_with_the_same_key_is_added_once(server: Server):
    _, (ada, bo) = await seat_two_people(server)
    for _ in range(2):
        assert (await send_chat(ada, "a", text="once"))["t"] == "ack"
    await send_chat(ada, "b", text="twice")
    assert (await bo.receive_until("said"))["line"]["text"] == "once"
    assert (await bo.receive_until("said"))["line"]["text"] == "twice"
    refused = await ada.act("keep", id="a")
    assert refused["code"] == "illegal-action" and refused["facts"]["reason"] == "id-used"


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ({"text": " \t\n "}, "talk-empty"),
        ({"text": "x" * (chat.MAX_CHAT_CHARACTERS + 1)}, "talk-too-long"),
        ({}, "talk-one"),
        ({"text": "a", "phrase": "hello"}, "talk-one"),
    ],
)
async def test_invalid_chat_lines_are_refused(server: Server, what: dict[str, str], reason: str):
    table, (ada, _) = await seat_two_people(server)
    before = len(server.app.state.live_tables._store.read(table))
    refused = await send_chat(ada, "a", **what)
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-talk", reason)
    assert len(server.app.state.live_tables._store.read(table)) == before


async def test_an_unknown_phrase_is_refused_with_its_id(server: Server):
    _, (ada, _) = await seat_two_people(server)
    refused = await send_chat(ada, "a", phrase="fight")
    assert (refused["code"], refused["facts"]["asked"]) == ("invalid-action", "say")


async def test_chat_is_limited_per_seat(server: Server):
    _, (ada, bo) = await seat_two_people(server)
    for number in range(LIMITS.chat_burst):
        assert (await send_chat(ada, f"a{number}", reaction="smile"))["t"] == "ack"
    refused = await send_chat(ada, "more", text="and more")
    assert (refused["code"], refused["facts"]["reason"]) == ("too-fast", "too-much-talk")
    assert (await send_chat(bo, "b", text="my turn"))["t"] == "ack", "another seat may"


async def test_chat_is_limited_per_address(server: Server):
    client_limits = server.app.state.client_limits
    said = sum(client_limits.may_chat(f"t{number}", 0, "10.0.0.1") for number in range(200))
    assert said == LIMITS.chat_burst * LIMITS.seats_per_address
    assert client_limits.may_chat("t", 0, "10.0.0.2")


async def test_a_muted_player_gets_an_error(server: Server):
    table, (ada, bo) = await seat_two_people(server)
    live_table = await server.app.state.live_tables.find(table)
    live_table.session.table = live_table.session.table.copy_with(
        chairs=live_table.session.table.replace_chair(1, is_muted=True)
    )
    refused = await send_chat(bo, "b", text="let me speak")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-talk", "talk-muted")
    assert (await send_chat(ada, "a", text="he may not"))["t"] == "ack"


async def test_the_number_of_chat_lines_is_limited(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "MAX_CHAT_LINES", 1)
    _, (ada, _) = await seat_two_people(server)
    assert (await send_chat(ada, "a", text="one"))["t"] == "ack"
    assert (await send_chat(ada, "b", text="two"))["facts"]["reason"] == "talk-full"


async def test_chat_survives_a_restart_and_makes_no_version(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, token = await server.open_table({"name": "Ada"}, {"bot": "random"})
        ada = Person(server.connect(table, token))
        await ada.receive_until("history")
        await send_chat(ada, "a", text="before")
        await send_chat(ada, "b", phrase="good-luck")
        kept = [
            e for e in server.app.state.live_tables._store.read(table) if isinstance(e, ChatSent)
        ]
        assert [entry.text for entry in kept] == ["before", None]
    async with Server(app_of()) as server:
        back = server.connect(table, token)
        lines = (await back.until("talk"))["lines"]
        assert [(line["text"], line["phrase"]) for line in lines] == [
            ("before", None),
            (None, "good-luck"),
        ]
        assert all(line["at"] > 1_600_000_000 for line in lines)


async def test_chat_changes_no_view_and_no_version(server: Server):
    _, (ada, bo) = await seat_two_people(server)
    was = ada.v, ada.view
    await send_chat(bo, "b", text="well")
    await ada.receive_until("said")
    assert (ada.v, ada.view) == was


def test_every_phrase_and_reaction_has_a_text():
    for kind, codes in (("phrase", get_args(Phrase)), ("reaction", get_args(Reaction))):
        for code in codes:
            said = {
                catalogue.translate(tongue, f"talk_{kind}_{code.replace('-', '_')}")
                for tongue in ("en", "fr")
            }
            assert len(said) == 2, code
