"""Seats that are kept for somebody: only their own link takes them, and the host can replace one that was lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.applications import Starlette

from tests.server.people import ADA, OPEN, Person
from tests.server.pipes import Server

BO = {"name": "Bo"}


async def a_table(server: Server, *seats: dict[str, object]) -> dict:  # type: ignore[type-arg]
    answer = await server.post("/api/tables", {"game": "biblios", "seats": list(seats)})
    assert answer.status == 201, answer.text
    return answer.json  # type: ignore[no-any-return]


async def test_a_kept_seat_is_not_for_whoever_has_the_tables_link(server: Server):
    made = await a_table(server, ADA, BO, OPEN)
    (bo,) = made["reserved"]
    assert (bo["seat"], bo["name"]) == (1, "Bo")
    address = f"/api/tables/{made['table']}/seats"
    about = (await server.get(f"/api/tables/{made['table']}")).json
    assert [(seat["open"], seat["reserved"]) for seat in about["seats"]] == [
        (False, False),
        (True, True),
        (True, False),
    ]
    impostor = await server.post(address, BO)
    assert (impostor.status, impostor.json["seat"]) == (201, 2), "under that name, but not there"
    late = await server.post(address, BO)
    assert (late.status, late.json["code"], late.json["facts"]["reason"]) == (
        409,
        "table-full",
        "seats-kept",
    )
    wrong = await server.post(address, {"token": "x" * 32})
    assert (wrong.status, wrong.json["code"]) == (403, "bad-token")
    taken = await server.post(address, {"token": bo["token"]})
    assert (taken.status, taken.json) == (201, {"seat": 1, "token": bo["token"]})
    assert (await server.get(f"/api/tables/{made['table']}")).json["seats"][1]["name"] == "Bo"


async def test_whoever_opens_the_link_sits_there(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        made = await a_table(server, ADA, BO)
        token = made["reserved"][0]["token"]
        ada = Person(server.sit(made["table"], made["token"]))
        await ada.hear_until("table")
        assert not ada.table["started"]
        bo = Person(server.sit(made["table"], token))
        await bo.hear_until("view")
        assert (bo.view["you"], bo.table["seats"][1]["name"]) == (1, "Bo")
        again = Person(server.sit(made["table"], token))
        await again.hear_until("view")
        assert again.view["you"] == 1, "on another device"
    async with Server(app_of()) as server:
        bo = Person(server.sit(made["table"], token))
        await bo.hear_until("view")
        assert bo.view["you"] == 1


async def test_no_token_of_anybody_is_written_or_told(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        made = await a_table(server, ADA, BO, OPEN)
        pipe = server.sit(made["table"], None)
        await pipe.until("table")
        told = "".join(pipe.frames) + (await server.get(f"/api/tables/{made['table']}")).text
        entries = str(server.app.state.house.lobby._store.read(made["table"]))
        for token in (made["token"], made["reserved"][0]["token"]):
            assert token not in told + entries


async def replace(server: Server, table: str, seat: int, token: str) -> tuple[int, dict]:  # type: ignore[type-arg]
    address = f"/api/tables/{table}/seats/{seat}/link"
    answer = await server.post(address, b"", Authorization=f"Bearer {token}")
    return answer.status, answer.json


async def test_the_host_replaces_a_link_and_the_old_one_opens_nothing(
    app_of: Callable[[], Starlette],
):
    async with Server(app_of()) as server:
        made = await a_table(server, ADA, BO)
        table, host, old = made["table"], made["token"], made["reserved"][0]["token"]
        assert (await server.get(f"/api/tables/{table}")).json["host"] == 0
        for other in (old, "", "x" * 32):
            status, told = await replace(server, table, 1, other)
            assert (status, told["code"], told["facts"]["reason"]) == (
                403,
                "bad-token",
                "host-only",
            )
        status, kept = await replace(server, table, 1, host)
        assert (status, kept["seat"]) == (201, 1)
        lost = server.sit(table, old)
        assert (await lost.receive())["code"] == "bad-token"
        bo = Person(server.sit(table, kept["token"]))
        await bo.hear_until("view")
        # And once more, now that somebody sits there.
        status, newer = await replace(server, table, 1, host)
        refused = await bo.hear_until("refused")
        assert (refused["code"], refused["facts"]["reason"]) == ("bad-token", "link-replaced")
        closed = await bo.pipe.closed()
        assert (closed.code, closed.reason) == (1008, "bad-token")
    async with Server(app_of()) as server:
        assert (await server.sit(table, kept["token"]).receive())["code"] == "bad-token"
        bo = Person(server.sit(table, newer["token"]))
        await bo.hear_until("view")
        assert bo.view["you"] == 1


@pytest.mark.parametrize("seat", [1, 7])
async def test_a_bot_has_no_link(server: Server, seat: int):
    made = await a_table(server, ADA, {"bot": "random"})
    status, told = await replace(server, made["table"], seat, made["token"])
    assert (status, told["code"], told["facts"]["allowed"]) == (400, "bad-seats", [0])
