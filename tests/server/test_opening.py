"""What happened before anybody acted is told too: the log of a city begins with its first day."""

from __future__ import annotations

import random

from armarium.games import bibliogamo
from tests.server.bibliogamo.tables import move, play_out, sit_down, solo
from tests.server.pipes import Server


async def test_the_log_begins_with_the_first_card(server: Server):
    table, token, ada = await solo(server, seed=7)
    fresh = bibliogamo.Game.new(seed=bytes([7]) * 32)
    first = {"v": 0, "events": fresh.seen(0)}
    assert [event["event"] for event in first["events"]] == [
        "day-begun",
        "librarian-walked",
        "card-turned",
    ]
    assert (ada.v, ada.lines) == (0, [first])
    await move(ada, "done")
    assert [line["v"] for line in ada.lines] == [0, 1]
    watcher = await sit_down(server, table, None)
    assert watcher.lines == ada.lines
    server.app.state.house.lobby._rooms.clear()  # after a restart too
    assert (await sit_down(server, table, token)).lines == ada.lines


async def test_a_rematch_begins_its_log_anew(server: Server):
    _, _, ada = await solo(server)
    await play_out(ada, random.Random(1))
    ada.pipe.send({"t": "rematch"})
    history = await ada.hear_until("history")
    assert (history["v"], [line["v"] for line in history["lines"]]) == (0, [0])
    assert history["lines"][0]["events"][-1]["card"] == ada.view["turned"]
    await move(ada, ada.view["legal"][0])


async def test_taking_everything_back_leaves_the_first_day(server: Server):
    _, _, ada = await solo(server)
    await move(ada, "forward")
    ada.pipe.send({"t": "take-back", "id": "b", "v": ada.v})
    await ada.hear_until("ack")
    assert [line["v"] for line in ada.lines] == [0]
