"""Events before the first action are sent too: the history of Bibliogamo begins with its first day."""

from __future__ import annotations

import random

from armarium.games import bibliogamo
from tests.server.bibliogamo.tables import move, open_solo_table, play_out, sit_down
from tests.server.in_memory import Server


async def test_the_history_begins_with_the_first_card(server: Server):
    table, token, ada = await open_solo_table(server, seed=7)
    fresh = bibliogamo.Game.new(seed=bytes([7]) * 32)
    first = {"v": 0, "events": fresh.seen(0)}
    assert [event["event"] for event in first["events"]] == [  # type: ignore[attr-defined]
        "day-begun",
        "librarian-walked",
        "card-turned",
    ]
    assert (ada.v, ada.lines) == (0, [first])
    await move(ada, "done")
    assert [line["v"] for line in ada.lines] == [0, 1]
    watcher = await sit_down(server, table, None)
    assert watcher.lines == ada.lines
    server.app.state.live_tables._tables.clear()  # after a restart too
    assert (await sit_down(server, table, token)).lines == ada.lines


async def test_a_rematch_starts_a_new_history(server: Server):
    _, _, ada = await open_solo_table(server)
    await play_out(ada, random.Random(1))
    ada.pipe.send({"t": "rematch"})
    history = await ada.receive_until("history")
    assert (history["v"], [line["v"] for line in history["lines"]]) == (0, [0])
    assert history["lines"][0]["events"][-1]["card"] == ada.view["turned"]
    await move(ada, ada.view["legal"][0])


async def test_undoing_everything_leaves_the_first_events(server: Server):
    _, _, ada = await open_solo_table(server)
    await move(ada, "forward")
    ada.pipe.send({"t": "take-back", "id": "b", "v": ada.v})
    await ada.receive_until("ack")
    assert [line["v"] for line in ada.lines] == [0]
