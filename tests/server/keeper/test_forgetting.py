"""People delete their name, what they said, and tables that are theirs alone; nobody else can."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.applications import Starlette

from armarium.server.table.session import Session
from tests.server.keeper.conftest import Kept
from tests.server.people import BOT, OPEN, Person
from tests.server.pipes import Closed


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def stored(kept: Kept) -> str:
    with kept.app.state.house.lobby._store.reading() as connection:
        rows = connection.exec_driver_sql("SELECT body FROM table_log").fetchall()
    return "\n".join(body for (body,) in rows)


async def talking(kept: Kept) -> tuple[str, list[str], list[Person]]:
    """Two people who have said something."""
    table, ada = await kept.open_table({"name": "Adelheid"}, OPEN)
    bo = await kept.take_seat(table, "Bogumil")
    people = [Person(kept.sit(table, token)) for token in (ada, bo)]
    for number, person in enumerate(people):
        await person.hear_until("history")
        person.pipe.send({"t": "say", "id": f"s{number}", "text": f"line {number}"})
        await person.hear_until("ack")
    return table, [ada, bo], people


async def test_a_name_and_what_was_said_are_gone_and_the_game_goes_on(kept: Kept):
    table, (ada, _), people = await talking(kept)
    answer = await kept.delete(f"/api/tables/{table}/seats/0", **bearer(ada))
    assert (answer.status, answer.json) == (200, {"deleted": "traces"})
    talk = await people[1].hear_until("talk")
    assert [line["text"] for line in talk["lines"]] == ["line 1"]
    assert [seat["name"] for seat in people[1].table["seats"]] == ["", "Bogumil"]
    assert "Adelheid" not in stored(kept) and "line 0" not in stored(kept)
    assert "Bogumil" in stored(kept) and "line 1" in stored(kept)
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act(mover.view["legal"][0]))["t"] == "ack"


async def test_the_same_after_a_restart(database: str, kept_app: Callable[..., Starlette]):
    async with Kept(kept_app(database)) as kept:
        table, (ada, bo), people = await talking(kept)
        v = max(person.v for person in people)
        await kept.delete(f"/api/tables/{table}/seats/0", **bearer(ada))
    async with Kept(kept_app(database)) as kept:
        back = Person(kept.sit(table, bo))
        talk = await back.hear_until("talk")
        assert [(line["number"], line["text"]) for line in talk["lines"]] == [(1, "line 1")]
        assert ([seat["name"] for seat in back.table["seats"]], back.v) == (["", "Bogumil"], v)
        again = Person(kept.sit(table, ada))  # whoever opened it still did
        await again.hear_until("history")
        assert again.table["host"] == 0


async def test_what_a_killed_server_began_is_finished(kept: Kept):
    table, (ada, _), _ = await talking(kept)
    lobby = kept.app.state.house.lobby
    lobby.deleting._blank = lambda table: None  # killed before
    await kept.delete(f"/api/tables/{table}/seats/0", **bearer(ada))
    assert "Adelheid" in stored(kept)
    del lobby.deleting._blank
    await lobby.prune()
    assert "Adelheid" not in stored(kept) and "line 0" not in stored(kept)


async def test_a_table_of_ones_own_goes_as_a_whole(kept: Kept):
    table, ada = await kept.open_table({"name": "Adelheid"}, BOT)
    person = Person(kept.sit(table, ada))
    await person.hear_until("history")
    answer = await kept.delete(f"/api/tables/{table}/seats/0", **bearer(ada))
    assert answer.json == {"deleted": "table"}
    with pytest.raises(Closed) as closed:
        await person.hear_until("no more")
    assert closed.value.reason == "no-table"
    kept.app.state.house.lobby.deleting.finish_all()
    assert stored(kept) == '{"kind":"deleted"}'


async def test_only_by_whoever_sits_there(kept: Kept):
    table, (ada, bo), _ = await talking(kept)
    for seat, key in ((0, bo), (1, ada), (0, "x" * 32), (7, ada), (0, "")):
        answer = await kept.delete(f"/api/tables/{table}/seats/{seat}", **bearer(key))
        assert (answer.status, answer.json["code"]) == (403, "bad-token")
    foreign = {**bearer(ada), "Origin": "https://elsewhere.example"}
    assert (await kept.delete(f"/api/tables/{table}/seats/0", **foreign)).status == 403
    assert "Adelheid" in stored(kept) and "line 0" in stored(kept)


async def test_what_somebody_said_there_before_stays(kept: Kept):
    """Of a seat that was given away only what its last player left is theirs to delete."""
    table, (ada, _), people = await talking(kept)
    people[0].pipe.send({"t": "host", "id": "h1", "do": "remove", "seat": 1})
    await people[0].hear_until("ack", id="h1")
    new = (await kept.post(f"/api/tables/{table}/seats/1/link", {}, **bearer(ada))).json["token"]
    joined = await kept.post(f"/api/tables/{table}/seats", {"name": "Cyriac", "token": new})
    assert joined.status == 201
    await kept.delete(f"/api/tables/{table}/seats/1", **bearer(new))
    assert "Cyriac" not in stored(kept)
    assert "Bogumil" in stored(kept) and "line 1" in stored(kept)


async def test_who_was_removed_deletes_what_they_left(kept: Kept):
    """Their link opens nothing any more, but what they said is theirs; what others said at that seat is not."""
    table, (ada, bo), people = await talking(kept)
    people[0].pipe.send({"t": "host", "id": "h1", "do": "remove", "seat": 1})
    await people[0].hear_until("ack", id="h1")
    new = (await kept.post(f"/api/tables/{table}/seats/1/link", {}, **bearer(ada))).json["token"]
    await kept.post(f"/api/tables/{table}/seats", {"name": "Cyriac", "token": new})
    cyriac = Person(kept.sit(table, new))
    await cyriac.hear_until("history")
    cyriac.pipe.send({"t": "say", "id": "s2", "text": "line 2"})
    await cyriac.hear_until("ack", id="s2")
    assert (await kept.delete(f"/api/tables/{table}/seats/0", **bearer(bo))).status == 403
    answer = await kept.delete(f"/api/tables/{table}/seats/1", **bearer(bo))
    assert (answer.status, answer.json) == (200, {"deleted": "traces"})
    talk = await cyriac.hear_until("talk")
    assert [line["text"] for line in talk["lines"]] == ["line 0", "line 2"]
    told = kept.app.state.house.lobby._rooms[table].session.table
    assert "Bogumil" not in stored(kept) and "line 1" not in stored(kept)
    assert "Cyriac" in stored(kept) and "line 2" in stored(kept) and "Adelheid" in stored(kept)
    # Read again from its log it is the same table.
    lobby = kept.app.state.house.lobby
    again = Session.load(table, lobby._store.read(table), lobby._draw_seed, 1).table
    assert again.people_lines == told.people_lines and again.talk == told.talk
    assert [line.name for line in again.people_lines if line.what == "removed"] == [""]
    assert again.chairs == told.chairs
