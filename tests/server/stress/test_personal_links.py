"""Reserved seats: only their own link takes them, and the host can replace a lost link."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, play_on

BO = {"name": "Bo"}


async def open_table(server: Server, *seats: dict[str, Any]) -> dict:  # type: ignore[type-arg]
    answer = await server.post("/api/tables", {"game": "biblios", "seats": list(seats)})
    assert answer.status == 201, answer.text
    return answer.json  # type: ignore[no-any-return]


async def test_a_reserved_seat_cannot_be_taken_with_the_tables_link(server: Server):
    made = await open_table(server, ADA, BO, OPEN)
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


async def test_a_seat_link_takes_its_seat(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        made = await open_table(server, ADA, BO)
        token = made["reserved"][0]["token"]
        ada = Person(server.connect(made["table"], made["token"]))
        await ada.receive_until("table")
        assert not ada.table["started"]
        bo = Person(server.connect(made["table"], token))
        await bo.receive_until("view")
        assert (bo.view["you"], bo.table["seats"][1]["name"]) == (1, "Bo")
        again = Person(server.connect(made["table"], token))
        await again.receive_until("view")
        assert again.view["you"] == 1, "on another device"
    async with Server(app_of()) as server:
        bo = Person(server.connect(made["table"], token))
        await bo.receive_until("view")
        assert bo.view["you"] == 1


async def test_no_token_is_stored_or_published(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        made = await open_table(server, ADA, BO, OPEN)
        pipe = server.connect(made["table"], None)
        await pipe.until("table")
        received = "".join(pipe.frames) + (await server.get(f"/api/tables/{made['table']}")).text
        entries = str(server.app.state.live_tables._store.read(made["table"]))
        for token in (made["token"], made["reserved"][0]["token"]):
            assert token not in received + entries


async def replace(server: Server, table: str, seat: int, token: str) -> tuple[int, dict]:  # type: ignore[type-arg]
    address = f"/api/tables/{table}/seats/{seat}/link"
    answer = await server.post(address, b"", Authorization=f"Bearer {token}")
    return answer.status, answer.json


async def test_a_replaced_link_stops_working(
    app_of: Callable[[], Starlette],
):
    async with Server(app_of()) as server:
        made = await open_table(server, ADA, BO)
        table, host, old = made["table"], made["token"], made["reserved"][0]["token"]
        assert (await server.get(f"/api/tables/{table}")).json["host"] == 0
        for other in (old, "", "x" * 32):
            status, received = await replace(server, table, 1, other)
            assert (status, received["code"], received["facts"]["reason"]) == (
                403,
                "bad-token",
                "host-only",
            )
        status, kept = await replace(server, table, 1, host)
        assert (status, kept["seat"]) == (201, 1)
        lost = server.connect(table, old)
        assert (await lost.receive())["code"] == "bad-token"
        bo = Person(server.connect(table, kept["token"]))
        await bo.receive_until("view")
        # Once more, now that somebody has the seat.
        status, newer = await replace(server, table, 1, host)
        refused = await bo.receive_until("refused")
        assert (refused["code"], refused["facts"]["reason"]) == ("bad-token", "link-replaced")
        closed = await bo.pipe.closed()
        assert (closed.code, closed.reason) == (1008, "bad-token")
    async with Server(app_of()) as server:
        assert (await server.connect(table, kept["token"]).receive())["code"] == "bad-token"
        bo = Person(server.connect(table, newer["token"]))
        await bo.receive_until("view")
        assert bo.table["you"] == 1
        assert bo.view["you"] is None, "the cards of this round are for who held the seat"


OWN, OTHER = "own-" * 8, "other-" * 8


async def claim(server: Server, table: str, link: str, own: str) -> tuple[int, dict]:  # type: ignore[type-arg]
    answer = await server.post(f"/api/tables/{table}/seats", {"token": link, "own": own})
    return answer.status, answer.json


async def get_refusal(server: Server, table: str, token: str) -> str | None:
    received = await server.connect(table, token).receive()
    assert received["t"] == "refused" and received["code"] == "bad-token"
    reason: str | None = received["facts"].get("reason")
    return reason


async def test_the_host_cannot_see_cards_with_a_copied_link(app_of: Callable[[], Starlette]):
    async with Server(app_of()) as server:
        made = await open_table(server, ADA, BO)
        table, link = made["table"], made["reserved"][0]["token"]
        assert await claim(server, table, link, OWN) == (201, {"seat": 1, "token": OWN})
        assert await claim(server, table, link, OWN) == (201, {"seat": 1, "token": OWN}), (
            "lost answer"
        )
        bo = Person(server.connect(table, OWN))
        await bo.receive_until("view")
        assert bo.view["you"] == 1
        # The host has a copy of the link.
        assert await get_refusal(server, table, link) == "link-used"
        status, received = await claim(server, table, link, OTHER)
        assert (status, received["code"], received["facts"]["reason"]) == (
            403,
            "bad-token",
            "link-used",
        )
        # On another device, with the link of the seat itself.
        assert await claim(server, table, OWN, OTHER) == (201, {"seat": 1, "token": OWN})
    async with Server(app_of()) as server:
        assert await get_refusal(server, table, link) == "link-used"


async def test_a_friend_notices_that_somebody_else_used_the_link(server: Server):
    made = await open_table(server, ADA, BO)
    table, link = made["table"], made["reserved"][0]["token"]
    host = Person(server.connect(table, link))  # without its own token
    await host.receive_until("view")
    status, received = await claim(server, table, link, OWN)
    assert (status, received["facts"]["reason"]) == (403, "link-used")


@pytest.mark.parametrize("has_own", [True, False])
async def test_a_new_link_that_is_first_used_during_a_round_shows_no_cards_of_it(
    server: Server, has_own: bool
):
    """The host made it between two rounds, and nobody used it before the deal."""
    made = await open_table(server, ADA, BO)
    table, host = made["table"], made["token"]
    people = [Person(server.connect(table, t)) for t in (host, made["reserved"][0]["token"])]
    for person in people:
        await person.receive_until("view")
    await play_on(people, random.Random(3))
    _, new = await replace(server, table, 1, host)
    link = new["token"]
    odds = await server.get(f"/api/tables/{table}/odds", Authorization=f"Bearer {link}")
    assert odds.json["code"] == "bad-token", "not used yet, so it opens nothing"
    people[0].pipe.send({"t": "host", "id": "h1", "do": "bot", "seat": 1})
    await people[0].receive_until("ack", id="h1")
    people[0].pipe.send({"t": "rematch", "round": 1})
    while people[0].table["round"] == 1:
        await people[0].receive()
    if has_own:
        status, received = await claim(server, table, link, OWN)
        assert (status, received) == (201, {"seat": 1, "token": OWN, "next_round": True})
    late = Person(server.connect(table, OWN if has_own else link))
    await late.receive_until("view")
    assert late.table["you"] == 1 and late.view["you"] is None
    assert late.table["seats"][1]["held"]["why"] == "next-round"


@pytest.mark.parametrize("seat", [1, 7])
async def test_a_bot_has_no_link(server: Server, seat: int):
    made = await open_table(server, ADA, {"bot": "random"})
    status, received = await replace(server, made["table"], seat, made["token"])
    assert (status, received["code"], received["facts"]["allowed"]) == (400, "bad-seats", [0])
