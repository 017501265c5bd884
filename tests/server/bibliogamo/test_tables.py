"""Bibliogamo on the server: one seat, and only the order of the draw pile is hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from armarium.games import bibliogamo
from armarium.server.tables.log import Acted
from armarium.server.tables.plan import NewTable, SeatPlan
from tests.server.bibliogamo.tables import (
    choose_as_builder,
    move,
    open_solo_table,
    play_out,
    play_to,
    sit_down,
)
from tests.server.in_memory import Server
from tests.server.people import Person


async def test_a_solo_game_and_a_rematch(server: Server):
    table, _, ada = await open_solo_table(server)
    assert (ada.table["started"], ada.table["edition"], ada.v) == (True, "", 0)
    assert (await server.get(f"/api/tables/{table}/record")).json["code"] == "record-sealed"
    await play_out(ada, random.Random(1))
    assert ada.view["outcome"]["books"] > 0
    while not ada.table["over"]:
        await ada.receive()
    text = (await server.get(f"/api/tables/{table}/record")).text
    replayed = bibliogamo.Game.replay(text)
    assert replayed.view(0) == ada.view
    assert len(replayed.actions) == ada.v
    assert (await ada.act("done"))["code"] == "table-over"
    ada.pipe.send({"t": "rematch"})
    assert (await ada.receive_until("view"))["v"] == 0
    assert (ada.table["round"], ada.view["day"]) == (2, 1)
    await move(ada, "done")


async def test_a_restart_in_the_middle_of_a_sale_loses_nothing(app_of: Callable[[], Starlette]):
    chance = random.Random(2)
    async with Server(app_of()) as server:
        table, token, ada = await open_solo_table(server)
        await play_to(ada, chance, "price")
    async with Server(app_of()) as server:
        again = await sit_down(server, table, token)
        assert again.view["offer"] == ada.view["offer"]
        assert (again.v, again.view, again.lines) == (ada.v, ada.view, ada.lines)
        await move(again, "accept")
        assert again.lines[-1]["events"][-1]["event"] == "book-sold"
        await play_out(again, chance)
        assert (await server.get(f"/api/tables/{table}/record")).status == 200


async def test_a_spectator_sees_the_same_and_may_do_nothing(server: Server):
    table, _, ada = await open_solo_table(server)
    crowd = await sit_down(server, table, None)
    await ada.receive_until("table")  # a spectator arrived
    begun = len(ada.pipe.frames), len(crowd.pipe.frames)
    chance = random.Random(3)
    for _ in range(60):
        await move(ada, choose_as_builder(ada.view, chance))
    await crowd.receive_version(ada.v)
    received = [
        frame for frame in map(json.loads, ada.pipe.frames[begun[0] :]) if frame["t"] != "ack"
    ]
    seen = [json.loads(frame) for frame in crowd.pipe.frames[begun[1] :]]
    assert any(frame["may_take_back"] for frame in received)
    assert not any(frame["may_take_back"] for frame in seen)
    for frame in received:
        frame["view"]["you"], frame["view"]["legal"] = None, []
        frame["may_take_back"] = False
    assert seen == received
    assert (await crowd.act("done"))["code"] == "bad-token"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": [{"name": "Ada"}, {"open": True}]}, "bad-seats"),
        ({"seats": [{"name": "Ada"}], "edition": "iello"}, "unknown-edition"),
        ({"seats": [{"name": "Ada"}], "options": {"penalty": "standard"}}, "bad-option"),
        ({"seats": [{"name": "Ada"}], "options": {"landing": "never"}}, "bad-option"),
        ({"seats": [{"name": "Ada"}], "options": {"redraw_chains": 1}}, "bad-option"),
        ({"seats": [{"name": "Ada"}], "options": {"seed": 1}}, "bad-option"),
        ({"seats": [{"name": "Ada"}], "options": {"deal": {}}}, "bad-option"),
        ({"seats": [{"bot": "monk"}]}, "unknown-bot"),
    ],
)
async def test_invalid_options_are_refused(server: Server, body: dict[str, Any], code: str):
    answer = await server.post("/api/tables", {"game": "bibliogamo", **body})
    assert (answer.status, answer.json["code"]) == (400, code)


async def test_options_are_applied_and_published(server: Server):
    options = {
        "redraw_chains": True,
        "block_scope": "any",
        "transfer_keeps_type": False,
        "count_when": "finished",
        "landing": "every-stop",
        "transfer_count": "exact",
        "components": "standard",
    }
    _, _, ada = await open_solo_table(server, options=options)
    assert ada.view["options"] == ada.table["options"] == options
    await play_out(ada, random.Random(4))


async def test_a_bot_plays_for_spectators(server: Server):
    body = {"game": "bibliogamo", "seats": [{"bot": "random"}], "pace": "fast"}
    answer = await server.post("/api/tables", body)
    assert (answer.json["seat"], answer.json["token"]) == (None, None)
    crowd = Person(server.connect(answer.json["table"], None))
    while crowd.view.get("step") != "over":
        await crowd.receive()
    assert crowd.view["outcome"]["rank"]


async def test_the_server_info_lists_what_games_offer(server: Server):
    games = (await server.get("/api/info")).json["games"]
    assert games["bibliogamo"]["seats"] == [1]
    assert games["bibliogamo"]["editions"] == []
    assert "components" in games["bibliogamo"]["options"]
    assert "random" in games["bibliogamo"]["bots"]
    assert games["biblios"]["seats"] == [2, 3, 4]


# ── invalid messages ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("fly", "invalid-action"),
        ("", "invalid-action"),
        ("hire 48 history", "invalid-action"),
        ("hire 1 atlantis", "invalid-action"),
        ("hire 01 history", "invalid-action"),
        ("pay -1", "invalid-action"),
        ("transfer scribe history history", "invalid-action"),
        ("DONE", "invalid-action"),
        ("done ", "invalid-action"),
        ("bid 5", "invalid-action"),
        ("sell", "illegal-action"),
        ("accept", "illegal-action"),
        ("place scribe", "illegal-action"),
    ],
)
async def test_nonsense_is_refused_and_changes_nothing(server: Server, action: str, code: str):
    _, _, ada = await open_solo_table(server)
    before = ada.view
    answer = await ada.act(action)
    assert (answer["t"], answer["code"]) == ("refused", code)
    await move(ada, "done")
    assert before["day"] == ada.view["day"] == 1
    assert ada.v == 1


# ── lists of actions ─────────────────────────────────────────────────────────────────────────────


def find_hire(view: dict[str, Any]) -> list[str]:
    """Return a hire without further decisions, and another card to pay for it."""
    for card, towers in view["previews"]["hires"].items():
        tower = next((t for t, would in towers.items() if not would["short"]), None)
        other = next(c for c in view["hand"] if str(c) != card)
        if tower:
            return [f"hire {card} {tower}", f"pay {other}"]
    raise AssertionError("nothing can be hired")


async def test_several_actions_can_be_sent_together(server: Server):
    _, _, ada = await open_solo_table(server)
    assert await move(ada, "forward", "forward") == 2
    assert await move(ada, "done", *find_hire(ada.view)) == 5
    assert (ada.view["step"], ada.view["hires"]) == ("hire", 1)
    assert [line["v"] for line in ada.lines] == [0, 1, 2, 3, 4, 5]


async def test_a_list_of_actions_stops_at_a_revealed_card(server: Server):
    _, _, ada = await open_solo_table(server)
    await move(ada, "done")
    day = ada.view["previews"]["next_step"]
    assert day in ("day", "library")
    turning = ["done"] if day == "day" else ["done", "done"]
    for tail in (["done"], ["forward"], ["back"], ["hire 1 history"], ["fly"]):
        answer = await ada.act(*turning, *tail)
        assert (answer["code"], answer["facts"]["allowed"]) == ("illegal-action", [])
    assert ada.v == 1
    await move(ada, *turning)
    assert ada.view["day"] == 2


async def test_no_frame_depends_on_the_order_of_the_draw_pile(server: Server):
    """Two deals with the same open cards give the same frames until a card is turned."""
    frames = []
    draw = list(range(1, 48))
    for deal in (draw, [*draw[:6], *reversed(draw[6:])]):
        live_tables = server.app.state.live_tables
        live_tables._draw_seed = lambda: bytes(32)
        plan = NewTable(game="bibliogamo", seats=[SeatPlan(name="Ada")], pace="fast")
        ticket = await live_tables.create(plan, {"draw": deal, "prestige": 1})
        ada = await sit_down(server, ticket.table, ticket.token)
        crowd = await sit_down(server, ticket.table, None)
        await ada.act("sell", id="r1")
        await ada.act("done", "done", "fly", id="r2")
        await ada.act("forward", "forward", id="a1")
        ada.pipe.send({"t": "take-back", "id": "b1", "v": 2})
        await ada.receive_until("ack", id="b1")
        await ada.act("done", *find_hire(ada.view), id="a2")
        await ada.act("lift 1", v=1, id="r3")
        await ada.receive_until("view")
        back = server.connect(ticket.table, ticket.token, v=4)
        await back.until("events", v=ada.v)
        await crowd.receive_version(ada.v)
        assert ada.v == 6
        received = [ada.pipe.frames, crowd.pipe.frames, back.frames]
        frames.append([[f.replace(ticket.table, "T") for f in fs] for fs in received])
        await move(ada, "done")
    assert frames[0] == frames[1]


# ── table and log differ ─────────────────────────────────────────────────────────────────────────


async def test_a_table_that_differs_from_its_log_is_stopped(server: Server):
    table, _, ada = await open_solo_table(server)
    _, _, other = await open_solo_table(server)
    crowd = await sit_down(server, table, None)
    chance = random.Random(2)
    for _ in range(10):
        await move(ada, chance.choice(ada.view["legal"]))
    # Corrupt the state in memory.
    server.app.state.live_tables._tables[table].session.table.game.states["florins"] += 40
    stopped = None
    while stopped is None:
        answer = await ada.act(chance.choice(ada.view["legal"]))
        if answer["t"] == "refused":
            stopped = answer
        elif answer["t"] == "ack":
            assert answer["v"] < 16
    assert (stopped["code"], stopped["facts"]["v"]) == ("table-stopped", 16)
    assert "record" not in stopped["facts"]
    for person in (ada, crowd):
        closed = await person.pipe.closed()
        assert (closed.code, closed.reason) == (1011, "table-stopped")
    about = await server.get(f"/api/tables/{table}")
    assert (about.status, about.json["code"]) == (409, "table-stopped")
    record = (await server.get(f"/api/tables/{table}/record")).text
    received = bibliogamo.Game.replay(record)
    assert [text for _, text in received.actions][:10] == [
        entry.action
        for entry in server.app.state.live_tables._store.read(table)
        if isinstance(entry, Acted)
    ][:10]
    await move(other, "done")  # other tables are not affected
