"""WebSockets of people and spectators."""

from __future__ import annotations

import random
import time

from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, Person, play_on, seat_two_people

# ── hello ────────────────────────────────────────────────────────────────────────────────────────


async def test_hello_returns_the_table_the_view_and_the_history(server: Server):
    table, token = await server.open_table(ADA, OPEN)
    ada = server.connect(table, token)
    message = await ada.receive()
    assert (message["t"], message["table"]["you"], message["table"]["started"]) == (
        "table",
        0,
        False,
    )
    assert message["table"]["seats"][0] == {
        "name": "Ada",
        "bot": None,
        "open": False,
        "reserved": False,
        "connected": True,
        "rematch": False,
        "held": None,
        "muted": False,
    }
    await server.take_seat(table, "Bo")
    later = await ada.receive()
    assert (later["t"], later["table"]["started"]) == ("table", True)
    assert later["n"] > message["n"]
    view = await ada.receive()
    assert (view["t"], view["v"], view["view"]["you"]) == ("view", 0, 0)


async def test_table_messages_count_on_after_a_process_whose_clock_was_ahead(server: Server):
    """Otherwise a client would take every later table message for an old one."""
    table, token = await server.open_table(ADA, OPEN)
    now = round(time.time() * 1000)
    for ahead, is_continued in ((3_600_000, True), (40 * 86_400_000, False)):
        message = await server.connect(table, token, n=now + ahead).receive()
        assert message["t"] == "table"
        assert (message["n"] > now + ahead) is is_continued


