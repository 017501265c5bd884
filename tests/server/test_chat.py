"""Talk at a table: who hears it, what it may be, how much of it, and that it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from starlette.applications import Starlette

from armarium import words
from armarium.server.net.limits import Limits
from armarium.server.table import chat
from armarium.server.table.log import Said
from armarium.server.table.plan import Phrase, Reaction
from tests.server.people import Person, two_people
from tests.server.pipes import Server

LIMITS = Limits()


async def say(person: Person, id_: str, **what: Any) -> dict[str, Any]:
    person.pipe.send({"t": "say", "id": id_, **what})
    while True:
        message = await person.hear()
        if message["t"] in ("ack", "refused") and message["id"] == id_:
            return message


async def test_a_line_reaches_every_seat_and_nobody_else(server: Server):
    table, (ada, bo) = await two_people(server)
    watcher = Person(server.sit(table, None))
    await watcher.hear_until("history")
    assert (await say(ada, "a", text="<b>Bonjour</b> & bienvenue"))["t"] == "ack"
    said = await bo.hear_until("said")
    assert said["line"]["text"] == "<b>Bonjour</b> & bienvenue", (
        "as it was written: the page escapes"
    )
    assert (said["line"]["seat"], said["line"]["name"], said["line"]["number"]) == (0, "Ada", 0)
    assert any('"said"' in frame for frame in ada.pipe.frames), "its sender reads it, too"
    assert (await say(bo, "b", phrase="too-dear"))["t"] == "ack"
    assert (await ada.hear_until("said"))["line"]["phrase"] == "too-dear"
    assert (await say(bo, "c", reaction="bravo"))["t"] == "ack"
    assert (await ada.hear_until("said"))["line"]["reaction"] == "bravo"
    watcher.pipe.send({"t": "say", "id": "w", "text": "hello"})
    assert (await watcher.hear_until("refused"))["code"] == "bad-token"
    later = server.sit(table, None)
    await later.until("history")
    for pipe in (watcher.pipe, later):
        assert not any("Bonjour" in frame or "too-dear" in frame for frame in pipe.frames)
    assert "Bonjour" not in (await server.get(f"/api/tables/{table}")).text


async def test_the_same_line_sent_twice_is_said_once(server: Server):
    _, (ada, bo) = await two_people(server)
    for _ in range(2):
        assert (await say(ada, "a", text="once"))["t"] == "ack"
    await say(ada, "b", text="twice")
    assert (await bo.hear_until("said"))["line"]["text"] == "once"
    assert (await bo.hear_until("said"))["line"]["text"] == "twice"
    refused = await ada.act("keep", id="a")
    assert refused["code"] == "illegal-action" and refused["facts"]["reason"] == "id-used"


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ({"text": " \u202e\t\n "}, "talk-empty"),
        ({"text": "x" * (chat.MOST_LETTERS + 1)}, "talk-too-long"),
        ({}, "talk-one"),
        ({"text": "a", "phrase": "hello"}, "talk-one"),
    ],
)
async def test_what_cannot_be_said(server: Server, what: dict[str, str], reason: str):
    table, (ada, _) = await two_people(server)
    before = len(server.app.state.house.lobby._store.read(table))
    refused = await say(ada, "a", **what)
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-talk", reason)
    assert len(server.app.state.house.lobby._store.read(table)) == before


async def test_a_phrase_that_there_is_not_is_answered_by_its_id(server: Server):
    _, (ada, _) = await two_people(server)
    refused = await say(ada, "a", phrase="fight")
    assert (refused["code"], refused["facts"]["asked"]) == ("invalid-action", "say")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("two\nlines\tof\u00a0it", "two lines of it"),
        ("\u202eevil\u2066", "evil"),
        ("e" + "\u0301" * 50 + "!", "e" + "\u0301" * chat.MOST_MARKS + "!"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("\x00\x1b[31m", "[31m"),
        ("\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"), "\ufffd"),
    ],
)
def test_a_line_is_plain(text: str, told: str):
    assert chat.plain(text) == told


async def test_a_seat_speaks_so_often_over_all_its_sockets(server: Server):
    _, (ada, bo) = await two_people(server)
    for number in range(LIMITS.talk_burst):
        assert (await say(ada, f"a{number}", reaction="smile"))["t"] == "ack"
    refused = await say(ada, "more", text="and more")
    assert (refused["code"], refused["facts"]["reason"]) == ("too-fast", "too-much-talk")
    assert (await say(bo, "b", text="my turn"))["t"] == "ack", "another seat may"


async def test_an_address_speaks_so_often_at_all_its_tables(server: Server):
    callers = server.app.state.house.callers
    said = sum(callers.may_talk(f"t{number}", 0, "10.0.0.1") for number in range(200))
    assert said == LIMITS.talk_burst * LIMITS.seats_an_address
    assert callers.may_talk("t", 0, "10.0.0.2")


async def test_who_is_muted_is_told_so(server: Server):
    table, (ada, bo) = await two_people(server)
    room = await server.app.state.house.lobby.room(table)
    room.session.table = room.session.table._but(chairs=room.session.table._seated(1, muted=True))
    refused = await say(bo, "b", text="let me speak")
    assert (refused["code"], refused["facts"]["reason"]) == ("bad-talk", "talk-muted")
    assert (await say(ada, "a", text="he may not"))["t"] == "ack"


async def test_a_table_has_so_many_lines(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chat, "MOST_TALK", 1)
    _, (ada, _) = await two_people(server)
    assert (await say(ada, "a", text="one"))["t"] == "ack"
    assert (await say(ada, "b", text="two"))["facts"]["reason"] == "talk-full"


async def test_talk_outlives_a_restart_and_counts_no_version(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        table, token = await server.open_table({"name": "Ada"}, {"bot": "random"})
        ada = Person(server.sit(table, token))
        await ada.hear_until("history")
        await say(ada, "a", text="before")
        await say(ada, "b", phrase="good-luck")
        kept = [e for e in server.app.state.house.lobby._store.read(table) if isinstance(e, Said)]
        assert [entry.text for entry in kept] == ["before", None]
    async with Server(app_of()) as server:
        back = server.sit(table, token)
        lines = (await back.until("talk"))["lines"]
        assert [(line["text"], line["phrase"]) for line in lines] == [
            ("before", None),
            (None, "good-luck"),
        ]
        assert all(line["at"] > 1_600_000_000 for line in lines)


async def test_talk_changes_no_view_and_no_version(server: Server):
    _, (ada, bo) = await two_people(server)
    was = ada.v, ada.view
    await say(bo, "b", text="well")
    await ada.hear_until("said")
    assert (ada.v, ada.view) == was


def test_every_phrase_and_reaction_has_words():
    for kind, codes in (("phrase", get_args(Phrase)), ("reaction", get_args(Reaction))):
        for code in codes:
            said = {
                words.say(tongue, f"talk_{kind}_{code.replace('-', '_')}")
                for tongue in ("en", "fr")
            }
            assert len(said) == 2, code