async def test_a_wrong_token_is_refused_and_the_socket_closed(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    pipe = server.connect(table, "not-the-token")
    message = await pipe.receive()
    assert (message["t"], message["code"]) == ("refused", "bad-token")
    closed = await pipe.closed()
    assert (closed.code, closed.reason) == (1008, "bad-token")


async def test_a_token_of_another_table_is_refused(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    _, other = await server.open_table(ADA, OPEN)
    assert (await server.connect(table, other).receive())["code"] == "bad-token"


async def test_a_socket_of_an_unknown_table_is_closed(server: Server):
    pipe = server.connect("nowhere", None)
    assert (await pipe.receive())["code"] == "no-table"
    assert (await pipe.closed()).code == 4404


async def test_the_first_message_must_be_hello(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    pipe = server.pipe(table)
    pipe.send({"t": "rematch"})
    assert (await pipe.receive())["code"] == "bad-token"
    assert (await pipe.closed()).code == 1008


async def test_presence_is_sent_to_the_others(server: Server):
    table, token = await server.open_table(ADA, OPEN)
    bo_token = await server.take_seat(table, "Bo")
    ada = Person(server.connect(table, token))
    await ada.receive_until("history")
    bo = server.connect(table, bo_token)
    came = await ada.receive_until("table")
    assert came["table"]["seats"][1]["connected"]
    await bo.leave()
    went = await ada.receive_until("table")
    assert not went["table"]["seats"][1]["connected"]
    assert went["n"] > came["n"]


# ── acting ───────────────────────────────────────────────────────────────────────────────────────


async def test_an_action_is_acknowledged_and_sent_to_every_viewer(server: Server):
    table, people = await seat_two_people(server)
    spectator = Person(server.connect(table, None))
    await spectator.receive_until("history")
    mover = next(p for p in people if p.view["legal"])
    answer = await mover.act("auction", id="c1")
    assert answer == {"t": "ack", "id": "c1", "v": 1}
    for person in (*people, spectator):
        await person.receive_version(1)
        assert person.lines[-1]["v"] == 1


async def test_the_same_id_twice_is_acknowledged_twice_and_applied_once(server: Server):
    _, people = await seat_two_people(server)
    mover = next(p for p in people if p.view["legal"])
    first = await mover.act("public", id="c1")
    again = await mover.act("public", id="c1")
    assert first == again
    assert mover.v == 1


async def test_a_stale_action_returns_the_new_view(server: Server):
    _, people = await seat_two_people(server)
    mover = next(p for p in people if p.view["legal"])
    await mover.act("public")
    await mover.receive_version(1)
    answer = await mover.act("public", v=0)
    assert (answer["code"], answer["facts"]["v"]) == ("stale", 1)
    message = await mover.receive()
    assert (message["t"], message["v"]) == ("view", 1)
    assert "view" not in answer["facts"], "the view is sent once"
    assert message["view"] == mover.view


async def test_refusals_go_to_their_sender_only(server: Server):
    _, people = await seat_two_people(server)
    mover = next(p for p in people if p.view["legal"])
    other = next(p for p in people if not p.view["legal"])
    assert (await mover.act("nonsense"))["code"] == "invalid-action"
    refused = await mover.act("pass")
    assert refused["code"] == "illegal-action"
    assert refused["facts"]["allowed"] == mover.view["legal"]
    assert (await other.act("keep"))["code"] == "not-your-turn"
    assert (await mover.act("public"))["t"] == "ack"
    assert (await other.receive())["t"] == "events"


async def test_refusals_use_the_senders_language(server: Server):
    _, people = await seat_two_people(server)
    mover = next(p for p in people if p.view["legal"])
    english = (await mover.act("pass"))["text"]
    mover.pipe.send({"t": "lang", "lang": "fr-CA"})
    french = (await mover.act("pass"))["text"]
    assert english != french


async def test_a_spectator_sees_only_what_everyone_sees(server: Server):
    table, people = await seat_two_people(server)
    spectator = Person(server.connect(table, None))
    await spectator.receive_until("history")
    assert spectator.view["you"] is None
    await play_on(people, random.Random(3), 40)
    await spectator.receive_version(40)
    assert spectator.view["hand"] == spectator.view["legal"] == []
    assert spectator.view["drawn"] is None
    secret = ("card-kept", "card-auctioned", "card-drawn")
    events = [event for line in spectator.lines for event in line["events"]]
    shown = [event.get("card") for event in events if event["event"] in secret]
    assert None in shown
    # A church card that is kept is used at once, in the open.
    assert all(card is None or card.startswith("church") for card in shown)
    for message in ({"t": "pace", "pace": "fast"}, {"t": "rematch"}):
        spectator.pipe.send(message)
        assert (await spectator.receive())["code"] == "bad-token"
    assert (await spectator.act("keep"))["code"] == "bad-token"


async def test_a_whole_game_and_a_rematch(server: Server):
    table, people = await seat_two_people(server, options={"first": 1})
    await play_on(people, random.Random(5))
    for person in people:
        while not person.table["over"]:
            await person.receive()
    assert (await people[0].act("pass"))["code"] == "table-over"
    people[0].pipe.send({"t": "rematch"})
    wished = await people[1].receive_until("table")
    assert [seat["rematch"] for seat in wished["table"]["seats"]] == [True, False]
    people[1].pipe.send({"t": "rematch"})
    for person in people:
        view = await person.receive_until("view", v=0)
        assert view["view"]["first"] == 0
        assert (person.table["round"], person.table["over"]) == (2, False)
    assert (await server.get(f"/api/tables/{table}/record")).status == 403
    assert (await server.get(f"/api/tables/{table}/record?round=1")).status == 200
    await play_on(people, random.Random(6), 5)


async def test_a_returning_client_gets_what_it_missed(server: Server):
    table, ada_token = await server.open_table(ADA, OPEN)
    bo_token = await server.take_seat(table, "Bo")
    people = [Person(server.connect(table, token)) for token in (ada_token, bo_token)]
    for person in people:
        await person.receive_until("history")
    await play_on(people, random.Random(7), 30)
    back = Person(server.connect(table, ada_token, v=24, round=1))
    back.v = 24
    assert (await back.receive())["t"] == "table"
    for v in range(25, 31):
        message = await back.receive()
        assert (message["t"], message["v"]) == ("events", v)
    assert back.view == people[0].view
    assert back.lines == people[0].lines[24:]


async def test_the_pace_applies_to_everybody(server: Server):
    _, people = await seat_two_people(server, pace="human")
    assert people[0].table["pace"] == "human"
    people[0].pipe.send({"t": "pace", "pace": "fast"})
    assert (await people[1].receive_until("table"))["table"]["pace"] == "fast"
